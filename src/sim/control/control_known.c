// control_known.c - parameters of the simple compensators from any friction law.   [host]
#include "num/base/fp.h"

#include "law/builtin/builtin.h"
#include "num/base/elem.h"
#include "num/text/diag.h"
#include "sim/control/compensators.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- numbers of a law

enum { SPEEDS = 25, RANGE = 300 };

// The way over which half of a force builds up, from the start and at a speed so low that what damps it does not count; 0: at
// once, or not within 1 m or rad.
static br_status half_way(br_carriage *a, double v, double force, double *length)
{
    double step = 1e-12, way = 0;
    *length = 0;
    if (a->system.sys.nx == 0)
        return BR_OK;
    for (int i = 0; i < 8; i++) {
        br_carriage_reset(a);
        br_status status = br_carriage_slide(a, v, step, 1);
        if (status != BR_OK)
            return status;
        if (br_carriage_friction(a) < force / 20)
            break;
        v /= 10;
    }
    while (br_carriage_friction(a) < force / 2) {
        br_status status = br_carriage_slide(a, v, step, 1);
        if (status != BR_OK || way > 1)
            return status;
        way += step;
        step *= 1.01;
    }
    *length = way;
    return BR_OK;
}

// Steady forces, fastest last, and the length of presliding on the way.
static br_status steady(br_carriage *a, double speed, double *v, double *F)
{
    br_status status = BR_OK;
    double length = 0;
    for (int i = SPEEDS - 1; i >= 0 && status == BR_OK; i--) {
        v[i] = speed * br_exp(-br_log(RANGE) * (SPEEDS - 1 - i) / (SPEEDS - 1));
        status = br_carriage_settle(a, v[i], length > 0 ? 20 * length : speed / 10, &F[i]);
        if (i == SPEEDS - 1 && status == BR_OK)
            status = half_way(a, speed / RANGE, F[i], &length);
    }
    return status;
}

static double at_fall(const double *v, const double *F, double level)
{
    for (int i = 1; i < SPEEDS; i++)
        if (F[i - 1] > level && F[i] <= level)
            return v[i - 1] + (v[i] - v[i - 1]) * (F[i - 1] - level) / (F[i - 1] - F[i]);
    return v[SPEEDS - 1];
}

static double force_at(const double *v, const double *F, double speed)
{
    for (int i = 1; i < SPEEDS; i++)
        if (speed <= v[i])
            return F[i - 1] + (F[i] - F[i - 1]) * (speed - v[i - 1]) / (v[i] - v[i - 1]);
    return F[SPEEDS - 1];
}

// FC, FS, vs (0: it does not fall) and viscous friction from steady forces, of which the viscous part is taken.
static void read_curve(br_known *k, const double *v, double *F, double speed)
{
    double slope = (F[SPEEDS - 1] - F[SPEEDS - 4]) / (v[SPEEDS - 1] - v[SPEEDS - 4]);
    k->viscous = slope > 0 ? slope : 0;
    k->FC = F[SPEEDS - 1] - k->viscous * speed;
    for (int i = 0; i < SPEEDS; i++) {
        F[i] -= k->viscous * v[i];
        k->FS = br_max(k->FS, F[i]);
    }
    k->FC = k->FC > 0 ? k->FC : k->FS;
    k->FS = br_max(k->FS, k->FC);
    k->vs = k->FS > 1.001 * k->FC ? at_fall(v, F, k->FC + (k->FS - k->FC) / 2.718281828) : 0;
}

// The law's own number of this name and unit, where it is within a factor of 3 of what was found (0: whatever it is).
static double named(const br_model *m, const char *name, br_unit unit, double found)
{
    int q = br_law_find(&m->law, name, strlen(name));
    if (q < 0 || m->law.q[q].kind != BR_PARAM || br_model_len(m, q) != 1 || !br_unit_same(m->law.q[q].unit, unit))
        return found;
    double value = br_model_values(m, q)->lo;
    return found == 0 || (value > found / 3 && value < 3 * found) ? value : found;
}

static void copy_named_values(br_known *k, const br_model *m, double speed)
{
    const br_parsed_law *law = &m->law;
    br_unit F = law->out[0].unit, v = law->q[br_law_find(law, "v", 1)].unit, time = br_unit_none();
    time.power[2] = 12;
    k->FC = named(m, "FC", F, k->FC);
    k->FS = br_max(named(m, "FS", F, k->FS), k->FC);
    k->vs = named(m, "vs", v, k->vs);
    k->vs = k->vs > 0 ? k->vs : speed;
    k->viscous = named(m, "sigma2", br_unit_div(F, v), k->viscous);
    k->zba = named(m, "zba", br_unit_mul(v, time), 0);
}

// sigma0 and sigma1: of a law with one state its own slopes at rest, force per rate of the state as it slides.
static br_status add_slopes(br_known *k, br_carriage *a, const br_model *m, double speed)
{
    const br_sys *s = &a->system.sys;
    double damping = 0;
    br_law_slopes rest = {0}, slides = {.state = &damping};
    k->sigma0 = k->FC * 0.6931471805599453 / k->length;
    k->sigma1 = 0.1 * br_sqrt(k->sigma0 * a->mass);
    if (s->nx != 1)
        return BR_OK;
    br_carriage_reset(a);
    br_status status = br_law_slopes_at(&rest, s, a->x, a->m, a->u, a->p, a->velocity, a->force, 0);
    if (status == BR_OK)
        status = br_carriage_slide(a, speed / 100, 20 * k->length, 200);
    if (status == BR_OK)
        status = br_law_slopes_at(&slides, s, a->x, a->m, a->u, a->p, a->velocity, a->force, speed / 100);
    k->own = status == BR_OK && rest.stiffness > 0 && isfinite(rest.stiffness);
    if (k->own) {
        br_unit v = m->law.q[br_law_find(&m->law, "v", 1)].unit;
        k->sigma0 = rest.stiffness;
        k->sigma1 = damping * rest.rate > 0 ? damping * rest.rate : 0;
        k->sigma1 = k->sigma1 > 0 ? named(m, "sigma1", br_unit_div(m->law.out[0].unit, v), k->sigma1) : 0;
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
    if (status == BR_OK)
        read_curve(&made, v, F, speed);
    bool rubs = status == BR_OK && made.FC > 0 && isfinite(made.FC) && isfinite(made.FS);
    if (rubs) {
        copy_named_values(&made, law, speed);
        status = half_way(&a, speed / RANGE, made.FC, &made.length);
    }
    made.length = made.length > 0 ? made.length : 1e-4 * speed;
    if (rubs && status == BR_OK)
        status = add_slopes(&made, &a, law, speed);
    br_carriage_close(&a);
    if (status != BR_OK || !rubs)
        return br_diag_fail(why, status == BR_OK ? BR_BAD_USAGE : status,
                            "law %.60s has no friction at speeds up to %g", law->law.name, speed);
    if (!(made.zba > 0 && made.zba < made.FC / made.sigma0))
        made.zba = 0.7 * made.FC / made.sigma0;
    double fall = made.FS > made.FC ? (force_at(v, F, made.vs) - made.FC) / (made.FS - made.FC) : 0;
    made.rational = fall > 0.43; // at vs (8) has fallen to 1/2, (7) to 1/e
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

br_status br_model_open_builtin(br_model *m, const char *law, const char *set, const char *values, br_diag *why)
{
    size_t size = 0;
    const char *text = br_builtin_text(NULL, law, &size);
    br_model_source source = {text, size, law, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = law};
    return br_model_open_given(m, &source, set ? &first : &then, set ? &then : NULL, why);
}

br_unit br_law_mass_unit(const br_parsed_law *law)
{
    br_unit time = br_unit_none();
    int v = br_law_find(law, "v", 1);
    time.power[2] = 12;
    return v >= 0 && law->nout > 0 ? br_unit_mul(br_unit_div(law->out[0].unit, law->q[v].unit), time) : br_unit_none();
}

// How large the states are while the axis slides at a hundredth of its speed.
static br_status size_states(br_control_law *l, const br_bench *b)
{
    br_carriage a;
    br_status status = br_carriage_open(&a, l->is, b->axis->mass, b->why);
    if (status != BR_OK)
        return status;
    status = br_carriage_slide(&a, b->speed / 100, 20 * b->known.length, 500);
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
        status = br_model_open_builtin(&l->model, law, NULL, text, b->why);
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

// Friction parameters are those with a force in their unit.
static double factor_of(const br_quantity *w, br_unit mass, double wrong, double wrong_mass)
{
    if (w->kind != BR_PARAM)
        return 1;
    return br_unit_same(w->unit, mass) ? 1 + wrong_mass : w->unit.power[1] == 12 ? 1 + wrong : 1;
}

void br_bench_wrong(br_bench *b, double wrong, double wrong_mass)
{
    br_unit mass = br_law_mass_unit(&b->axis->known->law);
    for (int i = 0; i < BR_PARTS; i++) {
        br_control_law *l = &b->law[i];
        if (!l->p)
            continue;
        br_model_points(l->is, l->x, l->u, l->p);
        for (int q = 0; q < l->is->law.nq; q++) {
            double factor = factor_of(&l->is->law.q[q], mass, wrong, wrong_mass);
            for (int j = 0; factor != 1 && j < br_model_len(l->is, q); j++)
                l->p[l->is->at[q] + j] *= factor;
        }
    }
    b->level = 1 + wrong;
    b->mass = b->axis->mass * (1 + wrong_mass);
}

// Both axes slide at a velocity from the start: is their friction the same all the way?
static br_status slides_alike(br_carriage *a, br_carriage *b, const br_known *k, double v, bool *same)
{
    br_status status = BR_OK;
    br_carriage_reset(a);
    br_carriage_reset(b);
    for (int i = 0; i < 40 && status == BR_OK && *same; i++) {
        double way = (v < 0 ? -0.3 : 0.3) * k->length;
        status = br_carriage_slide(a, v, way, 10);
        if (status == BR_OK)
            status = br_carriage_slide(b, v, way, 10);
        *same = br_abs(br_carriage_friction(a) - br_carriage_friction(b)) <= 1e-6 * k->FS;
    }
    return status;
}

// Whether the LuGre model nearest to the law is the law.
static br_status compare_with_lugre(br_bench *b)
{
    static const double shares[] = {0.01, -0.01, 0.3, -0.3, 3, -3};
    br_carriage own = {0}, lugre = {0};
    bool same = true;
    br_status status = br_carriage_open(&own, b->axis->known, b->axis->mass, b->why);
    if (status == BR_OK)
        status = br_carriage_open(&lugre, &b->law[BR_PART_LUGRE].model, b->axis->mass, b->why);
    for (size_t i = 0; i < sizeof shares / sizeof *shares && status == BR_OK; i++)
        status = slides_alike(&own, &lugre, &b->known, shares[i] * b->speed, &same);
    b->is_lugre = status == BR_OK && same;
    br_carriage_close(&own);
    br_carriage_close(&lugre);
    return status;
}

// More steps of a sample than anybody waits for.
static br_status check_lightness(const br_bench *b)
{
    const br_carriage *a = &b->truth;
    double dt = b->o->servo.dt, steps = dt / a->substep;
    if (steps <= 2000)
        return BR_OK;
    if (b->why)
        snprintf(
            b->why->text, sizeof b->why->text,
            "a mass of %g is too light for this friction, which stops it within %.2g s: a sample of %g s would take "
            "%.0f steps; take a larger mass or shorter samples",
            a->mass, 4 * a->substep, dt, steps);
    return BR_BAD_USAGE;
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
    if (status == BR_OK)
        status = check_lightness(b);
    for (int i = 0; i < BR_PARTS && status == BR_OK; i++)
        if (i != BR_PART_PLANT || axis->plant)
            status = open_part(b, (br_control_part)i);
    if (status == BR_OK)
        status = compare_with_lugre(b);
    if (status == BR_OK)
        br_bench_wrong(b, o->wrong, o->wrong_mass);
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
