// system.c - a law as a system (br_sys): compiled C where there is some, else interpreted. [host]
#include "num/base/fp.h"

#include "law/eval/guard.h"
#include "law/graph/margin.h"
#include "law/model/system.h"
#include "law/model/system_float.h"
#include "law/model/system_round.h"
#include "law/eval/traits.h"
#include "law/graph/elementwise.h"
#include <stdlib.h>
#include <string.h>

static const br_system *of(const br_sys *s)
{
    return s->self;
}

static void rate(const br_sys *s, int count, const double *x, const int *m, const double *u, const double *p, int each,
                 double *out)
{
    const br_system *w = of(s);
    br_point at = {.x = x, .u = u, .p = p, .m = m, .each = each != 0};
    if (w->code.rate)
        w->code.rate(w->n, count, x, m, u, p, each, out);
    else
        br_tape_run(&w->value, count, &at, out, NULL);
}

static void jet(const br_sys *s, int count, const double *x, const int *m, const double *u, const double *p, int each,
                double *out, double *jets)
{
    const br_system *w = of(s);
    br_point at = {.x = x, .u = u, .p = p, .m = m, .each = each != 0};
    if (w->code.rate_jet)
        w->code.rate_jet(w->n, count, x, m, u, p, each, out, jets);
    else
        br_tape_run(&w->full, count, &at, out, jets);
}

static void jet_some(const br_sys *s, int count, const double *x, const int *m, const double *u, const double *p,
                     int each, double *out, double *jets)
{
    const br_system *w = of(s);
    w->code.rate_jet_some(w->n, count, x, m, u, p, each, out, jets);
}

static void jet_x(const br_sys *s, int count, const double *x, const int *m, const double *u, const double *p, int each,
                  double *out, double *jets)
{
    const br_system *w = of(s);
    br_point at = {.x = x, .u = u, .p = p, .m = m, .each = each != 0};
    if (w->code.rate_jet_x)
        w->code.rate_jet_x(w->n, count, x, m, u, p, each, out, jets);
    else
        br_tape_run(&w->by_states, count, &at, out, jets);
}

static void step(const br_sys *s, int count, const double *x, const int *m, const double *u, const double *p, int each,
                 double *out)
{
    const br_system *w = of(s);
    br_point at = {.x = x, .u = u, .p = p, .m = m, .each = each != 0};
    if (w->code.step)
        w->code.step(w->n, count, x, m, u, p, each, out);
    else
        br_tape_run(&w->updates, count, &at, out, NULL);
}

static void mode(const br_sys *s, int count, const double *x, const int *m, const double *u, const double *p, int each,
                 int *next)
{
    const br_system *w = of(s);
    if (w->code.mode) {
        w->code.mode(w->n, count, x, m, u, p, each, next);
        return;
    }
    br_tape_modes(&w->guards, count, &(br_point){.x = x, .u = u, .p = p, .m = m, .each = each != 0}, next);
}

static void margin(const br_sys *s, int count, const double *x, const int *m, const double *u, const double *p,
                   int each, double *out, double *jets)
{
    const br_system *w = of(s);
    if (!w->code.margin)
        br_tape_run(&w->margins, count, &(br_point){.x = x, .u = u, .p = p, .m = m, .each = each != 0}, out, jets);
    else if (jets)
        w->code.margin_jet(w->n, count, x, m, u, p, each, out, jets);
    else
        w->code.margin(w->n, count, x, m, u, p, each, out);
}

static void lie(const br_sys *s, int count, const double *x, const double *u, const double *p, int each, double h,
                int substeps, const double *S, const int *at, double *held, double *next, double *T)
{
    const br_system *w = of(s);
    (void)w->code.lie(w->n, count, x, NULL, u, p, each, h, substeps, S, at, held, next, T);
}

static bool as_printed(const br_parsed_law *law)
{
    for (int i = 0; i < law->nchoice; i++)
        if (law->choice[i].chosen != 0)
            return false;
    return true;
}

// The blocks of a tape as those of a system; NULL: out of memory.
static br_sys_block *blocks(const br_tape *t)
{
    br_sys_block *block = calloc((size_t)t->blocks + 1, sizeof *block);
    for (int i = 0; block && i < t->blocks; i++) {
        const br_block *b = &t->block[i];
        const br_quantity *q = &t->law->q[b->column];
        block[i] = (br_sys_block){.shape = b->shape,
                                  .by = q->kind == BR_STATE   ? 'x'
                                        : q->kind == BR_INPUT ? 'u'
                                                              : 'p',
                                  .at = t->block_at[i],
                                  .row = t->row_at[b->row],
                                  .rows = br_tape_len(t, t->row[b->row].dim),
                                  .column = t->q_at[b->column],
                                  .columns = br_tape_len(t, q->dim)};
    }
    return block;
}

static br_status mark_some(br_system *s, const br_jet *j)
{
    bool *some = calloc((size_t)j->blocks + 1, sizeof *some);
    br_status status = some ? br_jet_some(j, s->law, some) : BR_NO_MEMORY;
    for (int i = 0; i < j->blocks && status == BR_OK; i++)
        s->block[i].some = some[i];
    free(some);
    return status;
}

// Transition i of the law, once the tape of margins stands.
static br_sys_jump jump_of(const br_system *s, const br_model *m, int i)
{
    const br_transition *j = &m->law.jump[i];
    int len = br_tape_len(&s->margins, m->law.automaton[j->automaton].dim);
    return (br_sys_jump){j->from, j->to, m->m_at[j->automaton], len, s->margins.row_at[i]};
}

static br_status margins(br_system *s, br_model *m)
{
    br_parsed_law *law = &m->law;
    br_law_row *row = calloc((size_t)law->njump + 1, sizeof *row);
    s->jump = calloc((size_t)law->njump + 1, sizeof *s->jump);
    br_jet j = {0};
    br_status status = row && s->jump ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < law->njump && status == BR_OK; i++) {
        const br_transition *w = &law->jump[i];
        row[i] = (br_law_row){"", 0, law->automaton[w->automaton].dim, br_law_margin(law, w->guard)};
        status = law->g.status;
    }
    if (status == BR_OK)
        status = br_jet_make_rows(&j, law, row, law->njump, NULL);
    if (status == BR_OK)
        status = br_tape_make_jet(&s->margins, law, &j, m->n);
    if (status == BR_OK && !(s->slope = blocks(&s->margins)))
        status = BR_NO_MEMORY;
    for (int i = 0; i < law->njump && status == BR_OK; i++)
        s->jump[i] = jump_of(s, m, i);
    br_jet_free(&j);
    free(row);
    return status;
}

// Jumps and margins, and what else a flow asks for.
static br_status properties(br_system *s, br_model *m)
{
    br_traits t;
    br_status status = br_law_structure(&m->law, &t);
    if (status == BR_OK && m->law.njump > 0)
        status = margins(s, m);
    if (status != BR_OK)
        return status;
    s->sys.affine = t.affine;
    s->sys.own_modes = t.own_modes;
    s->sys.jump = s->jump;
    s->sys.jumps = m->law.njump;
    s->sys.nmargin = s->margins.nrow;
    s->sys.slope = s->slope;
    s->sys.slopes = s->margins.blocks;
    s->sys.nslope = s->margins.nblock;
    s->sys.margin = m->law.njump > 0 ? margin : NULL;
    return BR_OK;
}

// The columns of the printed flow.
static br_status flow(br_system *s, const br_jet *j)
{
    br_elementwise e;
    br_status status = br_elementwise_make(&e, s->law, j);
    if (status == BR_OK && e.state != BR_NO_NODE)
        s->lie_column = calloc((size_t)e.columns + 1, sizeof *s->lie_column);
    if (status == BR_OK && e.state != BR_NO_NODE && !s->lie_column)
        status = BR_NO_MEMORY;
    for (int c = 0; s->lie_column && c < e.columns; c++) {
        const br_quantity *q = &s->law->q[e.column[c]];
        s->lie_column[c] = (br_sys_block){.by = q->kind == BR_INPUT ? 'u' : 'p',
                                          .column = s->full.q_at[e.column[c]],
                                          .columns = br_tape_len(&s->full, q->dim)};
    }
    s->sys.lie_columns = e.columns;
    br_elementwise_free(&e);
    return status;
}

static br_status open_system(br_system *s, br_model *m, bool flows, br_diag *why)
{
    br_system fresh;
    memset(&fresh, 0, sizeof fresh);
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_STATE && m->law.q[q].rate == BR_NO_NODE)
            return br_complain(why, BR_BAD_LAW, &m->law.tokens, NULL, "state %s has no rate (%s' = ...)",
                               m->law.q[q].name, m->law.q[q].name);
    br_jet j, front;
    br_status status = br_jet_make(&j, &m->law, false, NULL);
    if (status != BR_OK)
        return status;
    front = br_jet_by_states(&j);
    fresh.law = &m->law;
    memcpy(fresh.n, m->n, sizeof fresh.n);
    status = br_tape_make(&fresh.value, &m->law, false, NULL, m->n);
    if (status == BR_OK)
        status = br_tape_make(&fresh.full, &m->law, false, &j, m->n);
    if (status == BR_OK)
        status = br_tape_make(&fresh.by_states, &m->law, false, &front, m->n);
    if (status == BR_OK && !(fresh.block = blocks(&fresh.full)))
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = mark_some(&fresh, &j);
    if (status == BR_OK)
        status = flow(&fresh, &j);
    if (status == BR_OK && m->law.njump > 0)
        status = br_tape_make_guards(&fresh.guards, &m->law, m->n);
    if (status == BR_OK && br_law_rows(&m->law, true, NULL) > 0)
        status = br_tape_make(&fresh.updates, &m->law, true, NULL, m->n);
    br_jet_free(&j);
    if (status == BR_OK)
        status = properties(&fresh, m);
    if (status != BR_OK) {
        br_system_close(&fresh);
        return status;
    }
    br_builtin b;
    if (br_builtin_find(m->law.name, &b) && b.text == m->law.tokens.text && as_printed(&m->law))
        fresh.code = b;
    if (!flows) {
        fresh.code.lie = NULL;
        fresh.code.single.lie = NULL;
        fresh.sys.lie_columns = 0;
    }
    fresh.sys.nx = m->nx;
    fresh.sys.nu = m->nu;
    fresh.sys.np = m->np;
    fresh.sys.nm = m->nm;
    fresh.sys.ny = fresh.value.nrow - m->nx;
    fresh.sys.njet = fresh.full.nblock;
    fresh.sys.njet_x = fresh.by_states.nblock;
    fresh.sys.block = fresh.block;
    fresh.sys.blocks = fresh.full.blocks;
    fresh.sys.rate = rate;
    fresh.sys.jet = jet;
    fresh.sys.jet_x = jet_x;
    fresh.sys.jet_some = fresh.code.rate_jet_some ? jet_some : NULL;
    if (fresh.code.lie) {
        fresh.sys.lie = lie;
        fresh.sys.lie_column = fresh.lie_column;
        fresh.sys.lie_held = fresh.code.lie(NULL, 0, NULL, NULL, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL);
    }
    fresh.sys.mode = m->law.njump > 0 ? mode : NULL;
    fresh.sys.step = fresh.updates.rows > 0 ? step : NULL;
    if (fresh.code.single.rate && !(fresh.single = br_system_float(&fresh.sys, &fresh.code.single, fresh.n))) {
        br_system_close(&fresh);
        return BR_NO_MEMORY;
    }
    *s = fresh;
    s->sys.self = s;
    return BR_OK;
}

br_status br_system_open(br_system *s, br_model *m, br_diag *why)
{
    return open_system(s, m, true, why);
}

br_status br_system_open_as_packed(br_system *s, br_model *m, br_diag *why)
{
    return open_system(s, m, false, why);
}

static void run_rounded(void *of, br_rounded what, int count, const double *x, const int *m, const double *u,
                        const double *p, int each, double *out, double *jets, int *next)
{
    const br_system *s = of;
    const br_tape *tape[] = {&s->value, &s->full, &s->by_states, &s->guards, &s->margins};
    br_point at = {.x = x, .u = u, .p = p, .m = m, .each = each != 0};
    if (what == BR_ROUNDED_MODE)
        br_tape_modes(tape[what], count, &at, next);
    else
        br_tape_run(tape[what], count, &at, out, jets);
}

struct brf_sys *br_system_round(br_system *s)
{
    br_tape *tape[] = {&s->value, &s->full, &s->by_states, &s->updates, &s->guards, &s->margins};
    for (int i = 0; i < 6; i++)
        if (tape[i]->law)
            br_tape_round(tape[i]);
    s->code = (br_builtin){0};
    s->sys.lie_held = 0;
    return br_system_rounding(&s->sys, run_rounded, s);
}

void br_system_close(br_system *s)
{
    br_tape_free(&s->value);
    br_tape_free(&s->full);
    br_tape_free(&s->by_states);
    br_tape_free(&s->guards);
    br_tape_free(&s->updates);
    br_tape_free(&s->margins);
    free(s->block);
    free(s->slope);
    free(s->lie_column);
    free(s->jump);
    free(s->single);
    memset(s, 0, sizeof *s);
}
