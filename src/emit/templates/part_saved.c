// part_saved.c - the state of a package as bytes, and back.   [template]

// Format, version, and the package that this is.
static const unsigned char saved_head[] = {'b', 'r', 's', 1, KEY_LIST};

enum { SAVED_HEAD = sizeof saved_head, SAVED_SUM = 8 };

// All that later samples depend on, what is kept of parameters and weights, too.
static void list_state(inside *w, br_saved *s)
{
#if IS_ELASTO
    br_elasto_saved(&w->e, s);
    br_saved_reals(s, 1, &w->s.F);
#else
#if IS_COMPENSATOR
    br_compensate_saved(&w->c, s);
#if HAS_WEIGHTS
    br_KIND_saved(&w->e, s);
#endif
#if HAS_PARAMETERS
    br_saved_reals(s, CAPITAL_PARAMETERS, w->p);
#endif
#else
#if IS_HORIZON
    br_mhe_saved(&w->m, s);
    br_saved_reals(s, CAPITAL_PARAMETERS, w->p);
    br_saved_reals(s, CAPITAL_INPUTS, w->u);
    br_saved_ints(s, 1, &w->phase);
#else
    br_sampled_saved(&w->s, s);
#endif
#endif
#if HAS_PARAMETERS
    br_saved_reals(s, CAPITAL_PARAMETERS, w->kept_p);
#endif
#if HAS_WEIGHTS
    br_saved_reals(s, CAPITAL_NUMBERS, w->kept_q);
    br_saved_reals(s, CAPITAL_NUMBERS, w->kept_most);
    br_saved_reals(s, CAPITAL_MEASURED, w->kept_r);
#endif
#endif
}

// No change of a single byte leaves it as it was.
static uint64_t saved_sum(const unsigned char *bytes)
{
    return br_fnv64(BR_FNV64_START, bytes, CAPITAL_SAVED - SAVED_SUM);
}

static int is_of_this_package(const unsigned char *bytes)
{
    int same = 1;
    for (int i = 0; i < SAVED_HEAD; i++)
        same &= bytes[i] == saved_head[i];
    return same;
}

int PREFIX_save(PREFIX *o, unsigned char *to, unsigned long size)
{
    if (!begun(o) || !to || size < CAPITAL_SAVED)
        return 2;
    br_saved s = {to, 0, SAVED_HEAD};
    memcpy(to, saved_head, SAVED_HEAD);
    list_state(inside_of(o), &s);
    (void)br_saved_word(&s, saved_sum(to), SAVED_SUM);
    return 0;
}

int PREFIX_restore(PREFIX *o, const unsigned char *from, unsigned long size)
{
    if (!begun(o) || !from)
        return 2;
    br_saved s = {0, from, CAPITAL_SAVED - SAVED_SUM};
    if (size != CAPITAL_SAVED || !is_of_this_package(from) || br_saved_word(&s, 0, SAVED_SUM) != saved_sum(from))
        return 3;
    s.used = SAVED_HEAD;
    list_state(inside_of(o), &s);
    return 0;
}
