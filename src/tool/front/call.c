// call.c - commands as calls of a library.                                       [host]
#define _XOPEN_SOURCE 700 // uselocale
#include "num/base/fp.h"

#include "tool/front/commands.h"
#include "tool/kit/caller.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

void br_answer_free(br_answer *a)
{
    if (!a)
        return;
    if (a->column) {
        free((void *)a->column[0].name);
        free((void *)a->column[0].v);
    }
    free((void *)a->column);
    free((void *)a->text);
    free(a);
}

// ---------------------------------------------------------------- the call

static br_status check_words(const char *const *word, int words, br_diag *why)
{
    for (int i = 0; i < words; i++)
        if (!word[i])
            return tool_complain(why, BR_BAD_USAGE, "bristle: argument %d of the call is missing", i + 1);
    return BR_OK;
}

static br_status check_table(const br_call_table *t, br_diag *why)
{
    if (!t->name || !*t->name)
        return tool_complain(why, BR_BAD_USAGE, "bristle: a table of the call has no name");
    if (t->columns < 1 || !t->column)
        return tool_complain(why, BR_BAD_DATA, "%.100s: it has no columns", t->name);
    for (int i = 0; i < t->columns; i++)
        if (!t->column[i].heading || (!t->column[i].v && t->rows > 0))
            return tool_complain(why, BR_BAD_DATA, "%.100s: column %d has no %s", t->name, i + 1,
                                 t->column[i].heading ? "numbers" : "heading");
    return BR_OK;
}

static br_status run_checked(br_answer *a, const char *const *word, int words, const tool_call *c, br_diag *why)
{
    br_buffer out = {0};
    br_status status = check_words(word, words, why);
    for (int i = 0; i < c->tables && status == BR_OK; i++)
        status = check_table(&c->table[i], why);
    if (status == BR_OK)
        status = tool_run(word, words, c, &out, why);
    if ((status == BR_OK || status == BR_NEGATIVE) && !out.text)
        br_buffer_put(&out, "");
    if (status == BR_OK || status == BR_NEGATIVE)
        status = out.status == BR_OK ? status : out.status;
    a->text = out.text;
    a->size = out.size;
    return status;
}

// Numbers are written with a point, whatever locale the program has chosen.
static br_status run_in_c(br_answer *a, const char *const *word, int words, const tool_call *c, br_diag *why)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain)
        return BR_NO_MEMORY;
    locale_t before = uselocale(plain);
    br_status status = run_checked(a, word, words, c, why);
    uselocale(before);
    freelocale(plain);
    return status;
}

// The result of a call that was stopped is dropped.
static br_status stopped(br_diag *why)
{
    why->line = why->column = 0;
    return tool_complain(why, BR_NEGATIVE, "bristle: stopped");
}

br_status br_call(br_answer **answer, const char *const *word, int words, const br_call_table *table, int tables,
                  br_diag *why)
{
    return br_call_until(answer, word, words, table, tables, NULL, why);
}

br_status br_call_until(br_answer **answer, const char *const *word, int words, const br_call_table *table, int tables,
                        const volatile int *stop, br_diag *why)
{
    br_diag own = {0};
    br_answer *a = calloc(1, sizeof *a);
    const tool_call c = {table, table ? tables : 0, a, stop};
    br_status status = a ? run_in_c(a, word, word ? words : 0, &c, &own) : BR_NO_MEMORY;
    if (a && stop && *stop != 0) {
        br_answer_free(a);
        a = calloc(1, sizeof *a);
        if (a)
            a->text = calloc(1, 1);
        status = a && a->text ? stopped(&own) : BR_NO_MEMORY;
    }
    if (status != BR_OK && !own.text[0])
        tool_complain(&own, status, "bristle: %s", br_status_text(status));
    if (status != BR_OK && why)
        *why = own;
    if (status == BR_OK || status == BR_NEGATIVE)
        *answer = a;
    else
        br_answer_free(a);
    return status;
}
