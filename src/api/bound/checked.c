// checked.c - certificates of guaranteed bounds in a program: bristle/bound.h.   [host]
#define _XOPEN_SOURCE 700 // strdup
#include "num/base/fp.h"

#include "api/bound/proved.h"
#include "api/bound/handle.h"
#include "api/law/sized.h"
#include "file/disk/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct br_certificate {
    char *name, *text;
    size_t size;
    br_verified is;
    bool has_checked, proved;
    br_buffer statement;
};

// ---------------------------------------------------------------- opening

static br_status open_certificate(br_certificate **c, const char *name, const void *bytes, size_t size, br_diag *why)
{
    br_certificate *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? BR_OK : BR_NO_MEMORY;
    if (fresh)
        fresh->name = strdup(name);
    if (status == BR_OK && bytes) {
        fresh->text = malloc(size + 1);
        fresh->size = size;
        if (fresh->text)
            memcpy(fresh->text, bytes, size);
    } else if (status == BR_OK)
        status = br_file_read(name, BR_CERTIFICATE_MOST, &fresh->text, &fresh->size, why);
    if (status == BR_OK && (!fresh->text || !fresh->name))
        status = BR_NO_MEMORY;
    if (status != BR_OK) {
        br_certificate_close(fresh);
        return status;
    }
    fresh->text[fresh->size] = 0;
    *c = fresh;
    return BR_OK;
}

br_status br_certificate_open(br_certificate **c, const char *path, br_diag *why)
{
    if (!c || !path)
        return br_diag_fail(why, BR_BAD_USAGE, "br_certificate_open: a path and a place for the handle are needed");
    return br_said(open_certificate(c, path, NULL, 0, why), why);
}

br_status br_certificate_parse(br_certificate **c, const char *name, const void *bytes, size_t size, br_diag *why)
{
    if (!c || !name || !bytes || size >= BR_CERTIFICATE_MOST)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_certificate_parse: a name, at most 4 GiB and a place for the handle are needed");
    return br_said(open_certificate(c, name, bytes, size, why), why);
}

static void forget_check(br_certificate *c)
{
    if (c->has_checked)
        br_verified_free(&c->is);
    br_buffer_free(&c->statement);
    c->has_checked = c->proved = false;
}

void br_certificate_close(br_certificate *c)
{
    if (!c)
        return;
    forget_check(c);
    free(c->name);
    free(c->text);
    free(c);
}

// ---------------------------------------------------------------- the check

static br_status hash_problem(br_bound *problem, br_bound_hash *hash, br_diag *why)
{
    if (!problem->stick)
        return br_diag_fail(why, BR_BAD_USAGE, "certificate: only plants that stick and slip have one");
    if (problem->stick->measured.count > 0)
        return br_diag_fail(why, BR_BAD_USAGE, "certificate: --error: certificates have positions alone");
    br_status status = br_bound_settle(problem, why);
    if (status == BR_OK)
        status = br_bounding_hash(problem->stick, problem->ranged, hash);
    return status == BR_NEGATIVE ? br_diag_fail(why, status, "certificate: no certificate can be of this plant")
                                 : status;
}

static void write_statement(br_certificate *c, const br_bound *problem)
{
    br_buffer *out = &c->statement;
    br_proved_show_steps(out, &c->is);
    br_buffer_put(out, problem ? "for the rows of " : "for rows with this hash");
    for (int i = 0; problem && i < problem->logs; i++) {
        br_buffer_put(out, i ? ", " : "");
        br_buffer_safe(out, problem->name[i], strlen(problem->name[i]));
    }
    br_buffer_print(out, ": sha256 %s\n", c->is.rows_hash);
    br_proved_show_statement(out, &c->is);
}

static br_status check(br_certificate *c, br_bound *problem, br_bound_watch watch, br_diag *why)
{
    br_bound_hash hash = {"", ""};
    if (!c)
        return br_diag_fail(why, BR_BAD_USAGE, "br_certificate_check: a certificate is needed");
    br_status status = problem ? hash_problem(problem, &hash, why) : BR_OK;
    if (status != BR_OK)
        return status;
    forget_check(c);
    status = br_proved_check(&c->is, c->text, c->size, c->name, br_bound_go_on, &watch, why);
    c->has_checked = true;
    if (status == BR_NEGATIVE && c->is.stopped)
        return br_diag_fail(why, BR_NEGATIVE, "certificate: stopped: nothing is proved");
    if (status == BR_OK)
        status = br_proved_compare(&c->is, c->name, &hash, problem ? problem->name[0] : "",
                                   problem ? problem->says : (br_bound_speaker){"", "--", "the search", ""}, why);
    if (status == BR_OK) {
        write_statement(c, problem);
        status = c->statement.status;
    }
    c->proved = status == BR_OK;
    return status;
}

br_status br_certificate_check(br_certificate *c, br_bound *problem, int (*progress)(void *context, double share),
                               void *context, br_diag *why)
{
    static const br_wording words[] = {
        {"'bristle bound --certificate FILE' writes one", "br_bound_certificate gives one"},
        {"write it again with 'bristle bound --certificate'", "search again (br_bound_certificate)"}};
    br_status status = check(c, problem, (br_bound_watch){.progress = progress, .context = context, .span = 1}, why);
    if (status != BR_OK)
        br_replace_words(words, sizeof words / sizeof *words, why);
    return br_said(status, why);
}

// ---------------------------------------------------------------- what is proved

const char *br_certificate_statement(const br_certificate *c)
{
    return !c ? NULL : c->proved ? c->statement.text : "";
}

const char *br_certificate_rows(const br_certificate *c)
{
    return !c ? NULL : c->proved ? c->is.rows_hash : "";
}

const char *br_certificate_problem(const br_certificate *c)
{
    return !c ? NULL : c->proved ? c->is.problem_hash : "";
}

int br_certificate_parameters(const br_certificate *c)
{
    return c && c->proved ? c->is.np : 0;
}

br_status br_certificate_interval_at(const br_certificate *c, int i, br_bound_interval *interval)
{
    if (!interval || interval->size != sizeof *interval || i < 0 || i >= br_certificate_parameters(c))
        return BR_BAD_USAGE;
    const double none = (double)NAN;
    const br_verified *v = &c->is;
    br_interval p = br_proved_interval(v, i);
    *interval = (br_bound_interval){.size = sizeof *interval,
                                    .low = v->inconsistent ? none : p.lo,
                                    .high = v->inconsistent ? none : p.hi,
                                    .range_low = v->range[i].lo,
                                    .range_high = v->range[i].hi,
                                    .inner_low = none,
                                    .inner_high = none,
                                    .renews = v->renews[i]};
    snprintf(interval->name, sizeof interval->name, "%s", v->name[i]);
    return BR_OK;
}

long long br_certificate_count(const br_certificate *c, br_certificate_count_of what)
{
    if (!c || !c->proved)
        return 0;
    switch (what) {
    case BR_CERTIFICATE_DELETED: return c->is.dead;
    case BR_CERTIFICATE_CUTS: return c->is.cuts;
    case BR_CERTIFICATE_BOUNDS: return c->is.bounds;
    case BR_CERTIFICATE_ROWS: return br_proved_rows(&c->is);
    case BR_CERTIFICATE_INCONSISTENT: return c->is.inconsistent;
    }
    return 0;
}
