// rig_names.c - `bristle simulate rig/NAME`: a synthetic rig's log.                    [host]
#include "num/base/fp.h"

#include "loop/signal/differentiate.h"
#include "loop/friction/indirect.h"
#include "sim/rig/rig.h"
#include "tool/kit/deliver.h"
#include "tool/kit/record_rows.h"
#include "tool/kit/report.h"
#include "tool/kit/rig_names.h"
#include "tool/kit/table.h"

#include <stdlib.h>
#include <string.h>

bool rig_named(const char *model)
{
    size_t n = strlen(model);
    return strncmp(model, "rig/", 4) == 0 && !(n > 4 && strcmp(model + n - 4, ".law") == 0);
}

void rig_list(br_buffer *out)
{
    for (int i = 0; br_rig_at(i); i++) {
        size_t from = out->size;
        br_buffer_put(out, br_rig_at(i)->name);
        br_buffer_pad(out, from, 16);
        br_buffer_print(out, "%s\n", br_rig_at(i)->title);
    }
}

// ---------------------------------------------------------------- arguments

static const char *next_name(const void *list, int i)
{
    (void)list;
    return br_rig_at(i) ? br_rig_at(i)->name : NULL;
}

br_status rig_known(const char *command, const char *name, br_diag *why)
{
    if (br_rig_find(name))
        return BR_OK;
    const char *near = tool_nearest(name, next_name, NULL);
    return tool_complain(why, BR_BAD_USAGE,
                         "bristle %s: there is no rig '%.60s'; %s%s%s'bristle simulate --list' lists them", command,
                         name, near ? "did you mean " : "", near ? near : "", near ? "? " : "");
}

static br_status check_arguments(const char *name, const tool_args *a, br_diag *why)
{
    br_status known = rig_known("simulate", name, why);
    if (known != BR_OK)
        return known;
    const tool_given list[] = {{"--params", a->params},
                               {"--at", a->at},
                               {"--input", a->input},
                               {"--signals", a->signals},
                               {"--linear", a->linear},
                               {"--until", a->until},
                               {"--step", a->step},
                               {"--method", a->method},
                               {"--tolerance", a->tolerance},
                               {"--mode", a->mode},
                               {"--sensor", a->sensor},
                               {"second argument", a->noperands > 1},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: a rig takes no %s; only --seed can be changed",
                             other);
    return BR_OK;
}

// ---------------------------------------------------------------- showing

static const char *describe_column(const void *context, const tool_column *c)
{
    static const struct {
        const char *name, *words;
    } known[] = {{"t", "time"},
                 {"q", "position, as the encoder gives it"},
                 {"u", "force of the drive, held up to the next row"},
                 {"v", "velocity, held up to the next row"},
                 {"F", "friction force, measured"},
                 {"q_true", "position"},
                 {"v_true", "velocity"},
                 {"a_true", "acceleration"},
                 {"F_true", "friction force"},
                 {"w_true", "cogging and force noise: u + w = m a + F"}};
    (void)context;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, c->name) == 0)
            return known[i].words;
    return c->name[0] == 'z' ? "force of an element" : "parameter";
}

// Velocity and friction force as an observer gets them from position and drive force (thesis 4.4.1); of a rig that
// measures both, those.
typedef struct motion {
    double *memory;
    const double *v, *F;
} motion;

static br_status measure_motion(motion *to, const br_rig *r)
{
    const double *q = br_rig_column(r, "q"), *u = br_rig_column(r, "u");
    *to = (motion){NULL, br_rig_column(r, "v"), br_rig_column(r, "F")};
    if (to->v && to->F)
        return BR_OK;
    br_differentiate d;
    br_differentiate_options o = br_differentiate_defaults(&br_differentiate_lowpass, r->dt);
    br_status status = br_differentiate_init(&d, &o, NULL, 0);
    double *v = status == BR_OK ? malloc(2 * (size_t)r->log.rows * sizeof *v) : NULL, *F = v ? v + r->log.rows : NULL;
    if (status == BR_OK && !v)
        status = BR_NO_MEMORY;
    for (long long k = 0; k < r->log.rows && status == BR_OK; k++) {
        br_motion x;
        status = br_differentiate_step(&d, q[k], r->dt, &x);
        v[k] = x.v;
        F[k] = br_indirect_force(u[k], r->m, x.a);
    }
    *to = (motion){v, v, F};
    return status;
}

static void draw_force(br_plots *o, const br_rig *r, const motion *is, const char *title, const double *x,
                       const char *x_name, const char *x_unit, const char *caption)
{
    br_plot *p = br_draw(o, title, x_name, x_unit, "force", "N", caption);
    br_draw_curve(p, "measured", x, is->F, r->log.rows);
    br_draw_curve(p, "true", x, br_rig_column(r, "F_true"), r->log.rows);
}

static void draw_all(br_plots *o, const br_rig *r, const motion *is)
{
    const double *t = br_rig_column(r, "t"), *q = br_rig_column(r, "q");
    br_plot *p = br_draw(o, "Velocity over time", "time", "s", "velocity", "m/s", "As Fig. 4.5 (a) of the thesis.");
    br_draw_curve(p, NULL, t, is->v, r->log.rows);
    if (q) {
        p = br_draw(o, "Position over time", "time", "s", "position", "m", "As Fig. 4.5 (b) of the thesis.");
        br_draw_curve(p, NULL, t, q, r->log.rows);
    }
    draw_force(o, r, is, "Friction force over time", t, "time", "s", "As Fig. 4.5 (c) of the thesis.");
    if (q)
        draw_force(o, r, is, "Friction force over position", q, "position", "m", "As Fig. 4.5 (d) of the thesis.");
}

static br_status write_report(br_buffer *out, const br_rig *r, const br_rig_kind *kind, uint64_t seed)
{
    br_plots o = {0};
    motion is;
    br_status status = measure_motion(&is, r);
    if (status == BR_OK)
        draw_all(&o, r, &is);
    free(is.memory);
    report_open(out, kind->name);
    table_answer(out, RECORD_ROWS(&r->log));
    br_buffer_print(out, "<p>%s</p>\n", kind->title);
    br_buffer_print(out,
                    "<p class=\"dim\">Seed %llu, %lld rows every %g s. docs/rigs.md lists its parameters. The table is "
                    "in SI units.</p>\n",
                    (unsigned long long)seed, r->log.rows, r->dt);
    report_plots(out, &o);
    table_report(out, RECORD_ROWS(&r->log), describe_column, NULL);
    return report_close(out, &o, status);
}

static void write_json(br_buffer *out, const br_rig *r, const br_rig_kind *kind, uint64_t seed)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "rig");
    br_json_field_text(&j, "rig", kind->name);
    BR_JSON_NUMBERS(&j, {"seed", (double)seed}, {"rows", (double)r->log.rows}, {"step", r->dt});
    table_json(&j, RECORD_ROWS(&r->log));
    br_json_close(&j);
}

static void write_text(br_buffer *out, const br_rig *r, const br_rig_kind *kind, uint64_t seed)
{
    br_buffer_print(out, "%s, seed %llu: %s; %lld rows every %g s\n\n", kind->name, (unsigned long long)seed,
                    kind->title, r->log.rows, r->dt);
    table_text(out, RECORD_ROWS(&r->log));
}

static br_status deliver_log(const br_rig *r, const br_rig_kind *kind, const tool_args *a, uint64_t seed,
                             br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    if (tool_wants_text(a))
        write_text(&v.text, r, kind, seed);
    if (a->json)
        write_json(&v.json, r, kind, seed);
    br_status status = a->report ? write_report(&v.report, r, kind, seed) : BR_OK;
    return tool_deliver_views(&v, RECORD_ROWS(&r->log), status, a, out, why);
}

br_status rig_simulate(const char *name, const tool_args *a, uint64_t seed, br_buffer *out, br_diag *why)
{
    br_rig r;
    br_status status = check_arguments(name, a, why);
    if (status == BR_OK)
        status = br_rig_run(&r, name, seed, why);
    if (status != BR_OK)
        return status;
    status = deliver_log(&r, br_rig_find(name), a, seed, out, why);
    br_rig_free(&r);
    return status;
}
