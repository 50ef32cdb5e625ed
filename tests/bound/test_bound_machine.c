// test_bound_machine.c - proofs end with a status where another library flushes subnormals or rounds otherwise (docs/faults.md C10, K7).
#include "num/base/fp.h"

#include <fenv.h>

#include "bound/search/certificate.h"
#include "bound/search/member.h"
#include "bound/search/paper.h"
#include "bound/verify/verify.h"
#include "bound_kit.h"
#include "bound_setup.h"
#include "kit/fp_control.h"
#include <bristle/call.h>

enum { N = 120 };

typedef struct problem {
    plant *p;
    br_interval u[N], q[N];
    br_evidence e;
    br_paving_options o;
    br_certificate_draft proof;
    br_model model; // of LuGre
} problem;

static void open_problem(problem *w, plant *p)
{
    static reference r;
    br_paving found;
    memset(w, 0, sizeof *w);
    w->p = p;
    reference_make(&r, 4.5, 65, 0, NULL);
    for (int k = 0; k < N; k++) {
        w->u[k] = br_interval_of(r.u[k], r.u[k]);
        w->q[k] = br_interval_of(r.q[k] - 7.7e-4, r.q[k] + 7.7e-4);
    }
    w->e = (br_evidence){.rows = N, .h = 0.01, .u = w->u, .q = w->q};
    w->o = br_paving_defaults();
    w->o.range[0] = br_interval_of(3, 6);
    w->o.range[1] = br_interval_of(50, 80);
    w->o.range[2] = br_interval_of(0.02, 0.3);
    w->o.passes = 1;
    assert_int_equal(br_certificate_begin(&w->proof, &p->stick, &w->e, 1, &w->o), BR_OK);
    w->o.certificate = &w->proof;
    assert_int_equal(br_paving_make(&found, &p->stick, &w->e, &w->o), BR_OK);
    w->o.certificate = NULL;
    br_paving_free(&found);
    open_model(&w->model, "lugre", "table-I", "FC = 0.9..1.1 N");
}

static void close_problem(problem *w)
{
    br_certificate_free(&w->proof);
    br_model_close(&w->model);
}

// ---------------------------------------------------------------- every way to a proof

static br_status pace(problem *w)
{
    br_pace made;
    return br_pace_make(&made, &w->p->stick, w->o.range, 0.01);
}

static br_status paving(problem *w)
{
    br_paving found;
    br_status status = br_paving_make(&found, &w->p->stick, &w->e, &w->o);
    if (status == BR_OK)
        br_paving_free(&found);
    return status;
}

static br_status paper(problem *w)
{
    br_paper found;
    br_paper_options rules = br_paper_defaults();
    rules.L = 10;
    br_status status = br_paper_make(&found, &w->p->stick, &w->e, 1, &w->o, &rules);
    if (status == BR_OK)
        br_paper_free(&found);
    return status;
}

static br_status checker(problem *w)
{
    br_verified found = {0};
    br_diag why = {0};
    br_status status = br_verify(&found, w->proof.text.text, w->proof.text.size, "proof", &why);
    if (status == BR_BAD_DATA)
        fail_msg("%s", why.text);
    if (status == BR_OK)
        br_verified_free(&found);
    return status;
}

static br_status still(void *self, br_interval t, br_interval *u)
{
    (void)self, (void)t;
    memset(u, 0, (BR_REACH_ORDER + 1) * sizeof *u);
    u[0] = br_interval_of(1e-3, 1e-3);
    return BR_OK;
}

static double never(void *self, double t)
{
    (void)self, (void)t;
    return br_interval_entire().hi;
}

static br_status tube(problem *w)
{
    br_reach r;
    br_course course = {still, never, NULL};
    br_status status = br_reach_make(&r, &w->model, &course, NULL, 0, NULL);
    if (status == BR_OK) {
        status = br_reach_to(&r, 1e-4);
        br_reach_free(&r);
    }
    return status;
}

static br_status members(problem *w)
{
    static const double t[] = {0, 1e-4}, u[] = {1e-3, 1e-3};
    static const int what[] = {0};
    const br_interval off[] = {br_interval_of(0, 0)}, y[] = {br_interval_entire(), br_interval_of(-1, 1)};
    br_readings data = {.rows = 2, .t = t, .u = u, .off = off, .measured = 1, .what = what, .y = y};
    br_member_options o = br_member_defaults();
    br_members found;
    br_status status = br_members_make(&found, &w->model, &data, &o, NULL);
    if (status == BR_OK)
        br_members_free(&found);
    return status;
}

static br_status (*const ways[])(problem *) = {pace, paving, paper, checker, tube, members};
enum { WAYS = sizeof ways / sizeof *ways };

static void other_rounding_ends_every_proof(void **state)
{
    problem w;
    open_problem(&w, *state);
    for (int i = 0; i < WAYS; i++) {
        assert_int_equal(ways[i](&w), BR_OK);
        assert_int_equal(fesetround(FE_UPWARD), 0);
        br_status status = ways[i](&w);
        fesetround(FE_TONEAREST);
        assert_int_equal(status, BR_BAD_MACHINE);
    }
    close_problem(&w);
}

#ifndef BR_NO_CONTROL
static void flushed_subnormals_end_every_proof(void **state)
{
    problem w;
    open_problem(&w, *state);
    for (size_t k = 0; k < sizeof flush / sizeof *flush; k++)
        for (int i = 0; i < WAYS; i++) {
            uint64_t before = control();
            set_control(before | flush[k]);
            br_status status = ways[i](&w);
            set_control(before);
            assert_int_equal(status, BR_BAD_MACHINE);
        }
    close_problem(&w);
}

// A library that is called in the middle of a search switches it on.
static bool spoil(void *context, const br_paving_state *at)
{
    (void)context;
    if (at->boxes > 20)
        set_control(control() | flush[0]);
    return true;
}

static void flushing_in_the_middle_of_a_search_ends_it(void **state)
{
    problem w;
    open_problem(&w, *state);
    w.o.go_on = spoil;
    uint64_t before = control();
    br_status status = paving(&w);
    set_control(before);
    assert_int_equal(status, BR_BAD_MACHINE);
    close_problem(&w);
}

static void the_tool_says_so_in_one_line(void **state)
{
    static const char *const word[] = {"bound", "log.csv"};
    br_answer *answer = NULL;
    br_diag why = {0};
    (void)state;
    uint64_t before = control();
    set_control(before | flush[0]);
    br_status status = br_call(&answer, word, 2, NULL, 0, &why);
    set_control(before);
    assert_int_equal(status, BR_BAD_MACHINE);
    assert_string_equal(why.text, "bristle: cannot compute here: subnormal numbers are flushed to zero");
    br_answer_free(answer);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_rounding_ends_every_proof),
#ifndef BR_NO_CONTROL
        cmocka_unit_test(flushed_subnormals_end_every_proof),
        cmocka_unit_test(flushing_in_the_middle_of_a_search_ends_it),
        cmocka_unit_test(the_tool_says_so_in_one_line),
#endif
    };
    return cmocka_run_group_tests(tests, setup_plant, teardown_plant);
}
