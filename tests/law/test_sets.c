// test_sets.c - the named parameter sets, against the tables and captions of the papers, typed a second time.
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

typedef struct row {
    const char *law, *set, *name;
    int element;  // from 1; 0: a single number
    double value; // SI
} row;

static const row table[] = {
    // thesis Fig. 3.1
    {"stribeck", "fig-3.1a", "FC", 0, 0.1},
    {"stribeck", "fig-3.1a", "FS", 0, 0.3},
    {"stribeck", "fig-3.1a", "vs", 0, 0.1},
    {"stribeck", "fig-3.1a", "sigma2", 0, 0.05},
    {"makkar", "fig-3.1b", "gamma1", 0, 0.25},
    {"makkar", "fig-3.1b", "gamma2", 0, 100},
    {"makkar", "fig-3.1b", "gamma3", 0, 10},
    {"makkar", "fig-3.1b", "gamma4", 0, 0.1},
    {"makkar", "fig-3.1b", "gamma5", 0, 100},
    {"makkar", "fig-3.1b", "sigma2", 0, 0.05},
    // 002 Table I
    {"lugre", "table-I", "sigma0", 0, 1e5},
    {"lugre", "table-I", "sigma1", 0, 316.22776601683796},
    {"lugre", "table-I", "sigma2", 0, 0.4},
    {"lugre", "table-I", "FC", 0, 1},
    {"lugre", "table-I", "FS", 0, 1.5},
    {"lugre", "table-I", "vs", 0, 0.001},
    // thesis Table 4.1
    {"lugre", "table-4.1", "sigma0", 0, 240e3},
    {"lugre", "table-4.1", "sigma1", 0, 200},
    {"lugre", "table-4.1", "sigma2", 0, 400},
    {"lugre", "table-4.1", "FC", 0, 9},
    {"lugre", "table-4.1", "FS", 0, 10.08},
    {"lugre", "table-4.1", "vs", 0, 1e-3},
    {"sgms", "table-4.1", "kappa", 1, 2400e3},
    {"sgms", "table-4.1", "kappa", 2, 500e3},
    {"sgms", "table-4.1", "kappa", 3, 142e3},
    {"sgms", "table-4.1", "kappa", 4, 158e3},
    {"sgms", "table-4.1", "nu", 1, 0.067},
    {"sgms", "table-4.1", "nu", 2, 0.056},
    {"sgms", "table-4.1", "nu", 3, 0.047},
    {"sgms", "table-4.1", "nu", 4, 0.83},
    {"sgms", "table-4.1", "FC", 0, 9},
    {"sgms", "table-4.1", "beta", 0, 0.12},
    {"sgms", "table-4.1", "vs", 0, 1e-3},
    {"sgms", "table-4.1", "sigma2", 0, 400},
    {"sgms", "table-4.1", "zeta", 0, 0.9},
    {"sgms", "table-4.1", "alpha", 0, 1e-3},
    {"gms", "table-4.1", "nu", 4, 0.83},
    {"gms", "table-4.1", "kappa", 1, 2400e3},
    {"maxwell-slip", "table-B.3", "kappa", 3, 142e3},
    {"maxwell-slip", "table-B.3", "nu", 1, 0.067},
    {"maxwell-slip", "table-B.3", "FC", 0, 9},
    // thesis Fig. 3.5: kappa_i = 10/i over the sum of 1/i, N/um
    {"sgms", "fig-3.5", "kappa", 1, 3679369.250985545},
    {"sgms", "fig-3.5", "kappa", 8, 459921.15637319314},
    {"sgms", "fig-3.5", "nu", 5, 0.125},
    {"gms", "fig-3.5", "C", 0, 15},
    {"gms", "fig-3.5", "kappa", 2, 1839684.6254927726},
    {"sgms", "fig-3.5", "FC", 0, 2},
    {"sgms", "fig-3.5", "beta", 0, 0.5},
    {"sgms", "fig-3.5", "vs", 0, 1e-6},
    {"sgms", "fig-3.8", "kappa", 1, 4.8e6},
    // thesis Table 5.1
    {"sgms", "table-5.1", "kappa", 1, 2000},
    {"sgms", "table-5.1", "kappa", 2, 1000},
    {"sgms", "table-5.1", "nu", 1, 0.3},
    {"sgms", "table-5.1", "nu", 2, 0.7},
    {"sgms", "table-5.1", "FC", 0, 1},
    {"sgms", "table-5.1", "beta", 0, 0.2},
    // 003 Tables I and II
    {"elasto-plastic", "table-I", "sigma0", 0, 1e5},
    {"elasto-plastic", "table-I", "sigma1", 0, 63},
    {"elasto-plastic", "table-I", "sigma2", 0, 0},
    {"elasto-plastic", "table-I", "FC", 0, 1},
    {"elasto-plastic", "table-I", "FS", 0, 1.1},
    {"elasto-plastic", "table-I", "vs", 0, 1e-5},
    {"elasto-plastic", "table-I", "zba", 0, 8e-6},
    {"elasto-plastic", "table-II", "sigma0", 0, 1e5},
    {"elasto-plastic", "table-II", "sigma1", 0, 1e3},
    {"elasto-plastic", "table-II", "sigma2", 0, 0.4},
    {"elasto-plastic", "table-II", "FC", 0, 1},
    {"elasto-plastic", "table-II", "FS", 0, 1.5},
    {"elasto-plastic", "table-II", "vs", 0, 1e-3},
    {"elasto-plastic", "table-II", "zba", 0, 8e-6},
    // 001 Table 2
    {"pacejka", "table-2", "kc", 0, 9.7854e6},
    {"pacejka", "table-2", "cc", 0, 1.196},
    {"pacejka", "table-2", "b", 0, 503.6},
    {"pacejka", "table-2", "c_p", 0, 1.5708},
    {"pacejka", "table-2", "d", 0, 2.653e-2},
    {"pacejka", "table-2", "e", 0, -9.8534},
};

static double value_of(const row *r)
{
    br_builtin b;
    br_model m;
    br_diag why = {0};
    assert_true(br_builtin_find(r->law, &b));
    br_model_source source = {b.text, b.size, r->law, br_builtin_text, NULL};
    if (br_model_open_given(&m, &source, &(br_given){.set = r->set}, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    int q = br_law_find(&m.law, r->name, strlen(r->name));
    assert_true(q >= 0);
    assert_true(r->element == 0 ? m.law.q[q].dim == BR_SCALAR : r->element <= br_model_len(&m, q));
    double v = br_model_values(&m, q)[r->element ? r->element - 1 : 0].lo;
    br_model_close(&m);
    return v;
}

static void sets_hold_the_numbers_of_their_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double v = value_of(&table[i]);
        if (!(fabs(v - table[i].value) <= 4e-16 * fabs(table[i].value)))
            fail_msg("%s %s: %s is %.17g, the paper says %.17g", table[i].law, table[i].set, table[i].name, v,
                     table[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_hold_the_numbers_of_their_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
