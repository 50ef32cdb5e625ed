// test_mech_kkt.c - the matrix of a mechanism: frames of its bodies, its factor and solutions.
#include "mech_kit.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include <math.h>

static const char *const examples[] = {
    "pendulum",        "double-pendulum",   "four-bar", "n-four-bar",       "bricard", "slider-crank", "slider-crank-3",
    "slider-crank-14", "slider-crank-flex", "furuta",   "andrews-squeezer", "arm6",    "stage",        NULL};

static const char beams_in_space[] =
    "mechanism m\ngravity = 0, 0, -9.81 m/s^2\n"
    "beam a clamped mass = 1 kg, from = 0, 0, 0 m, to = 1, 0.2, 0.1 m, rigidity = 20 N*m^2, modes = 2, axial = 0.001 "
    "kg*m^2\n"
    "beam b pinned mass = 0.5 kg, from = 1, 0.2, 0.1 m, to = 1, 1, 0.5 m, rigidity = 9 N*m^2, modes = 1, axial = 0.001 "
    "kg*m^2\n"
    "joint A revolute a ground at = 0, 0, 0 m, axis = 0, 1, 0\njoint B spherical b a at = 1, 0.2, 0.1 m\n"
    "start A speed = 2 rad/s\nstart a.bend2 position = 10 mm\n";

static const char beams_in_plane[] =
    "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\n"
    "beam a clamped mass = 1 kg, from = 0, 0 m, to = 1, 0.2 m, rigidity = 20 N*m^2, modes = 3\n"
    "beam b pinned mass = 0.5 kg, from = 1, 0.2 m, to = 1, 1 m, rigidity = 9 N*m^2, modes = 2, damping = 0.02\n"
    "joint A revolute a ground at = 0, 0 m\njoint B revolute b a at = 1, 0.2 m\njoint C revolute b ground at = 1, 1 "
    "m\n";

// A ring of five bodies, all welded, that flies; two of them have no inertia of their own.
static const char ring[] =
    "mechanism ring\ngravity = 0, 0, -9.81 m/s^2\n"
    "body a mass = 1 kg, cog = 1, 0, 0 m, inertia = 0.1, 0.2, 0.15 kg*m^2\nbody b mass = 2 kg, cog = 0, 1, 0 m\n"
    "body c mass = 30 kg, cog = -1, 1, 0 m, inertia = 1, 2, 1.5 kg*m^2\nbody d mass = 0.01 kg, cog = -1, -1, 0 m\n"
    "body e mass = 1 kg, cog = 0, -1, 1 m, inertia = 0.1, 0.2, 0.15 kg*m^2\njoint F free a ground\n"
    "joint ab fixed a b at = 1, 1, 0 m\njoint bc fixed b c at = -1, 1, 0 m\njoint cd fixed c d at = -1, 0, 0 m\n"
    "joint de fixed d e at = -1, -1, 1 m\njoint ea fixed e a at = 1, -1, 0 m\n";

typedef void visit(machine *w, const char *name);

static void of_all(visit *see)
{
    const char *const texts[] = {beams_in_space, beams_in_plane, ring, NULL};
    for (int i = 0; examples[i]; i++) {
        machine w = {0}, apart = {0};
        open_example(&w, examples[i]);
        see(&w, examples[i]);
        open_apart(&apart, w.text);
        see(&apart, examples[i]);
        close_machine(&apart);
        close_machine(&w);
    }
    for (int i = 0; texts[i]; i++) {
        machine w = {0};
        open_apart(&w, texts[i]);
        see(&w, texts[i]);
        close_machine(&w);
    }
}

// ---------------------------------------------------------------- frames

// R N = 0 and R P = 1, also where base vectors are a little skew.
static void see_frames(machine *w, const char *name)
{
    br_random dice;
    br_random_init(&dice, 1, 0);
    for (int i = 0; i < w->s.n; i++)
        w->s.now.q[i] += 0.05 * br_random_normal(&dice);
    for (int b = 0; b < w->m.blocks; b++) {
        br_frame *f = &w->s.kkt.frame[b];
        br_frame_set(f, &w->m, b, w->s.now.q);
        assert_int_equal(f->m + f->owns, f->n);
        for (int r = 0; r < f->owns; r++) {
            const br_constraint *row = &w->m.row[f->own + r];
            double x[BR_PATCH_MOST], g[BR_PATCH_MOST];
            br_gather(&row->patch, w->s.now.q, x);
            br_quad_gradient(&w->m.terms, row->f, row->patch.n, x, g);
            for (int c = 0; c < f->m + f->owns; c++) {
                double sum = 0;
                for (int i = 0; i < row->patch.n; i++) {
                    int at = row->patch.var[i] - f->at;
                    sum += g[i] * (c < f->m ? f->N[at * f->stride + c] : f->P[at * f->owns + c - f->m]);
                }
                if (fabs(sum - (c == f->m + r)) > 1e-13)
                    fail_msg("%s: body %d, row %d, column %d: %.3g", name, b, r, c, sum);
            }
        }
    }
}

static void frames_keep_the_constraints_of_their_bodies(void **state)
{
    (void)state;
    of_all(see_frames);
}

// ---------------------------------------------------------------- solutions

static void assemble(machine *w, double h)
{
    int bad = -1;
    w->s.h = h;
    w->s.c = 1 / h;
    assert_int_equal(br_moving_factor(&w->s, &w->s.now, h * h, 1 / h, &bad), BR_OK);
    w->s.h = w->s.c = 0;
}

// The largest of |K x - b| beside the sum of the sizes of what is added up.
static double left(const machine *w, const double *x, const double *b)
{
    double worst = 0;
    for (int i = 0; i < w->s.size; i++) {
        double sum = -b[i], size = fabs(b[i]);
        for (int j = 0; j < w->s.size; j++) {
            double a = br_moving_matrix_entry(&w->s, &w->s.now, i, j) * x[j];
            sum += a;
            size += fabs(a);
        }
        worst = fmax(worst, size > 0 ? fabs(sum) / size : 0);
    }
    return worst;
}

// Forces at random, and rows that ask what some motion does: redundant ones must not contradict each other.
static void draw_side(const machine *w, br_random *dice, double *b)
{
    const br_moving *s = &w->s;
    double *x = malloc((size_t)s->n * sizeof *x);
    for (int i = 0; i < s->n; i++) {
        b[i] = br_random_normal(dice);
        x[i] = br_random_normal(dice);
    }
    for (int r = s->n; r < s->size; r++) {
        b[r] = 0;
        for (int i = 0; i < s->n; i++)
            b[r] += br_moving_matrix_entry(s, &s->now, r, i) * x[i];
    }
    free(x);
}

static void see_solution(machine *w, const char *name)
{
    enum { SIDES = 6 };
    size_t size = (size_t)w->s.size;
    double *b = malloc(2 * SIDES * size * sizeof *b), *x = b + SIDES * size;
    br_random dice;
    br_random_init(&dice, 2, 0);
    assemble(w, 1e-3);
    for (size_t k = 0; k < SIDES; k++)
        draw_side(w, &dice, b + k * size);
    memcpy(x, b, SIDES * size * sizeof *b);
    br_kkt_solve(&w->s.kkt, x, SIDES, true);
    for (size_t k = 0; k < SIDES; k++) {
        double gap = left(w, x + k * size, b + k * size);
        if (!(gap < 1e-11))
            fail_msg("%s: %.3g is left", name, gap);
        br_kkt_solve(&w->s.kkt, b + k * size, 1, true);
        assert_memory_equal(b + k * size, x + k * size, size * sizeof *b); // alone or with others, the same bits
    }
    free(b);
}

static void solutions_fulfil_the_whole_matrix(void **state)
{
    (void)state;
    of_all(see_solution);
}

// Rows of the loop wait for all of its bodies: taken before, they would seem to contradict the others.
static void a_welded_ring_falls_as_one_body(void **state)
{
    (void)state;
    machine w = {0};
    open_apart(&w, ring);
    for (int b = 0; b < w.m.blocks; b++)
        for (int c = 0; c < 12; c++)
            if (fabs(w.s.now.dv[w.m.block[b].at + c] - (c == 2 ? -9.81 : 0)) > 1e-9)
                fail_msg("body %d, coordinate %d: %.12g", b, c, w.s.now.dv[w.m.block[b].at + c]);
    close_machine(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_keep_the_constraints_of_their_bodies),
        cmocka_unit_test(solutions_fulfil_the_whole_matrix),
        cmocka_unit_test(a_welded_ring_falls_as_one_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
