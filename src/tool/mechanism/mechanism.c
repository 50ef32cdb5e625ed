// mechanism.c - `bristle simulate F.mech` and `bristle check F.mech`.             [host]
#include "num/base/fp.h"

#include "tool/mechanism/mechanism.h"

#include "file/page/html.h"
#include "file/disk/whole.h"
#include "law/model/condition.h"
#include "mech/motion/drives.h"
#include "mech/estimate/table.h"
#include "num/base/elem.h"
#include "sim/source/samples.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/prescribed_motion.h"
#include "tool/kit/number.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"
#include "tool/mechanism/sketch.h"
#include "tool/kit/table.h"
#include "tool/kit/tables.h"

#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct machine {
    char *text;
    br_mech m;
    br_moving s;
    br_drives drives;
    br_record record;
    const br_mech_scheme *scheme; // NULL: inverse dynamics
    double until, step, violation;
    double fastest;     // J: the most of kinetic energy
    uint64_t seed;      // of the noise of sensors
    int rank, *which;   // of the constraints; those from rank on are redundant
    bool *held;         // measures of TRAJ
    br_buffer warnings; // one a line
    bool interrupted;   // before its end
    sketch drawn;
} machine;

bool mechanism_named(const char *model)
{
    size_t n = strlen(model);
    return n > 5 && strcmp(model + n - 5, ".mech") == 0;
}

static void machine_close(machine *w)
{
    sketch_close(&w->drawn);
    br_record_close(&w->record);
    br_buffer_free(&w->warnings);
    br_drives_close(&w->drives);
    br_moving_close(&w->s);
    br_mech_free(&w->m);
    free(w->text);
    free(w->which);
    free(w->held);
}

br_status mechanism_warn(const br_mech *m, br_buffer *to)
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

static br_status machine_open(machine *w, const char *path, br_diag *why)
{
    size_t size;
    memset(w, 0, sizeof *w);
    br_status status = br_file_read(path, BR_MAX_TEXT, &w->text, &size, why);
    if (status == BR_NO_FILE) // as of a law
        status = BR_BAD_LAW;
    if (status == BR_OK)
        status = br_mech_read(&w->m, w->text, size, path, why);
    if (status == BR_OK)
        status = mechanism_warn(&w->m, &w->warnings);
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
    w->held = calloc((size_t)w->m.measures + 1, sizeof *w->held);
    if (!w->which || !w->held)
        return BR_NO_MEMORY;
    status = sketch_open(&w->drawn, &w->m);
    return status == BR_OK ? br_moving_check_start(&w->s, &w->rank, w->which, why) : status;
}

static int freedoms(const machine *w)
{
    return w->m.n - w->rank;
}

// ---------------------------------------------------------------- as text

static void write_redundant(br_buffer *out, const machine *w)
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

static void write_size(br_buffer *out, const machine *w)
{
    int yielding = w->m.rows - w->m.rigid;
    br_buffer_print(out, "%s: %d bod%s, ", w->m.name, w->m.bodies, w->m.bodies > 1 ? "ies" : "y");
    if (w->m.blocks < w->m.bodies)
        br_buffer_print(out, "welded to %d, ", w->m.blocks);
    br_buffer_print(out, "%d joint%s, %d degree%s of freedom; %d coordinates, %d %sconstraint%s of rank %d",
                    w->m.joints, w->m.joints == 1 ? "" : "s", freedoms(w), freedoms(w) == 1 ? "" : "s", w->m.n,
                    w->m.rigid, yielding ? "rigid " : "", w->m.rigid == 1 ? "" : "s", w->rank);
    if (yielding > 0)
        br_buffer_print(out, ", and %d of compliant joints, which remove no freedom", yielding);
    br_buffer_put(out, "\n");
    if (freedoms(w) == 0)
        br_buffer_put(out, "no part can move: it is a frame\n");
    write_redundant(out, w);
}

// The energy error of the scheme; *turned: the energy that was exchanged.
static double unaccounted(const machine *w, double *turned)
{
    double gained = w->record.column[w->record.columns - 1].v[w->record.rows - 1];
    *turned = w->fastest + br_abs(w->s.worked) + br_abs(w->s.lost);
    return gained - w->s.worked + w->s.lost;
}

// An energy error shows a step that is too long.
static void warn_energy(machine *w)
{
    const double fair = 0.01, off = 1e-14, v = off / w->step, *g = w->m.gravity; // off: positions, by rounding
    double pull = br_abs(g[0]) + br_abs(g[1]) + br_abs(g[2]), noise = (v * v + pull * off) * w->s.rho * w->s.n;
    double turned, left = unaccounted(w, &turned);
    if (br_abs(left) > fair * turned + noise)
        br_buffer_print(&w->warnings, "%.2g %% of the energy exchanged is unaccounted for; use a shorter --step\n",
                        100 * br_abs(left) / turned);
}

static void write_energy(br_buffer *out, const machine *w)
{
    double gained = w->record.column[w->record.columns - 1].v[w->record.rows - 1], turned;
    br_buffer_print(
        out,
        "0 to %.9g s in steps of %.6g s, method %s; energy %.6g J more than at the start, %.6g J by drives, %.6g J to "
        "dampers and friction, %.3g J unaccounted\n",
        w->until, w->step, w->scheme->name, gained, w->s.worked, w->s.lost, unaccounted(w, &turned));
}

static void write_summary(br_buffer *out, const machine *w)
{
    write_size(out, w);
    if (w->scheme)
        write_energy(out, w);
    else
        br_buffer_put(out, "forces that hold the mechanism to the given motion\n");
    text_lines(out, "warning", &w->warnings);
}

static void write_text(br_buffer *out, const machine *w)
{
    write_summary(out, w);
    br_buffer_put(out, "\n");
    table_text(out, &w->record);
}

static void write_json(br_buffer *out, const machine *w, bool rows)
{
    br_json j = {.out = out};
    br_json_open(&j, '{');
    br_json_field_text(&j, "mechanism", w->m.name);
    br_json_field_text(&j, "method", w->scheme ? w->scheme->name : "inverse");
    BR_JSON_NUMBERS(&j, {"bodies", w->m.bodies}, {"blocks", w->m.blocks}, {"freedoms", freedoms(w)}, {"rank", w->rank},
                    {"redundant", w->m.rigid - w->rank}, {"max_constraint", w->violation},
                    {"rows", (double)w->record.rows});
    if (w->scheme) {
        BR_JSON_NUMBERS(&j, {"step", w->step}, {"worked", w->s.worked}, {"lost", w->s.lost});
    }
    br_json_field_lines(&j, "warnings", &w->warnings);
    table_json(&j, &w->record, rows);
    br_json_close(&j);
}

// ---------------------------------------------------------------- report

static const char *describe_column(const void *context, const br_record_column *c)
{
    (void)context;
    return c->role == BR_RECORD_TIME ? "time" : c->role == BR_RECORD_STATE ? "motion" : "result";
}

static br_status write_report(br_buffer *out, const machine *w)
{
    const br_record *r = &w->record;
    br_plots o = {0};
    br_buffer words = {0};
    for (int c = 1; c < r->columns; c++)
        br_draw_curve(br_draw(&o, r->column[c].name, "time", "s", r->column[c].name, r->column[c].unit, ""), NULL,
                      r->column[0].v, r->column[c].v, r->rows);
    report_open(out, w->m.name);
    table_answer(out, &w->record);
    br_buffer_put(out, "<p>");
    br_html_text(out, w->m.title);
    br_buffer_put(out, "</p>\n");
    write_summary(&words, w);
    report_words(out, &words);
    sketch_report(&w->drawn, &w->m, out);
    report_plots(out, &o);
    table_report(out, r, describe_column, NULL);
    return report_close(out, &o, BR_OK);
}

static br_status deliver_motion(const machine *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        write_text(&v.text, w);
    if (a->json)
        write_json(&v.json, w, !a->call);
    br_status status = a->report ? write_report(&v.report, w) : BR_OK;
    return tool_deliver_views(&v, &w->record, status, a, out, why);
}

// ---------------------------------------------------------------- forward in time

static br_status read_options(machine *w, const tool_args *a, br_diag *why)
{
    br_status status = BR_OK;
    w->scheme = !a->method || strcmp(a->method, "alpha") == 0 ? &br_mech_alpha
                : strcmp(a->method, "bdf1") == 0              ? &br_mech_bdf1
                                                              : NULL;
    if (!w->scheme)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: there is no method '%.60s' for mechanisms; there are alpha, bdf1",
                             a->method);
    if (!a->until)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle simulate: --until T is missing; see 'bristle simulate --help'");
    w->step = 1e-3;
    status = tool_time("simulate", "--until", a->until, &w->until, why);
    if (status == BR_OK && a->step)
        status = tool_time("simulate", "--step", a->step, &w->step, why);
    if (status == BR_OK)
        status = tool_seed("simulate", a->seed, &w->seed, why);
    if (status == BR_OK && w->until / w->step > 1e8)
        status = tool_complain(why, BR_BAD_USAGE, "bristle simulate: %.3g steps are too many; use a longer --step",
                               w->until / w->step);
    if (status == BR_OK && !(w->until >= w->step))
        status = tool_complain(why, BR_BAD_USAGE, "bristle simulate: --step is longer than the run");
    return status;
}

// Row k of so many.
static void add_row(machine *w, const bool *held, long long k, long long rows)
{
    if (w->drawn.frames < SKETCH_FRAMES && k * (SKETCH_FRAMES - 1) >= w->drawn.frames * (rows - 1))
        sketch_add_frame(&w->drawn, w->drawn.frames, w->s.t, &w->s);
    double violation = br_moving_violation(&w->s), kinetic, potential;
    br_moving_energy(&w->s, &kinetic, &potential);
    w->fastest = kinetic > w->fastest ? kinetic : w->fastest;
    br_mech_table_add(&w->record, &w->s, held);
    w->violation = violation > w->violation ? violation : w->violation;
}

// Nothing that is not finite is printed: values of the last row, and energies.
static br_status check_finite(const machine *w, br_diag *why)
{
    const br_record *r = &w->record;
    double turned, left = unaccounted(w, &turned);
    const char *name = isfinite(left) && isfinite(turned) && isfinite(w->violation) ? NULL : "the energy";
    for (int c = 0; c < r->columns; c++)
        if (!isfinite(r->column[c].v[r->rows - 1]))
            name = r->column[c].name;
    if (!name)
        return BR_OK;
    return tool_complain(why, BR_NOT_FINITE,
                         "bristle simulate: t = %.9g s: %.60s is not a finite number; drives, speeds or masses are too "
                         "large, or --step is too long",
                         w->s.t, name);
}

// A step that fails says whether a shorter one would not.
static br_status step_once(machine *w, br_diag *why)
{
    const double shorter = w->step / 64;
    br_status status = br_moving_step(&w->s, w->scheme, w->step, why);
    size_t used = status != BR_OK && why ? strlen(why->text) : 0;
    if (used > 0 && br_moving_step(&w->s, w->scheme, shorter, NULL) == BR_OK)
        snprintf(why->text + used, sizeof why->text - used, "; one of %.3g s does", shorter);
    return status;
}

// The zero of potential energy is arbitrary, and a large offset would hide the changes.
static void subtract_start_energy(br_record *r)
{
    double *energy = r->column[r->columns - 1].v, start = energy[0];
    for (long long k = 0; k < r->rows; k++)
        energy[k] -= start;
}

// Rows so far are valid.
static br_status note_interrupt(machine *w, const progress *bar, double until, br_status status)
{
    w->interrupted = bar->interrupted && status == BR_NEGATIVE;
    if (!w->interrupted)
        return status;
    br_buffer_print(&w->warnings, "interrupted at t = %.9g s of %.9g s: the rows until then are reported\n", w->s.t,
                    until);
    return BR_OK;
}

static br_status simulate_forward(machine *w, const tool_args *a, br_diag *why)
{
    long long steps = (long long)(w->until / w->step * (1 + 1e-12));
    br_status status = br_mech_table_open(&w->record, &w->s, NULL, steps + 1, why);
    if (status != BR_OK)
        return status;
    add_row(w, NULL, 0, steps + 1);
    progress bar = progress_open("simulating", a);
    for (long long k = 1; k <= steps && status == BR_OK; k++) {
        status = br_drives_at(&w->drives, (double)k * w->step, w->s.drive, why);
        if (status == BR_OK)
            status = step_once(w, why);
        if (status != BR_OK)
            break;
        w->s.t = (double)k * w->step;
        add_row(w, NULL, k, steps + 1);
        status = check_finite(w, why);
        if (status != BR_OK)
            break;
        if (k % 64 == 0 && !progress_show(&bar, (double)k / (double)steps))
            status = BR_NEGATIVE;
    }
    progress_close(&bar);
    subtract_start_energy(&w->record);
    if (status == BR_OK)
        status = check_finite(w, why); // changes, too
    warn_energy(w);
    return note_interrupt(w, &bar, w->until, status);
}

// ---------------------------------------------------------------- inverse dynamics

// The columns of a table that are called as the time, a measure or its speed, as a list of signals.
static void list_columns(br_buffer *list, const machine *w, br_rows table)
{
    for (int c = 0; c < table.columns; c++) {
        const char *name = table.column[c].name;
        if (strcmp(name, "t") == 0 || motion_measure_named(&w->m, name) >= 0 ||
            motion_measure_of_speed(&w->m, name) >= 0)
            br_buffer_print(list, "%s%s = \"%s\"", list->size ? ", " : "", name, name);
    }
}

// Exactly as many motions as there are freedoms.
static br_status check_held(const machine *w, int held, br_diag *why)
{
    int free = freedoms(w) - (w->m.rows - w->m.rigid); // compliant joints are rigid here
    if (held == free)
        return BR_OK;
    return tool_complain(why, BR_BAD_DATA,
                         "bristle simulate: the motion names %d of the joints and distances; %s has %d degree%s of "
                         "freedom%s",
                         held, w->m.name, free, free == 1 ? "" : "s",
                         held > free && free > 0 ? ": the others follow; --signals chooses" : "");
}

static br_status hold_signals(machine *w, const br_samples *p, double *y, br_diag *why)
{
    int held = 0;
    br_status status = BR_OK;
    for (int i = 0; i < w->m.measures && status == BR_OK; i++) {
        const char *name = w->m.measure[i].name;
        int signal = br_samples_find(p, name, strlen(name));
        w->held[i] = w->s.held[i] = signal >= 0;
        if (signal < 0)
            continue;
        held++;
        status = br_mech_slopes(p->t, p->y[signal], (long long)p->rows, y + (ptrdiff_t)3 * i, 3 * w->m.measures, why);
    }
    return status == BR_OK ? check_held(w, held, why) : status;
}

// One row of the motion. BR_BAD_DATA: the mechanism cannot be there.
static br_status follow_row(machine *w, const br_samples *p, size_t k, const double *y, const char *path, br_diag *why)
{
    br_diag what = {0};
    w->s.t = p->t[k];
    br_status status = br_drives_at(&w->drives, w->s.t, w->s.drive, why);
    if (status != BR_OK)
        return status;
    status = br_moving_follow(&w->s, y, k ? p->t[k] - p->t[k - 1] : 0, &what);
    if (status == BR_BAD_DATA)
        return tool_complain(why, status, "%.150s, row %zu, t = %.9g s: %.300s", path, k + 1, w->s.t, what.text);
    if (status != BR_OK && why)
        *why = what;
    return status;
}

static br_status follow_rows(machine *w, const br_samples *p, const double *y, const tool_args *a, br_diag *why)
{
    motion_check d;
    br_status status = motion_check_open(&d, &w->m, p, why);
    progress bar = progress_open("simulating", a);
    for (size_t k = 0; k < p->rows && status == BR_OK; k++) {
        if (k % 64 == 63 && !progress_show(&bar, (double)k / (double)p->rows)) {
            status = BR_NEGATIVE;
            break;
        }
        status = follow_row(w, p, k, y + k * 3 * (size_t)w->m.measures, a->inverse, why);
        if (status == BR_OK) {
            motion_check_add_row(&d, &w->s, k);
            add_row(w, w->held, (long long)k, (long long)p->rows);
            status = check_finite(w, why);
        }
    }
    progress_close(&bar);
    if (status == BR_OK)
        motion_check_report(&d, &w->warnings);
    motion_check_close(&d);
    return note_interrupt(w, &bar, p->rows > 0 ? p->t[p->rows - 1] : 0, status);
}

static br_status follow_samples(machine *w, const br_samples *p, const tool_args *a, br_diag *why)
{
    double *y = calloc(p->rows * 3 * (size_t)w->m.measures + 1, sizeof *y);
    br_status status = y ? hold_signals(w, p, y, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_mech_table_open(&w->record, &w->s, w->held, (long long)p->rows, why);
    if (status == BR_OK)
        status = follow_rows(w, p, y, a, why);
    if (status == BR_OK)
        subtract_start_energy(&w->record);
    free(y);
    return status;
}

static br_status simulate_inverse(machine *w, const tool_args *a, br_diag *why)
{
    br_rows table = {0};
    br_signals signals;
    br_samples samples;
    br_buffer list = {0};
    br_status status = tool_table_open(&table, "simulate", a->inverse, a, why);
    if (status != BR_OK)
        return status;
    if (!a->signals)
        list_columns(&list, w, table);
    status = br_signals_read(&signals, a->signals ? a->signals : list.text ? list.text : "", "--inverse", table, why);
    if (status == BR_OK) {
        status = br_samples_load(&samples, &signals, table, true, why);
        if (status == BR_OK) {
            status = follow_samples(w, &samples, a, why);
            br_samples_free(&samples);
        }
        br_signals_free(&signals);
    }
    br_buffer_free(&list);
    br_rows_close(table);
    return status;
}

// ---------------------------------------------------------------- commands

static br_status refuse_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--params", a->params},
                               {"--at", a->at},
                               {"--input", a->input},
                               {"--linear", a->linear},
                               {"--mode", a->mode},
                               {"--tolerance", a->tolerance},
                               {"--sensor", a->sensor},
                               {"second argument", a->noperands > 1},
                               {"--signals without --inverse", a->signals && !a->inverse},
                               {"--until with --inverse", a->until && a->inverse},
                               {"--step with --inverse", a->step && a->inverse},
                               {"--method with --inverse", a->method && a->inverse},
                               {"--seed with --inverse", a->seed && a->inverse},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle simulate: a mechanism takes no %s", other);
    return BR_OK;
}

br_status mechanism_simulate(const char *path, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = refuse_options(a, why);
    if (status != BR_OK)
        return status;
    machine *w = calloc(1, sizeof *w); // large: no load for a small stack
    if (!w)
        return BR_NO_MEMORY;
    status = machine_open(w, path, why);
    if (status == BR_OK && a->inverse)
        status = simulate_inverse(w, a, why);
    else if (status == BR_OK) {
        status = read_options(w, a, why);
        if (status == BR_OK)
            status = simulate_forward(w, a, why);
        if (status == BR_OK && a->seed)
            br_mech_table_noise(&w->record, &w->m, w->seed);
    }
    if (status == BR_OK)
        status = progress_partial(a, w->interrupted, deliver_motion(w, a, out, why), why);
    machine_close(w);
    free(w);
    return status;
}

// Centres of gravity, three numbers each.
static void find_bodies(const machine *w, double *at)
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
static void write_moves(br_buffer *out, const machine *w, const double *was, const double *now)
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

static void write_measures(br_buffer *out, const machine *w, const bool *loose)
{
    bool any = false;
    for (int i = 0; i < w->m.measures; i++)
        br_buffer_print(out, "%s %s = %.6g %s", i ? "," : "", w->m.measure[i].name,
                        br_abs(w->s.now.y[i]) < 1e-9 ? 0 : w->s.now.y[i],
                        w->m.measure[i].kind == BR_MEASURE_TURN ? "rad" : "m");
    for (int i = 0; i < w->m.measures; i++)
        if (loose[i]) {
            br_buffer_print(out, "%s %s", any ? "," : "; nothing pulls it along", w->m.measure[i].name);
            any = true;
        }
}

// Where it sinks to with drives and friction off. was, now: room for centres of gravity; loose: for measures.
static br_status write_rest(br_buffer *out, machine *w, double *was, double *now, bool *loose)
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

static br_status write_equilibrium(br_buffer *out, machine *w)
{
    memset(w->s.drive, 0, (size_t)w->m.drives * sizeof *w->s.drive);
    br_dry_hold_sticking(&w->s, false);
    if (freedoms(w) == 0)
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

br_status mechanism_check(const char *path, const tool_args *a, br_buffer *out, br_diag *why)
{
    if (a->params || a->at)
        return tool_complain(why, BR_BAD_USAGE, "bristle check: a mechanism takes no --params and no --at");
    machine *w = calloc(1, sizeof *w); // large: no load for a small stack
    if (!w)
        return BR_NO_MEMORY;
    br_status status = machine_open(w, path, why);
    if (status == BR_OK)
        write_size(out, w);
    if (status == BR_OK)
        status = write_equilibrium(out, w);
    if (status == BR_OK)
        text_lines(out, "warning", &w->warnings);
    machine_close(w);
    free(w);
    return status;
}
