// iteration.c - thesis A.5: one Newton iteration of a moving horizon (Fig. A.1), the structure of its Jacobian (Fig. A.2).  [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "loop/horizon/mhe.h"
#include "paper/kit/groups.h"
#include "paper/kit/axis.h"
#include "sim/rig/trajectory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Figs A.1 and A.2: N = 9, nz = 4, np = 5; an interval of 10 ms has 100 inputs.
enum { N = 9, NZ = 4, NP = 5, SIZE = NZ + NP, INPUTS = 100, ROWS = SIZE + N * NZ + N + 1, COLUMNS = (N + 1) * NZ + NP };

typedef struct horizon {
    br_axis axis;
    long long from; // the row of node 0: a reversal comes within the horizon
    br_contact contact;
    double *p;         // nominal
    int kappa, nu, FC; // their places in p
    br_mhe mhe;
    void *memory;
    double before[(N + 1) * SIZE], after[(N + 1) * SIZE]; // nodes
} horizon;

static int place_of(const br_model *m, const char *name)
{
    return m->at[br_law_find(&m->law, name, strlen(name))];
}

// Thesis 4.4.4: elements share the force; stiffnesses 30 % too small.
static void guess(const horizon *h, long long row, double *x)
{
    int sigma2 = place_of(&h->contact.model, "sigma2");
    for (int i = 0; i < NZ; i++) {
        x[i] = h->p[h->nu + i] * (h->axis.F[row] - h->p[sigma2] * h->axis.v[row]);
        x[NZ + i] = 0.7;
    }
    x[SIZE - 1] = 1;
}

static br_status open_mhe(horizon *h)
{
    br_mhe_options o = br_mhe_defaults();
    br_estimate e[NP];
    double x[SIZE], sd[SIZE], q[SIZE], r = 0.05 * 0.05;
    for (int i = 0; i < SIZE; i++) {
        sd[i] = i < NZ ? 0.1 * h->p[h->nu + i] * h->p[h->FC] : i < SIZE - 1 ? 0.3 : 0.05;
        q[i] = i < NZ ? 1e-4 : 0;
    }
    for (int i = 0; i < NP; i++) {
        int at = i < NZ ? h->kappa + i : h->FC;
        e[i] = (br_estimate){'p', at, h->p[at], 0, 0, 1e12};
    }
    guess(h, h->from, x);
    o.gate = 0;
    o.joint.estimate = e;
    o.joint.estimates = NP;
    o.horizon = N + 1; // never full: nothing leaves it
    o.inputs = INPUTS;
    o.dt = INPUTS * h->axis.rig.dt;
    o.measured = 1;
    o.which = (const int[]){0};
    o.r = &r;
    o.sd = sd;
    o.q = q;
    o.q_per_step = 1;
    size_t bytes = br_mhe_bytes(&h->contact.system.sys, &o);
    h->memory = malloc(bytes + 1);
    return h->memory ? br_mhe_init(&h->mhe, &h->contact.system.sys, &o, x, h->memory, bytes) : BR_NO_MEMORY;
}

static br_status feed(horizon *h, int node)
{
    long long row = h->from + (long long)node * INPUTS;
    br_status status = br_mhe_feedback(&h->mhe, &h->axis.v[row], h->p, &h->axis.F[row]);
    for (int i = 1; i < INPUTS && status == BR_OK; i++)
        status = br_mhe_input(&h->mhe, &h->axis.v[row + i]);
    return status;
}

// All nodes but the newest are guessed, then moved by one iteration.
static br_status iterate(horizon *h)
{
    br_status status = BR_OK;
    for (int k = 0; k <= N && status == BR_OK; k++) {
        status = feed(h, k);
        if (k == N - 1) {
            double guessed[N * SIZE];
            for (int j = 0; j < N; j++)
                guess(h, h->from + (long long)j * INPUTS, guessed + (ptrdiff_t)j * SIZE);
            status = status == BR_OK ? br_mhe_about(&h->mhe, h->p, N, guessed) : status;
        }
        if (k == N)
            memcpy(h->before, h->mhe.X, sizeof h->before);
        if (status == BR_OK)
            status = br_mhe_prepare(&h->mhe, h->p);
    }
    memcpy(h->after, h->mhe.X, sizeof h->after);
    return status;
}

// ---------------------------------------------------------------- Fig. A.1

static double sum(const double *z)
{
    return z[0] + z[1] + z[2] + z[3];
}

// From every node along its interval; answers how far the force is from the next node at its end, root mean square.
static double draw_pieces(br_outcome *o, horizon *h, const double *nodes, const char *title)
{
    double t[INPUTS + 1], F[INPUTS + 1], gaps = 0;
    br_plot *plot = br_draw(&o->drawn, title, "time", "s", "friction force", "N",
                            "As Fig. A.1: the law from node to node, and the force as measured.");
    br_draw_curve(plot, "measured", br_rig_column(&h->axis.rig, "t") + h->from, h->axis.F + h->from, N * INPUTS + 1);
    for (int k = 0; k < N; k++) {
        const double *x = nodes + (ptrdiff_t)k * SIZE;
        long long row = h->from + (long long)k * INPUTS;
        memcpy(h->contact.x, x, NZ * sizeof *x);
        for (int i = 0; i < NP; i++) {
            int at = i < NZ ? h->kappa + i : h->FC;
            h->contact.p[at] = x[NZ + i] * h->p[at];
        }
        br_status status = BR_OK;
        for (int i = 0; i <= INPUTS && status == BR_OK; i++) {
            double v = h->axis.v[row + i];
            t[i] = br_rig_column(&h->axis.rig, "t")[row + i];
            F[i] = br_contact_force(&h->contact, v);
            if (i < INPUTS)
                status = br_contact_move(&h->contact, v, h->axis.rig.dt);
        }
        if (status != BR_OK)
            o->drawn.status = status;
        br_draw_curve(plot, NULL, t, F, INPUTS + 1);
        double gap = sum(h->contact.x) - sum(x + SIZE);
        gaps += gap * gap / N;
    }
    return br_sqrt(gaps);
}

// ---------------------------------------------------------------- Fig. A.2

static int column_of(int node, int i)
{
    return i < NZ ? node * NZ + i : (N + 1) * NZ + i - NZ;
}

// (A.53): which entries of J are not zero by structure.
static void fill_jacobian(const br_mhe *m, bool J[ROWS][COLUMNS])
{
    int row = SIZE;
    for (int i = 0; i < SIZE; i++)
        J[i][column_of(0, i)] = true;
    for (int k = 0; k < N; k++, row += NZ) {
        for (int e = 0; e < m->joint.nF; e++)
            if (m->joint.F[e].row < NZ)
                J[row + m->joint.F[e].row][column_of(k, m->joint.F[e].column)] = true;
        for (int i = 0; i < NZ; i++)
            J[row + i][column_of(k + 1, i)] = true;
    }
    for (int k = 0; k <= N; k++, row++)
        for (int e = 0; e < m->joint.nH; e++)
            if (m->joint.H[e].row == 0)
                J[row][column_of(k, m->joint.H[e].column)] = true;
}

// (4.11): entries of F that are not zero by structure, with the ones of the parameters.
static void report_fill(br_outcome *o, const br_mhe *m)
{
    int filled = NP;
    for (int e = 0; e < m->joint.nF; e++)
        filled += m->joint.F[e].row < NZ;
    double share = (double)filled / (SIZE * SIZE);
    br_finding_add(o, share > 0.205 && share < 0.235, "20.5 to 23.5 %",
                   "most of the Jacobian F of the augmented state is zero", "(4.11): 22 % are not", "%.0f %%: %d of %d",
                   100 * share, filled, SIZE * SIZE);
    br_finding_remark(o, "Counted in the structure that the estimator derives from the law.");
}

// Rows of dots, the first one above.
static br_status draw_pattern(br_outcome *o, const char *title, int rows, int columns, const bool *filled)
{
    char caption[160];
    double *x = calloc(2 * (size_t)(rows * columns), sizeof *x), *y = x ? x + (ptrdiff_t)rows * columns : NULL;
    long long n = 0;
    for (int i = 0; x && i < rows * columns; i++)
        if (filled[i]) {
            x[n] = i % columns + 1;
            y[n++] = rows - i / columns;
        }
    snprintf(caption, sizeof caption,
             "As Fig. A.2, N = 9, nz = 4, np = 5: %lld of %d entries are not zero by structure.", n, rows * columns);
    if (x)
        br_draw_points(br_draw(&o->drawn, title, "column", "-", "row, counted from the last", "-", caption), NULL, x, y,
                       "", n);
    br_status status = x ? BR_OK : BR_NO_MEMORY;
    free(x);
    return status;
}

// J, and J'J: a band of neighbouring nodes with a border of parameters.
static br_status draw_structure(br_outcome *o, const br_mhe *m)
{
    bool J[ROWS][COLUMNS] = {{false}}, H[COLUMNS][COLUMNS] = {{false}};
    fill_jacobian(m, J);
    for (int a = 0; a < COLUMNS; a++)
        for (int b = 0; b < COLUMNS; b++)
            for (int r = 0; r < ROWS; r++)
                H[a][b] = H[a][b] || (J[r][a] && J[r][b]);
    br_status status = draw_pattern(o, "Jacobian J", ROWS, COLUMNS, J[0]);
    return status == BR_OK ? draw_pattern(o, "Hessian J'J", COLUMNS, COLUMNS, H[0]) : status;
}

// ---------------------------------------------------------------- both

static br_status open_horizon(horizon *h, br_diag *why)
{
    br_integrator_options o = br_integrator_defaults();
    br_status status = br_axis_open(&h->axis, "rig/exact", 1, why);
    if (status == BR_OK)
        status = br_contact_open(&h->contact, "sgms", "table-4.1", NULL, &o, why);
    if (status != BR_OK)
        return status;
    size_t bytes = (size_t)h->contact.system.sys.np * sizeof *h->p;
    h->p = malloc(bytes);
    if (!h->p)
        return BR_NO_MEMORY;
    memcpy(h->p, h->contact.p, bytes);
    h->kappa = place_of(&h->contact.model, "kappa");
    h->nu = place_of(&h->contact.model, "nu");
    h->FC = place_of(&h->contact.model, "FC");
    h->from = h->axis.rig.minor[0] - 3LL * INPUTS;
    return open_mhe(h);
}

static br_status iteration_run(br_outcome *o, br_diag *why)
{
    horizon h = {.from = 0};
    br_status status = open_horizon(&h, why);
    if (status == BR_OK)
        status = iterate(&h);
    if (status == BR_OK) {
        double before = draw_pieces(o, &h, h.before, "Before"),
               after = draw_pieces(o, &h, h.after, "After one iteration");
        br_finding_add(o, after < before / 3, "less than a third is left",
                       "one Gauss-Newton iteration closes most of the gaps between intervals", "Fig. A.1",
                       "force apart by %.2g N before, %.2g N after (root mean square)", before, after);
        report_fill(o, &h.mhe);
        status = draw_structure(o, &h.mhe);
    }
    free(h.memory);
    free(h.p);
    br_contact_close(&h.contact);
    br_axis_close(&h.axis);
    return status;
}

const br_experiment br_iteration_experiments[] = {
    {"sgms/iteration", "One iteration of a moving horizon", "Thesis A.5, Figs A.1 and A.2, (4.11)", iteration_run},
    {NULL, NULL, NULL, NULL}};
