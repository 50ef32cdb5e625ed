// source.c - inputs of a model as functions of time, read from a list.   [host]
//
// Formulas become a law whose inputs are t (the first), and one for each shape, signal or rate that they name. Their slopes
// are the law's derivatives, by the chain rule. What stands in rate() is a formula of its own, without rates in it: one run
// gives the slopes of those, a second one all the rest.
#include "num/base/fp.h"

#include "file/table/field.h"
#include "law/token/guess.h"
#include "num/text/number.h"
#include "sim/source/arguments.h"
#include "sim/source/source.h"
#include "sim/source/source_kink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEADS = BR_SOURCE_LEADS, TIME = BR_SOURCE_TIME };

// A shape before its arguments are known.
typedef struct call {
    const br_wave_kind *kind;
    const char *at;
    int first, count; // of the arguments
} call;

// What a rate is the rate of, read when all other formulas are.
typedef struct inner {
    const char *from, *end;
} inner;

typedef struct reading {
    br_source *s;
    const br_model *m;
    br_list list;
    br_arguments arguments;
    call call[LEADS];
    inner inner[LEADS];
    bool inside;       // of a rate
    bool *follows;     // of every quantity: an input that follows others
    char missing[200]; // names of inputs without a value
} reading;

// ---------------------------------------------------------------- functions and shapes

static bool is_name(const char *at, const char *end, const char *name)
{
    return (size_t)(end - at) == strlen(name) && memcmp(at, name, (size_t)(end - at)) == 0;
}

static const br_wave_kind *find_shape(const char *at, const char *end)
{
    for (int i = 0; br_wave_kind_at(i); i++)
        if (is_name(at, end, br_wave_kind_at(i)->name))
            return br_wave_kind_at(i);
    return NULL;
}

static br_status no_function(const reading *r, const char *at, const char *end)
{
    br_guess near = br_guess_of(at, (int)(end - at));
    char all[300] = "";
    size_t n = 0;
    for (int i = 0; br_wave_kind_at(i); i++) {
        br_guess_try(&near, br_wave_kind_at(i)->name);
        n += (size_t)snprintf(all + n, sizeof all - n, " %s", br_wave_kind_at(i)->name);
    }
    br_guess_try(&near, "rate");
    for (int i = 0; br_law_function(i); i++)
        br_guess_try(&near, br_law_function(i));
    if (near.best)
        return br_list_bad(&r->list, BR_BAD_LAW, at, "no function '%.*s'; did you mean %s?", (int)(end - at), at,
                           near.best);
    return br_list_bad(&r->list, BR_BAD_LAW, at, "no function '%.*s'; there are those of laws, rate, and%s",
                       (int)(end - at), at, all);
}

// A shape with its arguments, whose bracket opens at *at; it moves behind them.
static br_status read_shape(reading *r, const br_wave_kind *kind, const char *name, const char **at, const char *end)
{
    call *c = &r->call[r->s->leads];
    *c = (call){.kind = kind, .at = name};
    br_status status = br_arguments_take(&r->arguments, &r->list, at, end, &c->first, &c->count);
    if (status == BR_OK && (c->count < kind->least || c->count > kind->most))
        return br_list_bad(&r->list, BR_BAD_LAW, name, "this shape is %s; here are %d arguments", kind->form, c->count);
    return status;
}

// ---------------------------------------------------------------- names in formulas

static br_status new_lead(reading *r, const char *at, int signal, int *input)
{
    if (r->s->leads == LEADS)
        return br_list_bad(&r->list, BR_BAD_LAW, at, "more than %d shapes and signals", LEADS);
    r->s->lead[r->s->leads++] = (br_source_lead){.signal = signal, .rate = -1};
    *input = TIME + r->s->leads;
    return BR_OK;
}

static br_status read_signal(reading *r, const char *at, int signal, int *input)
{
    for (int i = 0; i < r->s->leads; i++)
        if (r->s->lead[i].signal == signal) {
            *input = TIME + 1 + i;
            return BR_OK;
        }
    return new_lead(r, at, signal, input);
}

// The rate of the formula in from..end.
static br_status new_rate(reading *r, const char *from, const char *end, int *input)
{
    if (br_list_blanks(from, end) == end)
        return br_list_bad(&r->list, BR_BAD_LAW, from, "a formula is missing");
    br_status status = new_lead(r, from, -1, input);
    if (status == BR_OK)
        r->inner[r->s->leads - 1] = (inner){from, end};
    r->s->rates = true;
    return status;
}

// rate(FORMULA), whose bracket opens at *at; it moves behind.
static br_status read_rate(reading *r, const char *name, const char **at, const char *end, int *input)
{
    const char *open = *at, *close = br_list_closing(open, end);
    if (r->inside)
        return br_list_bad(&r->list, BR_BAD_LAW, name, "rate() cannot stand inside of a rate");
    if (!close)
        return br_list_bad(&r->list, BR_BAD_LAW, open, "a ) is missing");
    *at = close + 1;
    return new_rate(r, br_list_blanks(open + 1, close), br_list_trim(open + 1, close), input);
}

static br_status unknown_name(const reading *r, const char *at, const char *end)
{
    const br_samples *p = r->s->samples;
    br_guess near = br_guess_of(at, (int)(end - at));
    for (int j = 0; p && j < p->signals->count; j++)
        br_guess_try(&near, p->signals->signal[j].name);
    if (near.best)
        return br_list_bad(&r->list, BR_BAD_LAW, at, "no signal '%.*s'; did you mean %s?", (int)(end - at), at,
                           near.best);
    return br_list_bad(&r->list, BR_BAD_LAW, at, "unknown name '%.*s'; inputs are formulas of t%s", (int)(end - at), at,
                       p ? " and of signals" : "");
}

static int find_signal(const br_source *s, const char *at, const char *end)
{
    return s->samples ? br_samples_find(s->samples, at, (size_t)(end - at)) : -1;
}

static br_status read_word(void *context, const char **at, const char *end, bool is_call, int *input)
{
    reading *r = context;
    const char *from = *at, *stop = br_list_word(from, end);
    const br_wave_kind *kind = is_call ? find_shape(from, stop) : NULL;
    int signal = is_call ? -1 : find_signal(r->s, from, stop);
    *at = stop;
    if (is_call && is_name(from, stop, "rate")) {
        *at = br_list_blanks(stop, end);
        return read_rate(r, from, at, end, input);
    }
    if (kind) {
        if (r->s->leads == LEADS)
            return new_lead(r, from, -1, input);
        *at = br_list_blanks(stop, end);
        br_status status = read_shape(r, kind, from, at, end);
        return status == BR_OK ? new_lead(r, from, -1, input) : status;
    }
    if (is_call)
        return br_argument_function(from, stop) ? BR_OK : no_function(r, from, stop);
    if (is_name(from, stop, "t")) {
        *input = TIME;
        return BR_OK;
    }
    return signal >= 0 ? read_signal(r, from, signal, input) : unknown_name(r, from, stop);
}

// ---------------------------------------------------------------- inputs

// The numbers of the model's u that a name stands for: NAME or NAME[k].
static br_status find_input(const reading *r, const char *at, const char *name, int *first, int *count, int *quantity)
{
    const br_parsed_law *law = &r->m->law;
    const char *open = strchr(name, '[');
    size_t size = open ? (size_t)(open - name) : strlen(name);
    int q = br_law_find(law, name, size);
    if (q < 0 || law->q[q].kind != BR_INPUT) {
        br_guess near = br_guess_of(name, (int)size);
        for (int i = 0; i < law->nq; i++)
            if (law->q[i].kind == BR_INPUT)
                br_guess_try(&near, law->q[i].name);
        return br_list_bad(&r->list, BR_BAD_LAW, at, "the model has no input '%.*s'%s%s%s", (int)size, name,
                           near.best ? "; did you mean " : "", near.best ? near.best : "", near.best ? "?" : "");
    }
    *quantity = q;
    *first = r->m->at[q];
    *count = br_model_len(r->m, q);
    if (!open)
        return BR_OK;
    double element = 0;
    int range = 0;
    size_t used = br_number_read(open + 1, strlen(open + 1), &element, &range);
    if (law->q[q].dim == BR_SCALAR)
        return br_list_bad(&r->list, BR_BAD_LAW, at, "%.80s is a single number", law->q[q].name);
    if (used == 0 || strcmp(open + 1 + used, "]") != 0 || element != floor(element) || element < 1 || element > *count)
        return br_list_bad(&r->list, BR_BAD_LAW, at, "%.80s has the elements 1 to %d", law->q[q].name, *count);
    *first += (int)element - 1;
    *count = 1;
    return BR_OK;
}

static br_status read_known(void *context, const char **at, const char *end, bool is_call, int *input)
{
    const int *known = context;
    (void)is_call;
    *at = end;
    *input = *known;
    return BR_OK;
}

// A formula that is one input of the formulas' law.
static br_status add_known(reading *r, int input)
{
    static const char word[] = "x";
    return br_formulas_add(&r->s->formulas, word, word + 1, read_known, &input);
}

// A formula; one that is a signal may have brackets and points in its name.
static br_status add_formula(reading *r, const char *from, const char *end)
{
    int signal = find_signal(r->s, from, end), input = 0;
    if (signal < 0)
        return br_formulas_add(&r->s->formulas, from, end, read_word, r);
    br_status status = read_signal(r, from, signal, &input);
    return status == BR_OK ? add_known(r, input) : status;
}

// What stands in rates.
static br_status add_inner(reading *r)
{
    br_status status = BR_OK;
    r->inside = true;
    for (int i = 0; i < r->s->leads && status == BR_OK; i++)
        if (r->inner[i].from) {
            r->s->lead[i].rate = r->s->formulas.count;
            status = add_formula(r, r->inner[i].from, r->inner[i].end);
        }
    return status;
}

// A signal alone has its own unit, in SI; a lone 0 fits every unit.
static br_unit unit_of(const br_source *s, const char *from, const char *end, const br_list_unit *given, br_unit wanted)
{
    int signal = find_signal(s, from, end);
    if (given->has_unit)
        return given->unit;
    if (signal >= 0) {
        br_unit si = s->samples->signals->signal[signal].unit;
        for (int i = BR_UNIT_DIMENSIONS; i < BR_UNIT_POWERS; i++)
            si.power[i] = 0;
        return si;
    }
    return is_name(from, end, "0") ? wanted : given->unit;
}

static br_status wrong_unit(const reading *r, const char *at, const br_quantity *q, br_unit unit)
{
    char is[BR_UNIT_SIZE], wanted[BR_UNIT_SIZE];
    if (br_unit_same(unit, br_unit_none()))
        return br_list_bad(&r->list, BR_BAD_LAW, at, "%.80s is in %.60s; give the unit behind the formula", q->name,
                           q->unit_text);
    br_unit_write_both(is, unit, wanted, q->unit);
    return br_list_bad(&r->list, BR_BAD_LAW, at, "%.80s is in %.60s, and this formula in %.60s", q->name, q->unit_text,
                       is);
}

static void drive(br_source *s, int first, int count, int formula, br_unit unit)
{
    for (int i = first; i < first + count; i++) {
        br_source_input *to = &s->input[i];
        double per = br_unit_from_si(unit, 1);
        to->formula = formula;
        to->small = per > 1;
        to->size = to->small ? per : br_unit_to_si(unit, 1);
    }
}

static br_status check_free(const reading *r, const char *at, int first, int count)
{
    for (int i = first; i < first + count; i++)
        if (r->s->input[i].formula >= 0)
            return br_list_bad(&r->list, BR_BAD_LAW, at, "input %.100s stands here a second time", r->s->input[i].name);
    return BR_OK;
}

// x or position, of a model that has nothing of that name.
static bool is_position(const reading *r, const char *name)
{
    bool named = strcmp(name, "x") == 0 || strcmp(name, "position") == 0;
    return named && br_law_find(&r->m->law, name, strlen(name)) < 0;
}

// The input v of the model, or the only one in this unit; *other: a second one, or -1.
static int find_velocity(const br_model *m, br_unit unit, int *other)
{
    int found = -1, v = br_law_find(&m->law, "v", 1);
    *other = -1;
    if (v >= 0 && m->law.q[v].kind == BR_INPUT && br_unit_same(m->law.q[v].unit, unit))
        return v;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT && br_unit_same(m->law.q[q].unit, unit)) {
            *other = found >= 0 ? q : *other;
            found = found >= 0 ? found : q;
        }
    return found;
}

// x = FORMULA m: drives the velocity of the model by its position.
static br_status read_position(reading *r, const char *at, const char *name, const char *p, const char *end,
                               const br_list_unit *given)
{
    br_unit second = br_unit_none(), unit = unit_of(r->s, p, end, given, br_unit_none());
    char wanted[BR_UNIT_SIZE];
    int other = -1, input = 0;
    second.power[2] = 12;
    if (br_unit_same(unit, br_unit_none()) && !given->has_unit)
        return br_list_bad(&r->list, BR_BAD_LAW, p, "%s is a position; give its unit behind the formula", name);
    int q = find_velocity(r->m, br_unit_div(unit, second), &other);
    br_unit_write(wanted, br_unit_div(unit, second));
    if (q < 0)
        return br_list_bad(&r->list, BR_BAD_LAW, at,
                           "the model has no input '%s', and none in %s that a position drives", name, wanted);
    if (other >= 0)
        return br_list_bad(&r->list, BR_BAD_LAW, at, "%s may drive %.80s or %.80s; write %.80s = rate(FORMULA) %s",
                           name, r->m->law.q[q].name, r->m->law.q[other].name, r->m->law.q[q].name, wanted);
    br_status status = check_free(r, at, r->m->at[q], br_model_len(r->m, q));
    if (status == BR_OK)
        status = new_rate(r, p, end, &input);
    if (status != BR_OK)
        return status;
    drive(r->s, r->m->at[q], br_model_len(r->m, q), r->s->formulas.count, unit);
    return add_known(r, input);
}

static br_status read_input(reading *r, const char *p, const char *end)
{
    const char *at = br_list_blanks(p, end);
    char name[BR_NAME_SIZE];
    int first = 0, count = 0, q = 0;
    br_list_unit given;
    br_status status = br_list_name(&r->list, &p, end, "an input is NAME = FORMULA UNIT", name);
    bool position = status == BR_OK && is_position(r, name);
    if (status == BR_OK && !position)
        status = find_input(r, at, name, &first, &count, &q);
    if (status == BR_OK)
        status = check_free(r, at, first, count);
    if (status == BR_OK && p >= end)
        return br_list_bad(&r->list, BR_BAD_LAW, p, "a formula is missing");
    if (status == BR_OK)
        status = br_list_take_unit(&r->list, p, &end, &given);
    if (status != BR_OK)
        return status;
    if (position)
        return read_position(r, at, name, p, end, &given);
    br_unit unit = unit_of(r->s, p, end, &given, r->m->law.q[q].unit);
    if (!br_unit_same(unit, r->m->law.q[q].unit))
        return wrong_unit(r, given.has_unit ? given.at : p, &r->m->law.q[q], unit);
    drive(r->s, first, count, r->s->formulas.count, unit);
    return add_formula(r, p, end);
}

// An input that the list does not name: the signal of its name, else what its default says, else its value in the model.
static br_status read_rest(reading *r, int q, int i)
{
    br_source_input *to = &r->s->input[i];
    const br_quantity *is = &r->m->law.q[q];
    br_interval value = r->m->u[i];
    int signal = find_signal(r->s, to->name, to->name + strlen(to->name));
    if (signal >= 0) {
        br_unit unit = unit_of(r->s, to->name, to->name + strlen(to->name), &(br_list_unit){0}, is->unit);
        if (!br_unit_same(unit, is->unit))
            return br_list_bad(&r->list, BR_BAD_LAW, r->list.text,
                               "%.80s is in %.60s, but the signal of this name is in %.60s", is->name, is->unit_text,
                               r->s->samples->signals->signal[signal].unit_text);
        drive(r->s, i, 1, r->s->formulas.count, unit);
        return add_formula(r, to->name, to->name + strlen(to->name));
    }
    to->follows = r->follows[q];
    if (to->follows)
        return BR_OK;
    if (r->m->origin[q] == BR_UNSET) {
        size_t n = strlen(r->missing);
        snprintf(r->missing + n, sizeof r->missing - n, "%s%.80s", n ? ", " : "", to->name);
    } else if (value.lo != value.hi) {
        return br_list_bad(&r->list, BR_BAD_LAW, r->list.text, "input %.80s is a range; it must be one number here",
                           to->name);
    }
    to->constant = value.lo;
    return BR_OK;
}

static bool is_driven(const reading *r, int q)
{
    const br_source_input *in = &r->s->input[r->m->at[q]];
    bool some = false;
    for (int i = 0; r->m->law.q[q].kind == BR_INPUT && i < br_model_len(r->m, q); i++)
        some = some || in[i].formula >= 0 || find_signal(r->s, in[i].name, in[i].name + strlen(in[i].name)) >= 0;
    return some;
}

static br_status read_rests(reading *r)
{
    br_status status = BR_OK;
    r->follows = calloc((size_t)r->m->law.nq + 1, sizeof *r->follows);
    if (!r->follows)
        return BR_NO_MEMORY;
    status = br_source_follows(r->m, r->follows);
    for (int q = 0; q < r->m->law.nq; q++)
        r->follows[q] = r->follows[q] && !is_driven(r, q);
    for (int q = 0; q < r->m->law.nq; q++)
        for (int i = 0; r->m->law.q[q].kind == BR_INPUT && i < br_model_len(r->m, q) && status == BR_OK; i++)
            if (r->s->input[r->m->at[q] + i].formula < 0)
                status = read_rest(r, q, r->m->at[q] + i);
    return status == BR_OK ? br_source_defaults_make(&r->s->defaults, r->m, r->follows) : status;
}

// ---------------------------------------------------------------- reading

static br_status make_wave(reading *r, int i)
{
    const call *c = &r->call[i];
    double *a = malloc(((size_t)c->count + 1) * sizeof *a);
    const char *wrong = NULL;
    if (!a)
        return BR_NO_MEMORY;
    for (int k = 0; k < c->count; k++)
        a[k] = r->arguments.item[c->first + k].value;
    br_status status = br_wave_make(&r->s->lead[i].wave, c->kind, a, c->count, &wrong);
    free(a);
    return status == BR_BAD_LAW ? br_list_bad(&r->list, status, c->at, "%s: %s", c->kind->form, wrong) : status;
}

static br_status make_waves(reading *r)
{
    br_status status = br_arguments_make(&r->arguments, &r->list);
    for (int i = 0; status == BR_OK && i < r->s->leads; i++)
        if (r->call[i].kind)
            status = make_wave(r, i);
    return status;
}

static br_status make_formulas(reading *r)
{
    br_source *s = r->s;
    br_formulas *f = &s->formulas;
    br_status status = f->count > 0 ? br_formulas_make(f, &r->list, s->leads + 1, true) : BR_OK;
    if (status != BR_OK)
        return status;
    size_t numbers = 2 * ((size_t)s->leads + 1) + 2 * (size_t)f->count + 2 * (size_t)s->inputs + (size_t)f->tape.nblock;
    s->work = malloc(numbers * sizeof *s->work);
    if (!s->work)
        return BR_NO_MEMORY;
    return f->count > 0 ? br_source_kinks(f, &s->kink, &s->kinks, &s->unlocated) : BR_OK;
}

static br_status read_list(reading *r)
{
    br_status status = BR_OK;
    const char *p = r->list.text, *end = p + strlen(p);
    for (bool more = br_list_blanks(p, end) < end; more && status == BR_OK;) {
        const char *stop = br_list_item(p, end);
        more = stop < end;
        status = read_input(r, p, br_list_trim(p, stop));
        p = stop + 1;
    }
    if (status == BR_OK)
        status = read_rests(r);
    if (status == BR_OK)
        status = add_inner(r);
    if (status == BR_OK)
        status = make_waves(r);
    if (status == BR_OK)
        status = make_formulas(r);
    if (status == BR_OK && r->missing[0])
        return br_list_bad(&r->list, BR_BAD_LAW, r->list.text,
                           "no value for the input %s; give it here or among the values of the model", r->missing);
    return status;
}

static void name_inputs(br_source *s, const br_model *m)
{
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_INPUT && i < br_model_len(m, q); i++) {
            br_source_input *to = &s->input[m->at[q] + i];
            bool single = m->law.q[q].dim == BR_SCALAR;
            snprintf(to->name, sizeof to->name, single ? "%s" : "%s[%d]", m->law.q[q].name, i + 1);
            to->formula = -1;
        }
}

br_status br_source_read(br_source *s, const char *list, const char *origin, const br_model *m,
                         const br_samples *samples, br_diag *why)
{
    *s = (br_source){.inputs = m->nu, .samples = samples};
    snprintf(s->origin, sizeof s->origin, "%s", origin);
    reading *r = calloc(1, sizeof *r);
    s->input = calloc((size_t)m->nu + 1, sizeof *s->input);
    s->lead = calloc(LEADS, sizeof *s->lead);
    br_status status = r && s->input && s->lead ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        r->s = s;
        r->m = m;
        r->list = (br_list){list, origin, why};
        name_inputs(s, m);
        status = read_list(r);
    }
    if (r) {
        br_arguments_free(&r->arguments);
        free(r->follows);
    }
    free(r);
    if (status != BR_OK)
        br_source_free(s);
    return status;
}

void br_source_free(br_source *s)
{
    for (int i = 0; i < s->leads; i++)
        br_wave_free(&s->lead[i].wave);
    br_formulas_free(&s->formulas);
    br_source_defaults_free(&s->defaults);
    free(s->input);
    free(s->lead);
    free(s->kink);
    free(s->work);
    memset(s, 0, sizeof *s);
}
