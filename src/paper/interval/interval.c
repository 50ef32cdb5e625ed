// interval.c - Rauh et al. 2017: parameter intervals from the reference input (Fig. 6), from optimised inputs (Figs 7-9).  [host]
//
// The paper gives no ranges, no encoder and no reference in numbers: those of the reference problem (docs/bound.md) are taken, and a
// rest-to-rest move of 20 rad in 8 s.
#include "num/base/fp.h"

#include "bound/search/design.h"
#include "paper/kit/groups.h"
#include "bound/search/paper.h"
#include "bound/search/rehearse.h"
#include "law/builtin/builtin.h"
#include "num/base/elem.h"
#include "num/interval/ball.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLE = 800, PARAMS = 3, MOST = 5 * CYCLE + 1 };
#define STEP 0.01                     // s
#define ENCODER 0.0015339807878856412 // rad: 2 pi/4096
static const double truth[2] = {4.5, 65};
static const char *const names[PARAMS] = {"alpha", "beta", "TF"};

typedef struct rig {
    br_model model; // nominal, in the mode forward
    br_stick stick;
    bool has_model, has_stick;
} rig;

typedef struct record { // the torque held from each row on, the angle, and whether it is known to rest
    int rows;
    double torque[MOST];
    br_interval u[MOST], q[MOST];
    bool stands[MOST];
    br_rehearsal made;
} record;

static br_status open_rig(rig *r, br_diag *why)
{
    br_builtin b;
    memset(r, 0, sizeof *r);
    if (!br_builtin_find("drive-train", &b))
        return BR_BAD_LAW;
    br_model_source from = {b.text, b.size, "drive-train", br_builtin_text, NULL};
    br_given set = {.set = "nominal"};
    br_status status = br_model_open_given(&r->model, &from, &set, NULL, why);
    r->has_model = status == BR_OK;
    if (status == BR_OK)
        status = br_stick_read(&r->stick, &r->model.law, why);
    r->has_stick = status == BR_OK;
    return status == BR_OK ? br_model_set_mode(&r->model, "forward", why) : status;
}

static void close_rig(rig *r)
{
    if (r->has_stick)
        br_stick_free(&r->stick);
    if (r->has_model)
        br_model_close(&r->model);
}

// ---------------------------------------------------------------- logs

static double breakaway(int cycle)
{
    return 0.1 + 0.008 * br_sin(2.7 * cycle);
}

// The log of a torque that is there already; breakaway is new in each cycle.
static br_status simulate_log(const rig *r, record *log)
{
    br_status status = BR_OK;
    log->made = (br_rehearsal){.rows = log->rows,
                               .h = STEP,
                               .count = ENCODER,
                               .torque = log->torque,
                               .u = log->u,
                               .q = log->q,
                               .stands = log->stands};
    br_rehearsal_start(&log->made);
    for (int k = 0; k < log->rows && status == BR_OK; k += CYCLE) {
        const br_interval p[PARAMS] = {br_interval_point(truth[0]), br_interval_point(truth[1]),
                                       br_interval_point(breakaway(k / CYCLE))};
        status = br_rehearse(&log->made, &r->stick, p, k, k + CYCLE < log->rows ? k + CYCLE : log->rows);
    }
    return status;
}

static double reference_torque(double t)
{
    return t < 1 ? 0.2 * t : t < 2 ? 0.2 + 0.3 * (t - 1) : t < 4.5 ? 0.5 : t < 6 ? 0.5 * (6 - t) / 1.5 : 0;
}

static br_paving_options search_for(int passes)
{
    br_paving_options o = br_paving_defaults();
    const br_interval range[PARAMS] = {{3, 6}, {50, 80}, {0.02, 0.3}};
    memcpy(o.range, range, sizeof range);
    o.renews[2] = true;
    o.passes = passes;
    return o;
}

static br_status identify_within(const rig *r, const record *const *log, int logs, const br_paving_options *o,
                                 br_paving *found)
{
    br_evidence e[2];
    for (int i = 0; i < logs; i++)
        e[i] = br_rehearsed(&log[i]->made);
    return br_paving_of(found, &r->stick, e, logs, o);
}

static br_status identify(const rig *r, const record *const *log, int logs, int passes, br_paving *found)
{
    br_paving_options o = search_for(passes);
    return identify_within(r, log, logs, &o, found);
}

static double width(const br_paving *v, int i)
{
    return br_interval_width(v->p[i]);
}

// ---------------------------------------------------------------- Fig. 6

// Intervals of a parameter after each slide of each pass, as bands.
enum { MOMENTS = 64 };
typedef struct moments {
    double y[MOMENTS], half[MOMENTS];
    int count;
} moments;

static void add_moments(moments *m, const br_paving *v, int i, int passes)
{
    for (int k = 0; k < v->moments && m->count < MOMENTS; k++) {
        if (v->moment[k].pass >= passes || !v->slide[v->moment[k].slide].moves)
            continue;
        m->y[m->count] = br_interval_mid(v->moment[k].p[i]);
        m->half[m->count++] = br_interval_rad(v->moment[k].p[i]);
    }
}

static void draw_moments(br_outcome *o, const moments *m, int i, const char *title, const char *caption)
{
    static const char *const unit[PARAMS] = {"1/s", "rad/s^2/N/m", "N*m"};
    double x[MOMENTS], line[MOMENTS];
    for (int k = 0; k < m->count; k++) {
        x[k] = k + 1;
        line[k] = i < 2 ? truth[i] : 0.1;
    }
    br_plot *p = br_draw(&o->drawn, title, "slides, pass after pass", "-", names[i], unit[i], caption);
    br_draw_curve(p, "middle", x, m->y, m->count);
    br_draw_band(p, "interval", x, m->y, m->half, 1, m->count);
    if (i < 2)
        br_draw_curve(p, "truth", x, line, m->count);
}

// The breakaway torque after a pass, of its slides the mean.
static double breakaway_width(const br_paving *v, int pass)
{
    double sum = 0;
    int n = 0;
    for (int k = 0; k < v->moments; k++)
        if (v->moment[k].pass == pass && v->slide[v->moment[k].slide].moves) {
            sum += br_interval_width(v->moment[k].p[2]);
            n++;
        }
    return n > 0 ? sum / n : 0;
}

static void report_reference(br_outcome *o, const br_paving *v)
{
    double first = breakaway_width(v, 0), last = breakaway_width(v, v->passes - 1);
    bool right = br_interval_has(v->p[0], truth[0]) && br_interval_has(v->p[1], truth[1]);
    br_finding_add(o, width(v, 0) < 0.3 && width(v, 1) < 3, "both below a tenth of their ranges",
                   "both [alpha] and [beta] are improved noticeably",
                   "Fig. 6: [alpha] and [beta] shrink in the cycles after 40 s",
                   "alpha: 3 to %.2g 1/s, beta: 30 to %.2g", width(v, 0), width(v, 1));
    br_finding_remark(o, "ranges and encoder are not given: 3..6, 50..80 and 4096 counts are taken");
    br_finding_add(o, right, "4.5 and 65 are inside", "the intervals hold the parameters that the log was made with",
                   "guaranteed by construction", "alpha %.6g..%.6g, beta %.6g..%.6g", v->p[0].lo, v->p[0].hi,
                   v->p[1].lo, v->p[1].hi);
    br_finding_add(o, last < first, "narrower after the third pass than after the first",
                   "better [alpha] and [beta] sharpen the static friction in the second and third run",
                   "Fig. 6: narrower [T] behind 80 s", "T within %.2g N*m after the first pass, %.2g after the third",
                   first, last);
    br_finding_remark(o, "later passes filter the same rows again: sound, but no new evidence");
}

// One pass over a cycle by the rules (9)-(13) of the paper, M = 50 and M_v = 20.
static br_status follow_rules(const rig *r, const record *log, br_paper *found)
{
    br_evidence e = br_rehearsed(&log->made);
    br_paving_options search = search_for(1);
    br_paper_options rules = br_paper_defaults();
    e.rows = CYCLE + 1;
    return br_paper_make(found, &r->stick, &e, 1, &search, &rules);
}

// The first cycle by the rules of the paper, M = 50 and M_v = 20, and by ours; all of it would take a quarter of a minute.
static br_status compare_rules(br_outcome *o, const rig *r, const record *log)
{
    br_paper paper;
    br_paving ours;
    br_evidence e = br_rehearsed(&log->made);
    br_paving_options search = search_for(1);
    e.rows = CYCLE + 1;
    br_status status = follow_rules(r, log, &paper);
    if (status != BR_OK)
        return status;
    status = br_paving_make(&ours, &r->stick, &e, &search);
    if (status == BR_OK) {
        const br_interval *p = paper.p, *q = ours.p;
        double alpha = br_interval_width(p[0]), beta = br_interval_width(p[1]);
        bool right =
            paper.verdict == BR_CONSISTENT && br_interval_has(p[0], truth[0]) && br_interval_has(p[1], truth[1]);
        br_finding_add(o, right && alpha < 1 && beta < 15,
                       "alpha below a third and beta below half of its range, both with the truth inside",
                       "M = 50 and M_v = 20 cuts at each row suffice for that", "Fig. 6, in the first cycle",
                       "by (9)-(13): alpha within %.2g, beta within %.2g, from %ld steps of boxes", alpha, beta,
                       paper.boxes);
        br_finding_remark(
            o, "v_bar, epsilon, the length of the list and merging are not given: 1 rad/s, 1e-6 N*m, 300, 0.3 %");
        br_finding_add(o, br_interval_width(q[0]) < alpha && br_interval_width(q[1]) < beta,
                       "both narrower than by (9)-(13)",
                       "boxes that are tried on whole slides, and contracted, are narrower", "not in the paper",
                       "the same cycle: alpha within %.2g, beta within %.2g, from %ld boxes of %d steps at most",
                       br_interval_width(q[0]), br_interval_width(q[1]), ours.boxes, CYCLE);
        br_paving_free(&ours);
    }
    br_paper_free(&paper);
    return status;
}

static br_status run_reference(br_outcome *o, br_diag *why)
{
    rig r;
    record *log = calloc(1, sizeof *log);
    const record *one = log;
    br_paving found = {0};
    br_status status = open_rig(&r, why);
    if (!log)
        status = BR_NO_MEMORY;
    if (status == BR_OK) {
        log->rows = MOST;
        for (int k = 0; k < MOST; k++)
            log->torque[k] = reference_torque((k % CYCLE) * STEP);
        status = simulate_log(&r, log);
    }
    if (status == BR_OK)
        status = identify(&r, &one, 1, 3, &found);
    if (status == BR_OK) {
        report_reference(o, &found);
        for (int i = 0; i < PARAMS; i++) {
            moments m = {.count = 0};
            add_moments(&m, &found, i, found.passes);
            draw_moments(o, &m, i, names[i], "as Fig. 6: what is possible by then");
        }
        br_paving_free(&found);
        status = compare_rules(o, &r, log);
    }
    close_rig(&r);
    free(log);
    return status;
}

// ---------------------------------------------------------------- Figs 7 to 9

// Fig. 7; (19) as in Fig. 8; D-optimal; a cycle of Fig. 6; for Fig. 9, five cycles of Fig. 6, and five by (19).
enum { TRACKING, SENSITIVE, FISHER, INPUTS, REFERENCE = INPUTS, FIVE_REFERENCE, FIVE_SENSITIVE, LOGS };

typedef struct excited {
    rig r;
    br_design_options o[INPUTS];
    br_designed made[INPUTS];
    record log[LOGS];
    br_paving found[LOGS];
    br_paving again; // Fig. 9: the second and third run, from what the first one and the log of Fig. 6 leave
    int founds;
    bool has_again;
    double ruled[LOGS]; // width of beta after a pass by the rules of the paper
    double y[INPUTS][CYCLE + 1];
} excited;

static br_status make_input(excited *w, int i)
{
    br_design *d;
    br_design_options o = br_design_defaults();
    o.measured = 0;
    o.velocity = 1;
    o.params = i == FISHER ? 3 : 2;
    for (int l = 0; l < o.params; l++)
        o.param[l] = l;
    const double range[PARAMS] = {3, 30, 0.28}, kappa[] = {0.01, 10};
    memcpy(o.range, range, sizeof range);
    o.distance = 20;
    o.sd = ENCODER;
    o.least = 0;
    o.most = 0.7;
    if (i == SENSITIVE) {
        o.sharpen = 0;
        memcpy(o.kappa, kappa, sizeof kappa);
    }
    o.fisher = i == FISHER;
    o.terminal = i == FISHER ? 2.5e-7 : 0;
    for (int j = 0; j < o.coefficients; j++)
        w->made[i].c[j] = i == TRACKING ? 0.3 : w->made[TRACKING].c[j];
    br_status status = br_design_open(&d, &w->r.model, &o);
    if (status != BR_OK)
        return status;
    br_design_search(d, &w->made[i]);
    br_design_close(d);
    w->o[i] = o;
    o.rows = CYCLE;
    status = br_design_open(&d, &w->r.model, &o);
    if (status == BR_OK)
        br_design_simulate(d, w->made[i].c, w->y[i]);
    br_design_close(d);
    return status;
}

static br_status prove(excited *w, int i)
{
    record *log = &w->log[i];
    const record *one = log;
    bool five = i == FIVE_REFERENCE || i == FIVE_SENSITIVE;
    int input = i == FIVE_SENSITIVE ? SENSITIVE : i;
    log->rows = five ? MOST : CYCLE + 200; // and rest behind it
    for (int k = 0; k < log->rows; k++) {
        double t = (five ? k % CYCLE : k) * STEP;
        log->torque[k] = t >= CYCLE * STEP ? 0
                         : input < INPUTS  ? br_design_input(&w->o[input], w->made[input].c, t)
                                           : reference_torque(t);
    }
    br_status status = simulate_log(&w->r, log);
    if (status == BR_OK)
        status = identify(&w->r, &one, 1, 3, &w->found[i]);
    w->founds += status == BR_OK;
    return status;
}

static double worst_track(const excited *w, int i)
{
    double worst = 0;
    for (int k = 0; k <= CYCLE; k++) {
        double off = br_far(w->y[i][k] - br_design_reference(&w->o[i], k * STEP));
        worst = off > worst ? off : worst;
    }
    return worst;
}

// The largest change of torque within a tenth of the cycle at its ends, and elsewhere.
static void changes(const excited *w, int i, double *ends, double *rest)
{
    *ends = *rest = 0;
    for (int k = 1; k < CYCLE; k++) {
        double by = br_far(w->log[i].torque[k] - w->log[i].torque[k - 1]) / STEP;
        double *to = k < CYCLE / 10 || k > CYCLE - CYCLE / 10 ? ends : rest;
        *to = by > *to ? by : *to;
    }
}

static void report_excited(br_outcome *o, const excited *w)
{
    double ends, rest, track = worst_track(w, TRACKING), off = worst_track(w, SENSITIVE);
    const br_paving *v = w->found;
    changes(w, SENSITIVE, &ends, &rest);
    br_finding_add(o, track < 0.02 * 20, "within 2 % of the move",
                   "without sensitivities the input tracks the reference practically perfectly",
                   "Fig. 7: curves that lie on each other", "within %.2g of 20 rad", track);
    br_finding_remark(o, "the reference is not given in numbers: a quintic of 20 rad in 8 s is taken");
    br_finding_add(o, off <= 0.1 * 20, "within 10 % of the move",
                   "with them deviations from the reference are at most a tenth of the move",
                   "6, Fig. 8a: acceptably small", "within %.2g of 20 rad", off);
    br_finding_remark(o,
                      "i = 1, kappa1 = 0.01, kappa2 = 10, eps1 = 0.01, kappa_u = 0 as in Fig. 8; the reference is not "
                      "given in numbers, nor is what is acceptable.");
    br_finding_add(o, ends > 1.5 * rest,
                   "steepest slope in the first and last tenth of the cycle above 1.5 times that between",
                   "torque varies sharply at the begin and end of a cycle", "Fig. 8b",
                   "%.2g N*m/s at the ends, %.2g between", ends, rest);
    br_finding_remark(o, "Sharply: 1.5 times as steep; the paper gives no number. Input as above.");
    br_finding_add(o, w->ruled[SENSITIVE] <= w->ruled[REFERENCE] / 2, "at most half as wide",
                   "in the first run [beta] is at most half as wide as with the reference input",
                   "6, Fig. 9: significantly sharper than Fig. 6",
                   "by (9)-(13): beta within %.3g, with the input of Fig. 6 within %.3g", w->ruled[SENSITIVE],
                   w->ruled[REFERENCE]);
    br_finding_remark(o,
                      "One cycle of 8 s and one pass each, M = 50 and M_v = 20, beta from 50..80. Significantly: the "
                      "paper gives no number, half is taken.");
    const br_paving *five = &v[FIVE_SENSITIVE], *other = &v[FIVE_REFERENCE];
    br_finding_add(o, width(five, 1) <= width(other, 1) / 2, "at most half as wide",
                   "after three runs [beta] is at most half as wide as with the reference input",
                   "6, Fig. 9: significantly sharper than Fig. 6 (in the first run)",
                   "by whole slides: beta within %.3g, with the input of Fig. 6 within %.3g; from one cycle %.3g, %.3g",
                   width(five, 1), width(other, 1), width(&v[SENSITIVE], 1), width(&v[REFERENCE], 1));
    br_finding_remark(o, "Five cycles of 8 s and three passes each, with the search of interval/reference.");
    br_finding_add(
        o,
        width(&w->again, 0) < br_min(width(five, 0), width(other, 0)) &&
            width(&w->again, 1) < br_min(width(five, 1), width(other, 1)),
        "both narrower than by either experiment alone",
        "intersecting with the other experiment makes both intervals narrower", "Fig. 9: second and third run",
        "after three runs alpha within %.4g, alone %.4g and (Fig. 6) %.4g; beta %.4g, alone %.4g and %.4g",
        width(&w->again, 0), width(five, 0), width(other, 0), width(&w->again, 1), width(five, 1), width(other, 1));
    br_finding_remark(o, "Five cycles each; the second run begins with what the first one and the input of Fig. 6 both "
                         "allow. That is narrower than with (19) alone, and as narrow as with the input of Fig. 6 "
                         "alone, from which it comes.");
    br_finding_add(o, width(&v[FISHER], 0) < width(&v[SENSITIVE], 0) && width(&v[FISHER], 1) < width(&v[SENSITIVE], 1),
                   "both narrower than with (19)",
                   "a criterion that sees collinear sensitivities (D-optimal) gives narrower intervals than (19)",
                   "not in the paper",
                   "alpha within %.2g, beta within %.2g; (19): %.2g and %.2g; tracking: %.2g and %.2g",
                   width(&v[FISHER], 0), width(&v[FISHER], 1), width(&v[SENSITIVE], 0), width(&v[SENSITIVE], 1),
                   width(&v[TRACKING], 0), width(&v[TRACKING], 1));
    bool best = width(&v[FISHER], 0) < width(&v[TRACKING], 0) && width(&v[FISHER], 1) < width(&v[TRACKING], 1);
    br_finding_remark(
        o, best ? "torque within 0.7 N*m and velocities above 0 in all three"
                : "torque within 0.7 N*m and velocities above 0 in all three; plain tracking is not beaten: both "
                  "criteria take errors as random, and do not see where the steps of the encoder fall");
}

// Fig. 9, and the widths on a logarithmic axis, on which those of later slides can be seen.
static void draw_repeated(br_outcome *o, const excited *w)
{
    static const double range[PARAMS] = {3, 30, 0.28};
    moments all[PARAMS] = {{.count = 0}};
    double x[MOMENTS], share[MOMENTS];
    for (int i = 0; i < PARAMS; i++) {
        char title[40];
        add_moments(&all[i], &w->found[FIVE_SENSITIVE], i, 1);
        add_moments(&all[i], &w->again, i, w->again.passes);
        snprintf(title, sizeof title, "%s, input by (19)", names[i]);
        draw_moments(o, &all[i], i, title,
                     "as Fig. 9: a run of five cycles, then two that begin with the intersection with Fig. 6");
    }
    br_plot *p = br_draw(&o->drawn, "Widths, input by (19)", "slides, pass after pass", "-", "share of the first range",
                         "-", "as Fig. 9: widths of the three intervals");
    for (int i = 0; i < PARAMS; i++) {
        for (int k = 0; k < all[i].count; k++) {
            x[k] = k + 1;
            share[k] = 2 * all[i].half[k] / range[i];
        }
        br_draw_curve(p, names[i], x, share, all[i].count);
    }
    if (p)
        p->y_log = true;
}

static void draw_excited(br_outcome *o, const excited *w)
{
    static const char *const label[INPUTS] = {"tracking", "(19)", "D-optimal"};
    double t[CYCLE + 1], y[CYCLE + 1];
    for (int k = 0; k <= CYCLE; k++) {
        t[k] = k * STEP;
        y[k] = br_design_reference(&w->o[0], t[k]);
    }
    br_plot *p = br_draw(&o->drawn, "Angle", "time", "s", "angle", "rad", "as Figs 7a and 8a, in the mode of sliding");
    for (int i = 0; i < INPUTS; i++) // in the colours of the torques below
        br_draw_curve(p, label[i], t, w->y[i], CYCLE + 1);
    br_draw_curve(p, "reference", t, y, CYCLE + 1);
    p = br_draw(&o->drawn, "Torque", "time", "s", "torque", "N*m", "as Figs 7b and 8b");
    for (int i = 0; i < INPUTS; i++)
        br_draw_curve(p, label[i], t, w->log[i].torque, CYCLE);
}

static br_status width_by_rules(excited *w, int i)
{
    br_paper found;
    br_status status = follow_rules(&w->r, &w->log[i], &found);
    if (status != BR_OK)
        return status;
    w->ruled[i] = br_interval_width(found.p[1]);
    br_paper_free(&found);
    return BR_OK;
}

// Fig. 9: the second and third run begin with what the first one and the other experiment both allow.
static br_status prove_again(excited *w)
{
    const record *one = &w->log[FIVE_SENSITIVE];
    br_paving_options o = search_for(2);
    const br_paving *first = &w->found[FIVE_SENSITIVE], *other = &w->found[FIVE_REFERENCE];
    int last = -1;
    for (int k = 0; k < first->moments; k++)
        last = first->moment[k].pass == 0 ? k : last;
    for (int i = 0; i < 2 && last >= 0; i++) {
        br_interval p = first->moment[last].p[i];
        o.range[i] = (br_interval){br_max(p.lo, other->p[i].lo), br_min(p.hi, other->p[i].hi)};
    }
    br_status status = identify_within(&w->r, &one, 1, &o, &w->again);
    w->has_again = status == BR_OK;
    return status;
}

static br_status run_excited(br_outcome *o, br_diag *why)
{
    excited *w = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    br_status status = open_rig(&w->r, why);
    for (int i = 0; i < INPUTS && status == BR_OK; i++)
        status = make_input(w, i);
    for (int i = 0; i < LOGS && status == BR_OK; i++)
        status = prove(w, i);
    if (status == BR_OK)
        status = prove_again(w);
    if (status == BR_OK)
        status = width_by_rules(w, SENSITIVE);
    if (status == BR_OK)
        status = width_by_rules(w, REFERENCE);
    if (status == BR_OK) {
        report_excited(o, w);
        draw_excited(o, w);
        draw_repeated(o, w);
    }
    for (int i = 0; i < w->founds; i++)
        br_paving_free(&w->found[i]);
    if (w->has_again)
        br_paving_free(&w->again);
    close_rig(&w->r);
    free(w);
    return status;
}

const br_experiment br_interval_experiments[] = {
    {"interval/reference", "Parameter intervals from repeated driving cycles", "Rauh et al. 2017, Fig. 6",
     run_reference},
    {"interval/excited", "Parameter intervals from inputs made for them", "Rauh et al. 2017, Figs 7-9", run_excited},
    {NULL, NULL, NULL, NULL}};
