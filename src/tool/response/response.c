// response.c - `bristle response`: frequency responses of logs, and mass, damping and stiffness from them.   [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/stamps.h"
#include "tool/kit/tables.h"
#include "tool/response/response.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 4000000 };

// ---------------------------------------------------------------- arguments

static br_status read_method(responding *w, br_diag *why)
{
    static const struct {
        const char *name;
        br_frf_kind kind;
    } all[] = {{"multisine", BR_FRF_MULTISINE}, {"stepped", BR_FRF_STEPPED}, {"welch", BR_FRF_BROADBAND}};
    const char *name = w->a->method;
    for (size_t i = 0; name && i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i].name) == 0)
            w->options.kind = all[i].kind;
    if (name && w->options.kind == BR_FRF_DETECT)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle response: --method '%.60s': there are multisine, stepped and welch", name);
    bool multisine = w->options.kind == BR_FRF_MULTISINE || !name, welch = w->options.kind == BR_FRF_BROADBAND || !name;
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
    w->fit.regime = strcmp(name, "sliding") == 0      ? BR_FRF_SLIDING
                    : strcmp(name, "presliding") == 0 ? BR_FRF_PRESLIDING
                                                      : BR_FRF_ANY_REGIME;
    if (w->fit.regime != BR_FRF_ANY_REGIME)
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle response: --regime '%.60s': there are presliding and sliding",
                         name);
}

static br_status read_options(responding *w, br_diag *why)
{
    const tool_args *a = w->a;
    br_status status = read_method(w, why);
    if (status == BR_OK)
        status = read_regime(w, why);
    if (status == BR_OK && a->period)
        status = tool_time("response", "--period", a->period, &w->options.period, why);
    if (status == BR_OK && a->window)
        status = tool_time("response", "--window", a->window, &w->options.window, why);
    if (status == BR_OK && a->delay)
        status = tool_instant("response", "--delay", a->delay, &w->fit.delay, why);
    w->fit.given_delay = a->delay != NULL;
    w->options.held = a->held;
    return status;
}

// ---------------------------------------------------------------- logs

static int find_column(const br_loaded_log *l, const char *name)
{
    for (int i = 0; i < l->columns; i++)
        if (strcmp(l->column[i].name, name) == 0)
            return i;
    return -1;
}

// "m/N", "rad/N/m": products of the force are divisors.
static void write_quotient(char to[BR_UNIT_SIZE], const char *x, const char *u)
{
    snprintf(to, BR_UNIT_SIZE, "%.30s/%.30s", strcmp(x, "-") ? x : "1", strcmp(u, "-") ? u : "1");
    for (char *c = strchr(to, '/'); c && *c; c++)
        *c = *c == '*' ? '/' : *c;
}

static void write_units(responding *w, br_unit x, br_unit u)
{
    static const br_unit torque = {{24, 12, -24}}, second = {{0, 0, 12}};
    bool turning = br_unit_same(x, br_unit_none()) && br_unit_same(u, torque);
    br_unit k = br_unit_div(u, x), d = br_unit_mul(k, second), m = br_unit_mul(d, second);
    br_unit_write(w->x, x);
    br_unit_write(w->u, u);
    br_unit_write(w->of[BR_FRF_STIFFNESS], k);
    br_unit_write(w->of[BR_FRF_DAMPING], d);
    br_unit_write(w->of[BR_FRF_MASS], m);
    strcpy(w->of[BR_FRF_DELAY], "s");
    if (turning) {
        strcpy(w->x, "rad");
        strcpy(w->of[BR_FRF_STIFFNESS], "N*m/rad");
        strcpy(w->of[BR_FRF_DAMPING], "N*m*s/rad");
        strcpy(w->of[BR_FRF_MASS], "kg*m^2");
    }
    write_quotient(w->response, w->x, w->u);
}

// Motion and force need units: m and N, or an angle and N*m. Others, such as the current of a motor, are used as they are.
static br_status check_units(responding *w, const br_loaded_log *l, int number, br_unit x, br_unit u, br_diag *why)
{
    static const br_unit meter = {{12}}, newton = {{12, 12, -24}}, torque = {{24, 12, -24}};
    bool plain_x = br_unit_same(x, br_unit_none()), plain_u = br_unit_same(u, br_unit_none());
    char is[BR_UNIT_SIZE];
    if (plain_u || (plain_x && !br_unit_same(u, torque)))
        return tool_complain(why, BR_BAD_DATA,
                             "%.100s: --signals: no unit of the %s; write it behind the column: 'x = position mm, u = "
                             "force N' or 'x = angle rad, u = torque N*m'",
                             l->name, plain_u ? "force u" : "position x");
    br_unit_write(is, u);
    if (!(br_unit_same(x, meter) && br_unit_same(u, newton)) && !(plain_x && br_unit_same(u, torque)))
        br_buffer_print(&w->notes[number],
                        "u in %s is no force that goes with x: mass, damping and stiffness are per %s\n", is, is);
    return BR_OK;
}

static br_status check_columns(responding *w, const br_loaded_log *l, int number, br_diag *why)
{
    int x = find_column(l, "x"), u = find_column(l, "u");
    char first_x[BR_UNIT_SIZE], first_u[BR_UNIT_SIZE];
    if (x < 0 || u < 0)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle response: %.100s has no %s; name position and force: --signals 't = time s, x = "
                             "position mm, u = force N'",
                             l->name, x < 0 ? "position x" : "force u");
    br_status status = check_units(w, l, number, l->unit[x], l->unit[u], why);
    if (status != BR_OK)
        return status;
    strcpy(first_x, w->x);
    strcpy(first_u, w->u);
    write_units(w, l->unit[x], l->unit[u]);
    if (*first_x && (strcmp(first_x, w->x) != 0 || strcmp(first_u, w->u) != 0))
        return tool_complain(why, BR_BAD_DATA,
                             "%.100s: x in %s and u in %s, but in logs before x in %s and u in %s; compare logs of the "
                             "same units",
                             l->name, w->x, w->u, first_x, first_u);
    return BR_OK;
}

// First and last row within --from and --until.
static br_status choose_rows(const responding *w, const br_loaded_log *l, long long *first, long long *last,
                             br_diag *why)
{
    static const char *const option[] = {"--from", "--until"};
    const char *const given[] = {w->a->from, w->a->until};
    tool_span span;
    br_status status = tool_span_read("response", option, given, &span, why);
    *first = 0;
    *last = l->rows - 1;
    while (status == BR_OK && *first < *last && l->t[*first] < span.from)
        ++*first;
    while (status == BR_OK && *last > *first && l->t[*last] > span.until)
        --*last;
    if (status == BR_OK && *last - *first < 16)
        status =
            tool_complain(why, BR_BAD_DATA,
                          "%.100s: fewer than 17 rows between --from and --until; the log lasts from %.6g to %.6g s",
                          l->name, l->t[0], l->t[l->rows - 1]);
    return status;
}

static br_status check_numbers(const br_loaded_log *l, const double *v, const char *name, long long first,
                               long long last, br_diag *why)
{
    for (long long i = first; i <= last; i++)
        if (!isfinite(v[i]))
            return tool_complain(why, BR_BAD_DATA,
                                 "%.100s: %s is missing in row %lld, at %.9g s; take a part of the log without gaps: "
                                 "--from, --until",
                                 l->name, name, i + 1, l->t[i]);
    return BR_OK;
}

// The step of even samples. Uneven ones cannot be used: how to resample them is said.
static br_status even_step(responding *w, const br_loaded_log *l, int number, const br_frf_record *r, long long first,
                           double *dt, br_diag *why)
{
    br_stamps s;
    br_status status = br_stamps_of(r->n, l->t + first, r->x, &s);
    if (status != BR_OK)
        return status;
    *dt = (l->t[first + r->n - 1] - l->t[first]) / (double)(r->n - 1);
    bool jitter = s.base == BR_TIME_ROWS && s.most < 2.5 * s.median;
    if (jitter)
        br_buffer_print(&w->notes[number],
                        "the time stamps jitter, the samples do not: even steps of %.5g ms are used\n", 1e3 * *dt);
    if (jitter || (s.base == BR_TIME_EVEN && s.most < 1.5 * s.median))
        return BR_OK;
    return tool_complain(why, BR_BAD_DATA,
                         "%.100s: time steps of %.4g to %.4g ms: a frequency response needs even ones; resample it: "
                         "bristle table %.100s --step '%.4g ms' --csv even.csv",
                         l->name, 1e3 * s.least, 1e3 * s.most, l->name, 1e3 * s.median);
}

// Spikes are named. They are noise of one period; where they weigh more than the signal there is no response.
static br_status check_spikes(responding *w, const br_loaded_log *l, int number, const double from_until[2],
                              br_diag *why)
{
    const struct {
        const char *name, *unit;
        int order; // a drift at constant speed is none of the response
    } column[] = {{"x", w->x, 1}, {"u", w->u, 0}};
    br_status status = BR_OK;
    for (size_t c = 0; c < 2 && status == BR_OK; c++) {
        const double *y = br_loaded_log_column(l, column[c].name);
        br_spikes s = {0};
        br_buffer words = {0};
        status = br_spikes_find(l->rows, y, &s);
        if (status == BR_OK)
            br_loaded_spikes_keep(&s, l, from_until[0], from_until[1]);
        if (status == BR_OK && s.count > 0) {
            br_loaded_spike_write(&words, l, column[c].name, column[c].unit, &s);
            if (br_loaded_spike_share(&s, l->rows, y, column[c].order) > 1)
                status = tool_complain(why, BR_BAD_DATA,
                                       "bristle response: %s, and outweighs all else; correct the log, or take a part "
                                       "without it: --from, --until",
                                       words.text ? words.text : "");
            else
                br_buffer_print(&w->notes[number], "%s; it adds noise: correct the log, or use --from, --until\n",
                                words.text ? words.text : "");
        }
        br_buffer_free(&words);
        br_spikes_free(&s);
    }
    return status;
}

static br_status respond_to(responding *w, const br_loaded_log *l, int number, br_diag *why)
{
    long long first, last;
    br_diag words = {0};
    br_status status = check_columns(w, l, number, why);
    if (status == BR_OK)
        status = br_loaded_log_check_sizes(l, (const char *const[]){"x", "u"}, 2, why);
    if (status == BR_OK)
        status = choose_rows(w, l, &first, &last, why);
    if (status != BR_OK)
        return status;
    br_frf_record r = {.n = last - first + 1};
    w->read[number] = l->rows;
    w->inside[number] = r.n;
    r.x = br_loaded_log_column(l, "x") + first;
    r.u = br_loaded_log_column(l, "u") + first;
    status = check_numbers(l, r.x - first, "x", first, last, why);
    if (status == BR_OK)
        status = check_numbers(l, r.u - first, "u", first, last, why);
    if (status == BR_OK)
        status = check_spikes(w, l, number, (const double[]){l->t[first], l->t[last]}, why);
    if (status == BR_OK)
        status = even_step(w, l, number, &r, first, &r.dt, why);
    if (status != BR_OK)
        return status;
    status = br_frf_find(&w->frf[number], &r, &w->options, &words);
    return words.text[0] ? tool_complain(why, status, "%.100s: %s", l->name, words.text) : status;
}

static br_status read_log(responding *w, int number, br_diag *why)
{
    br_loaded_log log = {.most = MOST_ROWS};
    br_status status = tool_log_load(&log, "response", w->a->operands[number], w->a, why);
    if (status == BR_OK && log.has_samples && log.samples.windows > 0)
        status = tool_complain(why, BR_BAD_DATA,
                               "%.100s: more than %d rows; take a part: bristle table %.100s --until '100 s' --csv "
                               "part.csv",
                               log.name, (int)MOST_ROWS, log.name);
    if (status == BR_OK)
        status = respond_to(w, &log, number, why);
    if (status == BR_OK && log.notes.text)
        br_buffer_put(&w->notes[number], log.notes.text);
    br_loaded_log_free(&log);
    return status;
}

// ---------------------------------------------------------------- groups

static void name_group(const responding *w, response_group *g)
{
    const char *first = response_file(w->a->operands[g->log[0]]);
    int at = snprintf(g->name, sizeof g->name, "%.60s", first);
    if (g->logs > 1)
        at += snprintf(g->name + at, sizeof g->name - (size_t)at, " and %d more", g->logs - 1);
}

static void add_to_group(responding *w, int number)
{
    int i = 0;
    while (i < w->groups && !br_frf_alike(&w->frf[w->group[i].log[0]], &w->frf[number]))
        i++;
    w->groups += i == w->groups;
    w->group[i].log[w->group[i].logs++] = number;
}

static br_status finish_group(responding *w, response_group *g)
{
    br_frf all[TOOL_OPERANDS];
    for (int i = 0; i < g->logs; i++)
        all[i] = w->frf[g->log[i]];
    br_status status = BR_OK;
    if (g->logs > 1)
        status = br_frf_combine(&g->frf, all, g->logs);
    else {
        g->frf = all[0];
        w->frf[g->log[0]].line = NULL; // the group has it now
    }
    if (status != BR_OK)
        return status;
    status = br_frf_fit(&g->model, &g->frf, &w->fit);
    g->has_model = status == BR_OK;
    name_group(w, g);
    for (int i = 0; i < g->logs; i++)
        if (w->notes[g->log[i]].text)
            br_buffer_put(&g->warnings, w->notes[g->log[i]].text);
    response_warn(w, g);
    return status == BR_NEGATIVE ? BR_OK : status;
}

// ---------------------------------------------------------------- the command

static br_status deliver_responses(responding *w, br_buffer *out, br_diag *why)
{
    const tool_args *a = w->a;
    tool_views v = {0};
    br_status status = response_table(w, why);
    if (status == BR_OK && tool_makes_text(a))
        response_text(&v.text, w);
    if (status == BR_OK && a->json)
        response_json(&v.json, w);
    if (status == BR_OK && a->report)
        status = response_report(&v.report, w);
    return tool_deliver_views(&v, &w->table, status, a, out, why);
}

static br_status run_response(const tool_args *a, br_buffer *out, br_diag *why)
{
    responding *w = calloc(1, sizeof *w);
    br_status status = w ? tool_outputs("response", a, a->operands, a->noperands, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        w->a = a;
        w->logs = a->noperands;
        status = read_options(w, why);
    }
    for (int i = 0; status == BR_OK && i < w->logs; i++)
        status = read_log(w, i, why);
    for (int i = 0; status == BR_OK && i < w->logs; i++)
        add_to_group(w, i);
    for (int i = 0; status == BR_OK && i < w->groups; i++)
        status = finish_group(w, &w->group[i]);
    if (status == BR_OK)
        status = deliver_responses(w, out, why);
    for (int i = 0; status == BR_OK && i < w->groups; i++)
        if (w->group[i].failures.size > 0)
            status = tool_complain(why, BR_NEGATIVE, "bristle response: failed: %.*s",
                                   (int)strcspn(w->group[i].failures.text, "\n"), w->group[i].failures.text);
    for (int i = 0; w && i < TOOL_OPERANDS; i++) {
        br_frf_free(&w->frf[i]);
        br_frf_free(&w->group[i].frf);
        br_buffer_free(&w->notes[i]);
        br_buffer_free(&w->group[i].warnings);
        br_buffer_free(&w->group[i].failures);
    }
    if (w)
        br_record_close(&w->table);
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
