// servo_measure.c - performance of a closed-loop run: tracking errors, settling, limit cycle, chatter, effort.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/control/servo.h"

#include <math.h>
#include <string.h>

void br_servo_begin(br_servo *r, br_servo_sums *s)
{
    double inf = (double)INFINITY;
    memset(r, 0, sizeof *r);
    *s = (br_servo_sums){.turned = -inf, .ended = -1, .from = inf, .to = -inf, .low = inf, .high = -inf};
}

// ---------------------------------------------------------------- settling

// A rest is over, or the run: how long the move before it took to settle. The axis is to be within the band when it ends.
static void add_settling_time(br_servo *r, const br_servo_sums *s, double t)
{
    double time = s->settled >= t ? (double)INFINITY : s->settled - s->ended;
    if (s->ended >= 0)
        r->settling = br_max(r->settling, time > 0 ? time : 0);
}

static void track_moves(br_servo *r, br_servo_sums *s, const br_motion *aim, double t, double dt)
{
    bool moves = aim->v != 0 || aim->a != 0;
    if (s->way * aim->v < 0)
        s->turned = t;
    s->way = aim->v != 0 ? aim->v : s->way;
    if (moves && s->last_v == 0)
        add_settling_time(r, s, t - dt / 2), s->ended = -1;
    if (!moves && s->last_v != 0)
        s->ended = s->settled = t;
    s->last_v = aim->v != 0 ? aim->v : moves ? s->last_v : 0;
}

// ---------------------------------------------------------------- errors, commands

static void add_error(br_servo *r, br_servo_sums *s, const br_servo_course *c, double t, double e)
{
    s->e2 += e * e, s->counted++;
    r->peak = br_max(r->peak, br_abs(e));
    if (t - s->turned < c->period / 20)
        r->reversal = br_max(r->reversal, br_abs(e));
}

static void add_command(br_servo *r, br_servo_sums *s, double u, double v, double dt)
{
    s->u2 += u * u;
    s->du2 += s->samples > 0 ? (u - s->last_u) * (u - s->last_u) : 0;
    s->last_u = u;
    s->samples++;
    r->energy += br_abs(u * v) * dt;
}

// A turn is a way back by a tenth of all that was gone.
static void watch_rest(br_servo_sums *s, double q, double band)
{
    s->low = br_min(s->low, q), s->high = br_max(s->high, q);
    double far = s->goes >= 0 ? s->high - q : q - s->low;
    if (far > (s->high - s->low) / 10 && far > band / 10)
        s->goes = s->goes >= 0 ? -1 : 1, s->turns++;
}

// ---------------------------------------------------------------- all of it

void br_servo_add(br_servo *r, br_servo_sums *s, const br_servo_options *o, double t, const br_motion *aim, double q,
                  double v, double u)
{
    const br_servo_course *c = &o->course;
    double e = q - aim->q, course = c->times * c->period;
    track_moves(r, s, aim, t, o->dt);
    if (br_abs(e) > o->band)
        s->settled = t + o->dt;
    if (t >= c->period && t < course)
        add_error(r, s, c, t, e);
    add_command(r, s, u, v, o->dt);
    s->from = br_min(s->from, q), s->to = br_max(s->to, q);
    if (t >= course + c->rest / 2)
        watch_rest(s, q, o->band);
}

void br_servo_end(br_servo *r, const br_servo_sums *s, const br_servo_options *o)
{
    double inf = (double)INFINITY, samples = (double)s->samples;
    add_settling_time(r, s, br_servo_until(&o->course) - o->dt / 2);
    if (!(s->to - s->from >= o->course.stroke / 2))
        r->settling = inf; // it has not moved, so it has not come to rest
    r->rms = s->counted > 0 ? br_sqrt(s->e2 / (double)s->counted) : 0;
    r->chatter = s->samples > 0 ? br_sqrt(s->du2 / samples) : 0;
    r->effort = s->samples > 0 ? br_sqrt(s->u2 / samples) : 0;
    r->cycle = s->turns > 1 && s->high - s->low > o->band ? s->high - s->low : 0;
    if (r->lost)
        r->rms = r->peak = r->reversal = r->cycle = r->settling = inf;
}
