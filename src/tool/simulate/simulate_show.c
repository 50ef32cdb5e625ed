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

static void write_work(br_buffer *out, const simulation *s)
{
    const char *method = br_simulation_method(s->is);
    unsigned long long steps = br_simulation_count(s->is, BR_SIMULATION_STEPS);
    if (br_law_count(s->law, BR_LAW_STATES) == 0)
        br_buffer_put(out, "no states, nothing to integrate");
    else if (br_simulation_is_adaptive(s->is))
        br_buffer_print(
            out, "method %s, %llu steps (%llu rejected), %llu changes of mode and %llu kinks of the rates located",
            method, steps, br_simulation_count(s->is, BR_SIMULATION_REJECTED),
            br_simulation_count(s->is, BR_SIMULATION_TRANSITIONS), br_simulation_count(s->is, BR_SIMULATION_KINKS));
    else
        br_buffer_print(out, "method %s, %llu steps of %.6g s", method, steps,
                        br_simulation_time(s->is, BR_SIMULATION_STEP));
}

static void write_span(br_buffer *out, const simulation *s)
{
    br_buffer_print(out, "%.9g to %.9g s in %lld rows; ", br_simulation_time(s->is, BR_SIMULATION_START),
                    br_simulation_time(s->is, BR_SIMULATION_UNTIL), s->rows.rows);
    write_work(out, s);
}

void simulation_text(br_buffer *out, const simulation *s)
{
    tool_law_name(out, s->law);
    br_buffer_put(out, ": ");
    write_span(out, s);
    br_buffer_put(out, "\n\n");
    table_text(out, &s->rows);
    br_buffer_put(out, s->warnings.text ? "\n" : "");
    text_lines(out, "warning", &s->warnings);
}

// ---------------------------------------------------------------- JSON

static void json_counts(br_json *j, const simulation *s)
{
    BR_JSON_NUMBERS(j, {"rows", (double)s->rows.rows},
                    {"steps", (double)br_simulation_count(s->is, BR_SIMULATION_STEPS)},
                    {"rejected", (double)br_simulation_count(s->is, BR_SIMULATION_REJECTED)},
                    {"transitions", (double)br_simulation_count(s->is, BR_SIMULATION_TRANSITIONS)},
                    {"kinks", (double)br_simulation_count(s->is, BR_SIMULATION_KINKS)});
}

void simulation_json(br_buffer *out, const simulation *s)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "simulate");
    br_json_field_text(&j, "model", br_law_name(s->law));
    br_json_field_open(&j, "choices", '{');
    for (int i = 0; br_law_choice(s->law, i); i++)
        br_json_field_text(&j, br_law_choice(s->law, i), br_law_chosen(s->law, i));
    br_json_close(&j);
    br_json_field_text(&j, "method", br_simulation_method(s->is));
    br_json_field_number(&j, "until", br_simulation_time(s->is, BR_SIMULATION_UNTIL));
    br_json_field_number(&j, "step", br_simulation_time(s->is, BR_SIMULATION_STEP));
    json_counts(&j, s);
    br_json_field_lines(&j, "warnings", &s->warnings);
    table_json(&j, &s->rows);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

enum { CURVES = 6, TITLE = 240, FITS = 44 }; // characters of a title beside "over time" that a plot has room for

static double size_of(const tool_rows *r, int c)
{
    table_extent e = table_extent_of(r, c);
    return fabs(e.least) > fabs(e.most) ? fabs(e.least) : fabs(e.most);
}

static bool moves(const tool_rows *r, int c)
{
    table_extent e = table_extent_of(r, c);
    return e.least < e.most;
}

// Of one role and unit, and not lost on the axis of the other.
static bool belongs(const tool_rows *r, int first, int c)
{
    double a = size_of(r, first), b = size_of(r, c);
    tool_column of = rows_column(r, c), like = rows_column(r, first);
    return of.role == like.role && strcmp(of.unit, like.unit) == 0 && a <= 30 * b && b <= 30 * a;
}

// What the law says of each column, made once.
typedef struct meanings {
    const br_simulation *is;
    br_law_number *of;
} meanings;

static br_status find_meanings(meanings *m, const simulation *s)
{
    static const br_law_part part[] = {[BR_SIMULATION_INPUT] = BR_LAW_INPUTS,
                                       [BR_SIMULATION_STATE] = BR_LAW_STATES,
                                       [BR_SIMULATION_OUTPUT] = BR_LAW_OUTPUTS};
    m->is = s->is;
    m->of = calloc((size_t)s->rows.columns + 1, sizeof *m->of);
    for (int c = 1; m->of && c < s->rows.columns; c++) {
        tool_column of = rows_column(&s->rows, c);
        m->of[c].size = sizeof *m->of;
        if (of.role == TOOL_MODE)
            snprintf(m->of[c].meaning, sizeof m->of[c].meaning, "mode, numbered from 0");
        else if (br_law_number_at(s->law, part[of.role], br_law_index(s->law, part[of.role], of.name), &m->of[c]) !=
                 BR_OK)
            m->of[c].meaning[0] = 0;
    }
    return m->of ? BR_OK : BR_NO_MEMORY;
}

static const char *describe_column(const void *context, const tool_column *c)
{
    const meanings *m = context;
    return c->role == TOOL_TIME ? "time" : m->of[br_simulation_index(m->is, c->name)].meaning;
}

// "Friction force F, force of the spring S"; where that is too long for a title the word of their unit, "Displacement x, y". m NULL:
// names alone.
static void name_curves(char title[TITLE], const tool_rows *r, const meanings *m, int first, const bool *drawn)
{
    for (int words = m != NULL; words >= 0; words--) {
        int curves = 0;
        const char *quantity = words || !m ? "" : report_quantity(rows_column(r, first).unit);
        size_t n = (size_t)snprintf(title, TITLE, "%s%s", quantity, *quantity ? " " : "");
        for (int c = first; c < r->columns && curves < CURVES; c++) {
            if (drawn[c] || (c > first && !belongs(r, first, c)))
                continue;
            tool_column of = rows_column(r, c);
            const char *meaning = words ? describe_column(m, &of) : "";
            int more = snprintf(title + n, TITLE - n, "%s%s%s%.24s", curves++ ? ", " : "", meaning, *meaning ? " " : "",
                                of.name);
            n += more > 0 && (size_t)more < TITLE - n ? (size_t)more : TITLE - n - 1;
        }
        if (n <= FITS)
            break;
    }
    if (m && title[0] >= 'a' && title[0] <= 'z' && title[1] >= 'a' && title[1] <= 'z') // a word, not a symbol
        title[0] = (char)(title[0] - 'a' + 'A');
}

// A column and those that belong to it, over time.
static void over_time(br_plots *o, const tool_rows *r, const meanings *m, int first, bool *drawn)
{
    tool_column w = rows_column(r, first);
    char title[TITLE], axis[TITLE], long_title[TITLE + 20], caption[200] = "";
    int curves = 0;
    name_curves(title, r, m, first, drawn);
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
    br_plot *p = br_draw(o, long_title, "time", "s", axis, w.unit, caption);
    curves = 0;
    for (int c = first; c < r->columns && curves < CURVES; c++)
        if (c == first || belongs(r, first, c)) {
            br_draw_curve(p, many ? rows_column(r, c).name : NULL, rows_column(r, 0).v, rows_column(r, c).v, r->rows);
            curves++;
        }
}

static int first_of(const tool_rows *r, tool_role role, const char *unit, const char *or_unit)
{
    for (int c = 0; c < r->columns; c++)
        if (rows_column(r, c).role == role &&
            (strcmp(rows_column(r, c).unit, unit) == 0 || strcmp(rows_column(r, c).unit, or_unit) == 0))
            return c;
    return -1;
}

// The first force over velocity and position.
static void over_motion(br_plots *o, const tool_rows *r, const meanings *m)
{
    int F = first_of(r, TOOL_OUTPUT_COLUMN, "N", "N*m");
    static const struct {
        const char *unit, *or_unit;
    } axis[] = {{"m/s", "rad/s"}, {"m", "rad"}};
    for (int i = 0; i < 2 && F >= 0; i++) {
        int x = first_of(r, TOOL_STATE, axis[i].unit, axis[i].or_unit);
        if (i == 0 && x < 0)
            x = first_of(r, TOOL_INPUT_COLUMN, axis[i].unit, axis[i].or_unit);
        if (x < 0)
            continue;
        char title[TITLE + 20];
        tool_column f = rows_column(r, F), of = rows_column(r, x);
        const char *force = describe_column(m, &f), *motion = describe_column(m, &of);
        bool fits = *force && strlen(force) + strlen(motion) < FITS;
        snprintf(title, sizeof title, "%.60s%s%.40s over %.60s%s%.40s", fits ? force : "", fits ? " " : "", f.name,
                 fits ? motion : "", fits && *motion ? " " : "", of.name);
        if (fits && *title >= 'a' && *title <= 'z')
            *title = (char)(*title - 'a' + 'A');
        br_plot *p = br_draw(o, title, of.name, of.unit, f.name, f.unit, "");
        br_draw_curve(p, NULL, of.v, f.v, r->rows);
    }
}

br_status simulation_report(br_buffer *out, const simulation *s)
{
    const tool_rows *r = &s->rows;
    br_plots o = {.release = r->release, .of = r->of};
    meanings m = {0};
    bool *drawn = calloc((size_t)r->columns, sizeof *drawn);
    br_status status = drawn ? find_meanings(&m, s) : BR_NO_MEMORY;
    if (status != BR_OK) {
        free(drawn);
        return status;
    }
    over_motion(&o, r, &m);
    for (int role = TOOL_OUTPUT_COLUMN; role >= TOOL_INPUT_COLUMN; role--)
        for (int c = 1; c < r->columns; c++)
            if ((int)rows_column(r, c).role == role && !drawn[c] && moves(r, c))
                over_time(&o, r, &m, c, drawn);
    free(drawn);
    br_buffer name = {0};
    tool_law_name(&name, s->law);
    char title[TITLE];
    snprintf(title, sizeof title, "Simulation of %.180s", name.text ? name.text : br_law_name(s->law));
    report_open(out, title);
    table_answer(out, r);
    br_buffer_put(out, "<p>");
    br_html_text(out, br_law_title(s->law));
    br_buffer_put(out, "</p>\n<p class=\"dim\">");
    write_span(out, s);
    br_buffer_put(out, ". The table is in SI units.</p>\n");
    report_lines(out, "Warning", &s->warnings);
    report_plots(out, &o);
    table_report(out, r, describe_column, &m);
    free(m.of);
    status = name.status;
    br_buffer_free(&name);
    return report_close(out, &o, status);
}
