// in_float.h - the header between both halves of a package of mixed precision.   [template]

// PREFIX_float.h - what PREFIX.c, in double, calls of PREFIX_float.c: steps and measurements of the law in float.
#ifndef CAPITAL_FLOAT_H
#define CAPITAL_FLOAT_H

enum { CAPITAL_FLOAT = DOUBLES }; // doubles that it stands in

int PREFIX_begin_in_float(double *self);
int PREFIX_step_in_float(void *self, int i, int steps, int count, const double *X, const int *m, const double *u,
                         const double *p, double dt, double *next, int *next_m, double *F);
void PREFIX_measure_in_float(void *self, int begun, int count, const double *X, const int *m, const double *u,
                             const double *p, int which, double *y, double *h);

#endif
