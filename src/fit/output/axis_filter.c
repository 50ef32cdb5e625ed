// axis_filter.c - an extended Kalman filter along a log: each row corrects the simulated axis. [host]
//
//     P = Phi P Phi' + g g' force_sd^2,      g = (dt^2/2, dt, 0)/m      the force is noisy in every sample
//     s = P_xx + measured_sd^2,      K = P_x/s,      x <- x + K (measured - predicted),      P <- P - K P_x'
//
// Predictions from one row to the next are neither biased by noise of positions, as accelerations computed from them are, nor do
// they keep the noise of forces, as a simulation from the first row on does. Sensitivities go through the corrections with the
// gain as it is: where predictions are right on average, so are the parameters, whatever the gain. A search holds the gains of
// where it begins: then these are the derivatives of its residuals.
#include "num/base/fp.h"

#include "fit/output/axis_parts.h"
#include "num/base/elem.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void start_covariance(br_axis_simulation *f, const br_axis_input *in)
{
    int n = 2 + br_sys_nx(f->sys);
    memset(f->P, 0, (size_t)(n * n) * sizeof *f->P);
    memset(f->P_force, 0, (size_t)(n * n) * sizeof *f->P_force);
    f->force_share = 0;
    for (int i = 0; i < n; i++)
        f->P[i * n + i] = in->start_sd[i] * in->start_sd[i];
    f->log_variance = 0;
    f->measurements = 0;
}

// How likely the axis turns within a step: it does so where the velocity changes sign, and may where it is 0 within its sd. Where
// it has stopped, the velocity before tells: an axis that stays at rest does not turn.
static double turn_probability(double before, double after, double sd)
{
    double least = before * after < 0 ? 0 : br_min(fabs(before), fabs(after)) / sd, moved = before / sd;
    return after == 0 ? 1 - br_exp(-0.5 * moved * moved) : br_exp(-0.5 * least * least);
}

// Where the axis turns and friction jumps, the force between two rows is not known, either: a straight line between them is off by
// up to half the jump.
static double jump_noise(br_axis_simulation *f, const double *p, double velocity_variance)
{
    const double never = 1e-6;
    double turns = turn_probability(f->v_before, f->v, br_sqrt(br_max(velocity_variance, DBL_MIN)));
    if (turns < never)
        return 0;
    double jump = br_axis_friction(f, p, 1e-250) - br_axis_friction(f, p, -1e-250);
    double change = f->v * f->v_before < 0 ? f->drive - f->force - f->friction_before : 0;
    return 0.5 * br_max(fabs(jump), fabs(change)) * turns;
}

// Noise of the force over a step.
static void add_force_noise(const br_axis_simulation *f, double sd, double dt, double *P)
{
    int n = 2 + br_sys_nx(f->sys);
    double push = sd / f->mass, g[2] = {0.5 * dt * dt * push, dt * push};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            P[i * n + j] += g[i] * g[j];
}

// P <- Phi P Phi'. Phi, the derivatives by the start of this step, stands where those by the start of a simulation do.
static void propagate_covariance(br_axis_simulation *f, double *P)
{
    int n = 2 + br_sys_nx(f->sys), c = f->columns;
    const double *Phi = f->S + f->o.bys;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += P[i * n + k] * Phi[j * c + k];
            f->PF[i * n + j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += Phi[i * c + k] * f->PF[k * n + j];
            P[i * n + j] = P[j * n + i] = sum;
        }
}

static void predict_covariances(br_axis_simulation *f, const double *p, double dt)
{
    int n = 2 + br_sys_nx(f->sys);
    propagate_covariance(f, f->P);
    propagate_covariance(f, f->P_force);
    add_force_noise(f, f->o.force_sd, dt, f->P);
    add_force_noise(f, f->o.force_sd, dt, f->P_force);
    add_force_noise(f, jump_noise(f, p, f->P[n + 1]), dt, f->P);
}

// P <- (I - K h') P (I - K h')', of a measurement of state h, without its noise.
static void correct_force_covariance(br_axis_simulation *f, int h, const double *K)
{
    int n = 2 + br_sys_nx(f->sys);
    double *P = f->P_force, *Ph = f->PF, at = P[h * n + h];
    memcpy(Ph, P + (ptrdiff_t)h * n, (size_t)n * sizeof *Ph);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            P[i * n + j] += K[i] * K[j] * at - K[i] * Ph[j] - Ph[i] * K[j];
}

// State and sensitivities after a measurement of state h, by gain K.
static void correct_states(br_axis_simulation *f, int h, const double *K, double off, bool slopes)
{
    int n = 2 + br_sys_nx(f->sys), c = f->columns;
    f->x += K[0] * off;
    f->v += K[1] * off;
    for (int i = 2; i < n; i++)
        f->X[i - 2] += K[i] * off;
    for (int k = f->first; k < f->last && slopes; k++) {
        double slope = f->S[h * c + k];
        for (int i = 0; i < n; i++)
            f->S[i * c + k] -= K[i] * slope;
    }
}

// The gain of a row, and the covariance after it; what is not measured has none.
static bool find_gain(br_axis_simulation *f, const br_axis_input *in, long long row, double dt)
{
    int n = 2 + br_sys_nx(f->sys), h = f->o.velocity ? 1 : 0;
    double noise = f->o.measured_sd * f->o.measured_sd, *K = in->gain + row * n;
    if (row == 0)
        start_covariance(f, in);
    else
        predict_covariances(f, in->p, dt);
    double variance = f->P[h * n + h] + noise;
    const double *Ph = memcpy(f->PF, f->P + (ptrdiff_t)h * n, (size_t)n * sizeof *f->PF);
    bool measured = isfinite(in->measured[row]);
    in->weight[row] = f->o.measured_sd / br_sqrt(variance);
    f->log_variance += measured ? br_log(variance / noise) : 0;
    f->measurements += measured;
    f->force_share += measured ? f->P_force[h * n + h] / variance : 0;
    for (int i = 0; i < n; i++)
        K[i] = measured ? Ph[i] / variance : 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f->P[i * n + j] -= K[i] * Ph[j];
    correct_force_covariance(f, h, K);
    return isfinite(variance);
}

br_status br_axis_filter_correct(br_axis_simulation *f, const br_axis_input *in, long long row, double dt, double *J)
{
    int n = 2 + br_sys_nx(f->sys), h = f->o.velocity ? 1 : 0, c = f->columns;
    bool slopes = J || !in->gains_held, finite = in->gains_held || find_gain(f, in, row, dt);
    if (isfinite(in->measured[row]))
        correct_states(f, h, in->gain + row * n, in->measured[row] - (h ? f->v : f->x), slopes);
    for (int i = 0; i < n && slopes; i++) {
        memset(f->S + i * c + f->o.bys, 0, (size_t)n * sizeof *f->S);
        f->S[i * c + f->o.bys + i] = 1;
    }
    if (J)
        memset(J + f->o.bys, 0, (size_t)n * sizeof *J);
    finite = br_axis_balance(f, in->p, slopes) && finite;
    f->v_before = f->v;
    f->friction_before = f->drive - f->force;
    return finite ? BR_OK : BR_NOT_FINITE;
}
