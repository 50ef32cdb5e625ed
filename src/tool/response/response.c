// response.c - `bristle response`: frequency responses of logs, and mass, damping and stiffness from them.   [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/number.h"
#include "tool/kit/said.h"
#include "tool/kit/tables.h"
#include "tool/response/response.h"

#include <bristle/simulate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- arguments

static br_status read_method(responding *w, br_diag *why)
{
    static const struct {
        const char *name;
        br_response_method method;
    } all[] = {{"multisine", BR_RESPONSE_MULTISINE}, {"stepped", BR_RESPONSE_STEPPED}, {"welch", BR_RESPONSE_WELCH}};
    const char *name = w->a->method;
    for (size_t i = 0; name && i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i].name) == 0)
            w->options.method = all[i].method;
    br_response_method method = w->options.method;
    if (name && method == BR_RESPONSE_DETECT)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle response: --method '%.60s': there are multisine, stepped and welch", name);
    bool multisine = method == BR_RESPONSE_MULTISINE || !name, welch = method == BR_RESPONSE_WELCH || !name;
    if (w->a->period && (!multisine || w->a->window))
        return tool_complain(why, BR_BAD_USAGE, "bristle response: --period is for a multisine only");
    if (w->a->window && !welch)
        return tool_complain(why, BR_BAD_USAGE, "bristle response: --window is for --method welch only");
    return BR_OK;
}

static br_status read_regime(responding *w, br_diag *why)
{
    const char *name = w->a->regime;
    if (!name)
        return BR_OK;
    w->options.regime = strcmp(name, "sliding") == 0      ? BR_RESPONSE_SLIDING
                        : strcmp(name, "presliding") == 0 ? BR_RESPONSE_PRESLIDING
                                                          : BR_RESPONSE_ANY_REGIME;
    if (w->options.regime != BR_RESPONSE_ANY_REGIME)
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle response: --regime '%.60s': there are presliding and sliding",
                         name);
}

static br_status read_span(responding *w, br_diag *why)
{
    tool_span span;
    const tool_args *a = w->a;
    br_status status = tool_span_read("response", (const char *const[]){"--from", "--until"},
                                      (const char *const[]){a->from, a->until}, &span, why);
    w->options.from = status == BR_OK && a->from ? span.from : w->options.from;
    w->options.until = status == BR_OK && a->until ? span.until : w->options.until;
    return status;
}

static br_status read_options(responding *w, br_diag *why)
{
    const tool_args *a = w->a;
    br_response_options *o = &w->options;
    br_status status = br_response_defaults(o, sizeof *o);
    if (status == BR_OK)
        status = read_method(w, why);
    if (status == BR_OK)
        status = read_regime(w, why);
    if (status == BR_OK && a->period)
        status = tool_time("response", "--period", a->period, &o->period, why);
    if (status == BR_OK && a->window)
        status = tool_time("response", "--window", a->window, &o->window, why);
    if (status == BR_OK && a->delay)
        status = tool_instant("response", "--delay", a->delay, &o->delay, why);
    o->held = a->held;
    o->signals = a->signals;
    return status;
}

// ---------------------------------------------------------------- logs

static br_status open_log(responding *w, const char *name, br_diag *why)
{
    for (int i = 0; br_rig_name(i); i++)
        if (strcmp(name, br_rig_name(i)) == 0)
            return tool_complain(why, BR_BAD_USAGE,
                                 "bristle response: a rig takes no --signals; its columns are known");
    br_status status = tool_table_handle(&w->log[w->logs], "response", name, w->a, why);
    w->logs += status == BR_OK;
    return status;
}

// ---------------------------------------------------------------- words

// Members of options in warnings of the library, and what the command has in their place.
static const char *const words[][2] = {{"use signals 't", "use --signals 't"},
                                       {": signals: ", ": --signals: "},
                                       {"force: signals 't", "force: --signals 't"},
                                       {"factor in signals", "factor in --signals"},
                                       {": from, until", ": --from, --until"},
                                       {"use from, until", "use --from, --until"},
                                       {"with period", "with --period"},
                                       {"shorter window", "shorter --window"},
                                       {"with a step that", "with a --step that"},
                                       {"give held", "give --held"}};

static void put_respelled(br_buffer *to, const char *text)
{
    enum { WORDS = sizeof words / sizeof *words };
    const char *at = NULL;
    do {
        size_t which = 0;
        at = NULL;
        for (size_t i = 0; i < WORDS; i++) {
            const char *found = strstr(text, words[i][0]);
            which = found && (!at || found < at) ? i : which;
            at = found && (!at || found < at) ? found : at;
        }
        br_buffer_add(to, text, at ? (size_t)(at - text) : strlen(text));
        if (at) {
            br_buffer_put(to, words[which][1]);
            text = at + strlen(words[which][0]);
        }
    } while (at);
}

static br_status say(br_status status, br_diag *why)
{
    return tool_said_by("bristle response: ", "response: ", status, why);
}

// ---------------------------------------------------------------- responses

static void put_line(br_buffer *to, const char *line)
{
    put_respelled(to, line);
    br_buffer_put(to, "\n");
}

static br_status view_response(responding *w, int number)
{
    response_view *v = &w->view[w->views++];
    const char *line;
    v->number = number;
    v->is = br_response_signal_of(w->r, number);
    v->model = br_response_model_of(w->r, number);
    for (int p = 0; p < BR_RESPONSE_QUANTITIES; p++)
        v->of[p] = br_response_parameter_of(w->r, number, (br_response_quantity)p);
    for (int i = 0; (line = br_response_warning(w->r, number, i)) != NULL; i++)
        put_line(&v->warnings, line);
    for (int i = 0; (line = br_response_failure(w->r, number, i)) != NULL; i++)
        put_line(&v->failures, line);
    return v->warnings.status != BR_OK ? v->warnings.status : v->failures.status;
}

static br_status make_responses(responding *w, br_diag *why)
{
    br_status status = read_options(w, why);
    if (status == BR_OK)
        status = read_span(w, why);
    for (int i = 0; status == BR_OK && i < w->a->noperands; i++)
        status = open_log(w, w->a->operands[i], why);
    if (status == BR_OK)
        status = say(br_response_open(&w->r, w->log, w->logs, &w->options, why), why);
    for (int i = 0; status == BR_OK && i < br_response_count(w->r); i++)
        status = view_response(w, i);
    return status;
}

// ---------------------------------------------------------------- the command

static br_status deliver_responses(responding *w, br_buffer *out, br_diag *why)
{
    const tool_args *a = w->a;
    tool_views v = {0};
    br_status status = response_table(w);
    if (status == BR_OK && tool_makes_text(a))
        response_text(&v.text, w);
    if (status == BR_OK && a->json)
        response_json(&v.json, w);
    if (status == BR_OK && a->report)
        status = response_report(&v.report, w);
    return tool_deliver_views(&v, &w->rows, status, a, out, why);
}

static br_status run_response(const tool_args *a, br_buffer *out, br_diag *why)
{
    responding *w = calloc(1, sizeof *w);
    br_status status = w ? tool_outputs("response", a, a->operands, a->noperands, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        w->a = a;
        status = make_responses(w, why);
    }
    if (status == BR_OK)
        status = deliver_responses(w, out, why);
    for (int i = 0; status == BR_OK && i < w->views; i++)
        if (w->view[i].failures.size > 0)
            status = tool_complain(why, BR_NEGATIVE, "bristle response: failed: %.*s",
                                   (int)strcspn(w->view[i].failures.text, "\n"), w->view[i].failures.text);
    for (int i = 0; w && i < TOOL_OPERANDS; i++) {
        br_table_close(w->log[i]);
        br_buffer_free(&w->view[i].warnings);
        br_buffer_free(&w->view[i].failures);
    }
    if (w) {
        br_response_close(w->r);
        free(w->numbers);
    }
    free(w);
    return status;
}

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_INPUT, "--signals", "LIST", signals,
               "columns of LOG as signals: time t, position x and force u, 't = time s, x = position mm, u = force N'",
               tool_required),
    OWN_OPTION(TOOL_INPUT, "--from", "T", from, "use rows from this time on only, '14 s'", "the start of the log"),
    OWN_OPTION(TOOL_INPUT, "--until", "T", until, "use rows up to this time only", "the end of the log"),
    OWN_OPTION(TOOL_INPUT, "--held", NULL, held,
               "u is a command that is held from sample to sample (zero-order hold): the response is that of the "
               "force behind it",
               NULL),
    TABLE_OPTIONS,
    OWN_OPTION(TOOL_MODEL, "--regime", "NAME", regime,
               "presliding: mass, damping and stiffness; sliding: mass and damping",
               "sliding where the stiffness is 0 "
               "within its interval"),
    OWN_OPTION(TOOL_MODEL, "--delay", "T", delay, "delay of the position behind the force",
               "estimated, 0 within half a sample"),
    OWN_OPTION(TOOL_METHOD, "--method", "NAME", method,
               "multisine: periods are averaged; stepped: stepped sine; welch: any signal, Hann windows, H1",
               "detected"),
    OWN_OPTION(TOOL_METHOD, "--period", "T", period, "period of a multisine", "detected"),
    OWN_OPTION(TOOL_METHOD, "--window", "T", window, "window of Welch's method, rounded down to a power of two of rows",
               "about 1/8 of the log"),
    &option_csv,
    &option_mat,
    &option_json,
    &option_report,
    NULL};
static const char *const more[] = {
    "The response x/u at each frequency has a standard deviation from the spread between periods, a coherence and, "
    "where the "
    "multisine leaves lines out, the level of nonlinear distortions. Several logs of one multisine with other "
    "phases (realisations) are averaged, and their spread is used; logs of other levels are compared.",
    "u/x = k - m w^2 + j w d is fitted with 95 % intervals: in presliding k = sigma0 and d = sigma1 + sigma2, in "
    "sliding k = 0 and d is the local slope of friction at the mean speed, which is sigma2 only far above the Stribeck "
    "velocity. Exit code 1: of a response no parameter is identifiable. docs/response.md says how "
    "to "
    "measure, and how accurate the result is.",
    NULL};
static const tool_example examples[] = {
    {"make a log: an axis in presliding",
     "bristle simulate mass --params axis --input 'u=multisine(2,9,20,50,80)/50 N' --until 4 --csv u.csv"},
    {"its frequency response, with mass, damping and stiffness, and an HTML report",
     "bristle response u.csv --signals 't = t, x = x, u = u' --report response.html"},
    {"the response as a table", "bristle response u.csv --signals 't = t, x = x, u = u' --csv response.csv"},
    {NULL, NULL}};

const tool_command command_response = {.name = "response",
                                       .purpose = "frequency response of a log; mass, damping and stiffness from it",
                                       .operand = "LOG",
                                       .operand_help =
                                           "tables (LOG.csv, LOG.mat) of a multisine, a stepped sine or noise",
                                       .operand_needed = true,
                                       .operands = TOOL_OPERANDS,
                                       .options = options,
                                       .more = more,
                                       .examples = examples,
                                       .run = run_response};
