// test_mech.c - mechanisms: tangents, energy, published benchmarks, and text that is wrong.
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mech_kit.h"

#include "mech/estimate/table.h"
#include "paper/kit/experiment.h"

static const char bodies[] = "../shared/data/bodies/";

// ---------------------------------------------------------------- tangents

// Every joint, and every force, away from the drawing and in motion.
static const char all_joints[] =
    "mechanism all \"every joint\"\n"
    "gravity = 1, 2, -9.81 m/s^2\n"
    "body a mass = 1 kg, cog = 0.1, 0.2, 0 m, inertia = 0.3, 0.4, 0.5, 0.01, 0.02, 0.03 kg*m^2\n"
    "body b mass = 2 kg, cog = 1.1, 0.2, 0 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body c mass = 2 kg, cog = 1.1, 1.2, 0 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body d mass = 2 kg, cog = 1.1, 1.2, 1 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body e mass = 2 kg, cog = 2.1, 1.2, 1 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body f mass = 2 kg, cog = 2.1, 1.2, 2 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body g mass = 2 kg, cog = 2.1, 3.2, 2 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "joint R revolute a ground at = 0, 0, 0 m, axis = 1, 2, 3\n"
    "joint P prismatic b a at = 0.5, 0.2, 0 m, axis = 1, 0.5, 0\n"
    "joint C cylindrical c b at = 1, 1, 0 m, axis = 0, 1, 1\n"
    "joint U universal d c at = 1, 1, 1 m, axis = 1, 0, 0, second = 0, 1, 0\n"
    "joint S spherical e d at = 2, 1, 1 m\n"
    "joint F fixed f e at = 2, 1, 2 m\n"
    "joint E planar g f at = 2, 2, 2 m, axis = 0, 0, 1\n"
    "distance L g ground from = 2, 3, 2 m, to = 0, 0, 5 m\n"
    "spring k1 R stiffness = 30 N*m/rad, rest = 0.1 rad\n"
    "spring k2 L stiffness = 100 N/m, rest = 1 m\n"
    "damper d1 C.turn damping = 3 N*m*s/rad\n"
    "damper d2 L damping = 7 N*s/m\n"
    "drive T C.slide = 4 N\n"
    "friction z P lugre table-I\n"
    "start R position = 0.4 rad, speed = 1 rad/s\n"
    "start P position = 0.1 m, speed = -0.5 m/s\n"
    "start C.turn position = 0.3 rad, speed = 2 rad/s\n";

static void residual_beside(machine *w, int j, double by, double scale, double c, double *b)
{
    br_mech_state *x = &w->s.now;
    br_mech_state was = *x;
    double q = 0, v = 0, dv = 0, lambda = 0;
    int n = w->s.n;
    if (j < n) {
        q = was.q[j], v = was.v[j], dv = was.dv[j];
        x->q[j] += by, x->v[j] += c * by, x->dv[j] += by / scale;
    } else {
        lambda = was.lambda[j - n];
        x->lambda[j - n] += by / scale;
    }
    br_moving_residual(&w->s, x, scale, b);
    if (j < n)
        x->q[j] = q, x->v[j] = v, x->dv[j] = dv;
    else
        x->lambda[j - n] = lambda;
}

// The matrix against differences of order 4 of the residual.
static double tangent_error(machine *w)
{
    const double h = 1e-2, scale = h * h, c = 1 / h;
    int size = w->s.n + w->s.rows;
    double *b = calloc(4 * (size_t)w->s.size, sizeof *b), worst = 0;
    w->s.h = h;
    w->s.c = c;
    br_moving_assemble(&w->s, &w->s.now, scale, c);
    for (int j = 0; j < size; j++) {
        const double step = j < w->s.n ? 1e-4 : 1e-6, at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
        double most = 0, gap = 0;
        for (int k = 0; k < 4; k++)
            residual_beside(w, j, at[k] * step, scale, c, b + k * w->s.size);
        for (int i = 0; i < size; i++) {
            double A = br_moving_matrix_entry(&w->s, &w->s.now, i, j), D = 0;
            for (int k = 0; k < 4; k++)
                D -= weight[k] * b[k * w->s.size + i] / (12 * step);
            if (i == j && i >= w->s.n && w->m.row[i - w->s.n].stiffness == 0)
                A += w->s.eps;
            most = fmax(most, fabs(D));
            gap = fmax(gap, fabs(A - D));
        }
        worst = fmax(worst, gap / most);
    }
    w->s.h = w->s.c = 0;
    free(b);
    return worst;
}

// The same with joints that yield, and friction by normal forces.
static void open_yielding(machine *w)
{
    br_buffer text = {0};
    for (const char *line = all_joints; *line; line += strcspn(line, "\n") + 1) {
        bool yields =
            strncmp(line, "joint P", 7) == 0 || strncmp(line, "joint S", 7) == 0 || strncmp(line, "joint U", 7) == 0;
        br_buffer_print(&text, "%.*s%s%s\n", (int)strcspn(line, "\n"), line,
                        yields
                            ? ", stiffness = 3e3 N/m, damping = 40 N*s/m, bending = 2e2 N*m/rad, bending_damping = 2 "
                              "N*m*s/rad"
                            : "",
                        strncmp(line, "friction", 8) == 0 ? " normal" : "");
    }
    br_buffer_put(&text,
                  "friction turning R lugre \"sigma0 = 1 N*m/rad, sigma1 = 0.1 N*m*s/rad, sigma2 = 0.1 N*m*s/rad, "
                  "FC = 0.2 N*m, FS = 0.3 N*m, vs = 0.1 rad/s\" normal\n");
    open_text(w, text.text);
    w->text = text.text;
}

static void tangents_agree_with_differences(void **state)
{
    (void)state;
    const char *const examples[] = {"double-pendulum", "four-bar", "slider-crank", "slider-crank-flex"};
    machine w = {0};
    open_text(&w, all_joints);
    w.s.drive[0] = 4;
    double worst = tangent_error(&w);
    print_message("all joints: tangents differ by %.2g\n", worst);
    assert_true(worst < 1e-7);
    close_machine(&w);
    machine y = {0};
    open_yielding(&y);
    run_to(&y, &br_mech_alpha, 1e-3, 0.01);
    worst = tangent_error(&y);
    print_message("joints that yield: tangents differ by %.2g\n", worst);
    assert_true(worst < 1e-7);
    close_machine(&y);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        machine e = {0};
        open_example(&e, examples[i]);
        run_to(&e, &br_mech_alpha, 5e-4, 0.2);
        worst = tangent_error(&e);
        print_message("%s: tangents differ by %.2g\n", examples[i], worst);
        assert_true(worst < 1e-7);
        close_machine(&e);
    }
}

// ---------------------------------------------------------------- energy

static const char swing[] = "mechanism swing \"two rods in space that fall\"\n"
                            "gravity = 0, 0, -9.81 m/s^2\n"
                            "body upper mass = 1 kg, cog = 0.5, 0, 0 m, inertia = 0.001, 0.0833, 0.0833 kg*m^2\n"
                            "body lower mass = 1 kg, cog = 1, 0.5, 0 m, inertia = 0.0833, 0.001, 0.0833 kg*m^2\n"
                            "joint A universal upper ground at = 0, 0, 0 m, axis = 0, 1, 0, second = 0, 0, 1\n"
                            "joint B spherical lower upper at = 1, 0, 0 m\n";

static double energy_error(double h)
{
    machine w = {0};
    double T, V, first, worst = 0;
    open_text(&w, swing);
    br_moving_energy(&w.s, &T, &V);
    first = T + V;
    for (int k = 1; k <= 50; k++) {
        run_to(&w, &br_mech_alpha, h, 0.02 * k);
        br_moving_energy(&w.s, &T, &V);
        worst = fmax(worst, fabs(T + V - first));
    }
    assert_true(br_moving_violation(&w.s) < 1e-9);
    close_machine(&w);
    return worst;
}

static void energy_error_falls_with_the_square_of_the_step(void **state)
{
    (void)state;
    double coarse = energy_error(2e-3), middle = energy_error(1e-3), fine = energy_error(5e-4);
    print_message("energy errors %.3g, %.3g, %.3g J\n", coarse, middle, fine);
    assert_true(coarse / middle >= 3.8);
    assert_true(middle / fine >= 3.8);
}

// Papers/001: a shaft turning at omega is braked by BDF-1 as by a torque of J omega^3 h.
static void bdf1_brakes_a_shaft_as_its_formula_says(void **state)
{
    (void)state;
    const double h = 1e-4, omega = 50, J = 0.01;
    machine w = {0};
    open_text(&w, "mechanism shaft \"a wheel\"\nplanar\nbody wheel mass = 1 kg, cog = 0, 0 m, inertia = 0.01 kg*m^2\n"
                  "joint A revolute wheel ground at = 0, 0 m\nstart A speed = 50 rad/s\n");
    br_measure_state l;
    run_to(&w, &br_mech_bdf1, h, 0.1);
    br_measure_derivatives(&w.m, 0, w.s.now.q, w.s.now.v, w.s.now.y[0], &l);
    double torque = J * (omega - l.w) / 0.1, mean = (omega + l.w) / 2;
    assert_true(fabs(torque / (J * mean * mean * mean * h) - 1) < 0.05);
    close_machine(&w);
}

// Papers/001: from rest, the angle runs ahead of the speeds' integral by h^2/6 times that of omega^3, and by h omega/2.
static void bdf1_drifts_as_its_formula_says(void **state)
{
    (void)state;
    const double h = 1e-3;
    machine w = {0};
    br_diag why = {0};
    br_measure_state l;
    double integral = 0, cubes = 0, before = 0;
    open_text(&w, "mechanism shaft \"a wheel\"\nplanar\nbody wheel mass = 1 kg, cog = 0, 0 m, inertia = 0.01 kg*m^2\n"
                  "joint A revolute wheel ground at = 0, 0 m\ndrive T A = 2 N*m\n");
    w.s.drive[0] = 2;
    for (int k = 1; k <= 1000; k++) {
        assert_int_equal(br_moving_step(&w.s, &br_mech_bdf1, h, &why), BR_OK);
        br_measure_derivatives(&w.m, 0, w.s.now.q, w.s.now.v, w.s.now.y[0], &l);
        integral += h * (before + l.w) / 2;
        cubes += h * l.w * l.w * l.w;
        before = l.w;
    }
    double ahead = w.s.now.y[0] - integral;
    print_message("BDF-1: %.4g rad ahead; by formula %.4g + %.4g\n", ahead, h * h / 6 * cubes, h / 2 * before);
    assert_true(fabs(ahead / (h * h / 6 * cubes + h / 2 * before) - 1) < 0.05);
    assert_true(fabs((ahead - h / 2 * before) / (h * h / 6 * cubes) - 1) < 0.05);
    close_machine(&w);
}

// ---------------------------------------------------------------- published benchmarks

static FILE *open_data(const char *name)
{
    char path[120];
    snprintf(path, sizeof path, "%s%s", bodies, name);
    FILE *f = fopen(path, "r");
    if (!f) {
        print_message("skipped: %s is absent\n", path);
        skip();
    }
    return f;
}

static void a01_pendulum_agrees_for_50_s(void **state)
{
    (void)state;
    FILE *f = open_data("A01_solution_data.txt");
    char line[200];
    double t, x, y, worst = 0;
    int rows = 0;
    machine w = {0};
    open_example(&w, "pendulum");
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%lf %lf %lf", &t, &x, &y) == 3 && t <= 50) {
            run_to(&w, &br_mech_alpha, 1e-4, t);
            const br_form *p = w.m.spot[0].x;
            worst = fmax(worst, fabs(br_form_value(&p[0], w.s.now.q) - x));
            worst = fmax(worst, fabs(br_form_value(&p[1], w.s.now.q) - y));
            rows++;
        }
    fclose(f);
    print_message("A01: %d rows, largest difference %.2g m\n", rows, worst);
    assert_int_equal(rows, 101);
    assert_true(worst < 1e-5);
    close_machine(&w);
}

static void slider_crank_turns_as_published(void **state)
{
    (void)state;
    machine w = {0};
    open_example(&w, "slider-crank");
    w.s.drive[0] = 0.1;
    br_diag why;
    assert_int_equal(br_moving_start(&w.s, &why), BR_OK);
    run_to(&w, &br_mech_alpha, 5e-5, 3);
    print_message("slider-crank: theta(3 s) = %.6f rad\n", w.s.now.y[0]);
    assert_true(fabs(w.s.now.y[0] - 121.8863) < 5e-3);
    assert_true(fabs(w.s.worked - 0.1 * w.s.now.y[0]) < 1e-4);
    close_machine(&w);
}

// The torque of a commercial code, on a motion given by positions alone.
static void four_bar_torque_agrees_to_a_thousandth(void **state)
{
    (void)state;
    enum { ROWS = 2000 };
    static double t[ROWS], angle[ROWS], torque[ROWS], y[ROWS * 12];
    FILE *motion = open_data("fourbars1-with-rel-angle-trajectory.txt");
    FILE *result = open_data("InverseDynamics_4bars_MSC.tab");
    char line[200];
    int rows[2] = {0};
    while (rows[0] < ROWS && fgets(line, sizeof line, motion))
        rows[0] += sscanf(line, "%lf %lf", &t[rows[0]], &angle[rows[0]]) == 2;
    while (rows[1] < ROWS && fgets(line, sizeof line, result))
        rows[1] += sscanf(line, "%*f %lf", &torque[rows[1]]) == 1;
    fclose(motion);
    fclose(result);
    assert_int_equal(rows[0], ROWS);
    assert_int_equal(rows[1], ROWS);
    machine w = {0};
    br_diag why;
    double worst = 0, most = 0;
    open_example(&w, "four-bar");
    assert_int_equal(br_mech_slopes(t, angle, ROWS, y, 12, &why), BR_OK);
    w.s.held[0] = true;
    for (int k = 0; k < ROWS; k++) {
        assert_int_equal(br_moving_follow(&w.s, y + (ptrdiff_t)12 * k, 5e-3, &why), BR_OK);
        worst = fmax(worst, fabs(w.s.now.lambda[w.s.rows] - torque[k])); // it counts the other way round
        most = fmax(most, fabs(torque[k]));
    }
    print_message("four-bar: torques differ by %.3g of %.4g N*m\n", worst, most);
    assert_true(worst < 1e-3 * most);
    close_machine(&w);
}

// ---------------------------------------------------------------- starts, redundancy, friction

static void a_start_is_reached_by_all_bodies(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w, all_joints);
    const double want[3][2] = {{0.4, 1}, {0.1, -0.5}, {0.3, 2}};
    const char *const name[3] = {"R", "P", "C.turn"};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < w.m.measures; i++)
            if (strcmp(w.m.measure[i].name, name[k]) == 0) {
                br_measure_state l;
                br_measure_derivatives(&w.m, i, w.s.now.q, w.s.now.v, w.s.now.y[i], &l);
                assert_true(fabs(l.y - want[k][0]) < 1e-10 && fabs(l.w - want[k][1]) < 1e-10);
            }
    assert_true(br_moving_violation(&w.s) < 1e-12);
    close_machine(&w);
}

// A rod on a pin with a torsion spring: k theta = m g l cos(theta), and a second rod that hangs straight down from it.
static void an_equilibrium_is_found_and_kept(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w, "mechanism hang\nplanar\ngravity = 0, -9.81 m/s^2\n"
                  "body a mass = 1 kg, cog = 0.5, 0 m, inertia = 0.1 kg*m^2\n"
                  "body b mass = 2 kg, cog = 1.5, 0 m, inertia = 0.1 kg*m^2\n"
                  "joint A revolute a ground at = 0, 0 m\njoint B revolute b a at = 1, 0 m\n"
                  "spring k A stiffness = 20 N*m/rad\nfriction f B lugre \"sigma0 = 100 N*m/rad, sigma1 = 1 N*m*s/rad, "
                  "sigma2 = 0 N*m*s/rad, FC = 0.2 N*m, FS = 0.3 N*m, vs = 0.1 rad/s\"\nstart equilibrium\n");
    double A = w.s.now.y[0], B = w.s.now.y[1];
    assert_true(A < 0);
    assert_true(fabs(20 * A + 9.81 * (0.5 + 2) * cos(A)) < 1e-9);
    assert_true(fabs(A + B + acos(0)) < 1e-9);
    run_to(&w, &br_mech_alpha, 1e-3, 1);
    assert_true(fabs(w.s.now.y[0] - A) < 1e-9 && fabs(w.s.now.y[1] - B) < 1e-9);
    close_machine(&w);
}

static void a_summit_is_no_equilibrium_to_start_from(void **state)
{
    (void)state;
    machine w = {0};
    open_text(
        &w,
        "mechanism top\nplanar\ngravity = 0, -9.81 m/s^2\nbody a mass = 1 kg, cog = 0, 0.5 m, inertia = 0.1 kg*m^2\n"
        "joint A revolute a ground at = 0, 0 m\nstart equilibrium\n");
    assert_true(fabs(fabs(w.s.now.y[0]) - acos(-1)) < 1e-9);
    close_machine(&w);
}

// The work of a step grows with the number of bodies, and no faster.
static int numbers_of_chain(int links)
{
    br_buffer text = {0};
    machine w = {0};
    br_buffer_put(&text, "mechanism chain\n");
    for (int i = 0; i < links; i++)
        br_buffer_print(&text, "body b%d mass = 1 kg, cog = %d.5, 0, 0 m, inertia = 0.1, 0.1, 0.1 kg*m^2\n", i, i);
    br_buffer_put(&text, "joint j0 revolute b0 ground at = 0, 0, 0 m, axis = 0, 1, 0\n");
    for (int i = 1; i < links; i++)
        br_buffer_print(&text, "joint j%d revolute b%d b%d at = %d, 0, 0 m, axis = 0, 1, 0\n", i, i, i - 1, i);
    open_text(&w, text.text);
    int numbers = (int)w.s.kkt.count;
    close_machine(&w);
    br_buffer_free(&text);
    return numbers;
}

static void factors_of_a_chain_grow_with_its_length(void **state)
{
    (void)state;
    int ten = numbers_of_chain(10), twenty = numbers_of_chain(20), forty = numbers_of_chain(40);
    assert_int_equal(forty - twenty, 2 * (twenty - ten));
}

// A planar four-bar with joints for space has three constraints too many, and moves as the planar one does.
static const char spatial_four_bar[] =
    "mechanism four-bar \"in space\"\n"
    "gravity = 0, -9.81, 0 m/s^2\n"
    "body crank mass = 1 kg, cog = 0.5, 0, 0 m, inertia = 0, 0.08333333333333333, 0.08333333333333333 kg*m^2\n"
    "body coupler mass = 2 kg, cog = 1, 1, 0 m, inertia = 0.6666666666666666, 0, 0.6666666666666666 kg*m^2\n"
    "body rocker mass = 4 kg, cog = 2.5, 1, 0 m, inertia = 4, 4, 4.333333333333333 kg*m^2\n"
    "joint A revolute crank ground at = 0, 0, 0 m, axis = 0, 0, 1\n"
    "joint B revolute coupler crank at = 1, 0, 0 m, axis = 0, 0, 1\n"
    "joint C revolute rocker coupler at = 1, 2, 0 m, axis = 0, 0, 1\n"
    "joint D revolute rocker ground at = 4, 0, 0 m, axis = 0, 0, 1\n";

static void B6_redundant_constraints_are_counted_and_do_no_harm(void **state)
{
    (void)state;
    machine flat = {0}, space = {0};
    int rank, which[100];
    open_example(&flat, "four-bar");
    open_text(&space, spatial_four_bar);
    assert_int_equal(br_moving_rank(&space.s, &rank, which), BR_OK);
    assert_int_equal(space.m.rows - rank, 3);
    assert_int_equal(space.m.n - rank, 1);
    run_to(&flat, &br_mech_alpha, 1e-3, 2);
    run_to(&space, &br_mech_alpha, 1e-3, 2);
    assert_true(br_moving_violation(&space.s) < 1e-9);
    assert_true(fabs(flat.s.now.y[0] - space.s.now.y[0]) < 1e-6);
    close_machine(&flat);
    close_machine(&space);
}

// A block with LuGre friction under a force, beside the plant that has no multipliers.
static void friction_in_a_joint_is_that_of_the_plant(void **state)
{
    (void)state;
    machine w = {0};
    br_trial t;
    br_diag why = {0};
    br_setup setup = {
        .law = "mass", .values = "m = 1 kg, fr = table-I", .input = "u = 2*sin(2*t) N", .until = 3, .step = 0.1};
    open_text(&w, "mechanism block \"on a table\"\nplanar\nbody b mass = 1 kg, cog = 0, 0 m\n"
                  "joint S prismatic b ground at = 0, 0 m, axis = 1, 0\ndrive u S = 0 N\nfriction f S lugre table-I\n");
    if (br_trial_run(&t, &setup, &why) != BR_OK)
        fail_msg("%s", why.text);
    const double h = 1e-4;
    double worst = 0, most = 0;
    const double *x = br_trial_column(&t, "x");
    for (int k = 1; k <= 30000; k++) {
        w.s.drive[0] = 2 * sin(2 * k * h);
        assert_int_equal(br_moving_step(&w.s, &br_mech_alpha, h, &why), BR_OK);
        if (k % 1000 == 0) {
            worst = fmax(worst, fabs(w.s.now.y[0] - x[k / 1000]));
            most = fmax(most, fabs(x[k / 1000]));
        }
    }
    print_message("friction: positions differ by %.3g of %.3g m\n", worst, most);
    assert_true(worst < 1e-3 * most);
    br_trial_free(&t);
    close_machine(&w);
}

// ---------------------------------------------------------------- text that is wrong

#define HEAD "mechanism m\nplanar\n"
#define ROD "body a mass = 1 kg, cog = 1, 0 m, inertia = 0.1 kg*m^2\n"
#define PIN "joint A revolute a ground at = 0, 0 m\n"

static const struct {
    const char *text, *words;
} wrong[] = {
    {"", "test:1:1: a mechanism starts with"},
    {"law x\n", "test:1:1: a mechanism starts with"},
    {HEAD, "a mechanism has a body"},
    {HEAD "version 2\n" ROD, "test:3:9: this bristle reads version 1"},
    {HEAD "bodi a\n", "test:3:1: a line starts with"},
    {HEAD "body a mass = 0 kg, cog = 0, 0 m\n", "test:3:6: body a: its mass 0 kg is not above 0"},
    {HEAD "body a mass = -1 kg, cog = 0, 0 m\n", "its mass -1 kg"},
    {HEAD "body a mass = nan kg, cog = 0, 0 m\n", "test:3:15: a number is needed here"},
    {HEAD "body a mass = 1 m, cog = 0, 0 m\n", "test:3:17: mass is in kg"},
    {HEAD "body a mass = 1 kg\n", "cog is missing"},
    {HEAD "body a mass = 1 kg, mass = 2 kg\n", "test:3:21: a second mass"},
    {HEAD "body a mass = 1 kg, cog = 0 m\n", "cog has 2 numbers here"},
    {HEAD "body a mass = 1 kg, cog = 0, 0, 0 m\n", "cog has 2 numbers here"},
    {HEAD "body a mass = 1 kg, cog = 0 -0.25 m\n", "a comma is missing between the numbers of cog"},
    {HEAD "body a mass = 1 kg cog = 0, 0 m\n", "a comma is missing before cog"},
    {HEAD "body a mass = 1 kg, cog = 0, 0 m inertia = 0.1 kg*m^2\n", "a comma is missing before inertia"},
    {HEAD "body a mass = 1 kg, cog = 0, 0 m, colour = 3\n", "one of these is needed here: mass, cog, inertia"},
    {HEAD "body a mass = 1 kg, cog = 0, 0 m, inertia = -1 kg*m^2\n", "its inertia -1 kg*m^2 is below 0"},
    {"mechanism m\nbody a mass = 1 kg, cog = 0, 0, 0 m, inertia = 1, 1, 3 kg*m^2\n",
     "test:2:6: body a: one principal inertia, 3 kg*m^2, is more than the sum of the others, 2"},
    {"mechanism m\nbody a mass = 1 kg, cog = 0, 0, 0 m, inertia = 1, 1, -1 kg*m^2\n", "a negative principal value, -1"},
    {"mechanism m\nbody a mass = 1 kg, cog = 0, 0, 0 m, inertia = 1, 1, 1, 0 kg*m^2\n", "an inertia has 3 numbers"},
    {HEAD ROD, "test:3:6: no joints lead from body a to the ground"},
    {HEAD ROD ROD, "test:4:6: a second 'a'"},
    {HEAD ROD PIN PIN, "test:5:7: a second 'A'"},
    {HEAD ROD "joint A revolute a a at = 0, 0 m\n", "joint A joins a body to itself"},
    {HEAD ROD "joint A revolute a b at = 0, 0 m\n", "test:4:20: there is no body 'b'"},
    {HEAD ROD "joint A hinge a ground at = 0, 0 m\n", "test:4:9: there is no joint 'hinge' here"},
    {HEAD ROD "joint A spherical a ground at = 0, 0 m\n", "there is no joint 'spherical' here"},
    {HEAD ROD "joint A prismatic a ground at = 0, 0 m\n", "a prismatic joint needs axis"},
    {HEAD ROD "joint A prismatic a ground at = 0, 0 m, axis = 0, 0\n", "an axis that is zero has no direction"},
    {HEAD ROD PIN "spring k B stiffness = 1 N/m\n", "test:5:10: 'B' is no revolute or prismatic joint"},
    {HEAD ROD PIN "spring k A stiffness = 1 N/m\n", "test:5:26: stiffness is in N*m/rad"},
    {HEAD ROD PIN "friction f A lugree table-I\n", "test:5:14: friction f: "},
    {HEAD ROD PIN "friction f A lugre table-IX\n", "friction f: "},
    {HEAD ROD PIN "friction f A lugre table-I\n",
     "law lugre has numbers for a speed in m/s here; along A it is in rad/s"},
    {HEAD ROD PIN "friction f A coulomb \"FC = 1 N*m, sigma2 = 0 N*m*s/rad\"\n"
                  "friction g A coulomb \"FC = 1 N*m, sigma2 = 0 N*m*s/rad\"\n",
     "A has friction that jumps at rest already: f"},
    {HEAD ROD PIN "friction f A pacejka \"load = given\" normal\n", "friction f: "},
    {HEAD ROD "joint A prismatic a ground at = 0, 0 m, axis = 1, 0\nfriction f A pacejka \"load = given, b = 1 s/m, "
              "c_p = 1, d = "
              "1, e = 1, sigma2 = 0 N*s/m\"\n",
     "law pacejka takes a normal force: write `normal` behind it"},
    {HEAD ROD PIN "distance d a ground from = 1, 0 m, to = 0, 1 m\n"
                  "friction f d coulomb \"FC = 1 N, sigma2 = 0 N*s/m\" normal\n",
     "a distance has no normal force"},
    {HEAD ROD "joint A revolute a ground at = 0, 0 m, stiffness = -1 N/m\n", "joint A: stiffness is not below 0"},
    {HEAD ROD "joint A revolute a ground at = 0, 0 m, damping = 1 N*s/m\n", "damping stands beside a stiffness"},
    {"mechanism m\nbody a mass = 1 kg, cog = 1, 0, 0 m, inertia = 1, 1, 1 kg*m^2\njoint A spherical a ground at = 0, "
     "0, 0 m\n"
     "friction f A coulomb \"FC = 1 N*m, sigma2 = 0 N*m*s/rad\"\n",
     "test:4:12: joint A is spherical: it leaves no single direction for a force or a scalar law"},
    {HEAD "beam b mass = 1 kg\n", "test:3:8: a beam is pinned (its frame is the chord) or clamped"},
    {HEAD "beam b pinned mass = 1 kg, from = 0, 0 m, to = 0, 0 m, rigidity = 1 N*m^2\n",
     "both ends of beam b are one point"},
    {HEAD "beam b pinned mass = 1 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 0 N*m^2\n",
     "the rigidity of beam b is above 0"},
    {HEAD "beam b pinned mass = 1 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 1 N*m^2, modes = 9\n",
     "has 1 to 8 modes here"},
    {HEAD "beam b pinned mass = 1 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 1 N*m^2, modes = 1.5\n",
     "has 1 to 8 modes here"},
    {HEAD "beam b pinned mass = 1 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 1 N*m^2, damping = 1\n",
     "the damping of beam b is a share of the critical one"},
    {HEAD "beam b pinned mass = -1 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 1 N*m^2\n", "body b: its mass -1 kg"},
    {HEAD
     "beam b clamped mass = 1 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 1 N*m^2\njoint A fixed b ground at = 1, 0 m\n",
     "joint A holds a direction of beam b: it can do so where that is clamped"},
    {HEAD ROD PIN "point p c at = 0, 0 m\n", "there is no body 'c'"},
    {HEAD ROD PIN "drive T A 3\n", "write: drive NAME JOINT = FORMULA UNIT"},
    {HEAD ROD PIN "gravity = 0, -9.81 m/s\n", "gravity is in m/s^2"},
};

static void B4_B5_wrong_text_is_refused_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        br_mech m;
        br_diag why = {0};
        assert_int_equal(br_mech_read(&m, wrong[i].text, strlen(wrong[i].text), "test", &why), BR_BAD_LAW);
        if (!strstr(why.text, wrong[i].words))
            fail_msg("text %zu: '%s' instead of '%s'", i, why.text, wrong[i].words);
        assert_null(m.body);
    }
}

static void B1_a_text_cut_anywhere_is_read_or_refused(void **state)
{
    (void)state;
    for (size_t size = 0; size <= strlen(all_joints); size++) {
        br_mech m;
        br_diag why = {0};
        char *cut = malloc(size + 1); // of its own, so that a byte beyond it is noticed
        memcpy(cut, all_joints, size);
        br_status status = br_mech_read(&m, cut, size, "test", &why);
        assert_true(status == BR_OK || (status == BR_BAD_LAW && why.text[0]));
        if (status == BR_OK)
            br_mech_free(&m);
        free(cut);
    }
}

// What starts no motion, or ends one.
static br_status start_of(const char *text, br_diag *why)
{
    br_mech m;
    br_moving s;
    br_status status = br_mech_read(&m, text, strlen(text), "test", why);
    assert_int_equal(status, BR_OK);
    status = br_moving_open(&s, &m, why);
    assert_int_equal(status, BR_OK);
    status = br_moving_start(&s, why);
    br_moving_close(&s);
    br_mech_free(&m);
    return status;
}

static void B6_impossible_starts_are_named(void **state)
{
    (void)state;
    br_diag why = {0};
    assert_int_equal(start_of(HEAD "body a mass = 1 kg, cog = 0, 0 m\njoint A revolute a ground at = 0, 0 m\n", &why),
                     BR_BAD_LAW);
    assert_non_null(strstr(why.text, "body a can move without moving any mass"));
    // a coupler of 2 m and a rocker of 3.6 m do not reach a crank that lies at 180 degrees
    machine w = {0};
    open_example(&w, "four-bar");
    br_buffer far = {0};
    br_buffer_print(&far, "%sstart D position = 3 rad\n", w.text);
    assert_int_equal(start_of(far.text, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "cannot be"));
    br_buffer_free(&far);
    close_machine(&w);
}

// A slider-crank as drawn is at its dead centre, where the slider cannot move; beside it, it does what is asked.
static void speeds_that_joints_do_not_let_it_have_are_refused(void **state)
{
    (void)state;
    machine w = {0};
    br_diag why = {0};
    open_example(&w, "slider-crank");
    const struct {
        const char *starts;
        br_status status;
    } is[] = {{"start S speed = 1 m/s\n", BR_BAD_LAW},
              {"start A position = 1e-4 rad\nstart S speed = 1 m/s\n", BR_OK},
              {"start A position = 1 rad, speed = 10 rad/s\nstart S speed = 5 m/s\n", BR_BAD_LAW},
              {"start A position = 1 rad, speed = 1e-6 rad/s\nstart S speed = 0 m/s\n", BR_BAD_LAW},
              {"start A position = 1 rad, speed = 0 rad/s\nstart S speed = 0 m/s\n", BR_OK},
              {"start A speed = 10 rad/s\nstart S speed = 0 m/s\n", BR_OK}};
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        br_buffer text = {0};
        br_buffer_print(&text, "%s%s", w.text, is[i].starts);
        if (start_of(text.text, &why) != is[i].status)
            fail_msg("%s%s", is[i].starts, why.text);
        if (is[i].status != BR_OK)
            assert_non_null(strstr(why.text, "the mechanism cannot start at the speed"));
        br_buffer_free(&text);
    }
    br_buffer near = {0};
    machine v = {0};
    br_measure_state l;
    br_buffer_print(&near, "%s%s", w.text, is[1].starts);
    open_text(&v, near.text);
    for (int i = 0; i < v.m.measures; i++)
        if (strcmp(v.m.measure[i].name, "S") == 0) {
            br_measure_derivatives(&v.m, i, v.s.now.q, v.s.now.v, v.s.now.y[i], &l);
            assert_true(fabs(l.w - 1) < 1e-7);
        }
    for (int r = 0; r < v.s.rows; r++) // the crank turns at 75 000 rad/s
        assert_true(fabs(br_moving_row_rate(&v.s, &v.s.now, r)) < 1e-4);
    close_machine(&v);
    br_buffer_free(&near);
    // where no part can move at all
    assert_int_equal(start_of(HEAD "body a mass = 1 kg, cog = 0.2, 0 m, inertia = 0.01 kg*m^2\n"
                                   "joint A revolute a ground at = 0, 0 m\n"
                                   "joint B prismatic a ground at = 0, 0 m, axis = 1, 0\nstart A speed = 3 rad/s\n",
                              &why),
                     BR_BAD_LAW);
    assert_non_null(strstr(why.text, "cannot start at the speed A = 3"));
    close_machine(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tangents_agree_with_differences),
                                       cmocka_unit_test(energy_error_falls_with_the_square_of_the_step),
                                       cmocka_unit_test(bdf1_brakes_a_shaft_as_its_formula_says),
                                       cmocka_unit_test(bdf1_drifts_as_its_formula_says),
                                       cmocka_unit_test(a01_pendulum_agrees_for_50_s),           // may be skipped
                                       cmocka_unit_test(slider_crank_turns_as_published),        // may be skipped
                                       cmocka_unit_test(four_bar_torque_agrees_to_a_thousandth), // may be skipped
                                       cmocka_unit_test(a_start_is_reached_by_all_bodies),
                                       cmocka_unit_test(an_equilibrium_is_found_and_kept),
                                       cmocka_unit_test(a_summit_is_no_equilibrium_to_start_from),
                                       cmocka_unit_test(factors_of_a_chain_grow_with_its_length),
                                       cmocka_unit_test(B6_redundant_constraints_are_counted_and_do_no_harm),
                                       cmocka_unit_test(friction_in_a_joint_is_that_of_the_plant),
                                       cmocka_unit_test(B4_B5_wrong_text_is_refused_with_its_place),
                                       cmocka_unit_test(B1_a_text_cut_anywhere_is_read_or_refused),
                                       cmocka_unit_test(B6_impossible_starts_are_named),
                                       cmocka_unit_test(speeds_that_joints_do_not_let_it_have_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
