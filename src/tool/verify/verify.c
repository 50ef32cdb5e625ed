// verify.c - `bristle verify`: checks what 'bristle bound --certificate' wrote.   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/bound/bound_options.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/law.h"
#include "tool/kit/progress.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"

#include <bristle/bound.h>

#include <string.h>

// ---------------------------------------------------------------- what is proved

// The theorem; without a log it says how to compare one.
static void write_text(br_buffer *out, const br_certificate *c, const tool_args *a)
{
    static const char any[] = "for rows with this hash";
    const char *text = br_certificate_statement(c), *rows = a->noperands > 1 ? NULL : strstr(text, any);
    size_t before = rows ? (size_t)(rows - text) + sizeof any - 1 : 0;
    br_buffer_safe(out, a->operand, strlen(a->operand));
    br_buffer_put(out, ": ");
    br_buffer_add(out, text, before);
    br_buffer_put(out, rows ? "; name the LOG to compare it" : "");
    br_buffer_put(out, text + before);
}

static void write_ends(br_json *j, const char *name, double low, double high)
{
    br_json_field_open(j, name, '{');
    BR_JSON_NUMBERS(j, {"lo", low}, {"hi", high});
    br_json_close(j);
}

static void write_intervals(br_json *j, const br_certificate *c, bool ranges)
{
    br_bound_interval p = {.size = sizeof p};
    br_json_field_open(j, ranges ? "ranges" : "parameters", '{');
    for (int i = 0; br_certificate_interval_at(c, i, &p) == BR_OK; i++)
        if (ranges)
            write_ends(j, p.name, p.range_low, p.range_high);
        else if (!br_certificate_count(c, BR_CERTIFICATE_INCONSISTENT))
            write_ends(j, p.name, p.low, p.high);
    br_json_close(j);
}

static void write_json(br_buffer *out, const br_certificate *c, const tool_args *a)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "verify");
    br_json_field_bool(&j, "inconsistent", br_certificate_count(c, BR_CERTIFICATE_INCONSISTENT) != 0);
    BR_JSON_NUMBERS(&j, {"dead", (double)br_certificate_count(c, BR_CERTIFICATE_DELETED)},
                    {"cuts", (double)br_certificate_count(c, BR_CERTIFICATE_CUTS)},
                    {"bounds", (double)br_certificate_count(c, BR_CERTIFICATE_BOUNDS)});
    write_intervals(&j, c, false);
    write_intervals(&j, c, true);
    br_json_field_text(&j, "rows_sha256", br_certificate_rows(c));
    br_json_field_bool(&j, "log_compared", a->noperands > 1);
    br_json_close(&j);
}

// ---------------------------------------------------------------- the log

static br_status open_problem(br_bound **b, const tool_args *a, br_diag *why)
{
    br_law *law;
    br_buffer columns = {0};
    br_bound_options o;
    (void)br_bound_defaults(&o, sizeof o);
    o.range = a->range;
    o.error = a->error;
    o.renew = a->renew;
    o.linear = a->linear;
    o.who = "bristle bound: ";
    br_status status = bound_slab_option(a->slab, &o.slab, &o.slabs, why);
    if (status != BR_OK)
        return status;
    status = tool_law_open(&law, a->model ? a->model : "drive-train", a->params, NULL, why);
    if (status != BR_OK)
        return status;
    if (!a->range && !br_bound_by_slides(law))
        status = tool_complain(why, BR_BAD_USAGE, "bristle bound: certificates are of plants that stick and slip");
    if (!a->signals)
        bound_columns(&columns, law, a->error);
    o.signals = a->signals ? a->signals : columns.text;
    if (status == BR_OK)
        status = columns.status == BR_OK ? br_bound_open(b, law, &o, why) : columns.status;
    br_buffer_free(&columns);
    br_law_close(law);
    return status;
}

// The LOGs behind the certificate, read as 'bristle bound' reads them with the same options; with --range the whole problem, too.
static br_status read_problem(br_bound **b, const tool_args *a, br_diag *why)
{
    br_status status = open_problem(b, a, why);
    for (int i = 1; i < a->noperands && status == BR_OK; i++) {
        br_table *log = NULL;
        status = tool_table_handle(&log, "verify", a->operands[i], a, why);
        if (status == BR_OK)
            status = br_bound_add(*b, log, why);
        br_table_close(log);
    }
    return status;
}

static br_status read_logs(br_bound **b, const tool_args *a, br_diag *why)
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
    return read_problem(b, a, why);
}

// ---------------------------------------------------------------- the command

static br_status check_said(br_status status, br_diag *why)
{
    static const tool_wording words[] = {
        {"br_bound_certificate gives one", "'bristle bound --certificate FILE' writes one"},
        {"search again (br_bound_certificate)", "write it again with 'bristle bound --certificate'"}};
    if (status != BR_OK)
        tool_name_commands(words, sizeof words / sizeof *words, why);
    return tool_said_by("bristle verify: ", "certificate: ", status, why);
}

static int shown(void *bar, double share)
{
    return progress_show(bar, share);
}

static br_status check_certificate(br_certificate *c, br_bound *problem, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("checking", a);
    br_status status = check_said(br_certificate_check(c, problem, shown, &bar, why), why);
    progress_close(&bar);
    if (bar.interrupted && status == BR_NEGATIVE)
        status = tool_complain(why, BR_NEGATIVE, "bristle verify: interrupted at %.0f %%: nothing is proved",
                               100 * bar.share);
    return status;
}

static br_status run_verify(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_certificate *c = NULL;
    br_bound *problem = NULL;
    tool_views views = {0};
    br_status status = tool_outputs("verify", a, a->operands, a->noperands, why);
    if (status == BR_OK)
        status = read_logs(&problem, a, why);
    if (status == BR_OK)
        status = br_certificate_open(&c, a->operand, why);
    if (status == BR_OK)
        status = check_certificate(c, problem, a, why);
    if (status == BR_OK && tool_wants_text(a))
        write_text(&views.text, c, a);
    if (status == BR_OK && a->json)
        write_json(&views.json, c, a);
    status = tool_deliver_views(&views, NULL, status, a, out, why);
    br_certificate_close(c);
    br_bound_close(problem);
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
