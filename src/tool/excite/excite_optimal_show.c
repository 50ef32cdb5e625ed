// excite_optimal_show.c - an optimal motion compared with the standard ones, as text, JSON and report.    [host]
#include "num/base/fp.h"

#include "num/text/piece.h"
#include "tool/excite/excite_optimal.h"
#include "tool/kit/fields.h"

#include <math.h>
#include <string.h>

static br_excitation_parameter_number parameter_of(const exciting *w, int i)
{
    br_excitation_parameter_number n = {.size = sizeof n};
    br_status status = br_excitation_parameter_at(w->is, i, &n);
    (void)status; // i is one of them
    return n;
}

// The best standard motion that fits; -1: none does.
static int find_rival(const exciting *w)
{
    int best = -1;
    for (int i = 1; i < br_excitation_motions(w->is); i++)
        if (br_excitation_fits(w->is, i) > 0 &&
            (best < 0 || br_excitation_size(w->is, i, w->o.worst) < br_excitation_size(w->is, best, w->o.worst)))
            best = i;
    return best;
}

// Of the size of that one; NaN: there is none.
static double share_of(const exciting *w)
{
    int rival = find_rival(w);
    return rival < 0 ? (double)NAN
                     : br_excitation_size(w->is, br_excitation_best(w->is), w->o.worst) /
                           br_excitation_size(w->is, rival, w->o.worst);
}

// "16 moves for FC, vs of stribeck"
void excite_optimal_heading(br_buffer *out, const exciting *w)
{
    int best = br_excitation_best(w->is), pieces = br_excitation_pieces(w->is);
    if (best > 0)
        br_buffer_print(out, "the %s", br_excitation_motion(w->is, best));
    else if (!w->o.bernstein)
        br_buffer_print(out, "%d moves", 2 * pieces);
    else
        br_buffer_print(out, "a polynomial of degree %d", pieces + 3);
    br_buffer_put(out, " for ");
    for (int i = 0; i < br_excitation_parameters(w->is); i++)
        br_buffer_print(out, "%s%s", i ? ", " : "", br_excitation_parameter(w->is, i));
    br_buffer_print(out, " of %s", br_law_name(w->law));
}

// "mean standard deviation (D): 0.4 of that of the best standard motion, loops"
void excite_optimal_gain(br_buffer *out, const exciting *w)
{
    int rival = find_rival(w);
    if (rival < 0)
        br_buffer_put(out, "no standard motion fits into the limits");
    else
        br_buffer_print(out, "%s: %.3g of that of the best standard motion, %s",
                        w->o.worst ? "worst standard deviation (E)" : "mean standard deviation (D)", share_of(w),
                        br_excitation_motion(w->is, rival));
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

// Cells of a table (tool/kit/fields.h): a column for each motion that can be made.
static void motion_cells(br_buffer *cells, const exciting *w)
{
    static const char *const sizes[] = {"mean (D)", "worst (E)"};
    int motions = br_excitation_motions(w->is);
    br_buffer_put(cells, "parameter\tvalue\tunit\t");
    for (int i = 0; i < motions; i++)
        if (br_excitation_fits(w->is, i) >= 0)
            br_buffer_print(cells, "%s%s\t", br_excitation_motion(w->is, i),
                            br_excitation_fits(w->is, i) > 0 ? "" : "*");
    for (int k = 0; k < br_excitation_parameters(w->is); k++) {
        br_excitation_parameter_number n = parameter_of(w, k);
        br_buffer_print(cells, "\n%s\t%.4g\t%s\t", n.name, n.value, strcmp(n.unit, "-") == 0 ? "" : n.unit);
        for (int i = 0; i < motions; i++)
            if (br_excitation_fits(w->is, i) >= 0) {
                write_share(cells, br_excitation_sd(w->is, i, k) / n.relative_to);
                br_buffer_put(cells, "\t");
            }
    }
    for (int s = 0; s < 2; s++) {
        br_buffer_print(cells, "\n%s\t\t\t", sizes[s]);
        for (int i = 0; i < motions; i++)
            if (br_excitation_fits(w->is, i) >= 0) {
                write_share(cells, br_excitation_size(w->is, i, s));
                br_buffer_put(cells, "\t");
            }
    }
}

static void motion_notes(br_buffer *out, const exciting *w)
{
    bool beyond = false;
    for (int i = 1; i < br_excitation_motions(w->is); i++)
        beyond = beyond || br_excitation_fits(w->is, i) == 0;
    br_buffer_print(out, "%snoise of the force: %.4g %s; %d motions evaluated, from %d starts\n",
                    beyond ? "* violates the limits; " : "", br_excitation_noise(w->is), excite_unit_of(w, "F"),
                    br_excitation_evaluations(w->is), br_excitation_starts(w->is));
}

void excite_optimal_text(br_buffer *out, const exciting *w)
{
    br_buffer cells = {0};
    br_buffer_put(out, "expected standard deviations in %\n");
    motion_cells(&cells, w);
    fields_text(out, &cells, 0);
    motion_notes(out, w);
    br_buffer_put(out, "\n");
}

// ---------------------------------------------------------------- JSON

static void json_motion(br_json *j, const exciting *w, int i)
{
    double sd[64];
    int parameters = br_excitation_parameters(w->is);
    for (int k = 0; k < parameters; k++)
        sd[k] = br_excitation_sd(w->is, i, k);
    br_json_open(j, '{');
    br_json_field_text(j, "name", br_excitation_motion(w->is, i));
    br_json_field_bool(j, "fits", br_excitation_fits(w->is, i) > 0);
    BR_JSON_NUMBERS(j, {"mean", br_excitation_size(w->is, i, 0)}, {"worst", br_excitation_size(w->is, i, 1)},
                    {"force", br_excitation_force(w->is, i)});
    br_json_field_numbers(j, "sd", sd, parameters);
    br_json_close(j);
}

void excite_optimal_json(br_json *j, const exciting *w)
{
    const br_excitation_options *o = &w->o;
    br_json_field_text(j, "aim", o->worst ? "e" : "d");
    br_json_field_text(j, "basis", o->bernstein ? "bernstein" : "pieces");
    BR_JSON_NUMBERS(j, {"pieces", br_excitation_pieces(w->is)}, {"noise", br_excitation_noise(w->is)},
                    {"mass", o->mass > 0 ? o->mass : (double)NAN}, {"seed", (double)o->seed},
                    {"evaluations", br_excitation_evaluations(w->is)});
    br_json_field_text(j, "motion", br_excitation_motion(w->is, br_excitation_best(w->is)));
    br_json_field_number(j, "share", share_of(w));
    br_json_field_open(j, "parameters", '[');
    for (int i = 0; i < br_excitation_parameters(w->is); i++) {
        br_excitation_parameter_number n = parameter_of(w, i);
        br_json_open(j, '{');
        br_json_field_text(j, "name", n.name);
        br_json_field_text(j, "unit", n.unit);
        br_json_field_number(j, "value", n.value);
        br_json_field_number(j, "size", n.relative_to);
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_open(j, "motions", '[');
    for (int i = 0; i < br_excitation_motions(w->is); i++)
        if (br_excitation_fits(w->is, i) >= 0)
            json_motion(j, w, i);
    br_json_close(j);
}

// ---------------------------------------------------------------- report

void excite_optimal_report(br_buffer *out, const exciting *w)
{
    br_buffer cells = {0}, notes = {0};
    motion_cells(&cells, w);
    motion_notes(&notes, w);
    fields_report(out, "Expected standard deviations, %", &cells, notes.text);
    br_buffer_free_into(&notes, &out->status);
}
