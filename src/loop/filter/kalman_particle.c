// kalman_particle.c - particle filter, for laws that switch and for what is far from Gaussian.    [target]
//
// A cloud of points, each with modes of its own, and weights w whose sum is 1 (Gordon, Salmond and Smith 1993). A step moves every
// point by the flow and adds noise drawn for it. A measurement y multiplies each weight by the likelihood of its point,
//
//     exp(-e^2/2),   e = (y - y_k)/sqrt(r)
//
// taken as several measurements of larger variance where it would leave too few points that count, those whose 1/sum w^2 is
// below half of all (progressive correction; Oudjane and Musso 2000). Then points are drawn anew by systematic resampling (Kitagawa
// 1996), spread by a Gaussian kernel (Liu and West 2001), and mapped so that the cloud has the mean and the covariance it should have:
// else a parameter that is not excited would seem to be known better with every draw.
//
// The Gaussian of the observer is the mean and the covariance of the cloud, so gate, limits and reading are those of all observers.
// What these change of it is done to the cloud by the linear map from the one Gaussian to the other.
#include "num/base/fp.h"

#include "loop/filter/kalman.h"
#include "loop/signal/wrapped_difference.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

#include <string.h>

enum { STAGES = 12, HALVINGS = 12, STATE = sizeof(br_random) / sizeof(int) };

static int particles(const br_kalman_options *o, int n)
{
    (void)n;
    return o->particles;
}

static void carve_particles(br_arena *a, br_kalman *ob)
{
    int n = ob->joint.n, count = ob->o.particles, nm = br_sys_nm(ob->joint.sys);
    ob->X = br_arena_reals(a, n * count);
    ob->Xn = br_arena_reals(a, n * count);
    ob->y = br_arena_reals(a, count);
    ob->A = br_arena_reals(a, count);                  // weights
    ob->T = br_arena_reals(a, count);                  // and those to be
    ob->G = br_arena_reals(a, n * n);                  // U of the cloud,
    ob->F = br_arena_reals(a, 2 * n);                  // its mean, then its D
    ob->W = br_arena_reals(a, n * n);                  // its covariance
    ob->d = br_arena_reals(a, 2 * n);                  // numbers of one point, and in the coordinates of the Gaussian
    ob->ms = br_arena_ints(a, 2 * nm * count + STATE); // modes, modes to be, the state of the random numbers
}

// ---------------------------------------------------------------- random numbers

static int *random_state(const br_kalman *ob)
{
    return ob->ms + (ptrdiff_t)2 * br_sys_nm(ob->joint.sys) * ob->o.particles;
}

static br_random take_random(const br_kalman *ob)
{
    br_random r;
    memcpy(&r, random_state(ob), sizeof r);
    return r;
}

static void keep_random(br_kalman *ob, const br_random *r)
{
    memcpy(random_state(ob), r, sizeof *r);
}

// ---------------------------------------------------------------- cloud and Gaussian

static br_real *coordinate(const br_kalman *ob, br_real *X, int i)
{
    return X + (ptrdiff_t)i * ob->o.particles;
}

// Mean and covariance of the cloud, in F, G and D behind F.
static void moments(br_kalman *ob)
{
    int n = ob->joint.n, count = ob->o.particles;
    br_real *mean = ob->F, *D = mean + n;
    for (int i = 0; i < n; i++)
        mean[i] = br_vec_dot(count, ob->A, coordinate(ob, ob->X, i));
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            const br_real *a = coordinate(ob, ob->X, i), *b = coordinate(ob, ob->X, j);
            br_real sum = 0;
            for (int k = 0; k < count; k++)
                sum += ob->A[k] * (a[k] - mean[i]) * (b[k] - mean[j]);
            br_row(ob->W, n, i)[j] = sum;
        }
    br_gaussian_factor(n, ob->W, n, ob->G, D);
}

// They are the Gaussian, whose modes are those of the point that weighs most.
static void show_moments(br_kalman *ob)
{
    br_gaussian *b = &ob->gaussian;
    int n = b->n, count = ob->o.particles, most = 0;
    moments(ob);
    br_vec_copy(n, ob->F, b->x);
    br_vec_copy(n, ob->F + n, b->D);
    br_vec_copy(n * n, ob->G, b->U);
    for (int k = 1; k < count; k++)
        most = ob->A[k] > ob->A[most] ? k : most;
    for (int i = 0; i < br_sys_nm(ob->joint.sys); i++)
        ob->m[i] = ob->ms[i * count + most];
}

static int differ(int n, const br_real *a, const br_real *b)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return 1;
    return 0;
}

// Where the Gaussian is no longer that of the cloud: x = mean + U s c for a point that was at its mean + U c, s_i = sqrt(D_i/D_i of the
// cloud). Directions without variance are drawn.
static void follow_gaussian(br_kalman *ob)
{
    const br_gaussian *b = &ob->gaussian;
    int n = b->n, count = ob->o.particles;
    br_real *mean = ob->F, *D = mean + n, *x = ob->d, *c = x + n;
    if (!differ(n, mean, b->x) && !differ(n, D, b->D) && !differ(n * n, ob->G, b->U))
        return;
    br_random random = take_random(ob);
    for (int k = 0; k < count; k++) {
        for (int i = n - 1; i >= 0; i--) {
            c[i] = coordinate(ob, ob->X, i)[k] - mean[i];
            for (int j = i + 1; j < n; j++)
                c[i] -= br_row_of(ob->G, n, i)[j] * c[j];
        }
        for (int i = 0; i < n; i++)
            x[i] = D[i] > b->D[i] * (BR_EPS * BR_EPS) ? c[i] * br_r_sqrt(b->D[i] / D[i])
                   : b->D[i] > 0                      ? br_r_sqrt(b->D[i]) * br_random_normal(&random)
                                                      : 0;
        for (int i = 0; i < n; i++)
            coordinate(ob, ob->X, i)[k] =
                b->x[i] + x[i] + br_vec_dot(n - 1 - i, br_row_of(b->U, n, i) + i + 1, x + i + 1);
    }
    keep_random(ob, &random);
    br_vec_copy(n, b->x, mean);
    br_vec_copy(n, b->D, D);
    br_vec_copy(n * n, b->U, ob->G);
}

// A cloud of the Gaussian, which is left as it is: follow_gaussian makes up for what was drawn.
static void draw_cloud(br_kalman *ob)
{
    const br_gaussian *b = &ob->gaussian;
    int n = b->n, count = ob->o.particles, nm = br_sys_nm(ob->joint.sys);
    br_random random;
    br_random_init(&random, 1, 0);
    for (int k = 0; k < count; k++) {
        ob->A[k] = 1 / (br_real)count;
        for (int i = 0; i < n; i++)
            ob->d[i] = br_r_sqrt(b->D[i]) * br_random_normal(&random);
        for (int i = 0; i < n; i++)
            coordinate(ob, ob->X, i)[k] = b->x[i] + br_vec_dot(n - i, br_row_of(b->U, n, i) + i, ob->d + i);
    }
    for (int i = 0; i < nm * count; i++)
        ob->ms[i] = ob->m[i / count];
    keep_random(ob, &random);
    moments(ob);
}

// ---------------------------------------------------------------- time update

// Estimates of all points come back to their range.
static void clamp_cloud(br_kalman *ob, br_real *X)
{
    for (int i = 0; i < ob->joint.ne; i++) {
        const br_estimate *q = &ob->joint.estimate[i];
        br_real *x = coordinate(ob, X, ob->joint.nx + i);
        br_real a = br_joint_number(&ob->joint, i, q->low), b = br_joint_number(&ob->joint, i, q->high);
        br_real least = a < b ? a : b, most = a < b ? b : a;
        for (int k = 0; k < ob->o.particles; k++)
            x[k] = x[k] < least ? least : x[k] > most ? most : x[k];
    }
}

static br_status time_update(br_kalman *ob, const br_real *u, const br_real *p, br_real dt)
{
    int n = ob->joint.n, count = ob->o.particles, modes = br_sys_nm(ob->joint.sys) * count;
    br_real step = ob->o.q_per_step ? 1 : dt;
    follow_gaussian(ob);
    br_status status = br_joint_step(&ob->joint, count, ob->X, ob->ms, u, p, dt, ob->Xn, ob->ms + modes, 0);
    if (status != BR_OK)
        return status;
    br_random random = take_random(ob);
    for (int i = 0; i < n; i++) {
        br_real sd = br_r_sqrt(ob->q[i] * step), *x = coordinate(ob, ob->Xn, i);
        for (int k = 0; sd > 0 && k < count; k++)
            x[k] += sd * br_random_normal(&random);
    }
    if (!br_vec_finite(n * count, ob->Xn))
        return BR_NOT_FINITE;
    keep_random(ob, &random);
    clamp_cloud(ob, ob->Xn);
    br_vec_copy(n * count, ob->Xn, ob->X);
    memcpy(ob->ms, ob->ms + modes, (size_t)modes * sizeof *ob->ms);
    show_moments(ob);
    return BR_OK;
}

// ---------------------------------------------------------------- measurement update

// The measurement of every point, less their mean, which is answered; and its variance.
static br_real measure_cloud(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real *variance)
{
    int count = ob->o.particles;
    br_real expected = 0, sum = 0, period = ob->period[which], *y = ob->y;
    br_joint_measure(&ob->joint, count, ob->X, ob->ms, u, p, which, y, 0);
    for (int k = 1; period > 0 && k < count; k++) // angles about that of the first point
        y[k] = y[0] + br_wrapped_difference(y[k] - y[0], period);
    expected = br_vec_dot(count, ob->A, y);
    for (int k = 0; k < count; k++) {
        y[k] -= expected;
        sum += ob->A[k] * y[k] * y[k];
    }
    *variance = sum;
    return expected;
}

static br_real predict_measurement(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real *f,
                                   br_real *beyond)
{
    follow_gaussian(ob);
    br_vec_zero(ob->joint.n, f);
    return measure_cloud(ob, u, p, which, beyond);
}

// Weights after the share of the measurement, in T; the number of points that count, 1/sum w^2.
static br_real weigh(br_kalman *ob, br_real error, br_real r, br_real share)
{
    int count = ob->o.particles;
    br_real most = BR_C(1e30), least = most, sum = 0, squares = 0, *w = ob->T;
    for (int k = 0; k < count; k++) {
        br_real e = (error - ob->y[k]) / br_r_sqrt(r);
        w[k] = br_r_abs(e) < BR_C(1e15) ? e * e : most;
        least = ob->A[k] > 0 && w[k] < least ? w[k] : least;
    }
    for (int k = 0; k < count; k++) {
        w[k] = ob->A[k] * br_r_exp(-share * (w[k] - least) / 2);
        sum += w[k];
    }
    for (int k = 0; k < count; k++) {
        w[k] /= sum;
        squares += w[k] * w[k];
    }
    return 1 / squares;
}

// Systematic resampling: point k is taken once for each of (j + u)/count that its share of the sum of weights holds.
static void resample(br_kalman *ob, br_random *random)
{
    int n = ob->joint.n, count = ob->o.particles, nm = br_sys_nm(ob->joint.sys), k = 0, *next = ob->ms + nm * count;
    br_real u = br_random_uniform(random), sum = ob->A[0];
    for (int j = 0; j < count; j++) {
        while (k + 1 < count && sum * (br_real)count <= (br_real)j + u)
            sum += ob->A[++k];
        for (int i = 0; i < n; i++)
            coordinate(ob, ob->Xn, i)[j] = coordinate(ob, ob->X, i)[k];
        for (int i = 0; i < nm; i++)
            next[i * count + j] = ob->ms[i * count + k];
    }
    br_vec_copy(n * count, ob->Xn, ob->X);
    memcpy(ob->ms, next, (size_t)(nm * count) * sizeof *next);
    for (int j = 0; j < count; j++)
        ob->A[j] = 1 / (br_real)count;
}

// Half of the width that suits a Gaussian cloud (Silverman 1986): it may have several parts.
static br_real kernel_width(int n, int count)
{
    br_real exponent = 1 / ((br_real)n + 4);
    return br_r_exp(exponent * br_r_log(4 / ((br_real)count * ((br_real)n + 2)))) / 2;
}

// x = mean + a (x - mean) + h L c, c normal, a^2 + h^2 = 1, of a cloud whose covariance was L L'.
static void spread(br_kalman *ob, br_random *random)
{
    int n = ob->joint.n, count = ob->o.particles;
    br_real h = kernel_width(n, count), a = br_r_sqrt(1 - h * h), *mean = ob->F, *D = mean + n, *c = ob->d;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < n; i++)
            c[i] = D[i] > 0 ? h * br_r_sqrt(D[i]) * br_random_normal(random) : 0;
        for (int i = 0; i < n; i++) {
            br_real *x = &coordinate(ob, ob->X, i)[k];
            *x = mean[i] + a * (*x - mean[i]) + br_vec_dot(n - i, br_row_of(ob->G, n, i) + i, c + i);
        }
    }
}

// The largest share of the measurement that leaves enough points, of at most `left`; the last one takes what is left.
static br_real choose_share(br_kalman *ob, br_real error, br_real r, br_real left, int last, br_real *counting)
{
    br_real share = left;
    *counting = weigh(ob, error, r, share);
    for (int i = 0; i < HALVINGS && !last && 2 * *counting < (br_real)ob->o.particles; i++) {
        share /= 2;
        *counting = weigh(ob, error, r, share);
    }
    return share;
}

// Points drawn anew. Mean and covariance of the cloud stay, but for what they are off by chance. Of N points that count, the mean is off by 1/N
// of the covariance P, and P^-1, of n numbers, is too large by N/(N - n - 1) on average (Wishart).
static void renew(br_kalman *ob, br_real counting)
{
    br_random random = take_random(ob);
    show_moments(ob);
    br_vec_scale(ob->gaussian.n, 1 + (br_real)(ob->joint.n + 2) / counting, ob->gaussian.D);
    resample(ob, &random);
    spread(ob, &random);
    keep_random(ob, &random);
    moments(ob);
    follow_gaussian(ob);
    clamp_cloud(ob, ob->X);
}

static int apply_measurement(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real y, br_real error)
{
    br_real left = 1, enough = (br_real)ob->o.particles / 2, counting, variance;
    for (int i = 0; i < STAGES && left > 0; i++) {
        left -= choose_share(ob, error, ob->r[which], left, i == STAGES - 1, &counting);
        br_vec_copy(ob->o.particles, ob->T, ob->A);
        if (left <= 0 && counting >= enough)
            break;
        renew(ob, counting);
        error = br_wrapped_difference(y - measure_cloud(ob, u, p, which, &variance), ob->period[which]);
    }
    show_moments(ob);
    return 1;
}

// The cloud, and the random numbers to come.
static void saved(br_kalman *ob, br_saved *s)
{
    int n = ob->joint.n, count = ob->o.particles;
    br_random random = take_random(ob);
    br_saved_reals(s, (ptrdiff_t)n * count, ob->X);
    br_saved_reals(s, count, ob->A);
    br_saved_reals(s, (ptrdiff_t)n * n, ob->G);
    br_saved_reals(s, 2 * (ptrdiff_t)n, ob->F);
    br_saved_ints(s, br_sys_nm(ob->joint.sys) * count, ob->ms);
    for (int i = 0; i < 4; i++)
        random.s[i] = br_saved_word(s, random.s[i], sizeof random.s[i]);
    keep_random(ob, &random);
}

const br_kalman_kind br_kalman_particle = {.name = "particle",
                                           .points = particles,
                                           .carve = carve_particles,
                                           .begin = draw_cloud,
                                           .time_update = time_update,
                                           .predict_measurement = predict_measurement,
                                           .apply_measurement = apply_measurement,
                                           .saved = saved};
