// mechanism.c - `bristle simulate F.mech` and `bristle check F.mech`.             [host]
#include "num/base/fp.h"

#include "tool/mechanism/mechanism.h"

#include "api/mechanism/motion.h"
#include "file/page/html.h"
#include "file/disk/whole.h"
#include "tool/kit/raw_tables.h"
#include "tool/kit/deliver.h"
#include "tool/kit/number.h"
#include "tool/kit/record_rows.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"
#include "tool/kit/said.h"
#include "tool/mechanism/sketch.h"
#include "tool/kit/table.h"
#include "tool/kit/tables.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

typedef struct moved {
    br_mechanism_motion r;
    bool interrupted; // before its end
    sketch drawn;
} moved;

bool mechanism_named(const char *model)
{
    size_t n = strlen(model);
    return n > 5 && strcmp(model + n - 5, ".mech") == 0;
}

// ---------------------------------------------------------------- as text

static void write_energy(br_buffer *out, const br_mechanism_motion *r)
{
    double gained = r->record.column[r->record.columns - 1].v[r->record.rows - 1], turned;
    br_buffer_print(
        out,
        "0 to %.9g s in steps of %.6g s, method %s; energy %.6g J more than at the start, %.6g J by drives, %.6g J to "
        "dampers and friction, %.3g J unaccounted\n",
        r->until, r->step, r->scheme->name, gained, r->w.s.worked, r->w.s.lost, br_motion_unaccounted(r, &turned));
}

static void write_summary(br_buffer *out, const br_mechanism_motion *r)
{
    br_machine_write_size(out, &r->w);
    if (r->scheme)
        write_energy(out, r);
    else
        br_buffer_put(out, "forces that hold the mechanism to the given motion\n");
    text_lines(out, "warning", &r->w.warnings);
}

static void write_text(br_buffer *out, const br_mechanism_motion *r)
{
    write_summary(out, r);
    br_buffer_put(out, "\n");
    table_text(out, RECORD_ROWS(&r->record));
}

static void write_json(br_buffer *out, const br_mechanism_motion *r)
{
    const br_machine *w = &r->w;
    br_json j = {.out = out};
    br_json_open_file(&j, "motion");
    br_json_field_text(&j, "mechanism", w->m.name);
    br_json_field_text(&j, "method", r->scheme ? r->scheme->name : "inverse");
    BR_JSON_NUMBERS(&j, {"bodies", w->m.bodies}, {"blocks", w->m.blocks}, {"freedoms", br_machine_freedoms(w)},
                    {"rank", w->rank}, {"redundant", w->m.rigid - w->rank}, {"max_constraint", r->violation},
                    {"rows", (double)r->record.rows});
    if (r->scheme) {
        BR_JSON_NUMBERS(&j, {"step", r->step}, {"worked", w->s.worked}, {"lost", w->s.lost});
    }
    br_json_field_lines(&j, "warnings", &w->warnings);
    table_json(&j, RECORD_ROWS(&r->record));
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

static const char *describe_column(const void *context, const tool_column *c)
{
    (void)context;
    return c->role == TOOL_TIME ? "time" : c->role == TOOL_STATE ? "motion" : "result";
}

static br_status write_report(br_buffer *out, const moved *v)
{
    const br_record *r = &v->r.record;
    const br_mech *m = &v->r.w.m;
    br_plots o = {0};
    br_buffer words = {0};
    for (int c = 1; c < r->columns; c++) {
        char title[100];
        const char *quantity = report_quantity(r->column[c].unit);
        snprintf(title, sizeof title, "%s%s%.60s over time", quantity, *quantity ? " " : "", r->column[c].name);
        *title = (char)(*title >= 'a' && *title <= 'z' ? *title - 'a' + 'A' : *title);
        br_draw_curve(br_draw(&o, title, "time", "s", r->column[c].name, r->column[c].unit, ""), NULL, r->column[0].v,
                      r->column[c].v, r->rows);
    }
    char name[120];
    snprintf(name, sizeof name, "Motion of the mechanism %.80s", m->name);
    report_open(out, name);
    table_answer(out, RECORD_ROWS(r));
    br_buffer_put(out, "<p>");
    br_html_text(out, m->title);
    br_buffer_put(out, "</p>\n");
    write_summary(&words, &v->r);
    report_words(out, &words);
    sketch_report(&v->drawn, m, out);
    report_plots(out, &o);
    table_report(out, RECORD_ROWS(r), describe_column, NULL);
    return report_close(out, &o, BR_OK);
}

static br_status deliver_motion(const moved *m, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    if (tool_makes_text(a))
        write_text(&v.text, &m->r);
    if (a->json)
        write_json(&v.json, &m->r);
    br_status status = a->report ? write_report(&v.report, m) : BR_OK;
    return tool_deliver_views(&v, RECORD_ROWS(&m->r.record), status, a, out, why);
}

// ---------------------------------------------------------------- running

static br_status open_text(const char *path, char **text, size_t *size, br_diag *why)
{
    br_status status = br_file_read(path, BR_MAX_TEXT, text, size, why);
    return status == BR_NO_FILE ? BR_BAD_LAW : status; // as of a law
}

static br_status read_options(br_mechanism_motion *r, const tool_args *a, br_diag *why)
{
    double until = 0, step = 1e-3;
    br_status status = br_motion_set_method(r, a->method, why);
    if (status == BR_OK && !a->until)
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle simulate: --until T is missing; see 'bristle simulate --help'");
    if (status == BR_OK)
        status = tool_time("simulate", "--until", a->until, &until, why);
    if (status == BR_OK && a->step)
        status = tool_time("simulate", "--step", a->step, &step, why);
    if (status == BR_OK)
        status = tool_seed("simulate", a->seed, &r->seed, why);
    r->noise = a->seed != NULL;
    return status == BR_OK ? br_motion_set_times(r, until, step, why) : status;
}

static br_status read_motion(br_mechanism_motion *r, const tool_args *a, br_diag *why)
{
    br_rows table = {0};
    br_status status = tool_table_open(&table, "simulate", a->inverse, a, why);
    if (status != BR_OK)
        return status;
    status = br_motion_prescribe(r, table, a->inverse, a->signals, why);
    br_rows_close(table);
    return status;
}

static void draw_row(void *context, long long k, long long rows, const br_moving *s)
{
    sketch *drawn = context;
    if (drawn->frames < SKETCH_FRAMES && k * (SKETCH_FRAMES - 1) >= drawn->frames * (rows - 1))
        sketch_add_frame(drawn, drawn->frames, s->t, s);
}

static int shown(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status run_motion(moved *v, const tool_args *a, br_diag *why)
{
    v->r.on_row = draw_row;
    v->r.on_row_context = &v->drawn;
    progress bar = progress_open("simulating", a);
    br_status status = br_motion_run(&v->r, shown, &bar, why);
    progress_close(&bar);
    v->interrupted = v->r.interrupted && bar.interrupted;
    if (v->r.interrupted && why)
        *why = (br_diag){0};
    return v->interrupted ? BR_OK : status; // rows so far are valid
}

static br_status move(moved *v, const char *path, const tool_args *a, br_diag *why)
{
    size_t size = 0;
    v->r.who = "bristle simulate: ";
    v->r.dash = "--";
    v->r.origin = "--inverse";
    br_status status = open_text(path, &v->r.text, &size, why);
    if (status == BR_OK)
        status = br_motion_open_machine(&v->r, path, size, why);
    if (status == BR_OK)
        status = sketch_open(&v->drawn, &v->r.w.m);
    if (status == BR_OK)
        status = a->inverse ? read_motion(&v->r, a, why) : read_options(&v->r, a, why);
    return status == BR_OK ? run_motion(v, a, why) : status;
}

// ---------------------------------------------------------------- commands

static br_status refuse_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--params", a->params},
                               {"--at", a->at},
                               {"--input", a->input},
                               {"--linear", a->linear},
                               {"--mode", a->mode},
                               {"--tolerance", a->tolerance},
                               {"--sensor", a->sensor},
                               {"second argument", a->noperands > 1},
                               {"--signals without --inverse", a->signals && !a->inverse},
                               {"--until with --inverse", a->until && a->inverse},
                               {"--step with --inverse", a->step && a->inverse},
                               {"--method with --inverse", a->method && a->inverse},
                               {"--seed with --inverse", a->seed && a->inverse},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: a mechanism takes no %s", other);
    return BR_OK;
}

br_status mechanism_simulate(const char *path, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = refuse_options(a, why);
    if (status != BR_OK)
        return status;
    moved *v = calloc(1, sizeof *v); // large: no load for a small stack
    if (!v)
        return BR_NO_MEMORY;
    status = move(v, path, a, why);
    if (status == BR_OK)
        status = progress_partial(a, v->interrupted, deliver_motion(v, a, out, why), why);
    sketch_close(&v->drawn);
    br_motion_release(&v->r);
    free(v);
    return status;
}

br_status mechanism_check(const char *path, const tool_args *a, br_buffer *out, br_diag *why)
{
    if (a->params || a->at)
        return tool_complain(why, BR_BAD_USAGE, "bristle check: a mechanism takes no --params and no --at");
    br_mechanism *m = NULL;
    br_status status = br_mechanism_open(&m, path, why);
    if (status != BR_OK)
        return tool_said(status == BR_NO_FILE ? BR_BAD_LAW : status, why); // as of a law
    const char *found = br_mechanism_check(m), *line = br_mechanism_warnings(m);
    br_buffer_put(out, found ? found : "");
    for (size_t size; *line; line += size + (line[size] == '\n')) {
        size = strcspn(line, "\n");
        br_buffer_put(out, "warning: ");
        br_buffer_safe(out, line, size);
        br_buffer_put(out, "\n");
    }
    br_mechanism_close(m);
    return found ? BR_OK : BR_NO_MEMORY;
}
