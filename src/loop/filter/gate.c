// gate.c - stuck sensors, and the count of rejected measurements that opens a gate.              [target]
#include "num/base/fp.h"

#include "loop/filter/gate.h"
#include "num/algebra/vector.h"
#include "num/base/elem.h"
#include "num/base/real.h"

enum { MOST_REJECTED = 32767 }; // that are counted, where int has 16 bits, too

void br_gate_carve(br_arena *a, br_gate *g, int measurements)
{
    g->seen = br_arena_reals(a, measurements);
    g->came = br_arena_reals(a, measurements);
    g->held = br_arena_ints(a, measurements);
    g->rejected = br_arena_ints(a, measurements);
    g->openings = br_arena_ints(a, measurements);
    g->calm = br_arena_ints(a, measurements);
}

void br_gate_reset(br_gate *g, int measurements)
{
    for (int i = 0; i < measurements; i++) {
        g->seen[i] = g->came[i] = BR_MOST; // none
        g->held[i] = g->rejected[i] = g->openings[i] = 0;
        g->calm[i] = BR_GATE_LONG;
    }
    g->turn = g->out = g->astray = g->wait = g->pause = g->restless = 0;
    g->fit = 1;
}

int br_gate_is_stuck(br_gate *g, int which, br_real y, br_real expected, br_real error, br_real most)
{
    if (y != g->seen[which]) {
        g->seen[which] = y;
        g->came[which] = expected;
        g->held[which] = 0;
        return 0;
    }
    if (br_r_abs(error) > most && br_r_abs(expected - g->came[which]) > most)
        g->held[which] = 1;
    return g->held[which];
}

int br_gate_is_due(const br_gate *g, int which, int patience)
{
    return g->rejected[which] >= patience || g->rejected[which] == MOST_REJECTED;
}

int br_gate_open(br_gate *g, int which)
{
    g->rejected[which] = g->calm[which] = g->held[which] = 0;
    g->seen[which] = BR_MOST;
    g->restless = 0;
    g->openings[which] += g->openings[which] < BR_GATE_MOST ? 1 : -1;
    return g->openings[which];
}

int br_gate_is_implausible(const br_gate *g, int which, int patience, br_real x, br_real first, br_real most)
{
    int n = g->openings[which], calm = g->calm[which];
    int late = calm == BR_GATE_LONG / 2 || calm == BR_GATE_LONG - 1 || g->restless == BR_GATE_LONG / 2;
    if (!late && (n == 0 || calm <= patience))
        return 0;
    br_real size = br_r_abs(x), prior = br_r_abs(first), off = br_r_abs(x - first);
    int far = late ? off > 16 * most : off > most && n <= BR_GATE_PRIOR;
    return far || (prior > most && size < prior / 20) || (6 * prior > most && size < prior / 200);
}

int br_gate_is_out_of_reach(br_real x, br_real first, br_real most)
{
    br_real size = br_r_abs(x), prior = br_r_abs(first);
    return br_r_abs(x - first) > 16 * most || (2 * prior > most && size < prior / 10) ||
           (6 * prior > most && size < prior / 1000);
}

int br_gate_is_astray(br_gate *g, int numbers, int patience, int out_of_reach)
{
    int out = g->out | out_of_reach;
    g->turn = g->turn + 1 < numbers ? g->turn + 1 : 0;
    g->out = g->turn > 0 ? out : 0;
    if (g->turn > 0)
        return 0;
    g->wait -= g->wait > 0;
    g->astray = out ? g->astray + (g->astray < patience) : 0;
    if (g->wait > 0)
        return 0;
    if (!out)
        g->pause = 0;
    if (g->astray < patience)
        return 0;
    g->pause = g->pause == 0 ? BR_GATE_LONG : g->pause < BR_GATE_PAUSE ? 2 * g->pause : g->pause;
    g->wait = g->pause;
    g->astray = 0;
    return 1;
}

int br_gate_restart(br_gate *g, int which)
{
    int next = g->openings[which] + 1;
    g->openings[which] += next < BR_GATE_PRIOR ? BR_GATE_PRIOR - next : !br_gate_is_from_prior(next);
    return br_gate_open(g, which);
}

void br_gate_count(br_gate *g, int which, int taken, int patience)
{
    if (!taken) {
        g->rejected[which] += g->rejected[which] < MOST_REJECTED ? 1 : 0;
        return;
    }
    g->rejected[which] = 0;
    g->calm[which] += g->calm[which] < BR_GATE_LONG ? 1 : 0;
    g->restless = g->calm[which] > patience ? 0 : g->restless < BR_GATE_LONG / 2 ? g->restless + 1 : 1;
    if (g->calm[which] / BR_GATE_CALM >= patience)
        g->openings[which] = 0;
}

static br_real power(br_real base, int n)
{
    br_real by = 1;
    for (int i = 0; i < n; i++)
        by *= base;
    return by;
}

br_real br_gate_state_width(int n)
{
    return power(4, n < BR_GATE_PRIOR ? n - 1 : (n - BR_GATE_PRIOR + 1) / 2);
}

int br_gate_is_from_prior(int n)
{
    return n >= BR_GATE_PRIOR && (n - BR_GATE_PRIOR) % 2 == 0;
}

br_real br_gate_prior_width(int n)
{
    return power(2, n - BR_GATE_PRIOR < 6 ? (n - BR_GATE_PRIOR) / 2 : 3);
}

br_real br_gate_windowed_mean(br_real mean, br_real ratio, int window)
{
    return mean + ((ratio < 5 ? ratio * ratio : 25) - mean) / (br_real)window;
}

void br_gate_suspect(br_gate *g, int which, br_real ratio)
{
    if (!(ratio > BR_REJECT_BEYOND))
        return;
    g->calm[which] = 0;
    g->openings[which] += g->openings[which] == 0;
}

br_real br_gate_fade(br_gate *g, int which, br_real ratio, int window, br_real always)
{
    br_real after = g->calm[which] < BR_GATE_LONG ? BR_GATE_FADE : 0;
    g->fit = br_gate_windowed_mean(g->fit, ratio, window);
    return g->fit > 1 + 5 / br_r_sqrt((br_real)window) ? always > after ? always : after : 0;
}
