// test_mech_press.c - joints that yield, and friction by the normal force in a joint.
#include "num/base/fp.h"

#include "mech_kit.h"

#include <math.h>

static double speed(const machine *w, int measure)
{
    br_measure_state l;
    br_measure_derivatives(&w->m, measure, w->s.now.q, w->s.now.v, w->s.now.y[measure], &l);
    return l.w;
}

static void open_printed(machine *w, const char *format, double a, double b)
{
    char text[1000];
    snprintf(text, sizeof text, format, a, b);
    open_text(w, text);
}

// ---------------------------------------------------------------- normal force

#define SLOPE                                                                                                          \
    "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody b mass = 2 kg, cog = 0, 0 m\n"                                \
    "joint S prismatic b ground at = 0, 0 m, axis = 0.8660254037844387, -0.5%s\n"                                      \
    "friction f S coulomb \"FC = %.17g N, sigma2 = 0 N*s/m\" normal\n"

static void open_slope(machine *w, const char *give, double mu)
{
    char text[1000];
    snprintf(text, sizeof text, SLOPE, give, mu);
    open_text(w, text);
}

// Down a slope of 30 degrees: x'' = g (sin - mu cos), and none where mu is above tan. One that yields is pressed a little
// later.
static void a_block_slides_down_a_slope_as_its_weight_presses_it(void **state)
{
    (void)state;
    const char *const give[] = {"", ", stiffness = 1e7 N/m, damping = 2000 N*s/m"};
    const double mu[] = {0.1, 0.3, 0.57, 0.59};
    for (int k = 0; k < 8; k++) {
        machine w = {0};
        double a = 9.81 * (0.5 - mu[k / 2] * sqrt(0.75));
        open_slope(&w, give[k % 2], mu[k / 2]);
        run_to(&w, &br_mech_alpha, 1e-3, 1);
        double want = a > 0 ? a / 2 : 0;
        if (fabs(w.s.now.y[0] - want) > (k % 2 ? 5e-4 : 1e-9))
            fail_msg("mu %g: %.9g m instead of %.9g", mu[k / 2], w.s.now.y[0], want);
        close_machine(&w);
    }
}

// A wheel whose weight presses its bearing: J omega' = -mu m g, with mu in N*m per newton.
static void a_wheel_is_braked_by_its_weight(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w, "mechanism m\ngravity = 0, 0, -9.81 m/s^2\n"
                  "body b mass = 3 kg, cog = 0, 0, 0 m, inertia = 0.05, 0.1, 0.05 kg*m^2\n"
                  "joint A revolute b ground at = 0, 0, 0 m, axis = 0, 1, 0\n"
                  "friction f A coulomb \"FC = 0.002 N*m, sigma2 = 0 N*m*s/rad\" normal\nstart A speed = 1 rad/s\n");
    run_to(&w, &br_mech_alpha, 1e-3, 1);
    assert_true(fabs(speed(&w, 0) - (1 - 0.002 * 3 * 9.81 / 0.1)) < 1e-6);
    run_to(&w, &br_mech_alpha, 1e-3, 2);
    assert_true(fabs(speed(&w, 0)) < 1e-12);
    assert_true(fabs(w.s.now.y[0] - 0.1 / (2 * 0.002 * 3 * 9.81)) < 1e-5);
    close_machine(&w);
}

// Both axes of a cylindrical joint rub: the screw motion of a collar on a level bar.
static void a_collar_rubs_along_and_about_its_bar(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w, "mechanism m\ngravity = 0, 0, -9.81 m/s^2\n"
                  "body b mass = 2 kg, cog = 0, 0, 0 m, inertia = 0.01, 0.02, 0.02 kg*m^2\n"
                  "joint C cylindrical b ground at = 0, 0, 0 m, axis = 1, 0, 0\n"
                  "friction along C.slide coulomb \"FC = 0.1 N, sigma2 = 0 N*s/m\" normal\n"
                  "friction about C.turn coulomb \"FC = 0.001 N*m, sigma2 = 0 N*m*s/rad\" normal\n"
                  "start C.slide speed = 2 m/s\nstart C.turn speed = 3 rad/s\n");
    run_to(&w, &br_mech_alpha, 1e-3, 1);
    for (int i = 0; i < 2; i++) {
        bool turns = w.m.measure[i].kind == BR_MEASURE_TURN;
        double want = turns ? 3 - 0.001 * 2 * 9.81 / 0.01 : 2 - 0.1 * 9.81;
        assert_true(fabs(speed(&w, i) - want) < 2e-5);
    }
    close_machine(&w);
}

// The normal force of the law's own input: Pacejka's formula (paper 001 (55), (56)) at the speed and weight of a slider.
static void a_law_with_a_normal_force_gets_that_of_its_joint(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w,
              "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody b mass = 2 kg, cog = 0, 0 m\n"
              "joint S prismatic b ground at = 0, 0 m, axis = 1, 0\n"
              "friction f S pacejka \"load = given, b = 503.6 s/m, c_p = 1.5708, d = 2.653e-2, e = -9.8534, sigma2 = "
              "0 N*s/m\" normal\nstart S speed = 0.01 m/s\n");
    double x = 503.6 * 0.01, mu = 2.653e-2 * sin(1.5708 * atan(x + 9.8534 * (x - atan(x))));
    br_measure_state l;
    br_measure_derivatives(&w.m, 0, w.s.now.q, w.s.now.v, 0, &l);
    assert_true(fabs(br_moving_force(&w.s, 0, &l) + mu * 2 * 9.81) < 1e-9);
    close_machine(&w);
}

// A rod hinged on a slider, 60 degrees up, and dragged. N (A J - B^2 s^2 - mu B^2 s c) = ..., with A = m + M, B = M l,
// J = I + M l^2, and s, c of its angle: beyond mu = 1.378 no N > 0 fits, and none below 0 (Painleve 1895).
#define ROD                                                                                                            \
    "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody s mass = 0.01 kg, cog = 0, 0 m\n"                             \
    "body r mass = 1 kg, cog = 0.25, 0.4330127018922193 m, inertia = %.17g kg*m^2\n"                                   \
    "joint X prismatic s ground at = 0, 0 m, axis = 1, 0\njoint P revolute r s at = 0, 0 m\n"                          \
    "friction f X coulomb \"FC = %.17g N, sigma2 = 0 N*s/m\" normal\nstart X speed = -1 m/s\nstart P speed = 0 "       \
    "rad/s\n"

static void a_start_where_no_normal_force_fits_is_refused(void **state)
{
    (void)state;
    const double mu[] = {1.37, 1.39, 1.5, 2};
    for (int k = 0; k < 4; k++) {
        char text[900];
        machine w = {0};
        br_diag why = {0};
        snprintf(text, sizeof text, ROD, 1.0 / 12, mu[k]);
        assert_int_equal(br_mech_read(&w.m, text, strlen(text), "test", &why), BR_OK);
        assert_int_equal(br_moving_open(&w.s, &w.m, &why), BR_OK);
        assert_int_equal(br_moving_start(&w.s, &why), k > 0 ? BR_BAD_LAW : BR_OK);
        if (k > 0)
            assert_non_null(strstr(why.text, "test:8:10: friction f: no normal force fits at t = 0 s"));
        close_machine(&w);
    }
}

static void a_step_where_no_normal_force_fits_is_refused_however_short(void **state)
{
    (void)state;
    const double steps[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            machine w = {0};
            br_diag why = {0};
            double h = steps[i];
            open_printed(&w, ROD, 1.0 / 12, 1);
            double x = w.s.now.y[0], v = speed(&w, 0);
            assert_true(w.m.force[0].friction->contact.p[0] == 1);
            br_joint_friction_set(w.m.force[0].friction, 0, k ? 2 : 1.5); // while it slides
            assert_int_equal(br_moving_step(&w.s, k ? &br_mech_bdf1 : &br_mech_alpha, h, &why), BR_NOT_FINITE);
            assert_true(w.s.now.y[0] == x && speed(&w, 0) == v);
            br_joint_friction_set(w.m.force[0].friction, 0, 1.3);
            assert_int_equal(br_moving_step(&w.s, &br_mech_alpha, h, &why), BR_OK);
            close_machine(&w);
        }
}

// A joint that stops within a step loses its energy to friction there.
static void what_a_joint_loses_while_it_stops_is_told(void **state)
{
    (void)state;
    machine w = {0};
    double T, V, first;
    open_printed(&w, ROD, 1.0 / 12, 1.36);
    br_moving_energy(&w.s, &T, &V);
    first = T + V;
    run_to(&w, &br_mech_alpha, 1e-3, 1e-3);
    br_moving_energy(&w.s, &T, &V);
    print_message("stopping in one step: %.4g J lost, %.2g J unaccounted\n", w.s.lost, T + V - first + w.s.lost);
    assert_true(fabs(speed(&w, 0)) < 1e-12 && w.s.lost > 0.2);
    assert_true(fabs(T + V - first + w.s.lost) < 1e-3 * w.s.lost);
    close_machine(&w);
}

// ---------------------------------------------------------------- joints that yield

// A mass on a rail that yields: sinks by m g/k, and swings with sqrt(k/m) and damping d/(2 m).
static void a_rail_yields_as_a_spring_and_damper(void **state)
{
    (void)state;
    const double k = 2000, d = 4, m = 2, decay = d / (2 * m), omega = sqrt(k / m - decay * decay), sunk = m * 9.81 / k;
    machine w = {0};
    double worst = 0;
    open_printed(
        &w,
        "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody b mass = 2 kg, cog = 0, 0 m, inertia = 0.1 kg*m^2\n"
        "joint S prismatic b ground at = 0, 0 m, axis = 1, 0, stiffness = %g N/m, damping = %g N*s/m\n",
        k, d);
    for (int i = 1; i <= 100; i++) {
        double t = 0.01 * i;
        run_to(&w, &br_mech_alpha, 1e-4, t);
        double want = -sunk * (1 - exp(-decay * t) * (cos(omega * t) + decay / omega * sin(omega * t)));
        worst = fmax(worst, fabs(w.s.now.q[1] - want));
    }
    print_message("a rail that yields: off by %.2g of %.3g m\n", worst, sunk);
    assert_true(worst < 1e-4 * sunk);
    close_machine(&w);
}

// Stiffer and stiffer, a joint comes to what a rigid one does; the matrix stays good.
static void a_stiff_joint_moves_as_a_rigid_one(void **state)
{
    (void)state;
    const double stiffness[] = {1e5, 1e7, 1e9, 1e14};
    double last = 1;
    machine rigid = {0};
    open_text(&rigid,
              "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody b mass = 1 kg, cog = 1, 0 m, inertia = 0.1 kg*m^2\n"
              "joint A revolute b ground at = 0, 0 m\n");
    run_to(&rigid, &br_mech_alpha, 1e-3, 1);
    for (int i = 0; i < 4; i++) {
        machine w = {0};
        open_printed(&w,
                     "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody b mass = 1 kg, cog = 1, 0 m, inertia = 0.1 "
                     "kg*m^2\njoint A revolute b ground at = 0, 0 m, stiffness = %g N/m, damping = %g N*s/m\n",
                     stiffness[i], 1e-3 * stiffness[i]);
        run_to(&w, &br_mech_alpha, 1e-3, 1);
        double off = fabs(w.s.now.y[0] - rigid.s.now.y[0]);
        print_message("stiffness %g N/m: %.2g rad from rigid\n", stiffness[i], off);
        assert_true(off < last);
        last = off;
        close_machine(&w);
    }
    assert_true(last < 1e-9);
    close_machine(&rigid);
}

// A shaft whose bearing lets it tilt: bending stiffness K about an axis it should not turn about: sqrt(K/I).
static void a_bearing_tilts_with_its_bending_stiffness(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w, "mechanism m\nbody b mass = 1 kg, cog = 0, 0, 0 m, inertia = 0.02, 0.03, 0.04 kg*m^2\n"
                  "joint A revolute b ground at = 0, 0, 0 m, axis = 1, 0, 0, bending = 50 N*m/rad\n");
    const double W = 0.01, omega = sqrt(50 / 0.04);
    memset(w.s.now.v, 0, 12 * sizeof(double));
    w.s.now.v[3 + 1] = W, w.s.now.v[6 + 0] = -W; // turning about z
    br_diag why = {0};
    assert_int_equal(br_moving_accelerate(&w.s, &why), BR_OK);
    double worst = 0;
    for (int i = 1; i <= 100; i++) {
        run_to(&w, &br_mech_alpha, 1e-4, 0.005 * i);
        worst = fmax(worst, fabs(w.s.now.q[3 + 1] - W / omega * sin(omega * 0.005 * i)));
    }
    print_message("tilt: off by %.2g of %.3g rad\n", worst, W / omega);
    assert_true(worst < 1e-3 * W / omega);
    close_machine(&w);
}

static void energy_is_kept_by_joints_that_yield(void **state)
{
    (void)state;
    double error[2];
    for (int i = 0; i < 2; i++) {
        machine w = {0};
        double T, V, first;
        open_text(&w,
                  "mechanism m\ngravity = 0, 0, -9.81 m/s^2\n"
                  "body a mass = 1 kg, cog = 0.5, 0, 0 m, inertia = 0.01, 0.08, 0.08 kg*m^2\n"
                  "body b mass = 1 kg, cog = 1.5, 0, 0 m, inertia = 0.01, 0.08, 0.08 kg*m^2\n"
                  "joint A revolute a ground at = 0, 0, 0 m, axis = 0, 1, 0, stiffness = 1e5 N/m, damping = 20 N*s/m, "
                  "bending = 500 N*m/rad, bending_damping = 0.5 N*m*s/rad\n"
                  "joint B spherical b a at = 1, 0, 0 m, stiffness = 1e5 N/m, damping = 20 N*s/m\n");
        br_moving_energy(&w.s, &T, &V);
        first = T + V;
        run_to(&w, &br_mech_alpha, i ? 5e-4 : 1e-3, 0.5);
        br_moving_energy(&w.s, &T, &V);
        error[i] = fabs(T + V + w.s.lost - first);
        close_machine(&w);
    }
    print_message("energy unaccounted: %.2g and %.2g J\n", error[0], error[1]);
    assert_true(error[1] < error[0] / 3 && error[0] < 0.02);
}

static void normal_forces_that_are_not_unique_are_refused(void **state)
{
    (void)state;
    const char text[] = "mechanism m\nplanar\nbody b mass = 1 kg, cog = 0, 0 m, inertia = 1 kg*m^2\n"
                        "joint S prismatic b ground at = 0, 0 m, axis = 1, 0\n"
                        "joint T prismatic b ground at = 0, 1 m, axis = 1, 0\n"
                        "friction f S coulomb \"FC = 0.1 N, sigma2 = 0 N*s/m\" normal\n";
    machine w = {0};
    int rank, which[9];
    br_diag why = {0};
    open_text(&w, text);
    assert_int_equal(br_moving_check_start(&w.s, &rank, which, &why), BR_BAD_LAW);
    assert_non_null(
        strstr(why.text, "test:6:10: friction f needs normal forces, and 2 redundant constraints leave them"));
    close_machine(&w);
}

// ---------------------------------------------------------------- loaded starts

// A weight on a rail that yields, and a mass that goes round on a bearing that does: k*gives is m g, m omega^2 r/(1 - m
// omega^2/k) (it gives outwards, which makes the circle larger), and stays so, but for omega over the frequency of the bearing.
static void what_yields_starts_under_its_load(void **state)
{
    (void)state;
    const double m = 2, k = 1e6, omega = 10, r = 0.3;
    machine w = {0};
    open_text(&w,
              "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody b mass = 2 kg, cog = 0, 0 m, inertia = 1 kg*m^2\n"
              "joint S prismatic b ground at = 0, 0 m, axis = 1, 0, stiffness = 1e6 N/m\npoint p b at = 0, 0 m\n"
              "start S speed = 1 m/s\nstart loaded\n");
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(br_form_value(&w.m.spot[0].x[1], w.s.now.q) + m * 9.81 / k) < 1e-12);
        run_to(&w, &br_mech_alpha, 1e-4, 0.01 * i);
    }
    close_machine(&w);
    machine free = {0}, loaded = {0}, *both[] = {&free, &loaded};
    double low[2] = {1, 1}, high[2] = {0};
    const char *text =
        "mechanism m\nplanar\nbody b mass = 2 kg, cog = 0.3, 0 m, inertia = 0.01 kg*m^2\njoint A revolute b "
        "ground at = 0, 0 m, stiffness = 1e6 N/m\npoint c b at = 0.3, 0 m\nstart A speed = 10 rad/s\n%s";
    char more[500];
    for (int i = 0; i < 2; i++) {
        snprintf(more, sizeof more, text, i ? "start loaded\n" : "");
        open_text(both[i], more);
        for (int n = 0; n < 2000; n++) {
            run_to(both[i], &br_mech_alpha, 5e-5, 5e-5 * n);
            double x = br_form_value(&both[i]->m.spot[0].x[0], both[i]->s.now.q),
                   y = br_form_value(&both[i]->m.spot[0].x[1], both[i]->s.now.q), far = sqrt(x * x + y * y) - r;
            low[i] = fmin(low[i], far);
            high[i] = fmax(high[i], far);
        }
        close_machine(both[i]);
    }
    double gives = m * omega * omega * r / (k - m * omega * omega);
    print_message("a bearing gives %.4g to %.4g um, loaded %.4g to %.4g; should %.4g\n", 1e6 * low[0], 1e6 * high[0],
                  1e6 * low[1], 1e6 * high[1], 1e6 * gives);
    assert_true(high[0] - low[0] > 1.9 * gives);
    assert_true(high[1] - low[1] < 4 * m * omega * omega / k * gives);
    assert_true(fabs(high[1] + low[1] - 2 * gives) < 4 * m * omega * omega / k * gives);
}

// The same hub goes round as the load does: it begins at that speed, or it would swing across the load by omega/omega_n of
// what it gives; so there is left the square of that.
static void a_hub_goes_round_with_its_load(void **state)
{
    (void)state;
    const double m = 2, k = 1e6, omega = 10, r = 0.3, gives = m * omega * omega * r / k;
    machine w = {0};
    double most = 0;
    open_text(&w, "mechanism m\nplanar\nbody b mass = 2 kg, cog = 0.3, 0 m, inertia = 0.01 kg*m^2\njoint A revolute b "
                  "ground at = 0, 0 m, stiffness = 1e6 N/m\npoint p b at = 0, 0 m\npoint c b at = 0.3, 0 m\n"
                  "start A speed = 10 rad/s\nstart loaded\n");
    for (int n = 0; n < 400; n++) {
        run_to(&w, &br_mech_alpha, 5e-5, 5e-5 * n);
        double at[4];
        for (int i = 0; i < 4; i++)
            at[i] = br_form_value(&w.m.spot[i / 2].x[i % 2], w.s.now.q);
        most = fmax(most, fabs(at[0] * (at[3] - at[1]) - at[1] * (at[2] - at[0])) / r);
    }
    print_message("a hub swings across its load by %.2g of what it gives\n", most / gives);
    assert_true(most < 4 * m * omega * omega / k * gives);
    close_machine(&w);
}

// The height of point `spot` is `want` at the start, and stays so.
static void stays_at(machine *w, int spot, double want)
{
    for (int i = 0; i < 3; i++) {
        double y = br_form_value(&w->m.spot[spot].x[1], w->s.now.q);
        if (!(fabs(y - want) < 1e-6 * fabs(want)))
            fail_msg("%s at %.9g s: %.9g m instead of %.9g", w->m.spot[spot].name, w->s.t, y, want);
        run_to(w, &br_mech_alpha, 1e-4, w->s.t + 2e-3);
    }
}

#define ARM                                                                                                            \
    "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody a mass = 1 kg, cog = 0.5, 0 m, inertia = 0.01 kg*m^2\n"       \
    "joint A revolute a ground at = 0, 0 m, stiffness = 1e4 N/m\nfriction f A coulomb \"FC = %.17g N*m\"\n"            \
    "point p a at = 0, 0 m\nstart loaded\n"

// An arm that dry friction in its hub holds up hangs on the hub with its whole weight; one that it does not hold falls, and
// the hub carries what is left, m g - m a with a = (m g l - FC) l/(J + m l^2).
static void a_joint_that_sticks_is_loaded_as_one(void **state)
{
    (void)state;
    const double k = 1e4, weight = 9.81;
    machine w = {0}, falls = {0};
    open_printed(&w, ARM, 10, 0);
    assert_true(w.s.way[0] == 0 && fabs(speed(&w, 0)) < 1e-15);
    stays_at(&w, 0, -weight / k);
    assert_true(w.s.way[0] == 0 && fabs(speed(&w, 0)) < 1e-15);
    close_machine(&w);
    open_printed(&falls, ARM, 2, 0);
    double y = br_form_value(&falls.m.spot[0].x[1], falls.s.now.q);
    double left = weight - (weight * 0.5 - 2) * 0.5 / (0.01 + 0.25);
    assert_true(falls.s.way[0] == -1);
    assert_true(fabs(y + left / k) < 1e-4 * left / k);
    close_machine(&falls);
}

// A carriage between two slides that cannot tilt sinks by its weight over both stiffnesses; one in two bearings by what the
// lever leaves to each. A shaft that goes round in two bearings, one of them stiff against bending, does not ring.
static void redundant_joints_share_the_load_by_their_stiffness(void **state)
{
    (void)state;
    machine slides = {0}, bearings = {0};
    const char *head = "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody a mass = 2 kg, cog = 0.3, 0.1 m, inertia = "
                       "0.01 kg*m^2\npoint p a at = 0, 0 m\npoint q a at = 1, 0 m\nstart loaded\n";
    char text[1000];
    snprintf(text, sizeof text,
             "%sjoint X prismatic a ground at = 0, 0 m, axis = 1, 0, stiffness = 1e6 N/m\n"
             "joint Y prismatic a ground at = 1, 0 m, axis = 1, 0, stiffness = 3e6 N/m\nstart X speed = 0.2 m/s\n",
             head);
    open_text(&slides, text);
    stays_at(&slides, 0, -2 * 9.81 / 4e6);
    stays_at(&slides, 1, -2 * 9.81 / 4e6);
    close_machine(&slides);
    snprintf(text, sizeof text,
             "%sjoint X revolute a ground at = 0, 0 m, stiffness = 1e9 N/m\n"
             "joint Y revolute a ground at = 1, 0 m, stiffness = 2e9 N/m\n",
             head);
    open_text(&bearings, text);
    stays_at(&bearings, 0, -2 * 9.81 * 0.7 / 1e9);
    stays_at(&bearings, 1, -2 * 9.81 * 0.3 / 2e9);
    close_machine(&bearings);
}

static void a_shaft_in_two_bearings_does_not_ring(void **state)
{
    (void)state;
    const char *const bending[] = {"", ", bending = 1e4 N*m/rad"};
    for (int i = 0; i < 2; i++) {
        machine w = {0};
        char text[1000];
        snprintf(
            text, sizeof text,
            "mechanism m\ngravity = 0, 0, -9.81 m/s^2\n"
            "body a mass = 2 kg, cog = 0.4, 0, 0.005 m, inertia = 0.02, 0.1, 0.1 kg*m^2\n"
            "joint A revolute a ground at = 0, 0, 0 m, axis = 1, 0, 0, stiffness = 1e6 N/m, bending = 1e4 N*m/rad\n"
            "joint C revolute a ground at = 1, 0, 0 m, axis = 1, 0, 0, stiffness = 1e6 N/m%s\n"
            "friction f A coulomb \"FC = 0.01 N*m\" normal\nstart A speed = 10 rad/s\nstart loaded\n",
            bending[i]);
        open_text(&w, text);
        double first = br_moving_normal_force(&w.m.force[0], w.s.now.lambda), low = first, high = first;
        for (int n = 1; n <= 200; n++) { // the weight of 2 g*cm turns by 0.1 rad
            run_to(&w, &br_mech_alpha, 5e-5, 5e-5 * n);
            double N = br_moving_normal_force(&w.m.force[0], w.s.now.lambda);
            low = fmin(low, N);
            high = fmax(high, N);
        }
        print_message("bearing A of a shaft: %.5g N, then %.5g to %.5g\n", first, low, high);
        assert_true(first > 8 && high - low < 0.005 * first);
        close_machine(&w);
    }
}

static void a_load_that_no_position_carries_is_named_with_its_line(void **state)
{
    (void)state;
    const char *text = "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\n"
                       "body a mass = 2 kg, cog = 0.3, 0 m, inertia = 0.05 kg*m^2\n"
                       "joint A fixed a ground at = 0, 0 m, stiffness = 1e5 N/m, bending = 4 N*m/rad\nstart loaded\n";
    machine w = {0};
    br_diag why = {0};
    assert_int_equal(br_mech_read(&w.m, text, strlen(text), "test", &why), BR_OK);
    assert_int_equal(br_moving_open(&w.s, &w.m, &why), BR_OK);
    assert_int_equal(br_moving_start(&w.s, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "test:6:7: no loaded start was found"));
    close_machine(&w);
}

// The track of the example: how much its force swings in the first 20 ms, beside what the motion asks for.
static double swing_of_track(const char *text, double *most)
{
    machine w = {0};
    double before[2] = {0}, worst = 0;
    open_text(&w, text);
    for (int k = 0; k < 1000; k++) {
        run_to(&w, &br_mech_alpha, 2e-5, 2e-5 * k);
        double N = br_moving_normal_force(&w.m.force[0], w.s.now.lambda); // friction, the first force of the text
        if (k > 1)
            worst = fmax(worst, fabs(N - 2 * before[1] + before[0]));
        *most = fmax(*most, N);
        before[0] = before[1];
        before[1] = N;
    }
    close_machine(&w);
    return worst;
}

static void the_track_of_fourteen_bodies_does_not_ring(void **state)
{
    (void)state;
    machine w = {0};
    br_buffer without = {0};
    open_example(&w, "slider-crank-14");
    assert_true(w.m.loaded && w.m.force[0].presses == 2);
    for (const char *line = w.text; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, "start loaded", 12) != 0)
            br_buffer_print(&without, "%.*s\n", (int)strcspn(line, "\n"), line);
    double most[2] = {0}, loaded = swing_of_track(w.text, &most[0]), drawn = swing_of_track(without.text, &most[1]);
    print_message(
        "the track's force: up to %.4g N, its second differences %.3g N; without a loaded start %.4g and %.3g\n",
        most[0], loaded, most[1], drawn);
    assert_true(loaded < 1e-4 * drawn);
    br_buffer_free(&without);
    close_machine(&w);
}

// ---------------------------------------------------------------- a law asked again

// What was asked before is answered from memory; a twin that is asked something else in between works it out each time.
static void a_law_that_is_asked_again_says_the_same(void **state)
{
    (void)state;
    br_joint_friction one, twin;
    br_diag why = {0};
    double last = 0;
    assert_int_equal(br_joint_friction_open(&one, "lugre", "table-I", NULL, &why), BR_OK);
    assert_int_equal(br_joint_friction_open(&twin, "lugre", "table-I", NULL, &why), BR_OK);
    for (int k = 0; k < 40; k++) {
        double w = 1e-3 * (k / 8 % 2 ? 1 : 2), a[3], b[3], ignored[2];
        a[0] = br_joint_friction_force(&one, w, 2, 1e-3, &a[1], &a[2]);
        (void)br_joint_friction_force(&twin, 7, 1, 1e-3, &ignored[0], &ignored[1]);
        b[0] = br_joint_friction_force(&twin, w, 2, 1e-3, &b[1], &b[2]);
        assert_memory_equal(a, b, sizeof a);
        br_joint_friction_derivatives(&one, 2);
        br_joint_friction_derivatives(&twin, 2);
        assert_true(one.F_by_x[0] == twin.F_by_x[0] && one.next_by_x[0] == twin.next_by_x[0]);
        assert_memory_equal(one.F_by_p, twin.F_by_p, (size_t)one.contact.system.sys.np * sizeof(double));
        assert_true(k % 4 < 2 || a[0] != last); // it was moved on, or changed
        last = a[0];
        if (k % 4 == 1) {
            br_joint_friction_advance(&one, w, 2, 1e-3);
            br_joint_friction_advance(&twin, w, 2, 1e-3);
        }
        if (k % 4 == 2) {
            br_joint_friction_set(&one, 0, one.contact.p[0] * 1.1);
            br_joint_friction_set(&twin, 0, twin.contact.p[0] * 1.1);
        }
    }
    br_joint_friction_close(&one);
    br_joint_friction_close(&twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_block_slides_down_a_slope_as_its_weight_presses_it),
                                       cmocka_unit_test(a_wheel_is_braked_by_its_weight),
                                       cmocka_unit_test(a_collar_rubs_along_and_about_its_bar),
                                       cmocka_unit_test(a_law_with_a_normal_force_gets_that_of_its_joint),
                                       cmocka_unit_test(a_start_where_no_normal_force_fits_is_refused),
                                       cmocka_unit_test(a_step_where_no_normal_force_fits_is_refused_however_short),
                                       cmocka_unit_test(what_a_joint_loses_while_it_stops_is_told),
                                       cmocka_unit_test(a_rail_yields_as_a_spring_and_damper),
                                       cmocka_unit_test(a_stiff_joint_moves_as_a_rigid_one),
                                       cmocka_unit_test(a_bearing_tilts_with_its_bending_stiffness),
                                       cmocka_unit_test(energy_is_kept_by_joints_that_yield),
                                       cmocka_unit_test(normal_forces_that_are_not_unique_are_refused),
                                       cmocka_unit_test(a_law_that_is_asked_again_says_the_same),
                                       cmocka_unit_test(what_yields_starts_under_its_load),
                                       cmocka_unit_test(a_hub_goes_round_with_its_load),
                                       cmocka_unit_test(a_joint_that_sticks_is_loaded_as_one),
                                       cmocka_unit_test(redundant_joints_share_the_load_by_their_stiffness),
                                       cmocka_unit_test(a_shaft_in_two_bearings_does_not_ring),
                                       cmocka_unit_test(a_load_that_no_position_carries_is_named_with_its_line),
                                       cmocka_unit_test(the_track_of_fourteen_bodies_does_not_ring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
