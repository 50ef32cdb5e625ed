// reach_long.c - steps of a tube longer than one over the slope of a state: exponential enclosures. [host]
//
// The states stand in a cascade: each depends on itself and on earlier ones. With a mean slope d between x and some constant c its
// distance e = x - c has e' = d(t) e + f(t), where f is its rate at c, the others where they are. So e is exp(d h) of its start, and
// the integral of exp(d (h - s)) f(s) ds, for a d somewhere between its ends: however large -d is. Where d is one number, as in laws
// that are linear in a state, nothing is lost.
#include "num/base/fp.h"

#include "bound/reach/reach_parts.h"

#include <string.h>

enum { TRIES = 6, HALVES = 32, TERMS = 40 };
#define GIVES 1e-12   // share of a state by which a barrier gives way in a step
#define LITTLE 1e-200 // an input that may be taken for none

// (exp(z) - 1)/z, which grows with z.
br_interval br_reach_growth(br_interval z)
{
    br_interval low = br_interval_point(z.lo), high = br_interval_point(z.hi), one = br_interval_point(1);
    br_interval least = z.lo == 0 ? one : br_interval_div(br_interval_expm1(low), low);
    br_interval most = z.hi == 0 ? one : br_interval_div(br_interval_expm1(high), high);
    return br_interval_of(least.lo, most.hi);
}

// ---------------------------------------------------------------- bounding box

// after: where states are after the step, and where they may be until then, from the slopes over the box and rates at the centre c of
// the set.
static bool exponential_enclosure(br_reach *r, const br_interval *x, br_interval h, const br_interval *box,
                                  br_interval *until)
{
    bool inside = true;
    for (int i = 0; i < r->n; i++) {
        br_interval z = br_interval_mul(h, *entry(r, r->slope, i, i)), c = br_interval_point(r->set.c[i]);
        br_interval off = br_interval_sub(x[i], c), kept = br_interval_exp(z),
                    time = br_interval_mul(h, br_reach_growth(z));
        br_interval any = br_interval_hull(kept, br_interval_point(1)), up_to = br_interval_of(0, time.hi);
        r->after[i] = br_interval_add(moved(c, time, r->start[i]), br_interval_mul(kept, off));
        until[i] = br_interval_hull(x[i], br_interval_add(moved(c, up_to, r->start[i]), br_interval_mul(any, off)));
        inside = inside && until[i].lo > box[i].lo && until[i].hi < box[i].hi;
    }
    return inside && all_bounded(until, r->n);
}

// start: the rates of states at the centre, those that they depend on anywhere in the box.
static br_status rates_at_centre(br_reach *r, const br_interval *box, const br_interval *p, const br_interval *u)
{
    const br_tape *t = &r->rates;
    br_status status = BR_OK;
    for (int row = 0; row < t->rows && status == BR_OK; row++) {
        int first = t->row_at[row], count = br_tape_len(t, t->row[row].dim);
        memcpy(r->beside, box, (size_t)r->n * sizeof *box);
        for (int i = first; i < first + count; i++)
            r->beside[i] = br_interval_point(r->set.c[i]);
        status = br_reach_rates(r, r->beside, p, u);
        memcpy(r->start + first, r->rate + first, (size_t)count * sizeof *r->start);
    }
    return status;
}

// The box contains the centre, too, as slopes are those between both.
br_status br_reach_long_box(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u,
                            br_interval h, br_interval *box, bool *found)
{
    br_interval *until = r->candidate;
    br_status status = BR_OK;
    bool bounded = true;
    for (int i = 0; i < r->n; i++)
        box[i] = br_interval_hull(x[i], br_interval_point(r->set.c[i]));
    for (int k = 0; k < TRIES && status == BR_OK && bounded && !*found; k++) {
        status = br_reach_jacobian(r, box, p, u, &bounded);
        if (status == BR_OK && (k == 0 || !r->apart)) // else they do not depend on the box
            status = rates_at_centre(r, box, p, u);
        *found = status == BR_OK && bounded && exponential_enclosure(r, x, h, box, until);
        bounded = bounded && all_bounded(until, r->n);
        for (int i = 0; i < r->n && bounded && !*found; i++)
            box[i] = br_interval_hull(box[i], wider(until[i]));
        if (status == BR_OK && bounded)
            status = br_reach_rates(r, box, p, u);
        bounded = bounded && status == BR_OK && all_bounded(r->rate, r->n) && worst(r) == BR_CONTINUOUS;
    }
    *found = *found && bounded;
    return status;
}

// ---------------------------------------------------------------- barriers

// rate: of states in z, the input anywhere in a piece of its range, by the mean value from one end of it. Of a friction law the
// rate at v = 0 is 0, and that it has a sign on either side is lost where v and |v| are independent intervals.
static br_status rates_beside(br_reach *r, const br_interval *z, const br_interval *p, br_interval piece, double about)
{
    br_interval at = br_interval_point(about), off = r->off[0];
    bool bounded;
    r->off[0] = br_interval_sub(piece, at);
    br_status status = br_reach_jacobian(r, z, p, &piece, &bounded);
    r->off[0] = off;
    if (status == BR_OK)
        status = br_reach_rates(r, z, p, &at);
    for (int i = 0; i < r->n && status == BR_OK; i++)
        r->rate[i] = bounded && r->domain[i] == BR_CONTINUOUS
                         ? br_interval_add(r->rate[i], *entry(r, r->slope, i, r->columns - 1))
                         : br_interval_entire();
    return status;
}

// stuck: which of the states do not pass z within h, upwards or downwards, with any input of u. About 0 there may be a kink, and
// slopes of either side are those of a piece that does not touch it.
static br_status find_stuck(br_reach *r, const br_interval *z, const br_interval *p, br_interval u, double h,
                            bool upper)
{
    br_interval least = br_interval_of(-LITTLE, LITTLE);
    br_interval piece[3] = {u, br_interval_intersect(u, least), u};
    double about[3] = {u.hi < -LITTLE ? u.hi : -LITTLE, br_interval_mid(piece[1]), u.lo > LITTLE ? u.lo : LITTLE};
    piece[0].hi = about[0];
    piece[2].lo = about[2];
    br_status status = BR_OK;
    for (int i = 0; i < r->n; i++)
        r->stuck[i] = true;
    for (int k = 0; k < 3 && status == BR_OK; k++) {
        if (br_interval_is_empty(piece[k]))
            continue;
        status = rates_beside(r, z, p, piece[k], about[k]);
        for (int i = 0; i < r->n && status == BR_OK; i++) {
            br_interval way = br_interval_mul(br_interval_point(h), r->rate[i]),
                        room = br_interval_sub(br_interval_point(z[i].hi), br_interval_point(z[i].lo));
            r->stuck[i] = r->stuck[i] && (upper ? way.hi <= room.lo : -way.lo <= room.lo);
        }
    }
    return status;
}

// Moves one end of box to a barrier that no state passes, from x on the first that bisection finds. It gives way by a little: what starts
// before z, and is no faster in z than z is wide, does not leave it on the other side.
br_status br_reach_barrier(br_reach *r, const br_interval *x, const br_interval *p, br_interval u, double h, bool upper,
                           br_interval *box)
{
    double *near = r->column, *far = r->rest;
    br_interval *z = r->candidate;
    br_status status = BR_OK;
    bool open = true;
    for (int i = 0; i < r->n; i++) {
        near[i] = upper ? x[i].hi : x[i].lo;
        far[i] = upper ? box[i].hi : box[i].lo;
    }
    for (int k = 0; k < HALVES && open && status == BR_OK; k++) {
        for (int i = 0; i < r->n; i++) {
            double at = k == 0 ? near[i] : k == 1 ? far[i] : 0.5 * near[i] + 0.5 * far[i];
            double by = GIVES * br_interval_mag(box[i]);
            at = (upper ? at < near[i] : at > near[i]) ? near[i] : at; // halves of the smallest numbers
            z[i] = upper ? br_interval_of(at, at + by) : br_interval_of(at - by, at);
        }
        status = find_stuck(r, z, p, u, h, upper);
        open = false;
        for (int i = 0; i < r->n && status == BR_OK; i++) {
            double end = upper ? z[i].hi : z[i].lo;
            bool better = upper ? end < far[i] : end > far[i];
            if (r->stuck[i] && better)
                far[i] = end;
            near[i] = r->stuck[i] ? (k == 0 ? far[i] : near[i]) : upper ? z[i].lo : z[i].hi;
            open = open || (upper ? near[i] < far[i] : near[i] > far[i]);
        }
    }
    for (int i = 0; i < r->n && status == BR_OK; i++) {
        *(upper ? &box[i].hi : &box[i].lo) = far[i];
        r->after[i] = br_interval_intersect(r->after[i], box[i]);
    }
    return status;
}

// ---------------------------------------------------------------- the centre

// phi[j], j = 1 to BR_REACH_ORDER + 1: the integral over 0..1 of exp((1 - s) z) s^(j-1)/(j-1)! ds, with phi_j = 1/j! + z phi_{j+1}. Where z
// is small they follow from the last one, by its series, else from the first.
static void phi_functions(double z, br_interval *phi)
{
    enum { LAST = BR_REACH_ORDER + 1 };
    br_interval at = br_interval_point(z), share[LAST + 1] = {br_interval_point(1)}; // 1/j!
    for (int j = 1; j <= LAST; j++)
        share[j] = br_interval_div(share[j - 1], br_interval_point(j));
    if (z >= -2 && z <= 2) {
        br_interval term = share[LAST], sum = term;
        for (int i = 1; i < TERMS; i++) {
            term = br_interval_div(br_interval_mul(term, at), br_interval_point(LAST + i));
            sum = br_interval_add(sum, term);
        }
        double rest = br_interval_mag(term); // each that follows is less than half of the one before
        phi[LAST] = br_interval_add(sum, br_interval_of(-rest, rest));
        for (int j = LAST - 1; j >= 1; j--)
            phi[j] = br_interval_add(share[j], br_interval_mul(at, phi[j + 1]));
    } else {
        phi[1] = br_interval_div(br_interval_expm1(at), at);
        for (int j = 1; j < LAST; j++)
            phi[j + 1] = br_interval_div(br_interval_sub(phi[j], share[j]), at);
    }
}

// The integral of exp(d (h - s)) f(s) ds, where f has these coefficients, the last one over all of the step: that of s^k is k! h^(k+1)
// phi_{k+1}(d h), and grows with d.
static br_interval driven_integral(br_interval d, br_interval h, const br_interval *f)
{
    br_interval z = br_interval_mul(d, h), low[BR_REACH_ORDER + 2], high[BR_REACH_ORDER + 2];
    br_interval sum = br_interval_point(0), share = h;
    phi_functions(z.lo, low);
    phi_functions(z.hi, high);
    for (int k = 0; k <= BR_REACH_ORDER; k++) {
        double least = low[k + 1].lo > 0 ? low[k + 1].lo : 0;
        br_interval weight = br_interval_mul(share, br_interval_of(least, high[k + 1].hi));
        sum = br_interval_add(sum, br_interval_mul(weight, f[k]));
        share = br_interval_mul(share, br_interval_mul(h, br_interval_point(k + 1)));
    }
    return sum;
}

// The states of one row of the rates, themselves at the point, those that they depend on anywhere over the step.
static br_status long_centre_row(br_reach *r, int row, const br_interval *point, br_interval h)
{
    const br_tape *t = &r->rates;
    int first = t->row_at[row], count = br_tape_len(t, t->row[row].dim);
    br_box over = {.x = r->beside, .p = r->pc, .m = r->m}, at = {.x = point, .p = r->pc, .m = r->m};
    memcpy(r->beside, r->thin, (size_t)r->n * sizeof *r->thin);
    memcpy(r->beside + first, point + first, (size_t)count * sizeof *point);
    r->taylor.held = row;
    br_status status = br_taylor_run(&r->taylor, &over, r->over);
    bool smooth = r->taylor.smooth;
    for (int e = 0; e < count && status == BR_OK && smooth; e++) // what is left of the series
        r->start[first + e] = br_taylor_series(&r->taylor, t->row[row].node, e)[BR_REACH_ORDER];
    if (status == BR_OK && smooth)
        status = br_taylor_run(&r->taylor, &at, r->first);
    for (int e = 0; e < count && status == BR_OK && smooth; e++) {
        int i = first + e;
        br_interval f[BR_REACH_ORDER + 1];
        memcpy(f, br_taylor_series(&r->taylor, t->row[row].node, e), sizeof f);
        f[BR_REACH_ORDER] = r->start[i];
        br_interval way = driven_integral(*entry(r, r->slope, i, i), h, f);
        r->middle[i] = br_interval_intersect(r->middle[i], br_interval_add(point[i], way));
    }
    r->taylor.held = -1;
    return status;
}

br_status br_reach_long_centre(br_reach *r, const br_interval *point, br_interval h)
{
    bool bounded = false;
    br_status status = br_reach_jacobian(r, r->thin, r->pc, r->held, &bounded);
    for (int row = 0; row < r->rates.rows && status == BR_OK && bounded; row++)
        status = long_centre_row(r, row, point, h);
    return status;
}

// ---------------------------------------------------------------- what lies around it

void br_reach_long_transition(br_reach *r, br_interval h)
{
    for (int n = 0; n < r->n; n++) {
        int i = r->order[n];
        br_interval z = br_interval_mul(h, *entry(r, r->slope, i, i)), kept = br_interval_exp(z);
        br_interval weight = br_interval_mul(h, br_reach_growth(z)), up_to = br_interval_of(0, weight.hi);
        for (int j = 0; j < r->columns; j++) {
            br_interval push = j < r->n ? br_interval_point(0) : *entry(r, r->slope, i, j);
            for (int m = 0; m < n; m++)
                push = br_interval_add(
                    push, br_interval_mul(*entry(r, r->slope, i, r->order[m]), *entry(r, r->until, r->order[m], j)));
            br_interval at = j == i ? kept : br_interval_point(0),
                        any = j == i ? br_interval_hull(kept, br_interval_point(1)) : br_interval_point(0);
            *entry(r, r->transition, i, j) = moved(at, weight, push);
            *entry(r, r->until, i, j) = moved(any, up_to, push);
        }
    }
}
