// input_design.c - inputs of plants that stick and slip, made for guaranteed bounds: designed, rehearsed and compared.      [host]
#include "num/base/fp.h"

#include "api/excite/input_design.h"
#include "num/base/elem.h"
#include "num/text/diag.h"
#include "num/text/number.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 100000 };

const char *const br_input_designs[BR_INPUT_DESIGNS] = {"tracking", "paper", "interval"};

const br_quantity *br_input_design_quantity(const br_input_design *w, int q)
{
    return &w->plant.model.law.q[q];
}

static bool tell(br_input_design *w)
{
    w->stopped = w->stopped || (w->go_on && !w->go_on(w->context, w->share));
    return !w->stopped;
}

// ---------------------------------------------------------------- the problem

br_status br_input_design_begin(br_input_design *w, br_diag *why)
{
    br_status status = br_stick_read(&w->stick, &w->plant.model.law, why);
    w->has_stick = status == BR_OK;
    if (status == BR_OK && !w->plant.model.exact)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%sa parameter of the plant is a range; give single values, and ranges by %srange",
                            w->says.who, w->says.dash);
    if (status == BR_OK)
        w->plant.model.m[0] = w->stick.mode[BR_FORWARD];
    return status;
}

br_status br_input_design_last(br_input_design *w, double duration, double step, br_diag *why)
{
    w->h = step;
    if (!(duration / step >= 20 && duration / step <= ROWS_MOST))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%.4g s in rows of %.4g s are not 20 to %d rows; change %sduration or %sstep",
                            w->says.who, duration, step, (int)ROWS_MOST, w->says.dash, w->says.dash);
    w->rows = (int)(duration / step + 0.5);
    w->all = w->rows + (int)(1 / step) + 12;
    return BR_OK;
}

br_status br_input_design_choose(br_input_design *w, br_diag *why)
{
    const br_model *m = &w->plant.model, *ranged = &w->ranged.model; // of one law
    br_design_options *o = &w->usual;
    *o = br_design_defaults();
    o->measured = m->at[w->stick.q];
    o->velocity = m->at[w->stick.w];
    o->input = m->at[w->stick.u];
    w->first = w->sharpen ? -1 : 0;
    for (int q = 0; q < m->law.nq; q++) {
        if (m->law.q[q].kind != BR_PARAM || br_interval_is_point(ranged->p[m->at[q]]))
            continue;
        if (o->params == BR_DESIGN_PARAMS || !br_interval_is_bounded(ranged->p[m->at[q]]))
            return br_diag_fail(why, BR_BAD_USAGE, "%s%srange needs 1 to %d ranges with two ends", w->says.who,
                                w->says.dash, (int)BR_DESIGN_PARAMS);
        if (w->sharpen && strcmp(w->sharpen, m->law.q[q].name) == 0)
            w->first = o->params;
        o->param[o->params] = m->at[q];
        o->range[o->params++] = br_interval_width(ranged->p[m->at[q]]);
    }
    if (o->params == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%srange has no range; write 'alpha = 3..6 1/s'", w->says.who,
                            w->says.dash);
    o->pieces = w->pieces;
    o->coefficients = w->coefficients;
    o->duration = w->rows * w->h;
    o->sd = w->error;
    o->least = 0;
    o->most = w->limit;
    return BR_OK;
}

// ---------------------------------------------------------------- searching

static void sample_torque(br_designed_input *c, const br_input_design *w)
{
    for (int k = 0; k < w->rows; k++)
        c->torque[k] = br_min(br_design_input(&c->o, c->made.c, k * w->h), w->limit); // sums of shares round
}

// The position may come as far as `far` with the numbers of the plant.
static br_status design(br_input_design *w, int i, const br_design_options *usual, double far, br_diag *why)
{
    br_designed_input *c = &w->input[i];
    br_design *d;
    c->o = *usual;
    c->o.distance = c->o.far = far;
    c->o.fisher = i == BR_INPUT_FISHER;
    c->o.terminal = i == BR_INPUT_FISHER ? 1e-4 / (far * far) : 0;
    if (i == BR_INPUT_PAPER) { // (20): shares of the ranges, in which 1 % of the way counts as much as 1 % of a range
        c->o.sharpen = w->first < 0 ? 0 : w->first;
        for (int l = 0; l < c->o.params; l++)
            c->o.kappa[l] = 1e-4 * c->o.range[l] * c->o.range[l];
    }
    for (int j = 0; j < c->o.coefficients; j++)
        c->made.c[j] = i == BR_INPUT_TRACKING ? 0.5 * w->limit : w->input[BR_INPUT_TRACKING].made.c[j];
    br_status status = br_design_open(&d, &w->plant.model, &c->o);
    if (status != BR_OK)
        return br_diag_fail(why, status, "%sno input signal exists for %s", w->says.who, w->plant.model.law.name);
    br_design_search(d, &c->made);
    br_design_close(d);
    sample_torque(c, w);
    return BR_OK;
}

// From rest along a torque, with parameters p, which are numbers or ranges.
static br_status go_along(const br_input_design *w, const br_interval *p, const double *torque, br_input_path *to)
{
    br_pace pace;
    br_tube x = br_tube_at_rest(br_interval_of(0, 0));
    br_status status = br_pace_make(&pace, &w->stick, p, w->h);
    to->q_most = to->w_most = 0;
    to->moves = false;
    for (int k = 0; k < w->all && status == BR_OK; k++) {
        br_states at = br_tube_hull(&x);
        to->q[k] = br_interval_mid(at.q);
        to->q_half[k] = br_interval_rad(at.q);
        to->w[k] = br_interval_mid(at.w);
        to->w_half[k] = br_interval_rad(at.w);
        to->q_most = br_max(to->q_most, br_interval_mag(at.q));
        to->w_most = br_max(to->w_most, br_interval_mag(at.w));
        to->moves = to->moves || x.states[BR_FORWARD].on || x.states[BR_BACKWARD].on;
        br_corner_step(&pace, br_interval_of(torque[k], torque[k]), &x);
    }
    return status;
}

static br_status design_for_all(br_input_design *w, int i, const br_design_options *usual, double far, br_diag *why)
{
    br_status status = design(w, i, usual, far, why);
    return status == BR_OK ? go_along(w, w->ranged.model.p, w->input[i].torque, &w->input[i].ranged) : status;
}

// The move is made shorter until the position stays within its limit for all parameters of the ranges, and uses most of it.
static br_status design_within(br_input_design *w, int i, const br_design_options *usual, br_diag *why)
{
    enum { TRIES = 8 };
    double far = w->way, low = 0, high = DBL_MAX; // low: stayed within, high: did not
    for (int n = 0; n < TRIES; n++) {
        w->share = (i + (double)n / TRIES) / BR_INPUT_DESIGNS;
        if (!tell(w))
            return BR_NEGATIVE;
        br_status status = design_for_all(w, i, usual, far, why);
        double most = w->input[i].ranged.q_most;
        bool within = most <= w->way;
        if (status != BR_OK || (within && (n == 0 || most >= 0.9 * w->way)))
            return status;
        low = within ? far : low;
        high = within ? high : far;
        far *= 0.95 * w->way / most;
        if (!(far > low && far < high))
            far = 0.5 * (low + high);
    }
    if (low > 0)
        return design_for_all(w, i, usual, low, why);
    return br_diag_fail(why, BR_NEGATIVE,
                        "%sno input found that keeps %s within %.4g %s for all parameters of the ranges; use a shorter "
                        "%sduration or narrower ranges",
                        w->says.who, br_input_design_quantity(w, w->stick.q)->name, w->way,
                        br_input_design_quantity(w, w->stick.q)->si_text, w->says.dash);
}

static bool show_progress(void *of, const br_paving_state *at)
{
    br_input_design *w = of;
    (void)at;
    return tell(w);
}

// Its log, with a second of rest behind it, and what that bounds.
static br_status rehearse(br_input_design *w, int i)
{
    br_designed_input *c = &w->input[i];
    const br_model *m = &w->ranged.model;
    br_paving_options o = br_paving_defaults();
    br_rehearsal r = {.rows = w->all,
                      .h = w->h,
                      .count = 2 * w->error,
                      .torque = c->torque,
                      .u = w->u,
                      .q = w->q,
                      .stands = w->stands};
    br_rehearsal_start(&r);
    br_status status = br_rehearse(&r, &w->stick, w->plant.model.p, 0, w->all);
    br_evidence e = br_rehearsed(&r);
    o.go_on = show_progress;
    o.context = w;
    for (int j = 0; j < m->np; j++)
        o.range[j] = m->p[j];
    if (status == BR_OK)
        status = br_paving_make(&c->found, &w->stick, &e, &o);
    c->has_found = status == BR_OK;
    return status == BR_OK ? go_along(w, w->plant.model.p, c->torque, &c->likely) : status;
}

static double *rows_of(const br_input_design *w, int columns)
{
    return calloc((size_t)w->all * (size_t)columns, sizeof(double));
}

static void set_columns(br_input_path *p, double *at, size_t rows)
{
    p->q = at;
    p->q_half = at + rows;
    p->w = at + 2 * rows;
    p->w_half = at + 3 * rows;
}

static br_status allocate_rows(br_input_design *w)
{
    size_t rows = (size_t)w->all;
    for (int i = 0; i < BR_INPUT_DESIGNS; i++) {
        br_designed_input *c = &w->input[i];
        c->torque = rows_of(w, 9);
        if (!c->torque)
            return BR_NO_MEMORY;
        set_columns(&c->likely, c->torque + rows, rows);
        set_columns(&c->ranged, c->torque + 5 * rows, rows);
    }
    w->u = calloc(rows, sizeof *w->u);
    w->q = calloc(rows, sizeof *w->q);
    w->stands = calloc(rows, sizeof *w->stands);
    return w->u && w->q && w->stands ? BR_OK : BR_NO_MEMORY;
}

// The largest input held all the time: what that does not move, no input will.
static br_status check_torque(br_input_design *w, br_diag *why)
{
    br_designed_input *c = &w->input[BR_INPUT_TRACKING];
    for (int k = 0; k < w->rows; k++)
        c->torque[k] = w->limit;
    br_status status = go_along(w, w->plant.model.p, c->torque, &c->likely);
    if (status != BR_OK || c->likely.moves)
        return status;
    return br_diag_fail(why, BR_NEGATIVE, "%s%s of %.4g %s never moves %s as %sparams has it", w->says.who,
                        br_input_design_quantity(w, w->stick.u)->name, w->limit,
                        br_input_design_quantity(w, w->stick.u)->si_text, w->plant.model.law.name, w->says.dash);
}

br_status br_input_design_search(br_input_design *w, br_diag *why)
{
    br_diag said = {0};
    br_status status = allocate_rows(w);
    if (status == BR_OK)
        status = check_torque(w, &said);
    for (int i = 0; i < BR_INPUT_DESIGNS && status == BR_OK; i++) {
        status = design_within(w, i, &w->usual, &said);
        if (status == BR_OK)
            status = rehearse(w, i);
    }
    if (why)
        *why = said;
    if (status == BR_NEGATIVE && !said.text[0] && !w->stopped)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%srange: friction supplies energy somewhere in the ranges; use narrower ranges",
                            w->says.who, w->says.dash);
    return status == BR_OK && w->stopped ? BR_NEGATIVE : status;
}

br_status br_input_design_fill_record(const br_input_design *w, br_record *to, br_diag *why)
{
    const br_quantity *u = br_input_design_quantity(w, w->stick.u);
    const br_record_head head[] = {{"t", "s", BR_RECORD_TIME}, {u->name, u->si_text, BR_RECORD_INPUT}};
    br_status status = br_record_open_named(to, head, 2, w->rows, why);
    for (int k = 0; k < w->rows && status == BR_OK; k++) {
        to->column[0].v[k] = k * w->h;
        to->column[1].v[k] = w->input[w->wanted].torque[k];
        to->rows++;
    }
    return status;
}

void br_input_design_free(br_input_design *w)
{
    for (int i = 0; i < BR_INPUT_DESIGNS; i++) {
        if (w->input[i].has_found)
            br_paving_free(&w->input[i].found);
        free(w->input[i].torque);
    }
    if (w->has_stick)
        br_stick_free(&w->stick);
    if (w->has_ranged)
        br_loaded_model_close(&w->ranged);
    if (w->has_plant)
        br_loaded_model_close(&w->plant);
    free(w->u);
    free(w->q);
    free(w->stands);
}

// ---------------------------------------------------------------- results

const char *br_input_design_param(const br_input_design *w, int l)
{
    const br_model *m = &w->plant.model;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_PARAM && m->at[q] == w->usual.param[l])
            return m->law.q[q].name;
    return "";
}

double br_input_design_width(const br_input_design *w, int input, int l)
{
    return br_interval_width(w->input[input].found.p[w->usual.param[l]]);
}

// How far the wanted input takes the plant, whatever its parameters are.
void br_input_design_show_reach(br_buffer *out, const br_input_design *w)
{
    const br_input_path *p = &w->input[w->wanted].ranged;
    const br_quantity *q = br_input_design_quantity(w, w->stick.q), *v = br_input_design_quantity(w, w->stick.w);
    char far[BR_NUMBER_SIZE], fast[BR_NUMBER_SIZE]; // rounded up: they are proved
    br_number_write_above(far, p->q_most, 4);
    br_number_write_above(fast, p->w_most, 4);
    br_buffer_print(out, "for all parameters of the ranges %s stays within %s of %.4g %s, %s within %s %s\n", q->name,
                    far, w->way, q->si_text, v->name, fast, v->si_text);
}

void br_input_design_show_better(br_buffer *out, const br_input_design *w)
{
    for (int i = 0; i < BR_INPUT_DESIGNS; i++) {
        bool better = i != w->wanted;
        for (int l = 0; l < w->usual.params; l++)
            better = better && br_input_design_width(w, i, l) < br_input_design_width(w, w->wanted, l);
        if (better)
            br_buffer_print(out, "note: %s gives smaller widths of all parameters; use kind %s\n", br_input_designs[i],
                            br_input_designs[i]);
    }
}
