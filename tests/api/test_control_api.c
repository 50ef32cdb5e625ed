// test_control_api.c - bristle/control.h: the bits of packages and of the comparison, lent memory, changes, misuse and failing memory.
#include "api_kit.h"
#include "emit/package/packing.h"
#include "kit/failing_memory.h"
#include "sim/control/control.h"
#include <bristle/control.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A short and slow course, so that tuning takes milliseconds.
static br_axis_options short_axis(void)
{
    br_axis_options o;
    assert_int_equal(br_axis_defaults(&o, sizeof o), BR_OK);
    o.mass = 1;
    o.rate = 1000;
    o.period = 0.1;
    o.encoder = 1e-8;
    return o;
}

static br_compensator *compensating(const br_law *law, const char *name, const br_axis_options *axis)
{
    br_compensator *c = NULL;
    br_diag why = {0};
    if (br_compensator_open(&c, law, name, axis, &why) != BR_OK)
        fail_msg("%s: %s", name, why.text);
    return c;
}

// The axis of short_axis, from the rooms below.
typedef struct below {
    br_model friction, plant;
    br_control_axis axis;
    br_control_options o;
} below;

static void open_below(below *w)
{
    static const char values[] = "friction = lugre, fr = table-I, m = 1 kg";
    assert_int_equal(br_model_open_builtin(&w->friction, "lugre", "table-I", "", NULL), BR_OK);
    assert_int_equal(br_model_open_builtin(&w->plant, "mass", NULL, values, NULL), BR_OK);
    w->axis = (br_control_axis){&w->friction, &w->friction, &w->plant, 1};
    w->o = br_control_defaults(1e-3);
    w->o.servo.course.stroke = 0.5e-3;
    w->o.servo.course.period = 0.1;
    w->o.servo.encoder = 1e-8;
    w->o.servo.band = 0.5e-6;
    w->o.servo.seed = 1;
}

static void close_below(below *w)
{
    br_model_close(&w->plant);
    br_model_close(&w->friction);
}

static void compare_with_package(const char *name)
{
    static br_packing w;
    below b;
    br_diag why = {0};
    br_axis_options axis = short_axis();
    open_below(&b);
    br_package_options package = {.prefix = "o", .rate = 1000, .compensator = name, .axis = &b.axis, .control = &b.o};
    memset(&w, 0, sizeof w);
    w.o = &package;
    w.model = &b.friction;
    w.why = &why;
    w.prefix = BR_ANY_PREFIX;
    w.capital = BR_ANY_CAPITAL;
    if (br_packing_plan(&w) != BR_OK)
        fail_msg("%s: %s", name, why.text);
    br_law *law = opened("lugre", "table-I");
    br_compensator *c = compensating(law, name, &axis);
    br_law_close(law); // the compensator has its own
    int width = br_plan_found(&w.plan);
    for (int k = 0; k < w.replay.rows; k++) {
        const double *found = w.replay.found + (ptrdiff_t)k * width;
        assert_int_equal(br_compensator_step(c, w.vector_u + 3 * (ptrdiff_t)k, w.vector_y + k), BR_OK);
        const double now[] = {br_compensator_command(c), br_compensator_feedback(c), br_compensator_friction(c),
                              br_compensator_trust(c)};
        assert_memory_equal(now, found, sizeof now);
        assert_int_equal(br_compensator_size(c, BR_COMPENSATOR_STATES), width - 4);
        for (int i = 0; i < width - 4; i++)
            assert_memory_equal(&(double){br_compensator_value(c, i)}, &found[4 + i], sizeof(double));
    }
    br_compensator_close(c);
    br_packing_close(&w);
    close_below(&b);
}

static void compensators_have_the_bits_of_their_packages(void **state)
{
    (void)state;
    for (int i = 0; br_compensator_name(i); i++) {
        assert_non_null(br_compensator_meaning(i));
        compare_with_package(br_compensator_name(i));
    }
}

static void a_comparison_has_the_numbers_of_the_room_below(void **state)
{
    (void)state;
    below b;
    br_control made;
    br_diag why = {0};
    open_below(&b);
    b.o.rivals = "coulomb, lugre";
    b.o.robustness = true;
    assert_int_equal(br_control_run(&made, &b.axis, &b.o, &why), BR_OK);
    br_axis_options axis = short_axis();
    br_law *law = opened("lugre", "table-I");
    br_comparison *c = NULL;
    br_table *table = NULL;
    if (br_comparison_make(&c, law, "coulomb, lugre", 1, &axis, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_comparison_rows(c), made.rows);
    assert_int_equal(br_comparison_cases(c), made.ncases);
    for (int i = 0; i < made.rows; i++) {
        br_comparison_row row = {.size = sizeof row};
        const br_servo *r = &made.row[i].run;
        assert_int_equal(br_comparison_at(c, i, &row), BR_OK);
        assert_string_equal(row.name, made.row[i].rival->name);
        assert_int_equal(br_comparison_index(c, row.name), i);
        assert_true(row.rms == r->rms && row.peak == r->peak && row.energy == r->energy && row.chatter == r->chatter);
        assert_true(row.Ki == made.row[i].Ki && row.below_pid == br_control_keeps(&made, i));
        for (int j = 0; j < made.ncases; j++)
            assert_true(br_comparison_case_rms(c, i, j) == made.rms[i * made.ncases + j]);
    }
    assert_string_equal(br_comparison_case(c, 0), "as given");
    assert_non_null(strstr(br_comparison_notes(c), "lugre knows the exact friction"));
    assert_int_equal(br_comparison_table(c, &table, &why), BR_OK);
    int e = br_table_index(table, "e_lugre", NULL), row = br_comparison_index(c, "lugre");
    assert_true(e >= 0);
    assert_int_equal(br_table_load(table, &why), BR_OK);
    assert_memory_equal(br_table_values(table, e), made.row[row].run.e,
                        (size_t)made.row[row].run.rows * sizeof(double));
    br_table_close(table);
    br_comparison_close(c);
    br_law_close(law);
    br_control_free(&made);
    close_below(&b);
}

// What a program draws and reports of a comparison, as `bristle control` does.
static void all_of_a_comparison_can_be_read(void **state)
{
    (void)state;
    below b;
    br_control made;
    br_diag why = {0};
    open_below(&b);
    b.o.rivals = "lugre";
    assert_int_equal(br_control_run(&made, &b.axis, &b.o, &why), BR_OK);
    br_axis_options axis = short_axis();
    br_law *law = opened("lugre", "table-I");
    br_comparison *c = NULL;
    axis.rate = 0.5; // which the step wins over
    axis.step = 1e-3;
    if (br_comparison_make(&c, law, "lugre", 0, &axis, &why) != BR_OK)
        fail_msg("%s", why.text);
    int i = br_comparison_index(c, "lugre");
    const br_servo *r = &made.row[i].run;
    const double *const all[] = {r->t, r->aim, r->e, r->u, r->F, r->Fh};
    size_t rows = 0;
    for (int k = BR_COMPARISON_TIME; k <= BR_COMPARISON_ESTIMATE; k++) {
        const double *is = br_comparison_signal_of(c, i, (br_comparison_signal)k, &rows);
        assert_int_equal(rows, r->rows);
        assert_memory_equal(is, all[k], rows * sizeof *is);
    }
    assert_null(br_comparison_signal_of(c, -1, BR_COMPARISON_TIME, &rows));
    assert_int_equal(rows, 0);
    assert_null(br_comparison_signal_of(c, i, (br_comparison_signal)6, NULL));
    assert_true(br_comparison_result(c, BR_COMPARISON_BANDWIDTH) == made.bandwidth);
    assert_true(br_comparison_result(c, BR_COMPARISON_PERIODS) == b.o.servo.course.times);
    assert_true(br_comparison_result(c, BR_COMPARISON_BAND) == b.o.servo.band);
    assert_true(br_comparison_result(c, BR_COMPARISON_TRIALS) == b.o.trials);
    assert_true(isnan(br_comparison_result(c, (br_comparison_figure)4)));
    br_axis_friction k = {.size = sizeof k};
    assert_int_equal(br_comparison_friction(c, &k), BR_OK);
    assert_true(k.FC == made.known.FC && k.FS == made.known.FS && k.vs == made.known.vs && k.own == made.known.own &&
                k.viscous == made.known.viscous && k.length == made.known.length);
    br_passivity p = {.size = sizeof p};
    assert_int_equal(br_comparison_passivity(c, &p), BR_OK);
    assert_true(p.known && p.strict == made.spr.strict && p.worst == made.spr.worst && p.phase == made.spr.phase);
    assert_true(p.friction.FC == k.FC && isnan(br_passivity_real(&p, 1)));
    k.size = 8, p.size = 8;
    assert_int_equal(br_comparison_friction(c, &k), BR_BAD_USAGE);
    assert_int_equal(br_comparison_passivity(c, &p), BR_BAD_USAGE);
    assert_true(isnan(br_passivity_real(&p, 1)) && isnan(br_passivity_real(NULL, 1)));
    br_comparison_close(c);
    br_control_free(&made);
    close_below(&b);

    c = NULL; // no LuGre observer takes part
    p.size = sizeof p;
    assert_int_equal(br_comparison_make(&c, law, "coulomb", 0, &axis, &why), BR_OK);
    assert_int_equal(br_comparison_passivity(c, &p), BR_BAD_USAGE);
    br_comparison_close(c);
    br_law_close(law);
}

static void a_rig_is_an_axis_with_its_sensors_and_its_friction(void **state)
{
    (void)state;
    br_axis_options o;
    br_law *friction = NULL, *real = NULL;
    br_diag why = {0};
    assert_int_equal(br_axis_defaults(&o, sizeof o), BR_OK);
    assert_int_equal(br_axis_of_rig(&o, "rig/axis", &friction, &real, &why), BR_OK);
    assert_string_equal(br_law_name(friction), "sgms");
    assert_string_equal(br_law_name(real), "gms");
    assert_string_equal(br_law_missing(real), "");
    assert_true(o.mass == 20 && o.real == real && o.encoder > 0 && o.noise > 0 && o.force_noise > 0 && o.cogging > 0);
    assert_true(o.rate == 5000); // what is no rig's stays
    br_law_close(real);
    br_law_close(friction);
    assert_int_equal(br_axis_of_rig(&o, "rig/exact", &friction, &real, &why), BR_OK);
    assert_true(!real && !o.real && o.cogging == 0);
    br_law_close(friction);
    friction = NULL;
    o.mass = 3;
    assert_int_equal(br_axis_of_rig(&o, "rig/consistent", &friction, &real, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "axis: rig/consistent is no rig with a mass; use rig/axis or rig/exact");
    assert_int_equal(br_axis_of_rig(&o, "axis", &friction, &real, &why), BR_BAD_USAGE);
    assert_int_equal(br_axis_of_rig(NULL, "rig/axis", &friction, &real, &why), BR_BAD_USAGE);
    assert_int_equal(br_axis_of_rig(&o, NULL, &friction, &real, NULL), BR_BAD_USAGE);
    assert_int_equal(br_axis_of_rig(&o, "rig/axis", NULL, &real, NULL), BR_BAD_USAGE);
    assert_int_equal(br_axis_of_rig(&o, "rig/axis", &friction, NULL, NULL), BR_BAD_USAGE);
    assert_true(o.mass == 3 && !friction);
}

// A program with a command line of its own: its name, and options as it has them.
static void messages_and_notes_have_the_words_of_a_program(void **state)
{
    (void)state;
    br_axis_options axis = short_axis();
    br_law *law = opened("lugre", "table-I");
    br_comparison *c = NULL;
    br_compensator *one = NULL;
    br_passivity p = {.size = sizeof p};
    br_diag why = {0};
    axis.dead_band = -1;
    assert_int_equal(br_comparison_make(&c, law, "lugre", 0, &axis, &why), BR_BAD_USAGE);
    assert_string_equal(br_diag_member(&why), "dead_band");
    axis.who = "axis-tool: ";
    assert_int_equal(br_comparison_make(&c, law, "lugre", 0, &axis, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "axis-tool: --dead-band is -1, and has to be from 0, at most 1e+09");
    axis.dead_band = 0;
    assert_int_equal(br_comparison_make(&c, law, "brake", 0, &axis, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: there is no compensator 'brake'"));
    assert_int_equal(br_compensator_open(&one, law, "brake", &axis, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: there is no compensator 'brake'"));
    assert_int_equal(br_passivity_of(law, "3 6", 0, &axis, &p, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: --feedback '3 6'"));
    assert_int_equal(br_comparison_make(&c, law, "lugre", 0, &axis, &why), BR_OK);
    assert_non_null(strstr(br_comparison_notes(c), "see --wrong, --robustness"));
    br_comparison_close(c);
    c = NULL;
    axis.who = "a name that is longer than any message needs: ";
    assert_int_equal(br_comparison_make(&c, law, "lugre", 0, &axis, &why), BR_BAD_USAGE);
    axis.who = NULL;
    axis.step = -1;
    assert_int_equal(br_comparison_make(&c, law, "lugre", 0, &axis, &why), BR_BAD_USAGE);
    assert_true(!c && !one);
    br_law_close(law);
}

static double moved(br_compensator *c, int samples)
{
    for (int k = 0; k < samples; k++) {
        double w = 2 * 3.141592653589793 / 100, u[] = {1e-4 * sin(w * k), 0, 0}, y = 0.9e-4 * sin(w * k - 0.1);
        (void)br_compensator_step(c, u, &y);
    }
    return br_compensator_command(c);
}

static void another_one_in_lent_memory_is_the_same(void **state)
{
    (void)state;
    br_axis_options axis = short_axis();
    br_law *law = opened("lugre", "table-I");
    static const char *const names[] = {"dahl", "observer", "ekf-lugre", "mhe-lugre"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        br_compensator *c = compensating(law, names[i], &axis), *twin = NULL;
        size_t bytes = br_compensator_bytes(c);
        void *memory = malloc(bytes);
        assert_non_null(memory);
        assert_int_equal(br_compensator_init(&twin, c, memory, bytes - 1), BR_BAD_USAGE);
        long before = allocations;
        assert_int_equal(br_compensator_init(&twin, c, memory, bytes), BR_OK);
        double first = moved(twin, 150);
        br_law_number n = {.size = sizeof n};
        for (int k = 0; k < br_compensator_settings(twin); k++)
            assert_true(br_compensator_setting_at(twin, k, &n) == BR_OK &&
                        *br_compensator_setting(twin, k) == n.value && br_compensator_setting_index(twin, n.name) == k);
        assert_int_equal(allocations, before); // neither opening it nor a sample nor a setting asks for memory
        assert_true(moved(c, 150) == first && first != 0);
        br_compensator_reset(c);
        assert_true(br_compensator_command(c) == 0);
        assert_true(moved(c, 150) == first);
        br_compensator_close(twin); // does nothing: it is lent
        free(memory);
        br_compensator_close(c);
    }
    br_law_close(law);
}

static void what_is_changed_takes_effect_and_what_is_not_valid_is_restored(void **state)
{
    (void)state;
    br_axis_options axis = short_axis();
    br_law *law = opened("lugre", "table-I");
    br_compensator *c = compensating(law, "ekf-lugre", &axis);
    int Kp = br_compensator_setting_index(c, "Kp");
    assert_true(*br_compensator_largest_sd(c) > 0);
    br_law_number n = {.size = sizeof n};
    assert_true(Kp >= 0 && br_compensator_setting_index(c, "stiffness") == -1);
    assert_int_equal(br_compensator_setting_at(c, Kp, &n), BR_OK);
    assert_string_equal(n.name, "Kp");
    assert_string_equal(n.unit, "N/m");
    assert_true(n.value == *br_compensator_setting(c, Kp) && n.value > 0);
    double before = moved(c, 100);
    br_compensator_reset(c);
    *br_compensator_setting(c, Kp) *= 2;
    assert_true(moved(c, 100) != before);
    *br_compensator_setting(c, Kp) = -1;
    unsigned long refused = br_compensator_count(c, BR_COMPENSATOR_REFUSED);
    (void)moved(c, 1);
    assert_true(*br_compensator_setting(c, Kp) == 2 * n.value);
    assert_true(br_compensator_count(c, BR_COMPENSATOR_REFUSED) == refused + 1);

    double u[] = {0, 0, 0}, y = 0, *p = br_compensator_parameters(c), kept = p[0];
    br_law_number parameter = {.size = sizeof parameter};
    assert_int_equal(br_compensator_number_at(c, BR_COMPENSATOR_PARAMETERS, 0, &parameter), BR_OK);
    assert_true(strlen(parameter.name) > 0);
    p[0] = (double)NAN;
    assert_int_equal(br_compensator_step(c, u, &y), BR_BAD_LAW);
    assert_true(p[0] == kept);
    *br_compensator_sensor_noise(c, 0) = 0;
    br_compensator_process_noise(c)[0] = -1;
    assert_int_equal(br_compensator_step(c, u, &y), BR_BAD_LAW);
    assert_true(*br_compensator_sensor_noise(c, 0) > 0 && br_compensator_process_noise(c)[0] >= 0);
    assert_int_equal(br_compensator_step(c, u, &y), BR_OK);

    br_compensator_compensate(c, 0);
    (void)moved(c, 100);
    assert_true(br_compensator_trust(c) == 0);
    br_compensator_close(c);

    c = compensating(law, "observer", &axis); // stands on a law, not on an estimator
    assert_null(br_compensator_process_noise(c));
    br_compensator_parameters(c)[0] = -1;
    assert_int_equal(br_compensator_step(c, u, &y), BR_BAD_LAW);
    assert_int_equal(br_compensator_step(c, u, &y), BR_OK);
    br_compensator_close(c);
    br_law_close(law);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_axis_options axis = short_axis(), wrong = axis;
    br_law *law = opened("lugre", "table-I"), *plant = opened("mass", "fig-2"), *bare = opened("lugre", NULL);
    br_compensator *c = NULL;
    br_comparison *all = NULL;
    br_passivity p = {.size = sizeof p};
    br_diag why = {0};
    double u[] = {0, 0, 0}, y = 0;
    int called = 0;
    assert_int_equal(br_axis_defaults(&axis, sizeof axis - 1), BR_BAD_USAGE);
    axis = short_axis();
    assert_int_equal(br_compensator_open(&c, law, "brake", &axis, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "there is no compensator 'brake'"));
    assert_int_equal(br_compensator_open(&c, law, "", &axis, &why), BR_BAD_USAGE);
    assert_int_equal(br_compensator_open(&c, plant, "pid", &axis, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "not a friction law"));
    assert_int_equal(br_compensator_open(&c, bare, "pid", &axis, &why), BR_BAD_LAW);
    assert_int_equal(br_compensator_open(&c, law, "pid", NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_compensator_open(NULL, law, "pid", &axis, NULL), BR_BAD_USAGE);
    assert_int_equal(br_compensator_open(&c, NULL, "pid", &axis, NULL), BR_BAD_USAGE);
    wrong.mass = (double)NAN;
    assert_int_equal(br_compensator_open(&c, law, "pid", &wrong, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "mass"));
    wrong = axis, wrong.course = "circle";
    assert_int_equal(br_compensator_open(&c, law, "pid", &wrong, &why), BR_BAD_USAGE);
    wrong = axis, wrong.velocity = "guessed";
    assert_int_equal(br_compensator_open(&c, law, "pid", &wrong, &why), BR_BAD_USAGE);
    wrong = axis, wrong.delay = 51;
    assert_int_equal(br_comparison_make(&all, law, NULL, 0, &wrong, &why), BR_BAD_USAGE);
    wrong = axis, wrong.cogging = 1;
    assert_int_equal(br_comparison_make(&all, law, NULL, 0, &wrong, &why), BR_BAD_USAGE);
    wrong = axis, wrong.size = 3;
    assert_int_equal(br_comparison_make(&all, law, NULL, 0, &wrong, &why), BR_BAD_USAGE);
    assert_int_equal(br_comparison_make(&all, law, " ,", 0, &axis, &why), BR_BAD_USAGE);
    wrong = axis, wrong.progress = stop_at_once, wrong.context = &called;
    assert_int_equal(br_comparison_make(&all, law, NULL, 0, &wrong, &why), BR_NEGATIVE);
    assert_int_equal(br_compensator_open(&c, law, "lugre", &wrong, &why), BR_NEGATIVE);
    assert_int_equal(called, 2);
    assert_int_equal(br_passivity_of(law, "3 6", 0, &axis, &p, &why), BR_BAD_USAGE);
    assert_int_equal(br_passivity_of(law, "2000, 400", 0, &axis, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_law_set(law, "v = 1 m/s", &why), BR_OK);
    assert_int_equal(br_compensator_open(&c, law, "pid", &axis, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "leave it out"));
    assert_null(c);
    assert_null(all);

    assert_int_equal(br_compensator_step(NULL, u, &y), BR_BAD_USAGE);
    assert_true(isnan(br_compensator_command(NULL)) && isnan(br_compensator_value(NULL, 0)));
    assert_null(br_compensator_setting(NULL, 0));
    assert_null(br_compensator_notes(NULL));
    assert_int_equal(br_compensator_bytes(NULL), 0);
    assert_int_equal(br_comparison_rows(NULL), 0);
    assert_null(br_comparison_case(NULL, 0));
    assert_null(br_compensator_name(-1));
    br_compensator_reset(NULL);
    br_compensator_compensate(NULL, 1);
    br_compensator_close(NULL);
    br_comparison_close(NULL);
    br_law_close(bare);
    br_law_close(plant);
    br_law_close(law);
}

static void passivity_is_that_of_the_theorems(void **state)
{
    (void)state;
    br_axis_options axis = short_axis();
    br_law *law = opened("lugre", "table-I"), *sgms = opened("sgms", "table-4.1");
    br_passivity p = {.size = sizeof p};
    br_diag why = {0};
    assert_int_equal(br_passivity_of(law, "2000, 400", 0, &axis, &p, &why), BR_OK);
    assert_true(p.known && p.strict && p.margin > 0 && p.sigma0 > 0.99e5 && p.sigma0 < 1.01e5);
    // G(s) = (sigma1 s + sigma0)/(m s^2 + 400 s + 2000)
    assert_true(fabs(br_passivity_real(&p, 0) / (p.sigma0 / 2000) - 1) < 1e-12);
    assert_true(p.over[0] == p.sigma0 && p.under[1] == 400 && p.unstable == 0 && isnan(p.from));
    assert_true(p.friction.own && p.friction.sigma0 == p.sigma0 && p.friction.FC > 0.9);
    assert_int_equal(br_passivity_of(law, "2e6, 4", 0, &axis, &p, &why), BR_OK);
    assert_true(p.known && !p.strict && isnan(p.margin));
    assert_non_null(strstr(p.words, "not strictly positive real"));
    assert_int_equal(br_passivity_of(sgms, "2000, 400", 0, &axis, &p, &why), BR_OK);
    assert_true(!p.known && !p.strict);
    br_law_close(sgms);
    br_law_close(law);
}

// J1: every allocation may fail: a status, nothing leaked (which sanitizers see), nothing half open.
static void J1_failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_axis_options axis = short_axis();
    axis.rate = 500;
    axis.period = 0.05;
    br_law *law = opened("lugre", "table-I");
    br_compensator *c = NULL;
    br_comparison *all = NULL;
    for (long n = 0; !c; n = n < 60 ? n + 1 : n + n / 20) {
        countdown = n;
        br_status status = br_compensator_open(&c, law, "ekf-lugre", &axis, NULL);
        countdown = -1;
        assert_true((status == BR_OK) == (c != NULL));
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
    }
    for (long n = 0; !all; n = n < 60 ? n + 1 : n + n / 20) {
        countdown = n;
        br_status status = br_comparison_make(&all, law, "observer", 0, &axis, NULL);
        countdown = -1;
        assert_true((status == BR_OK) == (all != NULL));
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
    }
    br_comparison_close(all);
    br_compensator_close(c);
    br_law *known = NULL, *real = NULL;
    for (long n = 0; !known; n++) {
        br_axis_options o = axis;
        countdown = n;
        br_status status = br_axis_of_rig(&o, "rig/axis", &known, &real, NULL);
        countdown = -1;
        assert_true((status == BR_OK) == (known && real && o.real));
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
    }
    br_law_close(real);
    br_law_close(known);
    for (int kind = 0; kind < 2; kind++) {
        br_status status = BR_NO_MEMORY;
        assert_int_equal(br_comparison_make(&all, law, "lugre", 0, &axis, NULL), BR_OK);
        for (long n = 0; status == BR_NO_MEMORY; n = n < 60 ? n + 1 : n + n / 20) {
            br_passivity p = {.size = sizeof p};
            br_axis_friction k = {.size = sizeof k};
            countdown = n;
            status = kind ? br_passivity_of(law, "2000, 400", 0, &axis, &p, NULL) : br_comparison_passivity(all, &p);
            if (status == BR_OK)
                status = br_comparison_friction(all, &k);
            countdown = -1;
            assert_true(status == BR_OK || (status == BR_NO_MEMORY && !p.known));
        }
        assert_int_equal(status, BR_OK);
        br_comparison_close(all);
    }
    br_law_close(law);
}

// An encoder of 1 um that is stuck for 0.3 s: the axis runs off, sticks elsewhere, and shows one position while the filter, lost,
// moves on. s from the end of the fault until the axis follows again.
static double back_after_a_stuck_encoder(br_compensator *c, br_carriage *axis, long first)
{
    const br_servo_course course = {.kind = BR_COURSE_SINE, .stroke = 0.5e-3, .period = 1, .times = 20};
    long end = first + 300, last = end;
    double stuck = 0;
    br_compensator_reset(c);
    br_carriage_reset(axis);
    for (long k = 0; k < end + 7000; k++) {
        br_motion aim = br_servo_aim(&course, (double)k * 1e-3);
        double y = 1e-6 * floor(axis->q * 1e6 + 0.5);
        stuck = k <= first ? y : stuck;
        y = k < end ? stuck : y;
        assert_int_equal(br_compensator_step(c, (double[]){aim.q, aim.v, aim.a}, &y), BR_OK);
        assert_int_equal(br_carriage_move(axis, br_compensator_command(c), 1e-3), BR_OK);
        last = k >= end && fabs(axis->q - aim.q) > 0.25e-3 ? k : last;
    }
    return (double)(last - end) * 1e-3;
}

static void a_filter_finds_an_axis_at_rest_again_after_its_encoder_was_stuck(void **state)
{
    (void)state;
    below b;
    br_carriage truth;
    br_axis_options axis;
    open_below(&b);
    assert_int_equal(br_carriage_open(&truth, &b.friction, 1, NULL), BR_OK);
    assert_int_equal(br_axis_defaults(&axis, sizeof axis), BR_OK);
    axis.mass = 1, axis.rate = 1000, axis.encoder = 1e-6, axis.most = 5;
    br_law *law = opened("lugre", "table-I");
    br_compensator *c = compensating(law, "ekf-lugre", &axis);
    for (long first = 2000; first < 3000; first += 100) {
        double back = back_after_a_stuck_encoder(c, &truth, first);
        print_message("  stuck from %.1f s: back after %.3f s\n", (double)first * 1e-3, back);
        assert_true(back < 2 && br_compensator_trust(c) == 1);
    }
    br_compensator_close(c);
    br_law_close(law);
    br_carriage_close(&truth);
    close_below(&b);
}

// What no axis does within a sample is no motion: a position that is 1 m off for once is bridged.
static void a_spike_of_the_position_moves_nothing(void **state)
{
    (void)state;
    br_axis_options axis = short_axis();
    br_law *law = opened("lugre", "table-I");
    br_compensator *c = compensating(law, "lugre", &axis);
    int fastest = br_compensator_setting_index(c, "fastest");
    assert_true(fastest >= 0 && *br_compensator_setting(c, fastest) < 100);
    double usual = 0;
    for (int k = 0; k < 300; k++) { // an axis that follows
        br_motion aim = br_servo_aim(&(br_servo_course){BR_COURSE_SINE, 0.5e-3, 0.1, 0, 100}, k * 1e-3);
        double y = k == 250 ? aim.q + 1 : aim.q;
        assert_int_equal(br_compensator_step(c, (double[]){aim.q, aim.v, aim.a}, &y), BR_OK);
        usual = k < 250 ? fmax(usual, fabs(br_compensator_command(c))) : usual;
        assert_true(k < 250 || fabs(br_compensator_command(c)) < 1.5 * usual);
    }
    assert_int_equal(br_compensator_count(c, BR_COMPENSATOR_DOUBTED), 1);
    br_compensator_close(c);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spike_of_the_position_moves_nothing),
        cmocka_unit_test(a_filter_finds_an_axis_at_rest_again_after_its_encoder_was_stuck),
        cmocka_unit_test(compensators_have_the_bits_of_their_packages),
        cmocka_unit_test(a_comparison_has_the_numbers_of_the_room_below),
        cmocka_unit_test(all_of_a_comparison_can_be_read),
        cmocka_unit_test(a_rig_is_an_axis_with_its_sensors_and_its_friction),
        cmocka_unit_test(messages_and_notes_have_the_words_of_a_program),
        cmocka_unit_test(another_one_in_lent_memory_is_the_same),
        cmocka_unit_test(what_is_changed_takes_effect_and_what_is_not_valid_is_restored),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(passivity_is_that_of_the_theorems),
        cmocka_unit_test(J1_failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
