// eval_table.c - the results of `bristle eval` as a table for people.                            [host]
#include "num/base/fp.h"

#include "num/text/number.h"
#include "tool/eval/eval.h"

#include <string.h>

enum { DIGITS = 9, NAMES = 14, SHOWN = 16, WIDEST = 60 };

// Numbers, bounds that enclose, or ranges as they were typed: the doubles around 0.1 are shown as 0.1.
typedef enum { AS_NUMBERS, AS_BOUNDS, AS_TYPED } manner;

static void show_values(br_buffer *out, const double *low, const double *high, int len, manner how)
{
    for (int i = 0; i < len; i++) {
        br_buffer_put(out, i ? ", " : "");
        if (i == SHOWN && len > SHOWN + 4) {
            br_buffer_print(out, "... (%d values; --json has all)", len);
            return;
        }
        if (how == AS_TYPED) {
            br_buffer_about(out, eval_bound(low[i]), 15);
            br_buffer_put(out, "..");
            br_buffer_about(out, eval_bound(high[i]), 15);
        } else if (how == AS_BOUNDS) {
            char below[BR_NUMBER_SIZE], above[BR_NUMBER_SIZE];
            br_number_write_below(below, eval_bound(low[i]), 0);
            br_number_write_above(above, eval_bound(high[i]), 0);
            br_buffer_print(out, "%s..%s", below, above);
        } else {
            br_buffer_about(out, eval_bound(low[i]), DIGITS);
        }
    }
}

static void slope_name(const br_evaluation *e, const br_evaluated_slope *s, int row, char name[EVAL_NAME])
{
    char element[16] = "";
    if (s->rows > 1)
        snprintf(element, sizeof element, "[%d]", row + 1);
    snprintf(name, EVAL_NAME, "d%.100s%s/d%.100s", br_evaluation_row(e, s->row)->name, element, s->by);
}

static int wider(int width, const char *name)
{
    int n = (int)strlen(name) + 3;
    return n > width && n <= WIDEST ? n : width;
}

// Columns of the table: the longest name of quantities, and of derivatives.
static void find_widths(const br_evaluation *e, int *names, int *slopes)
{
    const br_evaluated_quantity *q;
    const br_evaluated_assignment *g;
    const br_evaluated_automaton *a;
    const br_evaluated_row *r;
    const br_evaluated_slope *s;
    char name[EVAL_NAME];
    *names = *slopes = NAMES;
    for (int i = 0; (q = br_evaluation_quantity(e, i)); i++)
        if (q->part != BR_LAW_PARAMETERS)
            *names = wider(*names, q->name);
    for (int i = 0; (g = br_evaluation_assignment(e, i)); i++)
        *names = wider(*names, g->name);
    for (int i = 0; (a = br_evaluation_automaton(e, i)); i++) {
        eval_join(name, a->name, "+");
        *names = wider(*names, name);
    }
    for (int i = 0; (r = br_evaluation_row(e, i)); i++)
        *names = wider(*names, r->name);
    for (int i = 0; (s = br_evaluation_slope(e, i)); i++) {
        slope_name(e, s, s->rows - 1, name);
        *slopes = wider(*slopes, name);
    }
}

static void show_line(br_buffer *out, const char *name, int width, const double *low, const double *high, int len,
                      manner how, const char *unit)
{
    size_t from = out->size;
    br_buffer_print(out, "  %s", name);
    br_buffer_pad(out, from, width);
    br_buffer_put(out, "= ");
    show_values(out, low, high, len, how);
    if (unit[0] && strcmp(unit, "-") != 0)
        br_buffer_print(out, " %s", unit);
}

static void show_rows(br_buffer *out, const br_evaluation *e, int width, manner how)
{
    const br_evaluated_row *r;
    for (int i = 0; (r = br_evaluation_row(e, i)); i++) {
        show_line(out, r->name, width, r->low, r->high, r->count, how, r->unit);
        br_buffer_put(out, "\n");
    }
}

static void show_slope(br_buffer *out, const br_evaluation *e, const br_evaluated_slope *s, int width, manner how)
{
    char name[EVAL_NAME];
    for (int i = 0; i < s->rows; i++) {
        size_t at = (size_t)i * (size_t)s->columns;
        slope_name(e, s, i, name);
        show_line(out, name, width, s->low + at, s->high + at, s->columns, how, s->unit);
        br_buffer_put(out, "\n");
    }
}

static void show_slopes(br_buffer *out, const br_evaluation *e, int width, manner how)
{
    const br_evaluated_slope *s;
    for (int row = 0; br_evaluation_row(e, row); row++)
        for (int i = 0; (s = br_evaluation_slope(e, i)); i++)
            if (s->row == row)
                show_slope(out, e, s, width, how);
}

// Did the list of --at give the quantity, or an element of it?
static bool is_given(const br_evaluation *e, const char *name)
{
    const br_evaluated_assignment *g;
    for (int i = 0; (g = br_evaluation_assignment(e, i)); i++)
        if (strcmp(g->name, name) == 0)
            return true;
    return false;
}

static void show_quantity(br_buffer *out, const br_evaluated_quantity *q, int width)
{
    bool ranges = false;
    for (int i = 0; i < q->count; i++)
        ranges = ranges || q->low[i] != q->high[i];
    show_line(out, q->name, width, q->low, q->high, q->count, ranges ? AS_TYPED : AS_NUMBERS, q->unit);
    br_buffer_put(out, q->origin == BR_EVALUATED_GIVEN ? "\n" : "  (default)\n");
}

static void show_word(br_buffer *out, const char *name, const char *word, int width)
{
    size_t from = out->size;
    br_buffer_print(out, "  %s", name);
    br_buffer_pad(out, from, width);
    br_buffer_print(out, "= %s\n", word);
}

// The modes of each automaton at the point, or with a + those that it may have after it.
static void show_automaton(br_buffer *out, const br_evaluation *e, int automaton, const char *plus, int width)
{
    const br_evaluated_automaton *a = br_evaluation_automaton(e, automaton);
    char name[EVAL_NAME];
    size_t from = out->size;
    eval_join(name, a->name, plus);
    br_buffer_print(out, "  %s", name);
    br_buffer_pad(out, from, width);
    for (int i = 0; i < a->count; i++) {
        int some = 0;
        br_buffer_put(out, i ? ", " : "= ");
        for (int k = 0; k < a->modes; k++)
            if (plus[0] ? br_evaluation_mode_after(e, automaton, i, k) : br_evaluation_mode(e, automaton, i) == k)
                br_buffer_print(out, "%s%s", some++ ? " or " : "", a->mode[k]);
    }
    br_buffer_put(out, "\n");
}

static void show_modes(br_buffer *out, const br_evaluation *e, const char *plus, int width)
{
    for (int a = 0; br_evaluation_automaton(e, a); a++)
        show_automaton(out, e, a, plus, width);
}

// Inputs and states, and of the parameters those that were typed.
static void show_point(br_buffer *out, const br_evaluation *e, int width)
{
    const br_evaluated_quantity *q;
    const br_evaluated_assignment *g;
    for (int i = 0; (q = br_evaluation_quantity(e, i)); i++)
        if (q->part != BR_LAW_PARAMETERS || is_given(e, q->name))
            show_quantity(out, q, width);
    for (int i = 0; (g = br_evaluation_assignment(e, i)); i++)
        if (g->word[0])
            show_word(out, g->name, g->word, width);
    show_modes(out, e, "", width);
}

// ---------------------------------------------------------------- what an enclosure does not show

static void note_domain(br_buffer *out, const br_evaluation *e, bool slopes)
{
    const br_evaluated_row *r;
    for (int i = 0; (r = br_evaluation_row(e, i)); i++)
        if (r->domain != BR_EVALUATED_CONTINUOUS)
            br_buffer_print(out, "note: %s %s%s\n", r->name,
                            r->domain == BR_EVALUATED_MAY_JUMP ? "may jump inside this range"
                                                               : "is not defined on all of this range",
                            slopes ? "; its derivatives do not bound differences" : "");
}

static void note_required(br_buffer *out, const br_evaluation *e)
{
    const br_evaluated_condition *c;
    for (int i = 0; (c = br_evaluation_condition(e, i)); i++)
        if (c->must && c->answer == BR_EVALUATED_UNDECIDED)
            br_buffer_print(out, "note: the law requires '%s', which may not hold on all of this range%s%s\n",
                            c->meaning[0] ? c->meaning : c->text, c->sides[0] ? ": " : "", c->sides);
}

void eval_table(br_buffer *out, const br_evaluation *e, const tool_args *a)
{
    manner how = a->interval ? AS_BOUNDS : AS_NUMBERS;
    int names, slopes;
    find_widths(e, &names, &slopes);
    br_buffer_print(out, "%s at\n", br_evaluation_name(e));
    show_point(out, e, names);
    br_buffer_put(out, a->interval ? "encloses\n" : "gives\n");
    show_rows(out, e, names, how);
    show_modes(out, e, "+", names);
    if (a->jet)
        br_buffer_put(out, "derivatives, in SI units; those not listed are identically zero\n");
    show_slopes(out, e, slopes, how);
    note_domain(out, e, a->jet);
    note_required(out, e);
}
