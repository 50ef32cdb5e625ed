// excite_interval.c - `bristle excite --criterion`: optimal input signals for `bristle bound`.                 [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "num/text/number.h"
#include "tool/kit/deliver.h"
#include "tool/kit/law.h"
#include "tool/excite/excite.h"
#include "tool/excite/excite_interval.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"
#include "tool/kit/said.h"

#include <bristle/excite.h>
#include <math.h>
#include <string.h>

enum { INPUTS = 3, INPUT = 0, POSITION, VELOCITY, EACH, BAND = 1 + EACH * INPUTS }; // columns of a rehearsal

typedef struct designing {
    br_law *law;
    br_excitation *is;
    br_table *signal, *rehearsal;
    br_excitation_options o;
    struct {
        const char *name, *unit;
    } of[EACH]; // as the law names them
} designing;

// ---------------------------------------------------------------- options

// 'u = 0.7 N*m, x1 = 20 rad': what the list has for a quantity, in SI.
static br_status read_value(const designing *w, const char *option, const char *text, int q, double *value,
                            br_diag *why)
{
    const char *name = w->of[q].name, *unit = w->of[q].unit;
    br_law_assignment is = {.size = sizeof is};
    br_unit wanted = br_unit_none();
    br_status status = BR_OK;
    if (strcmp(unit, "-") != 0)
        br_unit_read(unit, strlen(unit), NULL, 0, &wanted, NULL);
    *value = (double)NAN;
    for (int i = 0; (status = br_law_read_list(text, option, i, &is, why)) == BR_OK; i++)
        if (strcmp(is.name, name) == 0 && is.count == 1 && br_unit_same(excite_unit(is.unit), wanted))
            *value = is.high;
    if (status != BR_NEGATIVE)
        return status;
    if (*value > 0 && isfinite(*value))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s lacks %s; add '%s = 1 %s'", option, name, name, unit);
}

static br_status open_design(designing *w, br_diag *why)
{
    br_excitation *fresh = NULL;
    br_status status = br_excitation_open(&fresh, w->law, &w->o, why);
    if (status == BR_OK) {
        br_excitation_close(w->is);
        w->is = fresh;
    }
    return tool_said_by("bristle excite: ", "excitation: ", status, why);
}

static void name_quantities(designing *w)
{
    static const char *const limit[EACH] = {"F", "x", "v"};
    for (int i = 0; i < EACH; i++)
        w->of[i].name = br_excitation_quantity(w->is, limit[i], &w->of[i].unit);
}

// The names of the plant, for lists of limits, are known once it is open.
static br_status open_plant(designing *w, const tool_args *a, br_diag *why)
{
    br_status status = tool_law_open(&w->law, a->model ? a->model : "drive-train", a->params, a->at, why);
    if (status == BR_OK)
        status = tool_law_check(w->law, why);
    w->o.range = a->range;
    w->o.limit_F = w->o.limit_x = 1;
    if (status == BR_OK)
        status = open_design(w, why);
    if (status == BR_OK)
        name_quantities(w);
    return status;
}

static br_status read_basis(designing *w, const tool_args *a, br_diag *why)
{
    w->o.pieces = 6;
    w->o.bernstein = !(a->basis && strcmp(a->basis, "bernstein") != 0);
    w->o.wanted = a->wanted;
    return excite_read_whole("--pieces", a->pieces, 16, &w->o.pieces, why);
}

static br_status read_lists(designing *w, const tool_args *a, br_diag *why)
{
    double force = 1, way = 1;
    br_status status = read_value(w, "--limits", a->limits, INPUT, &force, why);
    if (status == BR_OK)
        status = read_value(w, "--limits", a->limits, POSITION, &way, why);
    w->o.limit_F = force;
    w->o.limit_x = way;
    w->o.error = 1e-3 * way;
    return status == BR_OK && a->error ? read_value(w, "--error", a->error, POSITION, &w->o.error, why) : status;
}

static br_status read_options(designing *w, const tool_args *a, br_diag *why)
{
    static const char *const kinds[] = {"interval", "paper", "tracking"};
    bool known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        known = known || strcmp(a->criterion, kinds[i]) == 0;
    if (!known)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: --criterion is interval, paper or tracking, not '%.60s'", a->criterion);
    if (!a->range)
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --criterion needs --range, as 'bristle bound' does");
    (void)br_excitation_defaults(&w->o, sizeof w->o, a->criterion);
    w->o.duration = 8;
    w->o.step = 0.01;
    br_status status = open_plant(w, a, why);
    if (status == BR_OK)
        status = read_lists(w, a, why);
    if (status == BR_OK)
        status = excite_read_time("--step", a->step, &w->o.step, why);
    if (status == BR_OK)
        status = excite_read_time("--duration", a->duration, &w->o.duration, why);
    if (status == BR_OK)
        status = read_basis(w, a, why);
    if (status == BR_OK)
        status = open_design(w, why);
    if (status == BR_OK)
        name_quantities(w); // of the handle that stays
    return status;
}

// ---------------------------------------------------------------- searching

static int show_share(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status search_inputs(designing *w, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("searching", a);
    br_status status = br_excitation_run(w->is, show_share, &bar, why);
    progress_close(&bar);
    status = tool_said_by("bristle excite: ", "excitation: ", status, why);
    if (bar.interrupted)
        status = progress_result(&bar, status, why);
    if (status == BR_OK)
        status = br_excitation_table(w->is, &w->signal, why);
    return status == BR_OK ? br_excitation_rehearsal(w->is, &w->rehearsal, why) : status;
}

// ---------------------------------------------------------------- showing

static void put_better(br_buffer *out, const designing *w)
{
    int best = br_excitation_best(w->is);
    for (int i = 0; i < INPUTS; i++) {
        bool better = i != best;
        for (int l = 0; l < br_excitation_parameters(w->is); l++)
            better = better && br_excitation_width(w->is, i, l) < br_excitation_width(w->is, best, l);
        if (better)
            br_buffer_print(out, "note: %s gives smaller widths of all parameters; use --criterion %s\n",
                            br_excitation_motion(w->is, i), br_excitation_motion(w->is, i));
    }
}

// Rounded up: they are proved.
static void put_reach(br_buffer *out, const designing *w)
{
    char far[BR_NUMBER_SIZE], fast[BR_NUMBER_SIZE];
    br_number_write_above(far, br_excitation_reached(w->is, "x", NULL), 4);
    br_number_write_above(fast, br_excitation_reached(w->is, "v", NULL), 4);
    br_buffer_print(out, "for all parameters of the ranges %s stays within %s of %.4g %s, %s within %s %s\n",
                    w->of[POSITION].name, far, w->o.limit_x, w->of[POSITION].unit, w->of[VELOCITY].name, fast,
                    w->of[VELOCITY].unit);
}

static void text(br_buffer *out, const designing *w)
{
    double c[16];
    int coefficients = br_excitation_coefficients(w->is, c), best = br_excitation_best(w->is);
    br_buffer_print(out,
                    "%s for %s: %s of %d coefficients, %.4g s; expected widths of the bounds with an encoder of %.4g "
                    "%s per count (twice the error)\n",
                    br_excitation_motion(w->is, best), br_law_name(w->law),
                    w->o.bernstein ? "Bernstein polynomial" : "pieces", coefficients,
                    (double)br_excitation_rows(w->is) * w->o.step, 2 * w->o.error, w->of[POSITION].unit);
    for (int i = 0; i < INPUTS; i++) {
        br_buffer_print(out, "  %-9s", br_excitation_motion(w->is, i));
        for (int l = 0; l < br_excitation_parameters(w->is); l++) {
            br_buffer_print(out, "  %s ", br_excitation_parameter(w->is, l));
            br_buffer_about(out, br_excitation_width(w->is, i, l), 3);
        }
        br_buffer_put(out, i == best ? "  <- selected\n" : "\n");
    }
    put_better(out, w);
    br_buffer_put(out, "coefficients");
    for (int j = 0; j < coefficients; j++) {
        br_buffer_put(out, j ? ", " : " ");
        br_buffer_about(out, c[j], 6);
    }
    br_buffer_print(out, " %s\n", w->of[INPUT].unit);
    put_reach(out, w);
}

static void json(br_buffer *out, const designing *w)
{
    double c[16];
    int coefficients = br_excitation_coefficients(w->is, c);
    br_json j = {.out = out};
    br_json_open_file(&j, "excite-interval");
    br_json_field_text(&j, "criterion", br_excitation_motion(w->is, br_excitation_best(w->is)));
    br_json_field_numbers(&j, "coefficients", c, coefficients);
    br_json_field_open(&j, "widths", '{');
    for (int i = 0; i < INPUTS; i++) {
        br_json_field_open(&j, br_excitation_motion(w->is, i), '{');
        for (int l = 0; l < br_excitation_parameters(w->is); l++)
            br_json_field_number(&j, br_excitation_parameter(w->is, l), br_excitation_width(w->is, i, l));
        br_json_close(&j);
    }
    br_json_close(&j);
    br_json_field_open(&j, "reach", '{');
    br_json_field_number(&j, w->of[POSITION].name, br_excitation_reached(w->is, "x", NULL));
    br_json_field_number(&j, w->of[VELOCITY].name, br_excitation_reached(w->is, "v", NULL));
    br_json_close(&j);
    br_json_close(&j);
}

static const double *rehearsed(const designing *w, int input, int quantity)
{
    return br_table_values(w->rehearsal, 1 + EACH * input + quantity);
}

// A state along all three inputs, and along the wanted one for all parameters of the ranges.
static void draw_state(br_plots *o, const designing *w, int state)
{
    const double *t = br_table_values(w->rehearsal, 0);
    long long rows = (long long)br_table_rows(w->rehearsal);
    int band = BAND + 2 * (state - POSITION);
    br_plot *to = br_draw(o, w->of[state].name, "time", "s", w->of[state].name, w->of[state].unit,
                          "Nominal plant with each input; band: chosen input, all parameters of the ranges.");
    for (int i = 0; i < INPUTS; i++)
        br_draw_curve(to, br_excitation_motion(w->is, i), t, rehearsed(w, i, state), rows);
    br_draw_band(to, "all parameters of the ranges", t, br_table_values(w->rehearsal, band),
                 br_table_values(w->rehearsal, band + 1), 1, rows);
}

static br_status page(br_buffer *out, const designing *w)
{
    br_plots o = {0};
    br_buffer words = {0}, sentence = {0};
    int best = br_excitation_best(w->is);
    br_plot *p = br_draw(&o, "Inputs over time", "time", "s", w->of[INPUT].name, w->of[INPUT].unit, "");
    for (int i = 0; i < INPUTS; i++)
        br_draw_curve(p, br_excitation_motion(w->is, i), br_table_values(w->rehearsal, 0), rehearsed(w, i, INPUT),
                      (long long)br_table_rows(w->rehearsal));
    draw_state(&o, w, POSITION);
    draw_state(&o, w, VELOCITY);
    text(&words, w);
    br_buffer_print(&sentence, "%s for %s: expected widths of", br_excitation_motion(w->is, best), br_law_name(w->law));
    for (int l = 0; l < br_excitation_parameters(w->is); l++) {
        br_buffer_print(&sentence, "%s %s ", l > 0 ? "," : "", br_excitation_parameter(w->is, l));
        br_buffer_about(&sentence, br_excitation_width(w->is, best, l), 3);
    }
    br_buffer_put(&sentence, ".");
    report_open(out, "Excitation signal for bounds of parameters");
    report_answer(out, &sentence);
    report_plots(out, &o);
    report_words(out, &words);
    return report_close(out, &o, BR_OK);
}

static tool_column column_at(const void *of, int c)
{
    return (tool_column){br_table_name(of, c), br_table_unit(of, c), c == 0 ? TOOL_TIME : TOOL_INPUT_COLUMN,
                         br_table_values(of, c)};
}

static br_status deliver_design(const designing *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    tool_args to = *a;
    const tool_rows rows = {w->signal, br_table_columns(w->signal), (long long)br_table_rows(w->signal), column_at,
                            NULL};
    to.csv = a->out; // the table is what the command is for
    if (tool_wants_text(&to))
        text(&v.text, w);
    if (a->json)
        json(&v.json, w);
    br_status status = a->report ? page(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, &rows, status, &to, out, why);
}

br_status excite_interval(const tool_args *a, br_buffer *out, br_diag *why)
{
    designing w = {0};
    br_status status = read_options(&w, a, why);
    if (status == BR_OK)
        status = search_inputs(&w, a, why);
    if (status == BR_OK)
        status = deliver_design(&w, a, out, why);
    br_table_close(w.signal);
    br_table_close(w.rehearsal);
    br_excitation_close(w.is);
    br_law_close(w.law);
    return status;
}
