// inspect_help.c - commands for the excitation signals that would help.          [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "tool/inspect/inspect.h"

#include <math.h>
#include <string.h>

const char *inspect_unit(const inspecting *w, br_inspect_role role)
{
    for (int c = 0; c < w->count; c++)
        if (br_inspect_role_of(w->check, c) == role)
            return br_inspect_unit(w->check, c);
    return "-";
}

const char *inspect_signal(const char *excite)
{
    static const char *const kinds[][2] = {{"ladder", "constant speeds from slow to fast in both directions"},
                                           {"ramps", "slow force ramps from rest to break-away"},
                                           {"loops", "small strokes of several amplitudes around one position"},
                                           {"multisine", "many frequencies at once, while sliding"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i][0], excite) == 0)
            return kinds[i][1];
    return "";
}

// Ranges of the log in SI, used as limits of the machine.
typedef struct sizes {
    double x, v, a, F; // half of the range, speed, acceleration, force; 0: not known
    double length;     // over which friction builds up, or a guess
    double rate;       // Hz, of samples
} sizes;

static sizes sizes_of(const inspecting *w)
{
    const br_inspect_motion *m = w->motion;
    sizes s = {.x = (m->most - m->least) / 2,
               .v = m->fast,
               .a = m->acceleration,
               .F = m->force_most,
               .rate = 1 / w->time->median};
    s.length = m->breakaway_length > 0 ? m->breakaway_length : m->unresolved > 0 ? m->unresolved : s.x / 100;
    return s;
}

// Whether `excite`, which is for linear axes, can make it from these sizes.
static bool can_make(const inspecting *w, const sizes *s, bool force)
{
    const char *x = inspect_unit(w, BR_INSPECT_POSITION), *v = inspect_unit(w, BR_INSPECT_VELOCITY);
    bool slides = strcmp(x, "m") == 0 || (strcmp(x, "-") == 0 && strcmp(v, "m/s") == 0);
    bool newtons =
        strcmp(inspect_unit(w, BR_INSPECT_FRICTION), "N") == 0 || strcmp(inspect_unit(w, BR_INSPECT_DRIVE), "N") == 0;
    const double least = 1e-12, most = 1e12;
    if (force)
        return slides && newtons && s->F > least && s->F < most;
    return slides && s->x > least && s->x < most && s->v > least && s->v < most && s->a > least && s->a < most;
}

// " --to '110 N/s'": two digits are enough.
static void write_amount(br_buffer *out, const char *before, double value, const char *unit)
{
    double scale = 1;
    while (value / scale >= 99.5)
        scale *= 10;
    while (value / scale < 9.95)
        scale /= 10;
    br_buffer_print(out, "%s%g %s", before, floor(value / scale + 0.5) * scale, unit);
}

static void write_sizes(br_buffer *out, const sizes *s, const char *excite)
{
    double top = br_min(s->v, 0.7 * br_sqrt(s->x * s->a)), widest = br_min(5 * s->length, 0.9 * s->x);
    if (strcmp(excite, "ladder") == 0) {
        write_amount(out, " --from '", top / 100, "m/s'");
        write_amount(out, " --to '", top, "m/s'");
    } else if (strcmp(excite, "loops") == 0) {
        write_amount(out, " --from '", widest / 25, "m'");
        write_amount(out, " --to '", widest, "m'");
    } else if (strcmp(excite, "ramps") == 0) {
        write_amount(out, " --from '", 0.1 * s->F, "N/s'");
        write_amount(out, " --to '", 10 * s->F, "N/s'");
        write_amount(out, " --level '", s->F, "N'");
    } else {
        write_amount(out, " --from '1 Hz' --to '", br_min(100, 0.2 * s->rate), "Hz'");
        write_amount(out, " --level '", 0.19 * s->F, "N'");
    }
}

void inspect_command(br_buffer *out, const inspecting *w, const char *excite)
{
    sizes s = sizes_of(w);
    bool force = strcmp(excite, "ramps") == 0 || strcmp(excite, "multisine") == 0;
    br_buffer_print(out, "bristle excite %s", excite);
    if (!can_make(w, &s, force)) {
        br_buffer_put(out, " --help");
        return;
    }
    write_amount(out, force ? " --limits 'F = " : " --limits 'x = ", force ? s.F : s.x, force ? "N'" : "m");
    if (!force)
        write_amount(out, ", a = ", s.a, "m/s^2'");
    write_sizes(out, &s, excite);
    br_buffer_print(out, " -o %s.csv", excite);
}

bool inspect_first(const inspecting *w, int can)
{
    const char *excite = w->verdict[can]->excite;
    for (int i = 0; i < can && excite; i++)
        if (w->verdict[i]->excite && strcmp(w->verdict[i]->excite, excite) == 0)
            return false;
    return excite != NULL;
}
