// law_compute.c - laws in a program: bristle/law.h. Rates, derivatives, updates, modes, enclosures.   [host]
#include "num/base/fp.h"

#include "api/law/opened_law.h"

#include <stdlib.h>

// BR_OK: everything is there; *p are the parameters.
static br_status check_point(const br_law *law, int count, const double *x, const double *u, const double **p,
                             const void *out)
{
    if (!law || count < 1 || !out)
        return BR_BAD_USAGE;
    const br_sys *s = &law->open->system.sys;
    if ((s->nx > 0 && !x) || (s->nu > 0 && !u))
        return BR_BAD_USAGE;
    if (!*p && !law->open->is_complete)
        return BR_BAD_LAW;
    *p = *p ? *p : law->open->p;
    return BR_OK;
}

br_status br_law_rate(const br_law *law, int count, const double *x, const int *m, const double *u, const double *p,
                      double *out)
{
    br_status status = check_point(law, count, x, u, &p, out);
    if (status == BR_OK)
        br_sys_rate(&law->open->system.sys, count, x, m, u, p, 0, out);
    return status;
}

br_status br_law_jet(const br_law *law, int count, const double *x, const int *m, const double *u, const double *p,
                     double *out, double *jet)
{
    br_status status = jet ? check_point(law, count, x, u, &p, out) : BR_BAD_USAGE;
    if (status == BR_OK)
        br_sys_jet(&law->open->system.sys, count, x, m, u, p, 0, out, jet);
    return status;
}

br_status br_law_step(const br_law *law, int count, const double *x, const int *m, const double *u, const double *p,
                      double *out)
{
    br_status status = check_point(law, count, x, u, &p, out);
    if (status == BR_OK && !law->open->system.sys.step)
        status = BR_BAD_USAGE;
    if (status == BR_OK)
        br_sys_step(&law->open->system.sys, count, x, m, u, p, 0, out);
    return status;
}

br_status br_law_mode(const br_law *law, int count, const double *x, const int *m, const double *u, const double *p,
                      int *next)
{
    br_status status = check_point(law, count, x, u, &p, next);
    if (status == BR_OK && !law->open->system.sys.mode)
        status = BR_BAD_USAGE;
    if (status == BR_OK)
        br_sys_mode(&law->open->system.sys, count, x, m, u, p, 0, next);
    return status;
}

int br_law_blocks(const br_law *law)
{
    return law ? law->open->system.sys.blocks : 0;
}

br_law_block br_law_block_at(const br_law *law, int i)
{
    if (i < 0 || i >= br_law_blocks(law))
        return (br_law_block){0};
    const br_sys_block *b = &law->open->system.sys.block[i];
    br_law_part by = b->by == 'x' ? BR_LAW_STATES : b->by == 'u' ? BR_LAW_INPUTS : BR_LAW_PARAMETERS;
    return (br_law_block){by, b->row, b->rows, b->column, b->columns, b->at, b->shape == BR_DENSE};
}

br_status br_law_jacobian(const br_law *law, const double *jet, int count, int point, br_law_part by, double *matrix)
{
    static const char letter[] = {'x', 'u', 'p'};
    if (!law || !jet || !matrix || count < 1 || point < 0 || point >= count || (int)by < 0 || by > BR_LAW_PARAMETERS)
        return BR_BAD_USAGE;
    br_sys_dense(&law->open->system.sys, jet, count, point, letter[by], br_law_count(law, by), matrix);
    return BR_OK;
}

// ---------------------------------------------------------------- enclosures

static bool are_ordered(const double *lo, const double *hi, int n)
{
    if (n > 0 && (!lo || !hi))
        return false;
    for (int i = 0; i < n; i++)
        if (!(lo[i] <= hi[i]))
            return false;
    return true;
}

static br_interval *intervals_of(const double *lo, const double *hi, int n)
{
    br_interval *r = malloc(((size_t)n + 1) * sizeof *r);
    for (int i = 0; r && i < n; i++)
        r[i] = br_interval_of(lo[i], hi[i]);
    return r;
}

br_status br_law_enclose(const br_law *law, const double *x_lo, const double *x_hi, const int *m, const double *u_lo,
                         const double *u_hi, const double *p_lo, const double *p_hi, double *out_lo, double *out_hi)
{
    if (!law || !out_lo || !out_hi)
        return BR_BAD_USAGE;
    const br_sys *s = &law->open->system.sys;
    int n = s->nx + s->ny;
    if (!are_ordered(x_lo, x_hi, s->nx) || !are_ordered(u_lo, u_hi, s->nu) || !are_ordered(p_lo, p_hi, s->np))
        return BR_BAD_USAGE;
    br_interval *x = intervals_of(x_lo, x_hi, s->nx), *u = intervals_of(u_lo, u_hi, s->nu),
                *p = intervals_of(p_lo, p_hi, s->np);
    br_interval *out = malloc(((size_t)n + 1) * sizeof *out);
    br_status status = x && u && p && out ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_tape_enclose(&law->open->system.value, &(br_box){.x = x, .u = u, .p = p, .m = m}, out, NULL);
    bool bounded = true;
    for (int i = 0; i < n && status == BR_OK; i++) {
        out_lo[i] = out[i].lo;
        out_hi[i] = out[i].hi;
        bounded = bounded && br_interval_is_bounded(out[i]);
    }
    free(x);
    free(u);
    free(p);
    free(out);
    return status == BR_OK && !bounded ? BR_NOT_FINITE : status;
}
