// scale.c - sizes of an excitation: the scales of a law, and the limits.               [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "api/excite/exciting.h"
#include "num/text/diag.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- kinds and limits

#define FORCE                                                                                                          \
    {                                                                                                                  \
        "force", "N"                                                                                                   \
    }
#define NONE                                                                                                           \
    {                                                                                                                  \
        NULL, NULL                                                                                                     \
    }
bool br_exciting_is_force(const br_exciting *w)
{
    return !w->optimal && br_excite_is_force(w->o.kind);
}

const char *br_exciting_name(const br_exciting *w)
{
    return w->optimal ? "optimal" : br_excite_name(w->o.kind);
}

const br_exciting_kind_text *br_exciting_kind_of(br_excite_kind kind)
{
    static const br_exciting_kind_text words[BR_EXCITE_KINDS] = {
        {NONE, FORCE, NONE, true, false, "levels up to the top", "the presliding curve, one point per rest"},
        {{"rate of force", "N/s"},
         {"rate of force", "N/s"},
         FORCE,
         true,
         false,
         "rates",
         "break-away force over force rate"},
        {{"length", "m"}, {"length", "m"}, NONE, true, true, "amplitudes", "hysteresis and presliding stiffness"},
        {{"speed", "m/s"}, {"speed", "m/s"}, NONE, true, true, "speeds", "friction over speed in both directions"},
        {{"frequency", "Hz"}, {"frequency", "Hz"}, FORCE, false, true, "spectral lines", "frequency responses"}};
    return &words[kind];
}

const char *br_exciting_unit(const br_exciting *w, const char *sliding)
{
    static const char *const both[][2] = {{"m", "rad"}, {"m/s", "rad/s"}, {"m/s^2", "rad/s^2"},
                                          {"N", "N*m"}, {"N/s", "N*m/s"}, {"kg", "kg*m^2"}};
    for (size_t i = 0; w->turns && i < sizeof both / sizeof *both; i++)
        if (strcmp(both[i][0], sliding) == 0)
            return both[i][1];
    return sliding;
}

static const struct {
    const char *name, *unit;
} limits[BR_EXCITING_LIMITS] = {{"x", "m"}, {"v", "m/s"}, {"a", "m/s^2"}, {"F", "N"}, {"rate", "N/s"}};

const char *br_exciting_limit_name(const void *nothing, int i)
{
    (void)nothing;
    return i < BR_EXCITING_LIMITS ? limits[i].name : NULL;
}

int br_exciting_limit_find(const char *name)
{
    for (int i = 0; i < BR_EXCITING_LIMITS; i++)
        if (strcmp(limits[i].name, name) == 0)
            return i;
    return -1;
}

double *br_exciting_limit_place(br_excite_limits *l, int i)
{
    double *const place[BR_EXCITING_LIMITS] = {&l->position, &l->speed, &l->acceleration, &l->force, &l->force_rate};
    return place[i];
}

// The rate of a multisine is no limit of it (fit/excite/excite.h).
br_exciting_limit br_exciting_limit_at(const br_exciting *w, int i)
{
    const br_excite_samples *x = &w->made;
    const double none = (double)NAN;
    bool force = br_exciting_is_force(w), ramps = force && w->o.kind != BR_EXCITE_MULTISINE;
    double drive = w->optimal ? br_exciting_optimal_force(w->optimal) : none;
    const double reached[BR_EXCITING_LIMITS] = {force ? none : x->most, force ? none : x->speed,
                                                force ? none : x->change, force ? x->most : drive,
                                                ramps ? x->speed : none};
    br_excite_limits l = w->o.limit;
    return (br_exciting_limit){limits[i].name, br_exciting_unit(w, limits[i].unit), *br_exciting_limit_place(&l, i),
                               reached[i], false};
}

double br_exciting_shortest_stay(const br_excite_options *ladder)
{
    double v = ladder->largest, room = (2 * ladder->limit.position - v * v / ladder->limit.acceleration) / v;
    return room < ladder->stay ? room : ladder->stay;
}

// At the limits of a machine presliding is over within a few rows, and inertia hides it.
double br_exciting_slow_speed(const br_excite_options *loops)
{
    double v = 2 * (loops->steps > 1 ? loops->smallest : loops->largest) / loops->stay;
    return v < loops->limit.speed ? v : loops->limit.speed;
}

// ---------------------------------------------------------------- scales of a law

// The numbers of a parameter; *count is 0 where the law has none of that name.
static const br_interval *find_parameter(const br_model *m, const char *name, int *count)
{
    int q = br_law_find(&m->law, name, strlen(name));
    bool is = q >= 0 && m->law.q[q].kind == BR_PARAM;
    *count = is ? br_model_len(m, q) : 0;
    return is ? br_model_values(m, q) : NULL;
}

static double number(const br_model *m, const char *name)
{
    int count;
    const br_interval *v = find_parameter(m, name, &count);
    return count == 1 ? v->lo : (double)NAN;
}

// Of a law with elements: where the last of them slips.
static double build_up(const br_model *m, double FC)
{
    int n, shares;
    const br_interval *kappa = find_parameter(m, "kappa", &n), *nu = find_parameter(m, "nu", &shares);
    double length = 0;
    for (int i = 0; i < n && n == shares; i++)
        if (kappa[i].lo > 0 && nu[i].lo * FC / kappa[i].lo > length)
            length = nu[i].lo * FC / kappa[i].lo;
    return length > 0 ? length : FC / number(m, "sigma0");
}

static bool is_in(const br_model *m, const char *name, const char *unit)
{
    int q = br_law_find(&m->law, name, strlen(name));
    return q >= 0 && strcmp(m->law.q[q].si_text, unit) == 0;
}

bool br_exciting_law_turns(const br_model *m)
{
    return is_in(m, "FC", "N*m") || is_in(m, "v", "rad/s");
}

br_status br_exciting_scales_of(const br_exciting *w, br_exciting_scales *s, br_diag *why)
{
    const br_model *m = &w->model.model;
    int FC = br_law_find(&m->law, "FC", 2);
    const char *N = br_exciting_unit(w, "N");
    if (FC < 0 || m->law.q[FC].kind != BR_PARAM)
        return br_diag_fail(why, BR_BAD_USAGE, "%sthe law %s has no Coulomb force FC; give --from, --to and --level",
                            w->who, m->law.name);
    if (strcmp(m->law.q[FC].si_text, N) != 0)
        return br_diag_fail(
            why, BR_BAD_USAGE,
            "%sFC of the law is in %s, but the axis of --limits %s; give both in m and N, or in rad and N*m", w->who,
            m->law.q[FC].si_text, w->turns ? "turns" : "slides");
    s->FC = number(m, "FC");
    s->FS = number(m, "FS");
    if (!isfinite(s->FS))
        s->FS = s->FC * (1 + number(m, "beta"));
    if (!(s->FS >= s->FC)) // it has none, or one that is never reached
        s->FS = s->FC;
    s->vs = number(m, "vs");
    s->length = build_up(m, s->FC);
    return BR_OK;
}

// ---------------------------------------------------------------- sizes

// Gives *to the size wanted, or what the limit allows of it.
static void set_size(br_exciting *w, double *to, double wanted, double limit, const br_exciting_measure *is)
{
    if (*to > 0 || !isfinite(wanted))
        return;
    *to = wanted < limit ? wanted : limit;
    if (limit < wanted)
        br_buffer_print(&w->notes, "%s limited to %.4g %s; the law suggests %.4g %s\n", is->what, limit,
                        br_exciting_unit(w, is->unit), wanted, br_exciting_unit(w, is->unit));
}

// The staircase stays below break-away, ramps go beyond it in 12 s to 0.12 s; loops lie on both sides of the length of
// presliding, speeds on both sides of the Stribeck velocity; peaks of a multisine are four to five times its rms.
void br_exciting_scale(br_exciting *w)
{
    const br_exciting_scales *s = &w->scale;
    const br_exciting_kind_text *k = br_exciting_kind_of(w->o.kind);
    const br_excite_limits *l = &w->o.limit;
    const double none = (double)INFINITY;
    br_excite_options *o = &w->o;
    switch (o->kind) {
    case BR_EXCITE_STAIRCASE: set_size(w, &o->largest, 0.9 * s->FC, l->force, &k->to); break;
    case BR_EXCITE_RAMPS:
        set_size(w, &o->level, 1.2 * s->FS, l->force, &k->level);
        set_size(w, &o->smallest, 0.1 * s->FS, none, &k->from);
        set_size(w, &o->largest, 10 * s->FS, l->force_rate, &k->to);
        break;
    case BR_EXCITE_LOOPS:
        set_size(w, &o->smallest, 0.2 * s->length, none, &k->from);
        set_size(w, &o->largest, 5 * s->length, l->position, &k->to);
        break;
    case BR_EXCITE_LADDER: {
        double reached = (1 - 1e-9) * br_sqrt(l->position * l->acceleration); // in a quarter of the range
        set_size(w, &o->smallest, 0.1 * s->vs, none, &k->from);
        set_size(w, &o->largest, 10 * s->vs, reached < l->speed ? reached : l->speed, &k->to);
        break;
    }
    case BR_EXCITE_MULTISINE: set_size(w, &o->level, 0.15 * s->FC, l->force / 5, &k->level); break;
    case BR_EXCITE_KINDS: break;
    }
}
