// optimal.c - optimal experiment design: the search for a D-optimal or E-optimal motion. [host]
#include "num/base/fp.h"

#include "fit/excite/optimal.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- starts

// Speeds of start 0 climb to the largest, those of start 1 stay in the middle of the range; to and fro.
static double known_speed(int start, int i, int n)
{
    double place = n > 1 ? (double)i / (n - 1) : 1;
    double speed = start == 0   ? 0.4 + 0.6 * place
                   : start == 1 ? 0.2 + 0.4 * place
                                : (i % 4 < 2 ? 0.2 + 0.4 * place : 0.6 + 0.4 * place);
    return i % 2 ? -speed : speed;
}

void br_optimal_begin(br_optimal *s, const br_optimal_options *o, int start)
{
    int n = br_optimal_variables(o);
    bool pieces = o->basis == BR_BASIS_PIECES;
    *s = (br_optimal){.o = *o, .size = (double)INFINITY, .step = 0.3};
    br_random_init(&s->random, o->seed, (uint64_t)start);
    for (int i = 0; i < n - 1; i++) {
        double drawn = 2 * br_random_uniform(&s->random) - 1;
        if (start > 2 || !pieces)
            s->theta[i] = pieces && i >= o->pieces ? drawn / 2 : drawn;
        else
            s->theta[i] = i < o->pieces ? known_speed(start, i, o->pieces) : 0;
    }
    s->theta[n - 1] = 1; // the largest acceleration, or size
}

// ---------------------------------------------------------------- search

// The criterion at theta; infinite where the force is beyond its limit, or the law is not finite.
static br_status criterion_of(const br_optimal_options *o, const double *theta, br_fisher *w, double *x, double *size)
{
    br_fisher_criteria found = {.force = 0};
    double dt = o->duration / (double)(o->rows - 1);
    br_status status = br_optimal_motion(o, theta, dt, o->rows, x);
    if (status == BR_OK)
        status = br_fisher_information(w, dt, o->rows, x, o->weight, &found, NULL);
    *size = status == BR_OK && found.force <= o->limit.force ? found.size[o->criterion] : (double)INFINITY;
    return status == BR_NOT_FINITE ? BR_OK : status;
}

// Mutation: some variables move, now and then two are exchanged, or one changes its sign; bounds reflect.
static void mutate(br_optimal *s, double *theta)
{
    int n = br_optimal_variables(&s->o), pieces = s->o.pieces;
    memcpy(theta, s->theta, (size_t)n * sizeof *theta);
    double what = br_random_uniform(&s->random);
    int i = (int)(br_random_uniform(&s->random) * pieces), k = (int)(br_random_uniform(&s->random) * pieces);
    if (what < 0.1) {
        double swap = theta[i];
        theta[i] = theta[k];
        theta[k] = swap;
        return;
    }
    if (what < 0.2) {
        theta[i] = -theta[i];
        return;
    }
    int sure = (int)(br_random_uniform(&s->random) * n);
    for (int j = 0; j < n; j++) {
        bool moves = br_random_uniform(&s->random) * n < 3 || j == sure;
        double to = theta[j] + (moves ? s->step * br_random_normal(&s->random) : 0);
        to = to > 1 ? 2 - to : to < -1 ? -2 - to : to;
        theta[j] = br_min(1, br_max(-1, to));
    }
}

// Until a start is within the limit of the force it is made gentler.
static br_status first_evaluation(br_optimal *s, br_fisher *w, double *x)
{
    double *gentle = &s->theta[br_optimal_variables(&s->o) - 1];
    br_status status = criterion_of(&s->o, s->theta, w, x, &s->size);
    s->evaluations = 1;
    while (status == BR_OK && isinf(s->size) && *gentle > -1) {
        *gentle = br_max(-1, *gentle - 0.25);
        status = criterion_of(&s->o, s->theta, w, x, &s->size);
        s->evaluations++;
    }
    return status;
}

// (1+1) evolution strategy with the one-fifth success rule: steps grow with success and shrink with failure.
br_status br_optimal_search(br_optimal *s, br_fisher *w, int evaluations, atomic_int *done)
{
    double theta[BR_OPTIMAL_VARIABLES] = {0}, size;
    double *x = malloc((size_t)s->o.rows * sizeof *x);
    int end = s->evaluations + evaluations, before = s->evaluations;
    br_status status = !x ? BR_NO_MEMORY : s->evaluations == 0 ? first_evaluation(s, w, x) : BR_OK;
    while (status == BR_OK && s->evaluations < end) {
        mutate(s, theta);
        status = criterion_of(&s->o, theta, w, x, &size);
        s->evaluations++;
        bool better = status == BR_OK && size < s->size;
        if (better) {
            memcpy(s->theta, theta, sizeof theta);
            s->size = size;
        }
        s->step = br_min(0.5, br_max(0.005, s->step * (better ? 1.5 : 0.9)));
        if (done)
            atomic_fetch_add(done, s->evaluations - before);
        before = s->evaluations;
    }
    free(x);
    return status;
}
