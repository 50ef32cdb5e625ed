// quad.h - quadratic functions of a few coordinates: what constraints and measures are made of.    [host]
//
// A patch names the coordinates that a function sees; its terms speak of places in the patch. Values, gradients and
// second derivatives of all constraints follow from this one table.
#ifndef BR_MECH_MODEL_QUAD_H
#define BR_MECH_MODEL_QUAD_H

#include <bristle/status.h>

enum { BR_PATCH_MOST = 48, BR_NO_PLACE = -1 }; // two spatial bodies that bend

typedef struct br_term { // c, c x_j (i is BR_NO_PLACE) or c x_i x_j
    int i, j;
    double c;
} br_term;

typedef struct br_patch {
    int n;
    int var[BR_PATCH_MOST];
} br_patch;

typedef struct br_quad { // terms first ... of the table
    int first, count;
} br_quad;

typedef struct br_terms {
    br_term *term;
    int count, room;
} br_terms;

enum { BR_FORM_MOST = 12 };

// A linear function of coordinates: one component of a point or of a direction of a body.
typedef struct br_form {
    int n;
    int var[BR_FORM_MOST];
    double c[BR_FORM_MOST], constant;
} br_form;

// Adds sign*a*b to the function that is the last of the table.
br_status br_quad_add_product(br_terms *t, br_quad *f, br_patch *p, double sign, const br_form *a,
                              const br_form *b) BR_CHECKED;
br_status br_quad_add_form(br_terms *t, br_quad *f, br_patch *p, double sign, const br_form *a) BR_CHECKED;

// x: the coordinates of the patch.
double br_quad_value(const br_terms *t, br_quad f, const double *x);
void br_quad_gradient(const br_terms *t, br_quad f, int n, const double *x, double *g); // g: n numbers
double br_quad_second(const br_terms *t, br_quad f, const double *v);                   // v'Hv, H the second derivative
void br_quad_hessian(const br_terms *t, br_quad f, int n, double c, double *H);         // H += c*(second derivative)

#endif
