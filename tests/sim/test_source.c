// test_source.c - inputs as functions of time: values against twins, exact slopes, complete breaks, and lists that are wrong.
#include "kit/notation.h"

#include <float.h>
#include <math.h>

#include "file/csv/csv.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "sim/source/source.h"

#define PI 3.141592653589793

static const char model[] = "law driven\nelements n = 2\ninput v m/s\ninput FN N\ninput load[n] N\noutput F N\n"
                            "F = sum(load) + FN*sign(v)\n";
static const char plain[] = "law plain\ninput y\noutput z\nz = y\n";

static br_random dice;

static double within(double low, double high)
{
    return low + (high - low) * br_random_uniform(&dice);
}

// A source for one plain input: `y = formula`.
typedef struct driven {
    br_model m;
    br_source s;
} driven;

static void drive(driven *d, const char *formula)
{
    char list[4000];
    br_diag why = {0};
    must_open(&d->m, plain, "");
    snprintf(list, sizeof list, "y = %s", formula);
    if (br_source_read(&d->s, list, "--input", &d->m, NULL, &why) != BR_OK)
        fail_msg("%s: %s", formula, why.text);
}

static void undrive(driven *d)
{
    br_source_free(&d->s);
    br_model_close(&d->m);
}

static double value(const driven *d, double t, double *slope)
{
    double y = 0, rate = 0;
    br_diag why = {0};
    if (br_source_at(&d->s, t, &y, &rate, &why) != BR_OK)
        fail_msg("%s", why.text);
    if (slope)
        *slope = rate;
    return y;
}

// ---------------------------------------------------------------- twins: shapes written a second way

static double between(double t, double a, double b)
{
    return t >= a && t < b ? 1 : 0;
}

static double hat(double t) // fmod of the period, then straight lines by min and max
{
    if (t < 0)
        return 0;
    double s = fmod(t, 3.0), way = s < 1.5 ? 1 : -1;
    s = fmod(s, 1.5);
    return way * fmax(0, fmin(1, fmin(s / 0.25, (1.0 - s) / 0.25)));
}

static double twin_step(double t)
{
    return t >= 1.5;
}

static double twin_pulse(double t)
{
    return between(t, -0.5, 2.25);
}

static double twin_ramp(double t)
{
    return fmax(0, fmin(1, (t - 0.5) / 2));
}

static double twin_points(double t)
{
    return -1 + 3 * fmax(0, fmin(1, t)) - 2 * fmax(0, fmin(1, (t - 1) / 2)) + 0.5 * fmax(0, fmin(1, t - 3));
}

static double twin_square(double t)
{
    double turns = (t - 0.25) / 0.5;
    return t < 0.25 ? 0 : turns - floor(turns) < 0.3 ? 1 : -1;
}

static double twin_trapezoid_twice(double t)
{
    return t < 6 ? hat(t) : 0;
}

static double twin_moves(double t) // 0 to 1 within 1 s, back to -1 within sqrt(2) s, a = 4
{
    double h = sqrt(0.5);
    if (t < 0)
        return 0;
    if (t < 1)
        return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
    t -= 1;
    if (t >= 2 * h)
        return -1;
    return t < h ? 1 - 2 * t * t : -1 + 2 * (2 * h - t) * (2 * h - t);
}

static double twin_chirp(double t)
{
    double T = 2, s = fmin(t, T);
    return t < 0 ? 0 : sin(2 * PI * (1 * s + (5 - 1) * s * s / (2 * T) + 5 * (t - s)));
}

static double twin_chirp_log(double t)
{
    double T = 2, s = fmin(t, T), L = log(8 / 0.5);
    return t < 0 ? 0 : sin(2 * PI * (0.5 * T / L * (exp(L * s / T) - 1) + 8 * (t - s)));
}

static double twin_multisine(double t)
{
    static const double f[] = {1, 2, 3, 5};
    double y = 0;
    for (int k = 1; k <= 4; k++)
        y += cos(2 * PI * f[k - 1] * t - PI * k * (k - 1) / 4.0);
    return y * sqrt(2.0 / 4);
}

static double twin_bernstein(double t) // de Casteljau
{
    double c[] = {1, -2, 4, 0, 3}, x = fmax(0, fmin(1, (t - 0.5) / 2));
    for (int n = 4; n > 0; n--)
        for (int i = 0; i < n; i++)
            c[i] = (1 - x) * c[i] + x * c[i + 1];
    return c[0];
}

static double twin_joined(double t)
{
    return 2e-3 * hat(t) + 1e-4 * sin(20 * t) * twin_ramp(t) + fabs(t - 1) + (t < 0.3 ? 1 : 0);
}

static const struct {
    const char *formula;
    double (*twin)(double t);
    int breaks; // from -1 to 7
} shapes[] = {
    {"step(3/2)", twin_step, 1},
    {"pulse(-0.5, 2.25)", twin_pulse, 2},
    {"ramp(0.5, 2.5)", twin_ramp, 2},
    {"points(0, -1, 1, 2, 3, 0, 4, 1/2)", twin_points, 4},
    {"square(0.5, 0.3, 0.25)", twin_square, 28},
    {"trapezoid(0.25, 0.5, 0.5)", hat, 19},
    {"trapezoid(1/4, 1/2, 0.5, 2)", twin_trapezoid_twice, 17},
    {"moves(4, 0, 1, -1)", twin_moves, 5},
    {"chirp(1, 5, 2)", twin_chirp, 2},
    {"chirp_log(0.5, 8, 2)", twin_chirp_log, 2},
    {"multisine(1, 2, 3, 5)", twin_multisine, 0},
    {"bernstein(0.5, 2.5, 1, -2, 4, 0, 3)", twin_bernstein, 2},
    {"2e-3*trapezoid(0.25, 0.5, 0.5) + 1e-4*sin(20*t)*ramp(0.5, 2.5) + abs(t - 1) + (if t < 0.3 then 1 else 0)",
     twin_joined, 21},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void shapes_are_their_twins(void **unused)
{
    (void)unused;
    for (int i = 0; i < SHAPES; i++) {
        driven d;
        drive(&d, shapes[i].formula);
        for (int k = 0; k < 4000; k++) {
            double t = within(-1, 9), y = value(&d, t, NULL), twin = shapes[i].twin(t);
            if (!(fabs(y - twin) < 1e-12))
                fail_msg("%s at %.17g: %.17g, not %.17g", shapes[i].formula, t, y, twin);
        }
        undrive(&d);
    }
}

static void slopes_are_the_limits_of_differences(void **unused)
{
    (void)unused;
    const double h = 1e-4;
    for (int i = 0; i < SHAPES; i++) {
        driven d;
        drive(&d, shapes[i].formula);
        int tried = 0;
        for (int k = 0; k < 2000; k++) {
            double t = within(-1, 9), slope;
            if (br_source_break(&d.s, t - 2 * h) <= t + 2 * h)
                continue;
            (void)value(&d, t, &slope);
            // of order 4: the error is h^4 times a fifth derivative, and rounding over h
            double near = (value(&d, t + h, NULL) - value(&d, t - h, NULL)) / (2 * h);
            double far = (value(&d, t + 2 * h, NULL) - value(&d, t - 2 * h, NULL)) / (4 * h);
            if (!(fabs((4 * near - far) / 3 - slope) < 1e-8 + 1e-9 * fabs(slope)))
                fail_msg("%s at %.17g: slope %.17g, difference %.17g", shapes[i].formula, t, slope, near);
            tried++;
        }
        assert_true(tried > 1900);
        undrive(&d);
    }
}

// ---------------------------------------------------------------- breaks

// How far values and slopes between a and b contradict each other, over n parts: falls by 4 when n doubles if all is
// smooth, by 2 over a kink, not at all over a jump.
static double contradiction(const driven *d, double a, double b, int n)
{
    double sum = 0, s0, y0 = value(d, a, &s0);
    for (int i = 1; i <= n; i++) {
        double t0 = a + (b - a) * (i - 1) / n, t = a + (b - a) * i / n, s, y = value(d, t, &s);
        sum += fabs(y - y0 - (t - t0) * (s0 + s) / 2);
        y0 = y;
        s0 = s;
    }
    return sum;
}

static bool is_smooth(const driven *d, double a, double b)
{
    double inset = 1e-9 * (b - a) + 1e-15; // t > 1 is not yet true at 1
    double rough = contradiction(d, a + inset, b - inset, 500), fine = contradiction(d, a + inset, b - inset, 1000);
    return fine < 0.35 * rough + 1e-12;
}

static bool is_smooth_between_breaks(const driven *d, double from, double to, int *breaks)
{
    bool smooth = true;
    *breaks = 0;
    for (double t = from; t < to;) {
        double next = br_source_break(&d->s, t);
        assert_true(next > t);
        smooth = smooth && is_smooth(d, t, fmin(next, to));
        *breaks += next < to;
        t = next;
    }
    return smooth;
}

static void between_breaks_inputs_are_smooth_and_there_are_no_more_breaks_than_needed(void **unused)
{
    (void)unused;
    for (int i = 0; i < SHAPES; i++) {
        driven d;
        int breaks = 0;
        drive(&d, shapes[i].formula);
        if (!is_smooth_between_breaks(&d, -1, 7, &breaks) || breaks != shapes[i].breaks || d.s.unlocated)
            fail_msg("%s: %d breaks, not %d, or not smooth", shapes[i].formula, breaks, shapes[i].breaks);
        double b = br_source_break(&d.s, -1);
        while (b < 7) { // from the right
            double slope, behind, y = value(&d, b, &slope);
            assert_true(fabs(value(&d, b + 1e-12, &behind) - y) < 1e-9 && fabs(slope - behind) < 1e-8);
            b = br_source_break(&d.s, b);
        }
        undrive(&d);
    }
}

static void switches_of_formulas_are_breaks_or_are_owned_to_be_unlocated(void **unused)
{
    (void)unused;
    static const struct {
        const char *formula;
        int breaks;
        bool unlocated;
    } row[] = {
        {"if t < 1 then 0 else if 2*t - 1 > 4 then 1 else t", 2, false},
        {"max(0, t - 0.5)*sign(3 - t)", 2, false},
        {"clamp(t/2, 0.1, 0.9) + abs(pi - 2*t)", 3, false},
        {"abs(sin(3*t))", 0, true},
        {"max(0, chirp(1, 2, 3))", 2, true},
        {"abs(min(abs(t - 2), 1) - 0.5)", 5, false},
        {"abs(max(0.5 - t, t - 2) - 1)", 3, false},
        {"abs((if t < 2 then t else 3 - t) - 0.5)", 3, false},
        {"-(if t < 3 then t else 1 - t)*max(t, 1)", 2, false},
        {"min(2, 3)*t", 0, false},
        {"t^3 - sqrt(t + 2)", 0, false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        driven d;
        int breaks = 0;
        drive(&d, row[i].formula);
        bool smooth = is_smooth_between_breaks(&d, -1, 7, &breaks);
        if (smooth == row[i].unlocated || breaks != row[i].breaks || d.s.unlocated != row[i].unlocated)
            fail_msg("%s: %d breaks, smooth %d, unlocated %d", row[i].formula, breaks, smooth, d.s.unlocated);
        undrive(&d);
    }
}

// At a break the value is that behind it, to the last bit, also after a million periods.
static void breaks_and_values_agree_to_the_last_bit(void **unused)
{
    (void)unused;
    driven d;
    drive(&d, "square(0.1)");
    static const double from[] = {0, 1, 17, 4e3, 1.3e5};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        double t = br_source_break(&d.s, from[i]);
        for (int k = 0; k < 1000; k++) {
            double next = br_source_break(&d.s, t), here = value(&d, t, NULL);
            assert_true(next > t && fabs(here) == 1);
            assert_true(value(&d, nextafter(t, 0), NULL) == -here && value(&d, nextafter(next, 0), NULL) == here);
            assert_true(fabs(next - t - 0.05) < 1e-9);
            t = next;
        }
    }
    undrive(&d);
}

// ---------------------------------------------------------------- single shapes

static void minor_loops_span_200_um_at_no_more_than_a_fiftieth_of_a_metre_per_second_squared(void **unused)
{
    (void)unused;
    driven x, v;
    drive(&x, "minor_loops(2)");
    drive(&v, "minor_loops_rate(2)");
    double most = 0, least = 1, fastest = 0, steepest = 0, rate, slope, end = 0, before = 0;
    int turns = 0;
    double b = -1;
    while (isfinite(b)) {
        end = b;
        b = br_source_break(&x.s, b);
    }
    assert_true(end > 1 && end < 3 && br_source_break(&v.s, nextafter(end, 0)) == end);
    for (int k = -10000; k < 250000; k++) {
        double t = k * 1e-5, at = value(&x, t, &rate), speed = value(&v, t, &slope);
        most = fmax(most, at);
        least = fmin(least, at);
        fastest = fmax(fastest, fabs(speed));
        steepest = fmax(steepest, fabs(slope));
        turns += before * speed < 0;
        before = speed != 0 ? speed : before;
        assert_true(fabs(rate - speed) < 1e-15);
    }
    assert_true(fabs(most - 200e-6) < 1e-9 && most < 200e-6 + 1e-18 && least > -1e-18);
    assert_true(steepest == 0.02 && turns == 11); // 6 moves a round: two directions and two minor loops
    assert_true(fastest < 1.7e-3 && fastest > 1.6e-3);
    assert_true(value(&x, -1, &rate) == 0 && rate == 0 && value(&x, end, &rate) == 0 && rate == 0);
    assert_true(value(&v, -1, NULL) == 0 && value(&v, end, NULL) == 0);
    b = br_source_break(&v.s, -1);
    while (isfinite(b)) { // no jump of the velocity
        assert_true(fabs(value(&v, b, NULL) - value(&v, nextafter(b, -1), NULL)) < 1e-15);
        b = br_source_break(&v.s, b);
    }
    undrive(&x);
    undrive(&v);
}

static void bernstein_polynomials_are_de_casteljau_s(void **unused)
{
    (void)unused;
    for (int round = 0; round < 200; round++) {
        char list[2000];
        double c[24];
        int n = 1 + round % 20, used = snprintf(list, sizeof list, "bernstein(-1, 3");
        for (int i = 0; i <= n; i++) {
            c[i] = floor(within(-1000, 1000)) / 8;
            used += snprintf(list + used, sizeof list - (size_t)used, ", %g", c[i]);
        }
        snprintf(list + used, sizeof list - (size_t)used, ")");
        driven d;
        drive(&d, list);
        for (int k = 0; k < 20; k++) {
            double t = within(-1, 3), slope, y = value(&d, t, &slope);
            long double x = ((long double)t + 1) / 4, b[24];
            for (int i = 0; i <= n; i++)
                b[i] = (long double)c[i];
            for (int m = n; m > 1; m--)
                for (int i = 0; i < m; i++)
                    b[i] = (1 - x) * b[i] + x * b[i + 1];
            assert_true(fabsl((1 - x) * b[0] + x * b[1] - (long double)y) < 1e-12L);
            assert_true(fabsl(n * (b[1] - b[0]) / 4 - (long double)slope) < 1e-11L);
        }
        undrive(&d);
    }
}

static void multisines_have_rms_1_and_schroeder_s_phases_keep_them_low(void **unused)
{
    (void)unused;
    char f[300] = "", list[2][400];
    for (int k = 1; k <= 31; k++)
        snprintf(f + strlen(f), sizeof f - strlen(f), "%s%d", k > 1 ? ", " : "", k);
    snprintf(list[0], sizeof list[0], "multisine(%s)", f);
    snprintf(list[1], sizeof list[1], "multisine_random(7, %s)", f);
    double crest[2];
    for (int i = 0; i < 2; i++) {
        driven d;
        drive(&d, list[i]);
        double sum = 0, peak = 0;
        for (int k = 0; k < 4096; k++) { // one period
            double y = value(&d, k / 4096.0, NULL);
            sum += y * y;
            peak = fmax(peak, fabs(y));
        }
        assert_true(fabs(sum / 4096 - 1) < 1e-12);
        crest[i] = peak;
        undrive(&d);
    }
    assert_true(crest[0] < 1.8 && crest[1] > crest[0] && crest[1] < 5); // in phase it would be sqrt(62) = 7.9
}

static void seeds_name_phases(void **unused)
{
    (void)unused;
    driven a, b, c;
    drive(&a, "multisine_random(1, 1, 2, 3)");
    drive(&b, "multisine_random(1, 1, 2, 3)");
    drive(&c, "multisine_random(2, 1, 2, 3)");
    assert_true(value(&a, 0.3, NULL) == value(&b, 0.3, NULL) && value(&a, 0.3, NULL) != value(&c, 0.3, NULL));
    undrive(&a);
    undrive(&b);
    undrive(&c);
}

// ---------------------------------------------------------------- lists

static void inputs_come_in_si_with_their_slopes_and_constants_stay(void **unused)
{
    (void)unused;
    br_model m;
    br_source s;
    br_diag why = {0};
    double u[4], slope[4];
    must_open(&m, model, "FN = 20 N, load = 1, 2 kN");
    assert_int_equal(br_source_read(&s, "v = 5*sin(2*pi*t) um/s,\n load[2] = 3 + 4*t kN", "--input", &m, NULL, &why),
                     BR_OK);
    assert_int_equal(br_source_at(&s, 0.3, u, slope, &why), BR_OK);
    assert_true(u[0] == 5 * br_sin(2 * PI * 0.3) / 1e6 && u[1] == 20 && u[2] == 1000 && u[3] == (3 + 4 * 0.3) * 1000);
    assert_true(slope[1] == 0 && slope[2] == 0 && slope[3] == 4000);
    assert_true(fabs(slope[0] - 5e-6 * 2 * PI * cos(2 * PI * 0.3)) < 1e-20);
    br_source_free(&s);
    assert_int_equal(br_source_read(&s, "v = 0, load = 5 N", "--input", &m, NULL, &why), BR_OK);
    assert_int_equal(br_source_at(&s, 7, u, NULL, NULL), BR_OK);
    assert_true(u[0] == 0 && u[2] == 5 && u[3] == 5 && isinf(br_source_break(&s, 0)));
    br_source_free(&s);
    br_model_close(&m);
    must_open(&m, model, "v = 12.5 mm/s, FN = 20 N, load = 1 N");
    assert_int_equal(br_source_read(&s, " ", "--input", &m, NULL, &why), BR_OK); // nothing to drive
    assert_int_equal(br_source_at(&s, 7, u, slope, NULL), BR_OK);
    assert_true(u[0] == 0.0125 && slope[0] == 0);
    br_source_free(&s);
    br_model_close(&m);
}

static void wrong_lists_name_the_place_and_what_would_be_right(void **unused)
{
    (void)unused;
    static const struct {
        const char *list, *words;
    } row[] = {
        {"v = 1 m/s",
         "--input:1:1: no value for the input FN, load[1], load[2]; give it here or among the values of the model"},
        {"v = 1 m/s, w = 2 N", "--input:1:12: the model has no input 'w'"},
        {"F = 1 N", "--input:1:1: the model has no input 'F'"},
        {"v = 1 N", "--input:1:7: v is in m/s, and this formula in N"},
        {"v = sin(t)", "--input:1:5: v is in m/s; give the unit behind the formula"},
        {"v = 1 m/s, v = 2 m/s", "--input:1:12: input v stands here a second time"},
        {"load[3] = 1 N", "--input:1:1: load has the elements 1 to 2"},
        {"load[0] = 1 N", "--input:1:1: load has the elements 1 to 2"},
        {"load[1.5] = 1 N", "--input:1:1: load has the elements 1 to 2"},
        {"v[1] = 1 m/s", "--input:1:1: v is a single number"},
        {"load[1] = 1 N, load = 1 N", "--input:1:16: input load[1] stands here a second time"},
        {"v", "--input:1:1: an input is NAME = FORMULA UNIT"},
        {"v = ", "--input:1:4: a formula is missing"},
        {"v = x m/s", "--input:1:5: unknown name 'x'; inputs are formulas of t"},
        {"v = \"x\" m/s", "--input:1:5: unknown name '\"x\"'; inputs are formulas of t"},
        {"v = #1 m/s", "--input:1:5: unknown name '#1'; inputs are formulas of t"},
        {"v = trapzoid(1, 2, 3) m/s", "--input:1:5: no function 'trapzoid'; did you mean trapezoid?"},
        {"v = expp(t) m/s", "--input:1:5: no function 'expp'; did you mean exp?"},
        {"v = next(t) m/s", "--input:1:5: no function 'next'; did you mean exp?"},
        {"v = wobbly(t) m/s",
         "--input:1:5: no function 'wobbly'; there are those of laws, rate, and step pulse ramp points square "
         "trapezoid "
         "moves "
         "moves_rate minor_loops minor_loops_rate chirp chirp_log multisine multisine_random bernstein"},
        {"v = ramp(1) m/s", "--input:1:5: this shape is ramp(t0, t1); here are 1 arguments"},
        {"v = 2*ramp(3, 1) m/s", "--input:1:7: ramp(t0, t1): t0 must be before t1"},
        {"v = ramp(1, 1) m/s", "--input:1:5: ramp(t0, t1): t0 must be before t1"},
        {"v = ramp(0, 1e-320) m/s", "--input:1:5: ramp(t0, t1): these times are too close, or numbers too large"},
        {"v = ramp(t, 2) m/s", "--input:1:10: arguments are constant: 't' cannot stand here"},
        {"v = ramp(step(1), 2) m/s", "--input:1:10: arguments are constant: 'step' cannot stand here"},
        {"v = ramp(1,, 2) m/s", "--input:1:12: a number is missing"},
        {"v = ramp(1, 1/0) m/s",
         "--input:1:14: this constant is not a finite number (division by zero, log of a negative number, overflow?)"},
        {"v = ramp(1, 2 m/s", "--input:1:9: a ) is missing"},
        {"v = square(0) m/s", "--input:1:5: square(T, duty, t0), the last two if wanted: the period must be positive"},
        {"v = square(1, 1) m/s", "--input:1:5: square(T, duty, t0), the last two if wanted: 0 < duty < 1 is needed"},
        {"v = points(0, 1, 2) m/s",
         "--input:1:5: points(t1, y1, t2, y2, ...): a time and a value belong to each point"},
        {"v = points(0, 1, 0, 2) m/s", "--input:1:5: points(t1, y1, t2, y2, ...): the times of points must rise"},
        {"v = trapezoid(0, 1, 1) m/s",
         "--input:1:5: trapezoid(ta, tv, th, n), the last one if wanted: ta > 0, tv >= 0 and th >= 0 are needed"},
        {"v = trapezoid(1, 1, 1, 0.5) m/s", "--input:1:5: trapezoid(ta, tv, th, n), the last one if wanted: the number "
                                            "of times must be whole and positive"},
        {"v = moves(0, 1, 2) m/s", "--input:1:5: moves(a, x0, x1, ...): the acceleration must be positive"},
        {"v = moves(1, 1, 1) m/s", "--input:1:5: moves(a, x0, x1, ...): two turning points are the same"},
        {"v = chirp(1, 2, 0) m/s", "--input:1:5: chirp(f0, f1, T): T > 0 is needed"},
        {"v = chirp(-1, 2, 1) m/s", "--input:1:5: chirp(f0, f1, T): frequencies are not negative"},
        {"v = chirp_log(0, 2, 1) m/s", "--input:1:5: chirp_log(f0, f1, T): both frequencies must be positive"},
        {"v = multisine(1, 1) m/s", "--input:1:5: multisine(f1, f2, ...): a frequency stands there twice"},
        {"v = multisine_random(0.5, 1) m/s",
         "--input:1:5: multisine_random(seed, f1, f2, ...): the seed must be whole, and below 2^53"},
        {"v = multisine_random(9007199254740993, 1) m/s",
         "--input:1:5: multisine_random(seed, f1, f2, ...): the seed must be whole, and below 2^53"},
        {"v = square(1e-320) m/s", "--input:1:5: square(T, duty, t0), the last two if wanted: a period below 1 ns"},
        {"v = trapezoid(1e-10, 0, 0) m/s",
         "--input:1:5: trapezoid(ta, tv, th, n), the last one if wanted: a period below 1 ns"},
        {"v = bernstein(1, 1, 2) m/s", "--input:1:5: bernstein(t0, t1, c0, c1, ...): t0 must be before t1"},
        {"v = (2*) m/s, FN = 3 N", "--input:1:8: a value is needed here, not ')'"},
        {"v = 1e999 m/s", "--input:1:5: this number is too large (at most about 1.8e308)"},
        {"v = step(1e999) m/s", "--input:1:10: this number is too large (at most about 1.8e308)"},
        {"v = step(1)2 m/s", "--input:1:12: a ) is missing"},
        {"v = (t) t m/s", "--input:1:9: a ) is missing"},
        {"v = rate() m/s", "--input:1:10: a formula is missing"},
        {"v = rate(t m/s", "--input:1:9: a ) is missing"},
        {"v = rate(2*rate(t)) m/s", "--input:1:12: rate() cannot stand inside of a rate"},
        {"v = rate(2*) m/s", "--input:1:12: a value is needed here, not ')'"},
        {"v = rte(t) m/s", "--input:1:5: no function 'rte'; did you mean rate?"},
        {"x = sin(t)", "--input:1:5: x is a position; give its unit behind the formula"},
        {"x = sin(t) A", "--input:1:1: the model has no input 'x', and none in A/s that a position drives"},
        {"x = t N*s", "--input:1:1: x may drive FN or load; write FN = rate(FORMULA) N"},
        {"v = 1 m/s, position = t m", "--input:1:12: input v stands here a second time"},
        {"x = t m, v = 1 m/s", "--input:1:10: input v stands here a second time"},
    };
    int wrong = 0;
    br_model m;
    must_open(&m, model, "");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        br_source s;
        br_diag why = {0};
        br_status status = br_source_read(&s, row[i].list, "--input", &m, NULL, &why);
        if (status != BR_BAD_LAW || strcmp(why.text, row[i].words) != 0)
            print_error("'%s' (%d) says\n  '%s', should say\n  '%s'\n", row[i].list, status, why.text, row[i].words);
        wrong += status != BR_BAD_LAW || strcmp(why.text, row[i].words) != 0;
        assert_true(!s.input && !s.lead && s.inputs == 0); // all zero
    }
    assert_int_equal(wrong, 0);
    br_model_close(&m);
    must_open(&m, plain, "y = 1..2");
    br_source s;
    br_diag why = {0};
    assert_int_equal(br_source_read(&s, "", "--input", &m, NULL, &why), BR_BAD_LAW);
    assert_string_equal(why.text, "--input:1:1: input y is a range; it must be one number here");
    br_model_close(&m);
}

static void b1_lists_cut_at_every_byte_are_read_or_refused_in_one_line(void **unused)
{
    (void)unused;
    static const char list[] =
        "v = 2e-3*trapezoid(0.1, 1, 0.2) + 1e-4*sin(2*pi*t) m/s, FN = 20 + points(0, 0, 1, 5/2) N, "
        "load = if t < 3 then 1 else minor_loops() N";
    br_model m;
    must_open(&m, model, "");
    int read = 0;
    for (size_t n = 0; n < sizeof list; n++) {
        char cut[sizeof list];
        double u[4], slope[4];
        br_source s;
        br_diag why = {0};
        memcpy(cut, list, n);
        cut[n] = 0;
        if (br_source_read(&s, cut, "--input", &m, NULL, &why) == BR_OK) {
            assert_int_equal(br_source_at(&s, 0.5, u, slope, &why), BR_OK);
            br_source_free(&s);
            read++;
        } else {
            assert_true(strncmp(why.text, "--input:1:", 10) == 0 && !strchr(why.text, '\n'));
            assert_true(why.line == 1 && why.column >= 1 && why.column <= (int)n + 1);
        }
    }
    assert_int_equal(read, 1); // only the whole of it gives every input a unit
    br_model_close(&m);
}

static void hostile_numbers_are_refused_or_stay_finite(void **unused)
{
    (void)unused;
    static const char *const numbers[] = {"0",    "-1",    "1e-320", "5e-324", "1e308", "-1e308", "1e-300", "1e300",
                                          "1e15", "1e-15", "(1/3)",  "1e22",   "-0",    "4e9",    "0.5",    "3"};
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    static const double times[] = {0, 1, -1, 0.1, 1e-300, 1e300, -1e300, DBL_MAX, 5e-324, 1e9};
    int made = 0, refused = 0;
    for (int kind = 0; br_wave_kind_at(kind); kind++)
        for (int round = 0; round < 400; round++) {
            const br_wave_kind *k = br_wave_kind_at(kind);
            char list[400];
            int n = k->least + round % 3, used = snprintf(list, sizeof list, "y = %s(", k->name);
            for (int i = 0; i < n; i++)
                used += snprintf(list + used, sizeof list - (size_t)used, "%s%s", i ? ", " : "",
                                 numbers[br_random_next(&dice) % NUMBERS]);
            snprintf(list + used, sizeof list - (size_t)used, ")");
            driven d;
            br_diag why = {0};
            must_open(&d.m, plain, "");
            if (br_source_read(&d.s, list, "--input", &d.m, NULL, &why) == BR_OK) {
                made++;
                for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
                    double y = 77, slope = 78, next = br_source_break(&d.s, times[i]);
                    br_status status = br_source_at(&d.s, times[i], &y, &slope, &why);
                    assert_true(next > times[i]);
                    assert_true(status == BR_OK ? isfinite(y) && isfinite(slope)
                                                : status == BR_NOT_FINITE && y == 77 && slope == 78);
                }
                br_source_free(&d.s);
            } else {
                assert_true(why.text[0] && !strchr(why.text, '\n'));
                refused++;
            }
            br_model_close(&d.m);
        }
    assert_true(made > 500 && refused > 500);
}

static void what_is_not_finite_is_refused_and_changes_nothing(void **unused)
{
    (void)unused;
    driven d;
    br_diag why = {0};
    double y = 7, slope = 8;
    drive(&d, "1/t + sqrt(t)");
    assert_int_equal(br_source_at(&d.s, 0, &y, &slope, &why), BR_NOT_FINITE);
    assert_string_equal(why.text, "--input: input y is not a finite number at t = 0");
    assert_int_equal(br_source_at(&d.s, (double)NAN, &y, &slope, &why), BR_BAD_USAGE);
    assert_int_equal(br_source_at(&d.s, (double)INFINITY, &y, &slope, NULL), BR_BAD_USAGE);
    assert_true(y == 7 && slope == 8);
    undrive(&d);
    drive(&d, "sqrt(t)");
    assert_int_equal(br_source_at(&d.s, 0, &y, NULL, &why), BR_OK); // only its slope is infinite
    assert_int_equal(br_source_at(&d.s, 0, &y, &slope, &why), BR_NOT_FINITE);
    assert_string_equal(why.text, "--input: the slope of input y is not a finite number at t = 0");
    assert_true(isinf(br_source_break(&d.s, (double)NAN)));
    undrive(&d);
    drive(&d, "sqrt(ramp(1, 2))"); // at rest before 1: no slope, however steep the root
    assert_true(value(&d, 0, &slope) == 0 && slope == 0);
    undrive(&d);
}

// ---------------------------------------------------------------- recorded signals

typedef struct text {
    const char *at;
    size_t left;
} text;

static long pull(void *from, char *to, size_t room)
{
    text *s = from;
    size_t n = s->left < room ? s->left : room;
    memcpy(to, s->at, n);
    s->at += n;
    s->left -= n;
    return (long)n;
}

typedef struct recorded {
    br_csv *table;
    br_signals signals;
    br_samples samples;
} recorded;

static br_status load(recorded *r, const char *table, const char *list, bool linear, br_diag *why)
{
    text from = {table, strlen(table)};
    memset(r, 0, sizeof *r);
    assert_int_equal(br_csv_open_from(&r->table, pull, &from, "log", br_csv_defaults(), why), BR_OK);
    br_status status = br_signals_read(&r->signals, list, "--signals", br_csv_rows(r->table), why);
    if (status == BR_OK)
        status = br_samples_load(&r->samples, &r->signals, br_csv_rows(r->table), linear, why);
    return status;
}

static void unload(recorded *r)
{
    br_samples_free(&r->samples);
    br_signals_free(&r->signals);
    br_csv_close(r->table);
}

static void recorded_signals_drive_inputs_held_or_in_straight_lines(void **unused)
{
    (void)unused;
    static const char table[] = "time [ms],speed [mm/s],f\n0,1,10\n100,3,20\n300,-1,40\n";
    static const double at[] = {-1, 0, 0.05, 0.1, 0.2, 0.3, 5};
    static const double held[] = {1, 1, 1, 3, 3, -1, -1}, straight[] = {1, 1, 2, 3, 1, -1, -1};
    for (int linear = 0; linear < 2; linear++) {
        recorded r;
        br_model m;
        br_source s;
        br_diag why = {0};
        double u[4], slope[4];
        assert_int_equal(load(&r, table, "t = time, speed = speed, FN = f N, load[2] = 2*f N", linear, &why), BR_OK);
        must_open(&m, model, "load = 1 N");
        if (br_source_read(&s, "v = speed, load[1] = 2*FN + 1e3*speed N", "--input", &m, &r.samples, &why) != BR_OK)
            fail_msg("%s", why.text); // FN takes the signal of its name
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            assert_int_equal(br_source_at(&s, at[i], u, slope, &why), BR_OK);
            double wanted = (linear ? straight : held)[i] * 1e-3;
            assert_true(fabs(u[0] - wanted) < 1e-17);
            assert_true(fabs(u[2] - 2 * u[1] - 1e3 * u[0]) < 1e-12 && u[3] == 2 * u[1]);
            double steep = linear && at[i] >= 0 && at[i] < 0.3 ? at[i] < 0.1 ? 0.02 : -0.02 : 0;
            assert_true(fabs(slope[0] - steep) < 1e-15);
        }
        assert_true(br_source_break(&s, -9) == 0 && br_source_break(&s, 0) == 0.1 && br_source_break(&s, 0.1) == 0.3);
        assert_true(isinf(br_source_break(&s, 0.3)));
        br_source_free(&s);
        assert_int_equal(br_source_read(&s, "v = sped m/s", "--input", &m, &r.samples, &why), BR_BAD_LAW);
        assert_string_equal(why.text, "--input:1:5: no signal 'sped'; did you mean speed?");
        assert_int_equal(br_source_read(&s, "v = FN", "--input", &m, &r.samples, &why), BR_BAD_LAW);
        assert_string_equal(why.text, "--input:1:5: v is in m/s, and this formula in N");
        br_model_close(&m);
        unload(&r);
    }
}

// dx = v*dt follows v at every time, and what stands on dx follows it; what was given or is driven stays.
static void inputs_follow_others_by_their_defaults(void **unused)
{
    (void)unused;
    static const char law[] = "law follows\nelements n = 2\ninput y[n] = 2*dx m\ninput v m/s\ninput dx = v*dt m\n"
                              "input dt = 1e-3 s\nstate z = 3 m\ninput w = z + dx m\noutput F m\nz' = v\n"
                              "F = sum(y) + dx + w\n";
    br_model m;
    br_source s;
    br_diag why = {0};
    double u[6], slope[6];
    must_open(&m, law, "v = 1 m/s"); // which the list overrides, for dx as well
    assert_int_equal(br_source_read(&s, "v = 5*t m/s", "--input", &m, NULL, &why), BR_OK);
    assert_int_equal(br_source_at(&s, 2, u, NULL, &why), BR_OK);
    assert_true(u[2] == 10 && u[3] == 10 * 1e-3 && u[0] == 2 * u[3] && u[1] == 2 * u[3] && u[4] == 1e-3);
    assert_true(u[5] == 3 + 1e-3); // it sees a state: as at the start
    assert_int_equal(br_source_at(&s, 2, u, slope, &why), BR_NOT_FINITE);
    br_source_free(&s);
    assert_int_equal(br_source_read(&s, "v = 5*t m/s, dx = t m", "--input", &m, NULL, &why), BR_OK);
    assert_int_equal(br_source_at(&s, 2, u, NULL, &why), BR_OK);
    assert_true(u[3] == 2 && u[0] == 4);
    br_source_free(&s);
    br_model_close(&m);
    must_open(&m, law, "dx = 7 m, w = 0 m");
    assert_int_equal(br_source_read(&s, "v = 5*t m/s", "--input", &m, NULL, &why), BR_OK);
    assert_int_equal(br_source_at(&s, 2, u, NULL, &why), BR_OK);
    assert_true(u[3] == 7 && u[0] == 14);
    br_source_free(&s);
    assert_int_equal(br_source_read(&s, "dt = 1 s", "--input", &m, NULL, &why), BR_BAD_LAW);
    assert_string_equal(why.text,
                        "--input:1:1: no value for the input v; give it here or among the values of the model");
    br_model_close(&m);
}

static void rates_of_formulas_are_exact_and_what_jumps_has_none(void **unused)
{
    (void)unused;
    static const struct {
        const char *position, *velocity;
    } row[] = {
        {"rate(sin(2*pi*t))", "2*pi*cos(2*pi*t)"},
        {"rate(moves(4, 0, 1, -1))", "moves_rate(4, 0, 1, -1)"},
        {"rate(minor_loops(3))", "minor_loops_rate(3)"},
        {"rate(points(0, 1, 1, 3, 2, 0))", "2*pulse(0, 1) - 3*pulse(1, 2)"},
        {"rate(abs(t - 1)) + 2*rate(t*ramp(0, 2))", "sign(t - 1) + (if t < 2 then 2*t*pulse(0, 2) else 2)"},
        {"2 + 3*rate(t^2/2)*rate(2*t)", "2 + 6*t"},
    };
    static const double at[] = {0.1, 0.35, 0.7, 1.3, 1.9, 2.3};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        driven x, v;
        br_diag why = {0};
        double slope = 5, y = 6;
        drive(&x, row[i].position);
        drive(&v, row[i].velocity);
        for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
            double a = 0, b = 0;
            assert_int_equal(br_source_at(&x.s, at[k], &a, NULL, &why), BR_OK);
            assert_int_equal(br_source_at(&v.s, at[k], &b, NULL, &why), BR_OK);
            if (!(fabs(a - b) <= 1e-13 * (1 + fabs(b))))
                fail_msg("%s is %.17g at %g, not %.17g", row[i].position, a, at[k], b);
        }
        assert_int_equal(br_source_no_jump(&x.s, -1, 9, &why), BR_OK);
        assert_int_equal(br_source_at(&x.s, 1.5, &y, &slope, &why), BR_NOT_FINITE); // of a rate it is not known
        assert_true(slope == 5 && y == 6);
        undrive(&x);
        undrive(&v);
    }
    static const char *const jumping[] = {"rate(3 + step(1))", "rate(t) + rate(square(2))",
                                          "rate(if t < 1 then t else 0)", "rate(t + 1e-6*sign(t - 1))"};
    for (size_t i = 0; i < sizeof jumping / sizeof *jumping; i++) {
        driven x;
        br_diag why = {0};
        drive(&x, jumping[i]);
        assert_int_equal(br_source_no_jump(&x.s, 0, 0.9, &why), BR_OK);
        assert_int_equal(br_source_no_jump(&x.s, 0, 1, &why), BR_BAD_LAW);
        assert_string_equal(why.text, "--input: a position jumps at t = 1, and has no rate there");
        undrive(&x);
    }
}

static void recorded_positions_drive_by_their_straight_lines(void **unused)
{
    (void)unused;
    static const char table[] = "time [s],q [mm]\n0,1\n1,3\n3,-1\n4,-1\n";
    static const double at[] = {-1, 0, 0.5, 1, 2, 3.5, 5}, wanted[] = {0, 2e-3, 2e-3, -2e-3, -2e-3, 0, 0};
    recorded r;
    br_model m;
    br_source s;
    br_diag why = {0};
    must_open(&m, model, "FN = 1 N, load = 1 N");
    assert_int_equal(load(&r, table, "t = time, x = q", true, &why), BR_OK);
    if (br_source_read(&s, "x = x", "--input", &m, &r.samples, &why) != BR_OK)
        fail_msg("%s", why.text);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double u[4];
        assert_int_equal(br_source_at(&s, at[i], u, NULL, &why), BR_OK);
        assert_true(fabs(u[0] - wanted[i]) < 1e-17);
    }
    assert_true(br_source_break(&s, 0) == 1 && br_source_break(&s, 1) == 3);
    assert_int_equal(br_source_no_jump(&s, -1, 9, &why), BR_OK);
    br_source_free(&s);
    unload(&r);
    assert_int_equal(load(&r, table, "t = time, x = q", false, &why), BR_OK);
    assert_int_equal(br_source_read(&s, "position = 2*x m", "--input", &m, &r.samples, &why), BR_OK);
    assert_int_equal(br_source_no_jump(&s, 0, 9, &why), BR_BAD_LAW);
    assert_string_equal(why.text,
                        "--input: a position jumps at t = 1, and has no rate there; signals that are held do, "
                        "--linear takes straight lines");
    br_source_free(&s);
    unload(&r);
    br_model_close(&m);
}

static void a9_times_that_do_not_rise_and_missing_numbers_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *table, *list, *words;
    } row[] = {
        {"t,x\n0,1\n1,2\n1,3\n0.5,4\n", "t = t s, x = x m",
         "log: time must rise: row 3 does not (1 repeated times, 1 backward); reject such rows: bristle table log "
         "--csv rising.csv"},
        {"t,x\n0,1\n1,NA\n2,3\n", "t = t s, x = x m", "log: signal x is missing in row 2; an input needs every number"},
        {"t,x\n0,1\n,2\n2,3\n", "t = t s, x = x m", "log: signal t is missing in row 2; an input needs every number"},
        {"t,x\n0,1\n1,2\n", "time = t s, x = x m", "log: no signal is named t; give it, as in t = time s"},
        {"t,x\n0,1\n1,2\n", "t = t m, x = x m", "log: t is a time, and in m here"},
        {"t,x\n0,1\n", "t = t s, x = x m", "log: it has fewer than 2 rows; signals need a step of time"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        recorded r;
        br_diag why = {0};
        assert_int_equal(load(&r, row[i].table, row[i].list, false, &why), BR_BAD_DATA);
        assert_string_equal(why.text, row[i].words);
        unload(&r);
    }
    recorded r;
    br_diag why = {0};
    assert_int_equal(load(&r, "t,x\n1700000000.000001,1\n1700000000.000002,2\n", "t = t s, x = x m", false, &why),
                     BR_OK);
    assert_true(r.samples.sampling.coarse); // told, not hidden
    unload(&r);
}

int main(void)
{
    const char *seed = getenv("BR_SEED");
    br_random_init(&dice, seed ? strtoull(seed, NULL, 10) : 1, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_their_twins),
        cmocka_unit_test(slopes_are_the_limits_of_differences),
        cmocka_unit_test(between_breaks_inputs_are_smooth_and_there_are_no_more_breaks_than_needed),
        cmocka_unit_test(switches_of_formulas_are_breaks_or_are_owned_to_be_unlocated),
        cmocka_unit_test(breaks_and_values_agree_to_the_last_bit),
        cmocka_unit_test(minor_loops_span_200_um_at_no_more_than_a_fiftieth_of_a_metre_per_second_squared),
        cmocka_unit_test(bernstein_polynomials_are_de_casteljau_s),
        cmocka_unit_test(multisines_have_rms_1_and_schroeder_s_phases_keep_them_low),
        cmocka_unit_test(seeds_name_phases),
        cmocka_unit_test(inputs_come_in_si_with_their_slopes_and_constants_stay),
        cmocka_unit_test(wrong_lists_name_the_place_and_what_would_be_right),
        cmocka_unit_test(b1_lists_cut_at_every_byte_are_read_or_refused_in_one_line),
        cmocka_unit_test(hostile_numbers_are_refused_or_stay_finite),
        cmocka_unit_test(what_is_not_finite_is_refused_and_changes_nothing),
        cmocka_unit_test(inputs_follow_others_by_their_defaults),
        cmocka_unit_test(rates_of_formulas_are_exact_and_what_jumps_has_none),
        cmocka_unit_test(recorded_positions_drive_by_their_straight_lines),
        cmocka_unit_test(recorded_signals_drive_inputs_held_or_in_straight_lines),
        cmocka_unit_test(a9_times_that_do_not_rise_and_missing_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
