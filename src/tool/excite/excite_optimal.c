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
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --optimal looks for the motion itself: no '%.60s'",
                             a->operand);
    if (!a->model)
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: --optimal needs a law: --model, --params");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given)
            return tool_complain(why, BR_BAD_USAGE, "bristle excite: --optimal takes no %s", all[i].option);
    return BR_OK;
}

// Which of two words it is.
static br_status read_word(const char *option, const char *text, const char *first, const char *second, int *which,
                           br_diag *why)
{
    *which = text && strcmp(text, second) == 0;
    if (!text || *which || strcmp(text, first) == 0)
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle excite: %s is %s or %s, not '%.60s'", option, first, second, text);
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
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle excite: %.4g s in rows of %.4g s are not 100 to 1000000 rows: --duration, --step",
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
        status = read_word("--optimal", a->optimal, "d", "e", &aim, why);
    if (status == BR_OK)
        status = read_word("--basis", a->basis, "pieces", "bernstein", &basis, why);
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
static br_status take_scales(exciting *w, br_diag *why)
{
    excite_optimal *b = w->optimal;
    const br_law *law = &w->model.model.law;
    const double none = (double)NAN;
    br_unit speed;
    br_diag unused;
    (void)br_unit_read("m/s", 3, NULL, 0, &speed, NULL);
    int v = br_law_find(law, "v", 1);
    if (v >= 0 && !br_unit_same(law->q[v].unit, speed))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: velocities are in m/s here, and v of the law is in %s",
                             law->q[v].si_text);
    if (excite_scales_of(&w->scale, &w->model.model, &unused) != BR_OK)
        w->scale = (excite_scales){none, none, none, none};
    if (!(b->noise > 0))
        b->noise = 0.01 * w->scale.FC;
    if (!(b->noise > 0))
        return tool_complain(why, BR_BAD_USAGE, "bristle excite: how well is the force measured? --noise '0.1 N'");
    return BR_OK;
}

br_status excite_informer(const exciting *w, br_model *m, br_fisher *to, br_diag *why)
{
    const excite_optimal *b = w->optimal;
    br_diag words = {0};
    bool *wanted = calloc((size_t)m->np + 1, sizeof *wanted);
    if (!wanted)
        return BR_NO_MEMORY;
    if (!b->wanted)
        br_fit_parameters_usual(m, wanted);
    br_status status = b->wanted ? br_fit_parameters_select(m, b->wanted, NULL, true, wanted, &words) : BR_OK;
    if (status == BR_OK)
        status = br_fisher_open(to, m, wanted, b->noise, b->mass, w->stop, &words);
    free(wanted);
    if (status != BR_OK)
        return words.text[0] ? tool_complain(why, status, "bristle excite: %s", words.text) : status;
    if (to->parameters.count < 1 || to->parameters.count > EXCITE_NUMBERS)
        status = tool_complain(why, BR_BAD_USAGE, "bristle excite: %d parameters are looked for; 1 to %d can be",
                               to->parameters.count, (int)EXCITE_NUMBERS);
    for (int i = 1; i < b->motions && status == BR_OK; i++)
        if (b->motion[i].x) { // the first one is the same for every informer
            status = br_fisher_scale(to, w->o.dt, b->rows, b->motion[i].x);
            break;
        }
    if (status != BR_OK)
        br_fisher_close(to);
    return status;
}

// ---------------------------------------------------------------- motions

double excite_number_size(const excite_optimal *b, int i)
{
    double value = fabs(b->fisher.p[b->fisher.parameters.parameter[i].at]);
    return value > 0 ? value : b->fisher.parameters.parameter[i].scale;
}

double excite_optimal_force(const excite_optimal *b)
{
    return b->motion[b->best].is.force;
}

// The one of the smallest size that fits, from motion `first` on.
static int best_from(const excite_optimal *b, int first)
{
    int best = -1;
    for (int i = first; i < b->motions; i++)
        if (b->motion[i].fits &&
            (best < 0 || b->motion[i].is.size[b->o.criterion] < b->motion[best].is.size[b->o.criterion]))
            best = i;
    return best;
}

int excite_best_standard(const excite_optimal *b)
{
    return best_from(b, 1);
}

double excite_share(const excite_optimal *b)
{
    int rival = excite_best_standard(b);
    return rival < 0 ? (double)NAN
                     : b->motion[b->best].is.size[b->o.criterion] / b->motion[rival].is.size[b->o.criterion];
}

static br_status look_at_standards(exciting *w)
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

static void note(exciting *w)
{
    const excite_optimal *b = w->optimal;
    if (!(b->mass > 0))
        br_buffer_put(&w->notes,
                      "forces are those of friction alone: --mass M adds inertia, and staircase and multisine "
                      "for laws with states\n");
    if (b->best > 0)
        br_buffer_print(&w->notes, "nothing better than the standard %s was found: this is it; a larger --budget may\n",
                        b->motion[b->best].name);
    for (int i = 0; i < b->fisher.parameters.count; i++)
        if (b->motion[b->best].sd[i] > excite_number_size(b, i))
            br_buffer_print(&w->notes, "no motion within these limits tells %s\n",
                            b->fisher.parameters.parameter[i].name);
}

br_status excite_optimal_make(exciting *w, const tool_args *a, br_diag *why)
{
    excite_optimal *b = w->optimal;
    br_status status = take_scales(w, why);
    b->motion[0].name = "optimal";
    b->motions = 1;
    b->o.limit = w->o.limit;
    b->o.limit.force *= 0.99; // a search sees fewer rows than the table has
    if (status == BR_OK)
        status = excite_standards(w, a, why);
    if (status == BR_OK) {
        status = excite_informer(w, &w->model.model, &b->fisher, why);
        b->has_informer = status == BR_OK;
    }
    if (status == BR_OK)
        status = look_at_standards(w);
    if (status == BR_OK)
        status = excite_search(w, a, why);
    if (status != BR_OK)
        return status;
    b->best = best_from(b, 0);
    if (b->best < 0 && !isfinite(w->o.limit.force))
        return tool_complain(why, BR_NOT_FINITE, "bristle excite: along no motion is the information a finite number");
    if (b->best < 0)
        return tool_complain(why, BR_NEGATIVE,
                             "bristle excite: no motion was found that takes less than the limit of the force, %.4g N",
                             w->o.limit.force);
    w->made = (br_excitation){.n = b->rows, .value = b->motion[b->best].x};
    b->motion[b->best].x = NULL; // the table's now
    br_excite_measure(&w->made, w->o.dt);
    note(w);
    return BR_OK;
}

void excite_optimal_free(exciting *w)
{
    excite_optimal *b = w->optimal;
    for (int i = 0; b && i < b->motions; i++)
        free(b->motion[i].x);
    if (b && b->has_informer)
        br_fisher_close(&b->fisher);
    free(b);
}
