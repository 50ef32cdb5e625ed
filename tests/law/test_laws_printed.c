// test_laws_printed.c - printed laws and interpreted laws give the same bits.
//
// The built-in laws are compiled into the library with the first value of every choice; all other combinations are
// printed here as files that stand alone, compiled and loaded. Every number of a batch is compared, values and
// derivatives, for whole and odd numbers of lanes, shared and own parameters.
#include "num/base/fp.h"

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

#include "law/builtin/builtin.h"
#include "law/print/print.h"
#include "twin/twin.h"

typedef struct tally {
    twin_random r;
    long rounds, numbers;
    int wrong, compared, number;
    char folder[40];
    void *loaded;
} tally;

static bool same_bits(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y || (isnan(a) && isnan(b));
}

static void compare(const char *law, const char *what, const double *a, const double *b, int n, int count, tally *t)
{
    for (int i = 0; i < n * count; i++) {
        t->numbers++;
        if (same_bits(a[i], b[i]))
            continue;
        if (t->wrong++ < 10)
            printf("%s, %d lanes: %s %d of point %d is %.17g printed and %.17g interpreted\n", law, count, what,
                   i / count, i % count, a[i], b[i]);
    }
}

// Shared parameters: those of the first point.
static void share(twin_batch *b)
{
    for (int k = 1; k < b->count; k++)
        memcpy(b->pp + k * b->tape.np, b->pp, (size_t)b->tape.np * sizeof *b->pp);
    twin_batch_spread(b);
}

// What was printed of rates or updates.
typedef struct functions {
    br_value_fn *value;
    br_jet_fn *jet, *jet_x; // jet_x: of rates, if there are states
} functions;

// By states alone: the front of all derivatives.
static void compare_by_states(const twin_case *c, const functions *f, const br_jet *jet, const twin_batch *b,
                              const int *size, bool each, tally *t)
{
    int front = 0, count = b->count;
    for (int i = 0; i < jet->by_states; i++)
        front += br_block_len(&b->tape, &jet->block[i]);
    double *out = calloc((size_t)b->tape.nrow * (size_t)count + 1, sizeof *out);
    double *slopes = calloc((size_t)front * (size_t)count + 1, sizeof *slopes);
    assert_true(out && slopes);
    f->jet_x(size, count, b->x, b->m, b->u, each ? b->p : b->pp, each, out, slopes);
    compare(c->label, "number beside derivatives by states,", out, b->out, b->tape.nrow, count, t);
    compare(c->label, "derivative by states", slopes, b->jet, front, count, t);
    assert_true(slopes[front * count] == 0);
    free(out);
    free(slopes);
}

static void compare_batch(const twin_case *c, const functions *f, bool next, const br_jet *jet, int count, bool each,
                          tally *t)
{
    twin_batch b;
    int elements = 1 + twin_below(&t->r, 12), size[BR_MAX_DIMS];
    for (int d = 0; d < BR_MAX_DIMS; d++)
        size[d] = elements;
    twin_batch_make(&b, &c->law, next, jet, elements, count);
    twin_batch_draw(&b, &t->r, 0.2);
    if (!each)
        share(&b);
    twin_batch_run(&b);
    double *out = calloc((size_t)b.tape.nrow * (size_t)count + 1, sizeof *out);
    double *both = calloc((size_t)b.tape.nrow * (size_t)count + 1, sizeof *both);
    double *slopes = calloc((size_t)b.tape.nblock * (size_t)count + 1, sizeof *slopes);
    assert_true(out && both && slopes);
    const double *p = each ? b.p : b.pp;
    f->value(size, count, b.x, b.m, b.u, p, each, out);
    f->jet(size, count, b.x, b.m, b.u, p, each, both, slopes);
    compare(c->label, "number", out, b.out, b.tape.nrow, count, t);
    compare(c->label, "number beside derivatives,", both, b.out, b.tape.nrow, count, t);
    compare(c->label, "derivative", slopes, b.jet, b.tape.nblock, count, t);
    if (f->jet_x)
        compare_by_states(c, f, jet, &b, size, each, t);
    free(out);
    free(both);
    free(slopes);
    twin_batch_free(&b);
}

static bool first_choices(const br_parsed_law *law)
{
    for (int i = 0; i < law->nchoice; i++)
        if (law->choice[i].chosen != 0)
            return false;
    return true;
}

static void compare_case(const twin_case *c, const functions f[2], br_parsed_law *law, tally *t)
{
    static const int lanes[] = {1, 3, 5, 20, 33};
    for (int next = 0; next < (c->twin->next ? 2 : 1); next++) {
        br_jet jet;
        assert_true(f[next].value && f[next].jet);
        assert_int_equal(br_jet_make(&jet, law, next == 1, NULL), BR_OK);
        assert_true((f[next].jet_x != NULL) == (next == 0 && jet.by_states > 0));
        for (long k = 0; k < t->rounds; k++)
            for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
                for (int each = 0; each < 2; each++)
                    compare_batch(c, &f[next], next == 1, &jet, lanes[i], each == 1, t);
        br_jet_free(&jet);
        t->compared++;
    }
}

static void compare_compiled(twin_case *c, void *context)
{
    br_builtin law;
    if (!first_choices(&c->law))
        return;
    assert_true(br_builtin_find(c->twin->name, &law));
    const functions f[] = {{law.rate, law.rate_jet, law.rate_jet_x}, {law.step, law.step_jet, NULL}};
    compare_case(c, f, &c->law, context);
}

static void laws_compiled_into_the_library_give_the_bits_of_the_interpreted_ones(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("printed"), .rounds = twin_points(100000) / 20000 + 1};
    twin_cases(compare_compiled, &t);
    printf("%d printed functions, %ld numbers\n", t.compared, t.numbers);
    assert_int_equal(t.wrong, 0);
    assert_true(t.compared >= 17);
}

// ---------------------------------------------------------------- every combination of choices

static void write_case(twin_case *c, void *context)
{
    tally *t = context;
    char prefix[20], path[80], *text = NULL;
    br_diag why;
    snprintf(prefix, sizeof prefix, "c%d_", t->number);
    snprintf(path, sizeof path, "%s/%d.c", t->folder, t->number++);
    br_print_options o = {.whole = true, .prefix = prefix};
    if (br_parsed_law_print(&c->law, &o, &text, &why) != BR_OK)
        fail_msg("%s: %s", c->label, why.text);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    free(text);
}

static void *function(const tally *t, const char *law, const char *kind)
{
    char name[120];
    snprintf(name, sizeof name, "c%d_%s_%s", t->number, law, kind);
    for (char *s = name; *s; s++)
        *s = *s == '-' ? '_' : *s;
    return dlsym(t->loaded, name);
}

static void compare_loaded(twin_case *c, void *context)
{
    tally *t = context;
    static const char *const names[] = {"rate", "rate_jet", "rate_jet_x", "step", "step_jet", "step_jet_x"};
    void *found[6];
    functions f[2];
    for (int i = 0; i < 6; i++)
        found[i] = function(t, c->twin->name, names[i]);
    for (int i = 0; i < 2; i++) { // from an object pointer, as POSIX allows
        memcpy(&f[i].value, &found[3 * i], sizeof f[i].value);
        memcpy(&f[i].jet, &found[3 * i + 1], sizeof f[i].jet);
        memcpy(&f[i].jet_x, &found[3 * i + 2], sizeof f[i].jet_x);
    }
    compare_case(c, f, &c->law, t);
    t->number++;
}

static void printed_files_of_every_choice_compile_alone_and_give_the_bits_of_the_interpreted_laws(void **state)
{
    (void)state;
    tally t = {.r = twin_seed("printed files"),
               .rounds = twin_points(100000) / 50000 + 1,
               .folder = "/tmp/bristle-printed-XXXXXX"};
    const char *cc = getenv("BR_CC");
    char command[400], library[80];
    assert_non_null(mkdtemp(t.folder));
    twin_cases(write_case, &t);
    snprintf(
        command, sizeof command,
        "cd %s && %s -std=c99 -O%d -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror -fPIC "
        "-shared -o "
        "all.so *.c -lm",
        t.folder, cc ? cc : "cc", twin_points(1) > 1000000 ? 3 : 0); // the soak takes its time
    assert_int_equal(system(command), 0);
    snprintf(library, sizeof library, "%s/all.so", t.folder);
    t.loaded = dlopen(library, RTLD_NOW);
    assert_non_null(t.loaded);
    t.number = 0;
    twin_cases(compare_loaded, &t);
    dlclose(t.loaded);
    snprintf(command, sizeof command, "rm -r %s", t.folder);
    assert_int_equal(system(command), 0);
    printf("%d printed functions, %ld numbers\n", t.compared, t.numbers);
    assert_int_equal(t.wrong, 0);
    assert_true(t.compared >= 70);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_compiled_into_the_library_give_the_bits_of_the_interpreted_ones),
        cmocka_unit_test(printed_files_of_every_choice_compile_alone_and_give_the_bits_of_the_interpreted_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
