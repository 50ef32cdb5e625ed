// test_bound_evidence.c - measurements that combine states: nothing that agrees with them is taken away, and the rest is.
#include "num/base/fp.h"

#include <math.h>

#include "bound/search/paper.h"
#include "bound_kit.h"
#include "bound_setup.h"

// The drive train with measured outputs of it: a sum of its states, what a resolver shows, one that bends, one with the input, and a difference
// of its states.
#define OUTPUTS                                                                                                        \
    "law seen\ninput u N*m\nparam tau = 0.1 s\nparam eta = 0.05 N*m*s/rad\noutput y rad\noutput s -\n"                 \
    "output b rad^2\noutput g N*m\noutput f N*m\noutput d rad\nuse drive-train (u = u)\ny = x1 + tau*x2\ns = "         \
    "sin(x1)\n"                                                                                                        \
    "b = x1*abs(x1) + tau*tau*x2*x2\ng = u - eta*x2\nf = T\nd = x1 - tau*x2\n"

enum { Y, RESOLVER, BENT, GAUGE, SEEN };

static int setup(void **state)
{
    static plant p;
    begin_random();
    plant_open_text(&p, OUTPUTS, BR_OK);
    *state = &p;
    return 0;
}

static int output(const plant *p, const char *name)
{
    for (int i = 0; i < p->law.nout; i++)
        if (strcmp(p->law.out[i].name, name) == 0)
            return p->law.nq + i;
    fail_msg("no output %s", name);
    return -1;
}

static int parameter(const plant *p, const char *name)
{
    int at = br_law_find(&p->law, name, strlen(name)), number = 0;
    for (int q = 0; q < at; q++)
        number += p->law.q[q].kind == BR_PARAM;
    return number;
}

// alpha, beta, TF and tau in the order of the law; eta is known.
static void place(const plant *p, const br_interval *value, br_interval *to)
{
    static const char *const name[] = {"alpha", "beta", "TF", "tau"};
    for (int i = 0; i < 4; i++)
        to[parameter(p, name[i])] = value[i];
    to[parameter(p, "eta")] = br_interval_of(0.05, 0.05);
}

static br_interval some(double lo, double hi)
{
    double width = chance(0.2) ? 0 : (hi - lo) * pow(10, -between(0, 4)), from = between(lo, hi - width);
    return br_interval_of(from, from + width);
}

static wide seen(int which, wide q, wide w, wide tau, wide u)
{
    return which == Y          ? q + tau * w
           : which == RESOLVER ? sinl(q)
           : which == BENT     ? q * fabsl(q) + tau * tau * w * w
                               : u - (wide)0.05 * w;
}

// ---------------------------------------------------------------- one row

static br_tube random_tube(void)
{
    br_tube t = {0};
    t.states[BR_REST] = (br_states){some(-2, 2), br_interval_of(0, 0), chance(0.7)};
    t.states[BR_FORWARD] = (br_states){some(-2, 2), some(0, 3), chance(0.7)};
    t.states[BR_BACKWARD] = (br_states){some(-2, 2), some(-3, 0), chance(0.7)};
    return t;
}

// At a row where the input jumps it may be what it was, or what it will be.
static void states_that_agree_are_kept(void **state)
{
    const plant *p = *state;
    const int what[SEEN] = {output(p, "y"), output(p, "s"), output(p, "b"), output(p, "g")};
    br_measured measured;
    long agreed = 0, narrowed = 0, empty = 0;
    assert_int_equal(br_measured_read(&measured, &p->stick, what, SEEN, NULL), BR_OK);
    for (long i = counted(100000) / 20; i > 0; i--) {
        br_interval u[] = {some(-0.2, 0.2), some(-0.2, 0.2)}, params[5], y[2 * SEEN],
                    q[] = {br_interval_entire(), br_interval_entire()};
        br_interval value[4] = {some(3, 6), some(50, 80), some(0, 0.3), some(0.05, 0.2)};
        const br_interval shown[SEEN] = {some(-3, 3), some(-1.2, 1.2), some(-5, 5), some(-0.3, 0.3)};
        br_evidence e = {.rows = 2, .h = 0.01, .u = u, .q = q, .measured = &measured, .y = y};
        br_tube before = random_tube(), t = before;
        for (int n = 0; n < 2 * SEEN; n++)
            y[n] = n < SEEN || chance(0.5) ? br_interval_entire() : shown[n - SEEN];
        place(p, value, params);
        assert_int_equal(br_evidence_contract(&e, 1, params, &t, NULL), BR_OK);
        for (int l = 0; l < BR_LABELS; l++) {
            const br_states *from = &before.states[l], *to = &t.states[l];
            assert_true(from->on || !to->on);
            narrowed += to->on && br_interval_width(to->q) < 0.9 * br_interval_width(from->q);
            empty += from->on && !to->on;
            for (int n = 0; n < 20 && from->on; n++) {
                wide a = (wide)inside(from->q), b = (wide)inside(from->w), tau = (wide)inside(value[3]);
                wide input = (wide)inside(u[n % 2]);
                bool agrees = true;
                for (int m = 0; m < SEEN; m++)
                    agrees = agrees && (wide)y[SEEN + m].lo <= seen(m, a, b, tau, input) &&
                             seen(m, a, b, tau, input) <= (wide)y[SEEN + m].hi;
                agreed += agrees;
                assert_true(!agrees ||
                            (to->on && br_interval_has(to->q, (double)a) && br_interval_has(to->w, (double)b)));
            }
        }
    }
    printf("%ld states agreed, %ld boxes narrowed, %ld emptied\n", agreed, narrowed, empty);
    assert_true(agreed > 100 && narrowed > 100 && empty > 100);
    br_measured_free(&measured);
}

// Of y = q + tau*w in a box the hull is known: each state with both ends of the other.
static void a_sum_of_states_leaves_its_hull(void **state)
{
    const plant *p = *state;
    const int what[] = {output(p, "y")};
    br_measured measured;
    assert_int_equal(br_measured_read(&measured, &p->stick, what, 1, NULL), BR_OK);
    for (int i = 0; i < 2000; i++) {
        br_interval u = br_interval_of(0, 0), q = br_interval_entire(), y = some(-3, 3), params[5];
        br_interval value[4] = {some(3, 6), some(50, 80), some(0, 0.3), br_interval_of(0.1, 0.1)};
        br_evidence e = {.rows = 1, .h = 0.01, .u = &u, .q = &q, .measured = &measured, .y = &y};
        br_tube before = random_tube(), t = before;
        place(p, value, params);
        assert_int_equal(br_evidence_contract(&e, 0, params, &t, NULL), BR_OK);
        for (int l = 0; l < BR_LABELS; l++) {
            const br_states *a = &before.states[l], *b = &t.states[l];
            double lo = fmax(a->q.lo, y.lo - 0.1 * a->w.hi), hi = fmin(a->q.hi, y.hi - 0.1 * a->w.lo);
            double slow = fmax(a->w.lo, (y.lo - a->q.hi) / 0.1), fast = fmin(a->w.hi, (y.hi - a->q.lo) / 0.1);
            if (!a->on || fabs(hi - lo) < 1e-9)
                continue;
            assert_int_equal(b->on, lo < hi);
            if (!b->on)
                continue;
            assert_true(fabs(b->q.lo - lo) < 1e-12 && fabs(b->q.hi - hi) < 1e-12);
            assert_true(l == BR_REST || (fabs(b->w.lo - slow) < 1e-11 && fabs(b->w.hi - fast) < 1e-11));
        }
    }
    br_measured_free(&measured);
}

// F16: y = q + tau*w and d = q - tau*w are a linear system of q and w, which is the nearer to singular the smaller tau is, and singular
// where its interval holds 0. What agrees is kept, and where the system does not determine w, nothing is claimed of it.
static void F16_a_system_near_singular_keeps_what_agrees(void **state)
{
    const plant *p = *state;
    const int what[] = {output(p, "y"), output(p, "d")};
    br_measured measured;
    long singular = 0, narrowed = 0;
    assert_int_equal(br_measured_read(&measured, &p->stick, what, 2, NULL), BR_OK);
    for (long i = counted(100000) / 20; i > 0; i--) {
        double tau = chance(0.2) ? 0 : pow(10, -between(0, 323)), off = chance(0.5) ? 0 : pow(10, -between(0, 323));
        br_interval value[4] = {some(3, 6), some(50, 80), some(0, 0.3), br_interval_of(tau - off, tau + off)},
                    params[5];
        br_states box = {br_interval_of(-2, 2), br_interval_of(0, 3), true};
        double q = inside(box.q), w = inside(box.w), slack = pow(10, -between(0, 40));
        br_interval Q = br_interval_point(q), way = br_interval_mul(br_interval_point(tau), br_interval_point(w)),
                    wide_by = br_interval_of(-slack, slack), u = br_interval_of(0, 0), all = br_interval_entire();
        br_interval y[] = {br_interval_add(br_interval_add(Q, way), wide_by),
                           br_interval_add(br_interval_sub(Q, way), wide_by)};
        br_evidence e = {.rows = 1, .h = 0.01, .u = &u, .q = &all, .measured = &measured, .y = y};
        br_tube t = {0};
        t.states[BR_FORWARD] = box;
        place(p, value, params);
        for (int round = 0; round < 4; round++) {
            assert_int_equal(br_evidence_contract(&e, 0, params, &t, NULL), BR_OK);
            const br_states *left = &t.states[BR_FORWARD];
            assert_true(left->on && br_interval_has(left->q, q) && br_interval_has(left->w, w));
        }
        bool open = br_interval_has(params[parameter(p, "tau")], 0);
        if (open)
            assert_true(br_interval_equal(t.states[BR_FORWARD].w, box.w));
        singular += open;
        narrowed += !open && br_interval_width(t.states[BR_FORWARD].w) < 2.9;
    }
    printf("%ld singular systems, %ld others narrowed\n", singular, narrowed);
    assert_true(singular > 100 && narrowed > 10);
    br_measured_free(&measured);
}

// The torque goes anywhere in its interval, anew at any time of a step, and often all of the way.
static void step_at_random(truth *x, br_interval u, double h)
{
    int parts = 1 + (int)between(0, 4);
    for (int i = 0; i < parts; i++)
        truth_step(x, (wide)inside(u), (wide)h / parts);
}

// A sum and a difference of states, known better than the states, over a step in which the input is no number.
static void outputs_are_carried_whatever_the_input_does(void **state)
{
    const plant *p = *state;
    const int what[] = {output(p, "y"), output(p, "d")};
    br_measured measured;
    assert_int_equal(br_measured_read(&measured, &p->stick, what, 2, NULL), BR_OK);
    long carried = 0;
    for (long i = counted(100000) / 50; i > 0; i--) {
        int side = chance(0.5) ? -1 : 1;
        br_label l = side > 0 ? BR_FORWARD : BR_BACKWARD;
        double h = between(0.001, 0.05), tau = between(0.001, 0.1), level = side * between(0.2, 1);
        br_interval value[4] = {some(3, 6), some(50, 80), some(0, 0.2), br_interval_of(tau, tau)}, params[5];
        double slow = between(2, 4);
        br_interval w = side > 0 ? br_interval_of(slow, 4) : br_interval_of(-4, -slow), y[4], q = br_interval_entire();
        double waver = chance(0.2) ? 0 : between(0, 0.3);
        br_interval u[] = {br_interval_of(level - waver, level + waver), br_interval_of(0, 0)}, all[] = {q, q};
        for (int n = 0; n < 4; n++)
            y[n] = q;
        br_evidence e = {.rows = 2, .h = h, .u = u, .q = all, .measured = &measured, .y = y};
        br_tube t;
        br_carried c;
        br_pace pace;
        place(p, value, params);
        assert_int_equal(br_pace_make(&pace, &p->stick, params, h), BR_OK);
        assert_int_equal(br_evidence_begin(&e, 0, params, &t, &c), BR_OK);
        double at = inside(w), sum = 1 + tau * at, difference = 1 - tau * at;
        t = (br_tube){0};
        t.states[l] = (br_states){br_interval_of(-9, 9), w, true};
        c.y[l][0] = br_interval_of(nextafter(sum, -9), nextafter(sum, 9));
        c.y[l][1] = br_interval_of(nextafter(difference, -9), nextafter(difference, 9));
        truth x = {.q = 1, .w = (wide)at, .alpha = (wide)inside(value[0]), .beta = (wide)inside(value[1])};
        x.T = (wide)inside(value[2]);
        x.side = side;
        br_evidence_step(&e, 0, &pace, &t, &c);
        step_at_random(&x, u[0], h);
        for (int n = 0; n < 2; n++) {
            wide now = x.q + (n ? -1 : 1) * (wide)tau * x.w;
            assert_true((wide)c.y[l][n].lo <= now && now <= (wide)c.y[l][n].hi);
            carried += br_interval_width(c.y[l][n]) < 9;
        }
    }
    printf("%ld sights carried\n", carried);
    assert_true(carried > counted(100000) / 50);
    br_measured_free(&measured);
}

static void what_cannot_be_measured_is_told(void **state)
{
    const plant *p = *state;
    const int what[] = {output(p, "f")};
    br_measured measured;
    br_diag why = {0};
    assert_int_equal(br_measured_read(&measured, &p->stick, what, 1, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "f cannot be measured: it is another in each mode"));
    assert_int_equal(br_measured_read(&measured, &p->stick, what, BR_MEASURED + 1, &why), BR_BAD_USAGE);
}

// A measured output that is known once and carried along a slide: the truth stays in it, for wide boxes of parameters.
static void carried_outputs_hold_the_truth(void **state)
{
    const plant *p = *state;
    const int what[] = {output(p, "y")};
    br_measured measured;
    long steps = 0;
    assert_int_equal(br_measured_read(&measured, &p->stick, what, 1, NULL), BR_OK);
    for (int i = 0; i < 300; i++) {
        br_interval value[4] = {some(1, 9), some(50, 80), some(0, 0.2), some(0.05, 0.2)}, params[5], q[40], u[40],
                    y[40];
        truth x = {
            .q = 0, .alpha = (wide)inside(value[0]), .beta = (wide)inside(value[1]), .T = (wide)inside(value[2])};
        wide tau = (wide)inside(value[3]);
        br_evidence e = {.rows = 40, .h = 0.02, .u = u, .q = q, .measured = &measured, .y = y};
        br_pace pace;
        br_tube t;
        br_carried along;
        double sign = i % 2 ? -1 : 1;
        for (int k = 0; k < 40; k++) {
            double torque = sign * between(0.25, 0.5);
            u[k] = br_interval_of(torque, torque);
            q[k] = k == 0 ? br_interval_of(0, 0) : br_interval_entire();
            y[k] = br_interval_entire();
        }
        place(p, value, params);
        assert_int_equal(br_pace_make(&pace, &p->stick, params, e.h), BR_OK);
        assert_int_equal(br_evidence_begin(&e, 0, params, &t, &along), BR_OK);
        for (int k = 0; k + 1 < 40; k++) {
            int side = sign > 0 ? BR_FORWARD : BR_BACKWARD;
            br_evidence_step(&e, k, &pace, &t, &along);
            truth_step(&x, (wide)u[k].lo, (wide)e.h);
            wide shown = x.q + tau * x.w;
            if (k % 8 == 0) // it is seen now and then
                along.y[side][0] = br_interval_of((double)shown - 1e-12, (double)shown + 1e-12);
            assert_true((wide)along.y[side][0].lo <= shown && shown <= (wide)along.y[side][0].hi);
            steps += br_interval_is_bounded(along.y[side][0]) && k % 8 != 0;
        }
    }
    assert_true(steps > 1000);
    br_measured_free(&measured);
}

// ---------------------------------------------------------------- whole searches

enum { N = 300 };

typedef struct course {
    br_interval u[N], q[N], y[2 * N];
    double p[3];
} course;

// Breaks away, waves and stops at times; y = q + tau*w and w are known to their errors. Positions are not measured at all.
static void random_course(course *c, double error)
{
    double level = between(0.25, 0.5), wave = between(2, 8), sign = chance(0.5) ? -1 : 1;
    const double p[] = {between(3.5, 5.5), between(55, 75), between(0.05, 0.2)};
    memcpy(c->p, p, sizeof c->p);
    truth x = {.q = (wide)between(-1, 1), .alpha = (wide)p[0], .beta = (wide)p[1], .T = (wide)p[2]};
    for (int k = 0; k < N; k++) {
        double u = sign * (k < 10 ? 0 : level * (1 + sin(wave * k * 0.01))), off = between(-error, error);
        double y = (double)(x.q + 0.1L * x.w) + off, w = (double)x.w + off;
        c->u[k] = br_interval_of(u, u);
        c->q[k] = br_interval_entire();
        c->y[2 * k] = br_interval_of(y - 1.0001 * error, y + 1.0001 * error);
        c->y[2 * k + 1] = k % 5 == 3 ? br_interval_entire() : br_interval_of(w - 1.0001 * error, w + 1.0001 * error);
        truth_step(&x, (wide)u, 0.01L);
    }
}

static bool has_truth(const br_interval *found, const plant *p, const course *c)
{
    return br_interval_has(found[parameter(p, "alpha")], c->p[0]) &&
           br_interval_has(found[parameter(p, "beta")], c->p[1]) && br_interval_has(found[parameter(p, "TF")], c->p[2]);
}

// By y alone, and by y and the velocity; by our rules, and by those of the paper.
static void planted_truth_is_never_excluded(void **state)
{
    const plant *p = *state;
    const int what[] = {output(p, "y"), p->stick.w};
    static course c;
    static br_interval alone[N];
    br_measured both, one;
    double width[2] = {0};
    long problems = counted(100000) / 100000 + 1;
    assert_int_equal(br_measured_read(&both, &p->stick, what, 2, NULL), BR_OK);
    assert_int_equal(br_measured_read(&one, &p->stick, what, 1, NULL), BR_OK);
    br_interval value[4] = {br_interval_of(3, 6), br_interval_of(50, 80), br_interval_of(0.02, 0.3),
                            br_interval_of(0.1, 0.1)};
    for (long i = 0; i < problems; i++) {
        br_paving_options o = br_paving_defaults();
        br_paper_options rules = br_paper_defaults();
        br_paving found;
        br_paper paper;
        o.passes = 1;
        o.boxes = 250;
        rules.L = 30;
        place(p, value, o.range);
        random_course(&c, pow(10, -between(2, 4)));
        for (int k = 0; k < N; k++)
            alone[k] = c.y[2 * k];
        for (int n = 0; n < 2; n++) {
            br_evidence e = {
                .rows = N, .h = 0.01, .u = c.u, .q = c.q, .measured = n ? &both : &one, .y = n ? c.y : alone};
            assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
            assert_true(found.verdict != BR_INCONSISTENT && has_truth(found.p, p, &c));
            width[n] += br_interval_width(found.p[parameter(p, "alpha")]) / (double)problems;
            br_paving_free(&found);
            assert_int_equal(br_paper_make(&paper, &p->stick, &e, 1, &o, &rules), BR_OK);
            assert_true(paper.verdict != BR_INCONSISTENT && has_truth(paper.p, p, &c));
            br_paper_free(&paper);
        }
    }
    printf("%ld problems: alpha within %.3g by y, %.3g by y and the velocity\n", problems, width[0], width[1]);
    assert_true(width[1] < width[0] && width[0] < 2);
    br_measured_free(&both);
    br_measured_free(&one);
}

// A measured output that is off by more than its error is proved to be.
static void a_false_output_is_refuted(void **state)
{
    const plant *p = *state;
    const int what[] = {output(p, "y")};
    static course c;
    static br_interval y[N];
    br_measured measured;
    br_paving found;
    br_paving_options o = br_paving_defaults();
    br_interval value[4] = {br_interval_of(3, 6), br_interval_of(50, 80), br_interval_of(0.02, 0.3),
                            br_interval_of(0.1, 0.1)};
    place(p, value, o.range);
    assert_int_equal(br_measured_read(&measured, &p->stick, what, 1, NULL), BR_OK);
    random_course(&c, 1e-3);
    for (int k = 0; k < N; k++)
        y[k] = k < 200 ? c.y[2 * k] : br_interval_add(c.y[2 * k], br_interval_of(0.3, 0.3));
    br_evidence e = {.rows = N, .h = 0.01, .u = c.u, .q = c.q, .measured = &measured, .y = y};
    assert_int_equal(br_paving_make(&found, &p->stick, &e, &o), BR_OK);
    assert_int_equal(found.verdict, BR_INCONSISTENT);
    assert_true(found.row >= 200);
    br_paving_free(&found);
    br_measured_free(&measured);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_that_agree_are_kept),
        cmocka_unit_test(a_sum_of_states_leaves_its_hull),
        cmocka_unit_test(F16_a_system_near_singular_keeps_what_agrees),
        cmocka_unit_test(carried_outputs_hold_the_truth),
        cmocka_unit_test(what_cannot_be_measured_is_told),
        cmocka_unit_test(planted_truth_is_never_excluded),
        cmocka_unit_test(a_false_output_is_refuted),
        cmocka_unit_test(outputs_are_carried_whatever_the_input_does),
    };
    return cmocka_run_group_tests(tests, setup, teardown_plant);
}
