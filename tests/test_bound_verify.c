// test_bound_verify.c - the checker of certificates takes true ones, and no false one: however it came to be.
//
// That no box with the truth in it can be declared dead is tried with random plants, inputs and errors; the truth is computed a
// second way, in wide. Certificates of a search are then damaged line by line.
#include "num/fp.h"

#include <math.h>

#include "bound/certificate.h"
#include "bound/verify.h"
#include "bound_kit.h"
#include "bound_setup.h"

enum { STEPS = 60 };
// ---------------------------------------------------------------- false ones

typedef struct course {
    br_interval u[STEPS + 1], q[STEPS + 1];
    bool rests[STEPS + 1];
    double h;
} course;

// The torque goes anywhere in its interval, anew at any time of a step.
static void step_at_random(truth *x, br_interval u, double h)
{
    int parts = u.lo < u.hi ? 1 + (int)between(0, 4) : 1;
    for (int i = 0; i < parts; i++)
        truth_step(x, (wide)(chance(0.3) ? u.lo : chance(0.4) ? u.hi : between(u.lo, u.hi)), (wide)h / parts);
}

// A motion that the parameters p make, as rows with errors.
static void random_course(course *c, const double *p)
{
    truth x = {.q = (wide)between(-2, 2), .alpha = (wide)p[0], .beta = (wide)p[1], .T = (wide)p[2]};
    double u = between(-0.4, 0.4), slope = 0, width = chance(0.5) ? 0 : between(0, chance(0.8) ? 0.02 : 0.5);
    double error = pow(10, -between(2, 9));
    c->h = between(0.001, 0.05);
    for (int k = 0; k <= STEPS; k++) {
        slope = chance(0.1) ? between(-0.08, 0.08) : slope;
        u = u + slope > 0.5 || u + slope < -0.5 || chance(0.02) ? between(-0.5, 0.5) : u + slope;
        u = chance(0.02) ? p[2] : chance(0.02) ? -p[2] : u;
        c->u[k] = br_interval_of(u, u + width);
        double off = between(-error, error), slack = 1e-12 * fabs((double)x.q);
        c->q[k] = chance(0.1) ? br_interval_entire()
                              : br_interval_of((double)x.q + off - error - slack, (double)x.q + off + error + slack);
        c->rests[k] = k == 0 || (x.side == 0 && chance(0.2));
        step_at_random(&x, c->u[k], c->h);
    }
}

static void write_course(br_certificate *z, const br_stick *s, const course *c, const br_interval *p)
{
    br_evidence e = {.rows = STEPS + 1, .h = c->h, .u = c->u, .q = c->q, .stands = c->rests};
    br_paving_options o = br_paving_defaults();
    memcpy(o.range, p, 3 * sizeof *p);
    assert_int_equal(br_certificate_begin(z, s, &e, 1, &o), BR_OK);
}

// Rows that the truth made, a box that holds the truth: dead at no row of no slide. A box beside the truth may be.
static void no_box_with_the_truth_dies(void **state)
{
    const br_stick *s = &((const plant *)*state)->stick;
    long others = 0, dead = 0;
    for (long n = counted(100000) / STEPS / 4; n >= 0; n--) {
        double p[3] = {chance(0.1) ? 0 : between(0, 10), between(10, 100), between(0, 0.3)};
        static course c;
        br_interval box[3];
        br_certificate z;
        br_verified v;
        br_diag why;
        bool holds = chance(0.7);
        random_course(&c, p);
        for (int i = 0; i < 3; i++) {
            double w = chance(0.3) ? 0 : p[i] * pow(10, -between(0.3, 6)), by = holds || i != 1 ? 0 : p[i] * 0.3;
            box[i] = br_interval_of(p[i] - between(0, w) + by, p[i] + between(0, w) + by);
        }
        write_course(&z, s, &c, box);
        int row = STEPS; // where the first slide ends
        for (int k = 1; k < STEPS && row == STEPS; k++)
            row = c.rests[k] && !c.rests[k - 1] ? k : STEPS;
        br_certificate_slide(&z, 0, 0);
        br_certificate_dead(&z, 0, row);
        br_buffer_put(&z.text, "verdict inconsistent\n");
        br_status status = br_verify(&v, z.text.text, z.text.size, "z", &why);
        assert_true(status == BR_NEGATIVE || (status == BR_OK && !holds));
        others += !holds;
        dead += status == BR_OK;
        br_verified_free(&v);
        br_certificate_free(&z);
    }
    printf("%ld of %ld boxes beside the truth are refuted\n", dead, others);
    assert_true(3 * dead > others);
}

// Rows that measure nothing rule nothing out, however large the numbers grow: neither for the checker nor for the search.
static void rows_without_measurements_prove_nothing(void **state)
{
    const br_stick *s = &((const plant *)*state)->stick;
    long beyond = 0;
    for (long n = counted(100000) / 1000; n > 0; n--) {
        static course c;
        double beta = pow(10, between(1, 308)),
               push = pow(10, between(-2, chance(0.5) ? 3 : 300)) * (chance(0.5) ? -1 : 1);
        double to = chance(0.3) ? -push : chance(0.3) ? 1.5 * push : push, lower = chance(0.5) ? beta : beta / 1e3;
        br_interval box[3] = {br_interval_of(0, 1), br_interval_of(lower, beta), br_interval_of(0, 0.1)};
        br_certificate z;
        br_verified v;
        br_diag why;
        br_paving found;
        br_paving_options o = br_paving_defaults();
        c.h = 0.01;
        for (int k = 0; k <= STEPS; k++) {
            double at = chance(0.4) ? push : chance(0.5) ? to : between(-2, 2);
            c.u[k] = chance(0.7) ? br_interval_of(at, at) : br_interval_of(fmin(push, to), fmax(push, to));
            c.q[k] = br_interval_entire();
            c.rests[k] = k == 0;
        }
        write_course(&z, s, &c, box);
        br_certificate_slide(&z, 0, 0);
        br_certificate_dead(&z, 0, STEPS);
        br_buffer_put(&z.text, "verdict inconsistent\n");
        assert_int_equal(br_verify(&v, z.text.text, z.text.size, "z", &why), BR_NEGATIVE);
        br_verified_free(&v);
        br_certificate_free(&z);
        br_evidence e = {.rows = STEPS + 1, .h = c.h, .u = c.u, .q = c.q};
        memcpy(o.range, box, sizeof box);
        o.boxes = 8;
        assert_int_equal(br_paving_make(&found, s, &e, &o), BR_OK);
        assert_true(found.verdict != BR_INCONSISTENT);
        for (int i = 0; i < 3; i++)
            assert_true(br_interval_equal(found.p[i], box[i]));
        beyond += log10(beta) + log10(fabs(push)) > 308;
        br_paving_free(&found);
    }
    printf("%ld pushes beyond the numbers\n", beyond);
    assert_true(beyond > 10);
}

// ---------------------------------------------------------------- true and damaged ones

static const reference *one_cycle(void)
{
    static reference r;
    reference_make(&r, 4.5, 65, 0, NULL);
    return &r;
}

static void write_proof(br_certificate *z, const br_stick *s, int rows, long boxes, br_interval alpha,
                        br_verdict wanted)
{
    const reference *r = one_cycle();
    static br_interval u[CYCLE], q[CYCLE];
    br_paving found;
    br_paving_options o = br_paving_defaults();
    for (int k = 0; k < CYCLE; k++) {
        u[k] = br_interval_of(r->u[k], r->u[k]);
        q[k] = br_interval_of(r->q[k] - 7.7e-4, r->q[k] + 7.7e-4);
    }
    br_evidence e = {.rows = rows, .h = 0.01, .u = u, .q = q, .stands = r->stands};
    o.range[0] = alpha;
    o.range[1] = br_interval_of(50, 80);
    o.range[2] = br_interval_of(0.02, 0.3);
    o.renews[2] = true;
    o.passes = 1;
    o.boxes = boxes;
    assert_int_equal(br_certificate_begin(z, s, &e, 1, &o), BR_OK);
    o.certificate = z;
    assert_int_equal(br_paving_make(&found, s, &e, &o), BR_OK);
    assert_int_equal(found.verdict, wanted);
    br_paving_free(&found);
}

static void what_a_search_proves_is_proved_anew(void **state)
{
    br_verified v;
    br_diag why = {0};
    for (int i = 0; i < 2; i++) {
        br_certificate z;
        write_proof(&z, &((const plant *)*state)->stick, CYCLE, 250, i ? br_interval_of(5.5, 6) : br_interval_of(3, 6),
                    i ? BR_INCONSISTENT : BR_UNCERTAIN);
        if (br_verify(&v, z.text.text, z.text.size, "z", &why) != BR_OK)
            fail_msg("%s", why.text);
        assert_true(v.inconsistent == (i == 1) && v.dead > (i ? 0 : 50));
        assert_true(i == 1 || (br_interval_has(v.p[0], 4.5) && br_interval_width(v.p[0]) < 2));
        br_verified_free(&v);
        br_certificate_free(&z);
    }
}

// Of short logs some boxes are emptied by a contraction: what proves it can be read, and holds.
static void what_a_contraction_empties_is_proved_anew(void **state)
{
    br_diag why = {0};
    for (int rows = 100; rows < 200; rows += 20) {
        br_certificate z;
        br_verified v;
        write_proof(&z, &((const plant *)*state)->stick, rows, 600, br_interval_of(3, 6), BR_UNCERTAIN);
        if (br_verify(&v, z.text.text, z.text.size, "z", &why) != BR_OK)
            fail_msg("%d rows: %s", rows, why.text);
        assert_true(br_interval_has(v.p[0], 4.5) && br_interval_has(v.p[1], 65));
        br_verified_free(&v);
        br_certificate_free(&z);
    }
}

static br_status judge(const char *text, size_t size)
{
    br_verified v;
    br_diag why = {0};
    br_status status = br_verify(&v, text, size, "z", &why);
    // Whatever it takes has the truth in it.
    if (status == BR_OK)
        assert_true(!v.inconsistent && br_interval_has(v.p[0], 4.5) && br_interval_has(v.p[1], 65));
    else
        assert_true(strncmp(why.text, "z:", 2) == 0);
    br_verified_free(&v);
    return status;
}

// One line of the steps and results is missing, or has another number: refused, but for cuts that lie elsewhere and boxes within
// the hull that are left.
static void damaged_certificates_are_refused(void **state)
{
    br_certificate z;
    int tried = 0, taken = 0;
    write_proof(&z, &((const plant *)*state)->stick, 300, 80, br_interval_of(3, 6), BR_UNCERTAIN);
    const char *steps = strstr(z.text.text, "\nslide ") + 1, *end = z.text.text + z.text.size;
    for (const char *line = steps; line < end; line = strchr(line, '\n') + 1) {
        const char *next = strchr(line, '\n') + 1, *last = next - 1;
        while (last[-1] != ' ')
            last--; // the last word of the line
        for (int damage = 0; damage < 3; damage++) {
            br_buffer b = {0};
            br_buffer_add(&b, z.text.text, (size_t)(line - z.text.text));
            if (damage > 0) {
                br_buffer_add(&b, line, (size_t)(last - line));
                br_buffer_put(&b, damage == 1 ? "1\n" : "nan\n");
            }
            br_buffer_add(&b, next, (size_t)(end - next));
            const char *word = strstr(line, "result ");
            bool result = word && word < next;
            if (damage > 0 || !result) {
                br_status status = judge(b.text, b.size);
                assert_true(damage < 2 || status == BR_BAD_DATA);
                assert_true(damage != 1 || strncmp(line, "result ", 7) != 0 || status == BR_NEGATIVE);
                taken += status == BR_OK;
                tried++;
            }
            br_buffer_free(&b);
        }
    }
    printf("%d of %d damaged certificates still prove something true\n", taken, tried);
    assert_true(tried > 150 && 4 * taken < tried);
    for (size_t size = 0; size < z.text.size; size += 1 + z.text.size / 97)
        assert_int_equal(judge(z.text.text, size), BR_BAD_DATA);
    br_certificate_free(&z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_box_with_the_truth_dies),
        cmocka_unit_test(rows_without_measurements_prove_nothing),
        cmocka_unit_test(what_a_search_proves_is_proved_anew),
        cmocka_unit_test(what_a_contraction_empties_is_proved_anew),
        cmocka_unit_test(damaged_certificates_are_refused),
    };
    return cmocka_run_group_tests(tests, setup_plant, teardown_plant);
}
