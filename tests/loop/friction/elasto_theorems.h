// elasto_theorems.h - lemmas 1 and 2 and theorems 1 to 4 of paper 003, step by step on random motions.
//
// Both schemes, the three curves, one element or several; reversals, displacements from a thousandth of a deflection to a
// million of them, velocities that agree with them, disagree or are missing. What the paper says of real numbers is said
// here of rounded ones, so each inequality has a slack: some eps times the sum of the sizes of its terms, stated at each.
#include "kit/elasto_kit.h"

static const wide eps = (wide)BR_EPS;

// One update, seen from outside.
typedef struct seen {
    const br_elasto_options *o;
    br_real before[BR_ELASTO_ELEMENTS];
    const br_real *z; // after it
    wide dx, s, dt, v;
    br_elasto_sample out;
} seen;

static wide dz(const seen *w, int i)
{
    return (wide)w->z[i] - (wide)w->before[i];
}

static wide dw(const seen *w, int i)
{
    return w->dx - dz(w, i);
}

// Rounding of z + y, and of a share of dx.
static wide slack(const seen *w, int i)
{
    return 2 * eps * (fabsl((wide)w->before[i]) + fabsl((wide)w->z[i])) +
           eps * fminl(fabsl(w->dx), 4 * fabsl((wide)w->z[i]));
}

static wide zss(const seen *w, int i)
{
    const br_elasto_element *e = &w->o->element[i];
    wide r = w->v / (wide)w->o->vs, FC = (wide)e->FC, more = (wide)e->FS - FC;
    if (w->o->curve == BR_ELASTO_COULOMB)
        return (w->v == 0 ? FC + more : FC) / (wide)e->sigma0;
    return (FC + more * (w->o->curve == BR_ELASTO_GAUSS ? expl(-r * r) : 1 / (1 + r * r))) / (wide)e->sigma0;
}

static wide zmax(const seen *w, int i)
{
    return (wide)w->o->element[i].FS / (wide)w->o->element[i].sigma0;
}

// Lemma 1: 0 <= y sgn(dx) <= |dx|, but where zss has fallen below z: then z goes to zss (Euler) or towards it.
static void lemma_1(const seen *w, int i)
{
    wide z = (wide)w->before[i] * w->s, y = dz(w, i) * w->s, level = zss(w, i), off = slack(w, i) + 8 * eps * level;
    if (z > level + off) {
        assert_true(y <= off && z + y >= level - off);
        if (w->o->scheme == BR_ELASTO_EULER)
            assert_true(z + y <= level + off);
    } else {
        assert_true(y >= -2 * off && y <= fabsl(w->dx) + off);
    }
}

// Lemma 2: what slides, slides with the motion.
static void lemma_2(const seen *w, int i)
{
    assert_true(dw(w, i) * w->s >= -slack(w, i));
}

// Theorem 1: |z| <= zmax, with the rounding of zss.
static void theorem_1(const seen *w, int i)
{
    assert_true(fabsl((wide)w->z[i]) <= zmax(w, i) * (1 + 4 * eps));
}

// Theorem 3, of each element whose damping satisfies (22) at this dt without help from the viscous force: where it slides
// its force has the direction of the sliding.
static void theorem_3(const seen *w, int i)
{
    const br_elasto_element *e = &w->o->element[i];
    wide elastic = (wide)e->sigma0 * (wide)w->z[i], damping = (wide)e->sigma1 * dz(w, i) / w->dt;
    if (fabsl(dw(w, i)) > slack(w, i) && (wide)e->sigma1 <= (wide)bound22(e, (br_real)w->dt))
        assert_true((elastic + damping) * w->s >= -8 * eps * (fabsl(elastic) + fabsl(damping) + (wide)e->FS));
}

// How much energy an update gives back: W(k) - W(k-1) - dx F, and the rounding of it.
static wide returned(const seen *w, wide *off)
{
    wide gained = 0, sizes = fabsl((wide)w->out.viscous);
    *off = 0;
    for (int i = 0; i < w->o->elements; i++) {
        wide k = (wide)w->o->element[i].sigma0, a = (wide)w->before[i], b = (wide)w->z[i];
        gained += k * (b - a) * (b + a) / 2;
        sizes += k * (fabsl(a) + fabsl(b)) + (wide)w->o->element[i].sigma1 * fabsl(b - a) / w->dt;
        *off += 8 * eps * k * (a * a + b * b);
    }
    *off += 16 * eps * fabsl(w->dx) * sizes;
    return gained - w->dx * (wide)w->out.F;
}

// Theorem 4: dissipative where (22) holds, in the form for several elements.
static void theorem_4(const seen *w)
{
    wide off, given = returned(w, &off);
    if (w->out.dissipative && given > off)
        fail_msg("an update returns %Lg of energy, rounding makes %Lg", given, off);
}

static br_real random_displacement(const br_elasto *e)
{
    int i = below(e->o.elements);
    br_real z = e->o.element[i].FC / e->o.element[i].sigma0;
    return z * power(-3, below(8) ? 1 : 6) * (below(4) ? 1 : -1) * (e->health.updates / 16 % 2 ? 1 : -1);
}

// Mostly of the sign of the displacement.
static br_real random_velocity(const br_elasto *e, br_real dx)
{
    br_real speed = e->o.vs * power(-2, 2);
    int kind = below(16);
    return kind == 0 ? MISSING : kind == 1 ? 0 : (dx < 0) == (kind != 2) ? -speed : speed;
}

// A step that makes an update. The origin moves with the axis, or a float position would lose the small displacements.
static void watched(br_elasto *e, seen *w)
{
    br_real dt = e->o.dt * power(0, below(8) ? 0.3 : 3), dx = random_displacement(e);
    *w = (seen){.o = &e->o, .z = e->z, .dt = (wide)dt, .dx = (wide)dx, .s = dx < 0 ? -1 : 1};
    memcpy(w->before, e->z, sizeof w->before);
    e->x = 0;
    w->out = stepped(e, dx, random_velocity(e, dx), dt);
    w->v = fabsl((wide)e->v);
    assert_true(w->out.updated);
}

static void lemmas_and_theorems_hold_at_every_update(void **unused)
{
    (void)unused;
    seen w;
    for (int done = 0; done < points();) {
        br_elasto_options o = random_options(below(4) ? 1 : 5);
        br_elasto e = opened(&o);
        stepped(&e, 0, 0, 0);
        for (int k = 0; k < 500; k++, done++) {
            watched(&e, &w);
            for (int i = 0; i < o.elements; i++) {
                lemma_1(&w, i);
                lemma_2(&w, i);
                theorem_1(&w, i);
                theorem_3(&w, i);
            }
            theorem_4(&w);
        }
    }
}

// What is promised at set-up holds at every update, whatever the speed.
static void options_without_a_warning_stay_dissipative(void **unused)
{
    (void)unused;
    seen w;
    for (int done = 0; done < points() / 4;) {
        br_elasto_options o = random_options(0.999);
        br_elasto e = opened(&o);
        assert_int_equal(br_elasto_warnings(&o), 0);
        stepped(&e, 0, 0, 0);
        for (int k = 0; k < 500; k++, done++) {
            watched(&e, &w);
            assert_true(w.out.dissipative);
        }
        assert_int_equal(e.health.undissipated, 0);
    }
}

// (22) is no formality: damping beyond it is warned of, counted, and gives energy back as the axis accelerates.
static void damping_beyond_22_is_told_and_can_return_energy(void **unused)
{
    (void)unused;
    for (int scheme = 0; scheme < 2; scheme++) {
        br_elasto_options o = table_II();
        o.scheme = (br_elasto_scheme)scheme;
        o.element[0].sigma1 = 1000; // as in Table II: the bound is 200 at 1 ms
        br_elasto e = opened(&o);
        assert_int_equal(br_elasto_warnings(&o), BR_ELASTO_NOT_DISSIPATIVE);
        stepped(&e, 0, 0, 0);
        for (int k = 1; k <= 40; k++)
            stepped(&e, (br_real)k * BR_C(1e-6), BR_C(1e-5), BR_C(1e-3)); // slides slowly: z is close to zmax
        seen w = {.o = &e.o, .z = e.z, .dt = 1e-3L, .s = 1};
        memcpy(w.before, e.z, sizeof w.before);
        w.dx = (wide)(br_real)(BR_C(80e-6) - e.x);
        w.out = stepped(&e, BR_C(80e-6), BR_C(0.1), BR_C(1e-3)); // and then fast
        wide off, given = returned(&w, &off);
        assert_false(w.out.dissipative);
        assert_true(given > off);
        assert_true(e.health.undissipated > 0);
    }
}

// What one element has to spare helps no other one.
static void every_element_is_asked_for_22(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.elements = 2;
    o.element[1] = o.element[0];
    assert_int_equal(br_elasto_warnings(&o), 0);
    o.element[0].sigma1 = 250; // of 200
    o.element[1].sigma1 = 0;
    assert_int_equal(br_elasto_warnings(&o), BR_ELASTO_NOT_DISSIPATIVE);
}

// At this speed the viscous force makes up for the damping: (22) with its second term.
static void viscous_force_counts_in_22(void **unused)
{
    (void)unused;
    br_elasto_options o = table_II();
    o.element[0].sigma1 = 300; // 200 + sigma2 |v| dt/(zmax - zC) = 300 at 1.25 m/s
    br_elasto e = opened(&o);
    stepped(&e, 0, 0, 0);
    assert_false(stepped(&e, BR_C(1e-3), BR_C(1.2), BR_C(1e-3)).dissipative);
    assert_true(stepped(&e, BR_C(2e-3), BR_C(1.3), BR_C(1e-3)).dissipative);
}

// Theorem 2, from any deflection and with any displacements: what is left is the rounding of small steps, 4 eps zss^2/dx.
static void steady_sliding_ends_at_zss_theorem_2(void **unused)
{
    (void)unused;
    for (int done = 0; done < points();) {
        br_elasto_options o = random_options(1);
        br_elasto e = opened(&o);
        br_real s = below(2) ? 1 : -1, v = below(8) ? s * o.vs * power(-2, 2) : 0, least = BR_MOST;
        int i = below(o.elements);
        seen w = {.o = &e.o, .z = e.z, .v = fabsl((wide)v)};
        wide level = zss(&w, i);
        e.z[i] = (br_real)(uniform(-1, 1) * (double)zmax(&w, i));
        stepped(&e, 0, v, 0);
        for (wide way = 0; way < 2 * zmax(&w, i) + 50 * level; done++) {
            br_real dx = (br_real)level * power(-1, 0.5), z = e.z[i] * s;
            e.x = 0;
            stepped(&e, s * dx, v, o.dt);
            way += (wide)dx;
            least = dx < least ? dx : least;
            assert_true(z > (br_real)level ||
                        e.z[i] * s >= z * (z > 0 ? 1 - 4 * BR_EPS : 1 + 4 * BR_EPS)); // no way back
        }
        assert_close((wide)(e.z[i] * s), level, 8 * eps * level * (1 + level / (wide)least), "z in steady sliding");
    }
}

// The elements of a sum do not see each other: each moves as it would alone.
static void elements_side_by_side_are_single_ones_added(void **unused)
{
    (void)unused;
    for (int done = 0; done < points() / 4;) {
        br_elasto_options o = random_options(1);
        br_elasto all = opened(&o), one[BR_ELASTO_ELEMENTS];
        for (int i = 0; i < o.elements; i++) {
            br_elasto_options single = o;
            single.elements = 1;
            single.element[0] = o.element[i];
            single.sigma2 = 0;
            one[i] = opened(&single);
            stepped(&one[i], 0, 0, 0);
        }
        stepped(&all, 0, 0, 0);
        for (int k = 0; k < 100; k++, done++) {
            seen w;
            wide sum = 0, sizes = 0;
            watched(&all, &w);
            for (int i = 0; i < o.elements; i++) {
                one[i].x = 0;
                br_elasto_sample a = stepped(&one[i], all.x, all.v, (br_real)w.dt);
                assert_true(one[i].z[0] == all.z[i]);
                sum += (wide)a.F;
                sizes += fabsl((wide)a.elastic) + fabsl((wide)a.damping);
            }
            assert_close((wide)w.out.elastic + (wide)w.out.damping, sum, 64 * eps * sizes, "force of all elements");
        }
    }
}

// Within zba nothing slides: any motion that comes back brings the force back, exactly where positions are exact.
static void within_zba_motion_leaves_no_trace(void **unused)
{
    (void)unused;
    for (int scheme = 0; scheme < 2; scheme++) {
        br_elasto_options o = table_II();
        o.scheme = (br_elasto_scheme)scheme;
        br_elasto e = opened(&o);
        const br_real unit = BR_C(1.0) / (1 << 20); // 0.95 um; zba is 8 um
        stepped(&e, 0, 0, 0);
        for (int k = 0; k < points() / 10; k++) {
            br_real x = unit * (br_real)(below(17) - 8);
            stepped(&e, x, below(2) ? BR_C(1e-3) : MISSING, o.dt);
            assert_true(e.z[0] == x);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lemmas_and_theorems_hold_at_every_update),
        cmocka_unit_test(options_without_a_warning_stay_dissipative),
        cmocka_unit_test(damping_beyond_22_is_told_and_can_return_energy),
        cmocka_unit_test(every_element_is_asked_for_22),
        cmocka_unit_test(viscous_force_counts_in_22),
        cmocka_unit_test(steady_sliding_ends_at_zss_theorem_2),
        cmocka_unit_test(elements_side_by_side_are_single_ones_added),
        cmocka_unit_test(within_zba_motion_leaves_no_trace),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
