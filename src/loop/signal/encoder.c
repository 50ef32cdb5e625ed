// encoder.c - encoder counts unwrapped as integers.   [target]
#include "num/base/fp.h"

#include "loop/signal/encoder.h"
#include "loop/signal/wrap.h"

enum { LONGEST = 1 << 30 }; // samples that are counted; so many times `most` still is an int64

br_encoder_options br_encoder_defaults(void)
{
    return (br_encoder_options){.bits = 16, .resolution = 1, .patience = 3};
}

static int is_finite(br_real x)
{
    return x - x == 0;
}

br_status br_encoder_init(br_encoder *e, const br_encoder_options *o)
{
    if (!e || !o || o->bits < 2 || o->bits > 32 || !is_finite(o->resolution) || o->resolution == 0 ||
        !is_finite(o->offset))
        return BR_BAD_USAGE;
    if (o->most > br_wrap_top(o->bits) / 2 || o->patience < 0)
        return BR_BAD_USAGE;
    e->o = *o;
    br_encoder_reset(e);
    return BR_OK;
}

void br_encoder_reset(br_encoder *e)
{
    *e = (br_encoder){.o = e->o, .origin = e->o.origin};
}

static br_encoder_answer accept_reading(br_encoder *e, uint32_t reading, int64_t way, br_encoder_answer answer)
{
    e->count = (int64_t)((uint64_t)e->count + (uint64_t)way);
    e->reading = reading;
    e->since = 0;
    e->doubted = 0;
    e->health.lost += answer == BR_ENCODER_LOST;
    return answer;
}

br_encoder_answer br_encoder_step(br_encoder *e, uint32_t reading, int samples)
{
    int64_t half = (int64_t)br_wrap_top(e->o.bits) / 2 + 1;
    reading &= br_wrap_top(e->o.bits);
    if (!e->started) {
        e->started = 1;
        return accept_reading(e, reading, (int64_t)reading, BR_ENCODER_GOOD);
    }
    samples = samples > 1 ? samples : 1;
    e->since = samples < LONGEST - e->since ? e->since + samples : LONGEST;
    int64_t way = br_wrap_way(e->reading, reading, e->o.bits), size = way < 0 ? -way : way;
    int64_t may = e->o.most > 0 ? (int64_t)e->o.most * e->since : half / 2;
    if (may >= half)
        return accept_reading(e, reading, way, BR_ENCODER_LOST);
    if (size <= may)
        return accept_reading(e, reading, way, BR_ENCODER_GOOD);
    if (e->doubted++ >= e->o.patience)
        return accept_reading(e, reading, way, BR_ENCODER_LOST);
    e->health.held++;
    return BR_ENCODER_HELD;
}

br_real br_encoder_position(const br_encoder *e)
{
    return e->o.offset + e->o.resolution * (br_real)(e->count - e->origin);
}

br_real br_encoder_recentre(br_encoder *e)
{
    int64_t by = e->count - e->origin;
    e->origin = e->count;
    return -(e->o.resolution * (br_real)by);
}
