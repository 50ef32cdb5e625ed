// test_emitted.c - emitted C, compiled by this machine's compiler, computes the very bits of the interpreter.
//
// Laws nobody has seen: one whose elements see each other, and random ones. Each is printed as a file of its own, compiled,
// loaded and compared on random points, for 1, 3 and 40 lanes. (The built-in laws: test_laws_printed.c.)
#include "law/builtin/builtin.h"
#include "law/eval/guard.h"
#include "law/graph/layout.h"
#include "law/print/print.h"
#include "law/eval/tape.h"
#include <dlfcn.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { MOST = 40, ELEMENTS = 3, MODES = 12 };

static char folder[] = "/tmp/bristle-emitted-XXXXXX";
static uint64_t seed = 1;

static double uniform(void) // -1 .. 1
{
    seed += 0x9e3779b97f4a7c15u;
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-52 - 1;
}

static int pick(int n)
{
    return (int)((uniform() + 1) / 2 * n) % n;
}

// A number that a law may meet: usual ones, zeros, huge and tiny ones.
static double value(bool positive)
{
    static const double odd[] = {0, -0.0, 1, -1, 1e-300, 1e300, 5e-324, -1e150};
    double x = pick(10) == 0 ? odd[pick(8)] : uniform() * pow(10, pick(9) - 6);
    return positive ? fabs(x) + 1e-9 : x;
}

typedef struct data {
    double *x, *u, *p;
    int *m;
} data;

static data random_data(const br_tape *t, int count)
{
    data d = {calloc((size_t)(t->nx * count + 1), sizeof(double)), calloc((size_t)(t->nu * count + 1), sizeof(double)),
              calloc((size_t)(t->np * count + 1), sizeof(double)), calloc((size_t)(t->nm * count + 1), sizeof(int))};
    for (int i = 0; i < t->nx * count; i++)
        d.x[i] = value(false);
    for (int i = 0; i < t->nu * count; i++)
        d.u[i] = value(false);
    for (int i = 0; i < t->np * count; i++)
        d.p[i] = value(true);
    for (int i = 0; i < t->nm * count; i++)
        d.m[i] = pick(t->law->automaton[br_layout_automaton(t->law, t->n, i / count)].nmode);
    return d;
}

static void free_data(data d)
{
    free(d.x);
    free(d.u);
    free(d.p);
    free(d.m);
}

// NaN payloads aside, the bits are the same.
static void assert_same_bits(const char *law, const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (!(isnan(a[i]) && isnan(b[i])) && memcmp(&a[i], &b[i], sizeof *a) != 0)
            fail_msg("%s: number %d is %.17g printed and %.17g interpreted", law, i, a[i], b[i]);
}

static void *load(const char *text)
{
    char command[600], path[100];
    static int number;
    snprintf(path, sizeof path, "%s/law%d", folder, number++);
    snprintf(command, sizeof command, "%s.c", path);
    FILE *f = fopen(command, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    const char *cc = getenv("BR_CC");
    snprintf(command, sizeof command,
             "%s -std=c99 -O1 -Wall -Wextra -Werror -Wshadow -pedantic -fPIC -shared -o %s.so %s.c", cc ? cc : "cc",
             path, path);
    if (system(command) != 0)
        fail_msg("does not compile: %s", command);
    strcat(path, ".so");
    void *library = dlopen(path, RTLD_NOW);
    if (!library)
        fail_msg("%s", dlerror());
    return library;
}

static void *function(void *library, const char *law, const char *what)
{
    char name[200];
    int n = snprintf(name, sizeof name, "br_%s_%s", law, what);
    for (int i = 0; i < n; i++)
        name[i] = name[i] == '-' ? '_' : name[i];
    return dlsym(library, name);
}

static void compare(br_parsed_law *law, void *library, bool next, int count, bool each)
{
    br_jet j;
    br_tape t;
    int n[BR_MAX_DIMS];
    for (int d = 0; d < BR_MAX_DIMS; d++)
        n[d] = ELEMENTS + d;
    assert_int_equal(br_jet_make(&j, law, next, NULL), BR_OK);
    assert_int_equal(br_tape_make(&t, law, next, &j, n), BR_OK);
    if (t.rows > 0) {
        br_value_fn *fn;
        br_jet_fn *fn_jet;
        *(void **)&fn = function(library, law->name, next ? "step" : "rate");
        *(void **)&fn_jet = function(library, law->name, next ? "step_jet" : "rate_jet");
        assert_true(fn && fn_jet);
        data d = random_data(&t, count);
        size_t rows = (size_t)(t.nrow * count), blocks = (size_t)(t.nblock * count);
        double *a = calloc(rows + blocks + 1, sizeof *a), *b = calloc(2 * rows + blocks + 1, sizeof *b);
        br_tape_run(&t, count, &(br_point){.x = d.x, .u = d.u, .p = d.p, .m = d.m, .each = each}, a, a + rows);
        fn_jet(n, count, d.x, d.m, d.u, d.p, each, b, b + rows);
        fn(n, count, d.x, d.m, d.u, d.p, each, b + rows + blocks);
        assert_same_bits(law->name, b, a, (int)(rows + blocks));
        assert_same_bits(law->name, b + rows + blocks, a, (int)rows);
        *(void **)&fn_jet = function(library, law->name, "rate_jet_x");
        if (!next && fn_jet) {
            int front = j.by_states < j.blocks ? t.block_at[j.by_states] : t.nblock;
            fn_jet(n, count, d.x, d.m, d.u, d.p, each, b, b + rows);
            assert_same_bits(law->name, b, a, (int)rows + front * count);
        }
        free(a);
        free(b);
        free_data(d);
    }
    br_tape_free(&t);
    br_jet_free(&j);
}

static void compare_modes(const br_parsed_law *law, void *library, int count)
{
    br_mode_fn *fn;
    *(void **)&fn = function(library, law->name, "mode");
    if (law->njump == 0)
        return;
    assert_true(fn != NULL);
    int n[BR_MAX_DIMS] = {ELEMENTS, ELEMENTS + 1};
    br_tape t;
    assert_int_equal(br_tape_make_guards(&t, law, n), BR_OK);
    data d = random_data(&t, count);
    int a[MODES * MOST], b[MODES * MOST];
    assert_true(t.nm <= MODES);
    br_tape_modes(&t, count, &(br_point){.x = d.x, .u = d.u, .p = d.p, .m = d.m}, a);
    if (fn)
        fn(n, count, d.x, d.m, d.u, d.p, 0, b);
    assert_memory_equal(a, b, sizeof(int) * (size_t)(t.nm * count));
    free_data(d);
    br_tape_free(&t);
}

static void prove(br_parsed_law *law)
{
    char *text = NULL;
    br_diag why = {0};
    if (br_parsed_law_print(law, &(br_print_options){.whole = true}, &text, &why) != BR_OK)
        fail_msg("%s", why.text);
    void *library = load(text);
    static const int counts[] = {1, 3, MOST};
    for (int round = 0; round < 3; round++)
        for (int c = 0; c < 3; c++) {
            compare(law, library, false, counts[c], round % 2 == 1);
            compare(law, library, true, counts[c], round % 2 == 1);
            compare_modes(law, library, counts[c]);
        }
    dlclose(library);
    free(text);
}

// Answers false where a constant of the text is not finite: asin(3), say.
static bool prove_if_finite(const char *text, const br_chosen *chosen, int nchosen)
{
    br_parsed_law law;
    br_diag why = {0};
    br_read_options o = {.find = br_builtin_text, .chosen = chosen, .nchosen = nchosen};
    if (br_law_read(&law, text, strlen(text), "law", &o, &why) != BR_OK) {
        if (strstr(why.text, "is not a finite number"))
            return false;
        fail_msg("%s\n%s", why.text, text);
    }
    prove(&law);
    br_law_free(&law);
    return true;
}

static void prove_text(const char *text, const br_chosen *chosen, int nchosen)
{
    assert_true(prove_if_finite(text, chosen, nchosen));
}

// Elements that see each other have dense derivatives, printed column by column.
static void a_law_of_coupled_elements_computes_the_same_bits(void **state)
{
    (void)state;
    prove_text(
        "law mean \"each element is drawn to the mean of all\"\n"
        "elements n = 3\nelements k = 2\ninput v\nstate z[n]\nstate y[k]\nstate q\nparam a[n] > 0\nparam b[k] > "
        "0\nparam hz 1/s\n"
        "output F\noutput G[n]\n"
        "mean = sum(a*z)/sum(a)\nspread = sum((z - mean)^2)\n"
        "z' = hz*(a*(mean - z)*v - exp(-spread)*z)\ny' = hz*(b*tanh(mean + q) - y)\nq' = hz*(sum(y*b) - q*abs(v))\n"
        "F = mean + sum(y) + spread\nG = z*spread\n",
        NULL, 0);
}

// Laws that once gave C that did not compile, or wrong C.
static void odd_but_legal_laws_compute_the_same_bits(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "law truth\ninput v\noutput F\nF = if v > 0 and 1 < 2 then v else 2*v\n",
        "law infs\ninput v\nparam a\noutput F\noutput G\noutput H\nF = min(v, inf)\nG = if v < inf then v else 2\nH = "
        "clamp(v, -inf, a)\n",
        "law term\nelements n = 3\ninput v\nstate z[n]\nparam R 1/s\noutput F\nS = sum(z)\nS_term = v*v\n"
        "z' = (S*z + S_term*z - v)*R\nF = S\n",
        "law quiet\nelements n = 2\ninput v\nparam z[n]\noutput F\nF = cos(sum(v + 0*z))\n",
        "law names\ninput size_t\nparam INT32_MAX\nparam int\nparam t\nparam lane\nparam out\nparam AT\nparam P\nparam "
        "br_exp\nparam a__b\n"
        "param a_b\nparam typeid\nparam y0\nparam gamma\noutput F\n"
        "F = size_t*INT32_MAX*int + t*lane*out*AT*P + br_exp*a__b*a_b*typeid*y0*gamma\n",
        "law long\nelements aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd = 1\nelements "
        "eeeeeeeeeeffffffffffgggggggggghhhhhhhhhh = 1\n"
        "elements iiiiiiiiiijjjjjjjjjjkkkkkkkkkkllllllllllm = 1\nelements n = 3\ninput v 1/s\n"
        "state p1[aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd]\nstate p2[eeeeeeeeeeffffffffffgggggggggghhhhhhhhhh]\n"
        "state p3[iiiiiiiiiijjjjjjjjjjkkkkkkkkkkllllllllllm]\nstate z[n]\noutput F\np1' = v*p1\np2' = v*p2\np3' = "
        "v*p3\nz' = v*z\nF = sum(z)\n",
        "law stages\nelements n = 2\nelements n1 = 2\ninput v\nstate z[n]\nstate y[n1]\nparam hz 1/s\noutput F\n"
        "s0 = sum(z*v)\ns1 = sum(z*s0)\ns2 = sum(z*s1)\ns3 = sum(z*s2)\ns4 = sum(z*s3)\ns5 = sum(z*s4)\ns6 = "
        "sum(z*s5)\ns7 = sum(z*s6)\n"
        "s8 = sum(z*s7)\ns9 = sum(z*s8)\nz' = hz*z*s9\ny' = hz*y\nF = s9\n",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        prove_text(laws[i], NULL, 0);
}

// Modes of several automata: in an order of their own, without transitions, with guards that are known before others.
static void laws_with_several_automata_compute_the_same_bits(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "law pair\ninput v m/s\nparam mode m/s\nparam left_mode m\nparam f N\nstate w m\noutput F N\noutput s m\n"
        "use gms as left (v = v)\nmodes calm, busy\nw' = v in calm\nw' = -v in busy\ns = left_mode in calm\n"
        "s = w in busy\nfrom calm to busy if v > mode\nfrom busy to calm if sum(left.z) > f\n"
        "use gms as right (v = v - mode)\nF = left.F + right.F\n",
        "law still\nelements n = 2\ninput v m/s\noutput F N\noutput s[n]\nmodes one, two, three per n\n"
        "s = 1 in one\ns = 2 in two\ns = 3 in three\nuse gms as g (v = v)\nF = g.F\n",
        "law staged\nelements n = 3\ninput v\nstate z[n]\nparam hz 1/s\noutput F\nmodes a, b\nq = v*v + exp(v)\n"
        "z' = hz*v in a\nz' = -hz*z in b\nF = sum(z*q)\nfrom a to b if q > 1\nfrom b to a if F > q\n",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        prove_text(laws[i], NULL, 0);
}

// ---------------------------------------------------------------- random laws

typedef struct text {
    char s[20000];
    int n;
} text;

static void put(text *t, const char *words)
{
    t->n += snprintf(t->s + t->n, sizeof t->s - (size_t)t->n, "%s", words);
}

static void expression(text *t, int depth, bool array, int defined)
{
    static const char *const scalar[] = {"v", "w", "q", "a", "b", "0.25", "3", "1e-3"};
    static const char *const vector[] = {"z", "r", "c", "v", "a"};
    static const char *const one[] = {"abs", "exp", "expm1", "log1p", "sinh", "cosh", "tanh", "logistic", "sin",
                                      "cos", "tan", "asin",  "acos",  "atan", "cbrt", "sign", "-"};
    static const char *const pairs[] = {"min(", "max(", "atan2("};
    static const char *const two[] = {" + ", " - ", "*", "/"};
    char name[16];
    int kind = depth <= 0 ? 0 : pick(array ? 9 : 10);
    if (kind == 0 && defined > 0 && pick(3) == 0) {
        snprintf(name, sizeof name, "%c%d", array ? 'e' : 'd', pick(defined));
        put(t, name);
    } else if (kind <= 1) {
        put(t, array ? vector[pick(5)] : scalar[pick(8)]);
    } else if (kind <= 4) {
        put(t, "(");
        expression(t, depth - 1, array, defined);
        put(t, two[pick(4)]);
        expression(t, depth - 1, array, defined);
        put(t, ")");
    } else if (kind <= 6) {
        put(t, one[pick(sizeof one / sizeof *one)]);
        put(t, "(");
        expression(t, depth - 1, array, defined);
        put(t, ")");
    } else if (kind == 7) {
        put(t, "(if ");
        expression(t, depth - 2, array, defined);
        put(t, pick(2) ? " < " : " >= ");
        expression(t, depth - 2, array, defined);
        put(t, pick(3) ? " then " : " or v > 0 then ");
        expression(t, depth - 1, array, defined);
        put(t, " else ");
        expression(t, depth - 1, array, defined);
        put(t, ")");
    } else if (kind == 8) {
        put(t, pairs[pick(3)]);
        expression(t, depth - 1, array, defined);
        put(t, ", ");
        expression(t, depth - 1, array, defined);
        put(t, pick(2) ? ")^2" : ")");
    } else {
        put(t, "sum(r*0 + ");
        expression(t, depth - 1, true, 0);
        put(t, ")");
    }
}

static void equation(text *t, const char *left, int depth, bool array, int defined)
{
    put(t, left);
    expression(t, depth, array, defined);
    put(t, "\n");
}

static void random_laws_compute_the_same_bits(void **state)
{
    (void)state;
    const char *count = getenv("BR_COUNT");
    int laws = count && atof(count) > 1e6 ? 1000 : 12;
    for (int i = 0; i < laws;) {
        static text t;
        t.n = 0;
        put(&t, "law any \"random\"\nelements n = 3\ninput v\ninput w\nstate z[n]\nstate r[n]\nstate q\nparam a > "
                "0\nparam b > 0\nparam hz 1/s\n"
                "param c[n] > 0\noutput F\noutput G[n]\nmodes one, two per n\nfrom one to two if z > v\nfrom two to "
                "one if z < r\n");
        for (int k = 0; k < 3; k++) {
            char left[16];
            snprintf(left, sizeof left, "d%d = ", k);
            equation(&t, left, 3, false, k);
            snprintf(left, sizeof left, "e%d = ", k);
            equation(&t, left, 3, true, k);
        }
        equation(&t, "q' = hz*", 3, false, 3);
        equation(&t, "r' = hz*", 3, true, 3);
        equation(&t, "q+ = ", 2, false, 3);
        put(&t, "z' = hz*e0*e1 in one\nz' = hz*(e2 + v) in two\n");
        equation(&t, "F = ", 4, false, 3);
        equation(&t, "G = ", 4, true, 3);
        i += prove_if_finite(t.s, NULL, 0);
    }
}

static int make_folder(void **state)
{
    (void)state;
    const char *text_of = getenv("BR_SEED");
    seed = text_of ? strtoull(text_of, NULL, 10) : 1;
    print_message("seed %llu\n", (unsigned long long)seed);
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    if (system("${BR_CC:-cc} --version >/dev/null 2>&1") != 0) {
        puts("skipped: needs a compiler");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_law_of_coupled_elements_computes_the_same_bits),
        cmocka_unit_test(odd_but_legal_laws_compute_the_same_bits),
        cmocka_unit_test(laws_with_several_automata_compute_the_same_bits),
        cmocka_unit_test(random_laws_compute_the_same_bits),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
