// control_show.c - compared compensators as text, JSON and HTML report.          [host]
#include "num/base/fp.h"

#include "file/page/bars.h"
#include "file/page/html.h"
#include "file/json/json.h"
#include "num/base/elem.h"
#include "num/text/piece.h"
#include "tool/control/control.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- columns

typedef struct view { // one column of the table of compensators
    const char *key, *head, *meaning;
    char unit; // x: length, t: time, F: force, W: energy
} view;

static const view views[] = {{"rms", "rms", "RMS of the tracking error", 'x'},
                             {"peak", "peak", "largest tracking error", 'x'},
                             {"reversal", "reversal", "largest tracking error after a reversal", 'x'},
                             {"settling", "settling", "longest settling time after a move", 't'},
                             {"cycle", "cycle", "limit cycle at rest, peak to peak; 0: none", 'x'},
                             {"chatter", "chatter", "RMS of the change of the command per sample", 'F'},
                             {"effort", "effort", "RMS of the command", 'F'},
                             {"energy", "energy", "energy of the drive, int |u v| dt", 'W'}};
enum { VIEWS = sizeof views / sizeof *views };

static const double fine = 1e6; // lengths are shown in um or urad

static double value_of(const br_comparison_row *r, int i)
{
    const double all[VIEWS] = {r->rms, r->peak, r->reversal, r->settling, r->cycle, r->chatter, r->effort, r->energy};
    return all[i];
}

static br_comparison_row row_at(const controlling *w, int i)
{
    br_comparison_row row = {.size = sizeof row};
    br_status status = br_comparison_at(w->is, i, &row);
    return status == BR_OK ? row : (br_comparison_row){.name = "", .gain_name = ""};
}

static const char *fine_unit(const controlling *w)
{
    return strcmp(w->length, "m") == 0 ? "um" : "urad";
}

// The same on a report, which has the letter.
static const char *micro_unit(const controlling *w)
{
    return strcmp(w->length, "m") == 0 ? "\xc2\xb5m" : "\xc2\xb5rad";
}

static const char *unit_of(const controlling *w, char unit)
{
    return unit == 'x' ? fine_unit(w) : unit == 't' ? "s" : unit == 'F' ? w->force : "J";
}

static double shown(const br_comparison_row *r, int i)
{
    return views[i].unit == 'x' ? fine * value_of(r, i) : value_of(r, i);
}

// ---------------------------------------------------------------- text

static const char *course_of(const controlling *w)
{
    return w->axis.course ? w->axis.course : "sine";
}

static void heading(br_buffer *out, const controlling *w)
{
    const br_axis_options *o = &w->axis;
    bool linear = strcmp(w->length, "m") == 0;
    br_buffer_print(out, "%s, %.4g %s; %s of %.4g %s, period %.4g s, %.0f times; sample time %.4g s", w->name, o->mass,
                    linear ? "kg" : "kg*m^2", course_of(w), o->stroke, w->length, o->period,
                    br_comparison_result(w->is, BR_COMPARISON_PERIODS), o->step);
    if (o->encoder > 0)
        br_buffer_print(out, ", encoder %.3g %s", o->encoder, w->length);
    if (o->noise > 0)
        br_buffer_print(out, ", noise %.3g %s", o->noise, w->length);
    if (o->delay > 0)
        br_buffer_print(out, ", delay of %d samples", o->delay);
}

static void tuning_rule(br_buffer *out, const controlling *w)
{
    br_comparison_row first = row_at(w, 0);
    br_buffer_print(out, "feedback bandwidth %.4g rad/s: Kp %.4g, Kd %.4g; %.0f tuning runs each",
                    br_comparison_result(w->is, BR_COMPARISON_BANDWIDTH), first.Kp, first.Kd,
                    br_comparison_result(w->is, BR_COMPARISON_TRIALS));
}

static void known_slopes(br_buffer *out, const controlling *w, const br_axis_friction *k)
{
    const char *F = w->force, *X = w->length;
    br_buffer_print(out, "sigma0 %.4g %s/%s, sigma1 %.4g %s*s/%s, %s", k->sigma0, F, X, k->sigma1, F, X,
                    k->own ? "of the law" : "assumed");
}

static br_axis_friction friction_of(const controlling *w)
{
    br_axis_friction k = {.size = sizeof k};
    return br_comparison_friction(w->is, &k) == BR_OK ? k : (br_axis_friction){0};
}

static void known(br_buffer *out, const controlling *w)
{
    br_axis_friction k = friction_of(w);
    br_buffer_print(out, "known friction: FC %.4g, FS %.4g %s, vs %.4g %s/s, presliding length %.3g %s; ", k.FC, k.FS,
                    w->force, k.vs, w->length, k.length, w->length);
    known_slopes(out, w, &k);
    if (w->axis.wrong != 0)
        br_buffer_print(out, "; wrong by %+g %%", 100 * w->axis.wrong);
}

// A cell. Not finite is an unstable loop, or one that never settled.
static void number(br_buffer *cells, double value, char unit)
{
    if (isfinite(value)) {
        br_buffer_about(cells, value, 3);
        br_buffer_put(cells, "\t");
    } else
        br_buffer_put(cells, unit == 't' ? "never\t" : "unstable\t");
}

// Ki, and the gain of its own.
static void gains(br_buffer *out, const br_comparison_row *row)
{
    const char *mark = row->at_end ? "*" : "";
    br_buffer_print(out, "Ki %.3g%s", row->Ki, row->gain_name[0] ? "" : mark);
    if (row->gain_name[0])
        br_buffer_print(out, "; %s: %.3g%s", row->gain_name, row->gain, mark);
    br_buffer_put(out, "\t");
}

// Cells of two tables (tool/kit/fields.h): a row for each compensator, and one for each case.
static void row_cells(br_buffer *cells, const controlling *w)
{
    br_buffer_put(cells, "compensator\t");
    for (int i = 0; i < VIEWS; i++)
        br_buffer_print(cells, "%s, %s\t", views[i].head, unit_of(w, views[i].unit));
    br_buffer_put(cells, "tuned\t");
    for (int r = 0; r < br_comparison_rows(w->is); r++) {
        br_comparison_row row = row_at(w, r);
        br_buffer_print(cells, "\n%s\t", row.name);
        for (int i = 0; i < VIEWS; i++)
            number(cells, shown(&row, i), views[i].unit);
        gains(cells, &row);
    }
}

static void case_cells(br_buffer *cells, const controlling *w)
{
    int rows = br_comparison_rows(w->is);
    br_buffer_put(cells, "case\t");
    for (int r = 0; r < rows; r++)
        br_buffer_print(cells, "%s\t", row_at(w, r).name);
    for (int j = 0; j < br_comparison_cases(w->is); j++) {
        br_buffer_print(cells, "\n%s\t", br_comparison_case(w->is, j));
        for (int r = 0; r < rows; r++)
            number(cells, fine * br_comparison_case_rms(w->is, r, j), 'x');
    }
    br_buffer_put(cells, "\nbelow pid\t");
    for (int r = 0; r < rows; r++)
        br_buffer_print(cells, "%d\t", row_at(w, r).below_pid);
}

static void case_notes(br_buffer *out, const controlling *w)
{
    br_buffer_print(
        out, "RMS tracking error in %s per case; last row: in how many of the %d cases it is below that of the pid\n",
        fine_unit(w), br_comparison_cases(w->is));
}

void control_notes(br_buffer *out, const char *notes)
{
    for (const char *line = notes; *line;) {
        size_t n = strcspn(line, "\n");
        if (strncmp(line, "warning", 7) != 0)
            br_buffer_put(out, "note: ");
        br_buffer_add(out, line, n + 1);
        line += n + 1;
    }
}

static void verdict(br_buffer *out, const controlling *w)
{
    br_buffer_put(out, w->passivity.words);
}

void control_text(br_buffer *out, const controlling *w)
{
    if (w->feedback) {
        verdict(out, w);
        br_buffer_put(out, "\n");
        known_slopes(out, w, &w->passivity.friction);
        br_buffer_put(out, "\n");
        return;
    }
    heading(out, w);
    br_buffer_put(out, "\n");
    tuning_rule(out, w);
    br_buffer_put(out, "\n");
    known(out, w);
    br_buffer_put(out, "\n");
    control_notes(out, br_comparison_notes(w->is));
    br_buffer_put(out, "\n");
    br_buffer cells = {0};
    row_cells(&cells, w);
    fields_text(out, &cells, 0);
    if (br_comparison_cases(w->is) == 0)
        return;
    br_buffer_put(out, "\n");
    case_notes(out, w);
    case_cells(&cells, w);
    fields_text(out, &cells, 0);
}

// ---------------------------------------------------------------- JSON

static void json_condition(br_json *j, const br_passivity *p)
{
    br_json_field_open(j, "positive_real", '{');
    br_json_field_bool(j, "strict", p->strict);
    BR_JSON_NUMBERS(j, {"unstable", p->unstable}, {"margin", p->strict ? p->margin : 0}, {"worst", p->worst},
                    {"phase", p->phase}, {"from", p->from}, {"to", p->to});
    br_json_close(j);
}

static void json_head(br_json *j, const controlling *w)
{
    const br_axis_options *o = &w->axis;
    br_json_field_text(j, "axis", w->name);
    br_json_field_number(j, "mass", o->mass);
    br_json_field_text(j, "course", course_of(w));
    BR_JSON_NUMBERS(j, {"stroke", o->stroke}, {"period", o->period}, {"step", o->step}, {"encoder", o->encoder},
                    {"noise", o->noise}, {"delay", o->delay}, {"share", o->share}, {"wrong", o->wrong},
                    {"bandwidth", br_comparison_result(w->is, BR_COMPARISON_BANDWIDTH)},
                    {"settled_within", br_comparison_result(w->is, BR_COMPARISON_BAND)});
}

static void json_friction(br_json *j, const br_axis_friction *k)
{
    br_json_field_open(j, "known", '{');
    BR_JSON_NUMBERS(j, {"FC", k->FC}, {"FS", k->FS}, {"vs", k->vs}, {"viscous", k->viscous}, {"sigma0", k->sigma0},
                    {"sigma1", k->sigma1});
    br_json_field_bool(j, "own", k->own);
    br_json_field_number(j, "length", k->length);
    br_json_close(j);
}

static void json_cases(br_json *j, const controlling *w, int r)
{
    enum { CASES = 32 };
    double rms[CASES];
    int cases = br_comparison_cases(w->is);
    for (int i = 0; i < cases && i < CASES; i++)
        rms[i] = br_comparison_case_rms(w->is, r, i);
    br_json_field_numbers(j, "rms_in_cases", rms, cases < CASES ? cases : CASES);
}

static void json_rows(br_json *j, const controlling *w)
{
    br_json_field_open(j, "compensators", '[');
    for (int r = 0; r < br_comparison_rows(w->is); r++) {
        br_comparison_row row = row_at(w, r);
        br_json_open(j, '{');
        br_json_field_text(j, "name", row.name);
        for (int i = 0; i < VIEWS; i++)
            br_json_field_number(j, views[i].key, value_of(&row, i));
        br_json_field_bool(j, "lost", row.unstable);
        BR_JSON_NUMBERS(j, {"Kp", row.Kp}, {"Kd", row.Kd}, {"Ki", row.Ki});
        br_json_field_text(j, "gain_name", row.gain_name);
        br_json_field_number(j, "gain", row.gain);
        br_json_field_bool(j, "at_end", row.at_end);
        if (br_comparison_cases(w->is) > 0) {
            json_cases(j, w, r);
            br_json_field_number(j, "keeps", row.below_pid);
        }
        br_json_close(j);
    }
    br_json_close(j);
}

void control_json(br_buffer *out, const controlling *w)
{
    br_json j = {.out = out};
    br_json_open_file(&j, w->feedback ? "control-feedback" : "control");
    if (w->feedback) {
        json_friction(&j, &w->passivity.friction);
        if (w->passivity.known)
            json_condition(&j, &w->passivity);
        br_json_close(&j);
        return;
    }
    br_passivity p = {.size = sizeof p};
    br_axis_friction k = friction_of(w);
    json_head(&j, w);
    json_friction(&j, &k);
    if (br_comparison_passivity(w->is, &p) == BR_OK)
        json_condition(&j, &p);
    br_json_field_open(&j, "cases", '[');
    for (int i = 0; i < br_comparison_cases(w->is); i++)
        br_json_text(&j, br_comparison_case(w->is, i));
    br_json_close(&j);
    json_rows(&j, w);
    br_json_field_lines(&j, "notes", &w->notes);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

// How many compensators have a smaller RMS error.
static int rank_of(const controlling *w, int row)
{
    double rms = row_at(w, row).rms;
    int better = 0;
    for (int i = 0; i < br_comparison_rows(w->is); i++) {
        double other = row_at(w, i).rms;
        better += other < rms || (i < row && other == rms);
    }
    return better;
}

static int row_of_rank(const controlling *w, int rank)
{
    int i = 0;
    while (i < br_comparison_rows(w->is) - 1 && rank_of(w, i) != rank)
        i++;
    return i;
}

// A signal over time.
static void draw_signal(br_plot *p, const char *name, const controlling *w, int row, br_comparison_signal signal)
{
    size_t rows;
    const double *t = br_comparison_signal_of(w->is, row, BR_COMPARISON_TIME, NULL),
                 *y = br_comparison_signal_of(w->is, row, signal, &rows);
    br_draw_curve(p, name, t, y, (long long)rows);
}

// Each error on axes of its own: that of the best would be a line at 0 beside that of the worst.
static void draw_errors(br_plots *all, const controlling *w)
{
    for (int rank = 0; rank < br_comparison_rows(w->is); rank++) {
        int i = row_of_rank(w, rank);
        br_comparison_row r = row_at(w, i);
        char title[100], caption[120];
        if (r.unstable)
            continue;
        snprintf(title, sizeof title, "Tracking error e of %.60s", r.name);
        snprintf(caption, sizeof caption, "RMS %.3g %s, peak %.3g %s, without the first period and the last rest.",
                 fine * r.rms, micro_unit(w), fine * r.peak, micro_unit(w));
        br_plot *p = br_draw(all, title, "time", "s", "error e", w->length, caption);
        draw_signal(p, NULL, w, i, BR_COMPARISON_ERROR);
    }
}

static void draw_comparison(br_plots *all, const controlling *w)
{
    int best = row_of_rank(w, 0), pid = br_comparison_index(w->is, "pid");
    br_plot *p = br_draw(all, "Friction force F and its estimate", "time", "s", "force F", w->force,
                         "With the compensator of the smallest RMS error.");
    draw_signal(p, "estimated", w, best, BR_COMPARISON_ESTIMATE); // below the truth, which it may hide by its noise
    draw_signal(p, "friction", w, best, BR_COMPARISON_FRICTION);
    p = br_draw(all, "Command u of the drive", "time", "s", "force u", w->force,
                "Of the pid and of the compensator with the smallest RMS error.");
    draw_signal(p, "pid", w, pid, BR_COMPARISON_COMMAND);
    draw_signal(p, row_at(w, best).name, w, best, BR_COMPARISON_COMMAND);
    p = br_draw(all, "Reference position", "time", "s", "position", w->length, "");
    draw_signal(p, NULL, w, best, BR_COMPARISON_REFERENCE);
    draw_errors(all, w);
}

static void draw_bars(br_buffer *out, const controlling *w)
{
    int rows = br_comparison_rows(w->is), n = 0;
    br_bar *bar = calloc((size_t)rows + 1, sizeof *bar);
    for (int rank = 0; bar && rank < rows; rank++) {
        br_comparison_row row = row_at(w, row_of_rank(w, rank));
        if (!row.unstable)
            bar[n++] = (br_bar){row.name, fine * row.rms};
    }
    if (!bar)
        out->status = BR_NO_MEMORY;
    else
        br_bars_inline(out, "RMS of the tracking error", micro_unit(w), bar, n);
    free(bar);
}

// Re G over the frequency, scaled by its largest size, so that its sign is seen.
static void draw_condition(br_plots *all, const controlling *w)
{
    enum { POINTS = 400 };
    double x[POINTS], y[POINTS], most = 0;
    for (int i = 0; i < POINTS; i++) {
        x[i] = -2 + 7.0 * i / (POINTS - 1);
        y[i] = br_passivity_real(&w->passivity, br_exp(2.302585092994046 * x[i]));
        most = br_max(most, br_abs(y[i]));
    }
    for (int i = 0; i < POINTS; i++)
        y[i] /= most > 0 ? most : 1;
    br_plot *p = br_draw(all, "Re G", "log10 of the frequency in rad/s", "-", "Re G / max |Re G|", "-",
                         "Below 0 the condition of the theorem is violated.");
    br_draw_curve(p, NULL, x, y, POINTS);
}

static void write_tables(br_buffer *out, const controlling *w)
{
    br_buffer cells = {0}, shown = {0}, notes = {0};
    for (int i = 0; i < VIEWS; i++)
        br_buffer_print(&notes, "%s: %s%s", views[i].head, views[i].meaning, i + 1 < VIEWS ? "; " : ".\n");
    row_cells(&cells, w);
    for (const char *at = cells.text; at && *at; at++) { // "um" and "urad" of headings
        bool micro = *at == 'u' && at > cells.text && at[-1] == ' ' && (at[1] == 'm' || at[1] == 'r');
        br_buffer_add(&shown, micro ? "\xc2\xb5" : at, micro ? 2 : 1);
    }
    br_buffer_free_into(&cells, &out->status);
    fields_report(out, "Compensators", &shown, notes.text);
    br_buffer_free_into(&notes, &out->status);
    if (br_comparison_cases(w->is) == 0)
        return;
    case_cells(&cells, w);
    case_notes(&notes, w);
    fields_report(out, "Robustness", &cells, notes.text);
    br_buffer_free_into(&notes, &out->status);
}

// The compensator with the smallest RMS error, against the pid.
static void answer(br_buffer *out, const controlling *w)
{
    int first = row_of_rank(w, 0), yardstick = br_comparison_index(w->is, "pid");
    br_comparison_row best = row_at(w, first), pid = row_at(w, yardstick);
    br_buffer_print(out, "%s has the smallest RMS tracking error: %.3g %s", best.name, fine * best.rms, micro_unit(w));
    if (first != yardstick && pid.rms > 0)
        br_buffer_print(out, ", %.3g %% of that of %s (%.3g %s)", 100 * best.rms / pid.rms, pid.name, fine * pid.rms,
                        micro_unit(w));
    br_buffer_put(out, ".");
}

static void paragraph(br_buffer *out, const controlling *w, void (*write)(br_buffer *out, const controlling *w))
{
    br_buffer text = {0};
    write(&text, w);
    br_buffer_put(out, "<p>");
    report_text(out, &text);
    br_buffer_put(out, "</p>\n");
}

br_status control_report(br_buffer *out, const controlling *w)
{
    br_plots all = {0};
    br_buffer sentence = {0};
    report_open(out, "Friction compensators");
    (w->feedback ? verdict : answer)(&sentence, w);
    report_answer(out, &sentence);
    if (w->feedback) {
        draw_condition(&all, w);
        report_plots(out, &all);
    } else {
        paragraph(out, w, heading);
        paragraph(out, w, tuning_rule);
        paragraph(out, w, known);
        report_lines(out, NULL, &w->notes);
        draw_bars(out, w);
        draw_comparison(&all, w);
        report_plots(out, &all);
        write_tables(out, w);
    }
    br_buffer_put(out, "<p class=\"dim\">docs/control.md explains the columns.</p>\n");
    return report_close(out, &all, BR_OK);
}
