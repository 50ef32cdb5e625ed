// test_bound_memory.c - memory gives out at the n-th call, for every n, once and for ever (docs/faults.md J1): proofs.
#include "kit/failing_memory.h"

#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bound/search/certificate.h"
#include "bound/search/paper.h"
#include "bound/verify/verify.h"
#include "bound_kit.h"
#include "law/builtin/builtin.h"

enum { N = 120 };
static br_interval u[N], q[N];

// A search with its certificate, which is then checked; `narrow`: of a box that is contracted over the horizon at once.
static br_status search(const br_stick *stick, bool narrow)
{
    br_paving found;
    br_certificate_draft proof = {0};
    br_verified checked = {0};
    br_evidence e = {.rows = narrow ? N : N / 3, .h = 0.01, .u = u, .q = q};
    br_paving_options o = br_paving_defaults();
    o.range[0] = narrow ? br_interval_of(4.4, 4.6) : br_interval_of(3, 6);
    o.range[1] = narrow ? br_interval_of(64, 66) : br_interval_of(50, 80);
    o.range[2] = narrow ? br_interval_of(0.0995, 0.1005) : br_interval_of(0.02, 0.3);
    o.boxes = 1;
    o.passes = 1;
    o.certificate = &proof;
    br_status status = br_certificate_begin(&proof, stick, &e, 1, &o);
    if (status == BR_OK)
        status = br_paving_make(&found, stick, &e, &o);
    if (status == BR_OK) {
        br_paving_free(&found);
        status = proof.text.status;
    }
    if (status == BR_OK) {
        status = br_verify(&checked, proof.text.text, proof.text.size, "proof", NULL);
        br_verified_free(&checked);
    }
    br_certificate_free(&proof);
    return status;
}

static br_status by_the_paper(const br_stick *stick)
{
    br_paper found;
    br_paper_options rules = br_paper_defaults();
    br_evidence e = {.rows = 4, .h = 0.01, .u = u, .q = q};
    br_paving_options o = br_paving_defaults();
    o.range[0] = br_interval_of(3, 6);
    o.range[1] = br_interval_of(50, 80);
    o.range[2] = br_interval_of(0.001, 0.3);
    o.passes = 1;
    rules.M = 2;
    rules.L = 4;
    br_status status = br_paper_make(&found, stick, &e, 1, &o, &rules);
    if (status == BR_OK)
        br_paper_free(&found);
    return status;
}

static br_status prove(int what)
{
    br_builtin b;
    br_parsed_law law;
    br_stick stick;
    if (!br_builtin_find("drive-train", &b))
        return BR_BAD_LAW;
    br_status status = br_law_read(&law, b.text, b.size, b.name, NULL, NULL);
    if (status != BR_OK)
        return status;
    status = br_stick_read(&stick, &law, NULL);
    if (status == BR_OK) {
        status = what == 2 ? by_the_paper(&stick) : search(&stick, what == 1);
        br_stick_free(&stick);
    }
    br_law_free(&law);
    return status;
}

static void every_call_that_fails_is_told(void **state)
{
    static reference r;
    (void)state;
    reference_make(&r, 4.5, 65, 0, NULL);
    for (int k = 0; k < N; k++) {
        u[k] = br_interval_of(r.u[k], r.u[k]);
        q[k] = br_interval_of(r.q[k] - 7.7e-4, r.q[k] + 7.7e-4);
    }
    for (int what = 0; what < 3; what++) {
        allocations = 0;
        assert_int_equal(prove(what), BR_OK);
        long calls = allocations;
        assert_true(calls > 50);
        for (int ever = 0; ever < 2; ever++)
            for (long n = 0; n < calls; n++) {
                for_ever = ever;
                countdown = n;
                assert_int_equal(prove(what), BR_NO_MEMORY);
                countdown = -1;
            }
        printf("%ld calls\n", calls);
        assert_int_equal(prove(what), BR_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_that_fails_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
