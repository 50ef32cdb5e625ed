// zero_phase.c - zero-phase filters and the Rauch-Tung-Striebel smoother: forward and backward over a whole log.   [target]
#include "num/base/fp.h"

#include "loop/signal/zero_phase.h"
#include "num/base/arena.h"
#include "num/algebra/vector.h"

enum { LONGEST = 1 << 29 }; // log

// Samples that are missing: NaN, infinite, or larger than any that can be filtered.
static int absent(int n, const br_real *x, br_real most)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += !(br_r_abs(x[i]) <= most);
    return count;
}

// Straight lines over what is missing; held at the ends. At least one sample is there.
static void bridge(int n, br_real *x, br_real most)
{
    int last = -1; // that is there
    for (int i = 0; i < n; i++) {
        if (!(br_r_abs(x[i]) <= most))
            continue;
        for (int k = last + 1; k < i; k++)
            x[k] = last < 0 ? x[i] : x[last] + (x[i] - x[last]) * ((br_real)(k - last) / (br_real)(i - last));
        last = i;
    }
    for (int k = last + 1; k < n; k++)
        x[k] = x[last];
}

// ---------------------------------------------------------------- low-pass

// Samples by which the log is continued at each end; further out nothing is felt, or the filter sees its ends alone.
static int margin(const br_lowpass *l, int n)
{
    int memory = br_lowpass_memory(l);
    return memory - 1000 <= n ? memory : n + 1000;
}

size_t br_zero_phase_bytes(const br_lowpass_options *o, int n)
{
    br_lowpass l;
    if (n < 2 || n > LONGEST || br_lowpass_init(&l, o) != BR_OK)
        return 0;
    br_arena a = {0, 0};
    (void)br_arena_reals(&a, margin(&l, n));
    return a.used;
}

// Sample i of the log continued by its mirror images, through each end over and over.
static br_real continued(int n, const br_real *x, int i)
{
    int last = n - 1, turns = i / (2 * last) - (i < 0), at = i - 2 * last * turns;
    br_real way = x[last] - x[0];
    br_real here = at <= last ? x[at] : x[last] + (x[last] - x[2 * last - at]);
    return turns == 0 ? here : here + 2 * (br_real)turns * way;
}

br_status br_zero_phase_lowpass(const br_lowpass_options *o, int n, br_real *x, void *memory, size_t bytes,
                                int *missing)
{
    br_lowpass l;
    if (!x || !memory || br_zero_phase_bytes(o, n) == 0 || bytes < br_zero_phase_bytes(o, n))
        return BR_BAD_USAGE;
    br_status status = br_lowpass_init(&l, o);
    if (status != BR_OK)
        return status;
    const br_real most = BR_C(1e-7) * BR_MOST; // mirror images are larger
    int count = absent(n, x, most), more = margin(&l, n);
    if (n - count < 2)
        return BR_BAD_DATA;
    bridge(n, x, most);
    br_arena a = {memory, 0};
    br_real *tail = br_arena_reals(&a, more);
    for (int i = 0; i < more; i++)
        tail[i] = continued(n, x, n + i);

    br_lowpass_settle(&l, continued(n, x, -more));
    for (int i = -more; i < 0; i++)
        (void)br_lowpass_step(&l, continued(n, x, i));
    for (int i = 0; i < n; i++)
        x[i] = br_lowpass_step(&l, x[i]);
    for (int i = 0; i < more; i++)
        tail[i] = br_lowpass_step(&l, tail[i]);

    br_lowpass_settle(&l, tail[more - 1]);
    for (int i = more - 1; i >= 0; i--)
        (void)br_lowpass_step(&l, tail[i]);
    for (int i = n - 1; i >= 0; i--)
        x[i] = br_lowpass_step(&l, x[i]);
    if (missing)
        *missing = count;
    return BR_OK;
}

// ---------------------------------------------------------------- differences

br_status br_zero_phase_difference(br_real dt, int n, const br_real *x, br_real *to)
{
    if (!x || !to || n < 3 || !(dt > 0))
        return BR_BAD_USAGE;
    br_real per = 1 / (2 * dt), before = x[0];
    br_real first = per * (4 * (x[1] - x[0]) - (x[2] - x[0]));
    br_real last = per * (4 * (x[n - 1] - x[n - 2]) - (x[n - 1] - x[n - 3]));
    for (int i = 1; i < n - 1; i++) {
        br_real here = x[i];
        to[i] = per * (x[i + 1] - before);
        before = here;
    }
    to[0] = first;
    to[n - 1] = last;
    return BR_OK;
}

// ---------------------------------------------------------------- smoother

// The first state as the Kalman differentiator sees it that runs backward over the log. It has seen all there is, so
// the smoother that starts from it has nothing to mend there: its stationary covariance at the start, too small for a
// first guess, does no harm.
static br_motion arrive(br_differentiate *d, int n, const br_real *y)
{
    for (int i = n - 1; i >= 0; i--)
        if (br_differentiate_step(d, y[i], d->o.dt, NULL) != BR_OK)
            break; // never: the step is its own
    return (br_motion){d->x.q, -d->x.v, d->x.a};
}

// Predictions at every sample; v dt and a dt^2 stand for v and a.
static void predict(const br_white_jerk *w, br_motion x, int n, const br_real *y, br_real *q, br_real *v, br_real *a)
{
    for (int i = 0; i < n; i++) {
        q[i] = x.q;
        v[i] = x.v;
        a[i] = x.a;
        br_real e = y[i] - x.q;
        x.q += w->K[0] * e;
        x.v += w->K[1] * e;
        x.a += w->K[2] * e;
        x.q += x.v + BR_C(0.5) * x.a;
        x.v += x.a;
    }
}

// What later samples add: prediction + P l with l = (F - L H)' l + H' e/S, from the last one back (Bryson and Frazier).
// It equals the smoother of Rauch, Tung and Striebel, and inverts nothing.
static void rauch_tung_striebel(const br_white_jerk *w, br_real dt, int n, const br_real *y, br_real *q, br_real *v,
                                br_real *a)
{
    const br_real *K = w->K, *P = w->P;
    br_real L0 = K[0] + K[1] + K[2] / 2, L1 = K[1] + K[2], L2 = K[2], l0 = 0, l1 = 0, l2 = 0;
    for (int i = n - 1; i >= 0; i--) {
        br_real now = (y[i] - q[i]) / w->S - (L0 * l0 + L1 * l1 + L2 * l2);
        l2 += l1 + l0 / 2;
        l1 += l0;
        l0 += now;
        q[i] += P[0] * l0 + P[1] * l1 + P[2] * l2;
        v[i] = (v[i] + (P[1] * l0 + P[3] * l1 + P[4] * l2)) / dt;
        a[i] = (a[i] + (P[2] * l0 + P[4] * l1 + P[5] * l2)) / dt / dt;
    }
}

br_status br_zero_phase_smooth(const br_differentiate_options *o, int n, br_real *y, br_real *q, br_real *v, br_real *a,
                               int *missing)
{
    br_differentiate d;
    if (!o || !y || !q || !v || !a || n < 3)
        return BR_BAD_USAGE;
    br_differentiate_options kalman = *o;
    kalman.kind = &br_differentiate_kalman;
    if (br_differentiate_init(&d, &kalman, NULL, 0) != BR_OK)
        return BR_BAD_USAGE;
    int count = absent(n, y, d.largest);
    if (n - count < 3)
        return BR_BAD_DATA;
    bridge(n, y, d.largest);
    br_motion x = arrive(&d, n, y);
    x.v *= o->dt;
    x.a *= o->dt * o->dt;
    predict(&d.filter, x, n, y, q, v, a);
    rauch_tung_striebel(&d.filter, o->dt, n, y, q, v, a);
    if (missing)
        *missing = count;
    return BR_OK;
}
