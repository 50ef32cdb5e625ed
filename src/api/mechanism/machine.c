// machine.c - a mechanism as it starts: its size, what in it is redundant, where it comes to rest.    [host]
#include "num/base/fp.h"

#include "api/mechanism/machine.h"

#include "law/model/condition.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- names and units

int br_machine_measure(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->measures; i++)
        if (strcmp(m->measure[i].name, name) == 0)
            return i;
    return -1;
}

int br_machine_measure_of_speed(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->measures; i++) {
        size_t n = strlen(m->measure[i].name);
        if (strncmp(m->measure[i].name, name, n) == 0 && strcmp(name + n, "_speed") == 0)
            return i;
    }
    return -1;
}

const char *br_machine_measure_unit(const br_mech *m, int measure, bool speed)
{
    bool turns = m->measure[measure].kind == BR_MEASURE_TURN;
    return speed ? (turns ? "rad/s" : "m/s") : turns ? "rad" : "m";
}

const char *br_machine_force_unit(const br_mech *m, int measure)
{
    return m->measure[measure].kind == BR_MEASURE_TURN ? "N*m" : "N";
}

// ---------------------------------------------------------------- opening

br_status br_machine_warn(const br_mech *m, br_buffer *to)
{
    br_status status = BR_OK;
    for (int i = 0; i < m->forces && status == BR_OK; i++) {
        br_buffer lines = {0};
        if (m->force[i].kind != BR_FORCE_FRICTION)
            continue;
        status = br_model_warn(&m->force[i].friction->contact.model, &lines);
        for (const char *s = lines.text; status == BR_OK && s && *s; s += strcspn(s, "\n") + 1)
            br_buffer_print(to, "friction %s: %.*s\n", m->force[i].name, (int)strcspn(s, "\n"), s);
        br_buffer_free(&lines);
    }
    return status == BR_OK ? to->status : status;
}

br_status br_machine_open(br_machine *w, const char *text, size_t size, const char *origin, br_diag *why)
{
    memset(w, 0, sizeof *w);
    br_status status = br_mech_read(&w->m, text, size, origin, why);
    if (status == BR_OK)
        status = br_machine_warn(&w->m, &w->warnings);
    if (status == BR_OK)
        status = br_drives_open(&w->drives, &w->m, why);
    if (status == BR_OK)
        status = br_moving_open(&w->s, &w->m, why);
    if (status == BR_OK)
        status = br_drives_at(&w->drives, 0, w->s.drive, why);
    if (status == BR_OK)
        status = br_moving_start(&w->s, why);
    if (status != BR_OK)
        return status;
    w->which = calloc((size_t)w->m.rows + 1, sizeof *w->which);
    return w->which ? br_moving_check_start(&w->s, &w->rank, w->which, why) : BR_NO_MEMORY;
}

void br_machine_close(br_machine *w)
{
    br_buffer_free(&w->warnings);
    br_drives_close(&w->drives);
    br_moving_close(&w->s);
    br_mech_free(&w->m);
    free(w->which);
}

int br_machine_freedoms(const br_machine *w)
{
    return w->m.n - w->rank;
}

// ---------------------------------------------------------------- size

static void write_redundant(br_buffer *out, const br_machine *w)
{
    int count = w->m.rigid - w->rank;
    if (count == 0)
        return;
    br_buffer_print(out,
                    "%d redundant constraint%s (implied by others; single joint forces are then not unique):", count,
                    count > 1 ? "s" : "");
    for (int i = w->rank; i < w->m.rigid; i++) {
        char owner[BR_MECH_NAME + 24], other[BR_MECH_NAME + 24];
        int same = 0, before = 0;
        br_constraint_owner(&w->m, w->which[i], owner);
        for (int k = w->rank; k < w->m.rigid; k++) {
            br_constraint_owner(&w->m, w->which[k], other);
            same += strcmp(owner, other) == 0;
            before += k < i && strcmp(owner, other) == 0;
        }
        if (before > 0)
            continue;
        br_buffer_print(out, "%s %s", i > w->rank ? "," : "", owner);
        if (same > 1)
            br_buffer_print(out, " (%d)", same);
    }
    br_buffer_put(out, "\n");
}

void br_machine_write_size(br_buffer *out, const br_machine *w)
{
    int yielding = w->m.rows - w->m.rigid;
    br_buffer_print(out, "%s: %d bod%s, ", w->m.name, w->m.bodies, w->m.bodies > 1 ? "ies" : "y");
    if (w->m.blocks < w->m.bodies)
        br_buffer_print(out, "welded to %d, ", w->m.blocks);
    br_buffer_print(out, "%d joint%s, %d degree%s of freedom; %d coordinates, %d %sconstraint%s of rank %d",
                    w->m.joints, w->m.joints == 1 ? "" : "s", br_machine_freedoms(w),
                    br_machine_freedoms(w) == 1 ? "" : "s", w->m.n, w->m.rigid, yielding ? "rigid " : "",
                    w->m.rigid == 1 ? "" : "s", w->rank);
    if (yielding > 0)
        br_buffer_print(out, ", and %d of compliant joints, which remove no freedom", yielding);
    br_buffer_put(out, "\n");
    if (br_machine_freedoms(w) == 0)
        br_buffer_put(out, "no part can move: it is a frame\n");
    write_redundant(out, w);
}

// ---------------------------------------------------------------- equilibrium

// Centres of gravity, three numbers each.
static void find_bodies(const br_machine *w, double *at)
{
    for (int b = 0; b < w->m.bodies; b++)
        for (int c = 0; c < 3; c++) {
            br_form f = {0};
            if (c < w->m.space)
                f = br_mech_point(&w->m, b, w->m.body[b].cog, c);
            at[3 * b + c] = c < w->m.space ? br_form_value(&f, w->s.now.q) : 0;
        }
}

static double distance(const double *x, const double *y)
{
    return br_sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) + (x[2] - y[2]) * (x[2] - y[2]));
}

// Of a mechanism without measures. was, now: as find_bodies has them.
static void write_moves(br_buffer *out, const br_machine *w, const double *was, const double *now)
{
    const double least = 1e-9;
    bool any = false;
    for (int b = 0; b < w->m.bodies; b++) {
        double way = distance(was + (ptrdiff_t)3 * b, now + (ptrdiff_t)3 * b);
        if (way > least) {
            br_buffer_print(out, "%s %s %.6g m", any ? "," : " centres of gravity moved by", w->m.body[b].name, way);
            any = true;
        }
    }
    if (!any)
        br_buffer_put(out, " as it stands");
}

static void write_measures(br_buffer *out, const br_machine *w, const bool *loose)
{
    bool any = false;
    for (int i = 0; i < w->m.measures; i++)
        br_buffer_print(out, "%s %s = %.6g %s", i ? "," : "", w->m.measure[i].name,
                        br_abs(w->s.now.y[i]) < 1e-9 ? 0 : w->s.now.y[i], br_machine_measure_unit(&w->m, i, false));
    for (int i = 0; i < w->m.measures; i++)
        if (loose[i]) {
            br_buffer_print(out, "%s %s", any ? "," : "; nothing pulls it along", w->m.measure[i].name);
            any = true;
        }
}

// Where it sinks to with drives and friction off. was, now: room for centres of gravity; loose: for measures.
static br_status write_rest(br_buffer *out, br_machine *w, double *was, double *now, bool *loose)
{
    br_diag why = {0};
    find_bodies(w, was);
    br_status status = br_moving_find_equilibrium(&w->s, &why);
    if (status == BR_OK)
        status = br_moving_loose(&w->s, loose);
    if (status == BR_NO_MEMORY)
        return status;
    if (status != BR_OK) {
        br_buffer_put(out, "no stable equilibrium was found near the start, with drives and friction off\n");
        return BR_OK;
    }
    find_bodies(w, now);
    br_buffer_put(out, "stable equilibrium near the start, with drives and friction off:");
    if (w->m.measures)
        write_measures(out, w, loose);
    else
        write_moves(out, w, was, now);
    br_buffer_put(out, "\n");
    return BR_OK;
}

br_status br_machine_write_equilibrium(br_buffer *out, br_machine *w)
{
    memset(w->s.drive, 0, (size_t)w->m.drives * sizeof *w->s.drive);
    br_dry_hold_sticking(&w->s, false);
    if (br_machine_freedoms(w) == 0)
        return BR_OK;
    if (br_moving_indifferent(&w->s)) {
        br_buffer_put(out, "neutral equilibrium: it rests in any position, with drives and friction off\n");
        return BR_OK;
    }
    double *at = calloc(6 * (size_t)w->m.bodies + 1, sizeof *at);
    bool *loose = calloc((size_t)w->m.measures + 1, sizeof *loose);
    br_status status = at && loose ? write_rest(out, w, at, at + (ptrdiff_t)3 * w->m.bodies, loose) : BR_NO_MEMORY;
    free(at);
    free(loose);
    return status;
}
