// An observer as a model: inputs, then measurements come in; numbers are its states; their standard deviations, then of every
// output what is expected and its standard deviation go out. Parameters but for those that are estimated (is_parameter).

static void read_numbers(const model *o, double *x)
{
    for (int i = 0; i < OBSERVER_NUMBERS; i++)
        x[i] = observer_value(&o->it, i);
}

int model_init(model *o)
{
    return observer_init(&o->it);
}

void model_first(model *o, double *x, int *m, double *u, double *p)
{
    const double *all = observer_parameters(&o->it);
    m[0] = 0;
    read_numbers(o, x);
    for (int i = 0; i < MODEL_INPUTS; i++)
        u[i] = first_u[i];
    for (int i = 0; i < MODEL_PARAMETERS; i++)
        p[i] = all[is_parameter[i]];
}

// Restarts only where values have been set: the way of a value into the filter and back may change its last bit.
int model_begin(model *o, const double *x)
{
    int set = 0;
    for (int i = 0; i < OBSERVER_NUMBERS; i++)
        set = set || x[i] != observer_value(&o->it, i);
    return set ? observer_reset(&o->it, x) : 0;
}

int model_step(model *o, double *x, int *m, const double *u, const double *p)
{
    double *all = observer_parameters(&o->it);
    (void)m;
    for (int i = 0; i < MODEL_PARAMETERS; i++)
        all[is_parameter[i]] = p[i];
    int status = observer_step(&o->it, u, u + OBSERVER_INPUTS);
    // The covariance is brought up to date: later results are the same whether outputs are read or not.
    (void)observer_sd(&o->it, 0);
    read_numbers(o, x);
    return status;
}

void model_outputs(model *o, const double *x, const int *m, const double *u, const double *p, double *y)
{
    (void)x, (void)m, (void)u, (void)p;
    for (int i = 0; i < OBSERVER_NUMBERS; i++)
        y[i] = observer_sd(&o->it, i);
#if EXPECTED
    for (int i = 0; i < OBSERVER_OUTPUTS; i++)
        y[OBSERVER_NUMBERS + 2 * i] = observer_output(&o->it, i, &y[OBSERVER_NUMBERS + 2 * i + 1]);
#endif
}
