// axis.c - an axis as its compensators know it and as it is: bristle/control.h.   [host]
#include "num/base/fp.h"

#include "api/control/axis.h"
#include "api/law/sized.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const br_axis_options defaults = {
    .size = sizeof defaults, .rate = 5000, .stroke = 0.5e-3, .period = 1, .share = 1, .fade_in = -1, .seed = 1};

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_axis_options, step) };

br_status br_axis_defaults(br_axis_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- options

static bool is_named(const char *text, const char *name)
{
    return text && strcmp(text, name) == 0;
}

static bool is_one_of(const char *text, const char *one, const char *other)
{
    return !text || is_named(text, one) || is_named(text, other);
}

// Beyond 1e9, in SI, nothing is a number of a machine; limits of the command may be as large as compensators have them. Mass and times are
// judged where it is known what they are for.
static br_status check_numbers(const char *who, const br_axis_options *o, br_diag *why)
{
    const double limit = (double)BR_COMPENSATE_LARGEST;
    const struct {
        const char *name;
        double value, least, most; // least 0 with `above`: not 0 itself
        bool above;
    } all[] = {{"mass", o->mass, 0, DBL_MAX, true},     {"rate", o->rate, 0, 1e9, true},
               {"step", o->step, 0, DBL_MAX, false},    {"stroke", o->stroke, 0, 1e9, true},
               {"period", o->period, 0, DBL_MAX, true}, {"bandwidth", o->bandwidth, 0, 1e9, false},
               {"share", o->share, 0, 1e9, false},      {"most", o->most, 0, limit, false},
               {"slew", o->slew, 0, limit, false},      {"dead-band", o->dead_band, 0, 1e9, false},
               {"fade-in", o->fade_in, -1, 1e9, false}, {"wrong", o->wrong, -1, 1e9, true},
               {"encoder", o->encoder, 0, 1e9, false},  {"noise", o->noise, 0, 1e9, false},
               {"delay", o->delay, 0, 50, false},       {"force-noise", o->force_noise, 0, 1e9, false},
               {"cogging", o->cogging, 0, 1e9, false},  {"pitch", o->pitch, 0, 1e9, false}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(all[i].value >= all[i].least && all[i].value <= all[i].most) ||
            (all[i].above && all[i].value == all[i].least))
            return br_diag_fail(why, BR_BAD_USAGE, "%s--%s is %g, and has to be %s %g, at most %g", who, all[i].name,
                                all[i].value, all[i].above ? "above" : "from", all[i].least, all[i].most);
    if (o->cogging > 0 && !(o->pitch > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--cogging needs a pitch above 0", who);
    return BR_OK;
}

static br_status check_options(const char *who, const br_axis_options *o, br_diag *why)
{
    if (!is_one_of(o->course, "sine", "moves"))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--course '%.40s' is neither sine nor moves", who, o->course);
    if (!is_one_of(o->velocity, "reference", "measured"))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--velocity '%.40s' is neither reference nor measured", who,
                            o->velocity);
    return check_numbers(who, o, why);
}

br_status br_axis_said(const br_axis_options *o, br_status status, br_diag *why)
{
    bool by_command = o && o->size == sizeof *o && o->who;
    return br_said_to(by_command, status, why);
}

br_status br_axis_said_by(const br_axis_setup *a, br_status status, const br_diag *words, br_diag *why)
{
    if (status == BR_OK || !words->text[0])
        return status;
    return br_diag_fail(why, status, "%s%s", a->by_command ? a->who : "", words->text);
}

static void take_options(br_axis_setup *a, const br_axis_options *o)
{
    a->o = br_control_defaults(o->step > 0 ? o->step : 1 / o->rate);
    a->rate = o->step > 0 ? 1 / o->step : o->rate;
    br_servo_options *s = &a->o.servo;
    a->mass = o->mass;
    s->course.kind = is_named(o->course, "moves") ? BR_COURSE_MOVES : BR_COURSE_SINE;
    s->course.stroke = o->stroke;
    s->course.period = o->period;
    s->encoder = o->encoder;
    s->noise = o->noise;
    s->delay = o->delay;
    s->force_noise = o->force_noise;
    s->cogging = o->cogging;
    s->pitch = o->pitch;
    s->seed = o->seed;
    s->band = br_max(o->stroke / 1000, 2 * o->encoder);
    a->o.bandwidth = o->bandwidth;
    a->o.share = o->share;
    a->o.most = o->most;
    a->o.slew = o->slew;
    a->o.band = o->dead_band;
    a->o.fade_in = o->fade_in;
    a->o.wrong = o->wrong;
    if (o->velocity)
        a->o.by_aim = is_named(o->velocity, "reference");
    a->progress = o->progress;
    a->context = o->context;
}

// ---------------------------------------------------------------- laws

const char *br_axis_length(const br_axis_setup *a)
{
    const br_parsed_law *law = &a->known->law;
    return law->nout > 0 && strstr(law->out[0].si_text, "N*m") ? "rad" : "m";
}

const char *br_axis_force(const br_axis_setup *a)
{
    return strcmp(br_axis_length(a), "m") == 0 ? "N" : "N*m";
}

static br_status open_friction(br_opened_law **to, const char *who, const br_law *law, br_diag *why)
{
    br_status status = br_opened_law_read(to, law, NULL, why);
    if (status != BR_OK)
        return status;
    const br_model *m = &(*to)->loaded.model;
    if (!(*to)->is_complete) {
        if (why)
            *why = (*to)->incomplete;
        return BR_BAD_LAW;
    }
    int v = br_law_find(&m->law, "v", 1);
    if (br_law_velocity(m) < 0 || br_law_force(m) < 0 || v < 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%s is not a friction law: it has no input v or no output F", who,
                            m->law.name);
    if (m->origin[v] == BR_GIVEN)
        return br_diag_fail(why, BR_BAD_USAGE, "%sv comes from the reference; leave it out of the values of %s", who,
                            m->law.name);
    return BR_OK;
}

void br_axis_describe_friction(br_axis_friction *to, const br_known *k)
{
    *to = (br_axis_friction){.size = sizeof *to,
                             .FC = k->FC,
                             .FS = k->FS,
                             .vs = k->vs,
                             .viscous = k->viscous,
                             .sigma0 = k->sigma0,
                             .sigma1 = k->sigma1,
                             .length = k->length,
                             .own = k->own};
}

// A law that does not work in the plant `mass` has no ekf and mhe of its own.
static br_status open_plant(br_axis_setup *a, const br_law *friction)
{
    br_law *plant = NULL;
    br_buffer values = {0};
    br_write_mass(&values, a->mass, br_law_mass_unit(&a->known->law));
    br_status status = values.status;
    if (status == BR_OK)
        status = br_law_open_in(&plant, "mass", "friction", friction, NULL);
    if (status == BR_OK)
        status = br_opened_law_read(&a->plant, plant, values.text, NULL);
    br_law_close(plant);
    br_buffer_free(&values);
    a->in_mass = status == BR_OK && a->plant->loaded.model.nu == 1 ? &a->plant->loaded.model : NULL;
    return status == BR_NO_MEMORY ? status : BR_OK;
}

static bool call_progress(void *axis, double share)
{
    const br_axis_setup *a = axis;
    return a->progress(a->context, share) != 0;
}

br_status br_axis_setup_open(br_axis_setup *a, const br_law *friction, const br_axis_options *from, br_diag *why)
{
    br_axis_options o = defaults;
    if (!from || !br_sized_read(&o, sizeof o, LEAST_OPTIONS, from))
        return br_diag_fail(why, BR_BAD_USAGE, "axis: options come from br_axis_defaults(&options, sizeof options)");
    br_status status = br_who_read(a->who, sizeof a->who, o.who, "axis: ", &a->by_command, why);
    if (status == BR_OK)
        status = check_options(a->who, &o, why);
    if (status != BR_OK)
        return status;
    take_options(a, &o);
    if (a->progress)
        a->o.progress = call_progress, a->o.context = a;
    status = open_friction(&a->law, a->who, friction, why);
    if (status == BR_OK && o.real)
        status = open_friction(&a->truth, a->who, o.real, why);
    if (status != BR_OK)
        return status;
    a->known = &a->law->loaded.model;
    a->real_truth = a->truth ? &a->truth->loaded.model : a->known;
    return open_plant(a, friction);
}

void br_axis_setup_release(br_axis_setup *a)
{
    br_opened_law_close(a->plant);
    br_opened_law_close(a->truth);
    br_opened_law_close(a->law);
}
