// friction.c - the public API of friction laws: bristle/friction.h.            [host]
#include "num/base/fp.h"

#include "law/model/condition.h"
#include "law/graph/layout.h"
#include "law/print/print.h"
#include "law/model/system.h"
#include "num/base/probe.h"
#include <bristle/friction.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct br_friction {
    br_model model;
    br_system system;
    char *text; // own copy of a law given as text
};

static br_status find_source(br_friction *f, const char *law, br_model_source *source, br_diag *why)
{
    br_builtin b;
    *source = (br_model_source){.find = br_builtin_text};
    if (br_builtin_find(law, &b)) {
        source->text = b.text;
        source->size = b.size;
        source->origin = b.name;
        return BR_OK;
    }
    if (!strchr(law, '\n')) {
        br_tokens none = {.origin = "law"};
        const char *near = br_builtin_near(law);
        return br_complain(why, BR_BAD_LAW, &none, NULL,
                           "there is no built-in law '%.60s'%s%s%s (a law of your own is given as text, not as a file)",
                           law, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    source->size = strlen(law);
    f->text = malloc(source->size + 1);
    if (!f->text)
        return BR_NO_MEMORY;
    memcpy(f->text, law, source->size + 1);
    source->text = f->text;
    source->origin = "law";
    return BR_OK;
}

// Inputs and states are given to each call: a value for one here would be lost.
static br_status check_values(const br_parsed_law *law, const char *values, br_diag *why)
{
    br_assignments list;
    br_status status = br_assignments_read(&list, values, strlen(values), "values", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count && status == BR_OK; i++) {
        int q = br_law_find(law, list.item[i].name, strlen(list.item[i].name));
        if (q >= 0 && law->q[q].kind != BR_PARAM)
            status = br_complain(why, BR_BAD_LAW, &list.tokens, &list.item[i].at,
                                 "%s is %s: pass it to the calls, in %s; only parameters and choices are given here",
                                 law->q[q].name, law->q[q].kind == BR_STATE ? "a state" : "an input",
                                 law->q[q].kind == BR_STATE ? "x" : "u");
    }
    br_assignments_free(&list);
    return status;
}

static br_status open_model(br_friction *f, const char *law, const char *set, const char *values, br_diag *why)
{
    br_model_source source;
    const br_given first = {.set = set},
                   then = {.text = values, .size = values ? strlen(values) : 0, .origin = "values"};
    br_status status = find_source(f, law, &source, why);
    if (status == BR_OK)
        status = br_model_open_given(&f->model, &source, &first, &then, why);
    if (status == BR_OK && values)
        status = check_values(&f->model.law, values, why);
    if (status == BR_OK)
        status = br_model_complete(&f->model, false, why);
    for (int i = 0; status == BR_OK && i < f->model.np; i++)
        if (f->model.p[i].lo != f->model.p[i].hi)
            status =
                br_complain(why, BR_BAD_LAW, &f->model.law.tokens, NULL, "parameters are numbers here, not ranges");
    return status == BR_OK ? br_model_must_hold(&f->model, why) : status;
}

br_status br_friction_open(br_friction **f, const char *law, const char *set, const char *values, br_diag *why)
{
    if (why) // the message of a failure that writes none
        *why = (br_diag){.text = "out of memory"};
    if (!f || !law) {
        br_tokens none = {.origin = "br_friction_open"};
        return br_complain(why, BR_BAD_USAGE, &none, NULL, "a law and a place for the handle are needed");
    }
    if (br_fp_probe() != BR_OK) {
        br_tokens none = {.origin = "br_friction_open"};
        return br_complain(why, BR_BAD_MACHINE, &none, NULL, "%s", br_fp_fault());
    }
    br_friction *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return BR_NO_MEMORY;
    br_status status = open_model(fresh, law, set, values, why);
    if (status == BR_OK)
        status = br_system_open(&fresh->system, &fresh->model, why);
    if (status == BR_OK)
        *f = fresh;
    else
        br_friction_close(fresh);
    return status;
}

void br_friction_close(br_friction *f)
{
    if (!f)
        return;
    br_system_close(&f->system);
    br_model_close(&f->model);
    free(f->text);
    free(f);
}

// Modes of the automata before this one.
static int modes_before(const br_parsed_law *law, int automaton)
{
    int modes = 0;
    for (int a = 0; a < automaton; a++)
        modes += law->automaton[a].nmode;
    return modes;
}

int br_friction_count(const br_friction *f, br_friction_part part)
{
    const br_parsed_law *law = &f->model.law;
    const br_sys *s = &f->system.sys;
    const int count[] = {
        s->nx, s->nu, s->np, s->ny, s->nm, s->njet, f->system.updates.nrow, modes_before(law, law->nautomata)};
    return (int)part >= 0 && (size_t)part < sizeof count / sizeof *count ? count[part] : 0;
}

static void write_name(const char *name, const char *unit, int dim, int element, char *to, char *unit_to)
{
    if (dim == BR_SCALAR)
        snprintf(to, BR_NAME_SIZE + 16, "%s", name);
    else
        snprintf(to, BR_NAME_SIZE + 16, "%s[%d]", name, element + 1);
    snprintf(unit_to, BR_UNIT_SIZE, "%s", unit);
}

// Outputs follow the rates of the states.
static br_status output_name(const br_friction *f, int i, char *name, char *unit)
{
    const br_parsed_law *law = &f->model.law;
    const br_tape *t = &f->system.value;
    for (int r = 0; r < t->rows; r++) {
        int element = f->model.nx + i - t->row_at[r];
        if (element < 0 || element >= br_tape_len(t, t->row[r].dim))
            continue;
        for (int o = 0; o < law->nout; o++)
            if (law->out[o].name == t->row[r].name) {
                write_name(law->out[o].name, law->out[o].si_text, law->out[o].dim, element, name, unit);
                return BR_OK;
            }
    }
    return BR_BAD_USAGE;
}

// "mode[2]", in a law with several automata "left.mode[2]"
static void mode_variable_name(const br_friction *f, int i, char *name, char *unit)
{
    const br_parsed_law *law = &f->model.law;
    char mode[BR_NAME_SIZE];
    int a = br_layout_automaton(law, f->model.n, i);
    br_law_mode_name(law, a, mode);
    write_name(mode, "-", law->automaton[a].dim, i - f->model.m_at[a], name, unit);
}

// "stick", in a law with several automata "left.stick"
static void mode_name(const br_parsed_law *law, int i, char *name, char *unit)
{
    int a = 0;
    while (i >= modes_before(law, a + 1))
        a++;
    const char *scope = law->nautomata > 1 ? law->automaton[a].name : "";
    char full[BR_NAME_SIZE];
    snprintf(full, sizeof full, "%s%s%s", scope, scope[0] ? "." : "", law->automaton[a].mode[i - modes_before(law, a)]);
    write_name(full, "-", BR_SCALAR, 0, name, unit);
}

br_friction_modes br_friction_modes_at(const br_friction *f, int i)
{
    const br_parsed_law *law = &f->model.law;
    int a = br_layout_automaton(law, f->model.n, i);
    return a >= 0 ? (br_friction_modes){modes_before(law, a), law->automaton[a].nmode} : (br_friction_modes){0};
}

br_status br_friction_name(const br_friction *f, br_friction_part part, int i, char *name, char *unit)
{
    const br_model *m = &f->model;
    if (i < 0 || i >= br_friction_count(f, part))
        return BR_BAD_USAGE;
    if (part == BR_FRICTION_MODES || part == BR_FRICTION_MODE_NAMES) {
        if (part == BR_FRICTION_MODES)
            mode_variable_name(f, i, name, unit);
        else
            mode_name(&m->law, i, name, unit);
        return BR_OK;
    }
    if (part > BR_FRICTION_OUTPUTS)
        return BR_BAD_USAGE;
    if (part == BR_FRICTION_OUTPUTS)
        return output_name(f, i, name, unit);
    int q = br_layout_find(&m->law, m->n, m->at, (br_kind)part, i);
    if (q < 0)
        return BR_BAD_USAGE;
    write_name(m->law.q[q].name, m->law.q[q].si_text, m->law.q[q].dim, i - m->at[q], name, unit);
    return BR_OK;
}

void br_friction_parameters(const br_friction *f, double *p)
{
    for (int i = 0; i < f->model.np; i++)
        p[i] = f->model.p[i].lo;
}

void br_friction_rate(const br_friction *f, int count, const double *x, const int *m, const double *u, const double *p,
                      double *out)
{
    br_sys_rate(&f->system.sys, count, x, m, u, p, 0, out);
}

void br_friction_jet(const br_friction *f, int count, const double *x, const int *m, const double *u, const double *p,
                     double *out, double *jet)
{
    br_sys_jet(&f->system.sys, count, x, m, u, p, 0, out, jet);
}

br_status br_friction_step(const br_friction *f, int count, const double *x, const int *m, const double *u,
                           const double *p, double *out)
{
    if (!f->system.sys.step)
        return BR_BAD_USAGE;
    br_sys_step(&f->system.sys, count, x, m, u, p, 0, out);
    return BR_OK;
}

void br_friction_mode(const br_friction *f, int count, const double *x, const int *m, const double *u, const double *p,
                      int *next)
{
    if (f->system.sys.mode)
        br_sys_mode(&f->system.sys, count, x, m, u, p, 0, next);
}

int br_friction_blocks(const br_friction *f)
{
    return f->system.sys.blocks;
}

br_friction_block br_friction_block_at(const br_friction *f, int i)
{
    if (i < 0 || i >= f->system.sys.blocks)
        return (br_friction_block){0};
    const br_sys_block *b = &f->system.sys.block[i];
    br_friction_part by = b->by == 'x'   ? BR_FRICTION_STATES
                          : b->by == 'u' ? BR_FRICTION_INPUTS
                                         : BR_FRICTION_PARAMETERS;
    return (br_friction_block){by, b->row, b->rows, b->column, b->columns, b->at, b->shape == BR_DENSE};
}

static bool are_ordered(const double *lo, const double *hi, int n)
{
    for (int i = 0; i < n; i++)
        if (!(lo[i] <= hi[i]))
            return false;
    return true;
}

static br_interval *intervals_of(const double *lo, const double *hi, int n)
{
    br_interval *r = malloc(((size_t)n + 1) * sizeof *r);
    for (int i = 0; r && i < n; i++)
        r[i] = br_interval_of(lo[i], hi[i]);
    return r;
}

br_status br_friction_enclose(const br_friction *f, const double *x_lo, const double *x_hi, const int *m,
                              const double *u_lo, const double *u_hi, const double *p_lo, const double *p_hi,
                              double *out_lo, double *out_hi)
{
    const br_sys *s = &f->system.sys;
    int n = s->nx + s->ny;
    if (!are_ordered(x_lo, x_hi, s->nx) || !are_ordered(u_lo, u_hi, s->nu) || !are_ordered(p_lo, p_hi, s->np))
        return BR_BAD_USAGE;
    br_interval *x = intervals_of(x_lo, x_hi, s->nx), *u = intervals_of(u_lo, u_hi, s->nu),
                *p = intervals_of(p_lo, p_hi, s->np);
    br_interval *out = malloc(((size_t)n + 1) * sizeof *out);
    br_status status = x && u && p && out ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_tape_enclose(&f->system.value, &(br_box){.x = x, .u = u, .p = p, .m = m}, out, NULL);
    bool bounded = true;
    for (int i = 0; i < n && status == BR_OK; i++) {
        out_lo[i] = out[i].lo;
        out_hi[i] = out[i].hi;
        bounded = bounded && br_interval_is_bounded(out[i]);
    }
    free(x);
    free(u);
    free(p);
    free(out);
    return status == BR_OK && !bounded ? BR_NOT_FINITE : status;
}

br_status br_friction_print(br_friction *f, int single, char **text, br_diag *why)
{
    return br_law_print(&f->model.law, &(br_print_options){.single = single != 0, .whole = true}, text, why);
}
