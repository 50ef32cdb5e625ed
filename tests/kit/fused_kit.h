// fused_kit.h - the printed flow of a law, and calls that fit a tile, against the general path, to the bit; for double and, with BR_FLOAT, for float.
#ifndef FUSED_KIT_H
#define FUSED_KIT_H

#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/flow/integrator.h"
#include "num/base/random.h"
#include "num/base/sys.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { FUSED_POINTS = 40, FUSED_X = 8, FUSED_P = 40, FUSED_SLOPE = 300 };

typedef struct fused_case {
    br_model model;
    br_system system;
    br_sys with, without; // its printed flow
    double x[FUSED_X], u[4], p[FUSED_P];
    br_random random;
    const br_integrator_kind *kind;
    unsigned long compared, finite, direct;
} fused_case;

static double any(fused_case *c)
{
    return (double)(br_random_next(&c->random) >> 11) / 9007199254740992.0;
}

static int below(fused_case *c, int n)
{
    return (int)(any(c) * n);
}

// 0, or of any size within so many decades about the given number, of either sign if wanted.
static double about(fused_case *c, double given, double decades, int signs)
{
    double size = given;
    for (int i = below(c, (int)(10 * decades) + 1); i > 0; i--)
        size *= 1.2589254117941673;
    for (int i = below(c, (int)(10 * decades) + 1); i > 0; i--)
        size /= 1.2589254117941673;
    return below(c, 12) == 0 ? 0 : signs && below(c, 2) ? -size : size;
}

// Points of all kinds: sticking and sliding, far beyond what can be, parameters at their bounds.
static void draw(fused_case *c, int count, int each, br_real *x, br_real *u, br_real *p)
{
    double far = below(c, 8) == 0 ? 30 : 2;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < c->with.nx; i++)
            x[i * count + k] = (br_real)about(c, c->x[i] != 0 ? c->x[i] : 1, far, 1);
        for (int i = 0; i < c->with.nu; i++)
            u[i * count + k] = (br_real)about(c, c->u[i] != 0 ? c->u[i] : 1e-3, far, 1);
        for (int i = 0; i < c->with.np && (each || k == 0); i++)
            p[each ? i * count + k : i] = (br_real)(below(c, 3) ? c->p[i] : about(c, c->p[i], far / 2, 0));
    }
}

static void *begin(br_integrator *f, const br_sys *s, const br_integrator_options *o)
{
    size_t bytes = br_integrator_bytes(s, o);
    void *memory = malloc(bytes + 1);
    assert_true(bytes > 0 && memory);
    assert_int_equal(br_integrator_init(f, s, o, memory, bytes), BR_OK);
    return memory;
}

// Some of the quantities whose columns the printed flow has; now and then another.
static int choose(fused_case *c, br_estimate *e)
{
    int n = 0;
    for (int i = 0; i < c->with.lie_columns; i++) {
        const br_sys_block *b = &c->with.lie_column[i];
        if (below(c, 2))
            e[n++] = (br_estimate){.by = b->by, .number = b->column + below(c, b->columns), .scale = 1};
    }
    if (below(c, 6) == 0)
        e[n++] = (br_estimate){.by = 'p', .number = below(c, c->with.np), .scale = 1};
    return n;
}

static void compare_step(fused_case *c, const char *name)
{
    static br_real x[FUSED_X * FUSED_POINTS], u[4 * FUSED_POINTS], p[FUSED_P * FUSED_POINTS];
    static br_real next[3][FUSED_X * FUSED_POINTS], S[3][FUSED_SLOPE * FUSED_POINTS];
    br_integrator f[3];
    br_estimate e[20];
    br_integrator_options o = br_integrator_defaults();
    int count = 1 + below(c, FUSED_POINTS), each = below(c, 2), want = below(c, 4) > 0;
    o.kind = c->kind;
    o.points = FUSED_POINTS;
    o.lanes = 1 + below(c, FUSED_POINTS);
    o.substeps = c->kind->steps || below(c, 4) == 0 ? 1 + below(c, 9) : 1;
    o.most = below(c, 4) ? o.substeps : 64;
    o.begun = below(c, 2);
    o.by = e;
    o.nby = choose(c, e);
    br_real dt = (br_real)about(c, 1e-3, 2, 0);
    br_integrator_options split = o; // by more than one tile, unless it is one point
    split.lanes = 1 + below(c, count > 1 ? count - 1 : 1);
    void *memory[3] = {begin(&f[0], &c->with, &o), begin(&f[1], &c->without, &o), begin(&f[2], &c->without, &split)};
    br_status status[3];
    for (int turn = below(c, 4) ? 3 : 0; turn < 4;
         turn++) { // of calls before, by one tile and by several, nothing stays
        int points = turn == 1 ? FUSED_POINTS : count;
        if (turn == 0 || turn == 3)
            draw(c, turn == 0 ? FUSED_POINTS : count, each, x, u, p);
        for (int i = 0; i < 3; i++) {
            f[i].to = NULL;
            status[i] = br_integrator_step(&f[i], points, x, NULL, u, p, each, dt, next[i], NULL, want ? S[i] : NULL);
        }
    }
    c->finite += status[0] == BR_OK;
    for (int more = count % 4; more > 0 && status[0] == BR_OK; more--) // and on from there
        for (int i = 0; i < 3; i++)
            status[i] =
                br_integrator_step_on(&f[i], count, next[i], NULL, u, p, each, dt, next[i], NULL, want ? S[i] : NULL);
    assert_true(f[0].nslope <= FUSED_SLOPE);
    for (int i = 1; i < 3; i++) {
        if (status[0] != status[i])
            fail_msg("%s: one path says %d, the other %d", name, (int)status[0], (int)status[i]);
        if (status[0] == BR_OK && memcmp(next[0], next[i], sizeof(br_real) * (size_t)(count * c->with.nx)) != 0)
            fail_msg("%s: states differ: %d points, %d lanes, %d substeps", name, count, o.lanes, o.substeps);
        if (status[0] == BR_OK && want && memcmp(S[0], S[i], sizeof(br_real) * (size_t)(count * f[0].nslope)) != 0)
            fail_msg("%s: sensitivities differ: %d points, %d lanes, %d substeps", name, count, o.lanes, o.substeps);
    }
    c->compared += f[0].fused > want;
    c->direct += f[0].to && f[1].to && !f[2].to;
    for (int i = 0; i < 3; i++)
        free(memory[i]);
}

// The system in this file's number type.
static const br_sys *fused_sys(const br_system *s)
{
#ifdef BR_FLOAT
    return s->single;
#else
    return &s->sys;
#endif
}

// Answers whether the law is of the kind that this flow takes.
static int compare_set(const br_integrator_kind *kind, const br_builtin *b, const char *set, int turns,
                       unsigned long *steps)
{
    fused_case c = {.kind = kind};
    br_given given = {.set = set};
    br_model_source source = {b->text, b->size, b->name, br_builtin_text, NULL};
    assert_int_equal(br_model_open_given(&c.model, &source, &given, &(br_given){.text = "", .origin = "none"}, NULL),
                     BR_OK);
    assert_int_equal(br_system_open(&c.system, &c.model, NULL), BR_OK);
    c.with = c.without = *fused_sys(&c.system);
    c.without.lie_held = 0;
    int fits = !kind->fits || kind->fits(&c.with);
    assert_true(c.with.lie_held > 0 && c.with.nx <= FUSED_X && c.with.np <= FUSED_P);
    br_model_points(&c.model, c.x, c.u, c.p);
    br_random_init(&c.random, 11, 0);
    for (int i = 0; fits && i < turns; i++)
        compare_step(&c, b->name);
    assert_true(!fits || !kind->steps || c.compared > (unsigned long)turns / 3);
    assert_true(!fits || (c.finite > (unsigned long)turns / 2 && c.direct > (unsigned long)turns / 100));
    *steps += c.compared;
    br_system_close(&c.system);
    br_model_close(&c.model);
    return fits;
}

// Every built-in law that has a printed flow and is of the kind, with its first set.
static void compare_laws(const br_integrator_kind *kind, int least, int turns)
{
    unsigned long steps = 0;
    int laws = 0;
    for (int i = 0; i < br_builtin_count(); i++) {
        br_builtin b = br_builtin_at(i);
        br_parsed_law law;
        if (!b.lie)
            continue;
        assert_int_equal(br_law_read(&law, b.text, b.size, b.name, &(br_read_options){.find = br_builtin_text}, NULL),
                         BR_OK);
        assert_true(law.nset > 0);
        char set[BR_MAX_NAME + 1];
        memcpy(set, law.set[0].name, sizeof set);
        br_law_free(&law);
        laws += compare_set(kind, &b, set, turns, &steps);
    }
    assert_true(laws >= least);
    print_message("%d laws, %lu steps by the printed flow\n", laws, steps);
}

#endif
