// identify_steps.c - steps of a simulated axis, as short as its motion needs them.   [host]
//
// An axis that slides needs few of them; around reversals, where the bristles turn or friction follows the Stribeck curve within a
// millisecond, it needs many. So every row has its own number, 2^h. What a halving is worth follows from the error of a row (one
// run to the next row against one with steps half as long, from the same place), which it makes four times smaller; what it
// costs are as many steps again. Steps are halved where the worth is above a price, the highest with which the errors that are left
// are small enough; whether they are is judged by a whole run with all steps halved. The numbers stay while parameters are searched:
// the residuals remain smooth.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Halvings of a step, at most; of these in one round, whose errors are then measured; rows on both sides of one that needs them have
// them, too: another reversal is a little elsewhere.
enum { MOST = 7, AT_ONCE = 2, MARGIN = 2 };

// By how much too long the steps are: over 1, a simulation with finer ones differs from y on the fitted rows by what moves the
// parameters by more than about a tenth of an sd. Noise averages out over the rows, errors of steps do not.
static double steps_off(const br_identify_work *w, const double *y, const double *finer)
{
    double off = 0, moved = 0;
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        for (long long k = g->from; k < g->to; k++)
            if (isfinite(g->y[k])) {
                off += (finer[k] - g->y[k]) * (finer[k] - g->y[k]);
                moved += (finer[k] - y[k]) * (finer[k] - y[k]);
            }
        y += g->stretch.rows;
        finer += g->stretch.rows;
    }
    double share = 0.01 * (double)w->id->fit.n / (double)br_identify_rows(w);
    return moved > 0 ? br_sqrt(moved / (share * off)) : 0;
}

// ---------------------------------------------------------------- what a halving is worth

// Errors of single steps, as they add up: in a simulation, which goes on with them, by their size; in predictions, each of a row of
// its own, by their squares.
typedef struct step_errors {
    const br_identify_work *w;
    const double *error; // of every row of all stretches
    bool apart;          // predictions
} step_errors;

static double weight_of(const step_errors *e, double error)
{
    return !isfinite(error) ? 0 : e->apart ? error * error : fabs(error);
}

// How often the steps of a row are halved at this price, and the weight of the error that is left.
static int halvings_for(const step_errors *e, int halvings, int most, double price, double *weight)
{
    for (; halvings<most && * weight> price * (double)(1 << halvings); halvings++)
        *weight *= e->apart ? 1.0 / 16 : 1.0 / 4;
    return halvings;
}

// The weights of all errors that are left at this price, and the largest of them.
static double errors_left(const step_errors *e, double price, double *largest)
{
    enum { ANY = 30 };
    const double *error = e->error;
    double sum = 0;
    *largest = 0;
    for (int s = 0; s < e->w->stretches; s++) {
        const br_output_log *g = &e->w->stretch[s];
        const unsigned char *halvings = e->w->halvings[g->of] + g->first;
        for (long long k = 0; k + 1 < g->stretch.rows; k++) {
            double weight = weight_of(e, error[k]);
            (void)halvings_for(e, halvings[k], ANY, price, &weight);
            sum += weight;
            *largest = br_max(*largest, weight);
        }
        error += g->stretch.rows;
    }
    return sum;
}

// The price at which the errors are `less` times smaller; 0: there are none.
static double find_price(const step_errors *e, double less)
{
    double price, ignored, all = errors_left(e, HUGE_VAL, &price);
    double goal = all / weight_of(e, br_min(less, 1e6));
    while (price > 0 && errors_left(e, price, &ignored) > goal)
        price /= 2;
    return price;
}

// ---------------------------------------------------------------- halving

// The halvings that a row asks for, of its own steps and of those around it; 0: none.
static int asked_for(const step_errors *e, const unsigned char *halvings, double error, double price)
{
    double weight = weight_of(e, error);
    int most = *halvings + AT_ONCE < MOST ? *halvings + AT_ONCE : MOST;
    int asked = halvings_for(e, *halvings, most, price, &weight);
    return asked > *halvings ? asked : 0;
}

// Steps become shorter until the errors should be `less` times smaller. asked: work. false: none can.
static bool halve_steps(const step_errors *e, double less, unsigned char *asked)
{
    double price = find_price(e, less);
    const double *error = e->error;
    bool any = false;
    for (int s = 0; s < e->w->stretches; s++) {
        const br_output_log *g = &e->w->stretch[s];
        unsigned char *halvings = e->w->halvings[g->of] + g->first;
        long long rows = g->stretch.rows;
        for (long long k = 0; k + 1 < rows; k++)
            asked[k] = (unsigned char)asked_for(e, halvings + k, error[k], price);
        for (long long k = 0; k + 1 < rows; k++)
            for (long long i = k > MARGIN ? k - MARGIN : 0; i <= k + MARGIN && i + 1 < rows; i++)
                if (asked[i] > halvings[k]) {
                    halvings[k] = asked[i];
                    any = true;
                }
        error += rows;
    }
    return any;
}

static double mean_steps(const br_identify_work *w)
{
    double steps = 0, rows = 0;
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        for (long long k = 0; k + 1 < g->stretch.rows; k++)
            steps += (double)(1 << w->halvings[g->of][g->first + k]);
        rows += (double)(g->stretch.rows - 1);
    }
    return rows > 0 ? steps / rows : 0;
}

br_status br_identify_refine_steps(br_identify_work *w, bool predict, double *y, bool *more)
{
    const double spare = 1.25; // errors do not fall by four everywhere
    size_t rows = (size_t)br_identify_rows(w);
    double *finer = calloc(2 * rows + 1, sizeof *finer), *error = finer ? finer + rows : NULL;
    unsigned char *asked = calloc(rows + 1, 1);
    step_errors e = {w, error, predict && w->simulation.measured_sd > 0};
    br_axis_steps *steps = &w->id->steps[predict];
    br_status status = finer && asked ? BR_OK : BR_NO_MEMORY;
    *more = false;
    for (bool on = true; on && status == BR_OK; *more = *more || on) {
        status = br_identify_simulate_all(w, &w->id->fit, 1, predict, y, NULL);
        if (status == BR_OK)
            status = br_identify_simulate_all(w, &w->id->fit, 2, predict, finer, NULL);
        if (status == BR_OK)
            *steps = (br_axis_steps){mean_steps(w), steps_off(w, y, finer)};
        memcpy(y, finer, rows * sizeof *y);
        on = status == BR_OK && steps->off > 1;
        if (on)
            status = br_identify_simulate_all(w, &w->id->fit, 1, predict, finer, error);
        on = on && status == BR_OK && halve_steps(&e, spare * steps->off, asked);
    }
    free(asked);
    free(finer);
    return status;
}
