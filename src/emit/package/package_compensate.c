// package_compensate.c - the functions of a package with a compensator.        [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "num/text/piece.h"
#include "sim/control/control_warnings.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

// What may be changed between samples: its name, where it stands in a br_compensate, and its unit, X, E and M for those of the axis.
typedef struct setting {
    const char *name, *member;
    size_t at; // of the member
    const char *unit, *words;
    const char *kinds; // those that read it; NULL: all
} setting;
#define MEMBER(member) #member, offsetof(br_compensate, member)

static const setting settings[] = {
    {"Kp", MEMBER(o.gain.Kp), "E/X", "proportional gain", NULL},
    {"Kd", MEMBER(o.gain.Kd), "E*s/X", "derivative gain", NULL},
    {"Ki", MEMBER(o.gain.Ki), "E/(X*s)", "integral gain", NULL},
    {"mass", MEMBER(o.mass), "M", "of the axis, above 0", NULL},
    {"share", MEMBER(tuning.share), "1", "of the friction force that is compensated", NULL},
    {"most", MEMBER(tuning.most), "E", "limit of the command; 0: none", NULL},
    {"slew", MEMBER(tuning.slew), "E/s", "limit of its rate; 0: none", NULL},
    {"most_friction", MEMBER(tuning.most_friction), "E", "limit of the friction force; 0: none", NULL},
    {"band", MEMBER(tuning.band), "X/s", "speed below which the velocity counts as 0", NULL},
    {"rest", MEMBER(tuning.rest), "X", "error below which nothing is integrated", NULL},
    {"fade_in", MEMBER(tuning.fade_in), "s", "how long trust takes from 0 to 1", NULL},
    {"fade_out", MEMBER(tuning.fade_out), "s", "and back", NULL},
    {"fastest", MEMBER(o.fastest), "X/s", "speed that is believed, above 0: positions further off count as missing",
     NULL},
    {"FC", MEMBER(o.curve.FC), "E", "Coulomb force; above 0 where there is a stiffness", "coulomb stribeck dahl"},
    {"FS", MEMBER(o.curve.FS), "E", "static force", "stribeck"},
    {"vs", MEMBER(o.curve.vs), "X/s", "Stribeck velocity, above 0", "stribeck"},
    {"viscous", MEMBER(o.curve.viscous), "E*s/X", "viscous friction", "coulomb stribeck dahl"},
    {"smooth", MEMBER(o.curve.smooth), "X/s", "speed within which the sign is smooth", "coulomb stribeck"},
    {"sigma0", MEMBER(o.curve.sigma0), "E/X", "stiffness of the Dahl model", "dahl"},
    {"dahl_Ki", MEMBER(o.curve.Ki), "E/(X*s)", "its integral gain", "dahl"},
    {"bandwidth", MEMBER(o.bandwidth), "rad/s", "of the disturbance observer", "disturbance"}};
enum { SETTINGS = sizeof settings / sizeof *settings };

// Which are above 0, not only at least 0, and for which kinds; NULL: for all.
static const char *const above[][2] = {
    {"mass", NULL}, {"fastest", NULL}, {"vs", NULL}, {"FC", "dahl"}, {"most_friction", "filter horizon"}};

static const char *const counts[][2] = {
    {"missing", "positions: NaN, infinite, too large, or too far off"},
    {"doubted", "positions that were too far off"},
    {"refused",
     "motions asked for that were not finite or beyond 1e9; settings, parameters and weights that are not valid"},
    {"unknown", "friction forces that were not to be believed"},
    {"faded", "times that trust began to fade"},
    {"limited", "commands brought within their limits"}};
enum { COUNTS = sizeof counts / sizeof *counts };

static bool has(const br_packing *w, const setting *s)
{
    return !s->kinds || strstr(s->kinds, w->plan.compensator);
}

// "E/X" is N/m, or N*m/rad.
static void write_unit(const br_packing *w, const char *unit, char to[BR_PACKING_UNIT])
{
    bool rotary = w->bench.known.rotary;
    size_t size = 0;
    for (; *unit && size < BR_PACKING_UNIT; unit++) {
        const char *si = *unit == 'E'   ? (rotary ? "N*m" : "N")
                         : *unit == 'X' ? (rotary ? "rad" : "m")
                         : *unit == 'M' ? (rotary ? "kg*m^2" : "kg")
                                        : NULL;
        int n = snprintf(to + size, BR_PACKING_UNIT - size, "%.*s", si ? 8 : 1, si ? si : unit);
        size += n > 0 ? (size_t)n : 0;
    }
}

static void put_place(const br_packing *w, br_buffer *out, const char *what, const char *name, int at, const char *unit,
                      const char *words)
{
    char si[BR_PACKING_UNIT] = "";
    write_unit(w, unit, si);
    br_packing_place(w, out, &(br_place){what, name, at, .unit = si, .words = words});
}

void br_packing_compensator_places(const br_packing *w, br_buffer *out)
{
    int n = 0;
    br_buffer_put(out, "\n// The motion that is asked for, in SI as everything here.\nenum {\n");
    put_place(w, out, "U", "position", 0, "X", "one that is not finite or beyond 1e9 holds the last one, at rest");
    put_place(w, out, "U", "velocity", 1, "X/s", "its derivative");
    put_place(w, out, "U", "acceleration", 2, "X/s^2", "and that of the velocity");
    br_packing_end_places(out);
    br_buffer_put(out, "\n// Measurements.\nenum {\n");
    put_place(w, out, "Y", "position", 0, "X", "NaN, infinite or beyond 1e9: missing");
    br_packing_end_places(out);
    br_buffer_put(out, "\n// Settings: from 0 to 1e15. Invalid values are refused and counted, and "
                       "the last valid one stays.\nenum {\n");
    for (int i = 0; i < SETTINGS; i++)
        if (has(w, &settings[i]))
            put_place(w, out, "S", settings[i].name, n++, settings[i].unit, settings[i].words);
    br_packing_end_places(out);
    br_buffer_put(out, "\n// Counts.\nenum {\n");
    for (int i = 0; i < COUNTS; i++)
        put_place(w, out, "C", counts[i][0], i, "", counts[i][1]);
    br_packing_end_places(out);
}

// ---------------------------------------------------------------- the functions

// Members of options begin with what they belong to; those of others stay as they are by default.
static bool belongs(const br_packing *w, const char *member)
{
    const char *kind = w->plan.compensator;
    if (strncmp(member, "curve.", 6) == 0)
        return strstr("coulomb stribeck dahl", kind);
    if (strncmp(member, "law.", 4) == 0)
        return w->plan.np > 0 && !w->plan.estimates;
    if (strncmp(member, "elasto.", 7) == 0)
        return strcmp(kind, "elasto-plastic") == 0;
    if (strncmp(member, "estimator.", 10) == 0)
        return w->plan.estimates;
    return strcmp(member, "bandwidth") != 0 || strcmp(kind, "disturbance") == 0;
}

static void put_options(const br_packing *w, br_buffer *out)
{
    const double *number = w->plan.number;
    const int *whole = w->plan.whole;
#define NUMBER(member)                                                                                                 \
    if (belongs(w, #member)) {                                                                                         \
        br_buffer_put(out, "    o." #member " = ");                                                                    \
        br_packing_number(w, out, *number);                                                                            \
        br_buffer_put(out, ";\n");                                                                                     \
    }                                                                                                                  \
    number++;
#define WHOLE(member, type)                                                                                            \
    if (belongs(w, #member))                                                                                           \
        br_buffer_print(out, "    o." #member " = (" #type ")%d;\n", *whole);                                          \
    whole++;
    BR_PLAN_NUMBERS(NUMBER)
    BR_PLAN_WHOLES(WHOLE)
#undef NUMBER
#undef WHOLE
}

void br_packing_compensator_constants(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    if (p->np > 0) {
        br_packing_numbers(w, out, "first_p", p->p, p->np);
        br_packing_numbers(w, out, "first_x", p->x, p->nx);
    }
    if (p->np > 0 && !p->estimates) {
        br_packing_numbers(w, out, "first_u", p->u, p->held);
        br_packing_numbers(w, out, "first_k", p->k, p->nx);
        br_packing_numbers(w, out, "first_damping", p->damping, p->nx);
    }
    if (p->estimates) {
        br_packing_numbers(w, out, "first_sd", p->sd, p->nx);
        br_packing_numbers(w, out, "first_q", p->q, p->nx);
        br_packing_numbers(w, out, "first_r", p->observer == BR_PLAN_MHE ? p->r + p->which[0] : p->r,
                           p->observer == BR_PLAN_MHE ? 1 : p->ny + p->nx);
        br_buffer_print(out, "static const int first_which[] = {%d};\n", p->which[0]);
    }
}

void br_packing_compensator_holes(const br_packing *w, br_holes *h)
{
    int n = 0;
    br_holes_text(h, "COMPENSATOR", br_packing_compensator_kind(w));
    put_options(w, br_holes_add(h, "OPTIONS"));
    br_buffer *members = br_holes_add(h, "SETTING_LIST");
    br_buffer_put(members, "\n        &inside_of(o)->spare,");
    for (int i = 0; i < SETTINGS; i++)
        if (has(w, &settings[i]) && ++n)
            br_buffer_print(members, "\n        &c->%s,", settings[i].member);
    br_buffer_put(members, "\n    ");
    br_holes_count(h, "SETTING", n);
    members = br_holes_add(h, "COUNT_LIST");
    for (int i = 0; i < COUNTS; i++)
        br_buffer_print(members, "\n        h->%s,", counts[i][0]);
    br_buffer_put(members, "\n    ");
    br_holes_count(h, "COUNT", COUNTS);
}

// ---------------------------------------------------------------- the README

// Whether a member of the options is what stands there.
static bool is_member(const setting *s, const char *member)
{
    const char *at = s->member;
    return strcmp(strncmp(at, "o.", 2) == 0 ? at + 2 : at, member) == 0;
}

bool br_packing_setting_at(const br_packing *w, int i, br_packing_setting *to)
{
    const double *number = w->plan.number;
    const setting *s = settings;
    while (s < settings + SETTINGS && (!has(w, s) || i-- > 0))
        s++;
    if (s == settings + SETTINGS)
        return false;
    *to = (br_packing_setting){.name = s->name, .words = s->words, .at = s->at};
    for (size_t k = 0; k < sizeof above / sizeof *above; k++)
        if (strcmp(above[k][0], s->name) == 0)
            to->positive = !above[k][1] || strstr(above[k][1], w->plan.compensator);
    write_unit(w, strcmp(s->unit, "1") == 0 ? "-" : s->unit, to->unit);
#define NUMBER(member)                                                                                                 \
    to->value = is_member(s, #member) ? *number : to->value;                                                           \
    number++;
    BR_PLAN_NUMBERS(NUMBER)
#undef NUMBER
    return true;
}

// A line of the setting that stands there, if there is one.
static void put_row(const br_packing *w, br_buffer *out, const char *member, double value)
{
    for (int i = 0; i < SETTINGS; i++) {
        if (!has(w, &settings[i]) || !is_member(&settings[i], member))
            continue;
        br_buffer_print(out, "| %s | ", settings[i].name);
        br_buffer_about(out, value, 6);
        br_buffer_put(out, " | ");
        char si[BR_PACKING_UNIT] = "";
        write_unit(w, settings[i].unit, si);
        br_buffer_print(out, "%s | %s |\n", si, settings[i].words);
    }
}

void br_packing_compensator_notes(const br_packing *w, br_buffer *out)
{
    const br_rival *rival = w->row.rival;
    br_positive_real spr;
    br_control_note_share(out, w->o->control->share);
    if (rival->theorem) {
        bool judged = br_control_passivity(&spr, &w->bench.known, &w->row, w->o->axis->mass);
        br_control_note_theorem(out, judged ? &spr : NULL, &w->o->axis->known->law);
    }
    if (w->row.at_end)
        br_buffer_print(out, "%s is the least or largest value that was tried\n", rival->gain ? "its own gain" : "Ki");
}

void br_packing_compensator_readme(const br_packing *w, br_buffer *out)
{
    const double *number = w->plan.number;
    br_packing_put(
        w, out,
        "\n## Settings\n\nFeedback and the gain of the compensator's own are as `bristle control` tunes them on "
        "the same axis and course\n(docs/control.md): a start, not your machine. ");
    if (w->row.rival->gain) {
        br_buffer_print(out, "Its own gain, %s, is ", w->row.rival->gain);
        br_buffer_about(out, w->row.gain, 6);
        br_buffer_put(out, ". ");
    }
    br_buffer notes = {0};
    br_packing_compensator_notes(w, &notes);
    for (const char *line = notes.text; line && *line; line = strchr(line, '\n') + 1)
        br_buffer_print(out, "\n\n- %.*s", (int)strcspn(line, "\n"), line);
    br_buffer_put(out, notes.size > 0 ? "\n\n" : "");
    br_buffer_free_into(&notes, &out->status);
    br_packing_put(w, out,
                   "`@_setting` changes what stands here between samples.\n\n| setting | value | unit | |\n"
                   "|---|---|---|---|\n");
#define NUMBER(member) put_row(w, out, #member, *number++);
    BR_PLAN_NUMBERS(NUMBER)
#undef NUMBER
}
