// test_mech_filter.c - states and unknown inputs of mechanisms: tangents of steps and sensors, the filter beside its dense form.
#include "num/base/fp.h"

#include <math.h>

#include "paper/mechanism/crank.h"
#include "mech/estimate/filter.h"
#include "mech/estimate/estimate.h"
#include "mech_kit.h"
#include "num/base/random.h"

// ---------------------------------------------------------------- tangents

// Every joint, force and sensor, away from the drawing and in motion.
static const char all_sensors[] =
    "mechanism all \"every joint and sensor\"\n"
    "gravity = 1, 2, -9.81 m/s^2\n"
    "body a mass = 1 kg, cog = 0.1, 0.2, 0 m, inertia = 0.3, 0.4, 0.5, 0.01, 0.02, 0.03 kg*m^2\n"
    "body b mass = 2 kg, cog = 1.1, 0.2, 0 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body c mass = 2 kg, cog = 1.1, 1.2, 0 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body d mass = 2 kg, cog = 1.1, 1.2, 1 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body e mass = 2 kg, cog = 2.1, 1.2, 1 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "joint R revolute a ground at = 0, 0, 0 m, axis = 1, 2, 3\n"
    "joint P prismatic b a at = 0.5, 0.2, 0 m, axis = 1, 0.5, 0\n"
    "joint C cylindrical c b at = 1, 1, 0 m, axis = 0, 1, 1\n"
    "joint U universal d c at = 1, 1, 1 m, axis = 1, 0, 0, second = 0, 1, 0\n"
    "joint S spherical e d at = 2, 1, 1 m\n"
    "point tip e at = 2, 3, 2 m\n"
    "distance L e ground from = 2, 3, 2 m, to = 0, 0, 5 m\n"
    "spring k1 R stiffness = 30 N*m/rad, rest = 0.1 rad\n"
    "spring k2 L stiffness = 100 N/m, rest = 1 m\n"
    "damper d1 C.turn damping = 3 N*m*s/rad\n"
    "damper d2 L damping = 7 N*s/m\n"
    "drive T C.slide = 4 N\n"
    "unknown load R start = 2 N*m, sd = 1 N*m\n"
    "friction z P lugre table-I \"sigma0 = 300 N/m\"\n"
    "start R position = 0.4 rad, speed = 1 rad/s\n"
    "start P position = 0.1 m, speed = -0.5 m/s\n"
    "start C.turn position = 0.3 rad, speed = 2 rad/s\n"
    "sensor s1 angle R\n"
    "sensor s2 displacement L\n"
    "sensor s3 speed C.turn\n"
    "sensor s4 speed L\n"
    "sensor s5 acceleration R\n"
    "sensor s6 acceleration L\n"
    "sensor s7 acceleration C.slide\n"
    "sensor s8 position tip axis = 1, 1, 0\n"
    "sensor s9 accelerometer e at = 2, 2, 2 m, axis = 0, 1, 2\n"
    "sensor s10 gyroscope d axis = 1, 1, 1\n"
    "sensor s11 force k2\n"
    "sensor s12 force d2\n"
    "sensor s13 force z\n"
    "sensor s14 force load\n"
    "virtual s15 reaction C axis = 1, 0, 1\n"
    "virtual s16 reaction R axis = 0, 0, 1\n";

static br_augmented augmented; // inputs that go on in all ways, parameters of all kinds
static br_input input;
static br_parameter parameter[6];

static void set_state(machine *w, const double *x)
{
    size_t n = (size_t)w->s.n;
    memcpy(w->s.now.q, x, n * sizeof *x);
    memcpy(w->s.now.v, x + n, n * sizeof *x);
    br_augmented_restore(&augmented, &w->s, x + 2 * n);
}

static void get_state(const machine *w, double *x)
{
    size_t n = (size_t)w->s.n;
    memcpy(x, w->s.now.q, n * sizeof *x);
    memcpy(x + n, w->s.now.v, n * sizeof *x);
    br_augmented_save(&augmented, &w->s, x + 2 * n);
}

static const br_mech_scheme *scheme = &br_mech_bdf1;

// The end of a step to the last digit: differences magnify what Newton's method leaves.
static void polish(br_moving *s, double h)
{
    br_mech_plan p = br_mech_plan_of(br_moving_scheme_used(s, scheme), h);
    int bad;
    assert_int_equal(br_moving_factor(s, &s->next, p.s, p.c, &bad), BR_OK);
    br_moving_residual(s, &s->next, p.s, s->b);
    br_kkt_solve(&s->kkt, s->b, 1, true);
    for (int i = 0; i < s->n; i++) {
        s->next.q[i] += s->b[i];
        s->next.v[i] += p.c * s->b[i];
        s->next.dv[i] += s->b[i] / p.s;
    }
    for (int i = s->n; i < s->size; i++)
        s->next.lambda[i - s->n] += s->b[i] / p.s;
}

// What a step makes of a state.
static void step_of(machine *w, double h, double *to)
{
    br_diag why = {0};
    if (scheme->method == BR_MECH_NEWMARK)
        assert_int_equal(br_moving_accelerate(&w->s, &why), BR_OK);
    br_augmented_advance(&augmented, &w->s, h);
    if (br_moving_try_step(&w->s, scheme, h, &why) != BR_OK)
        fail_msg("%s", why.text);
    polish(&w->s, h);
    polish(&w->s, h);
    assert_int_equal(br_moving_accept_step(&w->s, scheme, &why), BR_OK);
    br_dry_restore_ways(&w->s); // the next one starts from there
    get_state(w, to);
    augmented.t -= h;
}

static void sensors_of(machine *w, double h, double *to)
{
    br_diag why = {0};
    (void)h;
    assert_int_equal(br_moving_accelerate(&w->s, &why), BR_OK);
    for (int i = 0; i < w->m.sensors; i++)
        to[i] = br_sensor_value(&w->s, &w->m.sensor[i]);
}

// Differences of order 6 along a direction.
static void difference(machine *w, void (*of)(machine *, double, double *), double h, const double *x,
                       const double *along, int results, double *to)
{
    const double step = w->m.rigid < w->m.rows ? 3e-5
                        : h > 0                ? 1e-3
                                               : 1e-4,
                 at[6] = {-3, -2, -1, 1, 2, 3}, weight[6] = {-1, 9, -45, 45, -9, 1};
    int all = 2 * w->s.n + augmented.count;
    double *beside = calloc((size_t)all, sizeof *beside), *y = calloc((size_t)results, sizeof *y);
    memset(to, 0, (size_t)results * sizeof *to);
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < all; i++)
            beside[i] = x[i] + at[k] * step * along[i];
        set_state(w, beside);
        of(w, h, y);
        for (int i = 0; i < results; i++)
            to[i] += weight[k] * y[i] / (60 * step);
    }
    set_state(w, x);
    free(beside);
    free(y);
}

static double worst_share(int count, const double *a, const double *b)
{
    double gap = 0, most = 0;
    for (int i = 0; i < count; i++) {
        gap = fmax(gap, fabs(a[i] - b[i]));
        most = fmax(most, fabs(b[i]));
    }
    return gap / most;
}

// The same, with joints that yield and friction by the normal force.
static char *yielding(void)
{
    br_buffer text = {0};
    for (const char *line = all_sensors; *line; line += strcspn(line, "\n") + 1) {
        bool yields = strncmp(line, "joint P", 7) == 0 || strncmp(line, "joint S", 7) == 0;
        br_buffer_print(&text, "%.*s%s%s\n", (int)strcspn(line, "\n"), line,
                        yields ? ", stiffness = 3e3 N/m, damping = 40 N*s/m, bending = 2e2 N*m/rad" : "",
                        strncmp(line, "friction", 8) == 0 ? " normal" : "");
    }
    return text.text;
}

static int find_force(const br_mech *m, const char *name)
{
    int found = -1;
    for (int i = 0; i < m->forces; i++)
        found = strcmp(m->force[i].name, name) == 0 ? i : found;
    return found;
}

// A number of the mechanism is a parameter; text that has no such thing has none.
static void add_parameter(int *count, br_parameter_kind kind, int of, int number, double value, bool log)
{
    if (of >= 0)
        parameter[(*count)++] =
            (br_parameter){.kind = kind,
                           .of = of,
                           .x = log ? 0 : 1,
                           .is = {.by = 'p', .number = number, .scale = value, .log = log, .low = 0, .high = 1e300}};
}

static void name_parameters(machine *w, int *count)
{
    int k = find_force(&w->m, "k1"), d = find_force(&w->m, "d1"), z = find_force(&w->m, "z");
    add_parameter(count, BR_OF_FORCE, k, 0, 30, true);
    add_parameter(count, BR_OF_REST, k, 0, 0.1, false);
    add_parameter(count, BR_OF_FORCE, d, 0, 3, false);
    add_parameter(count, BR_OF_LAW, z, 1, z < 0 ? 0 : w->m.force[z].friction->contact.p[1], true);
    for (int i = 0; i < w->m.joints; i++)
        for (int k_d = 0; k_d < 2; k_d++)
            if (w->m.joint[i].give[k_d] > 0 && strcmp(w->m.joint[i].name, "P") == 0)
                add_parameter(count, BR_OF_JOINT, i, k_d, w->m.joint[i].give[k_d], k_d == 0);
}

static void open_moving(machine *w, const char *text, br_directions *f, double *x, br_input_kind kind)
{
    br_random dice;
    int parameters = 0;
    br_random_init(&dice, 7, 0);
    open_text(w, text);
    for (int i = 0; i < w->m.drives; i++)
        w->s.drive[i] = 4 - 2 * i;
    input = (br_input){.kind = kind, .rate = 7, .measure = 1};
    for (int i = 0; i < w->m.forces; i++)
        input.force = w->m.force[i].kind == BR_FORCE_DRIVE ? i : input.force;
    run_to(w, &br_mech_bdf1, 1e-3, 0.05);
    name_parameters(w, &parameters);
    assert_int_equal(br_augmented_open(&augmented, &w->m, &input, 1, parameter, parameters), BR_OK);
    augmented.x[0] = w->s.drive[w->m.force[input.force].drive];
    augmented.x[1] += kind == BR_INPUT_WALK || kind == BR_INPUT_DECAY ? 0 : 1.5;
    augmented.t = 0.3;
    assert_int_equal(br_directions_open(f, &w->s, &augmented, 0, 8), BR_OK);
    get_state(w, x);
    set_state(w, x);
    for (int c = 0; c < 8; c++) {
        double *to = br_directions_append(f);
        for (int i = 0; i < f->rows; i++)
            to[i] = br_random_normal(&dice);
        for (int i = augmented.known; i < augmented.count; i++) // states of friction laws are small
            br_direction_e(f, c)[i] *= 1e-3;
    }
}

// Directions that leave the constraints too: the linearisation (21)-(25) is that of the scheme.
static void check_step(const char *text, const char *name, double h, br_input_kind kind)
{
    machine w = {0};
    br_directions f;
    double x[400], was[8][400], want[400], worst = 0, augmented_worst = 0;
    br_diag why = {0};
    open_moving(&w, text, &f, x, kind);
    for (int c = 0; c < 8; c++)
        for (int i = 0; i < f.rows; i++) // positions and speeds of a size
            was[c][i] = br_direction_q(&f, c)[i] *= i < w.s.n ? h : 1;
    if (scheme->method == BR_MECH_NEWMARK) {
        assert_int_equal(br_moving_accelerate(&w.s, &why), BR_OK);
        br_directions_accelerate(&f, &w.s);
    }
    br_augmented_advance(&augmented, &w.s, h);
    assert_int_equal(br_moving_try_step(&w.s, scheme, h, &why), BR_OK);
    polish(&w.s, h);
    assert_int_equal(br_directions_step(&f, &w.s, scheme), BR_OK);
    br_augmented_rewind(&augmented, &w.s, h);
    br_dry_restore_ways(&w.s);
    w.s.h = w.s.c = 0;
    for (int c = 0; c < 8; c++) {
        difference(&w, step_of, h, x, was[c], f.rows, want);
        worst = fmax(worst, worst_share(w.s.n, br_direction_q(&f, c), want));
        worst = fmax(worst, worst_share(w.s.n, br_direction_v(&f, c), want + w.s.n));
        for (int i = 0; i < augmented.count; i++)
            augmented_worst = fmax(augmented_worst, worst_share(1, br_direction_e(&f, c) + i, want + 2 * w.s.n + i));
    }
    print_message("%s: directions after a step differ by %.2g, %d augmented states by %.2g\n", name, worst,
                  augmented.count, augmented_worst);
    assert_true(worst < 1e-7);
    assert_true(augmented_worst < 1e-7);
    br_directions_close(&f);
    br_augmented_close(&augmented);
    close_machine(&w);
}

static void check_example(const char *name, double h)
{
    machine w = {0};
    open_example(&w, name);
    check_step(w.text, name, h, BR_INPUT_WALK);
    close_machine(&w);
}

static void directions_go_where_a_step_takes_them(void **state)
{
    (void)state;
    const br_mech_scheme *schemes[] = {&br_mech_bdf1, &br_mech_newmark};
    char *text = yielding();
    for (int i = 0; i < 2; i++) {
        scheme = schemes[i];
        for (int kind = 0; kind < BR_INPUT_KINDS; kind++)
            check_step(all_sensors, "every joint", 1e-2, (br_input_kind)kind);
        check_step(text, "joints that yield", 2e-3, BR_INPUT_ORDER);
        check_example("slider-crank-3", 1e-3);
        check_example("slider-crank-flex", 1e-3);
    }
    scheme = &br_mech_bdf1;
    free(text);
}

static void check_sensors(const char *text)
{
    machine w = {0};
    br_directions f;
    double x[200], want[32], got[32][8] = {{0}}, worst = 0;
    br_diag why = {0};
    open_moving(&w, text, &f, x, BR_INPUT_ORDER);
    assert_int_equal(br_moving_accelerate(&w.s, &why), BR_OK);
    br_directions_accelerate(&f, &w.s);
    for (int i = 0; i < w.m.sensors; i++)
        br_sensor_along(&w.s, &w.m.sensor[i], &f, got[i]);
    for (int c = 0; c < 8; c++) {
        difference(&w, sensors_of, 0, x, br_direction_q(&f, c), w.m.sensors, want);
        for (int i = 0; i < w.m.sensors; i++) {
            double gap = fabs(got[i][c] - want[i]) / (1 + fabs(want[i]));
            if (gap > 1e-7)
                print_message("%s: %.9g, differences %.9g\n", w.m.sensor[i].name, got[i][c], want[i]);
            worst = fmax(worst, gap);
        }
    }
    print_message("sensors: changes differ by %.2g\n", worst);
    assert_true(worst < 1e-7);
    br_directions_close(&f);
    br_augmented_close(&augmented);
    close_machine(&w);
}

static void sensors_change_along_directions_as_they_should(void **state)
{
    (void)state;
    check_sensors(all_sensors);
    check_sensors(
        "mechanism m\nbeam b clamped mass = 2 kg, from = 0, 0, 0 m, to = 0.6, 0, 0.8 m, rigidity = 50 N*m^2, axial "
        "= 0.1 kg*m^2\njoint A revolute b ground at = 0, 0, 0 m, axis = 0, 1, 0\nunknown T A start = 2 N*m\n"
        "start b.bend1 position = 10 mm, speed = 1 m/s\nstart b.bend3 position = 20 mm\nsensor s1 strain b at = "
        "0.3, 0, 0.4 m, height = 1 m, axis = 0.8, 1, -0.6\nsensor s2 accelerometer b at = 0.6, 0, 0.8 m, axis = 1, 1, "
        "1\n");
    char *text = yielding();
    check_sensors(text);
    free(text);
}

// ---------------------------------------------------------------- the filter

typedef struct watched {
    machine w;
    br_filter f;
    br_input unknown;
    int sensor[2];
    double sd[2];
} watched;

static int find_sensor(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->sensors; i++)
        if (strcmp(m->sensor[i].name, name) == 0)
            return i;
    fail_msg("no sensor %s", name);
    return -1;
}

// The torque of the slider-crank is unknown, its speed is measured, and maybe the slider's acceleration.
static void watch(watched *o, const char *starts, double walk, int sensors, bool dense)
{
    machine plain = {0};
    br_diag why = {0};
    char *text = NULL;
    open_example(&plain, "slider-crank-observed");
    size_t size = strlen(plain.text) + strlen(starts) + 1;
    text = malloc(size);
    snprintf(text, size, "%s%s", plain.text, starts);
    close_machine(&plain);
    memset(o, 0, sizeof *o);
    open_text(&o->w, text);
    o->w.text = text;
    o->unknown = (br_input){.force = o->w.m.forces - 1, .walk = walk};
    assert_string_equal(o->w.m.force[o->unknown.force].name, "torque");
    o->sensor[0] = find_sensor(&o->w.m, "speed");
    o->sensor[1] = find_sensor(&o->w.m, "acceleration");
    o->sd[0] = 0.1;
    o->sd[1] = 1;
    br_filter_options options = {.input = &o->unknown,
                                 .inputs = 1,
                                 .sensor = o->sensor,
                                 .sensors = sensors,
                                 .sd = o->sd,
                                 .scheme = scheme,
                                 .dense = dense,
                                 .judged = !dense};
    if (br_filter_open(&o->f, &o->w.s, &options, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static void unwatch(watched *o)
{
    br_filter_close(&o->f);
    close_machine(&o->w);
}

static void sample(watched *o, double h, double speed, double acceleration)
{
    br_diag why = {0};
    double y[2] = {speed, acceleration};
    if (br_filter_prepare(&o->f, &why) != BR_OK || br_filter_time_update(&o->f, h, &why) != BR_OK ||
        br_filter_measurement_update(&o->f, y, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static double gap_of(double a, double b)
{
    return fabs(a - b) / (1 + fabs(b));
}

static void compare_with_dense(double most)
{
    enum { ROWS = 250 };
    const char starts[] = "start A position = 0.3 rad, speed = 20 rad/s, position_sd = 0.05 rad, speed_sd = 1 rad/s\n";
    watched few, dense;
    br_random dice;
    double worst = 0;
    br_random_init(&dice, 3, 0);
    watch(&few, starts, 10, 2, false);
    watch(&dense, starts, 10, 2, true);
    for (int k = 1; k <= ROWS; k++) {
        double speed = 21 + 0.1 * br_random_normal(&dice), a = -20 + br_random_normal(&dice), sd[2], value[2];
        sample(&few, 1e-4, k % 7 ? speed : (double)NAN, a);
        sample(&dense, 1e-4, k % 7 ? speed : (double)NAN, a);
        if (k % 50)
            continue;
        br_diag why = {0};
        assert_int_equal(br_filter_update_forces(&few.f, &why), BR_OK);
        assert_int_equal(br_filter_update_forces(&dense.f, &why), BR_OK);
        for (int i = 0; i < few.w.m.sensors; i++) {
            value[0] = br_filter_sensor(&few.f, i, &sd[0]);
            value[1] = br_filter_sensor(&dense.f, i, &sd[1]);
            worst = fmax(worst, fmax(gap_of(value[0], value[1]), gap_of(sd[0], sd[1])));
        }
        value[0] = br_filter_input(&few.f, 0, &sd[0]);
        value[1] = br_filter_input(&dense.f, 0, &sd[1]);
        worst = fmax(worst, fmax(gap_of(value[0], value[1]), gap_of(sd[0], sd[1])));
    }
    print_message("%s: few columns and dense filter differ by %.2g, likelihoods by %.2g; %lld rows of constraints had "
                  "variance, %lld none\n",
                  scheme->name, worst, gap_of(few.f.likelihood, dense.f.likelihood), dense.f.dense.taken,
                  dense.f.dense.skipped);
    assert_true(worst < most);
    assert_true(gap_of(few.f.likelihood, dense.f.likelihood) < most);
    assert_int_equal(dense.f.dense.taken, 0);
    assert_int_equal(few.f.root.count, 3);
    unwatch(&few);
    unwatch(&dense);
}

static void the_few_columns_give_what_the_dense_filter_gives(void **state)
{
    (void)state;
    compare_with_dense(1e-8);
    scheme = &br_mech_newmark; // an input moves its speeds off the constraints by h^2, which few columns do not keep
    compare_with_dense(1e-6);
    scheme = &br_mech_bdf1;
}

// ---------------------------------------------------------------- estimates

typedef struct errors { // root mean square; share of torques in their band of 95 %
    double theta, omega, acceleration, torque, inside;
} errors;

static errors follow(watched *o, const br_crank_row *truth, long long rows, double h, uint64_t seed, bool both)
{
    enum { EVERY = 20 }; // rows from one look at the acceleration to the next
    errors e = {0};
    br_random dice;
    br_diag why = {0};
    long long looks = 0;
    br_random_init(&dice, seed, 0);
    for (long long k = 1; k < rows; k++) {
        const br_crank_row *r = &truth[k];
        double speed = r->omega + 0.1 * br_random_normal(&dice),
               a = both ? r->acceleration + br_random_normal(&dice) : 0;
        double sd, torque, ignored;
        sample(o, h, speed, a);
        torque = br_filter_input(&o->f, 0, &sd) - r->torque;
        double theta = br_filter_measure(&o->f, 0, 0, &ignored) - r->theta;
        double omega = br_filter_measure(&o->f, 0, 1, &ignored) - r->omega;
        e.torque += torque * torque;
        e.inside += fabs(torque) < 1.96 * sd;
        e.theta += theta * theta;
        e.omega += omega * omega;
        if (k % EVERY)
            continue;
        assert_int_equal(br_filter_update_forces(&o->f, &why), BR_OK);
        double gap = br_filter_sensor(&o->f, o->sensor[1], &sd) - r->acceleration;
        e.acceleration += gap * gap;
        looks++;
    }
    return (errors){sqrt(e.theta / (double)rows), sqrt(e.omega / (double)rows), sqrt(e.acceleration / (double)looks),
                    sqrt(e.torque / (double)rows), e.inside / (double)rows};
}

// As fast as --tune lets the torque walk, by the log that `follow` draws.
static double tuned_walk(const watched *o, const br_crank_row *truth, long long rows, double h, uint64_t seed)
{
    double *t = calloc(2 * (size_t)rows, sizeof *t), *y = t + rows;
    br_mech_estimate w = {.text = o->w.text,
                          .size = strlen(o->w.text),
                          .origin = "test",
                          .rows = rows,
                          .t = t,
                          .unknowns = 1,
                          .unknown = {o->unknown},
                          .signals = 1,
                          .sensor = {o->sensor[0]},
                          .sd = {o->sd[0]},
                          .y = {y}};
    br_mech_l_curve curve;
    br_random dice;
    br_diag why = {0};
    br_random_init(&dice, seed, 0);
    for (long long k = 1; k < rows; k++) {
        t[k] = (double)k * h;
        y[k] = truth[k].omega + 0.1 * br_random_normal(&dice);
    }
    if (br_mech_estimate_tune(&w, &curve, &why) != BR_OK)
        fail_msg("%s", why.text);
    print_message("Q_d = %g, the corner; likeliest %g\n", curve.Q[curve.corner], curve.Q[curve.likeliest]);
    free(t);
    return w.unknown[0].walk;
}

// Truth: another friction law, 5 % heavier, from its own equation in one coordinate; Q_d by --tune. 9.4 s and 20
// seeds where BR_COUNT allows so many rows.
static void the_torque_of_a_slider_crank_is_found(void **state)
{
    (void)state;
    const double h = 1e-4;
    const char *points = getenv("BR_COUNT");
    bool long_run = points && strtod(points, NULL) >= 20 * 94000;
    long long rows = long_run ? 94000 : 6000, seeds = long_run ? 20 : 1;
    br_crank_row *truth = calloc((size_t)rows, sizeof *truth);
    br_crank crank = br_crank_truth();
    br_crank_run(&crank, h, rows, truth);
    for (long long seed = 1; seed <= seeds; seed++) {
        watched o;
        watch(&o, "", 1, 1, false);
        double walk = tuned_walk(&o, truth, long_run ? rows : 1500, h, (uint64_t)seed);
        unwatch(&o);
        watch(&o, "", walk, 1, false);
        errors e = follow(&o, truth, rows, h, (uint64_t)seed, false);
        print_message(
            "theta %.4f rad, speed %.3f rad/s, acceleration %.2f m/s^2, torque %.3f N*m, %.1f %% in its band\n",
            e.theta, e.omega, e.acceleration, e.torque, 100 * e.inside);
        assert_true(e.theta <= 0.008);
        assert_true(e.omega <= 0.06);
        assert_true(e.acceleration <= 14);
        assert_true(e.torque <= 0.45);
        assert_true(e.inside >= 0.88 && (!long_run || e.inside <= 0.99)); // slow motion is easier
        assert_true(o.f.violation < 1e-8);
        unwatch(&o);
    }
    free(truth);
}

static void an_accelerometer_takes_a_wrong_angle_away(void **state)
{
    (void)state;
    enum { ROWS = 10000 };
    const double h = 1e-4;
    br_crank_row *truth = calloc(ROWS, sizeof *truth);
    br_crank crank = br_crank_truth();
    double left[2];
    watched o;
    br_crank_run(&crank, h, ROWS, truth);
    for (int both = 0; both < 2; both++) {
        watch(&o, "start A position = 0.2 rad, position_sd = 0.2 rad\n", 3, 1 + both, false);
        (void)follow(&o, truth, ROWS, h, 1, both);
        double sd, gap = br_filter_measure(&o.f, 0, 0, &sd) - truth[ROWS - 1].theta;
        print_message("%s: %.4f rad off, sd %.4f\n", both ? "with accelerometer" : "speed alone", gap, sd);
        assert_true(both ? fabs(gap) < 0.01 : fabs(gap) > 0.1);
        left[both] = br_filter_share_left(&o.f, 0, 0);
        unwatch(&o);
    }
    print_message("of a wide doubt about the angle %.3f is left, with accelerometer %.4f\n", left[0], left[1]);
    assert_true(left[1] < left[0] / 4);
    free(truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(directions_go_where_a_step_takes_them),
                                       cmocka_unit_test(sensors_change_along_directions_as_they_should),
                                       cmocka_unit_test(the_few_columns_give_what_the_dense_filter_gives),
                                       cmocka_unit_test(the_torque_of_a_slider_crank_is_found),
                                       cmocka_unit_test(an_accelerometer_takes_a_wrong_angle_away)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
