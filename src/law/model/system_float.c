// system_float.c - a law in float as a system (brf_sys), for mixed precision.  [host]
#define BR_FLOAT
#include "num/base/fp.h"

#include "law/graph/law.h"
#include "law/model/system_float.h"
#include "num/base/sys.h"
#include <stdlib.h>
#include <string.h>

typedef struct single {
    br_sys sys; // the first: whoever frees it frees all
    br_builtin_float code;
    int n[BR_MAX_DIMS];
} single;

static void rate(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                 float *out)
{
    const single *w = s->self;
    w->code.rate(w->n, count, x, m, u, p, each, out);
}

static void jet(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                float *out, float *jets)
{
    const single *w = s->self;
    w->code.jet(w->n, count, x, m, u, p, each, out, jets);
}

static void jet_x(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                  float *out, float *jets)
{
    const single *w = s->self;
    w->code.jet_x(w->n, count, x, m, u, p, each, out, jets);
}

static void jet_some(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                     float *out, float *jets)
{
    const single *w = s->self;
    w->code.jet_some(w->n, count, x, m, u, p, each, out, jets);
}

static void lie(const br_sys *s, int count, const float *x, const float *u, const float *p, int each, float h,
                int substeps, const float *S, const int *at, float *held, float *next, float *T)
{
    const single *w = s->self;
    (void)w->code.lie(w->n, count, x, NULL, u, p, each, h, substeps, S, at, held, next, T);
}

// Both systems have the same members but for the number type of their functions.
struct brf_sys *br_system_float(const void *sys, const br_builtin_float *code, const int *n)
{
    single *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    memcpy(&w->sys, sys, sizeof w->sys);
    memcpy(w->n, n, sizeof w->n);
    w->code = *code;
    w->sys.self = w;
    w->sys.rate = rate;
    w->sys.jet = jet;
    w->sys.jet_x = jet_x;
    w->sys.jet_some = code->jet_some ? jet_some : NULL;
    w->sys.mode = NULL;
    w->sys.step = NULL;
    w->sys.lie = code->lie ? lie : NULL;
    w->sys.lie_held = code->lie ? w->sys.lie_held : 0;
    w->sys.margin = NULL;
    return &w->sys;
}
