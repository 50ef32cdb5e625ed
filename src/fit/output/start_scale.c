// start_scale.c - initial values from the scales of a log and the units, and a design of starts around them. [host]
#include "num/base/fp.h"

#include "fit/output/start_parts.h"
#include "num/base/elem.h"
#include "num/base/random.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- scales

static double power(double x, double y)
{
    return y == 0 ? 1 : br_pow(x, y);
}

// A unit with rad as a base unit of its own: that of a current, which friction does not know.
static br_unit read_unit(const char *text)
{
    br_unit u = br_unit_none(), turn = br_unit_none();
    turn.power[3] = 12;
    br_unit_name rad = {"rad", 3, turn};
    if (br_unit_read(text, strlen(text), &rad, 1, &u, NULL) == 0)
        return br_unit_none();
    return u;
}

// A quantity of this unit: force^a speed^b length^c. rotary: N*m and rad are force and length. 1 for what has no dimension.
static double scale_of(const br_scales *s, const char *unit, bool rotary)
{
    bool moment = rotary && strcmp(unit, "kg*m^2") == 0; // the one that is written without its rad
    br_unit u = read_unit(moment ? "N*m*s^2/rad" : unit);
    double kg = u.power[1] / 12.0, time = u.power[2] / 12.0, length = (rotary ? u.power[3] : u.power[0]) / 12.0;
    double force = kg, speed = -(time + 2 * force), rest = length - speed - (rotary ? 0 : force);
    return power(s->force, force) * power(s->speed, speed) * power(s->length, rest);
}

static bool is_rotary(const br_model *m)
{
    return strcmp(m->law.motion_text, "rad") == 0;
}

// Initial values of the parameters in p; an array whose elements differ by length starts spread over a factor of `spread` each;
// what has no dimension keeps the value that it has in p, or 1/2, or 1 over the number of shares.
void br_start_initial(const br_model *m, const br_fit_parameters *n, const br_scales *s, double spread, double *p)
{
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        int element = w->at - m->at[w->quantity], len = br_model_len(m, w->quantity);
        br_scales own = *s;
        own.length *= power(spread, element - 0.5 * (len - 1));
        double value = scale_of(&own, w->unit, is_rotary(m));
        if (w->kind == BR_FIT_SHARE)
            value = 1.0 / len;
        else if (br_unit_same(read_unit(w->unit), br_unit_none()))
            value = m->origin[w->quantity] != BR_UNSET && isfinite(p[w->at]) ? p[w->at] : w->low < 0 ? 0 : 0.5;
        else if (w->kind == BR_FIT_ABOVE)
            value *= 1.2;
        else if (w->kind == BR_FIT_BELOW)
            value *= 0.5;
        // other searches go by factors: there the least number that is above 0 is no 1e-6 of any unit
        double low = w->kind == BR_FIT_SCALED ? w->low : DBL_MIN;
        p[w->at] = br_min(br_max(value, low), w->high);
    }
}

void br_start_limits(const br_model *m, const br_scales *most, double least, double *far, double *near)
{
    const double beyond = 1e-3, plain = 100; // of the shortest length and the largest speed; what has no dimension
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            int at = m->at[q] + i;
            bool pure = br_unit_same(read_unit(m->law.q[q].si_text), br_unit_none());
            far[at] = pure ? plain : 0;
            near[at] = pure ? 1 / plain : HUGE_VAL;
            for (int k = 0; k < 4 && !pure; k++) {
                br_scales s = {most->force, most->speed * (k & 1 ? beyond : 1), k & 2 ? beyond * least : most->length};
                double value = scale_of(&s, m->law.q[q].si_text, is_rotary(m));
                far[at] = br_max(far[at], value);
                near[at] = br_min(near[at], value);
            }
        }
}

void br_start_range(const br_model *m, const br_fit_parameters *n, const br_start_options *s, double (*range)[2])
{
    const double pure = 100;
    double least = br_min(s->least, s->most.length / 30) / 10;
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        bool plain = br_unit_same(read_unit(w->unit), br_unit_none());
        range[i][0] = plain ? w->kind == BR_FIT_LOG ? 1 / pure : br_max(w->low, -pure) : HUGE_VAL;
        range[i][1] = plain ? w->kind == BR_FIT_LOG ? pure : br_min(w->high, 5) : 0;
        for (int k = 0; k < 4 && !plain; k++) {
            br_scales own = {s->most.force, s->most.speed * (k & 1 ? 3 : 1e-3), k & 2 ? 3 * s->most.length : least};
            double value = scale_of(&own, w->unit, is_rotary(m));
            range[i][0] = br_min(range[i][0], value);
            range[i][1] = br_max(range[i][1], value);
        }
        range[i][0] /= plain ? 1 : 3; // forces, too
        range[i][1] *= plain ? 1 : 3;
    }
}

// Prior sd of the states at the start: as large as such a state gets; position and speed are known better than that.
void br_start_state_sds(const br_output_problem *p, const br_scales *s, double *sd)
{
    const br_model *m = p->model;
    if (p->simulation) {
        *sd++ = s->length / 10;
        *sd++ = s->speed / 10;
    }
    for (int q = 0, k = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_STATE && i < br_model_len(m, q); i++)
            sd[k++] = scale_of(s, m->law.q[q].si_text, is_rotary(m));
}

// ---------------------------------------------------------------- a Latin hypercube

// Numbers from 0 to 1, dims for each of count points: in every dimension one of each share 1/count, in random order.
static br_status fill_hypercube(int count, int dims, double *share)
{
    int *order = malloc(((size_t)count + 1) * sizeof *order);
    if (!order)
        return BR_NO_MEMORY;
    for (int d = 0; d < dims; d++) {
        br_random r;
        br_random_init(&r, 1, (uint64_t)d); // the same points every time
        for (int k = 0; k < count; k++)
            order[k] = k;
        for (int k = count - 1; k > 0; k--) {
            int with = (int)(br_random_uniform(&r) * (k + 1)), swap = order[k];
            order[k] = order[with];
            order[with] = swap;
        }
        for (int k = 0; k < count; k++)
            share[k * dims + d] = (order[k] + br_random_uniform(&r)) / count;
    }
    free(order);
    return BR_OK;
}

double br_start_moved(const br_fit_parameter *w, double e, double share)
{
    double far = 2 * share - 1;
    switch (w->kind) {
    case BR_FIT_LOG: return e + 3 * far;
    case BR_FIT_ABOVE: return 2 * share;
    case BR_FIT_BELOW: return e + 3 * far;
    case BR_FIT_SHARE: return e + 2 * far;
    case BR_FIT_SCALED: break;
    }
    double low = w->low / w->scale, high = w->high / w->scale; // a ratio such as beta, or a value that may be 0
    if (isfinite(low) && isfinite(high))
        return low + (high - low) * share;
    return isfinite(low) && low < 0 ? low + (e - low + 1) * br_exp(2 * far) : e * br_exp(3 * far);
}

br_status br_start_design(const br_output_problem *q, br_fit_parameters *n, const br_start_options *s, int count,
                          br_start_place place, void *self)
{
    int dims = n->variables + 2;
    size_t np = (size_t)q->model->np;
    double *share = calloc((size_t)count * (size_t)dims + (size_t)n->variables + np + 1, sizeof *share);
    double *e = share ? share + (size_t)count * (size_t)dims : NULL, *p = e ? e + n->variables : NULL;
    br_status status = share ? fill_hypercube(count, dims, share) : BR_NO_MEMORY;
    double longest = s->most.length / 3, least = br_min(s->least, longest / 10) / 10;
    for (int k = 0; k < count && status == BR_OK; k++) {
        const double *at = share + (ptrdiff_t)k * dims;
        br_scales own = {s->most.force, s->most.speed * power(10, -3 * at[1]), least * power(longest / least, at[0])};
        for (size_t i = 0; i < np; i++)
            p[i] = br_interval_mid(q->model->p[i]);
        br_start_initial(q->model, n, &own, BR_SPREAD, p);
        br_fit_parameters_scale(n, p);
        br_fit_parameters_variables(n, p, e);
        for (int i = 0; i < n->count; i++)
            if (n->parameter[i].variable >= 0) {
                int v = n->parameter[i].variable;
                e[v] = br_start_moved(&n->parameter[i], e[v], at[2 + v]);
            }
        br_fit_parameters_values(n, e, p, NULL);
        place(self, &own, p);
    }
    free(share);
    return status;
}
