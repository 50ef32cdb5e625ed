// flow_kit.h - what the tests of flows share: laws opened as systems, flows in memory of exactly their size.
#ifndef FLOW_KIT_H
#define FLOW_KIT_H

#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/model/system.h"
#include "loop/flow/integrator.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST_X = 8, MOST_P = 64, MOST_SLOPE = 1024 };

static const br_integrator_kind *const flow_kinds[] = {
    &br_integrator_rk4,        &br_integrator_midpoint,    &br_integrator_gauss4, &br_integrator_lie,
    &br_integrator_rosenbrock, &br_integrator_exponential, &br_integrator_exact};
enum { FLOW_KINDS = 7 };

// A law with the numbers of one of its sets and a point of it.
typedef struct flow_case {
    const char *law, *set, *values; // values on top of the set; law may be the text of an own law
    double time;                    // a smooth stretch of this length starts at the point
} flow_case;

// A mass pulled along an S-GMS contact, and the same on a LuGre contact: a core that sees the elements.
static const char flow_axis[] = "law axis \"a mass on an S-GMS contact\"\n"
                                "input u N\n"
                                "state x m\n"
                                "state w m/s\n"
                                "param M kg > 0\n"
                                "use sgms as fr (v = w)\n"
                                "output F N\n"
                                "x' = w\n"
                                "w' = (u - fr.F)/M\n"
                                "F = fr.F\n"
                                "set one\n"
                                "M = 20 kg\n"
                                "fr.kappa = 2400, 500, 142, 158 N/mm\n"
                                "fr.nu = 0.067, 0.056, 0.047, 0.83\n"
                                "fr.FC = 9 N\n"
                                "fr.beta = 0.12\n"
                                "fr.vs = 1 mm/s\n"
                                "fr.sigma2 = 0.4 N*s/mm\n";

// Three states, all of which see each other.
static const char flow_block[] = "law block \"a mass on a LuGre contact\"\n"
                                 "input u N\n"
                                 "state x m\n"
                                 "state w m/s\n"
                                 "param M kg > 0\n"
                                 "use lugre as fr (v = w)\n"
                                 "output F N\n"
                                 "x' = w\n"
                                 "w' = (u - fr.F)/M\n"
                                 "F = fr.F\n"
                                 "set one\n"
                                 "M = 1 kg\n"
                                 "fr.sigma0 = 1e5 N/m\n"
                                 "fr.sigma1 = 316 N*s/m\n"
                                 "fr.sigma2 = 0.4 N*s/m\n"
                                 "fr.FC = 1 N\n"
                                 "fr.FS = 1.5 N\n"
                                 "fr.vs = 1 mm/s\n";

static const flow_case flow_cases[] = {
    {"bliman-sorine", "example", "v = 1 mm/s, f = 0.3 N, h = 1e4 N/m", 4e-3},
    {"dahl", "example", "v = 1 mm/s, z = -4 um", 4e-3},
    {"dahl", "example", "v = 1 mm/s, z = -4 um, shape = power, delta = 1.5", 4e-3},
    {"dam", "table-4.1", "v = 0.01 mm/s, a = 9.5 N, z = 0.01, 0.01, 0.01, 1 um", 2e-4},
    {"elasto-plastic", "table-II", "v = 1 mm/s, z = 9 um", 4e-3},
    {"gms", "table-4.1", "v = 0.1 mm/s, z = 0.1, 0.1, 0.1, 0.1 N", 1e-3},
    {"load-dahl", "example", "w = 0.2 rad/s, tau = 10 N*m, z = 0.2", 1e-2},
    {"lugre", "table-I", "v = 1 mm/s, z = 5 um", 1e-2},
    {"lugre", "table-4.1", "v = -1 mm/s, z = 20 um, direction = dependent, damping = fading", 1e-2},
    {"maxwell-slip", "table-B.3", "v = 0.1 mm/s, z = 0.1, 0.1, 0.1, 0.1 N", 1e-3},
    {"sgms", "table-4.1", "v = 0.2 mm/s, z = 0.4, 0.3, 0.3, 4 N", 1e-3},
    {"sgms", "table-4.1", "v = 0.2 mm/s, z = 0.2, 0.6, 1, 20 um, form = displacement, speed = root", 1e-3},
    {flow_axis, "one", "u = 15 N, w = 0.2 mm/s, fr.z = 0.4, 0.3, 0.3, 4 N", 1e-3},
    {"gear", "servo", "v = 0.2 rad/s, load = 0.3 N*m, z = 0.2", 1e-2},
    {flow_block, "one", "u = 1.3 N, w = 1 mm/s, fr.z = 5 um", 1e-3},
};
enum { FLOW_CASES = sizeof flow_cases / sizeof *flow_cases, FLOW_BLOCK = FLOW_CASES - 1 };

typedef struct flow_law {
    br_model model;
    br_system system;
    const br_sys *sys;
    double x[MOST_X], u[4], p[MOST_P];
    char label[200];
} flow_law;

static inline void flow_open(flow_law *l, const flow_case *c)
{
    br_builtin b;
    br_diag why = {0};
    bool own = strncmp(c->law, "law ", 4) == 0;
    if (!own)
        assert_true(br_builtin_find(c->law, &b));
    br_model_source source = {own ? c->law : b.text, own ? strlen(c->law) : b.size, own ? "own" : c->law,
                              br_builtin_text, NULL};
    br_parsed_law law;
    br_assignments set, values;
    assert_int_equal(
        br_law_read(&law, source.text, source.size, source.origin, &(br_read_options){.find = br_builtin_text}, &why),
        BR_OK);
    assert_int_equal(br_assignments_of_set(&set, &law, br_law_find_set(&law, c->set, strlen(c->set)), &why), BR_OK);
    assert_int_equal(br_assignments_read(&values, c->values, strlen(c->values), "values", &why), BR_OK);
    const br_assignments *list[] = {&set, &values};
    if (br_model_open(&l->model, &source, list, 2, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_assignments_free(&set);
    br_assignments_free(&values);
    br_law_free(&law);
    assert_int_equal(br_system_open(&l->system, &l->model, &why), BR_OK);
    l->sys = &l->system.sys;
    assert_true(l->sys->nx <= MOST_X && l->sys->np <= MOST_P && l->sys->nu <= 4);
    br_model_points(&l->model, l->x, l->u, l->p);
    snprintf(l->label, sizeof l->label, "%s (%s)", own ? "axis" : c->law, c->values);
}

static inline void flow_close(flow_law *l)
{
    br_system_close(&l->system);
    br_model_close(&l->model);
}

// A flow in memory of exactly its size, so that the sanitizer sees a step beyond it.
static inline void *flow_begin(br_integrator *f, const br_sys *s, const br_integrator_options *o)
{
    size_t bytes = br_integrator_bytes(s, o);
    assert_true(bytes > 0);
    void *memory = malloc(bytes + (bytes == 0)); // never 0: the analyser does not know cmocka
    assert_int_equal(br_integrator_init(f, s, o, memory, bytes), BR_OK);
    return memory;
}

static inline bool flow_fits(const br_integrator_kind *kind, const br_sys *s)
{
    return !kind->fits || kind->fits(s);
}

#endif
