// signal.c - excitation signals of standard kinds: their sizes, limits and rows.   [host]
#include "num/base/fp.h"

#include "api/excite/exciting.h"
#include "num/text/diag.h"

#include <math.h>
#include <string.h>

enum { MOST_MOVES = 100000 };

// No signal is made without the limits of the motion or the drive.
br_status br_exciting_check_limits(const br_exciting *w, br_diag *why)
{
    static const struct {
        const char *name, *words;
        bool force;
    } needed[] = {{"x", "position", false}, {"a", "acceleration", false}, {"F", "force", true}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        br_exciting_limit l = br_exciting_limit_at(w, br_exciting_limit_find(needed[i].name));
        if (needed[i].force == br_exciting_is_force(w) && !isfinite(l.most))
            return br_diag_fail(why, BR_BAD_USAGE,
                                "%s%s needs a limit of the %s; add it to --limits, as in '%s = 2 %s'", w->who,
                                br_exciting_name(w), needed[i].words, l.name, l.unit);
    }
    return BR_OK;
}

br_status br_exciting_use_law(br_exciting *w, br_diag *why)
{
    br_status status = w->optimal ? BR_OK : br_exciting_scales_of(w, &w->scale, why);
    if (status == BR_OK && !w->optimal)
        br_exciting_scale(w);
    return status;
}

static br_status check_sizes(const br_exciting *w, br_diag *why)
{
    const br_excite_options *o = &w->o;
    const br_exciting_kind_text *k = br_exciting_kind_of(o->kind);
    const struct {
        const char *option;
        const br_exciting_measure *is;
        double value;
    } all[] = {{"--from", &k->from, o->smallest}, {"--to", &k->to, o->largest}, {"--level", &k->level, o->level}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is->what && !(all[i].value > 0) && (i > 0 || o->steps > 1))
            return br_diag_fail(why, BR_BAD_USAGE, "%s%s needs %s, a %s in %s%s", w->who, br_excite_name(o->kind),
                                all[i].option, all[i].is->what, br_exciting_unit(w, all[i].is->unit),
                                w->has_model ? "; the law has no parameter for it"
                                             : "; give it, or a law (--model, --params)");
    if (o->kind != BR_EXCITE_MULTISINE && o->steps > MOST_MOVES / o->repeats)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%d %s times %d repeats are more than %d moves", w->who, o->steps,
                            k->steps, o->repeats, (int)MOST_MOVES);
    if (k->from.what && o->steps > 1 && !(o->smallest < o->largest))
        return br_diag_fail(why, BR_BAD_USAGE, "%s--from %.6g %s is not below --to %.6g %s", w->who, o->smallest,
                            br_exciting_unit(w, k->from.unit), o->largest, br_exciting_unit(w, k->to.unit));
    return BR_OK;
}

// Notes for the user before the machine moves.
static void add_notes(br_exciting *w)
{
    const br_excite_options *o = &w->o;
    const char *N = br_exciting_unit(w, "N");
    if (br_excite_is_force(o->kind))
        br_buffer_put(&w->notes, "the motion under a force is not known in advance: supervise x and v\n");
    if (o->kind == BR_EXCITE_RAMPS)
        br_buffer_put(&w->notes, "after break-away the machine accelerates: end the ramp there\n");
    if (!br_excite_is_force(o->kind) && isfinite(o->limit.force))
        br_buffer_put(&w->notes, "the force needed for a position is not known in advance: supervise F\n");
    if (o->kind == BR_EXCITE_LADDER && br_exciting_shortest_stay(o) < o->stay)
        br_buffer_print(&w->notes, "the range allows %.3g s at %.4g %s, less than --stay %.3g s\n",
                        br_exciting_shortest_stay(o), o->largest, br_exciting_unit(w, "m/s"), o->stay);
    if (o->kind == BR_EXCITE_MULTISINE && w->has_model && w->made.most > w->scale.FC)
        br_buffer_print(&w->notes, "peaks of %.4g %s exceed the Coulomb force %.4g %s: the motion leaves presliding\n",
                        w->made.most, N, w->scale.FC, N);
    if (o->kind == BR_EXCITE_RAMPS && w->has_model && o->level < w->scale.FS)
        br_buffer_print(&w->notes, "ramps to %.4g %s stay below the static friction force %.4g %s: no break-away\n",
                        o->level, N, w->scale.FS, N);
}

// Rows that are too far apart miss the peaks in between.
static br_status check_rows(const br_exciting *w, br_diag *why)
{
    const br_excite_options *o = &w->o;
    bool speed = o->kind == BR_EXCITE_LADDER, level = o->kind == BR_EXCITE_RAMPS;
    double wanted = level ? o->level : o->largest, left = speed ? w->made.speed : w->made.most;
    if (o->kind == BR_EXCITE_MULTISINE || left > 0.9 * wanted)
        return BR_OK;
    return br_diag_fail(why, BR_NEGATIVE,
                        "%swith rows of %.4g s only %.4g of %.4g %s are reached; use a shorter --step", w->who, o->dt,
                        left, wanted, br_exciting_unit(w, level ? "N" : br_exciting_kind_of(o->kind)->to.unit));
}

br_status br_exciting_make(br_exciting *w, br_diag *why)
{
    br_diag words = {0};
    br_excite_options o = w->o;
    br_status status = check_sizes(w, why);
    if (status != BR_OK)
        return status;
    o.turns = w->turns;
    if (o.kind == BR_EXCITE_LOOPS)
        o.limit.speed = br_exciting_slow_speed(&o);
    status = br_excite_make(&w->made, &o, &words);
    if (status != BR_OK)
        return words.text[0] ? br_diag_fail(why, status, "%s%s", w->who, words.text) : status;
    add_notes(w);
    return check_rows(w, why);
}

br_status br_exciting_fill_record(br_exciting *w, br_diag *why)
{
    bool force = br_exciting_is_force(w);
    const br_record_head head[] = {{"t", "s", BR_RECORD_TIME},
                                   {force ? "u" : "x", br_exciting_unit(w, force ? "N" : "m"), BR_RECORD_INPUT}};
    br_status status = br_record_open_named(&w->record, head, 2, w->made.n, why);
    if (status != BR_OK)
        return status;
    w->record.rows = w->made.n;
    for (long long i = 0; i < w->made.n; i++)
        w->record.column[0].v[i] = (double)i * w->o.dt;
    memcpy(w->record.column[1].v, w->made.value, (size_t)w->made.n * sizeof *w->made.value);
    return BR_OK;
}

void br_exciting_free(br_exciting *w)
{
    br_record_close(&w->record);
    br_excite_free(&w->made);
    br_exciting_optimal_free(w);
    if (w->has_model)
        br_loaded_model_close(&w->model);
    br_buffer_free(&w->notes);
}
