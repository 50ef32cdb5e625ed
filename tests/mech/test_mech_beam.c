// test_mech_beam.c - beams: frequencies, deflections, and what bending does to the motion of a mechanism.
#include "num/base/fp.h"

#include "mech_kit.h"

#include "mech/model/inertia.h"
#include "mech/estimate/sensor.h"

#include <math.h>

static const double pi = 3.14159265358979312;

static int measure_of(const machine *w, const char *name)
{
    for (int i = 0; i < w->m.measures; i++)
        if (strcmp(w->m.measure[i].name, name) == 0)
            return i;
    fail_msg("no measure %s", name);
    return 0;
}

// The frequency of a measure, by its zeros on the way down.
static double frequency(machine *w, const char *name, double h, double until)
{
    int i = measure_of(w, name), zeros = 0;
    double first = 0, last = 0;
    br_diag why = {0};
    for (int k = 1; k * h < until; k++) {
        double before = w->s.now.y[i];
        if (br_moving_step(&w->s, &br_mech_alpha, h, &why) != BR_OK)
            fail_msg("%s", why.text);
        double y = w->s.now.y[i];
        if (before > 0 && y <= 0) {
            last = (k - 1 + before / (before - y)) * h;
            first = zeros++ ? first : last;
        }
    }
    assert_true(zeros > 5);
    return 2 * pi * (zeros - 1) / (last - first);
}

// ---------------------------------------------------------------- frequencies: sqrt(EI/(m L^3)) = 5 rad/s

#define CANTILEVER                                                                                                     \
    "mechanism m\nplanar\nbeam b clamped mass = 2 kg, from = 0, 0 m, to = 0.6, 0.8 m, rigidity = 50 N*m^2, modes = "   \
    "2\n"                                                                                                              \
    "joint A fixed b ground at = 0, 0 m\n"

static void a_cantilever_has_its_first_two_frequencies(void **state)
{
    (void)state;
    const double want[2] = {1.8751040687 * 1.8751040687 * 5, 4.6940911330 * 4.6940911330 * 5};
    const char *const start[2] = {CANTILEVER "start b.bend1 position = 1 mm\n",
                                  CANTILEVER "start b.bend2 position = 1 mm\n"};
    const char *const name[2] = {"b.bend1", "b.bend2"};
    for (int i = 0; i < 2; i++) {
        machine w = {0};
        open_text(&w, start[i]);
        double f = frequency(&w, name[i], i ? 2e-4 : 1e-3, i ? 1 : 4);
        print_message("cantilever: %.6f rad/s, by theory %.6f\n", f, want[i]);
        assert_true(fabs(f / want[i] - 1) < 2e-4);
        close_machine(&w);
    }
}

static void a_rod_between_pins_has_its_first_two_frequencies(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        machine w = {0};
        char text[500];
        snprintf(
            text, sizeof text,
            "mechanism m\nplanar\nbeam b pinned mass = 2 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 50 N*m^2, modes = "
            "3\njoint A revolute b ground at = 0, 0 m\nbody s mass = 0.01 kg, cog = 1, 0 m\n"
            "joint B revolute b s at = 1, 0 m\njoint S prismatic s ground at = 1, 0 m, axis = 1, 0\n"
            "start b.bend%d position = 0.1 mm\n",
            i + 1);
        open_text(&w, text);
        double want = pi * pi * (i + 1) * (i + 1) * 5, f = frequency(&w, i ? "b.bend2" : "b.bend1", 1e-4, i ? 0.4 : 1);
        print_message("rod between pins: %.6f rad/s, by theory %.6f\n", f, want);
        assert_true(fabs(f / want - 1) < 2e-4);
        close_machine(&w);
    }
}

// Shapes of one support in a machine with another: a beam that is clamped to its own frame, hung between pins. The frame
// turns as its end bends, so all of the mass matrix has its part in this.
static void clamped_shapes_give_the_frequency_of_a_rod_between_pins(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w, "mechanism m\nplanar\nbeam b clamped mass = 2 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 50 N*m^2, "
                  "modes = 6, damping = 0.02\n"
                  "joint A revolute b ground at = 0, 0 m\nbody s mass = 0.01 kg, cog = 1, 0 m\n"
                  "joint B revolute b s at = 1, 0 m\njoint S prismatic s ground at = 1, 0 m, axis = 1, 0\n"
                  "start b.bend1 position = 0.1 mm\n");
    run_to(&w, &br_mech_alpha, 5e-4, 0.4); // higher modes die
    double f = frequency(&w, "A", 5e-4, 1);
    print_message("clamped shapes between pins: %.4f rad/s, by theory %.4f\n", f, pi * pi * 5);
    assert_true(fabs(f / (pi * pi * 5) - 1) < 0.02);
    close_machine(&w);
}

// In space a round beam bends in both planes alike.
static void a_cantilever_in_space_bends_in_both_planes(void **state)
{
    (void)state;
    const double want = 1.8751040687 * 1.8751040687 * 5;
    for (int i = 0; i < 2; i++) {
        machine w = {0};
        char text[500];
        snprintf(
            text, sizeof text,
            "mechanism m\nbeam b clamped mass = 2 kg, from = 1, 0, 0 m, to = 1, 0.6, 0.8 m, rigidity = 50 N*m^2, modes "
            "= 1\njoint A fixed b ground at = 1, 0, 0 m\nstart b.bend%d position = 1 mm\n",
            i + 1);
        open_text(&w, text);
        double f = frequency(&w, i ? "b.bend2" : "b.bend1", 1e-3, 3);
        assert_true(fabs(f / want - 1) < 2e-4);
        close_machine(&w);
    }
}

// ---------------------------------------------------------------- deflections and motion

// Under its own weight the tip of a cantilever sinks by m g L^3/(8 EI).
static void a_cantilever_sinks_under_its_weight(void **state)
{
    (void)state;
    machine w = {0};
    open_text(&w, "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\n"
                  "beam b clamped mass = 0.2 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 50 N*m^2, modes = 8\n"
                  "joint A fixed b ground at = 0, 0 m\npoint tip b at = 1, 0 m\nstart equilibrium\n");
    double y = br_form_value(&w.m.spot[0].x[1], w.s.now.q), want = -0.2 * 9.81 / (8 * 50);
    print_message("tip at %.7f m, by theory %.7f\n", y, want);
    assert_true(fabs(y / want - 1) < 1e-4);
    close_machine(&w);
}

// Strain of a fibre is -height times the curvature that points of the beam show.
static void a_strain_gauge_sees_the_curvature(void **state)
{
    (void)state;
    const char *const kind[2] = {"pinned", "clamped"};
    for (int k = 0; k < 2; k++) {
        machine w = {0};
        char text[700];
        snprintf(
            text, sizeof text,
            "mechanism m\nplanar\nbeam b %s mass = 2 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 50 N*m^2, modes = 3\n"
            "joint A revolute b ground at = 0, 0 m\npoint p b at = 0.29, 0 m\npoint q b at = 0.3, 0 m\npoint r b at = "
            "0.31, 0 m\nvirtual e strain b at = 0.3, 0 m, height = 5 mm\nstart b.bend1 position = 1 mm\nstart b.bend2 "
            "position = 2 mm\nstart b.bend3 position = -1 mm\n",
            kind[k]);
        open_text(&w, text);
        double y[3];
        for (int i = 0; i < 3; i++)
            y[i] = br_form_value(&w.m.spot[i].x[1], w.s.now.q);
        double want = -5e-3 * (y[0] - 2 * y[1] + y[2]) / 1e-4, got = br_sensor_value(&w.s, &w.m.sensor[0]);
        print_message("%s: strain %.6g, by differences %.6g\n", kind[k], got, want);
        assert_true(fabs(want) > 1e-5 && fabs(got / want - 1) < 2e-3);
        close_machine(&w);
    }
}

static double angle_after(const char *rod, double h)
{
    machine w = {0};
    char text[700];
    snprintf(text, sizeof text,
             "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody c mass = 0.2 kg, cog = 0.05, 0 m, inertia = 1.6e-4 "
             "kg*m^2\n"
             "%s\nbody s mass = 0.4 kg, cog = 0.4, 0 m\njoint A revolute c ground at = 0, 0 m\n"
             "joint B revolute r c at = 0.1, 0 m\njoint C revolute s r at = 0.4, 0 m\n"
             "joint S prismatic s ground at = 0.4, 0 m, axis = 1, 0\nstart A speed = 20 rad/s\n",
             rod);
    open_text(&w, text);
    run_to(&w, &br_mech_alpha, h, 1);
    double angle = w.s.now.y[measure_of(&w, "A")];
    close_machine(&w);
    return angle;
}

static void a_stiff_rod_moves_as_a_rigid_one(void **state)
{
    (void)state;
    const char beam[] =
        "beam r pinned mass = 0.2 kg, from = 0.1, 0 m, to = 0.4, 0 m, rigidity = %g N*m^2, damping = 0.5";
    double last = 1, rigid = angle_after("body r mass = 0.2 kg, cog = 0.25, 0 m, inertia = 0.0015 kg*m^2", 2e-4);
    for (int i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text, beam, 100 * pow(10, 2 * i));
        double off = fabs(angle_after(text, 2e-4) - rigid);
        print_message("rigidity %g N*m^2: %.2g rad from rigid\n", 100 * pow(10, 2 * i), off);
        assert_true(off < last);
        last = off;
    }
    assert_true(last < 1e-5);
}

static double energy_error(double h)
{
    machine w = {0};
    double T, V, first;
    open_example(&w, "slider-crank-flex");
    br_moving_energy(&w.s, &T, &V);
    first = T + V;
    run_to(&w, &br_mech_alpha, h, 0.05);
    br_moving_energy(&w.s, &T, &V);
    double error = fabs(T + V - first - w.s.worked + w.s.lost);
    close_machine(&w);
    return error;
}

static void energy_error_of_a_rod_that_bends_falls_with_the_square_of_the_step(void **state)
{
    (void)state;
    double coarse = energy_error(1e-4), fine = energy_error(5e-5);
    print_message("energy errors %.3g, %.3g J\n", coarse, fine);
    assert_true(coarse / fine >= 3.5);
}

// A free beam in flight keeps its momentum, and its angular momentum while it shivers.
static void a_beam_in_flight_keeps_its_momenta(void **state)
{
    (void)state;
    machine w = {0};
    open_text(
        &w,
        "mechanism m\nplanar\nbeam b pinned mass = 2 kg, from = 0, 0 m, to = 1, 0 m, rigidity = 50 N*m^2, modes = 3\n"
        "joint F free b ground\nstart b.bend1 speed = 1 m/s\nstart b.bend2 position = 20 mm\n");
    double before[3] = {0}, now[3];
    for (int k = 0; k <= 10; k++) {
        run_to(&w, &br_mech_alpha, 1e-4, 0.05 * k);
        double *v = w.s.now.v, *q = w.s.now.q, p[32] = {0};
        for (int i = 0; i < w.s.n; i++) { // M v, column by column
            br_mass_entry entry[BR_MASS_MOST];
            int count = i == 0 ? br_mass_of(&w.m, 0, entry) : 0;
            for (int e = 0; e < count; e++)
                p[entry[e].i] += entry[e].m * v[entry[e].j];
        }
        now[0] = p[0], now[1] = p[1], now[2] = 0;
        for (int i = 0; i < w.s.n; i += 2) // all coordinates are vectors: q x p
            now[2] += q[i] * p[i + 1] - q[i + 1] * p[i];
        if (k == 0)
            memcpy(before, now, sizeof now);
        for (int c = 0; c < 3; c++)
            if (fabs(now[c] - before[c]) > 1e-5)
                fail_msg("momentum %d: %.9g after %.9g", c, now[c], before[c]);
    }
    close_machine(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cantilever_has_its_first_two_frequencies),
        cmocka_unit_test(a_rod_between_pins_has_its_first_two_frequencies),
        cmocka_unit_test(clamped_shapes_give_the_frequency_of_a_rod_between_pins),
        cmocka_unit_test(a_cantilever_in_space_bends_in_both_planes),
        cmocka_unit_test(a_cantilever_sinks_under_its_weight),
        cmocka_unit_test(a_strain_gauge_sees_the_curvature),
        cmocka_unit_test(a_stiff_rod_moves_as_a_rigid_one),
        cmocka_unit_test(energy_error_of_a_rod_that_bends_falls_with_the_square_of_the_step),
        cmocka_unit_test(a_beam_in_flight_keeps_its_momenta)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
