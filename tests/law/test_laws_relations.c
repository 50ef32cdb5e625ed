// test_laws_relations.c - how the laws relate: S-GMS holds LuGre, elasto-plastic in time and by samples, Theorem 1 of 003,
// and when the elements of Maxwell-slip and GMS change their modes.
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "twin/twin.h"

typedef struct reader {
    br_parsed_law law;
    br_tape tape;
} reader;

static void open_text(reader *r, const char *text, const br_chosen *chosen, int nchosen, bool next)
{
    br_read_options o = {.chosen = chosen, .nchosen = nchosen, .find = twin_law_text};
    br_diag why;
    int one[BR_MAX_DIMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    if (br_law_read(&r->law, text, strlen(text), "test", &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_tape_make(&r->tape, &r->law, next, NULL, one), BR_OK);
}

static void open_law(reader *r, const char *name, const br_chosen *chosen, int nchosen, bool next)
{
    size_t size;
    open_text(r, twin_law_text(NULL, name, &size), chosen, nchosen, next);
}

static void close_law(reader *r)
{
    br_tape_free(&r->tape);
    br_law_free(&r->law);
}

static void put(const reader *r, double *to, const char *name, double value)
{
    int q = br_law_find(&r->law, name, strlen(name));
    assert_true(q >= 0);
    to[r->tape.q_at[q]] = value;
}

static void eval(const reader *r, const double *x, const double *u, const double *p, double *out)
{
    br_point at = {.x = x, .u = u, .p = p};
    br_tape_run(&r->tape, 1, &at, out, NULL);
}

// ---------------------------------------------------------------- S-GMS with one element

// The text of S-GMS with the two equations of eta replaced by 1.
static char *sgms_with_eta_one(void)
{
    size_t size;
    const char *text = twin_law_text(NULL, "sgms", &size);
    char *changed = calloc(1, size + 100), *to = changed;
    assert_non_null(changed);
    int replaced = 0;
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        size_t n = end ? (size_t)(end - line) + 1 : strlen(line);
        bool eta = strncmp(line, "etaA", 4) == 0 || strncmp(line, "etaB", 4) == 0;
        if (eta) {
            to += sprintf(to, "%.4s = 1\n", line);
            replaced++;
        } else {
            memcpy(to, line, n);
            to += n;
        }
        line += n;
    }
    assert_int_equal(replaced, 2);
    return changed;
}

static void sgms_with_one_element_and_eta_one_is_lugre(void **state)
{
    (void)state;
    char *text = sgms_with_eta_one();
    br_chosen displacement = {"form", "displacement"};
    reader sgms, lugre;
    open_text(&sgms, text, &displacement, 1, false);
    open_law(&lugre, "lugre", NULL, 0, false);
    twin_random r = twin_seed("S-GMS(1) and LuGre");
    double worst = 0;
    long same = 0, count = twin_points(100000) / 10 + 1;
    for (long k = 0; k < count; k++) {
        double x[2], u[2], p[40] = {0}, ux[2], up[40], sp[40] = {0}, a[2], b[2];
        twin_draw(&r, &lugre.tape, false, x, u, p, NULL);
        memcpy(up, p, sizeof up);
        ux[0] = u[0];
        int q = br_law_find(&lugre.law, "sigma0", 6);
        double sigma0 = up[lugre.tape.q_at[q]], sigma1 = up[lugre.tape.q_at[br_law_find(&lugre.law, "sigma1", 6)]];
        double FC = up[lugre.tape.q_at[br_law_find(&lugre.law, "FC", 2)]],
               vs = up[lugre.tape.q_at[br_law_find(&lugre.law, "vs", 2)]];
        double sigma2 = up[lugre.tape.q_at[br_law_find(&lugre.law, "sigma2", 6)]], beta = twin_decades(&r, 1e-3, 10);
        put(&lugre, up, "FS", FC * (1 + beta));
        put(&sgms, sp, "kappa", sigma0);
        put(&sgms, sp, "nu", 1);
        put(&sgms, sp, "sigma", sigma1);
        put(&sgms, sp, "FC", FC);
        put(&sgms, sp, "beta", beta);
        put(&sgms, sp, "vs", vs);
        put(&sgms, sp, "sigma2", sigma2);
        eval(&lugre, x, ux, up, a);
        eval(&sgms, x, ux, sp, b);
        double push = fabs(ux[0]) * (1 + fabs(sigma0 * x[0] / FC)),
               force = fabs(sigma0 * x[0]) + sigma1 * push + fabs(sigma2 * ux[0]);
        same += memcmp(a, b, sizeof a) == 0;
        worst = fmax(worst, push > 0 ? fabs(a[0] - b[0]) / push : 0);
        worst = fmax(worst, force > 0 ? fabs(a[1] - b[1]) / force : 0);
    }
    printf("S-GMS(1), eta = 1 against LuGre: worst %.2g of the terms, %ld of %ld points with the same bits\n", worst,
           same, count);
    assert_true(worst < 16 * 2.3e-16);
    close_law(&sgms);
    close_law(&lugre);
    free(text);
}

// Both driven through the same presliding and sliding loop by a fine Euler scheme.
static void distance_of_sgms_with_one_element_to_elasto_plastic_is_reported(void **state)
{
    (void)state;
    br_chosen displacement = {"form", "displacement"}, gauss = {"curve", "gauss"};
    reader sgms, plastic;
    open_law(&sgms, "sgms", &displacement, 1, false);
    open_law(&plastic, "elasto-plastic", &gauss, 1, false);
    double pe[40] = {0}, ps[40] = {0}, ue[3] = {0}, us[1] = {0}, ze[1] = {0}, zs[1] = {0}, oe[2], os[2];
    const double sigma0 = 1e5, FC = 1, FS = 1.5, vs = 1e-3, zeta = 0.8, lambda = 34.533773893242774;
    put(&plastic, pe, "sigma0", sigma0), put(&plastic, pe, "FC", FC), put(&plastic, pe, "FS", FS),
        put(&plastic, pe, "vs", vs);
    put(&plastic, pe, "zba", zeta * FC / sigma0 * 0.8);
    put(&sgms, ps, "kappa", sigma0), put(&sgms, ps, "nu", 1), put(&sgms, ps, "FC", FC),
        put(&sgms, ps, "beta", FS / FC - 1);
    put(&sgms, ps, "vs", vs), put(&sgms, ps, "zeta", zeta), put(&sgms, ps, "lambda", lambda),
        put(&sgms, ps, "gamma", lambda);
    double far = 0, most = 0, dt = 4e-5;
    for (int k = 0; k < 50000; k++) {
        double t = k * dt, v = 4e-5 * cos(20 * t) + (t > 1 ? 2e-4 * cos(5 * t) : 0); // presliding, then sliding as well
        put(&plastic, ue, "v", v);
        put(&plastic, ue, "dt", dt);
        us[0] = v;
        eval(&plastic, ze, ue, pe, oe);
        eval(&sgms, zs, us, ps, os);
        far = fmax(far, fabs(oe[1] - os[1]));
        most = fmax(most, fabs(oe[1]));
        ze[0] += dt * oe[0];
        zs[0] += dt * os[0];
    }
    printf("S-GMS(1) against elasto-plastic over a loop: largest distance %.3g N of %.3g N\n", far, most);
    assert_true(most > FC * 0.9 && far < FS);
    close_law(&sgms);
    close_law(&plastic);
}

// ---------------------------------------------------------------- elasto-plastic

static void updates_of_elasto_plastic_tend_to_its_rates_with_order_one(void **state)
{
    (void)state;
    reader rate, next;
    open_law(&rate, "elasto-plastic", NULL, 0, false);
    open_law(&next, "elasto-plastic", NULL, 0, true);
    double p[40] = {0}, u[3], a[2], b[2], error[3] = {0};
    put(&rate, p, "sigma0", 1e5), put(&rate, p, "sigma1", 63), put(&rate, p, "FC", 1), put(&rate, p, "FS", 1.1);
    put(&rate, p, "vs", 1e-5), put(&rate, p, "zba", 8e-6);
    // one path of fixed length, in steps of 1, 1/2 and 1/4; against rates integrated very finely
    for (int fine = 0; fine < 3; fine++) {
        int steps = 200 << fine;
        double length = 1.6e-5, v = 1e-5, dt = length / v / steps, z[1] = {-4e-6}, exact[1] = {-4e-6};
        for (int k = 0; k < steps; k++) {
            put(&next, u, "v", v), put(&next, u, "dt", dt), put(&next, u, "dx", v * dt);
            eval(&next, z, u, p, b);
            z[0] = b[0];
            for (int s = 0; s < 20; s++) { // midpoint rule
                double half[1];
                eval(&rate, exact, u, p, a);
                half[0] = exact[0] + dt / 40 * a[0];
                eval(&rate, half, u, p, a);
                exact[0] += dt / 20 * a[0];
            }
            error[fine] = fmax(error[fine], fabs(z[0] - exact[0]));
        }
    }
    double order1 = log2(error[0] / error[1]), order2 = log2(error[1] / error[2]);
    printf("errors %.3g %.3g %.3g m: order %.3f, %.3f\n", error[0], error[1], error[2], order1, order2);
    assert_true(order1 > 0.9 && order1 < 1.1 && order2 > 0.9 && order2 < 1.1);
    close_law(&rate);
    close_law(&next);
}

static void deflection_of_elasto_plastic_never_leaves_zmax_theorem_1(void **state)
{
    (void)state;
    br_chosen curves[] = {{"curve", "rational"}, {"curve", "gauss"}};
    twin_random r = twin_seed("Theorem 1");
    long steps = 0;
    for (int c = 0; c < 2; c++) {
        reader next;
        open_law(&next, "elasto-plastic", &curves[c], 1, true);
        for (long run = 0; run < twin_points(100000) / 1000; run++) {
            double x[1], u[3], p[40], out[2];
            twin_draw(&r, &next.tape, false, x, u, p, NULL);
            double sigma0 = p[next.tape.q_at[br_law_find(&next.law, "sigma0", 6)]],
                   FS = p[next.tape.q_at[br_law_find(&next.law, "FS", 2)]];
            double zmax = FS / sigma0;
            x[0] = twin_uniform(&r, -1, 1) * zmax;
            for (int k = 0; k < 500; k++, steps++) {
                double y[1], q[40];
                twin_draw(&r, &next.tape, false, y, u, q, NULL); // any v, dt, dx: also dx against v, also 0
                if (twin_chance(&r, 0.5))
                    put(&next, u, "dx", twin_uniform(&r, -3, 3) * zmax);
                eval(&next, x, u, p, out);
                if (!(fabs(out[0]) <= zmax * (1 + 1e-15)))
                    fail_msg("|z| = %.17g > zmax = %.17g", out[0], zmax);
                x[0] = out[0];
            }
        }
        close_law(&next);
    }
    printf("%ld random steps inside |z| <= zmax\n", steps);
}

// ---------------------------------------------------------------- modes

// Stick until the force meets its limit in the direction of motion, slip until the velocity goes through zero.
static int mode_after(int mode, long double force, long double limit, double v)
{
    if (mode == 0)
        return force >= limit && v > 0 ? 1 : force <= -limit && v < 0 ? 2 : 0;
    return (mode == 1 && v <= 0) || (mode == 2 && v >= 0) ? 0 : mode;
}

static void guards_of(twin_case *c, void *context)
{
    long *seen = context;
    br_law_row row[8];
    br_tape guards;
    int n[BR_MAX_DIMS] = {5, 5, 5, 5, 5, 5, 5, 5};
    assert_int_equal(c->law.njump, 4);
    for (int i = 0; i < c->law.njump; i++)
        row[i] = (br_law_row){"guard", 0, c->law.automaton[0].dim, c->law.jump[i].guard};
    assert_int_equal(br_tape_make_rows(&guards, &c->law, row, c->law.njump, n), BR_OK);
    twin_random r = twin_seed(c->label);
    for (int k = 0; k < 2000; k++) {
        double x[5], u[1], p[40], out[20];
        int m[5];
        twin_draw(&r, &guards, false, x, u, p, m);
        br_point at = {.x = x, .u = u, .p = p, .m = m};
        twin_at a = {&guards, x, u, p, m, -1, 0, 0};
        br_tape_run(&guards, 1, &at, out, NULL);
        for (int i = 0; i < 5; i++) {
            long double outweigh, s = strcmp(c->twin->name, "gms") == 0
                                          ? creall(twin_stribeck(&a, twin_get(&a, "v", 0), &outweigh))
                                          : creall(twin_get(&a, "FC", 0));
            bool springs = strstr(c->label, "form=displacement") != NULL;
            long double limit = creall(twin_get(&a, "nu", i)) * s,
                        force = (long double)x[i] * (springs ? creall(twin_get(&a, "kappa", i)) : 1);
            if (fabsl(fabsl(force) - limit) < 1e-12L * limit)
                continue; // rounding decides
            int next = m[i];
            for (int j = 3; j >= 0; j--)
                if (c->law.jump[j].from == m[i] && out[j * 5 + i] != 0)
                    next = c->law.jump[j].to;
            assert_int_equal(next, mode_after(m[i], force, limit, u[0]));
            seen[3 * m[i] + next]++;
        }
    }
    br_tape_free(&guards);
}

static void elements_slip_at_their_limit_and_stick_at_reversal(void **state)
{
    (void)state;
    long seen[9] = {0};
    twin_cases_of("gms", guards_of, seen);
    twin_cases_of("maxwell-slip", guards_of, seen);
    for (int from = 0; from < 3; from++)
        for (int to = 0; to < 3; to++)
            assert_true(seen[3 * from + to] > 0 || (from != to && from != 0 && to != 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sgms_with_one_element_and_eta_one_is_lugre),
        cmocka_unit_test(distance_of_sgms_with_one_element_to_elasto_plastic_is_reported),
        cmocka_unit_test(updates_of_elasto_plastic_tend_to_its_rates_with_order_one),
        cmocka_unit_test(deflection_of_elasto_plastic_never_leaves_zmax_theorem_1),
        cmocka_unit_test(elements_slip_at_their_limit_and_stick_at_reversal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
