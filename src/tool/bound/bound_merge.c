// bound_merge.c - slabs of one problem, from their JSON files, as one answer.    [host]
#include "num/base/fp.h"

#include "file/json/read.h"
#include "file/disk/whole.h"
#include "tool/bound/bound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 28 }; // bytes of a file

typedef struct slab {
    br_json_tree t;
    const char *file;
    br_diag *why;
    br_status status; // of the first thing that was wrong
} slab;

// ---------------------------------------------------------------- what a file must have

static int json_field(slab *s, int at, const char *key, br_json_kind kind)
{
    int found = br_json_find(&s->t, at, key);
    if (found >= 0 && s->t.value[found].kind == kind)
        return found;
    if (s->status == BR_OK)
        s->status =
            tool_complain(s->why, BR_BAD_DATA,
                          "%.100s: not a JSON file of 'bristle bound --slab': '%s' is missing or wrong", s->file, key);
    return -1;
}

static double json_number(slab *s, int at, const char *key)
{
    int found = json_field(s, at, key, BR_JSON_NUMBER);
    return found < 0 ? 0 : s->t.value[found].number;
}

static int json_integer(slab *s, int at, const char *key, int least, int most)
{
    double x = json_number(s, at, key);
    if (s->status == BR_OK && !(x >= least && x <= most && x == (double)(int)x))
        s->status = tool_complain(s->why, BR_BAD_DATA, "%.100s: '%s' is not an integer from %d to %d", s->file, key,
                                  least, most);
    return s->status == BR_OK ? (int)x : least;
}

static const char *json_text(slab *s, int at, const char *key)
{
    int found = json_field(s, at, key, BR_JSON_TEXT);
    return found < 0 ? "" : s->t.value[found].text;
}

static bool json_bool(slab *s, int at, const char *key)
{
    int found = br_json_find(&s->t, at, key);
    return found >= 0 && s->t.value[found].kind == BR_JSON_TRUE;
}

// ---------------------------------------------------------------- one slab

static br_verdict verdict_of(slab *s)
{
    const char *word = json_text(s, 0, "verdict");
    for (int i = 0; i < 3; i++)
        if (strcmp(word, bound_verdicts[i]) == 0)
            return (br_verdict)i;
    if (s->status == BR_OK)
        s->status = tool_complain(s->why, BR_BAD_DATA, "%.100s: '%.60s' is not a verdict", s->file, word);
    return BR_UNCERTAIN;
}

static void read_parameters(slab *s, int at, bound_answer *a, br_interval *p)
{
    int count = 0;
    for (int i = br_json_first(&s->t, at); i >= 0 && count < BR_STICK_PARAMS; i = s->t.value[i].next, count++) {
        snprintf(a->name[count], sizeof a->name[count], "%s", s->t.value[i].key);
        snprintf(a->unit[count], sizeof a->unit[count], "%s", json_text(s, i, "unit"));
        a->renews[count] = json_bool(s, i, "renews");
        p[count] = br_interval_of(json_number(s, i, "lo"), json_number(s, i, "hi"));
        if (s->status == BR_OK && br_interval_is_empty(p[count]))
            s->status =
                tool_complain(s->why, BR_BAD_DATA, "%.100s: an interval of %.40s is reversed", s->file, a->name[count]);
    }
    a->np = count;
}

static void read_logs(slab *s, bound_answer *a)
{
    for (int i = br_json_first(&s->t, json_field(s, 0, "logs", BR_JSON_ARRAY)); i >= 0 && a->logs < TOOL_OPERANDS;
         i = s->t.value[i].next, a->logs++) {
        snprintf(a->log[a->logs].name, sizeof a->log[0].name, "%s", json_text(s, i, "name"));
        a->log[a->logs].rows = json_integer(s, i, "rows", 2, 100000000);
        a->log[a->logs].h = json_number(s, i, "step");
    }
}

static br_status read_slides(slab *s, bound_answer *a)
{
    int at = json_field(s, 0, "slides", BR_JSON_ARRAY), count = at < 0 ? 0 : s->t.value[at].count;
    a->found.slide = calloc((size_t)count + 1, sizeof *a->found.slide);
    if (!a->found.slide)
        return BR_NO_MEMORY;
    for (int i = br_json_first(&s->t, at); i >= 0; i = s->t.value[i].next) {
        br_slide_result *r = &a->found.slide[a->found.slides++];
        r->log = json_integer(s, i, "log", 1, a->logs) - 1;
        r->first = json_integer(s, i, "first", 1, 100000000) - 1;
        r->last = json_integer(s, i, "last", 1, 100000000) - 1;
        r->moves = json_bool(s, i, "moves");
        r->searched = json_bool(s, i, "searched");
        read_parameters(s, json_field(s, i, "parameters", BR_JSON_OBJECT), a, r->p);
    }
    return BR_OK;
}

static br_status read_slab(slab *s, bound_answer *a)
{
    br_status status = BR_OK;
    int at = json_field(s, 0, "slab", BR_JSON_OBJECT);
    a->found.verdict = verdict_of(s);
    a->found.stopped = json_bool(s, 0, "interrupted");
    a->found.boxes = (long)json_number(s, 0, "boxes");
    a->found.passes = json_integer(s, 0, "passes", 0, 1000);
    a->of = json_integer(s, at, "of", 1, 1000000);
    a->part = json_integer(s, at, "part", 1, a->of);
    a->digest = strtoull(json_text(s, 0, "problem"), NULL, 16);
    read_logs(s, a);
    if (a->found.verdict == BR_INCONSISTENT) {
        a->found.log = json_integer(s, 0, "log", 1, a->logs) - 1;
        a->found.row = json_integer(s, 0, "row", 1, 100000000) - 1;
        a->died = json_number(s, 0, "t");
    } else {
        read_parameters(s, json_field(s, 0, "parameters", BR_JSON_OBJECT), a, a->found.p);
        status = read_slides(s, a);
    }
    snprintf(a->sliced, sizeof a->sliced, "%s", json_text(s, at, "parameter"));
    return status == BR_OK ? s->status : status;
}

// ---------------------------------------------------------------- all of them

static void merge_slides(br_paving *all, const br_paving *one, int np)
{
    for (int i = 0; i < all->slides; i++) {
        all->slide[i].moves = all->slide[i].moves || one->slide[i].moves;
        all->slide[i].searched = all->slide[i].searched && one->slide[i].searched;
        for (int j = 0; j < np; j++)
            all->slide[i].p[j] = br_interval_hull(all->slide[i].p[j], one->slide[i].p[j]);
    }
}

// What is left is what some slab leaves; it is fine where all are.
static void merge_answer(bound_answer *all, const bound_answer *one)
{
    br_paving *v = &all->found;
    br_verdict worst = v->verdict == BR_UNCERTAIN || one->found.verdict == BR_UNCERTAIN ? BR_UNCERTAIN : BR_CONSISTENT;
    v->boxes += one->found.boxes;
    v->passes = one->found.passes > v->passes ? one->found.passes : v->passes;
    v->stopped = v->stopped || one->found.stopped;
    for (int i = 0; i < all->np; i++)
        v->p[i] = br_interval_hull(v->p[i], one->found.p[i]);
    merge_slides(v, &one->found, all->np);
    v->verdict = worst;
}

// The later of the rows at which the slabs lost their last box.
static void merge_deleted(bound_answer *all, const bound_answer *one)
{
    all->found.boxes += one->found.boxes;
    if (all->found.verdict != BR_INCONSISTENT || one->died <= all->died)
        return;
    all->died = one->died;
    all->found.log = one->found.log;
    all->found.row = one->found.row;
}

static br_status check_same_problem(const bound_answer *first, const bound_answer *one, const char *file,
                                    const char *seen, br_diag *why)
{
    if (one->digest != first->digest || one->of != first->of || one->logs != first->logs)
        return tool_complain(why, BR_BAD_DATA, "%.100s: this slab belongs to another problem than the first file",
                             file);
    if (seen[one->part])
        return tool_complain(why, BR_BAD_DATA, "%.100s: slab %d/%d is given twice", file, one->part, one->of);
    return BR_OK;
}

typedef struct merging {
    bound_answer *all;
    bound_answer one;
    char *seen; // by part
    int files;
} merging;

static br_status add_slab(merging *m, const char *file, br_diag *why)
{
    bound_answer *all = m->all, *one = &m->one;
    if (m->files == 0)
        m->seen = calloc((size_t)one->of + 1, 1);
    if (!m->seen)
        return BR_NO_MEMORY;
    br_status status = m->files > 0 ? check_same_problem(all, one, file, m->seen, why) : BR_OK;
    if (status != BR_OK)
        return status;
    bool lives = one->found.verdict != BR_INCONSISTENT, lived = m->files > 0 && all->found.verdict != BR_INCONSISTENT;
    if (lives && lived && one->found.slides != all->found.slides)
        return tool_complain(why, BR_BAD_DATA, "%.100s: its slides differ from those of the files before", file);
    m->seen[one->part] = 1;
    if (m->files++ == 0 || (lives && !lived)) { // takes its place
        long boxes = m->files > 1 ? all->found.boxes : 0;
        br_paving_free(&all->found);
        *all = *one;
        all->found.boxes += boxes;
        one->found = (br_paving){0};
    } else if (lives) {
        merge_answer(all, one);
    } else {
        merge_deleted(all, one);
    }
    return BR_OK;
}

static br_status merge_file(merging *m, const char *file, br_diag *why)
{
    char *bytes;
    size_t size;
    slab s = {.file = file, .why = why};
    br_status status = br_file_read(file, MOST, &bytes, &size, why);
    if (status != BR_OK)
        return status;
    status = br_json_read(&s.t, bytes, size, file, why);
    if (status == BR_OK) {
        m->one = (bound_answer){0};
        status = read_slab(&s, &m->one);
        if (status == BR_OK)
            status = add_slab(m, file, why);
        br_paving_free(&m->one.found);
        br_json_free(&s.t);
    }
    free(bytes);
    return status;
}

br_status bound_merge(bound_answer *all, const char *const *file, int files, br_diag *why)
{
    merging *m = calloc(1, sizeof *m);
    br_status status = m ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < files && status == BR_OK; i++) {
        m->all = all;
        status = merge_file(m, file[i], why);
    }
    for (int part = 1; status == BR_OK && m->seen && part <= all->of; part++)
        if (!m->seen[part])
            status = tool_complain(why, BR_BAD_DATA, "bristle bound: --merge: slab %d/%d is missing", part, all->of);
    all->part = 0;
    if (status != BR_OK)
        br_paving_free(&all->found);
    if (m)
        free(m->seen);
    free(m);
    return status;
}
