// system.h - what stands for num/base/sys.h in a package.   [template]

// sys.h - the system of this package: constants, and direct calls of its law.

typedef struct br_sys {
    int number;
} br_sys;

static const br_sys br_the_system = {0};

// INSERT CONSTANTS

static inline const br_sys_block *br_sys_block_at(const br_sys *s, int i)
{
    (void)s;
    return &br_blocks[i];
}

static inline const br_sys_block *br_sys_slope_at(const br_sys *s, int i)
{
    (void)s;
    return &br_slopes[i];
}

static inline const br_sys_jump *br_sys_jump_at(const br_sys *s, int i)
{
    (void)s;
    return &br_jumps[i];
}

static inline const br_sys_block *br_sys_lie_column_at(const br_sys *s, int i)
{
    (void)s, (void)i;
    return &br_blocks[0];
}

static inline void br_sys_lie(const br_sys *s, int count, const br_real *x, const br_real *u, const br_real *p,
                              int each, br_real h, int substeps, const br_real *S, const int *at, br_real *held,
                              br_real *next, br_real *T)
{
    (void)s, (void)count, (void)x, (void)u, (void)p, (void)each, (void)h, (void)substeps, (void)S, (void)at;
    (void)held, (void)next, (void)T;
}

// INSERT CALLS

static inline void br_sys_margin(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                                 const br_real *p, int each, br_real *out, br_real *jet)
{
    if (jet)
        br_sys_margin_jet(s, count, x, m, u, p, each, out, jet);
    else
        br_sys_margin_alone(s, count, x, m, u, p, each, out);
}

#if IS_OUTER
size_t br_integrator_bytes(const br_sys *s, const br_integrator_options *o)
{
    (void)s, (void)o;
    return 0;
}

int br_integrator_nslope(const br_sys *s, const br_integrator_options *o)
{
    (void)s, (void)o;
    return 0;
}

br_status br_integrator_init(br_integrator *f, const br_sys *s, const br_integrator_options *o, void *memory,
                             size_t bytes)
{
    (void)f, (void)s, (void)o, (void)memory, (void)bytes;
    return BR_BAD_USAGE;
}

br_status br_integrator_step(br_integrator *f, int count, const br_real *x, const int *m, const br_real *u,
                             const br_real *p, int each, br_real dt, br_real *next, int *next_m, br_real *slopes)
{
    (void)f, (void)count, (void)x, (void)m, (void)u, (void)p, (void)each, (void)dt, (void)next;
    (void)next_m, (void)slopes;
    return BR_BAD_USAGE;
}

#else
const br_integrator_kind *br_integrator_choose(const br_sys *s)
{
    (void)s;
    return &br_integrator_FLOW;
}

#endif
#if !defined(BR_CLONES)
#define BR_CLONES
#endif
