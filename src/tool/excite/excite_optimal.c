// excite_optimal.c - `bristle excite --optimal`: its options, and the best of what was found and of the standard motions. [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "tool/excite/excite_optimal.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- options

static br_status check_use(const tool_args *a, br_diag *why)
{
    const struct {
        const char *option, *given;
    } all[] = {{"--from", a->from},       {"--to", a->to},     {"--level", a->level}, {"--steps", a->steps},
               {"--repeats", a->repeats}, {"--rest", a->rest}, {"--stay", a->stay}};
    if (a->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --optimal has no KIND; leave out '%.60s'", a->operand);
    if (!a->model)
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --optimal needs a law; give --model and --params");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given)
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s has no effect on --optimal; leave it out",
                                 all[i].option);
    return BR_OK;
}

// Of a table that lasts a whole number of rows.
static br_status read_duration(exciting *w, const tool_args *a, br_diag *why)
{
    excite_optimal *b = w->optimal;
    double dt = 1e-3, duration = 10;
    br_status status = excite_read_time("--step", a->step, &dt, why);
    if (status == BR_OK)
        status = excite_read_time("--duration", a->duration, &duration, why);
    if (status != BR_OK)
        return status;
    if (!(duration / dt >= 100 && duration / dt <= 1e6))
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle excite: %.4g s in rows of %.4g s are not 100 to 1000000 rows; change --duration or --step",
            duration, dt);
    w->o = br_excite_defaults(BR_EXCITE_LADDER, dt);
    b->rows = (long long)(duration / dt + 0.5) + 1;
    b->o.duration = (double)(b->rows - 1) * dt;
    b->o.rows = b->rows < 2001 ? b->rows : 2001;
    b->o.weight = (double)b->rows / (double)b->o.rows;
    return BR_OK;
}

br_status excite_optimal_read(exciting *w, const tool_args *a, br_diag *why)
{
    static const excite_measure force = {"force", "N"};
    int aim = 0, basis = 0;
    br_unit kg;
    (void)br_unit_read("kg", 2, NULL, 0, &kg, NULL);
    excite_optimal *b = w->optimal = calloc(1, sizeof *b);
    if (!b)
        return BR_NO_MEMORY;
    b->wanted = a->wanted;
    b->budget = 4000;
    br_status status = check_use(a, why);
    if (status == BR_OK)
        status = tool_choice("excite", "--optimal", a->optimal, "d", "e", &aim, why);
    if (status == BR_OK)
        status = tool_choice("excite", "--basis", a->basis, "pieces", "bernstein", &basis, why);
    b->o.criterion = aim ? BR_E_OPTIMAL : BR_D_OPTIMAL;
    b->o.basis = basis ? BR_BASIS_BERNSTEIN : BR_BASIS_PIECES;
    b->o.pieces = basis ? 16 : 8;
    if (status == BR_OK)
        status = excite_read_whole("--pieces", a->pieces, BR_OPTIMAL_PIECES, &b->o.pieces, why);
    if (status == BR_OK)
        status = excite_read_whole("--budget", a->budget, 1000000, &b->budget, why);
    if (status == BR_OK)
        status = excite_read_measure("--noise", a->noise, &force, &b->noise, why);
    if (status == BR_OK)
        status = tool_log_mass("excite", a, kg, &b->mass, why);
    if (status == BR_OK)
        status = tool_seed("excite", a->seed, &b->o.seed, why);
    return status == BR_OK ? read_duration(w, a, why) : status;
}

// ---------------------------------------------------------------- the law

// Velocities in m/s; 1 % of the Coulomb force is the noise where none is given.
static br_status set_scales(exciting *w, br_diag *why)
{
    excite_optimal *b = w->optimal;
    const br_parsed_law *law = &w->model.model.law;
    const double none = (double)NAN;
    br_unit speed;
    br_diag unused;
    (void)br_unit_read("m/s", 3, NULL, 0, &speed, NULL);
    int v = br_law_find(law, "v", 1);
    if (v >= 0 && !br_unit_same(law->q[v].unit, speed))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: v of the law is in %s; --optimal needs m/s",
                             law->q[v].si_text);
    if (excite_scales_of(&w->scale, &w->model.model, &unused) != BR_OK)
        w->scale = (excite_scales){none, none, none, none};
    if (!(b->noise > 0))
        b->noise = 0.01 * w->scale.FC;
    if (!(b->noise > 0))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: noise of the force is not known; give --noise '0.1 N'");
    return BR_OK;
}

// ---------------------------------------------------------------- motions

static br_status evaluate_standards(exciting *w)
{
    excite_optimal *b = w->optimal;
    br_status status = BR_OK;
    for (int i = 1; i < b->motions && status == BR_OK; i++) {
        excite_motion *m = &b->motion[i];
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

static void add_notes(exciting *w)
{
    const excite_optimal *b = w->optimal;
    if (!(b->mass > 0))
        br_buffer_put(
            &w->notes,
            "forces are friction only; --mass adds inertia, and for laws with states also staircase and multisine\n");
    if (b->best > 0)
        br_buffer_print(&w->notes,
                        "no better motion than the standard %s was found, which is written; try a larger --budget\n",
                        b->motion[b->best].name);
    for (int i = 0; i < b->fisher.parameters.count; i++)
        if (b->motion[b->best].sd[i] > excite_parameter_size(b, i))
            br_buffer_print(&w->notes, "%s is not identifiable within these limits\n",
                            b->fisher.parameters.parameter[i].name);
}

br_status excite_optimal_make(exciting *w, const tool_args *a, br_diag *why)
{
    excite_optimal *b = w->optimal;
    br_status status = set_scales(w, why);
    b->motion[0].name = "optimal";
    b->motions = 1;
    b->o.limit = w->o.limit;
    b->o.limit.force *= 0.99; // a search uses fewer rows than the table has
    if (status == BR_OK)
        status = excite_make_standards(w, a, why);
    if (status == BR_OK) {
        status = excite_open_fisher(w, &w->model.model, &b->fisher, why);
        b->has_fisher = status == BR_OK;
    }
    if (status == BR_OK)
        status = evaluate_standards(w);
    if (status == BR_OK)
        status = excite_search(w, a, why);
    if (status != BR_OK)
        return status;
    b->best = excite_best_from(b, 0);
    if (b->best < 0 && !isfinite(w->o.limit.force))
        return tool_complain(why, BR_NOT_FINITE, "bristle excite: the information is not finite for any motion");
    if (b->best < 0)
        return tool_complain(
            why, BR_NEGATIVE,
            "bristle excite: no motion found that needs less than the force limit %.4g N; increase it or --duration",
            w->o.limit.force);
    w->made = (br_excitation){.n = b->rows, .value = b->motion[b->best].x};
    b->motion[b->best].x = NULL; // the table's now
    br_excite_measure(&w->made, w->o.dt);
    add_notes(w);
    return BR_OK;
}

void excite_optimal_free(exciting *w)
{
    excite_optimal *b = w->optimal;
    for (int i = 0; b && i < b->motions; i++)
        free(b->motion[i].x);
    if (b && b->has_fisher)
        br_fisher_close(&b->fisher);
    free(b);
}
