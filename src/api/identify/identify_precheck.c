// identify_precheck.c - checks of the logs before a fit: direction of motion, velocity against position, clipped forces, noise of positions. [host]
#include "num/base/fp.h"

#include "fit/inspect/inspect.h"
#include "api/identify/identification.h"
#include "num/text/piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024, MOST = 4, MOST_ROWS = 200000 };

static const double BACK = 0.002; // of the moving rows: less in a direction is none

// What `bristle inspect` finds in the rows of a log.
typedef struct found_rows {
    br_motion_found motion; // all zero where they tell of none
    br_column_found force;
    double speed_step; // of a velocity that was measured; 0: none
} found_rows;

// The rows that are taken, as `bristle inspect` sees them.
static br_status inspect_rows(const br_identification *w, int i, found_rows *found)
{
    const br_axis_log *l = &w->axis[i];
    const double *v = br_loaded_log_column(&w->log[i], "v") ? l->v : NULL;
    const double *from[MOST] = {l->trace.t}, *at[MOST];
    br_inspector_column column[MOST] = {{"t", "s", BR_ROLE_TIME}};
    br_inspector *work = NULL;
    br_inspection *is = NULL;
    int n = 1;
    memset(found, 0, sizeof *found);
    if (l->x) {
        from[n] = l->x;
        column[n++] = (br_inspector_column){"x", w->position_unit, BR_ROLE_POSITION};
    }
    if (v) {
        from[n] = v;
        column[n++] = (br_inspector_column){"v", w->speed_unit, BR_ROLE_VELOCITY};
    }
    from[n] = l->y;
    column[n++] = (br_inspector_column){"F", w->force_unit, w->drive ? BR_ROLE_DRIVE : BR_ROLE_FRICTION};
    br_status status = br_inspector_open(&work, column, n, NULL);
    for (long long k = 0; k < l->trace.rows && status == BR_OK; k += BLOCK) {
        for (int c = 0; c < n; c++)
            at[c] = from[c] + k;
        status = br_inspector_add(work, at, (int)(l->trace.rows - k < BLOCK ? l->trace.rows - k : BLOCK));
    }
    if (status == BR_OK)
        status = (is = calloc(1, sizeof *is)) ? br_inspector_finish(work, is, NULL) : BR_NO_MEMORY;
    if (status == BR_OK && is->motion.known)
        found->motion = is->motion;
    if (status == BR_OK)
        found->force = is->column[n - 1];
    if (status == BR_OK && v)
        found->speed_step = is->column[n - 2].step;
    free(is);
    br_inspector_close(work);
    return status == BR_BAD_DATA ? BR_OK : status;
}

static void write_log_name(br_identification *w, int i)
{
    if (w->logs > 1) {
        br_buffer_safe(&w->warnings, w->log[i].name, strlen(w->log[i].name));
        br_buffer_put(&w->warnings, ": ");
    }
}

// A force at a limit of its range may have been any larger one. Such rows count as missing; in the simulation of a motion that is not
// possible. A small value that lasts is that of rest.
static void reject_clipped(br_identification *w, int i, const br_column_found *f)
{
    const br_loaded_log *l = &w->log[i];
    const char *name = w->drive ? "u" : "F";
    double *y = br_loaded_log_values(&w->log[i], name);
    const double *column = br_loaded_log_column(l, name), *from = w->axis[i].y;
    double large = 0.5 * br_larger(-f->least, f->most);
    bool low = f->clipped_low && -f->least > large, high = f->clipped_high && f->most > large;
    long long rows = (low ? f->low.count : 0) + (high ? f->high.count : 0);
    const br_events *end = high ? &f->high : &f->low;
    if (rows == 0)
        return;
    bool simulated = w->options.motion && !w->options.predictions;
    bool reject = y && !simulated && 2 * rows < w->axis[i].trace.rows;
    write_log_name(w, i);
    br_buffer_print(&w->warnings, "%s is clipped: %lld rows are at a limit of its range (", name, rows);
    if (low && high)
        br_buffer_print(&w->warnings, "%.6g and ", f->least);
    br_buffer_print(&w->warnings, "%.6g %s, the longest run from t = %.6g s); ", high ? f->most : f->least,
                    w->force_unit, w->axis[i].trace.t[end->row[0] - 1]);
    br_buffer_put(&w->warnings, reject ? "they count as missing and are not fitted\n"
                                       : "the true force may be larger there, and parameters are biased\n");
    for (long long k = 0; k < w->axis[i].trace.rows && reject; k++)
        if ((high && from[k] == f->most) || (low && from[k] == f->least))
            y[from - column + k] = (double)NAN;
}

// A log that moves one way only has velocities that point back all the same, where they are made from noisy positions.
static void find_direction(br_identification *w, int i, const br_motion_found *m)
{
    br_axis_log *l = &w->axis[i];
    double moving = m->forward + m->backward;
    bool agrees = !(m->v_over_x < 0.9 || m->v_over_x > 1.1); // or there is no v beside x
    if (!agrees)
        return;
    long long back = 0;
    l->direction = !(moving > 0) ? 0 : m->backward <= BACK * moving ? 1 : m->forward <= BACK * moving ? -1 : 0;
    for (long long k = 0; k < l->trace.rows && l->direction; k++)
        back += l->direction * l->v[k] < 0;
    if (back == 0 || w->options.motion) // positions are all fitted
        return;
    write_log_name(w, i);
    br_buffer_print(&w->warnings,
                    "the motion has one direction only: %lld sample%s with a velocity of the other sign %s noise and "
                    "%s rejected\n",
                    back, back == 1 ? "" : "s", back == 1 ? "is" : "are", back == 1 ? "is" : "are");
}

// Where an axis rests under a force, friction is whatever balances the force, and no function of the velocity: a fit along the
// measured motion would take the sign of noise for that of friction. Its motion tells: it starts when friction gives way.
static void choose_prediction(br_identification *w, double still, double rows, long long breakaways)
{
    enum { STARTS = 3 };
    const double most = 0.15;
    if (!w->free_choice || !w->drive || breakaways < STARTS || !(still > most * rows))
        return;
    w->options.motion = true;
    br_buffer_print(&w->notes,
                    "the axis rests in %.0f %% of the log and starts %lld times from rest: its motion is fitted "
                    "(force in, motion out), because friction at rest is no function of velocity; to fit the force "
                    "anyway: --predict force\n",
                    100 * still / rows, breakaways);
}

// Forces that the check of the noise, by Coulomb friction, does not know: it would take these for noise.
static bool has_other_forces(const br_identify_options *o)
{
    bool has = o->spring != 0 || o->damper != 0;
    for (int i = 0; i < BR_AXIS_TERMS; i++)
        has = has || (o->term[i] && i != BR_AXIS_MASS && i != BR_AXIS_OFFSET);
    return has;
}

// Does a step last longer than five of the usual ones? The check of the noise knows no segments.
static bool has_gap(const br_axis_log *l)
{
    double usual =
        (l->trace.t[l->trace.rows - 1] - l->trace.t[0]) / (double)(l->trace.rows > 1 ? l->trace.rows - 1 : 1);
    for (long long k = 1; k < l->trace.rows; k++)
        if (l->trace.t[k] - l->trace.t[k - 1] > 5 * usual)
            return true;
    return false;
}

static bool is_worse(const br_bandwidth *a, const br_bandwidth *b)
{
    return a->attenuated != b->attenuated ? a->attenuated : a->off * a->biased >= b->off * b->biased;
}

// Does noise of the positions bias a fit of forces? Then predictions are fitted, which it does not bias. Where a lower cutoff alone
// differs, a law that Coulomb friction is not looks alike: that is a warning.
static br_status check_position_noise(br_identification *w)
{
    br_status status = BR_OK;
    bool may = w->free_choice && w->drive && w->made_a && !w->options.motion && w->log[0].made.cutoff > 0 &&
               !has_other_forces(&w->options);
    w->noise = (br_identification_noise){0};
    for (int i = 0; i < w->logs && may && status == BR_OK; i++) {
        const br_axis_log *l = &w->axis[i];
        br_bandwidth found;
        int rows = (int)(l->trace.rows < MOST_ROWS ? l->trace.rows : MOST_ROWS);
        br_bandwidth_log log = {
            rows, l->trace.t, l->x, l->y, w->estimate_mass, w->mass, w->log[i].made.cutoff, w->options.every};
        if (l->test || !l->x || !l->made_v || has_gap(l))
            continue;
        status = br_bandwidth_choose(&log, &found);
        if (status == BR_OK && is_worse(&found, &w->noise.band))
            w->noise = (br_identification_noise){true, i, found, w->log[i].made.cutoff};
        status = status == BR_BAD_DATA ? BR_OK : status;
    }
    if (status != BR_OK || !w->noise.band.biased)
        return status;
    const br_bandwidth *b = &w->noise.band;
    w->options.predictions = b->attenuated;
    w->options.motion = w->options.motion || b->attenuated;
    br_buffer *to = b->attenuated ? &w->notes : &w->warnings;
    br_buffer_print(to,
                    "noise of the positions%s biases velocities, accelerations and %s fit of the force: %s moves a "
                    "parameter of Coulomb friction by %.1f standard deviations",
                    b->attenuated ? "" : ", or presliding,", b->attenuated ? "a" : "this",
                    b->attenuated ? "as much noise again" : "a lower cutoff", b->attenuated ? b->attenuation : b->off);
    if (w->estimate_mass && !b->attenuated)
        br_buffer_print(to, " (m %.4g instead of %.4g %s)", b->best.value[3], b->given.value[3],
                        w->rotary ? "kg*m^2" : "kg");
    br_buffer_put(to, b->attenuated ? "; so one-step predictions of the position are fitted, in which that noise is no "
                                      "regressor; to fit the force anyway: --predict force\n"
                                    : "; compare --predict step, in which noise of positions is no regressor\n");
    return BR_OK;
}

static bool same_column(const double *a, const double *b, long long rows)
{
    return a == b || (a && b && memcmp(a, b, (size_t)rows * sizeof *a) == 0);
}

// Whatever their names and times are.
static bool same_rows(const br_axis_log *a, const br_axis_log *b)
{
    return a->trace.rows == b->trace.rows && same_column(a->x, b->x, a->trace.rows) &&
           same_column(a->v, b->v, a->trace.rows) && same_column(a->y, b->y, a->trace.rows);
}

// Log i is one that came before it.
static void warn_duplicate(br_identification *w, int i)
{
    int k = 0;
    while (k < i && !same_rows(&w->axis[k], &w->axis[i]))
        k++;
    if (k == i)
        return;
    br_buffer_safe(&w->warnings, w->log[i].name, strlen(w->log[i].name));
    br_buffer_put(&w->warnings, " has the same rows as ");
    br_buffer_safe(&w->warnings, w->log[k].name, strlen(w->log[k].name));
    br_buffer_put(&w->warnings, w->axis[i].test ? ", which is fitted: the test log is not independent\n"
                                                : ": they count twice; standard deviations are too small\n");
}

br_status br_identification_precheck(br_identification *w)
{
    br_status status = BR_OK;
    found_rows *found = calloc((size_t)w->logs + 1, sizeof *found);
    double still = 0, rows = 0;
    long long breakaways = 0;
    if (!found)
        return BR_NO_MEMORY;
    w->speed_step = 0;
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        double own = w->axis[i].test ? 0 : (double)w->axis[i].trace.rows;
        status = inspect_rows(w, i, &found[i]);
        still += found[i].motion.still * own;
        rows += own;
        w->speed_step = w->axis[i].test ? w->speed_step : br_larger(w->speed_step, found[i].speed_step);
        breakaways += own > 0 ? found[i].motion.breakaways : 0;
    }
    if (status == BR_OK)
        choose_prediction(w, still, rows, breakaways);
    for (int i = 0; i < w->logs && status == BR_OK; i++)
        reject_clipped(w, i, &found[i].force);
    if (status == BR_OK)
        status = check_position_noise(w);
    for (int i = 0; i < w->logs && status == BR_OK && !w->drive; i++)
        status = br_axis_set_unclear(&w->axis[i]);
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        const br_motion_found *m = &found[i].motion;
        br_buffer words = {0};
        if (m->known) {
            br_inspector_warn_velocity(&words, m);
            find_direction(w, i, m);
        }
        if (words.text) {
            write_log_name(w, i);
            br_buffer_put(&w->warnings, words.text);
        }
        warn_duplicate(w, i);
        br_buffer_free_into(&words, &w->warnings.status);
    }
    free(found);
    return status == BR_OK ? w->warnings.status : status;
}
