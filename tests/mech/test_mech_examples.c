// test_mech_examples.c - the larger examples of mechanisms, each against a derivation of its own or published figures.
#include "num/base/fp.h"

#include "mech_kit.h"

#include <math.h>

// ---------------------------------------------------------------- Andrews' squeezer

// Angles at 0.03 s of the IVP test set, from those at the start.
static double crank_of_squeezer(double h, double *gamma)
{
    machine w = {0};
    double T, V, first;
    open_example(&w, "andrews-squeezer");
    w.s.drive[0] = 0.033;
    br_diag why = {0};
    assert_int_equal(br_moving_start(&w.s, &why), BR_OK);
    br_moving_energy(&w.s, &T, &V);
    first = T + V;
    run_to(&w, &br_mech_alpha, h, 0.03);
    br_moving_energy(&w.s, &T, &V);
    double beta = w.s.now.y[0];
    *gamma = w.s.now.y[2];
    assert_true(fabs(w.s.worked - 0.033 * beta) < 5e-5 * w.s.worked);
    assert_true(fabs(T + V - first - w.s.worked) < 2e-3 * w.s.worked);
    close_machine(&w);
    return beta;
}

static void andrews_squeezer_ends_as_the_ivp_test_set_says(void **state)
{
    (void)state;
    const double beta = 0.1581077119629904e2 + 0.0617138900142764496,
                 gamma = 0.4082224013073101e-1 - 0.45527981916307038;
    double g[2], coarse = crank_of_squeezer(2e-5, &g[0]), fine = crank_of_squeezer(1e-5, &g[1]);
    double end = fine + (fine - coarse) / 3;
    print_message("squeezer: beta off by %.2g and %.2g rad, extrapolated %.2g\n", coarse - beta, fine - beta,
                  end - beta);
    assert_true(fabs(fine - beta) < 5e-4);
    assert_true(fabs(end - beta) < 5e-6);
    assert_true(fabs(g[1] + (g[1] - g[0]) / 3 - gamma) < 5e-7);
}

// ---------------------------------------------------------------- double pendulum

// Lagrange's equations of two rods in the angles a, b of both against the ground, with LuGre friction in the upper joint
// and a damper in the lower one. x: a, b, their speeds, the bristles.
static void swing(const double *x, double *dx)
{
    const double J = 0.0833, g = 9.81, d = x[0] - x[1];
    double strength = 0.2 + 0.1 * exp(-(x[2] / 0.1) * (x[2] / 0.1));
    dx[4] = x[2] - 100 * fabs(x[2]) / strength * x[4];
    double upper = -(100 * x[4] + dx[4] + 0.01 * x[2]), lower = -0.05 * (x[3] - x[2]);
    double M = J + 0.25 + 1, m = J + 0.25, both = 0.5 * cos(d);
    double Q = upper - lower - 0.5 * sin(d) * x[3] * x[3] - 1.5 * g * cos(x[0]),
           q = lower + 0.5 * sin(d) * x[2] * x[2] - 0.5 * g * cos(x[1]), det = M * m - both * both;
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = (m * Q - both * q) / det;
    dx[3] = (M * q - both * Q) / det;
}

static void swing_to(double until, double h, double *x)
{
    const double part[4] = {1, 2, 2, 1}, far[4] = {0.5, 0.5, 1, 0};
    for (long k = 0; k < lround(until / h); k++) {
        double at[5], dx[5], sum[5] = {0};
        memcpy(at, x, sizeof at);
        for (int i = 0; i < 4; i++) {
            swing(at, dx);
            for (int j = 0; j < 5; j++) {
                sum[j] += part[i] * dx[j];
                at[j] = x[j] + far[i] * h * dx[j];
            }
        }
        for (int j = 0; j < 5; j++)
            x[j] += h / 6 * sum[j];
    }
}

static double pendulum_off(double h, const double *x)
{
    machine w = {0};
    open_example(&w, "double-pendulum");
    run_to(&w, &br_mech_alpha, h, 1);
    double off = fmax(fabs(w.s.now.y[0] - x[0]), fabs(w.s.now.y[0] + w.s.now.y[1] - x[1]));
    close_machine(&w);
    return off;
}

static void a_double_pendulum_swings_as_lagrange_has_it(void **state)
{
    (void)state;
    double x[5] = {0};
    swing_to(1, 1e-5, x);
    double coarse = pendulum_off(1e-3, x), fine = pendulum_off(5e-4, x);
    print_message("double pendulum: off by %.2g and %.2g rad, of %.4f and %.4f rad\n", coarse, fine, x[0], x[1]);
    assert_true(coarse < 5e-5);
    assert_true(fine < 0.3 * coarse);
}

// ---------------------------------------------------------------- slider-crank, 3 and 14 bodies

// The inertia that the crank of slider-crank-3 feels, and its height: T = J omega^2/2, from the geometry alone.
static double felt(double theta, double *height)
{
    const double r = 0.05, L = 0.45, rotor = 2.947e-3 + 1.644e-4, crank = 5.0822e-4 + 0.183 * r * r / 4 + 0.282 * r * r;
    const double rod = 0.254, slider = 0.282 + 0.2562 + 0.022;
    double s = r / L * sin(theta), c = sqrt(1 - s * s),
           turn = -r * cos(theta) / (L * c); // of the rod, per turn of the crank
    double x = -r * sin(theta) + L / 2 * s * turn, y = r * cos(theta) + L / 2 * c * turn; // of its centre
    double slide = -r * sin(theta) + L * s * turn;
    *height = (0.183 / 2 + 0.282 + rod / 2) * r * sin(theta);
    return rotor + crank + 1.185e-2 * turn * turn + rod * (x * x + y * y) + slider * slide * slide;
}

// J theta'' + J_theta theta'^2/2 + V_theta, and the damper.
static double torque_of(double theta, double omega, double alpha)
{
    const double step = 1e-4;
    double up, down, here, J = felt(theta, &here), before = felt(theta - step, &down), behind = felt(theta + step, &up);
    return J * alpha + (behind - before) / (4 * step) * omega * omega + 9.81 * (up - down) / (2 * step) + 0.005 * omega;
}

// An example without the lines that start with a word.
static void open_without(machine *w, const char *name, const char *word)
{
    machine whole = {0};
    br_buffer text = {0};
    open_example(&whole, name);
    for (const char *line = whole.text; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, word, strlen(word)) != 0)
            br_buffer_print(&text, "%.*s\n", (int)strcspn(line, "\n"), line);
    close_machine(&whole);
    w->text = text.text;
    open_text(w, text.text);
}

static double torque_held(machine *w, const double *y)
{
    br_diag why = {0};
    double all[12] = {0};
    memcpy(all, y, 3 * sizeof *y);
    w->s.held[0] = true;
    if (br_moving_follow(&w->s, all, 1e-3, &why) != BR_OK)
        fail_msg("%s", why.text);
    return -w->s.now.lambda[w->s.rows];
}

static void fourteen_bodies_need_the_torque_of_three(void **state)
{
    (void)state;
    machine smooth = {0}, three = {0}, fourteen = {0};
    double worst = 0, apart = 0, most = 0;
    open_without(&smooth, "slider-crank-3", "friction");
    open_example(&three, "slider-crank-3");
    open_example(&fourteen, "slider-crank-14");
    for (int k = 0; k <= 25; k++) {
        double t = 1.6e-2 * k;
        double y[3] = {50 * t + sin(8 * t), 50 + 8 * cos(8 * t), -64 * sin(8 * t)};
        double a = torque_held(&three, y), b = torque_held(&fourteen, y), c = torque_of(y[0], y[1], y[2]);
        worst = fmax(worst, fabs(torque_held(&smooth, y) - c));
        apart = fmax(apart, fabs(a - b));
        most = fmax(most, fabs(c));
    }
    print_message("slider-crank: torques of up to %.3g N*m; 3 bodies off by %.2g, 14 from 3 by %.2g\n", most, worst,
                  apart);
    assert_true(most > 0.5);
    assert_true(worst < 1e-5 * most); // the differences in torque_of
    assert_true(apart < 1e-6 * most);
    close_machine(&smooth);
    close_machine(&three);
    close_machine(&fourteen);
}

// Classical Runge-Kutta on the one equation of motion.
static void rates(const double *x, double *dx)
{
    double unused;
    dx[0] = x[1];
    dx[1] = (0.25 - torque_of(x[0], x[1], 0)) / felt(x[0], &unused);
}

static void runge_kutta(double *x, double h)
{
    double k[4][2], y[2];
    const double at[4] = {0, 0.5, 0.5, 1};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 2; j++)
            y[j] = x[j] + (i ? at[i] * h * k[i - 1][j] : 0);
        rates(y, k[i]);
    }
    for (int j = 0; j < 2; j++)
        x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
}

static void a_slider_crank_runs_as_its_one_equation(void **state)
{
    (void)state;
    machine w = {0};
    double x[2] = {0, 40};
    open_without(&w, "slider-crank-3", "friction");
    w.s.drive[0] = 0.25;
    br_diag why = {0};
    assert_int_equal(br_moving_start(&w.s, &why), BR_OK);
    run_to(&w, &br_mech_alpha, 2e-4, 1);
    for (int k = 0; k < 2000; k++)
        runge_kutta(x, 5e-4);
    print_message("slider-crank-3: %.7f rad after 1 s, by one equation %.7f\n", w.s.now.y[0], x[0]);
    assert_true(fabs(w.s.now.y[0] - x[0]) < 5e-4);
    close_machine(&w);
}

// ---------------------------------------------------------------- six axes

enum { AXES = 6 };

static void cross(const double *a, const double *b, double *c)
{
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// v turned by an angle about n (Rodrigues).
static void turn(const double *n, double angle, const double *v, double *to)
{
    double w[3], along = dot(n, v);
    cross(n, v, w);
    for (int i = 0; i < 3; i++)
        to[i] = cos(angle) * v[i] + sin(angle) * w[i] + (1 - cos(angle)) * along * n[i];
}

// v as drawn, turned with the first `links` axes.
static void carry(const br_mech *m, const double *q, int links, const double *v, double *to)
{
    double now[3] = {v[0], v[1], v[2]};
    for (int i = links - 1; i >= 0; i--)
        turn(m->joint[i].axis, q[i], (const double[3]){now[0], now[1], now[2]}, now);
    memcpy(to, now, sizeof now);
}

typedef struct link {
    double n[3], from_joint[3], to_next[3]; // axis, centre and next joint from its own joint, as they stand
    double w[3], dw[3], a[3], force[3], moment[3];
} link;

// Newton and Euler for each link, outward; I in the ground's axes: R I0 R'.
static void move_link(const br_mech *m, const double *q, int i, link *k, const double *joint_a, double *next_a)
{
    const br_body *b = &m->body[i];
    double c1[3], c2[3], Idw[3] = {0}, Iw[3] = {0};
    cross(k->dw, k->from_joint, c1);
    cross(k->w, k->from_joint, c2);
    cross(k->w, (const double[3]){c2[0], c2[1], c2[2]}, c2);
    for (int c = 0; c < 3; c++)
        k->a[c] = joint_a[c] + c1[c] + c2[c];
    for (int c = 0; c < 3; c++)
        k->force[c] = b->mass * (k->a[c] - m->gravity[c]);
    for (int e = 0; e < 3; e++) {
        double axis[3] = {e == 0, e == 1, e == 2};
        carry(m, q, i + 1, (const double[3]){axis[0], axis[1], axis[2]}, axis);
        for (int c = 0; c < 3; c++) {
            Idw[c] += b->inertia[e] * dot(axis, k->dw) * axis[c];
            Iw[c] += b->inertia[e] * dot(axis, k->w) * axis[c];
        }
    }
    cross(k->w, Iw, k->moment);
    for (int c = 0; c < 3; c++)
        k->moment[c] += Idw[c];
    cross(k->dw, k->to_next, c1);
    cross(k->w, k->to_next, c2);
    cross(k->w, (const double[3]){c2[0], c2[1], c2[2]}, c2);
    for (int c = 0; c < 3; c++)
        next_a[c] = joint_a[c] + c1[c] + c2[c];
}

// Torques by the recursion of Luh, Walker and Paul.
static void newton_euler(const br_mech *m, const double *q, const double *dq, const double *ddq, double *torque)
{
    link k[AXES];
    double w[3] = {0}, dw[3] = {0}, a[3] = {0}, f[3] = {0}, t[3] = {0}, c1[3], c2[3];
    memset(k, 0, sizeof k);
    for (int i = 0; i < AXES; i++) {
        double cog[3], next[3];
        for (int c = 0; c < 3; c++) {
            cog[c] = m->body[i].cog[c] - m->joint[i].at[c];
            next[c] = i + 1 < AXES ? m->joint[i + 1].at[c] - m->joint[i].at[c] : 0;
        }
        carry(m, q, i, m->joint[i].axis, k[i].n);
        carry(m, q, i + 1, cog, k[i].from_joint);
        carry(m, q, i + 1, next, k[i].to_next);
        cross(w, k[i].n, c1);
        for (int c = 0; c < 3; c++) {
            dw[c] += k[i].n[c] * ddq[i] + c1[c] * dq[i];
            w[c] += k[i].n[c] * dq[i];
        }
        memcpy(k[i].w, w, sizeof w);
        memcpy(k[i].dw, dw, sizeof dw);
        move_link(m, q, i, &k[i], (const double[3]){a[0], a[1], a[2]}, a);
    }
    for (int i = AXES - 1; i >= 0; i--) { // forces and moments at the joint, from the tool inward
        cross(k[i].from_joint, k[i].force, c1);
        cross(k[i].to_next, f, c2);
        for (int c = 0; c < 3; c++) {
            t[c] += k[i].moment[c] + c1[c] + c2[c];
            f[c] += k[i].force[c];
        }
        torque[i] = dot(t, k[i].n);
    }
}

static double friction_of(int axis, double w)
{
    const double FC[AXES] = {6, 8, 4, 0.6, 0.5, 0.3}, FS[AXES] = {6, 8, 4, 0.8, 0.7, 0.4};
    const double sigma2[AXES] = {8, 10, 4, 0.3, 0.2, 0.1};
    return (FC[axis] + (FS[axis] - FC[axis]) * exp(-w * w / 0.01)) * (w > 0 ? 1 : -1) + sigma2[axis] * w;
}

static void a_six_axis_arm_needs_the_torques_of_newton_and_euler(void **state)
{
    (void)state;
    machine w = {0};
    br_diag why = {0};
    double worst = 0, most = 0;
    open_example(&w, "arm6");
    for (int i = 0; i < AXES; i++)
        w.s.held[i] = true;
    for (int k = 0; k < 12; k++) {
        double q[AXES], dq[AXES], ddq[AXES], y[3 * AXES], torque[AXES], t = 0.03 + 0.2 * k;
        for (int i = 0; i < AXES; i++) {
            double f = 1 + 0.3 * i;
            q[i] = sin(f * t), dq[i] = f * cos(f * t), ddq[i] = -f * f * sin(f * t);
            memcpy(y + 3 * i, (const double[3]){q[i], dq[i], ddq[i]}, 3 * sizeof *y);
        }
        if (br_moving_follow(&w.s, y, 1e-3, &why) != BR_OK)
            fail_msg("%s", why.text);
        newton_euler(&w.m, q, dq, ddq, torque);
        for (int i = 0; i < AXES; i++) {
            double want = torque[i] + friction_of(i, dq[i]);
            worst = fmax(worst, fabs(-w.s.now.lambda[w.s.rows + i] - want));
            most = fmax(most, fabs(want));
        }
    }
    print_message("arm: torques of up to %.3g N*m differ by %.2g\n", most, worst);
    assert_true(most > 50);
    assert_true(worst < 1e-8 * most);
    close_machine(&w);
}

static void a_six_axis_arm_sinks_to_rest(void **state)
{
    (void)state;
    machine w = {0};
    double T, V, first;
    open_example(&w, "arm6");
    br_moving_energy(&w.s, &T, &V);
    first = T + V;
    run_to(&w, &br_mech_alpha, 4e-3, 3);
    br_moving_energy(&w.s, &T, &V);
    print_message("arm: %.4g J lost, %.2g J unaccounted\n", w.s.lost, T + V - first + w.s.lost);
    assert_true(T < 1e-20);
    assert_true(w.s.lost > 100 && fabs(T + V - first + w.s.lost) < 1e-3 * w.s.lost);
    close_machine(&w);
}

// ---------------------------------------------------------------- N-four-bar

// All upright rods turn alike and all others stay level: ((N + 1)/3 + N) theta'' = ((N + 1)/2 + N) g sin(theta), N = 2. Twice in
// a turn all rods are on one line, where the mechanism could go on in several ways.
static void n_four_bar_runs_through_singular_positions_as_its_one_equation(void **state)
{
    (void)state;
    const double h = 1e-3;
    machine w = {0};
    double theta = 0, omega = 1, worst = 0;
    open_example(&w, "n-four-bar");
    for (int k = 1; k <= 6000; k++) {
        for (int i = 0; i < 4; i++) { // Stoermer and Verlet
            omega += h / 8 * 3.5 * 9.81 / 3 * sin(theta);
            theta += h / 4 * omega;
            omega += h / 8 * 3.5 * 9.81 / 3 * sin(theta);
        }
        run_to(&w, &br_mech_alpha, h, k * h);
        worst = fmax(worst, fabs(w.s.now.y[0] + theta));
    }
    print_message("n-four-bar: %.2f rad, off by %.2g\n", theta, worst);
    assert_true(theta > 18); // six singular positions
    assert_true(worst < 3e-4);
    close_machine(&w);
}

// ---------------------------------------------------------------- Bricard's mechanism

// Ends of the rods, from the angle A alone: C = E = A, D = B, F = -B, sin A + sin B + sin A sin B = 0.
static void rods_of_bricard(double A, double end[6][3])
{
    double a = sin(A), b = -a / (1 + a), ca = cos(A), cb = sqrt(1 - b * b);
    const double first[3] = {ca, 0, -a}, across[3] = {a, 0, ca}; // x and z of the first rod's frame
    double second[3]; // -y of the second's, which turned by B about z of the first's
    for (int i = 0; i < 3; i++)
        second[i] = b * first[i];
    second[1] -= cb;
    for (int i = 0; i < 3; i++) {
        end[0][i] = 0;
        end[1][i] = first[i];
        end[2][i] = first[i] + second[i];
    }
    // z' = cos(C) z - sin(C) y = cos(C) z + sin(C) (-y)
    for (int i = 0; i < 3; i++)
        end[3][i] = end[2][i] + ca * across[i] + a * second[i];
    end[4][0] = 0; // F about x by -B
    end[4][1] = -cb;
    end[4][2] = 1 + b;
    end[5][0] = end[5][1] = 0;
    end[5][2] = 1;
}

// Inertia felt by A and height of all five slender rods: a rod with ends of speeds u and w has (u.u + u.w + w.w)/6 of energy.
static double felt_by_bricard(double A, double *height)
{
    const double d = 1e-4;
    double low[6][3], high[6][3], at[6][3], sum = 0;
    rods_of_bricard(A - d, low);
    rods_of_bricard(A + d, high);
    rods_of_bricard(A, at);
    *height = 0;
    for (int r = 0; r < 5; r++)
        for (int i = 0; i < 3; i++) {
            double u = (high[r][i] - low[r][i]) / (2 * d), w = (high[r + 1][i] - low[r + 1][i]) / (2 * d);
            sum += (u * u + u * w + w * w) / 3;
            *height += i == 1 ? (at[r][1] + at[r + 1][1]) / 2 : 0;
        }
    return sum;
}

static void bricard_moves_by_its_identity_though_redundant(void **state)
{
    (void)state;
    machine w = {0};
    double worst = 0, height, start, closure = 0, end[6][3];
    br_diag why = {0};
    int rank, which[64];
    open_example(&w, "bricard");
    assert_int_equal(br_moving_check_start(&w.s, &rank, which, &why), BR_OK);
    assert_int_equal(w.s.rows - rank, 1);
    assert_int_equal(w.s.n - rank, 1);
    (void)felt_by_bricard(0, &start);
    for (int k = 1; k <= 30; k++) {
        run_to(&w, &br_mech_alpha, 1e-3, 0.1 * k);
        const double *y = w.s.now.y; // A, B, C, D, E, F
        double a = sin(y[0]), b = sin(y[1]), J = felt_by_bricard(y[0], &height);
        rods_of_bricard(y[0], end);
        double rod = hypot(end[4][0] - end[3][0], hypot(end[4][1] - end[3][1], end[4][2] - end[3][2]));
        closure = fmax(closure, fabs(rod - 1));
        worst = fmax(worst, fabs(a + b + a * b));
        worst = fmax(worst, fmax(fabs(y[2] - y[0]), fabs(y[4] - y[0])));
        worst = fmax(worst, fmax(fabs(y[3] - y[1]), fabs(y[5] + y[1])));
        br_measure_state l;
        br_measure_derivatives(&w.m, 0, w.s.now.q, w.s.now.v, y[0], &l);
        worst = fmax(worst, fabs(J * l.w * l.w / 2 + 9.81 * (height - start)) / 30);
    }
    print_message("bricard: angles, and energies by them, off by %.2g; %.2g\n", worst, closure);
    assert_true(closure < 1e-9); // of our own derivation
    assert_true(worst < 1e-6);
    close_machine(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_double_pendulum_swings_as_lagrange_has_it),
                                       cmocka_unit_test(andrews_squeezer_ends_as_the_ivp_test_set_says),
                                       cmocka_unit_test(fourteen_bodies_need_the_torque_of_three),
                                       cmocka_unit_test(a_slider_crank_runs_as_its_one_equation),
                                       cmocka_unit_test(a_six_axis_arm_needs_the_torques_of_newton_and_euler),
                                       cmocka_unit_test(a_six_axis_arm_sinks_to_rest),
                                       cmocka_unit_test(n_four_bar_runs_through_singular_positions_as_its_one_equation),
                                       cmocka_unit_test(bricard_moves_by_its_identity_though_redundant)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
