// parameter.c - numbers of a mechanism by their names: spring.stiffness, friction.FC, joint.bending.    [host]
#include "num/base/fp.h"

#include "mech/text/clause.h"
#include "mech/estimate/parameter.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const gives[] = {"stiffness", "damping", "bending", "bending_damping"};
static const char *const give_units[] = {"N/m", "N*s/m", "N*m/rad", "N*m*s/rad"};

// What stands behind "NAME." if the text starts so; NULL: it does not.
static const char *behind(const char *text, const char *name)
{
    size_t n = strlen(name);
    return strncmp(text, name, n) == 0 && text[n] == '.' ? text + n + 1 : NULL;
}

static void is_positive(br_named_parameter *p, const char *unit)
{
    p->is.is.low = 1e-6 * p->nominal;
    p->is.is.high = 1e300;
    snprintf(p->unit, sizeof p->unit, "%s", unit);
}

static bool of_elastic(const br_mech *m, int force, const char *what, br_named_parameter *p)
{
    const br_force *f = &m->force[force];
    bool spring = f->kind == BR_FORCE_SPRING, damper = f->kind == BR_FORCE_DAMPER;
    p->is.of = force;
    p->is.kind = BR_OF_FORCE;
    p->nominal = f->k;
    if (spring && strcmp(what, "stiffness") == 0)
        is_positive(p, br_unit_along(m, f->measure, "N*m/rad", "N/m"));
    else if (damper && strcmp(what, "damping") == 0)
        is_positive(p, br_unit_along(m, f->measure, "N*m*s/rad", "N*s/m"));
    else if (spring && strcmp(what, "rest") == 0) {
        is_positive(p, br_unit_along(m, f->measure, "rad", "m"));
        p->is.kind = BR_OF_REST;
        p->nominal = f->rest;
        p->is.is.low = -1e300;
    } else
        return false;
    return true;
}

// The bounds of the law; an open one is kept off by a millionth.
static bool of_law(const br_mech *m, int force, const char *what, br_named_parameter *p)
{
    const br_contact *c = &m->force[force].friction->contact;
    size_t size = strcspn(what, "[");
    int q = br_law_find(&c->model.law, what, size), element = what[size] ? atoi(what + size + 1) : 0;
    if (q < 0 || c->model.law.q[q].kind != BR_PARAM || c->model.origin[q] == BR_UNSET)
        return false;
    const br_quantity *w = &c->model.law.q[q];
    int len = br_model_len(&c->model, q);
    if (w->dim == BR_SCALAR ? what[size] != 0 : element < 1 || element > len || what[strlen(what) - 1] != ']')
        return false;
    p->is.kind = BR_OF_LAW;
    p->is.of = force;
    p->is.is.number = c->model.at[q] + (element > 0 ? element - 1 : 0);
    p->nominal = c->p[p->is.is.number];
    double off = 1e-6 * br_abs(p->nominal);
    p->is.is.low = isinf(w->low) ? -1e300 : w->low + (w->low_open ? off : 0);
    p->is.is.high = isinf(w->high) ? 1e300 : w->high - (w->high_open ? off : 0);
    snprintf(p->unit, sizeof p->unit, "%s", w->si_text);
    return true;
}

static bool of_joint(const br_mech *m, int joint, const char *what, br_named_parameter *p)
{
    for (int k = 0; k < 4; k++)
        if (strcmp(what, gives[k]) == 0 && m->joint[joint].give[k] > 0) {
            p->is.kind = BR_OF_JOINT;
            p->is.of = joint;
            p->is.is.number = k;
            p->nominal = m->joint[joint].give[k];
            is_positive(p, give_units[k]);
            return true;
        }
    return false;
}

bool br_parameter_find(const br_mech *m, const char *name, br_named_parameter *p)
{
    bool found = false;
    memset(p, 0, sizeof *p);
    p->is.is.by = 'p';
    snprintf(p->name, sizeof p->name, "%.*s", (int)sizeof p->name - 1, name);
    for (int i = 0; i < m->forces && !found; i++) {
        const char *what = behind(name, m->force[i].name);
        if (what && m->force[i].friction)
            found = of_law(m, i, what, p);
        else if (what)
            found = of_elastic(m, i, what, p);
    }
    for (int i = 0; i < m->joints && !found; i++) {
        const char *what = behind(name, m->joint[i].name);
        found = what && of_joint(m, i, what, p);
    }
    return found;
}

static void add_name(br_buffer *out, const char *of, const char *what)
{
    br_buffer_print(out, "%s%s.%s", out->size ? ", " : "", of, what);
}

void br_parameter_names(const br_mech *m, br_buffer *out)
{
    for (int i = 0; i < m->forces; i++) {
        const br_force *f = &m->force[i];
        if (f->kind == BR_FORCE_SPRING)
            add_name(out, f->name, "stiffness");
        if (f->kind == BR_FORCE_DAMPER)
            add_name(out, f->name, "damping");
        for (int q = 0; f->friction && q < f->friction->contact.model.law.nq; q++)
            if (f->friction->contact.model.law.q[q].kind == BR_PARAM &&
                f->friction->contact.model.origin[q] != BR_UNSET)
                add_name(out, f->name, f->friction->contact.model.law.q[q].name);
    }
    for (int i = 0; i < m->joints; i++)
        for (int k = 0; k < 4; k++)
            if (m->joint[i].give[k] > 0)
                add_name(out, m->joint[i].name, gives[k]);
}
