// crank_experiments.c - paper 001: the torque of a slider-crank from its speed (Figs 6-10, Table 3, appendix A).    [host]
//
// The paper's log is not public. Ours is that of paper/mechanism/crank.h: another equation, another friction law, 5 % more inertia,
// and white noise of 0.1 rad/s on a speed that is sampled at 10 kHz.
#include "num/base/fp.h"

#include "paper/mechanism/crank.h"
#include "paper/kit/groups.h"
#include "mech/estimate/estimate.h"
#include "num/base/elem.h"
#include "num/algebra/qr.h"
#include "num/base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// examples/mech/slider-crank-observed.mech; the friction line may be left out.
#define BODIES                                                                                                         \
    "mechanism slider-crank\nversion 1\nplanar\n"                                                                      \
    "body  crank  mass = 1.628 kg, cog = 0.011472, 0 m, inertia = 0.004224 kg*m^2\n"                                   \
    "body  rod    mass = 0.254 kg, cog = 0.2, 0 m, inertia = 0.01184 kg*m^2\n"                                         \
    "body  slider mass = 0.5602 kg, cog = 0.35, 0 m\n"                                                                 \
    "joint A  revolute crank ground at = 0, 0 m\n"                                                                     \
    "joint B  revolute rod crank at = 0.05, 0 m\n"                                                                     \
    "joint C  revolute slider rod at = 0.35, 0 m\n"                                                                    \
    "joint S  prismatic slider ground at = 0.35, 0 m, axis = 1, 0\n"                                                   \
    "unknown torque A\n"                                                                                               \
    "sensor speed speed A sd = 0.1 rad/s\n"                                                                            \
    "sensor acceleration accelerometer slider at = 0.35, 0 m, axis = 1, 0, sd = 1 m/s^2\n"
#define FRICTION                                                                                                       \
    "friction track S makkar \"gamma1 = 0.5 N, gamma2 = 200 s/m, gamma3 = 20 s/m, gamma4 = 2 N, gamma5 = 200 s/m, "    \
    "sigma2 = 0.4 N*s/m\"\n"
#define OFF_CENTRE "start A position = 0.5 rad\n" // in the dead centre accelerations say nothing about the torque
static const char with_friction[] = BODIES FRICTION, without_friction[] = BODIES,
                  with_off_centre[] = BODIES FRICTION OFF_CENTRE, without_off_centre[] = BODIES OFF_CENTRE;
enum { TORQUE = 0, SPEED = 0, ACCELERATION = 1 }; // the force and the sensors of these texts

static const double step = 1e-4;

typedef struct measured { // a log with its truth
    long long rows;
    br_crank_row *truth;
    double *t, *speed, *acceleration, *torque;
} measured;

static void forget(measured *l)
{
    free(l->truth);
    free(l->t);
    memset(l, 0, sizeof *l);
}

// start: rad; stiff: the motor keeps its speed so well that its torque follows every turn.
static br_status simulate_crank(measured *l, long long rows, double start, bool stiff)
{
    br_random dice;
    br_crank crank = br_crank_truth();
    crank.start = start;
    crank.Kp = stiff ? 0.3 : crank.Kp;
    crank.Ki = stiff ? 1 : crank.Ki;
    memset(l, 0, sizeof *l);
    l->truth = calloc((size_t)rows, sizeof *l->truth);
    l->t = calloc(4 * (size_t)rows, sizeof *l->t);
    if (!l->truth || !l->t) {
        forget(l);
        return BR_NO_MEMORY;
    }
    l->rows = rows;
    l->speed = l->t + rows;
    l->acceleration = l->speed + rows;
    l->torque = l->acceleration + rows;
    br_crank_run(&crank, step, rows, l->truth);
    br_random_init(&dice, 1, 0);
    for (long long k = 0; k < rows; k++) {
        l->t[k] = l->truth[k].t;
        l->speed[k] = l->truth[k].omega + 0.1 * br_random_normal(&dice);
        l->torque[k] = l->truth[k].torque;
    }
    for (long long k = 0; k < rows; k++)
        l->acceleration[k] = l->truth[k].acceleration + br_random_normal(&dice);
    return BR_OK;
}

static br_mech_estimate watch_of(const measured *l, const char *text, int sensor, double Q)
{
    br_mech_estimate w = {.text = text,
                          .origin = "mech/slider-crank",
                          .size = strlen(text),
                          .rows = l->rows,
                          .t = l->t,
                          .unknowns = 1,
                          .unknown = {{.force = TORQUE}},
                          .signals = 1,
                          .sensor = {sensor},
                          .sd = {sensor == SPEED ? 0.1 : 1},
                          .y = {sensor == SPEED ? l->speed : l->acceleration},
                          .every = 10};
    w.unknown[0].walk = br_mech_estimate_walk(&w, Q);
    return w;
}

// ---------------------------------------------------------------- errors

typedef struct errors {
    double theta, omega, acceleration, torque, inside, most; // most: largest standard deviation of the torque
} errors;

static const double *column(const br_record *r, const char *name)
{
    return r->column[br_record_find(r, name)].v;
}

// A number of a row, by its place there.
static double member_at(const br_crank_row *row, size_t place)
{
    double x;
    memcpy(&x, (const char *)row + place, sizeof x);
    return x;
}

static double rms(const br_record *r, const char *name, const measured *l, size_t place)
{
    const double *est = column(r, name);
    double sum = 0;
    for (long long k = 1; k < r->rows; k++) {
        double gap = est[k] - member_at(&l->truth[10 * k], place);
        sum += gap * gap;
    }
    return br_sqrt(sum / (double)(r->rows - 1));
}

static errors errors_of(const br_record *r, const measured *l)
{
    const double *est = column(r, "torque_est"), *sd = column(r, "torque_sd");
    errors e = {.theta = rms(r, "A_est", l, offsetof(br_crank_row, theta)),
                .omega = rms(r, "A_speed_est", l, offsetof(br_crank_row, omega)),
                .acceleration = rms(r, "acceleration_est", l, offsetof(br_crank_row, acceleration)),
                .torque = rms(r, "torque_est", l, offsetof(br_crank_row, torque))};
    for (long long k = 1; k < r->rows; k++) {
        e.inside += br_abs(est[k] - l->torque[10 * k]) <= 1.96 * sd[k];
        e.most = sd[k] > e.most ? sd[k] : e.most;
    }
    e.inside /= (double)(r->rows - 1);
    return e;
}

// ---------------------------------------------------------------- Figs 6-8, Table 3

typedef struct view { // rows of a record, of which one is 10 of the log
    const br_record *r;
    const measured *l;
    long long from, rows;
} view;

// Truth and estimate.
static void draw_pair(br_outcome *o, view w, const char *est, size_t place, const char *title, const char *unit,
                      const char *caption, const char *sd)
{
    double *x = calloc((size_t)w.rows, sizeof *x);
    const double *t = w.r->column[0].v + w.from, *y = column(w.r, est) + w.from;
    br_plot *p = br_draw(&o->drawn, title, "time", "s", title, unit, caption);
    for (long long k = 0; k < w.rows && x; k++)
        x[k] = member_at(&w.l->truth[10 * (w.from + k)], place);
    br_draw_curve(p, "estimated", t, y, w.rows);
    if (sd)
        br_draw_band(p, "70 %", t, y, column(w.r, sd) + w.from, 1.04, w.rows);
    if (x)
        br_draw_curve(p, "truth", t, x, w.rows);
    free(x);
}

// Figs 6 and 8, and some turns of the crank of them, in which lines and bands are distinct.
static void draw_run(br_outcome *o, const br_record *r, const measured *l)
{
    view all = {r, l, 0, r->rows}, turns = {r, l, r->rows - 400, 250};
    draw_pair(o, all, "A_est", offsetof(br_crank_row, theta), "Motor angle", "rad", "as Fig. 6 (top)", NULL);
    draw_pair(o, all, "A_speed_est", offsetof(br_crank_row, omega), "Motor speed", "rad/s", "as Fig. 6 (middle)", NULL);
    draw_pair(o, all, "acceleration_est", offsetof(br_crank_row, acceleration), "Acceleration of the slider", "m/s^2",
              "as Fig. 6 (bottom)", NULL);
    draw_pair(o, turns, "acceleration_est", offsetof(br_crank_row, acceleration),
              "Acceleration of the slider, 0.25 s of it", "m/s^2", "as Fig. 6 (bottom)", NULL);
    draw_pair(o, all, "torque_est", offsetof(br_crank_row, torque), "Motor torque", "N*m",
              "as Fig. 8, with the band of 70 %", "torque_sd");
    draw_pair(o, turns, "torque_est", offsetof(br_crank_row, torque), "Motor torque, 0.25 s of it", "N*m",
              "as Fig. 8, with the band of 70 %", "torque_sd");
}

static void report_table(br_outcome *o, const errors *e, const br_mech_estimate_result *r)
{
    br_finding_add(o, e->theta <= 0.008, "motor angle, root mean square error", "Table 3: 0.005 rad", "%.4f rad",
                   e->theta);
    br_finding_add(o, e->omega <= 0.06, "motor speed", "Table 3: 0.051 rad/s", "%.3f rad/s", e->omega);
    br_finding_add(o, e->acceleration <= 14, "acceleration of the slider", "Table 3: 13.651 m/s^2", "%.3f m/s^2",
                   e->acceleration);
    br_finding_remark(o, "the paper compares with an accelerometer on a real slider, we with the truth");
    br_finding_add(o, e->torque <= 0.45, "motor torque", "Table 3: 0.334 N*m", "%.3f N*m", e->torque);
    br_finding_add(o, e->inside >= 0.88 && e->inside <= 0.99,
                   "the torque is inside the band of its standard deviations",
                   "Fig. 8: bounded by the estimated uncertainty", "%.1f %% are inside 95 %%", 100 * e->inside);
    br_finding_add(o, e->most < 1, "covariances stay bounded over 9.4 s", "5.2: long-term stable estimates",
                   "the torque's standard deviation is at most %.3f N*m", e->most);
    br_finding_add(o, r->violation < 1e-8, "constraints are kept", "4.2: as measurements", "largest violation %.2g",
                   r->violation);
    br_finding_remark(o, "without noise of states the rows of constraints have no variance, and change nothing");
}

static br_status compare_way(const measured *l, bool friction, int sensor, errors *e, br_diag *why)
{
    br_mech_estimate w = watch_of(l, friction ? with_off_centre : without_off_centre, sensor, 1e-3);
    br_record record = {0};
    br_mech_estimate_result r;
    br_status status = br_mech_estimate_run(&w, &record, &r, why);
    if (status == BR_OK)
        *e = errors_of(&record, l);
    br_record_close(&record);
    return status;
}

// 5.2, last paragraph but one: speed with friction law against acceleration without (Angeli et al.).
static br_status compare_ways(br_outcome *o, br_diag *why)
{
    measured l;
    errors e[2][2];
    br_status status = simulate_crank(&l, 10000, 0.5, false);
    for (int way = 0; way < 4 && status == BR_OK; way++)
        status = compare_way(&l, way % 2, way / 2 ? ACCELERATION : SPEED, &e[way / 2][way % 2], why);
    forget(&l);
    if (status != BR_OK)
        return status;
    br_finding_add(o, e[0][1].torque < e[1][0].torque,
                   "torque from the speed with a friction law, against that from the acceleration without",
                   "5.2: the latter is slightly less accurate", "%.3f N*m against %.3f N*m", e[0][1].torque,
                   e[1][0].torque);
    br_finding_add(o, e[0][1].torque < e[0][0].torque && e[0][1].torque < e[1][1].torque,
                   "it is the best of all four ways", "5.2: errors of the friction law are propagated to the torque",
                   "speed: %.3f with, %.3f without friction law; acceleration: %.3f, %.3f N*m", e[0][1].torque,
                   e[0][0].torque, e[1][1].torque, e[1][0].torque);
    return BR_OK;
}

static br_status run_crank(br_outcome *o, br_diag *why)
{
    measured l;
    br_record record = {0};
    br_mech_estimate_result r;
    br_status status = simulate_crank(&l, 94000, 0, false);
    if (status != BR_OK)
        return status;
    br_mech_estimate w = watch_of(&l, with_friction, SPEED, 1e-3);
    status = br_mech_estimate_run(&w, &record, &r, why);
    if (status == BR_OK) {
        errors e = errors_of(&record, &l);
        report_table(o, &e, &r);
        draw_run(o, &record, &l);
    }
    br_record_close(&record);
    forget(&l);
    return status == BR_OK ? compare_ways(o, why) : status;
}

// ---------------------------------------------------------------- Figs 9, 10

static br_status torque_with(const measured *l, double Q, br_outcome *o, const char *caption, double *error,
                             br_diag *why)
{
    br_mech_estimate w = watch_of(l, with_friction, SPEED, Q);
    br_record record = {0};
    br_mech_estimate_result r;
    br_status status = br_mech_estimate_run(&w, &record, &r, why);
    if (status == BR_OK) {
        *error = errors_of(&record, l).torque;
        draw_pair(o, (view){&record, l, 0, record.rows}, "torque_est", offsetof(br_crank_row, torque), "Motor torque",
                  "N*m", caption, NULL);
    }
    br_record_close(&record);
    return status;
}

static void report_curve(br_outcome *o, const br_mech_l_curve *c)
{
    bool falls = true, grows = true;
    for (int i = 1; i < BR_L_CURVE_TRIES; i++) {
        falls = falls && c->error[i] < c->error[i - 1];
        grows = grows && c->input[i] > c->input[i - 1];
    }
    br_finding_add(o, falls, "the error norm after the correction falls with growing Q_d", "5.3 and Fig. 9",
                   "from %.0f to %.0f", c->error[0], c->error[BR_L_CURVE_TRIES - 1]);
    br_finding_add(o, grows, "while the smoothing norm grows", "5.3 and Fig. 9", "by a factor of %.3g",
                   c->input[BR_L_CURVE_TRIES - 1] / c->input[0]);
    br_finding_add(o, c->corner > 0 && c->corner < BR_L_CURVE_TRIES - 1, "the curve has a corner", "5.3: Q_d = 1",
                   "Q_d = %g per row of 0.1 ms; the likeliest is %g", c->Q[c->corner], c->Q[c->likeliest]);
    br_finding_remark(o, "the paper does not give its step; Q_d is per step, and our noise is white");
    br_mech_l_curve_draw(c, &o->drawn);
}

static br_status run_curve(br_outcome *o, br_diag *why)
{
    measured l;
    br_mech_l_curve c;
    double chosen = 0, slow = 0;
    br_status status = simulate_crank(&l, 20000, 0, true);
    if (status != BR_OK)
        return status;
    br_mech_estimate w = watch_of(&l, with_friction, SPEED, 1);
    status = br_mech_estimate_tune(&w, &c, why);
    if (status == BR_OK) {
        report_curve(o, &c);
        status = torque_with(&l, c.Q[c.corner], o, "as Fig. 10: the Q_d of the corner", &chosen, why);
    }
    if (status == BR_OK)
        status = torque_with(&l, 1e-6, o, "as Fig. 10: Q_d = 1e-6", &slow, why);
    if (status == BR_OK)
        br_finding_add(o, chosen < slow, "a smaller Q_d tracks the torque worse", "Fig. 10: worse tracking, delayed",
                       "%.3f N*m with %g, %.3f N*m with 1e-6", chosen, c.Q[c.corner], slow);
    forget(&l);
    return status;
}

// ---------------------------------------------------------------- appendix A

// Jacobians by x_{k+1} = (v, q, lambda): (21) of the backward scheme, times h^2 where it stands, or (A3) of the forward one.
static void jacobian(br_moving *s, double h, bool forward, int N, double *G)
{
    int n = s->n;
    memset(G, 0, (size_t)N * (size_t)N * sizeof *G);
    for (int i = 0; i < n; i++) {
        G[i * N + n + i] = -1;
        G[i * N + i] = forward ? 0 : h;
    }
    for (int i = n; i < N; i++)
        for (int j = n; j < N; j++) {
            bool masses = i < 2 * n && j < 2 * n;
            if (!forward || masses)
                G[i * N + j] = br_moving_matrix_entry(s, &s->now, i - n, j - n);
        }
    for (int i = 0; i < n && forward; i++)
        for (int j = 0; j < n; j++) { // beta' M_t and -gamma' M_t, times h^2
            double M = G[(n + i) * N + n + j];
            G[(n + i) * N + j] = h * M;
            G[(n + i) * N + n + j] = -M;
        }
}

static br_status rank_of(br_moving *s, bool forward, int *rank, int *size)
{
    const double h = 1e-2;
    int N = 2 * s->n + s->rows;
    size_t all = (size_t)N;
    double *G = calloc(all * all + 7 * all, sizeof *G);
    int *which = calloc(all, sizeof *which);
    br_status status = G && which ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        s->eps = 0;
        br_moving_assemble(s, &s->now, forward ? 0 : h * h, 1 / h);
        jacobian(s, h, forward, N, G);
        status = br_qr_factor(N, N, G, G + all * all, which, 1e-12, rank, G + all * all + N);
    }
    *size = N;
    free(G);
    free(which);
    return status;
}

static br_status run_forward(br_outcome *o, br_diag *why)
{
    br_mech m;
    br_moving s = {0};
    int rank[2] = {0}, size = 0;
    br_status status = br_mech_read(&m, without_friction, strlen(without_friction), "mech/forward-scheme", why);
    if (status == BR_OK)
        status = br_moving_open(&s, &m, why);
    if (status == BR_OK)
        status = br_moving_start(&s, why);
    for (int forward = 0; forward < 2 && status == BR_OK; forward++)
        status = rank_of(&s, forward, &rank[forward], &size);
    if (status == BR_OK) {
        br_finding_add(o, rank[0] == size, "the Jacobian of the backward scheme can be inverted", "section 3, (21)",
                       "rank %d of %d", rank[0], size);
        br_finding_add(o, rank[1] < size, "that of the forward scheme cannot", "appendix A, (A3)", "rank %d of %d",
                       rank[1], size);
        br_finding_add(o, size - rank[1] >= s.rows, "multipliers have no part in it", "(A3): columns of zeros",
                       "%d of %d directions are lost, %d of them multipliers", size - rank[1], size, s.rows);
    }
    br_moving_close(&s);
    br_mech_free(&m);
    return status;
}

const br_experiment br_mechanism_experiments[] = {
    {"mech/slider-crank", "The torque of a motor from its speed, by a mechanism",
     "Adduci et al. 2021, Figs 6-8, Table 3, 5.2", run_crank},
    {"mech/l-curve", "L-curve: process noise of an unknown torque", "Adduci et al. 2021, 5.3, Figs 9, 10", run_curve},
    {"mech/forward-scheme", "Singular Jacobian of a forward scheme", "Adduci et al. 2021, appendix A", run_forward},
    {NULL, NULL, NULL, NULL}};
