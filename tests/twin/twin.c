// twin.c - what the twins share: access to the numbers of a point, sums that know their terms, functions with kinks.
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const twin twins[] = {
    {"bliman-sorine", twin_bliman_sorine, NULL},
    {"coulomb", twin_coulomb, NULL},
    {"dahl", twin_dahl, NULL},
    {"dam", twin_dam, NULL},
    {"elasto-plastic", twin_elasto_plastic, twin_elasto_plastic_next},
    {"gms", twin_gms, NULL},
    {"karnopp", twin_karnopp, NULL},
    {"gear", twin_gear, NULL},
    {"load-dahl", twin_load_dahl, NULL},
    {"lugre", twin_lugre, NULL},
    {"makkar", twin_makkar, NULL},
    {"maxwell-slip", twin_maxwell_slip, NULL},
    {"pacejka", twin_pacejka, NULL},
    {"sgms", twin_sgms, NULL},
    {"static-kinetic", twin_static_kinetic, NULL},
    {"stribeck", twin_stribeck_law, NULL},
    {"viscous", twin_viscous_law, NULL},
    {NULL, NULL, NULL},
};

const twin *twin_find(const char *name)
{
    for (const twin *t = twins; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

num twin_get(const twin_at *a, const char *name, int i)
{
    const br_parsed_law *law = a->tape->law;
    int q = br_law_find(law, name, strlen(name));
    if (q < 0) {
        fprintf(stderr, "law %s has no quantity %s\n", law->name, name);
        abort();
    }
    const double *of[] = {a->x, a->u, a->p};
    long double v = (long double)of[law->q[q].kind][a->tape->q_at[q] + i];
    return twin_num(v, q == a->q && i == a->i ? a->step : 0);
}

bool twin_is(const twin_at *a, const char *choice, const char *value)
{
    const br_parsed_law *law = a->tape->law;
    for (int i = 0; i < law->nchoice; i++)
        if (strcmp(law->choice[i].name, choice) == 0)
            return strcmp(law->choice[i].value[law->choice[i].chosen], value) == 0;
    fprintf(stderr, "law %s has no choice %s\n", law->name, choice);
    abort();
}

int twin_count(const twin_at *a)
{
    return a->tape->n[0];
}

int twin_mode(const twin_at *a, int i)
{
    return a->m[i];
}

static void grow(long double *most, long double x)
{
    if (!(x <= *most))
        *most = x;
}

void twin_take(twin_sum *s, num term)
{
    s->x += term;
    twin_lean(s, 1, term);
    twin_lean(s, 1, s->x);
}

void twin_carry(twin_sum *s, num factor, const twin_sum *inner)
{
    twin_take(s, factor * inner->x);
    grow(&s->term, fabsl(creall(factor)) * inner->term);
    grow(&s->slope, fabsl(creall(factor)) * inner->slope);
    grow(&s->slope, fabsl(cimagl(factor)) * inner->term);
    s->edge = s->edge || inner->edge;
}

void twin_lean(twin_sum *s, long double weight, num inner)
{
    grow(&s->term, fabsl(weight * creall(inner)));
    grow(&s->slope, fabsl(weight * cimagl(inner)));
}

bool twin_near(num a, num b)
{
    long double x = creall(a), y = creall(b);
    return fabsl(x - y) <= 1e-12L * fmaxl(fabsl(x), fabsl(y));
}

num twin_abs(num x)
{
    return creall(x) >= 0 ? x : -x;
}

num twin_sgn(num x)
{
    return creall(x) > 0 ? 1 : creall(x) < 0 ? -1 : 0;
}

num twin_power(num b, num e)
{
    long double x = creall(b), y = creall(e), v = powl(x, y);
    if (x == 0) // below y = 1 the slope is infinite: left out, what it multiplies vanishes there
        return twin_num(v, y == 1 ? cimagl(b) : 0);
    return twin_num(v, v * (cimagl(e) * logl(x) + y * (cimagl(b) / x)));
}

num twin_clamp(num x, num low, num high)
{
    num y = creall(low) <= creall(x) ? x : low;
    return creall(y) <= creall(high) ? y : high;
}
