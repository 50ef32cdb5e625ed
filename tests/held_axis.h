// held_axis.h - an axis held below break-away by a constant force: 12000 steps of the flow here, 10^8 in the soak.
//
// The mass with its friction is printed as C in the number type of the test and compiled, as a controller would have it;
// modes, steps and all else are the flow's. The position settles. In the second half it moves by less than 64 rounding
// units of the way to there, whatever the number of steps, and a step at the end by less than one; nothing becomes NaN; and
// in the soak the last tenth takes at most 1.3 times as long as the first. Compiled twice, for double and with BR_FLOAT
// for float.
#ifndef TESTS_HELD_AXIS_H
#define TESTS_HELD_AXIS_H

#include "law/builtin.h"
#include "law/model.h"
#include "law/print.h"
#include "law/tape.h"
#include "loop/flow.h"
#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

static const double UNIT = sizeof(br_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON; // of rounding

enum { STATES = 8, INPUTS = 4, PARAMETERS = 64, BLOCKS = 128 };

static const br_real dt = (br_real)5e-4;

typedef void value_fn(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                      int each, br_real *out);
typedef void jet_fn(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                    int each, br_real *out, br_real *jet);
typedef void mode_fn(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                     int each, int *next);

typedef struct axis {
    br_model model;
    br_sys sys;
    br_sys_block block[BLOCKS];
    void *library;
    value_fn *rate;
    jet_fn *jet, *jet_x;
    mode_fn *mode;
    br_real x[STATES], u[INPUTS], p[PARAMETERS];
    int m[STATES];
} axis;

static void rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, br_real *out)
{
    const axis *a = s->self;
    a->rate(a->model.n, count, x, m, u, p, each, out);
}

static void jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                int each, br_real *out, br_real *jets)
{
    const axis *a = s->self;
    a->jet(a->model.n, count, x, m, u, p, each, out, jets);
}

static void jet_x(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                  int each, br_real *out, br_real *jets)
{
    const axis *a = s->self;
    a->jet_x(a->model.n, count, x, m, u, p, each, out, jets);
}

static void mode(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, int *next)
{
    const axis *a = s->self;
    a->mode(a->model.n, count, x, m, u, p, each, next);
}

// ---------------------------------------------------------------- a plant as compiled C

static void *compile(const char *text)
{
    char folder[] = "/tmp/bristle-held-XXXXXX", path[64], command[300];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/mass.c", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    const char *cc = getenv("BR_CC");
    snprintf(command, sizeof command, "%s -std=c99 -O2 -fPIC -shared -o %s/mass.so %s", cc ? cc : "cc", folder, path);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/mass.so", folder);
    void *library = dlopen(path, RTLD_NOW);
    if (!library)
        fail_msg("%s", dlerror());
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    return library;
}

// As POSIX allows: a function by way of an object pointer. NULL: there is none.
static void find(const axis *a, const char *what, void *function)
{
    char name[40];
    snprintf(name, sizeof name, "%s_mass_%s", sizeof(br_real) == sizeof(float) ? "brf" : "br", what);
    void *found = dlsym(a->library, name);
    memcpy(function, &found, sizeof found);
}

static void print(axis *a)
{
    char *text = NULL;
    br_diag why = {0};
    br_print_options o = {.single = sizeof(br_real) == sizeof(float), .whole = true};
    if (br_law_print(&a->model.law, &o, &text, &why) != BR_OK)
        fail_msg("%s", why.text);
    a->library = compile(text);
    free(text);
    find(a, "rate", &a->rate);
    find(a, "rate_jet", &a->jet);
    find(a, "rate_jet_x", &a->jet_x);
    find(a, "mode", &a->mode);
    assert_true(a->rate && a->jet && a->jet_x);
}

static void describe(axis *a)
{
    br_jet j, front;
    br_tape t, by_states;
    const br_law *law = &a->model.law;
    assert_int_equal(br_jet_make(&j, &a->model.law, false, NULL), BR_OK);
    front = br_jet_by_states(&j);
    assert_int_equal(br_tape_make(&t, law, false, &j, a->model.n), BR_OK);
    assert_int_equal(br_tape_make(&by_states, law, false, &front, a->model.n), BR_OK);
    assert_true(t.blocks <= BLOCKS);
    for (int i = 0; i < t.blocks; i++) {
        const br_quantity *q = &law->q[t.block[i].column];
        a->block[i] = (br_sys_block){.shape = t.block[i].shape,
                                     .by = q->kind == BR_STATE   ? 'x'
                                           : q->kind == BR_INPUT ? 'u'
                                                                 : 'p',
                                     .at = t.block_at[i],
                                     .row = t.row_at[t.block[i].row],
                                     .rows = br_tape_len(&t, t.row[t.block[i].row].dim),
                                     .column = t.q_at[t.block[i].column],
                                     .columns = br_tape_len(&t, q->dim)};
    }
    a->sys = (br_sys){.nx = t.nx,
                      .nu = t.nu,
                      .np = t.np,
                      .nm = t.nm,
                      .ny = t.nrow - t.nx,
                      .njet = t.nblock,
                      .njet_x = by_states.nblock,
                      .block = a->block,
                      .blocks = t.blocks,
                      .jumps = law->njump,
                      .self = a,
                      .rate = rate,
                      .jet = jet,
                      .jet_x = jet_x,
                      .mode = a->mode ? mode : NULL};
    br_tape_free(&t);
    br_tape_free(&by_states);
    br_jet_free(&j);
}

static void open_axis(axis *a, const char *set, const char *values)
{
    br_builtin b;
    br_diag why = {0};
    double x[STATES], u[INPUTS], p[PARAMETERS];
    assert_true(br_builtin_find("mass", &b));
    br_model_source source = {b.text, b.size, "mass", br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = "values"};
    *a = (axis){.m = {0}};
    if (br_model_open_given(&a->model, &source, &first, &then, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_true(a->model.nx <= STATES && a->model.nu <= INPUTS && a->model.np <= PARAMETERS && a->model.nm <= STATES);
    br_model_points(&a->model, x, u, p);
    for (int i = 0; i < a->model.nx; i++)
        a->x[i] = (br_real)x[i];
    for (int i = 0; i < a->model.nu; i++)
        a->u[i] = (br_real)u[i];
    for (int i = 0; i < a->model.np; i++)
        a->p[i] = (br_real)p[i];
    print(a);
    describe(a);
}

static void close_axis(axis *a)
{
    dlclose(a->library);
    br_model_close(&a->model);
}

// ---------------------------------------------------------------- holding it

static long steps(void)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1.2e3;
    return 10 * (long)fmax(count, 1.2e3);
}

// Of this process: others may keep the machine busy.
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Seconds that so many steps take.
static double go(br_flow *f, axis *a, long count)
{
    double start = now();
    for (long k = 0; k < count; k++)
        if (br_flow_step(f, 1, a->x, a->m, a->u, a->p, 0, dt, a->x, a->m, NULL) != BR_OK)
            fail_msg("step %ld", k);
    return now() - start;
}

typedef struct held {
    const char *set, *values;
    const br_flow_kind *kind; // NULL: the one the flow chooses
} held;

static void *open_held(const held *c, axis *a, br_flow *f)
{
    open_axis(a, c->set, c->values);
    br_flow_options o = br_flow_defaults();
    o.kind = c->kind;
    size_t bytes = br_flow_bytes(&a->sys, &o);
    void *memory = malloc(bytes + 1);
    assert_int_equal(br_flow_init(f, &a->sys, &o, memory, bytes), BR_OK);
    return memory;
}

static void stays_where_it_is(void **state)
{
    static axis a;
    br_flow f;
    void *memory = open_held(*state, &a, &f);
    long all = steps(), tenth = all / 10;
    double first = go(&f, &a, tenth), early = 0, last = 0;
    for (int i = 1; i < 10; i++) {
        last = go(&f, &a, tenth);
        early = i == 4 ? (double)a.x[0] : early;
    }
    double moved = fabs((double)a.x[0] - early) / fabs(early), step = fabs((double)(a.x[1] * dt)) / fabs(early);
    print_message(
        "  %s: %ld steps, went %.3g um, then %.1e of that, %.1e in the last step; last tenth %.2f of the first\n",
        f.o.kind->name, all, 1e6 * early, moved, step, last / first);
    for (int i = 0; i < a.sys.nx; i++)
        assert_true(isfinite(a.x[i]));
    assert_true(fabs(early) > 1e-7 && moved < 64 * UNIT && step < UNIT);
    if (all >= 100000000)
        assert_true(last < 1.3 * first);
    free(memory);
    close_axis(&a);
}

// A rate that moves the deflection z by less than half of its last bit in a step is lost: there the contact comes to rest,
// up to some bits short of the force it has to hold, and the axis keeps the speed that carries the difference. A position
// that is small beside z still takes it up, until it is of the size of z. Nobody sees that in double; in float it is the
// creep of an axis held near the origin of its position: 0.9 nm/s here, up to some micrometres.
static void creeps_no_further_than_the_deflection(void **state)
{
    static axis a;
    br_flow f;
    void *memory = open_held(*state, &a, &f);
    long all = steps();
    go(&f, &a, all / 2);
    double early = (double)a.x[0];
    go(&f, &a, all - all / 2);
    double z = fabs((double)a.x[2]), moved = fabs((double)a.x[0] - early), step = fabs((double)(a.x[1] * dt));
    print_message("  %ld steps: at %.3g um, then %.3g um; %.2g bits of the deflection in the last step\n", all,
                  1e6 * early, 1e6 * moved, step / (UNIT * z));
    assert_true(z > 1e-6 && step < UNIT * z && moved <= step * (double)all && fabs((double)a.x[0]) < 4 * z);
    free(memory);
    close_axis(&a);
}

int main(void)
{
    if (system("${BR_CC:-cc} --version >/dev/null 2>&1") != 0) {
        puts("skipped: needs a compiler");
        return 77;
    }
    held lugre = {"fig-2", "u = 0.7 N", NULL}, midpoint = {"fig-2", "u = 0.7 N", &br_flow_midpoint};
    held sgms = {"axis", "u = 4 N", NULL}, gms = {"axis", "friction = gms, fr = table-4.1, u = 4 N", NULL};
    held origin = {"fig-2", "u = 0.7 N, x = -14.0175 um", NULL};
    const struct CMUnitTest tests[] = {
        {"an_axis_with_lugre_stays_where_it_is", stays_where_it_is, NULL, NULL, &lugre},
        {"an_axis_with_lugre_stays_where_it_is_by_midpoint", stays_where_it_is, NULL, NULL, &midpoint},
        {"an_axis_with_sgms_stays_where_it_is", stays_where_it_is, NULL, NULL, &sgms},
        {"an_axis_with_gms_stays_where_it_is", stays_where_it_is, NULL, NULL, &gms},
        {"an_axis_held_at_the_origin_creeps_no_further_than_the_deflection", creeps_no_further_than_the_deflection,
         NULL, NULL, &origin},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
