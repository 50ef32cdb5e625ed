// inspect_motion.c - the motion in a log: reversals, speeds, presliding, and the regression of its force. [host]
//
// Velocity and acceleration are differences over a window of W rows about its middle row: (x3 - x1)/(2h) and
// (x3 - 2*x2 + x1)/h^2; where this row is not in the middle of the time, those of the parabola through the three. W is chosen from the first rows, so that steps and noise of the position are small beside them.
#include "num/base/fp.h"

#include "num/base/order.h"
#include "fit/inspect/inspect_parts.h"
#include "num/algebra/lagrange.h"
#include "num/base/elem.h"
#include "sim/observe/stamps.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 256, WIDE = 32, LAGS = 20, RANGES = 1600, FEW = 10 };

static const double FINE_ENOUGH = 50,
                    SMOOTH_ENOUGH = 25;          // motion over a window in steps, or sds of noise, of the position
static const double GAP = 5;                     // steps of time beyond which rows do not belong together
static const double EXPLAINED = 0.3, HALF = 0.5; // what inertia and sliding friction leave of the sd of a force
static const double SURE_DELAY = 0.05;           // of the residual that a delay takes away
static const double FAST = 0.5;                  // of the RMS speed in motion
static const double WEIGHTY = 0.5;     // rad: over less, gravity looks like a spring, and a spring like gravity
static const double OFF_CENTRE = 0.01; // steps: a row so far off the middle of its window is not in it
enum { LASTING = 20 };                 // samples below the speed of rest that are one

typedef br_motion_sample sample;

struct br_motion_state {
    bool has_x, has_v, has_force, angle;
    br_motion_found found;
    double dt, far, mass, viscous;
    double stamp, clock; // where stamps jitter: the last one, and the time in even steps
    double sine, cosine; // of gravity, as found in the first rows
    int window;
    br_motion_row ring[WIDEST + 1];
    int filled, next;
    double x; // where there is only a velocity: its integral
    int direction;
    bool started;
    int resting;                                     // samples below the speed of rest, in a row
    double origin, extreme;                          // the last reversal; the farthest since
    long long added, rows, still, forward, backward; // added: rows of the log; rows: those with a velocity
    br_histogram strokes, speed[3], acceleration;    // speed: backward, forward, either
    double build[RANGES]; // force in the direction of motion, over displacement since reversal
    long long built[RANGES];
    br_gram gram;
    double work, effort, vx, vv;
};

// ---------------------------------------------------------------- opening

br_status br_motion_open(br_motion_state **to, bool has_x, bool has_v, bool has_force, bool inertia, bool angle)
{
    br_motion_state *s = calloc(1, sizeof *s);
    if (!s)
        return BR_NO_MEMORY;
    *to = s;
    s->has_x = has_x;
    s->has_v = has_v;
    s->has_force = has_force;
    s->angle = angle;
    s->found.inertia = inertia;
    s->found.has_force = has_force;
    s->found.least = (double)INFINITY;
    s->found.most = -(double)INFINITY;
    s->dt = 1;
    s->window = 2;
    br_status status = br_histogram_init(&s->strokes, BR_MOTION_FINE);
    for (int i = 0; i < 3 && status == BR_OK; i++)
        status = br_histogram_init(&s->speed[i], BR_MOTION_FINE);
    return status == BR_OK ? br_histogram_init(&s->acceleration, BR_MOTION_FINE) : status;
}

void br_motion_close(br_motion_state *s)
{
    if (!s)
        return;
    br_histogram_free(&s->strokes);
    for (int i = 0; i < 3; i++)
        br_histogram_free(&s->speed[i]);
    br_histogram_free(&s->acceleration);
    free(s);
}

double br_motion_far(const br_motion_state *s)
{
    return 10 * s->far;
}

// ---------------------------------------------------------------- rows to samples

static const br_motion_row *row_before(const br_motion_state *s, int rows)
{
    return &s->ring[(s->next - 1 - rows + 2 * (WIDEST + 1)) % (WIDEST + 1)];
}

// The time of a row: its stamp, or where stamps jitter one even step after the last row.
static double row_time(br_motion_state *s, double t)
{
    if (!s->found.stamps_jitter || isnan(t))
        return t;
    double step = t - s->stamp;
    s->stamp = t;
    return s->clock += step > 0 && step < 2.5 * s->dt ? s->dt : step;
}

// Puts a row into the ring; false: it does not go on where the one before ended.
static bool append_row(br_motion_state *s, const br_motion_row *row)
{
    br_motion_row r = *row;
    r.t = row_time(s, r.t);
    const br_motion_row *last = row_before(s, 0);
    double step = s->filled > 0 ? r.t - last->t : 0;
    bool goes_on = s->filled == 0 || (step > 0 && step <= GAP * s->dt);
    if (!s->has_x) {
        s->x += s->filled > 0 && goes_on && !isnan(r.v) ? step * 0.5 * (r.v + last->v) : 0;
        r.x = isnan(r.v) ? r.v : s->x;
    }
    if (!goes_on || isnan(r.x) || isnan(r.t))
        s->filled = 0;
    if (isnan(r.x) || isnan(r.t))
        return false;
    s->ring[s->next] = r;
    s->next = (s->next + 1) % (WIDEST + 1);
    s->filled += s->filled <= WIDEST;
    return goes_on;
}

static bool make_sample(const br_motion_state *s, sample *m)
{
    int w = s->window;
    if (s->filled <= w)
        return false;
    const br_motion_row *r1 = row_before(s, w), *r2 = row_before(s, w / 2), *r3 = row_before(s, 0);
    double h = 0.5 * (r3->t - r1->t);
    *m = (sample){r2->x, 0.5 * (r3->x - r1->x) / h, (r3->x - 2 * r2->x + r1->x) / (h * h), r2->f, 0, (double)NAN};
    if (s->has_v && s->has_x)
        m->measured = r2->v;
    double before = r2->t - r1->t, behind = r3->t - r2->t;
    if (fabs(behind - before) > OFF_CENTRE * s->dt) {
        double d1 = (r2->x - r1->x) / before, d2 = (r3->x - r2->x) / behind;
        m->v = (d1 * behind + d2 * before) / (before + behind);
        m->a = (d2 - d1) / h;
    }
    for (int i = 0; i <= w; i++)
        m->mean += row_before(s, i)->f / (w + 1);
    return true;
}

// ---------------------------------------------------------------- scales

static double quantile(double *y, int n, double p)
{
    qsort(y, (size_t)n, sizeof *y, br_ascending);
    return n > 0 ? y[(int)(p * (n - 1))] : 0;
}

// The sd of white noise from third differences, which motion hardly enters: their median is 3.02 times it. Where the stamps are
// uneven: from what the parabola through the three rows before leaves, scaled to the same.
static double noise_of(const br_motion_row *r, int rows, bool uneven, double *y)
{
    int n = 0;
    for (int k = 3; k < rows; k++) {
        double d = r[k].x - 3 * r[k - 1].x + 3 * r[k - 2].x - r[k - 3].x;
        if (uneven) {
            double t[] = {r[k - 3].t, r[k - 2].t, r[k - 1].t}, w[3];
            br_lagrange_weights(3, t, r[k].t, w);
            d = r[k].x - w[0] * r[k - 3].x - w[1] * r[k - 2].x - w[2] * r[k - 1].x;
            d *= br_sqrt(20 / (1 + w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
        }
        if (isfinite(d))
            y[n++] = fabs(d);
    }
    return quantile(y, n, 0.5) / 3.02;
}

// How even the stamps of the first rows are; false: they do not rise, or there are few. y: 2 rows numbers.
static bool stamps_of_rows(const br_motion_row *r, int rows, double *y, br_stamps *to)
{
    int n = 0;
    for (int k = 0; k < rows; k++) {
        if (isnan(r[k].t))
            continue;
        if (n > 0 && !(r[k].t > y[n - 1]))
            return false;
        y[rows + n] = r[k].x;
        y[n++] = r[k].t;
    }
    return n > 10 && br_stamps_of(n, y, y + rows, to) == BR_OK;
}

// Whether stamps are uneven, and positions agree with them.
static bool check_stamps(br_motion_state *s, const br_motion_row *r, int rows, double *y)
{
    br_stamps is;
    s->found.rows_over_stamps = s->found.delay_samples = s->found.delay_sd = (double)NAN;
    if (!stamps_of_rows(r, rows, y, &is) || is.base == BR_TIME_EVEN)
        return false;
    s->found.rows_over_stamps = s->has_x ? is.by_rows / is.by_stamps : (double)NAN;
    s->found.stamps_jitter = s->has_x && is.base == BR_TIME_ROWS;
    s->dt = s->found.stamps_jitter ? is.mean : s->dt;
    return !s->found.stamps_jitter;
}

// 90 % of moves over a window, or of their changes, are below.
static double motion_over(const br_motion_row *r, int rows, int w, bool changes, double *y)
{
    int n = 0;
    for (int k = w; k < rows; k++) {
        double d = changes ? r[k].x - 2 * r[k - w / 2].x + r[k - w].x : r[k].x - r[k - w].x;
        if (!isnan(d))
            y[n++] = fabs(d);
    }
    return quantile(y, n, 0.9);
}

static void choose_window(br_motion_state *s, const br_motion_row *r, int rows, double unsure, double *y)
{
    int w = 2;
    while (w < WIDEST && 2 * w <= rows / 20) {
        bool fine = motion_over(r, rows, w, false, y) >= FINE_ENOUGH * unsure;
        bool smooth = w >= WIDE || motion_over(r, rows, w, true, y) >= SMOOTH_ENOUGH * unsure;
        if (fine && smooth)
            break;
        w *= 2;
    }
    s->window = w;
}

// By rows that slide at `share` of the RMS speed in motion, or faster.
static void find_delay_at(const br_motion_state *s, const sample *m, int n, double share, double *samples, double *sd)
{
    double squares = 0, moving = 0;
    br_delay_task task = {m, n, s->found.delay, s->found.inertia ? 0 : 1, s->found.gravity, s->found.rest};
    for (int k = 0; k < n; k++)
        if (fabs(m[k].v) > task.rest) {
            squares += m[k].v * m[k].v;
            moving++;
        }
    task.rest = br_max(task.rest, share * br_sqrt(squares / br_max(moving, 1)));
    br_inspector_delay(&task, samples, sd);
    for (int i = 0; i < 3 && fabs(*samples - task.lag) > 0.5 && fabs(*samples) < LAGS; i++) {
        task.lag = (int)lround(*samples);
        br_inspector_delay(&task, samples, sd);
    }
}

// Around reversals bristles turn, and friction falls with speed, which looks like a delay: slow rows do not count. What those
// between slow and fast would change is part of the sd.
static void find_delay(br_motion_state *s, const sample *m, int n)
{
    double other, other_sd, off;
    find_delay_at(s, m, n, FAST, &s->found.delay_samples, &s->found.delay_sd);
    find_delay_at(s, m, n, 0.5 * FAST, &other, &other_sd);
    off = s->found.delay_samples - other;
    s->found.delay_sd = br_sqrt(s->found.delay_sd * s->found.delay_sd + off * off);
}

// A first fit on the first rows: mass, viscous friction and gravity, and the delay at which the force goes best with the motion. A
// delay is one only where sliding explains the force, and the best is not at an end.
static void first_fit(br_motion_state *s, const sample *m, int n)
{
    int first = s->found.inertia ? 0 : 1;
    double best = (double)INFINITY, none = (double)NAN;
    for (int lag = -LAGS; lag <= LAGS && n > 50 * LAGS; lag++) {
        br_gram g = {.rows = 0};
        for (int k = LAGS; k < n - LAGS; k++) {
            double f = m[k - lag].f;
            if (fabs(m[k].v) > s->found.rest && !isnan(f))
                br_gram_add(&g, m[k].a, m[k].v, m[k].v > 0 ? 1 : -1, m[k].x, f);
        }
        br_gram_fit fit = br_gram_solve(&g, first, s->found.gravity);
        none = lag == 0 ? fit.residual : none;
        if (lag == 0 && s->found.inertia)
            s->mass = br_max(fit.value[0], 0);
        if (lag == 0 && fit.residual < EXPLAINED)
            s->viscous = br_max(fit.value[1], 0);
        if (lag == 0) {
            s->sine = fit.value[4];
            s->cosine = fit.value[5];
        }
        if (fit.residual < best) {
            best = fit.residual;
            s->found.delay = lag;
        }
    }
    if (abs(s->found.delay) < LAGS && n > 50 * LAGS)
        find_delay(s, m, n);
    s->found.delay_gain = none > 0 ? 1 - best * best / (none * none) : 0;
    // Around reversals bristles turn, which whole rows look at, too: what sliding alone excludes is no delay.
    bool excluded = s->found.delay_sd <= 1 && fabs(s->found.delay - s->found.delay_samples) > 1 + 3 * s->found.delay_sd;
    if (!(s->found.delay_gain > SURE_DELAY && none < HALF) || abs(s->found.delay) == LAGS || excluded) {
        s->found.delay = 0;
        s->found.delay_gain = 0;
    }
}

static br_status choose_scales(br_motion_state *s, const br_motion_row *row, int rows, double step, br_motion_row *r,
                               double *y, sample *m)
{
    for (int k = 0; k < rows; k++) {
        append_row(s, &row[k]);
        r[k] = row[k];
        r[k].x = s->filled > 0 ? row_before(s, 0)->x : (double)NAN;
    }
    s->filled = 0;
    s->x = 0;
    s->found.step = step;
    s->found.noise = noise_of(r, rows, check_stamps(s, r, rows, y), y);
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int k = 0; k < rows; k++) {
        low = r[k].x < low ? r[k].x : low;
        high = r[k].x > high ? r[k].x : high;
    }
    s->found.gravity = s->angle && s->found.inertia && high - low > WEIGHTY;
    double unsure = br_max(step, s->found.noise);
    choose_window(s, r, rows, unsure, y);
    s->found.window = s->window * s->dt;
    s->far = br_max(br_max(3 * step, 6 * s->found.noise), 1e-9 * (high - low));
    double usual = motion_over(r, rows, s->window, false, y) / s->found.window;
    s->found.rest = br_max(4 * unsure / s->found.window, 1e-4 * usual);
    for (int k = 0; k < rows; k++) {
        m[k].v = m[k].f = (double)NAN;
        if (append_row(s, &row[k]) && make_sample(s, &m[k - s->window / 2]))
            continue;
    }
    if (s->has_force)
        first_fit(s, m, rows);
    s->filled = 0;
    s->x = 0;
    return BR_OK;
}

br_status br_motion_scale(br_motion_state *s, const br_motion_row *row, int rows, double step, double dt)
{
    br_motion_row *r = calloc((size_t)rows + 1, sizeof *r);
    double *y = malloc(2 * ((size_t)rows + 1) * sizeof *y);
    sample *m = malloc(((size_t)rows + 1) * sizeof *m);
    s->dt = dt;
    br_status status = r && y && m ? choose_scales(s, row, rows, step, r, y, m) : BR_NO_MEMORY;
    free(r);
    free(y);
    free(m);
    return status;
}

// ---------------------------------------------------------------- one sample

// A reversal is a way back of more than `far`.
static void update_reversal(br_motion_state *s, double x)
{
    if (!s->started) {
        s->started = true;
        s->direction = 0;
        s->origin = s->extreme = x;
    }
    double on = x - s->extreme;
    if (s->direction == 0 && fabs(on) > s->far) {
        s->direction = on > 0 ? 1 : -1;
        s->extreme = x;
    } else if (s->direction != 0 && on * s->direction > 0) {
        s->extreme = x;
    } else if (s->direction != 0 && -on * s->direction > s->far) {
        br_histogram_add(&s->strokes, fabs(s->extreme - s->origin));
        s->found.reversals++;
        s->origin = s->extreme;
        s->extreme = x;
        s->direction = -s->direction;
    }
}

// What is no dry friction, as the first rows have it.
static double other_forces(const br_motion_state *s, const sample *m)
{
    double weight = s->found.gravity ? s->sine * br_sin(m->x) + s->cosine * br_cos(m->x) : 0;
    return s->mass * m->a + s->viscous * m->v + weight;
}

// Where since the last reversal, with what force against the motion.
static void add_build_up(br_motion_state *s, const sample *m)
{
    double way = fabs(m->x - s->origin);
    if (s->direction == 0 || s->found.reversals == 0 || !(way > 0))
        return;
    int bin = br_histogram_bin(BR_MOTION_FINE, way);
    s->built[bin]++;
    s->build[bin] += isnan(m->f) ? 0 : s->direction * (m->f - other_forces(s, m));
}

static void add_speed(br_motion_state *s, const sample *m)
{
    bool still = fabs(m->v) <= s->found.rest;
    s->rows++;
    if (fabs(m->v) > 3 * s->found.rest) {
        s->found.breakaways += s->resting >= LASTING;
        s->resting = 0;
    }
    s->resting += still && s->resting < LASTING;
    if (still) {
        s->still++;
        return;
    }
    s->forward += m->v > 0;
    s->backward += m->v < 0;
    br_histogram_add(&s->speed[m->v > 0], fabs(m->v));
    br_histogram_add(&s->speed[2], fabs(m->v));
    br_histogram_add(&s->acceleration, fabs(m->a));
}

static void add_sample(br_motion_state *s, const sample *m)
{
    br_motion_found *f = &s->found;
    double sign = m->v > f->rest ? 1 : m->v < -f->rest ? -1 : 0;
    f->least = m->x < f->least ? m->x : f->least;
    f->most = m->x > f->most ? m->x : f->most;
    update_reversal(s, m->x);
    add_speed(s, m);
    add_build_up(s, m);
    if (!isnan(m->measured) && sign != 0) {
        s->vx += m->measured * m->v;
        s->vv += m->v * m->v;
    }
    if (isnan(m->mean) || sign == 0)
        return;
    double power = (m->mean - s->mass * m->a) * m->v;
    s->work += power;
    s->effort += fabs(power);
    br_gram_add(&s->gram, m->a, m->v, sign, m->x, m->mean);
}

void br_motion_add(br_motion_state *s, const br_motion_row *row)
{
    sample m;
    s->added++;
    if (fabs(row->f) > s->found.force_most) // not of NaN
        s->found.force_most = fabs(row->f);
    if (!append_row(s, row)) {
        s->started = false;
        s->resting = 0;
    }
    if (s->filled > 1)
        s->found.travel += fabs(row_before(s, 0)->x - row_before(s, 1)->x) > s->found.step
                               ? fabs(row_before(s, 0)->x - row_before(s, 1)->x)
                               : 0;
    if (make_sample(s, &m))
        add_sample(s, &m);
}

// ---------------------------------------------------------------- at the end

static void find_speeds(br_motion_state *s)
{
    br_motion_found *f = &s->found;
    const br_histogram *all = &s->speed[2];
    f->slow = br_histogram_positive(all, 0.05);
    f->usual = br_histogram_positive(all, 0.5);
    f->fast = br_histogram_positive(all, 0.95);
    f->acceleration = br_histogram_positive(&s->acceleration, 0.95);
    double edge = 0, in = 0;
    for (int i = 0; i < RANGES; i++) { // ranges of a factor 10^(1/4) = 1.778
        double at = br_histogram_value(BR_MOTION_FINE, i);
        if (edge == 0 || at > 1.778 * edge) {
            f->speeds += in > 0.005 * (double)all->count;
            edge = at;
            in = 0;
        }
        in += (double)all->bin[i];
    }
    f->speeds += in > 0.005 * (double)all->count;
}

// Shares of the log over signed speed, from fast backward to fast forward.
static void make_speed_curve(br_motion_state *s)
{
    br_motion_found *f = &s->found;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < RANGES && f->speed_bins < BR_INSPECTOR_BINS; k++) {
            int i = side ? k : RANGES - 1 - k;
            if (s->speed[side].bin[i] == 0)
                continue;
            f->speed_at[f->speed_bins] = (side ? 1 : -1) * br_histogram_value(BR_MOTION_FINE, i + 0.5);
            f->speed_share[f->speed_bins++] = (double)s->speed[side].bin[i] / (double)s->rows;
        }
}

// Means over displacement since reversal, of at least so many rows each.
static void make_curve(br_motion_state *s)
{
    br_motion_found *f = &s->found;
    double sum = 0, way = 0;
    long long n = 0, all = 0;
    for (int i = 0; i < RANGES; i++)
        all += s->built[i];
    long long enough = all / 1000 > FEW ? all / 1000 : FEW;
    double sign = f->work < 0 ? -1 : 1; // of a force that was logged the other way round
    for (int i = 0; i < RANGES; i++) {
        n += s->built[i];
        sum += s->build[i];
        way += (double)s->built[i] * br_histogram_value(BR_MOTION_FINE, i + 0.5);
        if (n < enough)
            continue;
        f->at[f->bins] = way / (double)n;
        f->force[f->bins++] = sign * sum / (double)n;
        sum = way = 0;
        n = 0;
    }
}

// The way over which the force goes nine tenths from its value after a reversal to that far from any.
static void find_breakaway(br_motion_state *s)
{
    br_motion_found *f = &s->found;
    double far = 0;
    int n = 0;
    for (int i = 0; i < f->bins; i++)
        if (f->at[i] >= 0.3 * f->stroke_high) {
            far += f->force[i];
            n++;
        }
    if (n == 0 || !(far > 0))
        return;
    far /= n;
    double start = f->force[0], reached = start + 0.9 * (far - start);
    if (start > 0.5 * far) {
        f->unresolved = f->at[0];
        return;
    }
    int i = 0;
    while (i < f->bins && f->force[i] < reached)
        i++;
    if (i > 0 && i < f->bins && f->at[i] < 0.7 * f->stroke_high)
        f->breakaway_length =
            f->at[i - 1] + (f->at[i] - f->at[i - 1]) * (reached - f->force[i - 1]) / (f->force[i] - f->force[i - 1]);
}

static void find_presliding(br_motion_state *s)
{
    br_motion_found *f = &s->found;
    double length = f->breakaway_length > 0 ? f->breakaway_length : f->unresolved;
    f->presliding = (double)NAN;
    if (!(length > 0))
        return;
    for (int i = 0; i < RANGES && br_histogram_value(BR_MOTION_FINE, i + 0.5) < length; i++)
        f->presliding_rows += s->built[i];
    f->presliding = (double)f->presliding_rows / (double)s->rows;
    f->presliding_loops = s->strokes.count - br_histogram_above(&s->strokes, 2 * length);
}

static void find_fit(br_motion_state *s)
{
    static const char *const names[] = {"mass",   "viscous friction", "Coulomb friction",
                                        "offset", "gravity (sin x)",  "gravity (cos x)"};
    br_motion_found *f = &s->found;
    int first = f->inertia ? 0 : 1;
    br_gram_fit fit = br_gram_solve(&s->gram, first, f->gravity);
    int last = BR_REGRESSORS - (f->gravity ? 0 : 2);
    f->regressors = last - first;
    f->rank = fit.rank;
    f->condition = fit.condition;
    f->residual = fit.residual;
    f->inertial = fit.value[0] > 0 ? fit.share[0] : 0; // an elastic force looks like a negative mass
    f->viscous = fit.share[1];
    for (int n = 0; n < 2; n++) {
        int most = -1;
        for (int i = first; i < last; i++)
            if (names[i] != f->least_known[0] && (most < 0 || fit.weight[i] > fit.weight[most]))
                most = i;
        if (most >= 0 && fit.weight[most] > 0.3)
            f->least_known[n] = names[most];
    }
}

void br_motion_finish(br_motion_state *s, br_motion_found *found)
{
    br_motion_found *f = &s->found;
    double rows = s->rows > 0 ? (double)s->rows : 1;
    f->known = s->rows > 0;
    f->rows_fitted = s->gram.rows;
    f->rows_rest = s->still;
    f->rows_no_force = s->rows - s->still - s->gram.rows;
    f->rows_no_velocity = s->added - s->rows;
    f->still = (double)s->still / rows;
    f->forward = (double)s->forward / rows;
    f->backward = (double)s->backward / rows;
    if (s->direction != 0)
        br_histogram_add(&s->strokes, fabs(s->extreme - s->origin));
    f->stroke_low = br_histogram_positive(&s->strokes, 0);
    f->stroke_median = br_histogram_positive(&s->strokes, 0.5);
    f->stroke_high = br_histogram_positive(&s->strokes, 1);
    f->work = s->effort > 0 ? s->work / s->effort : 0;
    f->v_over_x = s->vv > 0 ? s->vx / s->vv : (double)NAN;
    find_speeds(s);
    make_speed_curve(s);
    if (s->has_force) {
        make_curve(s);
        find_breakaway(s);
        find_fit(s);
    }
    find_presliding(s);
    *found = *f;
}
