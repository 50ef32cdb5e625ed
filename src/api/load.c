// load.c - a law by its name, file or text, with the values of lists.             [host]
#include "num/base/fp.h"

#include "api/load.h"
#include "file/disk/whole.h"
#include "law/builtin/builtin.h"
#include "law/builtin/embedded.h"
#include "num/text/buffer.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_text *built_in(const char *name)
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
    const br_text *b = built_in(name);
    if (b) {
        *size = b->size;
        return b->text;
    }
    if (!s->path)
        return NULL;
    for (br_kept_text *t = s->kept; t; t = t->next)
        if (strcmp(t->name, name) == 0) {
            *size = t->size;
            return t->text;
        }
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
static br_status read_input(const char *path, char **text, size_t *size, br_diag *why)
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
        br_status status = read_input(model, &t->text, &t->size, why);
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
    const br_text *b = built_in(model);
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

static br_status no_such_params(const br_parsed_law *law, const char *params, br_diag *why)
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
        status = no_such_params(&law, params, why);
    else
        status = read_input(params, &m->params_text, &given->size, why);
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

br_status br_loaded_model_open_ranged(br_loaded_model *m, const char *model, const char *params, const char *at,
                                      const char *range, br_diag *why)
{
    const br_given more[] = {{.text = at, .size = at ? strlen(at) : 0, .origin = "--at"},
                             {.text = range, .size = range ? strlen(range) : 0, .origin = "--range"}};
    return br_loaded_model_open_lists(m, model, params, more, 2, why);
}

br_status br_loaded_model_open(br_loaded_model *m, const char *model, const char *params, const char *at, br_diag *why)
{
    return br_loaded_model_open_ranged(m, model, params, at, NULL, why);
}

// ---------------------------------------------------------------- a law in a plant

// "my" of laws/my.law: the name under which the finder knows it.
static br_status name_in_plant(const br_law_source *law, const char *model, char name[BR_MAX_NAME + 1], br_diag *why)
{
    const char *slash = strrchr(model, '/'), *base = slash ? slash + 1 : model;
    size_t n = strlen(base);
    n -= law->path && n > 4 && strcmp(base + n - 4, ".law") == 0 ? 4 : 0;
    if (n > BR_MAX_NAME || (law->path && strcmp(base + n, ".law") != 0))
        return br_diag_fail(why, BR_BAD_LAW, "bristle: %.100s: a law used in a plant must be a file NAME.law", model);
    snprintf(name, BR_MAX_NAME + 1, "%.*s", (int)n, base);
    if (law->path && built_in(name))
        return br_diag_fail(why, BR_BAD_LAW,
                            "bristle: %.100s: a law used in a plant needs a name that no built-in law has; rename it",
                            model);
    return BR_OK;
}

// Names of the law become names of the part; those of the plant (NULL: none) stay.
static br_status prefix_names(br_assignments *list, const br_parsed_law *law, const br_parsed_law *plant,
                              const char *part, br_diag *why)
{
    for (int i = 0; i < list->count; i++) {
        char name[2 * BR_NAME_SIZE];
        br_assignment *a = &list->item[i];
        if (plant && br_law_find(plant, a->name, strlen(a->name)) >= 0)
            continue;
        int n = snprintf(name, sizeof name, "%s.%s", part, a->name);
        if (n >= BR_NAME_SIZE)
            return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "this name is too long after %s", part);
        memcpy(a->name, name, (size_t)n + 1);
    }
    if (list->law[0] && strcmp(list->law, law->name) != 0)
        return br_complain(why, BR_BAD_LAW, &list->tokens, &list->law_at, "this set is for %s, not %s", list->law,
                           law->name);
    list->law[0] = 0;
    return BR_OK;
}

// The lists of a plant with a law in it: its own, that of --params and that of --at.
static br_status read_lists(br_loaded_model *m, const br_plant_choice *plant, const char *name, const char *params,
                            const char *at, br_assignments list[3], br_buffer *own, br_diag *why)
{
    const br_law_source *law = &m->from;
    br_read_options o = {.find = law->source.find, .context = law->source.context};
    const br_text *around = built_in(plant->name);
    br_parsed_law read, outer;
    br_status status = br_law_read(&read, law->source.text, law->source.size, law->source.origin, &o, why);
    if (status != BR_OK)
        return status;
    status = br_law_read(&outer, around->text, around->size, around->name, &o, why);
    if (status != BR_OK) {
        br_law_free(&read);
        return status;
    }
    bool set = params && br_law_find_set(&read, params, strlen(params)) >= 0;
    size_t size = 0;
    br_buffer_print(own, "%s = %s%s%s", plant->choice, name, *plant->values ? ", " : "", plant->values);
    if (set)
        br_buffer_print(own, ", %s = %s", plant->part, params);
    else if (params && !strchr(params, '/') && !br_file_exists(params))
        status = no_such_params(&read, params, why);
    else if (params)
        status = read_input(params, &m->params_text, &size, why);
    if (status == BR_OK)
        status =
            own->status == BR_OK ? br_assignments_read(&list[0], own->text, own->size, plant->name, why) : own->status;
    if (status == BR_OK && m->params_text)
        status = br_assignments_read(&list[1], m->params_text, size, params, why);
    if (status == BR_OK)
        status = prefix_names(&list[1], &read, NULL, plant->part, why);
    if (status == BR_OK && at)
        status = br_assignments_read(&list[2], at, strlen(at), "--at", why);
    if (status == BR_OK)
        status = prefix_names(&list[2], &read, &outer, plant->part, why);
    br_law_free(&outer);
    br_law_free(&read);
    return status;
}

br_status br_loaded_model_open_in(br_loaded_model *m, const br_plant_choice *plant, const char *model,
                                  const char *params, const char *at, br_diag *why)
{
    char name[BR_MAX_NAME + 1];
    br_buffer own = {0};
    br_assignments list[3];
    const br_assignments *const lists[] = {&list[0], &list[1], &list[2]};
    memset(m, 0, sizeof *m);
    memset(list, 0, sizeof list);
    br_status status = br_law_source_open(&m->from, model, why);
    if (status == BR_OK)
        status = name_in_plant(&m->from, model, name, why);
    if (status == BR_OK)
        status = read_lists(m, plant, name, params, at, list, &own, why);
    if (status == BR_OK) {
        const br_text *text = built_in(plant->name);
        m->from.source.text = text->text;
        m->from.source.size = text->size;
        m->from.source.origin = text->name;
        status = br_model_open(&m->model, &m->from.source, lists, 3, why);
    }
    for (int i = 0; i < 3; i++)
        br_assignments_free(&list[i]);
    br_buffer_free(&own);
    if (status != BR_OK)
        br_loaded_model_close(m);
    return status;
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
        status = br_assignments_read(&on_top, at, strlen(at), "--at", why);
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
