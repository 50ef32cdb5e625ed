// rig_axis.c - a direct-drive axis in closed loop, in the manner of thesis chapter 4: rig/axis and rig/exact.   [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "num/base/elem.h"
#include "sim/rig/trajectory.h"
#include "sim/run/sensor.h"
#include "sim/rig/virgin_curve.h"

#include <string.h>

#define TAU 6.283185307179586 // 2 pi

// What tells one axis from the other. All numbers are explained in docs/rigs.md.
typedef struct machine {
    br_status (*friction)(br_contact *c, br_diag *why);
    double cogging;      // N, amplitude
    const char *sensors; // of q; of d, a force that acts beside the drive's; of F
    bool measures;       // velocity and friction force are logged, too
} machine;

static const double mass = 20, viscous = 400;       // kg (4.4.1); N*s/m (Table 4.1)
static const double pitch = 16e-3, middle = 100e-6; // m, of the cogging, and where it is zero
enum { SUBSTEPS = 2, ELEMENTS = 16 };

// ---------------------------------------------------------------- friction

static br_integrator_options flow_options(void)
{
    br_integrator_options o = br_integrator_defaults();
    o.slopes = 0;
    o.accuracy = 1e-7;
    return o;
}

static void write_list(br_buffer *b, const char *name, int n, const double *v, const char *unit)
{
    br_buffer_print(b, "%s = ", name);
    for (int i = 0; i < n; i++) {
        br_buffer_put(b, i ? ", " : "");
        br_buffer_number(b, v[i]);
    }
    br_buffer_print(b, "%s\n", unit);
}

// GMS with elements cut from a smooth curve; all else as Table 4.1.
br_status br_rig_rich(br_buffer *list)
{
    br_virgin curve;
    double x[ELEMENTS], kappa[ELEMENTS], nu[ELEMENTS];
    br_status status = br_virgin_make(&curve);
    if (status != BR_OK)
        return status;
    br_virgin_cut(&curve, 0.05e-6, ELEMENTS, x, kappa, nu);
    write_list(list, "kappa", ELEMENTS, kappa, " N/m");
    write_list(list, "nu", ELEMENTS, nu, "");
    br_buffer_put(list, "FC = 9 N, beta = 0.12, vs = 1 mm/s, sigma2 = 0.4 N*s/mm, C = 15 N/s"); // C: as Fig. 3.5
    return list->status;
}

static br_status open_rich(br_contact *c, br_diag *why)
{
    br_integrator_options o = flow_options();
    br_buffer list = {0};
    br_status status = br_rig_rich(&list);
    if (status == BR_OK)
        status = br_contact_open(c, "gms", NULL, list.text, &o, why);
    br_buffer_free(&list);
    return status;
}

static br_status open_sgms(br_contact *c, br_diag *why)
{
    br_integrator_options o = flow_options();
    return br_contact_open(c, "sgms", "table-4.1", NULL, &o, why);
}

// ---------------------------------------------------------------- the axis

typedef struct axis {
    const machine *is;
    br_contact friction;
    double q, v;
    double u, d; // held over a sample: force of the drive, and force noise
} axis;

// All forces but the drive's and friction.
static double beside(const axis *a)
{
    return a->d - a->is->cogging * br_sin(TAU * ((a->q - middle) / pitch));
}

static double acceleration(axis *a, double v)
{
    return (a->u + beside(a) - br_contact_force(&a->friction, v)) / mass;
}

static br_status drift(axis *a, double h)
{
    a->q += h * a->v;
    return br_contact_move(&a->friction, a->v, h);
}

static void kick(axis *a, double h)
{
    double half = a->v + h / 2 * acceleration(a, a->v);
    a->v += h * acceleration(a, half);
}

// Over a sample: the friction moves at held velocities, with its transitions located; in between the velocity jumps
// (Strang's splitting, second order).
static br_status advance(axis *a)
{
    double h = BR_RIG_DT / SUBSTEPS;
    br_status status = drift(a, h / 2);
    for (int i = 1; i <= SUBSTEPS && status == BR_OK; i++) {
        kick(a, h);
        status = drift(a, i < SUBSTEPS ? h : h / 2);
    }
    return status;
}

// ---------------------------------------------------------------- its controller

typedef struct controller {
    double q, v, i; // position measured last, its filtered rate, integral part
} controller;

// PID on the measured position with the reference fed forward; friction is left to the feedback, as in Fig. 4.4.
static double control(controller *c, double q, double r, double dr, double ddr)
{
    static const double Kp = 1.6e7, Kd = 2.5e4, Ki = 1.6e9; // N/m, N*s/m, N/(m*s)
    static const double smooth = 0.4;                       // share of a new rate
    double e = r - q;
    c->v += smooth * ((q - c->q) / BR_RIG_DT - c->v);
    c->q = q;
    c->i += Ki * BR_RIG_DT * e;
    return mass * ddr + viscous * dr + Kp * e + Kd * (dr - c->v) + c->i;
}

// ---------------------------------------------------------------- a run

enum { T, Q, U, Q_TRUE, V_TRUE, A_TRUE, F_TRUE, W_TRUE, V, F, COLUMNS };
static const br_record_head heads[COLUMNS] = {
    [T] = {"t", "s", BR_RECORD_TIME},
    [Q] = {"q", "m", BR_RECORD_OUTPUT},
    [U] = {"u", "N", BR_RECORD_INPUT},
    [Q_TRUE] = {"q_true", "m", BR_RECORD_TRUTH},
    [V_TRUE] = {"v_true", "m/s", BR_RECORD_TRUTH},
    [A_TRUE] = {"a_true", "m/s^2", BR_RECORD_TRUTH},
    [F_TRUE] = {"F_true", "N", BR_RECORD_TRUTH},
    [W_TRUE] = {"w_true", "N", BR_RECORD_TRUTH},
    [V] = {"v", "m/s", BR_RECORD_INPUT},
    [F] = {"F", "N", BR_RECORD_OUTPUT},
};

enum { SEEN_Q, SEEN_D, SEEN_F, SEEN };

static br_status read_sensors(br_sensor *s, const char *list, uint64_t seed, br_diag *why)
{
    br_sensor_signal signal[SEEN] = {{.name = "q"}, {.name = "d"}, {.name = "F"}};
    signal[SEEN_Q].unit.power[0] = 12;
    (void)br_unit_read("N", 1, NULL, 0, &signal[SEEN_D].unit, NULL);
    signal[SEEN_F].unit = signal[SEEN_D].unit;
    return br_sensor_read(s, list, "rig", signal, SEEN, seed, why);
}

static void write_row(br_rig *r, axis *a, double t, const double *seen)
{
    br_record_column *c = r->log.column;
    long long k = r->log.rows++;
    int known = a->is->measures ? COLUMNS : V;
    c[T].v[k] = t;
    c[Q].v[k] = seen[SEEN_Q];
    c[U].v[k] = a->u;
    c[Q_TRUE].v[k] = a->q;
    c[V_TRUE].v[k] = a->v;
    c[A_TRUE].v[k] = acceleration(a, a->v);
    c[F_TRUE].v[k] = br_contact_force(&a->friction, a->v);
    c[W_TRUE].v[k] = beside(a);
    for (int i = 0; i < a->friction.model.nx; i++)
        c[known + i].v[k] = a->friction.x[i];
    if (a->is->measures)
        c[F].v[k] = seen[SEEN_F];
}

// The velocity of a row is the mean over the sample behind it: held, it moves the axis as far as it went.
static void write_velocity(br_rig *r, const axis *a)
{
    br_record_column *c = r->log.column;
    long long k = r->log.rows - 1;
    if (a->is->measures && k >= 0)
        c[V].v[k] = (a->q - c[Q_TRUE].v[k]) / r->dt;
}

static br_status simulate(br_rig *r, axis *a, const br_course *course, br_sensor *s, br_diag *why)
{
    br_status status = BR_OK;
    long long first = -br_course_lead(course);
    double dr, ddr, start = br_course_at(course, (double)first * r->dt, &dr, &ddr);
    controller c = {.q = start};
    a->q = start;
    for (long long k = first; k < r->log.room && status == BR_OK; k++) {
        double t = (double)k * r->dt, ref = br_course_at(course, t, &dr, &ddr), seen[SEEN];
        const double truth[SEEN] = {a->q, 0, br_contact_force(&a->friction, a->v)};
        status = br_sensor_step(s, t, truth, seen, why);
        if (status != BR_OK)
            break;
        a->u = control(&c, seen[SEEN_Q], ref, dr, ddr);
        a->d = seen[SEEN_D];
        if (k >= 0)
            write_row(r, a, t, seen);
        status = advance(a);
        write_velocity(r, a);
    }
    return status;
}

static br_status run_axis(br_rig *r, const machine *is, uint64_t seed, br_diag *why)
{
    axis a = {.is = is};
    br_course course;
    br_sensor s = {0};
    br_status status = br_course_make(&course);
    if (status != BR_OK)
        return status;
    status = is->friction(&a.friction, why);
    if (status == BR_OK)
        status = br_rig_open_log(r, heads, is->measures ? COLUMNS : V, &a.friction.model, br_course_rows(&course), why);
    if (status == BR_OK)
        status = read_sensors(&s, is->sensors, seed, why);
    r->dt = BR_RIG_DT;
    r->m = mass;
    if (status == BR_OK)
        status = simulate(r, &a, &course, &s, why);
    br_rig_mark_minor(r, &course);
    r->health = a.friction.flow.health;
    br_sensor_free(&s);
    br_contact_close(&a.friction);
    br_course_free(&course);
    return status;
}

br_status br_rig_axis(br_rig *r, uint64_t seed, br_diag *why)
{
    static const machine is = {open_rich, 2, "q = noise(0.6) | quantise(0.244140625) nm, d = noise(0.4) N", false};
    return run_axis(r, &is, seed, why);
}

br_status br_rig_exact(br_rig *r, uint64_t seed, br_diag *why)
{
    static const machine is = {open_sgms, 0, "q = noise(0.05) | quantise(0.01) nm, F = noise(0.02) N", true};
    return run_axis(r, &is, seed, why);
}
