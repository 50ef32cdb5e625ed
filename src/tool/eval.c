// eval.c - `bristle eval`: values, derivatives and enclosures of a law at one point.            [host]
#include "num/fp.h"

#include "file/json.h"
#include "file/whole.h"
#include "law/guard.h"
#include "num/text.h"
#include "tool/commands.h"
#include "tool/conditions.h"
#include "tool/load.h"
#include "tool/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The rates and outputs of a law (or its updates) with their numbers; a plain number is an interval of one point.
typedef struct reading {
    br_jet jet;
    br_tape tape;
    br_interval *out, *d;
    bool made;
} reading;

// The mode after the point: in each element those it may be, one of them unless the values are ranges.
typedef struct next_modes {
    bool *may; // law->nmode for each of the model's modes
} next_modes;

static void reading_free(reading *r)
{
    br_jet_free(&r->jet);
    if (r->made)
        br_tape_free(&r->tape);
    free(r->out);
    free(r->d);
}

static br_status run_real(reading *r, const br_model *m)
{
    size_t n = (size_t)m->nx + (size_t)m->nu + (size_t)m->np, all = n + (size_t)r->tape.nrow + (size_t)r->tape.nblock;
    double *x = calloc(all + 1, sizeof *x);
    if (!x)
        return BR_NO_MEMORY;
    double *u = x + m->nx, *p = u + m->nu, *out = p + m->np, *d = out + r->tape.nrow;
    br_model_points(m, x, u, p);
    br_point at = {.x = x, .u = u, .p = p, .m = m->m};
    br_tape_run(&r->tape, 1, &at, out, d);
    for (int i = 0; i < r->tape.nrow; i++)
        r->out[i] = (br_interval){out[i], out[i]};
    for (int i = 0; i < r->tape.nblock; i++)
        r->d[i] = (br_interval){d[i], d[i]};
    free(x);
    return BR_OK;
}

static br_status read_rows(reading *r, br_model *m, bool next, const tool_args *a)
{
    br_status status = a->jet ? br_jet_make(&r->jet, &m->law, next, NULL) : BR_OK;
    if (status == BR_OK)
        status = br_tape_make(&r->tape, &m->law, next, a->jet ? &r->jet : NULL, m->n);
    if (status != BR_OK)
        return status;
    r->made = true;
    r->out = calloc((size_t)r->tape.nrow + 1, sizeof *r->out);
    r->d = calloc((size_t)r->tape.nblock + 1, sizeof *r->d);
    if (!r->out || !r->d)
        return BR_NO_MEMORY;
    br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
    return a->interval ? br_tape_enclose(&r->tape, &box, r->out, r->d) : run_real(r, m);
}

// ---------------------------------------------------------------- modes

// Guards in their order: the first one that holds is taken, and one that may hold or not leaves the others open.
static void follow_guards(const br_tape *t, const br_interval *guard, int element, int now, bool *may)
{
    const br_law *law = t->law;
    for (int i = 0; i < law->njump; i++) {
        if (law->jump[i].from != now)
            continue;
        br_interval g = guard[t->row_at[i] + (t->row[i].dim == BR_SCALAR ? 0 : element)];
        if (g.hi != 0)
            may[law->jump[i].to] = true;
        if (g.lo > 0)
            return;
    }
    may[now] = true;
}

static br_status enclose_guards(const br_model *m, const br_tape *t, next_modes *next)
{
    br_interval *guard = calloc((size_t)t->nrow + 1, sizeof *guard);
    if (!guard)
        return BR_NO_MEMORY;
    br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
    br_status status = br_tape_enclose(t, &box, guard, NULL);
    for (int i = 0; i < m->nm && status == BR_OK; i++)
        follow_guards(t, guard, i, m->m[i], next->may + (size_t)i * (size_t)m->law.nmode);
    free(guard);
    return status;
}

static br_status run_guards(const br_model *m, const br_tape *t, next_modes *next)
{
    double *x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + 1, sizeof *x);
    int *to = calloc((size_t)m->nm + 1, sizeof *to);
    if (x && to) {
        double *u = x + m->nx, *p = u + m->nu;
        br_model_points(m, x, u, p);
        br_point at = {.x = x, .u = u, .p = p, .m = m->m};
        br_tape_modes(t, 1, &at, to);
        for (int i = 0; i < m->nm; i++)
            next->may[i * m->law.nmode + to[i]] = true;
    }
    br_status status = x && to ? BR_OK : BR_NO_MEMORY;
    free(x);
    free(to);
    return status;
}

static br_status find_modes(const br_model *m, bool interval, next_modes *next)
{
    const br_law *law = &m->law;
    br_tape t;
    if (m->nm == 0)
        return BR_OK;
    next->may = calloc((size_t)m->nm * (size_t)law->nmode, sizeof *next->may);
    br_status status = next->may ? br_tape_make_guards(&t, law, m->n) : BR_NO_MEMORY;
    if (status == BR_OK) {
        status = interval ? enclose_guards(m, &t, next) : run_guards(m, &t, next);
        br_tape_free(&t);
    }
    return status;
}

// ---------------------------------------------------------------- names

static void row_name(const reading *r, int row, char name[BR_NAME_SIZE + 2])
{
    const br_row *w = &r->tape.row[row];
    size_t n = strnlen(w->name, BR_NAME_SIZE);
    memcpy(name, w->name, n);
    name[n] = w->mark;
    name[n + 1] = 0;
}

static br_status check_finite(const reading *r, bool interval, br_diag *why)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2];
    const char *what = interval ? "has no finite enclosure" : "is not a finite number";
    for (int i = 0; i < t->rows; i++)
        for (int k = 0; k < br_tape_len(t, t->row[i].dim); k++)
            if (!br_interval_is_bounded(r->out[t->row_at[i] + k])) {
                row_name(r, i, name);
                return tool_complain(why, BR_NOT_FINITE, "bristle eval: %s of law %s %s at this point", name,
                                     t->law->name, what);
            }
    for (int b = 0; b < t->blocks; b++)
        for (int k = 0; k < br_block_len(t, &t->block[b]); k++)
            if (!br_interval_is_bounded(r->d[t->block_at[b] + k])) {
                row_name(r, t->block[b].row, name);
                return tool_complain(why, BR_NOT_FINITE,
                                     "bristle eval: the derivative of %s by %s of law %s %s at this point", name,
                                     t->law->q[t->block[b].column].name, t->law->name, what);
            }
    return BR_OK;
}

// ---------------------------------------------------------------- JSON

// A bound has no sign of zero.
static double bound(double v)
{
    return v == 0 ? 0 : v;
}

static void json_value(br_json *j, br_interval v, bool interval)
{
    if (interval) {
        br_json_open(j, '[');
        br_json_number(j, bound(v.lo));
        br_json_number(j, bound(v.hi));
        br_json_close(j);
    } else {
        br_json_number(j, v.lo);
    }
}

static void json_values(br_json *j, const br_interval *v, int len, bool array, bool interval)
{
    if (array)
        br_json_open(j, '[');
    for (int i = 0; i < len; i++)
        json_value(j, v[i], interval);
    if (array)
        br_json_close(j);
}

static void json_block(br_json *j, const reading *r, int b, bool interval)
{
    const br_tape *t = &r->tape;
    const br_block *k = &t->block[b];
    const br_interval *v = r->d + t->block_at[b];
    int len = br_block_len(t, k), rows = br_tape_len(t, t->row[k->row].dim);
    br_json_key(j, t->law->q[k->column].name);
    if (k->shape != BR_DENSE) {
        json_values(j, v, len, k->shape != BR_ONE, interval);
        return;
    }
    br_json_open(j, '[');
    for (int i = 0; i < rows; i++)
        json_values(j, v + (size_t)i * (size_t)(len / rows), len / rows, true, interval);
    br_json_close(j);
}

static void json_rows(br_json *j, const reading *r, bool derivatives, bool interval)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2];
    for (int i = 0; i < t->rows; i++) {
        row_name(r, i, name);
        br_json_key(j, name);
        if (!derivatives) {
            json_values(j, r->out + t->row_at[i], br_tape_len(t, t->row[i].dim), t->row[i].dim != BR_SCALAR, interval);
            continue;
        }
        br_json_open(j, '{');
        for (int b = 0; b < t->blocks; b++)
            if (t->block[b].row == i)
                json_block(j, r, b, interval);
        br_json_close(j);
    }
}

// A name per element, or with ranges an array of those it may be.
static void json_modes(br_json *j, const br_model *m, const next_modes *next, bool interval)
{
    bool array = m->law.mode_dim != BR_SCALAR;
    br_json_key(j, "mode+");
    if (array)
        br_json_open(j, '[');
    for (int i = 0; i < m->nm; i++) {
        if (interval)
            br_json_open(j, '[');
        for (int k = 0; k < m->law.nmode; k++)
            if (next->may[i * m->law.nmode + k])
                br_json_text(j, m->law.mode[k]);
        if (interval)
            br_json_close(j);
    }
    if (array)
        br_json_close(j);
}

static void to_json(br_buffer *out, const br_model *m, const reading r[2], const next_modes *next, const tool_args *a)
{
    const br_law *law = &m->law;
    br_json j = {.out = out};
    br_json_open(&j, '{');
    br_json_key(&j, "model");
    br_json_text(&j, law->name);
    for (int d = 0; d < (a->jet ? 2 : 1); d++) {
        br_json_key(&j, d ? "derivatives" : "values");
        br_json_open(&j, '{');
        json_rows(&j, &r[0], d, a->interval);
        json_rows(&j, &r[1], d, a->interval);
        br_json_close(&j);
        if (d == 0 && next->may)
            json_modes(&j, m, next, a->interval);
    }
    br_json_close(&j);
}

// ---------------------------------------------------------------- a table for people

enum { DIGITS = 9, NAMES = 14, SHOWN = 16, WIDEST = 60 };

// Numbers, bounds that enclose, or ranges as they were typed: the doubles around 0.1 are shown as 0.1.
typedef enum { AS_NUMBERS, AS_BOUNDS, AS_TYPED } manner;

static void show_values(br_buffer *out, const br_interval *v, int len, manner how)
{
    for (int i = 0; i < len; i++) {
        br_buffer_put(out, i ? ", " : "");
        if (i == SHOWN && len > SHOWN + 4) {
            br_buffer_print(out, "... (%d numbers; --json has all)", len);
            return;
        }
        if (how == AS_TYPED) {
            br_buffer_about(out, bound(v[i].lo), 15);
            br_buffer_put(out, "..");
            br_buffer_about(out, bound(v[i].hi), 15);
        } else if (how == AS_BOUNDS) {
            char below[BR_NUMBER_SIZE], above[BR_NUMBER_SIZE];
            br_number_write_below(below, bound(v[i].lo), 0);
            br_number_write_above(above, bound(v[i].hi), 0);
            br_buffer_print(out, "%s..%s", below, above);
        } else {
            br_buffer_about(out, bound(v[i].lo), DIGITS);
        }
    }
}

// Units of z', z+ and outputs; a rate is the state's unit over s.
static void row_unit(const br_law *law, const br_row *row, char unit[BR_UNIT_SIZE])
{
    unit[0] = 0;
    for (int i = 0; row->mark != '\'' && i < law->nout; i++)
        if (strcmp(law->out[i].name, row->name) == 0)
            snprintf(unit, BR_UNIT_SIZE, "%s", law->out[i].si_text);
    int q = br_law_find(law, row->name, strlen(row->name));
    if (q < 0)
        return;
    if (row->mark == '\'')
        br_law_rate_unit(&law->q[q], unit);
    else
        snprintf(unit, BR_UNIT_SIZE, "%s", law->q[q].si_text);
}

// The unit of a derivative: simplified, N*s/m; but an angle, which is no dimension, stays in sight: N*m/(rad/s).
static void slope_unit(const br_law *law, const br_row *row, const br_quantity *by, char unit[2 * BR_UNIT_SIZE + 8])
{
    char above[BR_UNIT_SIZE], below[BR_UNIT_SIZE];
    br_unit of = by->unit, second = {.power = {0, 0, 12}};
    row_unit(law, row, above);
    snprintf(below, BR_UNIT_SIZE, "%s", by->si_text);
    if (strcmp(below, "-") == 0 || strcmp(above, below) == 0) {
        snprintf(unit, 2 * BR_UNIT_SIZE + 8, "%s", strcmp(above, below) == 0 ? "-" : above);
        return;
    }
    if (strstr(above, "rad") || strstr(below, "rad")) {
        bool one = strpbrk(below, "*/") == NULL;
        bool plain = strchr(above, '/') == NULL;
        snprintf(unit, 2 * BR_UNIT_SIZE + 8, "%s%s%s/%s%s%s", plain ? "" : "(", strcmp(above, "-") == 0 ? "1" : above,
                 plain ? "" : ")", one ? "" : "(", below, one ? "" : ")");
        return;
    }
    int q = br_law_find(law, row->name, strlen(row->name));
    br_unit top = q >= 0 ? law->q[q].unit : br_unit_none();
    for (int i = 0; q < 0 && i < law->nout; i++)
        if (strcmp(law->out[i].name, row->name) == 0)
            top = law->out[i].unit;
    br_unit_write(unit, br_unit_div(row->mark == '\'' ? br_unit_div(top, second) : top, of));
}

static void slope_name(const reading *r, const br_block *k, int row, int rows, char name[2 * BR_NAME_SIZE + 24])
{
    char of[BR_NAME_SIZE + 2], element[16] = "";
    row_name(r, k->row, of);
    if (rows > 1)
        snprintf(element, sizeof element, "[%d]", row + 1);
    snprintf(name, 2 * BR_NAME_SIZE + 24, "d%s%s/d%s", of, element, r->tape.law->q[k->column].name);
}

static int block_rows(const br_tape *t, const br_block *k)
{
    return k->shape == BR_DENSE ? br_tape_len(t, t->row[k->row].dim) : 1;
}

static int wider(int width, const char *name)
{
    int n = (int)strlen(name) + 3;
    return n > width && n <= WIDEST ? n : width;
}

// Columns of the table: the longest name of quantities, and of derivatives.
static void find_widths(const br_model *m, const reading r[2], int *names, int *slopes)
{
    char name[2 * BR_NAME_SIZE + 24];
    *names = *slopes = NAMES;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind != BR_PARAM)
            *names = wider(*names, m->law.q[q].name);
    for (int i = 0; i < 2; i++) {
        const br_tape *t = &r[i].tape;
        for (int k = 0; k < t->rows; k++) {
            row_name(&r[i], k, name);
            *names = wider(*names, name);
        }
        for (int b = 0; b < t->blocks; b++) {
            int rows = block_rows(t, &t->block[b]);
            slope_name(&r[i], &t->block[b], rows - 1, rows, name);
            *slopes = wider(*slopes, name);
        }
    }
}

static void show_line(br_buffer *out, const char *name, int width, const br_interval *v, int len, manner how,
                      const char *unit)
{
    size_t from = out->size;
    br_buffer_print(out, "  %s", name);
    br_buffer_pad(out, from, width);
    br_buffer_put(out, "= ");
    show_values(out, v, len, how);
    if (unit[0] && strcmp(unit, "-") != 0)
        br_buffer_print(out, " %s", unit);
}

static void show_rows(br_buffer *out, const reading *r, int width, const tool_args *a)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2], unit[BR_UNIT_SIZE];
    for (int i = 0; i < t->rows; i++) {
        row_name(r, i, name);
        row_unit(t->law, &t->row[i], unit);
        show_line(out, name, width, r->out + t->row_at[i], br_tape_len(t, t->row[i].dim),
                  a->interval ? AS_BOUNDS : AS_NUMBERS, unit);
        br_buffer_put(out, "\n");
    }
}

static void show_derivatives(br_buffer *out, const reading *r, int width, const tool_args *a)
{
    const br_tape *t = &r->tape;
    char name[2 * BR_NAME_SIZE + 24], unit[2 * BR_UNIT_SIZE + 8];
    for (int b = 0; b < t->blocks; b++) {
        const br_block *k = &t->block[b];
        const br_interval *v = r->d + t->block_at[b];
        int len = br_block_len(t, k), rows = block_rows(t, k);
        slope_unit(t->law, &t->row[k->row], &t->law->q[k->column], unit);
        for (int i = 0; i < rows; i++) {
            slope_name(r, k, i, rows, name);
            show_line(out, name, width, v + (size_t)i * (size_t)(len / rows), len / rows,
                      a->interval ? AS_BOUNDS : AS_NUMBERS, unit);
            br_buffer_put(out, "\n");
        }
    }
}

static void show_point(br_buffer *out, const br_model *m, int width)
{
    char unit[BR_UNIT_SIZE];
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        if (w->kind == BR_PARAM)
            continue;
        int len = br_model_len(m, q);
        const br_interval *v = br_model_values(m, q);
        bool ranges = false;
        for (int i = 0; i < len; i++)
            ranges = ranges || v[i].lo != v[i].hi;
        snprintf(unit, BR_UNIT_SIZE, "%s", w->si_text);
        show_line(out, w->name, width, v, len, ranges ? AS_TYPED : AS_NUMBERS, unit);
        br_buffer_put(out, m->origin[q] == BR_GIVEN ? "\n" : "  (default)\n");
    }
    size_t from = out->size;
    br_buffer_put(out, m->nm ? "  mode" : "");
    for (int i = 0; i < m->nm; i++) {
        if (i == 0)
            br_buffer_pad(out, from, width);
        br_buffer_print(out, "%s%s%s", i ? ", " : "= ", m->law.mode[m->m[i]], i + 1 == m->nm ? "\n" : "");
    }
}

static void show_modes(br_buffer *out, const br_model *m, const next_modes *next, int width)
{
    size_t from = out->size;
    if (!next->may)
        return;
    br_buffer_put(out, "  mode+");
    for (int i = 0; i < m->nm; i++) {
        int some = 0;
        if (i == 0)
            br_buffer_pad(out, from, width);
        br_buffer_put(out, i ? ", " : "= ");
        for (int k = 0; k < m->law.nmode; k++)
            if (next->may[i * m->law.nmode + k])
                br_buffer_print(out, "%s%s", some++ ? " or " : "", m->law.mode[k]);
    }
    br_buffer_put(out, "\n");
}

static void to_table(br_buffer *out, const br_model *m, const reading r[2], const next_modes *next, const tool_args *a)
{
    int names, slopes;
    find_widths(m, r, &names, &slopes);
    br_buffer_print(out, "%s at\n", m->law.name);
    show_point(out, m, names);
    br_buffer_put(out, a->interval ? "encloses\n" : "gives\n");
    for (int i = 0; i < 2; i++)
        show_rows(out, &r[i], names, a);
    show_modes(out, m, next, names);
    for (int i = 0; a->jet && i < 2; i++) {
        if (i == 0)
            br_buffer_put(out, "derivatives, in SI units; what is not listed is zero everywhere\n");
        show_derivatives(out, &r[i], slopes, a);
    }
}

// ---------------------------------------------------------------- the command

static br_status check_ranges(const br_model *m, const tool_args *a, br_diag *why)
{
    for (int q = 0; q < m->law.nq && !a->interval; q++)
        for (int i = 0; i < br_model_len(m, q); i++)
            if (br_model_values(m, q)[i].lo != br_model_values(m, q)[i].hi)
                return tool_complain(why, BR_BAD_USAGE,
                                     "bristle eval: %s is a range; --interval encloses the result over it",
                                     m->law.q[q].name);
    return BR_OK;
}

static br_status evaluate(tool_model *t, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_model *m = &t->model;
    reading r[2] = {0};
    next_modes next = {0};
    br_buffer json = {0};
    br_status status = tool_model_complete(m, &m->law, true, why);
    if (status == BR_OK && a->mode)
        status = br_model_set_mode(m, a->mode, why);
    if (status == BR_OK)
        status = check_ranges(m, a, why);
    if (status == BR_OK)
        status = conditions_must_hold(m, why);
    for (int i = 0; i < 2 && status == BR_OK; i++) {
        status = read_rows(&r[i], m, i == 1, a);
        if (status == BR_OK)
            status = check_finite(&r[i], a->interval, why);
    }
    if (status == BR_OK)
        status = find_modes(m, a->interval, &next);
    if (status == BR_OK && a->json) {
        to_json(&json, m, r, &next, a);
        status = tool_deliver(a->json, &json, true, out, why);
    }
    if (status == BR_OK && !(a->json && strcmp(a->json, "-") == 0))
        to_table(out, m, r, &next, a);
    if (status == BR_OK)
        tool_written(out, "JSON", a->json);
    br_buffer_free(&json);
    free(next.may);
    for (int i = 0; i < 2; i++)
        reading_free(&r[i]);
    return status;
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_model t;
    br_status status = tool_model_open(&t, a->operand, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    status = evaluate(&t, a, out, why);
    tool_model_close(&t);
    return status;
}

static const tool_option mode = {
    "--mode",
    "MODE",
    offsetof(tool_args, mode),
    "for laws with modes: one mode, or one per element, 'stick, forward, stick, stick'; without it "
    "the first mode of the law",
    false,
    false};
static const tool_option jet = {
    "--jet", NULL, offsetof(tool_args, jet), "also the exact derivatives by states, inputs and parameters",
    false,   false};
static const tool_option interval = {"--interval",
                                     NULL,
                                     offsetof(tool_args, interval),
                                     "guaranteed enclosures; values may then be ranges, 'v = 1e-3..2e-3 m/s'",
                                     false,
                                     false};
static const tool_option *const options[] = {&option_params, &option_at, &mode, &jet, &interval, &option_json, NULL};
static const char *const more[] = {
    "Results are in SI units. A result that is not finite ends with exit code 5 and "
    "writes nothing. For laws with modes, mode+ is the mode after this point. docs/json.md explains "
    "the keys of the JSON file.",
    NULL};
static const tool_example examples[] = {
    {"force and rate of the LuGre model", "bristle eval lugre --params table-I --at 'v = 1e-3 m/s, z = 1e-6 m'"},
    {"four elements with derivatives, as JSON",
     "bristle eval sgms --params table-4.1 --at 'v = 1 mm/s, z = 0.1, 0.2, 0.2, 3 N' --jet --json -"},
    {"all forces a range of velocities can give",
     "bristle eval stribeck --params fig-3.1a --at 'v = 0.1..0.2 m/s' --interval"},
    {NULL, NULL}};

const tool_command command_eval = {.name = "eval",
                                   .purpose = "values, derivatives and enclosures of a law at one point",
                                   .operand = "MODEL",
                                   .operand_words = "a built-in law ('bristle laws' lists them), or a file NAME.law",
                                   .operand_needed = true,
                                   .options = options,
                                   .more = more,
                                   .examples = examples,
                                   .run = run};
