// optimal.c - an optimal motion: the best of what was found and of the standard motions.   [host]
#include "num/base/fp.h"

#include "api/excite/exciting.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

br_status br_exciting_optimal_last(br_exciting *w, double duration, double dt, br_diag *why)
{
    br_exciting_optimal *b = w->optimal;
    if (!(duration / dt >= 100 && duration / dt <= 1e6))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%.4g s in rows of %.4g s are not 100 to 1000000 rows; change --duration or --step",
                            w->who, duration, dt);
    w->o = br_excite_defaults(BR_EXCITE_LADDER, dt);
    b->rows = (long long)(duration / dt + 0.5) + 1;
    b->o.duration = (double)(b->rows - 1) * dt;
    b->o.rows = b->rows < 2001 ? b->rows : 2001;
    b->o.weight = (double)b->rows / (double)b->o.rows;
    return BR_OK;
}

// ---------------------------------------------------------------- the law

// 1 % of the Coulomb force is the noise where none is given.
static br_status set_scales(br_exciting *w, br_diag *why)
{
    br_exciting_optimal *b = w->optimal;
    const br_parsed_law *law = &w->model.model.law;
    const double none = (double)NAN;
    br_unit speed;
    br_diag unused;
    const char *as = br_exciting_unit(w, "m/s");
    (void)br_unit_read(as, strlen(as), NULL, 0, &speed, NULL);
    int v = br_law_find(law, "v", 1);
    if (v >= 0 && !br_unit_same(law->q[v].unit, speed))
        return br_diag_fail(why, BR_BAD_USAGE, "%sv of the law is in %s; with these limits it must be in %s", w->who,
                            law->q[v].si_text, as);
    if (br_exciting_scales_of(w, &w->scale, &unused) != BR_OK)
        w->scale = (br_exciting_scales){none, none, none, none};
    if (!(b->noise > 0))
        b->noise = 0.01 * w->scale.FC;
    if (!(b->noise > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "%snoise of the force is not known; give --noise '0.1 %s'", w->who,
                            br_exciting_unit(w, "N"));
    return BR_OK;
}

// ---------------------------------------------------------------- motions

static br_status evaluate_standards(br_exciting *w)
{
    br_exciting_optimal *b = w->optimal;
    br_status status = BR_OK;
    for (int i = 1; i < b->motions && status == BR_OK; i++) {
        br_exciting_motion *m = &b->motion[i];
        if (!m->x)
            continue;
        status = br_fisher_information(&b->fisher, w->o.dt, b->rows, m->x, 1, &m->is, m->sd);
        if (status == BR_NOT_FINITE) {
            free(m->x);
            m->x = NULL;
            m->fits = false;
            status = BR_OK;
            continue;
        }
        m->fits = m->fits && m->is.force <= w->o.limit.force;
    }
    return status;
}

static void add_notes(br_exciting *w)
{
    const br_exciting_optimal *b = w->optimal;
    if (!(b->mass > 0))
        br_buffer_put(
            &w->notes,
            "forces are friction only; --mass adds inertia, and for laws with states also staircase and multisine\n");
    if (b->best > 0)
        br_buffer_print(&w->notes,
                        "no better motion than the standard %s was found, which is written; try a larger --budget\n",
                        b->motion[b->best].name);
    for (int i = 0; i < b->fisher.parameters.count; i++)
        if (b->motion[b->best].sd[i] > br_exciting_parameter_size(b, i))
            br_buffer_print(&w->notes, "%s is not identifiable within these limits\n",
                            b->fisher.parameters.parameter[i].name);
}

br_status br_exciting_optimal_make(br_exciting *w, br_diag *why)
{
    br_exciting_optimal *b = w->optimal;
    br_status status = set_scales(w, why);
    b->motion[0].name = "optimal";
    b->motions = 1;
    b->o.limit = w->o.limit;
    b->o.limit.force *= 0.99; // a search uses fewer rows than the table has
    if (status == BR_OK)
        status = br_exciting_make_standards(w, why);
    if (status == BR_OK) {
        status = br_exciting_open_fisher(w, &w->model.model, &b->fisher, why);
        b->has_fisher = status == BR_OK;
    }
    if (status == BR_OK)
        status = evaluate_standards(w);
    if (status == BR_OK)
        status = br_exciting_search(w, why);
    if (status != BR_OK)
        return status;
    b->best = br_exciting_best_from(b, 0);
    if (b->best < 0 && !isfinite(w->o.limit.force))
        return br_diag_fail(why, BR_NOT_FINITE, "%sthe information is not finite for any motion", w->who);
    if (b->best < 0)
        return br_diag_fail(why, BR_NEGATIVE,
                            "%sno motion found that needs less than the force limit %.4g %s; increase it or --duration",
                            w->who, w->o.limit.force, br_exciting_unit(w, "N"));
    w->made = (br_excite_samples){.n = b->rows, .value = b->motion[b->best].x};
    b->motion[b->best].x = NULL; // the table's now
    br_excite_measure(&w->made, w->o.dt);
    add_notes(w);
    return BR_OK;
}

void br_exciting_optimal_free(br_exciting *w)
{
    br_exciting_optimal *b = w->optimal;
    for (int i = 0; b && i < b->motions; i++)
        free(b->motion[i].x);
    if (b && b->has_fisher)
        br_fisher_close(&b->fisher);
    free(b);
}
