// in_float.c - the functions of the half of a package in float.   [template]

// calls.c - what the half in double calls.

// INSERT CONSTANTS

typedef struct inside {
    br_mixed_precision n;
    double memory[OWN_DOUBLES - (sizeof(br_mixed_precision) + 7) / 8];
} inside;

typedef char it_fits[sizeof(inside) <= CAPITAL_FLOAT * sizeof(double) ? 1 : -1];

static inside *of(void *self)
{
    return (inside *)self;
}

static br_joint_options options(void)
{
    br_joint_options o = {
        .flow = br_integrator_defaults(), .estimate = first_estimate, .estimates = ESTIMATES, .slopes = 1, .each = 1};
    o.flow.kind = &br_integrator_FLOW;
    o.flow.points = POINTS;
#if HAS_SUBSTEPS
    o.flow.substeps = o.flow.most = SUBSTEPS;
#endif
    return o;
}

int PREFIX_begin_in_float(double *self)
{
    inside *w = of(self);
    br_joint_options o = options();
    int status = (int)br_mixed_precision_init(&w->n, &br_the_system, &o, w->memory, sizeof w->memory);
    w->n.flush = 0; // the same bits on every machine
    return status;
}

int PREFIX_step_in_float(void *self, int i, int steps, int count, const double *X, const int *m, const double *u,
                         const double *p, double dt, double *next, int *next_m, double *F)
{
    return (int)br_mixed_precision_step(&of(self)->n, i, steps, count, X, m, u, p, dt, next, next_m, F);
}

void PREFIX_measure_in_float(void *self, int begun, int count, const double *X, const int *m, const double *u,
                             const double *p, int which, double *y, double *h)
{
    br_mixed_precision_measure(&of(self)->n, begun, count, X, m, u, p, which, y, h);
}
