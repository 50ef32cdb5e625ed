// model.c - a law or a plant as the model of an FMU.   [template]

// calls.c - what is called from outside.

// INSERT CONSTANTS

void model_first(model *o, double *x, int *m, double *u, double *p)
{
    (void)o;
    for (int i = 0; i < MODEL_STATES; i++)
        x[i] = first_x[i];
    for (int i = 0; i < MODEL_MODES; i++)
        m[i] = first_m[i];
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

// INSERT REFUSALS

#if HAS_STATES
typedef struct inside {
    br_integrator f;
    br_real memory[MEMORY];
} inside;

typedef char it_fits[sizeof(inside) <= sizeof(model) ? 1 : -1];

int model_init(model *o)
{
    inside *w = (inside *)(void *)o->room.byte;
    br_integrator_options with = br_integrator_defaults();
    with.kind = &br_integrator_FLOW;
    return (int)br_integrator_init(&w->f, &br_the_system, &with, w->memory, sizeof w->memory);
}

int model_step(model *o, double *x, int *m, const double *u, const double *p)
{
    inside *w = (inside *)(void *)o->room.byte;
    return (int)br_integrator_step(&w->f, 1, x, m, u, p, 0, MODEL_STEP, x, m, NULL);
}

// The modes that guards lead to from m with these inputs: outputs have them, as rows of `bristle simulate` do (sim/run/run.c).
static void follow_guards(const double *x, const double *u, const double *p, int *m)
{
    int next[MODEL_MODES + 1], moved = br_sys_jumps(&br_the_system) > 0;
    for (int round = 0; round < 64 && moved; round++) {
        moved = 0;
        br_sys_mode(&br_the_system, 1, x, m, u, p, 0, next);
        for (int i = 0; i < MODEL_MODES; i++) {
            moved |= next[i] != m[i];
            m[i] = next[i];
        }
    }
}

#else
static void follow_guards(const double *x, const double *u, const double *p, int *m)
{
    (void)x, (void)u, (void)p, (void)m;
}

int model_init(model *o)
{
    (void)o;
    return 0;
}

int model_step(model *o, double *x, int *m, const double *u, const double *p)
{
    (void)o, (void)x, (void)m, (void)u, (void)p;
    return 0;
}

#endif
void model_outputs(model *o, const double *x, const int *m, const double *u, const double *p, double *y)
{
    double all[MODEL_STATES + MODEL_OUTPUTS + 1]; // rates first
    int now[MODEL_MODES + 1];
    (void)o;
    for (int i = 0; i < MODEL_MODES; i++)
        now[i] = m[i];
    follow_guards(x, u, p, now);
    br_sys_rate(&br_the_system, 1, x, now, u, p, 0, all);
    for (int i = 0; i < MODEL_OUTPUTS; i++)
        y[i] = all[MODEL_STATES + i];
}
