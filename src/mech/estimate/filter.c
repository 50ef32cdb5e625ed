// filter.c - Kalman filter of a mechanism with a low-rank square root of the covariance.    [host]
#include "num/base/fp.h"

#include "mech/estimate/filter.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- opening

// Measures one after the other, as long as each adds a direction of motion.
static br_status name_motions(br_filter *f)
{
    br_moving *s = f->s;
    int found = 0;
    for (int i = 0; i < s->m->measures && found < f->freedoms; i++) {
        f->named[i] = true;
        f->root.count = 0;
        bool fits = br_directions_of_measures(&f->root, s, f->named) == BR_OK;
        double most = 0;
        for (int c = 0; c < f->root.count / 2; c++)
            for (int k = 0; k < s->n; k++)
                most = br_abs(br_direction_q(&f->root, c)[k]) > most ? br_abs(br_direction_q(&f->root, c)[k]) : most;
        f->named[i] = fits && most > 0 && most < 1e6; // two that say the same cannot differ
        found += f->named[i];
    }
    f->root.count = 0;
    return found > 0 ? br_directions_of_measures(&f->root, s, f->named) : BR_OK;
}

// Standard deviations of the start: those of the text; of a wide prior; the larger ones.
typedef enum start_sd { OF_TEXT, OF_WIDE_PRIOR, LARGER } start_sd;

static double start_sd_of(const br_mech *m, int measure, int which, start_sd kind)
{
    double text = m->measure[measure].doubt[which], wide = which == 0 ? 0.1 : 1; // m, rad; m/s, rad/s
    return kind == OF_TEXT || (kind == LARGER && text > wide) ? text : wide;
}

// Columns of unit moves become those of such standard deviations.
static void scale_columns(br_filter *f, br_directions *to, start_sd kind)
{
    const br_mech *m = f->s->m;
    int positions = to->count / 2;
    for (int i = 0, c = 0; i < m->measures; i++)
        if (f->named[i]) {
            for (int k = 0; k < 2; k++) {
                double *x = br_direction_q(to, c + k * positions), by = start_sd_of(m, i, k, kind);
                for (int r = 0; r < to->stride; r++)
                    x[r] *= by;
            }
            c++;
        }
    for (int i = 0; i < f->augmented.known; i++) {
        double sd = br_augmented_prior_sd(&f->augmented, m, i);
        if (i >= f->augmented.parameters_at && !(sd > 0))
            continue; // a parameter that is fixed has no column
        br_directions_append(to);
        br_direction_e(to, to->count - 1)[i] = sd;
    }
}

// The second covariance, from the unit moves that the root has.
static void set_wide(br_filter *f)
{
    f->wide.count = 0;
    for (int c = 0; f->o.judged && c < f->root.count; c++)
        memcpy(br_directions_append(&f->wide), br_direction_q(&f->root, c), (size_t)f->wide.rows * sizeof *f->wide.x);
    if (f->o.judged)
        scale_columns(f, &f->wide, OF_WIDE_PRIOR);
}

static br_status prepare_covariance(br_filter *f, br_diag *why)
{
    br_moving *s = f->s;
    br_status status = name_motions(f);
    if (status == BR_OK)
        set_wide(f);
    for (int i = 0; i < s->m->measures && status == BR_OK; i++)
        if (!f->named[i] && (s->m->measure[i].doubt[0] > 0 || s->m->measure[i].doubt[1] > 0))
            status = br_complain(why, BR_BAD_LAW, &s->m->tokens, NULL,
                                 "the standard deviations of %s follow from those of measures before it: give theirs",
                                 s->m->measure[i].name);
    if (status == BR_OK)
        scale_columns(f, &f->root, OF_TEXT);
    br_augmented_apply(&f->augmented, s);
    return status == BR_OK && f->o.dense ? br_dense_open(f) : status;
}

br_status br_filter_restart(br_filter *f)
{
    f->root.count = 0;
    br_status status = br_directions_of_measures(&f->root, f->s, f->named);
    if (status != BR_OK)
        return status;
    set_wide(f);
    scale_columns(f, &f->root, LARGER);
    br_augmented_apply(&f->augmented, f->s);
    if (f->o.dense) {
        br_dense_set_covariance(f);
        br_dense_unit_directions(f);
    }
    br_gate_reset(&f->gate, f->o.sensors);
    memset(f->outs, 0, (size_t)f->o.sensors * sizeof *f->outs);
    f->lost = f->refused = false;
    f->calm = f->open = f->astray = 0;
    f->patience = BR_FILTER_PATIENCE;
    return BR_OK;
}

static br_status open_gate(br_filter *f)
{
    br_arena count = {0}, a = {0};
    br_gate_carve(&count, &f->gate, f->o.sensors);
    f->gate_memory = a.base = calloc(1, count.used + 1);
    if (!a.base)
        return BR_NO_MEMORY;
    br_gate_carve(&a, &f->gate, f->o.sensors);
    br_gate_reset(&f->gate, f->o.sensors);
    return BR_OK;
}

static br_status count_freedoms(br_filter *f)
{
    int rank, *which = calloc((size_t)f->s->rows + 1, sizeof *which);
    br_status status = which ? br_moving_rank(f->s, &rank, which) : BR_NO_MEMORY;
    free(which);
    if (status == BR_OK) {
        f->freedoms = f->s->n - rank;
        f->most = 2 * f->freedoms + f->augmented.count;
    }
    return status;
}

br_status br_filter_open(br_filter *f, br_moving *s, const br_filter_options *o, br_diag *why)
{
    memset(f, 0, sizeof *f);
    f->s = s;
    f->o = *o;
    f->patience = BR_FILTER_PATIENCE;
    f->o.scheme = o->scheme ? o->scheme : &br_mech_bdf1;
    br_status status = br_augmented_open(&f->augmented, s->m, o->input, o->inputs, o->parameter, o->parameters);
    if (status == BR_OK)
        status = count_freedoms(f);
    int tail = o->tails ? f->most : 0;
    size_t columns = (size_t)f->most + (size_t)f->augmented.noises, sensors = (size_t)o->sensors;
    size_t all = 2 * (size_t)s->n + (size_t)(f->augmented.count + tail), widest = columns > all ? columns : all;
    f->memory = calloc(sensors * columns + 3 * sensors + all + widest + 1, sizeof *f->memory);
    f->named = calloc((size_t)s->m->measures + 1, sizeof *f->named);
    f->run = calloc((size_t)s->m->measures + 1, sizeof *f->run);
    f->out = calloc(sensors + 1, sizeof *f->out);
    f->outs = calloc(sensors + 1, sizeof *f->outs);
    if (status == BR_OK && !(f->memory && f->named && f->run && f->out && f->outs))
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = open_gate(f);
    if (status == BR_OK)
        status = br_directions_open(&f->root, s, &f->augmented, tail, (int)columns);
    if (status == BR_OK && o->judged)
        status = br_directions_open(&f->wide, s, &f->augmented, 0, (int)columns);
    if (status == BR_OK) {
        f->slope = f->memory;
        f->gap = f->slope + sensors * columns;
        f->left = f->gap + sensors;
        f->variance = f->left + sensors;
        f->change = f->variance + sensors;
        f->along = f->change + all;
        status = prepare_covariance(f, why);
    }
    if (status != BR_OK)
        br_filter_close(f);
    return status;
}

void br_filter_close(br_filter *f)
{
    br_dense_close(f);
    br_directions_close(&f->root);
    br_directions_close(&f->wide);
    br_augmented_close(&f->augmented);
    free(f->memory);
    free(f->named);
    free(f->run);
    free(f->out);
    free(f->outs);
    free(f->gate_memory);
    memset(f, 0, sizeof *f);
}

// ---------------------------------------------------------------- time update

// (50): inputs and parameters have walked.
static void add_process_noise(const br_filter *f, br_directions *to, double h)
{
    for (int i = 0; i < f->augmented.noises; i++) {
        br_directions_append(to);
        br_augmented_noise(&f->augmented, h, i, br_direction_e(to, to->count - 1));
    }
    br_directions_compress(to, f->most);
}

static double energy(const br_moving *s)
{
    double kinetic, potential;
    br_moving_energy(s, &kinetic, &potential);
    return kinetic + potential - s->worked + s->lost;
}

// Behind a step: what the scheme itself has taken, and how far measures moved.
static void count_braking(br_filter *f, double before, double h)
{
    const br_moving *s = f->s;
    f->braked += before - energy(s);
    for (int i = 0; i < s->m->measures; i++) {
        br_measure_state l;
        br_measure_gradient(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
        f->run[i] += h * l.w * l.w;
    }
}

static br_directions *directions_of(br_filter *f)
{
    return f->o.dense ? &f->dense.unit : &f->root;
}

br_status br_filter_prepare(br_filter *f, br_diag *why)
{
    if (f->o.scheme->method != BR_MECH_NEWMARK)
        return BR_OK;
    if (f->o.dense)
        br_dense_unit_directions(f);
    br_augmented_apply(&f->augmented, f->s);
    br_status status = br_moving_accelerate(f->s, why);
    if (status != BR_OK)
        return status == BR_BAD_LAW ? BR_NOT_FINITE : status; // the text is sound: the motion led here
    br_directions_accelerate(directions_of(f), f->s);
    if (f->o.judged)
        br_directions_accelerate(&f->wide, f->s);
    return BR_OK;
}

br_status br_filter_time_update(br_filter *f, double h, br_diag *why)
{
    br_moving *s = f->s;
    const br_mech_scheme *scheme = f->o.scheme;
    double before = f->o.judged ? energy(s) : 0;
    if (f->o.dense && scheme->method != BR_MECH_NEWMARK)
        br_dense_unit_directions(f);
    br_augmented_advance(&f->augmented, s, h);
    br_status status = br_moving_try_step(s, scheme, h, why);
    f->refused = status != BR_OK;
    if (f->refused) {
        br_augmented_rewind(&f->augmented, s, h);
        return status;
    }
    status = f->o.dense ? br_dense_transition(f) : br_directions_step(&f->root, s, scheme);
    if (status == BR_OK && f->o.judged)
        status = br_directions_step(&f->wide, s, scheme);
    if (status == BR_OK)
        status = br_moving_accept_step(s, scheme, why);
    if (status == BR_OK && f->o.judged)
        count_braking(f, before, h);
    if (f->o.dense)
        br_dense_add_process_noise(f, h);
    else
        add_process_noise(f, &f->root, h);
    if (f->o.judged)
        add_process_noise(f, &f->wide, h);
    return status;
}

// ---------------------------------------------------------------- measurement update

// Measurement update by the scalar measurement k in Potter's square-root form, and of the innovations of those behind it.
// Kalman gain: sum/variance; root S becomes S - shrink sum slope', sum = S slope'.
static void scalar_update(br_filter *f, br_directions *root, int k, bool counted)
{
    double *slope = f->slope + (ptrdiff_t)k * root->room, R = f->o.sd[k] * f->o.sd[k], variance = R;
    int all = root->rows;
    for (int c = 0; c < root->count; c++)
        variance += slope[c] * slope[c];
    f->lost = f->lost || !isfinite(variance);
    if (!(variance > 0))
        return;
    f->gap[k] = counted ? f->left[k] : f->gap[k];
    if (counted && br_filter_rejects(f, k, variance))
        return;
    double weight = f->gap[k] / variance, shrink = 1 / (variance + br_sqrt(R * variance)), *sum = root->b;
    memset(sum, 0, (size_t)all * sizeof *sum);
    for (int c = 0; c < root->count; c++)
        for (int i = 0; i < all; i++)
            sum[i] += slope[c] * br_direction_q(root, c)[i];
    for (int c = 0; c < root->count; c++)
        for (int i = 0; i < all; i++)
            br_direction_q(root, c)[i] -= shrink * slope[c] * sum[i];
    for (int j = 0; j < f->o.sensors; j++) {
        double *other = f->slope + (ptrdiff_t)j * root->room, shared = 0;
        for (int c = 0; c < root->count; c++)
            shared += other[c] * slope[c];
        for (int c = 0; c < root->count && j > k; c++)
            other[c] -= shrink * shared * slope[c];
        f->left[j] -= counted ? weight * shared : 0;
    }
    if (!counted)
        return;
    for (int i = 0; i < all; i++)
        f->change[i] += weight * sum[i];
    br_filter_count_innovation(f, k, variance);
}

static bool any_forces(const br_filter *f, const double *y)
{
    bool any = false;
    for (int k = 0; k < f->o.sensors; k++)
        any = any || (isfinite(y[k]) && br_sensor_needs_forces(f->s->m, &f->s->m->sensor[f->o.sensor[k]]));
    return any;
}

static void update_root(br_filter *f, br_directions *root, const double *y, bool forces, bool counted)
{
    br_moving *s = f->s;
    if (forces)
        br_directions_accelerate(root, s);
    for (int k = 0; k < f->o.sensors; k++)
        if (isfinite(y[k]))
            br_sensor_along(s, &s->m->sensor[f->o.sensor[k]], root, f->slope + (ptrdiff_t)k * root->room);
    for (int k = 0; k < f->o.sensors; k++)
        if (isfinite(y[k]) && (counted || !f->out[k]))
            scalar_update(f, root, k, counted);
}

// Positions, speeds and augmented states change; what curved constraints leave open is closed.
br_status br_filter_apply_correction(br_filter *f, br_diag *why)
{
    const double closed = 1e-9;
    br_moving *s = f->s;
    for (int i = 0; i < s->n; i++) {
        s->now.q[i] += f->change[i];
        s->now.v[i] += f->change[s->n + i];
    }
    br_status status = BR_OK;
    br_dry_hold_sticking(s, false);
    double open = br_moving_violation(s);
    if (open > closed) {
        s->yields = true;
        status = br_moving_project_positions(s, why);
        s->yields = false;
        open = br_moving_violation(s);
    } else
        br_moving_update_measures(s, &s->now);
    br_augmented_correct(&f->augmented, s, f->change + 2 * (ptrdiff_t)s->n);
    br_dry_set_ways(s);
    br_dry_hold_sticking(s, true);
    f->violation = open > f->violation ? open : f->violation;
    return status;
}

static bool any_measured(const br_filter *f, const double *y)
{
    bool any = false;
    for (int k = 0; k < f->o.sensors; k++)
        any = any || isfinite(y[k]);
    return any;
}

br_status br_filter_measurement_update(br_filter *f, const double *y, br_diag *why)
{
    br_moving *s = f->s;
    bool forces = any_forces(f, y);
    br_status status = forces ? br_moving_accelerate(s, why) : BR_OK;
    if (status != BR_OK)
        return status;
    f->nis = 0;
    f->used = 0;
    f->farthest = 0;
    f->near = !any_measured(f, y);
    f->y = y;
    br_filter_count_calm(f);
    memset(f->change, 0, (size_t)f->root.rows * sizeof *f->change);
    for (int k = 0; k < f->o.sensors; k++)
        f->gap[k] = f->left[k] = isfinite(y[k]) ? y[k] - br_sensor_value(s, &s->m->sensor[f->o.sensor[k]]) : 0;
    if (f->o.dense)
        br_dense_measurement_update(f, y);
    else
        update_root(f, &f->root, y, forces, true);
    if (f->o.judged)
        update_root(f, &f->wide, y, forces, false);
    f->total += f->used;
    f->astray = f->near ? (any_measured(f, y) ? 0 : f->astray) : f->astray + 1;
    if (f->lost)
        return br_complain(why, BR_NOT_FINITE, &s->m->tokens, NULL,
                           "t = %.9g s: the variance of a measurement is not finite any more", s->t);
    return br_filter_apply_correction(f, why);
}

// ---------------------------------------------------------------- results

static double sd_of(const br_filter *f, const br_directions *root, const double *slope)
{
    double sum = 0;
    if (f->o.dense && root == &f->dense.unit)
        return br_dense_sd(f, slope);
    for (int c = 0; c < root->count; c++)
        sum += slope[c] * slope[c];
    for (int c = 0; f->less && c < root->count; c++)
        for (int d = 0; d < root->count; d++)
            sum -= slope[c] * f->less[(ptrdiff_t)c * f->most + d] * slope[d];
    return br_sqrt(sum > 0 ? sum : 0);
}

br_status br_filter_update_forces(br_filter *f, br_diag *why)
{
    br_status status = br_moving_accelerate(f->s, why);
    if (f->o.dense)
        br_dense_unit_directions(f);
    if (status == BR_OK)
        br_directions_accelerate(directions_of(f), f->s);
    return status;
}

double br_filter_sensor(br_filter *f, int sensor, double *sd)
{
    const br_sensor *e = &f->s->m->sensor[sensor];
    br_sensor_along(f->s, e, directions_of(f), f->along);
    *sd = sd_of(f, directions_of(f), f->along);
    return br_sensor_value(f->s, e);
}

double br_filter_input(br_filter *f, int input, double *sd)
{
    int force = f->o.input[input].force, measure = f->s->m->force[force].measure;
    br_directions *root = directions_of(f);
    br_measure_state l;
    br_measure_gradient(f->s->m, measure, f->s->now.q, f->s->now.v, f->s->now.y[measure], &l);
    br_force_gradient push = br_force_gradient_of(&f->augmented, f->s, force, f->s->now.lambda, &l, 0);
    for (int c = 0; c < root->count; c++)
        f->along[c] =
            br_force_gradient_along(&push, br_direction_q(root, c), br_direction_v(root, c), br_direction_e(root, c));
    *sd = sd_of(f, root, f->along);
    return f->s->drive[f->s->m->force[force].drive];
}

double br_filter_parameter(br_filter *f, int parameter, double *sd)
{
    const br_directions *root = directions_of(f);
    int at = f->augmented.parameters_at + parameter;
    for (int c = 0; c < root->count; c++)
        f->along[c] = br_direction_e(root, c)[at];
    *sd = sd_of(f, root, f->along) * br_abs(br_parameter_slope(&f->o.parameter[parameter], f->augmented.x[at]));
    return br_parameter_value(&f->o.parameter[parameter], f->augmented.x[at]);
}

double br_filter_measure(br_filter *f, int measure, int which, double *sd)
{
    bool turns = f->s->m->measure[measure].kind == BR_MEASURE_TURN;
    br_sensor e = {.of = measure,
                   .kind = which == 1 ? BR_SENSOR_SPEED
                           : turns    ? BR_SENSOR_ANGLE
                                      : BR_SENSOR_DISPLACEMENT};
    br_sensor_along(f->s, &e, directions_of(f), f->along);
    *sd = sd_of(f, directions_of(f), f->along);
    return br_sensor_value(f->s, &e);
}

double br_filter_share_left(br_filter *f, int measure, int which)
{
    br_sensor e = {.of = measure, .kind = which == 1 ? BR_SENSOR_SPEED : BR_SENSOR_ANGLE};
    br_sensor_along(f->s, &e, &f->wide, f->along);
    return sd_of(f, &f->wide, f->along) / (which == 0 ? 0.1 : 1);
}
