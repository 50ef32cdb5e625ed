// axis_drive.c - the drive of a simulated axis between two rows of its log.          [host]
//
//     on lines:            u(t) = (1 - s) u_k + s u_k+1 + bends      s = (t - delay - t_k)/(t_k+1 - t_k)
//     held:                u(t) = u_k      t_k <= t - delay + hold_time/2 < t_k+1
//
// A drive that holds its command for a sample acts half a sample later on average, and so does a straight line that is half a
// sample late; but what they do in between differs, by a share of the mass that a long log shows.
//
// A force that was sampled bends between its rows, by its second derivative u'' (br_axis_drive_bends). At t - delay it is that of a
// cubic spline, (h^2/6) ((q^3 - q) u''_k + (s^3 - s) u''_k+1) with q = 1 - s beside the line; and the line from there to the next row
// has the impulse of what is bent if its ends lie (h^2/12) u'' inside. Without, a sine of 20 rows a period lacks 0.8 % of its impulse.
#include "num/base/fp.h"

#include "fit/output/axis_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

// Where this term stands among the terms; -1: nowhere.
static int place_of(const br_axis_simulation *f, br_axis_term which)
{
    for (int j = 0; j < f->o.terms; j++)
        if (f->o.term[j] == which)
            return j;
    return -1;
}

static double coefficient_of(const br_axis_simulation *f, br_axis_term which)
{
    int j = place_of(f, which);
    return j >= 0 ? f->c[j] : 0;
}

static double delay_of(const br_axis_simulation *f)
{
    return f->o.delay + coefficient_of(f, BR_AXIS_DELAY);
}

// A part of the time between two rows, from one share of it to another, and the drive there, which runs on a straight line, with
// its slopes.
typedef struct piece {
    double from, to, dt;
    double first, next;
    br_axis_drive_slopes by_first, by_next;
} piece;

// Step k = 1 .. steps of a piece.
static void set_step(br_axis_simulation *f, const piece *d, int k, int steps)
{
    double share = d->from + (d->to - d->from) * ((k - 0.5) / steps);
    f->dt = d->dt / steps;
    f->drive_next = d->first + (d->next - d->first) * ((double)k / steps);
    f->by_term_next = br_axis_slopes_between(d->by_first, d->by_next, (double)k / steps);
    for (int i = 0; i < br_sys_nu(f->sys); i++) // held in the middle of the step
        f->u[i] = f->u_from[i] + (f->u_to[i] - f->u_from[i]) * share;
}

// At rest under a law without states it goes to the end in one step, as long as friction holds.
static br_status run_piece(br_axis_simulation *f, const double *p, const piece *d, bool slopes)
{
    double share = f->row_steps * (d->to - d->from) - 1e-6;
    int steps = share > 1 ? (int)share + 1 : 1;
    bool rests = false;
    br_status status = BR_OK;
    if (f->v == 0 && steps > 1 && br_sys_nx(f->sys) == 0 && f->o.force < 0) {
        set_step(f, d, 1, 1);
        status = br_axis_rest(f, p, slopes, &rests);
    }
    for (int k = 1; k <= steps && status == BR_OK && !rests; k++) {
        set_step(f, d, k, steps);
        status = br_axis_step(f, p, slopes);
        f->drive = f->drive_next;
        f->by_term = f->by_term_next;
    }
    f->drive = d->next;
    f->by_term = d->by_next;
    return status;
}

// ---------------------------------------------------------------- on straight lines

// The last row of the drive up to a time, of those around the stretch as well, clamped to first .. last - 1.
static long long row_before(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, double at)
{
    long long first = -in->before, last = s->rows - 1 + in->after, near = f->near;
    while (near + 1 < last && s->t[near + 1] <= at)
        near++;
    while (near > first && (s->t[near] > at || near == last))
        near--;
    return f->near = near;
}

// The second derivative of the quadratic through the rows around row k, by least squares; 0 where some are missing or far apart.
static double bend_at(long long rows, const double *t, const double *u, long long k)
{
    enum { SIDE = 2, WINDOW = 2 * SIDE + 1 };
    if (k < SIDE || k + SIDE >= rows)
        return 0;
    const double *w = u + k - SIDE;
    double s[WINDOW], h = (t[k + SIDE] - t[k - SIDE]) / (2 * SIDE), m1 = 0, m2 = 0, p11 = 0, p12 = 0, p22 = 0, sum = 0;
    for (int i = 0; i < WINDOW; i++) {
        s[i] = (t[k - SIDE + i] - t[k]) / h;
        m1 += s[i] / WINDOW;
        m2 += s[i] * s[i] / WINDOW;
        if (!isfinite(w[i]) || fabs(s[i] - (i - SIDE)) > 1)
            return 0;
    }
    for (int i = 0; i < WINDOW; i++) {
        p11 += (s[i] - m1) * (s[i] - m1);
        p12 += (s[i] - m1) * s[i] * s[i];
    }
    for (int i = 0; i < WINDOW; i++) { // what of s^2 is neither constant nor linear
        double p2 = s[i] * s[i] - m2 - p12 / p11 * (s[i] - m1);
        p22 += p2 * p2;
        sum += p2 * w[i];
    }
    return 2 * sum / (p22 * h * h);
}

void br_axis_drive_bends(long long rows, const double *t, const double *u, double *bends)
{
    for (long long k = 0; k < rows; k++)
        bends[k] = bend_at(rows, t, u, k);
}

// What is added to a drive on a line, a share s behind its first end, and to its slope; b: the bends at both ends.
static void bend(double h, double s, const double *b, double *drive, double *slope)
{
    double q = 1 - s;
    *drive += h * h / 6 * ((q * q * q - q) * b[0] + (s * s * s - s) * b[1]) - h * h / 12 * (q * b[0] + s * b[1]);
    *slope += h / 6 * ((1 - 3 * q * q) * b[0] + (3 * s * s - 1) * b[1]) - h / 12 * (b[1] - b[0]);
}

// q a share behind a row, within the stretch, and its rise to the next row.
static double extra_at(const br_stretch *s, const double *q, long long row, double share, double *rise)
{
    bool inside = row >= 0 && row + 1 < s->rows;
    *rise = inside ? q[row + 1] - q[row] : 0;
    return inside ? q[row] + share * *rise : q[row < 0 ? 0 : s->rows - 1];
}

// What of a drive is q, on a straight line from row to row.
static void add_extra(const br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row,
                      double share, double *drive, double *slope, br_axis_drive_slopes *by)
{
    double c = coefficient_of(f, BR_AXIS_EXTRA), rise = 0;
    if (!in->extra)
        return;
    by->extra = -extra_at(s, in->extra, row, share, &rise);
    *drive += c * by->extra;
    *slope -= rise == 0 ? 0 : c * rise / (s->t[row + 1] - s->t[row]);
}

// The drive that acts at a row, that of t - delay, and its slopes; by the delay, at a row, where the line bends, the mean of
// both sides. Where it is missing, the row's own drive; where that is missing, too, it stays what it was.
static void drive_at(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row, double *drive,
                     br_axis_drive_slopes *by)
{
    long long first = -in->before, last = s->rows - 1 + in->after;
    const double *t = s->t, *u = in->drive;
    double at = t[row] - delay_of(f);
    long long near = row_before(f, s, in, at);
    double ignored = 0;
    *by = (br_axis_drive_slopes){0, 0};
    if (first == last || at < t[first] || at > t[last] || !isfinite(u[near]) || !isfinite(u[near + 1])) {
        if (!isfinite(u[row]))
            return;
        *drive = u[row];
        add_extra(f, s, in, row, 0, drive, &ignored, by);
        return;
    }
    double share = (at - t[near]) / (t[near + 1] - t[near]), slope = (u[near + 1] - u[near]) / (t[near + 1] - t[near]);
    *drive = share > 0 ? share < 1 ? u[near] + share * (u[near + 1] - u[near]) : u[near + 1] : u[near];
    if (in->bends)
        bend(t[near + 1] - t[near], br_max(0, br_min(share, 1)), in->bends + near, drive, &slope);
    if (share <= 0 && !in->bends && near > first && isfinite(u[near - 1]))
        slope = 0.5 * slope + 0.5 * (u[near] - u[near - 1]) / (t[near] - t[near - 1]);
    add_extra(f, s, in, near, br_max(0, br_min(share, 1)), drive, &slope, by);
    by->delay = -slope;
}

static br_status drive_on_lines(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row,
                                bool slopes)
{
    piece d = {0, 1, s->t[row + 1] - s->t[row], f->drive, f->drive, f->by_term, {0, 0}};
    drive_at(f, s, in, row + 1, &d.next, &d.by_next);
    return run_piece(f, in->p, &d, slopes);
}

// ---------------------------------------------------------------- held

// The drive that is held at time t, its slopes, and until when. A command that comes within rounding of t has come.
static double held_drive(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, double t, double *until,
                         br_axis_drive_slopes *by)
{
    const double rounding = 1e-9;
    long long first = -in->before, last = s->rows - 1 + in->after;
    double later = delay_of(f) - 0.5 * f->o.hold_time, at = t - later + rounding * f->o.hold_time;
    long long near = row_before(f, s, in, at), next = at < s->t[first] ? first : near + 1;
    near = next == last && at >= s->t[last] ? last : near;
    *until = near < last ? s->t[next] + later : HUGE_VAL;
    double drive = in->drive[near], none = 0;
    *by = (br_axis_drive_slopes){0, 0};
    if (!isfinite(drive)) {
        *by = f->by_term;
        return f->drive;
    }
    add_extra(f, s, in, near, 0, &drive, &none, by);
    return drive;
}

// The force on the axis at velocity v, with the drive of now.
static double net_force(br_axis_simulation *f, const double *p, double v)
{
    double by_x, by_v, rest = br_axis_other_forces(f, f->x, v, &by_x, &by_v);
    if (f->o.force >= 0)
        f->u[f->o.force] = f->drive - rest;
    return f->drive - br_axis_friction(f, p, v) - rest;
}

// How the axis is accelerated, now; one at rest only by what friction does not hold.
static double acceleration(br_axis_simulation *f, const double *p)
{
    const double tiny = 1e-250;
    double m = f->mass;
    if (f->v != 0 || f->o.force >= 0) // a law with the force as an input has its own stiction
        return net_force(f, p, f->v) / m;
    for (int side = -1; side <= 1; side += 2) {
        double force = net_force(f, p, side * tiny);
        if (force * side > 0)
            return force / m;
    }
    return 0;
}

// Another drive from now on. Had it come later, the velocity would lack what it gains by the change.
static void switch_drive(br_axis_simulation *f, const double *p, double drive, bool slopes)
{
    int j = place_of(f, BR_AXIS_DELAY), c = f->columns, k = c - f->o.terms + j, at_v = br_sys_nx(f->sys);
    bool delays = slopes && j >= 0 && k < f->last;
    double before = delays ? acceleration(f, p) : 0;
    f->drive = drive;
    double gains = delays ? acceleration(f, p) - before : 0;
    f->force = net_force(f, p, f->v); // leaves the slopes of friction where the axis is
    if (delays) {
        f->S[c + k] -= gains;
        f->dF[k] -= f->h[at_v] * gains;
    }
}

static br_status drive_held(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row,
                            bool slopes)
{
    double begin = s->t[row], end = s->t[row + 1], whole = end - begin, until;
    br_status status = BR_OK;
    for (double t = begin; t < end && status == BR_OK; t = until) {
        br_axis_drive_slopes by;
        double drive = held_drive(f, s, in, t, &until, &by);
        if (drive != f->drive)
            switch_drive(f, in->p, drive, slopes);
        f->by_term = by;
        until = br_min(until, end);
        piece d = {(t - begin) / whole, (until - begin) / whole, until - t, drive, drive, by, by};
        status = run_piece(f, in->p, &d, slopes);
    }
    return status;
}

// ---------------------------------------------------------------- both

void br_axis_start_drive(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in)
{
    double until;
    f->drive = (double)NAN;
    f->near = 0;
    drive_at(f, s, in, 0, &f->drive, &f->by_term);
    if (f->o.hold_time > 0)
        f->drive = held_drive(f, s, in, s->t[0], &until, &f->by_term);
}

br_status br_axis_drive_on(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row,
                           bool slopes)
{
    f->row_steps = f->o.steps << (in->halvings ? in->halvings[row] : 0);
    return f->o.hold_time > 0 ? drive_held(f, s, in, row, slopes) : drive_on_lines(f, s, in, row, slopes);
}

br_status br_axis_try_half_steps(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, long long row,
                                 double *v)
{
    double x = f->x, v0 = f->v, force = f->force, drive = f->drive;
    br_axis_drive_slopes by_term = f->by_term;
    int usual = f->o.steps;
    size_t states = (size_t)f->joint.n * sizeof *f->X, modes = (size_t)br_sys_nm(f->sys) * sizeof *f->m;
    memcpy(f->X_kept, f->X, states);
    memcpy(f->m_kept, f->m, modes);
    f->o.steps = 2 * usual;
    br_status status = br_axis_drive_on(f, s, in, row, false);
    f->o.steps = usual;
    *v = f->v;
    memcpy(f->X, f->X_kept, states);
    memcpy(f->m, f->m_kept, modes);
    f->x = x;
    f->v = v0;
    f->force = force;
    f->drive = drive;
    f->by_term = by_term;
    return status;
}
