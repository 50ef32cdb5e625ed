// figure_axis.c - axes of a figure: range, ticks, prefix of the unit, pixels.          [host]
#include "num/base/fp.h"

#include "file/page/figure_axis.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

enum { TICKS = 5 };

static double nice_step(double span)
{
    double step = 1;
    for (int i = 0; i < 320 && step * TICKS * 10 <= span; i++)
        step *= 10;
    for (int i = 0; i < 320 && step * TICKS > span; i++)
        step /= 10;
    return step * TICKS * 5 <= span ? 5 * step : step * TICKS * 2 <= span ? 2 * step : step;
}

// A unit that starts with a name takes a prefix: m/s, N, rad, N*m. Others stay as they are.
static void choose_prefix(br_figure_axis *a, const char *unit)
{
    static const struct {
        double scale;
        const char *text;
    } prefix[] = {{1e-9, "n"}, {1e-6, "\xc2\xb5"}, {1e-3, "m"}, {1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}};
    double most = fabs(a->low) > fabs(a->high) ? fabs(a->low) : fabs(a->high);
    bool takes = *unit == 'N' || *unit == 'J' || *unit == 'W' || strncmp(unit, "rad", 3) == 0 ||
                 (*unit == 'm' && unit[1] != '^');
    a->scale = 1;
    a->prefix[0] = 0;
    for (size_t i = 0; takes && i < sizeof prefix / sizeof *prefix; i++)
        if (most >= prefix[i].scale || i == 0) {
            a->scale = prefix[i].scale;
            strcpy(a->prefix, prefix[i].text);
        }
}

double br_figure_axis_place(const br_figure_axis *a, double v)
{
    return !a->logarithmic ? v : v > 0 ? br_log(v) / 2.302585092994046 : (double)NAN;
}

// Decades: room at both ends, the unit's prefix by the largest value, at most about 8 labels.
static void finish_log_axis(br_figure_axis *a, const char *unit)
{
    double low = a->low, high = a->high, decades;
    a->low = 0;
    a->high = br_pow(10, high);
    choose_prefix(a, unit);
    decades = high - low;
    a->low = low - (decades > 0.1 ? 0.03 * decades : 0.5);
    a->high = high + (decades > 0.1 ? 0.03 * decades : 0.5);
    a->step = decades > 16 ? 4 : decades > 8 ? 2 : 1;
}

// Numbers beyond are drawn outside the frame: the room around them would not be finite.
static double within_reach(double v)
{
    const double most = 1e300;
    return br_min(br_max(v, -most), most);
}

br_figure_axis br_figure_axis_make(const br_figure *f, bool y, int from, int length)
{
    br_figure_axis a = {.low = (double)INFINITY, .high = -(double)INFINITY, .from = from, .length = length};
    a.logarithmic = y ? f->y_log : f->x_log;
    for (int c = 0; c < f->curves; c++)
        for (int i = 0; i < f->curve[c].count; i++) {
            double v = br_figure_axis_place(&a, y ? f->curve[c].y[i] : f->curve[c].x[i]);
            double w = y && f->curve[c].to ? br_figure_axis_place(&a, f->curve[c].to[i]) : v;
            if (!isfinite(v) || !isfinite(w))
                continue;
            a.low = br_min(within_reach(br_min(v, w)), a.low);
            a.high = br_max(within_reach(br_max(v, w)), a.high);
        }
    if (y && f->y_low < f->y_high && !a.logarithmic) {
        a.low = br_max(a.low, f->y_low);
        a.high = br_min(a.high, f->y_high);
    }
    if (!(a.low <= a.high))
        a.low = a.high = 0;
    if (a.logarithmic) {
        finish_log_axis(&a, y ? f->y_unit : f->x_unit);
        return a;
    }
    if (!(a.high - a.low > 1e-6 * (fabs(a.high) + fabs(a.low)))) { // as good as constant: some room around it
        double half = a.high == 0 ? 1 : fabs(a.high) / 2;
        a.low -= half;
        a.high += half;
    }
    double room = y ? 0.06 * (a.high - a.low) : 0;
    a.low -= room;
    a.high += room;
    a.step = nice_step(a.high - a.low);
    if (strcmp(y ? f->y_unit : f->x_unit, "deg") == 0 && a.high - a.low > 100) // right angles
        a.step = a.high - a.low > 400 ? 90 : 45;
    choose_prefix(&a, y ? f->y_unit : f->x_unit);
    return a;
}

double br_figure_axis_pixel(const br_figure_axis *a, double v)
{
    return a->from + a->length * ((br_figure_axis_place(a, v) - a->low) / (a->high - a->low));
}
