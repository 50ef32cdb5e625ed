// preprocess_float.h - the float build of the preprocessing, for programs that are compiled for double.
#ifndef TWIN_PREPROCESS_FLOAT_H
#define TWIN_PREPROCESS_FLOAT_H

// Positions 1e-4 s apart through a differentiator with its defaults (kind 0 low-pass, 1 Kalman, 2 windows): v and a.
void float_differentiate(int kind, int n, const double *q, double *v, double *a);

// Position and drive force through br_indirect, 20 kg: yF.
void float_indirect(int n, const double *q, const double *ua, double *force);

// A whole log: the low-pass of order 4 at 100 Hz in place; the smoother at 100 Hz.
void float_lowpass(int n, double *x);
void float_smooth(int n, const double *q, double *v, double *a);

#endif
