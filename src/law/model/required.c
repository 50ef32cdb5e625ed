// required.c - what a law requires of its parameters, judged again and again.   [host]
#include "num/base/fp.h"

#include "law/eval/tape.h"
#include "law/model/required.h"

#include <math.h>
#include <stdlib.h>

typedef struct bounds {
    double low, high;
    bool low_open, high_open;
} bounds;

struct br_required {
    br_tape tape; // of the conditions
    int conditions;
    double *holds, *x, *u;
    bounds *bound; // of every parameter
    int np;
};

static void note_bounds(br_required *r, const br_model *m, const bool *unbounded)
{
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *k = &m->law.q[q];
        for (int i = 0; k->kind == BR_PARAM && i < br_model_len(m, q); i++)
            r->bound[m->at[q] + i] = unbounded[m->at[q] + i] ? (bounds){-HUGE_VAL, HUGE_VAL, false, false}
                                                             : (bounds){k->low, k->high, k->low_open, k->high_open};
    }
}

static br_status make(br_required *r, const br_model *m, const bool *condition, const bool *unbounded)
{
    br_law_row *row = calloc((size_t)m->law.ncond + 1, sizeof *row);
    r->np = m->np;
    r->holds = calloc((size_t)m->law.ncond + (size_t)m->nx + (size_t)m->nu + 1, sizeof *r->holds);
    r->bound = calloc((size_t)m->np + 1, sizeof *r->bound);
    br_status status = row && r->holds && r->bound ? BR_OK : BR_NO_MEMORY;
    int conditions = 0;
    if (status == BR_OK) {
        r->x = r->holds + m->law.ncond;
        r->u = r->x + m->nx;
        note_bounds(r, m, unbounded);
        for (int c = 0; c < m->law.ncond; c++)
            if (condition[c])
                row[conditions++] = (br_law_row){"", 0, BR_SCALAR, m->law.cond[c].node};
    }
    if (conditions > 0)
        status = br_tape_make_rows(&r->tape, &m->law, row, conditions, m->n);
    if (status == BR_OK)
        r->conditions = conditions;
    free(row);
    return status;
}

br_status br_required_open(br_required **r, const br_model *m, const bool *condition, const bool *unbounded)
{
    br_required *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? make(fresh, m, condition, unbounded) : BR_NO_MEMORY;
    if (status == BR_OK)
        *r = fresh;
    else
        br_required_close(fresh);
    return status;
}

void br_required_close(br_required *r)
{
    if (!r)
        return;
    if (r->conditions > 0)
        br_tape_free(&r->tape);
    free(r->holds);
    free(r->bound);
    free(r);
}

bool br_required_accepts(const br_required *r, const double *p)
{
    for (int i = 0; i < r->np; i++) {
        const bounds *b = &r->bound[i];
        if (!isfinite(p[i]) || (b->low_open ? p[i] <= b->low : p[i] < b->low) ||
            (b->high_open ? p[i] >= b->high : p[i] > b->high))
            return false;
    }
    if (r->conditions == 0)
        return true;
    br_tape_run(&r->tape, 1, &(br_point){.x = r->x, .u = r->u, .p = p}, r->holds, NULL);
    for (int i = 0; i < r->conditions; i++)
        if (!(r->holds[i] > 0))
            return false;
    return true;
}
