// excite.c - excitation signals in a program: bristle/excite.h.                    [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/excite/excitation_parts.h"
#include "api/law/opened_law.h"
#include "api/law/sized.h"
#include "api/log/table_record.h"
#include "law/model/condition.h"
#include "num/base/elem.h"
#include "num/text/diag.h"
#include "num/text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_excitation_options defaults = {
    .size = sizeof defaults, .step = 1e-3, .duration = 10, .budget = 4000, .seed = 1, .turns = -1};

enum { OPTIMAL = BR_EXCITE_KINDS, DESIGN }; // DESIGN: the first of those for bounds

// The kind of a name; OPTIMAL, or DESIGN and more; -1: there is none.
static int find_kind(const char *name)
{
    for (int i = 0; name && i < BR_INPUT_DESIGNS; i++)
        if (strcmp(name, br_input_designs[i]) == 0)
            return DESIGN + i;
    for (int i = 0; name && i < BR_EXCITE_KINDS; i++)
        if (strcmp(name, br_excite_name((br_excite_kind)i)) == 0)
            return i;
    return name && strcmp(name, "optimal") == 0 ? (int)OPTIMAL : -1;
}

static br_excite_options usual(br_excite_kind kind, double dt)
{
    br_excite_options o = br_excite_defaults(kind, dt);
    if (kind == BR_EXCITE_LOOPS)
        o.stay = BR_EXCITING_STROKE;
    return o;
}

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_excitation_options, turns) };

br_status br_excitation_defaults(br_excitation_options *o, size_t size, const char *kind)
{
    int at = find_kind(kind);
    br_excitation_options with = defaults;
    if (at < 0)
        return BR_BAD_USAGE;
    with.kind = at < OPTIMAL    ? br_excite_name((br_excite_kind)at)
                : at == OPTIMAL ? "optimal"
                                : br_input_designs[at - DESIGN];
    if (at < BR_EXCITE_KINDS) {
        br_excite_options is = usual((br_excite_kind)at, with.step);
        with.steps = is.steps;
        with.repeats = is.repeats;
        with.rest = is.rest;
        with.stay = is.stay;
    }
    if (at >= DESIGN) {
        with.step = 0.01;
        with.duration = 8;
        with.bernstein = 1;
    }
    return br_sized_fill(o, size, &with, sizeof with, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- opening

static br_status check_numbers(const char *who, const br_excitation_options *o, br_diag *why)
{
    const double least0[] = {o->limit_x, o->limit_v, o->limit_a, o->limit_F, o->limit_rate, o->from, o->to,
                             o->level,   o->rest,    o->stay,    o->noise,   o->mass,       o->error};
    for (size_t i = 0; i < sizeof least0 / sizeof *least0; i++)
        if (!(least0[i] >= 0 && isfinite(least0[i])))
            return br_diag_fail(why, BR_BAD_USAGE, "%slimits, sizes and times are finite, and not below 0", who);
    if (!(o->step > 0 && o->step < 1e6 && o->duration > 0 && o->duration < 1e6 && o->rest < 1e6 && o->stay < 1e6))
        return br_diag_fail(why, BR_BAD_USAGE, "%stimes are above 0 and below 1e6 s", who);
    if (o->seed > 1ull << 46)
        return br_diag_fail(why, BR_BAD_USAGE, "%sthe seed must be a whole number from 1 to 2^46", who);
    return BR_OK;
}

static double limit(double given)
{
    return given > 0 ? given : (double)INFINITY;
}

static br_status set_standard(br_exciting *w, br_excite_kind kind, const br_excitation_options *o, br_diag *why)
{
    if (o->steps < 1 || o->steps > 1000 || o->repeats < 1 || o->repeats > 1000000)
        return br_diag_fail(why, BR_BAD_USAGE, "%ssteps are 1 to 1000, repeats 1 to 1000000", w->who);
    w->o = usual(kind, o->step);
    w->o.smallest = o->from;
    w->o.largest = o->to;
    w->o.level = o->level;
    w->o.steps = o->steps;
    w->o.repeats = o->repeats;
    w->o.rest = o->rest;
    w->o.stay = o->stay;
    w->o.seed = (double)o->seed;
    w->o.odd = o->odd != 0;
    return BR_OK;
}

static br_status set_optimal(br_excitation *x, const br_excitation_options *o, br_diag *why)
{
    br_exciting *w = &x->is;
    int pieces = o->pieces ? o->pieces : o->bernstein ? 16 : 8;
    if (!x->law)
        return br_diag_fail(why, BR_BAD_USAGE, "%san optimal motion needs a law", w->who);
    if (pieces < 1 || pieces > BR_OPTIMAL_PIECES || o->budget < 1 || o->budget > 1000000)
        return br_diag_fail(why, BR_BAD_USAGE, "%spieces are 1 to %d, the budget 1 to 1000000", w->who,
                            (int)BR_OPTIMAL_PIECES);
    br_exciting_optimal *b = w->optimal = calloc(1, sizeof *b);
    x->wanted = o->wanted ? strdup(o->wanted) : NULL;
    if (!b || (o->wanted && !x->wanted))
        return BR_NO_MEMORY;
    b->o.criterion = o->worst ? BR_E_OPTIMAL : BR_D_OPTIMAL;
    b->o.basis = o->bernstein ? BR_BASIS_BERNSTEIN : BR_BASIS_PIECES;
    b->o.pieces = pieces;
    b->o.seed = o->seed;
    b->budget = o->budget;
    b->noise = o->noise;
    b->mass = o->mass;
    b->wanted = x->wanted;
    return br_exciting_optimal_last(w, o->duration, o->step, why);
}

static br_status read_again(const void *of, br_loaded_model *m, br_diag *why)
{
    const br_excitation *x = of;
    return br_law_read_model(m, x->law, NULL, "values", why);
}

// A mass with the friction of the law; its texts stay with the handle.
static br_status read_plant(const void *of, double mass, const char *unit, br_loaded_model *m, br_diag *why)
{
    const br_excitation *x = of;
    br_buffer values = {0};
    br_buffer_put(&values, "m = ");
    br_buffer_number(&values, mass);
    br_buffer_print(&values, " %s", unit);
    br_status status = values.status;
    if (status == BR_OK)
        status = br_law_read_model(m, x->plant, values.text, "mass", why);
    br_buffer_free(&values);
    return status;
}

static br_status open_model(br_excitation *x, br_diag *why)
{
    br_exciting *w = &x->is;
    br_status status = read_again(x, &w->model, why);
    w->has_model = status == BR_OK;
    if (w->has_model && x->as_law)
        w->turns = br_exciting_law_turns(&w->model.model);
    if (status == BR_OK)
        status = br_model_complete(&w->model.model, false, why);
    if (status == BR_OK && !w->model.model.exact)
        status =
            br_diag_fail(why, BR_BAD_LAW, "%svalues of %s are numbers, not ranges", w->who, w->model.model.law.name);
    if (status == BR_OK)
        status = br_model_must_hold(&w->model.model, why);
    if (status == BR_OK && w->optimal && w->optimal->mass > 0 && w->model.model.nx > 0)
        status = br_law_open_in(&x->plant, "mass", "friction", x->law, why);
    return status == BR_OK ? br_exciting_use_law(w, why) : status;
}

static br_status read_design(br_excitation *x, const br_excitation_options *o, br_diag *why)
{
    br_input_design *w = x->design;
    br_status status = br_law_read_model(&w->plant, x->law, NULL, "values", why);
    w->has_plant = status == BR_OK;
    if (status == BR_OK)
        status = br_model_complete(&w->plant.model, false, why);
    if (status == BR_OK)
        status = br_law_read_model(&w->ranged, x->law, o->range, "--range", why);
    w->has_ranged = status == BR_OK;
    if (status == BR_OK)
        status = br_input_design_begin(w, why);
    if (status == BR_OK)
        status = br_input_design_last(w, o->duration, o->step, why);
    if (status == BR_OK)
        status = br_input_design_choose(w, why);
    if (status == BR_OK && w->first < 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--wanted: '%.60s' has no range", x->is.who, w->sharpen);
    return status;
}

static br_status open_design(br_excitation *x, int wanted, const br_excitation_options *o, br_diag *why)
{
    if (!x->law || !o->range || !(o->limit_F > 0 && o->limit_x > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%s needs a law, `range`, `limit_F` and `limit_x`", x->is.who,
                            o->kind);
    if (o->pieces < 0 || o->pieces > BR_DESIGN_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "%spieces are 1 to %d", x->is.who, (int)BR_DESIGN_MOST);
    br_input_design *w = x->design = calloc(1, sizeof *w);
    x->wanted = o->wanted ? strdup(o->wanted) : NULL;
    if (!w || (o->wanted && !x->wanted))
        return BR_NO_MEMORY;
    w->says.who = x->is.who;
    w->says.dash = "--";
    w->wanted = wanted;
    w->limit = o->limit_F;
    w->way = o->limit_x;
    w->error = o->error > 0 ? o->error : 1e-3 * w->way;
    w->pieces = !o->bernstein;
    w->coefficients = o->pieces ? o->pieces : 6;
    w->sharpen = x->wanted;
    return read_design(x, o, why);
}

static br_status open_parts(br_excitation *x, const br_law *law, const br_excitation_options *o, br_diag *why)
{
    br_exciting *w = &x->is;
    int kind = find_kind(o->kind);
    br_status status = br_who_read(x->who, sizeof x->who, o->who, "excitation: ", &x->by_command, why);
    if (status != BR_OK)
        return status;
    x->as_law = o->turns < 0;
    w->turns = o->turns > 0;
    w->stop = o->stop;
    w->who = x->who;
    w->threads = o->threads;
    w->open_law = read_again;
    w->open_plant = read_plant;
    w->of = x;
    if (kind < 0)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "excitation: there is no such kind; there are staircase, ramps, loops, ladder, multisine, "
                            "optimal, interval, paper and tracking");
    status = check_numbers(w->who, o, why);
    if (status == BR_OK && law)
        status = br_law_copy(&x->law, law, why);
    if (status == BR_OK && kind >= DESIGN)
        return open_design(x, kind - DESIGN, o, why);
    if (status == BR_OK)
        status = kind == OPTIMAL ? set_optimal(x, o, why) : set_standard(w, (br_excite_kind)kind, o, why);
    if (status != BR_OK)
        return status;
    w->o.limit = (br_excite_limits){limit(o->limit_x), limit(o->limit_v), limit(o->limit_a), limit(o->limit_F),
                                    limit(o->limit_rate)};
    status = br_exciting_check_limits(w, why);
    return status == BR_OK && law ? open_model(x, why) : status;
}

static br_status open_excitation(br_excitation **x, const br_law *law, const br_excitation_options *o, br_diag *why)
{
    br_excitation_options with = defaults;
    if (!x)
        return br_diag_fail(why, BR_BAD_USAGE, "br_excitation_open: a place for the handle is needed");
    if (!o || !br_sized_read(&with, sizeof with, LEAST_OPTIONS, o))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "excitation: options come from br_excitation_defaults(&options, sizeof options, kind)");
    br_excitation *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? open_parts(fresh, law, &with, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        *x = fresh;
    else
        br_excitation_close(fresh);
    return status;
}

static br_status say(bool by_command, br_status status, br_diag *why)
{
    if (by_command && status != BR_NO_MEMORY)
        return status;
    static const br_wording words[] = {{"add it to --limits, as in '", "set it, as in 'limit_"},
                                       {"(--model, --params)", "with its values"},
                                       {"--noise '0.1 N'", "--noise in N"},
                                       {"--noise '0.1 N*m'", "--noise in N*m"},
                                       {"the axis of --limits", "the axis"},
                                       {"with these limits", "here"},
                                       {"by --for", "by `wanted`"}};
    if (status != BR_OK)
        br_replace_words(words, sizeof words / sizeof *words, why);
    return br_said(status, why);
}

br_status br_excitation_open(br_excitation **x, const br_law *law, const br_excitation_options *o, br_diag *why)
{
    br_status status = open_excitation(x, law, o, why);
    return say(o && o->size == sizeof *o && o->who, status, why);
}

void br_excitation_close(br_excitation *x)
{
    if (!x)
        return;
    br_exciting_free(&x->is);
    if (x->design)
        br_input_design_free(x->design);
    br_record_close(&x->rehearsal);
    free(x->design);
    br_law_close(x->law);
    br_law_close(x->plant);
    free(x->wanted);
    free(x);
}

// ---------------------------------------------------------------- the signal

static bool tell_progress(void *of, double share)
{
    const br_excitation *x = of;
    return !x->progress || x->progress(x->context, share) != 0;
}

static br_status run_design(br_excitation *x, br_diag *why)
{
    br_input_design *w = x->design;
    w->go_on = tell_progress;
    w->context = x;
    br_status status = br_input_design_search(w, why);
    if (w->stopped && status == BR_NEGATIVE)
        return br_diag_fail(why, BR_NEGATIVE, "%sstopped at %.0f %% of the search", x->is.who, 100 * w->share);
    if (status != BR_OK)
        return status;
    br_input_design_show_better(&x->is.notes, w);
    br_input_design_show_reach(&x->is.notes, w);
    status = x->is.notes.status == BR_OK ? br_excitation_rehearse(x, why) : x->is.notes.status;
    return status == BR_OK ? br_input_design_fill_record(w, &x->is.record, why) : status;
}

static br_status run_once(br_excitation *x, br_diag *why)
{
    if (!x || x->run)
        return br_diag_fail(why, BR_BAD_USAGE,
                            x ? "br_excitation_run: it has run already; open another"
                              : "br_excitation_run: an excitation is needed");
    x->run = true;
    if (x->design)
        return run_design(x, why);
    x->is.go_on = tell_progress;
    x->is.context = x;
    br_status status = x->is.optimal ? br_exciting_optimal_make(&x->is, why) : br_exciting_make(&x->is, why);
    if (status == BR_OK)
        status = br_exciting_fill_record(&x->is, why);
    return status == BR_OK ? x->is.notes.status : status;
}

br_status br_excitation_run(br_excitation *x, int (*progress)(void *context, double share), void *context, br_diag *why)
{
    if (x) {
        x->progress = progress;
        x->context = context;
    }
    br_status status = run_once(x, why);
    if (x && x->by_command)
        return say(true, status, why);
    br_plain_words(x ? x->is.notes.text : NULL);
    return say(false, status, why);
}

// ---------------------------------------------------------------- kinds and limits

const char *br_excitation_kind(int i)
{
    return i >= 0 && i < BR_EXCITE_KINDS ? br_excite_name((br_excite_kind)i) : NULL;
}

int br_excitation_takes(const char *kind, const char *option, int turns, const char **what, const char **unit)
{
    int at = find_kind(kind);
    if (!option || at < 0 || at >= BR_EXCITE_KINDS)
        return 0;
    const br_exciting_kind_text *k = br_exciting_kind_of((br_excite_kind)at);
    bool multisine = at == BR_EXCITE_MULTISINE;
    const struct {
        const char *name;
        const br_exciting_measure *is;
        bool taken;
    } all[] = {{"from", &k->from, k->from.what != NULL},
               {"to", &k->to, k->to.what != NULL},
               {"level", &k->level, k->level.what != NULL},
               {"rest", NULL, k->rests},
               {"stay", NULL, k->stays},
               {"seed", NULL, multisine},
               {"odd", NULL, multisine}};
    const br_exciting axis = {.turns = turns != 0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].name, option) != 0)
            continue;
        bool is_size = all[i].is && all[i].taken;
        if (is_size && what)
            *what = all[i].is->what;
        if (is_size && unit)
            *unit = br_exciting_unit(&axis, all[i].is->unit);
        return all[i].taken;
    }
    return 0;
}

const char *br_excitation_limit(int i)
{
    return i >= 0 ? br_exciting_limit_name(NULL, i) : NULL;
}

const char *br_excitation_limit_unit(const char *limit, int turns)
{
    const br_exciting axis = {.turns = turns != 0};
    int i = limit ? br_exciting_limit_find(limit) : -1;
    return i >= 0 ? br_exciting_limit_at(&axis, i).unit : NULL;
}

// ---------------------------------------------------------------- as it was made

static bool is_made(const br_excitation *x)
{
    return x && x->is.record.rows > 0;
}

size_t br_excitation_rows(const br_excitation *x)
{
    return is_made(x) ? (size_t)x->is.record.rows : 0;
}

const double *br_excitation_values(const br_excitation *x)
{
    return is_made(x) ? x->is.record.column[1].v : NULL;
}

int br_excitation_is_force(const br_excitation *x)
{
    return x && (x->design || br_exciting_is_force(&x->is));
}

static br_status lend_table(const br_excitation *x, br_table **table, br_diag *why)
{
    if (!is_made(x) || !table)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_excitation_table: an excitation that has run and a place for the handle are needed");
    return br_table_of_record(table, "excitation", &x->is.record, why);
}

br_status br_excitation_table(const br_excitation *x, br_table **table, br_diag *why)
{
    return br_said(lend_table(x, table, why), why);
}

const char *br_excitation_notes(const br_excitation *x)
{
    return !x ? NULL : x->is.notes.text ? x->is.notes.text : "";
}

// Of all parameters of the ranges.
static double design_reaches(const br_excitation *x, const char *name, double *most)
{
    const br_input_design *w = x->design;
    const br_designed_input *is = &w->input[w->wanted];
    double force = 0;
    for (int k = 0; is_made(x) && k < w->rows; k++)
        force = br_max(force, br_abs(is->torque[k]));
    bool x_or_F = strcmp(name, "x") == 0 || strcmp(name, "F") == 0;
    if (most)
        *most = !x_or_F ? (double)INFINITY : name[0] == 'x' ? w->way : w->limit;
    return !is_made(x)              ? (double)NAN
           : x_or_F                 ? name[0] == 'x' ? is->ranged.q_most : force
           : strcmp(name, "v") == 0 ? is->ranged.w_most
                                    : (double)NAN;
}

double br_excitation_reached(const br_excitation *x, const char *name, double *most)
{
    int i = x && name ? br_exciting_limit_find(name) : -1;
    if (i < 0)
        return (double)NAN;
    if (x->design)
        return design_reaches(x, name, most);
    br_excite_limits l = x->is.o.limit;
    if (most)
        *most = *br_exciting_limit_place(&l, i);
    return is_made(x) ? br_exciting_limit_at(&x->is, i).reached : (double)NAN;
}

// ---------------------------------------------------------------- information

static const br_exciting_optimal *optimal_of(const br_excitation *x)
{
    return is_made(x) ? x->is.optimal : NULL;
}

int br_excitation_turns(const br_excitation *x)
{
    return x && x->is.turns;
}

int br_excitation_was_stopped(const br_excitation *x)
{
    return x && x->is.interrupted;
}

br_status br_excitation_sizes_of(const br_excitation *x, br_excitation_sizes *sizes)
{
    if (!is_made(x) || x->design || !sizes || sizes->size != sizeof *sizes)
        return BR_BAD_USAGE;
    const br_excite_options *o = &x->is.o;
    const br_exciting_kind_text *k = br_exciting_kind_of(o->kind);
    const double none = (double)NAN;
    const br_exciting_scales unknown = {none, none, none, none}, *law = x->is.has_model ? &x->is.scale : &unknown;
    *sizes = (br_excitation_sizes){.size = sizeof *sizes,
                                   .steps_of = "",
                                   .identifies = "",
                                   .unit = "",
                                   .from = none,
                                   .to = none,
                                   .level = none,
                                   .rest = none,
                                   .stay = none,
                                   .FC = law->FC,
                                   .FS = law->FS,
                                   .vs = law->vs,
                                   .length = law->length};
    if (x->is.optimal)
        return BR_OK;
    sizes->steps_of = k->steps;
    sizes->identifies = k->identifies;
    sizes->unit = br_exciting_unit(&x->is, k->to.unit);
    sizes->from = k->from.what && o->steps > 1 ? o->smallest : none;
    sizes->to = o->largest;
    sizes->level = k->level.what ? o->level : none;
    sizes->steps = o->steps;
    sizes->repeats = o->repeats;
    sizes->rest = k->rests ? o->rest : none;
    sizes->stay = k->stays ? o->stay : none;
    return BR_OK;
}

static const br_input_design *design_of(const br_excitation *x)
{
    return is_made(x) ? x->design : NULL;
}

int br_excitation_parameters(const br_excitation *x)
{
    const br_exciting_optimal *b = optimal_of(x);
    const br_input_design *w = design_of(x);
    return b ? b->fisher.parameters.count : w ? w->usual.params : 0;
}

const char *br_excitation_parameter(const br_excitation *x, int i)
{
    if (i < 0 || i >= br_excitation_parameters(x))
        return NULL;
    return x->design ? br_input_design_param(x->design, i) : optimal_of(x)->fisher.parameters.parameter[i].name;
}

int br_excitation_motions(const br_excitation *x)
{
    const br_exciting_optimal *b = optimal_of(x);
    return b ? b->motions : design_of(x) ? BR_INPUT_DESIGNS : 0;
}

int br_excitation_best(const br_excitation *x)
{
    const br_exciting_optimal *b = optimal_of(x);
    const br_input_design *w = design_of(x);
    return b ? b->best : w ? w->wanted : -1;
}

const char *br_excitation_motion(const br_excitation *x, int motion)
{
    if (motion < 0 || motion >= br_excitation_motions(x))
        return NULL;
    return x->design ? br_input_designs[motion] : optimal_of(x)->motion[motion].name;
}

double br_excitation_width(const br_excitation *x, int motion, int i)
{
    const br_input_design *w = design_of(x);
    bool there = w && motion >= 0 && motion < BR_INPUT_DESIGNS && i >= 0 && i < w->usual.params;
    return there ? br_input_design_width(w, motion, i) : (double)NAN;
}

int br_excitation_coefficients(const br_excitation *x, double *c)
{
    const br_input_design *w = design_of(x);
    for (int i = 0; w && c && i < w->usual.coefficients; i++)
        c[i] = w->input[w->wanted].made.c[i];
    return w ? w->usual.coefficients : 0;
}

// NULL: there is none, or it cannot be made.
static const br_exciting_motion *motion_of(const br_excitation *x, int i)
{
    const br_exciting_optimal *b = optimal_of(x);
    return b && i >= 0 && i < b->motions && (b->motion[i].x || i == b->best) ? &b->motion[i] : NULL;
}

double br_excitation_sd(const br_excitation *x, int motion, int i)
{
    const br_exciting_motion *m = motion_of(x, motion);
    return m && i >= 0 && i < br_excitation_parameters(x) ? m->sd[i] : (double)NAN;
}

int br_excitation_fits(const br_excitation *x, int motion)
{
    const br_exciting_motion *m = motion_of(x, motion);
    return m ? m->fits : -1;
}

double br_excitation_force(const br_excitation *x, int motion)
{
    const br_exciting_motion *m = motion_of(x, motion);
    return m ? m->is.force : (double)NAN;
}

br_status br_excitation_parameter_at(const br_excitation *x, int i, br_excitation_parameter_number *number)
{
    const br_exciting_optimal *b = optimal_of(x);
    if (!b || i < 0 || i >= b->fisher.parameters.count || !number || number->size != sizeof *number)
        return BR_BAD_USAGE;
    const br_fit_parameter *p = &b->fisher.parameters.parameter[i];
    *number = (br_excitation_parameter_number){.size = sizeof *number,
                                               .name = p->name,
                                               .unit = p->unit,
                                               .value = b->fisher.p[p->at],
                                               .relative_to = br_exciting_parameter_size(b, i)};
    return BR_OK;
}

int br_excitation_pieces(const br_excitation *x)
{
    const br_exciting_optimal *b = optimal_of(x);
    return b ? b->o.pieces : 0;
}

int br_excitation_evaluations(const br_excitation *x)
{
    const br_exciting_optimal *b = optimal_of(x);
    return b ? b->evaluations : 0;
}

int br_excitation_starts(const br_excitation *x)
{
    return optimal_of(x) ? (int)BR_EXCITING_STARTS : 0;
}

double br_excitation_noise(const br_excitation *x)
{
    const br_exciting_optimal *b = optimal_of(x);
    return b ? b->noise : (double)NAN;
}

double br_excitation_size(const br_excitation *x, int motion, int worst)
{
    const br_exciting_motion *m = motion_of(x, motion);
    return m ? m->is.size[worst != 0] : (double)NAN;
}
