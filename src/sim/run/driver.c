// driver.c - a source of inputs as the drive of a run.                          [host]
#include "num/base/fp.h"

#include "loop/filter/gate.h"
#include "sim/run/driver.h"

#include <math.h>
#include <string.h>

static void at(void *self, double t, double *u)
{
    br_driver *d = self;
    br_status status = br_source_at(d->source, t, u, NULL, &d->why);
    for (int i = 0; status == BR_OK && !d->far && i < d->source->inputs; i++) {
        d->far = !br_gate_takes_input(u[i]);
        d->which = i;
        d->when = t;
        d->was = u[i];
    }
    if (status == BR_OK)
        return;
    for (int i = 0; i < d->source->inputs; i++)
        u[i] = (double)NAN;
}

static double next(void *self, double t)
{
    const br_driver *d = self;
    return br_source_break(d->source, t);
}

br_drive br_driver_of(br_driver *d, const br_source *source)
{
    memset(d, 0, sizeof *d);
    d->source = source;
    return (br_drive){at, next, d};
}
