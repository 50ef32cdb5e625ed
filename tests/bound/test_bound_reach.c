// test_bound_reach.c - F13: trajectories of laws stay in their tubes, and the tubes are not much wider than they are.
//
// Where the input is held the trajectories of LuGre and Dahl are known in closed form and computed in wide, so that nothing is
// allowed for; those of other laws are computed by the adaptive solver, and may be off by its error. BR_COUNT points of them.
#include "num/base/fp.h"

#include <float.h>
#include <math.h>

#include "bound/reach/reach.h"
#include "bound_setup.h"
#include "sim/run/driver.h"
#include "sim/source/source_series.h"

typedef long double wide;

// An interval about x, of no width or up to a share of it.
static br_interval some(double x, double share)
{
    double half = chance(0.3) ? 0 : 0.5 * share * fabs(x) * pow(10, -between(0, 4));
    return br_interval_of(x - half, x + half);
}

static void set_value(br_model *m, const char *name, br_interval value)
{
    int q = br_law_find(&m->law, name, strlen(name));
    assert_true(q >= 0);
    *br_model_values(m, q) = value;
}

static bool has(br_interval a, wide x)
{
    return (wide)a.lo <= x && x <= (wide)a.hi;
}

// ---------------------------------------------------------------- held inputs, in closed form

enum { PIECES = 12 };

typedef struct held { // the input is v[k] from time k*h on
    double h, v[PIECES];
} held;

static int piece_at(const held *c, double t)
{
    int k = 0;
    while (k + 1 < PIECES && (k + 1) * c->h <= t)
        k++;
    return k;
}

static br_status held_series(void *self, br_interval t, br_interval *u)
{
    const held *c = self;
    memset(u, 0, (BR_REACH_ORDER + 1) * sizeof *u);
    u[0] = br_interval_of(c->v[piece_at(c, t.lo)], c->v[piece_at(c, t.lo)]);
    return BR_OK;
}

static double held_next(void *self, double t)
{
    const held *c = self;
    int k = piece_at(c, t) + 1;
    return k < PIECES ? k * c->h : (double)INFINITY;
}

typedef struct bristle { // LuGre, or Dahl with FS = FC and sigma1 = 0
    wide z, sigma0, sigma1, FC, FS, vs;
} bristle;

static wide capacity(const bristle *b, wide v)
{
    return b->FC + (b->FS - b->FC) * expl(-(v / b->vs) * (v / b->vs));
}

static void bristle_step(bristle *b, wide v, wide t)
{
    wide rate = b->sigma0 * fabsl(v) / capacity(b, v), end = v == 0 ? b->z : v / rate;
    b->z = end + (b->z - end) * expl(-rate * t);
}

static wide bristle_force(const bristle *b, wide v)
{
    return b->sigma0 * b->z + b->sigma1 * (v - b->sigma0 * fabsl(v) / capacity(b, v) * b->z);
}

typedef struct problem {
    br_model model;
    held course;
    bool dahl;
    br_interval off; // of the input
} problem;

static void random_problem(problem *p, bool wide_input)
{
    p->dahl = chance(0.3);
    open_model(&p->model, p->dahl ? "dahl" : "lugre", p->dahl ? "example" : "table-I", p->dahl ? "" : "sigma2 = 0");
    double share = chance(0.3) ? 0 : 0.2;
    set_value(&p->model, "sigma0", some(1e5, share));
    set_value(&p->model, "FC", some(1, share));
    if (!p->dahl) {
        set_value(&p->model, "FS", some(1.5, share));
        set_value(&p->model, "vs", some(1e-3, share));
        set_value(&p->model, "sigma1", some(316, share));
    }
    set_value(&p->model, "z", some(between(-1e-5, 1e-5), chance(0.5) ? 0 : 1));
    p->off = br_interval_of(0, 0);
    double fast = chance(0.3) ? pow(10, between(0, 4)) : 1; // so that bristles follow long before a step is over
    p->course.h = between(1e-3, 2e-2);
    for (int k = 0; k < PIECES; k++)
        p->course.v[k] = chance(0.1) ? 0 : fast * between(-2e-3, 2e-3);
    if (wide_input)
        p->off =
            br_interval_of(-1e-4 * fast * (chance(0.5) ? 1 : 20), between(0, 1e-4) * fast * (chance(0.5) ? 1 : 20));
}

static wide number_inside(const br_model *m, const char *name)
{
    int q = br_law_find(&m->law, name, strlen(name));
    return q < 0 ? 0 : (wide)inside(*br_model_values(m, q));
}

static bristle random_bristle(const problem *p)
{
    bristle b = {.z = number_inside(&p->model, "z"),
                 .sigma0 = number_inside(&p->model, "sigma0"),
                 .sigma1 = number_inside(&p->model, "sigma1"),
                 .FC = number_inside(&p->model, "FC"),
                 .FS = number_inside(&p->model, "FS"),
                 .vs = p->dahl ? 1 : number_inside(&p->model, "vs")};
    if (p->dahl)
        b.FS = b.FC;
    return b;
}

enum { TRAJECTORIES = 6 };

static long check_problem(problem *p)
{
    br_reach r;
    br_diag why = {0};
    br_course course = {held_series, held_next, &p->course};
    bristle b[TRAJECTORIES];
    long points = 0;
    for (int i = 0; i < TRAJECTORIES; i++)
        b[i] = random_bristle(p);
    if (br_reach_make(&r, &p->model, &course, &p->off, 0, &why) != BR_OK)
        fail_msg("%s", why.text);
    for (int k = 0; k < PIECES - 1; k++) {
        double t0 = k * p->course.h, t1 = (k + 1) * p->course.h, v = p->course.v[k];
        assert_int_equal(br_reach_to(&r, t1), BR_OK);
        for (int i = 0; i < TRAJECTORIES; i++) {
            wide now = (wide)p->course.v[k + 1] + (wide)inside(p->off);
            for (int part = 0; part < 4; part++) // the input may be off by something else at any time
                bristle_step(&b[i], (wide)v + (wide)inside(p->off), ((wide)t1 - (wide)t0) / 4);
            if (!has(r.x[0], b[i].z) || !has(r.y[0], bristle_force(&b[i], now)))
                fail_msg("piece %d: z = %.20Lg, F = %.20Lg left [%.17g, %.17g], [%.17g, %.17g]", k, b[i].z,
                         bristle_force(&b[i], now), r.x[0].lo, r.x[0].hi, r.y[0].lo, r.y[0].hi);
            points++;
        }
    }
    br_reach_free(&r);
    return points;
}

static void bristles_stay_in_their_tubes(void **state)
{
    (void)state;
    for (long points = 0, most = counted(4000); points < most;) {
        problem p;
        random_problem(&p, chance(0.3));
        points += check_problem(&p);
        br_model_close(&p.model);
    }
}

// Whatever the velocity does, a bristle bends no further than FS/sigma0, and a tube says so in one step to a row.
static void bristles_never_bend_beyond_their_limit(void **state)
{
    (void)state;
    static const double speeds[] = {0.01, 0.1, 1, 10};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        double fastest = speeds[i];
        problem p = {.off = br_interval_of(-fastest, 0.3 * fastest), .course = {.h = 1}};
        br_reach r;
        br_diag why = {0};
        br_course course = {held_series, held_next, &p.course};
        open_model(&p.model, "lugre", "table-I", "");
        assert_int_equal(br_reach_make(&r, &p.model, &course, &p.off, 0, &why), BR_OK);
        for (int k = 1; k <= 50; k++) {
            assert_int_equal(br_reach_to(&r, 0.01 * k), BR_OK);
            assert_true(r.x[0].hi < 1.5001e-5 && r.x[0].lo > -1.5001e-5);
        }
        assert_true(r.x[0].hi >= 1.5e-5 && r.x[0].lo <= -1.5e-5 && r.steps < 2000);
        printf("up to %g m/s: %ld steps\n", fastest, r.steps);
        br_reach_free(&r);
        br_model_close(&p.model);
    }
}

// ---------------------------------------------------------------- a fast state behind a slow one, in closed form

static const char lag[] =
    "law lag\ninput v m/s\nstate z m/s\nstate a m/s\nparam tau s\nparam lambda 1/s\noutput F m/s\n"
    "z' = lambda*(a - z)\na' = (v - a)/tau\nF = z - a\n";

typedef struct lagging {
    wide z, a, tau, lambda;
} lagging;

// a = v + A exp(-t/tau), and z follows it: z = v + B exp(-t/tau) + C exp(-lambda t).
static void lag_step(lagging *l, wide v, wide t)
{
    wide A = l->a - v, B = A * l->lambda / (l->lambda - 1 / l->tau), C = l->z - v - B;
    l->a = v + A * expl(-t / l->tau);
    l->z = v + B * expl(-t / l->tau) + C * expl(-l->lambda * t);
}

// Steps are as long as the slow state lets them be, however fast the other is; whatever parameters, starts and inputs do is inside.
static void fast_states_behind_slow_ones_stay_in_their_tubes(void **state)
{
    long steps = 0, rows = 0;
    (void)state;
    for (long points = 0, most = counted(1000); points < most; rows += PIECES - 1) {
        problem p = {.off = chance(0.5) ? br_interval_of(0, 0) : br_interval_of(-between(0, 1e-4), 1e-4)};
        br_reach r;
        br_diag why = {0};
        br_course course = {held_series, held_next, &p.course};
        lagging l[TRAJECTORIES];
        double share = chance(0.4) ? 0 : 0.1;
        open_model(&p.model, lag, NULL, "");
        set_value(&p.model, "tau", some(5e-3, share));
        set_value(&p.model, "lambda", some(pow(10, between(3, 6)), share));
        set_value(&p.model, "a", some(between(-1e-2, 1e-2), chance(0.5) ? 0 : 1));
        set_value(&p.model, "z", some(between(-1e-2, 1e-2), chance(0.5) ? 0 : 1));
        p.course.h = between(1e-3, 1e-2);
        for (int k = 0; k < PIECES; k++)
            p.course.v[k] = between(-1e-2, 1e-2);
        for (int i = 0; i < TRAJECTORIES; i++)
            l[i] = (lagging){number_inside(&p.model, "z"), number_inside(&p.model, "a"), number_inside(&p.model, "tau"),
                             number_inside(&p.model, "lambda")};
        if (br_reach_make(&r, &p.model, &course, &p.off, 0, &why) != BR_OK)
            fail_msg("%s", why.text);
        for (int k = 0; k < PIECES - 1; k++) {
            double t0 = k * p.course.h, t1 = (k + 1) * p.course.h;
            assert_int_equal(br_reach_to(&r, t1), BR_OK);
            for (int i = 0; i < TRAJECTORIES; i++, points++) {
                for (int part = 0; part < 4; part++)
                    lag_step(&l[i], (wide)p.course.v[k] + (wide)inside(p.off), ((wide)t1 - (wide)t0) / 4);
                if (!has(r.x[0], l[i].z) || !has(r.x[1], l[i].a) || !has(r.y[0], l[i].z - l[i].a))
                    fail_msg("piece %d: z = %.20Lg, a = %.20Lg left [%.17g, %.17g], [%.17g, %.17g]", k, l[i].z, l[i].a,
                             r.x[0].lo, r.x[0].hi, r.x[1].lo, r.x[1].hi);
            }
        }
        steps += r.steps;
        br_reach_free(&r);
        br_model_close(&p.model);
    }
    printf("%.1f steps to a row\n", (double)steps / (double)rows);
    assert_true(steps < 100 * rows);
}

// ---------------------------------------------------------------- springs that slip, in closed form

enum { SPRINGS = 4 };

typedef struct springs {
    wide z[SPRINGS], kappa[SPRINGS], W[SPRINGS];
} springs;

// Each spring is wound up and slips at its limit: z = clamp(z + kappa*v*t), where v is one number.
static void springs_step(springs *s, wide v, wide t)
{
    for (int i = 0; i < SPRINGS; i++) {
        wide z = s->z[i] + s->kappa[i] * v * t;
        s->z[i] = z > s->W[i] ? s->W[i] : z < -s->W[i] ? -s->W[i] : z;
    }
}

static void random_springs(problem *p, bool wide_input)
{
    static const double kappa[] = {2.4e6, 5e5, 1.42e5, 1.58e5}, nu[] = {0.067, 0.056, 0.047, 0.83};
    double share = chance(0.3) ? 0 : 0.1, at = wide_input ? 0 : between(-1, 1);
    open_model(&p->model, "maxwell-slip", "table-B.3", "");
    set_value(&p->model, "FC", some(1, share));
    for (int i = 0; i < SPRINGS; i++) {
        br_model_values(&p->model, br_law_find(&p->model.law, "kappa", 5))[i] = some(kappa[i], share);
        br_model_values(&p->model, br_law_find(&p->model.law, "nu", 2))[i] = br_interval_of(nu[i], nu[i]);
        br_model_values(&p->model, br_law_find(&p->model.law, "z", 1))[i] = some(0.9 * at * nu[i], share);
    }
    p->off = wide_input ? br_interval_of(-1e-6, between(0, 1e-6)) : br_interval_of(0, 0);
    p->course.h = between(1e-3, 2e-2);
    for (int k = 0; k < PIECES; k++)
        p->course.v[k] = chance(0.1) ? 0 : between(-3e-4, 3e-4);
}

static springs random_spring(const problem *p)
{
    springs s;
    wide FC = number_inside(&p->model, "FC");
    for (int i = 0; i < SPRINGS; i++) {
        s.kappa[i] = (wide)inside(br_model_values(&p->model, br_law_find(&p->model.law, "kappa", 5))[i]);
        s.W[i] = FC * (wide)br_model_values(&p->model, br_law_find(&p->model.law, "nu", 2))[i].lo;
        s.z[i] = (wide)inside(br_model_values(&p->model, br_law_find(&p->model.law, "z", 1))[i]);
    }
    return s;
}

// Is it where the tube is? What is at its limit may be off by a rounding of the limit.
static void assert_springs(const br_reach *r, const springs *s, int k)
{
    wide F = 0, off = 1e-18L;
    for (int i = 0; i < SPRINGS; i++) {
        F += s->z[i];
        if ((wide)r->x[i].lo > s->z[i] + off || (wide)r->x[i].hi < s->z[i] - off)
            fail_msg("piece %d: z[%d] = %.20Lg left [%.17g, %.17g]", k, i + 1, s->z[i], r->x[i].lo, r->x[i].hi);
    }
    assert_true((wide)r->y[0].lo <= F + SPRINGS * off && F - SPRINGS * off <= (wide)r->y[0].hi);
}

static void springs_that_slip_stay_in_their_tubes(void **state)
{
    double added = 0;
    long points = 0, slips = 0, tubes = 0;
    (void)state;
    for (long most = counted(1000); points < most; tubes++) {
        problem p;
        br_reach r;
        br_course course = {held_series, held_next, &p.course};
        springs s[TRAJECTORIES];
        random_springs(&p, chance(0.3));
        for (int i = 0; i < TRAJECTORIES; i++)
            s[i] = random_spring(&p);
        assert_int_equal(br_reach_make(&r, &p.model, &course, &p.off, 0, NULL), BR_OK);
        for (int k = 0; k < PIECES - 1; k++) {
            double t0 = k * p.course.h, t1 = (k + 1) * p.course.h;
            assert_int_equal(br_reach_to(&r, t1), BR_OK);
            for (int i = 0; i < TRAJECTORIES; i++, points++) {
                for (int part = 0; part < 4; part++)
                    springs_step(&s[i], (wide)p.course.v[k] + (wide)inside(p.off), ((wide)t1 - (wide)t0) / 4);
                assert_springs(&r, &s[i], k);
                slips += s[i].z[0] == s[i].W[0] || s[i].z[0] == -s[i].W[0];
            }
        }
        added += br_interval_width(r.y[0]);
        br_reach_free(&r);
        br_model_close(&p.model);
    }
    printf("%ld points, %ld of them with a spring that slips; force within %.3g N at the end\n", points, slips,
           added / (double)tubes);
    assert_true(slips > points / 10 && added / (double)tubes < 0.2);
}

// Numbers alone: a tube is no wider than the short steps at its jumps make it, and the force is that of the springs.
static void known_springs_have_narrow_tubes(void **state)
{
    br_model m;
    br_reach r;
    held c = {.h = 0.01};
    br_course course = {held_series, held_next, &c};
    springs s = {.kappa = {2.4e6L, 5e5L, 1.42e5L, 1.58e5L}, .W = {9 * 0.067L, 9 * 0.056L, 9 * 0.047L, 9 * 0.83L}};
    (void)state;
    for (int k = 0; k < PIECES; k++)
        c.v[k] = k % 4 < 2 ? 1e-3 : -7e-4;
    open_model(&m, "maxwell-slip", "table-B.3", "");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, NULL), BR_OK);
    for (int k = 0; k < PIECES - 1; k++) {
        assert_int_equal(br_reach_to(&r, (k + 1) * c.h), BR_OK);
        springs_step(&s, (wide)c.v[k], (wide)((k + 1) * c.h) - (wide)(k * c.h));
        for (int i = 0; i < SPRINGS; i++)
            assert_true(fabsl((wide)br_interval_mid(r.x[i]) - s.z[i]) < 1e-12L && br_interval_width(r.x[i]) < 1e-12);
    }
    assert_true(r.undecided > 0);
    br_reach_free(&r);
    br_model_close(&m);
}

// From a through b to c at one moment, of which only z = L is known; F is the rate of each mode.
static const char chain_of_modes[] =
    "law chain\ninput v m/s\nstate z m\nparam L m\noutput F m/s\nmodes a, b, c\n"
    "z' = v in a\nz' = 0*v in b\nz' = -5*v in c\nfrom a to b if z >= L\nfrom b to c if z >= L\n"
    "F = v in a\nF = 0*v in b\nF = -5*v in c\n";

// Jumps that follow each other within a step, and outputs while the mode is not known.
static void chains_of_jumps_stay_in_their_tubes(void **state)
{
    held c = {.h = 0.0625}; // breaks and rows fall on each other without rounding
    br_course course = {held_series, held_next, &c};
    long both = 0;
    (void)state;
    for (int n = 0; n < 4; n++) {
        br_model m;
        br_reach r;
        for (int k = 0; k < PIECES; k++)
            c.v[k] = between(0.5e-3, 2e-3);
        open_model(&m, chain_of_modes, NULL, "L = 0.1 mm");
        set_value(&m, "L", some(1e-4, n % 2 ? 0.5 : 0));
        assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, NULL), BR_OK);
        wide x = 0;
        for (int k = 1; k < 20; k++) { // the way of v, and what it makes of z
            double t0 = (k - 1) * 0.015625, t = k * 0.015625, v = c.v[piece_at(&c, t0)], now = c.v[piece_at(&c, t)];
            x += (wide)v * ((wide)t - (wide)t0);
            assert_int_equal(br_reach_to(&r, t), BR_OK);
            for (int i = 0; i < 5; i++) {
                wide L = (wide)inside(m.p[0]), z = x < L ? x : L - 5 * (x - L), F = x < L ? (wide)now : -5 * (wide)now;
                if (fabsl(x - L) < 1e-15L)
                    continue;
                if (!has(r.x[0], z) || !has(r.y[0], F))
                    fail_msg("%d: z = %.20Lg, F = %.20Lg left [%.17g, %.17g], [%.17g, %.17g]", k, z, F, r.x[0].lo,
                             r.x[0].hi, r.y[0].lo, r.y[0].hi);
            }
            both += has(r.y[0], (wide)now) && has(r.y[0], -5 * (wide)now);
        }
        br_reach_free(&r);
        br_model_close(&m);
    }
    assert_true(both > 2);
}

static const char pair_of_modes[] =
    "law pair\ninput v m/s\nstate x m\nstate y m\nparam a 1/s\noutput F m\nmodes one, two\n"
    "x' = v in one\nx' = -a*y in two\ny' = 0*v\nfrom one to two if x > 0*y\nfrom two to one if x < 0*y\nF = x\n";

static void other_modes_are_refused_by_name(void **state)
{
    br_model m;
    br_reach r;
    br_diag why = {0};
    held c = {.h = 0.01};
    br_course course = {held_series, held_next, &c};
    (void)state;
    open_model(&m, pair_of_modes, NULL, "a = 1 1/s");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "pair: no tube: of laws with modes only those"));
    br_model_close(&m);
}

// ---------------------------------------------------------------- other laws, against the adaptive solver

static double source_next(void *self, double t)
{
    const br_source_series *s = self;
    return br_source_break(s->source, t);
}

static br_status source_series(void *self, br_interval t, br_interval *u)
{
    return br_source_series_at(self, t, u);
}

typedef struct law_case {
    const char *law, *set, *values, *input;
    double time;
    int rows;
} law_case;

static const law_case cases[] = {
    {"sgms", "table-5.1", "FC = 0.98..1.02 N, z[1] = -0.1..0.1 N", "v = 2e-3*sin(9*t) m/s", 0.6, 6},
    {"elasto-plastic", "table-I", "FC = 0.97..1.03 N, zba = 7e-6..8e-6 m", "x = 20*sin(9*t) um", 0.7, 7},
    {"dam", "table-4.1", "FC = 8.9..9.1 N, z[4] = -1..1 um", "x = 20*sin(90*t) um", 0.06, 6},
    {"lugre", "table-4.1", "sigma0 = 230..250 N/mm, vs = 0.8..1.2 mm/s", "v = 1e-3*bernstein(0,1,0,3,-4,2) m/s", 0.8,
     4},
    {"dahl", "example", "shape = power, delta = 1.4..1.6, sigma0 = 1e5 N/m", "v = 1e-4*points(0,0,.2,1,.5,-1) m/s", 0.6,
     6},
    {"maxwell-slip", "table-B.3", "FC = 8.9..9.1 N, z[2] = -0.1..0.1 N", "x = 20*sin(9*t) um", 0.7, 7},
    {"gms", "table-4.1", "FC = 8.9..9.1 N, C = 14..16 N/s", "x = 20*sin(9*t) um", 0.7, 7},
    {"gms", "table-4.1", "form = displacement, beta = 0.1..0.14, sigma = 0.1, 0.1, 0.1, 0.1 N*s/mm",
     "v = 1e-3*square(0.3)*cos(2*t) m/s", 0.5, 5},
    {"gms", "table-4.1", "z[4] = 7..8.2 N", "v = 1e-4 + 5e-3*step(0.02) m/s", 0.021, 3},
    {"stick-slip", "fig-6", "vp = 0.1 m/s, k = 1.99..2.01 N/m, x = 0..1e-4 m", "", 0.05, 5},
    {"stick-slip", "fig-6", "friction = dahl, fr = example, m = 0.9..1.1 kg, k = 2 N/m", "vp = 0.01*cos(3*t) m/s", 0.05,
     5},
};

// A model of numbers from the intervals of m, driven by the source.
static void random_numbers(br_model *m)
{
    for (int j = 0; j < m->np; j++)
        m->p[j].lo = m->p[j].hi = inside(m->p[j]);
    for (int j = 0; j < m->nx; j++)
        m->x[j].lo = m->x[j].hi = inside(m->x[j]);
    m->exact = true;
}

static double size_of(br_interval a)
{
    return br_interval_mag(a);
}

static void compare(const law_case *c, const br_interval *x, const br_interval *y)
{
    br_model m;
    br_source s;
    br_driver driver;
    br_run run;
    br_diag why = {0};
    br_run_options o = br_run_defaults();
    open_model(&m, c->law, c->set, c->values);
    random_numbers(&m);
    o.relative = 1e-11;
    o.absolute = 1e-18;
    o.until = c->time;
    assert_int_equal(br_source_read(&s, c->input, "input", &m, NULL, &why), BR_OK);
    br_drive drive = br_driver_of(&driver, &s);
    if (br_run_open(&run, &m, &drive, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    for (int k = 1; k <= c->rows; k++) {
        assert_int_equal(br_run_to(&run, c->time * k / c->rows, &why), BR_OK);
        for (int i = 0; i < m.nx; i++) {
            br_interval at = x[(k - 1) * m.nx + i];
            double slack = 1e-7 * size_of(at);
            if (!(run.x[i] >= at.lo - slack && run.x[i] <= at.hi + slack))
                fail_msg("%s: state %d at row %d: %.17g is not in [%.17g, %.17g]", c->law, i, k, run.x[i], at.lo,
                         at.hi);
        }
        double slack = 1e-6 * size_of(y[k - 1]);
        if (!(run.y[0] >= y[k - 1].lo - slack && run.y[0] <= y[k - 1].hi + slack))
            fail_msg("%s: output at row %d: %.17g is not in [%.17g, %.17g]", c->law, k, run.y[0], y[k - 1].lo,
                     y[k - 1].hi);
    }
    br_run_close(&run);
    br_source_free(&s);
    br_model_close(&m);
}

static void check_case(const law_case *c, int trajectories)
{
    br_model m;
    br_source s;
    br_source_series series;
    br_reach r;
    br_diag why = {0};
    open_model(&m, c->law, c->set, c->values);
    br_interval *x = calloc((size_t)(c->rows * m.nx), sizeof *x), *y = calloc((size_t)c->rows, sizeof *y);
    assert_true(x && y);
    assert_int_equal(br_source_read(&s, c->input, "input", &m, NULL, &why), BR_OK);
    assert_int_equal(br_source_series_make(&series, &s, BR_REACH_ORDER), BR_OK);
    br_course course = {source_series, source_next, &series};
    if (br_reach_make(&r, &m, &course, NULL, 0, &why) != BR_OK)
        fail_msg("%s", why.text);
    for (int k = 0; k < c->rows; k++) {
        if (br_reach_to(&r, c->time * (k + 1) / c->rows) != BR_OK)
            fail_msg("%s: no tube behind %g s", c->law, r.t);
        memcpy(x + k * m.nx, r.x, (size_t)m.nx * sizeof *x);
        y[k] = r.y[0];
    }
    for (int i = 0; i < trajectories; i++)
        compare(c, x, y);
    br_reach_free(&r);
    br_source_series_free(&series);
    br_source_free(&s);
    br_model_close(&m);
    free(x);
    free(y);
}

static void laws_and_plants_stay_in_their_tubes(void **state)
{
    int trajectories = (int)(counted(4000) / 400);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i], trajectories);
}

// ---------------------------------------------------------------- width

static br_status no_inputs(void *self, br_interval t, br_interval *u)
{
    (void)self, (void)t, (void)u;
    return BR_OK;
}

static double no_break(void *self, double t)
{
    (void)self, (void)t;
    return (double)INFINITY;
}

static const char oscillator[] = "law oscillator\nstate x = 1 m\nstate v m/s\nparam w 1/s\noutput E m^2\n"
                                 "x' = v\nv' = -w*w*x\nE = x*x + v*v/(w*w)\n";

// A box that turns is as wide after many turns as it was, and a wrapped one would have grown by e^(2 pi) in each.
static void turning_does_not_widen(void **state)
{
    br_model m;
    br_reach r;
    br_diag why = {0};
    br_course course = {no_inputs, no_break, NULL};
    (void)state;
    open_model(&m, oscillator, NULL, "w = 1 1/s, x = 0.999..1.001 m, v = -1e-3..1e-3 m/s");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_OK);
    for (int k = 1; k <= 100; k++) {
        assert_int_equal(br_reach_to(&r, k), BR_OK);
        wide c = cosl((wide)k), s = sinl((wide)k), reach = 1e-3L * (fabsl(c) + fabsl(s));
        assert_true(has(r.x[0], c + reach) && has(r.x[0], c - reach));
        assert_true(has(r.x[1], -s + reach) && has(r.x[1], -s - reach));
        assert_true(br_interval_width(r.x[0]) <= (double)(2.02L * reach));
        assert_true(has(r.y[0], 1));
    }
    br_reach_free(&r);
    br_model_close(&m);
}

// What states owe to a parameter is not taken for independent.
static void parameters_stay_known(void **state)
{
    br_model m;
    br_reach r;
    br_diag why = {0};
    br_course course = {no_inputs, no_break, NULL};
    (void)state;
    open_model(&m, oscillator, NULL, "w = 0.9999..1.0001 1/s, x = 1 m");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_OK);
    assert_int_equal(br_reach_to(&r, 20), BR_OK);
    wide a = cosl(20 * (wide)0.9999), b = cosl(20 * (wide)1.0001);
    assert_true(has(r.x[0], a) && has(r.x[0], b));
    assert_true(br_interval_width(r.x[0]) <= (double)(1.4L * fabsl(a - b)));
    assert_true(has(r.y[0], 1) && br_interval_width(r.y[0]) < 4e-3);
    br_reach_free(&r);
    br_model_close(&m);
}

// ---------------------------------------------------------------- inputs and jumps

// Taylor polynomials about a time go through the input behind it, and the series over a time hold it.
static void inputs_follow_their_series(void **state)
{
    static const char *const inputs[] = {"v = 1e-3*sin(9*t + 1) m/s",
                                         "x = 20*sin(9*t) um",
                                         "v = 1e-3*bernstein(0.1, 1, 0, 3, -4, 2) m/s",
                                         "v = 1e-3*points(0.2, 0, 0.5, 1, 0.9, -1) m/s",
                                         "v = 1e-4*moves_rate(3, 0, 1, 0.2) m/s",
                                         "x = 1e-3*exp(-t)*trapezoid(0.1, 0.2, 0.1) m",
                                         "v = 1e-3*square(0.3)*t/(1 + t^2) m/s",
                                         "v = 1e-3*chirp(1, 3, 0.8) m/s",
                                         "x = 1e-4*chirp_log(0.5, 2, 0.7) m",
                                         "v = 1e-3*chirp_log(2, 2, 0.7) m/s",
                                         "v = 1e-3*multisine(1, 2, 3, 5) m/s",
                                         "x = 1e-4*multisine_random(7, 1, 2.5, 4) m"};
    (void)state;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        br_model m;
        br_source s;
        br_source_series series;
        br_diag why = {0};
        open_model(&m, "lugre", "table-I", "");
        assert_int_equal(br_source_read(&s, inputs[i], "input", &m, NULL, &why), BR_OK);
        assert_int_equal(br_source_series_make(&series, &s, BR_REACH_ORDER), BR_OK);
        for (int k = 0; k < 100; k++) {
            double t = between(0, 1.2), h = 1e-3, v, sum = 0;
            br_interval at[BR_REACH_ORDER + 1], over[BR_REACH_ORDER + 1];
            if (br_source_break(&s, t) <= t + h)
                continue;
            assert_int_equal(br_source_at(&s, t + h, &v, NULL, &why), BR_OK);
            assert_int_equal(br_source_series_at(&series, br_interval_of(t, t), at), BR_OK);
            assert_int_equal(br_source_series_at(&series, br_interval_of(t, t + h), over), BR_OK);
            for (int j = BR_REACH_ORDER; j >= 0; j--)
                sum = br_interval_mid(at[j]) + h * sum;
            if (!(fabs(sum - v) <= 1e-16) || !(v >= over[0].lo - 1e-17 && v <= over[0].hi + 1e-17))
                fail_msg("%s: %.17g at %g s, and not %.17g", inputs[i], sum, t + h, v);
        }
        br_source_series_free(&series);
        br_source_free(&s);
        br_model_close(&m);
    }
}

// Solutions on both sides of a jump part: what the mean value says there holds for neither.
static void jumps_are_no_slopes(void **state)
{
    static const char jump[] = "law jump\nstate x\nparam a 1/s\noutput y\nx' = a*(1 + sign(x)/2)\ny = x\n";
    br_model m;
    br_reach r;
    br_diag why = {0};
    br_course course = {no_inputs, no_break, NULL};
    (void)state;
    open_model(&m, jump, NULL, "a = 1 1/s, x = -0.3..0.1");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_OK);
    assert_int_equal(br_reach_to(&r, 0.2), BR_OK);
    assert_true(has(r.x[0], -0.2L) && has(r.x[0], 0.4L) && r.undecided > 0);
    assert_true(br_interval_width(r.x[0]) < 0.61);
    br_reach_free(&r);
    br_model_close(&m);
}

// A state that sees only the sign of another has no slope by it, and still does not move by itself.
static void signs_of_others_are_seen(void **state)
{
    static const char follows[] = "law follows\nstate x\nstate y\nparam a 1/s\noutput F\n"
                                  "x' = -a*sign(y)\ny' = 0*a*y\nF = x\n";
    br_model m;
    br_reach r;
    br_diag why = {0};
    br_course course = {no_inputs, no_break, NULL};
    (void)state;
    open_model(&m, follows, NULL, "a = 1 1/s, x = -0.1..0.1, y = -1..1");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_OK);
    assert_int_equal(br_reach_to(&r, 1), BR_OK);
    assert_true(has(r.x[0], 1.1L) && has(r.x[0], -1.1L));
    br_reach_free(&r);
    br_model_close(&m);
}

// At 0 a root has no slope: the output is what the root itself says.
static void outputs_without_slopes_are_enclosed(void **state)
{
    static const char root[] = "law root\nstate x\nparam a 1/s\noutput F\nx' = 0*a*x\nF = sqrt(x)\n";
    br_model m;
    br_reach r;
    br_diag why = {0};
    br_course course = {no_inputs, no_break, NULL};
    (void)state;
    open_model(&m, root, NULL, "a = 1 1/s, x = 0");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_OK);
    assert_int_equal(br_reach_to(&r, 1), BR_OK);
    assert_true(has(r.y[0], 0));
    br_reach_free(&r);
    br_model_close(&m);
}

// ---------------------------------------------------------------- refusals

static void what_escapes_is_told(void **state)
{
    static const char escape[] = "law escape\nstate x = 1\nparam a 1/s\noutput y\nx' = a*x^2\ny = x\n";
    br_model m;
    br_reach r;
    br_diag why = {0};
    br_course course = {no_inputs, no_break, NULL};
    (void)state;
    open_model(&m, escape, NULL, "a = 1 1/s");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_OK);
    assert_int_equal(br_reach_to(&r, 2), BR_NEGATIVE);
    assert_true(r.t < 1 && r.t > 0.99);
    br_reach_free(&r);
    br_model_close(&m);
    open_model(&m, "drive-train", "nominal", "");
    assert_int_equal(br_reach_make(&r, &m, &course, NULL, 0, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "modes"));
    br_model_close(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bristles_stay_in_their_tubes),
        cmocka_unit_test(bristles_never_bend_beyond_their_limit),
        cmocka_unit_test(fast_states_behind_slow_ones_stay_in_their_tubes),
        cmocka_unit_test(springs_that_slip_stay_in_their_tubes),
        cmocka_unit_test(known_springs_have_narrow_tubes),
        cmocka_unit_test(chains_of_jumps_stay_in_their_tubes),
        cmocka_unit_test(other_modes_are_refused_by_name),
        cmocka_unit_test(laws_and_plants_stay_in_their_tubes),
        cmocka_unit_test(turning_does_not_widen),
        cmocka_unit_test(parameters_stay_known),
        cmocka_unit_test(inputs_follow_their_series),
        cmocka_unit_test(jumps_are_no_slopes),
        cmocka_unit_test(signs_of_others_are_seen),
        cmocka_unit_test(outputs_without_slopes_are_enclosed),
        cmocka_unit_test(what_escapes_is_told),
    };
    return cmocka_run_group_tests(tests, setup_random, NULL);
}
