// rig_consistent.c - rig/consistent: true states and parameters drawn from the prior, Q and R of a filter.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/random.h"
#include "sim/rig/trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One uncertain number of a state or parameter.
typedef struct doubt {
    double *value;      // in the contact
    double prior, walk; // sds, in SI; walk of a sample
    double low, high;   // bounds
    bool low_open, high_open;
    int column; // of the log
    char name[BR_NAME_SIZE + 32];
    const char *unit;
    br_random random;
} doubt;

typedef struct draw {
    br_contact friction;
    doubt *doubt;
    int doubts;
} draw;

// ---------------------------------------------------------------- what is uncertain

// "kappa[3]": the quantity, and which of its numbers; false: the law has no such state or parameter.
static bool find_quantity(const br_model *m, const char *name, int *q, int *first, int *behind)
{
    size_t size = strcspn(name, "[");
    *q = br_law_find(&m->law, name, size);
    if (*q < 0 || m->law.q[*q].kind == BR_INPUT)
        return false;
    *first = 0;
    *behind = br_model_len(m, *q);
    if (!name[size])
        return true;
    char *end;
    long element = strtol(name + size + 1, &end, 10);
    bool fits = element >= 1 && element <= *behind && strcmp(end, "]") == 0;
    *first = fits ? (int)element - 1 : 0;
    *behind = *first + 1;
    return fits;
}

static void name_doubt(doubt *n, const br_quantity *w, int i)
{
    if (w->dim == BR_SCALAR)
        snprintf(n->name, sizeof n->name, "%s_true", w->name);
    else
        snprintf(n->name, sizeof n->name, "%s[%d]_true", w->name, i + 1);
    n->unit = w->si_text;
}

static br_status add_doubt(draw *d, const br_rig_sd *sd, int q, int i, uint64_t seed)
{
    const br_model *m = &d->friction.model;
    const br_quantity *w = &m->law.q[q];
    double *value = (w->kind == BR_STATE ? d->friction.x : d->friction.p) + m->at[q] + i;
    for (int k = 0; k < d->doubts; k++)
        if (d->doubt[k].value == value)
            return BR_BAD_USAGE;
    doubt *all = realloc(d->doubt, ((size_t)d->doubts + 1) * sizeof *all);
    if (!all)
        return BR_NO_MEMORY;
    d->doubt = all;
    doubt *n = &all[d->doubts++];
    *n = (doubt){.value = value, .low = w->low, .high = w->high, .column = -1};
    n->low_open = w->low_open;
    n->high_open = w->high_open;
    double scale = sd->share ? br_abs(*value) : 1;
    n->prior = sd->prior * scale;
    n->walk = sd->walk * scale * br_sqrt(BR_RIG_DT);
    name_doubt(n, w, i);
    br_random_init(&n->random, seed, (uint64_t)d->doubts);
    return BR_OK;
}

static br_status add_all(draw *d, const br_rig_prior *prior, uint64_t seed, br_diag *why)
{
    const br_model *m = &d->friction.model;
    br_status status = prior->noise >= 0 ? BR_OK : BR_BAD_USAGE;
    for (int k = 0; k < prior->sds && status == BR_OK; k++) {
        const br_rig_sd *sd = &prior->sd[k];
        int q, i, behind;
        bool fits = find_quantity(m, sd->name, &q, &i, &behind) && sd->prior >= 0 && sd->walk >= 0;
        status = fits ? BR_OK : BR_BAD_USAGE;
        for (; fits && i < behind && status == BR_OK; i++)
            status = add_doubt(d, sd, q, i, seed);
        if (status == BR_BAD_USAGE)
            br_diag_fail(why, status,
                         "'%.60s' is no state or parameter of %.60s, stands there twice, or has a negative sd",
                         sd->name, m->law.name);
    }
    return status;
}

static bool within_bounds(const doubt *n)
{
    double v = *n->value;
    return (n->low_open ? v > n->low : v >= n->low) && (n->high_open ? v < n->high : v <= n->high);
}

static br_status add_noise(draw *d, bool first, br_diag *why)
{
    for (int i = 0; i < d->doubts; i++) {
        doubt *n = &d->doubt[i];
        *n->value += (first ? n->prior : n->walk) * br_random_normal(&n->random);
        if (!within_bounds(n))
            return br_diag_fail(why, BR_NEGATIVE, "%.60s leaves its bounds; its sd is too large", n->name);
    }
    return BR_OK;
}

// ---------------------------------------------------------------- a run

enum { T, V, F, F_TRUE, COLUMNS };
static const br_record_head heads[COLUMNS] = {
    [T] = {"t", "s", BR_RECORD_TIME},
    [V] = {"v", "m/s", BR_RECORD_INPUT},
    [F] = {"F", "N", BR_RECORD_OUTPUT},
    [F_TRUE] = {"F_true", "N", BR_RECORD_TRUTH},
};

// Columns of parameters stand before those of the states.
static br_status open_log(br_rig *r, draw *d, long long rows, br_diag *why)
{
    br_record_head *head = calloc(COLUMNS + (size_t)d->doubts, sizeof *head);
    if (!head)
        return BR_NO_MEMORY;
    int columns = COLUMNS;
    const double *p = d->friction.p;
    memcpy(head, heads, sizeof heads);
    for (int i = 0; i < d->doubts; i++)
        if (d->doubt[i].value >= p && d->doubt[i].value < p + d->friction.model.np) {
            d->doubt[i].column = columns;
            head[columns++] = (br_record_head){d->doubt[i].name, d->doubt[i].unit, BR_RECORD_TRUTH};
        }
    br_status status = br_rig_open_log(r, head, columns, &d->friction.model, rows, why);
    free(head);
    return status;
}

static void write_row(br_rig *r, draw *d, double t, double v, double noise)
{
    br_record_column *c = r->log.column;
    long long k = r->log.rows++;
    int nx = d->friction.model.nx;
    c[T].v[k] = t;
    c[V].v[k] = v;
    c[F_TRUE].v[k] = br_contact_force(&d->friction, v);
    c[F].v[k] = c[F_TRUE].v[k] + noise;
    for (int i = 0; i < d->doubts; i++)
        if (d->doubt[i].column >= 0)
            c[d->doubt[i].column].v[k] = *d->doubt[i].value;
    for (int i = 0; i < nx; i++)
        c[r->log.columns - nx + i].v[k] = d->friction.x[i];
}

static br_status simulate(br_rig *r, draw *d, const br_course *course, double noise, uint64_t seed, br_diag *why)
{
    br_random random;
    br_random_init(&random, seed, 0);
    br_status status = add_noise(d, true, why);
    for (long long k = 0; k < r->log.room && status == BR_OK; k++) {
        double t = (double)k * r->dt, v, a;
        (void)br_course_at(course, t, &v, &a);
        write_row(r, d, t, v, noise * br_random_normal(&random));
        status = br_contact_move(&d->friction, v, r->dt);
        if (status == BR_OK)
            status = add_noise(d, false, why);
    }
    return status;
}

br_status br_rig_draw(br_rig *r, const br_rig_prior *prior, uint64_t seed, br_diag *why)
{
    draw d = {.doubt = NULL};
    br_course course;
    br_integrator_options o = prior->flow ? *prior->flow : br_integrator_defaults();
    memset(r, 0, sizeof *r);
    br_status status = br_course_make(&course);
    if (status != BR_OK)
        return status;
    long long rows = br_course_rows(&course);
    rows = prior->rows > 0 && prior->rows < rows ? prior->rows : rows;
    r->dt = BR_RIG_DT;
    status = br_contact_open(&d.friction, prior->law, prior->set, prior->values, &o, why);
    if (status == BR_OK)
        status = add_all(&d, prior, seed, why);
    if (status == BR_OK)
        status = open_log(r, &d, rows, why);
    if (status == BR_OK)
        status = simulate(r, &d, &course, prior->noise, seed, why);
    br_rig_mark_minor(r, &course);
    r->health = d.friction.flow.health;
    free(d.doubt);
    br_contact_close(&d.friction);
    br_course_free(&course);
    if (status != BR_OK)
        br_rig_free(r);
    return status;
}

// ---------------------------------------------------------------- the named one

br_rig_prior br_rig_prior_defaults(void)
{
    static const br_rig_sd sd[] = {{"z", 0.02, 0.02, true}, {"kappa", 0.02, 0.005, true}, {"FC", 0.02, 0.005, true}};
    return (br_rig_prior){
        .law = "sgms",
        .set = "table-4.1",
        .values = "z = -0.067*10.08, -0.056*10.08, -0.047*10.08, -0.83*10.08 N", // all elements slide back: -nu s+(0)
        .sd = sd,
        .sds = sizeof sd / sizeof *sd,
        .noise = 0.1,
    };
}

br_status br_rig_consistent(br_rig *r, uint64_t seed, br_diag *why)
{
    br_rig_prior prior = br_rig_prior_defaults();
    return br_rig_draw(r, &prior, seed, why);
}
