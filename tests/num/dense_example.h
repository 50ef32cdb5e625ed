typedef struct {
    int m;
    const double *v, *F; // measured: velocity, friction force
} log_of_axis;

// x: FC, FS, vs, sigma2
static br_status stribeck(void *self, const double *x, double *r, double *J)
{
    const log_of_axis *l = self;
    for (int i = 0; i < l->m; i++) {
        double q = l->v[i] / x[2], e = br_exp(-q * q);
        r[i] = x[0] + (x[1] - x[0]) * e + x[3] * l->v[i] - l->F[i];
        if (J) {
            J[4 * i] = 1 - e;
            J[4 * i + 1] = e;
            J[4 * i + 2] = (x[1] - x[0]) * e * 2 * q * q / x[2];
            J[4 * i + 3] = l->v[i];
        }
    }
    return BR_OK;
}

static br_status fit(const log_of_axis *l, double x[4], br_least_report *report, void *memory, size_t bytes)
{
    static const double lo[4] = {0, 0, 1e-6, 0};
    br_least_problem p = {.m = l->m, .n = 4, .self = (void *)l, .residual = stribeck, .lo = lo};
    br_least_options o = br_least_defaults();
    return br_least(&p, &o, x, report, memory, bytes);
}
