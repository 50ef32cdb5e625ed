// log_options.c - options that go with logs, and what they say.    [host]
#include "num/base/fp.h"

#include "tool/kit/log_options.h"
#include "tool/kit/number.h"

#include <math.h>

const tool_option option_signals =
    OPTION(TOOL_INPUT, "--signals", "LIST", signals,
           "columns of LOG as signals: 't = time, v = speed m/s, F = force N'; or "
           "position x and drive force u instead of v and F, with --mass; a formula of columns, "
           "'u = 35.15*volt N', uses the numbers as they are in the file",
           "columns t, x, v, a, u, F with units");
const tool_option option_seed = OPTION(TOOL_METHOD, "--seed", "N", seed, "seed of a rig, an integer", "1");

const tool_option option_mass =
    OPTION(TOOL_MODEL, "--mass", "M", mass, "moving mass, '20 kg', or moment of inertia", "that of a rig; else none");
const tool_option option_differentiate =
    OPTION(TOOL_METHOD, "--differentiate", "HOW", differentiate,
           "velocity from position: zero-phase (smoother over the whole log), central (low-pass and central "
           "differences over the whole log), or lowpass, kalman, window (as in a controller)",
           "zero-phase; identify: central");
const tool_option option_cutoff =
    OPTION(TOOL_METHOD, "--cutoff", "F", cutoff, "cutoff frequency of the differentiation, '500 Hz' or '3000 rad/s'",
           "from the sample time");

// ---------------------------------------------------------------- arguments

br_status tool_log_cutoff(const char *command, const tool_args *a, double *cutoff, br_diag *why)
{
    if (!a->cutoff || tool_frequency("--cutoff", a->cutoff, cutoff))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE,
                         "bristle %s: --cutoff '%.60s' is not a positive frequency such as 500 Hz or 3000 rad/s",
                         command, a->cutoff);
}

br_status tool_log_mass(const char *command, const tool_args *a, br_unit wanted, double *mass, br_diag *why)
{
    char words[BR_UNIT_SIZE];
    br_unit unit = br_unit_none();
    double read = 0;
    if (!a->mass)
        return BR_OK;
    br_unit_write(words, wanted);
    if (!(tool_number("--mass", a->mass, &read, &unit) && read > 0 && isfinite(read) &&
          (br_unit_same(unit, wanted) || br_unit_same(unit, br_unit_none()))))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --mass '%.60s' is not a positive mass in %s", command,
                             a->mass, words);
    *mass = read;
    return BR_OK;
}
