// The elasto-plastic estimator as a model: velocity and position come in, deflection and friction force go out.

int model_init(model *o)
{
    return observer_init(&o->it);
}

void model_first(model *o, double *x, int *m, double *u, double *p)
{
    (void)o, (void)x;
    m[0] = 0;
    for (int i = 0; i < MODEL_INPUTS; i++)
        u[i] = first_u[i];
    for (int i = 0; i < MODEL_PARAMETERS; i++)
        p[i] = first_p[i];
}

int model_begin(model *o, const double *x)
{
    (void)o, (void)x;
    return 0;
}

int model_step(model *o, double *x, int *m, const double *u, const double *p)
{
    (void)x, (void)m;
    int status = observer_parameters(&o->it, p);
    return status == 0 ? observer_step(&o->it, u, u + OBSERVER_INPUTS) : status;
}

void model_outputs(model *o, const double *x, const int *m, const double *u, const double *p, double *y)
{
    (void)x, (void)m, (void)u, (void)p;
    y[0] = observer_deflection(&o->it);
    y[1] = observer_force(&o->it);
}
