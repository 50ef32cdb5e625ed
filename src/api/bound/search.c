// search.c - guaranteed bounds of a plant that sticks and slips: the search, and its certificate.      [host]
#include "num/base/fp.h"

#include "api/bound/bounding.h"
#include "bound/verify/verify.h"
#include "num/text/diag.h"

#include <stdio.h>

// Without visible motion rest may bound breakaway; where it bounds nothing, the reason is the answer.
static br_status check_gain(const br_bounding *w, br_diag *why)
{
    const br_paving *found = &w->answer.found;
    bool narrower = found->verdict == BR_INCONSISTENT || found->stopped;
    for (int i = 0; i < w->logs && !narrower; i++)
        narrower = w->answer.log[i].moves;
    for (int i = 0; i < w->stick.np && !narrower; i++) {
        narrower = !br_interval_equal(found->p[i], w->options.range[i]);
        for (int j = 0; j < found->slides && !narrower; j++)
            narrower = !br_interval_equal(found->slide[j].p[i], w->options.range[i]);
    }
    return narrower ? BR_OK : br_diag_fail(why, BR_BAD_DATA, "%s", w->answer.log[0].still);
}

br_status br_bounding_search(br_bounding *w, br_diag *why)
{
    br_paving *found = &w->answer.found;
    br_status status = br_paving_of(found, &w->stick, w->evidence, w->logs, &w->options);
    w->has_found = status == BR_OK;
    if (status == BR_OK && found->verdict == BR_INCONSISTENT)
        w->answer.died = w->log[found->log].file->t[found->row];
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%srange: for some values friction would accelerate the plant, or the step is too long "
                            "for the damping",
                            w->says.who, w->says.dash);
    return status == BR_OK ? check_gain(w, why) : status;
}

// ---------------------------------------------------------------- certificates

br_status br_bounding_begin_certificate(br_bounding *w, br_diag *why)
{
    if (w->measured.count > 0)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%scertificate: only %s may be measured", w->says.who, w->says.dash,
                            w->plant.model.law.q[w->stick.q].name);
    br_status status = br_certificate_begin(&w->certificate, &w->stick, w->evidence, w->logs, &w->options);
    w->options.certificate = &w->certificate;
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%scertificate: a parameter enters %s in a power above 1", w->says.who,
                            w->says.dash, w->plant.model.law.name);
    return status;
}

br_status br_bounding_check_certificate(br_bounding *w, bool (*go_on)(void *context, double share), void *context)
{
    br_verified v;
    const br_buffer *text = &w->certificate.text;
    if (text->status != BR_OK || w->answer.found.stopped)
        return text->status;
    br_status status =
        br_verify_watched(&v, text->text, text->size, "certificate", go_on, context, &w->answer.unproved);
    w->answer.checked = !v.stopped;
    if (v.stopped)
        w->answer.unproved.text[0] = 0;
    if (status == BR_OK && !br_verified_proves(&v))
        snprintf(w->answer.unproved.text, sizeof w->answer.unproved.text,
                 "nothing is proved, the intervals are the searched ranges");
    br_verified_free(&v);
    return status == BR_NEGATIVE ? BR_OK : status;
}

br_status br_bounding_hash(const br_bounding *w, bool ranged, br_bound_hash *hash)
{
    br_status status = br_certificate_rows_hash(w->evidence, w->logs, hash->rows);
    if (status != BR_OK || !ranged)
        return status;
    br_certificate_draft draft = {0};
    status = br_certificate_begin(&draft, &w->stick, w->evidence, w->logs, &w->options);
    if (status == BR_OK)
        br_certificate_problem_hash(&draft, hash->problem);
    br_certificate_free(&draft);
    return status;
}
