// fit_loops.h - presliding loops of a friction law, stepped by the flow of the library: data for fits.
#ifndef FIT_LOOPS_H
#define FIT_LOOPS_H

#include "fit_kit.h"
#include "sim/rig/trajectory.h"

typedef struct loops {
    long long n;
    double *x, *F;
} loops;

static inline void drop_loops(loops *l)
{
    free(l->x);
    free(l->F);
}

// From turning point to turning point at `step` a sample; noise of the force; x is known exactly.
static inline loops run_loops(const char *law, const char *set, const char *values, int points, const double *turn,
                              double step, double noise, uint64_t stream)
{
    br_contact c = {0};
    br_diag why = {0};
    br_random g;
    loops l = {0};
    double dt = 1e-3;
    br_integrator_options o = br_integrator_defaults();
    o.slopes = 0;
    br_random_init(&g, kit_seed(), stream);
    if (br_contact_open(&c, law, set, values, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    for (int k = 1; k < points; k++)
        l.n += (long long)ceil(fabs(turn[k] - turn[k - 1]) / step - 1e-9);
    l.x = kit_reals(l.n + 1);
    l.F = kit_reals(l.n + 1);
    l.n = 0;
    for (int k = 1; k < points; k++) {
        long long steps = (long long)ceil(fabs(turn[k] - turn[k - 1]) / step - 1e-9);
        double v = (turn[k] - turn[k - 1]) / ((double)steps * dt);
        for (long long i = 0; i < steps; i++) {
            assert_int_equal(br_contact_move(&c, v, dt), BR_OK);
            l.x[l.n] = turn[k - 1] + (double)(i + 1) * v * dt;
            l.F[l.n++] = br_contact_force(&c, v) + noise * br_random_normal(&g);
        }
    }
    br_contact_close(&c);
    return l;
}

// A wide loop first, which ends all memory of the start, then narrower ones.
static const double loops_turn[] = {0,     110e-6, -110e-6, 110e-6, -60e-6,  60e-6, -20e-6,  20e-6,
                                    -5e-6, 5e-6,   -2e-6,   2e-6,   -1e-6,   1e-6,  -0.5e-6, 0.5e-6,
                                    -5e-6, 5e-6,   -20e-6,  20e-6,  -110e-6, 110e-6};
enum { LOOPS_TURNS = sizeof loops_turn / sizeof *loops_turn };

#endif
