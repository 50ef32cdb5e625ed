// test_messages.c - messages of the C API name what a program has: members of options and calls, not options of the command.
#include "api_kit.h"
#include "num/text/diag.h"
#include <bristle/bound.h>
#include <bristle/enclosure.h>
#include <bristle/excite.h>
#include <bristle/friction.h>
#include <bristle/inspect.h>
#include <bristle/simulate.h>
#include <bristle/table.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static br_diag why;

// The call failed, its message has these words, and none of the command line.
static void says(br_status status, const char *words)
{
    if (status == BR_OK || !strstr(why.text, words) || strstr(why.text, "--") || strstr(why.text, "bristle "))
        fail_msg("status %d: %s; expected %s", (int)status, why.text, words);
    why.text[0] = 0;
}

// A call that fails twice in the same words: in between they are said to be about a member, as of a call before.
static void forgets(br_status status, br_status again)
{
    assert_int_equal(status, again);
    assert_string_equal(br_diag_member(&why), "");
    assert_int_equal(br_diag_place(&why, 0), -1);
    br_status same = br_diag_about(&why, "noise", status);
    assert_int_equal(same, status);
    assert_string_equal(br_diag_member(&why), "noise");
}

static br_status open_text(const char *text)
{
    br_law *law = NULL;
    return br_law_open(&law, text, NULL, &why);
}

static br_status read_text(const char *text)
{
    br_table *t = NULL;
    br_status status = br_table_parse(&t, "log.csv", text, strlen(text), NULL, &why);
    if (status == BR_OK)
        status = br_table_load(t, &why);
    br_table_close(t);
    return status;
}

static void a_message_forgets_what_the_one_before_was_about(void **state)
{
    (void)state;
    static const char *const text[] = {"law mine\ninput v m/s\nnonsense\n", "law mine\n\x01\n",
                                       "law mine\nparam FC = 2 Q\n"};
    memset(&why, 0xa5, sizeof why); // nobody has to clear one
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        forgets(open_text(text[i]), BR_BAD_LAW);
        forgets(open_text(text[i]), BR_BAD_LAW);
        (void)open_text(text[i]);
        assert_string_equal(br_diag_member(&why), "");
    }
    br_law_assignment is = {.size = sizeof is};
    forgets(br_law_read_list("x 50", "limits", 0, &is, &why), BR_BAD_LAW);
    forgets(br_law_read_list("x 50", "limits", 0, &is, &why), BR_BAD_LAW);
    forgets(read_text("a,b\n1,2,3\n"), BR_BAD_DATA);
    (void)read_text("a,b\n1,2,3\n");
    assert_string_equal(br_diag_member(&why), "");
    memset(&why, 0, sizeof why);
}

static void tables_name_members_of_their_options(void **state)
{
    (void)state;
    says(read_text("t,x\n0,1\n1,inf\n"), "(allow_infinite counts it as missing)");
    says(read_text("t,x\n0,1\n1,2\n2,"), "allow_truncated skips the last line");
    says(read_text("1,5\n2,5\n"), "give delimiter , or decimal ,");
    says(read_text("t;x\n0;1.5\n1;2,5\n2;2.5\n"), "give decimal ,");
    says(read_text("a,7\n1,2.5\n"), "put # before that line");
    assert_int_equal(read_text("#a,7\n1,2.5\n"), BR_OK);
    says(read_text("a,b,c\n1,2.5\n"), "put # before that line");
    assert_int_equal(read_text("#a,b,c\n1,2.5\n"), BR_OK);
    says(read_text("0,1\n1,2,3\n2,3,4\n3,4,5\n"), "put # before the lines up to here");
    assert_int_equal(read_text("#0,1\n1,2,3\n2,3,4\n3,4,5\n"), BR_OK);
}

static void inspections_name_members_of_their_options(void **state)
{
    (void)state;
    static const char text[] = "a,x\n0,1\n1,2\n2,3\n";
    br_table *t = NULL;
    br_inspect *check = NULL;
    br_inspect_options o;
    assert_int_equal(br_inspect_defaults(&o, sizeof o), BR_OK);
    assert_int_equal(br_table_parse(&t, "log.csv", text, strlen(text), NULL, NULL), BR_OK);
    o.from = 1;
    says(br_inspect_open(&check, t, &o, &why), "from and until need a time column; name it with signals");
    br_table_close(t);
}

static br_status excite(const char *kind, const br_law *law, br_excitation_options o)
{
    br_excitation *x = NULL;
    o.kind = kind;
    br_status status = br_excitation_open(&x, law, &o, &why);
    if (status == BR_OK)
        status = br_excitation_run(x, NULL, NULL, &why);
    br_excitation_close(x);
    return status;
}

static void excitations_name_members_of_their_options(void **state)
{
    (void)state;
    static const char *const kinds[] = {"staircase", "ramps", "loops", "ladder", "multisine"};
    br_law *law = opened("lugre", "table-I"), *bare = opened("viscous", NULL);
    br_excitation_options o;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(br_excitation_defaults(&o, sizeof o, kinds[i]), BR_OK);
        says(excite(kinds[i], NULL, o), "set it, as in 'limit_");
        o.limit_x = 0.05, o.limit_a = 2, o.limit_F = 3;
        says(excite(kinds[i], NULL, o), "give it, or a law with its values");
    }
    assert_int_equal(br_excitation_defaults(&o, sizeof o, "ladder"), BR_OK);
    o.limit_x = 0.05, o.limit_a = 2;
    o.from = 3, o.to = 1;
    says(excite("ladder", NULL, o), "from 3 m/s is not below to 1 m/s");
    assert_int_equal(br_excitation_defaults(&o, sizeof o, "optimal"), BR_OK);
    o.limit_x = 0.05, o.limit_a = 2;
    o.step = 1;
    says(excite("optimal", law, o), "change duration or step");
    o.step = 1e-3;
    assert_int_equal(br_law_set(bare, "sigma2 = 3 N*s/m", &why), BR_OK);
    says(excite("optimal", bare, o), "noise");
    br_law_close(bare);
    br_law_close(law);
}

// What an optimal motion has to say beside the signal.
static void notes_of_excitations_name_members_too(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_excitation *x = NULL;
    br_excitation_options o;
    assert_int_equal(br_excitation_defaults(&o, sizeof o, "optimal"), BR_OK);
    o.limit_x = 0.05, o.limit_a = 2;
    o.duration = 0.6;
    o.budget = 1;
    o.threads = 1;
    assert_int_equal(br_excitation_open(&x, law, &o, NULL), BR_OK);
    assert_int_equal(br_excitation_run(x, NULL, NULL, NULL), BR_OK);
    assert_non_null(strstr(br_excitation_notes(x), "mass adds inertia"));
    assert_null(strstr(br_excitation_notes(x), "--"));
    br_excitation_close(x);
    br_law_close(law);
}

static void laws_runs_and_certificates_name_calls(void **state)
{
    (void)state;
    br_law *law = NULL, *gms = opened("gms", "fig-3.5");
    br_simulation *s = NULL;
    br_simulation_options o;
    br_certificate *c = NULL;
    says(br_law_open(&law, "lugrre", NULL, &why), "br_law_builtin lists them");
    says(br_law_open(&law, "lugre", "table-9", &why), "law lugre has no set 'table-9'");
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.until = 1;
    o.mode = "sticking";
    says(br_simulation_open(&s, gms, &o, &why), "mode:1:1");
    assert_int_equal(br_certificate_parse(&c, "mine", "abc\n", 4, NULL), BR_OK);
    says(br_certificate_check(c, NULL, NULL, NULL, &why), "br_bound_certificate gives one");
    br_certificate_close(c);
    br_law_close(gms);
}

// The call failed, its message is about this member, and each place of the text has the name of one: all of them here.
static void is_about(br_status status, const char *member, const char *all)
{
    char names[200] = "";
    if (status == BR_OK || strcmp(br_diag_member(&why), member) != 0)
        fail_msg("status %d: %s; about '%s', expected '%s'", (int)status, why.text, br_diag_member(&why), member);
    for (int i = 0, at; (at = br_diag_place(&why, i)) >= 0; i++) {
        size_t used = strlen(names), size = strspn(why.text + at, "abcdefghijklmnopqrstuvwxyz_");
        assert_true((size_t)at + size <= strlen(why.text));
        snprintf(names + used, sizeof names - used, "%s%.*s", i ? " " : "", (int)size, why.text + at);
    }
    assert_string_equal(names, all);
    why.text[0] = 0;
}

static br_status simulate(const br_law *law, const char *member, const char *text, double number)
{
    br_simulation *s = NULL;
    br_simulation_options o;
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.until = strcmp(member, "until") == 0 ? number : 1;
    o.step = strcmp(member, "step") == 0 ? number : 0;
    o.tolerance = strcmp(member, "tolerance") == 0 ? number : o.tolerance;
    const char **of[] = {&o.input, &o.method, &o.sensors, &o.mode};
    static const char *const name[] = {"input", "method", "sensors", "mode"};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        *of[i] = strcmp(member, name[i]) == 0 ? text : i > 0 ? *of[i] : "v = 1 mm/s";
    br_status status = br_simulation_open(&s, law, &o, &why);
    br_simulation_close(s);
    return status;
}

static void a_message_is_about_the_member_that_is_wrong(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_table *t = NULL;
    br_enclosure *e = NULL;
    br_enclosure_options with;
    is_about(simulate(law, "step", NULL, -1), "step", "step");
    is_about(simulate(law, "step", NULL, 2), "step", "step");
    is_about(simulate(law, "until", NULL, 0), "until", "until step");
    is_about(simulate(law, "tolerance", NULL, 1), "tolerance", "");
    is_about(simulate(law, "method", "stif", 0), "method", "");
    is_about(simulate(law, "input", "v = ", 0), "input", "input");
    is_about(simulate(law, "sensors", "F = noize(1)", 0), "sensors", "sensors");
    is_about(br_law_set(law, "sigma0 = ", &why), "values", "values");
    is_about(br_law_open(&law, "lugrre", NULL, &why), "", "");
    is_about(read_text("t,x\n0,1\n1,inf\n"), "allow_infinite", "allow_infinite");
    is_about(read_text("1,5\n2,5\n"), "delimiter", "delimiter decimal");
    assert_int_equal(br_table_parse(&t, "log.csv", "a,x\n0,1\n1,2\n", 12, NULL, NULL), BR_OK);
    is_about(br_table_set_signals(t, "t = q", &why), "signals", "signals");
    is_about(br_table_set_time(t, "q", 0, &why), "time", "time");
    br_table_close(t);
    assert_int_equal(br_enclosure_defaults(&with, sizeof with), BR_OK);
    with.until = 1;
    with.input = "v = 1e-3 m/s";
    with.error = "F = 1 N";
    is_about(br_enclosure_open(&e, law, &with, &why), "error", "error");
    br_law_close(law);
}

static void a_message_that_was_changed_is_about_no_member(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_diag copy;
    assert_int_equal(simulate(law, "step", NULL, -1), BR_BAD_USAGE);
    memcpy(&copy, &why, sizeof copy);
    assert_string_equal(br_diag_member(&copy), "step"); // with all of it
    copy.text[0] = 'S';
    assert_string_equal(br_diag_member(&copy), "");
    assert_int_equal(br_diag_place(&copy, 0), -1);
    memset(&copy, 0, sizeof copy);
    strcpy(copy.text, why.text);
    assert_string_equal(br_diag_member(&copy), "");
    memset(copy.text, 'x', sizeof copy.text - 1); // no room beside it
    assert_string_equal(br_diag_member(&copy), "");
    assert_string_equal(br_diag_member(NULL), "");
    assert_int_equal(br_diag_place(NULL, 0), -1);
    assert_int_equal(br_diag_place(&why, -1), -1);
    br_law_close(law);
}

static void a_call_that_succeeds_writes_no_message(void **state)
{
    (void)state;
    br_diag kept = {.line = 7, .text = "as it was"}, now = kept;
    br_friction *f = NULL;
    br_law *law = NULL;
    assert_int_equal(br_friction_open(&f, "lugre", "table-I", "FC = 2 N", &now), BR_OK);
    assert_memory_equal(&now, &kept, sizeof now);
    assert_int_equal(br_law_open(&law, "lugre", "table-I", &now), BR_OK);
    assert_int_equal(br_law_set(law, "FC = 2 N", &now), BR_OK);
    assert_memory_equal(&now, &kept, sizeof now);
    br_law_close(law);
    br_friction_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_forgets_what_the_one_before_was_about),
        cmocka_unit_test(tables_name_members_of_their_options),
        cmocka_unit_test(inspections_name_members_of_their_options),
        cmocka_unit_test(excitations_name_members_of_their_options),
        cmocka_unit_test(notes_of_excitations_name_members_too),
        cmocka_unit_test(laws_runs_and_certificates_name_calls),
        cmocka_unit_test(a_message_is_about_the_member_that_is_wrong),
        cmocka_unit_test(a_message_that_was_changed_is_about_no_member),
        cmocka_unit_test(a_call_that_succeeds_writes_no_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
