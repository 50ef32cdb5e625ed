// bench_emitted.c - an emitted moving horizon against the library's, which finds the same bits, and against one by hand.
//
// S-GMS of Table 4.1, 4 states, 2 stiffnesses and the velocity as estimated input, N = 20, 500 Hz; the build has emitted it
// (CMakeLists.txt), and compiled it as the library is, with copies for wider vectors (BR_CLONES). Goal: not slower than the
// library's. By hand: mhe_by_hand.h, dense, GL4 in steps as fine as ours are where velocities are high.
#include "bench.h"
#include "emitted.h"
#include "emitted_numbers.h"
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/horizon/mhe.h"
#include "mhe_by_hand.h"
#include "vectors.h"

#include <float.h>
#include <stdlib.h>

enum { N = 20 };

static double missing(double y)
{
    return y < DBL_MAX ? y : (double)NAN;
}

// ---------------------------------------------------------------- emitted

static void run_emitted(void *data)
{
    emitted *o = data;
    for (int k = 0; k < VECTORS; k++) {
        double y = missing(vector_y[k][0]);
        bench_keep(o);
        (void)emitted_step(o, vector_u[k], &y);
    }
    bench_keep(o);
}

// ---------------------------------------------------------------- the library's

typedef struct library {
    br_model model;
    br_system system;
    br_mhe m;
    void *memory;
} library;

static int open_library(library *w)
{
    static const br_estimate estimate[] = {
        {'p', 2, 142000, 0, 0, 1e300}, {'p', 3, 158000, 0, 0, 1e300}, {'u', 0, 1, 0, -1e300, 1e300}};
    static const int which[] = {0};
    const emitted_numbers *s = &emitted_start;
    br_given set = {.set = "table-4.1"};
    br_builtin b;
    if (!br_builtin_find("sgms", &b))
        return 0;
    br_model_source source = {b.text, b.size, b.name, br_builtin_text, NULL};
    if (br_model_open_given(&w->model, &source, &set, NULL, NULL) != BR_OK ||
        br_system_open(&w->system, &w->model, NULL) != BR_OK)
        return 0;
    br_mhe_options o = br_mhe_defaults();
    o.joint.estimate = estimate;
    o.joint.estimates = 3;
    o.horizon = N;
    o.dt = 1 / 500.0;
    o.gate = BR_REJECT_BEYOND; // as packages have it
    o.measured = 1;
    o.which = which;
    o.r = s->r;
    o.sd = s->sd;
    o.most = s->most;
    o.q = s->q;
    o.low = s->low;
    o.high = s->high;
    size_t bytes = br_mhe_bytes(&w->system.sys, &o);
    w->memory = malloc(bytes + 1);
    return w->memory && br_mhe_init(&w->m, &w->system.sys, &o, s->x, w->memory, bytes) == BR_OK;
}

static void close_library(library *w)
{
    free(w->memory);
    br_system_close(&w->system);
    br_model_close(&w->model);
}

static void run_library(void *data)
{
    library *w = data;
    for (int k = 0; k < VECTORS; k++) {
        double y = missing(vector_y[k][0]);
        bench_keep(w);
        (void)!br_mhe_step(&w->m, vector_u[k], emitted_start.p, &y);
    }
    bench_keep(w);
}

// ---------------------------------------------------------------- by hand

static void open_by_hand(hand *m)
{
    enum { n = 6 };
    const emitted_numbers *s = &emitted_start;
    *m = (hand){.dt = 1 / 500.0, .r = s->r[0], .su = s->sd[n], .horizon = N, .steps = 8, .gl4 = {.iterations = 3}};
    memcpy(m->p, s->p, sizeof m->p);
    for (int i = 0; i < n; i++) {
        m->S[i * n + i] = s->sd[i];
        m->walk[i] = sqrt(s->q[i] * m->dt);
        m->bar[i] = m->X[i] = s->x[i];
    }
}

static void run_by_hand(void *data)
{
    hand *m = data;
    double y = 0; // one that is missing is the last one
    for (int k = 0; k < VECTORS; k++) {
        y = vector_y[k][0] < DBL_MAX ? vector_y[k][0] : y;
        hand_step_sgms(m, vector_u[k][0], y);
    }
    bench_keep(m);
}

// ---------------------------------------------------------------- all of them

static int same(const emitted *o, const library *w)
{
    int bad = 0;
    for (int i = 0; i < EMITTED_NUMBERS; i++)
        bad += emitted_value(o, i) != (i < EMITTED_STATES ? w->m.x[i] : br_mhe_value(&w->m, i - EMITTED_STATES));
    return bad == 0;
}

int main(void)
{
    static emitted o;
    static library w;
    static hand m;
    if (emitted_init(&o) != 0 || !open_library(&w))
        return 1;
    open_by_hand(&m);
    for (int i = 0; i < 2; i++) {
        run_emitted(&o);
        run_library(&w);
    }
    int failed = !same(&o, &w);
    bench_compare("emitted S-GMS (4,2,1), N = 20, a sample", run_emitted, &o, "the library's, the same bits",
                  run_library, &w, VECTORS);
    bench_compare("emitted S-GMS (4,2,1), N = 20, a sample", run_emitted, &o, "by hand, dense, GL4 x8", run_by_hand, &m,
                  VECTORS);
    close_library(&w);
    return failed;
}
