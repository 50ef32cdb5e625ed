// points.c - random points of a law: parameters over decades, states around break-away, velocities of every size.
#include "twin.h"

#include "law/graph/layout.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t twin_bits(twin_random *r) // splitmix64
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

double twin_uniform(twin_random *r, double low, double high)
{
    return low + (high - low) * ((double)(twin_bits(r) >> 11) * 0x1p-53);
}

double twin_decades(twin_random *r, double low, double high)
{
    return exp(twin_uniform(r, log(low), log(high)));
}

bool twin_chance(twin_random *r, double share)
{
    return twin_uniform(r, 0, 1) < share;
}

int twin_below(twin_random *r, int n)
{
    return (int)(twin_bits(r) % (uint64_t)n);
}

long twin_points(long usual)
{
    const char *given = getenv("BR_COUNT");
    long count = given ? atol(given) : usual;
    return count > 0 ? count : usual;
}

twin_random twin_seed(const char *what)
{
    const char *given = getenv("BR_SEED");
    twin_random r = {given ? strtoull(given, NULL, 0) : 20240607};
    printf("%s: BR_SEED=%llu\n", what, (unsigned long long)r.state);
    return r;
}

// ---------------------------------------------------------------- parameters

typedef struct range { // decades from low to high; `zero`: share of exact zeros
    const char *name;
    double low, high, zero;
} range;

static const range ranges[] = {
    {"sigma0", 1e3, 1e8, 0},   {"sigma1", 1e-1, 1e4, 0.2}, {"sigma2", 1e-2, 1e3, 0.2}, {"FC", 1e-2, 1e3, 0},
    {"vs", 1e-6, 1e-1, 0},     {"FC_neg", 1e-2, 1e3, 0},   {"vs_neg", 1e-6, 1e-1, 0},  {"vd", 1e-6, 1e-1, 0},
    {"n_v", 0.2, 3, 0},        {"v1", 1e-3, 1e1, 0},       {"delta", 0.3, 4, 0},       {"slope", 1e2, 1e8, 0},
    {"omega", 1e2, 1e6, 0},    {"alpha", 1e-4, 0.3, 0},    {"eps", 1e-9, 1e-3, 0},     {"kappa", 1e3, 1e8, 0},
    {"sigma", 1e-2, 1e3, 0.3}, {"C", 1, 1e4, 0},           {"tau_d", 1e-4, 1, 0},      {"h", 1e-5, 1e-1, 0},
    {"mu_a", 1e-3, 1, 0.1},    {"kc", 1e3, 1e8, 0.1},      {"cc", 1e-2, 1e3, 0.2},     {"b", 1, 1e4, 0},
    {"c_p", 0.3, 2, 0},        {"d", 1e-3, 2, 0.1},        {"gamma1", 1e-3, 1e2, 0.1}, {"gamma2", 1, 1e6, 0.1},
    {"gamma3", 1, 1e6, 0.1},   {"gamma4", 1e-3, 1e2, 0.1}, {"gamma5", 1, 1e6, 0.1},    {"dv", 1e-6, 1e-1, 0},
    {"lambda", 1, 300, 0},     {"gamma", 1, 300, 0},       {"mu", 1e-3, 1, 0.1},
};

static double of_range(twin_random *r, const br_quantity *q)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (strcmp(ranges[i].name, q->name) == 0) {
            bool may_be_zero = q->low < 0 || (q->low == 0 && !q->low_open);
            return may_be_zero && twin_chance(r, ranges[i].zero) ? 0 : twin_decades(r, ranges[i].low, ranges[i].high);
        }
    fprintf(stderr, "no range for %s\n", q->name);
    abort();
}

typedef struct point {
    const br_tape *t;
    double *of[3]; // x, u, p
} point;

static double *place(const point *c, const char *name)
{
    int q = br_law_find(c->t->law, name, strlen(name));
    return q < 0 ? NULL : c->of[c->t->law->q[q].kind] + c->t->q_at[q];
}

static double number(const point *c, const char *name, double otherwise)
{
    const double *p = place(c, name);
    return p ? *p : otherwise;
}

// Parameters that stand on others, or have a shape of their own.
static void special(twin_random *r, const point *c, int len, const char *name, double *to)
{
    double FC = number(c, "FC", 1), FC_neg = number(c, "FC_neg", 1), total = 0;
    if (strcmp(name, "FS") == 0)
        *to = twin_chance(r, 0.1) ? FC : FC * (1 + twin_decades(r, 1e-6, 20));
    else if (strcmp(name, "FS_neg") == 0)
        *to = twin_chance(r, 0.1) ? FC_neg : FC_neg * (1 + twin_decades(r, 1e-6, 20));
    else if (strcmp(name, "zba") == 0)
        *to = FC / number(c, "sigma0", 1) * twin_uniform(r, 0.05, 0.99);
    else if (strcmp(name, "beta") == 0)
        *to = twin_chance(r, 0.1) ? 0 : twin_chance(r, 0.3) ? -twin_uniform(r, 0, 0.95) : twin_decades(r, 1e-4, 20);
    else if (strcmp(name, "zeta") == 0)
        *to = place(c, "omega") ? twin_decades(r, 0.05, 3) : twin_uniform(r, 0.5, 0.99);
    else if (strcmp(name, "mu_d") == 0)
        *to = twin_uniform(r, -0.5, 0.5);
    else if (strcmp(name, "e") == 0)
        *to = twin_chance(r, 0.1) ? 0 : twin_uniform(r, -20, 2);
    else if (strcmp(name, "n_v") == 0 || strcmp(name, "delta") == 0)
        *to = twin_chance(r, 0.3) ? 1 + twin_below(r, 3) : twin_uniform(r, 0.3, 4);
    else if (strcmp(name, "nu") == 0) {
        for (int i = 0; i < len; i++)
            total += to[i] = twin_decades(r, 1e-3, 1);
        for (int i = 0; i < len; i++)
            to[i] /= total;
    }
}

static void draw_parameters(twin_random *r, const point *c)
{
    static const char *const own[] = {"FS", "FS_neg", "zba", "beta", "zeta", "mu_d", "e", "n_v", "delta", "nu", NULL};
    const br_parsed_law *law = c->t->law;
    for (int pass = 0; pass < 2; pass++)
        for (int q = 0; q < law->nq; q++) {
            bool mine = false;
            for (int k = 0; own[k]; k++)
                mine = mine || strcmp(own[k], law->q[q].name) == 0;
            if (law->q[q].kind != BR_PARAM || mine != (pass == 1))
                continue;
            int len = br_tape_len(c->t, law->q[q].dim);
            double *to = c->of[BR_PARAM] + c->t->q_at[q];
            if (mine)
                special(r, c, len, law->q[q].name, to);
            for (int i = 0; i < len && !mine; i++)
                to[i] = of_range(r, &law->q[q]);
            // stiffness 0 is allowed where only forces are states
            if (strcmp(law->q[q].name, "kappa") == 0 && !law->q[q].low_open && twin_chance(r, 0.1))
                to[twin_below(r, len)] = 0;
        }
}

// ---------------------------------------------------------------- inputs and states

static double sign(twin_random *r)
{
    return twin_chance(r, 0.5) ? 1 : -1;
}

static double near(twin_random *r, double limit) // exactly the limit, or some steps of the number line beside it
{
    return limit * (1 + (double)(twin_below(r, 17) - 8) * DBL_EPSILON);
}

// A number that matters around the sizes 0, `low` and `high`.
static double around(twin_random *r, double low, double high)
{
    switch (twin_below(r, 8)) {
    case 0: return sign(r) * 0.0;
    case 1: return sign(r) * near(r, high);
    case 2: return sign(r) * near(r, low);
    case 3: return sign(r) * twin_decades(r, 1e-9 * low, 10 * high);
    case 4: return sign(r) * high;
    default: return twin_uniform(r, -1.3, 1.3) * high;
    }
}

static double extreme(twin_random *r)
{
    static const double far[] = {1e150, 1e308, DBL_MAX, 1e-300, DBL_MIN, 4e-324, 1e-310, 1e20, 1e-20};
    return sign(r) * far[twin_below(r, (int)(sizeof far / sizeof *far))];
}

static void draw_inputs(twin_random *r, const point *c)
{
    double vs = number(c, "vs", 1e-3), FC = number(c, "FC", 1), FS = number(c, "FS", FC);
    double *v = place(c, "v"), *w = place(c, "w"), *u = place(c, "u"), *tau = place(c, "tau"), *fn = place(c, "fn");
    double *dt = place(c, "dt"), *dx = place(c, "dx"), *rate = place(c, "delta_rate");
    double *speed = v ? v : w, *delta = rate ? place(c, "delta") : NULL, *load = place(c, "load");
    double band = number(c, "dv", vs);
    *speed = twin_chance(r, 0.5) ? around(r, band, 3 * vs) : sign(r) * twin_decades(r, 1e-6 * vs, 1e3 * vs);
    if (u)
        *u = around(r, FC, FS);
    if (tau)
        *tau = around(r, 1, 100);
    if (fn)
        *fn = around(r, 1, 100);
    if (load)
        *load = around(r, 1, 100);
    if (delta) {
        *delta = around(r, 1e-6, 1e-4);
        *rate = around(r, 1e-3, 1);
    }
    if (dt && dx && v) {
        *dt = twin_decades(r, 1e-5, 1e-1);
        *dx = twin_chance(r, 0.7) ? *v * *dt : around(r, 1e-7, FS / number(c, "sigma0", 1));
    }
}

static void draw_states(twin_random *r, const point *c)
{
    const br_parsed_law *law = c->t->law;
    double FC = number(c, "FC", 1), v = number(c, "v", 0), vs = number(c, "vs", 1), beta = number(c, "beta", 0);
    double sigma0 = number(c, "sigma0", 1), sliding = FC + (number(c, "FS", FC) - FC) * exp(-(v / vs) * (v / vs));
    const double *kappa = place(c, "kappa"), *nu = place(c, "nu");
    double s = FC * (1 + beta * exp(-(v / vs) * (v / vs)));
    for (int q = 0; q < law->nq; q++) {
        double *to = c->of[BR_STATE] + c->t->q_at[q];
        if (law->q[q].kind != BR_STATE)
            continue;
        for (int i = 0; i < br_tape_len(c->t, law->q[q].dim); i++) {
            double high = sliding / sigma0, low = number(c, "zba", FC / sigma0);
            if (nu) {
                bool in_force = strstr(law->q[q].unit_text, "N") != NULL;
                high = nu[i] * s / (in_force || kappa[i] == 0 ? 1 : kappa[i]);
                low = place(c, "lambda") ? number(c, "zeta", 1) * high : nu[i] * FC * (high / (nu[i] * s));
            } else if (strcmp(law->q[q].name, "h") == 0) {
                high = FC * number(c, "omega", 1);
                low = high / 10;
            } else if (place(c, "mu_a") || place(c, "mu")) {
                high = 1;
                low = 0.5;
            } else if (place(c, "omega")) {
                high = low = FC;
            }
            to[i] = around(r, low, high);
            if (strcmp(law->q[q].name, "a") == 0)
                to[i] = fabs(twin_chance(r, 0.3) ? s : around(r, FC, s));
        }
    }
}

// NOLINTNEXTLINE(readability-non-const-parameter): the numbers are written through `point`
void twin_draw(twin_random *r, const br_tape *t, bool one_extreme, double *x, double *u, double *p, int *m)
{
    point c = {t, {x, u, p}};
    draw_parameters(r, &c);
    draw_inputs(r, &c);
    draw_states(r, &c);
    for (int i = 0; i < t->nm; i++)
        m[i] = twin_below(r, t->law->automaton[br_layout_automaton(t->law, t->n, i)].nmode);
    if (!one_extreme || !x || !u)
        return;
    int which = twin_below(r, t->nx + t->nu);
    double *to = which < t->nx ? &x[which] : &u[which - t->nx];
    *to = to == place(&c, "dt") ? twin_decades(r, 1e-20, 1e20) : extreme(r);
    if (to == place(&c, "a"))
        *to = fabs(*to);
}
