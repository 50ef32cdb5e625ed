// observer_answers.c - what an observer of a mechanism found, in a program: bristle/mechanism.h.    [host]
#include "num/base/fp.h"

#include "api/mechanism/observer.h"

#include <string.h>

const char *br_mechanism_observer_method(const br_mechanism_observer *o)
{
    return o ? o->w.scheme->name : NULL;
}

// ---------------------------------------------------------------- inputs

int br_mechanism_observer_inputs(const br_mechanism_observer *o)
{
    return o ? o->w.unknowns : 0;
}

br_status br_mechanism_observer_input_at(const br_mechanism_observer *o, int i, br_mechanism_input *input)
{
    if (!o || !o->done || i < 0 || i >= o->w.unknowns || !input || input->size != sizeof *input)
        return BR_BAD_USAGE;
    *input = (br_mechanism_input){.size = sizeof *input,
                                  .name = o->m.force[o->w.unknown[i].force].name,
                                  .unit = br_mech_observer_unit(o, i),
                                  .walk_unit = br_mech_observer_walk_unit(o, i),
                                  .walk = o->w.unknown[i].walk,
                                  .variance = br_mech_observer_Q(o, i),
                                  .first = br_mech_estimate_names_force(&o->w, i)};
    _Static_assert(sizeof input->model == BR_MECH_INPUT_MODEL, "a model has room");
    br_mech_observer_model(o, i, input->model);
    return BR_OK;
}

br_status br_mechanism_observer_l_curve(const br_mechanism_observer *o, br_mechanism_l_curve *curve)
{
    if (!o || !o->done || !o->tuned || !curve || curve->size != sizeof *curve)
        return BR_BAD_USAGE;
    const br_mech_l_curve *c = &o->curve;
    *curve = (br_mechanism_l_curve){.size = sizeof *curve,
                                    .tries = BR_L_CURVE_TRIES,
                                    .variance = c->Q,
                                    .error = c->error,
                                    .error_before = c->before,
                                    .input = c->input,
                                    .likelihood = c->likelihood,
                                    .corner = c->corner,
                                    .likeliest = c->likeliest,
                                    .rows = c->rows};
    return BR_OK;
}

// ---------------------------------------------------------------- parameters

int br_mechanism_observer_parameters(const br_mechanism_observer *o)
{
    return o ? o->w.parameters : 0;
}

br_status br_mechanism_observer_parameter_at(const br_mechanism_observer *o, int i, br_mechanism_parameter *parameter)
{
    if (!o || !o->done || i < 0 || i >= o->w.parameters || !parameter || parameter->size != sizeof *parameter)
        return BR_BAD_USAGE;
    *parameter = br_mech_observer_parameter(o, i);
    return BR_OK;
}

br_status br_mechanism_observer_fit_of(const br_mechanism_observer *o, br_mechanism_fit *fit)
{
    if (!o || !o->done || !o->fitted || !fit || fit->size != sizeof *fit)
        return BR_BAD_USAGE;
    const br_mech_fit *f = &o->fit;
    *fit = (br_mechanism_fit){.size = sizeof *fit,
                              .found = f->found,
                              .settled = f->settled,
                              .nis = f->nis,
                              .likelihood = f->likelihood,
                              .autocorrelated = br_mech_observer_autocorrelated(o),
                              .whiteness = f->whiteness,
                              .lag_1 = f->lag1,
                              .second_start = br_mech_second_name(f->second),
                              .second_gain = f->gain,
                              .runs = f->runs};
    return BR_OK;
}

// ---------------------------------------------------------------- signals

int br_mechanism_observer_signals(const br_mechanism_observer *o)
{
    return o && o->done ? o->compared : 0;
}

br_status br_mechanism_observer_signal_at(const br_mechanism_observer *o, int i, br_mechanism_signal *signal)
{
    if (i < 0 || i >= br_mechanism_observer_signals(o) || !signal || signal->size != sizeof *signal)
        return BR_BAD_USAGE;
    const br_mech_compared *c = &o->signal[i];
    *signal = (br_mechanism_signal){.size = sizeof *signal,
                                    .name = c->name,
                                    .unit = o->record.column[c->est].unit,
                                    .measured = c->measured,
                                    .column = c->est,
                                    .values = o->log.column[c->column].v,
                                    .rms = c->rms,
                                    .inside = c->inside};
    return BR_OK;
}

const char *br_mechanism_observer_left(const br_mechanism_observer *o, int i, double left[2])
{
    if (!o || !o->done || i < 0 || i >= o->result.named || !left)
        return NULL;
    memcpy(left, o->result.motion[i].left, sizeof o->result.motion[i].left);
    return o->m.measure[o->result.motion[i].measure].name;
}

// ---------------------------------------------------------------- drawings and memory

int br_mechanism_observer_drawings(const br_mechanism_observer *o)
{
    return o ? o->drawings.count : 0;
}

const double *br_mechanism_observer_drawing(const br_mechanism_observer *o, int i, double *t)
{
    return o ? br_drawings_at(&o->drawings, i, t) : NULL;
}

void br_mechanism_observer_unload(const br_mechanism_observer *o)
{
    if (o && o->record.spool.on_disk)
        br_record_release(&o->record);
}
