// response_log.c - a log of a frequency response: columns, units, rows, spikes and steps.      [host]
#include "num/base/fp.h"

#include "api/response/response_parts.h"
#include "api/table/table_handle.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 4000000 };

static int find_column(const br_loaded_log *l, const char *name)
{
    for (int i = 0; i < l->columns; i++)
        if (strcmp(l->column[i].name, name) == 0)
            return i;
    return -1;
}

// ---------------------------------------------------------------- units

// "m/N", "rad/N/m": products of the force are divisors.
static void write_quotient(char to[BR_UNIT_SIZE], const char *x, const char *u)
{
    snprintf(to, BR_UNIT_SIZE, "%.30s/%.30s", strcmp(x, "-") ? x : "1", strcmp(u, "-") ? u : "1");
    for (char *c = strchr(to, '/'); c && *c; c++)
        *c = *c == '*' ? '/' : *c;
}

static void write_units(br_response *w, br_unit x, br_unit u)
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
    write_quotient(w->unit, w->x, w->u);
}

// Motion and force need units: m and N, or an angle and N*m. Others, such as the current of a motor, are used as they are.
static br_status check_units(br_response *w, const br_loaded_log *l, br_unit x, br_unit u, br_diag *why)
{
    static const br_unit meter = {{12}}, newton = {{12, 12, -24}}, torque = {{24, 12, -24}};
    bool plain_x = br_unit_same(x, br_unit_none()), plain_u = br_unit_same(u, br_unit_none());
    char is[BR_UNIT_SIZE];
    if (plain_u || (plain_x && !br_unit_same(u, torque)))
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.100s: --signals: no unit of the %s; write it behind the column: 'x = position mm, u = "
                            "force N' or 'x = angle rad, u = torque N*m'",
                            l->name, plain_u ? "force u" : "position x");
    br_unit_write(is, u);
    if (!(br_unit_same(x, meter) && br_unit_same(u, newton)) && !(plain_x && br_unit_same(u, torque)))
        br_buffer_print(&w->notes[w->logs],
                        "u in %s is no force that goes with x: mass, damping and stiffness are per %s\n", is, is);
    return BR_OK;
}

static br_status check_columns(br_response *w, const br_loaded_log *l, br_diag *why)
{
    int x = find_column(l, "x"), u = find_column(l, "u");
    char first_x[BR_UNIT_SIZE], first_u[BR_UNIT_SIZE];
    if (x < 0 || u < 0)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%.100s has no %s; name position and force: --signals 't = time s, x = "
                            "position mm, u = force N'",
                            l->who, l->name, x < 0 ? "position x" : "force u");
    br_status status = check_units(w, l, l->unit[x], l->unit[u], why);
    if (status != BR_OK)
        return status;
    strcpy(first_x, w->x);
    strcpy(first_u, w->u);
    write_units(w, l->unit[x], l->unit[u]);
    if (*first_x && (strcmp(first_x, w->x) != 0 || strcmp(first_u, w->u) != 0))
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.100s: x in %s and u in %s, but in logs before x in %s and u in %s; compare logs of the "
                            "same units",
                            l->name, w->x, w->u, first_x, first_u);
    return BR_OK;
}

// ---------------------------------------------------------------- rows

// First and last row within `from` and `until`.
static br_status choose_rows(const br_response *w, const br_loaded_log *l, long long *first, long long *last,
                             br_diag *why)
{
    *first = 0;
    *last = l->rows - 1;
    while (*first < *last && l->t[*first] < w->from)
        ++*first;
    while (*last > *first && l->t[*last] > w->until)
        --*last;
    if (*last - *first < 16)
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.100s: fewer than 17 rows between --from and --until; the log lasts from %.6g to %.6g s",
                            l->name, l->t[0], l->t[l->rows - 1]);
    return BR_OK;
}

static br_status check_numbers(const br_loaded_log *l, const double *v, const char *name, long long first,
                               long long last, br_diag *why)
{
    for (long long i = first; i <= last; i++)
        if (!isfinite(v[i]))
            return br_diag_fail(why, BR_BAD_DATA,
                                "%.100s: %s is missing in row %lld, at %.9g s; take a part of the log without gaps: "
                                "--from, --until",
                                l->name, name, i + 1, l->t[i]);
    return BR_OK;
}

// The step of even samples. Uneven ones cannot be used: how to resample them is said.
static br_status even_step(br_response *w, const br_loaded_log *l, const br_frf_record *r, long long first, double *dt,
                           br_diag *why)
{
    br_stamps s;
    br_status status = br_stamps_of(r->n, l->t + first, r->x, &s);
    if (status != BR_OK)
        return status;
    *dt = (l->t[first + r->n - 1] - l->t[first]) / (double)(r->n - 1);
    bool jitter = s.base == BR_TIME_ROWS && s.most < 2.5 * s.median;
    if (jitter)
        br_buffer_print(&w->notes[w->logs],
                        "the time stamps jitter, the samples do not: even steps of %.5g ms are used\n", 1e3 * *dt);
    if (jitter || (s.base == BR_TIME_EVEN && s.most < 1.5 * s.median))
        return BR_OK;
    return br_diag_fail(why, BR_BAD_DATA,
                        "%.100s: time steps of %.4g to %.4g ms: a frequency response needs even ones; resample it: "
                        "bristle table %.100s --step '%.4g ms' --csv even.csv",
                        l->name, 1e3 * s.least, 1e3 * s.most, l->name, 1e3 * s.median);
}

// Spikes are named. They are noise of one period; where they weigh more than the signal there is no response.
static br_status check_spikes(br_response *w, const br_loaded_log *l, const double from_until[2], br_diag *why)
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
            status = words.status;
            if (status == BR_OK && br_loaded_spike_share(&s, l->rows, y, column[c].order) > 1)
                status = br_diag_fail(why, BR_BAD_DATA,
                                      "%s%s, and outweighs all else; correct the log, or take a part "
                                      "without it: --from, --until",
                                      l->who, words.text);
            else if (status == BR_OK)
                br_buffer_print(&w->notes[w->logs], "%s; it adds noise: correct the log, or use --from, --until\n",
                                words.text);
        }
        br_buffer_free(&words);
        br_spikes_free(&s);
    }
    return status;
}

// ---------------------------------------------------------------- the response of a log

static br_status find_response(br_response *w, const br_loaded_log *l, br_diag *why)
{
    long long first, last;
    br_diag words = {0};
    br_status status = check_columns(w, l, why);
    if (status == BR_OK)
        status = br_loaded_log_check_sizes(l, (const char *const[]){"x", "u"}, 2, why);
    if (status == BR_OK)
        status = choose_rows(w, l, &first, &last, why);
    if (status != BR_OK)
        return status;
    br_frf_record r = {.n = last - first + 1};
    r.x = br_loaded_log_column(l, "x") + first;
    r.u = br_loaded_log_column(l, "u") + first;
    status = check_numbers(l, r.x - first, "x", first, last, why);
    if (status == BR_OK)
        status = check_numbers(l, r.u - first, "u", first, last, why);
    if (status == BR_OK)
        status = check_spikes(w, l, (const double[]){l->t[first], l->t[last]}, why);
    if (status == BR_OK)
        status = even_step(w, l, &r, first, &r.dt, why);
    if (status != BR_OK)
        return status;
    br_frf *to = &w->frf[w->logs];
    status = br_frf_find(to, &r, &w->options, &words);
    w->rows[w->logs] = (br_response_rows){.read = l->rows,
                                          .outside = l->rows - r.n,
                                          .used = to->rows_used,
                                          .transient = to->rows_transient,
                                          .rest = r.n - to->rows_used - to->rows_transient};
    return words.text[0] ? br_diag_fail(why, status, "%.100s: %s", l->name, words.text) : status;
}

// All columns of a table whose signals are set, by their names; `list` stays empty for others.
static void list_signals(const br_table *t, br_buffer *list)
{
    for (int c = 0; t->has_signals && c < t->rows.columns; c++)
        br_buffer_print(list, "%s%s = #%d", c ? ", " : "", t->rows.column[c].name, c + 1);
}

static br_status load_log(br_response *w, br_loaded_log *l, br_table *table, br_diag *why)
{
    br_buffer own = {0};
    br_rows rows = {0};
    if (!w->signals && table)
        list_signals(table, &own);
    br_status status = own.status;
    if (status == BR_OK)
        status = br_table_hold(table, "br_response_open", &rows, why);
    if (status == BR_OK) {
        l->name = w->name[w->logs] = rows.name;
        status = br_loaded_log_read(l, rows, w->signals ? w->signals : own.text, "--signals", why);
    }
    br_buffer_free(&own);
    if (status == BR_OK && l->samples.windows > 0)
        status = br_diag_fail(why, BR_BAD_DATA,
                              "%.100s: more than %d rows; take a part: bristle table %.100s --until '100 s' --csv "
                              "part.csv",
                              l->name, (int)MOST_ROWS, l->name);
    return status;
}

br_status br_response_read_log(br_response *w, br_table *table, br_diag *why)
{
    br_loaded_log *log = calloc(1, sizeof *log);
    if (!log)
        return BR_NO_MEMORY;
    log->most = MOST_ROWS;
    snprintf(log->who, sizeof log->who, "response: ");
    br_status status = load_log(w, log, table, why);
    if (status == BR_OK)
        status = find_response(w, log, why);
    if (status == BR_OK && log->notes.text)
        br_buffer_put(&w->notes[w->logs], log->notes.text);
    if (status == BR_OK)
        status = log->notes.status != BR_OK ? log->notes.status : w->notes[w->logs].status;
    br_loaded_log_free(log);
    free(log);
    w->logs += status == BR_OK;
    return status;
}
