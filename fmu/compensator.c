// A compensator as a model: the motion that is asked for and the position come in; the command, its feedback, the friction that is
// expected and how far it is trusted go out, then the states of its estimator (ESTIMATED). Parameters: SETTINGS, then those of
// its law (OF_LAW).

int model_init(model *o)
{
    return compensator_init(&o->it);
}

void model_first(model *o, double *x, int *m, double *u, double *p)
{
    (void)x;
    m[0] = 0;
    for (int i = 0; i < MODEL_INPUTS; i++)
        u[i] = first_u[i];
    for (int i = 0; i < SETTINGS; i++)
        p[i] = *compensator_setting(&o->it, i);
#if OF_LAW
    for (int i = 0; i < OF_LAW; i++)
        p[SETTINGS + i] = compensator_parameters(&o->it)[i];
#endif
}

int model_begin(model *o, const double *x)
{
    (void)o, (void)x;
    return 0;
}

int model_step(model *o, double *x, int *m, const double *u, const double *p)
{
    (void)x, (void)m;
    for (int i = 0; i < SETTINGS; i++)
        *compensator_setting(&o->it, i) = p[i];
#if OF_LAW
    for (int i = 0; i < OF_LAW; i++)
        compensator_parameters(&o->it)[i] = p[SETTINGS + i];
#endif
    return compensator_step(&o->it, u, u + COMPENSATOR_INPUTS);
}

void model_outputs(model *o, const double *x, const int *m, const double *u, const double *p, double *y)
{
    (void)x, (void)m, (void)u, (void)p;
    y[0] = compensator_command(&o->it);
    y[1] = compensator_feedback(&o->it);
    y[2] = compensator_friction(&o->it);
    y[3] = compensator_trust(&o->it);
#if ESTIMATED
    for (int i = 0; i < ESTIMATED; i++)
        y[4 + i] = compensator_value(&o->it, i);
#endif
}
