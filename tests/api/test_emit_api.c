// test_emit_api.c - bristle/emit.h: the files of the rooms below, folders all or none, misuse and failing memory.
#include "api_kit.h"
#include "emit/package/package.h"
#include "kit/failing_memory.h"
#include <bristle/emit.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static br_emit_options with(const char *prefix)
{
    br_emit_options o;
    assert_int_equal(br_emit_defaults(&o, sizeof o), BR_OK);
    o.prefix = prefix;
    return o;
}

static void assert_package(const br_emit *e, const br_package_options *o, const char *law, const char *set)
{
    br_model m;
    br_package k;
    br_diag why = {0};
    assert_int_equal(br_model_open_builtin(&m, law, set, "", &why), BR_OK);
    if (br_package_make(&k, &m, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_emit_files(e), k.files);
    assert_int_equal(br_emit_guessed(e), k.guessed);
    for (int i = 0; i < k.files; i++) {
        size_t size;
        const char *text = br_emit_text(e, i, &size);
        assert_string_equal(br_emit_name(e, i), k.file[i].name);
        assert_int_equal(size, k.file[i].text.size);
        assert_memory_equal(text, k.file[i].text.text, size);
    }
    br_package_free(&k);
    br_model_close(&m);
}

static void packages_are_those_of_the_room_below(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_emit *e = NULL;
    br_diag why = {0};
    br_observer_options observer;
    br_horizon_options horizon;
    br_emit_options o = with("axis");
    assert_int_equal(br_observer_defaults(&observer, sizeof observer), BR_OK);
    observer.estimate = "sigma0";
    observer.every = 4;
    o.single = 1;
    if (br_emit_observer(&e, law, &observer, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_package_options below = {.prefix = "axis", .single = true, .rate = 1000, .observer = BR_PLAN_EKF};
    below.observe = br_observation_defaults();
    below.observe.gate = 6;
    below.observe.default_gate = true;
    below.observe.tuning.estimate = "sigma0";
    below.observe.correct_every = 4e-3;
    assert_package(e, &below, "lugre", "table-I");
    br_emit_close(e);

    e = NULL;
    o = with("mine");
    o.mixed = 1;
    assert_int_equal(br_horizon_defaults(&horizon, sizeof horizon), BR_OK);
    horizon.bounds = "z = -1..1 mm";
    if (br_emit_horizon(&e, law, &horizon, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    below = (br_package_options){.prefix = "mine", .mixed = true, .rate = 1000, .observer = BR_PLAN_MHE};
    below.observe = br_observation_defaults();
    below.observe.gate = 6;
    below.observe.default_gate = true;
    below.observe.horizon = (br_observation_horizon){.intervals = 20, .iterations = 1, .bounds = "z = -1..1 mm"};
    assert_package(e, &below, "lugre", "table-I");
    br_emit_close(e);
    br_law_close(law);
}

static void laws_compensators_exports_and_fmus_are_files_of_their_kind(void **state)
{
    (void)state;
    static const char *const notations[] = {"modelica", "mujoco", "dcmotor", "urdf", "cia402"};
    br_law *law = opened("lugre", "table-I"), *bare = opened("lugre", NULL);
    br_emit *e = NULL;
    br_diag why = {0};
    br_axis_options axis;
    assert_int_equal(br_emit_law(&e, bare, NULL, &why), BR_OK); // parameters are arguments
    assert_string_equal(br_emit_name(e, 0), "lugre.c");
    assert_non_null(strstr(br_emit_text(e, 0, NULL), "br_lugre_rate"));
    char *printed = NULL;
    assert_int_equal(br_law_print(bare, 0, &printed, &why), BR_OK);
    assert_string_equal(strchr(br_emit_text(e, 0, NULL), '\n') + 1, printed); // behind the terms
    free(printed);
    br_emit_close(e);
    for (size_t i = 0; i < sizeof notations / sizeof *notations; i++) {
        assert_int_equal(br_emit_export(&e, law, notations[i], 0.1, &why), BR_OK);
        assert_int_equal(br_emit_files(e), 1);
        assert_true(strlen(br_emit_text(e, 0, NULL)) > 100);
        br_emit_close(e);
    }
    assert_int_equal(br_axis_defaults(&axis, sizeof axis), BR_OK);
    axis.mass = 1;
    axis.rate = 1000;
    axis.period = 0.1;
    br_emit_options o = with("drive");
    if (br_emit_compensator(&e, law, "lugre", &axis, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_string_equal(br_emit_name(e, 0), "drive.h");
    assert_non_null(strstr(br_emit_notes(e), "Theorem 1"));
    br_emit_close(e);
    o = with(NULL);
    o.fmu = 2;
    for (int version = 2; version <= 3; version++) {
        size_t size;
        o.fmu = version;
        assert_int_equal(br_emit_law(&e, law, &o, &why), BR_OK);
        assert_string_equal(br_emit_name(e, 0), "lugre.fmu");
        assert_memory_equal(br_emit_text(e, 0, &size), "PK\003\004", 4);
        assert_true(size > 10000);
        br_emit_close(e);
        assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_OK);
        assert_int_equal(br_emit_files(e), 1);
        br_emit_close(e);
    }
    br_law_close(bare);
    br_law_close(law);
}

static void a_folder_is_written_whole_or_not_at_all(void **state)
{
    (void)state;
    char folder[] = "/tmp/bristle-emit-XXXXXX", path[200], inner[400];
    br_law *law = opened("lugre", "table-I");
    br_emit *e = NULL;
    br_diag why = {0};
    struct stat st;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(br_emit_observer(&e, law, NULL, NULL, &why), BR_OK);
    snprintf(path, sizeof path, "%s/package", folder);
    assert_int_equal(br_emit_write(e, path, 0, &why), BR_OK);
    assert_int_equal(br_emit_write(e, path, 0, &why), BR_NO_FILE);
    assert_non_null(strstr(why.text, "exists already"));
    assert_int_equal(br_emit_write(e, path, 1, &why), BR_OK);
    for (int i = 0; i < br_emit_files(e); i++) {
        snprintf(inner, sizeof inner, "%s/%s", path, br_emit_name(e, i));
        assert_int_equal(stat(inner, &st), 0);
        assert_int_equal(unlink(inner), 0);
    }
    assert_int_equal(mkdir(inner, 0700), 0); // in the place of the last file
    assert_int_equal(br_emit_write(e, path, 1, &why), BR_NO_FILE);
    snprintf(path, sizeof path, "%s/package/%s", folder, br_emit_name(e, 0));
    assert_int_not_equal(stat(path, &st), 0); // nothing has been written
    assert_int_equal(rmdir(inner), 0);
    snprintf(path, sizeof path, "%s/package", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
    br_emit_close(e);
    br_law_close(law);
}

// A program that compiles for its machine, as `bristle emit --fmu` does: the same files, one by one.
static void files_of_an_fmu_may_stand_apart(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_emit *e = NULL;
    br_diag why = {0};
    br_emit_options o = with(NULL);
    o.fmu = 2, o.apart = 1, o.method = "lie";
    assert_int_equal(br_emit_law(&e, law, &o, &why), BR_OK);
    int sources = 0, descriptions = 0;
    for (int i = 0; i < br_emit_files(e); i++) {
        sources += strncmp(br_emit_name(e, i), "sources/", 8) == 0;
        descriptions += strcmp(br_emit_name(e, i), "modelDescription.xml") == 0;
    }
    assert_true(sources >= 3 && descriptions == 1);
    assert_string_equal(br_emit_called(e), "lugre");
    assert_string_equal(br_emit_method(e), "lie");
    char folder[] = "/tmp/bristle-emit-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/fmu", folder);
    assert_int_equal(br_emit_write(e, path, 0, &why), BR_BAD_USAGE);
    assert_int_equal(rmdir(folder), 0); // nothing has been written
    br_emit_close(e);
    e = NULL;
    o.method = NULL;
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_OK);
    assert_string_equal(br_emit_called(e), "lugre_ekf");
    br_emit_close(e);
    e = NULL;
    o.apart = 0;
    assert_int_equal(br_emit_law(&e, law, &o, &why), BR_OK);
    assert_int_equal(br_emit_files(e), 1);
    br_emit_close(e);
    br_law_close(law);
}

static bool says(const br_emit *e, const char *words)
{
    for (int i = 0; i < br_emit_files(e); i++)
        if (strcmp(br_emit_name(e, i), "README.md") == 0)
            return strstr(br_emit_text(e, i, NULL), words) != NULL;
    return false;
}

// What a build system wants is part of the package: paths with folders, a version of three numbers; and options of programs that were
// compiled before there were layouts are taken.
static void a_package_has_the_layout_of_a_build_system(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_emit *e = NULL;
    br_diag why = {0};
    const char *const versions[] = {"1.2.3-rc1", "4", "mine", "12345.1", NULL};
    const char *const released[] = {"1.2.3", "4.0.0", "0.0.0", "0.0.0", "0.0.0"};
    br_emit_options o = with("axis");
    o.layout = "platformio";
    for (int v = 0; v < 5; v++) {
        bool found = false;
        char line[60];
        o.version = versions[v];
        snprintf(line, sizeof line, "\"version\": \"%s\"", released[v]);
        assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_OK);
        assert_string_equal(br_emit_name(e, 0), "src/"
                                                "axis.h");
        for (int i = 0; i < br_emit_files(e); i++)
            found =
                found || (strcmp(br_emit_name(e, i), "library.json") == 0 && strstr(br_emit_text(e, i, NULL), line));
        assert_true(found);
        br_emit_close(e);
    }
    o.layout = "none";
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    assert_string_equal(br_diag_member(&why), "layout");
    o.layout = "cmake";
    o.prefix = NULL;
    assert_int_equal(br_emit_law(&e, law, &o, &why), BR_BAD_USAGE);
    o.fmu = 2;
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_emit_defaults(&o, offsetof(br_emit_options, layout)), BR_OK);
    assert_int_equal(br_emit_law(&e, law, &o, &why), BR_OK);
    br_emit_close(e);
    assert_int_equal(br_emit_defaults(&o, offsetof(br_emit_options, layout) - 1), BR_BAD_USAGE);
    br_law_close(law);
}

// A program with a command line of its own: its name, version, and options as it has them.
static void messages_and_readme_have_the_words_of_a_program(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_emit *e = NULL;
    br_diag why = {0};
    br_emit_options o = with("3x");
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    assert_string_equal(br_diag_member(&why), "prefix");
    o.who = "axis-tool: ";
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "axis-tool: --prefix '3x' is not a valid C name"));
    o.prefix = "axis";
    br_observer_options observer;
    assert_int_equal(br_observer_defaults(&observer, sizeof observer), BR_OK);
    observer.estimate = "mass";
    assert_int_equal(br_emit_observer(&e, law, &observer, &o, &why), BR_BAD_USAGE);
    assert_int_equal(strncmp(why.text, "axis-tool: ", 11), 0);
    assert_non_null(strstr(why.text, "--estimate"));
    observer.estimate = NULL;
    observer.method = "stiff";
    assert_int_equal(br_emit_observer(&e, law, &observer, &o, &why), BR_BAD_USAGE);
    assert_string_equal(br_diag_member(&why), "method");
    observer.method = NULL;
    observer.noise = "F = 0.1 N, z = 1e-7 m";
    o.version = "7.8.9";
    assert_int_equal(br_emit_observer(&e, law, &observer, &o, &why), BR_OK);
    assert_true(says(e, "7.8.9"));
    assert_string_equal(br_emit_called(e), "axis");
    assert_string_equal(br_emit_method(e), "");
    br_emit_close(e);
    e = NULL;
    o.who = "a name that is longer than any message needs: ";
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    assert_null(e);
    br_law_close(law);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I"), *bare = opened("lugre", NULL), *plant = opened("mass", "fig-2"),
           *gms = opened("gms", "table-4.1");
    br_emit *e = NULL;
    br_diag why = {0};
    br_observer_options observer;
    br_axis_options axis;
    br_emit_options o = with("while");
    int called = 0;
    assert_int_equal(br_emit_defaults(&o, 1), BR_BAD_USAGE);
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    o = with("a"), o.single = o.mixed = 1;
    assert_int_equal(br_emit_horizon(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    o.single = 0;
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    o = with("a"), o.samples = 3;
    assert_int_equal(br_emit_observer(&e, law, NULL, &o, &why), BR_BAD_USAGE);
    o = with(NULL), o.fmu = 4;
    assert_int_equal(br_emit_law(&e, law, &o, &why), BR_BAD_USAGE);
    o.fmu = 2, o.step = (double)NAN;
    assert_int_equal(br_emit_law(&e, law, &o, &why), BR_BAD_USAGE);
    o.step = 1e-3, o.method = "stiff";
    assert_int_equal(br_emit_law(&e, law, &o, &why), BR_BAD_USAGE);
    o.method = NULL;
    assert_int_equal(br_emit_law(&e, bare, &o, &why), BR_BAD_LAW);
    assert_int_equal(br_observer_defaults(&observer, sizeof observer), BR_OK);
    observer.kind = BR_OBSERVER_STATIONARY;
    assert_int_equal(br_emit_observer(&e, law, &observer, NULL, &why), BR_BAD_USAGE);
    observer.kind = BR_OBSERVER_EKF, observer.estimate = "mass";
    assert_true(br_emit_observer(&e, law, &observer, NULL, &why) != BR_OK);
    assert_int_equal(br_emit_observer(&e, bare, NULL, NULL, &why), BR_BAD_LAW);
    assert_int_equal(br_emit_export(&e, law, "latex", 1, &why), BR_BAD_USAGE);
    assert_int_equal(br_emit_export(&e, law, NULL, 1, &why), BR_BAD_USAGE);
    assert_int_equal(br_emit_export(&e, law, "urdf", 0, &why), BR_BAD_USAGE);
    assert_int_equal(br_emit_export(&e, plant, "urdf", 1, &why), BR_BAD_USAGE);
    assert_int_equal(br_emit_export(&e, gms, "modelica", 1, &why), BR_BAD_LAW);
    assert_int_equal(br_axis_defaults(&axis, sizeof axis), BR_OK);
    axis.mass = 1;
    assert_int_equal(br_emit_compensator(&e, law, "brake", &axis, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_emit_compensator(&e, law, NULL, &axis, NULL, &why), BR_BAD_USAGE);
    o = with(NULL), o.progress = stop_at_once, o.context = &called;
    assert_int_equal(br_emit_compensator(&e, law, "dahl", &axis, &o, &why), BR_NEGATIVE);
    assert_int_equal(called, 1);
    assert_int_equal(br_emit_law(NULL, law, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_emit_law(&e, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_null(e);
    assert_int_equal(br_emit_files(NULL), 0);
    assert_null(br_emit_name(NULL, 0));
    assert_null(br_emit_text(NULL, 0, NULL));
    assert_null(br_emit_notes(NULL));
    assert_null(br_emit_called(NULL));
    assert_null(br_emit_method(NULL));
    assert_int_equal(br_emit_write(NULL, "x", 0, NULL), BR_BAD_USAGE);
    br_emit_close(NULL);
    br_law_close(gms);
    br_law_close(plant);
    br_law_close(bare);
    br_law_close(law);
}

// J1: every allocation may fail: a status, nothing leaked (which sanitizers see), nothing half open.
static void J1_failing_memory_leaves_nothing_half_made(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_observer_options observer;
    br_emit_options fmu = with(NULL);
    fmu.fmu = 2;
    assert_int_equal(br_observer_defaults(&observer, sizeof observer), BR_OK);
    observer.noise = "F = 0.1 N, z = 1e-7 m"; // given: quick
    for (int kind = 0; kind < 4; kind++) {
        br_emit *e = NULL;
        fmu.apart = kind == 3;
        for (long n = 0; !e; n = n < 60 ? n + 1 : n + n / 20) {
            countdown = n;
            br_status status = kind == 0   ? br_emit_law(&e, law, NULL, NULL)
                               : kind != 2 ? br_emit_law(&e, law, &fmu, NULL)
                                           : br_emit_observer(&e, law, &observer, NULL, NULL);
            countdown = -1;
            assert_true((status == BR_OK) == (e != NULL));
            assert_true(status == BR_NO_MEMORY || status == BR_OK);
        }
        br_emit_close(e);
    }
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packages_are_those_of_the_room_below),
        cmocka_unit_test(laws_compensators_exports_and_fmus_are_files_of_their_kind),
        cmocka_unit_test(a_folder_is_written_whole_or_not_at_all),
        cmocka_unit_test(files_of_an_fmu_may_stand_apart),
        cmocka_unit_test(a_package_has_the_layout_of_a_build_system),
        cmocka_unit_test(messages_and_readme_have_the_words_of_a_program),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(J1_failing_memory_leaves_nothing_half_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
