// package_check.c - parameters and weights that are changed while a package runs: what makes no sense is put back.    [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// An estimated parameter is not read from where parameters stand.
static bool is_read(const br_packing *w, int parameter)
{
    for (int i = 0; i < w->plan.ne; i++)
        if (w->plan.estimate[i].by == 'p' && w->plan.estimate[i].number == parameter)
            return false;
    return true;
}

static bool is_read_whole(const br_packing *w, int q)
{
    bool whole = w->model->law.q[q].kind == BR_PARAM;
    for (int i = 0; whole && i < br_model_len(w->model, q); i++)
        whole = is_read(w, w->model->at[q] + i);
    return whole;
}

// Those that must hold, and stand on nothing but parameters that are read.
br_status br_packing_find_required(br_packing *w)
{
    const br_law *law = &w->model->law;
    const br_graph *g = &law->g;
    bool *need = calloc((size_t)g->count + 1, sizeof *need);
    w->required = calloc((size_t)law->ncond + 1, sizeof *w->required);
    br_status status = need && w->required ? BR_OK : BR_NO_MEMORY;
    for (int c = 0; status == BR_OK && c < law->ncond && w->plan.np > 0; c++) {
        br_graph_reach(g, &law->cond[c].node, 1, need);
        w->required[c] = law->cond[c].must;
        for (int i = 0; i <= law->cond[c].node; i++) {
            if (need[i] && g->node[i].op == BR_OP_VAR)
                w->required[c] = w->required[c] && g->node[i].var >= 0 && g->node[i].var < law->nq &&
                                 is_read_whole(w, g->node[i].var);
            need[i] = false;
        }
    }
    free(need);
    return status;
}

static int conditions_of(const br_packing *w)
{
    int n = 0;
    for (int i = 0; i < w->model->law.ncond; i++)
        n += w->required[i];
    return n;
}

// ---------------------------------------------------------------- parameters

static void put_side(const br_packing *w, br_buffer *out, const char *at, const char *sign, double bound)
{
    if (isinf(bound))
        return;
    br_buffer_print(out, " & (p[%s] %s ", at, sign);
    br_packing_number(w, out, bound);
    br_buffer_put(out, ")");
}

// "    takes = takes & (p[0] > 0.0); // sigma0"; of several elements a loop over those from `from` on
static void put_bound(const br_packing *w, br_buffer *out, const br_quantity *k, int from, int count)
{
    char at[16] = "i";
    if (count > 1)
        br_buffer_print(out, "    for (int i = %d; i < %d; i++)\n    ", from, from + count);
    else
        snprintf(at, sizeof at, "%d", from);
    br_buffer_put(out, "    takes = takes");
    put_side(w, out, at, k->low_open ? ">" : ">=", k->low);
    put_side(w, out, at, k->high_open ? "<" : "<=", k->high);
    br_buffer_print(out, "; // %s\n", k->name);
}

// Of those that are read.
static void put_bounds(const br_packing *w, br_buffer *out, int q)
{
    const br_quantity *k = &w->model->law.q[q];
    int first = w->model->at[q], end = first + br_model_len(w->model, q);
    if (k->kind != BR_PARAM || (isinf(k->low) && isinf(k->high)))
        return;
    for (int i = first; i < end; i++) {
        int from = i;
        while (i < end && is_read(w, i))
            i++;
        if (i > from)
            put_bound(w, out, k, from, i - from);
    }
}

static void put_conditions(const br_packing *w, br_buffer *out)
{
    int n = conditions_of(w);
    if (n == 0)
        return;
    br_buffer_print(out, "    br_real holds[%d];\n    br_law_", n);
    for (const char *c = w->model->law.name; *c; c++)
        br_buffer_add(out, *c == '-' ? "_" : c, 1);
    br_buffer_put(out, "_require(br_size, p, holds);\n");
    br_buffer_print(out, "    for (int i = 0; i < %d; i++)\n        takes = takes & (holds[i] > 0);\n", n);
}

// Bounds of the law, and what it requires; those that are not read are finite.
static void put_law(const br_packing *w, br_buffer *out)
{
    br_packing_put(w, out,
                   "// Whether parameters are where the law has them.\nstatic int law_takes(const br_real *p)\n{\n"
                   "    int takes = br_vec_finite(^_PARAMETERS, p);\n");
    for (int q = 0; q < w->model->law.nq; q++)
        put_bounds(w, out, q);
    put_conditions(w, out);
    br_buffer_put(out, "    return takes;\n}\n\n");
}

// ---------------------------------------------------------------- all of them

static bool has_weights(const br_packing *w)
{
    return !w->plan.compensator || w->plan.estimates;
}

// The observer in an object, and its measurement i among its variances.
static const char *observer_of(const br_packing *w)
{
    bool horizon = w->plan.observer == BR_PLAN_MHE;
    if (w->plan.compensator)
        return horizon ? "br_mhe *e = &w->e;\n" : "br_observer *e = &w->e;\n";
    return horizon ? "br_mhe *e = &w->m;\n" : "br_observer *e = &w->s.observer;\n";
}

static const char *variance_of(const br_packing *w)
{
    return w->plan.observer == BR_PLAN_MHE ? "e->r[i];\n" : "e->r[first_which[i]];\n";
}

size_t br_packing_kept_bytes(const br_packing *w)
{
    const br_plan *p = &w->plan;
    int n = p->np + (has_weights(w) ? 2 * (p->nx + p->ne) + p->measured : 0);
    return (size_t)(n + 1) * (w->o->single ? sizeof(float) : sizeof(double)) + sizeof(double);
}

void br_packing_kept_members(const br_packing *w, br_buffer *out)
{
    if (w->plan.np > 0)
        br_packing_put(w, out, "    br_real kept_p[^_PARAMETERS]; // as they made sense last\n");
    if (has_weights(w))
        br_packing_put(w, out, "    br_real kept_q[^_NUMBERS], kept_most[^_NUMBERS], kept_r[^_MEASURED];\n");
}

void br_packing_kept_first(const br_packing *w, br_buffer *out)
{
    if (w->plan.np > 0)
        br_packing_put(w, out, "    br_vec_copy(^_PARAMETERS, first_p, w->kept_p);\n");
    if (!has_weights(w))
        return;
    br_buffer_print(out, "    if (status == 0) {\n        const %s", observer_of(w));
    br_packing_put(w, out,
                   "        br_vec_copy(^_NUMBERS, e->q, w->kept_q);\n"
                   "        br_vec_copy(^_NUMBERS, e->most, w->kept_most);\n"
                   "        for (int i = 0; i < ^_MEASURED; i++)\n");
    br_buffer_print(out, "            w->kept_r[i] = %s    }\n", variance_of(w));
}

// Of a horizon: room for numbers that do not walk was measured so, and an estimated input is measured.
static void put_noise(const br_packing *w, br_buffer *out)
{
    bool horizon = w->plan.observer == BR_PLAN_MHE;
    br_buffer_put(out, horizon ? "// Where an input is estimated it is not 0, and nothing that was 0 leaves it.\n"
                                 "static int noise_fits(const br_mhe *e, const br_real *kept)\n{\n"
                               : "static int noise_fits(const br_observer *e)\n{\n");
    br_packing_put(w, out,
                   "    int fits = br_belief_known(^_NUMBERS, e->q, br_belief_largest() * br_belief_largest());\n");
    if (horizon)
        br_packing_put(w, out,
                       "    for (int i = 0; i < ^_NUMBERS; i++)\n"
                       "        fits = fits & (e->fresh[i] ? e->q[i] > 0 : (kept[i] > 0) | (e->q[i] == 0));\n");
    br_buffer_put(out, "    return fits;\n}\n\nstatic int sensor_fits(br_real r)\n{\n"
                       "    return (r > 0) & (r <= br_belief_largest() * br_belief_largest());\n}\n\n");
}

static void put_observer(const br_packing *w, br_buffer *out)
{
    bool horizon = w->plan.observer == BR_PLAN_MHE;
    put_noise(w, out);
    br_buffer_print(
        out, "// Those that make no sense are put back, and counted: 4; else 0.\nstatic int keep(inside *w)\n{\n    %s",
        observer_of(w));
    br_buffer_put(out, "    int fine = 1;\n");
    if (w->plan.np > 0) {
        bool beside = horizon || w->plan.compensator; // parameters stand beside the observer
        br_buffer_put(out, beside ? "    br_real *p = w->p;\n" : "    br_real *p = w->s.p;\n");
        br_packing_put(w, out,
                       "    if (!br_kept_same(^_PARAMETERS, p, w->kept_p))\n"
                       "        fine &= br_kept_take(^_PARAMETERS, p, w->kept_p, law_takes(p));\n");
    }
    br_packing_put(w, out, "    if (!br_kept_same(^_NUMBERS, e->q, w->kept_q))\n");
    br_packing_put(w, out,
                   horizon ? "        fine &= br_kept_take(^_NUMBERS, e->q, w->kept_q, noise_fits(e, w->kept_q));\n"
                           : "        fine &= br_kept_take(^_NUMBERS, e->q, w->kept_q, noise_fits(e));\n");
    br_packing_put(w, out,
                   "    if (!br_kept_same(^_NUMBERS, e->most, w->kept_most))\n"
                   "        fine &= br_kept_take(^_NUMBERS, e->most, w->kept_most, br_belief_known(^_NUMBERS, e->most, "
                   "br_belief_largest()));\n"
                   "    for (int i = 0; i < ^_MEASURED; i++) {\n");
    br_buffer_print(out, "        br_real *r = &%s", variance_of(w));
    br_buffer_put(out, "        if (!br_kept_same(1, r, &w->kept_r[i]))\n"
                       "            fine &= br_kept_take(1, r, &w->kept_r[i], sensor_fits(*r));\n    }\n");
    br_buffer_print(out, "    if (!fine)\n        br_count(&%s.refused, 1);\n    return fine ? 0 : 4;\n}\n\n",
                    w->plan.compensator ? "w->c.health" : "e->health");
}

void br_packing_keep(const br_packing *w, br_buffer *out)
{
    if (w->plan.np > 0)
        put_law(w, out);
    if (has_weights(w))
        put_observer(w, out);
    else if (w->plan.np > 0)
        br_packing_put(
            w, out,
            "// Those that make no sense are put back, and counted: 4; else 0.\nstatic int keep(inside *w)\n{\n"
            "    if (br_kept_same(^_PARAMETERS, w->p, w->kept_p) ||\n"
            "        br_kept_take(^_PARAMETERS, w->p, w->kept_p, law_takes(w->p)))\n"
            "        return 0;\n    br_count(&w->c.health.refused, 1);\n    return 4;\n}\n\n");
}
