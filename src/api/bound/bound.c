// bound.c - guaranteed bounds in a program: bristle/bound.h. Opening, logs and the search.   [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/bound/crew.h"
#include "api/bound/handle.h"
#include "api/law/opened_law.h"
#include "api/law/sized.h"
#include "api/table/table_handle.h"
#include "law/model/condition.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLABS = 1000000 };

static const br_bound_options defaults = {.size = sizeof defaults, .passes = 3, .boxes = 4000, .threads = 1};

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_bound_options, crew) };

br_status br_bound_defaults(br_bound_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- messages

// A program with a command line is asked by its name: "bristle bound: " is 'bristle bound --help'.
static br_status name_speaker(br_bound *b, const char *who, br_diag *why)
{
    br_status status = br_who_read(b->who, sizeof b->who, who, "bound: ", &b->by_command, why);
    if (status != BR_OK)
        return status;
    int command = who ? (int)strcspn(who, ":") : 0;
    snprintf(b->search, sizeof b->search, who ? "'%.*s'" : "the search", command, who);
    snprintf(b->options, sizeof b->options, who ? "'%.*s --help'" : "br_bound_options", command, who);
    b->says = (br_bound_speaker){b->who, "--", b->search, b->options};
    return BR_OK;
}

// ---------------------------------------------------------------- opening

static br_status check_options(const char *who, const br_bound_options *o, br_diag *why)
{
    if (!o->error)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--error` has the largest error of what is measured: 'x1 = 1 mrad'",
                            who);
    if (o->passes < 1 || o->passes > 100)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--passes are 1 to 100", who);
    if (o->boxes < 1 || o->boxes > 1000000000)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--boxes are 1 to 1e9", who);
    if (o->threads < 0 || o->threads > BR_THREADS_MOST)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--threads are 1 to %d, or 0 for all cores", who, BR_THREADS_MOST);
    if ((o->slab || o->slabs) && (o->slab < 1 || o->slab > o->slabs || o->slabs > SLABS))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--slab` is 1 to `--slabs`, which is at most 1e6", who);
    if (o->rules && !br_bound_is_paper(o->rules))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--rules '%.60s' is unknown; use 'paper'", who, o->rules);
    if (o->crew && (!o->crew->offer || !o->crew->await))
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--crew` needs both of its functions", who);
    return BR_OK;
}

// A plant that sticks and slips, by what its law seems to be; the model is read a second time, since it must not move.
static br_status seems_to_stick(const br_law *law, const br_bound_options *o, bool *sticks, br_diag *why)
{
    br_loaded_model m;
    br_status status = br_law_read_model(&m, law, o->range, "--range", why);
    if (status != BR_OK)
        return status;
    *sticks = br_stick_seems(&m.model.law);
    br_loaded_model_close(&m);
    return BR_OK;
}

static br_status open_stick(br_bound *b, const br_law *law, const br_bound_options *o, br_diag *why)
{
    br_bounding *w = b->stick = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    w->says = b->says;
    br_status status = br_law_read_model(&w->plant, law, o->range, "--range", why);
    w->has_plant = status == BR_OK;
    if (status == BR_OK)
        status = br_model_must_hold(&w->plant.model, why);
    if (status == BR_OK)
        status = br_bounding_begin(w, o->error, b->ranged, why);
    if (status == BR_OK && b->rules)
        status = br_bounding_rules(w, b->rules, why);
    w->options.passes = o->passes;
    w->options.boxes = b->boxes;
    return status;
}

static br_status open_set(br_bound *b, const br_law *law, const br_bound_options *o, br_diag *why)
{
    br_bound_set *w = b->set = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    if (!o->range)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--range` has the searched ranges: 'FC = 0.5..2 N'", b->who);
    const char *other = o->renew         ? "renew"
                        : o->certificate ? "certificate"
                        : o->slabs       ? "slab"
                        : o->rules       ? "rules"
                                         : NULL;
    if (other)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--%s is for plants that stick and slip", b->who, other);
    w->says = b->says;
    br_status status = br_law_read_model(&w->law, law, o->range, "--range", why);
    w->has_law = status == BR_OK;
    if (status == BR_OK)
        status = br_model_complete(&w->law.model, false, why);
    if (status == BR_OK)
        status = br_model_must_hold(&w->law.model, why);
    return status == BR_OK ? br_bound_set_begin(w, o->error, why) : status;
}

static br_status open_parts(br_bound *b, const br_law *law, const br_bound_options *o, br_diag *why)
{
    bool sticks = false;
    b->linear = o->linear != 0;
    b->ranged = o->range != NULL;
    b->certified = o->certificate != 0;
    b->boxes = (long)o->boxes;
    b->signals = o->signals ? strdup(o->signals) : NULL;
    b->renew = o->renew ? strdup(o->renew) : NULL;
    b->rules = o->rules ? strdup(o->rules) : NULL;
    b->threads = o->threads ? o->threads : br_threads_cores();
    b->slab = o->slab;
    b->slabs = o->slabs;
    b->has_crew = o->crew != NULL;
    if (o->crew)
        b->crew = *o->crew;
    if ((o->signals && !b->signals) || (o->renew && !b->renew) || (o->rules && !b->rules))
        return BR_NO_MEMORY;
    br_status status = seems_to_stick(law, o, &sticks, why);
    if (status != BR_OK)
        return status;
    return sticks ? open_stick(b, law, o, why) : open_set(b, law, o, why);
}

static const br_handle_kind kind = {"br_bound",    "bound", "a law", sizeof(br_bound), sizeof(br_bound_options),
                                    LEAST_OPTIONS, false};

static br_status open_bound(br_bound **b, const br_law *law, const br_bound_options *o, br_diag *why)
{
    br_status status;
    br_bound_options with = defaults;
    br_bound *fresh = br_handle_begin(&kind, b && law, o, &with, &status, why);
    if (status == BR_OK)
        status = name_speaker(fresh, with.who, why);
    if (status == BR_OK)
        status = check_options(fresh->who, &with, why);
    if (status == BR_OK)
        status = open_parts(fresh, law, &with, why);
    if (status == BR_OK)
        *b = fresh;
    else
        br_bound_close(fresh);
    return status;
}

br_status br_bound_open(br_bound **b, const br_law *law, const br_bound_options *o, br_diag *why)
{
    br_status status = open_bound(b, law, o, why);
    return br_said_to(o && o->size == sizeof *o && o->who, status, why);
}

int br_bound_by_slides(const br_law *law)
{
    return law && br_stick_seems(&law->open->loaded.model.law);
}

// Its rows were read, and are the table's again.
static void free_log(br_loaded_log *log)
{
    if (!log)
        return;
    log->table = (br_rows){0};
    br_loaded_log_free(log);
    free(log);
}

void br_bound_close(br_bound *b)
{
    if (!b)
        return;
    if (b->stick)
        br_bounding_free(b->stick);
    if (b->set)
        br_bound_set_free(b->set);
    for (int i = 0; i < b->logs; i++) {
        free_log(b->log[i]);
        free(b->name[i]);
    }
    br_buffer_free(&b->statement);
    br_buffer_free(&b->notes);
    for (int i = 0; i < 3; i++)
        br_buffer_free(&b->note[i]);
    free(b->stick);
    free(b->set);
    free(b->signals);
    free(b->renew);
    free(b->rules);
    free(b);
}

// ---------------------------------------------------------------- logs

// Columns of the names of the law: inputs, and what has an error bound.
static br_status own_signals(const br_bound *b, const br_table *log, br_buffer *list, br_diag *why)
{
    const br_model *m = b->stick ? &b->stick->plant.model : &b->set->law.model;
    const br_bound_errors *e = b->stick ? &b->stick->errors : &b->set->errors;
    int time = br_table_time(log);
    if (time < 0)
        return br_diag_fail(why, BR_BAD_DATA, "%sno column of the log is the time", b->who);
    br_buffer_print(list, "t = #%d", time + 1);
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT)
            br_table_list_signal(log, m->law.q[q].name, list);
    for (int i = 0; i < e->count; i++)
        if (!e->item[i].input)
            br_table_list_signal(log, e->item[i].name, list);
    return list->status;
}

static br_status read_table(br_bound *b, br_loaded_log *to, const char *name, br_table *log, br_diag *why)
{
    br_buffer list = {0};
    br_status status = b->signals ? BR_OK : own_signals(b, log, &list, why);
    to->name = name;
    snprintf(to->who, sizeof to->who, "%s", b->who);
    if (status == BR_OK) {
        log->started = true;
        const char *usual = b->signals && !*b->signals ? NULL : b->signals;
        status = br_loaded_log_read(to, log->rows, b->signals ? usual : list.text, "--signals", why);
    }
    br_buffer_free(&list);
    if (status != BR_OK)
        return status;
    return b->stick ? br_bounding_add(b->stick, to, b->linear, why) : br_bound_set_add(b->set, to, b->linear, why);
}

static br_status add_table(br_bound *b, br_table *log, br_diag *why)
{
    if (!b)
        return br_diag_fail(why, BR_BAD_USAGE, "br_bound_add: bounds and a table are needed");
    if (b->settled || b->logs == BR_BOUND_LOGS || (b->set && b->logs > 0))
        return br_diag_fail(why, BR_BAD_USAGE,
                            b->settled ? "br_bound_add: logs are added before the search"
                            : b->set   ? "br_bound_add: such a law takes one log"
                                       : "br_bound_add: there are 64 logs already");
    br_status status = br_table_begin(log, "br_bound_add", why);
    if (status != BR_OK)
        return status;
    br_loaded_log *read = calloc(1, sizeof *read);
    char *name = strdup(log->rows.name ? log->rows.name : "log");
    status = read && name ? read_table(b, read, name, log, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        b->name[b->logs] = name;
        b->log[b->logs++] = read;
        return BR_OK;
    }
    free_log(read);
    free(name);
    return status;
}

br_status br_bound_add(br_bound *b, br_table *log, br_diag *why)
{
    br_status status = add_table(b, log, why);
    return br_said_to(b && b->by_command, status, why);
}

br_status br_bound_settle(br_bound *b, br_diag *why)
{
    if (b->logs == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%sno log has been added", b->who);
    br_status status = b->settled || !b->stick ? BR_OK : br_bounding_settle(b->stick, b->renew, why);
    if (status == BR_OK && b->slabs && !b->settled)
        status = br_bounding_slab(b->stick, b->slab, b->slabs, why);
    b->settled = b->settled || status == BR_OK;
    return status;
}

// ---------------------------------------------------------------- the search

bool br_bound_go_on(void *watch, double share)
{
    const br_bound_watch *w = watch;
    return !w->progress || w->progress(w->context, w->from + w->span * share) != 0;
}

static bool watch_slides(void *watch, const br_paving_state *at)
{
    const br_bound_watch *w = watch;
    w->b->now = at;
    w->b->boxes_now = at->boxes;
    bool wanted = br_bound_go_on(watch, at->share);
    w->b->now = NULL;
    return wanted;
}

static bool watch_boxes(void *watch, double share, long boxes)
{
    ((const br_bound_watch *)watch)->b->boxes_now = boxes;
    return br_bound_go_on(watch, share);
}

void br_bound_state(br_bound *b)
{
    const br_bound_answer *a = &b->stick->answer;
    bool inconsistent = a->found.verdict == BR_INCONSISTENT;
    br_bound_show_ranges(&b->statement, a);
    br_bound_show_verdict(&b->statement, a);
    if (!inconsistent)
        br_bound_show_intervals(&b->statement, a);
    br_bound_show_claim(&b->statement, inconsistent);
    br_bound_show_notes(&b->note[BR_BOUND_NOTE_LOGS], a);
    if (a->paper_left_out)
        br_buffer_put(&b->note[BR_BOUND_NOTE_RULES], "note: interrupted before the search by the rules of the paper\n");
    if (b->certified)
        br_bound_show_check(&b->note[BR_BOUND_NOTE_CERTIFICATE], a);
    for (int i = 0; i < 3; i++) {
        br_buffer_put(&b->notes, b->note[i].text ? b->note[i].text : "");
        if (b->note[i].status != BR_OK)
            b->notes.status = b->note[i].status;
    }
}

// A crew of the program, which knows tasks by their public name.
static void offer_task(void *bound, const br_task *t)
{
    const br_bound *b = bound;
    const br_bound_task task = {t->run, t->of, t->i, t->result, t->size};
    b->crew.offer(b->crew.context, &task);
}

static void await_task(void *bound)
{
    const br_bound *b = bound;
    b->crew.await(b->crew.context);
}

static br_status search_stick(br_bound *b, const br_crew *crew, br_bound_watch *watch, br_diag *why)
{
    br_bounding *w = b->stick;
    watch->span = 1.0 / (1 + b->certified + (b->rules != NULL));
    br_status status = b->certified ? br_bounding_begin_certificate(w, why) : BR_OK;
    w->options.crew = *crew;
    w->options.go_on = watch_slides;
    w->options.context = watch;
    if (status == BR_OK)
        status = br_bounding_search(w, why);
    w->options.crew = (br_crew){0};
    watch->from += watch->span;
    if (status == BR_OK && b->rules) {
        status = br_bounding_search_paper(w, watch, why);
        watch->from += watch->span;
    }
    if (status == BR_OK && b->certified)
        status = br_bounding_check_certificate(w, br_bound_go_on, watch);
    if (status == BR_OK)
        br_bound_state(b);
    return status;
}

static br_status search_set(br_bound *b, const br_crew *crew, br_bound_watch *watch, br_diag *why)
{
    br_member_options o = br_member_defaults();
    o.boxes = b->boxes;
    o.crew = *crew;
    o.go_on = watch_boxes;
    o.context = watch;
    watch->span = 1;
    br_status status = br_bound_set_search(b->set, &o, why);
    if (status != BR_OK)
        return status;
    br_bound_set_show(&b->statement, b->set);
    if (!b->by_command)
        br_plain_words(b->statement.text);
    b->statement.size = b->statement.text ? strlen(b->statement.text) : 0;
    br_bound_show_claim(&b->statement, b->set->found.count == 0);
    return BR_OK;
}

static br_status search(br_bound *b, br_bound_watch *watch, br_diag *why)
{
    br_threads all;
    br_crew crew = br_threads_open(&all, b->has_crew ? 1 : b->threads);
    if (b->has_crew)
        crew = (br_crew){offer_task, await_task, b};
    br_status status = b->stick ? search_stick(b, &crew, watch, why) : search_set(b, &crew, watch, why);
    br_threads_close(&all);
    return status;
}

static br_status run_search(br_bound *b, br_bound_watch watch, br_diag *why)
{
    if (!b)
        return br_diag_fail(why, BR_BAD_USAGE, "br_bound_run: bounds are needed");
    if (b->run || !b->ranged)
        return br_diag_fail(why, BR_BAD_USAGE,
                            b->run ? "%sthe search has run already; open another"
                                   : "%s`--range` has the searched ranges: 'TF = 0..1 N*m'",
                            b->run ? "br_bound_run: " : b->who);
    br_status status = br_bound_settle(b, why);
    if (status != BR_OK)
        return status;
    b->run = true;
    status = search(b, &watch, why);
    if (status == BR_OK)
        status = b->statement.status != BR_OK ? b->statement.status : b->notes.status;
    if (status == BR_OK && br_bound_outcome_of(b) == BR_BOUND_INCONSISTENT)
        return br_diag_fail(why, BR_NEGATIVE, "%sinconsistent: no parameters of the ranges explain the log", b->who);
    return status;
}

br_status br_bound_run(br_bound *b, int (*progress)(void *context, double share), void *context, br_diag *why)
{
    br_status status = run_search(b, (br_bound_watch){.progress = progress, .context = context, .b = b}, why);
    return br_said_to(b && b->by_command, status, why);
}
