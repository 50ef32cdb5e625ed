// response.c - frequency responses in a program: bristle/response.h. Options and the run.   [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/response/response_parts.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const br_response_options defaults = {
    .size = sizeof defaults, .from = (double)NAN, .until = (double)NAN, .delay = (double)NAN};

br_status br_response_defaults(br_response_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- options

static br_status check_numbers(const br_response_options *o, br_diag *why)
{
    if (!(o->period >= 0 && isfinite(o->period) && o->window >= 0 && isfinite(o->window)))
        return br_diag_fail(why, BR_BAD_USAGE, "response: --period and --window are finite, and not below 0 s");
    if (isinf(o->delay))
        return br_diag_fail(why, BR_BAD_USAGE, "response: a delay is finite, or NaN where it is estimated");
    if (o->until < o->from)
        return br_diag_fail(why, BR_BAD_USAGE, "response: `--until` lies before `--from`");
    return BR_OK;
}

static br_status check_method(const br_response_options *o, br_diag *why)
{
    bool any = o->method == BR_RESPONSE_DETECT;
    if ((int)o->method < 0 || o->method > BR_RESPONSE_WELCH || (int)o->regime < 0 || o->regime > BR_RESPONSE_PRESLIDING)
        return br_diag_fail(why, BR_BAD_USAGE, "response: method or regime is none of BR_RESPONSE_...");
    if (o->period > 0 && ((!any && o->method != BR_RESPONSE_MULTISINE) || o->window > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "response: `--period` is for a multisine only");
    if (o->window > 0 && !any && o->method != BR_RESPONSE_WELCH)
        return br_diag_fail(why, BR_BAD_USAGE, "response: `--window` is for BR_RESPONSE_WELCH only");
    return BR_OK;
}

static br_status take_options(br_response *w, const br_response_options *from, br_diag *why)
{
    br_response_options o = defaults;
    if (from && !br_sized_read(&o, sizeof o, sizeof o, from))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "response: options come from br_response_defaults(&options, sizeof options)");
    br_status status = check_numbers(&o, why);
    if (status == BR_OK)
        status = check_method(&o, why);
    w->signals = o.signals;
    w->from = isnan(o.from) ? -HUGE_VAL : o.from;
    w->until = isnan(o.until) ? HUGE_VAL : o.until;
    w->options =
        (br_frf_options){.kind = (br_frf_kind)o.method, .period = o.period, .window = o.window, .held = o.held != 0};
    w->fit.regime = (br_frf_regime)o.regime;
    w->fit.given_delay = !isnan(o.delay);
    w->fit.delay = w->fit.given_delay ? o.delay : 0;
    return status;
}

// ---------------------------------------------------------------- responses

static void add_to_group(br_response *w, int number)
{
    int i = 0;
    while (i < w->count && !br_frf_alike(&w->frf[w->group[i].log[0]], &w->frf[number]))
        i++;
    w->count += i == w->count;
    w->group[i].log[w->group[i].logs++] = number;
}

static br_status finish_group(br_response *w, br_response_group *g)
{
    br_frf all[BR_RESPONSE_LOGS];
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
    return status == BR_NEGATIVE ? BR_OK : status;
}

// What is needed while logs are read only.
static void free_logs(br_response *w)
{
    for (int i = 0; i < BR_RESPONSE_LOGS; i++) {
        br_frf_free(&w->frf[i]);
        br_buffer_free(&w->notes[i]);
        w->name[i] = NULL;
    }
    w->signals = NULL;
}

static br_status make_responses(br_response *w, br_table *const *log, int logs, br_diag *why)
{
    br_status status = BR_OK;
    for (int i = 0; i < logs && status == BR_OK; i++)
        status = br_response_read_log(w, log[i], why);
    for (int i = 0; i < logs && status == BR_OK; i++)
        add_to_group(w, i);
    for (int i = 0; i < w->count && status == BR_OK; i++)
        status = finish_group(w, &w->group[i]);
    if (status == BR_OK)
        status = br_response_publish(w);
    free_logs(w);
    return status;
}

br_status br_response_open(br_response **r, br_table *const *log, int logs, const br_response_options *o, br_diag *why)
{
    if (!r || !log || logs < 1 || logs > BR_RESPONSE_LOGS)
        return br_diag_fail(why, BR_BAD_USAGE, "br_response_open: 1 to %d tables and a place for the handle are needed",
                            (int)BR_RESPONSE_LOGS);
    br_response *w = calloc(1, sizeof *w);
    br_status status = w ? take_options(w, o, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = make_responses(w, log, logs, why);
    if (status == BR_OK)
        *r = w;
    else
        br_response_close(w);
    return br_said(status, why);
}

void br_response_close(br_response *w)
{
    if (!w)
        return;
    free_logs(w);
    for (int i = 0; i < BR_RESPONSE_LOGS; i++) {
        br_response_group *g = &w->group[i];
        br_frf_free(&g->frf);
        br_buffer_free(&g->answer);
        br_buffer_free(&g->slope);
        br_buffer_free(&g->warnings.text);
        br_buffer_free(&g->failures.text);
        for (int p = 0; p < BR_FRF_PARAMETERS; p++)
            br_buffer_free(&g->why[p]);
        free(g->line);
    }
    free(w);
}
