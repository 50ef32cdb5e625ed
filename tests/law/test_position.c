// test_position.c - every built-in law and plant with a velocity for input: driven by a position as by its velocity.
#include "kit/run_kit.h"
#include "sim/run/driver.h"

enum { TIMES = 20, OUTPUTS = 16 };

// The input v, or the one in m/s or rad/s, or -1.
static int velocity_of(const br_model *m)
{
    int v = br_law_find(&m->law, "v", 1);
    if (v >= 0 && m->law.q[v].kind == BR_INPUT)
        return v;
    br_unit second = br_unit_none(), metre = br_unit_none();
    int found = -1;
    second.power[2] = metre.power[0] = 12;
    for (int q = 0; q < m->law.nq; q++) {
        br_unit way = br_unit_mul(m->law.q[q].unit, second);
        if (m->law.q[q].kind == BR_INPUT && (br_unit_same(way, metre) || strcmp(m->law.q[q].si_text, "rad/s") == 0))
            found = q;
    }
    return found;
}

// A model with its first set, and 1 in SI for inputs without a value.
static void load(run_model *l, const br_builtin *b)
{
    br_parsed_law law;
    br_diag why = {0};
    br_read_options o = {.find = br_builtin_text};
    assert_int_equal(br_law_read(&law, b->text, b->size, b->name, &o, &why), BR_OK);
    char set[BR_MAX_NAME + 1] = "";
    if (law.nset > 0)
        snprintf(set, sizeof set, "%s", law.set[0].name);
    br_law_free(&law);
    run_load(l, &(run_case){b->name, set[0] ? set : NULL, set[0] ? NULL : "sigma2 = 1 N*s/m", {.hold = 0}, 1});
    for (int q = 0; q < l->model.law.nq; q++)
        for (int i = 0;
             l->model.law.q[q].kind == BR_INPUT && l->model.origin[q] == BR_UNSET && i < br_model_len(&l->model, q);
             i++)
            br_model_values(&l->model, q)[i] = br_interval_of(1, 1);
    for (int q = 0; q < l->model.law.nq; q++)
        l->model.origin[q] = l->model.origin[q] == BR_UNSET ? BR_GIVEN : l->model.origin[q];
}

// Outputs at TIMES times up to the end, one after the other.
static void go(run_model *l, const char *list, double end, double *y, br_run *r)
{
    br_source s;
    br_driver driver;
    br_diag why = {0};
    if (br_source_read(&s, list, "--input", &l->model, NULL, &why) != BR_OK ||
        br_source_no_jump(&s, 0, end, &why) != BR_OK)
        fail_msg("%s", why.text);
    l->drive = br_driver_of(&driver, &s);
    br_run_options o = run_options("stiff", 1e-9);
    o.step = end / 1000;
    run_begin(r, l, &o);
    assert_true(r->system.sys.ny <= OUTPUTS);
    for (int k = 0; k < TIMES; k++) {
        run_to(r, end * (k + 1) / TIMES);
        memcpy(y + (size_t)k * OUTPUTS, r->y, (size_t)r->system.sys.ny * sizeof *y);
    }
    br_run_close(r);
    br_source_free(&s);
}

static double difference(const double *a, const double *b, int ny)
{
    double most = 0, size = 0;
    for (int k = 0; k < TIMES; k++)
        for (int i = 0; i < ny; i++) {
            most = fmax(most, fabs(a[k * OUTPUTS + i] - b[k * OUTPUTS + i]));
            size = fmax(size, fabs(b[k * OUTPUTS + i]));
        }
    return size > 0 ? most / size : most;
}

typedef struct motion {
    const char *position, *velocity; // %s: the unit of a way, the name of the velocity and the unit of a way
    double end;
} motion;

static const motion motions[] = {
    {"position = 1e-4*sin(2*pi*t) %s", "%s = 2e-4*pi*cos(2*pi*t) %s/s", 1.3},
    {"position = moves(0.02, 0, 1e-4, -5e-5) %s", "%s = moves_rate(0.02, 0, 1e-4, -5e-5) %s/s", 0.5},
    {"position = 1e-4*points(0, 0, 0.3, 1, 0.7, -1) %s", "%s = 1e-3*(pulse(0, 0.3)/3 - pulse(0.3, 0.7)/2) %s/s", 0.9},
};

static void every_law_with_a_velocity_is_driven_by_a_position_as_well(void **state)
{
    (void)state;
    int laws = 0;
    for (int b = 0; b < br_builtin_count(); b++)
        for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
            run_model l, same;
            br_builtin law = br_builtin_at(b);
            br_run r;
            char list[200], twin[200];
            static double y[TIMES * OUTPUTS], z[TIMES * OUTPUTS];
            load(&l, &law);
            load(&same, &law);
            int q = velocity_of(&l.model), ny = 0;
            if (q >= 0) {
                const char *unit = strcmp(l.model.law.q[q].si_text, "rad/s") == 0 ? "rad" : "m";
                snprintf(list, sizeof list, motions[k].position, unit);
                snprintf(twin, sizeof twin, motions[k].velocity, l.model.law.q[q].name, unit);
                go(&l, list, motions[k].end, y, &r);
                go(&same, twin, motions[k].end, z, &r);
                for (int i = 0; i < l.model.law.nout; i++)
                    ny += l.model.law.out[i].dim == BR_SCALAR;
                double is = difference(y, z, ny);
                if (!(is < 1e-7))
                    fail_msg("%s, %s: %.2g", law.name, list, is);
                laws += k == 0;
            }
            br_model_close(&l.model);
            br_model_close(&same.model);
        }
    print_message("%d laws and plants\n", laws);
    assert_true(laws >= 17);
}

// Where a position has a corner its velocity jumps: the run stops there, and the way is right to rounding.
static void corners_of_a_position_are_met_to_the_last_bit(void **state)
{
    (void)state;
    run_model l;
    br_run r;
    static double y[TIMES * OUTPUTS];
    run_load(
        &l,
        &(run_case){"law way\ninput v m/s\nstate s m\noutput y m\ns' = v\ny = s\n", NULL, "v = 0 m/s", {.hold = 0}, 1});
    go(&l, "x = points(0, 0, 1/3, 1, 1/2, -1, 2, 3) + abs(t - 0.7) - 0.7 m", 2, y, &r);
    assert_true(fabs(y[(TIMES - 1) * OUTPUTS] - (3 + 1.3 - 0.7)) < 1e-14);
    assert_true(r.count.rejected == 0);
    br_model_close(&l.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_with_a_velocity_is_driven_by_a_position_as_well),
        cmocka_unit_test(corners_of_a_position_are_met_to_the_last_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
