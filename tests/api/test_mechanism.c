// test_mechanism.c - bristle/mechanism.h: names, units and motions with the bits of the rooms below, stops, misuse and failing memory.
#include "kit/failing_memory.h"
#include "api/mechanism/machine.h"
#include "mechanism_kit.h"
#include "mech/estimate/table.h"

// ---------------------------------------------------------------- names

static void parts_have_names_units_and_values(void **state)
{
    (void)state;
    br_mechanism *m = parsed(truth);
    const struct {
        br_mechanism_part part;
        int size;
        const char *name, *unit;
        double value;
    } all[] = {{BR_MECHANISM_BODIES, 1, "stage", "kg", 2},
               {BR_MECHANISM_JOINTS, 1, "A", "-", (double)NAN},
               {BR_MECHANISM_COORDINATES, 1, "A", "m", 0.01},
               {BR_MECHANISM_POINTS, 1, "tip", "m", (double)NAN},
               {BR_MECHANISM_FORCES, 4, "leaf", "N", -0.5},
               {BR_MECHANISM_SENSORS, 1, "x", "m", 5e-4},
               {BR_MECHANISM_VIRTUAL, 1, "rub", "N", 0},
               {BR_MECHANISM_PARAMETERS, 7, "leaf.stiffness", "N/m", 50},
               {BR_MECHANISM_PARAMETERS, 7, "track.gamma4", "N", 1}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        int i = br_mechanism_index(m, all[k].part, all[k].name);
        assert_int_equal(br_mechanism_size(m, all[k].part), all[k].size);
        assert_in_range(i, 0, all[k].size - 1);
        assert_string_equal(br_mechanism_name(m, all[k].part, i), all[k].name);
        assert_string_equal(br_mechanism_unit(m, all[k].part, i), all[k].unit);
        double value = br_mechanism_value(m, all[k].part, i);
        assert_true(isnan(all[k].value) ? isnan(value) : fabs(value - all[k].value) < 1e-12);
        assert_null(br_mechanism_name(m, all[k].part, all[k].size));
        assert_int_equal(br_mechanism_index(m, all[k].part, "nothing"), -1);
    }
    assert_int_equal(br_mechanism_freedoms(m), 1);
    assert_int_equal(br_mechanism_redundant(m), 0);
    assert_string_equal(br_mechanism_warnings(m), "");
    assert_ptr_equal(strstr(br_mechanism_check(m), "stage: 1 body, 1 joint, 1 degree of freedom"),
                     br_mechanism_check(m));
    assert_non_null(strstr(br_mechanism_check(m), "stable equilibrium"));
    assert_true(fabs(br_mechanism_value(m, BR_MECHANISM_COORDINATES, 0) - 0.01) < 1e-12); // the check did not move it
    br_mechanism_close(m);
}

static void a_file_is_read_as_its_text_is(void **state)
{
    (void)state;
    br_mechanism *m = NULL;
    br_diag why = {0};
    assert_int_equal(br_mechanism_open(&m, "examples/mech/four-bar.mech", &why), BR_OK);
    assert_int_equal(br_mechanism_freedoms(m), 1);
    br_mechanism_close(m);
    m = NULL;
    assert_int_equal(br_mechanism_open(&m, "nowhere.mech", &why), BR_NO_FILE);
    assert_int_equal(br_mechanism_parse(&m, "own", "mechanism m\nbody", 16, &why), BR_BAD_LAW);
    assert_int_equal(why.line, 2);
    assert_null(m);
}

// ---------------------------------------------------------------- motion

static void motions_have_the_bits_of_steps(void **state)
{
    (void)state;
    br_machine *w = calloc(1, sizeof *w);
    br_record record = {0};
    br_diag why = {0};
    assert_non_null(w);
    assert_int_equal(br_machine_open(w, truth, strlen(truth), "stage.mech", &why), BR_OK);
    assert_int_equal(br_mech_table_open(&record, &w->s, NULL, 201, &why), BR_OK);
    for (int k = 0; k <= 200; k++) {
        assert_int_equal(br_drives_at(&w->drives, 0.005 * k, w->s.drive, &why), BR_OK);
        if (k > 0)
            assert_int_equal(br_moving_step(&w->s, &br_mech_alpha, 0.005, &why), BR_OK);
        w->s.t = 0.005 * k;
        br_mech_table_add(&record, &w->s, NULL);
    }
    br_mechanism_motion *r = moved(truth, 1, 0.005, 0);
    br_table *table = table_of(r);
    assert_int_equal(br_table_rows(table), 201);
    for (int c = 0; c + 1 < record.columns; c++) // the energy is relative to the start
        assert_memory_equal(column(table, record.column[c].name), record.column[c].v, 201 * sizeof(double));
    double gained = br_mechanism_motion_value(r, BR_MECHANISM_MOTION_GAINED);
    assert_true(gained == record.column[record.columns - 1].v[200] - record.column[record.columns - 1].v[0]);
    assert_true(br_mechanism_motion_value(r, BR_MECHANISM_MOTION_WORKED) == w->s.worked);
    assert_true(br_mechanism_motion_value(r, BR_MECHANISM_MOTION_LOST) == w->s.lost);
    assert_true(fabs(br_mechanism_motion_value(r, BR_MECHANISM_MOTION_UNACCOUNTED)) < 0.01);
    assert_true(br_mechanism_motion_value(r, BR_MECHANISM_MOTION_VIOLATION) < 1e-9);
    assert_string_equal(br_mechanism_motion_warnings(r), "");
    br_table_close(table);
    br_mechanism_motion_close(r);
    br_record_close(&record);
    br_machine_close(w);
    free(w);
}

static void energy_that_is_unaccounted_for_is_a_warning(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 2, 0.5, 0);
    assert_non_null(
        strstr(br_mechanism_motion_warnings(r), "of the energy exchanged is unaccounted for; use a shorter step"));
    br_mechanism_motion_close(r);
}

// What a run gave, held: drives and what holds the motion make up for each other.
static void inverse_dynamics_finds_the_load(void **state)
{
    (void)state;
    br_mechanism_motion *r = moved(truth, 1, 1e-3, 0), *back = NULL;
    br_table *run = table_of(r), *held, *forces;
    br_mechanism *m = parsed(model);
    br_mechanism_motion_options o;
    br_diag why = {0};
    static const char *const heading[] = {"t [s]", "A [m]"};
    const double *const v[] = {column(run, "t"), column(run, "A")};
    assert_int_equal(br_table_lend(&held, "held", heading, v, 2, br_table_rows(run), NULL, &why), BR_OK);
    assert_int_equal(br_mechanism_motion_defaults(&o, sizeof o), BR_OK);
    o.motion = held;
    assert_int_equal(br_mechanism_motion_open(&back, m, &o, &why), BR_OK);
    assert_int_equal(br_mechanism_motion_run(back, NULL, NULL, &why), BR_OK);
    forces = table_of(back);
    const double *load = column(run, "load"), *force = column(forces, "A_force");
    for (size_t k = 10; k + 10 < br_table_rows(run); k++)
        assert_true(fabs(load[k] - force[k]) < 0.02);
    assert_true(isnan(br_mechanism_motion_value(back, BR_MECHANISM_MOTION_WORKED)));
    br_table_close(forces);
    br_mechanism_motion_close(back);
    br_table_close(held);
    br_table_close(run);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
}

static void a_motion_that_is_stopped_keeps_its_rows(void **state)
{
    (void)state;
    br_mechanism *m = parsed(truth);
    br_mechanism_motion_options o;
    br_mechanism_motion *r = NULL;
    br_diag why = {0};
    double share = 0;
    assert_int_equal(br_mechanism_motion_defaults(&o, sizeof o), BR_OK);
    o.until = 1;
    assert_int_equal(br_mechanism_motion_open(&r, m, &o, &why), BR_OK);
    assert_int_equal(br_mechanism_motion_run(r, stop_at_half, &share, &why), BR_NEGATIVE);
    br_table *table = table_of(r);
    assert_in_range(br_table_rows(table), 500, 600);
    assert_non_null(strstr(br_mechanism_motion_warnings(r), "interrupted at t = 0.512 s of 1 s"));
    assert_int_equal(br_mechanism_motion_run(r, NULL, NULL, &why), BR_NEGATIVE); // it has been run
    br_table_close(table);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
}

// A crank and a slider, in a plane: what a program needs to draw them, and where they are.
static void a_motion_can_be_drawn(void **state)
{
    (void)state;
    br_mechanism *m = NULL;
    br_mechanism_motion_options o;
    br_mechanism_motion *r = NULL;
    br_mechanism_joint j = {.size = sizeof j};
    br_diag why = {0};
    assert_int_equal(br_mechanism_open(&m, "examples/mech/slider-crank.mech", &why), BR_OK);
    assert_string_equal(br_mechanism_called(m), "slider-crank");
    assert_true(strlen(br_mechanism_title(m)) > 0 && br_mechanism_planar(m));
    assert_int_equal(br_mechanism_blocks(m), br_mechanism_size(m, BR_MECHANISM_BODIES));
    assert_int_equal(br_mechanism_joint_at(m, br_mechanism_index(m, BR_MECHANISM_JOINTS, "A"), &j), BR_OK);
    assert_string_equal(j.name, "A");
    assert_string_equal(j.kind, "revolute");
    assert_true(j.a == 0 && j.b == -1 && j.at[0] == 0 && j.at[1] == 0);
    assert_int_equal(strncmp(br_mechanism_check(m), br_mechanism_summary(m), strlen(br_mechanism_summary(m))), 0);

    assert_int_equal(br_mechanism_motion_defaults(&o, sizeof o), BR_OK);
    o.until = 0.1, o.drawings = 11;
    assert_int_equal(br_mechanism_motion_open(&r, m, &o, &why), BR_OK);
    assert_null(br_mechanism_motion_drawing(r, 0, NULL)); // not run
    assert_int_equal(br_mechanism_motion_run(r, NULL, NULL, &why), BR_OK);
    assert_int_equal(br_mechanism_motion_drawings(r), 11);
    int points = br_mechanism_drawing_points(m), crank = 0;
    while (br_mechanism_drawing_body(m, crank) == 0)
        crank++;
    assert_true(crank >= 2 && br_mechanism_drawing_body(m, points) == -1 && br_mechanism_drawing_body(m, -1) == -1);
    const double *first = br_mechanism_motion_drawing(r, 0, NULL);
    double length = hypot(first[3] - first[0], first[4] - first[1]);
    br_table *table = table_of(r);
    for (int i = 0; i < 11; i++) { // the crank turns about the origin and keeps its length
        double t = -1;
        const double *at = br_mechanism_motion_drawing(r, i, &t);
        assert_true(fabs(t - 0.01 * i) < 1e-12 && hypot(at[0], at[1]) < 1e-9 && at[2] == 0 && at[5] == 0);
        assert_true(fabs(hypot(at[3], at[4]) - length) < 1e-9);
        double angle = column(table, "A")[10 * i] - column(table, "A")[0];
        double turned = atan2(first[3] * at[4] - first[4] * at[3], first[3] * at[3] + first[4] * at[4]);
        assert_true(fabs(angle - turned) < 1e-6);
    }
    assert_null(br_mechanism_motion_drawing(r, 11, NULL));
    assert_int_equal(br_mechanism_motion_role_of(r, 0), BR_MECHANISM_MOTION_TIME);
    assert_int_equal(br_mechanism_motion_role_of(r, br_table_index(table, "A_speed", NULL)), BR_MECHANISM_MOTION_STATE);
    assert_int_equal(br_mechanism_motion_role_of(r, br_table_index(table, "energy", NULL)), BR_MECHANISM_MOTION_RESULT);
    assert_string_equal(br_mechanism_motion_method(r), "alpha");
    br_mechanism_motion_unload(r);
    assert_true(column(table, "t")[100] > 0.0999);
    br_table_close(table);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
}

static void a_beam_is_drawn_as_it_bends_and_space_has_three_directions(void **state)
{
    (void)state;
    br_mechanism *m = NULL;
    int beam = 0;
    assert_int_equal(br_mechanism_open(&m, "examples/mech/slider-crank-flex.mech", NULL), BR_OK);
    for (int b = 0; b < br_mechanism_size(m, BR_MECHANISM_BODIES); b++) {
        int points = 0;
        for (int i = 0; i < br_mechanism_drawing_points(m); i++)
            points += br_mechanism_drawing_body(m, i) == b;
        assert_true(points >= 1);
        beam += points == 17;
    }
    assert_int_equal(beam, 1);
    br_mechanism_close(m);
    assert_int_equal(br_mechanism_open(&m, "examples/mech/furuta.mech", NULL), BR_OK);
    assert_int_equal(br_mechanism_planar(m), 0);
    br_mechanism_close(m);
}

// A program with a command line of its own: its name, and options as it has them.
static void messages_of_motions_have_the_words_of_a_program(void **state)
{
    (void)state;
    br_mechanism *m = parsed(truth);
    br_mechanism_motion_options o;
    br_mechanism_motion *r = NULL;
    br_diag why = {0};
    assert_int_equal(br_mechanism_motion_defaults(&o, sizeof o), BR_OK);
    o.until = 1, o.step = 2;
    assert_int_equal(br_mechanism_motion_open(&r, m, &o, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "mechanism: step is longer than the run");
    o.who = "axis-tool: ";
    assert_int_equal(br_mechanism_motion_open(&r, m, &o, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "axis-tool: --step is longer than the run");
    o.until = 2, o.step = 0.5;
    assert_int_equal(br_mechanism_motion_open(&r, m, &o, &why), BR_OK);
    assert_int_equal(br_mechanism_motion_run(r, NULL, NULL, &why), BR_OK);
    assert_non_null(strstr(br_mechanism_motion_warnings(r), "use a shorter --step"));
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
}

// ---------------------------------------------------------------- misuse

static void misuse_of_mechanisms_is_answered(void **state)
{
    (void)state;
    br_mechanism *m = NULL;
    br_diag why = {0};
    assert_int_equal(br_mechanism_open(NULL, "x", &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_open(&m, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_parse(&m, "x", NULL, 0, NULL), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_size(NULL, BR_MECHANISM_BODIES), 0);
    assert_int_equal(br_mechanism_index(NULL, BR_MECHANISM_BODIES, "x"), -1);
    assert_null(br_mechanism_name(NULL, BR_MECHANISM_BODIES, 0));
    assert_null(br_mechanism_check(NULL));
    assert_null(br_mechanism_warnings(NULL));
    assert_true(isnan(br_mechanism_value(NULL, BR_MECHANISM_BODIES, 0)));
    assert_int_equal(br_mechanism_freedoms(NULL) + br_mechanism_redundant(NULL), 0);
    br_mechanism_joint j = {.size = sizeof j};
    assert_int_equal(br_mechanism_joint_at(NULL, 0, &j), BR_BAD_USAGE);
    assert_null(br_mechanism_called(NULL));
    assert_null(br_mechanism_title(NULL));
    assert_null(br_mechanism_summary(NULL));
    assert_int_equal(br_mechanism_rank(NULL) + br_mechanism_blocks(NULL) + br_mechanism_planar(NULL), 0);
    assert_int_equal(br_mechanism_drawing_points(NULL), 0);
    assert_int_equal(br_mechanism_drawing_body(NULL, 0), -1);
    m = parsed(truth);
    assert_int_equal(br_mechanism_joint_at(m, 1, &j), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_joint_at(m, 0, NULL), BR_BAD_USAGE);
    j.size = 8;
    assert_int_equal(br_mechanism_joint_at(m, 0, &j), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_size(m, (br_mechanism_part)99), 0);
    assert_int_equal(br_mechanism_index(m, BR_MECHANISM_BODIES, NULL), -1);
    assert_null(br_mechanism_unit(m, BR_MECHANISM_BODIES, -1));
    br_mechanism_close(m);
    br_mechanism_close(NULL);
}

static void misuse_of_motions_is_answered(void **state)
{
    (void)state;
    br_mechanism *m = parsed(truth);
    br_mechanism_motion_options o, good;
    br_mechanism_motion *r = NULL;
    br_table *table = NULL;
    br_diag why = {0};
    assert_int_equal(br_mechanism_motion_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_motion_defaults(&o, sizeof o + 1), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_motion_defaults(&good, sizeof good), BR_OK);
    good.until = 1;
    for (int k = 0; k < 12; k++) {
        o = good;
        o.drawings = k == 9 ? -1 : k == 10 ? 10001 : 0;
        o.who = k == 11 ? "a name that is longer than any message needs: " : NULL;
        o.size = k == 0 ? 3 : o.size;
        o.until = k == 1 ? (double)NAN : k == 2 ? 0 : o.until;
        o.step = k == 3 ? -1 : k == 4 ? (double)NAN : k == 5 ? 2 : k == 6 ? 1e-10 : o.step;
        o.method = k == 7 ? "rk4" : NULL;
        o.signals = k == 8 ? "t = t" : NULL;
        assert_int_equal(br_mechanism_motion_open(&r, m, &o, &why), BR_BAD_USAGE);
    }
    assert_int_equal(br_mechanism_motion_open(&r, m, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_motion_open(&r, NULL, &good, &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_motion_open(NULL, m, &good, &why), BR_BAD_USAGE);
    assert_null(r);
    assert_int_equal(br_mechanism_motion_run(NULL, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_mechanism_motion_table(NULL, &table, &why), BR_BAD_USAGE);
    assert_null(br_mechanism_motion_warnings(NULL));
    assert_null(br_mechanism_motion_method(NULL));
    assert_null(br_mechanism_motion_drawing(NULL, 0, NULL));
    assert_int_equal(br_mechanism_motion_drawings(NULL), 0);
    assert_int_equal(br_mechanism_motion_role_of(NULL, 0), BR_MECHANISM_MOTION_RESULT);
    br_mechanism_motion_unload(NULL);
    assert_true(isnan(br_mechanism_motion_value(NULL, BR_MECHANISM_MOTION_LOST)));
    assert_int_equal(br_mechanism_motion_open(&r, m, &good, &why), BR_OK);
    assert_int_equal(br_mechanism_motion_table(r, &table, &why), BR_BAD_USAGE); // not run
    assert_true(isnan(br_mechanism_motion_value(r, BR_MECHANISM_MOTION_LOST)));
    br_mechanism_motion_close(r);
    br_mechanism_motion_close(NULL);
    br_mechanism_close(m);
}

// ---------------------------------------------------------------- memory

static br_status open_and_run(void)
{
    br_mechanism *m = NULL;
    br_mechanism_motion *r = NULL;
    br_mechanism_observer *o = NULL;
    br_mechanism_motion_options how;
    br_table *log = NULL;
    (void)br_mechanism_motion_defaults(&how, sizeof how);
    how.until = 0.05;
    how.sensor_noise = 1;
    how.drawings = 3;
    br_status status = br_mechanism_parse(&m, "stage.mech", model, strlen(model), NULL);
    if (status == BR_OK && (!br_mechanism_summary(m) || !br_mechanism_check(m)))
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_mechanism_motion_open(&r, m, &how, NULL);
    if (status == BR_OK)
        status = br_mechanism_motion_run(r, NULL, NULL, NULL);
    if (status == BR_OK)
        status = br_mechanism_motion_table(r, &log, NULL);
    br_mechanism_observer_options with;
    (void)br_mechanism_observer_defaults(&with, sizeof with);
    with.drawings = 3;
    with.name = "stage.csv";
    if (status == BR_OK)
        status = br_mechanism_observer_open(&o, m, &with, NULL);
    if (status == BR_OK)
        status = br_mechanism_observer_log(o, log, NULL, NULL, NULL);
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
    return status;
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 300 ? 1 : 7) {
        countdown = n;
        status = open_and_run();
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed)
            fail_msg("call %ld: status %d", n, (int)status);
    }
    assert_int_equal(status, BR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_names_units_and_values),
        cmocka_unit_test(a_file_is_read_as_its_text_is),
        cmocka_unit_test(motions_have_the_bits_of_steps),
        cmocka_unit_test(energy_that_is_unaccounted_for_is_a_warning),
        cmocka_unit_test(inverse_dynamics_finds_the_load),
        cmocka_unit_test(a_motion_that_is_stopped_keeps_its_rows),
        cmocka_unit_test(a_motion_can_be_drawn),
        cmocka_unit_test(a_beam_is_drawn_as_it_bends_and_space_has_three_directions),
        cmocka_unit_test(messages_of_motions_have_the_words_of_a_program),
        cmocka_unit_test(misuse_of_mechanisms_is_answered),
        cmocka_unit_test(misuse_of_motions_is_answered),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
