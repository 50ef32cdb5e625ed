// load.c - a law by its name, file or text, with the values of lists.             [host]
#include "num/base/fp.h"

#include "api/law/load.h"
#include "api/law/load_parts.h"
#include "file/disk/whole.h"
#include "law/builtin/builtin.h"
#include "law/builtin/embedded.h"
#include "num/text/buffer.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const br_text *br_built_in_law(const char *name)
{
    for (const br_text *t = br_embedded_laws; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

static bool is_path(const char *model)
{
    size_t n = strlen(model);
    return strchr(model, '/') || (n > 4 && strcmp(model + n - 4, ".law") == 0);
}

// ---------------------------------------------------------------- the text of a law

static const char *find_used(void *context, const char *name, size_t *size)
{
    br_law_source *s = context;
    const br_text *b = br_built_in_law(name);
    if (b) {
        *size = b->size;
        return b->text;
    }
    for (br_kept_text *t = s->kept; t; t = t->next)
        if (strcmp(t->name, name) == 0) {
            *size = t->size;
            return t->text;
        }
    if (!s->path)
        return NULL;
    const char *slash = strrchr(s->path, '/');
    int folder = slash ? (int)(slash + 1 - s->path) : 0;
    size_t room = (size_t)folder + strlen(name) + sizeof ".law";
    char *path = malloc(room);
    br_kept_text *t = calloc(1, sizeof *t);
    if (path && t) {
        snprintf(path, room, "%.*s%s.law", folder, s->path, name);
        snprintf(t->name, sizeof t->name, "%s", name);
        if (br_file_read(path, BR_MAX_TEXT, &t->text, &t->size, NULL) == BR_OK) {
            free(path);
            t->next = s->kept;
            s->kept = t;
            *size = t->size;
            return t->text;
        }
    }
    free(path);
    free(t);
    return NULL;
}

// A law or parameter file that cannot be read is a bad one; memory that runs out is something else.
br_status br_read_input(const char *path, char **text, size_t *size, br_diag *why)
{
    br_status status = br_file_read(path, BR_MAX_TEXT, text, size, why);
    return status == BR_NO_FILE ? BR_BAD_LAW : status;
}

// Somebody typed NAME and has a NAME.law.
static bool is_file_beside(const char *model, char file[BR_MAX_NAME + sizeof ".law"])
{
    int n = snprintf(file, BR_MAX_NAME + sizeof ".law", "%s.law", model);
    return n < (int)(BR_MAX_NAME + sizeof ".law") && br_file_exists(file);
}

br_status br_law_source_open(br_law_source *s, const char *model, br_diag *why)
{
    memset(s, 0, sizeof *s);
    s->source = (br_model_source){.origin = model, .find = find_used, .context = s};
    if (strchr(model, '\n')) {
        s->source.text = model;
        s->source.size = strlen(model);
        s->source.origin = "law";
        return BR_OK;
    }
    if (is_path(model)) {
        br_kept_text *t = calloc(1, sizeof *t);
        if (!t)
            return BR_NO_MEMORY;
        br_status status = br_read_input(model, &t->text, &t->size, why);
        if (status != BR_OK) {
            free(t);
            return status;
        }
        s->path = model;
        s->kept = t;
        s->source.text = t->text;
        s->source.size = t->size;
        return BR_OK;
    }
    const br_text *b = br_built_in_law(model);
    if (b) {
        s->source.text = b->text;
        s->source.size = b->size;
        return BR_OK;
    }
    char file[BR_MAX_NAME + sizeof ".law"];
    const char *near = is_file_beside(model, file) ? file : br_builtin_near(model);
    return br_diag_fail(
        why, BR_BAD_LAW,
        "bristle: there is no law '%.60s'; %s%s%s'bristle laws' lists them, and a file of your own ends in .law", model,
        near ? "did you mean " : "", near ? near : "", near ? "? " : "");
}

void br_law_source_close(br_law_source *s)
{
    while (s->kept) {
        br_kept_text *next = s->kept->next;
        free(s->kept->text);
        free(s->kept);
        s->kept = next;
    }
    memset(s, 0, sizeof *s);
}

// ---------------------------------------------------------------- values

br_status br_no_such_params(const br_parsed_law *law, const char *params, br_diag *why)
{
    char sets[BR_SETS_SIZE];
    br_law_name_sets(law, params, sets);
    if (law->nset == 0)
        return br_diag_fail(why, BR_BAD_LAW, "bristle: law %s has no sets, and there is no file '%.100s'", law->name,
                            params);
    return br_diag_fail(why, BR_BAD_LAW, "bristle: law %s has no set '%.60s' (%s), and there is no such file",
                        law->name, params, sets);
}

// PARAMS of the command line: a set of the law, or a file, whose text is kept in the model.
static br_status find_params(br_loaded_model *m, const char *params, br_given *given, br_diag *why)
{
    const br_model_source *s = &m->from.source;
    br_parsed_law law;
    br_read_options o = {.find = s->find, .context = s->context};
    br_status status = br_law_read(&law, s->text, s->size, s->origin, &o, why);
    if (status != BR_OK)
        return status;
    *given = (br_given){.origin = params};
    if (br_law_find_set(&law, params, strlen(params)) >= 0)
        given->set = params;
    else if (!strchr(params, '/') && !br_file_exists(params))
        status = br_no_such_params(&law, params, why);
    else
        status = br_read_input(params, &m->params_text, &given->size, why);
    given->text = m->params_text;
    br_law_free(&law);
    return status;
}

br_status br_loaded_model_open_lists(br_loaded_model *m, const char *model, const char *params, const br_given *more,
                                     int count, br_diag *why)
{
    memset(m, 0, sizeof *m);
    br_given first = {0};
    const br_given **given = calloc((size_t)count + 1, sizeof *given);
    br_status status = given ? br_law_source_open(&m->from, model, why) : BR_NO_MEMORY;
    if (status == BR_OK && params)
        status = find_params(m, params, &first, why);
    if (status == BR_OK) {
        given[0] = &first;
        for (int i = 0; i < count; i++)
            given[i + 1] = &more[i];
        status = br_model_open_lists(&m->model, &m->from.source, given, count + 1, why);
    }
    if (status != BR_OK)
        br_loaded_model_close(m);
    free(given);
    return status;
}

br_status br_loaded_model_open(br_loaded_model *m, const char *model, const char *params, const char *at, br_diag *why)
{
    const br_given more = {.text = at, .size = at ? strlen(at) : 0, .origin = "--at"};
    return br_loaded_model_open_lists(m, model, params, &more, 1, why);
}

void br_loaded_model_close(br_loaded_model *m)
{
    br_model_close(&m->model);
    free(m->params_text);
    br_law_source_close(&m->from);
    memset(m, 0, sizeof *m);
}

br_status br_loaded_set_open(br_loaded_set *t, const br_law_source *s, const br_parsed_law *law, int set,
                             const char *at, br_diag *why)
{
    br_model_source body = br_model_source_body(&s->source, law);
    br_assignments on_top = {0};
    const br_assignments *const lists[] = {&t->list, &on_top};
    memset(t, 0, sizeof *t);
    br_status status = br_assignments_of_set(&t->list, law, set, why);
    if (status == BR_OK && at)
        status = br_assignments_read(&on_top, at, strlen(at), "--values", why);
    if (status == BR_OK)
        status = br_model_open(&t->model, &body, lists, 2, why);
    br_assignments_free(&on_top);
    if (status != BR_OK)
        br_loaded_set_close(t);
    return status;
}

void br_loaded_set_close(br_loaded_set *t)
{
    br_model_close(&t->model);
    br_assignments_free(&t->list);
}
