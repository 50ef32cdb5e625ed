// axis_filter.c - an extended Kalman filter along a log: each row corrects the simulated axis. [host]
//
//     P = Phi P Phi' + g g' force_sd^2,      g = (dt^2/2, dt, 0)/m      the force is noisy in every sample
//     s = P_xx + measured_sd^2,      K = P_x/s,      x <- x + K (measured - predicted),      P <- P - K P_x'
//
// Predictions from one row to the next are neither biased by noise of positions, as accelerations computed from them are, nor do
// they keep the noise of forces, as a simulation from the first row on does. Sensitivities go through the corrections with the
// gain as it is: where predictions are right on average, so are the parameters, whatever the gain.
#include "num/base/fp.h"

#include "fit/output/axis_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

static void start_covariance(br_axis_simulation *f, const br_axis_input *in)
{
    int n = 2 + br_sys_nx(f->sys);
    memset(f->P, 0, (size_t)(n * n) * sizeof *f->P);
    for (int i = 0; i < n; i++)
        f->P[i * n + i] = in->start_sd[i] * in->start_sd[i];
    f->log_variance = 0;
    f->measurements = 0;
}

// Noise of the force over a step. Where the axis turns and friction jumps, the force between two rows is not known, either: a
// straight line between them is off by up to the jump.
static double force_noise(const br_axis_simulation *f)
{
    double jump = f->v * f->v_before < 0 ? 0.5 * (f->drive - f->force - f->friction_before) : 0;
    return br_sqrt(f->o.force_sd * f->o.force_sd + jump * jump);
}

// Phi, the derivatives by the start of this step, stands where those by the start of a simulation do.
static void propagate_covariance(br_axis_simulation *f, double dt)
{
    int n = 2 + br_sys_nx(f->sys), c = f->columns;
    const double *Phi = f->S + f->o.bys;
    double push = force_noise(f) / br_axis_mass(f), g[2] = {0.5 * dt * dt * push, dt * push};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += f->P[i * n + k] * Phi[j * c + k];
            f->PF[i * n + j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = i < 2 && j < 2 ? g[i] * g[j] : 0;
            for (int k = 0; k < n; k++)
                sum += Phi[i * c + k] * f->PF[k * n + j];
            f->P[i * n + j] = f->P[j * n + i] = sum;
        }
}

// State, sensitivities and covariance after a measurement of state h.
static void correct_states(br_axis_simulation *f, int h, double variance, double off)
{
    int n = 2 + br_sys_nx(f->sys), c = f->columns;
    const double *Ph = memcpy(f->PF, f->P + (ptrdiff_t)h * n, (size_t)n * sizeof *f->PF);
    f->x += Ph[0] / variance * off;
    f->v += Ph[1] / variance * off;
    for (int i = 2; i < n; i++)
        f->X[i - 2] += Ph[i] / variance * off;
    for (int k = 0; k < c; k++) {
        double slope = f->S[h * c + k];
        for (int i = 0; i < n; i++)
            f->S[i * c + k] -= Ph[i] / variance * slope;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f->P[i * n + j] -= Ph[i] * Ph[j] / variance;
}

br_status br_axis_filter_correct(br_axis_simulation *f, const br_axis_input *in, long long row, double dt, double *J)
{
    int n = 2 + br_sys_nx(f->sys), h = f->o.velocity ? 1 : 0, c = f->columns;
    double noise = f->o.measured_sd * f->o.measured_sd;
    if (row == 0)
        start_covariance(f, in);
    else
        propagate_covariance(f, dt);
    double variance = f->P[h * n + h] + noise;
    in->weight[row] = f->o.measured_sd / br_sqrt(variance);
    if (isfinite(in->measured[row])) {
        f->log_variance += br_log(variance / noise);
        f->measurements++;
        correct_states(f, h, variance, in->measured[row] - (h ? f->v : f->x));
    }
    for (int i = 0; i < n; i++) {
        memset(f->S + i * c + f->o.bys, 0, (size_t)n * sizeof *f->S);
        f->S[i * c + f->o.bys + i] = 1;
    }
    if (J)
        memset(J + f->o.bys, 0, (size_t)n * sizeof *J);
    bool finite = br_axis_balance(f, in->p) && isfinite(variance);
    f->v_before = f->v;
    f->friction_before = f->drive - f->force;
    return finite ? BR_OK : BR_NOT_FINITE;
}
