// quad.c - quadratic functions of a few coordinates.                            [host]
#include "num/base/fp.h"

#include "mech/model/quad.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- making

static br_status add_term(br_terms *t, br_quad *f, int i, int j, double c)
{
    if (c == 0)
        return BR_OK;
    if (t->count == t->room) {
        int room = t->room ? 2 * t->room : 256;
        br_term *more = realloc(t->term, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        t->term = more;
        t->room = room;
    }
    if (f->count == 0)
        f->first = t->count;
    t->term[t->count++] = (br_term){i, j, c};
    f->count++;
    return BR_OK;
}

// The place of a coordinate, which becomes part of the patch.
static int place(br_patch *p, int var)
{
    int k = 0;
    while (k < p->n && p->var[k] != var)
        k++;
    if (k == p->n)
        p->var[p->n++] = var;
    return k;
}

br_status br_quad_add_form(br_terms *t, br_quad *f, br_patch *p, double sign, const br_form *a)
{
    br_status status = add_term(t, f, BR_NO_PLACE, BR_NO_PLACE, sign * a->constant);
    for (int i = 0; i < a->n && status == BR_OK; i++)
        status = add_term(t, f, BR_NO_PLACE, place(p, a->var[i]), sign * a->c[i]);
    return status;
}

br_status br_quad_add_product(br_terms *t, br_quad *f, br_patch *p, double sign, const br_form *a, const br_form *b)
{
    br_status status = br_quad_add_form(t, f, p, sign * a->constant, b);
    for (int i = 0; i < a->n && status == BR_OK; i++) {
        int at = place(p, a->var[i]);
        status = add_term(t, f, BR_NO_PLACE, at, sign * a->c[i] * b->constant);
        for (int j = 0; j < b->n && status == BR_OK; j++)
            status = add_term(t, f, at, place(p, b->var[j]), sign * a->c[i] * b->c[j]);
    }
    return status;
}

// ---------------------------------------------------------------- reading

double br_quad_value(const br_terms *t, br_quad f, const double *x)
{
    double sum = 0;
    for (const br_term *m = t->term + f.first; m < t->term + f.first + f.count; m++)
        sum += m->c * (m->i < 0 ? 1 : x[m->i]) * (m->j < 0 ? 1 : x[m->j]);
    return sum;
}

void br_quad_gradient(const br_terms *t, br_quad f, int n, const double *x, double *g)
{
    memset(g, 0, (size_t)n * sizeof *g);
    for (const br_term *m = t->term + f.first; m < t->term + f.first + f.count; m++) {
        if (m->j >= 0)
            g[m->j] += m->c * (m->i < 0 ? 1 : x[m->i]);
        if (m->i >= 0)
            g[m->i] += m->c * x[m->j];
    }
}

double br_quad_second(const br_terms *t, br_quad f, const double *v)
{
    double sum = 0;
    for (const br_term *m = t->term + f.first; m < t->term + f.first + f.count; m++)
        sum += m->i < 0 ? 0 : 2 * m->c * v[m->i] * v[m->j];
    return sum;
}

void br_quad_hessian(const br_terms *t, br_quad f, int n, double c, double *H)
{
    for (const br_term *m = t->term + f.first; m < t->term + f.first + f.count; m++)
        if (m->i >= 0) {
            H[m->i * n + m->j] += c * m->c;
            H[m->j * n + m->i] += c * m->c;
        }
}
