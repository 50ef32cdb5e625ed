// test_bound_paving.c - parameters proved from a log: the truth is never excluded, faults are, and the widths are small.
#include "num/base/fp.h"

#include <time.h>

#include "bound/search/certificate.h"
#include "bound/search/paper.h"
#include "bound/verify/verify.h"
#include "bound_kit.h"
#include "bound_setup.h"
#include "backwards_crew.h"

typedef struct rows {
    br_interval u[ROWS], q[ROWS];
} rows;

static br_evidence evidence(const reference *r, rows *v, int count)
{
    for (int k = 0; k < ROWS; k++) {
        v->u[k] = br_interval_of(r->u[k], r->u[k]);
        v->q[k] = br_interval_of(r->q[k] - 7.7e-4, r->q[k] + 7.7e-4);
    }
    return (br_evidence){.rows = count, .h = 0.01, .u = v->u, .q = v->q, .stands = r->stands};
}

static br_paving_options usual(void)
{
    br_paving_options o = br_paving_defaults();
    o.range[0] = br_interval_of(3, 6);
    o.range[1] = br_interval_of(50, 80);
    o.range[2] = br_interval_of(0.02, 0.3);
    o.renews[2] = true;
    return o;
}

static bool has_truth(const br_paving *v, const reference *r, double alpha, double beta)
{
    bool fine = br_interval_has(v->p[0], alpha) && br_interval_has(v->p[1], beta);
    for (int i = 0; i < v->slides; i++)
        fine = fine && br_interval_has(v->slide[i].p[2], r->T[i < CYCLES ? i : CYCLES - 1]);
    return fine;
}

static void reference_problem_is_bounded_as_asked(void **state)
{
    const plant *p = *state;
    static reference r;
    static rows v;
    br_paving found;
    br_paving_options o = usual();
    reference_make(&r, 4.5, 65, 0, NULL);
    br_evidence e = evidence(&r, &v, ROWS);
    clock_t start = clock();
    assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
    printf("%.2f s, %ld boxes\n", (double)(clock() - start) / CLOCKS_PER_SEC, found.boxes);
    for (int i = 0; i < found.passes; i++)
        printf("pass %d: widths alpha %.4g, beta %.4g, T %.4g over all slides\n", i + 1, found.width[3 * i],
               found.width[3 * i + 1], found.width[3 * i + 2]);
    assert_int_equal(found.verdict, BR_CONSISTENT);
    assert_int_equal(found.slides, CYCLES + 1);
    assert_true(has_truth(&found, &r, 4.5, 65));
    assert_true(br_interval_width(found.p[0]) <= 0.004);
    assert_true(br_interval_width(found.p[1]) <= 0.3);
    for (int i = 0; i < CYCLES; i++) {
        printf("slide %d: T within %.3g\n", i + 1, br_interval_width(found.slide[i].p[2]));
        assert_true(br_interval_width(found.slide[i].p[2]) <= 1e-3);
    }
    assert_false(found.slide[CYCLES].moves);
    br_paving_free(&found);
}

// Whoever tries boxes, and in whichever order: the same search, bit for bit. Also where boxes are used up, where the search is
// stopped, and where nothing is left.
static bool stop_later(void *context, const br_paving_state *at)
{
    (void)at;
    return --*(int *)context > 0;
}

static void crews_find_the_same(void **state)
{
    const plant *p = *state;
    static reference r;
    static rows v;
    static backwards all;
    for (int i = 0; i < 4; i++) {
        br_paving found[2];
        reference_make(&r, 4.5, 65, 0, NULL);
        br_evidence e = evidence(&r, &v, 2 * CYCLE + 1);
        for (int k = i == 3 ? CYCLE + CYCLE / 2 : e.rows; k < e.rows; k++)
            v.q[k] = br_interval_add(v.q[k], br_interval_of(0.01, 0.01));
        for (int crew = 0; crew < 2; crew++) {
            br_paving_options o = usual();
            int stop = 100;
            o.passes = 1;
            o.boxes = i == 1 ? 50 : o.boxes;
            o.go_on = i == 2 ? stop_later : NULL;
            o.context = &stop;
            o.crew = crew ? backwards_crew(&all) : (br_crew){0};
            assert_int_equal(br_paving_make(&found[crew], &p->stick, &e, &o), BR_OK);
        }
        assert_true(all.shared > 8 && all.awaited == all.offered);
        assert_int_equal(found[0].verdict, found[1].verdict);
        assert_int_equal(found[0].verdict, i == 0 ? BR_CONSISTENT : i == 3 ? BR_INCONSISTENT : BR_UNCERTAIN);
        assert_true(found[0].boxes == found[1].boxes && found[0].row == found[1].row);
        assert_memory_equal(found[0].p, found[1].p, (size_t)p->stick.np * sizeof *found[0].p);
        assert_memory_equal(found[0].moment, found[1].moment, (size_t)found[0].moments * sizeof *found[0].moment);
        br_paving_free(&found[0]);
        br_paving_free(&found[1]);
    }
}

// F14. One cycle of a random drive train each, with random errors of the measurement on top of the encoder's.
static void planted_truth_is_never_excluded(void **state)
{
    const plant *p = *state;
    static reference r;
    static rows v;
    long problems = counted(100000) / 4000;
    for (long i = 0; i < problems + 5; i++) {
        double alpha = between(3.1, 5.9), beta = between(51, 79);
        br_paving found;
        br_paving_options o = usual();
        o.passes = 1 + (int)(i % 2);
        o.boxes = 40 + 10 * (i % 30);
        reference_make(&r, alpha, beta, between(0, 6.3), NULL);
        br_evidence e = evidence(&r, &v, CYCLE + 1);
        for (int k = 0; k < e.rows; k++) {
            double off = between(-1e-4, 1e-4) * (double)(i % 3);
            v.q[k] = br_interval_of(r.q[k] + off - 9.8e-4, r.q[k] + off + 9.8e-4);
        }
        assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
        assert_true(found.verdict != BR_INCONSISTENT);
        assert_true(has_truth(&found, &r, alpha, beta));
        br_paving_free(&found);
    }
}

// Whole reference problems of other plants, encoders that start elsewhere and breakaway of other sizes: 200 of them in soak.
static void healthy_plants_raise_no_alarm(void **state)
{
    const plant *p = *state;
    static reference r;
    static rows v;
    long seeds = counted(100000) / 50000;
    for (long i = 0; i < seeds; i++) {
        double alpha = between(3.1, 5.9), beta = between(51, 79);
        double shift = between(0, ENCODER);
        br_paving found;
        br_paving_options o = usual();
        o.passes = 2;
        reference_make(&r, alpha, beta, between(0, 6.3), NULL);
        br_evidence e = evidence(&r, &v, ROWS);
        for (int k = 0; k < ROWS; k++) // as if the encoder were mounted a little further
            v.q[k] = br_interval_of(v.q[k].lo + shift, v.q[k].hi + shift);
        assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
        assert_true(found.verdict != BR_INCONSISTENT && has_truth(&found, &r, alpha, beta));
        br_paving_free(&found);
    }
    printf("%ld plants, no alarm\n", seeds);
}

static void faults_are_proved(void **state)
{
    static const struct {
        const char *name;
        change fault;
    } faults[] = {{"breakaway grows by 5 % in mid-slide", {350, 1, 1.05}},
                  {"breakaway falls by 5 % in mid-slide", {1150, 1, 0.95}},
                  {"viscous friction grows by 5 % between cycles", {800, 1.05, 1}}};
    const plant *p = *state;
    static reference r;
    static rows v;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        br_paving found;
        br_paving_options o = usual();
        reference_make(&r, 4.5, 65, 0, &faults[i].fault);
        br_evidence e = evidence(&r, &v, ROWS);
        assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
        printf("%s at row %d: last box dead at row %d, pass %d\n", faults[i].name, faults[i].fault.row, found.row,
               found.passes + 1);
        assert_int_equal(found.verdict, BR_INCONSISTENT);
        assert_true(found.row > faults[i].fault.row && found.row < faults[i].fault.row + CYCLE);
        br_paving_free(&found);
    }
}

static bool stop_beyond(void *context, const br_paving_state *at)
{
    return at->boxes < *(const long *)context;
}

// Slides that nobody came to may have any breakaway of the range, and so may the plant.
static void expect_all_breakaways(const br_paving *v, const reference *r)
{
    int searched = 0;
    for (int i = 0; i < v->slides; i++)
        searched += v->slide[i].searched;
    for (int i = 0; i < CYCLES; i++)
        assert_true(br_interval_has(v->p[2], r->T[i]));
    assert_true(searched >= 1 && (v->slide[v->slides - 1].searched || v->slide[v->slides - 1].moves));
    assert_true(searched == v->slides || br_interval_width(v->p[2]) >= 0.28);
}

// Of the slides that were begun: the certificate tells no more than what was searched.
static void expect_proof(const br_certificate_draft *proof, const br_paving *found)
{
    br_verified v;
    br_diag why = {0};
    br_status status = br_verify(&v, proof->text.text, proof->text.size, "proof", &why);
    if (status != BR_OK)
        fail_msg("%s", why.text);
    for (int i = 0; i < found->slides; i++)
        assert_true(br_interval_subset(v.slide[i].p[2], found->slide[i].p[2]));
    br_verified_free(&v);
}

static void stopped_searches_tell_what_is_sound(void **state)
{
    const plant *p = *state;
    static reference r;
    static rows v;
    br_paving found;
    br_paving_options o = usual();
    reference_make(&r, 4.5, 65, 0, NULL);
    br_evidence e = evidence(&r, &v, ROWS);
    o.go_on = stop_beyond;
    for (long most = 0; most < 1500; most = 5 * most + 40) { // in the first slide, and beyond
        br_certificate_draft proof = {0};
        assert_int_equal(br_certificate_begin(&proof, &p->stick, &e, 1, &o), BR_OK);
        o.certificate = &proof;
        o.context = &most;
        assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
        assert_int_equal(found.verdict, BR_UNCERTAIN);
        expect_all_breakaways(&found, &r);
        expect_proof(&proof, &found);
        br_certificate_free(&proof);
        assert_true(found.stopped && found.boxes < most + 30 && has_truth(&found, &r, 4.5, 65));
        assert_true(most < 1000 || br_interval_width(found.p[0]) < 1);
        br_paving_free(&found);
    }
    o.go_on = NULL;
    o.certificate = NULL;
    for (o.boxes = 1; o.boxes < 60; o.boxes += 1 + o.boxes / 4) { // and not one more
        assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
        assert_int_equal(found.verdict, BR_UNCERTAIN);
        assert_true(has_truth(&found, &r, 4.5, 65));
        expect_all_breakaways(&found, &r);
        for (int i = 0; i < found.moments; i++)
            assert_true(found.moment[i].boxes - (i ? found.moment[i - 1].boxes : 0) <= o.boxes);
        assert_true(found.moment[0].boxes >= o.boxes - 1);
        br_paving_free(&found);
    }
    o.range[1] = br_interval_of(-1, 1); // beta > 0 it must be
    assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_NEGATIVE);
}

// Three logs in several orders: the same bits. What is known after them is less than after any of them.
static void logs_are_taken_in_any_order(void **state)
{
    static const int orders[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 1, 0}};
    const plant *p = *state;
    static reference r[3];
    static rows v[3];
    br_evidence log[3];
    br_paving first = {0}, found;
    br_paving_options o = usual();
    o.passes = 2;
    o.boxes = 150;
    for (int i = 0; i < 3; i++) {
        reference_make(&r[i], 4.5, 65, i, NULL);
        log[i] = evidence(&r[i], &v[i], CYCLE + 1);
    }
    for (int k = 0; k < 3; k++) {
        br_evidence e[3] = {log[orders[k][0]], log[orders[k][1]], log[orders[k][2]]};
        assert_int_equal(br_paving_of(&found, &p->stick, e, 3, &o), BR_OK);
        assert_true(br_interval_has(found.p[0], 4.5) && br_interval_has(found.p[1], 65));
        assert_true(k == 0 || memcmp(first.p, found.p, sizeof found.p) == 0);
        for (int i = 0; i < found.slides; i++) {
            const br_slide_result *s = &found.slide[i];
            assert_true(s->first > 0 || br_interval_has(s->p[2], r[orders[k][s->log]].T[0]));
        }
        if (k == 0)
            first = found;
        else
            br_paving_free(&found);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(br_paving_make(&found, &p->stick, &log[i], &o), BR_OK);
        assert_true(br_interval_width(found.p[0]) > br_interval_width(first.p[0]));
        br_paving_free(&found);
    }
    br_paving_free(&first);
}

// Most of a slide by the rules of the paper: sound, narrower than the ranges, and wider than ours.
static void rules_of_the_paper_narrow_what_ours_narrow_more(void **state)
{
    const plant *p = *state;
    static reference r;
    static rows v;
    br_paper_options rules = br_paper_defaults();
    br_paving_options o = usual();
    br_paper found;
    br_paving ours;
    o.passes = 1;
    rules.L = 100;
    reference_make(&r, 4.5, 65, 0, NULL);
    br_evidence e = evidence(&r, &v, 600);
    assert_int_equal(br_paper_make(&found, &p->stick, &e, 1, &o, &rules), BR_OK);
    assert_int_equal(br_paving_make(&ours, &p->stick, &e, &o), BR_OK);
    printf("widths %.3g, %.3g, %.3g\n", br_interval_width(found.p[0]), br_interval_width(found.p[1]),
           br_interval_width(found.p[2]));
    assert_int_equal(found.verdict, BR_CONSISTENT);
    assert_true(br_interval_has(found.p[0], 4.5) && br_interval_has(found.p[1], 65));
    assert_true(br_interval_has(found.p[2], r.T[0]));
    assert_true(br_interval_width(found.p[0]) < 1.5 && br_interval_width(found.p[1]) < 25);
    assert_true(br_interval_width(found.p[2]) < 0.02);
    for (int i = 0; i < 3; i++)
        assert_true(br_interval_width(ours.p[i]) < br_interval_width(found.p[i]));
    assert_int_equal(found.traced, 599);
    br_paving_free(&ours);
    br_paper_free(&found);
}

// F14 for the rules of the paper: random plants, both ways, and random numbers of all that the paper leaves open.
static void rules_of_the_paper_never_exclude_the_truth(void **state)
{
    const plant *p = *state;
    static reference r;
    static rows v;
    long problems = 2 + counted(100000) / 100000;
    double narrow = 0;
    for (long i = 0; i < problems; i++) {
        double alpha = between(3.1, 5.9), beta = between(51, 79);
        br_paper found;
        br_paper_options rules = {.M = 1 + (int)between(0, 25), .M_v = 2 + (int)(i % 2 ? between(0, 20) : 0)};
        br_paving_options o = usual();
        rules.L = rules.M + (int)between(0, 40);
        rules.v_bar = i % 2 ? between(0.2, 2) : between(0.05, 0.2);
        rules.epsilon = chance(0.5) ? 1e-6 : between(0, 1e-2);
        rules.small = between(0, 0.1);
        o.passes = 1;
        reference_make(&r, alpha, beta, between(0, 6.3), NULL);
        br_evidence e = evidence(&r, &v, CYCLE + 120); // a slide, rest, and the next breakaway
        for (int k = 0; k < e.rows && i % 2; k++) {
            v.u[k] = br_interval_neg(v.u[k]);
            v.q[k] = br_interval_neg(v.q[k]);
        }
        assert_int_equal(br_paper_make(&found, &p->stick, &e, 1, &o, &rules), BR_OK);
        assert_int_equal(found.verdict, BR_CONSISTENT);
        for (long k = 0; k < found.traced; k++) {
            const br_interval *known = &found.trace[3 * k];
            double T = k + 1 < CYCLE ? r.T[0] : r.T[1];
            if (!br_interval_has(known[0], alpha) || !br_interval_has(known[1], beta) || !br_interval_has(known[2], T))
                fail_msg("problem %ld: the truth is lost in row %ld", i, k + 1);
        }
        narrow += br_interval_width(found.p[0]) / 3;
        br_paper_free(&found);
    }
    printf("%ld problems, alpha within %.2g of its range on average\n", problems, narrow / (double)problems);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_problem_is_bounded_as_asked),
        cmocka_unit_test(crews_find_the_same),
        cmocka_unit_test(planted_truth_is_never_excluded),
        cmocka_unit_test(healthy_plants_raise_no_alarm),
        cmocka_unit_test(faults_are_proved),
        cmocka_unit_test(logs_are_taken_in_any_order),
        cmocka_unit_test(rules_of_the_paper_narrow_what_ours_narrow_more),
        cmocka_unit_test(rules_of_the_paper_never_exclude_the_truth),
        cmocka_unit_test(stopped_searches_tell_what_is_sound),
    };
    return cmocka_run_group_tests(tests, setup_plant, teardown_plant);
}
