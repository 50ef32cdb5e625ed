// flow.h - a step of a law in time, for one point or thousands at once, with its sensitivities.   [host]
//
//     br_flow *flow;
//     br_flow_options o;
//     br_diag why;
//     br_flow_defaults(&o, sizeof o);
//     if (br_flow_open(&flow, law, &o, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     for (;;)                                                   // z of LuGre, velocity v held for 1 ms
//         if (br_flow_step(flow, 1, &z, NULL, &v, NULL, 1e-3, &z, NULL, NULL) != BR_OK)
//             break;
//     br_flow_close(flow);
//
// Inputs are held over a step, as a controller holds them. docs/flows.md says which method suits which law; without one the
// right one is chosen. A flow serves one thread at a time.
#ifndef BRISTLE_FLOW_H
#define BRISTLE_FLOW_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_flow br_flow;

typedef struct br_flow_options {
    size_t size;        // of this structure, by br_flow_defaults
    const char *method; // rk4, midpoint, gauss4, lie, rosenbrock, exponential, exact; NULL: chosen by the law
    int points;         // most points of a step (default 1)
    int sensitivities;  // whether they can be asked for (default 0)
    int substeps;       // of a step, at least (default 1)
    double accuracy;    // of methods that choose their substeps: error of a step as a share of the state (default 1e-4)
} br_flow_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_flow_defaults(br_flow_options *o, size_t size);

// Allocates, and copies the law. BR_BAD_USAGE: the method does not suit the law, or an option is out of its range; why (may be NULL)
// says which. On failure *flow is untouched. Close what you opened.
BR_PUBLIC br_status br_flow_open(br_flow **flow, const br_law *law, const br_flow_options *o, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_flow_close(br_flow *flow); // NULL is fine; not of one in lent memory

// The same in lent memory of so many bytes (0: the options do not suit the law), aligned as malloc aligns; allocates nothing. The
// law is not copied: it must stay open and as it is.
BR_PUBLIC size_t br_flow_bytes(const br_law *law, const br_flow_options *o);
BR_PUBLIC br_status br_flow_init(br_flow **flow, const br_law *law, const br_flow_options *o, void *memory,
                                 size_t bytes, br_diag *why) BR_CHECKED;

// One step of `count` points over dt: number j of point k stands at [j*count + k]. m: modes, NULL: all in the first. p: parameters,
// shared by all points; NULL: those of the law. next and next_m (NULL: not wanted) may be x and m. slopes: sensitivities,
// br_flow_slopes numbers of each point; NULL: not wanted. dt = 0 changes nothing. Safe in a loop: allocates nothing, bounded
// work. Every point gets the bits it would get alone. BR_BAD_USAGE: dt is negative or not finite, too many points, something is
// missing. BR_BAD_LAW: p is NULL and parameters are missing. BR_NOT_FINITE: some result is not. All leave the results as they were.
BR_PUBLIC br_status br_flow_step(br_flow *flow, int count, const double *x, const int *m, const double *u,
                                 const double *p, double dt, double *next, int *next_m, double *slopes) BR_CHECKED;

BR_PUBLIC int br_flow_slopes(const br_flow *flow); // numbers of sensitivities of a point; 0: not opened with them

// Sensitivities of one point as a matrix: rows are the states after the step, columns the states before it, the inputs or the
// parameters, row by row.
BR_PUBLIC br_status br_flow_matrix(const br_flow *flow, const double *slopes, int count, int point, br_law_part by,
                                   double *matrix) BR_CHECKED;

BR_PUBLIC const char *br_flow_method(const br_flow *flow); // as chosen

// The largest step at which rk4 is certainly stable near this point: 2.78 over the largest row sum of |d x'/d x|.
BR_PUBLIC double br_flow_stable(br_flow *flow, const double *x, const int *m, const double *u, const double *p);

// What happened since it was opened, in points.
typedef enum br_flow_count_of {
    BR_FLOW_REFUSED,     // steps that gave a number that is not finite
    BR_FLOW_CAPPED,      // wanted more substeps than allowed
    BR_FLOW_UNCONVERGED, // Newton's last correction was not small
    BR_FLOW_UNSETTLED    // wanted more transitions of modes than allowed
} br_flow_count_of;

BR_PUBLIC unsigned long br_flow_count(const br_flow *flow, br_flow_count_of what);

#ifdef __cplusplus
}
#endif
#endif
