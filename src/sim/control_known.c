// control_known.c - a few numbers of any friction law, and the laws that compensators stand on.                  [host]
#include "num/fp.h"

#include "law/builtin.h"
#include "num/elem.h"
#include "sim/control_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- numbers of a law

enum { SPEEDS = 25, RANGE = 300 };

// Moves at one speed until the way is gone, in steps.
static br_status slide(br_carriage *a, double v, double way, int steps)
{
    br_status status = BR_OK;
    for (int i = 0; i < steps && status == BR_OK; i++) {
        a->u[a->velocity] = v;
        if (a->system.sys.nx > 0)
            status = br_flow_step(&a->flow, 1, a->x, a->m, a->u, a->p, 0, way / v / steps, a->x, a->m, NULL);
    }
    a->v = v;
    return status;
}

// The way over which half of a force builds up, from the start and at a speed so low that what damps it does not count.
static br_status half_way(br_carriage *a, double v, double force, double *length)
{
    double step = 1e-12, way = 0;
    for (int i = 0; i < 8; i++) {
        br_carriage_reset(a);
        br_status status = slide(a, v, step, 1);
        if (status != BR_OK)
            return status;
        if (br_carriage_friction(a) < force / 20)
            break;
        v /= 10;
    }
    for (int i = 0; i < 20000 && br_carriage_friction(a) < force / 2; i++) {
        br_status status = slide(a, v, step, 1);
        if (status != BR_OK)
            return status;
        way += step;
        step *= 1.01;
    }
    *length = way;
    return BR_OK;
}

static double at_fall(const double *v, const double *F, double level)
{
    for (int i = 1; i < SPEEDS; i++)
        if (F[i - 1] > level && F[i] <= level)
            return v[i - 1] + (v[i] - v[i - 1]) * (F[i - 1] - level) / (F[i - 1] - F[i]);
    return v[SPEEDS - 1];
}

static double number_of(const br_model *m, const char *name, double otherwise)
{
    int q = br_law_find(&m->law, name, strlen(name));
    return q >= 0 && m->law.q[q].kind == BR_PARAM ? br_model_values(m, q)->lo : otherwise;
}

static br_status steady(br_carriage *a, double speed, double *v, double *F)
{
    br_status status = BR_OK;
    double length = 0;
    for (int i = SPEEDS - 1; i >= 0 && status == BR_OK; i--) {
        v[i] = speed * br_exp(-br_log(RANGE) * (SPEEDS - 1 - i) / (SPEEDS - 1));
        br_carriage_reset(a);
        // first far enough whatever the length is, then as far as it needs
        status = slide(a, v[i], length > 0 ? 200 * length : speed, length > 0 ? 200 : 500);
        F[i] = br_carriage_friction(a);
        if (i == SPEEDS - 1 && status == BR_OK)
            status = half_way(a, speed / RANGE, F[i], &length);
    }
    return status;
}

br_status br_known_of(br_known *k, br_model *law, double mass, double speed, br_diag *why)
{
    br_carriage a;
    double v[SPEEDS] = {0}, F[SPEEDS] = {0};
    br_known made = {0};
    br_status status = br_carriage_open(&a, law, mass, why);
    if (status != BR_OK)
        return status;
    status = steady(&a, speed, v, F);
    double slope = (F[SPEEDS - 1] - F[SPEEDS - 4]) / (v[SPEEDS - 1] - v[SPEEDS - 4]);
    made.viscous = slope > 0 ? slope : 0;
    made.FC = F[SPEEDS - 1] - made.viscous * speed;
    for (int i = 0; i < SPEEDS; i++) {
        F[i] -= made.viscous * v[i];
        made.FS = br_max(made.FS, F[i]);
    }
    if (made.FC <= 0)
        made.FC = made.FS;
    made.FS = br_max(made.FS, made.FC);
    made.vs = made.FS > 1.001 * made.FC ? at_fall(v, F, made.FC + (made.FS - made.FC) / 2.718281828) : speed;
    if (status == BR_OK)
        status = half_way(&a, speed / RANGE, made.FC, &made.length);
    br_carriage_close(&a);
    if (made.length == 0)
        made.length = 1e-4 * speed;
    if (status != BR_OK || !(made.FC > 0)) {
        if (why)
            snprintf(why->text, sizeof why->text, "law %.60s has no friction at speeds up to %g", law->law.name, speed);
        return status == BR_OK ? BR_BAD_USAGE : status;
    }
    bool lugre = strcmp(law->law.name, "lugre") == 0;
    made.sigma0 = lugre ? number_of(law, "sigma0", 0) : made.FC * 0.6931471805599453 / made.length;
    made.sigma1 = lugre ? number_of(law, "sigma1", 0) : 0.1 * br_sqrt(made.sigma0 * mass);
    if (lugre) {
        made.FC = number_of(law, "FC", made.FC), made.FS = number_of(law, "FS", made.FS);
        made.vs = number_of(law, "vs", made.vs), made.viscous = number_of(law, "sigma2", made.viscous);
    }
    made.rotary = strstr(law->law.out[0].si_text, "N*m") != NULL;
    *k = made;
    return BR_OK;
}

// ---------------------------------------------------------------- laws

static void lugre_text(char *text, size_t size, const br_bench *b, const char *before, bool mass)
{
    const br_known *k = &b->known;
    const char *E = k->rotary ? "N*m" : "N", *X = k->rotary ? "rad" : "m";
    int n = snprintf(text, size,
                     "%ssigma0 = %.17g %s/%s, %ssigma1 = %.17g %s*s/%s, %ssigma2 = %.17g %s*s/%s, %sFC = %.17g %s, "
                     "%sFS = %.17g %s, %svs = %.17g %s/s",
                     before, k->sigma0, E, X, before, k->sigma1, E, X, before, k->viscous, E, X, before, k->FC, E,
                     before, k->FS, E, before, k->vs, X);
    if (mass)
        snprintf(text + n, size - (size_t)n, ", m = %.17g %s*s^2/%s", b->axis->mass, E, X);
}

static br_status open_builtin(br_model *m, const char *law, const char *values, br_diag *why)
{
    size_t size = 0;
    const char *text = br_builtin_text(NULL, law, &size);
    br_model_source source = {text, size, law, br_builtin_text, NULL};
    br_given first = {.text = values, .size = strlen(values), .origin = law};
    return br_model_open_given(m, &source, &first, NULL, why);
}

// How large the states are while the axis slides at a hundredth of its speed.
static br_status size_states(br_control_law *l, const br_bench *b)
{
    br_carriage a;
    br_status status = br_carriage_open(&a, l->is, b->axis->mass, b->why);
    if (status != BR_OK)
        return status;
    status = slide(&a, b->speed / 100, 20 * b->known.length, 500);
    for (int i = 0; i < a.system.sys.nx; i++)
        l->scale[i] = br_abs(a.x[i]);
    br_carriage_close(&a);
    return status;
}

static br_status open_law(br_control_law *l, const br_bench *b)
{
    br_status status = br_system_open(&l->system, l->is, b->why);
    l->has_system = status == BR_OK;
    if (status != BR_OK)
        return status;
    const br_model *m = l->is;
    l->p = calloc((size_t)m->np + 2 * (size_t)m->nx + (size_t)m->nu + 1, sizeof *l->p);
    if (!l->p)
        return BR_NO_MEMORY;
    l->x = l->p + m->np;
    l->scale = l->x + m->nx;
    l->u = l->scale + m->nx;
    br_model_points(m, l->x, l->u, l->p);
    return BR_OK;
}

static br_status open_part(br_bench *b, br_control_part part)
{
    br_control_law *l = &b->law[part];
    char text[500];
    br_status status = BR_OK;
    const char *law = part == BR_PART_LUGRE ? "lugre" : "mass";
    l->is = part == BR_PART_OWN ? b->axis->known : part == BR_PART_PLANT ? b->axis->plant : &l->model;
    lugre_text(text, sizeof text, b, part == BR_PART_LUGRE_PLANT ? "fr." : "", part == BR_PART_LUGRE_PLANT);
    if (l->is == &l->model) {
        status = open_builtin(&l->model, law, text, b->why);
        l->has_model = status == BR_OK;
    }
    if (status == BR_OK)
        status = open_law(l, b);
    if (status == BR_OK && part <= BR_PART_LUGRE)
        status = size_states(l, b);
    return status;
}

static void close_law(br_control_law *l)
{
    if (l->has_system)
        br_system_close(&l->system);
    if (l->has_model)
        br_model_close(&l->model);
    free(l->p);
    memset(l, 0, sizeof *l);
}

void br_bench_wrong(br_bench *b, double wrong)
{
    for (int i = 0; i < BR_PARTS; i++) {
        br_control_law *l = &b->law[i];
        if (!l->p)
            continue;
        br_model_points(l->is, l->x, l->u, l->p);
        for (int q = 0; q < l->is->law.nq; q++) {
            const br_quantity *w = &l->is->law.q[q];
            bool force = w->kind == BR_PARAM && w->unit.power[1] == 12 && strcmp(w->name, "m") != 0;
            for (int j = 0; force && j < br_model_len(l->is, q); j++)
                l->p[l->is->at[q] + j] *= 1 + wrong;
        }
    }
    b->level = 1 + wrong;
}

br_status br_bench_open(br_bench *b, const br_control_axis *axis, const br_control_options *o, br_diag *why)
{
    const br_servo_course *c = &o->servo.course;
    memset(b, 0, sizeof *b);
    b->axis = axis, b->o = o, b->why = why;
    b->bandwidth = o->bandwidth > 0 ? o->bandwidth : 0.02 / o->servo.dt;
    b->speed = c->kind == BR_COURSE_SINE ? c->stroke * 3.1416 / c->period : 1.875 * c->stroke / (c->period / 5);
    br_status status = br_known_of(&b->known, axis->known, axis->mass, 10 * b->speed, why);
    if (status == BR_OK)
        status = br_carriage_open(&b->truth, axis->truth, axis->mass, why);
    for (int i = 0; i < BR_PARTS && status == BR_OK; i++)
        if (i != BR_PART_PLANT || axis->plant)
            status = open_part(b, (br_control_part)i);
    if (status == BR_OK)
        br_bench_wrong(b, o->wrong);
    else
        br_bench_close(b);
    return status;
}

void br_bench_close(br_bench *b)
{
    for (int i = 0; i < BR_PARTS; i++)
        close_law(&b->law[i]);
    br_carriage_close(&b->truth);
}
