// clock.c - steps from time stamps by modular difference; implausible steps are rejected, or restart it.   [target]
#include "num/base/fp.h"

#include "loop/signal/clock.h"
#include "loop/signal/wrap.h"

br_clock_options br_clock_defaults(br_real dt, br_real tick)
{
    return (br_clock_options){.dt = dt, .tick = tick, .bits = 32, .most = 100, .patience = 10};
}

br_status br_clock_init(br_clock *c, const br_clock_options *o)
{
    if (!c || !o || o->bits < 2 || o->bits > 32 || o->most < 1 || o->most > 1000000 || o->patience < 0)
        return BR_BAD_USAGE;
    if (!(o->tick > 0) || !(o->dt >= o->tick) || !(2 * (o->dt / o->tick) < (br_real)br_wrap_top(o->bits)))
        return BR_BAD_USAGE;
    c->o = *o;
    br_clock_reset(c);
    return BR_OK;
}

void br_clock_reset(br_clock *c)
{
    *c = (br_clock){.o = c->o, .step = (int64_t)(c->o.dt / c->o.tick + BR_C(0.5))};
}

// The stamp stands for a sample `steps` after the last one.
static br_clock_sample clock_sample(br_clock *c, uint32_t ticks, br_clock_answer answer, br_real dt, int steps)
{
    c->stamp = ticks;
    c->index += steps;
    return (br_clock_sample){answer, dt, steps - 1};
}

static br_clock_sample anchor(br_clock *c, uint32_t ticks)
{
    c->health.anchored++;
    c->rest = 0;
    c->elapsed += c->step;
    return clock_sample(c, ticks, BR_CLOCK_ANCHORED, c->o.dt, 1);
}

static br_clock_sample leave(br_clock_answer answer, unsigned long *count)
{
    (*count)++;
    return (br_clock_sample){answer, 0, 0};
}

// Repeated and late samples are few. Many in a row are a clock that stopped, or was set back.
static br_clock_sample odd(br_clock *c, uint32_t ticks, int64_t way)
{
    if (c->odd >= c->o.patience)
        return anchor(c, ticks);
    c->odd++;
    return way == 0 ? leave(BR_CLOCK_EQUAL, &c->health.equal) : leave(BR_CLOCK_LATE, &c->health.late);
}

br_clock_sample br_clock_step(br_clock *c, uint32_t ticks)
{
    if (!c->started) {
        c->started = 1;
        c->stamp = ticks;
        return (br_clock_sample){BR_CLOCK_ANCHORED, c->o.dt, 0};
    }
    int64_t way = br_wrap_way(c->stamp, ticks, c->o.bits);
    if (way <= 0)
        return odd(c, ticks, way);
    br_real passed = c->rest + c->o.tick * (br_real)way, steps = passed / c->o.dt;
    if (steps < BR_C(0.5))
        return leave(BR_CLOCK_EARLY, &c->health.early);
    c->odd = 0;
    if (steps >= (br_real)c->o.most + BR_C(0.5))
        return anchor(c, ticks);
    int n = !c->o.grid && steps <= 2 ? 1 : (int)(steps + BR_C(0.5));
    c->health.gaps += n > 1;
    c->health.missing += (unsigned long)(n - 1);
    c->rest = c->o.grid ? passed - (br_real)n * c->o.dt : 0;
    c->elapsed += way;
    return clock_sample(c, ticks, n > 1 ? BR_CLOCK_GAP : BR_CLOCK_GOOD, c->o.grid ? c->o.dt : passed / (br_real)n, n);
}

br_real br_clock_time(const br_clock *c)
{
    return c->o.grid ? (br_real)c->index * c->o.dt : (br_real)c->elapsed * c->o.tick;
}
