// law.c - laws in a program: bristle/law.h. Opening, values and names.            [host]
#include "num/base/fp.h"

#include "api/law/opened_law.h"
#include "law/builtin/embedded.h"
#include "law/builtin/builtin.h"
#include "law/graph/layout.h"
#include "law/model/condition.h"
#include "law/print/print.h"
#include "num/base/probe.h"
#include "api/law/sized.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

// ---------------------------------------------------------------- opening

// Whether every parameter has a value that the law allows; the parameters as numbers.
static br_status note_parameters(br_opened_law *o)
{
    const br_model *m = &o->loaded.model;
    o->p = calloc((size_t)m->np + 1, sizeof *o->p);
    if (!o->p)
        return BR_NO_MEMORY;
    br_model_list_missing(m, false, o->missing);
    br_status status = br_model_complete(m, false, &o->incomplete);
    for (int i = 0; i < m->np; i++) {
        o->p[i] = m->p[i].lo;
        if (status == BR_OK && m->p[i].lo != m->p[i].hi)
            status =
                br_diag_fail(&o->incomplete, BR_BAD_LAW, "%s: parameters are numbers here, not ranges", m->law.name);
    }
    if (status == BR_OK)
        status = br_model_must_hold(m, &o->incomplete);
    o->is_complete = status == BR_OK;
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// The lists of br_law_set, and one more (NULL: none); NULL: out of memory.
static br_given *lists_of(const br_law *law, const char *more, const char *origin, int *count)
{
    br_given *list = calloc((size_t)law->count + 1, sizeof *list);
    *count = law->count + (more != NULL);
    for (int i = 0; list && i < *count; i++) {
        const char *text = i < law->count ? law->values[i] : more;
        list[i] = (br_given){.text = text, .size = strlen(text), .origin = i < law->count ? "--values" : origin};
    }
    return list;
}

br_status br_law_read_model(br_loaded_model *to, const br_law *law, const char *values, const char *origin,
                            br_diag *why)
{
    const br_law *inner = law->inner;
    int count = 0, inners = 0;
    br_given *list = lists_of(law, values, origin, &count),
             *of_inner = inner ? lists_of(inner, NULL, NULL, &inners) : NULL;
    br_status status = BR_NO_MEMORY;
    if (list && inner && of_inner) {
        const br_plant_choice in = {law->source, law->choice, list, count};
        status = br_loaded_model_open_in(to, &in, inner->source, inner->params, of_inner, inners, law->either, why);
    } else if (list && !inner)
        status = br_loaded_model_open_lists(to, law->source, law->params, list, count, why);
    free(list);
    free(of_inner);
    return status;
}

static br_status open_law(br_opened_law *o, const br_law *law, const char *values, br_diag *why)
{
    br_status status = br_law_read_model(&o->loaded, law, values, "--values", why);
    if (status == BR_OK)
        status = br_system_open(&o->system, &o->loaded.model, why);
    return status == BR_OK ? note_parameters(o) : status;
}

br_status br_opened_law_read(br_opened_law **to, const br_law *law, const char *values, br_diag *why)
{
    br_opened_law *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? open_law(fresh, law, values, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        *to = fresh;
    else
        br_opened_law_close(fresh);
    return status;
}

void br_opened_law_close(br_opened_law *o)
{
    if (!o)
        return;
    br_system_close(&o->system);
    br_loaded_model_close(&o->loaded);
    free(o->p);
    free(o);
}

br_status br_law_init(br_law *law, const char *source, const char *params, br_diag *why)
{
    law->source = copy_of(source);
    law->params = params ? copy_of(params) : NULL;
    if (!law->source || (params && !law->params))
        return BR_NO_MEMORY;
    return br_opened_law_read(&law->open, law, NULL, why);
}

void br_law_release(br_law *law)
{
    br_opened_law_close(law->open);
    for (int i = 0; i < law->count; i++)
        free(law->values[i]);
    free(law->values);
    free(law->source);
    free(law->params);
    free(law->choice);
    if (law->inner)
        br_law_release(law->inner);
    free(law->inner);
}

// What a law is read from, without reading it; released after a failure, too.
static br_status copy_law(br_law *to, const br_law *from)
{
    to->source = copy_of(from->source);
    to->params = from->params ? copy_of(from->params) : NULL;
    to->choice = from->choice ? copy_of(from->choice) : NULL;
    to->values = calloc((size_t)from->count + 1, sizeof *to->values);
    bool whole = to->source && to->values && !to->params == !from->params && !to->choice == !from->choice;
    for (; whole && to->count < from->count; to->count += whole) {
        to->values[to->count] = copy_of(from->values[to->count]);
        whole = to->values[to->count] != NULL;
    }
    if (whole && from->inner) {
        to->inner = calloc(1, sizeof *to->inner);
        return to->inner ? copy_law(to->inner, from->inner) : BR_NO_MEMORY;
    }
    return whole ? BR_OK : BR_NO_MEMORY;
}

br_status br_law_copy(br_law **to, const br_law *from, br_diag *why)
{
    br_law *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? copy_law(fresh, from) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_opened_law_read(&fresh->open, fresh, NULL, why);
    if (status == BR_OK)
        *to = fresh;
    else
        br_law_close(fresh);
    return status;
}

static br_status open_around(br_law **law, const char *plant, const char *choice, const br_law *inner, br_diag *why)
{
    if (!law || !plant || !choice || !inner)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_law_open_in: a plant, a choice, a law and a place for the handle are needed");
    if (inner->inner)
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_open_in: %s is a plant with a law in it already",
                            br_law_name(inner));
    br_law *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return BR_NO_MEMORY;
    fresh->source = copy_of(plant);
    fresh->choice = copy_of(choice);
    fresh->inner = calloc(1, sizeof *fresh->inner);
    br_status status = fresh->source && fresh->choice && fresh->inner ? copy_law(fresh->inner, inner) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_opened_law_read(&fresh->open, fresh, NULL, why);
    if (status == BR_OK)
        *law = fresh;
    else
        br_law_close(fresh);
    return status;
}

br_status br_law_open_in(br_law **plant, const char *name, const char *choice, const br_law *friction, br_diag *why)
{
    return br_said(open_around(plant, name, choice, friction, why), why);
}

static br_status open_new(br_law **law, const char *source, const char *params, br_diag *why)
{
    if (!law || !source)
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_open: a law and a place for the handle are needed");
    if (br_fp_probe() != BR_OK)
        return br_diag_fail(why, BR_BAD_MACHINE, "br_law_open: %s", br_fp_fault());
    br_law *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? br_law_init(fresh, source, params, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        *law = fresh;
    else
        br_law_close(fresh);
    return status;
}

br_status br_law_open(br_law **law, const char *source, const char *params, br_diag *why)
{
    static const br_wording words[] = {{"bristle: ", ""}, {"'bristle laws' lists them", "br_law_builtin lists them"}};
    br_status status = open_new(law, source, params, why);
    if (status != BR_OK)
        br_replace_words(words, sizeof words / sizeof *words, why);
    return br_said(status, why);
}

void br_law_close(br_law *law)
{
    if (law)
        br_law_release(law);
    free(law);
}

static br_status set_values(br_law *law, const char *values, br_diag *why)
{
    br_opened_law *open = NULL;
    if (!law || !values)
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_set: a law and values are needed");
    char *copy = copy_of(values), **list = realloc(law->values, ((size_t)law->count + 1) * sizeof *list);
    law->values = list ? list : law->values;
    br_status status = copy && list ? br_opened_law_read(&open, law, values, why) : BR_NO_MEMORY;
    if (status != BR_OK) {
        free(copy);
        return status;
    }
    br_opened_law_close(law->open);
    law->open = open;
    law->values[law->count++] = copy;
    return BR_OK;
}

br_status br_law_set(br_law *law, const char *values, br_diag *why)
{
    return br_said(set_values(law, values, why), why);
}

// ---------------------------------------------------------------- what is in it

const char *br_law_name(const br_law *law)
{
    return law ? law->open->loaded.model.law.name : NULL;
}

const char *br_law_title(const br_law *law)
{
    return law ? law->open->loaded.model.law.title : NULL;
}

// Modes of the automata before this one.
static int modes_before(const br_parsed_law *law, int automaton)
{
    int modes = 0;
    for (int a = 0; a < automaton; a++)
        modes += law->automaton[a].nmode;
    return modes;
}

int br_law_count(const br_law *law, br_law_part part)
{
    if (!law)
        return 0;
    const br_parsed_law *read = &law->open->loaded.model.law;
    const br_sys *s = &law->open->system.sys;
    const int count[] = {s->nx,
                         s->nu,
                         s->np,
                         s->ny,
                         s->nm,
                         s->njet,
                         law->open->system.updates.nrow,
                         modes_before(read, read->nautomata)};
    return (int)part >= 0 && (size_t)part < sizeof count / sizeof *count ? count[part] : 0;
}

static void write_name(br_law_number *to, const char *name, const char *unit, int dim, int element)
{
    if (dim == BR_SCALAR)
        snprintf(to->name, sizeof to->name, "%s", name);
    else
        snprintf(to->name, sizeof to->name, "%s[%d]", name, element + 1);
    snprintf(to->unit, sizeof to->unit, "%s", unit);
}

// Outputs follow the rates of the states.
static br_status describe_output(const br_opened_law *o, int i, br_law_number *to)
{
    const br_parsed_law *law = &o->loaded.model.law;
    const br_tape *t = &o->system.value;
    for (int r = 0; r < t->rows; r++) {
        int element = o->loaded.model.nx + i - t->row_at[r];
        if (element < 0 || element >= br_tape_len(t, t->row[r].dim))
            continue;
        for (int k = 0; k < law->nout; k++)
            if (law->out[k].name == t->row[r].name) {
                write_name(to, law->out[k].name, law->out[k].si_text, law->out[k].dim, element);
                snprintf(to->meaning, sizeof to->meaning, "%s", law->out[k].words);
                return BR_OK;
            }
    }
    return BR_BAD_USAGE;
}

// "mode[2]", in a law with several automata "left.mode[2]"
static void describe_mode(const br_opened_law *o, int i, br_law_number *to)
{
    const br_parsed_law *law = &o->loaded.model.law;
    char mode[BR_NAME_SIZE];
    int a = br_layout_automaton(law, o->loaded.model.n, i);
    br_law_mode_name(law, a, mode);
    write_name(to, mode, "-", law->automaton[a].dim, i - o->loaded.model.m_at[a]);
}

// "stick", in a law with several automata "left.stick"
static void describe_mode_name(const br_parsed_law *law, int i, br_law_number *to)
{
    int a = 0;
    while (i >= modes_before(law, a + 1))
        a++;
    const char *scope = law->nautomata > 1 ? law->automaton[a].name : "";
    char full[BR_NAME_SIZE];
    snprintf(full, sizeof full, "%s%s%s", scope, scope[0] ? "." : "", law->automaton[a].mode[i - modes_before(law, a)]);
    write_name(to, full, "-", BR_SCALAR, 0);
}

static const br_interval *values_of(const br_model *m, br_law_part part)
{
    return part == BR_LAW_STATES ? m->x : part == BR_LAW_INPUTS ? m->u : part == BR_LAW_PARAMETERS ? m->p : NULL;
}

static double number_of(br_interval v)
{
    return v.lo == v.hi ? v.lo : (double)NAN;
}

br_status br_model_number_at(const br_model *m, br_law_part part, int i, br_law_number *to)
{
    int q = br_layout_find(&m->law, m->n, m->at, (br_kind)part, i);
    if (q < 0)
        return BR_BAD_USAGE;
    const br_quantity *k = &m->law.q[q];
    write_name(to, k->name, k->si_text, k->dim, i - m->at[q]);
    snprintf(to->meaning, sizeof to->meaning, "%s", k->words);
    to->low = k->low;
    to->high = k->high;
    to->value = m->origin[q] == BR_UNSET ? (double)NAN : number_of(values_of(m, part)[i]);
    return BR_OK;
}

br_status br_law_number_at(const br_law *law, br_law_part part, int i, br_law_number *number)
{
    if (!law || !number || number->size != sizeof *number || i < 0 || i >= br_law_count(law, part) ||
        part == BR_LAW_DERIVATIVES || part == BR_LAW_UPDATES)
        return BR_BAD_USAGE;
    br_law_number to = {.size = sizeof to, .value = (double)NAN, .low = -HUGE_VAL, .high = HUGE_VAL};
    br_status status = BR_OK;
    if (part == BR_LAW_MODES)
        describe_mode(law->open, i, &to);
    else if (part == BR_LAW_MODE_NAMES)
        describe_mode_name(&law->open->loaded.model.law, i, &to);
    else if (part == BR_LAW_OUTPUTS)
        status = describe_output(law->open, i, &to);
    else
        status = br_model_number_at(&law->open->loaded.model, part, i, &to);
    if (status == BR_OK)
        *number = to;
    return status;
}

int br_law_index(const br_law *law, br_law_part part, const char *name)
{
    br_law_number n = {.size = sizeof n};
    for (int i = 0; name && i < br_law_count(law, part); i++)
        if (br_law_number_at(law, part, i, &n) == BR_OK && strcmp(n.name, name) == 0)
            return i;
    return -1;
}

double br_law_value(const br_law *law, const char *name)
{
    static const br_law_part part[] = {BR_LAW_PARAMETERS, BR_LAW_STATES, BR_LAW_INPUTS};
    br_law_number n = {.size = sizeof n};
    for (int k = 0; k < 3; k++) {
        int i = br_law_index(law, part[k], name);
        if (i >= 0 && br_law_number_at(law, part[k], i, &n) == BR_OK)
            return n.value;
    }
    return (double)NAN;
}

void br_law_values(const br_law *law, br_law_part part, double *values)
{
    br_law_number n = {.size = sizeof n};
    if (!law || !values || !values_of(&law->open->loaded.model, part))
        return;
    for (int i = 0; i < br_law_count(law, part); i++)
        values[i] = br_law_number_at(law, part, i, &n) == BR_OK ? n.value : (double)NAN;
}

const char *br_law_set_name(const br_law *law, int i)
{
    return law && i >= 0 && i < law->open->loaded.model.law.nset ? law->open->loaded.model.law.set[i].name : NULL;
}

static const br_choice *choice_of(const br_law *law, int i)
{
    return law && i >= 0 && i < law->open->loaded.model.law.nchoice ? &law->open->loaded.model.law.choice[i] : NULL;
}

const char *br_law_choice(const br_law *law, int i)
{
    const br_choice *c = choice_of(law, i);
    return c ? c->name : NULL;
}

const char *br_law_choice_value(const br_law *law, int i, int k)
{
    const br_choice *c = choice_of(law, i);
    return c && k >= 0 && k < c->values ? c->value[k] : NULL;
}

const char *br_law_chosen(const br_law *law, int i)
{
    const br_choice *c = choice_of(law, i);
    return c ? c->value[c->chosen] : NULL;
}

int br_law_choice_any(const br_law *law, int i)
{
    const br_choice *c = choice_of(law, i);
    return c && c->open;
}

const char *br_law_builtin(int i)
{
    return i >= 0 && i < br_builtin_count() ? br_builtin_at(i).name : NULL;
}

const char *br_law_builtin_text(int i)
{
    return i >= 0 && i < br_builtin_count() ? br_embedded_laws[i].text : NULL;
}

int br_law_builtin_plant(int i)
{
    return i >= 0 && i < br_builtin_count() && br_embedded_laws[i].plant;
}

br_status br_law_print(br_law *law, int single, char **text, br_diag *why)
{
    if (!law || !text)
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_print: a law and a place for the text are needed");
    const br_print_options o = {.single = single != 0, .whole = true};
    return br_said(br_parsed_law_print(&law->open->loaded.model.law, &o, text, why), why);
}
