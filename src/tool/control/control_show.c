// control_show.c - compared compensators as text, JSON and HTML report.          [host]
#include "num/base/fp.h"

#include "file/page/bars.h"
#include "file/page/html.h"
#include "file/json/json.h"
#include "num/base/elem.h"
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

static double value_of(const br_servo *r, int i)
{
    const double all[VIEWS] = {r->rms, r->peak, r->reversal, r->settling, r->cycle, r->chatter, r->effort, r->energy};
    return all[i];
}

static const char *fine_unit(const controlling *w)
{
    return strcmp(br_axis_length(&w->c.axis), "m") == 0 ? "um" : "urad";
}

// The same on a report, which has the letter.
static const char *micro_unit(const controlling *w)
{
    return strcmp(br_axis_length(&w->c.axis), "m") == 0 ? "\xc2\xb5m" : "\xc2\xb5rad";
}

static const char *unit_of(const controlling *w, char unit)
{
    return unit == 'x' ? fine_unit(w) : unit == 't' ? "s" : unit == 'F' ? br_axis_force(&w->c.axis) : "J";
}

static double shown(const br_servo *r, int i)
{
    return views[i].unit == 'x' ? fine * value_of(r, i) : value_of(r, i);
}

// ---------------------------------------------------------------- text

static void heading(br_buffer *out, const controlling *w)
{
    const br_servo_options *s = &w->c.axis.o.servo;
    const br_servo_course *c = &s->course;
    bool linear = strcmp(br_axis_length(&w->c.axis), "m") == 0;
    br_buffer_print(out, "%s, %.4g %s; %s of %.4g %s, period %.4g s, %d times; sample time %.4g s", w->name,
                    w->c.axis.mass, linear ? "kg" : "kg*m^2", c->kind == BR_COURSE_SINE ? "sine" : "moves", c->stroke,
                    br_axis_length(&w->c.axis), c->period, c->times, s->dt);
    if (s->encoder > 0)
        br_buffer_print(out, ", encoder %.3g %s", s->encoder, br_axis_length(&w->c.axis));
    if (s->noise > 0)
        br_buffer_print(out, ", noise %.3g %s", s->noise, br_axis_length(&w->c.axis));
    if (s->delay > 0)
        br_buffer_print(out, ", delay of %d samples", s->delay);
}

static void tuning_rule(br_buffer *out, const controlling *w)
{
    const br_control *c = &w->c.made;
    br_buffer_print(out, "feedback bandwidth %.4g rad/s: Kp %.4g, Kd %.4g; %d tuning runs each", c->bandwidth,
                    c->row[0].Kp, c->row[0].Kd, w->c.axis.o.trials);
}

static void known_slopes(br_buffer *out, const controlling *w, const br_known *k)
{
    const char *F = br_axis_force(&w->c.axis), *X = br_axis_length(&w->c.axis);
    br_buffer_print(out, "sigma0 %.4g %s/%s, sigma1 %.4g %s*s/%s, %s", k->sigma0, F, X, k->sigma1, F, X,
                    k->own ? "of the law" : "assumed");
}

static void known(br_buffer *out, const controlling *w)
{
    const br_known *k = &w->c.made.known;
    br_buffer_print(out, "known friction: FC %.4g, FS %.4g %s, vs %.4g %s/s, presliding length %.3g %s; ", k->FC, k->FS,
                    br_axis_force(&w->c.axis), k->vs, br_axis_length(&w->c.axis), k->length,
                    br_axis_length(&w->c.axis));
    known_slopes(out, w, k);
    if (w->c.axis.o.wrong != 0)
        br_buffer_print(out, "; wrong by %+g %%", 100 * w->c.axis.o.wrong);
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
static void gains(br_buffer *out, const br_control_row *row)
{
    const char *mark = row->at_end ? "*" : "";
    br_buffer_print(out, "Ki %.3g%s", row->Ki, row->rival->gain ? "" : mark);
    if (row->rival->gain)
        br_buffer_print(out, "; %s: %.3g%s", row->rival->gain, row->gain, mark);
    br_buffer_put(out, "\t");
}

// Cells of two tables (tool/kit/fields.h): a row for each compensator, and one for each case.
static void row_cells(br_buffer *cells, const controlling *w)
{
    const br_control *c = &w->c.made;
    br_buffer_put(cells, "compensator\t");
    for (int i = 0; i < VIEWS; i++)
        br_buffer_print(cells, "%s, %s\t", views[i].head, unit_of(w, views[i].unit));
    br_buffer_put(cells, "tuned\t");
    for (int r = 0; r < c->rows; r++) {
        br_buffer_print(cells, "\n%s\t", c->row[r].rival->name);
        for (int i = 0; i < VIEWS; i++)
            number(cells, shown(&c->row[r].run, i), views[i].unit);
        gains(cells, &c->row[r]);
    }
}

static void case_cells(br_buffer *cells, const controlling *w)
{
    const br_control *c = &w->c.made;
    br_buffer_put(cells, "case\t");
    for (int r = 0; r < c->rows; r++)
        br_buffer_print(cells, "%s\t", c->row[r].rival->name);
    for (int j = 0; j < c->ncases; j++) {
        br_buffer_print(cells, "\n%s\t", c->cases[j].words);
        for (int r = 0; r < c->rows; r++)
            number(cells, fine * c->rms[r * c->ncases + j], 'x');
    }
    br_buffer_put(cells, "\nbelow pid\t");
    for (int r = 0; r < c->rows; r++)
        br_buffer_print(cells, "%d\t", br_control_keeps(c, r));
}

static void case_notes(br_buffer *out, const controlling *w)
{
    br_buffer_print(
        out, "RMS tracking error in %s per case; last row: in how many of the %d cases it is below that of the pid\n",
        fine_unit(w), w->c.made.ncases);
}

void control_notes(br_buffer *out, const br_buffer *notes)
{
    for (const char *line = notes->text; line && *line;) {
        size_t n = strcspn(line, "\n");
        if (strncmp(line, "warning", 7) != 0)
            br_buffer_put(out, "note: ");
        br_buffer_add(out, line, n + 1);
        line += n + 1;
    }
}

static void verdict(br_buffer *out, const controlling *w)
{
    br_feedback_words(out, &w->check, &w->c.axis);
}

void control_text(br_buffer *out, const controlling *w)
{
    if (w->judges) {
        verdict(out, w);
        br_buffer_put(out, "\n");
        known_slopes(out, w, &w->check.known);
        br_buffer_put(out, "\n");
        return;
    }
    heading(out, w);
    br_buffer_put(out, "\n");
    tuning_rule(out, w);
    br_buffer_put(out, "\n");
    known(out, w);
    br_buffer_put(out, "\n");
    control_notes(out, &w->c.notes);
    br_buffer_put(out, "\n");
    br_buffer cells = {0};
    row_cells(&cells, w);
    fields_text(out, &cells, 0);
    if (w->c.made.ncases == 0)
        return;
    br_buffer_put(out, "\n");
    case_notes(out, w);
    case_cells(&cells, w);
    fields_text(out, &cells, 0);
}

// ---------------------------------------------------------------- JSON

static void json_condition(br_json *j, const br_positive_real *p)
{
    br_json_field_open(j, "positive_real", '{');
    br_json_field_bool(j, "strict", p->strict);
    BR_JSON_NUMBERS(j, {"unstable", p->unstable}, {"margin", p->margin}, {"worst", p->worst}, {"phase", p->phase},
                    {"from", p->from > p->to ? (double)NAN : p->from}, {"to", p->from > p->to ? (double)NAN : p->to});
    br_json_close(j);
}

static void json_head(br_json *j, const controlling *w)
{
    const br_servo_options *s = &w->c.axis.o.servo;
    const br_servo_course *c = &s->course;
    br_json_field_text(j, "axis", w->name);
    br_json_field_number(j, "mass", w->c.axis.mass);
    br_json_field_text(j, "course", c->kind == BR_COURSE_SINE ? "sine" : "moves");
    BR_JSON_NUMBERS(j, {"stroke", c->stroke}, {"period", c->period}, {"step", s->dt}, {"encoder", s->encoder},
                    {"noise", s->noise}, {"delay", s->delay}, {"share", w->c.axis.o.share},
                    {"wrong", w->c.axis.o.wrong}, {"bandwidth", w->c.made.bandwidth}, {"settled_within", s->band});
}

static void json_known(br_json *j, const br_known *k)
{
    br_json_field_open(j, "known", '{');
    BR_JSON_NUMBERS(j, {"FC", k->FC}, {"FS", k->FS}, {"vs", k->vs}, {"viscous", k->viscous}, {"sigma0", k->sigma0},
                    {"sigma1", k->sigma1});
    br_json_field_bool(j, "own", k->own);
    br_json_field_number(j, "length", k->length);
    br_json_close(j);
}

static void json_rows(br_json *j, const br_control *c)
{
    br_json_field_open(j, "compensators", '[');
    for (int r = 0; r < c->rows; r++) {
        const br_control_row *row = &c->row[r];
        br_json_open(j, '{');
        br_json_field_text(j, "name", row->rival->name);
        for (int i = 0; i < VIEWS; i++)
            br_json_field_number(j, views[i].key, value_of(&row->run, i));
        br_json_field_bool(j, "lost", row->run.lost);
        BR_JSON_NUMBERS(j, {"Kp", row->Kp}, {"Kd", row->Kd}, {"Ki", row->Ki});
        br_json_field_text(j, "gain_name", row->rival->gain ? row->rival->gain : "");
        br_json_field_number(j, "gain", row->rival->gain ? row->gain : (double)NAN);
        br_json_field_bool(j, "at_end", row->at_end);
        if (c->ncases > 0) {
            br_json_field_numbers(j, "rms_in_cases", c->rms + r * c->ncases, c->ncases);
            br_json_field_number(j, "keeps", br_control_keeps(c, r));
        }
        br_json_close(j);
    }
    br_json_close(j);
}

void control_json(br_buffer *out, const controlling *w)
{
    const br_control *c = &w->c.made;
    br_json j = {.out = out};
    br_json_open_file(&j, w->judges ? "control-feedback" : "control");
    if (w->judges) {
        json_known(&j, &w->check.known);
        if (w->check.known.own)
            json_condition(&j, &w->check.spr);
        br_json_close(&j);
        return;
    }
    json_head(&j, w);
    json_known(&j, &c->known);
    if (c->observed)
        json_condition(&j, &c->spr);
    br_json_field_open(&j, "cases", '[');
    for (int i = 0; i < c->ncases; i++)
        br_json_text(&j, c->cases[i].words);
    br_json_close(&j);
    json_rows(&j, c);
    br_json_field_lines(&j, "notes", &w->c.notes);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

// How many compensators have a smaller RMS error.
static int rank_of(const br_control *c, int row)
{
    int better = 0;
    for (int i = 0; i < c->rows; i++)
        better += c->row[i].run.rms < c->row[row].run.rms || (i < row && c->row[i].run.rms == c->row[row].run.rms);
    return better;
}

// Each error on axes of its own: that of the best would be a line at 0 beside that of the worst.
static void draw_errors(br_plots *all, const controlling *w)
{
    const br_control *c = &w->c.made;
    for (int rank = 0; rank < c->rows; rank++)
        for (int i = 0; i < c->rows; i++) {
            const br_servo *r = &c->row[i].run;
            char title[100], caption[120];
            if (rank_of(c, i) != rank || r->lost)
                continue;
            snprintf(title, sizeof title, "Tracking error e of %.60s", c->row[i].rival->name);
            snprintf(caption, sizeof caption, "RMS %.3g %s, peak %.3g %s.", fine * r->rms, micro_unit(w),
                     fine * r->peak, micro_unit(w));
            br_plot *p = br_draw(all, title, "time", "s", "error e", br_axis_length(&w->c.axis), caption);
            br_draw_curve(p, NULL, r->t, r->e, r->rows);
        }
}

static const br_control_row *row_of_rank(const br_control *c, int rank)
{
    int i = 0;
    while (i < c->rows - 1 && rank_of(c, i) != rank)
        i++;
    return &c->row[i];
}

static const br_control_row *yardstick_of(const br_control *c)
{
    int i = 0;
    while (i < c->rows - 1 && !c->row[i].rival->yardstick)
        i++;
    return &c->row[i];
}

static void draw_comparison(br_plots *all, const controlling *w)
{
    const br_control *c = &w->c.made;
    const char *X = br_axis_length(&w->c.axis), *F = br_axis_force(&w->c.axis);
    const br_control_row *best = row_of_rank(c, 0), *pid = yardstick_of(c);
    const br_servo *r = &best->run;
    br_plot *p = br_draw(all, "Friction force F and its estimate", "time", "s", "force F", F,
                         "With the compensator of the smallest RMS error.");
    br_draw_curve(p, "estimated", r->t, r->Fh, r->rows); // below the truth, which it may hide by its noise
    br_draw_curve(p, "friction", r->t, r->F, r->rows);
    p = br_draw(all, "Command u of the drive", "time", "s", "force u", F,
                "Of the pid and of the compensator with the smallest RMS error.");
    br_draw_curve(p, pid->rival->name, pid->run.t, pid->run.u, pid->run.rows);
    br_draw_curve(p, best->rival->name, r->t, r->u, r->rows);
    p = br_draw(all, "Reference position", "time", "s", "position", X, "");
    br_draw_curve(p, NULL, r->t, r->aim, r->rows);
    draw_errors(all, w);
}

static void draw_bars(br_buffer *out, const controlling *w)
{
    const br_control *c = &w->c.made;
    br_bar *bar = calloc((size_t)c->rows + 1, sizeof *bar);
    int n = 0;
    for (int rank = 0; bar && rank < c->rows; rank++) {
        const br_control_row *row = row_of_rank(c, rank);
        if (!row->run.lost)
            bar[n++] = (br_bar){row->rival->name, fine * row->run.rms};
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
        y[i] = br_rational_real(&w->check.G, br_exp(2.302585092994046 * x[i]));
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
    br_buffer_free(&cells);
    fields_report(out, "Compensators", &shown, notes.text);
    br_buffer_free(&notes);
    if (w->c.made.ncases == 0)
        return;
    case_cells(&cells, w);
    case_notes(&notes, w);
    fields_report(out, "Robustness", &cells, notes.text);
    br_buffer_free(&notes);
}

// The compensator with the smallest RMS error, against the pid.
static void answer(br_buffer *out, const controlling *w)
{
    const br_control_row *best = row_of_rank(&w->c.made, 0), *pid = yardstick_of(&w->c.made);
    br_buffer_print(out, "%s has the smallest RMS tracking error: %.3g %s", best->rival->name, fine * best->run.rms,
                    micro_unit(w));
    if (best != pid && pid->run.rms > 0)
        br_buffer_print(out, ", %.3g %% of that of %s (%.3g %s)", 100 * best->run.rms / pid->run.rms, pid->rival->name,
                        fine * pid->run.rms, micro_unit(w));
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
    (w->judges ? verdict : answer)(&sentence, w);
    report_answer(out, &sentence);
    if (w->judges) {
        draw_condition(&all, w);
        report_plots(out, &all);
    } else {
        paragraph(out, w, heading);
        paragraph(out, w, tuning_rule);
        paragraph(out, w, known);
        report_lines(out, NULL, &w->c.notes);
        draw_bars(out, w);
        draw_comparison(&all, w);
        report_plots(out, &all);
        write_tables(out, w);
    }
    br_buffer_put(out, "<p class=\"dim\">docs/control.md explains the columns.</p>\n");
    return report_close(out, &all, BR_OK);
}
