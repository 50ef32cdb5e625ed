// fuzz_law.c - any bytes as a law, as its parameter list, and through every reading of what comes out.
//
// The text up to a line `%%` is a law, what follows is an assignment list; without that line it is tried as both.
#include "law/builtin/builtin.h"
#include "law/gradient.h"
#include "law/graph/layout.h"
#include "law/model/model.h"
#include "law/eval/tape.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_NUMBERS = 2000, MOST_DERIVATIVES = 20000 };

// A refusal says where and why, in one line.
static void check_words(br_status status, const br_diag *why)
{
    if (status == BR_NO_MEMORY)
        return;
    if (!why->text[0] || strchr(why->text, '\n') || why->line < 0 || why->column < 0)
        abort();
}

static double *numbers(int n, double start)
{
    double *x = malloc(((size_t)n + 1) * sizeof *x);
    for (int i = 0; x && i < n; i++)
        x[i] = start * (i + 1) - 0.3;
    return x;
}

static br_interval *boxes(int n)
{
    br_interval *x = malloc(((size_t)n + 1) * sizeof *x);
    for (int i = 0; x && i < n; i++)
        x[i] = br_interval_of(-0.5 * i, 0.1 * i + 0.25);
    return x;
}

static void run(const br_tape *t, int weights)
{
    double *x = numbers(t->nx, 0.5), *u = numbers(t->nu, -1), *p = numbers(t->np, 2);
    double *weight = numbers(weights, 1), *out = numbers(t->nrow, 0), *jet = numbers(t->nblock, 0);
    br_interval *bw = boxes(weights), *bx = boxes(t->nx), *bu = boxes(t->nu), *bp = boxes(t->np), *bo = boxes(t->nrow),
                *bj = boxes(t->nblock);
    int *m = calloc((size_t)t->nm + 1, sizeof *m);
    if (x && u && p && weight && out && jet && bw && bx && bu && bp && bo && bj && m) {
        for (int i = 0; i < t->nm; i++)
            m[i] = i % (t->law->automaton[br_layout_automaton(t->law, t->n, i)].nmode + 1);
        br_point at = {.x = x, .u = u, .p = p, .m = m, .w = weight};
        br_box box = {.x = bx, .u = bu, .p = bp, .m = m, .w = bw};
        br_tape_run(t, 1, &at, out, jet);
        if (br_tape_enclose(t, &box, bo, bj) != BR_OK)
            abort();
    }
    void *all[] = {x, u, p, weight, out, jet, bw, bx, bu, bp, bo, bj, m};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static bool small(const br_parsed_law *law)
{
    long long n = 0, rows = 0;
    for (int i = 0; i < law->nq; i++)
        n += law->q[i].dim == BR_SCALAR ? 1 : law->dim[law->q[i].dim].preset;
    for (int i = 0; i < law->nout; i++)
        rows += law->out[i].dim == BR_SCALAR ? 1 : law->dim[law->out[i].dim].preset;
    return n <= MOST_NUMBERS && (rows + n) * n <= MOST_DERIVATIVES * 10;
}

static void sweep(br_parsed_law *law, bool next, int weights)
{
    br_tape tape;
    br_law_row *gradient = calloc((size_t)law->nq + 1, sizeof *gradient);
    if (gradient && br_gradient_make(gradient, law, next) == BR_OK &&
        br_tape_make_rows(&tape, law, gradient, law->nq, NULL) == BR_OK) {
        run(&tape, weights);
        br_tape_free(&tape);
    }
    free(gradient);
}

static void read_all_ways(br_parsed_law *law)
{
    for (int next = 0; next < 2 && small(law); next++) {
        br_jet jet;
        br_tape tape;
        br_status status = br_jet_make(&jet, law, next, NULL);
        if (status != BR_OK)
            continue;
        status = br_tape_make(&tape, law, next, &jet, NULL);
        if (status == BR_OK) {
            run(&tape, 0);
            sweep(law, next, tape.nrow);
            br_tape_free(&tape);
        }
        br_jet_free(&jet);
    }
}

static void open_model(const char *law, size_t law_size, const br_assignments *list)
{
    br_model m;
    br_diag why = {0};
    br_model_source source = {law, law_size, "law", br_builtin_text, NULL};
    const br_assignments *lists[] = {list};
    br_status status = br_model_open(&m, &source, lists, list ? 1 : 0, &why);
    if (status != BR_OK) {
        check_words(status, &why);
        return;
    }
    if (br_model_complete(&m, true, &why) != BR_OK)
        check_words(BR_BAD_LAW, &why);
    br_model_close(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *list = text;
    size_t law_size = size, list_size = size;
    for (size_t i = 0; i + 4 <= size; i++)
        if (memcmp(text + i, "\n%%\n", 4) == 0) {
            law_size = i + 1;
            list = text + i + 4;
            list_size = size - i - 4;
            break;
        }
    br_parsed_law law;
    br_diag why = {0};
    br_assignments a;
    br_read_options o = {.find = br_builtin_text};
    br_status read = br_law_read(&law, text, law_size, "law", &o, &why);
    if (read == BR_OK)
        read_all_ways(&law);
    else
        check_words(read, &why);
    memset(&why, 0, sizeof why);
    br_status listed = br_assignments_read(&a, list, list_size, "list", &why);
    if (listed != BR_OK)
        check_words(listed, &why);
    if (read == BR_OK) {
        open_model(text, law_size, listed == BR_OK ? &a : NULL);
        for (int s = 0; s < law.nset; s++) {
            br_assignments set;
            if (br_assignments_of_set(&set, &law, s, &why) != BR_OK)
                abort(); // they were looked at when the law was read
            open_model(text, law_size, &set);
            br_assignments_free(&set);
        }
        br_law_free(&law);
    }
    if (listed == BR_OK)
        br_assignments_free(&a);
    return 0;
}
