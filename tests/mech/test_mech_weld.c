// test_mech_weld.c - bodies that are welded to each other move as one block, as they do each by itself.
#include "num/base/fp.h"

#include <math.h>

#include "mech/estimate/filter.h"
#include "mech_kit.h"
#include "num/base/random.h"

// A stand on the ground, a rotor of three bodies in it, and a pendulum of two on that: every kind of sensor on bodies that
// are welded. Inertias have all six numbers, and no two centres are on one line.
static const char rig[] =
    "mechanism rig\ngravity = 1, -2, -9.81 m/s^2\n"
    "body stand mass = 50 kg, cog = 0, 0, -0.5 m, inertia = 1, 2, 2 kg*m^2\n"
    "body shell mass = 3 kg, cog = 0, 0.1, 0 m, inertia = 0.1, 0.2, 0.2 kg*m^2\n"
    "body rotor mass = 2 kg, cog = 0.1, 0, 0.1 m, inertia = 0.03, 0.04, 0.05, 0.001, 0.002, 0.003 kg*m^2\n"
    "body disk mass = 1 kg, cog = 0.3, 0.2, 0 m, inertia = 0.01, 0.02, 0.015, -0.001, 0.002, 0 kg*m^2\n"
    "body lump mass = 0.4 kg, cog = -0.2, 0.3, 0.3 m\n"
    "body rod mass = 0.5 kg, cog = 0.5, 0.2, -0.2 m, inertia = 0.02, 0.02, 0.001 kg*m^2\n"
    "body bob mass = 0.7 kg, cog = 0.5, 0.25, -0.5 m, inertia = 0.001, 0.001, 0.001 kg*m^2\n"
    "joint foot fixed stand ground at = 0, 0, -1 m\njoint bolts fixed shell stand at = 0, 0, -0.1 m\n"
    "joint A revolute rotor shell at = 0, 0, 0 m, axis = 1, 0.2, 0\njoint hub fixed disk rotor at = 0.2, 0.1, 0 m\n"
    "joint glue fixed lump disk at = 0.1, 0.3, 0 m\njoint B revolute rod disk at = 0.5, 0.2, 0 m, axis = 0, 1, 0.1\n"
    "joint screw fixed bob rod at = 0.5, 0.2, -0.4 m\npoint tip bob at = 0.5, 0.2, -0.6 m\n"
    "distance L bob stand from = 0.5, 0.2, -0.6 m, to = 1, 0, 0 m\nspring k L stiffness = 30 N/m, rest = 0.5 m\n"
    "damper d A damping = 0.05 N*m*s/rad\nfriction f B lugre \"sigma0 = 100 N*m/rad, sigma1 = 1 N*m*s/rad, "
    "sigma2 = 0.01 N*m*s/rad, FC = 0.2 N*m, FS = 0.3 N*m, vs = 0.1 rad/s\"\n"
    "start A position = 0.3 rad, speed = 3 rad/s\nstart B speed = -1 rad/s\n"
    "sensor s1 angle A\nsensor s2 acceleration B\nsensor s3 position tip axis = 1, 1, 0\n"
    "sensor s4 accelerometer lump at = -0.2, 0.3, 0.4 m, axis = 0, 1, 2\nsensor s5 gyroscope bob axis = 1, 1, 1\n"
    "sensor s6 accelerometer stand at = 0, 0, 0 m, axis = 1, 0, 1\nsensor s7 gyroscope shell axis = 0, 0, 1\n"
    "sensor s8 force k\nvirtual s9 reaction A axis = 0, 0, 1\nvirtual s10 reaction B axis = 1, 0, 0\n";

static char *with(const char *text, const char *more)
{
    br_buffer b = {0};
    br_buffer_print(&b, "%s%s", text, more);
    return b.text;
}

static void compare_sensors(machine *one, machine *apart, double most)
{
    br_diag why = {0};
    assert_int_equal(br_moving_accelerate(&one->s, &why), BR_OK);
    assert_int_equal(br_moving_accelerate(&apart->s, &why), BR_OK);
    for (int i = 0; i < one->m.sensors; i++) {
        double a = 0, b = 0;
        a = br_sensor_value(&one->s, &one->m.sensor[i]);
        b = br_sensor_value(&apart->s, &apart->m.sensor[i]);
        if (!(fabs(a - b) <= most * (1 + fabs(b))))
            fail_msg("%s: %.12g, apart %.12g", one->m.sensor[i].name, a, b);
    }
}

static void compare_runs(const char *text, const br_mech_scheme *scheme, int blocks, double until, double most)
{
    machine one = {0}, apart = {0};
    open_text(&one, text);
    open_apart(&apart, text);
    assert_int_equal(apart.m.blocks, apart.m.bodies);
    assert_int_equal(one.m.blocks, blocks);
    for (int k = 0; k <= 5; k++) {
        double kinetic[2], potential[2];
        run_to(&one, scheme, 1e-3, until * k / 5);
        run_to(&apart, scheme, 1e-3, until * k / 5);
        for (int i = 0; i < one.m.measures; i++)
            if (!(fabs(one.s.now.y[i] - apart.s.now.y[i]) < most))
                fail_msg("%s: %.12g, apart %.12g", one.m.measure[i].name, one.s.now.y[i], apart.s.now.y[i]);
        for (int i = 0; i < one.m.spots; i++)
            for (int c = 0; c < one.m.space; c++)
                assert_true(fabs(br_form_value(&one.m.spot[i].x[c], one.s.now.q) -
                                 br_form_value(&apart.m.spot[i].x[c], apart.s.now.q)) < most);
        br_moving_energy(&one.s, &kinetic[0], &potential[0]);
        br_moving_energy(&apart.s, &kinetic[1], &potential[1]);
        if (!(fabs(kinetic[0] - kinetic[1]) < most * (1 + kinetic[1])))
            fail_msg("kinetic energy %.12g J, apart %.12g at %g s", kinetic[0], kinetic[1], one.s.t);
        compare_sensors(&one, &apart, 100 * most);
    }
    close_machine(&one);
    close_machine(&apart);
}

static void welded_bodies_move_as_they_do_apart(void **state)
{
    (void)state;
    machine example = {0};
    compare_runs(rig, &br_mech_alpha, 2, 0.5, 1e-9);
    compare_runs(rig, &br_mech_bdf1, 2, 0.5, 1e-9);
    open_example(&example, "slider-crank-14");
    compare_runs(example.text, &br_mech_alpha, 3, 0.05, 1e-8); // the weight of its base counts among all forces
    close_machine(&example);
}

static void welds_of_all_kinds_too(void **state)
{
    (void)state;
    // its first body becomes ground; one that flies
    compare_runs(
        "mechanism m\ngravity = 0, 0, -9.81 m/s^2\nbody base mass = 9 kg, cog = 0, 0, -1 m\n"
        "body a mass = 1 kg, cog = 0.5, 0.1, 0 m, inertia = 0.1, 0.1, 0.1 kg*m^2\nbody b mass = 2 kg, cog = 1, -0.3, "
        "1 m\njoint foot fixed ground base at = 0, 0, -1 m\njoint w fixed a b at = 1, 0, 0 m\n"
        "joint A spherical base a at = 0, 0, 0 m\nvirtual r reaction A axis = 1, 2, 3\n",
        &br_mech_alpha, 1, 0.3, 1e-9);
    compare_runs(
        "mechanism m\ngravity = 0, 0, -9.81 m/s^2\nbody a mass = 1 kg, cog = 0.5, 0.1, 0 m, inertia = 0.1, 0.2, "
        "0.15 kg*m^2\nbody b mass = 2 kg, cog = 1, -0.3, 1 m\nbody c mass = 1 kg, cog = 0, 2, 0 m, inertia = 0.1, "
        "0.1, 0.1 kg*m^2\njoint F free b ground\njoint w fixed a b at = 1, 0, 0 m\n"
        "joint A revolute c b at = 0, 1, 0 m, axis = 1, 0, 0\npoint p a at = 2, 0, 0 m\nstart A speed = 5 rad/s\n",
        &br_mech_alpha, 2, 0.3, 1e-9);
    compare_runs("mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody a mass = 1 kg, cog = 0.5, 0.1 m, inertia = 0.1 "
                 "kg*m^2\nbody b mass = 2 kg, cog = 1, -0.3 m\nbody c mass = 1 kg, cog = 2, 0 m, inertia = 0.2 kg*m^2\n"
                 "joint A revolute a ground at = 0, 0 m\njoint w fixed b a at = 1, 0 m\njoint B revolute c b at = 1.5, "
                 "0 m\nsensor g gyroscope b\nsensor s accelerometer b at = 1, 0 m, axis = 1, 0\n",
                 &br_mech_alpha, 2, 0.5, 1e-9);
}

// ---------------------------------------------------------------- what stays apart

static int blocks_of(const char *more)
{
    machine w = {0};
    char *text = with(rig, more);
    open_text(&w, text);
    int blocks = w.m.blocks;
    close_machine(&w);
    free(text);
    return blocks;
}

// A force that is asked for is that of the joint, so it stays one.
static void forces_in_welds_are_told_where_they_are_asked_for(void **state)
{
    (void)state;
    char *text = with(rig, "virtual r1 reaction screw axis = 0, 1, 1\nvirtual r2 reaction foot axis = 1, 0, 0\n"
                           "virtual r3 reaction hub axis = 1, 1, 0\n");
    compare_runs(text, &br_mech_bdf1, 5, 0.2, 1e-9); // of stand and shell one, and rotor, disk and lump, rod, bob
    free(text);
}

static void welds_that_say_more_than_one_thing_stay(void **state)
{
    (void)state;
    assert_int_equal(blocks_of(""), 2);
    assert_int_equal(blocks_of("joint yields fixed lump rotor at = 0, 0, 0 m, stiffness = 1e5 N/m\n"), 3);
    assert_int_equal(blocks_of("distance inside lump rotor from = 0, 0, 0 m, to = 1, 0, 0 m\n"), 3);
    assert_int_equal(blocks_of("distance inside shell ground from = 0, 0, 0 m, to = 1, 0, 0 m\n"), 3);
    assert_int_equal(
        blocks_of("beam x clamped mass = 1 kg, from = 0, 0, 1 m, to = 0, 0, 2 m, rigidity = 9 N*m^2, axial "
                  "= 0.1 kg*m^2\njoint on fixed x rotor at = 0, 0, 1 m\n"),
        3);
}

// Redundant welds of a ring are still found.
static void rings_of_welds_keep_what_is_redundant(void **state)
{
    (void)state;
    machine w = {0};
    int rank, which[200];
    char *text = with(rig, "joint again fixed lump rotor at = 0, 0, 0 m\n");
    open_text(&w, text);
    assert_int_equal(br_moving_rank(&w.s, &rank, which), BR_OK);
    assert_int_equal(w.m.rigid - rank, 6);
    assert_int_equal(w.m.n - rank, 2);
    close_machine(&w);
    free(text);
}

static void a_frame_stays_as_it_is(void **state)
{
    (void)state;
    machine w = {0};
    int rank, which[20];
    open_text(&w, "mechanism m\nplanar\nbody a mass = 1 kg, cog = 1, 0 m\njoint A fixed a ground at = 0, 0 m\n");
    assert_int_equal(w.m.blocks, 1);
    assert_int_equal(br_moving_rank(&w.s, &rank, which), BR_OK);
    assert_int_equal(w.m.n - rank, 0);
    close_machine(&w);
}

// ---------------------------------------------------------------- the filter

typedef struct watched {
    machine w;
    br_filter f;
    br_input unknown;
    int sensor;
    double sd;
} watched;

static void open_watched(watched *o, const char *text, bool apart, bool dense)
{
    br_diag why = {0};
    if (apart)
        open_apart(&o->w, text);
    else
        open_text(&o->w, text);
    const br_mech *m = &o->w.m;
    for (int i = 0; i < m->forces; i++)
        o->unknown.force = m->force[i].kind == BR_FORCE_DRIVE ? i : o->unknown.force;
    o->unknown.walk = 3;
    o->sensor = m->sensors - 1;
    o->sd = 0.1;
    br_filter_options options = {.input = &o->unknown,
                                 .inputs = 1,
                                 .sensor = &o->sensor,
                                 .sensors = 1,
                                 .sd = &o->sd,
                                 .scheme = &br_mech_bdf1,
                                 .dense = dense};
    if (br_filter_open(&o->f, &o->w.s, &options, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static void close_watched(watched *o)
{
    br_filter_close(&o->f);
    close_machine(&o->w);
}

static double off(double a, double b)
{
    return fabs(a - b) / (1e-3 + fabs(b));
}

// Estimates and standard deviations of the first joint and the unknown torque, of blocks beside single bodies.
static void compare_filters(const char *text, double speed, int blocks, bool dense, int steps)
{
    watched few = {0}, apart = {0}, *both[] = {&few, &apart};
    br_random dice;
    double worst = 0;
    open_watched(&few, text, false, false);
    open_watched(&apart, text, true, dense);
    assert_int_equal(few.w.m.blocks, blocks);
    assert_int_equal(apart.w.m.blocks, few.w.m.bodies);
    br_random_init(&dice, 3, 0);
    for (int k = 0; k < steps; k++) {
        br_diag why = {0};
        double y = speed + 0.1 * br_random_normal(&dice), sd[2], x[2];
        for (int i = 0; i < 2; i++)
            if (br_filter_time_update(&both[i]->f, 1e-4, &why) != BR_OK ||
                br_filter_measurement_update(&both[i]->f, &y, &why) != BR_OK)
                fail_msg("%s", why.text);
        for (int which = 0; which < 3; which++) {
            for (int i = 0; i < 2; i++)
                x[i] = which < 2 ? br_filter_measure(&both[i]->f, 0, which, &sd[i])
                                 : br_filter_input(&both[i]->f, 0, &sd[i]);
            worst = fmax(worst, fmax(off(x[0], x[1]), off(sd[0], sd[1])));
        }
    }
    print_message("%d blocks from the %sfilter of %d bodies: %.2g\n", blocks, dense ? "dense " : "", few.w.m.bodies,
                  worst);
    assert_true(worst < 1e-8);
    close_watched(&few);
    close_watched(&apart);
}

// The paper's filter has all of its matrices over all of the bodies.
static void estimates_are_those_of_all_bodies(void **state)
{
    (void)state;
    machine example = {0};
    char *text = with(rig, "unknown load A start = 1 N*m, sd = 2 N*m\nsensor speed speed A\n");
    compare_filters(text, 3, 2, true, 4);
    free(text);
    open_example(&example, "slider-crank-14");
    text = with(example.text, "sensor speed speed A\n");
    compare_filters(text, 40, 3, false, 20);
    close_machine(&example);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(welded_bodies_move_as_they_do_apart),
        cmocka_unit_test(welds_of_all_kinds_too),
        cmocka_unit_test(forces_in_welds_are_told_where_they_are_asked_for),
        cmocka_unit_test(welds_that_say_more_than_one_thing_stay),
        cmocka_unit_test(rings_of_welds_keep_what_is_redundant),
        cmocka_unit_test(a_frame_stays_as_it_is),
        cmocka_unit_test(estimates_are_those_of_all_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
