// part_restore.c - parameters and weights that are changed while a package runs: those that are not valid are restored.   [template]

#if HAS_PARAMETERS
// Whether parameters are where the law has them.
static int law_accepts(const br_real *p)
{
    int accepted = br_vec_finite(CAPITAL_PARAMETERS, p);
    // INSERT BOUNDS
#if HAS_CONDITIONS
    br_real holds[CONDITIONS];
    br_law_LAW_require(br_size, p, holds);
    for (int i = 0; i < CONDITIONS; i++)
        accepted = accepted & (holds[i] > 0);
#endif
    return accepted;
}

#endif
#if HAS_WEIGHTS
#if IS_HORIZON
// Where an input is estimated it is not 0, and nothing that was 0 leaves it.
static int noise_fits(const br_mhe *e, const br_real *kept)
{
    int fits = br_gaussian_in_range(CAPITAL_NUMBERS, e->q, br_gaussian_largest_sd() * br_gaussian_largest_sd());
    for (int i = 0; i < CAPITAL_NUMBERS; i++)
        fits = fits & (e->fresh[i] ? e->q[i] > 0 : (kept[i] > 0) | (e->q[i] == 0));
    return fits;
}
#else
static int noise_fits(const br_kalman *e)
{
    int fits = br_gaussian_in_range(CAPITAL_NUMBERS, e->q, br_gaussian_largest_sd() * br_gaussian_largest_sd());
    return fits;
}
#endif

static int sensor_fits(br_real r)
{
    return (r > 0) & (r <= br_gaussian_largest_sd() * br_gaussian_largest_sd());
}

// Those that are not valid are restored, and counted: 4; else 0.
static int restore_invalid(inside *w)
{
    br_KIND *e = &w->MEMBER;
    int fine = 1;
#if HAS_PARAMETERS
    br_real *p = w->PLACE;
    if (!br_checked_same(CAPITAL_PARAMETERS, p, w->kept_p))
        fine &= br_checked_accept(CAPITAL_PARAMETERS, p, w->kept_p, law_accepts(p));
#endif
    if (!br_checked_same(CAPITAL_NUMBERS, e->q, w->kept_q))
#if IS_HORIZON
        fine &= br_checked_accept(CAPITAL_NUMBERS, e->q, w->kept_q, noise_fits(e, w->kept_q));
#else
        fine &= br_checked_accept(CAPITAL_NUMBERS, e->q, w->kept_q, noise_fits(e));
#endif
    if (!br_checked_same(CAPITAL_NUMBERS, e->most, w->kept_most))
        fine &= br_checked_accept(CAPITAL_NUMBERS, e->most, w->kept_most,
                                  br_gaussian_in_range(CAPITAL_NUMBERS, e->most, br_gaussian_largest_sd()));
    for (int i = 0; i < CAPITAL_MEASURED; i++) {
        br_real *r = &e->r[WHICH];
        if (!br_checked_same(1, r, &w->kept_r[i]))
            fine &= br_checked_accept(1, r, &w->kept_r[i], sensor_fits(*r));
    }
    if (!fine)
        br_count(&HEALTH.refused, 1);
    return fine ? 0 : 4;
}

#else
#if HAS_PARAMETERS
// Those that are not valid are restored, and counted: 4; else 0.
static int restore_invalid(inside *w)
{
    if (br_checked_same(CAPITAL_PARAMETERS, w->p, w->kept_p) ||
        br_checked_accept(CAPITAL_PARAMETERS, w->p, w->kept_p, law_accepts(w->p)))
        return 0;
    br_count(&w->c.health.refused, 1);
    return 4;
}

#endif
#endif
