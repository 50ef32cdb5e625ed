// part_in_float.c - how the half of a package in double calls the half in float.   [template]

static const br_joint_entry first_F[] = {ENTRY_LIST};

static br_elsewhere in_float(void *self)
{
    br_elsewhere e = {
        .self = self, .nx = NX, .n = NN, .ny = NY, .points = POINTS, .each = EACH, .nF = NF, .F = first_F};
    return e;
}

static br_status br_step_in_float(void *self, int i, int steps, int count, const double *X, const int *m,
                                  const double *u, const double *p, double dt, double *next, int *next_m, double *F)
{
    return (br_status)PREFIX_step_in_float(self, i, steps, count, X, m, u, p, dt, next, next_m, F);
}

static void br_measure_in_float(void *self, int begun, int count, const double *X, const int *m, const double *u,
                                const double *p, int which, double *y, double *h)
{
    PREFIX_measure_in_float(self, begun, count, X, m, u, p, which, y, h);
}
