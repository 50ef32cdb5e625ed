// flow.c - a step of a law in a program: bristle/flow.h.                        [host]
#include "num/base/fp.h"

#include "api/law/opened_law.h"
#include "api/law/method.h"
#include "api/law/sized.h"
#include "loop/flow/integrator.h"
#include "num/text/diag.h"

#include <bristle/flow.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_POINTS = 1 << 24, MOST_SUBSTEPS = 100000 };

struct br_flow {
    br_integrator integrator;
    const br_opened_law *law;
    br_opened_law *own; // NULL: in lent memory
};

static const br_flow_options defaults = {.size = sizeof defaults, .points = 1, .substeps = 1, .accuracy = 1e-4};

br_status br_flow_defaults(br_flow_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// The options as the integrator has them.
static br_status read_options(const br_opened_law *law, const br_flow_options *from, br_integrator_options *to,
                              br_diag *why)
{
    br_flow_options o = defaults;
    if (from && !br_sized_read(&o, sizeof o, sizeof o, from))
        return br_diag_fail(why, BR_BAD_USAGE, "flow: options come from br_flow_defaults(&options, sizeof options)");
    if (o.points < 1 || o.points > MOST_POINTS || o.substeps < 1 || o.substeps > MOST_SUBSTEPS ||
        !(o.accuracy > 0 && o.accuracy < 1))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "flow: points are 1 to %d, substeps 1 to %d, and the accuracy is between 0 and 1",
                            MOST_POINTS, MOST_SUBSTEPS);
    const br_integrator_kind *kind = NULL;
    br_status status = br_method_read(o.method, &kind, "flow: ", why);
    if (status != BR_OK)
        return status;
    *to = br_integrator_defaults();
    to->kind = kind ? kind : br_integrator_choose(&law->system.sys);
    to->points = o.points;
    to->slopes = o.sensitivities != 0;
    to->substeps = o.substeps;
    to->most = o.substeps > to->most ? o.substeps : to->most;
    to->accuracy = o.accuracy;
    if (law->system.sys.nx == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "flow: law %s has no states", law->loaded.model.law.name);
    if (br_integrator_bytes(&law->system.sys, to) == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "flow: the method %s does not suit law %s", to->kind->name,
                            law->loaded.model.law.name);
    return BR_OK;
}

static br_status begin_flow(br_flow *flow, const br_opened_law *law, const br_integrator_options *o, size_t bytes)
{
    flow->law = law;
    flow->own = NULL;
    return br_integrator_init(&flow->integrator, &law->system.sys, o, (char *)flow + br_bytes_aligned(sizeof *flow),
                              bytes);
}

size_t br_flow_bytes(const br_law *law, const br_flow_options *o)
{
    br_integrator_options with;
    if (!law || read_options(law->open, o, &with, NULL) != BR_OK)
        return 0;
    return br_bytes_aligned(sizeof(br_flow)) + br_integrator_bytes(&law->open->system.sys, &with);
}

br_status br_flow_init(br_flow **flow, const br_law *law, const br_flow_options *o, void *memory, size_t bytes,
                       br_diag *why)
{
    br_integrator_options with;
    if (!flow || !law || !memory || !br_is_aligned(memory))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_flow_init: a law, memory as malloc aligns it and a place for the handle are needed");
    br_status status = read_options(law->open, o, &with, why);
    if (status == BR_OK && bytes < br_flow_bytes(law, o))
        status = br_diag_fail(why, BR_BAD_USAGE, "br_flow_init: %zu bytes are needed, and %zu are there",
                              br_flow_bytes(law, o), bytes);
    if (status == BR_OK)
        status = begin_flow(memory, law->open, &with, bytes - br_bytes_aligned(sizeof(br_flow)));
    if (status == BR_OK)
        *flow = memory;
    return status;
}

static br_status open_flow(br_flow **flow, const br_law *law, const br_flow_options *o, br_diag *why)
{
    br_integrator_options with;
    br_opened_law *own = NULL;
    if (!flow || !law)
        return br_diag_fail(why, BR_BAD_USAGE, "br_flow_open: a law and a place for the handle are needed");
    br_status status = br_opened_law_read(&own, law, NULL, why);
    if (status == BR_OK)
        status = read_options(own, o, &with, why);
    if (status != BR_OK) {
        br_opened_law_close(own);
        return status;
    }
    size_t bytes = br_integrator_bytes(&own->system.sys, &with);
    br_flow *fresh = malloc(br_bytes_aligned(sizeof *fresh) + bytes);
    status = fresh ? begin_flow(fresh, own, &with, bytes) : BR_NO_MEMORY;
    if (status != BR_OK) {
        br_opened_law_close(own);
        free(fresh);
        return status;
    }
    fresh->own = own;
    *flow = fresh;
    return BR_OK;
}

br_status br_flow_open(br_flow **flow, const br_law *law, const br_flow_options *o, br_diag *why)
{
    return br_said(open_flow(flow, law, o, why), why);
}

void br_flow_close(br_flow *flow)
{
    if (!flow || !flow->own)
        return;
    br_opened_law_close(flow->own);
    free(flow);
}

br_status br_flow_step(br_flow *flow, int count, const double *x, const int *m, const double *u, const double *p,
                       double dt, double *next, int *next_m, double *slopes)
{
    if (!flow || !x || !next || (!u && flow->law->system.sys.nu > 0) || (slopes && !flow->integrator.o.slopes))
        return BR_BAD_USAGE;
    if (!p && !flow->law->is_complete)
        return BR_BAD_LAW;
    return br_integrator_step(&flow->integrator, count, x, m, u, p ? p : flow->law->p, 0, dt, next, next_m, slopes);
}

int br_flow_slopes(const br_flow *flow)
{
    return flow && flow->integrator.o.slopes ? flow->integrator.nslope : 0;
}

br_status br_flow_matrix(const br_flow *flow, const double *slopes, int count, int point, br_law_part by,
                         double *matrix)
{
    static const char letter[] = {'x', 'u', 'p'};
    if (!flow || !slopes || !matrix || br_flow_slopes(flow) == 0 || count < 1 || point < 0 || point >= count ||
        (int)by < 0 || by > BR_LAW_PARAMETERS)
        return BR_BAD_USAGE;
    const br_sys *s = &flow->law->system.sys;
    const int columns[] = {s->nx, s->nu, s->np};
    br_blocks_dense(flow->integrator.slope, flow->integrator.slopes, slopes, count, point, letter[by], s->nx,
                    columns[by], matrix);
    return BR_OK;
}

const char *br_flow_method(const br_flow *flow)
{
    return flow ? flow->integrator.o.kind->name : NULL;
}

double br_flow_stable(br_flow *flow, const double *x, const int *m, const double *u, const double *p)
{
    if (!flow || !x || (!u && flow->law->system.sys.nu > 0) || (!p && !flow->law->is_complete))
        return (double)NAN;
    return br_integrator_stable(&flow->integrator, x, m, u, p ? p : flow->law->p);
}

unsigned long br_flow_count(const br_flow *flow, br_flow_count_of what)
{
    if (!flow || (int)what < 0 || what > BR_FLOW_UNSETTLED)
        return 0;
    const br_integrator_health *h = &flow->integrator.health;
    const unsigned long count[] = {h->refused, h->capped, h->unconverged, h->unsettled};
    return count[what];
}
