// slab_merge.c - slabs of one problem, from their JSON files, as one answer.    [host]
#include "num/base/fp.h"

#include "api/bound/slab.h"
#include "file/disk/whole.h"
#include "num/text/diag.h"

#include <limits.h>
#include <math.h>
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
            br_diag_fail(s->why, BR_BAD_DATA,
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
        s->status = br_diag_fail(s->why, BR_BAD_DATA, "%.100s: '%s' is not an integer from %d to %d", s->file, key,
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
    bool yes = found >= 0 && s->t.value[found].kind == BR_JSON_TRUE;
    return yes || json_field(s, at, key, BR_JSON_FALSE) < 0;
}

static void refuse(slab *s, const char *message, const char *what)
{
    if (s->status == BR_OK)
        s->status = br_diag_fail(s->why, BR_BAD_DATA, "%.100s: %s%s%.60s", s->file, message, what[0] ? " " : "", what);
}

// A text that fits, without control characters: it is printed.
static void copy_text(slab *s, char *to, size_t room, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++)
        if (size >= room || text[i] < ' ' || text[i] > '~')
            refuse(s, "not the name or unit of a parameter:", text);
    snprintf(to, room, "%s", text);
}

// ---------------------------------------------------------------- one slab

static br_verdict verdict_of(slab *s)
{
    const char *word = json_text(s, 0, "verdict");
    for (int i = 0; i < 3; i++)
        if (strcmp(word, br_bound_verdicts[i]) == 0)
            return (br_verdict)i;
    if (s->status == BR_OK)
        s->status = br_diag_fail(s->why, BR_BAD_DATA, "%.100s: '%.60s' is not a verdict", s->file, word);
    return BR_UNCERTAIN;
}

static br_interval json_interval(slab *s, int at, const char *name)
{
    double lo = json_number(s, at, "lo"), hi = json_number(s, at, "hi");
    if (!(isfinite(lo) && isfinite(hi) && lo <= hi))
        refuse(s, "not an interval:", name);
    return (br_interval){lo, hi};
}

// The searched ranges: they say which parameters there are.
static void read_ranges(slab *s, br_bound_answer *a)
{
    if (br_json_find(&s->t, 0, "ranges") < 0)
        refuse(s, "not a JSON file of 'bristle bound --slab', or of an older version: 'ranges' is missing", "");
    for (int i = br_json_first(&s->t, json_field(s, 0, "ranges", BR_JSON_OBJECT)); i >= 0; i = s->t.value[i].next) {
        if (a->np == BR_STICK_PARAMS) {
            refuse(s, "more parameters than any plant has", "");
            return;
        }
        copy_text(s, a->name[a->np], sizeof a->name[0], s->t.value[i].key);
        for (int k = 0; k < a->np; k++)
            if (strcmp(a->name[k], a->name[a->np]) == 0)
                refuse(s, "given twice:", a->name[k]);
        copy_text(s, a->unit[a->np], sizeof a->unit[0], json_text(s, i, "unit"));
        a->renews[a->np] = json_bool(s, i, "renews");
        a->range[a->np] = a->searched[a->np] = json_interval(s, i, a->name[a->np]);
        a->np++;
    }
    if (a->np == 0)
        refuse(s, "no parameter has a range", "");
}

// The slab must be the part of the range that its number says.
static void read_part(slab *s, br_bound_answer *a)
{
    int at = json_field(s, 0, "slab", BR_JSON_OBJECT), of = -1;
    a->of = json_integer(s, at, "of", 1, 1000000);
    a->part = json_integer(s, at, "part", 1, a->of);
    copy_text(s, a->sliced, sizeof a->sliced, json_text(s, at, "parameter"));
    br_interval whole = json_interval(s, at, "'slab'");
    for (int i = 0; i < a->np; i++)
        of = strcmp(a->name[i], a->sliced) == 0 ? i : of;
    if (of < 0 || a->renews[of])
        refuse(s, "no range can be split along", a->sliced);
    else if (!br_interval_equal(a->searched[of], br_bound_slab_range(whole, a->part, a->of)))
        refuse(s, "the range is not that of its slab:", a->sliced);
    else
        a->range[of] = whole;
}

// One interval for each parameter of the ranges, within its range.
static void read_parameters(slab *s, int at, const br_bound_answer *a, br_interval *p)
{
    int count = 0;
    for (int i = br_json_first(&s->t, at); i >= 0 && s->status == BR_OK; i = s->t.value[i].next, count++) {
        if (count >= a->np || strcmp(s->t.value[i].key, a->name[count]) != 0 ||
            strcmp(json_text(s, i, "unit"), a->unit[count]) != 0 || json_bool(s, i, "renews") != a->renews[count]) {
            refuse(s, "not a parameter of 'ranges' in its order:", s->t.value[i].key);
            return;
        }
        p[count] = json_interval(s, i, a->name[count]);
        if (!br_interval_subset(p[count], a->searched[count]))
            refuse(s, "an interval is not within the range of its slab:", a->name[count]);
    }
    if (count < a->np)
        refuse(s, "an interval is missing, that of", a->name[count]);
}

static void read_logs(slab *s, br_bound_answer *a)
{
    for (int i = br_json_first(&s->t, json_field(s, 0, "logs", BR_JSON_ARRAY)); i >= 0; i = s->t.value[i].next) {
        if (a->logs == BR_BOUND_LOGS) {
            refuse(s, "more logs than 'bristle bound' takes", "");
            return;
        }
        snprintf(a->log[a->logs].name, sizeof a->log[0].name, "%s", json_text(s, i, "name"));
        a->log[a->logs].rows = json_integer(s, i, "rows", 2, 100000000);
        a->log[a->logs].h = json_number(s, i, "step");
        a->log[a->logs].moves = json_bool(s, i, "moves");
        snprintf(a->log[a->logs].still, sizeof a->log[0].still, "log %d: the motion is within the error", a->logs + 1);
        if (!(a->log[a->logs].h > 0 && isfinite(a->log[a->logs].h)))
            refuse(s, "'step' is not a positive number", "");
        a->logs++;
    }
    if (a->logs == 0)
        refuse(s, "'logs' is empty", "");
}

static br_status read_slides(slab *s, br_bound_answer *a)
{
    int at = json_field(s, 0, "slides", BR_JSON_ARRAY), count = at < 0 ? 0 : s->t.value[at].count;
    a->found.slide = calloc((size_t)count + 1, sizeof *a->found.slide);
    if (!a->found.slide)
        return BR_NO_MEMORY;
    if (count == 0)
        refuse(s, "'slides' is empty", "");
    for (int i = br_json_first(&s->t, at); i >= 0 && s->status == BR_OK; i = s->t.value[i].next) {
        br_slide_result *r = &a->found.slide[a->found.slides++];
        r->log = json_integer(s, i, "log", 1, a->logs) - 1;
        r->first = json_integer(s, i, "first", 1, a->log[r->log].rows) - 1;
        r->last = json_integer(s, i, "last", r->first + 2, a->log[r->log].rows) - 1;
        r->moves = json_bool(s, i, "moves");
        r->searched = json_bool(s, i, "searched");
        read_parameters(s, json_field(s, i, "parameters", BR_JSON_OBJECT), a, r->p);
    }
    return BR_OK;
}

// Sixteen digits in hexadecimal.
static uint64_t read_digest(slab *s, const char *key)
{
    const char *text = json_text(s, 0, key);
    if (s->status == BR_OK && (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16))
        s->status = br_diag_fail(s->why, BR_BAD_DATA, "%.100s: '%s' is not a digest of 16 digits", s->file, key);
    return strtoull(text, NULL, 16);
}

// A file that was edited, or put together from several, says what no search has found.
static void check_seal(slab *s)
{
    if (br_json_find(&s->t, 0, "seal") < 0)
        refuse(s, "of an older version: 'seal' is missing; run this slab again", "");
    if (read_digest(s, "seal") != br_bound_seal(&s->t))
        refuse(s, "changed since 'bristle bound' wrote it ('seal'); run this slab again", "");
}

// What is left of a parameter is what the slides leave of it.
static void check_slides(slab *s, const br_bound_answer *a)
{
    const br_paving *v = &a->found;
    for (int k = 1; k < v->slides; k++)
        if (v->slide[k].log < v->slide[k - 1].log ||
            (v->slide[k].log == v->slide[k - 1].log && v->slide[k].first < v->slide[k - 1].last))
            refuse(s, "slides overlap, or are not in the order of the rows", "");
    for (int i = 0; i < a->np; i++) {
        br_interval all = br_interval_empty();
        bool within = true;
        for (int k = 0; k < v->slides; k++) {
            all = v->slide[k].moves ? br_interval_hull(all, v->slide[k].p[i]) : all;
            within = within && br_interval_subset(v->p[i], v->slide[k].p[i]);
        }
        bool joined = br_interval_is_empty(all) || br_interval_equal(v->p[i], all);
        if (!(a->renews[i] ? joined : within))
            refuse(s, "'parameters' and 'slides' contradict each other in", a->name[i]);
    }
}

static long read_boxes(slab *s)
{
    double x = json_number(s, 0, "boxes");
    bool whole = x >= 0 && x <= 1e15 && x < (double)LONG_MAX && x == floor(x);
    if (!whole)
        refuse(s, "'boxes' is not a count", "");
    return whole ? (long)x : 0;
}

static br_status read_slab(slab *s, br_bound_answer *a)
{
    br_status status = BR_OK;
    read_ranges(s, a);
    read_part(s, a);
    a->found.verdict = verdict_of(s);
    a->found.stopped = json_bool(s, 0, "interrupted");
    if (a->found.stopped && a->found.verdict != BR_UNCERTAIN)
        refuse(s, "interrupted, but with the verdict", br_bound_verdicts[a->found.verdict]);
    a->found.boxes = read_boxes(s);
    a->found.passes = json_integer(s, 0, "passes", 0, 1000);
    a->digest = read_digest(s, "problem");
    read_logs(s, a);
    if (s->status != BR_OK)
        return s->status;
    if (a->found.verdict == BR_INCONSISTENT) {
        a->found.log = json_integer(s, 0, "log", 1, a->logs) - 1;
        a->found.row = json_integer(s, 0, "row", 1, a->log[a->found.log].rows) - 1;
        a->died = json_number(s, 0, "t");
    } else {
        read_parameters(s, json_field(s, 0, "parameters", BR_JSON_OBJECT), a, a->found.p);
        status = read_slides(s, a);
        if (status == BR_OK && s->status == BR_OK)
            check_slides(s, a);
    }
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

static long sum_of(long a, long b)
{
    return a > LONG_MAX - b ? LONG_MAX : a + b;
}

// What is left is what some slab leaves; it is fine where all are.
static void merge_answer(br_bound_answer *all, const br_bound_answer *one)
{
    br_paving *v = &all->found;
    br_verdict worst = v->verdict == BR_UNCERTAIN || one->found.verdict == BR_UNCERTAIN ? BR_UNCERTAIN : BR_CONSISTENT;
    v->boxes = sum_of(v->boxes, one->found.boxes);
    v->passes = one->found.passes > v->passes ? one->found.passes : v->passes;
    v->stopped = v->stopped || one->found.stopped;
    for (int i = 0; i < all->np; i++)
        v->p[i] = br_interval_hull(v->p[i], one->found.p[i]);
    merge_slides(v, &one->found, all->np);
    v->verdict = worst;
}

// The later of the rows at which the slabs lost their last box.
static void merge_deleted(br_bound_answer *all, const br_bound_answer *one)
{
    all->found.boxes = sum_of(all->found.boxes, one->found.boxes);
    if (all->found.verdict != BR_INCONSISTENT || one->died <= all->died)
        return;
    all->died = one->died;
    all->found.log = one->found.log;
    all->found.row = one->found.row;
}

// Without the folder: slabs may come from different machines.
static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum { REASON = 200 };

// Each answers whether both state the same, else in words what is other in b.
static bool same_log(const br_bound_answer *a, const br_bound_answer *b, int i, char words[REASON])
{
    if (strcmp(file_of(a->log[i].name), file_of(b->log[i].name)) != 0)
        snprintf(words, REASON, "its log is %.60s, there %.60s", file_of(b->log[i].name), file_of(a->log[i].name));
    else if (a->log[i].rows != b->log[i].rows)
        snprintf(words, REASON, "its log %.60s has %d rows, there %d", file_of(b->log[i].name), b->log[i].rows,
                 a->log[i].rows);
    else if (a->log[i].h != b->log[i].h)
        snprintf(words, REASON, "its log %.60s has steps of %.9g s, there %.9g s", file_of(b->log[i].name), b->log[i].h,
                 a->log[i].h);
    else if (a->log[i].moves != b->log[i].moves)
        snprintf(words, REASON, "its log %.60s %s, there it %s", file_of(b->log[i].name),
                 b->log[i].moves ? "moves" : "rests", a->log[i].moves ? "moves" : "rests");
    else
        return true;
    return false;
}

static bool same_logs(const br_bound_answer *a, const br_bound_answer *b, char words[REASON])
{
    bool same = a->logs == b->logs;
    if (!same)
        snprintf(words, REASON, "it has %d logs, there are %d", b->logs, a->logs);
    for (int i = 0; i < a->logs && same; i++)
        same = same_log(a, b, i, words);
    return same;
}

static bool same_ranges(const br_bound_answer *a, const br_bound_answer *b, char words[REASON])
{
    bool same = a->np == b->np && strcmp(a->sliced, b->sliced) == 0;
    if (!same)
        snprintf(words, REASON, "its range is split along %.40s of %d parameters, there along %.40s of %d", b->sliced,
                 b->np, a->sliced, a->np);
    for (int i = 0; i < a->np && same; i++) {
        br_interval x = a->range[i], y = b->range[i];
        if (strcmp(a->name[i], b->name[i]) != 0 || strcmp(a->unit[i], b->unit[i]) != 0 || a->renews[i] != b->renews[i])
            snprintf(words, REASON, "its parameter %.40s (%.20s)%s is there %.40s (%.20s)%s", b->name[i], b->unit[i],
                     b->renews[i] ? ", which renews," : "", a->name[i], a->unit[i],
                     a->renews[i] ? ", which renews" : "");
        else if (!br_interval_equal(x, y))
            snprintf(words, REASON, "its range of %.40s is %.9g..%.9g, there %.9g..%.9g", b->name[i], y.lo, y.hi, x.lo,
                     x.hi);
        else
            continue;
        same = false;
    }
    return same;
}

// One that is inconsistent has none.
static bool same_slides(const br_paving *a, const br_paving *b, char words[REASON])
{
    bool same = a->slides == 0 || b->slides == 0 || a->slides == b->slides;
    for (int i = 0; i < a->slides && b->slides > 0 && same; i++)
        same = a->slide[i].log == b->slide[i].log && a->slide[i].first == b->slide[i].first &&
               a->slide[i].last == b->slide[i].last;
    if (!same)
        snprintf(words, REASON, "its slides have other rows");
    return same;
}

// Everything that states the problem, in one place.
static bool same_problem(const br_bound_answer *a, const br_bound_answer *b, char words[REASON])
{
    bool same = a->of == b->of;
    if (!same)
        snprintf(words, REASON, "it is one of %d slabs, there are %d", b->of, a->of);
    same = same && same_logs(a, b, words) && same_ranges(a, b, words) && same_slides(&a->found, &b->found, words);
    if (same && a->digest != b->digest)
        snprintf(words, REASON, "the law, numbers in the log, errors or settings are other ones");
    return same && a->digest == b->digest;
}

typedef struct merging {
    br_bound_answer *all;
    br_bound_answer one;
    const char *first; // file
    char *seen;        // by part
    int files;
} merging;

static br_status check_same_problem(const merging *m, const char *file, br_diag *why)
{
    const br_bound_answer *one = &m->one;
    char words[REASON];
    if (!same_problem(m->all, one, words))
        return br_diag_fail(why, BR_BAD_DATA,
                            "%.100s: this slab belongs to another problem than the first file, %.100s: %s", file,
                            m->first, words);
    if (m->seen[one->part])
        return br_diag_fail(why, BR_BAD_DATA, "%.100s: slab %d/%d is given twice", file, one->part, one->of);
    return BR_OK;
}

static br_status add_slab(merging *m)
{
    br_bound_answer *all = m->all, *one = &m->one;
    if (m->files == 0)
        m->seen = calloc((size_t)one->of + 1, 1);
    if (!m->seen)
        return BR_NO_MEMORY;
    bool lives = one->found.verdict != BR_INCONSISTENT, lived = m->files > 0 && all->found.verdict != BR_INCONSISTENT;
    m->seen[one->part] = 1;
    if (m->files++ == 0 || (lives && !lived)) { // takes its place
        long boxes = m->files > 1 ? all->found.boxes : 0;
        br_paving_free(&all->found);
        *all = *one;
        all->found.boxes = sum_of(all->found.boxes, boxes);
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
        m->one = (br_bound_answer){0};
        status = read_slab(&s, &m->one);
        if (status == BR_OK && m->files > 0)
            status = check_same_problem(m, file, why);
        if (status == BR_OK) {
            check_seal(&s);
            status = s.status;
        }
        if (status == BR_OK)
            status = add_slab(m);
        br_paving_free(&m->one.found);
        br_json_free(&s.t);
    }
    free(bytes);
    return status;
}

br_status br_bound_merge_slabs(br_bound_answer *all, const char *const *file, int files, br_bound_speaker says,
                               br_diag *why)
{
    merging *m = calloc(1, sizeof *m);
    br_status status = m ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < files && status == BR_OK; i++) {
        m->all = all;
        m->first = file[0];
        status = merge_file(m, file[i], why);
    }
    for (int part = 1; status == BR_OK && m->seen && part <= all->of; part++)
        if (!m->seen[part])
            status =
                br_diag_fail(why, BR_BAD_DATA, "%s%smerge: slab %d/%d is missing", says.who, says.dash, part, all->of);
    all->part = 0;
    memcpy(all->searched, all->range, sizeof all->searched); // all parts of it
    if (status != BR_OK)
        br_paving_free(&all->found);
    if (m)
        free(m->seen);
    free(m);
    return status;
}
