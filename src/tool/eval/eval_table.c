// eval_table.c - the results of `bristle eval` as a table for people.                            [host]
#include "num/base/fp.h"

#include "law/graph/layout.h"
#include "num/text/number.h"
#include "tool/eval/eval.h"

#include <stdio.h>
#include <string.h>

enum { DIGITS = 9, NAMES = 14, SHOWN = 16, WIDEST = 60 };

// Numbers, bounds that enclose, or ranges as they were typed: the doubles around 0.1 are shown as 0.1.
typedef enum { AS_NUMBERS, AS_BOUNDS, AS_TYPED } manner;

static void show_values(br_buffer *out, const br_interval *v, int len, manner how)
{
    for (int i = 0; i < len; i++) {
        br_buffer_put(out, i ? ", " : "");
        if (i == SHOWN && len > SHOWN + 4) {
            br_buffer_print(out, "... (%d values; --json has all)", len);
            return;
        }
        if (how == AS_TYPED) {
            br_buffer_about(out, eval_bound(v[i].lo), 15);
            br_buffer_put(out, "..");
            br_buffer_about(out, eval_bound(v[i].hi), 15);
        } else if (how == AS_BOUNDS) {
            char below[BR_NUMBER_SIZE], above[BR_NUMBER_SIZE];
            br_number_write_below(below, eval_bound(v[i].lo), 0);
            br_number_write_above(above, eval_bound(v[i].hi), 0);
            br_buffer_print(out, "%s..%s", below, above);
        } else {
            br_buffer_about(out, eval_bound(v[i].lo), DIGITS);
        }
    }
}

void eval_row_unit(const br_parsed_law *law, const br_law_row *row, char unit[BR_UNIT_SIZE])
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

br_domain eval_row_domain(const eval_reading *r, int row)
{
    const br_tape *t = &r->tape;
    br_domain worst = BR_CONTINUOUS;
    for (int k = 0; k < br_tape_len(t, t->row[row].dim); k++)
        worst = r->domain[t->row_at[row] + k] > worst ? r->domain[t->row_at[row] + k] : worst;
    return worst;
}

// The unit of a derivative: simplified, N*s/m; but an angle, which is no dimension, stays in sight: N*m/(rad/s).
static void slope_unit(const br_parsed_law *law, const br_law_row *row, const br_quantity *by,
                       char unit[2 * BR_UNIT_SIZE + 8])
{
    char above[BR_UNIT_SIZE], below[BR_UNIT_SIZE];
    br_unit of = by->unit, second = {.power = {0, 0, 12}};
    eval_row_unit(law, row, above);
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

static void slope_name(const eval_reading *r, const br_block *k, int row, int rows, char name[2 * BR_NAME_SIZE + 24])
{
    char of[BR_NAME_SIZE + 2], element[16] = "";
    eval_row_name(r, k->row, of);
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
static void find_widths(const eval_results *e, int *names, int *slopes)
{
    const br_parsed_law *law = &e->model->law;
    char name[2 * BR_NAME_SIZE + 24];
    *names = *slopes = NAMES;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind != BR_PARAM)
            *names = wider(*names, law->q[q].name);
    for (int i = 0; i < e->given.count; i++)
        *names = wider(*names, e->given.item[i].name);
    for (int a = 0; a < law->nautomata; a++) {
        eval_mode_name(law, a, "+", name);
        *names = wider(*names, name);
    }
    for (int i = 0; i < 2; i++) {
        const br_tape *t = &e->r[i].tape;
        for (int k = 0; k < t->rows; k++) {
            eval_row_name(&e->r[i], k, name);
            *names = wider(*names, name);
        }
        for (int b = 0; b < t->blocks; b++) {
            int rows = block_rows(t, &t->block[b]);
            slope_name(&e->r[i], &t->block[b], rows - 1, rows, name);
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

static void show_rows(br_buffer *out, const eval_reading *r, int width, const tool_args *a)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2], unit[BR_UNIT_SIZE];
    for (int i = 0; i < t->rows; i++) {
        eval_row_name(r, i, name);
        eval_row_unit(t->law, &t->row[i], unit);
        show_line(out, name, width, r->out + t->row_at[i], br_tape_len(t, t->row[i].dim),
                  a->interval ? AS_BOUNDS : AS_NUMBERS, unit);
        br_buffer_put(out, "\n");
    }
}

static void show_block(br_buffer *out, const eval_reading *r, int b, int width, const tool_args *a)
{
    const br_tape *t = &r->tape;
    const br_block *k = &t->block[b];
    const br_interval *v = r->d + t->block_at[b];
    char name[2 * BR_NAME_SIZE + 24], unit[2 * BR_UNIT_SIZE + 8];
    int len = br_block_len(t, k), rows = block_rows(t, k);
    slope_unit(t->law, &t->row[k->row], &t->law->q[k->column], unit);
    for (int i = 0; i < rows; i++) {
        slope_name(r, k, i, rows, name);
        show_line(out, name, width, v + (size_t)i * (size_t)(len / rows), len / rows,
                  a->interval ? AS_BOUNDS : AS_NUMBERS, unit);
        br_buffer_put(out, "\n");
    }
}

static void show_derivatives(br_buffer *out, const eval_reading *r, int width, const tool_args *a)
{
    for (int row = 0; row < r->tape.rows; row++)
        for (int b = 0; b < r->tape.blocks; b++)
            if (r->tape.block[b].row == row)
                show_block(out, r, b, width, a);
}

// Did the list of --at give the quantity, or an element of it?
static bool is_given(const br_assignments *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->item[i].name, name) == 0)
            return true;
    return false;
}

// Inputs and states, and of the parameters those that were typed.
static bool is_shown(const eval_results *e, int q)
{
    const br_quantity *w = &e->model->law.q[q];
    return w->kind != BR_PARAM || is_given(&e->given, w->name);
}

static void show_quantity(br_buffer *out, const br_model *m, int q, int width)
{
    int len = br_model_len(m, q);
    const br_interval *v = br_model_values(m, q);
    bool ranges = false;
    for (int i = 0; i < len; i++)
        ranges = ranges || v[i].lo != v[i].hi;
    show_line(out, m->law.q[q].name, width, v, len, ranges ? AS_TYPED : AS_NUMBERS, m->law.q[q].si_text);
    br_buffer_put(out, m->origin[q] == BR_GIVEN ? "\n" : "  (default)\n");
}

static void show_word(br_buffer *out, const char *name, const char *word, int width)
{
    size_t from = out->size;
    br_buffer_print(out, "  %s", name);
    br_buffer_pad(out, from, width);
    br_buffer_print(out, "= %s\n", word);
}

// The modes of each automaton at the point, or with a + those that it may have after it.
static void show_automaton(br_buffer *out, const eval_results *e, int automaton, const char *plus, int width)
{
    const br_model *m = e->model;
    const br_automaton *a = &m->law.automaton[automaton];
    char name[BR_NAME_SIZE + 1];
    size_t from = out->size;
    eval_mode_name(&m->law, automaton, plus, name);
    br_buffer_print(out, "  %s", name);
    br_buffer_pad(out, from, width);
    for (int i = 0; i < br_layout_len(m->n, a->dim); i++) {
        int number = m->m_at[automaton] + i, some = 0;
        br_buffer_put(out, i ? ", " : "= ");
        for (int k = 0; k < a->nmode; k++)
            if (plus[0] ? e->may[number * BR_MAX_MODES + k] : m->m[number] == k)
                br_buffer_print(out, "%s%s", some++ ? " or " : "", a->mode[k]);
    }
    br_buffer_put(out, "\n");
}

static void show_modes(br_buffer *out, const eval_results *e, const char *plus, int width)
{
    for (int a = 0; a < e->model->law.nautomata; a++)
        show_automaton(out, e, a, plus, width);
}

static void show_point(br_buffer *out, const eval_results *e, int width)
{
    const br_model *m = e->model;
    for (int q = 0; q < m->law.nq; q++)
        if (is_shown(e, q))
            show_quantity(out, m, q, width);
    for (int i = 0; i < e->given.count; i++)
        if (e->given.item[i].word[0])
            show_word(out, e->given.item[i].name, e->given.item[i].word, width);
    show_modes(out, e, "", width);
}

// ---------------------------------------------------------------- what an enclosure does not show

static void note_domain(br_buffer *out, const eval_reading *r, bool slopes)
{
    char name[BR_NAME_SIZE + 2];
    for (int i = 0; r->domain && i < r->tape.rows; i++) {
        br_domain d = eval_row_domain(r, i);
        if (d == BR_CONTINUOUS)
            continue;
        eval_row_name(r, i, name);
        br_buffer_print(out, "note: %s %s%s\n", name,
                        d == BR_DEFINED ? "may jump inside this range" : "is not defined on all of this range",
                        slopes ? "; its derivatives do not bound differences" : "");
    }
}

static void note_required(br_buffer *out, const eval_results *e)
{
    for (int i = 0; i < e->model->law.ncond; i++) {
        const condition_result *r = &e->required[i];
        char words[BR_MAX_WORDS + 1];
        if (!condition_is_undecided(&e->model->law.cond[i], r))
            continue;
        br_condition_name(&e->model->law.cond[i], words);
        br_buffer_print(out, "note: the law requires '%s', which may not hold on all of this range", words);
        if (r->is.sides) {
            br_buffer_put(out, ": ");
            condition_show_sides(out, r);
        }
        br_buffer_put(out, "\n");
    }
}

void eval_table(br_buffer *out, const eval_results *e, const tool_args *a)
{
    int names, slopes;
    find_widths(e, &names, &slopes);
    br_buffer_print(out, "%s at\n", e->model->law.name);
    show_point(out, e, names);
    br_buffer_put(out, a->interval ? "encloses\n" : "gives\n");
    for (int i = 0; i < 2; i++)
        show_rows(out, &e->r[i], names, a);
    show_modes(out, e, "+", names);
    for (int i = 0; a->jet && i < 2; i++) {
        if (i == 0)
            br_buffer_put(out, "derivatives, in SI units; those not listed are identically zero\n");
        show_derivatives(out, &e->r[i], slopes, a);
    }
    for (int i = 0; i < 2; i++)
        note_domain(out, &e->r[i], a->jet);
    note_required(out, e);
}
