// reach_step.c - one verified step: Picard operator for a bounding box, Taylor model of the centre, mean value form. [host]
//
// Picard operator: no solution leaves the box B with x + [0, h] f(B) within B. Two solutions of one input differ by e with
// e' = A(t) e + P(t) (p - pc) + U(t) w(t), where A, P and U are means of slopes between the two, so within their
// enclosures over B, also where f has kinks. Hence e(t + h) is the sum over k of k-fold integrals of A...A e, A...A P (p - pc) and
// A...A U w, each over a volume h^k/k!, and an enclosure of all integrands, times the volume, encloses the integral.
#include "num/base/fp.h"

#include "bound/reach/reach_parts.h"
#include "num/interval/ball.h"

#include <float.h>
#include <string.h>

enum { TRIES = 6, TERMS = 10 };
#define OFF 1e-11   // of a step, that the centre may be off as a share of its size
#define WIDE 1e-5   // and of the set's extent
#define ROUGH 1e-2  // the same of steps without slopes
#define NARROW 1e-6 // share of what a state has been below which its ends need not be followed
#define LOOSE 8     // times as wide as the bounding box: a zonotope that is of no more use

static double add_up(double a, double b) // not below a + b
{
    return a == 0 || b == 0 ? a + b : br_next_up(a + b);
}

// ---------------------------------------------------------------- bounding box

// The Picard operator is applied to a widened box until it maps the box into itself.
br_status br_reach_picard_box(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u,
                              br_interval h, br_interval *box, bool *found)
{
    br_interval step = br_interval_of(0, h.hi);
    *found = false;
    memcpy(box, x, (size_t)r->n * sizeof *box);
    br_status status = br_reach_rates(r, box, p, u);
    for (int k = 0; k < TRIES && status == BR_OK && all_bounded(r->rate, r->n); k++) {
        for (int i = 0; i < r->n; i++)
            box[i] = br_interval_hull(box[i], wider(moved(x[i], step, r->rate[i])));
        status = br_reach_rates(r, box, p, u);
        bool inside = status == BR_OK && all_bounded(r->rate, r->n) && worst(r) != BR_UNDEFINED;
        for (int i = 0; i < r->n && inside; i++)
            inside = br_interval_subset(moved(x[i], step, r->rate[i]), box[i]);
        if (!inside)
            continue;
        *found = true;
        for (int i = 0; i < r->n; i++)
            box[i] = moved(x[i], step, r->rate[i]);
        return br_reach_rates(r, box, p, u);
    }
    return status;
}

// box by the Picard operator; where that finds none, by exponentials, with after: the step is a long one.
static br_status bounding_box(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u,
                              br_interval h, br_interval *box, bool *found)
{
    for (int i = 0; i < r->n; i++)
        r->after[i] = br_interval_entire();
    br_status status = br_reach_picard_box(r, x, p, u, h, box, found);
    r->is_long = !*found;
    if (status != BR_OK || *found || !r->cascade)
        return status;
    status = br_reach_long_box(r, x, p, u, h, box, found);
    if (!*found || !r->apart || r->model->nu != 1 || br_interval_is_point(r->off[0])) // else there is no slope by it
        return status;
    for (int end = 0; end < 2 && status == BR_OK; end++)
        status = br_reach_barrier(r, x, p, u[0], h.hi, end == 1, box);
    return status == BR_OK ? br_reach_rates(r, box, p, u) : status;
}

// ---------------------------------------------------------------- the centre

// Coefficient k of the state that number i of the rates moves is that of its rate before, over k.
static br_interval coefficient(const br_reach *r, int i, int k)
{
    const br_tape *t = &r->rates;
    int row = 0;
    while (row + 1 < t->rows && t->row_at[row + 1] <= i)
        row++;
    return br_interval_div(br_taylor_series(&r->taylor, t->row[row].node, i - t->row_at[row])[k - 1],
                           br_interval_point(k));
}

// Is the middle too wide for a step of this length?
static bool is_rough(const br_reach *r)
{
    bool rough = false;
    for (int i = 0; i < r->n; i++)
        rough = rough || br_interval_width(r->middle[i]) > OFF * br_interval_mag(r->thin[i]);
    return rough;
}

// middle: the solution from a point, which stays in thin, after the step.
static br_status centre_after_step(br_reach *r, const br_interval *point, br_interval h)
{
    br_box over = {.x = r->thin, .p = r->pc, .m = r->m}, at = {.x = point, .p = r->pc, .m = r->m};
    br_status status = br_taylor_run(&r->taylor, &over, r->over);
    bool smooth = r->taylor.smooth;
    for (int i = 0; i < r->n && status == BR_OK; i++)
        r->middle[i] = smooth ? coefficient(r, i, BR_REACH_ORDER + 1) : r->rate[i];
    if (status == BR_OK && smooth)
        status = br_taylor_run(&r->taylor, &at, r->first);
    for (int i = 0; i < r->n && status == BR_OK; i++) {
        for (int k = BR_REACH_ORDER; smooth && k >= 1; k--)
            r->middle[i] = br_interval_add(coefficient(r, i, k), br_interval_mul(h, r->middle[i]));
        r->middle[i] = br_interval_intersect(moved(point[i], h, r->middle[i]), r->after[i]);
    }
    bool glides = r->is_long || (r->cascade && !r->apart && is_rough(r));
    return status == BR_OK && glides ? br_reach_long_centre(r, point, h) : status;
}

// ---------------------------------------------------------------- what lies around it

// Weights of the states for which the rows of |A| are about equal: a few steps towards its largest eigenvector.
static void find_scale(br_reach *r)
{
    for (int i = 0; i < r->n; i++)
        r->scale[i] = 1;
    for (int again = 0; again < 12; again++) {
        double most = 0;
        for (int i = 0; i < r->n; i++) {
            r->column[i] = 0;
            for (int l = 0; l < r->n; l++)
                r->column[i] += br_interval_mag(*entry(r, r->slope, i, l)) * r->scale[l];
            most = r->column[i] > most ? r->column[i] : most;
        }
        for (int i = 0; i < r->n && most > 0; i++) // never far below the largest: rows of 0 have a weight, too
            r->scale[i] = 0.5 * r->scale[i] + 0.5 * (r->column[i] / most) + 1e-30;
    }
}

// h |A| in the norm of these weights, rounded up.
static double norm_of_jacobian(const br_reach *r, double h)
{
    double most = 0;
    for (int i = 0; i < r->n; i++) {
        double sum = 0;
        for (int l = 0; l < r->n; l++)
            sum = add_up(sum, br_next_up(br_interval_mag(*entry(r, r->slope, i, l)) * r->scale[l]));
        sum = br_next_up(sum / r->scale[i]);
        most = sum > most ? sum : most;
    }
    return br_next_up(most * h);
}

// The terms beyond the last that was summed up, of column j, in the unit of the weights: they are less than h e a^m/(m + 1)!
// times the largest of the first, where a is the norm, below 1.
static double series_tail(const br_reach *r, double a, double h, int j)
{
    double first = 0, share = 3;
    for (int i = 0; i < r->n; i++) {
        double x = br_next_up(br_interval_mag(*entry(r, r->slope, i, j)) / r->scale[i]);
        first = x > first ? x : first;
    }
    for (int k = 1; k <= TERMS; k++)
        share = br_next_up(br_next_up(share * a) / (k + 1));
    return br_next_up(br_next_up(first * h) * share);
}

// power becomes A times itself.
static void multiply_jacobian(br_reach *r)
{
    for (int i = 0; i < r->n; i++)
        for (int j = 0; j < r->columns; j++) {
            br_interval sum = br_interval_point(0);
            for (int l = 0; l < r->n; l++)
                sum = br_interval_add(sum, br_interval_mul(*entry(r, r->slope, i, l), *entry(r, r->power, l, j)));
            *entry(r, r->next, i, j) = sum;
        }
    memcpy(r->power, r->next, (size_t)r->n * (size_t)r->columns * sizeof *r->power);
}

// transition, and until: what it is at any time up to h. The sum of A^(k-1) times the slopes times h^k/k!, and its tail.
static void transition_series(br_reach *r, br_interval h, double a)
{
    size_t numbers = (size_t)r->n * (size_t)r->columns;
    br_interval share = h;
    for (size_t i = 0; i < numbers; i++)
        r->transition[i] = r->until[i] = br_interval_point(0);
    for (int i = 0; i < r->n; i++)
        *entry(r, r->transition, i, i) = *entry(r, r->until, i, i) = br_interval_point(1);
    memcpy(r->power, r->slope, numbers * sizeof *r->power);
    for (int k = 1; k <= TERMS; k++) {
        for (size_t i = 0; i < numbers; i++) {
            r->transition[i] = moved(r->transition[i], share, r->power[i]);
            r->until[i] = moved(r->until[i], br_interval_of(0, share.hi), r->power[i]);
        }
        multiply_jacobian(r);
        share = br_interval_div(br_interval_mul(share, h), br_interval_point(k + 1));
    }
    for (int j = 0; j < r->columns; j++) {
        double rest = series_tail(r, a, h.hi, j);
        for (int i = 0; i < r->n; i++) {
            double by = br_next_up(rest * r->scale[i]);
            *entry(r, r->transition, i, j) = br_interval_add(*entry(r, r->transition, i, j), br_interval_of(-by, by));
            *entry(r, r->until, i, j) = br_interval_add(*entry(r, r->until, i, j), br_interval_of(-by, by));
        }
    }
}

// The same a second way, which is narrow where a state is decoupled: its own slope d apart from the others, it is
// exp(h d) of its start and h (exp(h d) - 1)/(h d) of what else moves it, since exp is positive.
static void transition_by_exp(br_reach *r, br_interval h)
{
    for (int i = 0; i < r->n; i++) {
        br_interval z = br_interval_mul(h, *entry(r, r->slope, i, i)), weight = br_interval_mul(h, br_reach_growth(z));
        for (int j = 0; j < r->columns; j++) {
            br_interval push = j < r->n ? br_interval_point(0) : *entry(r, r->slope, i, j);
            for (int l = 0; l < r->n; l++)
                if (l != i)
                    push = br_interval_add(push, br_interval_mul(*entry(r, r->slope, i, l), *entry(r, r->until, l, j)));
            br_interval sum = br_interval_mul(weight, push), *to = entry(r, r->transition, i, j);
            *to = br_interval_intersect(*to, j == i ? br_interval_add(br_interval_exp(z), sum) : sum);
        }
    }
}

// transition: [V | S | what the errors of the inputs move]. False: the step is too long for it.
static bool make_transition(br_reach *r, br_interval h)
{
    find_scale(r);
    double a = norm_of_jacobian(r, h.hi);
    if (!(a <= 0.5) && !r->cascade)
        return false;
    if (a <= 0.5) {
        transition_series(r, h, a);
        transition_by_exp(r, h);
    } else {
        br_reach_long_transition(r, h);
    }
    return true;
}

// ---------------------------------------------------------------- the set after the step

// An interval becomes a number, and what it may be off goes to rest.
static double midpoint(double *rest, br_interval x)
{
    *rest = add_up(*rest, br_interval_rad(x));
    return br_interval_mid(x);
}

static void map_zonotope(br_reach *r)
{
    br_zonotope *z = &r->set;
    memset(r->rest, 0, (size_t)r->n * sizeof *r->rest);
    for (int j = 0; j < z->count; j++) {
        double *way = z->g + (size_t)j * (size_t)r->n;
        for (int i = 0; i < r->n; i++) {
            br_interval sum = j < r->ns ? *entry(r, r->transition, i, r->n + j) : br_interval_point(0);
            for (int l = 0; l < r->n; l++)
                sum = br_interval_add(sum, br_interval_mul(*entry(r, r->transition, i, l), br_interval_point(way[l])));
            r->column[i] = midpoint(&r->rest[i], sum);
        }
        memcpy(way, r->column, (size_t)r->n * sizeof *way);
    }
    for (int i = 0; i < r->n; i++)
        z->c[i] = midpoint(&r->rest[i], br_interval_add(r->middle[i], *entry(r, r->transition, i, r->columns - 1)));
    br_zonotope_add(z, r->rest);
}

// No slopes: all go with any of the rates of the box.
static void crude_step(br_reach *r, br_interval h)
{
    memset(r->rest, 0, (size_t)r->n * sizeof *r->rest);
    for (int i = 0; i < r->n; i++)
        r->set.c[i] = midpoint(&r->rest[i], moved(br_interval_point(r->set.c[i]), h, r->rate[i]));
    br_zonotope_add(&r->set, r->rest);
}

// middle from a point with the middles of the parameters; then box, rate and, if slopes, the transition, of all that starts in
// from with any parameters. *found false: the step is too long.
static br_status enclose_step(br_reach *r, const br_interval *point, const br_interval *from, br_interval h,
                              bool *found, bool *slopes)
{
    *slopes = false;
    br_status status = bounding_box(r, point, r->pc, r->held, h, r->thin, found);
    if (status == BR_OK && *found)
        status = centre_after_step(r, point, h);
    if (status == BR_OK && *found)
        status = bounding_box(r, from, r->p, r->u, h, r->box, found);
    if (status == BR_OK && *found && worst(r) == BR_CONTINUOUS)
        status = br_reach_jacobian(r, r->box, r->p, r->u, slopes);
    if (status == BR_OK && *slopes)
        *found = make_transition(r, h);
    return status;
}

// Where number i may be after the step, of what has started in the point.
static br_interval end_of_step(const br_reach *r, int i, br_interval point, br_interval h, bool slopes)
{
    br_interval x = br_interval_intersect(moved(point, h, r->rate[i]), r->after[i]), y = r->middle[i];
    if (!slopes)
        return x;
    for (int j = 0; j < r->ns; j++)
        y = br_interval_add(y, br_interval_mul(*entry(r, r->transition, i, r->n + j), br_interval_of(-1, 1)));
    return br_interval_intersect(x, br_interval_add(y, *entry(r, r->transition, i, r->columns - 1)));
}

br_status br_reach_follow_end(br_reach *r, const br_interval *x, br_interval h, bool upper, br_interval *to,
                              bool *found)
{
    bool slopes = false;
    for (int i = 0; i < r->n; i++)
        r->from[i] = br_interval_point(upper ? x[i].hi : x[i].lo);
    br_status status = enclose_step(r, r->from, r->from, h, found, &slopes);
    for (int i = 0; i < r->n && status == BR_OK && *found; i++) {
        br_interval end = end_of_step(r, i, r->from[i], h, slopes);
        *(upper ? &to[i].hi : &to[i].lo) = upper ? end.hi : end.lo;
    }
    return status;
}

static bool is_wide(const br_reach *r)
{
    bool wide = false;
    for (int i = 0; i < r->n; i++)
        wide = wide || br_interval_rad(r->x[i]) > NARROW * r->most[i];
    return wide;
}

static br_status follow_ends(br_reach *r, br_interval h)
{
    for (int i = 0; i < r->n; i++)
        r->ends[i] = br_interval_entire();
    if (!r->apart || !is_wide(r))
        return BR_OK;
    bool found = false; // an end that is not found is unbounded
    br_status status = br_reach_follow_end(r, r->x, h, false, r->ends, &found);
    return status == BR_OK ? br_reach_follow_end(r, r->x, h, true, r->ends, &found) : status;
}

// Is what a step adds to number i small beside the state, or beside the set?
static bool is_fine(const br_reach *r, int i, double off, double wide)
{
    return off <= OFF * br_interval_mag(r->box[i]) + wide * br_interval_rad(r->x[i]);
}

static bool all_fine(const br_reach *r, br_interval h, bool slopes)
{
    bool all = true;
    for (int i = 0; i < r->n; i++)
        all = all && (slopes ? is_fine(r, i, br_interval_width(r->middle[i]), WIDE)
                             : is_fine(r, i, br_interval_width(br_interval_mul(h, r->rate[i])), ROUGH));
    return all;
}

br_status br_reach_inputs(br_reach *r, double end)
{
    br_status status = r->course.series(r->course.self, br_interval_point(r->t), r->first);
    if (status == BR_OK)
        status = r->course.series(r->course.self, br_interval_of(r->t, end), r->over);
    for (int j = 0; j < r->model->nu && status == BR_OK; j++) {
        r->held[j] = r->over[(size_t)j * (BR_REACH_ORDER + 1)];
        r->u[j] = br_interval_add(r->held[j], r->off[j]);
    }
    return status;
}

// The set after the step, and its extents as far as anything is known of them. A set that has become much wider than those
// starts again from them.
static void update_set(br_reach *r, br_interval h, bool slopes)
{
    bool loose = false;
    if (slopes)
        map_zonotope(r);
    else
        crude_step(r, h);
    for (int i = 0; i < r->n; i++) {
        br_interval x = br_interval_intersect(moved(r->x[i], h, r->rate[i]), r->ends[i]);
        x = br_interval_intersect(x, r->after[i]);
        br_interval extent = br_zonotope_extent(&r->set, i);
        r->x[i] = br_interval_intersect(x, extent);
        loose = loose || br_interval_rad(extent) > LOOSE * br_interval_rad(r->x[i]);
        r->most[i] = br_interval_mag(r->x[i]) > r->most[i] ? br_interval_mag(r->x[i]) : r->most[i];
    }
    if (loose)
        br_zonotope_start(&r->set, r->x);
}

br_status br_reach_step(br_reach *r, double end, bool last, bool *taken)
{
    br_interval h = br_interval_sub(br_interval_point(end), br_interval_point(r->t));
    bool found = false, slopes = false;
    *taken = false;
    br_status status = all_bounded(r->x, r->n) ? br_reach_inputs(r, end) : BR_NEGATIVE;
    if (status == BR_OK)
        status = follow_ends(r, h);
    for (int i = 0; i < r->n; i++) {
        r->point[i] = br_interval_point(r->set.c[i]);
        r->from[i] = br_interval_hull(r->x[i], r->point[i]);
    }
    if (status == BR_OK)
        status = enclose_step(r, r->point, r->from, h, &found, &slopes);
    if (status != BR_OK || !found || !(last || all_fine(r, h, slopes)))
        return status;
    update_set(r, h, slopes);
    r->t = end;
    r->steps++;
    r->undecided += !slopes;
    *taken = true;
    return BR_OK;
}
