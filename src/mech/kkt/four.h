// four.h - four numbers at once, as gcc and clang know them on every machine.         [host]
//
// Vectors of the machine where it has them, else single numbers: the same bits.
#ifndef BR_MECH_KKT_FOUR_H
#define BR_MECH_KKT_FOUR_H

enum { BR_LANES_FOUR = 4 };

typedef double br_four __attribute__((vector_size(4 * sizeof(double)), aligned(sizeof(double))));

// The four numbers at p.
#define BR_FOUR(p) (*(br_four *)(p))
#define BR_FOUR_OF(p) (*(const br_four *)(p))

static inline void br_four_add(double *to, double by, const double *x)
{
    BR_FOUR(to) += by * BR_FOUR_OF(x);
}

static inline void br_four_less(double *to, double by, const double *x)
{
    BR_FOUR(to) -= by * BR_FOUR_OF(x);
}

#endif
