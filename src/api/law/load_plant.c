// load_plant.c - a law in a plant: `choice friction = ... | any`, `use friction as fr`.   [host]
#include "num/base/fp.h"

#include "api/law/load.h"
#include "api/law/load_parts.h"
#include "file/disk/whole.h"
#include "num/text/buffer.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// While it is opened: the law that is put into the plant, and the lists of both, each of which wins over those before it.
typedef struct putting {
    br_loaded_model *m;
    const br_plant_choice *plant;
    const char *model, *params;
    const br_given *list;
    int lists;
    bool either;
    br_parsed_law law, around;
    bool has_law, has_around;
    char name[BR_MAX_NAME + 1]; // under which the finder knows the law
    const char *part;           // "fr"
    br_buffer own;              // the choice, and the set of the part
    br_assignments *read;
    int count;
    br_diag *why;
} putting;

// A text is found by the name of its law.
static br_status keep_text(putting *w)
{
    br_law_source *s = &w->m->from;
    br_kept_text *t = calloc(1, sizeof *t);
    char *copy = malloc(s->source.size + 1);
    if (!t || !copy) {
        free(t);
        free(copy);
        return BR_NO_MEMORY;
    }
    memcpy(copy, s->source.text, s->source.size);
    copy[s->source.size] = 0;
    *t = (br_kept_text){.next = s->kept, .text = copy, .size = s->source.size};
    snprintf(t->name, sizeof t->name, "%s", w->law.name);
    s->kept = t;
    return BR_OK;
}

// "my" of laws/my.law, or of the text of a law `my`.
static br_status find_name(putting *w)
{
    const br_law_source *from = &w->m->from;
    bool is_text = from->source.text == w->model;
    const char *slash = strrchr(w->model, '/'), *base = is_text ? w->law.name : slash ? slash + 1 : w->model;
    size_t n = strlen(base);
    n -= from->path && n > 4 && strcmp(base + n - 4, ".law") == 0 ? 4 : 0;
    if (n > BR_MAX_NAME || (from->path && strcmp(base + n, ".law") != 0))
        return br_diag_fail(w->why, BR_BAD_LAW, "bristle: %.100s: a law used in a plant must be a file NAME.law",
                            w->model);
    snprintf(w->name, sizeof w->name, "%.*s", (int)n, base);
    if ((from->path || is_text) && br_built_in_law(w->name))
        return br_diag_fail(w->why, BR_BAD_LAW,
                            "bristle: %.100s: a law used in a plant needs a name that no built-in law has; rename it",
                            is_text ? w->name : w->model);
    return is_text ? keep_text(w) : BR_OK;
}

// The part that the choice decides: `use` of open choices stand in the order of these.
static br_status find_part(putting *w)
{
    const br_text *text = br_built_in_law(w->plant->name);
    br_chosen chosen = {0};
    snprintf(chosen.name, sizeof chosen.name, "%s", w->plant->choice);
    snprintf(chosen.value, sizeof chosen.value, "%s", w->name);
    const br_model_source *from = &w->m->from.source;
    br_read_options o = {.find = from->find, .context = from->context, .chosen = &chosen, .nchosen = 1};
    if (!text || !text->plant)
        return br_diag_fail(w->why, BR_BAD_LAW, "bristle: there is no plant '%.60s'", w->plant->name);
    br_model_source plant = {text->text, text->size, text->name, from->find, from->context};
    br_status status = br_law_read_either(&w->around, &plant, &o, w->why);
    if (status != BR_OK)
        return status;
    w->has_around = true;
    int k = 0;
    for (int i = 0; i < w->around.nchoice; i++) {
        const br_choice *c = &w->around.choice[i];
        if (!c->open)
            continue;
        if (strcmp(c->name, w->plant->choice) == 0 && k < w->around.nparts &&
            strcmp(w->around.part[k].law, w->name) == 0) {
            w->part = w->around.part[k].name;
            return BR_OK;
        }
        k++;
    }
    return br_diag_fail(w->why, BR_BAD_LAW, "bristle: plant %s has no place '%.60s' for a law", w->plant->name,
                        w->plant->choice);
}

// Names of the law become names of the part; those of the plant stay, where they are allowed in the list.
static br_status prefix_names(const putting *w, br_assignments *list, bool either)
{
    for (int i = 0; i < list->count; i++) {
        char name[2 * BR_NAME_SIZE];
        br_assignment *a = &list->item[i];
        if (either && br_law_find(&w->around, a->name, strlen(a->name)) >= 0)
            continue;
        int n = snprintf(name, sizeof name, "%s.%s", w->part, a->name);
        if (n >= BR_NAME_SIZE)
            return br_complain(w->why, BR_BAD_LAW, &list->tokens, &a->at, "this name is too long after %s", w->part);
        memcpy(a->name, name, (size_t)n + 1);
    }
    if (list->law[0] && strcmp(list->law, w->law.name) != 0)
        return br_complain(w->why, BR_BAD_LAW, &list->tokens, &list->law_at, "this set is for %s, not %s", list->law,
                           w->law.name);
    list->law[0] = 0;
    return BR_OK;
}

// The choice, and params: a set of the law, or a file, whose text is kept in the model.
static br_status read_own(putting *w, size_t *size)
{
    const char *params = w->params;
    br_buffer_print(&w->own, "%s = %s", w->plant->choice, w->name);
    if (params && br_law_find_set(&w->law, params, strlen(params)) >= 0)
        br_buffer_print(&w->own, ", %s = %s", w->part, params);
    else if (params && !strchr(params, '/') && !br_file_exists(params))
        return br_no_such_params(&w->law, params, w->why);
    else if (params)
        return br_read_input(params, &w->m->params_text, size, w->why);
    return w->own.status;
}

static br_status read_list(putting *w, const br_given *from)
{
    return from->text ? br_assignments_read(&w->read[w->count++], from->text, from->size, from->origin, w->why) : BR_OK;
}

// The choice and a set of the part, values of the plant, then those of the law: a file, and lists.
static br_status read_lists(putting *w)
{
    size_t size = 0;
    br_status status = read_own(w, &size);
    w->read = calloc((size_t)(w->lists + w->plant->lists) + 2, sizeof *w->read);
    if (status == BR_OK && !w->read)
        status = BR_NO_MEMORY;
    const br_given own = {.text = w->own.text, .size = w->own.size, .origin = w->plant->name},
                   file = {.text = w->m->params_text, .size = size, .origin = w->params};
    if (status == BR_OK)
        status = read_list(w, &own);
    if (status == BR_OK && file.text) {
        status = read_list(w, &file);
        if (status == BR_OK)
            status = prefix_names(w, &w->read[w->count - 1], false);
    }
    for (int i = 0; i < w->lists && status == BR_OK; i++) {
        int at = w->count;
        status = read_list(w, &w->list[i]);
        if (status == BR_OK && w->count > at)
            status = prefix_names(w, &w->read[at], w->either);
    }
    for (int i = 0; i < w->plant->lists && status == BR_OK; i++)
        status = read_list(w, &w->plant->list[i]);
    return status;
}

static br_status open_plant(putting *w)
{
    const br_text *text = br_built_in_law(w->plant->name);
    br_model_source *from = &w->m->from.source;
    const br_assignments **lists = calloc((size_t)w->count + 1, sizeof *lists);
    if (!lists)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->count; i++)
        lists[i] = &w->read[i];
    from->text = text->text;
    from->size = text->size;
    from->origin = text->name;
    br_status status = br_model_open(&w->m->model, from, lists, w->count, w->why);
    free(lists);
    return status;
}

static br_status read_law(putting *w)
{
    const br_model_source *from = &w->m->from.source;
    br_read_options o = {.find = from->find, .context = from->context};
    br_status status = br_law_read(&w->law, from->text, from->size, from->origin, &o, w->why);
    w->has_law = status == BR_OK;
    return status;
}

br_status br_loaded_model_open_in(br_loaded_model *m, const br_plant_choice *plant, const char *model,
                                  const char *params, const br_given *list, int lists, bool either, br_diag *why)
{
    putting w = {.m = m,
                 .plant = plant,
                 .model = model,
                 .params = params,
                 .list = list,
                 .lists = lists,
                 .either = either,
                 .why = why};
    memset(m, 0, sizeof *m);
    br_status status = br_law_source_open(&m->from, model, why);
    if (status == BR_OK)
        status = read_law(&w);
    if (status == BR_OK)
        status = find_name(&w);
    if (status == BR_OK)
        status = find_part(&w);
    if (status == BR_OK)
        status = read_lists(&w);
    if (status == BR_OK)
        status = open_plant(&w);
    for (int i = 0; i < w.count; i++)
        br_assignments_free(&w.read[i]);
    free(w.read);
    br_buffer_free(&w.own);
    if (w.has_around)
        br_law_free(&w.around);
    if (w.has_law)
        br_law_free(&w.law);
    if (status != BR_OK)
        br_loaded_model_close(m);
    return status;
}

void br_write_mass(br_buffer *out, double mass, br_unit unit)
{
    char kg[BR_UNIT_SIZE];
    br_unit_write(kg, unit);
    br_buffer_put(out, "m = ");
    br_buffer_number(out, mass);
    br_buffer_print(out, " %s", kg);
}
