// verify.c - `bristle verify`: checks what 'bristle bound --certificate' wrote.   [host]
#include "num/base/fp.h"

#include "bound/verify/verify.h"
#include "file/json/json.h"
#include "file/disk/whole.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"

#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)1 << 32) // bytes of a certificate

// ---------------------------------------------------------------- the plant as text

static void write_sum(br_buffer *out, const br_verified *v, const br_verify_sum *s)
{
    for (int t = 0; t < s->terms; t++) {
        double factor = s->factor[t];
        br_buffer_put(out, factor < 0 ? t ? " - " : "-" : t ? " + " : "");
        bool one = (factor == 1 || factor == -1) && s->of[t];
        if (!one)
            br_buffer_number(out, factor < 0 ? -factor : factor);
        for (int i = 0; i < v->np; i++)
            if (s->of[t] >> i & 1) {
                br_buffer_print(out, "%s%s", one ? "" : "*", v->name[i]);
                one = false;
            }
    }
    br_buffer_put(out, s->terms ? "" : "0");
}

static void write_side(br_buffer *out, const br_verified *v, int side)
{
    br_buffer_print(out, "  %s: w' = (", side ? "backward" : "forward");
    write_sum(out, v, &v->side[side][0]);
    br_buffer_put(out, ")*w + (");
    write_sum(out, v, &v->side[side][1]);
    br_buffer_put(out, ")*(u - (");
    write_sum(out, v, &v->side[side][2]);
    br_buffer_put(out, "))\n");
}

// ---------------------------------------------------------------- what is proved

static void write_interval(br_buffer *out, const br_verified *v, int i, br_interval p)
{
    br_buffer_print(out, "  %-8s ", v->name[i]);
    tool_show_end(out, v->range[i], p.lo);
    br_buffer_put(out, " .. ");
    tool_show_end(out, v->range[i], p.hi);
    br_buffer_put(out, "\n");
}

static void write_slides(br_buffer *out, const br_verified *v, int i)
{
    for (int j = 0; j < v->slides; j++) {
        br_buffer_print(out, "  log %d from row %d on:\n  ", v->slide[j].log + 1, v->slide[j].first + 1);
        write_interval(out, v, i, v->slide[j].p[i]);
    }
}

static void write_text(br_buffer *out, const br_verified *v, const char *file)
{
    long rows = 0;
    for (int i = 0; i < v->logs; i++)
        rows += v->log[i].rows;
    br_buffer_safe(out, file, strlen(file));
    br_buffer_print(out, ": proved again: %ld boxes deleted, %ld cut, %ld bounds, against %ld rows of %d log%s\n",
                    v->dead, v->cuts, v->bounds, rows, v->logs, v->logs == 1 ? "" : "s");
    br_buffer_put(out, "for a plant with q' = w that rests, or slides\n");
    write_side(out, v, 0);
    write_side(out, v, 1);
    br_buffer_put(out, v->inconsistent ? "no parameters of these ranges, in SI units, explain the rows:\n"
                                       : "parameters outside these intervals, in SI units, do not explain the rows:\n");
    for (int i = 0; i < v->np; i++)
        if (v->inconsistent || !v->renews[i])
            write_interval(out, v, i, v->inconsistent ? v->range[i] : v->p[i]);
        else
            write_slides(out, v, i);
}

// Of those that renew, over all slides.
static br_interval over_all(const br_verified *v, int i)
{
    br_interval all = v->renews[i] ? br_interval_empty() : v->p[i];
    for (int k = 0; k < v->slides && v->renews[i]; k++)
        all = br_interval_hull(all, v->slide[k].p[i]);
    return all;
}

static void write_json(br_buffer *out, const br_verified *v)
{
    br_json j = {.out = out};
    br_json_open(&j, '{');
    br_json_field_bool(&j, "inconsistent", v->inconsistent);
    BR_JSON_NUMBERS(&j, {"dead", (double)v->dead}, {"cuts", (double)v->cuts}, {"bounds", (double)v->bounds});
    br_json_field_open(&j, "parameters", '{');
    for (int i = 0; i < v->np && !v->inconsistent; i++) {
        br_interval p = over_all(v, i);
        br_json_field_open(&j, v->name[i], '{');
        br_json_field_number(&j, "lo", p.lo);
        br_json_field_number(&j, "hi", p.hi);
        br_json_close(&j);
    }
    br_json_close(&j);
    br_json_close(&j);
}

static bool show_share(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status run_verify(const tool_args *a, br_buffer *out, br_diag *why)
{
    char *text;
    size_t size;
    br_verified v;
    br_status status = tool_outputs("verify", a, a->operands, a->noperands, why);
    if (status == BR_OK)
        status = br_file_read(a->operand, MOST, &text, &size, why);
    if (status != BR_OK)
        return status;
    progress bar = progress_open("checking", a);
    status = br_verify_watched(&v, text, size, a->operand, show_share, &bar, why);
    progress_close(&bar);
    tool_views views = {0};
    if (status == BR_OK && tool_wants_text(a))
        write_text(&views.text, &v, a->operand);
    if (status == BR_OK && a->json)
        write_json(&views.json, &v);
    status = tool_deliver_views(&views, NULL, status, a, out, why);
    br_verified_free(&v);
    free(text);
    return status;
}

static const tool_option *const options[] = {&option_json, NULL};
static const char *const more[] = {
    "The certificate contains the plant, the rows, the ranges and every step of the proof. Each step is proved again "
    "by a program that shares only its arithmetic with the search: the boxes cover the ranges, and each deleted box is "
    "inconsistent with the rows. Exit code 1: a step is not proved; 3: this is not a certificate, or it is damaged.",
    NULL};
static const tool_example examples[] = {
    {"check the certificate that the example of 'bristle bound --help' writes", "bristle verify d.crt"},
    {"the same, with the proved intervals as JSON", "bristle verify d.crt --json proved.json"},
    {NULL, NULL}};

const tool_command command_verify = {.name = "verify",
                                     .purpose = "check a certificate of 'bristle bound' independently",
                                     .operand = "FILE",
                                     .operand_help = "a certificate, written by 'bristle bound --certificate FILE'",
                                     .operand_needed = true,
                                     .options = options,
                                     .more = more,
                                     .examples = examples,
                                     .run = run_verify};
