// identify.c - identification in a program: bristle/identify.h. Options, logs, the run.   [host]
#include "num/base/fp.h"

#include "api/identify/identify_parts.h"
#include "api/law/sized.h"
#include "api/table/table_handle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_identification_options, who) };

br_status br_identification_defaults(br_identification_options *o, size_t size)
{
    const br_identification_options with = {.size = sizeof with,
                                            .from = (double)NAN,
                                            .until = (double)NAN,
                                            .test_from = (double)NAN,
                                            .test_until = (double)NAN,
                                            .rows = 1e6,
                                            .delay = (double)NAN};
    return br_sized_fill(o, size, &with, sizeof with, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- opening

static bool keep_text(br_owned_identification *own, const char **text)
{
    if (!*text)
        return true;
    size_t size = strlen(*text) + 1;
    char *copy = malloc(size);
    if (!copy)
        return false;
    *text = own->text[own->texts++] = memcpy(copy, *text, size);
    return true;
}

static br_status keep_texts(br_owned_identification *own)
{
    br_identification_options *o = &own->w.given;
    const char **text[] = {&o->signals, &o->fix,     &o->estimate,      &o->prior,
                           &o->predict, &o->profile, &o->differentiate, &o->compare};
    bool kept = true;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        kept = kept && keep_text(own, text[i]);
    return kept ? BR_OK : BR_NO_MEMORY;
}

// The law is read again, with its values, by every fit.
static br_status keep_law(br_owned_identification *own, const br_law *law, br_diag *why)
{
    br_identification *w = &own->w;
    br_status status = br_law_init(&own->law, law->source, law->params, why);
    for (int i = 0; i < law->count && status == BR_OK; i++)
        status = br_law_set(&own->law, law->values[i], why);
    own->values = calloc((size_t)law->count + 1, sizeof *own->values);
    if (status != BR_OK || !own->values)
        return status != BR_OK ? status : BR_NO_MEMORY;
    for (int i = 0; i < law->count; i++)
        own->values[i] = (br_given){.text = own->law.values[i], .size = strlen(own->law.values[i]), .origin = "values"};
    w->params = own->law.params;
    w->values = own->values;
    w->value_lists = law->count;
    bool named = strlen(law->source) <= BR_MAX_NAME && !strchr(law->source, '\n');
    br_identified_law *d =
        br_identification_add_law(w, named ? law->source : br_law_name(law), w->given.direction ? "direction" : "");
    d->source = named ? NULL : own->law.source;
    d->direction = w->given.direction != 0;
    return BR_OK;
}

static br_status read_options(br_owned_identification *own, const br_identification_options *o, br_diag *why)
{
    br_identification *w = &own->w;
    w->who = "identification: ";
    if (!br_sized_read(&w->given, sizeof w->given, LEAST_OPTIONS, o))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "identification: options come from br_identification_defaults(&options, sizeof options)");
    br_status status = br_who_read(own->who, sizeof own->who, w->given.who, w->who, &own->by_command, why);
    w->who = own->who;
    w->given.who = NULL;
    if (status == BR_OK)
        status = keep_texts(own);
    if (status == BR_OK && ((int)w->given.offset < 0 || w->given.offset > BR_OFFSET_NONE))
        status = br_diag_fail(why, BR_BAD_USAGE, "%soffset is none of BR_OFFSET_...", w->who);
    return status == BR_OK ? br_identification_set_options(w, why) : status;
}

static br_status open_new(br_owned_identification *own, const br_law *law, const br_identification_options *o,
                          br_diag *why)
{
    br_identification *w = &own->w;
    br_status status = read_options(own, o, why);
    if (status == BR_OK && !law == !w->compare)
        status = br_diag_fail(why, BR_BAD_USAGE, "%sa law is needed, or `compare` and no law", w->who);
    if (status != BR_OK)
        return status;
    return w->compare ? br_identification_list_laws(w, why) : keep_law(own, law, why);
}

// Messages of the command as a program has these things.
static void replace_words(br_diag *why)
{
    static const br_wording words[] = {{"give it with --at", "set it in the law"},
                                       {"use --model instead of --compare", "give one instead of a comparison"}};
    br_replace_words(words, sizeof words / sizeof *words, why);
}

static br_status say(bool by_command, br_status status, br_diag *why)
{
    if (status != BR_OK && !by_command)
        replace_words(why);
    return br_said_to(by_command, status, why);
}

br_status br_identification_open(br_identification **id, const br_law *law, const br_identification_options *o,
                                 br_diag *why)
{
    br_owned_identification *own = id ? calloc(1, sizeof *own) : NULL;
    if (!id)
        return br_diag_fail(why, BR_BAD_USAGE, "br_identification_open: a place for the handle is needed");
    br_status status = own ? open_new(own, law, o, why) : BR_NO_MEMORY;
    bool by_command = own && own->by_command;
    if (status == BR_OK)
        *id = &own->w;
    else if (own)
        br_identification_close(&own->w);
    return say(by_command, status, why);
}

// The tables are as free as before.
static void release_tables(br_owned_identification *own)
{
    for (int i = 0; i < BR_IDENTIFICATION_LOGS; i++) {
        br_rows_close(own->w.log[i].table);
        own->w.log[i].table = (br_rows){0};
        br_table_close(own->table[i]);
        own->table[i] = NULL;
    }
}

void br_identification_close(br_identification *id)
{
    br_owned_identification *own = br_owned(id);
    if (!own)
        return;
    release_tables(own);
    br_identification_release(&own->w);
    for (int i = 0; i < own->texts; i++)
        free(own->text[i]);
    for (int i = 0; i < BR_IDENTIFICATION_LOGS; i++)
        free(own->name[i]);
    br_buffer_free(&own->balance);
    free(own->values);
    br_law_release(&own->law);
    free(own);
}

// ---------------------------------------------------------------- logs

// What a log that is refused may have changed.
typedef struct kept_state {
    size_t notes, warnings;
    bool drive, made_a, rotary, drive_spikes;
} kept_state;

static void cut_text(br_buffer *b, size_t size)
{
    b->size = size;
    if (b->text)
        b->text[size] = 0;
}

static kept_state keep_state(const br_identification *w)
{
    return (kept_state){w->notes.size, w->warnings.size, w->drive, w->made_a, w->rotary, w->drive_spikes};
}

static void drop_log(br_owned_identification *own, const kept_state *before)
{
    br_identification *w = &own->w;
    int i = w->logs;
    br_loaded_log_free(&w->log[i]);
    free(w->rejected[i].row);
    free(own->name[i]);
    br_table_close(own->table[i]);
    own->name[i] = NULL;
    own->table[i] = NULL;
    w->rejected[i] = (br_identification_rejected){0};
    w->axis[i] = (br_axis_log){0};
    cut_text(&w->notes, before->notes);
    cut_text(&w->warnings, before->warnings);
    w->drive = before->drive;
    w->made_a = before->made_a;
    w->rotary = before->rotary;
    w->drive_spikes = before->drive_spikes;
}

static br_status read_table(br_owned_identification *own, br_table *log, br_log_role role, br_diag *why)
{
    br_identification *w = &own->w;
    br_loaded_log *l = &w->log[w->logs];
    const char *name = log->rows.name ? log->rows.name : "log";
    br_rows rows = {0};
    own->name[w->logs] = malloc(strlen(name) + 1);
    if (!own->name[w->logs])
        return BR_NO_MEMORY;
    l->name = strcpy(own->name[w->logs], name);
    l->most = w->most;
    l->parted = true;
    snprintf(l->who, sizeof l->who, "%s", w->who);
    w->axis[w->logs].test = role == BR_LOG_TEST;
    br_status status = br_table_hold(log, "br_identification_add", &rows, why);
    if (status != BR_OK)
        return status;
    log->references++;
    own->table[w->logs] = log;
    status = br_loaded_log_read(l, rows, w->given.signals, "--signals", why);
    return status == BR_OK ? br_identification_take_log(w, why) : status;
}

static br_status check_role(const br_identification *w, br_log_role role, br_diag *why)
{
    if (role != BR_LOG_FITTED && role != BR_LOG_TEST)
        return br_diag_fail(why, BR_BAD_USAGE, "%sa log is BR_LOG_FITTED or BR_LOG_TEST", w->who);
    if (role == BR_LOG_TEST && w->logs == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%stest logs come last, behind those that are fitted", w->who);
    if (role == BR_LOG_FITTED && w->logs > 0 && w->axis[w->logs - 1].test)
        return br_diag_fail(why, BR_BAD_USAGE, "%stest logs come last, behind those that are fitted", w->who);
    if (role == BR_LOG_TEST && w->given.hold_out > 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%sa test log and `--hold-out` exclude each other", w->who);
    if (w->logs == BR_IDENTIFICATION_LOGS)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%d logs are the most", w->who, BR_IDENTIFICATION_LOGS);
    return BR_OK;
}

static br_status add_log(br_identification *id, br_table *log, br_log_role role, br_diag *why)
{
    br_owned_identification *own = br_owned(id);
    if (!own || !log)
        return br_diag_fail(why, BR_BAD_USAGE, "br_identification_add: an identification and a log are needed");
    if (own->ran)
        return br_diag_fail(why, BR_BAD_USAGE, "%sit has run; open another one", own->who);
    br_status status = check_role(&own->w, role, why);
    if (status == BR_OK && !log->in_memory && !own->w.given.again)
        status = br_table_load(log, why);
    if (status != BR_OK)
        return status;
    kept_state before = keep_state(&own->w);
    status = read_table(own, log, role, why);
    if (status != BR_OK)
        drop_log(own, &before);
    return status;
}

br_status br_identification_add(br_identification *id, br_table *log, br_log_role role, br_diag *why)
{
    return say(id && br_owned(id)->by_command, add_log(id, log, role, why), why);
}

// ---------------------------------------------------------------- the run

// The table that was added, or, as the program opens it, another one, which goes with its rows.
static br_status reopen_table(const void *of, int log, br_rows *table, br_diag *why)
{
    const br_owned_identification *own = of;
    const br_identification_options *given = &own->w.given;
    br_table *fresh = NULL;
    if (!given->again)
        return br_table_hold(own->table[log], "br_identification_run", table, why);
    br_status status = given->again(given->context, log, &fresh, why);
    if (status == BR_OK)
        status = br_table_hold(fresh, "br_identification_run", table, why);
    br_table_close(fresh);
    return status;
}

typedef struct caller {
    br_owned_identification *own;
    int (*progress)(void *context, double share);
    void *context;
} caller;

static int call_progress(void *of, double share, const char *laws)
{
    const caller *c = of;
    c->own->running = laws;
    int on = c->progress(c->context, share);
    c->own->running = NULL;
    return on;
}

static br_status fit_and_judge(br_owned_identification *own, caller *c, br_diag *why)
{
    br_identification *w = &own->w;
    br_status status = br_identification_set_terms(w, why);
    if (status == BR_OK)
        status = br_identification_set_delay(w, why);
    if (status == BR_OK)
        status = br_identification_precheck(w);
    if (status == BR_OK)
        br_identification_write_balance(&own->balance, w);
    if (status == BR_OK)
        status = own->balance.status;
    if (status == BR_OK)
        status = br_identification_fit(w, c->progress ? call_progress : NULL, c, why);
    for (int i = 0; i < w->logs; i++) { // to be read once more; names of columns stay
        br_rows_close(w->log[i].table);
        w->log[i].table.kind = NULL;
    }
    return status == BR_OK ? br_identification_judge(w, reopen_table, own) : status;
}

// What comes from rooms below names options of the command.
static void write_plainly(br_identification *w)
{
    br_plain_words(w->notes.text);
    br_plain_words(w->warnings.text);
    br_plain_words(w->failures.text);
    for (int i = 0; i < w->laws; i++) {
        replace_words(&w->law[i].why);
        br_plain_words(w->law[i].why.text);
    }
}

static br_status run(br_identification *id, caller *c, br_diag *why)
{
    br_owned_identification *own = br_owned(id);
    if (!own)
        return br_diag_fail(why, BR_BAD_USAGE, "br_identification_run: an identification is needed");
    if (own->ran)
        return br_diag_fail(why, BR_BAD_USAGE, "%sit has run; open another one", own->who);
    if (own->w.logs == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%sno log to fit; br_identification_add gives one", own->who);
    own->ran = true;
    br_status status = fit_and_judge(own, c, why);
    release_tables(own);
    own->tried = status == BR_OK;
    own->done = own->tried && own->w.best >= 0;
    if (!own->by_command)
        write_plainly(&own->w);
    return status == BR_OK ? br_identification_first_failure(&own->w, why) : status;
}

br_status br_identification_run(br_identification *id, int (*progress)(void *context, double share), void *context,
                                br_diag *why)
{
    return say(id && br_owned(id)->by_command, run(id, &(caller){br_owned(id), progress, context}, why), why);
}

const char *br_identification_running(const br_identification *id)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    return !own ? NULL : own->running ? own->running : "";
}
