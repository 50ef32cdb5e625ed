// excite_optimal.c - `bristle excite --optimal`: its options.        [host]
#include "num/base/fp.h"

#include "tool/excite/excite_optimal.h"
#include "tool/kit/log_options.h"
#include "tool/kit/number.h"

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

br_status excite_optimal_read(exciting *w, br_diag *why)
{
    const tool_args *a = w->a;
    br_excitation_options *o = &w->o;
    uint64_t seed = 1;
    br_status status = check_use(a, why);
    if (status == BR_OK)
        status = tool_choice("excite", "--optimal", a->optimal, "d", "e", &o->worst, why);
    if (status == BR_OK)
        status = tool_choice("excite", "--basis", a->basis, "pieces", "bernstein", &o->bernstein, why);
    if (status == BR_OK)
        status = excite_read_whole("--pieces", a->pieces, 32, &o->pieces, why);
    if (status == BR_OK)
        status = excite_read_whole("--budget", a->budget, 1000000, &o->budget, why);
    if (status == BR_OK)
        status = excite_read_measure(w, "--noise", a->noise, "force", excite_unit_of(w, "F"), &o->noise, why);
    if (status == BR_OK)
        status = tool_log_mass("excite", a, excite_unit(o->turns ? "kg*m^2" : "kg"), &o->mass, why);
    if (status == BR_OK)
        status = tool_seed("excite", a->seed, &seed, why);
    if (status == BR_OK)
        status = excite_read_time("--step", a->step, &o->step, why);
    if (status == BR_OK)
        status = excite_read_time("--duration", a->duration, &o->duration, why);
    o->wanted = a->wanted;
    o->seed = seed;
    return status;
}
