// rig_names.c - `bristle simulate rig/NAME`: a synthetic rig's log.                    [host]
#include "num/base/fp.h"

#include "tool/kit/deliver.h"
#include "tool/kit/report.h"
#include "tool/kit/rig_names.h"
#include "tool/kit/table.h"

#include <bristle/differentiate.h>
#include <bristle/simulate.h>
#include <stdlib.h>
#include <string.h>

bool rig_named(const char *model)
{
    size_t n = strlen(model);
    return strncmp(model, "rig/", 4) == 0 && !(n > 4 && strcmp(model + n - 4, ".law") == 0);
}

void rig_list(br_buffer *out)
{
    for (int i = 0; br_rig_name(i); i++) {
        size_t from = out->size;
        br_buffer_put(out, br_rig_name(i));
        br_buffer_pad(out, from, 16);
        br_buffer_print(out, "%s\n", br_rig_title(i));
    }
}

// ---------------------------------------------------------------- arguments

static const char *next_name(const void *list, int i)
{
    (void)list;
    return br_rig_name(i);
}

static const char *title_of(const char *name) // NULL: there is no such rig
{
    for (int i = 0; br_rig_name(i); i++)
        if (strcmp(br_rig_name(i), name) == 0)
            return br_rig_title(i);
    return NULL;
}

br_status rig_known(const char *command, const char *name, br_diag *why)
{
    if (title_of(name))
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

// A rig that was simulated, and how it is called.
typedef struct rig_log {
    br_simulation *is;
    const char *name, *title;
    unsigned long long seed;
    long long rows;
    double step, mass;
    tool_rows table;
} rig_log;

static tool_column column_at(const void *of, int c)
{
    return (tool_column){br_simulation_name(of, c), br_simulation_unit(of, c), (tool_role)br_simulation_role_of(of, c),
                         br_simulation_values(of, c)};
}

static const double *column_of(const rig_log *r, const char *name)
{
    return br_simulation_values(r->is, br_simulation_index(r->is, name));
}

// Velocity and friction force as an observer gets them from position and drive force (thesis 4.4.1); of a rig that
// measures both, those.
typedef struct motion {
    double *memory;
    const double *v, *F;
} motion;

static br_status measure_motion(motion *to, const rig_log *r)
{
    const double *q = column_of(r, "q"), *u = column_of(r, "u");
    *to = (motion){NULL, column_of(r, "v"), column_of(r, "F")};
    if (to->v && to->F)
        return BR_OK;
    br_differentiator *d = NULL;
    br_differentiator_options o;
    (void)br_differentiator_defaults(&o, sizeof o);
    o.step = r->step;
    br_status status = br_differentiator_open(&d, &o, NULL);
    double *v = status == BR_OK ? malloc(2 * (size_t)r->rows * sizeof *v) : NULL, *F = v ? v + r->rows : NULL;
    if (status == BR_OK && !v)
        status = BR_NO_MEMORY;
    for (long long k = 0; k < r->rows && status == BR_OK; k++) {
        status = br_differentiator_step(d, q[k]);
        v[k] = br_differentiator_velocity(d);
        F[k] = br_differentiator_force(d, u[k], r->mass);
    }
    br_differentiator_close(d);
    *to = (motion){v, v, F};
    return status;
}

static void draw_force(br_plots *o, const rig_log *r, const motion *is, const char *title, const double *x,
                       const char *x_name, const char *x_unit, const char *caption)
{
    br_plot *p = br_draw(o, title, x_name, x_unit, "force", "N", caption);
    br_draw_curve(p, "measured", x, is->F, r->rows);
    br_draw_curve(p, "true", x, column_of(r, "F_true"), r->rows);
}

static void draw_all(br_plots *o, const rig_log *r, const motion *is)
{
    const double *t = column_of(r, "t"), *q = column_of(r, "q");
    br_plot *p = br_draw(o, "Velocity over time", "time", "s", "velocity", "m/s", "As Fig. 4.5 (a) of the thesis.");
    br_draw_curve(p, NULL, t, is->v, r->rows);
    if (q) {
        p = br_draw(o, "Position over time", "time", "s", "position", "m", "As Fig. 4.5 (b) of the thesis.");
        br_draw_curve(p, NULL, t, q, r->rows);
    }
    draw_force(o, r, is, "Friction force over time", t, "time", "s", "As Fig. 4.5 (c) of the thesis.");
    if (q)
        draw_force(o, r, is, "Friction force over position", q, "position", "m", "As Fig. 4.5 (d) of the thesis.");
}

static br_status write_report(br_buffer *out, const rig_log *r)
{
    br_plots o = {0};
    motion is;
    br_status status = measure_motion(&is, r);
    if (status == BR_OK)
        draw_all(&o, r, &is);
    free(is.memory);
    report_open(out, r->name);
    table_answer(out, &r->table);
    br_buffer_print(out, "<p>%s</p>\n", r->title);
    br_buffer_print(out,
                    "<p class=\"dim\">Seed %llu, %lld rows every %g s. docs/rigs.md lists its parameters. The table is "
                    "in SI units.</p>\n",
                    r->seed, r->rows, r->step);
    report_plots(out, &o);
    table_report(out, &r->table, describe_column, NULL);
    return report_close(out, &o, status);
}

static void write_json(br_buffer *out, const rig_log *r)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "rig");
    br_json_field_text(&j, "rig", r->name);
    BR_JSON_NUMBERS(&j, {"seed", (double)r->seed}, {"rows", (double)r->rows}, {"step", r->step});
    table_json(&j, &r->table);
    br_json_close(&j);
}

static void write_text(br_buffer *out, const rig_log *r)
{
    br_buffer_print(out, "%s, seed %llu: %s; %lld rows every %g s\n\n", r->name, r->seed, r->title, r->rows, r->step);
    table_text(out, &r->table);
}

static br_status deliver_log(const rig_log *r, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {.json_rows = true};
    if (tool_wants_text(a))
        write_text(&v.text, r);
    if (a->json)
        write_json(&v.json, r);
    br_status status = a->report ? write_report(&v.report, r) : BR_OK;
    return tool_deliver_views(&v, &r->table, status, a, out, why);
}

br_status rig_simulate(const char *name, const tool_args *a, uint64_t seed, br_buffer *out, br_diag *why)
{
    rig_log r = {.name = name, .seed = seed};
    br_status status = check_arguments(name, a, why);
    if (status == BR_OK)
        status = br_simulation_open_rig(&r.is, name, seed, &r.mass, why);
    if (status != BR_OK)
        return status;
    r.title = title_of(name);
    r.rows = (long long)br_simulation_rows(r.is);
    r.step = br_simulation_time(r.is, BR_SIMULATION_STEP);
    r.table = (tool_rows){r.is, br_simulation_columns(r.is), r.rows, column_at, NULL};
    status = deliver_log(&r, a, out, why);
    br_simulation_close(r.is);
    return status;
}
