// enclosure.c - verified simulations in a program: bristle/enclosure.h.                    [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/log/table_record.h"
#include "api/simulate/enclosing.h"
#include "law/model/condition.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 10000000 };

static const br_enclosure_options defaults = {.size = sizeof defaults};

br_status br_enclosure_defaults(br_enclosure_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- errors of inputs

static br_status add_error(br_enclosure *e, const br_model *error, int q, br_diag *why)
{
    const br_model *m = &e->loaded.model;
    if (m->law.q[q].kind != BR_INPUT)
        return br_diag_fail(why, BR_BAD_USAGE, "enclosure: --error is for inputs; give the range of %s by --range",
                            m->law.q[q].name);
    for (int i = 0; i < br_model_len(m, q); i++) {
        double most = br_model_values(error, q)[i].hi;
        br_interval *off = &e->off[m->at[q] + i];
        if (!(most >= 0 && isfinite(most)))
            return br_diag_fail(why, BR_BAD_USAGE, "enclosure: --error of %s is below 0", m->law.q[q].name);
        *off = br_interval_add(*off, br_interval_of(-most, most));
    }
    return BR_OK;
}

// "v = 1e-5 m/s", and inputs that are ranges: those stand at their middles.
static br_status read_errors(br_enclosure *e, const char *list, br_diag *why)
{
    br_model *m = &e->loaded.model, error;
    br_given given = {.text = list, .size = list ? strlen(list) : 0, .origin = "--error"};
    e->off = calloc((size_t)m->nu + 1, sizeof *e->off);
    if (!e->off)
        return BR_NO_MEMORY;
    for (int j = 0; j < m->nu; j++) {
        br_interval middle = br_interval_of(br_interval_mid(m->u[j]), br_interval_mid(m->u[j]));
        if (br_interval_is_bounded(m->u[j]) && !br_interval_is_point(m->u[j])) {
            e->off[j] = br_interval_sub(m->u[j], middle);
            m->u[j] = middle;
        }
    }
    if (!list)
        return BR_OK;
    br_status status = br_model_open_given(&error, &e->loaded.from.source, &given, NULL, why);
    if (status != BR_OK)
        return status;
    for (int q = 0; q < m->law.nq && status == BR_OK; q++)
        if (error.origin[q] == BR_GIVEN)
            status = add_error(e, &error, q, why);
    br_model_close(&error);
    return status;
}

// ---------------------------------------------------------------- opening

// Two columns for each state, and for each output where the tube has them.
static br_status name_columns(br_enclosure *e, const br_record *plain, long long rows, br_diag *why)
{
    static const char *const end[] = {"lo", "hi"};
    br_record_head *head = calloc(2 * (size_t)plain->columns + 1, sizeof *head);
    char(*name)[BR_NAME_SIZE + 32] = calloc(2 * (size_t)plain->columns + 1, sizeof *name);
    e->name = calloc((size_t)plain->columns + 1, sizeof *e->name);
    br_status status = head && name && e->name ? BR_OK : BR_NO_MEMORY;
    int columns = 1;
    if (status == BR_OK)
        head[0] = (br_record_head){plain->column[0].name, plain->column[0].unit, plain->column[0].role};
    for (int c = 0; c < plain->columns && status == BR_OK; c++) {
        const br_record_column *of = &plain->column[c];
        if (of->role != BR_RECORD_STATE && (of->role != BR_RECORD_OUTPUT || e->has_stick))
            continue;
        snprintf(e->name[e->quantities++], sizeof *e->name, "%.*s", BR_NAME_SIZE + 26, of->name);
        for (int k = 0; k < 2; k++, columns++) {
            snprintf(name[columns], sizeof *name, "%.*s.%s", BR_NAME_SIZE + 26, of->name, end[k]);
            head[columns] = (br_record_head){name[columns], of->unit, of->role};
        }
    }
    if (status == BR_OK)
        status = br_record_open_named(&e->sim.record, head, columns, rows, why);
    free(head);
    free(name);
    return status;
}

static br_status open_record(br_enclosure *e, br_diag *why)
{
    br_simulation *s = &e->sim;
    double span = s->until - s->start, count = span / s->step;
    if (count > MOST_ROWS)
        return br_diag_fail(why, BR_BAD_USAGE, "enclosure: %.3g rows are too many; use a longer --step", count);
    long long whole = (long long)(count * (1 + 1e-12));
    s->rows = whole + 1 + ((double)whole * s->step < span * (1 - 1e-12));
    br_record plain;
    br_status status = br_record_open(&plain, s->model, 1, why);
    if (status != BR_OK)
        return status;
    status = name_columns(e, &plain, s->rows, why);
    br_record_close(&plain);
    return status;
}

static br_status prepare_tube(br_enclosure *e, const br_law *law, const br_enclosure_options *o, br_diag *why)
{
    br_simulation *s = &e->sim;
    br_status status = br_law_read_model(&e->loaded, law, o->range, "--range", why);
    if (status != BR_OK)
        return status;
    s->model = &e->loaded.model;
    s->who = "enclosure: ";
    status = br_model_complete(s->model, false, why);
    if (status == BR_OK && o->mode)
        status = br_model_set_mode(s->model, o->mode, why);
    if (status == BR_OK)
        status = br_model_must_hold(s->model, why);
    if (status == BR_OK && o->log)
        status = br_simulation_take_log(s, "br_enclosure_open", o->log, o->signals, o->linear != 0, why);
    if (status == BR_OK)
        status = br_simulation_set_times(s, o->until, o->step, why);
    if (status == BR_OK)
        status = br_source_fill(s->model, false, s->step);
    if (status == BR_OK)
        status = read_errors(e, o->error, why);
    if (status == BR_OK)
        status = br_simulation_read_inputs(s, o->input ? o->input : "", "--input", why);
    if (status == BR_OK)
        status = br_enclosure_begin_tube(e, why);
    return status == BR_OK ? open_record(e, why) : status;
}

static br_status check_options(const br_enclosure_options *o, br_diag *why)
{
    if (!isfinite(o->until) || !isfinite(o->step) || (o->until == 0 && !o->log))
        return br_diag_fail(why, BR_BAD_USAGE, "enclosure: `--until` says when it ends, and `--step` is finite");
    if (o->signals && !o->log)
        return br_diag_fail(why, BR_BAD_USAGE, "enclosure: `--signals` are columns of a log, and there is none");
    return BR_OK;
}

static const br_handle_kind kind = {"br_enclosure",
                                    "enclosure",
                                    "a law",
                                    sizeof(br_enclosure),
                                    sizeof(br_enclosure_options),
                                    sizeof(br_enclosure_options),
                                    false};

static br_status open_enclosure(br_enclosure **e, const br_law *law, const br_enclosure_options *o, br_diag *why)
{
    br_status status;
    br_enclosure_options with = defaults;
    br_enclosure *fresh = br_handle_begin(&kind, e && law, o, &with, &status, why);
    if (status == BR_OK)
        status = check_options(&with, why);
    if (status == BR_OK)
        status = prepare_tube(fresh, law, &with, why);
    if (status == BR_OK)
        *e = fresh;
    else
        br_enclosure_close(fresh);
    return status;
}

br_status br_enclosure_open(br_enclosure **e, const br_law *law, const br_enclosure_options *o, br_diag *why)
{
    return br_said(open_enclosure(e, law, o, why), why);
}

void br_enclosure_close(br_enclosure *e)
{
    if (!e)
        return;
    br_enclosure_end_tube(e);
    br_simulation_release(&e->sim);
    br_loaded_model_close(&e->loaded);
    free(e->off);
    free(e->name);
    free(e);
}

// ---------------------------------------------------------------- the run

static bool is_bounded(const br_enclosure *e)
{
    bool all = true;
    for (int i = 0; i < e->quantities; i++)
        all = all && isfinite(br_enclosure_bounds(e, i).lo) && isfinite(br_enclosure_bounds(e, i).hi);
    return all;
}

static void add_row(br_enclosure *e, double t)
{
    br_record *r = &e->sim.record;
    r->column[0].v[r->rows] = t;
    for (int i = 0; i < e->quantities; i++) {
        br_interval x = br_enclosure_bounds(e, i);
        r->column[1 + 2 * i].v[r->rows] = x.lo;
        r->column[2 + 2 * i].v[r->rows] = x.hi;
    }
    r->rows++;
}

typedef struct asking {
    int (*progress)(void *context, double share);
    void *context;
    double share;
    bool stopped;
} asking;

static bool go_on(void *asked)
{
    asking *a = asked;
    a->stopped = a->stopped || (a->progress && !a->progress(a->context, a->share));
    return !a->stopped;
}

static br_status fill_rows(br_enclosure *e, asking *a)
{
    const br_simulation *s = &e->sim;
    for (long long k = 0; k < s->rows && e->outcome != BR_ENCLOSURE_STOPPED; k++) {
        double t = s->start + (double)k * s->step;
        t = t < s->until ? t : s->until;
        br_status status = br_enclosure_to(e, t);
        if (status == BR_OK && !is_bounded(e))
            status = BR_NEGATIVE;
        if (status == BR_NEGATIVE)
            e->outcome = a->stopped ? BR_ENCLOSURE_STOPPED : BR_ENCLOSURE_LOST;
        if (status != BR_OK)
            return status;
        add_row(e, t);
        a->share = (double)k / (double)s->rows;
        if (!go_on(a) && k + 1 < s->rows)
            e->outcome = BR_ENCLOSURE_STOPPED;
    }
    if (e->outcome == BR_ENCLOSURE_STOPPED)
        return BR_NEGATIVE;
    e->outcome = BR_ENCLOSURE_COMPLETE;
    return BR_OK;
}

static br_status run_rows(br_enclosure *e, int (*progress)(void *context, double share), void *context, br_diag *why)
{
    if (!e)
        return br_diag_fail(why, BR_BAD_USAGE, "br_enclosure_run: an enclosure is needed");
    if (e->outcome != BR_ENCLOSURE_NONE || e->sim.ended)
        return br_diag_fail(why, BR_BAD_USAGE, "br_enclosure_run: it has run already; open another");
    e->sim.ended = true;
    asking a = {.progress = progress, .context = context};
    e->reach.go_on = go_on; // from row to row there may be millions of steps
    e->reach.context = &a;
    br_status status = fill_rows(e, &a);
    e->reach.go_on = NULL;
    e->reach.context = NULL;
    if (status == BR_NEGATIVE && e->sim.record.rows == 0)
        return br_diag_fail(why, status, "enclosure: no bounded set was found at the start");
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, status, "enclosure: %snothing is proved after %.9g s",
                            e->outcome == BR_ENCLOSURE_STOPPED ? "stopped: " : "", br_enclosure_reached(e));
    return status;
}

br_status br_enclosure_run(br_enclosure *e, int (*progress)(void *context, double share), void *context, br_diag *why)
{
    return br_said(run_rows(e, progress, context, why), why);
}

// ---------------------------------------------------------------- what is proved

static bool has_quantity(const br_enclosure *e, int i)
{
    return e && i >= 0 && i < e->quantities;
}

int br_enclosure_quantities(const br_enclosure *e)
{
    return e ? e->quantities : 0;
}

const char *br_enclosure_name(const br_enclosure *e, int i)
{
    return has_quantity(e, i) ? e->name[i] : NULL;
}

const char *br_enclosure_unit(const br_enclosure *e, int i)
{
    return has_quantity(e, i) ? e->sim.record.column[1 + 2 * i].unit : NULL;
}

int br_enclosure_index(const br_enclosure *e, const char *name)
{
    for (int i = 0; name && i < br_enclosure_quantities(e); i++)
        if (strcmp(e->name[i], name) == 0)
            return i;
    return -1;
}

size_t br_enclosure_rows(const br_enclosure *e)
{
    return e ? (size_t)e->sim.record.rows : 0;
}

const double *br_enclosure_times(const br_enclosure *e)
{
    return e ? e->sim.record.column[0].v : NULL;
}

const double *br_enclosure_lower(const br_enclosure *e, int i)
{
    return has_quantity(e, i) ? e->sim.record.column[1 + 2 * i].v : NULL;
}

const double *br_enclosure_upper(const br_enclosure *e, int i)
{
    return has_quantity(e, i) ? e->sim.record.column[2 + 2 * i].v : NULL;
}

br_status br_enclosure_table(const br_enclosure *e, br_table **table, br_diag *why)
{
    if (!e || !table)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_enclosure_table: an enclosure and a place for the handle are needed");
    return br_said(br_table_of_record(table, "enclosure", &e->sim.record, why), why);
}

br_enclosure_outcome br_enclosure_outcome_of(const br_enclosure *e)
{
    return e ? e->outcome : BR_ENCLOSURE_NONE;
}

double br_enclosure_begin(const br_enclosure *e)
{
    return e ? e->sim.start : (double)NAN;
}

double br_enclosure_reached(const br_enclosure *e)
{
    return e && e->sim.record.rows > 0 ? e->sim.record.column[0].v[e->sim.record.rows - 1] : (double)NAN;
}

long long br_enclosure_count(const br_enclosure *e, br_enclosure_count_of what)
{
    if (!e || (int)what < 0 || what > BR_ENCLOSURE_STEPS_A_ROW)
        return 0;
    long long rows = e->sim.record.rows,
              corner[] = {rows > 0 ? BR_ENCLOSURE_PARTS * (rows - 1) : 0, 0, BR_ENCLOSURE_PARTS};
    const long long other[] = {e->reach.steps, e->reach.undecided, 0};
    return e->has_stick ? corner[what] : other[what];
}
