// slab.c - what a search found, as JSON: the file of a slab.                      [host]
#include "num/base/fp.h"

#include "api/bound/slab.h"
#include "file/json/json.h"
#include "num/base/fnv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- the seal

uint64_t br_bound_seal(const br_json_tree *t)
{
    uint64_t sum = BR_FNV64_START;
    int seal = br_json_find(t, 0, "seal");
    for (int i = 0; i < t->count; i++) {
        const br_json_value *v = &t->value[i];
        const char *key = v->key ? v->key : "", *text = v->kind == BR_JSON_TEXT ? v->text : "";
        unsigned char kind = (unsigned char)v->kind;
        double number = v->kind == BR_JSON_NUMBER ? v->number : 0;
        int count = v->kind >= BR_JSON_ARRAY ? v->count - (i == 0 && seal >= 0) : 0;
        if (i == seal)
            continue;
        br_bound_add_to_digest(&sum, &kind, 1);
        br_bound_add_to_digest(&sum, key, strlen(key) + 1);
        br_bound_add_to_digest(&sum, text, strlen(text) + 1);
        br_bound_add_to_digest(&sum, &number, sizeof number);
        br_bound_add_to_digest(&sum, &count, sizeof count);
    }
    return sum;
}

// ---------------------------------------------------------------- the text

static void write_intervals(br_json *j, const br_bound_answer *a, const br_interval *p)
{
    br_json_open(j, '{');
    for (int i = 0; i < a->np; i++) {
        br_json_field_open(j, a->name[i], '{');
        BR_JSON_NUMBERS(j, {"lo", p[i].lo}, {"hi", p[i].hi});
        br_json_field_text(j, "unit", a->unit[i]);
        br_json_field_bool(j, "renews", a->renews[i]);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_widths(br_json *j, const br_bound_answer *a, const br_interval *p)
{
    br_json_open(j, '{');
    for (int i = 0; i < a->np; i++)
        br_json_field_number(j, a->name[i], br_interval_width(p[i]));
    br_json_close(j);
}

static void write_slides(br_json *j, const br_bound_answer *a)
{
    br_json_open(j, '[');
    for (int k = 0; k < a->found.slides; k++) {
        const br_slide_result *s = &a->found.slide[k];
        br_json_open(j, '{');
        br_json_field_count(j, "log", s->log + 1);
        br_json_field_count(j, "first", s->first + 1);
        br_json_field_count(j, "last", s->last + 1);
        br_json_field_bool(j, "moves", s->moves);
        br_json_field_bool(j, "searched", s->searched);
        br_json_key(j, "parameters");
        write_intervals(j, a, s->p);
        br_json_close(j);
    }
    br_json_close(j);
}

// After each slide of each pass.
static void write_history(br_json *j, const br_bound_answer *a)
{
    br_json_open(j, '[');
    for (int k = 0; k < a->found.moments; k++) {
        const br_paving_moment *m = &a->found.moment[k];
        br_json_open(j, '{');
        br_json_field_count(j, "pass", m->pass + 1);
        br_json_field_count(j, "slide", m->slide + 1);
        br_json_field_number(j, "boxes", (double)m->boxes);
        br_json_key(j, "widths");
        write_widths(j, a, m->p);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_paper(br_json *j, const br_bound_answer *a)
{
    const br_paper *v = &a->paper;
    br_json_open(j, '{');
    br_json_field_text(j, "verdict", br_bound_verdicts[v->verdict]);
    br_json_field_number(j, "boxes", (double)v->boxes);
    if (v->verdict == BR_INCONSISTENT) {
        br_json_field_count(j, "log", v->log + 1);
        br_json_field_count(j, "row", v->row + 1);
    } else {
        br_json_key(j, "parameters");
        write_intervals(j, a, v->p);
    }
    br_json_close(j);
}

static void write_logs(br_json *j, const br_bound_answer *a)
{
    br_json_open(j, '[');
    for (int i = 0; i < a->logs; i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "name", a->log[i].name);
        br_json_field_count(j, "rows", a->log[i].rows);
        br_json_field_number(j, "step", a->log[i].h);
        br_json_field_bool(j, "moves", a->log[i].moves);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_digest(br_json *j, const char *key, uint64_t digest)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, digest);
    br_json_field_text(j, key, text);
}

static void write_slab(br_json *j, const br_bound_answer *a)
{
    write_digest(j, "problem", a->digest);
    if (!a->part)
        return;
    br_json_field_open(j, "slab", '{');
    br_json_field_count(j, "part", a->part);
    br_json_field_count(j, "of", a->of);
    br_json_field_text(j, "parameter", a->sliced);
    for (int i = 0; i < a->np; i++)
        if (strcmp(a->name[i], a->sliced) == 0)
            BR_JSON_NUMBERS(j, {"lo", a->range[i].lo}, {"hi", a->range[i].hi});
    br_json_close(j);
}

// seal: NULL, or the last field.
static void write_answer(br_buffer *out, const br_bound_answer *a, const uint64_t *seal)
{
    br_json j = {.out = out};
    const br_paving *v = &a->found;
    br_json_open_file(&j, "bound");
    br_json_field_text(&j, "verdict", br_bound_verdicts[v->verdict]);
    br_json_field_bool(&j, "interrupted", v->stopped);
    br_json_field_number(&j, "boxes", (double)v->boxes);
    br_json_field_count(&j, "passes", v->passes);
    if (a->checked)
        br_json_field_bool(&j, "verified", !a->unproved.text[0]);
    write_slab(&j, a);
    br_json_key(&j, "logs");
    write_logs(&j, a);
    if (v->verdict == BR_INCONSISTENT) {
        br_json_field_count(&j, "log", v->log + 1);
        br_json_field_count(&j, "row", v->row + 1);
        br_json_field_number(&j, "t", a->died);
    } else {
        br_json_key(&j, "parameters");
        write_intervals(&j, a, v->p);
        br_json_key(&j, "slides");
        write_slides(&j, a);
    }
    br_json_key(&j, "history");
    write_history(&j, a);
    if (a->has_paper) {
        br_json_key(&j, "paper");
        write_paper(&j, a);
    }
    br_json_key(&j, "ranges");
    write_intervals(&j, a, a->searched);
    if (seal)
        write_digest(&j, "seal", *seal);
    br_json_close(&j);
}

// The seal of a slab is that of the text as it will be read.
void br_bound_write_json(br_buffer *out, const br_bound_answer *a)
{
    br_buffer open = {0};
    br_json_tree t;
    write_answer(a->part ? &open : out, a, NULL);
    if (!a->part)
        return;
    br_status status = open.status;
    if (status == BR_OK)
        status = br_json_read(&t, open.text, open.size, "slab", NULL);
    if (status == BR_OK) {
        uint64_t seal = br_bound_seal(&t);
        br_json_free(&t);
        write_answer(out, a, &seal);
    } else
        out->status = status;
    br_buffer_free(&open);
}
