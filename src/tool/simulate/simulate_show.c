// simulate_show.c - a simulation as text, JSON and report.                       [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "file/json/json.h"
#include "tool/kit/report.h"
#include "tool/simulate/simulate.h"
#include "tool/kit/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- as text

void simulation_model(br_buffer *out, const br_parsed_law *law)
{
    br_buffer_put(out, law->name);
    for (int i = 0, some = 0; i < law->nchoice; i++)
        if (law->choice[i].open)
            br_buffer_print(out, "%s%s = %s", some++ ? ", " : " (", law->choice[i].name,
                            law->choice[i].value[law->choice[i].chosen]);
    for (int i = 0; i < law->nchoice; i++)
        if (law->choice[i].open) {
            br_buffer_put(out, ")");
            break;
        }
}

static void write_work(br_buffer *out, const simulation *s)
{
    const br_run *r = &s->sim.run;
    if (s->model.model.nx == 0)
        br_buffer_put(out, "no states, nothing to integrate");
    else if (s->sim.method->adaptive)
        br_buffer_print(
            out, "method %s, %lld steps (%lld rejected), %lld changes of mode and %lld kinks of the rates located",
            s->sim.method->name, r->count.steps, r->count.rejected, r->transitions, r->kinks);
    else
        br_buffer_print(out, "method %s, %lld steps of %.6g s", s->sim.method->name, r->steps, s->sim.step);
}

void simulation_text(br_buffer *out, const simulation *s)
{
    simulation_model(out, &s->model.model.law);
    br_buffer_print(out, ": %.9g to %.9g s in %lld rows; ", s->sim.start, s->sim.until, s->sim.record.rows);
    write_work(out, s);
    br_buffer_put(out, "\n\n");
    table_text(out, &s->sim.record);
    br_buffer_put(out, s->sim.warnings.text ? "\n" : "");
    text_lines(out, "warning", &s->sim.warnings);
}

// ---------------------------------------------------------------- JSON

static void json_counts(br_json *j, const simulation *s)
{
    BR_JSON_NUMBERS(j, {"rows", (double)s->sim.record.rows},
                    {"steps", (double)(s->sim.method->adaptive ? s->sim.run.count.steps : s->sim.run.steps)},
                    {"rejected", (double)s->sim.run.count.rejected}, {"transitions", (double)s->sim.run.transitions},
                    {"kinks", (double)s->sim.run.kinks});
}

void simulation_json(br_buffer *out, const simulation *s)
{
    const br_parsed_law *law = &s->model.model.law;
    br_json j = {.out = out};
    br_json_open_file(&j, "simulate");
    br_json_field_text(&j, "model", law->name);
    br_json_field_open(&j, "choices", '{');
    for (int i = 0; i < law->nchoice; i++)
        br_json_field_text(&j, law->choice[i].name, law->choice[i].value[law->choice[i].chosen]);
    br_json_close(&j);
    br_json_field_text(&j, "method", s->sim.method->name);
    br_json_field_number(&j, "until", s->sim.until);
    br_json_field_number(&j, "step", s->sim.step);
    json_counts(&j, s);
    br_json_field_lines(&j, "warnings", &s->sim.warnings);
    table_json(&j, &s->sim.record);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

enum { CURVES = 6, TITLE = 240, FITS = 44 }; // characters of a title beside "over time" that a plot has room for

static double size_of(const br_record *r, int c)
{
    table_extent e = table_extent_of(r, c);
    return fabs(e.least) > fabs(e.most) ? fabs(e.least) : fabs(e.most);
}

static bool moves(const br_record *r, int c)
{
    table_extent e = table_extent_of(r, c);
    return e.least < e.most;
}

// Of one role and unit, and not lost on the axis of the other.
static bool belongs(const br_record *r, int first, int c)
{
    double a = size_of(r, first), b = size_of(r, c);
    return r->column[c].role == r->column[first].role && strcmp(r->column[c].unit, r->column[first].unit) == 0 &&
           a <= 30 * b && b <= 30 * a;
}

// What the law says of a column: "fr.z[2]" is quantity fr.z.
static const char *describe_column(const void *context, const br_record_column *c)
{
    const br_parsed_law *law = context;
    size_t n = strcspn(c->name, "[");
    int q = br_law_find(law, c->name, n);
    for (int i = 0; c->role == BR_RECORD_OUTPUT && i < law->nout; i++)
        if (strlen(law->out[i].name) == n && strncmp(law->out[i].name, c->name, n) == 0)
            return law->out[i].words;
    return c->role == BR_RECORD_TIME   ? "time"
           : c->role == BR_RECORD_MODE ? "mode, numbered from 0"
           : q >= 0                    ? law->q[q].words
                                       : "";
}

// A column and those that belong to it, over time.
// "Friction force F, force of the spring S"; without their meanings where that is too long for a title.
static void name_curves(char title[TITLE], const br_record *r, const br_parsed_law *law, int first, const bool *drawn)
{
    for (int words = law != NULL; words >= 0; words--) {
        int curves = 0;
        size_t n = 0;
        *title = 0;
        for (int c = first; c < r->columns && curves < CURVES; c++) {
            if (drawn[c] || (c > first && !belongs(r, first, c)))
                continue;
            const char *meaning = words ? describe_column(law, &r->column[c]) : "";
            int more = snprintf(title + n, TITLE - n, "%s%s%s%.24s", curves++ ? ", " : "", meaning, *meaning ? " " : "",
                                r->column[c].name);
            n += more > 0 && (size_t)more < TITLE - n ? (size_t)more : TITLE - n - 1;
        }
        if (n <= FITS)
            break;
    }
    if (law && title[0] >= 'a' && title[0] <= 'z' && title[1] >= 'a' && title[1] <= 'z') // a word, not a symbol
        title[0] = (char)(title[0] - 'a' + 'A');
}

static void over_time(br_plots *o, const br_record *r, const br_parsed_law *law, int first, bool *drawn)
{
    const br_record_column *w = &r->column[first];
    char title[TITLE], axis[TITLE], long_title[TITLE + 20], caption[200] = "";
    int curves = 0;
    name_curves(title, r, law, first, drawn);
    name_curves(axis, r, NULL, first, drawn);
    for (int c = first; c < r->columns; c++)
        if (!drawn[c] && (c == first || belongs(r, first, c))) {
            drawn[c] = true;
            curves++;
        }
    if (curves > CURVES)
        snprintf(caption, sizeof caption, "The first %d of %d; --csv has them all.", CURVES, curves);
    bool many = curves > 1;
    snprintf(long_title, sizeof long_title, "%s over time", title);
    br_plot *p = br_draw(o, long_title, "time", "s", axis, w->unit, caption);
    curves = 0;
    for (int c = first; c < r->columns && curves < CURVES; c++)
        if (c == first || belongs(r, first, c)) {
            br_draw_curve(p, many ? r->column[c].name : NULL, r->column[0].v, r->column[c].v, r->rows);
            curves++;
        }
}

static int first_of(const br_record *r, br_record_role role, const char *unit, const char *or_unit)
{
    for (int c = 0; c < r->columns; c++)
        if (r->column[c].role == role &&
            (strcmp(r->column[c].unit, unit) == 0 || strcmp(r->column[c].unit, or_unit) == 0))
            return c;
    return -1;
}

// The first force over velocity and position.
static void over_motion(br_plots *o, const br_record *r, const br_parsed_law *law)
{
    int F = first_of(r, BR_RECORD_OUTPUT, "N", "N*m");
    static const struct {
        const char *unit, *or_unit;
    } axis[] = {{"m/s", "rad/s"}, {"m", "rad"}};
    for (int i = 0; i < 2 && F >= 0; i++) {
        int x = first_of(r, BR_RECORD_STATE, axis[i].unit, axis[i].or_unit);
        if (i == 0 && x < 0)
            x = first_of(r, BR_RECORD_INPUT, axis[i].unit, axis[i].or_unit);
        if (x < 0)
            continue;
        char title[TITLE];
        const char *force = describe_column(law, &r->column[F]), *motion = describe_column(law, &r->column[x]);
        bool fits = *force && strlen(force) + strlen(motion) < FITS;
        snprintf(title, sizeof title, "%.60s%s%.40s over %.60s%s%.40s", fits ? force : "", fits ? " " : "",
                 r->column[F].name, fits ? motion : "", fits && *motion ? " " : "", r->column[x].name);
        if (fits && *title >= 'a' && *title <= 'z')
            *title = (char)(*title - 'a' + 'A');
        br_plot *p = br_draw(o, title, r->column[x].name, r->column[x].unit, r->column[F].name, r->column[F].unit, "");
        br_draw_curve(p, NULL, r->column[x].v, r->column[F].v, r->rows);
    }
}

static void release_rows(const void *of)
{
    br_record_release(of);
}

br_status simulation_report(br_buffer *out, const simulation *s)
{
    const br_record *r = &s->sim.record;
    const br_parsed_law *law = &s->model.model.law;
    br_plots o = {.release = release_rows, .of = r};
    bool *drawn = calloc((size_t)r->columns, sizeof *drawn);
    if (!drawn)
        return BR_NO_MEMORY;
    over_motion(&o, r, law);
    for (int role = BR_RECORD_OUTPUT; role >= BR_RECORD_INPUT; role--)
        for (int c = 1; c < r->columns; c++)
            if ((int)r->column[c].role == role && !drawn[c] && moves(r, c))
                over_time(&o, r, law, c, drawn);
    free(drawn);
    br_buffer name = {0};
    simulation_model(&name, law);
    char title[TITLE];
    snprintf(title, sizeof title, "Simulation of %.180s", name.text ? name.text : law->name);
    report_open(out, title);
    table_answer(out, r);
    br_buffer_put(out, "<p>");
    br_html_text(out, law->title);
    br_buffer_print(out, "</p>\n<p class=\"dim\">%.9g to %.9g s in %lld rows; ", s->sim.start, s->sim.until, r->rows);
    write_work(out, s);
    br_buffer_put(out, ". The table is in SI units.</p>\n");
    report_lines(out, "Warning", &s->sim.warnings);
    report_plots(out, &o);
    table_report(out, r, describe_column, law);
    br_status status = name.status;
    br_buffer_free(&name);
    return report_close(out, &o, status);
}
