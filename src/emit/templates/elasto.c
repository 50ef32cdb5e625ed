// elasto.c - the functions of a package with the elasto-plastic estimator.   [template]

// calls.c - what is called from outside.

// INSERT CONSTANTS

typedef struct inside {
    const void *self; // where it was begun
    br_elasto e;
    br_elasto_sample s;
} inside;

#include "part_object.c"
#include "part_nan.c"
#include "part_finite.c"
static br_elasto_options options(const br_real *p)
{
    br_elasto_options o = br_elasto_defaults(DT);
    o.curve = (br_elasto_curve)CURVE;
    o.element[0].sigma0 = p[0];
    o.element[0].sigma1 = p[1];
    o.element[0].FC = p[2];
    o.element[0].FS = p[3];
    o.element[0].zba = p[5];
    o.vs = p[4];
    o.sigma2 = p[6];
    return o;
}

int PREFIX_init(PREFIX *o)
{
    if (!o)
        return 2;
    inside *w = inside_of(o);
    br_elasto_options with = options(first_p);
    w->s.F = 0;
    int status = (int)br_elasto_init(&w->e, &with);
    w->self = status == 0 ? o : 0;
    return status;
}

void PREFIX_reset(PREFIX *o)
{
    if (!begun(o))
        return;
    inside *w = inside_of(o);
    w->s.F = 0;
    br_elasto_reset(&w->e);
}

int PREFIX_step(PREFIX *o, const PREFIX_real *u, const PREFIX_real *y)
{
    if (!begun(o) || !u || !y)
        return 2;
    inside *w = inside_of(o);
    return (int)br_elasto_step(&w->e, y[0], u[0], w->e.o.dt, &w->s);
}

PREFIX_real PREFIX_force(const PREFIX *o)
{
    return begun(o) ? finite_or(seen_inside(o)->s.F, 0) : not_a_number();
}

PREFIX_real PREFIX_deflection(const PREFIX *o)
{
    return begun(o) ? finite_or(seen_inside(o)->e.z[0], 0) : not_a_number();
}

#include "part_saved.c"
int PREFIX_parameters(PREFIX *o, const PREFIX_real *p)
{
    if (!begun(o) || !p)
        return 2;
    inside *w = inside_of(o);
    br_elasto_options with = options(p);
    br_elasto checked;
    int status = (int)br_elasto_init(&checked, &with);
    if (status == 0)
        w->e.o = checked.o;
    return status;
}
