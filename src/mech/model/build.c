// build.c - from bodies and joints to coordinates, constraints and measures.     [host]
#include "num/base/fp.h"

#include "mech/model/inertia.h"
#include "num/base/elem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- functions of two bodies

typedef struct made { // what is being written, and how it went
    br_mech *m;
    const br_mech_joint *j;
    br_status status;
} made;

// f += d_a . e_b
static void add_dot(made *b, br_patch *p, br_quad *f, const double *d, const double *e)
{
    for (int c = 0; c < b->m->space && b->status == BR_OK; c++) {
        br_form x = br_mech_direction(b->m, b->j->a, d, c), y = br_mech_direction(b->m, b->j->b, e, c);
        b->status = br_quad_add_product(&b->m->terms, f, p, 1, &x, &y);
    }
}

// f += (P_a - P_b) . e_b
static void add_gap(made *b, br_patch *p, br_quad *f, const double *e)
{
    for (int c = 0; c < b->m->space && b->status == BR_OK; c++) {
        br_form x = br_mech_point(b->m, b->j->a, b->j->at, c), z = br_mech_point(b->m, b->j->b, b->j->at, c);
        br_form y = br_mech_direction(b->m, b->j->b, e, c);
        b->status = br_quad_add_product(&b->m->terms, f, p, 1, &x, &y);
        if (b->status == BR_OK)
            b->status = br_quad_add_product(&b->m->terms, f, p, -1, &z, &y);
    }
}

static br_constraint *new_row(made *b, bool across)
{
    br_constraint *r = &b->m->row[b->m->rows++];
    *r = (br_constraint){.joint = b->j ? (int)(b->j - b->m->joint) : -1, .block = -1, .across = across};
    if (b->j) {
        r->stiffness = b->j->give[across ? 0 : 2];
        r->damping = b->j->give[across ? 1 : 3];
    }
    b->m->rigid += r->stiffness == 0;
    return r;
}

static void same_point(made *b)
{
    for (int c = 0; c < b->m->space && b->status == BR_OK; c++) {
        br_constraint *r = new_row(b, true);
        br_form x = br_mech_point(b->m, b->j->a, b->j->at, c), y = br_mech_point(b->m, b->j->b, b->j->at, c);
        b->status = br_quad_add_form(&b->m->terms, &r->f, &r->patch, 1, &x);
        if (b->status == BR_OK)
            b->status = br_quad_add_form(&b->m->terms, &r->f, &r->patch, -1, &y);
    }
}

static void square_to(made *b, const double *d, const double *e)
{
    br_constraint *r = new_row(b, false);
    add_dot(b, &r->patch, &r->f, d, e);
}

static void no_gap_along(made *b, const double *e)
{
    br_constraint *r = new_row(b, true);
    add_gap(b, &r->patch, &r->f, e);
}

// ---------------------------------------------------------------- joints

static br_measure *new_measure(made *b, br_measure_kind kind, const char *ending)
{
    br_measure *w = &b->m->measure[b->m->measures++];
    w->kind = kind;
    w->joint = (int)(b->j - b->m->joint);
    snprintf(w->name, sizeof w->name, "%.*s%s", BR_MAX_NAME, b->j->name, ending);
    return w;
}

// The angle by which a is turned against b about n; s and t across it.
static void measure_turn(made *b, const double *s, const double *t, const char *ending)
{
    br_measure *w = new_measure(b, BR_MEASURE_TURN, ending);
    add_dot(b, &w->patch, &w->f[0], s, s);
    add_dot(b, &w->patch, &w->f[1], s, t);
}

static void measure_slide(made *b, const char *ending)
{
    br_measure *w = new_measure(b, BR_MEASURE_SLIDE, ending);
    add_gap(b, &w->patch, &w->f[0], b->j->axis);
}

// Lines stay parallel: n of a is square to s and t of b.
static void keep_parallel(made *b, const double *s, const double *t)
{
    square_to(b, b->j->axis, s);
    square_to(b, b->j->axis, t);
}

static void join_in_space(made *b, const double *s, const double *t)
{
    const br_mech_joint *j = b->j;
    bool point_kept = j->kind == BR_JOINT_FIXED || j->kind == BR_JOINT_REVOLUTE || j->kind == BR_JOINT_SPHERICAL ||
                      j->kind == BR_JOINT_UNIVERSAL;
    bool slides = j->kind == BR_JOINT_PRISMATIC || j->kind == BR_JOINT_CYLINDRICAL;
    if (j->kind == BR_JOINT_FREE)
        return;
    if (point_kept)
        same_point(b);
    if (j->kind == BR_JOINT_UNIVERSAL)
        square_to(b, j->axis, j->second);
    else if (j->kind != BR_JOINT_SPHERICAL)
        keep_parallel(b, s, t);
    if (slides) {
        no_gap_along(b, s);
        no_gap_along(b, t);
    }
    if (j->kind == BR_JOINT_PLANAR)
        no_gap_along(b, j->axis);
    if (j->kind == BR_JOINT_FIXED || j->kind == BR_JOINT_PRISMATIC)
        square_to(b, s, t);
    if (slides)
        measure_slide(b, j->kind == BR_JOINT_CYLINDRICAL ? ".slide" : "");
    if (j->kind == BR_JOINT_REVOLUTE || j->kind == BR_JOINT_CYLINDRICAL)
        measure_turn(b, s, t, j->kind == BR_JOINT_CYLINDRICAL ? ".turn" : "");
}

static void join_in_plane(made *b)
{
    const br_mech_joint *j = b->j;
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    double s[3] = {0}, t[3] = {0};
    br_mech_across(b->m, j->axis, s, t);
    if (j->kind == BR_JOINT_FIXED || j->kind == BR_JOINT_REVOLUTE)
        same_point(b);
    if (j->kind == BR_JOINT_FIXED)
        square_to(b, x, y);
    if (j->kind == BR_JOINT_REVOLUTE)
        measure_turn(b, x, y, "");
    if (j->kind == BR_JOINT_PRISMATIC) {
        no_gap_along(b, s);
        square_to(b, j->axis, s);
        measure_slide(b, "");
    }
}

// ---------------------------------------------------------------- bodies

// Base vectors stay of length 1 and square to each other.
static void keep_rigid(made *b, int block)
{
    int vectors = b->m->space == 3 ? 3 : 1, u = b->m->block[block].at + b->m->space;
    for (int i = 0; i < vectors; i++)
        for (int k = i; k < vectors && b->status == BR_OK; k++) {
            br_constraint *r = new_row(b, false);
            r->block = block;
            if (i == k) {
                br_form one = {.constant = -1};
                b->status = br_quad_add_form(&b->m->terms, &r->f, &r->patch, 1, &one);
            }
            for (int c = 0; c < b->m->space && b->status == BR_OK; c++) {
                br_form x = {.n = 1, .var = {u + b->m->space * i + c}, .c = {1}};
                br_form y = {.n = 1, .var = {u + b->m->space * k + c}, .c = {1}};
                b->status = br_quad_add_product(&b->m->terms, &r->f, &r->patch, 1, &x, &y);
            }
        }
}

// ---------------------------------------------------------------- beams

// f += z . R d: component of a mode's vector along a direction of its body
static void add_mode_dot(made *b, int body, int mode, const double *d, br_patch *p, br_quad *f)
{
    for (int c = 0; c < b->m->space && b->status == BR_OK; c++) {
        br_form z = {.n = 1, .var = {br_mech_mode(b->m, body, mode) + c}, .c = {1}};
        br_form e = br_mech_direction(b->m, body, d, c);
        b->status = br_quad_add_product(&b->m->terms, f, p, 1, &z, &e);
    }
}

static void keep_square(made *b, int body, int mode, const double *d)
{
    br_constraint *r = new_row(b, false);
    r->block = b->m->body[body].block;
    add_mode_dot(b, body, mode, d, &r->patch, &r->f);
}

static void add_force(br_mech *m, br_force_kind kind, const br_body *of, const char *word, int mode, double k)
{
    br_force *f = &m->force[m->forces++];
    *f = (br_force){.kind = kind, .where = of->where, .measure = m->measures - 1, .k = k};
    snprintf(f->name, sizeof f->name, "%.*s.%s%c", BR_MAX_NAME - 2, of->name, word, '0' + mode);
}

// Each mode keeps its direction, and has its size as a measure with a spring and a damper.
static void bend(made *b, int body)
{
    br_mech *m = b->m;
    const br_body *of = &m->body[body];
    double d[2][3] = {{0}};
    br_mech_across(m, of->beam->axis, d[0], d[1]);
    for (int j = 0; j < of->beam->planes * of->beam->modes && b->status == BR_OK; j++) {
        int plane = j / of->beam->modes, mode = j % of->beam->modes;
        double k = of->beam->stiffness[mode], weight = of->mass * of->beam->own[mode][mode];
        keep_square(b, body, j, of->beam->axis);
        if (m->space == 3)
            keep_square(b, body, j, d[1 - plane]);
        br_measure *w = &m->measure[m->measures++];
        w->kind = BR_MEASURE_SLIDE;
        w->joint = -1;
        w->starts[0] = w->starts[1] = w->calm[0] = w->calm[1] = true;
        snprintf(w->name, sizeof w->name, "%.*s.bend%c", BR_MAX_NAME, of->name, '1' + j);
        add_mode_dot(b, body, j, d[plane], &w->patch, &w->f[0]);
        add_force(m, BR_FORCE_SPRING, of, "elastic", j + 1, k);
        if (of->beam->damping > 0)
            add_force(m, BR_FORCE_DAMPER, of, "damping", j + 1, 2 * of->beam->damping * br_sqrt(k * weight));
    }
}

br_status br_mech_add_distance(br_mech *m, const char *name, const int body[2], const double at[2][3])
{
    br_measure *w = &m->measure[m->measures++];
    br_status status = BR_OK;
    w->kind = BR_MEASURE_DISTANCE;
    w->joint = -1;
    snprintf(w->name, sizeof w->name, "%s", name);
    for (int c = 0; c < m->space; c++) {
        br_form x[2] = {br_mech_point(m, body[0], at[0], c), br_mech_point(m, body[1], at[1], c)};
        for (int i = 0; i < 4 && status == BR_OK; i++)
            status =
                br_quad_add_product(&m->terms, &w->f[0], &w->patch, i == 0 || i == 3 ? 1 : -1, &x[i / 2], &x[i % 2]);
    }
    return status;
}

br_status br_mech_build(br_mech *m, br_diag *why)
{
    made b = {.m = m};
    for (int i = 0; i < m->blocks; i++) {
        br_mech_block *w = &m->block[i];
        w->at = m->n;
        w->n = br_mech_per_body(m) + (w->beam ? m->space * w->beam->planes * w->beam->modes : 0);
        m->n += w->n;
        keep_rigid(&b, i);
        if (w->beam)
            bend(&b, (int)(w->of - m->body));
    }
    for (int i = 0; i < m->spots; i++)
        for (int c = 0; c < m->space; c++)
            m->spot[i].x[c] = br_mech_point(m, m->spot[i].body, m->spot[i].at, c);
    for (int i = 0; i < m->joints && b.status == BR_OK; i++) {
        double s[3] = {0}, t[3] = {0};
        b.j = &m->joint[i];
        br_mech_across(m, b.j->axis, s, t);
        if (br_mech_block_of(m, b.j->a) == br_mech_block_of(m, b.j->b))
            continue; // welded
        if (m->space == 3)
            join_in_space(&b, s, t);
        else
            join_in_plane(&b);
    }
    if (b.status == BR_OK)
        b.status = br_mass_list(m);
    return b.status == BR_OK ? BR_OK : br_complain(why, b.status, &m->tokens, NULL, "out of memory");
}
