// deliver.c - where results of a command go.                                     [host]
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "file/page/html.h"
#include "num/text/piece.h"
#include "num/text/sha256.h"
#include "tool/kit/caller.h"
#include "tool/kit/deliver.h"
#include "tool/kit/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool to_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

// ---------------------------------------------------------------- before the work

typedef struct output {
    const char *option, *path;
} output;
enum { OUTPUTS = 9, INPUTS = 4 };

static void list_outputs(const tool_args *a, output to[OUTPUTS])
{
    const output all[OUTPUTS] = {{"--csv", a->csv},
                                 {"--mat", a->mat},
                                 {"--json", a->json},
                                 {"--report", a->report},
                                 {"--svg", a->svg},
                                 {"-o", a->out},
                                 {"--save-params", a->save_params},
                                 {"--map", a->map},
                                 {"--certificate", a->certificate}};
    memcpy(to, all, sizeof all);
}

static bool is_same_entry(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

// Whether a file that may not be there yet stands in the same folder under the same name.
static bool is_same_place(const char *a, const char *b)
{
    const char *path[2] = {a, b}, *name[2];
    struct stat folder[2];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(path[i], '/');
        char text[4096];
        int size = slash ? (int)(slash - path[i]) : 0;
        name[i] = slash ? slash + 1 : path[i];
        if (size >= (int)sizeof text)
            return false;
        snprintf(text, sizeof text, "%.*s", size, path[i]);
        if (stat(size > 0 ? text : slash ? "/" : ".", &folder[i]) != 0)
            return false;
    }
    return strcmp(name[0], name[1]) == 0 && is_same_entry(&folder[0], &folder[1]);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    bool is_a = stat(a, &x) == 0, is_b = stat(b, &y) == 0;
    if (is_a && is_b)
        return is_same_entry(&x, &y) && S_ISREG(x.st_mode);
    return !is_a && !is_b && is_same_place(a, b);
}

static br_status check_apart(const char *command, const tool_args *a, const char *const *inputs, int count,
                             br_diag *why)
{
    output o[OUTPUTS];
    list_outputs(a, o);
    for (int i = 0; i < OUTPUTS; i++)
        for (int k = i + 1; k < OUTPUTS + count; k++) {
            const char *other = k < OUTPUTS ? o[k].path : inputs[k - OUTPUTS];
            if (!a->call && o[i].path && other && to_stdout(o[i].path) && to_stdout(other) && k < OUTPUTS)
                return tool_complain(why, BR_BAD_USAGE, "bristle %s: only one of %s and %s can go to standard output",
                                     command, o[i].option, o[k].option);
            if (o[i].path && other && !to_stdout(o[i].path) && is_same_file(o[i].path, other))
                return tool_complain(why, BR_BAD_USAGE,
                                     "bristle %s: %.100s is named twice and would be overwritten; give different names",
                                     command, o[i].path);
        }
    return BR_OK;
}

// A device or a pipe is not touched before there is something for it.
static br_status check_writable(const char *path, br_diag *why)
{
    struct stat s;
    br_draft draft;
    if (!path || to_stdout(path) || (stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)))
        return BR_OK;
    br_status status = br_draft_open(&draft, path, true, why);
    if (status == BR_OK)
        br_draft_drop(&draft);
    return status;
}

br_status tool_outputs(const char *command, const tool_args *a, const char *const *inputs, int count, br_diag *why)
{
    output o[OUTPUTS];
    const char *const named[INPUTS] = {a->params, a->test, a->model, a->input};
    list_outputs(a, o);
    br_status status = check_apart(command, a, inputs, count, why);
    for (int i = 0; i < INPUTS && status == BR_OK; i++) // names of laws and sets are no files
        if (named[i] && access(named[i], F_OK) == 0)
            status = check_apart(command, a, &named[i], 1, why);
    for (int i = 0; i < OUTPUTS && status == BR_OK; i++)
        status = check_writable(o[i].path, why);
    return status;
}

// ---------------------------------------------------------------- after it

br_status tool_deliver(const char *path, const br_buffer *text, bool replace, br_buffer *out, br_diag *why)
{
    if (text->status != BR_OK)
        return text->status;
    if (!to_stdout(path))
        return br_file_write(path, text->text ? text->text : "", text->size, replace, why);
    br_buffer_add(out, text->text, text->size);
    return BR_OK;
}

static void write_date(br_buffer *out)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    time_t now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm day;
    char text[40];
    if (gmtime_r(&now, &day) && strftime(text, sizeof text, "%Y-%m-%d", &day))
        br_buffer_put(out, text);
}

// "axis.csv: SHA-256 ...": which bytes the report speaks of. Nothing for a name that is no file, such as that of a law.
static void write_input(br_buffer *out, const tool_args *a, const char *path)
{
    struct stat s;
    char hex[BR_SHA256_HEX], block[65536];
    size_t size;
    br_sha256 sum;
    if (!path || tool_call_find(a->call, path) || stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return;
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    br_sha256_init(&sum);
    while ((size = fread(block, 1, sizeof block, file)) > 0)
        br_sha256_add(&sum, block, size);
    if (!ferror(file)) {
        br_sha256_hex(&sum, hex);
        br_buffer_put(out, "<p class=\"dim input\">");
        br_html_text(out, tool_base_name(path));
        br_buffer_print(out, ": SHA-256 <code>%s</code></p>\n", hex);
    }
    fclose(file);
}

static void write_inputs(br_buffer *out, const tool_args *a)
{
    const char *const named[INPUTS] = {a->params, a->test, a->model, a->input};
    for (int i = 0; i < a->noperands; i++)
        write_input(out, a, a->operands[i]);
    for (int i = 0; i < INPUTS; i++)
        write_input(out, a, named[i]);
}

br_status tool_deliver_report(br_buffer *report, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_buffer command = {0}, origin = {0};
    tool_repeat(a->command, a, (const char *const[]){NULL}, &command);
    br_buffer_put(&origin, "<p class=\"dim\"><code>");
    br_html_text(&origin, command.text ? command.text : "");
    br_buffer_put(&origin, "</code> &ndash; bristle " BR_VERSION ", ");
    write_date(&origin);
    br_buffer_put(&origin, "</p>\n");
    br_buffer_free_into(&command, &origin.status);
    write_inputs(&origin, a);
    br_html_put_first(report, &origin);
    br_buffer_free(&origin);
    return tool_deliver(a->report, report, true, out, why);
}

void tool_written(br_buffer *out, const char *what, const char *path)
{
    if (!path || to_stdout(path))
        return;
    br_buffer_print(out, "%s written to ", what);
    br_buffer_safe(out, path, strlen(path));
    br_buffer_put(out, "\n");
}

bool tool_wants_text(const tool_args *a)
{
    return !to_stdout(a->csv) && !to_stdout(a->mat) && !to_stdout(a->json) && !to_stdout(a->report) &&
           !to_stdout(a->svg) && !to_stdout(a->certificate) && !to_stdout(a->map);
}

bool tool_makes_text(const tool_args *a)
{
    return tool_wants_text(a) || (!a->call && (to_stdout(a->csv) || to_stdout(a->mat) || to_stdout(a->map)));
}

// A table has no place for the warnings of its text: beside one on standard output they go to standard error.
static void write_warnings(const br_buffer *text)
{
    for (const char *line = text->text; line && *line;) {
        size_t size = strcspn(line, "\n");
        if (strncmp(line, "warning: ", 9) == 0)
            fprintf(stderr, "%.*s\n", (int)size, line);
        line += size + (line[size] == '\n');
    }
}

// Paths of files that are complete. When a later one fails, its message names their options.
typedef struct written {
    const char *path[OUTPUTS];
    int count;
} written;

static void note_written(written *w, const char *path, br_status status)
{
    if (status == BR_OK && path && !to_stdout(path))
        w->path[w->count++] = path;
}

static const char *option_of(const tool_args *a, const char *path)
{
    output o[OUTPUTS];
    list_outputs(a, o);
    int i = OUTPUTS - 1; // the last one: excite has its -o as --csv, too
    while (i > 0 && o[i].path != path)
        i--;
    return o[i].option;
}

// Of a message too long for them the end goes: they are named in any case.
static void name_written(const written *w, const tool_args *a, br_status status, br_diag *why)
{
    char names[120] = "";
    for (int i = 0; i < w->count; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                 i > 0 ? ", " : "; written before that: ", option_of(a, w->path[i]));
    if (w->count > 0 && !why->text[0])
        snprintf(why->text, sizeof why->text, "bristle: %s", br_status_text(status));
    size_t most = sizeof why->text - 1 - strlen(names), size = strlen(why->text);
    snprintf(why->text + (size < most ? size : most), sizeof names, "%s", names);
}

// To a call the table goes in any case, and standard output is its program's.
static br_status deliver_table(const tool_rows *table, const tool_args *a, written *w, br_diag *why)
{
    br_status status = a->call ? tool_call_keep(a->call, table) : BR_OK;
    if (status == BR_OK && a->csv && !(a->call && to_stdout(a->csv)))
        status = table_file(table, a->csv, false, why);
    note_written(w, a->csv, status);
    if (status == BR_OK && a->mat && !(a->call && to_stdout(a->mat)))
        status = table_file(table, a->mat, true, why);
    note_written(w, a->mat, status);
    return status;
}

static br_status deliver_files(tool_views *v, const tool_rows *table, const tool_args *a, written *w, br_buffer *out,
                               br_diag *why)
{
    br_status status = table ? deliver_table(table, a, w, why) : BR_OK;
    if (status == BR_OK && a->json) {
        status = v->json_rows && !a->call ? table_json_file(table, &v->json, a->json, why)
                                          : tool_deliver(a->json, &v->json, true, out, why);
        note_written(w, a->json, status);
    }
    if (status == BR_OK && a->report)
        status = tool_deliver_report(&v->report, a, out, why);
    return status;
}

br_status tool_deliver_views(tool_views *v, const tool_rows *table, br_status status, const tool_args *a,
                             br_buffer *out, br_diag *why)
{
    written w = {0};
    for (int i = 0; i < TOOL_BEFORE; i++)
        note_written(&w, v->before[i], BR_OK);
    if (status == BR_OK)
        status = v->text.status;
    if (status == BR_OK)
        status = deliver_files(v, table, a, &w, out, why);
    if (status != BR_OK)
        name_written(&w, a, status, why);
    if (status == BR_OK && tool_wants_text(a)) {
        br_buffer_add(out, v->text.text, v->text.size);
        tool_written(out, "table", table ? a->csv : NULL);
        tool_written(out, "MAT file", table ? a->mat : NULL);
        tool_written(out, "JSON", a->json);
        tool_written(out, "report", a->report);
    } else if (status == BR_OK && tool_makes_text(a)) {
        write_warnings(&v->text);
    }
    br_buffer_free(&v->text);
    br_buffer_free(&v->json);
    br_buffer_free(&v->report);
    return status;
}
