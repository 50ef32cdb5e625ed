// excite_optimal_show.c - an optimal motion compared with the standard ones, as text, JSON and report.    [host]
#include "num/base/fp.h"

#include "tool/excite/excite_optimal.h"
#include "tool/kit/fields.h"

#include <math.h>
#include <string.h>

static const char *unit_of(const br_fit_parameter *n)
{
    return strcmp(n->unit, "-") == 0 ? "" : n->unit;
}

static void write_names(br_buffer *out, const br_exciting_optimal *b)
{
    const br_fit_parameters *n = &b->fisher.parameters;
    for (int i = 0; i < n->count; i++)
        br_buffer_print(out, "%s%s", i ? ", " : "", n->parameter[i].name);
}

// "16 moves for FC, vs of stribeck"
void excite_optimal_heading(br_buffer *out, const br_exciting *w)
{
    const br_exciting_optimal *b = w->optimal;
    if (b->best > 0)
        br_buffer_print(out, "the %s", b->motion[b->best].name);
    else if (b->o.basis == BR_BASIS_PIECES)
        br_buffer_print(out, "%d moves", 2 * b->o.pieces);
    else
        br_buffer_print(out, "a polynomial of degree %d", b->o.pieces + 3);
    br_buffer_put(out, " for ");
    write_names(out, b);
    br_buffer_print(out, " of %s", w->model.model.law.name);
}

// "mean standard deviation (D): 0.4 of that of the best standard motion, loops"
void excite_optimal_gain(br_buffer *out, const br_exciting *w)
{
    const br_exciting_optimal *b = w->optimal;
    int rival = br_exciting_best_standard(b);
    if (rival < 0)
        br_buffer_put(out, "no standard motion fits into the limits");
    else
        br_buffer_print(out, "%s: %.3g of that of the best standard motion, %s",
                        b->o.criterion == BR_D_OPTIMAL ? "mean standard deviation (D)" : "worst standard deviation (E)",
                        br_exciting_share(b), b->motion[rival].name);
}

// In percent.
static void write_share(br_buffer *out, double share)
{
    if (share < 1)
        br_buffer_print(out, "%.3g", 100 * share);
    else
        br_buffer_put(out, "not identifiable");
}

// ---------------------------------------------------------------- text

static void row_cells(br_buffer *cells, const br_exciting_optimal *b, const double *share)
{
    for (int i = 0; i < b->motions; i++)
        if (b->motion[i].x || i == b->best) {
            write_share(cells, share[i]);
            br_buffer_put(cells, "\t");
        }
}

// Cells of a table (tool/kit/fields.h): a column for each motion.
static void motion_cells(br_buffer *cells, const br_exciting_optimal *b)
{
    const br_fit_parameters *n = &b->fisher.parameters;
    static const char *const sizes[] = {"mean (D)", "worst (E)"};
    double share[BR_EXCITING_MOTIONS];
    br_buffer_put(cells, "parameter\tvalue\tunit\t");
    for (int i = 0; i < b->motions; i++)
        if (b->motion[i].x || i == b->best)
            br_buffer_print(cells, "%s%s\t", b->motion[i].name, b->motion[i].fits ? "" : "*");
    for (int k = 0; k < n->count; k++) {
        for (int i = 0; i < b->motions; i++)
            share[i] = b->motion[i].sd[k] / br_exciting_parameter_size(b, k);
        br_buffer_print(cells, "\n%s\t%.4g\t%s\t", n->parameter[k].name, b->fisher.p[n->parameter[k].at],
                        unit_of(&n->parameter[k]));
        row_cells(cells, b, share);
    }
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < b->motions; i++)
            share[i] = b->motion[i].is.size[s];
        br_buffer_print(cells, "\n%s\t\t\t", sizes[s]);
        row_cells(cells, b, share);
    }
}

static void motion_notes(br_buffer *out, const br_exciting *w)
{
    const br_exciting_optimal *b = w->optimal;
    bool beyond = false;
    for (int i = 1; i < b->motions; i++)
        beyond = beyond || (b->motion[i].x && !b->motion[i].fits);
    br_buffer_print(out, "%snoise of the force: %.4g %s; %d motions evaluated, from %d starts\n",
                    beyond ? "* violates the limits; " : "", b->noise, br_exciting_unit(w, "N"), b->evaluations,
                    (int)BR_EXCITING_STARTS);
}

void excite_optimal_text(br_buffer *out, const br_exciting *w)
{
    br_buffer cells = {0};
    br_buffer_put(out, "expected standard deviations in %\n");
    motion_cells(&cells, w->optimal);
    fields_text(out, &cells, 0);
    motion_notes(out, w);
    br_buffer_put(out, "\n");
}

// ---------------------------------------------------------------- JSON

static void json_motion(br_json *j, const br_exciting_optimal *b, const br_exciting_motion *m)
{
    br_json_open(j, '{');
    br_json_field_text(j, "name", m->name);
    br_json_field_bool(j, "fits", m->fits);
    BR_JSON_NUMBERS(j, {"mean", m->is.size[BR_D_OPTIMAL]}, {"worst", m->is.size[BR_E_OPTIMAL]}, {"force", m->is.force});
    br_json_field_numbers(j, "sd", m->sd, b->fisher.parameters.count);
    br_json_close(j);
}

void excite_optimal_json(br_json *j, const br_exciting *w)
{
    const br_exciting_optimal *b = w->optimal;
    const br_fit_parameters *n = &b->fisher.parameters;
    br_json_field_text(j, "aim", b->o.criterion == BR_D_OPTIMAL ? "d" : "e");
    br_json_field_text(j, "basis", b->o.basis == BR_BASIS_PIECES ? "pieces" : "bernstein");
    BR_JSON_NUMBERS(j, {"pieces", b->o.pieces}, {"noise", b->noise}, {"mass", b->mass > 0 ? b->mass : (double)NAN},
                    {"seed", (double)b->o.seed}, {"evaluations", b->evaluations});
    br_json_field_text(j, "motion", b->motion[b->best].name);
    br_json_field_number(j, "share", br_exciting_share(b));
    br_json_field_open(j, "parameters", '[');
    for (int i = 0; i < n->count; i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "name", n->parameter[i].name);
        br_json_field_text(j, "unit", n->parameter[i].unit);
        br_json_field_number(j, "value", b->fisher.p[n->parameter[i].at]);
        br_json_field_number(j, "size", br_exciting_parameter_size(b, i));
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_open(j, "motions", '[');
    for (int i = 0; i < b->motions; i++)
        if (b->motion[i].x || i == b->best)
            json_motion(j, b, &b->motion[i]);
    br_json_close(j);
}

// ---------------------------------------------------------------- report

void excite_optimal_report(br_buffer *out, const br_exciting *w)
{
    br_buffer cells = {0}, notes = {0};
    motion_cells(&cells, w->optimal);
    motion_notes(&notes, w);
    fields_report(out, "Expected standard deviations, %", &cells, notes.text);
    br_buffer_free(&notes);
}
