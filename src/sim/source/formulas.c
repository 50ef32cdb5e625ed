// formulas.c - formulas of a list as one small law: named things in, one number per formula out.     [host]
#include "num/base/fp.h"

#include "sim/source/formulas.h"

#include <stdlib.h>
#include <string.h>

static br_status add_place(br_formulas *f, const char *source)
{
    if (f->nfrom == f->room) {
        int room = f->room ? 2 * f->room : 64;
        br_formula_place *more = realloc(f->from, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        f->from = more;
        f->room = room;
    }
    f->from[f->nfrom++] = (br_formula_place){f->count + 1, (int)(f->rows.size - f->line_start) + 1, source};
    return BR_OK;
}

static br_status read_word(br_formulas *f, const char **p, const char *stop, const char *end, br_formula_word *word,
                           void *context)
{
    const char *at = *p, *next = br_list_blanks(stop, end);
    int input = BR_INPUT_NONE;
    br_status status = BR_OK;
    *p = stop;
    if (!br_list_reserved(at, stop)) {
        const char *behind = at;
        status = word(context, &behind, end, next < end && *next == '(', &input);
        *p = input == BR_INPUT_NONE ? stop : behind;
    }
    if (input == BR_INPUT_NONE)
        br_buffer_add(&f->rows, at, (size_t)(stop - at));
    else
        br_buffer_print(&f->rows, " u%d ", input + 1); // apart from a digit that follows
    return status;
}

// One word, number or sign of a formula.
static br_status read_formula(br_formulas *f, const char **p, const char *end, br_formula_word *word, void *context)
{
    const char *at = *p, *number = br_list_number(at, end), *stop = br_list_word(at, end);
    br_status status = add_place(f, at);
    if (status != BR_OK)
        return status;
    if (number == at && stop > at)
        return read_word(f, p, stop, end, word, context);
    *p = number > at ? number : at + 1;
    br_buffer_add(&f->rows, strchr("\t\r\n", *at) ? " " : at, (size_t)(*p - at));
    return BR_OK;
}

br_status br_formulas_add(br_formulas *f, const char *from, const char *end, br_formula_word *word, void *context)
{
    br_status status = BR_OK;
    br_buffer_print(&f->rows, "y%d = (", f->count + 1); // in brackets: what is cut off does not go on in the next line
    for (const char *p = from; p < end && status == BR_OK;)
        status = read_formula(f, &p, end, word, context);
    if (status == BR_OK)
        status = add_place(f, end);
    br_buffer_put(&f->rows, ")\n");
    f->line_start = f->rows.size;
    f->count++;
    return status;
}

// The reader of laws speaks of its own text; the place in the list is what counts.
static br_status translate(const br_formulas *f, const br_list *l, br_status status, const br_diag *law)
{
    const char *words = strstr(law->text, ": "), *at = l->text;
    for (int i = 0; i < f->nfrom; i++)
        if (f->from[i].line == law->line - 1 && f->from[i].column <= law->column) // below the line that names the law
            at = f->from[i].source;
    return br_list_bad(l, status, at, "%s", words ? words + 2 : law->text);
}

static br_status write_law(br_formulas *f, int inputs)
{
    br_buffer text = {0};
    br_buffer_put(&text, "law formulas\n");
    if (f->rows.text)
        br_buffer_add(&text, f->rows.text, f->rows.size);
    for (int i = 1; i <= f->count; i++)
        br_buffer_print(&text, "output y%d\n", i);
    for (int i = 1; i <= inputs; i++)
        br_buffer_print(&text, "input u%d\n", i);
    f->text = text.text;
    return f->rows.status == BR_OK ? text.status : f->rows.status;
}

static br_status make_tape(br_formulas *f, bool slopes)
{
    br_jet jet = {0};
    f->nodes = f->law.g.count;
    br_status status = slopes ? br_jet_make(&jet, &f->law, false, NULL) : BR_OK;
    if (status == BR_OK)
        status = br_tape_make(&f->tape, &f->law, false, slopes ? &jet : NULL, NULL);
    f->has_tape = status == BR_OK;
    if (slopes)
        br_jet_free(&jet);
    return status;
}

br_status br_formulas_make(br_formulas *f, const br_list *l, int inputs, bool slopes)
{
    br_diag why = {0};
    br_read_options o = {0};
    br_status status = write_law(f, inputs);
    if (status == BR_OK)
        status = br_law_read(&f->law, f->text, strlen(f->text), "formula", &o, &why);
    f->has_law = status == BR_OK;
    if (status == BR_OK)
        status = make_tape(f, slopes);
    return status == BR_OK || !why.text[0] ? status : translate(f, l, status, &why);
}

void br_formulas_free(br_formulas *f)
{
    if (f->has_tape)
        br_tape_free(&f->tape);
    if (f->has_law)
        br_law_free(&f->law);
    br_buffer_free(&f->rows);
    free(f->from);
    free(f->text);
    memset(f, 0, sizeof *f);
}

void br_formulas_run(const br_formulas *f, int count, const double *u, double *out, double *slope)
{
    br_point at = {.u = u};
    br_tape_run(&f->tape, count, &at, out, slope);
}
