// test_law_memory.c - memory gives out at the n-th call, for every n, once and for ever (docs/faults.md J1).
#include "kit/failing_memory.h"
#include "law/gradient.h"
#include "kit/notation.h"

static br_status backwards(br_parsed_law *law, br_point at)
{
    br_law_row gradient[100];
    br_tape tape;
    double out[400], weight[200] = {0};
    assert_true(law->nq <= 100);
    int before = law->g.count;
    br_status status = br_gradient_make(gradient, law, false);
    if (status != BR_OK) {
        assert_int_equal(law->g.count, before);
        return status;
    }
    status = br_tape_make_rows(&tape, law, gradient, law->nq, NULL);
    if (status != BR_OK)
        return status;
    assert_true(tape.nrow <= 400);
    at.w = weight;
    br_tape_run(&tape, 1, &at, out, NULL);
    br_tape_free(&tape);
    return BR_OK;
}

// Every room that allocates, in one go: read, differentiate, tape, enclose, reverse, sets, model.
static br_status all_of_it(const br_builtin *b)
{
    br_parsed_law law;
    br_jet jet;
    br_tape tape;
    br_assignments set = {0};
    br_model model;
    br_diag why;
    br_read_options o = {.find = br_builtin_text};
    br_status status = br_law_read(&law, b->text, b->size, b->name, &o, &why);
    if (status != BR_OK)
        return status;
    int before = law.g.count;
    status = br_jet_make(&jet, &law, false, NULL);
    if (status != BR_OK) {
        assert_int_equal(law.g.count, before); // the law is as it was
        assert_int_equal(law.g.status, BR_OK);
    } else {
        status = br_tape_make(&tape, &law, false, &jet, NULL);
        if (status == BR_OK) {
            double zero[200] = {0};
            br_interval box[200] = {{0, 0}};
            assert_true(tape.nx + tape.nu + tape.np + tape.nrow < 200);
            br_point at = {.x = zero, .u = zero, .p = zero};
            br_box in = {.x = box, .u = box, .p = box};
            status = br_tape_enclose(&tape, &in, NULL, NULL);
            br_status other = backwards(&law, at);
            status = status == BR_OK ? other : status;
            br_tape_free(&tape);
        }
        br_jet_free(&jet);
    }
    br_status listed = law.nset > 0 ? br_assignments_of_set(&set, &law, 0, &why) : BR_OK;
    status = status == BR_OK ? listed : status;
    const br_assignments *lists[] = {&set};
    br_model_source source = {b->text, b->size, b->name, br_builtin_text, NULL};
    br_status opened = listed == BR_OK ? br_model_open(&model, &source, lists, law.nset > 0 ? 1 : 0, &why) : listed;
    if (opened == BR_OK)
        br_model_close(&model);
    else
        assert_string_equal(strstr(why.text, "out of memory") ? "" : why.text, "");
    br_assignments_free(&set);
    br_law_free(&law);
    return status == BR_OK ? opened : status;
}

static void sweep(bool ever)
{
    long calls = 0;
    for_ever = ever;
    for (int i = 0; i < br_builtin_count(); i++) {
        br_builtin b = br_builtin_at(i);
        br_status status = BR_NO_MEMORY;
        for (long n = 0; status != BR_OK; n++, calls++) {
            countdown = n;
            status = all_of_it(&b);
            countdown = -1;
            if (status != BR_OK && status != BR_NO_MEMORY)
                fail_msg("%s, call %ld: status %d", b.name, n, (int)status);
            assert_true(n < 100000);
        }
    }
    assert_true(calls > 100);
}

static void one_failed_allocation_is_out_of_memory_and_nothing_leaks(void **state)
{
    (void)state;
    sweep(false);
}

static void no_memory_from_some_call_on_is_out_of_memory_and_nothing_leaks(void **state)
{
    (void)state;
    sweep(true);
}

static void a_failed_reading_leaves_the_law_untouched(void **state)
{
    (void)state;
    br_builtin b;
    assert_true(br_builtin_find("lugre", &b));
    br_read_options o = {.find = br_builtin_text};
    unsigned char mark[sizeof(br_parsed_law)];
    br_parsed_law *law = malloc(sizeof *law);
    assert_non_null(law);
    memset(law, 0xa5, sizeof *law);
    memset(mark, 0xa5, sizeof mark);
    for_ever = true;
    for (long n = 0; n < 20; n++) {
        countdown = n;
        assert_int_equal(br_law_read(law, b.text, b.size, b.name, &o, NULL), BR_NO_MEMORY);
        countdown = -1;
        assert_memory_equal(law, mark, sizeof mark);
    }
    free(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_failed_allocation_is_out_of_memory_and_nothing_leaks),
        cmocka_unit_test(no_memory_from_some_call_on_is_out_of_memory_and_nothing_leaks),
        cmocka_unit_test(a_failed_reading_leaves_the_law_untouched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
