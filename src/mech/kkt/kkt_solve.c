// kkt_solve.c - solutions of the equations of a mechanism, four right sides at once.    [host]
#include "num/base/fp.h"

#include "mech/kkt/four.h"
#include "mech/kkt/kkt.h"
#include "num/base/clones.h"

#include <string.h>

enum { LANES = BR_LANES_FOUR };

static inline double *lane(double *x, int i)
{
    return x + (ptrdiff_t)i * LANES;
}

// b_q into t
static void load_forces(br_kkt *k, const double *const b[LANES])
{
    for (int i = 0; i < k->n; i++)
        for (int l = 0; l < LANES; l++)
            lane(k->t, i)[l] = b[l][i];
}

// What bodies ask of themselves, x = P s; answers whether they ask anything.
static bool particular_solution(br_kkt *k, const double *const b[LANES])
{
    bool any = false;
    for (int body = 0; body < k->m->blocks; body++) {
        const br_frame *f = &k->frame[body];
        for (int o = 0; o < f->owns; o++)
            for (int l = 0; l < LANES; l++)
                any = any || b[l][k->n + f->own + o] != 0;
    }
    memset(k->x, 0, (size_t)(k->n * LANES) * sizeof *k->x);
    for (int body = 0; body < k->m->blocks && any; body++) {
        const br_frame *f = &k->frame[body];
        for (int o = 0; o < f->owns; o++) {
            double s[LANES];
            for (int l = 0; l < LANES; l++)
                s[l] = b[l][k->n + f->own + o];
            for (int i = 0; i < f->n; i++)
                br_four_add(lane(k->x, f->at + i), f->P[i * f->owns + o], s);
        }
    }
    return any;
}

// t -= A x
BR_CLONES
static void less_product(br_kkt *k)
{
    for (int i = 0; i < k->n; i++) {
        br_four sum = BR_FOUR_OF(lane(k->t, i));
        for (int at = k->start[i]; at < k->start[i + 1]; at++)
            sum -= k->value[at] * BR_FOUR_OF(lane(k->x, k->column[at]));
        BR_FOUR(lane(k->t, i)) = sum;
    }
}

// z of the ties: b_r - R x; t += rho R'(b_r - R x).
BR_CLONES
static void tie_residuals(br_kkt *k, const double *const b[LANES], bool moved)
{
    for (int t = 0; t < k->ties; t++) {
        const br_tie *is = &k->tie[t];
        double *z = lane(k->z, k->unknown[t]);
        for (int l = 0; l < LANES; l++)
            z[l] = b[l][is->row];
        if (is->idle)
            continue;
        br_four asked = BR_FOUR_OF(z);
        for (int i = 0; i < is->patch->n && moved; i++)
            asked -= is->r[i] * BR_FOUR_OF(lane(k->x, is->patch->var[i]));
        BR_FOUR(z) = asked;
        for (int i = 0; i < is->patch->n && !is->plain; i++)
            br_four_add(lane(k->t, is->patch->var[i]), is->rho * is->r[i], z);
    }
}

// z of the bodies: N't
BR_CLONES
static void gather(br_kkt *k)
{
    for (int b = 0; b < k->m->blocks; b++) {
        const br_frame *f = &k->frame[b];
        for (int c = 0; c < f->m; c++) {
            br_four sum = {0};
            for (int i = 0; i < f->n; i++)
                sum += f->N[i * f->stride + c] * BR_FOUR_OF(lane(k->t, f->at + i));
            BR_FOUR(lane(k->z, k->first[b] + c)) = sum;
        }
    }
}

// x += N y
BR_CLONES
static void add_frames(br_kkt *k)
{
    for (int b = 0; b < k->m->blocks; b++) {
        const br_frame *f = &k->frame[b];
        for (int i = 0; i < f->n; i++) {
            br_four sum = BR_FOUR_OF(lane(k->x, f->at + i));
            for (int c = 0; c < f->m; c++)
                sum += f->N[i * f->stride + c] * BR_FOUR_OF(lane(k->z, k->first[b] + c));
            BR_FOUR(lane(k->x, f->at + i)) = sum;
        }
    }
}

BR_CLONES
static void forward(const br_kkt *k, const br_front *f)
{
    double *w = k->w;
    for (int i = 0; i < f->size; i++) {
        double *z = lane(k->z, f->index[i]);
        const double *L = f->L + (ptrdiff_t)i * f->pivots;
        br_four sum = BR_FOUR_OF(z);
        int end = i < f->pivots ? i : f->pivots;
        for (int p = 0; p < end; p++)
            sum -= L[p] * BR_FOUR_OF(lane(w, p));
        BR_FOUR(lane(w, i)) = BR_FOUR(z) = sum;
    }
}

BR_CLONES
static void backward(const br_kkt *k, const br_front *f)
{
    double *w = k->w;
    const double *inverse = k->inverse + f->index[0];
    for (int i = f->pivots; i < f->size; i++)
        BR_FOUR(lane(w, i)) = BR_FOUR_OF(lane(k->z, f->index[i]));
    for (int i = f->pivots - 1; i >= 0; i--) {
        double *z = lane(k->z, f->index[i]);
        const double *U = f->F + (ptrdiff_t)i * f->stride;
        br_four sum = BR_FOUR_OF(z);
        for (int p = f->size - 1; p > i; p--)
            sum -= U[p] * BR_FOUR_OF(lane(w, p));
        BR_FOUR(lane(w, i)) = BR_FOUR(z) = sum * inverse[i];
    }
}

// Multipliers of single bodies: R'mu is what is left of b_q - A x - G lambda; P'R' = 1.
BR_CLONES
static void less_ties(br_kkt *k)
{
    for (int t = 0; t < k->ties; t++)
        for (int i = 0; i < k->tie[t].patch->n && !k->tie[t].idle; i++)
            br_four_less(lane(k->t, k->tie[t].patch->var[i]), k->tie[t].g[i], lane(k->z, k->unknown[t]));
    for (int p = 0; p < k->presses; p++) {
        const br_patch *over = k->tie[k->press[p].over].patch;
        for (int i = 0; i < over->n; i++)
            br_four_less(lane(k->t, over->var[i]), k->press[p].value[i], lane(k->z, k->unknown[k->press[p].tie]));
    }
}

BR_CLONES
static void solve_own(br_kkt *k, double *const b[LANES])
{
    for (int body = 0; body < k->m->blocks; body++) {
        const br_frame *f = &k->frame[body];
        for (int o = 0; o < f->owns; o++) {
            br_four mu = {0};
            for (int i = 0; i < f->n; i++)
                mu += f->P[i * f->owns + o] * BR_FOUR_OF(lane(k->t, f->at + i));
            for (int l = 0; l < LANES; l++)
                b[l][k->n + f->own + o] = mu[l];
        }
    }
}

static void solve_lanes(br_kkt *k, double *const b[LANES], bool own)
{
    const double *const in[LANES] = {b[0], b[1], b[2], b[3]};
    load_forces(k, in);
    bool moved = particular_solution(k, in);
    if (moved)
        less_product(k);
    tie_residuals(k, in, moved);
    gather(k);
    for (int i = 0; i < k->fronts; i++)
        forward(k, &k->front[i]);
    for (int i = k->fronts - 1; i >= 0; i--)
        backward(k, &k->front[i]);
    add_frames(k);
    if (own) {
        load_forces(k, in);
        less_product(k);
        less_ties(k);
        solve_own(k, b);
    }
    for (int l = 0; l < LANES; l++) {
        for (int i = 0; i < k->n; i++)
            b[l][i] = lane(k->x, i)[l];
        for (int t = 0; t < k->ties; t++)
            b[l][k->tie[t].row] = lane(k->z, k->unknown[t])[l];
        for (int r = 0; r < k->m->rows && !own; r++)
            if (k->tie_of[r] < 0)
                b[l][k->n + r] = 0;
    }
}

void br_kkt_solve(br_kkt *k, double *b, int count, bool own)
{
    for (int c = 0; c < count; c += LANES) {
        double *lanes[LANES];
        for (int l = 0; l < LANES; l++) // lanes without a right side of their own repeat the last
            lanes[l] = b + (ptrdiff_t)(c + l < count ? c + l : count - 1) * k->size;
        solve_lanes(k, lanes, own);
    }
}
