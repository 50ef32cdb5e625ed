// zonotope.c - zonotopes: a centre and generators.                                [host]
#include "num/base/fp.h"

#include "bound/reach/zonotope.h"
#include "num/base/require.h"
#include "num/interval/ball.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS = 12 }; // for each state, besides those that are kept

br_status br_zonotope_make(br_zonotope *z, int n, int kept)
{
    *z = (br_zonotope){.n = n, .kept = kept, .count = kept, .room = kept + WAYS * n};
    z->c = calloc((size_t)n + 1, sizeof *z->c);
    z->g = calloc((size_t)z->room * (size_t)n + 1, sizeof *z->g);
    z->extent = calloc((size_t)n + 1, sizeof *z->extent);
    z->size = calloc((size_t)z->room + 1, sizeof *z->size);
    if (z->c && z->g && z->extent && z->size)
        return BR_OK;
    br_zonotope_free(z);
    return BR_NO_MEMORY;
}

void br_zonotope_free(br_zonotope *z)
{
    free(z->c);
    free(z->g);
    free(z->extent);
    free(z->size);
    *z = (br_zonotope){0};
}

static double *generator(const br_zonotope *z, int j)
{
    return z->g + (size_t)j * (size_t)z->n;
}

// Not below |a| + |b|, and exact where one of them is 0.
static double add_up(double a, double b)
{
    return a == 0 || b == 0 ? br_far(a) + br_far(b) : br_next_up(br_far(a) + br_far(b));
}

// The sum of the generators first .. count, in magnitude.
static double radius_of(const br_zonotope *z, int first, int i)
{
    double r = 0;
    for (int j = first; j < z->count; j++)
        r = add_up(generator(z, j)[i], r);
    return r;
}

br_interval br_zonotope_extent(const br_zonotope *z, int i)
{
    double r = radius_of(z, 0, i);
    return br_interval_add(br_interval_of(z->c[i], z->c[i]), br_interval_of(-r, r));
}

static void append_box(br_zonotope *z, const double *radius)
{
    for (int i = 0; i < z->n; i++) {
        if (radius[i] == 0)
            continue;
        BR_REQUIRE(z->count < z->room);
        memset(generator(z, z->count), 0, (size_t)z->n * sizeof *z->g);
        generator(z, z->count++)[i] = radius[i];
    }
}

void br_zonotope_start(br_zonotope *z, const br_interval *x)
{
    memset(z->g, 0, (size_t)z->kept * (size_t)z->n * sizeof *z->g);
    z->count = z->kept;
    for (int i = 0; i < z->n; i++) {
        z->c[i] = br_interval_mid(x[i]);
        z->extent[i] = br_interval_rad(x[i]);
    }
    append_box(z, z->extent);
}

static void swap_generators(br_zonotope *z, int a, int b)
{
    double size = z->size[a];
    z->size[a] = z->size[b];
    z->size[b] = size;
    for (int i = 0; i < z->n; i++) {
        double keep = generator(z, a)[i];
        generator(z, a)[i] = generator(z, b)[i];
        generator(z, b)[i] = keep;
    }
}

// The size of a generator: the sum over all states, each as a share of its extent.
static void generator_sizes(br_zonotope *z)
{
    for (int i = 0; i < z->n; i++)
        z->extent[i] = radius_of(z, 0, i);
    for (int j = z->kept; j < z->count; j++) {
        z->size[j] = 0;
        for (int i = 0; i < z->n; i++)
            z->size[j] += z->extent[i] > 0 ? br_far(generator(z, j)[i]) / z->extent[i] : 0;
    }
}

// Order reduction: the largest generators come first, up to `left`; the others become a box of n.
static void reduce_order(br_zonotope *z, int left)
{
    generator_sizes(z);
    for (int k = z->kept; k < left; k++) {
        int most = k;
        for (int j = k + 1; j < z->count; j++)
            most = z->size[j] > z->size[most] ? j : most;
        swap_generators(z, k, most);
    }
    for (int i = 0; i < z->n; i++)
        z->extent[i] = radius_of(z, left, i);
    z->count = left;
    append_box(z, z->extent);
}

void br_zonotope_add(br_zonotope *z, const double *radius)
{
    if (z->count + z->n > z->room)
        reduce_order(z, z->kept + WAYS / 2 * z->n);
    append_box(z, radius);
}
