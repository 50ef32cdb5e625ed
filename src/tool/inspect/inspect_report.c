// inspect_report.c - results of a log quality check as a self-contained HTML report. [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "num/text/piece.h"
#include "tool/inspect/inspect.h"
#include "tool/kit/fields.h"
#include "tool/kit/options.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 6 }; // curves of columns that have no part in the motion

static const double INERTIAL = 0.1; // of the sd of a drive force, that is inertia: below it looks like friction

static int column_of(const inspecting *w, br_inspect_role role)
{
    for (int c = 0; c < w->count; c++)
        if (br_inspect_role_of(w->check, c) == role)
            return c;
    return -1;
}

// ---------------------------------------------------------------- pictures

static const char *word_of(br_inspect_role role)
{
    return role == BR_INSPECT_POSITION   ? "Position"
           : role == BR_INSPECT_VELOCITY ? "Velocity"
           : role == BR_INSPECT_FRICTION ? "Friction force"
           : role == BR_INSPECT_DRIVE    ? "Drive force"
                                         : "";
}

static void draw_over_time(br_plots *all, const inspecting *w, int c)
{
    int t = column_of(w, BR_INSPECT_TIME);
    char title[200], caption[120] = "";
    if (t < 0 || br_inspect_column_of(w->check, c)->numbers == 0)
        return;
    const char *word = word_of(br_inspect_role_of(w->check, c));
    snprintf(title, sizeof title, "%s%s%.90s over time", word, *word ? " " : "", br_inspect_name(w->check, c));
    long long every;
    const double *at, *y;
    int points = br_inspect_curve(w->check, c, &at, &y, &every);
    if (every > 2)
        snprintf(caption, sizeof caption, "Of every %lld rows the least and the largest.", every);
    br_plot *p = br_draw(all, title, "time", "s", br_inspect_name(w->check, c), br_inspect_unit(w->check, c), caption);
    br_draw_curve(p, NULL, at, y, points);
}

static void draw_loop(br_plots *all, const inspecting *w, int x, int f)
{
    if (x < 0 || f < 0)
        return;
    int rows;
    const double *at = br_inspect_thinned(w->check, x, NULL, NULL), *y = br_inspect_thinned(w->check, f, &rows, NULL);
    br_plot *p = br_draw(all, "Force over position", "position", br_inspect_unit(w->check, x), "force",
                         br_inspect_unit(w->check, f),
                         br_inspect_role_of(w->check, f) == BR_INSPECT_DRIVE ? "Drive force, including inertia." : "");
    br_draw_curve(p, NULL, at, y, rows);
}

static void draw_motion(br_plots *all, const inspecting *w, int f)
{
    const br_inspect_motion *m = w->motion;
    char caption[240];
    const char *x = inspect_unit(w, BR_INSPECT_POSITION), *v = inspect_unit(w, BR_INSPECT_VELOCITY);
    char speed[2 * INSPECT_UNIT];
    snprintf(speed, sizeof speed, "%s%s", strcmp(v, "-") ? v : x, strcmp(v, "-") ? "" : "/s");
    if (m->speed_bins > 1) {
        snprintf(caption, sizeof caption, "At rest %.0f %%, forward %.0f %%, backward %.0f %% of the log.",
                 100 * m->still, 100 * m->forward, 100 * m->backward);
        br_plot *p = br_draw(all, "Share of the log at each speed", "speed", speed, "share", "-", caption);
        br_draw_curve(p, NULL, m->speed_at, m->speed_share, m->speed_bins);
    }
    if (f < 0 || m->bins < 2)
        return;
    double ends[2] = {m->force[0], m->force[0]}, at[2] = {m->breakaway_length, m->breakaway_length};
    for (int i = 0; i < m->bins; i++) {
        ends[0] = fmin(ends[0], m->force[i]);
        ends[1] = fmax(ends[1], m->force[i]);
    }
    br_plot *p =
        br_draw(all, "Force since the last reversal", "displacement since reversal", strcmp(x, "-") ? x : "m",
                "mean force along the motion", br_inspect_unit(w->check, f),
                m->breakaway_length > 0 ? "Dashed line: 90 % of the change." : "No presliding length was found.");
    br_draw_curve(p, "mean", m->at, m->force, m->bins);
    if (m->breakaway_length > 0)
        br_draw_curve(p, "break-away length", at, ends, 2);
}

typedef struct strokes { // points of all strokes; a NaN parts them
    double *at, *force;
    int count, most;
} strokes;

// One stroke from its reversal on, as far as presliding reaches: displacement, and force along the motion.
static void add_stroke(strokes *s, const double *x, const double *f, int rows, int turn, int way, double length)
{
    double most = 0;
    int furthest = s->count;
    for (int i = turn; i < rows && s->count + 1 < s->most; i++) {
        double at = way * (x[i] - x[turn]);
        if (at > 2 * length) // it slides
            break;
        if (at < most - 0.1 * length) { // it turns again
            s->count = furthest;
            break;
        }
        s->at[s->count] = at;
        s->force[s->count++] = way * f[i];
        furthest = at >= most ? s->count : furthest;
        most = fmax(most, at);
    }
    s->at[s->count] = 0;
    s->force[s->count++] = (double)NAN;
}

static void cut_strokes(strokes *s, const double *x, const double *f, int rows, double length)
{
    int turn = 0, way = 0; // where the motion was furthest, and its direction
    for (int k = 1; k < rows && s->count + 1 < s->most; k++)
        if (way != 0 && way * (x[k] - x[turn]) > 0) {
            turn = k;
        } else if (fabs(x[k] - x[turn]) > 0.1 * length) { // more than noise
            way = x[k] > x[turn] ? 1 : -1;
            add_stroke(s, x, f, rows, turn, way, length);
            turn = k;
        }
}

// Presliding at its own scale: next to gross sliding it would be a step.
static void draw_presliding(br_plots *all, const inspecting *w, int x, int f)
{
    const br_inspect_motion *m = w->motion;
    int rows, near = 0;
    if (x < 0 || f < 0 || m->bins < 2 || !(m->breakaway_length > 0))
        return;
    const double *at = br_inspect_thinned(w->check, x, NULL, NULL), *y = br_inspect_thinned(w->check, f, &rows, NULL);
    strokes s = {.most = 2 * rows + 2, .at = malloc(2 * (2 * (size_t)rows + 2) * sizeof *s.at)};
    if (!s.at) {
        all->status = BR_NO_MEMORY;
        return;
    }
    s.force = s.at + s.most;
    bool raw = !m->inertia || m->inertial < INERTIAL; // else strokes show the inertia of the reversal
    if (raw)
        cut_strokes(&s, at, y, rows, m->breakaway_length);
    while (near < m->bins && m->at[near] <= 2 * m->breakaway_length)
        near++;
    bool metres = strcmp(br_inspect_unit(w->check, x), "m") == 0 && m->breakaway_length < 1e-3;
    char caption[160];
    snprintf(caption, sizeof caption, "%s from the reversal to twice the break-away length, %.3g %s%s%s.",
             raw ? "Every stroke" : "Mean of all strokes", m->breakaway_length * (metres ? 1e6 : 1),
             metres ? "\xc2\xb5" : "", br_inspect_unit(w->check, x),
             raw ? "" : ", without inertia and viscous friction");
    br_plot *p = br_draw(all, "Presliding: force after a reversal", "displacement since reversal",
                         br_inspect_unit(w->check, x), "force along the motion", br_inspect_unit(w->check, f), caption);
    if (raw)
        br_draw_curve(p, "strokes", s.at, s.force, s.count);
    br_draw_curve(p, "mean", m->at, m->force, near);
    free(s.at);
}

// ---------------------------------------------------------------- tables

static void write_columns(br_buffer *out, const inspecting *w)
{
    br_buffer cells = {0};
    inspect_column_cells(&cells, w);
    fields_report(out, "Columns", &cells, NULL);
}

// Commands for excitation signals that would help, each once.
static void help(br_buffer *out, const inspecting *w)
{
    const char *open = "<p>Excitation signals that would help, within the ranges of this log:</p>\n<pre>";
    for (int i = 0; i < w->verdicts; i++)
        if (inspect_first(w, i)) {
            br_buffer command = {0};
            inspect_command(&command, w, w->verdict[i]->excite);
            br_buffer_put(out, open);
            report_text(out, &command);
            br_buffer_put(out, "\n");
            open = "";
        }
    br_buffer_put(out, *open ? "" : "</pre>\n");
}

static void write_cans(br_buffer *out, const inspecting *w)
{
    if (w->verdicts == 0)
        return;
    br_buffer cells = {0};
    inspect_verdict_cells(&cells, w);
    fields_report(out, "What can be identified", &cells, NULL);
    help(out, w);
}

// ---------------------------------------------------------------- the report

// "Identifiable from this log: viscous friction; partly: mass; not: Stribeck curve; 2 warnings."
static void write_answer(br_buffer *out, const inspecting *w)
{
    static const char *const words[] = {"not", "partly", "Identifiable from this log"};
    static const char *const first[] = {"Not identifiable from this log", "Partly identifiable from this log",
                                        "Identifiable from this log"};
    br_buffer text = {0};
    int warnings = 0;
    for (int can = BR_INSPECT_IDENTIFIABLE; can >= 0; can--) {
        bool some = false;
        for (int i = 0; i < w->verdicts; i++)
            if ((int)w->verdict[i]->identifiable == can) {
                br_buffer_put(&text, some ? ", " : text.size > 0 ? words[can] : first[can]);
                br_buffer_print(&text, some ? "%s" : ": %s", w->verdict[i]->what);
                some = true;
            }
        br_buffer_put(&text, some ? "; " : "");
    }
    for (const char *c = w->warnings.text; c && *c; c++)
        warnings += *c == '\n';
    if (warnings > 0)
        br_buffer_print(&text, "%d warning%s.", warnings, warnings == 1 ? "" : "s");
    else
        br_buffer_put(&text, text.size > 0 ? "no problems found." : "No problems found.");
    report_answer(out, &text);
}

static br_status write_log(br_buffer *out, const inspecting *w)
{
    br_plots all = {0};
    br_buffer line = {0}, title = {0};
    int force =
        column_of(w, BR_INSPECT_FRICTION) >= 0 ? column_of(w, BR_INSPECT_FRICTION) : column_of(w, BR_INSPECT_DRIVE);
    draw_motion(&all, w, force);
    draw_presliding(&all, w, column_of(w, BR_INSPECT_POSITION), force);
    draw_loop(&all, w, column_of(w, BR_INSPECT_POSITION), force);
    int motion = all.plots;
    for (int c = 0, others = 0; c < w->count; c++)
        if (br_inspect_role_of(w->check, c) != BR_INSPECT_TIME &&
            (br_inspect_role_of(w->check, c) != BR_INSPECT_OTHER || others++ < OTHERS))
            draw_over_time(&all, w, c);
    const char *log = strncmp(w->log, "rig/", 4) == 0 ? w->log : tool_base_name(w->log);
    br_buffer_print(&title, "Log quality check of %.200s", log);
    report_title(out, title.text ? title.text : log);
    br_buffer_free_into(&title, &out->status);
    write_answer(out, w);
    br_buffer_put(out, "<p>");
    br_html_text(out, log);
    br_buffer_put(&line, ": ");
    inspect_write_rows(&line, w);
    if (w->time->known) {
        br_buffer_put(&line, ". Time: ");
        inspect_write_time(&line, w);
    }
    report_text(out, &line);
    br_buffer_put(out, ".</p>\n");
    report_lines(out, "Warning", &w->warnings);
    report_lines(out, "Skipped", &w->left_out);
    report_section(out, "Motion and force", &all, 0, motion);
    report_section(out, "Over time", &all, motion, all.plots);
    write_cans(out, w);
    write_columns(out, w);
    return report_plots_free(&all, BR_OK);
}

br_status inspect_report(br_buffer *out, const inspecting *all, int count)
{
    br_status status = BR_OK;
    br_html_open(out, "Log quality check");
    for (int i = 0; i < count && status == BR_OK; i++)
        status = write_log(out, &all[i]);
    br_html_close(out);
    return status;
}
