// reproduce.c - `bristle reproduce`: the experiments of the papers, statement by statement.     [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "file/json/json.h"
#include "num/text/piece.h"
#include "paper/list/list.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/progress.h"

#include <stdlib.h>
#include <string.h>

static const char *next_name(const void *list, int i)
{
    (void)list;
    const br_experiment *e = br_experiment_at(i);
    return e ? e->name : NULL;
}

static void write_list(br_buffer *out, br_json *j)
{
    br_json_open_file(j, "experiments");
    br_json_field_open(j, "experiments", '[');
    for (int i = 0; i < br_experiments(); i++) {
        const br_experiment *e = br_experiment_at(i);
        size_t from = out->size;
        br_buffer_put(out, e->name);
        br_buffer_pad(out, from, 20);
        br_buffer_put(out, e->title);
        br_buffer_pad(out, from, 76);
        br_buffer_print(out, "%s\n", e->paper);
        br_json_open(j, '{');
        br_json_field_text(j, "experiment", e->name);
        br_json_field_text(j, "title", e->title);
        br_json_field_text(j, "paper", e->paper);
        br_json_close(j);
    }
    br_json_close(j);
    br_json_close(j);
}

static void write_rows(br_buffer *out, const br_experiment *e, const br_outcome *o)
{
    br_buffer_print(out, "%s - %s (%s)\n", e->name, e->title, e->paper);
    for (int i = 0; i < o->findings; i++) {
        const br_finding *f = &o->finding[i];
        br_buffer_print(out, "  %s  %s\n           paper:   %s\n           bristle: %s\n           test:    %s\n",
                        f->agrees ? "agrees " : "DIFFERS", f->statement, f->paper, f->bristle, f->test);
        if (f->because[0])
            br_buffer_print(out, "           note:    %s\n", f->because);
    }
    br_buffer_put(out, "\n");
}

static void show_agreement(br_buffer *out, const void *row)
{
    br_buffer_put(out, ((const br_finding *)row)->agrees ? "agrees" : "differs");
}

static const tool_field finding_fields[] = {FIELD_SHOWN("", show_agreement),
                                            FIELD("statement", "statement", CHARS, br_finding, statement),
                                            FIELD("paper", "paper", CHARS, br_finding, paper),
                                            FIELD("bristle", "bristle", CHARS, br_finding, bristle),
                                            FIELD("test", "test", CHARS, br_finding, test),
                                            FIELD("note", NULL, CHARS, br_finding, because),
                                            FIELD(NULL, "agrees", BOOL, br_finding, agrees),
                                            {0}};

static void json_rows(br_json *j, const br_experiment *e, const br_outcome *o)
{
    for (int i = 0; i < o->findings; i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "experiment", e->name);
        fields_json(j, finding_fields, &o->finding[i]);
        if (o->finding[i].because[0])
            br_json_field_text(j, "note", o->finding[i].because);
        br_json_close(j);
    }
}

static void write_section(br_buffer *out, const br_experiment *e, const br_outcome *o)
{
    br_buffer cells = {0}, title = {0};
    for (int i = 0; i < o->findings; i++)
        fields_row(&cells, finding_fields, &o->finding[i], NULL);
    br_buffer_print(&title, "%s: %s", e->name, e->title);
    br_buffer_print(out, "<div id=\"%s\">\n", e->name);
    fields_report(out, title.text ? title.text : e->name, &cells, e->paper);
    report_plots(out, &o->drawn);
    br_buffer_put(out, "</div>\n");
    br_buffer_free_into(&title, &out->status);
}

typedef struct outputs {
    tool_views views;
    br_buffer sections; // of the report
    br_json j;
    int rows, agree;
    int done; // experiments
    bool interrupted;
} outputs;

static br_status run_experiment(outputs *to, const br_experiment *e, br_diag *why)
{
    br_outcome o = {0};
    br_status status = e->run(&o, why);
    if (status == BR_OK)
        status = o.drawn.status;
    for (int i = 0; i < o.drawn.plots && status == BR_OK; i++)
        status = o.drawn.plot[i]->status; // a plot without one of its curves is none
    if (status == BR_OK) {
        write_rows(&to->views.text, e, &o);
        json_rows(&to->j, e, &o);
        write_section(&to->sections, e, &o);
        to->rows += o.findings;
        for (int i = 0; i < o.findings; i++)
            to->agree += o.finding[i].agrees;
    } else if (why->text[0]) {
        char words[sizeof why->text];
        memcpy(words, why->text, sizeof words);
        tool_complain(why, status, "bristle reproduce: %s: %.300s", e->name, words);
    }
    br_outcome_free(&o);
    return status;
}

// A name, or the beginning of several: "lugre" and "lugre/" stand for all of that paper.
static bool is_selected(const tool_args *a, const char *name)
{
    if (a->noperands == 0)
        return true;
    for (int i = 0; i < a->noperands; i++) {
        size_t n = strlen(a->operands[i]);
        if (strncmp(name, a->operands[i], n) == 0 && (name[n] == 0 || name[n] == '/' || a->operands[i][n - 1] == '/'))
            return true;
    }
    return false;
}

static br_status check_names(const tool_args *a, br_diag *why)
{
    for (int i = 0; i < a->noperands; i++) {
        tool_args single = {.operands = {a->operands[i]}, .noperands = 1};
        bool found = false;
        for (int k = 0; k < br_experiments(); k++)
            found = found || is_selected(&single, br_experiment_at(k)->name);
        if (found)
            continue;
        const char *near = tool_nearest(a->operands[i], next_name, NULL);
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle reproduce: there is no experiment '%.60s'; %s%s%s'bristle reproduce --list' lists them",
            a->operands[i], near ? "did you mean " : "", near ? near : "", near ? "? " : "");
    }
    return BR_OK;
}

static br_status run_experiments(const tool_args *a, outputs *to, br_diag *why)
{
    progress bar = progress_open("experiments", a);
    br_status status = BR_OK;
    to->j.out = &to->views.json;
    br_json_open_file(&to->j, "reproduce");
    br_json_field_open(&to->j, "rows", '[');
    for (int i = 0; i < br_experiments() && status == BR_OK; i++) {
        if (!is_selected(a, br_experiment_at(i)->name))
            continue;
        if (!progress_show(&bar, (double)i / br_experiments()))
            break;
        status = run_experiment(to, br_experiment_at(i), why);
        to->done++;
    }
    progress_close(&bar);
    to->interrupted = bar.interrupted;
    br_json_close(&to->j);
    br_json_close(&to->j);
    report_open(&to->views.report, "Experiments of the papers");
    br_buffer_print(&to->views.report,
                    "<p>%d of %d statements of the papers agree with the results of bristle. Units are SI.</p>\n",
                    to->agree, to->rows);
    br_buffer_add(&to->views.report, to->sections.text, to->sections.size);
    br_html_close(&to->views.report);
    if (status == BR_OK)
        status = to->sections.status;
    br_buffer_free(&to->sections);
    br_buffer_print(&to->views.text, "%d of %d statements agree\n", to->agree, to->rows);
    if (to->interrupted)
        br_buffer_print(&to->views.text, "interrupted after %d experiments: the others were not run\n", to->done);
    return status;
}

static br_status run_reproduce(const tool_args *a, br_buffer *out, br_diag *why)
{
    outputs to = {0};
    br_status status = tool_outputs("reproduce", a, NULL, 0, why);
    if (status == BR_OK && a->list && a->report)
        status =
            tool_complain(why, BR_BAD_USAGE,
                          "bristle reproduce: --list runs nothing that could be reported; drop --list or --report");
    if (status == BR_OK)
        status = check_names(a, why);
    if (status == BR_OK && a->list) {
        to.j.out = &to.views.json;
        write_list(&to.views.text, &to.j);
    } else if (status == BR_OK) {
        status = run_experiments(a, &to, why);
    }
    status = tool_deliver_views(&to.views, NULL, status, a, out, why);
    if (status == BR_OK && to.agree < to.rows)
        status = tool_complain(why, BR_NEGATIVE, "bristle reproduce: %d of %d statements differ", to.rows - to.agree,
                               to.rows);
    return progress_partial(a, to.interrupted, status, why);
}

static const tool_option *const options[] = {
    OWN_OPTION(TOOL_OUTPUT, "--list", NULL, list, "list the experiments and run nothing", NULL), &option_report,
    &option_json, NULL};
static const char *const more[] = {"One row per statement of a paper: its value, the value of bristle, what must hold, "
                                   "and whether it does. A row that cannot "
                                   "agree says why. Exit code 1: at least one row differs.",
                                   NULL};
static const tool_example examples[] = {
    {"list the experiments", "bristle reproduce --list"},
    {"stick-slip as in the LuGre paper", "bristle reproduce lugre/stick-slip"},
    {"report with all figures of a paper", "bristle reproduce lugre --report lugre.html"},
    {NULL, NULL}};

const tool_command command_reproduce = {.name = "reproduce",
                                        .purpose = "run the experiments of the papers and compare the results",
                                        .operand = "NAME",
                                        .operand_help =
                                            "experiments, or a group by the part of the name before / (default: all)",
                                        .operands = TOOL_OPERANDS,
                                        .options = options,
                                        .more = more,
                                        .examples = examples,
                                        .run = run_reproduce};
