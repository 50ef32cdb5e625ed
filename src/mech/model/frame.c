// frame.c - how the coordinates of a body may move while it stays a body.            [host]
#include "num/base/fp.h"

#include "mech/model/frame.h"

#include <string.h>

br_frame br_frame_of(const br_mech *m, int body)
{
    const br_mech_block *b = &m->block[body];
    br_frame f = {.at = b->at, .n = b->n};
    while (m->row[f.own].block != body)
        f.own++;
    while (f.own + f.owns < m->rows && m->row[f.own + f.owns].block == body)
        f.owns++;
    f.m = f.n - f.owns;
    f.stride = (f.m + 3) / 4 * 4;
    return f;
}

// ---------------------------------------------------------------- vectors

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

// Rows of N of a vector that turns with the body: dx = theta x x, theta behind the shift.
static void turns(br_frame *f, int space, int row, const double *x)
{
    double *N = f->N + (ptrdiff_t)row * f->stride + space;
    if (space == 2) {
        N[0] = -x[1];
        N[f->stride] = x[0];
        return;
    }
    for (int c = 0; c < 3; c++) {
        int next = (c + 1) % 3, last = (c + 2) % 3;
        N[c * f->stride + next] = x[last];
        N[c * f->stride + last] = -x[next];
    }
}

static void put_P(br_frame *f, int space, int row, int column, double by, const double *x)
{
    for (int c = 0; c < space; c++)
        f->P[(row + c) * f->owns + column] += by * x[c];
}

// ---------------------------------------------------------------- base vectors

// Vectors b_i with b_i . u_k = 1 if i = k, else 0: then u_i . b_i/2 + u_k . b_k/2 = 1.
static void base_in_space(br_frame *f, const double *u)
{
    const double *of[3] = {u, u + 3, u + 6};
    double b[3][3];
    for (int i = 0; i < 3; i++) {
        cross(of[(i + 1) % 3], of[(i + 2) % 3], b[i]);
        double volume = dot(3, of[i], b[i]);
        for (int c = 0; c < 3; c++)
            b[i][c] /= volume;
        turns(f, 3, 3 + 3 * i, of[i]);
    }
    for (int i = 0, row = 0; i < 3; i++)
        for (int k = i; k < 3; k++, row++) { // u_i . u_k
            put_P(f, 3, 3 + 3 * k, row, 0.5, b[i]);
            if (k > i)
                put_P(f, 3, 3 + 3 * i, row, 0.5, b[k]);
        }
}

static void base_in_plane(br_frame *f, const double *u)
{
    turns(f, 2, 2, u);
    put_P(f, 2, 2, 0, 1 / (2 * dot(2, u, u)), u);
}

// ---------------------------------------------------------------- modes of beams

// R d, of base vectors u; column of P: of what changes them.
static void turned(const br_mech *m, const double *u, ptrdiff_t stride, const double *d, double *to)
{
    if (m->space == 2) {
        to[0] = d[0] * u[0] - d[1] * u[stride];
        to[1] = d[0] * u[stride] + d[1] * u[0];
        return;
    }
    for (int c = 0; c < 3; c++)
        to[c] = d[0] * u[c * stride] + d[1] * u[(3 + c) * stride] + d[2] * u[(6 + c) * stride];
}

// What keeps a mode z square to the direction d: z moves along `dual` where the row asks for it, or the base vectors move.
static void keep_square(br_frame *f, const br_mech *m, int row, int z, const double *d, const double *dual,
                        const double *q)
{
    double moved[3];
    int base = m->space == 3 ? 6 : 1;
    put_P(f, m->space, z, row, 1, dual);
    for (int s = 0; s < base; s++) {
        turned(m, f->P + (ptrdiff_t)m->space * f->owns + s, f->owns, d, moved);
        put_P(f, m->space, z, s, -dot(m->space, q + z, moved), dual);
    }
}

static void mode_in_plane(br_frame *f, const br_mech *m, const br_beam *beam, int j, const double *q)
{
    int z = 4 + 2 * j;
    double A[2], dual[2];
    turned(m, q + 2, 1, beam->axis, A);
    for (int c = 0; c < 2; c++)
        dual[c] = A[c] / dot(2, A, A);
    f->N[z * f->stride + 3 + j] = -A[1];
    f->N[(z + 1) * f->stride + 3 + j] = A[0];
    keep_square(f, m, 1 + j, z, beam->axis, dual, q);
}

static void mode_in_space(br_frame *f, const br_mech *m, const br_beam *beam, int j, const double *q)
{
    int z = 12 + 3 * j, plane = j / beam->modes;
    double across[2][3], A[3], D[3], n[3], dual_A[3], dual_D[3];
    br_mech_across(m, beam->axis, across[0], across[1]);
    turned(m, q + 3, 1, beam->axis, A);
    turned(m, q + 3, 1, across[1 - plane], D);
    cross(A, D, n);
    cross(D, n, dual_A);
    cross(n, A, dual_D);
    double square = dot(3, n, n);
    for (int c = 0; c < 3; c++) {
        f->N[(z + c) * f->stride + 6 + j] = n[c];
        dual_A[c] /= square;
        dual_D[c] /= square;
    }
    keep_square(f, m, 6 + 2 * j, z, beam->axis, dual_A, q);
    keep_square(f, m, 7 + 2 * j, z, across[1 - plane], dual_D, q);
}

void br_frame_set(br_frame *f, const br_mech *m, int body, const double *q)
{
    const br_beam *beam = m->block[body].beam;
    q += f->at;
    memset(f->N, 0, (size_t)f->n * (size_t)f->stride * sizeof *f->N);
    memset(f->P, 0, (size_t)f->n * (size_t)f->owns * sizeof *f->P);
    for (int c = 0; c < m->space; c++)
        f->N[c * f->stride + c] = 1;
    if (m->space == 3)
        base_in_space(f, q + 3);
    else
        base_in_plane(f, q + 2);
    for (int j = 0; beam && j < beam->planes * beam->modes; j++) {
        int z = br_mech_per_body(m) + m->space * j;
        turns(f, m->space, z, q + z);
        if (m->space == 3)
            mode_in_space(f, m, beam, j, q);
        else
            mode_in_plane(f, m, beam, j, q);
    }
}
