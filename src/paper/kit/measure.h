// measure.h - maxima, areas and interpolation of curves; paths between turning points.     [host]
#ifndef BR_PAPER_KIT_MEASURE_H
#define BR_PAPER_KIT_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

// Whether a number is that of a paper within a factor, both ways: 0.5 and 2 of 1 are, with a factor of 2.
bool br_within_factor(double got, double paper, double factor);

double br_curve_largest(const double *v, long long n);                // largest size
double br_curve_most(const double *v, long long n);                   // largest number
double br_curve_apart(const double *a, const double *b, long long n); // largest size of a difference
double br_curve_rms(const double *a, const double *b, long long n);   // root mean square of differences
double br_curve_area(const double *x, const double *y, long long n);  // within a closed curve, positive if clockwise
double br_curve_at(const double *x, const double *y, long long n, double at); // y at x on straight lines; x rises

// A position that goes from turning point to turning point at one speed, from x[0] at t = 0.
typedef struct br_path {
    double speed;
    const double *x;
    int points;
} br_path;

enum { BR_PATH_TEXT = 400 };

double br_path_time(const br_path *p, int i); // at which it is at x[i]
double br_path_at(const br_path *p, double t);
void br_path_rate(const br_path *p, const char *input, char text[BR_PATH_TEXT]); // "v = ... m/s", as behind --input
double *br_path_column(const br_path *p, const double *t, long long n); // the caller frees it; NULL without memory

#endif
