// compiled_law.h - a law printed as C in the number type of the test and compiled, as a controller would have it.
//
// Compiled for double, and with BR_FLOAT for float. Needs a compiler: main() begins with `if (!has_compiler()) return 77;`.
#ifndef TESTS_COMPILED_LAW_H
#define TESTS_COMPILED_LAW_H

#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/print/print.h"
#include "law/eval/tape.h"
#include "num/base/sys.h"
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { STATES = 8, INPUTS = 4, PARAMETERS = 64, BLOCKS = 128 };

typedef void value_fn(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                      int each, br_real *out);
typedef void jet_fn(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                    int each, br_real *out, br_real *jet);
typedef void mode_fn(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                     int each, int *next);

typedef struct compiled_law {
    br_model model;
    br_sys sys;
    br_sys_block block[BLOCKS];
    void *library;
    value_fn *rate;
    jet_fn *jet, *jet_x;
    mode_fn *mode;
    br_real x[STATES], u[INPUTS], p[PARAMETERS];
    int m[STATES];
} compiled_law;

static void rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, br_real *out)
{
    const compiled_law *a = s->self;
    a->rate(a->model.n, count, x, m, u, p, each, out);
}

static void jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                int each, br_real *out, br_real *jets)
{
    const compiled_law *a = s->self;
    a->jet(a->model.n, count, x, m, u, p, each, out, jets);
}

static void jet_x(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                  int each, br_real *out, br_real *jets)
{
    const compiled_law *a = s->self;
    a->jet_x(a->model.n, count, x, m, u, p, each, out, jets);
}

static void mode(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, int *next)
{
    const compiled_law *a = s->self;
    a->mode(a->model.n, count, x, m, u, p, each, next);
}

static void *compile(const char *text)
{
    char folder[] = "/tmp/bristle-law-XXXXXX", path[64], command[300];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/law.c", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    const char *cc = getenv("BR_CC");
    snprintf(command, sizeof command, "%s -std=c99 -O2 -fPIC -shared -o %s/law.so %s", cc ? cc : "cc", folder, path);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/law.so", folder);
    void *library = dlopen(path, RTLD_NOW);
    if (!library)
        fail_msg("%s", dlerror());
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    return library;
}

// As POSIX allows: a function by way of an object pointer. NULL: there is none.
static void find(const compiled_law *a, const char *what, void *function)
{
    char name[80];
    snprintf(name, sizeof name, "%s_%s_%s", sizeof(br_real) == sizeof(float) ? "brf" : "br", a->model.law.name, what);
    void *found = dlsym(a->library, name);
    memcpy(function, &found, sizeof found);
}

static void print(compiled_law *a)
{
    char *text = NULL;
    br_diag why = {0};
    br_print_options o = {.single = sizeof(br_real) == sizeof(float), .whole = true};
    if (br_parsed_law_print(&a->model.law, &o, &text, &why) != BR_OK)
        fail_msg("%s", why.text);
    a->library = compile(text);
    free(text);
    find(a, "rate", &a->rate);
    find(a, "rate_jet", &a->jet);
    find(a, "rate_jet_x", &a->jet_x);
    find(a, "mode", &a->mode);
    assert_true(a->rate && a->jet && a->jet_x);
}

static void describe(compiled_law *a)
{
    br_jet j, front;
    br_tape t, by_states;
    const br_parsed_law *law = &a->model.law;
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

static void open_law(compiled_law *a, const char *name, const char *set, const char *values)
{
    br_builtin b;
    br_diag why = {0};
    double x[STATES], u[INPUTS], p[PARAMETERS];
    assert_true(br_builtin_find(name, &b));
    br_model_source source = {b.text, b.size, name, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = "values"};
    *a = (compiled_law){.m = {0}};
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

static void close_law(compiled_law *a)
{
    dlclose(a->library);
    br_model_close(&a->model);
}

static bool has_compiler(void)
{
    if (system("${BR_CC:-cc} --version >/dev/null 2>&1") == 0)
        return true;
    puts("skipped: needs a compiler");
    return false;
}

#endif
