// arguments.c - constant arguments in brackets: numbers, and formulas of numbers.   [host]
#include "num/base/fp.h"

#include "num/text/number.h"
#include "sim/source/arguments.h"

#include <stdlib.h>
#include <string.h>

bool br_argument_function(const char *at, const char *end)
{
    for (int i = 0; br_law_function(i); i++)
        if ((size_t)(end - at) == strlen(br_law_function(i)) && memcmp(at, br_law_function(i), (size_t)(end - at)) == 0)
            return true;
    return false;
}

// In formulas of numbers only functions are named.
static br_status read_word(void *context, const char **at, const char *end, bool call, int *input)
{
    const br_list *l = context;
    const char *stop = br_list_word(*at, end);
    *input = BR_INPUT_NONE;
    if (call && br_argument_function(*at, stop))
        return BR_OK;
    return br_list_bad(l, BR_BAD_LAW, *at, "arguments are constant: '%.*s' cannot stand here", (int)(stop - *at), *at);
}

static br_argument *more(br_arguments *a)
{
    if (a->count == a->room) {
        int room = a->room ? 2 * a->room : 64;
        br_argument *wider = realloc(a->item, (size_t)room * sizeof *wider);
        if (!wider)
            return NULL;
        a->item = wider;
        a->room = room;
    }
    a->item[a->count] = (br_argument){.formula = -1};
    return &a->item[a->count++];
}

static br_status read_argument(br_arguments *a, const br_list *l, const char *from, const char *end)
{
    br_argument *item = more(a);
    br_list copy = *l; // formulas hand it back as they got it, not const
    int range = 0;
    if (!item)
        return BR_NO_MEMORY;
    if (from >= end)
        return br_list_bad(l, BR_BAD_LAW, from, "a number is missing");
    size_t size = (size_t)(end - from);
    if (br_number_read(from, size, &item->value, &range) == size && range <= 0)
        return BR_OK;
    int name = a->name && br_list_word(from, end) == end ? a->name(a->context, from, size) : -1;
    item->named = name >= 0;
    item->value = name;
    if (item->named)
        return BR_OK;
    item->formula = a->formulas.count;
    return br_formulas_add(&a->formulas, from, end, read_word, &copy);
}

br_status br_arguments_take(br_arguments *a, const br_list *l, const char **p, const char *end, int *first, int *count)
{
    const char *close = br_list_closing(*p, end), *at = br_list_blanks(*p + 1, close ? close : end);
    br_status status = BR_OK;
    if (!close)
        return br_list_bad(l, BR_BAD_LAW, *p, "a ) is missing");
    *first = a->count;
    for (bool more_follow = at < close; more_follow && status == BR_OK;) {
        const char *stop = br_list_item(at, close);
        more_follow = stop < close;
        status = read_argument(a, l, br_list_blanks(at, stop), br_list_trim(at, stop));
        at = stop + 1;
    }
    *count = a->count - *first;
    *p = close + 1;
    return status;
}

br_status br_arguments_make(br_arguments *a, const br_list *l)
{
    if (a->formulas.count == 0)
        return BR_OK;
    double *value = calloc((size_t)a->formulas.count, sizeof *value);
    br_status status = value ? br_formulas_make(&a->formulas, l, 0, false) : BR_NO_MEMORY;
    if (status == BR_OK)
        br_formulas_run(&a->formulas, 1, NULL, value, NULL);
    for (int i = 0; status == BR_OK && i < a->count; i++)
        if (a->item[i].formula >= 0)
            a->item[i].value = value[a->item[i].formula];
    free(value);
    return status;
}

void br_arguments_free(br_arguments *a)
{
    br_formulas_free(&a->formulas);
    free(a->item);
    memset(a, 0, sizeof *a);
}
