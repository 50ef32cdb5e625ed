// excite_optimal.c - `bristle excite --optimal`: its options.        [host]
#include "num/base/fp.h"

#include "tool/excite/excite_optimal.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"

#include <stdlib.h>

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
static br_status read_duration(br_exciting *w, const tool_args *a, br_diag *why)
{
    double dt = 1e-3, duration = 10;
    br_status status = excite_read_time("--step", a->step, &dt, why);
    if (status == BR_OK)
        status = excite_read_time("--duration", a->duration, &duration, why);
    if (status != BR_OK)
        return status;
    return br_exciting_optimal_last(w, duration, dt, why);
}

br_status excite_optimal_read(br_exciting *w, const tool_args *a, br_diag *why)
{
    static const br_exciting_measure force = {"force", "N"};
    int aim = 0, basis = 0;
    br_exciting_optimal *b = w->optimal = calloc(1, sizeof *b);
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
        status = excite_read_measure(w, "--noise", a->noise, &force, &b->noise, why);
    if (status == BR_OK)
        status = tool_log_mass("excite", a, excite_unit(br_exciting_unit(w, "kg")), &b->mass, why);
    if (status == BR_OK)
        status = tool_seed("excite", a->seed, &b->o.seed, why);
    return status == BR_OK ? read_duration(w, a, why) : status;
}
