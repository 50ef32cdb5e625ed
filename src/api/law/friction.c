// friction.c - the public API of friction laws: bristle/friction.h, on top of bristle/law.h.            [host]
#include "num/base/fp.h"

#include "api/law/opened_law.h"
#include "api/law/sized.h"
#include "law/builtin/builtin.h"
#include "law/graph/layout.h"
#include "num/base/probe.h"
#include <bristle/friction.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct br_friction {
    br_law law; // whose parameters are complete
};

// A built-in law or a text, not a file.
static br_status check_source(const char *law, br_diag *why)
{
    br_builtin b;
    if (strchr(law, '\n') || br_builtin_find(law, &b))
        return BR_OK;
    br_tokens none = {.origin = "law"};
    const char *near = br_builtin_near(law);
    return br_complain(why, BR_BAD_LAW, &none, NULL,
                       "there is no built-in law '%.60s'%s%s%s (a law of your own is given as text, not as a file)",
                       law, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

// One of its sets, not a file.
static br_status check_set(const br_parsed_law *law, const char *set, br_diag *why)
{
    char sets[BR_SETS_SIZE];
    if (br_law_find_set(law, set, strlen(set)) >= 0)
        return BR_OK;
    br_law_name_sets(law, set, sets);
    return br_complain(why, BR_BAD_LAW, &law->tokens, NULL, "law %s has no set '%.60s' (%s)", law->name, set, sets);
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

static br_status check_given(const char *source, const char *set, const char *values, br_diag *why)
{
    br_loaded_model m;
    br_status status = check_source(source, why);
    if (status != BR_OK || (!set && !values))
        return status;
    status = br_loaded_model_open_lists(&m, source, NULL, NULL, 0, why);
    if (status != BR_OK)
        return status;
    status = set ? check_set(&m.model.law, set, why) : BR_OK;
    if (status == BR_OK && values)
        status = check_values(&m.model.law, values, why);
    br_loaded_model_close(&m);
    return status;
}

static br_status open_friction(br_friction **f, const char *law, const char *set, const char *values, br_diag *why)
{
    if (!f || !law) {
        br_tokens none = {.origin = "br_friction_open"};
        return br_complain(why, BR_BAD_USAGE, &none, NULL, "a law and a place for the handle are needed");
    }
    if (br_fp_probe() != BR_OK) {
        br_tokens none = {.origin = "br_friction_open"};
        return br_complain(why, BR_BAD_MACHINE, &none, NULL, "%s", br_fp_fault());
    }
    br_status status = check_given(law, set, values, why);
    if (status != BR_OK)
        return status;
    br_friction *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return BR_NO_MEMORY;
    status = br_law_init(&fresh->law, law, set, why);
    if (status == BR_OK && values)
        status = br_law_set(&fresh->law, values, why);
    if (status == BR_OK && !fresh->law.open->is_complete) {
        status = BR_BAD_LAW;
        if (why)
            *why = fresh->law.open->incomplete;
    }
    if (status == BR_OK)
        *f = fresh;
    else
        br_friction_close(fresh);
    return status;
}

br_status br_friction_open(br_friction **f, const char *law, const char *set, const char *values, br_diag *why)
{
    return br_said(open_friction(f, law, set, values, why), why);
}

void br_friction_close(br_friction *f)
{
    if (!f)
        return;
    br_law_release(&f->law);
    free(f);
}

int br_friction_count(const br_friction *f, br_friction_part part)
{
    return br_law_count(&f->law, (br_law_part)part);
}

br_friction_modes br_friction_modes_at(const br_friction *f, int i)
{
    const br_model *m = &f->law.open->loaded.model;
    int a = br_layout_automaton(&m->law, m->n, i), first = 0;
    for (int k = 0; k < a; k++)
        first += m->law.automaton[k].nmode;
    return a >= 0 ? (br_friction_modes){first, m->law.automaton[a].nmode} : (br_friction_modes){0};
}

br_status br_friction_name(const br_friction *f, br_friction_part part, int i, char *name, char *unit)
{
    br_law_number n = {.size = sizeof n};
    br_status status = br_law_number_at(&f->law, (br_law_part)part, i, &n);
    if (status == BR_OK) {
        snprintf(name, BR_FRICTION_NAME, "%s", n.name);
        snprintf(unit, BR_FRICTION_UNIT, "%s", n.unit);
    }
    return status;
}

void br_friction_parameters(const br_friction *f, double *p)
{
    br_law_values(&f->law, BR_LAW_PARAMETERS, p);
}

// Rates and derivatives as the law has them: arguments are not looked at, as the header says.
void br_friction_rate(const br_friction *f, int count, const double *x, const int *m, const double *u, const double *p,
                      double *out)
{
    br_sys_rate(&f->law.open->system.sys, count, x, m, u, p, 0, out);
}

void br_friction_jet(const br_friction *f, int count, const double *x, const int *m, const double *u, const double *p,
                     double *out, double *jet)
{
    br_sys_jet(&f->law.open->system.sys, count, x, m, u, p, 0, out, jet);
}

br_status br_friction_step(const br_friction *f, int count, const double *x, const int *m, const double *u,
                           const double *p, double *out)
{
    if (!f->law.open->system.sys.step)
        return BR_BAD_USAGE;
    br_sys_step(&f->law.open->system.sys, count, x, m, u, p, 0, out);
    return BR_OK;
}

void br_friction_mode(const br_friction *f, int count, const double *x, const int *m, const double *u, const double *p,
                      int *next)
{
    if (f->law.open->system.sys.mode)
        br_sys_mode(&f->law.open->system.sys, count, x, m, u, p, 0, next);
}

int br_friction_blocks(const br_friction *f)
{
    return br_law_blocks(&f->law);
}

br_friction_block br_friction_block_at(const br_friction *f, int i)
{
    br_law_block b = br_law_block_at(&f->law, i);
    return (br_friction_block){(br_friction_part)b.by, b.row, b.rows, b.column, b.columns, b.at, b.all_pairs};
}

br_status br_friction_enclose(const br_friction *f, const double *x_lo, const double *x_hi, const int *m,
                              const double *u_lo, const double *u_hi, const double *p_lo, const double *p_hi,
                              double *out_lo, double *out_hi)
{
    return br_law_enclose(&f->law, x_lo, x_hi, m, u_lo, u_hi, p_lo, p_hi, out_lo, out_hi);
}

br_status br_friction_print(br_friction *f, int single, char **text, br_diag *why)
{
    return br_law_print(&f->law, single, text, why);
}
