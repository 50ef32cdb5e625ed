// certificate.c - certificates: what a search proved, as text.                    [host]
#include "num/base/fp.h"

#include "bound/search/certificate.h"

// ---------------------------------------------------------------- the problem

static const char *name_of(const br_stick *s, int parameter)
{
    int seen = -1;
    for (int q = 0; q < s->law->nq; q++)
        if (s->law->q[q].kind == BR_PARAM && ++seen == parameter)
            return s->law->q[q].name;
    return "";
}

static void write_ends(br_buffer *out, br_interval x)
{
    br_buffer_put(out, " ");
    br_buffer_number(out, x.lo);
    br_buffer_put(out, " ");
    br_buffer_number(out, x.hi);
}

static void write_form(br_buffer *out, const br_stick *s, const br_form *f)
{
    for (int t = 0; t < f->terms; t++) {
        br_buffer_put(out, " ");
        br_buffer_number(out, f->factor[t]);
        for (int i = 0; i < s->np; i++)
            if (f->of[t] >> i & 1)
                br_buffer_print(out, "*%s", name_of(s, i));
    }
    br_buffer_put(out, "\n");
}

static void write_log(br_buffer *out, const br_evidence *e)
{
    br_buffer_put(out, "log ");
    br_buffer_number(out, e->h);
    br_buffer_print(out, " %d\n", e->rows);
    for (int k = 0; k < e->rows; k++) {
        br_evidence_release(e, k);
        br_buffer_number(out, e->u[k].lo);
        br_buffer_put(out, " ");
        br_buffer_number(out, e->u[k].hi);
        if (br_interval_is_bounded(e->q[k]))
            write_ends(out, e->q[k]);
        else
            br_buffer_put(out, " * *");
        br_buffer_put(out, e->stands && e->stands[k] ? " 1\n" : " 0\n");
    }
}

static void hash_text(const char *text, size_t size, char hex[BR_SHA256_HEX])
{
    br_sha256 s;
    br_sha256_init(&s);
    br_sha256_add(&s, text, size);
    br_sha256_hex(&s, hex);
}

br_status br_certificate_rows_hash(const br_evidence *e, int logs, char hex[BR_SHA256_HEX])
{
    br_buffer rows = {0};
    for (int i = 0; i < logs; i++)
        write_log(&rows, &e[i]);
    br_status status = rows.status;
    if (status == BR_OK)
        hash_text(rows.text, rows.size, hex);
    br_buffer_free(&rows);
    return status;
}

void br_certificate_problem_hash(const br_certificate_draft *c, char hex[BR_SHA256_HEX])
{
    hash_text(c->text.text, c->problem, hex);
}

// Names the rows, which begin at byte `rows`, and the whole problem.
static void write_hashes(br_certificate_draft *c, size_t rows)
{
    char hex[BR_SHA256_HEX];
    if (c->text.status != BR_OK)
        return;
    c->problem = c->text.size;
    hash_text(c->text.text + rows, c->problem - rows, hex);
    br_buffer_print(&c->text, "rows-sha256 %s\n", hex);
    br_certificate_problem_hash(c, hex);
    br_buffer_print(&c->text, "problem-sha256 %s\n", hex);
}

br_status br_certificate_begin(br_certificate_draft *c, const br_stick *s, const br_evidence *e, int logs,
                               const br_paving_options *o)
{
    static const char *const sides[] = {"", "forward", "backward"};
    br_forms forms;
    br_buffer *out = &c->text;
    *c = (br_certificate_draft){.s = s};
    br_status status = br_forms_read(&forms, s);
    if (status != BR_OK)
        return status;
    br_buffer_put(out, "bristle certificate 2\nparameters");
    for (int i = 0; i < s->np; i++)
        br_buffer_print(out, " %s", name_of(s, i));
    br_buffer_put(out, "\nrenews");
    for (int i = 0; i < s->np; i++)
        if (o->renews[i])
            br_buffer_print(out, " %s", name_of(s, i));
    br_buffer_put(out, "\n");
    for (int n = 0; n < 6; n++) {
        br_buffer_print(out, "%s %c", sides[BR_FORWARD + n / 3], "akc"[n % 3]);
        write_form(out, s, &forms.form[BR_FORWARD + n / 3][n % 3]);
    }
    for (int i = 0; i < s->np; i++) {
        br_buffer_print(out, "range %s", name_of(s, i));
        write_ends(out, o->range[i]);
        br_buffer_put(out, "\n");
    }
    size_t rows = out->size;
    for (int i = 0; i < logs; i++)
        write_log(out, &e[i]);
    write_hashes(c, rows);
    return out->status;
}

// ---------------------------------------------------------------- steps

void br_certificate_slide(br_certificate_draft *c, int log, int first)
{
    if (c)
        br_buffer_print(&c->text, "slide %d %d\n", log, first);
}

void br_certificate_cut(br_certificate_draft *c, int box, int parameter, double at)
{
    if (!c)
        return;
    br_buffer_print(&c->text, "cut %d %d ", box, parameter);
    br_buffer_number(&c->text, at);
    br_buffer_put(&c->text, "\n");
}

static void write_bound(br_buffer *out, const br_shrink *s)
{
    br_buffer_print(out, "bound %d %s ", s->parameter, s->upper ? "hi" : "lo");
    br_buffer_number(out, s->to);
    br_buffer_print(out, " %d", s->rows);
    for (int i = 0; i < s->rows; i++) {
        br_buffer_print(out, " %d %s ", s->row[i], s->above[i] ? "above" : "below");
        br_buffer_number(out, s->weight[i]);
    }
    br_buffer_put(out, "\n");
}

void br_certificate_shrink(br_certificate_draft *c, int box, const br_shrinks *s)
{
    for (int i = 0, next; c && i < s->count; i = next) {
        for (next = i; next < s->count && s->shrink[next].round == s->shrink[i].round;)
            next++;
        br_buffer_print(&c->text, "shrink %d %d\n", box, next - i);
        for (int j = i; j < next; j++)
            write_bound(&c->text, &s->shrink[j]);
    }
}

void br_certificate_dead(br_certificate_draft *c, int box, int row)
{
    if (c)
        br_buffer_print(&c->text, "dead %d %d\n", box, row);
}

// ---------------------------------------------------------------- the end

void br_certificate_end(br_certificate_draft *c, const br_paving *v, const br_paving_options *o)
{
    static const char *const verdicts[] = {"consistent", "inconsistent", "undecided"};
    br_buffer *out = &c->text;
    br_buffer_print(out, "verdict %s\n", verdicts[v->verdict]);
    for (int i = 0; i < c->s->np && v->verdict != BR_INCONSISTENT; i++) {
        if (!o->renews[i]) {
            br_buffer_print(out, "result %s", name_of(c->s, i));
            write_ends(out, v->p[i]);
            br_buffer_put(out, "\n");
            continue;
        }
        for (int j = 0; j < v->slides; j++) {
            br_buffer_print(out, "slide-result %d %d %s", v->slide[j].log, v->slide[j].first, name_of(c->s, i));
            write_ends(out, v->slide[j].p[i]);
            br_buffer_put(out, "\n");
        }
    }
}

void br_certificate_free(br_certificate_draft *c)
{
    br_buffer_free(&c->text);
}
