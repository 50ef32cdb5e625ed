// simulate_verified.c - `bristle simulate --verified`: where a model can be, with proof.       [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "file/json/json.h"
#include "num/text/interval_text.h"
#include "num/text/piece.h"
#include "tool/kit/deliver.h"
#include "tool/kit/law.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"
#include "tool/kit/report.h"
#include "tool/kit/said.h"
#include "tool/kit/table.h"
#include "tool/kit/tables.h"
#include "tool/kit/terminal.h"
#include "tool/simulate/simulate.h"

#include <bristle/enclosure.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct verified {
    br_law *law;
    br_table *log;
    br_enclosure *is;
    br_table *table; // its rows
    tool_rows rows;
    bool lost;    // no bounded set was found after the last row
    bool stopped; // by Ctrl-C or the like: what is proved by then holds
} verified;

static br_status refuse_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--method", a->method},
                               {"--tolerance", a->tolerance},
                               {"--sensor", a->sensor},
                               {"--inverse", a->inverse},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: %s cannot be used with --verified", other);
    return BR_OK;
}

// ---------------------------------------------------------------- opening

static br_status said(br_status status, br_diag *why)
{
    bool of_start = status == BR_BAD_USAGE && strcmp(br_diag_member(why), "mode") == 0 && br_diag_place(why, 0) < 0;
    const char *who = of_start ? "bristle simulate: --verified: " : "bristle simulate: ";
    return tool_said_by(who, "enclosure: ", status, why);
}

static br_status open_law(verified *w, const tool_args *a, const char *model, br_diag *why)
{
    br_status status = tool_law_open(&w->law, model, a->params, a->at, why);
    if (status == BR_OK && a->range)
        status = tool_law_set(w->law, "--range", a->range, why);
    return status == BR_OK ? tool_law_check(w->law, why) : status;
}

static br_status open_tube(verified *w, const tool_args *a, br_diag *why)
{
    const char *model, *file;
    br_enclosure_options o;
    (void)br_enclosure_defaults(&o, sizeof o);
    o.input = a->input;
    o.signals = a->signals;
    o.linear = a->linear;
    o.error = a->error;
    o.mode = a->mode;
    br_status status = simulation_operands(a, &model, &file, why);
    if (status == BR_OK)
        status = open_law(w, a, model, why);
    if (status == BR_OK && file)
        status = tool_table_handle(&w->log, "simulate", file, a, why);
    if (status == BR_OK)
        status = simulation_times(a, file != NULL, &o.until, &o.step, why);
    o.log = w->log;
    return status == BR_OK ? said(br_enclosure_open(&w->is, w->law, &o, why), why) : status;
}

// ---------------------------------------------------------------- the run

static int shown(void *bar, double share)
{
    return progress_show(bar, share) && !watch_stopped();
}

// t, then NAME.lo and NAME.hi of each quantity; their names are those of the table.
static tool_column tube_column(const void *of, int c)
{
    const verified *w = of;
    int i = (c - 1) / 2;
    if (c == 0)
        return (tool_column){"t", "s", TOOL_TIME, br_enclosure_times(w->is)};
    const char *name = br_enclosure_name(w->is, i);
    bool state = br_law_index(w->law, BR_LAW_STATES, name) >= 0;
    return (tool_column){br_table_name(w->table, c), br_enclosure_unit(w->is, i),
                         state ? TOOL_STATE : TOOL_OUTPUT_COLUMN,
                         c % 2 ? br_enclosure_lower(w->is, i) : br_enclosure_upper(w->is, i)};
}

static br_status take_rows(verified *w, br_diag *why)
{
    w->rows =
        (tool_rows){w, 1 + 2 * br_enclosure_quantities(w->is), (long long)br_enclosure_rows(w->is), tube_column, NULL};
    return br_enclosure_table(w->is, &w->table, why);
}

static br_status run_tube(verified *w, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("simulating", a);
    watch_open();
    br_status status = said(br_enclosure_run(w->is, shown, &bar, why), why);
    watch_close();
    progress_close(&bar);
    w->stopped = br_enclosure_outcome_of(w->is) == BR_ENCLOSURE_STOPPED;
    w->lost = br_enclosure_outcome_of(w->is) == BR_ENCLOSURE_LOST && br_enclosure_rows(w->is) > 0;
    if (status != BR_OK && !w->stopped && !w->lost)
        return status;
    *why = (br_diag){0}; // what is proved is reported first
    return take_rows(w, why);
}

// ---------------------------------------------------------------- showing

static void write_steps(br_buffer *out, const verified *w)
{
    long long parts = br_enclosure_count(w->is, BR_ENCLOSURE_STEPS_A_ROW);
    if (parts > 0)
        br_buffer_print(out, "corner trajectories, %lld steps per row", parts);
    else
        br_buffer_print(out, "%lld steps, %lld undecided, where a rate may jump",
                        br_enclosure_count(w->is, BR_ENCLOSURE_STEPS),
                        br_enclosure_count(w->is, BR_ENCLOSURE_UNDECIDED));
}

static br_interval at_end(const verified *w, int i)
{
    size_t last = br_enclosure_rows(w->is) - 1;
    return br_interval_of(br_enclosure_lower(w->is, i)[last], br_enclosure_upper(w->is, i)[last]);
}

static void write_text(br_buffer *out, const verified *w)
{
    double reached = br_enclosure_reached(w->is);
    tool_law_name(out, w->law);
    br_buffer_print(out, ": verified from %.9g to %.9g s in %lld rows; ", br_enclosure_begin(w->is), reached,
                    w->rows.rows);
    write_steps(out, w);
    br_buffer_put(out, "\nat the end every solution lies in\n");
    for (int i = 0; i < br_enclosure_quantities(w->is); i++) {
        char between[BR_INTERVAL_SIZE];
        br_interval_write(between, at_end(w, i), 9);
        br_buffer_print(out, "  %-8s %s %s, width ", br_enclosure_name(w->is, i), between, br_enclosure_unit(w->is, i));
        br_buffer_about(out, br_interval_width(at_end(w, i)), 3);
        br_buffer_put(out, "\n");
    }
    if (w->lost)
        br_buffer_print(out, "lost: no bounded set was found after %.9g s; narrower ranges may get further\n", reached);
    if (w->stopped)
        br_buffer_print(out, "interrupted: the tube holds until %.9g s, nothing is claimed after it\n", reached);
}

static void write_json(br_buffer *out, const verified *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "tube");
    br_json_field_text(&j, "model", br_law_name(w->law));
    br_json_field_number(&j, "verified_until", br_enclosure_reached(w->is));
    br_json_field_bool(&j, "lost", w->lost);
    br_json_field_bool(&j, "interrupted", w->stopped);
    br_json_field_number(&j, "steps", (double)br_enclosure_count(w->is, BR_ENCLOSURE_STEPS));
    br_json_field_number(&j, "undecided", (double)br_enclosure_count(w->is, BR_ENCLOSURE_UNDECIDED));
    br_json_field_open(&j, "end", '{');
    for (int i = 0; i < br_enclosure_quantities(w->is); i++) {
        br_json_key(&j, br_enclosure_name(w->is, i));
        br_json_open(&j, '{');
        br_json_field_number(&j, "lo", at_end(w, i).lo);
        br_json_field_number(&j, "hi", at_end(w, i).hi);
        br_json_field_text(&j, "unit", br_enclosure_unit(w->is, i));
        br_json_close(&j);
    }
    br_json_close(&j);
    table_json(&j, &w->rows);
    br_json_close(&j);
}

static void draw_tube(br_plots *o, const verified *w, int i, double *middle, double *half)
{
    const double *lo = br_enclosure_lower(w->is, i), *hi = br_enclosure_upper(w->is, i), *t = br_enclosure_times(w->is);
    long long rows = w->rows.rows;
    char title[100], name[100];
    snprintf(name, sizeof name, "%.90s", br_enclosure_name(w->is, i));
    report_over_time(title, sizeof title, name, br_enclosure_unit(w->is, i));
    for (long long k = 0; k < rows; k++) {
        middle[k] = 0.5 * (lo[k] + hi[k]);
        half[k] = 0.5 * (hi[k] - lo[k]);
    }
    br_plot *p = br_draw(o, title, "time", "s", name, br_enclosure_unit(w->is, i), "Every solution stays in the band.");
    br_draw_curve(p, "middle", t, middle, rows);
    br_draw_band(p, "tube", t, middle, half, 1, rows);
}

// What the tube is of, as it was asked for.
static void write_asked(br_buffer *out, const tool_args *a)
{
    const char *const asked[][2] = {{"parameters", a->params}, {"values", a->at},       {"ranges", a->range},
                                    {"input", a->input},       {"signals", a->signals}, {"errors of inputs", a->error}};
    br_buffer_put(out, "<p>");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        if (!asked[i][1])
            continue;
        br_buffer_print(out, "%s: <code>", asked[i][0]);
        br_html_text(out, asked[i][1]);
        br_buffer_put(out, "</code><br>\n");
    }
    br_buffer_put(out, "</p>\n");
}

static br_status write_report(br_buffer *out, const verified *w, const tool_args *a)
{
    size_t rows = (size_t)w->rows.rows;
    br_plots o = {0};
    br_buffer name = {0};
    double *middle = calloc(rows + 1, sizeof *middle), *half = calloc(rows + 1, sizeof *half);
    for (int i = br_enclosure_quantities(w->is) - 1; i >= 0 && middle && half; i--)
        draw_tube(&o, w, i, middle, half);
    br_status status = middle && half ? BR_OK : BR_NO_MEMORY;
    free(middle);
    free(half);
    tool_law_name(&name, w->law);
    br_buffer_put(&name, ", verified");
    report_open(out, name.text ? name.text : "");
    br_buffer answer = {0};
    br_buffer_print(
        &answer,
        "From %.9g to %.9g s every solution for values within the ranges lies in the tubes, rounding errors "
        "included.",
        br_enclosure_begin(w->is), br_enclosure_reached(w->is));
    report_answer(out, &answer);
    br_buffer_put(out, "<p class=\"dim\">");
    write_steps(out, w);
    br_buffer_put(out, ".</p>\n");
    write_asked(out, a);
    report_plots(out, &o);
    br_buffer_free_into(&name, &out->status);
    return report_close(out, &o, status);
}

// ---------------------------------------------------------------- together

static br_status deliver_tubes(const verified *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    if (tool_makes_text(a))
        write_text(&v.text, w);
    if (a->json)
        write_json(&v.json, w);
    br_status status = a->report ? write_report(&v.report, w, a) : BR_OK;
    status = tool_deliver_views(&v, &w->rows, status, a, out, why);
    if (status == BR_OK && (w->lost || w->stopped))
        return tool_complain(why, BR_NEGATIVE, "bristle simulate: %snothing is proved after %.9g s",
                             w->stopped ? "interrupted: " : "", br_enclosure_reached(w->is));
    return status;
}

br_status verified_simulate(const tool_args *a, br_buffer *out, br_diag *why)
{
    verified w = {0};
    br_status status = refuse_options(a, why);
    if (status == BR_OK)
        status = open_tube(&w, a, why);
    if (status == BR_OK)
        status = run_tube(&w, a, why);
    if (status == BR_OK)
        status = deliver_tubes(&w, a, out, why);
    br_table_close(w.table);
    br_enclosure_close(w.is);
    br_table_close(w.log);
    br_law_close(w.law);
    return status;
}
