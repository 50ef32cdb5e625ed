// verify.c - `bristle verify`: checks what 'bristle bound --certificate' wrote.   [host]
#include "num/base/fp.h"

#include "api/bound/proved.h"
#include "tool/bound/bound.h"
#include "file/json/json.h"
#include "file/disk/whole.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/progress.h"
#include "tool/kit/tables.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- what is proved

// Which rows: those of the logs that were compared, or any with this hash.
static void write_rows(br_buffer *out, const br_verified *v, const tool_args *a)
{
    br_buffer_put(out, a->noperands > 1 ? "for the rows of " : "for rows with this hash; name the LOG to compare it");
    for (int i = 1; i < a->noperands; i++) {
        br_buffer_put(out, i > 1 ? ", " : "");
        br_buffer_safe(out, a->operands[i], strlen(a->operands[i]));
    }
    br_buffer_print(out, ": sha256 %s\n", v->rows_hash);
}

static void write_text(br_buffer *out, const br_verified *v, const tool_args *a)
{
    br_buffer_safe(out, a->operand, strlen(a->operand));
    br_buffer_put(out, ": ");
    br_proved_show_steps(out, v);
    write_rows(out, v, a);
    br_proved_show_statement(out, v);
}

static void write_ends(br_json *j, const char *name, br_interval p)
{
    br_json_field_open(j, name, '{');
    BR_JSON_NUMBERS(j, {"lo", p.lo}, {"hi", p.hi});
    br_json_close(j);
}

static void write_json(br_buffer *out, const br_verified *v, const tool_args *a)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "verify");
    br_json_field_bool(&j, "inconsistent", v->inconsistent);
    BR_JSON_NUMBERS(&j, {"dead", (double)v->dead}, {"cuts", (double)v->cuts}, {"bounds", (double)v->bounds});
    br_json_field_open(&j, "parameters", '{');
    for (int i = 0; i < v->np && !v->inconsistent; i++)
        write_ends(&j, v->name[i], br_proved_interval(v, i));
    br_json_close(&j);
    br_json_field_open(&j, "ranges", '{');
    for (int i = 0; i < v->np; i++)
        write_ends(&j, v->name[i], v->range[i]);
    br_json_close(&j);
    br_json_field_text(&j, "rows_sha256", v->rows_hash);
    br_json_field_bool(&j, "log_compared", a->noperands > 1);
    br_json_close(&j);
}

static bool show_share(void *bar, double share)
{
    return progress_show(bar, share);
}

// ---------------------------------------------------------------- the log

// The hashes of the LOGs behind the certificate, read as 'bristle bound' reads them with the same options; with --range that of the
// whole problem, too.
static br_status hash_logs(bounding *w, const tool_args *a, br_bound_hash *hash, br_diag *why)
{
    tool_args logs = *a;
    logs.noperands = a->noperands - 1;
    memmove(logs.operands, a->operands + 1, (size_t)logs.noperands * sizeof *logs.operands);
    logs.operand = logs.operands[0];
    br_status status = bound_read(w, &logs, why);
    if (status == BR_OK && w->is.measured.count > 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle verify: --error: certificates have positions alone");
    if (status == BR_OK)
        status = br_bounding_hash(&w->is, a->range != NULL, hash);
    return status == BR_NEGATIVE ? tool_complain(why, status, "bristle verify: no certificate can be of this plant")
                                 : status;
}

static br_status read_logs(const tool_args *a, br_bound_hash *hash, br_diag *why)
{
    const tool_given list[] = {{"--model", a->model},   {"--params", a->params}, {"--signals", a->signals},
                               {"--error", a->error},   {"--range", a->range},   {"--renew", a->renew},
                               {"--linear", a->linear}, {"--slab", a->slab},     {0}};
    const char *other = tool_first_given(list);
    if (a->noperands == 1)
        return other ? tool_complain(why, BR_BAD_USAGE, "bristle verify: %s needs a LOG behind the certificate", other)
                     : BR_OK;
    if (!a->error)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle verify: LOG needs --error, and --signals and --linear, as 'bristle bound' had them");
    if (!a->range && (a->slab || a->renew))
        return tool_complain(why, BR_BAD_USAGE, "bristle verify: %s needs --range", a->slab ? "--slab" : "--renew");
    bounding *w = calloc(1, sizeof *w); // large, and logs must not move
    br_status status = w ? hash_logs(w, a, hash, why) : BR_NO_MEMORY;
    if (w)
        bound_free(w);
    free(w);
    return status;
}

// ---------------------------------------------------------------- the command

static br_status run_verify(const tool_args *a, br_buffer *out, br_diag *why)
{
    char *text;
    size_t size;
    br_verified v;
    br_bound_hash hash = {"", ""};
    br_status status = tool_outputs("verify", a, a->operands, a->noperands, why);
    if (status == BR_OK)
        status = read_logs(a, &hash, why);
    if (status == BR_OK)
        status = br_file_read(a->operand, BR_CERTIFICATE_MOST, &text, &size, why);
    if (status != BR_OK)
        return status;
    progress bar = progress_open("checking", a);
    status = br_proved_check(&v, text, size, a->operand, show_share, &bar, why);
    progress_close(&bar);
    if (bar.interrupted && status == BR_NEGATIVE)
        status = tool_complain(why, BR_NEGATIVE, "bristle verify: interrupted at %.0f %%: nothing is proved",
                               100 * bar.share);
    if (status == BR_OK)
        status = br_proved_compare(&v, a->operand, &hash, a->operands[1], bound_says, why);
    tool_views views = {0};
    if (status == BR_OK && tool_wants_text(a))
        write_text(&views.text, &v, a);
    if (status == BR_OK && a->json)
        write_json(&views.json, &v, a);
    status = tool_deliver_views(&views, NULL, status, a, out, why);
    br_verified_free(&v);
    free(text);
    return status;
}

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_INPUT, "--signals", "LIST", signals, "columns of LOG, as for 'bristle bound'",
               "columns t, x1 and u"),
    OWN_OPTION(TOOL_INPUT, "--error", "LIST", error, "error bounds of the rows, as for 'bristle bound'",
               "required with LOG; u: 0"),
    OWN_OPTION(TOOL_INPUT, "--linear", NULL, linear, "the input varies between rows, as for 'bristle bound'", NULL),
    OWN_OPTION(TOOL_MODEL, "--model", "MODEL", model, "the plant, as for 'bristle bound'; it names the columns",
               "drive-train"),
    OWN_OPTION(TOOL_MODEL, "--range", "LIST", range,
               "the plant and the ranges of the certificate must be these, too, as for 'bristle bound'",
               "those of the certificate"),
    &option_params,
    OWN_OPTION(TOOL_MODEL, "--renew", "NAMES", renew, "with --range, as for 'bristle bound'", "none"),
    OWN_OPTION(TOOL_MODEL, "--slab", "I/N", slab, "with --range, as for 'bristle bound'", NULL),
    TABLE_OPTIONS,
    &option_json,
    NULL};
static const char *const more[] = {
    "The certificate contains the plant, the rows, the ranges and every step of the proof. Each step is proved again "
    "by a program that shares only its arithmetic with the search: the boxes cover the ranges, and each deleted box is "
    "inconsistent with the rows. The result is a statement about the parameters within these ranges, and about rows "
    "with the printed hash (SHA-256). With LOG and the options that 'bristle bound' had, the rows are compared: the "
    "certificate is of this log, with these error bounds; with --range, of this plant and these ranges as well.",
    "Exit code 1: a step is not proved, nothing is, or the certificate is of other rows, ranges or plants than given; "
    "3: this is not a certificate, or it is damaged.",
    NULL};
static const tool_example examples[] = {
    {"check the certificate that the example of 'bristle bound --help' writes", "bristle verify d.crt"},
    {"the same, with the proved intervals as JSON", "bristle verify d.crt --json proved.json"},
    {"the same, and that it is of this log", "bristle verify d.crt d.csv --error 'x1=1 mrad'"},
    {"and of this plant and these ranges",
     "bristle verify d.crt d.csv --params nominal --error 'x1=1 mrad' --range 'TF=0..1 Nm'"},
    {NULL, NULL}};

const tool_command command_verify = {
    .name = "verify",
    .purpose = "check a certificate of 'bristle bound' independently",
    .operand = "FILE [LOG...]",
    .operand_help = "a certificate, written by 'bristle bound --certificate FILE'; then the logs it is of",
    .operands = TOOL_OPERANDS,
    .operand_needed = true,
    .options = options,
    .more = more,
    .examples = examples,
    .run = run_verify};
