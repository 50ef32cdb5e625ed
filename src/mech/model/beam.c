// beam.c - slender bodies that bend: shapes of their elastic modes, and what these weigh.    [host]
#include "num/base/fp.h"

#include "mech/model/beam.h"
#include "num/base/elem.h"

static const double pi = 3.14159265358979312;

// The root of cos x cosh x = -1 near (mode + 1/2) pi.
static double clamped_root(int mode)
{
    double x = (mode + 0.5) * pi;
    for (int i = 0; i < 20; i++) { // f/cosh x, so that large x do no harm
        double e = br_exp(-x), sech = 2 * e / (1 + e * e), tanh = (1 - e * e) / (1 + e * e);
        x -= (br_cos(x) + sech) / (br_cos(x) * tanh - br_sin(x));
    }
    return x;
}

// cosh - cos - sigma (sinh - sin), halved: 1 or -1 at the tip; with sign 1 its second derivative, cosh + cos - ...
// Large exponents cancel: cosh - sigma sinh is (e^-x (1 + sigma) + e^x (1 - sigma))/2.
static double clamped_shape(int mode, double xi, double sign)
{
    double root = clamped_root(mode), e = br_exp(-root), x = root * xi;
    double below = (1 - e * e) / 2 + e * br_sin(root);            // (sinh + sin) e^-root
    double rest = (-br_cos(root) + br_sin(root) - e) * e / below; // 1 - sigma
    double sigma = 1 - rest;
    return ((br_exp(-x) * (1 + sigma) + br_exp(x) * rest) / 2 + sign * (br_cos(x) - sigma * br_sin(x))) / 2;
}

static double within(double xi)
{
    return xi < 0 ? 0 : xi > 1 ? 1 : xi;
}

// phi is sin(wave xi), or of this wave.
static double wave_of(const br_beam *b, int mode)
{
    return b->clamped ? clamped_root(mode) : (mode + 1) * pi;
}

double br_beam_shape(const br_beam *b, int mode, double xi)
{
    return b->clamped ? clamped_shape(mode, within(xi), -1) : br_sin(wave_of(b, mode) * within(xi));
}

double br_beam_curve(const br_beam *b, int mode, double xi)
{
    double wave = wave_of(b, mode) / b->length;
    return wave * wave * (b->clamped ? clamped_shape(mode, within(xi), 1) : -br_sin(wave_of(b, mode) * within(xi)));
}

// Simpson's rule; fine enough for eight half-waves.
void br_beam_prepare(br_beam *b)
{
    enum { PARTS = 400 };
    for (int i = 0; i < b->modes; i++) {
        double wave = wave_of(b, i);
        b->lift[i] = b->tilt[i] = 0;
        for (int j = 0; j < b->modes; j++)
            b->own[i][j] = 0;
        for (int k = 0; k <= PARTS; k++) {
            double xi = (double)k / PARTS, weight = (k % PARTS == 0 ? 1 : k % 2 ? 4 : 2) / (3.0 * PARTS);
            double phi = br_beam_shape(b, i, xi);
            b->lift[i] += weight * phi;
            b->tilt[i] += weight * phi * (xi - 0.5);
            for (int j = 0; j < b->modes; j++)
                b->own[i][j] += weight * phi * br_beam_shape(b, j, xi);
        }
        b->stiffness[i] = b->rigidity * wave * wave * wave * wave * b->own[i][i] / (b->length * b->length * b->length);
    }
}
