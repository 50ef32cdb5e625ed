// test_bound_horizon.c - a contraction over all rows of a slide keeps the truth, narrows, and is proved anew by the checker.
#include "num/base/fp.h"

#include <math.h>

#include "bound/search/certificate.h"
#include "bound/verify/verify.h"
#include "bound_kit.h"
#include "bound_setup.h"

enum { N = 400 };
typedef struct slide {
    br_interval u[N], q[N], box[3];
    double p[3], h;
} slide;

// Parameters, and a box around them.
static void random_box(slide *s)
{
    for (int i = 0; i < 3; i++) {
        static const double middle[] = {4.5, 65, 0.1};
        double width = middle[i] * pow(10, -between(1, 4)) * (i == 2 ? 0.5 : 1);
        s->p[i] = middle[i] * between(0.8, 1.2);
        s->box[i] = br_interval_of(s->p[i] - between(0, width), s->p[i] + between(0, width));
    }
}

// A push to one side that breaks away from rest, waves, and goes on to the end; a box around the truth in which breakaway is at
// one row alone. Half of them have a torque that is known to an error only, within which it moves.
static void random_slide(slide *s)
{
    double sign = between(-1, 1) < 0 ? -1 : 1, error = pow(10, -between(2, 5));
    double off = between(0, 1) < 0.5 ? 0 : 1e-4, level = between(0.3, 0.6), wave = between(1, 12);
    s->h = between(0.002, 0.02);
    random_box(s);
    truth x = {.q = (wide)between(-1, 1), .alpha = (wide)s->p[0], .beta = (wide)s->p[1], .T = (wide)s->p[2]};
    for (int k = 0; k < N; k++) {
        double u = k < 20 ? 0.0 : sign * (level + 0.1 * sin(wave * k * s->h)), noise = between(-error, error);
        s->u[k] = br_interval_of(u - off, u + off);
        double y = (double)x.q + noise;
        s->q[k] = k % 7 == 3 ? br_interval_entire() : br_interval_of(y - 1.0001 * error, y + 1.0001 * error);
        for (int i = 0; i < 3; i++)
            truth_step(&x, (wide)between(s->u[k].lo, s->u[k].hi), (wide)s->h / 3);
    }
}

// A torque that does not change, over a short time: the lines of all rows are nearly the same, and no parameter follows from them alone.
static void nearly_dependent_slide(slide *s)
{
    double sign = between(-1, 1) < 0 ? -1 : 1, error = pow(10, -between(3, 12)), level = sign * between(0.3, 0.6);
    s->h = pow(10, -between(2, 7));
    random_box(s);
    truth x = {.q = (wide)between(-1, 1), .alpha = (wide)s->p[0], .beta = (wide)s->p[1], .T = (wide)s->p[2]};
    for (int k = 0; k < N; k++) {
        double y = (double)x.q + between(-error, error), most = 1.0001 * error + 1e-15;
        s->u[k] = br_interval_point(k < 20 ? 0 : level);
        s->q[k] = br_interval_of(y - most, y + most);
        truth_step(&x, (wide)s->u[k].lo, (wide)s->h);
    }
}

static br_paving_options only_contracted(const slide *s)
{
    br_paving_options o = br_paving_defaults();
    memcpy(o.range, s->box, sizeof s->box);
    o.boxes = 1;
    o.passes = 1;
    return o;
}

// What a contraction leaves of the box, which has the truth in it; how many bounds its certificate claims, all proved anew.
static long contract(const br_stick *stick, const slide *s, br_interval left[3])
{
    br_evidence e = {.rows = N, .h = s->h, .u = s->u, .q = s->q};
    br_paving_options o = only_contracted(s);
    br_certificate_draft z;
    br_paving found;
    br_verified v;
    br_diag why = {0};
    assert_int_equal(br_certificate_begin(&z, stick, &e, 1, &o), BR_OK);
    o.certificate = &z;
    assert_int_equal(br_paving_make(&found, stick, &e, &o), BR_OK);
    assert_true(found.verdict != BR_INCONSISTENT);
    for (int j = 0; j < 3; j++) {
        assert_true(br_interval_has(found.p[j], s->p[j]));
        left[j] = found.p[j];
    }
    if (br_verify(&v, z.text.text, z.text.size, "z", &why) != BR_OK)
        fail_msg("%s", why.text);
    long bounds = v.bounds;
    br_verified_free(&v);
    br_certificate_free(&z);
    br_paving_free(&found);
    return bounds;
}

static void contraction_keeps_the_truth_and_is_proved_anew(void **state)
{
    const br_stick *stick = &((const plant *)*state)->stick;
    long most = counted(100000) / 1000 + 20, narrowed = 0, tightened[3] = {0};
    for (long i = 0; i < most; i++) {
        static slide s;
        random_slide(&s);
        br_interval p[3];
        long bounds = contract(stick, &s, p);
        bool some = false;
        for (int j = 0; j < 3; j++) {
            bool less = br_interval_width(p[j]) < 0.9 * br_interval_width(s.box[j]);
            tightened[j] += less;
            some = some || less;
        }
        narrowed += some;
        assert_true(!some || bounds > 0);
    }
    printf("%ld of %ld boxes were narrowed; alpha in %ld, beta in %ld, breakaway in %ld\n", narrowed, most,
           tightened[0], tightened[1], tightened[2]);
    assert_true(3 * narrowed > most && tightened[0] > 0 && tightened[1] > 0 && tightened[2] > 0);
}

// F16: multipliers of a program that is nearly singular may be anything; what is claimed of them still holds.
static void F16_rows_that_are_nearly_dependent_exclude_no_truth(void **state)
{
    const br_stick *stick = &((const plant *)*state)->stick;
    long most = counted(100000) / 1000 + 20, bounds = 0;
    for (long i = 0; i < most; i++) {
        static slide s;
        nearly_dependent_slide(&s);
        br_interval p[3];
        bounds += contract(stick, &s, p);
    }
    printf("%ld problems near singular, %ld bounds claimed and proved anew\n", most, bounds);
    assert_true(bounds > most / 10);
}

// Each bound of a certificate with another number: a little more than is proved, another weight, another row, another side.
static void false_bounds_are_refused(void **state)
{
    const br_stick *stick = &((const plant *)*state)->stick;
    static const char *const damage[] = {"end", "weight", "row", "side"};
    long tried = 0, taken = 0;
    for (int i = 0; i < 12; i++) {
        static slide s;
        random_slide(&s);
        br_evidence e = {.rows = N, .h = s.h, .u = s.u, .q = s.q};
        br_paving_options o = only_contracted(&s);
        br_certificate_draft z;
        br_paving found;
        assert_int_equal(br_certificate_begin(&z, stick, &e, 1, &o), BR_OK);
        o.certificate = &z;
        assert_int_equal(br_paving_make(&found, stick, &e, &o), BR_OK);
        br_paving_free(&found);
        const char *line = strstr(z.text.text, "\nbound ");
        for (size_t kind = 0; line && kind < sizeof damage / sizeof *damage; kind++) {
            char end[3], side[6];
            int parameter, rows, row, used;
            double to, weight;
            assert_int_equal(sscanf(line, "\nbound %d %2s %lf %d %d %5s %lf%n", &parameter, end, &to, &rows, &row, side,
                                    &weight, &used),
                             7);
            double inward = 1e-4 * br_interval_width(s.box[parameter]) + 1e-8 * to;
            to += kind == 0 ? (end[0] == 'h' ? -inward : inward) : 0;
            weight *= kind == 1 ? 3 : 1;
            row += kind == 2 ? 40 : 0;
            bool above = (side[0] == 'a') != (kind == 3);
            br_buffer b = {0};
            br_verified v;
            br_diag why = {0};
            br_buffer_add(&b, z.text.text, (size_t)(line - z.text.text));
            br_buffer_print(&b, "\nbound %d %s %.17g %d %d %s %.17g", parameter, end, to, rows, row,
                            above ? "above" : "below", weight);
            br_buffer_put(&b, line + used);
            br_status status = br_verify(&v, b.text, b.size, "z", &why);
            assert_true(status == BR_NEGATIVE || status == BR_OK);
            taken += status == BR_OK;
            tried++;
            br_verified_free(&v);
            br_buffer_free(&b);
        }
        br_certificate_free(&z);
    }
    printf("%ld of %ld damaged bounds still hold\n", taken, tried);
    assert_true(tried >= 16 && 10 * taken < tried);
}

// Rests at every row of a standstill, and creeps between them: the torque goes over the limit within its error, and back before
// it could be seen. The last of them breaks away.
enum { STILL = 40, PUSHED = 100 };

static void creeping_slide(slide *s, bool *rests)
{
    const double p[] = {4.5, 65, 0.1}, error = 0.08;
    truth x = {.alpha = (wide)p[0], .beta = (wide)p[1], .T = (wide)p[2]}, back = x;
    wide at[PUSHED];
    memcpy(s->p, p, sizeof p);
    s->h = 0.01;
    for (int k = 0; k < PUSHED; k++) {
        double u = k < STILL ? p[2] : 0.5;
        s->u[k] = br_interval_of(u - error, u + error);
        rests[k] = k <= STILL;
        at[k] = x.q;
        truth_step(&x, (wide)u + (wide)error, k < STILL ? 0.0045L : 0.01L);
        if (k < STILL)
            truth_step(&x, (wide)u - (wide)error, 0.0055L);
        assert_int_equal(x.side == 0, k < STILL);
        back = k < STILL ? x : back;
    }
    double most = (double)back.q, off = 0.6 * most;
    for (int k = 0; k < PUSHED; k++) {
        double y = k == 0 ? -0.5 * off : k < STILL ? 0.5 * most : (double)at[k] + (k == STILL ? -0.9 : 0.999) * off;
        s->q[k] = br_interval_of(y - off, y + off);
        assert_true(br_interval_has(s->q[k], (double)at[k]));
    }
}

static void rest_in_rows_is_no_rest_between_them(void **state)
{
    const br_stick *stick = &((const plant *)*state)->stick;
    static slide s;
    bool rests[PUSHED];
    creeping_slide(&s, rests);
    br_evidence e = {.rows = PUSHED, .h = s.h, .u = s.u, .q = s.q, .stands = rests};
    br_paving_options o = br_paving_defaults();
    br_paving found;
    const br_interval range[] = {br_interval_of(3, 6), br_interval_of(50, 80), br_interval_of(0.02, 0.3)};
    memcpy(o.range, range, sizeof range);
    assert_int_equal(br_paving_make(&found, stick, &e, &o), BR_OK);
    assert_true(found.verdict != BR_INCONSISTENT);
    for (int i = 0; i < 3; i++)
        assert_true(br_interval_has(found.p[i], s.p[i]));
    br_paving_free(&found);
    // What would follow if nothing had moved is false, and the checker does not take it.
    br_phase phase = {BR_FORWARD, 0, STILL, PUSHED - 1};
    br_interval p[BR_STICK_PARAMS];
    br_shrinks done = {0};
    br_forms forms;
    br_certificate_draft z;
    br_verified v;
    br_diag why = {0};
    bool left;
    memcpy(p, o.range, sizeof p);
    assert_int_equal(br_forms_read(&forms, stick), BR_OK);
    assert_int_equal(br_horizon_contract(&forms, &e, &phase, p, 3, &done, &left), BR_OK);
    assert_true(!left || !br_interval_has(p[0], 4.5) || !br_interval_has(p[1], 65) || !br_interval_has(p[2], 0.1));
    assert_int_equal(br_certificate_begin(&z, stick, &e, 1, &o), BR_OK);
    br_certificate_slide(&z, 0, 0);
    br_certificate_shrink(&z, 0, &done);
    br_buffer_put(&z.text, "verdict undecided\n");
    assert_int_equal(br_verify(&v, z.text.text, z.text.size, "z", &why), BR_NEGATIVE);
    br_verified_free(&v);
    br_certificate_free(&z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contraction_keeps_the_truth_and_is_proved_anew),
        cmocka_unit_test(F16_rows_that_are_nearly_dependent_exclude_no_truth),
        cmocka_unit_test(false_bounds_are_refused),
        cmocka_unit_test(rest_in_rows_is_no_rest_between_them),
    };
    return cmocka_run_group_tests(tests, setup_plant, teardown_plant);
}
