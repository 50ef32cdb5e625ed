// stepper.c - a small adaptive integrator for the pictures of laws.             [host]
#include "num/fp.h"

#include "law/guard.h"
#include "num/elem.h"
#include "tool/stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void find_rates(stepper *s)
{
    const br_law *law = &s->model->law;
    for (int q = 0; q < law->nq; q++)
        for (int r = 0; law->q[q].kind == BR_STATE && r < s->law.rows; r++)
            if (s->law.row[r].mark == '\'' && strcmp(s->law.row[r].name, law->q[q].name) == 0)
                for (int i = 0; i < br_model_len(s->model, q); i++)
                    s->state_at[s->model->at[q] + i] = s->law.row_at[r] + i;
    for (int r = s->law.rows - 1; r >= 0; r--)
        if (s->law.row[r].mark == 0)
            s->output = s->law.row_at[r];
}

static br_status make_jet(stepper *s, br_model *m)
{
    bool *want = calloc((size_t)m->law.nq + 1, sizeof *want);
    if (!want)
        return BR_NO_MEMORY;
    for (int q = 0; q < m->law.nq; q++)
        want[q] = m->law.q[q].kind == BR_STATE;
    br_status status = br_jet_make(&s->jet, &m->law, false, want);
    free(want);
    return status;
}

br_status stepper_open(stepper *s, br_model *m, int velocity)
{
    memset(s, 0, sizeof *s);
    s->model = m;
    s->velocity = velocity;
    br_status status = make_jet(s, m);
    if (status == BR_OK)
        status = br_tape_make(&s->law, &m->law, false, &s->jet, m->n);
    s->made_law = status == BR_OK;
    if (status == BR_OK)
        status = br_tape_make_guards(&s->guard, &m->law, m->n);
    s->made_guard = s->made_law && status == BR_OK;
    if (status != BR_OK) {
        stepper_close(s);
        return status;
    }
    size_t nx = (size_t)m->nx + 1, rest = (size_t)m->nu + (size_t)m->np + (size_t)s->law.nrow + 3;
    double *all = calloc(8 * nx + rest, sizeof *all);
    s->state_at = calloc(nx, sizeof *s->state_at);
    s->jacobian = calloc(nx * nx, sizeof *s->jacobian);
    s->slopes = calloc((size_t)s->law.nblock + 1, sizeof *s->slopes);
    s->mode = calloc(2 * (size_t)m->nm + 1, sizeof *s->mode);
    s->next = s->mode + m->nm;
    s->x = all;
    if (!all || !s->state_at || !s->mode || !s->jacobian || !s->slopes) {
        stepper_close(s);
        return BR_NO_MEMORY;
    }
    for (int i = 0; i < 4; i++)
        s->k[i] = all + (size_t)(i + 1) * nx;
    s->trial = all + 5 * nx;
    s->saved = all + 6 * nx;
    s->largest = all + 7 * nx;
    s->u = all + 8 * nx;
    s->p = s->u + m->nu + 1;
    s->out = s->p + m->np + 1;
    find_rates(s);
    return BR_OK;
}

void stepper_close(stepper *s)
{
    br_jet_free(&s->jet);
    free(s->jacobian);
    free(s->slopes);
    if (s->made_law)
        br_tape_free(&s->law);
    if (s->made_guard)
        br_tape_free(&s->guard);
    free(s->x);
    free(s->state_at);
    free(s->mode);
    memset(s, 0, sizeof *s);
}

void stepper_start(stepper *s, double speed, double omega, double longest)
{
    br_model_points(s->model, s->x, s->u, s->p);
    memset(s->mode, 0, (size_t)s->model->nm * sizeof *s->mode);
    for (int i = 0; i < s->model->nx; i++)
        s->largest[i] = 0;
    s->speed = speed;
    s->omega = omega;
    s->longest = longest;
    s->t = 0;
    s->h = longest / 1e6;
    s->left = 40000;
}

// The rows at states x and time t.
static br_point point(stepper *s, const double *x, double t)
{
    s->u[s->velocity] = s->speed * br_cos(s->omega * t);
    return (br_point){.x = x, .u = s->u, .p = s->p, .m = s->mode};
}

static void rate(stepper *s, const double *x, double t, double *k)
{
    br_point at = point(s, x, t);
    br_tape_run(&s->law, 1, &at, s->out, NULL);
    for (int i = 0; i < s->model->nx; i++)
        k[i] = s->out[s->state_at[i]];
}

// One step of size h into trial; the error, 1 is as much as may be.
static double attempt(stepper *s, double h)
{
    int n = s->model->nx;
    double worst = 0;
    double *const *k = s->k;
    rate(s, s->x, s->t, k[0]);
    for (int i = 0; i < n; i++)
        s->trial[i] = s->x[i] + h / 2 * k[0][i];
    rate(s, s->trial, s->t + h / 2, k[1]);
    for (int i = 0; i < n; i++)
        s->trial[i] = s->x[i] + 3 * h / 4 * k[1][i];
    rate(s, s->trial, s->t + 3 * h / 4, k[2]);
    for (int i = 0; i < n; i++)
        s->trial[i] = s->x[i] + h * (2 * k[0][i] + 3 * k[1][i] + 4 * k[2][i]) / 9;
    rate(s, s->trial, s->t + h, k[3]);
    for (int i = 0; i < n; i++) {
        double wrong = h * fabs(-5 * k[0][i] / 72 + k[1][i] / 12 + k[2][i] / 9 - k[3][i] / 8);
        double size = fabs(s->trial[i]) > s->largest[i] ? fabs(s->trial[i]) : s->largest[i];
        double e = wrong == 0 ? 0 : wrong / (1e-4 * size);
        worst = e > worst || e != e ? e : worst;
    }
    return worst == worst ? worst : 1e9;
}

// Takes transitions at the new point; true if there was one. Only looks with `take` false.
static bool switch_modes(stepper *s, const double *x, double t, bool take)
{
    int nm = s->model->law.njump > 0 ? s->model->nm : 0;
    bool any = false;
    for (int round = 0, moved = nm > 0; moved && round < BR_MAX_MODES; round++) {
        br_point at = point(s, x, t);
        br_tape_modes(&s->guard, 1, &at, s->next);
        moved = memcmp(s->mode, s->next, (size_t)nm * sizeof *s->mode) != 0;
        any = any || moved;
        if (!take)
            break;
        memcpy(s->mode, s->next, (size_t)nm * sizeof *s->mode);
    }
    return any;
}

bool stepper_go(stepper *s, double to)
{
    while (s->t < to) {
        if (--s->left < 0)
            return false;
        double h = s->h < s->longest ? s->h : s->longest;
        bool last = s->t + h >= to;
        h = last ? to - s->t : h;
        double e = attempt(s, h);
        // steps shrink around a change of mode, so that it is found closely
        bool jumps = e <= 1 && switch_modes(s, s->trial, s->t + h, false);
        if (e > 1 || (jumps && h > s->longest / 1e4)) {
            s->h = h * (e > 1 && e < 1e8 ? fmax(0.2, 0.8 / br_sqrt(e)) : 0.2);
            if (s->h < 1e-300)
                return false;
            continue;
        }
        memcpy(s->x, s->trial, (size_t)s->model->nx * sizeof *s->x);
        s->t = last ? to : s->t + h;
        for (int i = 0; i < s->model->nx; i++)
            s->largest[i] = fabs(s->x[i]) > s->largest[i] ? fabs(s->x[i]) : s->largest[i];
        if (jumps)
            switch_modes(s, s->x, s->t, true);
        if (!last || h == s->h)
            s->h = h * (e > 0 ? fmin(4, 0.8 / br_pow(e, 1.0 / 3)) : 4);
    }
    return true;
}

double stepper_output(stepper *s)
{
    br_point at = point(s, s->x, s->t);
    br_tape_run(&s->law, 1, &at, s->out, NULL);
    return s->out[s->output];
}

// ---------------------------------------------------------------- where nothing moves

static void set_jacobian(stepper *s, double h)
{
    int n = s->model->nx;
    memset(s->jacobian, 0, (size_t)n * (size_t)n * sizeof *s->jacobian);
    for (int b = 0; b < s->law.blocks; b++) {
        const br_block *k = &s->law.block[b];
        const br_row *w = &s->law.row[k->row];
        if (w->mark != '\'')
            continue;
        int row = s->model->at[br_law_find(&s->model->law, w->name, strlen(w->name))], column = s->model->at[k->column];
        int len = br_block_len(&s->law, k), columns = br_model_len(s->model, k->column);
        for (int i = 0; i < len; i++) {
            int down = k->shape == BR_DENSE ? i / columns : k->shape == BR_ROW || k->shape == BR_ONE ? 0 : i;
            int right = k->shape == BR_DENSE ? i % columns : k->shape == BR_COLUMN || k->shape == BR_ONE ? 0 : i;
            s->jacobian[(row + down) * n + column + right] = -s->slopes[s->law.block_at[b] + i];
        }
    }
    for (int i = 0; i < n; i++)
        s->jacobian[i * n + i] += 1 / h;
}

// Gauss with row pivots; b becomes the solution. False: singular.
static bool solve(double *a, double *b, int n)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            best = fabs(a[r * n + c]) > fabs(a[best * n + c]) ? r : best;
        if (!(fabs(a[best * n + c]) > 0))
            return false;
        for (int k = 0; k < n && best != c; k++) {
            double keep = a[c * n + k];
            a[c * n + k] = a[best * n + k];
            a[best * n + k] = keep;
        }
        double keep = b[c];
        b[c] = b[best];
        b[best] = keep;
        for (int r = c + 1; r < n; r++) {
            double f = a[r * n + c] / a[c * n + c];
            for (int k = c; k < n; k++)
                a[r * n + k] -= f * a[c * n + k];
            b[r] -= f * b[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int k = r + 1; k < n; k++)
            b[r] -= a[r * n + k] * b[k];
        b[r] /= a[r * n + r];
    }
    return true;
}

bool stepper_settle(stepper *s)
{
    int n = s->model->nx;
    double h = 1e-8;
    for (int step = 0; step < 150; step++) {
        br_point at = point(s, s->x, 0);
        br_tape_run(&s->law, 1, &at, s->out, s->slopes);
        set_jacobian(s, h);
        for (int i = 0; i < n; i++)
            s->trial[i] = s->out[s->state_at[i]];
        if (!solve(s->jacobian, s->trial, n))
            return false;
        for (int i = 0; i < n; i++)
            s->x[i] += s->trial[i];
        h *= 1.2;
    }
    for (int i = 0; i < n; i++) // the last steps were of hours: what still moves has not settled
        if (!(fabs(s->trial[i]) <= 1e-6 * fabs(s->x[i]) + 1e-300))
            return false;
    return true;
}
