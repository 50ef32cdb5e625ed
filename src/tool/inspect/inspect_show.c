// inspect_show.c - results of a log quality check as text and JSON.              [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "num/text/piece.h"
#include "tool/inspect/inspect.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/stamps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *position_unit(const inspecting *w)
{
    const char *x = inspect_unit(w, BR_INSPECT_POSITION);
    return strcmp(x, "-") == 0 && strcmp(inspect_unit(w, BR_INSPECT_VELOCITY), "m/s") == 0 ? "m" : x;
}

// ---------------------------------------------------------------- text

void inspect_write_time(br_buffer *out, const inspecting *w)
{
    const br_inspect_time *t = w->time;
    br_buffer_print(out, "%.6g s from %.6g s", t->end - t->start, t->start);
    if (t->median > 0)
        br_buffer_print(out, ", %.5g Hz: time step %.4g s", 1 / t->median, t->median);
    if (t->high > 1.005 * t->low)
        br_buffer_print(out, ", 5 %% quantile %.4g s, 95 %% quantile %.4g s", t->low, t->high);
    stamps_text(out, t->uneven, t->least, t->most);
    br_buffer_put(out, t->most <= 1.01 * t->least ? ", equidistant" : "");
}

static void text_time(br_buffer *out, const inspecting *w)
{
    if (!w->time->known)
        return;
    br_buffer_put(out, "time      ");
    inspect_write_time(out, w);
    br_buffer_put(out, "\n");
}

typedef struct column_row {
    const char *name, *unit;
    br_inspect_column found;
} column_row;

static void show_resolution(br_buffer *out, const void *row)
{
    const br_inspect_column *f = &((const column_row *)row)->found;
    if (f->step > 1e-8 * (f->most - f->least)) // finer ones are those of the text
        br_buffer_about(out, f->step, 3);
    else
        br_buffer_put(out, f->constant ? "constant" : "-");
}

static const tool_field column_fields[] = {FIELD("column", "name", TEXT, column_row, name),
                                           FIELD("unit", "unit", TEXT, column_row, unit),
                                           FIELD(NULL, "numbers", LONG, column_row, found.numbers),
                                           FIELD("min", "least", NUMBER, column_row, found.least),
                                           FIELD("max", "most", NUMBER, column_row, found.most),
                                           FIELD("mean", "mean", NUMBER, column_row, found.mean),
                                           FIELD("sd", "sd", NUMBER, column_row, found.sd),
                                           FIELD_SHOWN("resolution", show_resolution),
                                           FIELD("missing", NULL, LONG, column_row, found.missing.count),
                                           FIELD(NULL, "step", NUMBER, column_row, found.step),
                                           FIELD(NULL, "changing", NUMBER, column_row, found.changing),
                                           {0}};

void inspect_column_cells(br_buffer *cells, const inspecting *w)
{
    for (int c = 0; c < w->count; c++) {
        column_row row = {br_inspect_name(w->check, c), br_inspect_unit(w->check, c),
                          *br_inspect_column_of(w->check, c)};
        fields_row(cells, column_fields, &row, row.found.numbers > 0 ? NULL : "no numbers");
    }
}

// Delay between force and motion, where it is known to a sample.
static void text_delay(br_buffer *out, const br_inspect_motion *m, double step)
{
    if (!(m->delay_sd <= 1))
        return;
    br_buffer_print(out,
                    "delay     force to motion %.3g samples, sd %.2g (%.3g ms), by sliding alone: an approximation",
                    m->delay_samples, m->delay_sd, 1e3 * m->delay_samples * step);
    bool held = fabs(m->delay_samples - 0.5) <= 2 * m->delay_sd && m->delay_samples > 2 * m->delay_sd;
    br_buffer_put(out, held ? "; half a sample is a drive that holds its command: identify --held\n" : "\n");
}

// "rows      6000: 5200 are fitted, 700 at rest, 100 without a velocity (ends, gaps, missing values)"
static void text_rows(br_buffer *out, const inspecting *w)
{
    const br_inspect_motion *m = w->motion;
    if (!m->has_force)
        return;
    br_buffer_print(out, "rows      %lld: %lld moving ones are fitted", w->rows->rows, m->rows_fitted);
    if (m->rows_rest > 0)
        br_buffer_print(out, ", %lld at rest", m->rows_rest);
    if (m->rows_no_force > 0)
        br_buffer_print(out, ", %lld without a force (missing, spikes)", m->rows_no_force);
    if (m->rows_no_velocity > 0)
        br_buffer_print(out, ", %lld without a velocity (ends, gaps, missing values, spikes)", m->rows_no_velocity);
    br_buffer_put(out, "\n");
}

static void text_motion(br_buffer *out, const inspecting *w)
{
    const br_inspect_motion *m = w->motion;
    char x[INSPECT_UNIT + 8] = "", v[INSPECT_UNIT + 8] = "";
    if (!m->known)
        return;
    if (strcmp(position_unit(w), "-") != 0) {
        snprintf(x, sizeof x, " %s", position_unit(w));
        snprintf(v, sizeof v, " %s/s", position_unit(w));
    }
    br_buffer_print(out, "position  from %.4g to %.4g%s, %lld reversals", m->least, m->most, x, m->reversals);
    if (m->reversals > 0)
        br_buffer_print(out, ", strokes of %.3g to %.3g%s", m->stroke_low, m->stroke_high, x);
    br_buffer_print(out,
                    "\nspeed     forward %.0f %%, backward %.0f %%, at rest (below %.2g%s) %.0f %% of the log; %lld "
                    "start%s from rest\n",
                    100 * m->forward, 100 * m->backward, m->rest, v, 100 * m->still, m->breakaways,
                    m->breakaways == 1 ? "" : "s");
    if (m->fast > 0)
        br_buffer_print(out, "          %.3g to %.3g%s while moving (5 %% to 95 %% quantile), median %.3g%s\n", m->slow,
                        m->fast, v, m->usual, v);
    if (!m->has_force)
        return;
    br_buffer_print(out, "force     %s", m->inertia ? "u: " : "F: ");
    if (!isfinite(m->residual)) {
        br_buffer_put(out, "missing, constant, or too large or small to be one\n");
        text_rows(out, w);
        return;
    }
    br_buffer_print(out, "%s and Coulomb friction%s leave a residual of %.0f %%; rank %d of %d, condition number ",
                    m->inertia ? "inertia, viscous" : "viscous", m->gravity ? " and gravity" : "", 100 * m->residual,
                    m->rank, m->regressors);
    if (isfinite(m->condition))
        br_buffer_print(out, "%.3g", m->condition);
    else
        br_buffer_put(out, "infinite");
    if (m->rank < m->regressors && m->least_known[0])
        br_buffer_print(out, " (%s%s%s)", m->least_known[0], m->least_known[1] ? ", " : "",
                        m->least_known[1] ? m->least_known[1] : "");
    if (m->breakaway_length > 0)
        br_buffer_print(out, ";\n          break-away length %.3g", m->breakaway_length);
    else if (m->unresolved > 0)
        br_buffer_print(out, ";\n          break-away length below %.3g", m->unresolved);
    if (m->presliding == m->presliding)
        br_buffer_print(out, "%s: %.2g %% of the log is presliding, with %lld stroke%s inside", x, 100 * m->presliding,
                        m->presliding_loops, m->presliding_loops == 1 ? "" : "s");
    br_buffer_put(out, "\n");
    text_rows(out, w);
    text_delay(out, m, w->time->median);
}

static void show_can(br_buffer *out, const void *row)
{
    static const char *const words[] = {"no", "partly", "yes"};
    br_buffer_put(out, words[((const br_inspect_verdict *)row)->identifiable]);
}

static void show_excitation(br_buffer *out, const void *row)
{
    const char *excite = ((const br_inspect_verdict *)row)->excite;
    if (excite)
        br_buffer_print(out, "%s: %s", excite, inspect_signal(excite));
}

static const tool_field verdict_fields[] = {FIELD("what", "what", TEXT, br_inspect_verdict, what),
                                            FIELD("parameters", "parameters", TEXT, br_inspect_verdict, parameters),
                                            FIELD("laws", "laws", TEXT, br_inspect_verdict, laws),
                                            {"identifiable", "can", FIELD_TEXT, 0, show_can},
                                            FIELD("why", "why", TEXT, br_inspect_verdict, why),
                                            FIELD(NULL, "excite", TEXT, br_inspect_verdict, excite),
                                            FIELD_SHOWN("excitation that would help", show_excitation),
                                            {0}};

void inspect_verdict_cells(br_buffer *cells, const inspecting *w)
{
    for (int i = 0; i < w->verdicts; i++)
        fields_row(cells, verdict_fields, w->verdict[i], NULL);
}

// Two lines each: a table of them would be too wide for a terminal.
static void text_identifiable(br_buffer *out, const inspecting *w)
{
    br_buffer_put(out, "identifiable\n");
    for (int i = 0; i < w->verdicts; i++) {
        const br_inspect_verdict *c = w->verdict[i];
        size_t from = out->size;
        br_buffer_put(out, "  ");
        show_can(out, c);
        br_buffer_pad(out, from, 10);
        br_buffer_print(out, "%s: %s of %s\n          %s", c->what, c->parameters, c->laws, c->why);
        if (c->excite)
            br_buffer_print(out, "; excitation that would help: %s, %s", c->excite, inspect_signal(c->excite));
        br_buffer_put(out, "\n");
    }
    if (w->verdicts == 0)
        br_buffer_put(out, "  unknown: no motion; name t, x or v, and F or u, as in\n  --signals 't = time s, x = "
                           "position mm, F = force N'\n");
}

// Each command once.
static void text_help(br_buffer *out, const inspecting *w)
{
    const char *head = "excitation signals that would help, within the ranges of this log\n";
    for (int i = 0; i < w->verdicts; i++)
        if (inspect_first(w, i)) {
            br_buffer_print(out, "%s  ", head);
            inspect_command(out, w, w->verdict[i]->excite);
            br_buffer_put(out, "\n");
            head = "";
        }
}

// "6000 rows of 3 signals, of 9001 rows read: 3000 before --from, 1 behind --until, where reading stopped"
void inspect_write_rows(br_buffer *out, const inspecting *w)
{
    br_buffer_print(out, "%lld row%s of %d %s%s", w->rows->rows, w->rows->rows == 1 ? "" : "s", w->count,
                    w->guessed ? "column" : "signal", w->count == 1 ? "" : "s");
    if (w->rows->read == w->rows->rows)
        return;
    br_buffer_print(out, ", of %lld rows read:", w->rows->read);
    if (w->rows->before > 0)
        br_buffer_print(out, " %lld before --from", w->rows->before);
    if (w->rows->behind > 0)
        br_buffer_print(out, "%s %lld behind --until, where reading stopped", w->rows->before > 0 ? "," : "",
                        w->rows->behind);
}

void inspect_text(br_buffer *out, const inspecting *w)
{
    br_buffer cells = {0};
    br_buffer_safe(out, w->log, strlen(w->log));
    br_buffer_put(out, ": ");
    inspect_write_rows(out, w);
    br_buffer_put(out, "\n");
    text_time(out, w);
    inspect_column_cells(&cells, w);
    fields_text(out, &cells, 0);
    if (w->left_out.text)
        br_buffer_print(out, "skipped columns:\n%s", w->left_out.text);
    text_motion(out, w);
    text_identifiable(out, w);
    text_help(out, w);
    if (!w->warnings.text)
        br_buffer_put(out, "no problems found\n");
    text_lines(out, "warning", &w->warnings);
}

// ---------------------------------------------------------------- JSON

static void key_events(br_json *j, const char *key, const br_inspect_events *e)
{
    br_json_field_open(j, key, '{');
    br_json_field_number(j, "count", (double)e->count);
    br_json_field_open(j, "rows", '[');
    for (int i = 0; i < e->named; i++)
        br_json_number(j, (double)e->row[i]);
    br_json_close(j);
    br_json_close(j);
}

static void json_time(br_json *j, const br_inspect_time *t)
{
    br_json_field_open(j, "time", '{');
    if (t->known) {
        BR_JSON_NUMBERS(j, {"start", t->start}, {"end", t->end}, {"step", t->median}, {"step_5", t->low},
                        {"step_95", t->high}, {"step_least", t->least}, {"step_most", t->most}, {"uneven", t->uneven});
        key_events(j, "missing", &t->missing);
        key_events(j, "duplicates", &t->duplicates);
        key_events(j, "backwards", &t->backwards);
        key_events(j, "gaps", &t->gaps);
        br_json_field_text(j, "since_1970", t->since_1970 ? t->since_1970 : "");
        br_json_field_bool(j, "perhaps_ms", t->perhaps_ms != 0);
        br_json_field_bool(j, "coarse", t->coarse != 0);
    }
    br_json_close(j);
}

static void json_column(br_json *j, const inspecting *w, int c)
{
    const br_inspect_column *f = br_inspect_column_of(w->check, c);
    column_row row = {br_inspect_name(w->check, c), br_inspect_unit(w->check, c), *f};
    br_json_open(j, '{');
    fields_json(j, column_fields, &row);
    key_events(j, "missing", &f->missing);
    key_events(j, "spikes", &f->spikes);
    key_events(j, "stuck", &f->stuck);
    br_json_field_open(j, "clipped", '[');
    br_json_bool(j, f->clipped_low != 0);
    br_json_bool(j, f->clipped_high != 0);
    br_json_close(j);
    br_json_close(j);
}

static void json_motion(br_json *j, const br_inspect_motion *m)
{
    br_json_field_open(j, "motion", '{');
    if (m->known)
        BR_JSON_NUMBERS(
            j, {"rows_fitted", (double)m->rows_fitted}, {"rows_at_rest", (double)m->rows_rest},
            {"rows_without_force", (double)m->rows_no_force}, {"rows_without_velocity", (double)m->rows_no_velocity},
            {"least", m->least}, {"most", m->most}, {"travel", m->travel}, {"reversals", (double)m->reversals},
            {"stroke_least", m->stroke_low}, {"stroke_median", m->stroke_median}, {"stroke_most", m->stroke_high},
            {"rest_below", m->rest}, {"still", m->still}, {"forward", m->forward}, {"backward", m->backward},
            {"starts", (double)m->breakaways}, {"speed_5", m->slow}, {"speed_50", m->usual}, {"speed_95", m->fast},
            {"speed_ranges", m->speeds}, {"acceleration_95", m->acceleration},
            {"breakaway_length", m->breakaway_length}, {"unresolved_length", m->unresolved},
            {"presliding", m->presliding}, {"presliding_strokes", (double)m->presliding_loops}, {"work", m->work},
            {"rows_over_stamps", m->rows_over_stamps}, {"v_over_x", m->v_over_x}, {"delay_samples", m->delay_samples},
            {"delay_samples_sd", m->delay_sd}, {"delay_rows", m->delay}, {"delay_gain", m->delay_gain},
            {"residual", m->residual}, {"rank", m->rank}, {"regressors", m->regressors}, {"condition", m->condition});
    br_json_close(j);
}

static void json_command(br_json *j, const inspecting *w, const char *excite)
{
    br_buffer command = {0};
    if (excite)
        inspect_command(&command, w, excite);
    br_json_field_text(j, "command", command.text ? command.text : "");
    br_buffer_free_into(&command, &j->out->status);
}

static void json_log(br_json *j, const inspecting *w)
{
    br_json_open(j, '{');
    br_json_field_text(j, "log", w->log);
    br_json_field_number(j, "rows", (double)w->rows->rows);
    BR_JSON_NUMBERS(j, {"rows_read", (double)w->rows->read}, {"rows_before", (double)w->rows->before},
                    {"rows_behind", (double)w->rows->behind});
    json_time(j, w->time);
    br_json_field_open(j, "columns", '[');
    for (int c = 0; c < w->count; c++)
        json_column(j, w, c);
    br_json_close(j);
    json_motion(j, w->motion);
    br_json_field_open(j, "identifiable", '[');
    for (int i = 0; i < w->verdicts; i++) {
        const br_inspect_verdict *c = w->verdict[i];
        br_json_open(j, '{');
        fields_json(j, verdict_fields, c);
        json_command(j, w, c->excite);
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_lines(j, "warnings", &w->warnings);
    br_json_field_lines(j, "left_out", &w->left_out);
    br_json_close(j);
}

void inspect_json(br_buffer *out, const inspecting *all, int count)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "inspect");
    br_json_field_open(&j, "logs", '[');
    for (int i = 0; i < count; i++)
        json_log(&j, &all[i]);
    br_json_close(&j);
    br_json_close(&j);
    br_buffer_put(out, "\n");
}
