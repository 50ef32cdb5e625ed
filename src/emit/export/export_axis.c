// export_axis.c - steady friction as dry friction and damping, and as a table.   [host]
#include "num/base/fp.h"

#include "emit/export/export.h"
#include "file/page/html.h"
#include "num/base/elem.h"
#include "sim/control/servo.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- steady friction

br_status br_steady_of(br_steady *s, br_model *m, double speed, br_diag *why)
{
    br_carriage axis;
    br_known k;
    memset(s, 0, sizeof *s);
    s->law = &m->law;
    // How far it has to slide, and which motion it is: what control knows of any law, at a mass that counts for nothing here.
    br_status status = br_known_of(&k, m, 1, speed, why);
    if (status == BR_OK)
        status = br_carriage_open(&axis, m, 1, why);
    if (status != BR_OK)
        return status;
    s->known = k;
    s->states = m->nx > 0;
    for (int i = 0; i < BR_EXPORT_SPEEDS; i++)
        s->v[i] = speed * br_exp(-br_log(1000) * (BR_EXPORT_SPEEDS - 1 - i) / (BR_EXPORT_SPEEDS - 1));
    s->slow = 1e-6 * speed;
    for (int way = 0; way < 2; way++) {
        double sign = way == 0 ? 1 : -1;
        if (status == BR_OK)
            status = br_carriage_settle(&axis, sign * s->slow, sign * 20 * k.length, &s->breakaway[way]);
        s->breakaway[way] *= sign;
        for (int i = 0; i < BR_EXPORT_SPEEDS && status == BR_OK; i++) {
            double next = s->v[i < BR_EXPORT_SPEEDS - 1 ? i + 1 : i];
            status = br_carriage_settle(&axis, sign * s->v[i], sign * 20 * k.length, &s->F[way][i]);
            if (status == BR_OK)
                status =
                    br_carriage_settle(&axis, sign * (s->v[i] + next) / 2, sign * 20 * k.length, &s->between[way][i]);
            s->F[way][i] *= sign;
            s->between[way][i] *= sign;
        }
    }
    br_carriage_close(&axis);
    return status;
}

// ---------------------------------------------------------------- dry friction and damping

typedef struct joint {
    double dry, damping;      // F = dry sign(v) + damping v
    double error, at, factor; // largest error, where, and as a share of the largest force
} joint;

static double largest(const br_steady *s)
{
    double most = br_max(br_abs(s->breakaway[0]), br_abs(s->breakaway[1]));
    for (int i = 0; i < BR_EXPORT_SPEEDS; i++)
        most = br_max(most, br_max(br_abs(s->F[0][i]), br_abs(s->F[1][i])));
    return most;
}

// Least squares of both directions over all speeds from 0 on, stretch by stretch with Simpson's rule; neither number below 0.
static void fit(const br_steady *s, joint *j)
{
    static const double share[] = {1.0 / 6, 4.0 / 6, 1.0 / 6};
    double w = 0, v = 0, vv = 0, F = 0, Fv = 0;
    for (int way = 0; way < 2; way++)
        for (int i = 0; i < 3 * BR_EXPORT_SPEEDS; i++) {
            int to = i / 3, at = i % 3; // at the beginning of a stretch, between, at its end
            double from = to ? s->v[to - 1] : 0, end = s->F[way][to],
                   begin = to ? s->F[way][to - 1] : s->breakaway[way];
            double between = to ? s->between[way][to - 1] : (begin + end) / 2;
            double x = from + (s->v[to] - from) * at / 2, y = at == 0 ? begin : at == 1 ? between : end;
            double weight = (s->v[to] - from) * share[at];
            w += weight;
            v += weight * x;
            vv += weight * x * x;
            F += weight * y;
            Fv += weight * x * y;
        }
    j->damping = (w * Fv - v * F) / (w * vv - v * v);
    j->damping = br_max(j->damping, 0);
    j->dry = (F - j->damping * v) / w;
    if (j->dry < 0) {
        j->dry = 0;
        j->damping = Fv / vv;
    }
}

// The force that notation has at a speed above 0.
typedef double force_at(const br_steady *s, const joint *j, double v);

// How wrong it is at most, from where the motion begins to the highest speed.
static void find_error(const br_steady *s, joint *j, force_at *F)
{
    for (int way = 0; way < 2; way++)
        for (int i = -1; i < BR_EXPORT_SPEEDS; i++) {
            double v = i < 0 ? s->slow : s->v[i], off = br_abs((i < 0 ? s->breakaway[way] : s->F[way][i]) - F(s, j, v));
            if (off > j->error) {
                j->error = off;
                j->at = i < 0 ? 0 : way ? -v : v;
            }
        }
    double most = largest(s);
    j->factor = most > 0 ? j->error / most : 0;
}

// "wrong by up to 0.5 N (33 %), where it begins to move"
static void put_error(br_buffer *out, const br_steady *s, const joint *j)
{
    br_buffer_print(out, "wrong by up to %.3g %s (%.2g %%), ", j->error, s->known.rotary ? "N*m" : "N",
                    100 * j->factor);
    if (j->at == 0)
        br_buffer_put(out, "where it begins to move");
    else
        br_buffer_print(out, "at %.4g %s", j->at, s->known.rotary ? "rad/s" : "m/s");
}

static double dry_force(const br_steady *s, const joint *j, double v)
{
    (void)s;
    return j->dry + j->damping * v;
}

static joint joint_of(const br_steady *s)
{
    joint j = {0};
    fit(s, &j);
    find_error(s, &j, dry_force);
    return j;
}

static void put_about(br_buffer *out, const br_steady *s, const joint *j)
{
    br_buffer_put(out, "<!-- ");
    br_html_text(out, s->law->name);
    br_buffer_print(
        out, ", by bristle; not run by our tests.\n     Steady friction as dry friction and damping, up to %.4g %s: ",
        s->v[BR_EXPORT_SPEEDS - 1], s->known.rotary ? "rad/s" : "m/s");
    put_error(out, s, j);
    br_buffer_put(
        out, ".\n     Left out: presliding, a force that falls with the speed, and what the direction changes. -->\n");
}

static void put_number(br_buffer *out, const char *name, double value)
{
    br_buffer_print(out, " %s=\"", name);
    br_buffer_about(out, value, 6);
    br_buffer_put(out, "\"");
}

void br_export_mujoco(br_buffer *out, const br_steady *s)
{
    joint j = joint_of(s);
    put_about(out, s, &j);
    br_buffer_put(out, "<joint");
    put_number(out, "frictionloss", j.dry);
    put_number(out, "damping", j.damping);
    br_buffer_put(out, "/>\n");
}

void br_export_urdf(br_buffer *out, const br_steady *s)
{
    joint j = joint_of(s);
    put_about(out, s, &j);
    br_buffer_put(out, "<dynamics");
    put_number(out, "friction", j.dry);
    put_number(out, "damping", j.damping);
    br_buffer_put(out, "/>\n");
}

// ---------------------------------------------------------------- the LuGre model

// The steady force of the nearest LuGre model, and how far off it is at most.
static double lugre_force(const br_steady *s, const joint *j, double v)
{
    const br_known *k = &s->known;
    double r = v / k->vs;
    return j->dry + (k->FS - k->FC) * br_exp(-r * r) + j->damping * v;
}

static joint lugre_of(const br_steady *s)
{
    joint j = {.dry = s->known.FC, .damping = s->known.viscous};
    find_error(s, &j, lugre_force);
    return j;
}

void br_export_dcmotor(br_buffer *out, const br_steady *s)
{
    const br_known *k = &s->known;
    joint j = lugre_of(s);
    br_buffer_put(out, "<!-- ");
    br_html_text(out, s->law->name);
    br_buffer_print(
        out,
        ", by bristle; not run by our tests.\n     LuGre friction for the actuator dcmotor of MuJoCo (3.7 or "
        "later): add its joint, motorconst and resistance.\n     Steady friction up to %.4g %s is ",
        s->v[BR_EXPORT_SPEEDS - 1], k->rotary ? "rad/s" : "m/s");
    put_error(out, s, &j);
    br_buffer_print(out, ".\n     Presliding: %s. -->\n",
                    k->own ? "stiffness and damping are those of the law at rest"
                    : s->states
                        ? "half of the force builds up over the same way, without damping; the law's has another "
                          "shape"
                        : "made up, since the law has none; half of the force builds up within 0.1 ms at the "
                          "highest speed");
    br_buffer_put(out, "<dcmotor lugre=\"");
    const double lugre[] = {k->sigma0, k->own ? k->sigma1 : 0, k->FC, k->FS, k->vs};
    for (int i = 0; i < 5; i++) {
        br_buffer_put(out, i ? " " : "");
        br_buffer_about(out, lugre[i], 6);
    }
    br_buffer_put(out, "\"");
    put_number(out, "damping", k->viscous * s->v[BR_EXPORT_SPEEDS - 1] > 1e-9 * k->FC ? k->viscous : 0); // not rounding
    br_buffer_put(out, "/>\n");
}

// ---------------------------------------------------------------- a table

// How wrong straight lines between the rows are, at their middles.
static double between_rows(const br_steady *s)
{
    double most = 0;
    for (int way = 0; way < 2; way++)
        for (int i = 0; i + 1 < BR_EXPORT_SPEEDS; i++)
            most = br_max(most, br_abs(s->between[way][i] - (s->F[way][i] + s->F[way][i + 1]) / 2));
    return most;
}

void br_export_cia402(br_buffer *out, const br_steady *s)
{
    const char *v = s->known.rotary ? "rad/s" : "m/s", *F = s->known.rotary ? "N*m" : "N";
    double most = largest(s), error = between_rows(s);
    br_buffer_print(
        out,
        "# %s, by bristle; not run by our tests.\n"
        "# Friction by velocity for the torque offset (60B2h) of a drive after CiA 402, whose own unit is a "
        "thousandth of its rated torque (6076h).\n"
        "# Straight lines between rows are wrong by up to %.3g %s (%.2g %%). Left out: presliding; inside "
        "the first rows take 0.\nvelocity [%s],friction [%s]\n",
        s->law->name, error, F, most > 0 ? 100 * error / most : 0, v, F);
    for (int i = 0; i < 2 * BR_EXPORT_SPEEDS; i++) {
        bool back = i < BR_EXPORT_SPEEDS;
        int at = back ? BR_EXPORT_SPEEDS - 1 - i : i - BR_EXPORT_SPEEDS;
        br_buffer_about(out, back ? -s->v[at] : s->v[at], 6);
        br_buffer_put(out, ",");
        br_buffer_about(out, back ? -s->F[1][at] : s->F[0][at], 6);
        br_buffer_put(out, "\n");
    }
}
