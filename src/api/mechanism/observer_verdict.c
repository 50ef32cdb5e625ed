// observer_verdict.c - consistency of the filter of a mechanism, and causes of inconsistency.    [host]
#include "num/base/fp.h"

#include "api/mechanism/observer.h"

#include "law/model/condition.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 20 }; // fewer rows get no verdict

static const double *column_of(const br_mechanism_observer *o, const char *name, const char *ending)
{
    char full[BR_PARAMETER_NAME + 16];
    snprintf(full, sizeof full, "%s%s", name, ending);
    return o->record.column[br_record_find(&o->record, full)].v;
}

// ---------------------------------------------------------------- innovations

typedef struct holding { // of a joint with dry friction, as it is estimated
    double rows, nis;    // shares of rows in which it sticks, and of the sum of NIS in these
} holding;

// Sticking: zero speed with zero standard deviation.
static holding sticking_share(const br_mechanism_observer *o, int measure)
{
    const double rest = 1e-9; // m/s, rad/s
    const char *name = o->m.measure[measure].name;
    const double *speed = column_of(o, name, "_speed_est"), *sd = column_of(o, name, "_speed_sd"),
                 *nis = column_of(o, "nis", "");
    double rows = 0, sum = 0, all = 0;
    for (long long k = 1; k < o->record.rows; k++) {
        bool sticks = fabs(speed[k]) < rest && sd[k] < rest;
        rows += sticks;
        sum += sticks ? nis[k] : 0;
        all += nis[k];
    }
    return (holding){rows / (double)o->record.rows, all > 0 ? sum / all : 0};
}

// The force of the sticking joint that most of NIS comes from, or -1.
static int stuck_force(const br_mechanism_observer *o, holding *h)
{
    for (int i = 0; i < o->m.forces; i++) {
        if (!o->m.force[i].friction || !o->m.force[i].friction->jumps)
            continue;
        *h = sticking_share(o, o->m.force[i].measure);
        if (h->nis > 0.5)
            return i;
    }
    return -1;
}

static void write_cause(const br_mechanism_observer *o, br_buffer *to)
{
    holding h = {0};
    int stuck = stuck_force(o, &h);
    if (o->fitted && o->fit.found && o->fit.nis < o->result.nis / 4) {
        br_buffer_print(to,
                        "the filter learnt parameters too early, far from their values (the fit over the whole log has "
                        "NIS %.3g); start it there: ",
                        o->fit.nis);
        br_mech_observer_start_list(to, o);
        br_buffer_put(to, "\n");
    } else if (stuck >= 0)
        br_buffer_print(to,
                        "sticking joint %s (dry friction %s) in %.3g %% of the rows, which a filter cannot correct; "
                        "use a law that is smooth at rest (lugre, sgms)\n",
                        o->m.measure[o->m.force[stuck].measure].name, o->m.force[stuck].name, 100 * h.rows);
    else if (o->w.scheme == &br_mech_bdf1)
        br_buffer_print(to,
                        "model, noise or initial state are wrong, or the numerical damping of bdf1 (%.3g J) is too "
                        "large; try %smethod newmark or a shorter %sstep\n",
                        o->result.braked, o->dash, o->dash);
    else
        br_buffer_put(to, "model, noise or initial state are wrong\n");
}

static void assess_innovations(br_mechanism_observer *o)
{
    const br_mech_estimate_result *r = &o->result;
    bool failed = r->nis > 10;
    br_buffer *to = failed ? &o->failures : &o->warnings;
    if (!failed && !(r->nis > 2 && r->measurements >= FEW))
        return;
    br_buffer_print(to, "%sinnovations are %.3g times as large as expected (NIS%s): ",
                    failed ? "" : "standard deviations cannot be trusted: ", br_sqrt(r->nis), failed ? "" : " above 2");
    write_cause(o, to);
}

static void assess_gate(br_mechanism_observer *o)
{
    const br_mech_estimate_result *r = &o->result;
    if (4 * r->rejected > r->measurements + r->rejected)
        br_buffer_print(&o->failures, "%lld of %lld measurements were rejected: assumed noise too small for the gate\n",
                        r->rejected, r->measurements + r->rejected);
}

// ---------------------------------------------------------------- compared signals

static void assess_bands(br_mechanism_observer *o)
{
    for (int i = 0; i < o->compared; i++) {
        const br_mech_compared *c = &o->signal[i];
        if (!c->measured && c->judged >= FEW && c->inside < 0.9)
            br_buffer_print(&o->warnings,
                            "standard deviations cannot be trusted: %s of the log is inside the 95 %% band of its "
                            "estimate in %.3g %% of the rows\n",
                            c->name, 100 * c->inside);
    }
}

// ---------------------------------------------------------------- requirements of laws

// Parameters of a law at the end; NULL: none is estimated, or there is no memory.
static double *final_parameters(const br_mechanism_observer *o, int force)
{
    const br_contact *law = &o->m.force[force].friction->contact;
    double *p = malloc(((size_t)law->model.np + 1) * sizeof *p);
    bool any = false;
    if (!p)
        return NULL;
    memcpy(p, law->p, (size_t)law->model.np * sizeof *p);
    for (int i = 0; i < o->w.parameters; i++) {
        const br_named_parameter *n = &o->w.parameter[i];
        if (n->is.kind != BR_OF_LAW || n->is.of != force)
            continue;
        p[n->is.is.number] = br_mech_observer_parameter(o, i).value;
        any = true;
    }
    if (any)
        return p;
    free(p);
    return NULL;
}

static void check_requirements(br_mechanism_observer *o, int force)
{
    br_model *model = &o->m.force[force].friction->contact.model; // the filter has its own
    br_diag words = {0};
    double *p = final_parameters(o, force);
    if (!p)
        return;
    br_model_set_points(model, p);
    bool broken = br_model_should_hold(model, &words) == BR_BAD_LAW;
    if (broken)
        br_buffer_print(&o->warnings, "final parameters of %s violate a requirement of its law: %s %s\n",
                        o->m.force[force].name, model->law.name, br_broken_words(&words));
    free(p);
}

void br_mech_observer_verdict(br_mechanism_observer *o)
{
    assess_innovations(o);
    assess_gate(o);
    assess_bands(o);
    for (int i = 0; i < o->m.forces; i++)
        if (o->m.force[i].friction)
            check_requirements(o, i);
}
