// mechanism.c - `bristle simulate F.mech` and `bristle check F.mech`.             [host]
#include "num/base/fp.h"

#include "tool/mechanism/mechanism.h"

#include "file/page/html.h"
#include "tool/kit/deliver.h"
#include "tool/kit/number.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"
#include "tool/kit/said.h"
#include "tool/mechanism/sketch.h"
#include "tool/kit/table.h"
#include "tool/kit/tables.h"

#include <stdio.h>
#include <string.h>

typedef struct moved {
    br_mechanism *m;
    br_mechanism_motion_options o;
    br_mechanism_motion *r;
    br_table *prescribed, *table;
    tool_rows rows;
    br_buffer warnings; // a line each
    bool interrupted;   // before its end
    sketch drawn;
} moved;

bool mechanism_named(const char *model)
{
    size_t n = strlen(model);
    return n > 5 && strcmp(model + n - 5, ".mech") == 0;
}

// ---------------------------------------------------------------- as text

static void write_energy(br_buffer *out, const moved *v)
{
    br_buffer_print(
        out,
        "0 to %.9g s in steps of %.6g s, method %s; energy %.6g J more than at the start, %.6g J by drives, %.6g J to "
        "dampers and friction, %.3g J unaccounted\n",
        v->o.until, v->o.step, br_mechanism_motion_method(v->r),
        br_mechanism_motion_value(v->r, BR_MECHANISM_MOTION_GAINED),
        br_mechanism_motion_value(v->r, BR_MECHANISM_MOTION_WORKED),
        br_mechanism_motion_value(v->r, BR_MECHANISM_MOTION_LOST),
        br_mechanism_motion_value(v->r, BR_MECHANISM_MOTION_UNACCOUNTED));
}

static void write_summary(br_buffer *out, const moved *v)
{
    const char *summary = br_mechanism_summary(v->m);
    if (!summary)
        out->status = BR_NO_MEMORY;
    br_buffer_put(out, summary ? summary : "");
    if (v->prescribed)
        br_buffer_put(out, "forces that hold the mechanism to the given motion\n");
    else
        write_energy(out, v);
    text_lines(out, "warning", &v->warnings);
}

static void write_text(br_buffer *out, const moved *v)
{
    write_summary(out, v);
    br_buffer_put(out, "\n");
    table_text(out, &v->rows);
}

static void write_json(br_buffer *out, const moved *v)
{
    const br_mechanism *m = v->m;
    br_json j = {.out = out};
    br_json_open_file(&j, "motion");
    br_json_field_text(&j, "mechanism", br_mechanism_called(m));
    br_json_field_text(&j, "method", br_mechanism_motion_method(v->r));
    BR_JSON_NUMBERS(&j, {"bodies", br_mechanism_size(m, BR_MECHANISM_BODIES)}, {"blocks", br_mechanism_blocks(m)},
                    {"freedoms", br_mechanism_freedoms(m)}, {"rank", br_mechanism_rank(m)},
                    {"redundant", br_mechanism_redundant(m)},
                    {"max_constraint", br_mechanism_motion_value(v->r, BR_MECHANISM_MOTION_VIOLATION)},
                    {"rows", (double)v->rows.rows});
    if (!v->prescribed) {
        BR_JSON_NUMBERS(&j, {"step", v->o.step},
                        {"worked", br_mechanism_motion_value(v->r, BR_MECHANISM_MOTION_WORKED)},
                        {"lost", br_mechanism_motion_value(v->r, BR_MECHANISM_MOTION_LOST)});
    }
    br_json_field_lines(&j, "warnings", &v->warnings);
    table_json(&j, &v->rows);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

static const char *describe_column(const void *context, const tool_column *c)
{
    (void)context;
    return c->role == TOOL_TIME ? "time" : c->role == TOOL_STATE ? "motion" : "result";
}

static void draw_columns(br_plots *all, const moved *v)
{
    const double *t = rows_column(&v->rows, 0).v;
    for (int c = 1; c < v->rows.columns; c++) {
        char title[100];
        tool_column is = rows_column(&v->rows, c);
        report_over_time(title, sizeof title, is.name, is.unit);
        br_draw_curve(br_draw(all, title, "time", "s", is.name, is.unit, ""), NULL, t, is.v, v->rows.rows);
    }
}

static br_status draw_mechanism(moved *v)
{
    br_status status = sketch_open(&v->drawn, v->m);
    double t = 0;
    for (int i = 0; i < br_mechanism_motion_drawings(v->r) && status == BR_OK; i++) {
        const double *drawing = br_mechanism_motion_drawing(v->r, i, &t);
        sketch_add_frame(&v->drawn, v->m, drawing, t);
    }
    return status;
}

static br_status write_report(br_buffer *out, moved *v)
{
    br_plots o = {0};
    br_buffer words = {0};
    char name[120];
    br_status status = draw_mechanism(v);
    if (status != BR_OK)
        return status;
    draw_columns(&o, v);
    snprintf(name, sizeof name, "Motion of the mechanism %.80s", br_mechanism_called(v->m));
    report_open(out, name);
    table_answer(out, &v->rows);
    br_buffer_put(out, "<p>");
    br_html_text(out, br_mechanism_title(v->m));
    br_buffer_put(out, "</p>\n");
    write_summary(&words, v);
    report_words(out, &words);
    sketch_report(&v->drawn, v->m, out);
    report_plots(out, &o);
    table_report(out, &v->rows, describe_column, NULL);
    return report_close(out, &o, BR_OK);
}

static br_status deliver_motion(moved *v, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views views = {.json_rows = true};
    if (tool_makes_text(a))
        write_text(&views.text, v);
    if (a->json)
        write_json(&views.json, v);
    br_status status = a->report ? write_report(&views.report, v) : BR_OK;
    return tool_deliver_views(&views, &v->rows, status, a, out, why);
}

// ---------------------------------------------------------------- running

static br_status open_mechanism(br_mechanism **m, const char *path, br_diag *why)
{
    br_status status = br_mechanism_open(m, path, why);
    return tool_said(status == BR_NO_FILE ? BR_BAD_LAW : status, why); // as of a law
}

static br_status read_options(moved *v, const tool_args *a, br_diag *why)
{
    uint64_t seed = 0;
    v->o.method = a->method;
    if (!a->until)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: --until T is missing; see 'bristle simulate --help'");
    br_status status = tool_time("simulate", "--until", a->until, &v->o.until, why);
    if (status == BR_OK && a->step)
        status = tool_time("simulate", "--step", a->step, &v->o.step, why);
    if (status == BR_OK)
        status = tool_seed("simulate", a->seed, &seed, why);
    v->o.seed = seed;
    v->o.sensor_noise = a->seed != NULL;
    return status;
}

static br_status read_motion(moved *v, const tool_args *a, br_diag *why)
{
    v->o.signals = a->signals;
    br_status status = tool_table_handle(&v->prescribed, "simulate", a->inverse, a, why);
    v->o.motion = v->prescribed;
    return status;
}

static int shown(void *bar, double share)
{
    return progress_show(bar, share);
}

static tool_column column_at(const void *of, int c)
{
    static const tool_role role[] = {[BR_MECHANISM_MOTION_TIME] = TOOL_TIME,
                                     [BR_MECHANISM_MOTION_STATE] = TOOL_STATE,
                                     [BR_MECHANISM_MOTION_RESULT] = TOOL_OUTPUT_COLUMN};
    const moved *v = of;
    return (tool_column){br_table_name(v->table, c), br_table_unit(v->table, c),
                         role[br_mechanism_motion_role_of(v->r, c)], br_table_values(v->table, c)};
}

static void unload(const void *of)
{
    br_mechanism_motion_unload(((const moved *)of)->r);
}

static br_status run_motion(moved *v, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("simulating", a);
    br_status status = br_mechanism_motion_run(v->r, shown, &bar, why);
    progress_close(&bar);
    v->interrupted = status == BR_NEGATIVE && bar.interrupted;
    if (status == BR_NEGATIVE && why)
        *why = (br_diag){0};
    if (v->interrupted) // rows so far are valid
        status = BR_OK;
    if (status == BR_OK)
        status = br_mechanism_motion_table(v->r, &v->table, why);
    if (status != BR_OK)
        return status;
    v->rows = (tool_rows){v, br_table_columns(v->table), (long long)br_table_rows(v->table), column_at, unload};
    br_buffer_put(&v->warnings, br_mechanism_motion_warnings(v->r));
    return v->warnings.status;
}

static br_status move(moved *v, const char *path, const tool_args *a, br_diag *why)
{
    (void)br_mechanism_motion_defaults(&v->o, sizeof v->o);
    v->o.who = "bristle simulate: ";
    v->o.drawings = SKETCH_FRAMES;
    br_status status = open_mechanism(&v->m, path, why);
    if (status == BR_OK)
        status = a->inverse ? read_motion(v, a, why) : read_options(v, a, why);
    if (status == BR_OK)
        status = br_mechanism_motion_open(&v->r, v->m, &v->o, why);
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
    moved v = {0};
    status = move(&v, path, a, why);
    if (status == BR_OK)
        status = progress_partial(a, v.interrupted, deliver_motion(&v, a, out, why), why);
    sketch_close(&v.drawn);
    br_buffer_free(&v.warnings);
    br_table_close(v.table);
    br_mechanism_motion_close(v.r);
    br_table_close(v.prescribed);
    br_mechanism_close(v.m);
    return status;
}

br_status mechanism_check(const char *path, const tool_args *a, br_buffer *out, br_diag *why)
{
    if (a->params || a->at)
        return tool_complain(why, BR_BAD_USAGE, "bristle check: a mechanism takes no --params and no --at");
    br_mechanism *m = NULL;
    br_status status = open_mechanism(&m, path, why);
    if (status != BR_OK)
        return status;
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
