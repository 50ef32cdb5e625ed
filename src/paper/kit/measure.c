// measure.c - maxima, areas and interpolation of curves; paths between turning points.     [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "paper/kit/measure.h"

#include <stdio.h>
#include <stdlib.h>

bool br_within_factor(double got, double paper, double factor)
{
    return got * factor >= paper && got <= factor * paper;
}

double br_curve_largest(const double *v, long long n)
{
    double most = 0;
    for (long long k = 0; k < n; k++)
        most = br_abs(v[k]) > most ? br_abs(v[k]) : most;
    return most;
}

double br_curve_most(const double *v, long long n)
{
    double most = v[0];
    for (long long k = 1; k < n; k++)
        most = v[k] > most ? v[k] : most;
    return most;
}

double br_curve_apart(const double *a, const double *b, long long n)
{
    double most = 0;
    for (long long k = 0; k < n; k++)
        most = br_abs(a[k] - b[k]) > most ? br_abs(a[k] - b[k]) : most;
    return most;
}

double br_curve_rms(const double *a, const double *b, long long n)
{
    double sum = 0;
    for (long long k = 0; k < n; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return br_sqrt(sum / (double)n);
}

double br_curve_area(const double *x, const double *y, long long n)
{
    double sum = 0;
    for (long long k = 0; k < n; k++) {
        long long next = k + 1 < n ? k + 1 : 0;
        sum += (y[k] + y[next]) * (x[next] - x[k]) / 2;
    }
    return sum;
}

double br_curve_at(const double *x, const double *y, long long n, double at)
{
    long long k = 1;
    while (k + 1 < n && x[k] < at)
        k++;
    return y[k - 1] + (at - x[k - 1]) / (x[k] - x[k - 1]) * (y[k] - y[k - 1]);
}

// ---------------------------------------------------------------- paths

double br_path_time(const br_path *p, int i)
{
    double way = 0;
    for (int k = 0; k < i; k++)
        way += br_abs(p->x[k + 1] - p->x[k]);
    return way / p->speed;
}

double br_path_at(const br_path *p, double t)
{
    int i = 1;
    while (i + 1 < p->points && br_path_time(p, i) < t)
        i++;
    double from = p->x[i - 1], to = p->x[i], way = p->speed * (t - br_path_time(p, i - 1));
    return way >= br_abs(to - from) ? to : from + (to > from ? way : -way);
}

void br_path_rate(const br_path *p, const char *input, char text[BR_PATH_TEXT])
{
    size_t at = (size_t)snprintf(text, BR_PATH_TEXT, "%s = %.17g*(%d", input, p->speed, p->x[1] > p->x[0] ? 1 : -1);
    for (int i = 1; i + 1 < p->points && at < BR_PATH_TEXT; i++)
        at += (size_t)snprintf(text + at, BR_PATH_TEXT - at, " %s 2*step(%.17g)", p->x[i + 1] > p->x[i] ? "+" : "-",
                               br_path_time(p, i));
    if (at < BR_PATH_TEXT)
        snprintf(text + at, BR_PATH_TEXT - at, ") m/s");
}

double *br_path_column(const br_path *p, const double *t, long long n)
{
    double *x = malloc((size_t)n * sizeof *x);
    for (long long k = 0; x && k < n; k++)
        x[k] = br_path_at(p, t[k]);
    return x;
}
