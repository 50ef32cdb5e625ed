// package_quote.c - descriptions of a law quoted in emitted texts, escaped so that they stay text.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

#include <string.h>

// ---------------------------------------------------------------- whose descriptions

const char *br_packing_description(const br_packing *w, br_kind kind, int number)
{
    const br_model *m = w->model;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == kind && number >= m->at[q] && number < m->at[q] + br_model_len(m, q))
            return m->law.q[q].words;
    return "";
}

const char *br_packing_output_description(const br_packing *w, int number)
{
    const br_model *m = w->model;
    for (int o = 0; o < m->law.nout; o++) {
        const br_output *k = &m->law.out[o];
        number -= k->now == BR_NO_NODE ? 0 : k->dim == BR_SCALAR ? 1 : m->n[k->dim];
        if (number < 0)
            return k->words;
    }
    return "";
}

const char *br_packing_tuned_description(const br_packing *w, int i)
{
    const br_tuning *t = &w->ob.tuning;
    if (i < t->nx)
        return br_packing_description(w, BR_STATE, i);
    if (i >= t->nx + t->ne)
        return br_packing_output_description(w, i - t->nx - t->ne);
    const br_estimate *e = &t->estimate[i - t->nx];
    return br_packing_description(w, e->by == 'u' ? BR_INPUT : BR_PARAM, e->number);
}

// Measurements are outputs, then all numbers.
const char *br_packing_measured_description(const br_packing *w, int i)
{
    const br_tuning *t = &w->ob.tuning;
    int which = w->ob.observed[i].which;
    return br_packing_tuned_description(w, which < t->ny ? t->nx + t->ne + which : which - t->ny);
}

static int state_of(const br_model *m, int number)
{
    int q = 0;
    while (q < m->law.nq &&
           (m->law.q[q].kind != BR_STATE || number < m->at[q] || number >= m->at[q] + br_model_len(m, q)))
        q++;
    return q;
}

void br_packing_state_name(const br_packing *w, br_buffer *out, int number)
{
    const br_model *m = w->model;
    int q = state_of(m, number);
    if (q < m->law.nq)
        br_buffer_print(out, m->law.q[q].dim == BR_SCALAR ? "%s" : "%s[%d]", m->law.q[q].name, number - m->at[q] + 1);
}

const char *br_packing_state_unit(const br_packing *w, int number)
{
    int q = state_of(w->model, number);
    return q < w->model->law.nq ? w->model->law.q[q].si_text : "";
}

// ---------------------------------------------------------------- how they are written

// ASCII: some compilers read comments in another encoding, and may take the end of the line for a part of a letter.
static char letter_of_c(unsigned c)
{
    return c == '\t' ? ' ' : c < 32 || c > 126 || c == '\\' ? '_' : (char)c;
}

void br_text_in_c_comment(br_buffer *out, const char *words)
{
    size_t size = strlen(words);
    char before = ' ';
    for (size_t i = 0; i < size;) {
        unsigned c = 0;
        int n = br_utf8_read(words + i, size - i, &c);
        char now = letter_of_c(c);
        // No comment begins or ends here, and no trigraph.
        if ((strchr("/*", before) && strchr("/*", now)) || (before == '?' && now == '?'))
            br_buffer_add(out, " ", 1);
        br_buffer_add(out, &now, 1);
        before = now;
        i += (size_t)(n ? n : 1);
    }
}

void br_text_in_markdown(br_buffer *out, const char *words)
{
    br_buffer safe = {0};
    br_buffer_safe(&safe, words, strlen(words));
    for (size_t i = 0; i < safe.size; i++) {
        char c = safe.text[i];
        if (strchr("<>&|\\", c)) // a table is taken apart before anything else is read
            br_buffer_print(out, "&#%d;", c);
        else {
            br_buffer_put(out, strchr("`*_[]~$", c) ? "\\" : "");
            br_buffer_add(out, &c, 1);
        }
    }
    if (safe.status != BR_OK)
        out->status = safe.status;
    br_buffer_free(&safe);
}
