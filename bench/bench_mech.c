// bench_mech.c - the filter of a mechanism with few columns against the dense one of paper 001, in the same run.
//
// A slider-crank of 3 bodies in space, that of the paper's 14 bodies (examples/mech, with the track as a rigid joint and as
// it is), and pendulums welded of many pieces: one degree of freedom each, so that the work should grow with the number of
// bodies. Speed measured, torque unknown, steps of 0.1 ms. Goals: 50 times faster with 3 bodies and 1000 times with 14, 14
// bodies within the 0.1 ms of a step, and a time per body that stays up to 100 bodies. The 14 are welded to 3 blocks when
// they are read; the dense filter has all 14, as the paper, and so has the row `each by itself`. Pieces of the pendulums are
// kept apart. Where OpenBLAS is installed, the products of the dense filter are timed with it, too, on one core. Times are
// those of the process: it takes one core, and what else runs on the machine does not count.
#include "bench.h"
#include "file/disk/whole.h"
#include "mech/estimate/filter.h"
#include "num/text/buffer.h"
#include <stdlib.h>
#include <string.h>
#ifdef BENCH_OPENBLAS
#include <cblas.h>
#include <math.h>
#endif

static const double h = 1e-4;

typedef struct work {
    br_mech m;
    br_moving s;
    br_filter f;
    br_input unknown;
    int sensor, failed;
    double sd;
} work;

// The last drive is unknown, the last sensor is measured. apart: bodies that are welded, too.
static int open_work(work *w, const char *text, const br_mech_scheme *scheme, bool apart, bool dense)
{
    br_diag why = {0};
    memset(w, 0, sizeof *w);
    br_status status = apart ? br_mech_read_apart(&w->m, text, strlen(text), "bench", &why)
                             : br_mech_read(&w->m, text, strlen(text), "bench", &why);
    if (status == BR_OK)
        status = br_moving_open(&w->s, &w->m, &why);
    if (status == BR_OK)
        status = br_moving_start(&w->s, &why);
    for (int i = 0; i < w->m.forces; i++)
        w->unknown.force = w->m.force[i].kind == BR_FORCE_DRIVE ? i : w->unknown.force;
    w->sensor = w->m.sensors - 1;
    w->unknown.walk = 3;
    w->sd = 0.1;
    br_filter_options o = {.input = &w->unknown,
                           .inputs = 1,
                           .sensor = &w->sensor,
                           .sensors = 1,
                           .sd = &w->sd,
                           .scheme = scheme,
                           .dense = dense};
    if (status == BR_OK)
        status = br_filter_open(&w->f, &w->s, &o, &why);
    if (status != BR_OK)
        fprintf(stderr, "bench_mech: %s\n", why.text);
    return status == BR_OK;
}

static void close_work(work *w)
{
    br_filter_close(&w->f);
    br_moving_close(&w->s);
    br_mech_free(&w->m);
}

static void run_step(void *data)
{
    work *w = data;
    br_diag why;
    double y = br_sensor_value(&w->s, &w->m.sensor[w->sensor]);
    w->failed += br_filter_prepare(&w->f, &why) != BR_OK || br_filter_time_update(&w->f, h, &why) != BR_OK ||
                 br_filter_measurement_update(&w->f, &y, &why) != BR_OK;
    bench_keep(w->s.now.q);
}

static double own_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double best_of(bench_work *step, void *data, int calls, int rounds)
{
    double best = 1e9;
    for (int i = 0; i < rounds; i++) {
        double start = own_time();
        for (int k = 0; k < calls; k++)
            step(data);
        double t = (own_time() - start) / calls;
        best = t < best ? t : best;
    }
    return best;
}

// ---------------------------------------------------------------- the dense filter with OpenBLAS

#ifdef BENCH_OPENBLAS
static void plain_products(void *data)
{
    br_filter_dense *e = &((work *)data)->f.dense;
    br_dense_propagate_covariance(e);
    bench_keep(e->T);
}

static void blas_products(void *data)
{
    br_filter_dense *e = &((work *)data)->f.dense;
    int N = e->N;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, e->F, N, e->P, N, 0, e->T, N);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, N, N, N, 1, e->T, N, e->F, N, 0, e->P, N);
    bench_keep(e->P);
}

// A step of the dense filter with its products by OpenBLAS instead of ours, all three timed by turns.
static void compare_blas(const char *name, work *dense, double ours)
{
    int calls = dense->m.bodies > 5 ? 1 : 20;
    double step = 1e9, plain = 1e9, blas = 1e9;
    openblas_set_num_threads(1);
    for (int i = 0; i < 5; i++) {
        step = fmin(step, best_of(run_step, dense, calls, 1));
        plain = fmin(plain, best_of(plain_products, dense, calls, 1));
        blas = fmin(blas, best_of(blas_products, dense, calls, 1));
    }
    bench_row(name, ours, "dense filter, products by OpenBLAS", step - plain + blas);
}
#endif

static void compare(const char *name, const char *text)
{
    work few, apart, dense, second;
    if (!open_work(&few, text, &br_mech_bdf1, false, false) || !open_work(&dense, text, &br_mech_bdf1, true, true) ||
        !open_work(&apart, text, &br_mech_bdf1, true, false) ||
        !open_work(&second, text, &br_mech_newmark, false, false))
        return;
    double ours = 1e9, each = 1e9, theirs = 1e9, newmark = 1e9;
    for (int i = 0; i < 3; i++) { // by turns
        double t = best_of(run_step, &few, 100, 10), d = best_of(run_step, &dense, few.m.bodies > 5 ? 1 : 20, 1);
        ours = t < ours ? t : ours;
        theirs = d < theirs ? d : theirs;
        t = best_of(run_step, &second, 100, 3);
        newmark = t < newmark ? t : newmark;
        t = best_of(run_step, &apart, 100, 3);
        each = t < each ? t : each;
    }
    bench_row(name, ours, "dense filter", theirs);
    bench_row(name, ours, "the 0.1 ms of a step", h);
    bench_row(name, ours, "newmark", newmark);
    if (few.m.blocks < few.m.bodies)
        bench_row(name, ours, "each body by itself", each);
#ifdef BENCH_OPENBLAS
    compare_blas(name, &dense, ours);
#endif
    if (few.failed || apart.failed || dense.failed || second.failed)
        fprintf(stderr, "bench_mech: %s: a step failed\n", name);
    close_work(&few);
    close_work(&apart);
    close_work(&dense);
    close_work(&second);
}

// ---------------------------------------------------------------- mechanisms

static const char three[] =
    "mechanism three\n"
    "body crank mass = 1.628 kg, cog = 0.011472, 0, 0 m, inertia = 0.004, 0.004, 0.004224 kg*m^2\n"
    "body rod mass = 0.254 kg, cog = 0.2, 0, 0 m, inertia = 0.00003654, 0.01184, 0.01185 kg*m^2\n"
    "body slider mass = 0.5602 kg, cog = 0.35, 0, 0 m, inertia = 0.0002665, 0.0001131, 0.00032951 kg*m^2\n"
    "joint A revolute crank ground at = 0, 0, 0 m, axis = 0, 0, 1\n"
    "joint B spherical rod crank at = 0.05, 0, 0 m\n"
    "joint C universal slider rod at = 0.35, 0, 0 m, axis = 0, 0, 1, second = 0, 1, 0\n"
    "joint S prismatic slider ground at = 0.35, 0, 0 m, axis = 1, 0, 0\n"
    "unknown torque A\nstart A speed = 40 rad/s\nsensor speed speed A\n";

// The example with one more line; rigid: its track does not yield and has no friction.
static char *fourteen(bool rigid)
{
    char *text;
    size_t size;
    br_buffer b = {0};
    if (br_file_read("examples/mech/slider-crank-14.mech", 1 << 20, &text, &size, NULL) != BR_OK) {
        puts("left out: 14 bodies; examples/mech is not here, run it from the project's root");
        return NULL;
    }
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        const char *gives = strstr(line, ", stiffness");
        bool here = gives && gives < line + n;
        if (!(rigid && strncmp(line, "friction", 8) == 0))
            br_buffer_print(&b, "%.*s\n", rigid && here ? (int)(gives - line) : (int)n, line);
        line += n + (line[n] == '\n');
    }
    br_buffer_put(&b, "sensor speed speed A\n");
    free(text);
    return b.text;
}

static char *chain(int bodies)
{
    br_buffer b = {0};
    br_buffer_put(&b, "mechanism chain\ngravity = 0, 0, -9.81 m/s^2\n");
    for (int i = 0; i < bodies; i++)
        br_buffer_print(&b, "body b%d mass = 0.1 kg, cog = %g, 0, 0 m, inertia = 0.0001, 0.0001, 0.0001 kg*m^2\n", i,
                        0.01 + 0.02 * i);
    br_buffer_put(&b, "joint A revolute b0 ground at = 0, 0, 0 m, axis = 0, -1, 0\n");
    for (int i = 1; i < bodies; i++)
        br_buffer_print(&b, "joint w%d fixed b%d b%d at = %g, 0, 0 m\n", i, i, i - 1, 0.02 * i);
    br_buffer_put(&b, "unknown torque A\nsensor speed speed A\n");
    return b.text;
}

static void scale(void)
{
    static const int sizes[] = {10, 25, 50, 100};
    double ten = 0;
    for (int i = 0; i < 4; i++) {
        int n = sizes[i];
        char *text = chain(n), name[80];
        work w;
        if (!text || !open_work(&w, text, &br_mech_bdf1, true, false))
            return;
        double t = best_of(run_step, &w, 20, 5) / n;
        ten = n == 10 ? t : ten;
        snprintf(name, sizeof name, "filter step, for each of %d bodies", n);
        bench_row(name, t, "for each of 10 bodies", ten);
        close_work(&w);
        free(text);
    }
}

int main(void)
{
    char *text;
    compare("filter step, 3 bodies", three);
    for (int rigid = 1; rigid >= 0; rigid--) {
        text = fourteen(rigid);
        if (text)
            compare(rigid ? "filter step, 14 bodies" : "filter step, 14 bodies, track that yields", text);
        free(text);
    }
    scale();
    return 0;
}
