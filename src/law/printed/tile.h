// tile.h - what the printed laws share: the arguments of their functions, and the loops over points.  [target]
//
// A printed law holds the equations of one point in NAME_point0(BR_POINT, results) and, where it has elements, those of one
// element in NAME_element0(BR_ELEMENT, results). BR_LAW_VALUES(NAME), BR_LAW_JET and BR_LAW_MODES make of them the function
// that is called, br_NAME, and with BR_FLOAT brf_NAME. Where a law has elements, the order of its stages stands in the law
// (NAME_points, NAME_elements), and BR_ELEMENTS_VALUES, BR_ELEMENTS_JET and BR_ELEMENTS_MODES make the rest.
// In a file of its own, a law has the same text with the names put in: the printer takes it from here.
// In these macros NAME_point0 is stage 0 of a point (of element i: NAME_element0; further stages have 1, 2, ...), ENTRY the
// function that is called, RESULTS its last parameters, LENT the same for a stage, which may assume that they do not
// overlap, and PASSED their names as arguments: (br_real *out), (BR_VALUES) and (out).
#ifndef BR_LAW_PRINTED_TILE_H
#define BR_LAW_PRINTED_TILE_H

#include "law/printed/printed.h"
#include "num/base/elem.h"
#include "num/base/real.h"
#include <stddef.h>

#if defined(__GNUC__)
#define BR_INLINE static inline __attribute__((always_inline, unused))
#define BR_RESTRICT __restrict__ // results overlap nothing else
#else
#define BR_INLINE static inline
#define BR_RESTRICT
#endif
#ifndef BR_CLONES
#define BR_CLONES // the library compiles its own copies for wider vectors, too; the bits are the same
#endif
#define AT(j) ((size_t)(j) * (size_t)count + (size_t)k)
#define P(j) p[(size_t)(j) * ps + (size_t)k * pl]

#if defined(__GNUC__) // every stage is given all arguments, whatever it needs
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif

#ifdef BR_FLOAT
#define BR_TILE 16 // points computed together
#define BR_SOME 4  // where there are fewer points
#define BR_LAW_NAME(NAME) brf_##NAME
#define br_pow brf_pow
#define br_abs brf_abs
#define br_sign brf_sign
#define br_sqrt brf_sqrt
#define br_exp brf_exp
#define br_expm1 brf_expm1
#define br_log brf_log
#define br_log1p brf_log1p
#define br_sinh brf_sinh
#define br_cosh brf_cosh
#define br_tanh brf_tanh
#define br_logistic brf_logistic
#define br_sin brf_sin
#define br_cos brf_cos
#define br_tan brf_tan
#define br_asin brf_asin
#define br_acos brf_acos
#define br_atan brf_atan
#define br_atan2 brf_atan2
#define br_cbrt brf_cbrt
#define br_min brf_min
#define br_max brf_max
#else
#define BR_TILE 8
#define BR_SOME 4
#define BR_LAW_NAME(NAME) br_##NAME
#endif

// Arguments of the functions of a law, of its loops, of one stage; what a stage computes.
#define BR_BATCH const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p
#define BR_LOOP BR_BATCH, size_t ps, size_t pl // parameter j of point k stands at p[j*ps + k*pl]
#define BR_POINT int k, int j, int lane, BR_LOOP // point k, at j in its tile; sums over elements go to lane
#define BR_ELEMENT int i, BR_POINT
#define BR_VALUES br_real *BR_RESTRICT out
#define BR_JET br_real *BR_RESTRICT out, br_real *BR_RESTRICT jet
#define BR_MODES int *BR_RESTRICT next

typedef struct br_lane_sum {
    br_real lane[BR_TILE], all; // a sum over elements of the points of a tile; of one point over its lanes
} br_lane_sum;

#define BR_LIST(...) __VA_ARGS__

// w points at a time; the last w overlap those before them, and get the same bits again.
#define BR_TILE_POINTS(NAME, LENT, PASSED) \
BR_INLINE void NAME##_points(BR_BATCH, \
        size_t ps, size_t pl, BR_LIST LENT, const int w) \
{ \
    for (int from = 0; from < count; from += w) { \
        const int k0 = count - from < w ? count - w : from; \
        BR_LANES \
        for (int j = 0; j < w; j++) \
            NAME##_point0(k0 + j, j, j, size, count, x, m, u, p, ps, pl, BR_LIST PASSED); \
    } \
}

// Many points, which are the lanes; each: every point has its own parameters. Few points share a copy for both.
#define BR_TILE_MANY(NAME, RESULTS, PASSED) \
BR_CLONES \
static void NAME##_many(BR_BATCH, int each, BR_LIST RESULTS) \
{ \
    if (count >= BR_TILE && each) { \
        NAME##_points(size, count, x, m, u, p, (size_t)count, 1, BR_LIST PASSED, BR_TILE); \
    } else if (count >= BR_TILE) { \
        NAME##_points(size, count, x, m, u, p, 1, 0, BR_LIST PASSED, BR_TILE); \
    } else if (count >= BR_SOME) { \
        NAME##_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, BR_LIST PASSED, BR_SOME); \
    } else { \
        NAME##_points(size, count, x, m, u, p, each ? (size_t)count : 1, each ? 1 : 0, BR_LIST PASSED, 1); \
    } \
}

// The function that is called. One point needs no loop over points, and no wide registers.
#define BR_TILE_ENTRY(NAME, ENTRY, RESULTS, PASSED) \
void ENTRY(BR_BATCH, int each, BR_LIST RESULTS) \
{ \
    if (count == 1) { \
        NAME##_points(size, 1, x, m, u, p, 1, 0, BR_LIST PASSED, 1); \
    } else { \
        NAME##_many(size, count, x, m, u, p, each, BR_LIST PASSED); \
    } \
}

// One point, its elements the lanes; ENOUGH: there are BR_SOME of them.
#define BR_TILE_ONE(NAME, ENOUGH, RESULTS, PASSED) \
BR_CLONES \
static void NAME##_one(BR_BATCH, BR_LIST RESULTS) \
{ \
    (void)count; \
    if (ENOUGH) { \
        NAME##_elements(size, 1, x, m, u, p, 1, 0, BR_LIST PASSED, BR_SOME); \
    } else { \
        NAME##_elements(size, 1, x, m, u, p, 1, 0, BR_LIST PASSED, 1); \
    } \
}

// The function that is called, of a law with elements: those of one point want wide registers, too.
#define BR_TILE_ELEMENTS_ENTRY(NAME, ENTRY, RESULTS, PASSED) \
void ENTRY(BR_BATCH, int each, BR_LIST RESULTS) \
{ \
    if (count == 1) { \
        NAME##_one(size, count, x, m, u, p, BR_LIST PASSED); \
    } else { \
        NAME##_many(size, count, x, m, u, p, each, BR_LIST PASSED); \
    } \
}

// All substeps of a step by linearly implicit Euler, of a law whose states do not see each other. A lane is one state of one
// point: state i of point k is lane i*count + k, as it stands in x. Numbers that no state moves are held; a column of S is a
// sensitivity by the states, by a parameter or by an input. A tile is w lanes, and up to BR_TILES of them go side by side, which
// hides latencies; the last tile overlaps the one before it, so next and T are not x and S.
#define BR_TILES 5
#define BR_ABREAST (BR_TILES * BR_TILE)
#define HELD(i) held[(size_t)(i) * (size_t)lanes + (size_t)k]
#define BR_SUBSTEP int k, int j, int lanes, const br_real *BR_RESTRICT held, br_real h, br_real *BR_RESTRICT now, \
        br_real (*BR_RESTRICT slopes)[BR_ABREAST], const int by // by: 0 none, 1 states and parameters, 2 inputs, too
#define BR_SUBSTEPS int lanes, const br_real *BR_RESTRICT held, br_real h, int substeps, const br_real *x, \
        const br_real *S, const int *at, br_real *BR_RESTRICT next, br_real *BR_RESTRICT T
#define BR_LIE_RESULTS br_real h, int substeps, const br_real *S, const int *at, br_real *held, br_real *next, br_real *T

#define BR_TILE_LANES(NAME, COLUMNS) \
BR_INLINE void NAME##_lanes(BR_SUBSTEPS, const int by, const int columns, const int w) \
{ \
    const int tiles = (lanes + w - 1) / w, passes = (tiles + BR_TILES - 1) / BR_TILES, most = (tiles + passes - 1) / passes; \
    for (int first = 0; first < tiles; first += most) { \
        const int count = tiles - first < most ? tiles - first : most; \
        br_real now[BR_ABREAST], slopes[COLUMNS][BR_ABREAST]; \
        int begin[BR_TILES]; \
        for (int t = 0; t < count; t++) { \
            const int k0 = lanes - (first + t) * w < w ? lanes - w : (first + t) * w, j0 = t * w; \
            begin[t] = k0; \
            BR_LANES \
            for (int j = 0; j < w; j++) \
                now[j0 + j] = x[k0 + j]; \
            for (int c = 0; c < columns; c++) \
                for (int j = 0; j < w; j++) \
                    slopes[c][j0 + j] = at[c] < 0 ? 0 : S[(size_t)at[c] * (size_t)lanes + (size_t)(k0 + j)]; \
        } \
        for (int i = 0; i < substeps; i++) { \
            for (int t = 0; t < count; t++) { \
                BR_LANES \
                for (int j = 0; j < w; j++) \
                    NAME##_substep(begin[t] + j, t * w + j, lanes, held, h, now, slopes, by); \
            } \
        } \
        for (int t = 0; t < count; t++) { \
            const int k0 = begin[t], j0 = t * w; \
            BR_LANES \
            for (int j = 0; j < w; j++) \
                next[k0 + j] = now[j0 + j]; \
            for (int c = 0; c < columns; c++) { \
                if (at[c] < 0) \
                    continue; \
                BR_LANES \
                for (int j = 0; j < w; j++) \
                    T[(size_t)at[c] * (size_t)lanes + (size_t)(k0 + j)] = slopes[c][j0 + j]; \
            } \
        } \
    } \
}

#define BR_TILE_SUBSTEPS(NAME, SOME, ALL) \
BR_CLONES \
static void NAME##_run(BR_SUBSTEPS, int by) \
{ \
    if (lanes >= BR_TILE && by == 0) { \
        NAME##_lanes(lanes, held, h, substeps, x, S, at, next, T, 0, 0, BR_TILE); \
    } else if (lanes >= BR_TILE && by == 1) { \
        NAME##_lanes(lanes, held, h, substeps, x, S, at, next, T, 1, SOME, BR_TILE); \
    } else if (lanes >= BR_TILE) { \
        NAME##_lanes(lanes, held, h, substeps, x, S, at, next, T, 2, ALL, BR_TILE); \
    } else if (lanes >= BR_SOME && by == 0) { \
        NAME##_lanes(lanes, held, h, substeps, x, S, at, next, T, 0, 0, BR_SOME); \
    } else if (lanes >= BR_SOME) { \
        NAME##_lanes(lanes, held, h, substeps, x, S, at, next, T, 2, ALL, BR_SOME); \
    } else if (by == 0) { \
        NAME##_lanes(lanes, held, h, substeps, x, S, at, next, T, 0, 0, 1); \
    } else { \
        NAME##_lanes(lanes, held, h, substeps, x, S, at, next, T, 2, ALL, 1); \
    } \
}

// The function that is called. at: of each column (the first by the states) where it stands in S and T, -1: not wanted; S NULL:
// none is. held: lent, as many numbers of a lane as the function answers; without it, it does nothing else.
#define BR_TILE_LIE_ENTRY(NAME, ENTRY, HOLD, LANES, NUMBERS, SOME, ALL) \
int ENTRY(BR_BATCH, int each, BR_LIE_RESULTS) \
{ \
    int by = S ? 1 : 0; \
    if (!held) { \
        return NUMBERS; \
    } \
    for (int c = SOME; S && c < ALL; c++) { \
        by = at[c] >= 0 ? 2 : by; \
    } \
    if (count == 1) { \
        HOLD; \
    } else { \
        NAME##_held_many(size, count, x, m, u, p, each, held); \
    } \
    NAME##_run(LANES, held, h, substeps, x, S, at, next, T, by); \
    return NUMBERS; \
}

#define BR_LAW_PASS(NAME, ENTRY, RESULTS, LENT, PASSED) \
BR_TILE_POINTS(NAME, LENT, PASSED) BR_TILE_MANY(NAME, RESULTS, PASSED) BR_TILE_ENTRY(NAME, ENTRY, RESULTS, PASSED)
#define BR_LAW_VALUES(NAME) BR_LAW_PASS(NAME, BR_LAW_NAME(NAME), (br_real *out), (BR_VALUES), (out))
#define BR_LAW_JET(NAME) BR_LAW_PASS(NAME, BR_LAW_NAME(NAME), (br_real *out, br_real *jet), (BR_JET), (out, jet))
#define BR_LAW_MODES(NAME) BR_LAW_PASS(NAME, BR_LAW_NAME(NAME), (int *next), (BR_MODES), (next))

#define BR_ELEMENTS_PASS(NAME, ENTRY, ENOUGH, RESULTS, PASSED) \
BR_TILE_ONE(NAME, ENOUGH, RESULTS, PASSED) BR_TILE_MANY(NAME, RESULTS, PASSED) \
BR_TILE_ELEMENTS_ENTRY(NAME, ENTRY, RESULTS, PASSED)
#define BR_ELEMENTS_VALUES(NAME, ENOUGH) BR_ELEMENTS_PASS(NAME, BR_LAW_NAME(NAME), ENOUGH, (br_real *out), (out))
#define BR_ELEMENTS_JET(NAME, ENOUGH) \
BR_ELEMENTS_PASS(NAME, BR_LAW_NAME(NAME), ENOUGH, (br_real *out, br_real *jet), (out, jet))
#define BR_LAW_LIE(NAME, LANES, NUMBERS, SOME, ALL) \
BR_TILE_POINTS(NAME##_held, (BR_VALUES), (out)) BR_TILE_MANY(NAME##_held, (br_real *out), (out)) \
BR_TILE_LANES(NAME, ALL) BR_TILE_SUBSTEPS(NAME, SOME, ALL) \
BR_TILE_LIE_ENTRY(NAME, BR_LAW_NAME(NAME), NAME##_held_points(size, 1, x, m, u, p, 1, 0, held, 1), LANES, NUMBERS, SOME, ALL)
#define BR_ELEMENTS_LIE(NAME, ENOUGH, LANES, NUMBERS, SOME, ALL) \
BR_TILE_ONE(NAME##_held, ENOUGH, (br_real *out), (out)) BR_TILE_MANY(NAME##_held, (br_real *out), (out)) \
BR_TILE_LANES(NAME, ALL) BR_TILE_SUBSTEPS(NAME, SOME, ALL) \
BR_TILE_LIE_ENTRY(NAME, BR_LAW_NAME(NAME), NAME##_held_one(size, count, x, m, u, p, held), LANES, NUMBERS, SOME, ALL)
#define BR_ELEMENTS_MODES(NAME, ENOUGH) BR_ELEMENTS_PASS(NAME, BR_LAW_NAME(NAME), ENOUGH, (int *next), (next))

#endif
