// test_mech_augmented.c - what mechanisms are estimated beside their motion: unknown inputs that go on in several ways, parameters.
#include "num/base/fp.h"

#include <math.h>

#include "mech/estimate/filter.h"
#include "mech/estimate/parameter.h"
#include "mech_kit.h"
#include "num/base/elem.h"
#include "num/base/random.h"

// A mass on a slide with a spring and a damper, which is linear.
enum { M = 2, C = 3, K = 50 };
#define MASS                                                                                                           \
    "mechanism mass\nplanar\nbody a mass = 2 kg, cog = 0, 0 m\njoint A prismatic a ground at = 0, 0 m, axis = 1, 0\n"  \
    "spring k A stiffness = 50 N/m\ndamper d A damping = 3 N*s/m\nunknown F A sd = 2 N\n"                              \
    "sensor x displacement A sd = 1e-3 m\nstart A position_sd = 0.1 m, speed_sd = 1 m/s\n"
enum { FORCE = 2 };

// ---------------------------------------------------------------- a Kalman filter of its own

enum { MOST = 8, X = 0, V = 1, E = 2 }; // states: position, speed, those of inputs and parameters

typedef struct kalman {
    int n;
    double x[MOST], P[MOST][MOST];
} kalman;

static void spread(kalman *f, double A[MOST][MOST], double Q[MOST][MOST])
{
    double T[MOST][MOST] = {{0}};
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            for (int k = 0; k < f->n; k++)
                T[i][j] += A[i][k] * f->P[k][j];
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++) {
            f->P[i][j] = Q[i][j];
            for (int k = 0; k < f->n; k++)
                f->P[i][j] += T[i][k] * A[j][k];
        }
}

static void take(kalman *f, double y, double sd)
{
    double gain[MOST], S = f->P[X][X] + sd * sd, gap = y - f->x[X];
    for (int i = 0; i < f->n; i++)
        gain[i] = f->P[i][X] / S;
    for (int i = 0; i < f->n; i++)
        f->x[i] += gain[i] * gap;
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            f->P[i][j] -= gain[i] * gain[j] * S;
}

// One input of a kind: its states from e on.
typedef struct model {
    br_input is;
    int e;
} model;

// The force that acts in a step, and its slopes by all states; `ahead` as for an input over the position.
static double force_of(const kalman *f, const model *w, double t, double ahead, double by[MOST])
{
    const double *e = f->x + w->e;
    double angle = w->is.kind == BR_INPUT_SINE ? w->is.rate * t : w->is.rate * (f->x[X] + ahead * f->x[V]);
    if (w->is.kind < BR_INPUT_SINE) {
        by[w->e] += 1;
        return e[0];
    }
    by[w->e] += cos(angle);
    by[w->e + 1] += sin(angle);
    double turn = w->is.kind == BR_INPUT_ORDER ? w->is.rate * (e[1] * cos(angle) - e[0] * sin(angle)) : 0;
    by[X] += turn;
    by[V] += ahead * turn;
    return e[0] * cos(angle) + e[1] * sin(angle);
}

// Inputs go on over h: the exact solutions of their equations.
static void go_on(kalman *f, const model *w, double h, double A[MOST][MOST], double Q[MOST][MOST])
{
    int e = w->e;
    double q = w->is.walk * w->is.walk, r = w->is.rate;
    A[e][e] = w->is.kind == BR_INPUT_DECAY ? exp(-r * h) : 1;
    Q[e][e] = w->is.kind == BR_INPUT_DECAY ? q * (1 - exp(-2 * r * h)) / (2 * r) : q * h;
    if (w->is.kind == BR_INPUT_WALK || w->is.kind == BR_INPUT_DECAY) {
        f->x[e] *= A[e][e];
        return;
    }
    A[e + 1][e + 1] = 1;
    Q[e + 1][e + 1] = q * h;
    if (w->is.kind == BR_INPUT_RAMP) {
        A[e][e + 1] = h;
        Q[e][e] = q * h * h * h / 3;
        Q[e][e + 1] = Q[e + 1][e] = q * h * h / 2;
        f->x[e] += h * f->x[e + 1];
    }
}

// A step of BDF-1: (m + h c + h^2 k) v1 = m v0 - h k x0 + h F, x1 = x0 + h v1. k_at: the state that is the stiffness, or -1.
static void predict(kalman *f, const model *all, int models, int k_at, double t, double h)
{
    double A[MOST][MOST] = {{0}}, Q[MOST][MOST] = {{0}}, by[MOST] = {0}, F = 0, G[MOST][MOST] = {{0}};
    for (int i = 0; i < f->n; i++)
        G[i][i] = 1;
    for (int i = 0; i < models; i++)
        go_on(f, &all[i], h, G, Q);
    for (int i = 0; i < models; i++)
        F += force_of(f, &all[i], t, h, by);
    double k = k_at >= 0 ? f->x[k_at] : K, mass = M + h * C + h * h * k;
    double v = (M * f->x[V] - h * k * f->x[X] + h * F) / mass, x = f->x[X] + h * v;
    for (int i = E; i < f->n; i++)
        A[i][i] = 1;
    for (int i = 0; i < f->n; i++)
        A[V][i] = h * by[i] / mass;
    A[V][X] += -h * k / mass;
    A[V][V] += M / mass;
    if (k_at >= 0)
        A[V][k_at] -= h * x / mass;
    for (int i = 0; i < f->n; i++)
        A[X][i] = (i == X) + h * A[V][i];
    double all_A[MOST][MOST] = {{0}};
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            for (int m = 0; m < f->n; m++)
                all_A[i][j] += A[i][m] * G[m][j];
    f->x[V] = v;
    f->x[X] = x;
    spread(f, all_A, Q);
}

// ---------------------------------------------------------------- inputs

typedef struct watched {
    machine w;
    br_filter f;
    int sensor;
    double sd;
    br_input input[3];
    br_parameter parameter[4];
} watched;

static void watch(watched *o, const char *text, int inputs, int parameters, bool dense)
{
    br_diag why = {0};
    open_text(&o->w, text);
    o->sd = 1e-3;
    br_filter_options options = {.input = o->input,
                                 .inputs = inputs,
                                 .parameter = o->parameter,
                                 .parameters = parameters,
                                 .sensor = &o->sensor,
                                 .sensors = 1,
                                 .sd = &o->sd,
                                 .dense = dense};
    if (br_filter_open(&o->f, &o->w.s, &options, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static void unwatch(watched *o)
{
    br_filter_close(&o->f);
    close_machine(&o->w);
}

static void sample(watched *o, double h, double y)
{
    br_diag why = {0};
    if (br_filter_time_update(&o->f, h, &why) != BR_OK || br_filter_measurement_update(&o->f, &y, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static double gap_of(double a, double b)
{
    return fabs(a - b) / (1 + fabs(b));
}

static double variance(const kalman *f, const double by[MOST])
{
    double sum = 0;
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            sum += by[i] * f->P[i][j] * by[j];
    return sum;
}

static double motion_gap(watched *o, const kalman *f)
{
    double sd, worst = gap_of(br_filter_measure(&o->f, 0, 0, &sd), f->x[X]);
    worst = fmax(worst, gap_of(sd, sqrt(f->P[X][X])));
    worst = fmax(worst, gap_of(br_filter_measure(&o->f, 0, 1, &sd), f->x[V]));
    return fmax(worst, gap_of(sd, sqrt(f->P[V][V])));
}

// The same log by the mechanism's filter and by its own, of these inputs together.
static void compare(const char *name, const br_input *input, int inputs)
{
    enum { ROWS = 400 };
    const double h = 5e-3;
    watched o = {0};
    kalman f = {.n = E, .P = {{0.01}, {0, 1}}};
    model all[3];
    br_random dice;
    double worst = 0;
    br_random_init(&dice, 11, 0);
    for (int i = 0; i < inputs; i++) {
        o.input[i] = input[i];
        o.input[i].force = FORCE;
        all[i] = (model){o.input[i], f.n};
        for (int k = 0; k < br_input_states(input[i].kind); k++) // a rate starts at 0
            f.P[f.n + k][f.n + k] = input[i].kind == BR_INPUT_RAMP && k == 1 ? 0 : 4;
        f.n += br_input_states(input[i].kind);
    }
    watch(&o, MASS, inputs, 0, false);
    for (int k = 1; k <= ROWS; k++) {
        double t = k * h, y = 0.05 * sin(9 * t) + 1e-3 * br_random_normal(&dice), sd, by[MOST] = {0}, F = 0;
        predict(&f, all, inputs, -1, t, h);
        take(&f, y, 1e-3);
        sample(&o, h, y);
        for (int i = 0; i < inputs; i++)
            F += force_of(&f, &all[i], t, 0, by);
        worst = fmax(worst, gap_of(br_filter_input(&o.f, 0, &sd), F));
        worst = fmax(worst, gap_of(sd, sqrt(variance(&f, by))));
        worst = fmax(worst, motion_gap(&o, &f));
    }
    print_message("%s: differs from its own filter by %.2g\n", name, worst);
    assert_true(worst < 1e-8);
    unwatch(&o);
}

static void inputs_go_on_as_their_own_kalman_filters_have_it(void **state)
{
    (void)state;
    const br_input walk = {.kind = BR_INPUT_WALK, .walk = 5}, ramp = {.kind = BR_INPUT_RAMP, .walk = 50},
                   decay = {.kind = BR_INPUT_DECAY, .rate = 4, .walk = 5},
                   sine = {.kind = BR_INPUT_SINE, .rate = 9, .walk = 2},
                   order = {.kind = BR_INPUT_ORDER, .rate = 30, .walk = 2};
    const br_input all[3] = {walk, sine, order};
    compare("walk", &walk, 1);
    compare("ramp", &ramp, 1);
    compare("decay", &decay, 1);
    compare("sine", &sine, 1);
    compare("order", &order, 1);
    compare("walk, sine and order together", all, 3);
}

// ---------------------------------------------------------------- parameters

static br_parameter parameter_of(const br_mech *m, const char *name, double start, double sd, bool log)
{
    br_named_parameter p;
    if (!br_parameter_find(m, name, &p))
        fail_msg("no parameter %s", name);
    p.is.is.scale = p.nominal;
    p.is.is.log = log;
    p.is.x = log ? br_log(start / p.nominal) : start / p.nominal;
    p.is.sd = sd;
    return p.is;
}

static void a_stiffness_is_estimated_as_by_its_own_kalman_filter(void **state)
{
    (void)state;
    enum { ROWS = 400 };
    const double h = 5e-3;
    watched o = {.input = {{.force = FORCE, .walk = 5}}};
    kalman f = {.n = 4, .x = {0, 0, 0, 40}, .P = {{0.01}, {0, 1}, {0, 0, 4}, {0, 0, 0, 100}}};
    const model walk = {o.input[0], E};
    machine plain = {0};
    br_random dice;
    double worst = 0;
    br_random_init(&dice, 11, 0);
    open_text(&plain, MASS);
    o.parameter[0] = parameter_of(&plain.m, "k.stiffness", 40, 0.2, false);
    o.parameter[0].walk = 0.01;
    close_machine(&plain);
    watch(&o, MASS, 1, 1, false);
    for (int k = 1; k <= ROWS; k++) {
        double y = 0.05 * sin(9 * k * h) + 1e-3 * br_random_normal(&dice), sd;
        predict(&f, &walk, 1, 3, k * h, h);
        f.P[3][3] += 0.01 * 50 * 0.01 * 50 * h;
        take(&f, y, 1e-3);
        sample(&o, h, y);
        worst = fmax(worst, gap_of(br_filter_parameter(&o.f, 0, &sd), f.x[3]));
        worst = fmax(worst, gap_of(sd, sqrt(f.P[3][3])));
        worst = fmax(worst, motion_gap(&o, &f));
    }
    print_message("stiffness %.3f N/m; differs from its own filter by %.2g\n", f.x[3], worst);
    assert_true(worst < 1e-8);
    unwatch(&o);
}

// Friction with a state, and a joint that yields; parameters of all three.
#define RUBBED                                                                                                         \
    "mechanism rubbed\nplanar\nbody a mass = 2 kg, cog = 0, 0 m\nbody b mass = 0.5 kg, cog = 0.2, 0 m, inertia = "     \
    "0.01 "                                                                                                            \
    "kg*m^2\njoint A prismatic a ground at = 0, 0 m, axis = 1, 0\njoint B revolute b a at = 0, 0 m, stiffness = 2e4 "  \
    "N/m, damping = 30 N*s/m\nspring k A stiffness = 50 N/m\nspring swing B stiffness = 3 N*m/rad\n"                   \
    "friction f A lugre \"sigma0 = 500 N/m, sigma1 = 5 N*s/m, FC = 1 N, FS = 1.5 N, vs = 0.02 m/s, sigma2 = 0.5 "      \
    "N*s/m\"\ndrive F A = 0 N\nsensor x displacement A sd = 1e-3 m\nstart A position = 0.1 m, position_sd = 10 mm, "   \
    "speed_sd = 0.1 m/s\nstart B position = 0.3 rad, position_sd = 0.1 rad\n"

static void few_columns_give_what_the_dense_filter_gives_with_parameters(void **state)
{
    (void)state;
    enum { ROWS = 200 };
    const char *const names[] = {"k.stiffness", "f.FC", "f.sigma0", "B.stiffness"};
    const double from[] = {60, 1.2, 400, 3e4};
    watched o[2];
    machine plain = {0};
    br_random dice;
    double worst = 0;
    br_random_init(&dice, 5, 0);
    memset(o, 0, sizeof o);
    open_text(&plain, RUBBED);
    for (int i = 0; i < 4; i++)
        o[0].parameter[i] = o[1].parameter[i] = parameter_of(&plain.m, names[i], from[i], 0.3, i % 2);
    close_machine(&plain);
    for (int i = 0; i < 2; i++)
        watch(&o[i], RUBBED, 0, 4, i);
    for (int k = 1; k <= ROWS; k++) {
        double y = 0.1 * cos(5 * k * 2e-3) + 1e-3 * br_random_normal(&dice), value[2], sd[2];
        for (int i = 0; i < 2; i++)
            sample(&o[i], 2e-3, y);
        for (int p = 0; p < 4; p++) {
            for (int i = 0; i < 2; i++)
                value[i] = br_filter_parameter(&o[i].f, p, &sd[i]);
            worst = fmax(worst, fmax(gap_of(value[0], value[1]), gap_of(sd[0], sd[1])));
        }
    }
    print_message("few columns and dense filter differ by %.2g, %d columns\n", worst, o[0].f.root.count);
    assert_true(worst < 1e-8);
    for (int i = 0; i < 2; i++)
        unwatch(&o[i]);
}

// A truth of its own: a mass on a spring under a drive, by RK4 in
// small steps.
typedef struct truth {
    double x, v;
} truth;

static double drive(double t)
{
    return 8 * sin(3 * t) + 3 * sin(7 * t);
}

static truth rate(const truth *s, double t)
{
    return (truth){s->v, (drive(t) - 50 * s->x - tanh(10 * s->v) - 0.5 * s->v) / 2};
}

static truth beside(const truth *s, const truth *d, double h)
{
    return (truth){s->x + h * d->x, s->v + h * d->v};
}

static void go(truth *s, double t, double h)
{
    truth a = rate(s, t), at = beside(s, &a, h / 2), b = rate(&at, t + h / 2);
    at = beside(s, &b, h / 2);
    truth c = rate(&at, t + h / 2);
    at = beside(s, &c, h);
    truth d = rate(&at, t + h);
    s->x += h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    s->v += h / 6 * (a.v + 2 * b.v + 2 * c.v + d.v);
}

#define ALONE                                                                                                          \
    "mechanism alone\nplanar\nbody a mass = 2 kg, cog = 0, 0 m\njoint A prismatic a ground at = 0, 0 m, axis = 1, 0\n" \
    "spring k A stiffness = 50 N/m\nfriction f A makkar \"gamma1 = 0 N, gamma2 = 100 s/m, gamma3 = 50 s/m, gamma4 = "  \
    "1 "                                                                                                               \
    "N, gamma5 = 10 s/m, sigma2 = 0.5 N*s/m\"\ndrive F A = 0 N\nsensor x displacement A sd = 20 mm\n"

// Where a run ends from 30 % off.
static void find_planted(uint64_t seed, double value[2], double sd[2])
{
    enum { ROWS = 8000, FINE = 5 };
    const double h = 2.5e-4;
    watched o = {0};
    machine plain = {0};
    br_random dice;
    truth s = {0};
    br_random_init(&dice, seed, 0);
    open_text(&plain, ALONE);
    o.parameter[0] = parameter_of(&plain.m, "k.stiffness", 35, 0.3, true);
    o.parameter[1] = parameter_of(&plain.m, "f.gamma4", 1.3, 0.3, false);
    o.parameter[0].walk = 0.01; // so the filter forgets where it linearised far off
    o.parameter[1].walk = 0.1;
    close_machine(&plain);
    watch(&o, ALONE, 0, 2, false);
    o.sd = 0.02;
    for (int k = 0; k < ROWS; k++) {
        for (int i = 0; i < FINE; i++)
            go(&s, k * h + i * h / FINE, h / FINE);
        o.w.s.drive[0] = drive((k + 1) * h);
        sample(&o, h, s.x + 0.02 * br_random_normal(&dice));
    }
    for (int p = 0; p < 2; p++)
        value[p] = br_filter_parameter(&o.f, p, &sd[p]);
    unwatch(&o);
}

static void planted_parameters_are_found_inside_their_bands(void **state)
{
    (void)state;
    enum { SEEDS = 10 };
    const double is[2] = {50, 1};
    double square = 0, value[2], sd[2];
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        find_planted(seed, value, sd);
        for (int p = 0; p < 2; p++) {
            double off = (value[p] - is[p]) / sd[p];
            if (seed == 1)
                print_message("%s %.4f, sd %.4f, planted %.0f\n", p ? "gamma4" : "stiffness", value[p], sd[p], is[p]);
            assert_true(fabs(off) < 3);
            assert_true(sd[p] < 0.1 * is[p]);
            square += off * off / (2 * SEEDS);
        }
    }
    print_message("mean square of errors in standard deviations %.2f\n", square);
    assert_true(square > 0.02 && square < 1.5); // the truth does not walk
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(inputs_go_on_as_their_own_kalman_filters_have_it),
                                       cmocka_unit_test(a_stiffness_is_estimated_as_by_its_own_kalman_filter),
                                       cmocka_unit_test(few_columns_give_what_the_dense_filter_gives_with_parameters),
                                       cmocka_unit_test(planted_parameters_are_found_inside_their_bands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
