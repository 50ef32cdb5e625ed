// test_automata.c - a law with several automata is its parts side by side, to the last bit.
//
// Two GMS contacts of four and two elements and, between them, modes of the law's own. Opened alone the three parts have
// the same numbers in the same order, so the point of a part is a stretch of the point of the whole.
#include "kit/flow_kit.h"
#include "law/graph/layout.h"
#include "law/eval/taylor.h"
#include "law/eval/traits.h"
#include "kit/notation.h"
#include "twin/twin.h"
#include <bristle/friction.h>

#define SWITCH                                                                                                         \
    "param h m > 0\nparam k 1/s > 0\nstate w m\noutput s m\nmodes calm, busy\n"                                        \
    "w' = v1 - k*w in calm\nw' = -k*w in busy\ns = w in calm\ns = 2*w in busy\n"                                       \
    "from calm to busy if w > h and v1 > 0\nfrom busy to calm if w < h/2\n"

static const char whole_text[] = "law whole\ninput v1 m/s\ninput v2 m/s\noutput F1 N\n"
                                 "use gms as left (v = v1)\n" SWITCH "output F2 N\n"
                                 "use gms as right (v = v2)\nF1 = left.F\nF2 = right.F\n";
static const char switch_text[] = "law switch\ninput v1 m/s\n" SWITCH;

enum { PARTS = 3, LANES = 40, MOST = 64 };

typedef struct part {
    br_model model;
    br_system system;
    int x, u, p, m, y, jump, margin; // its first numbers in the whole
} part;

static part whole, parts[PARTS];

static void open_part(part *a, const char *text, const char *values)
{
    br_builtin b;
    br_diag why = {0};
    bool known = br_builtin_find(text, &b);
    br_model_source source = {known ? b.text : text, known ? b.size : strlen(text), "law", br_builtin_text, NULL};
    br_given given = {.text = values, .size = strlen(values), .origin = "values"};
    if (br_model_open_given(&a->model, &source, &given, NULL, &why) != BR_OK ||
        br_system_open(&a->system, &a->model, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static void close_part(part *a)
{
    br_system_close(&a->system);
    br_model_close(&a->model);
}

static const br_sys *sys(const part *a)
{
    return &a->system.sys;
}

static int open_all(void **state)
{
    (void)state;
    open_part(&whole, whole_text, "left.n = 4, right.n = 2");
    open_part(&parts[0], "gms", "n = 4");
    open_part(&parts[1], switch_text, "");
    open_part(&parts[2], "gms", "n = 2");
    parts[2].u = 1; // the first two share v1
    for (int i = 1; i < PARTS; i++) {
        const part *a = &parts[i - 1];
        parts[i].x = a->x + sys(a)->nx;
        parts[i].p = a->p + sys(a)->np;
        parts[i].m = a->m + sys(a)->nm;
        parts[i].y = a->y + sys(a)->ny;
        parts[i].jump = a->jump + sys(a)->jumps;
        parts[i].margin = a->margin + sys(a)->nmargin;
    }
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    close_part(&whole);
    for (int i = 0; i < PARTS; i++)
        close_part(&parts[i]);
    return 0;
}

// ---------------------------------------------------------------- points

typedef struct points { // number j of point k at [j*LANES + k]
    double x[MOST * LANES], u[2 * LANES], p[MOST * LANES];
    int m[MOST * LANES];
} points;

static void draw(twin_random *r, points *a)
{
    const br_sys *s = sys(&whole);
    for (int i = 0; i < s->nx * LANES; i++)
        a->x[i] = twin_uniform(r, -2, 2);
    for (int i = 0; i < s->nu * LANES; i++)
        a->u[i] = twin_chance(r, 0.1) ? 0 : twin_uniform(r, -1, 1) * twin_decades(r, 1e-2, 10);
    for (int i = 0; i < s->np * LANES; i++)
        a->p[i] = twin_decades(r, 0.1, 10);
    for (int i = 0; i < s->nm * LANES; i++)
        a->m[i] = twin_below(
            r, whole.model.law.automaton[br_layout_automaton(&whole.model.law, whole.model.n, i / LANES)].nmode);
}

static points part_of(const part *a, const points *all)
{
    points w;
    memcpy(w.x, all->x + a->x * LANES, (size_t)(sys(a)->nx * LANES) * sizeof *w.x);
    memcpy(w.u, all->u + a->u * LANES, (size_t)LANES * sizeof *w.u);
    memcpy(w.p, all->p + a->p * LANES, (size_t)(sys(a)->np * LANES) * sizeof *w.p);
    memcpy(w.m, all->m + a->m * LANES, (size_t)(sys(a)->nm * LANES) * sizeof *w.m);
    return w;
}

static void same(const char *what, const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (!(isnan(a[i]) && isnan(b[i])) && memcmp(&a[i], &b[i], sizeof *a) != 0)
            fail_msg("%s: number %d is %.17g in the whole and %.17g alone", what, i, a[i], b[i]);
}

// A part's rows stand in a block of the whole's matrix; what is beside it is zero. first: the block's first column.
static void same_block(const char *what, const double *all, int columns, int row, int first, const double *own,
                       int rows, int width)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            double zero = 0;
            bool inside = c >= first && c < first + width;
            double got = all[(row + r) * columns + c];
            same(what, &got, inside ? &own[r * width + c - first] : &zero, 1);
        }
}

static int columns_of(const br_sys *s, char by)
{
    return by == 'x' ? s->nx : by == 'u' ? s->nu : s->np;
}

static int first_of(const part *a, char by)
{
    return by == 'x' ? a->x : by == 'u' ? a->u : a->p;
}

static const char by_what[] = "xup";

// ---------------------------------------------------------------- numbers

static void compare_rates(const part *a, const points *all)
{
    static double out[MOST * LANES], jet[2048 * LANES], own[MOST * LANES], own_jet[2048 * LANES];
    static double dense[MOST * MOST], own_dense[MOST * MOST];
    const br_sys *s = sys(&whole), *t = sys(a);
    points w = part_of(a, all);
    assert_true(s->njet <= 2048);
    br_sys_jet(s, LANES, all->x, all->m, all->u, all->p, 1, out, jet);
    br_sys_jet(t, LANES, w.x, w.m, w.u, w.p, 1, own, own_jet);
    same("rates", out + a->x * LANES, own, t->nx * LANES);
    same("outputs", out + (s->nx + a->y) * LANES, own + t->nx * LANES, t->ny * LANES);
    for (int b = 0; b < 3; b++)
        for (int k = 0; k < LANES; k += 13) {
            int columns = columns_of(s, by_what[b]), width = columns_of(t, by_what[b]), at = first_of(a, by_what[b]);
            br_sys_dense(s, jet, LANES, k, by_what[b], columns, dense);
            br_sys_dense(t, own_jet, LANES, k, by_what[b], width, own_dense);
            same_block("rates by", dense, columns, a->x, at, own_dense, t->nx, width);
            same_block("outputs by", dense, columns, s->nx + a->y, at, own_dense + t->nx * width, t->ny, width);
        }
    br_sys_rate(s, LANES, all->x, all->m, all->u, all->p, 1, own);
    same("rates without derivatives", own, out, (s->nx + s->ny) * LANES);
}

static void compare_modes(const part *a, const points *all)
{
    static double out[MOST * LANES], jet[1024 * LANES], own[MOST * LANES], own_jet[1024 * LANES];
    static double dense[MOST * MOST], own_dense[MOST * MOST];
    int next[MOST * LANES], own_next[MOST * LANES];
    const br_sys *s = sys(&whole), *t = sys(a);
    points w = part_of(a, all);
    br_sys_mode(s, LANES, all->x, all->m, all->u, all->p, 1, next);
    br_sys_mode(t, LANES, w.x, w.m, w.u, w.p, 1, own_next);
    assert_memory_equal(next + a->m * LANES, own_next, (size_t)(t->nm * LANES) * sizeof *next);
    assert_true(s->nslope <= 1024 && s->nmargin <= MOST);
    br_sys_margin(s, LANES, all->x, all->m, all->u, all->p, 1, out, jet);
    br_sys_margin(t, LANES, w.x, w.m, w.u, w.p, 1, own, own_jet);
    same("margins", out + a->margin * LANES, own, t->nmargin * LANES);
    for (int b = 0; b < 3; b++) {
        int columns = columns_of(s, by_what[b]), width = columns_of(t, by_what[b]);
        br_blocks_dense(s->slope, s->slopes, jet, LANES, 7, by_what[b], s->nmargin, columns, dense);
        br_blocks_dense(t->slope, t->slopes, own_jet, LANES, 7, by_what[b], t->nmargin, width, own_dense);
        same_block("margins by", dense, columns, a->margin, first_of(a, by_what[b]), own_dense, t->nmargin, width);
    }
}

static void for_random_points(const char *name, long usual, void (*compare)(const part *a, const points *all))
{
    static points all;
    twin_random r = twin_seed(name);
    for (long left = twin_points(usual); left > 0; left -= LANES) {
        draw(&r, &all);
        for (int i = 0; i < PARTS; i++)
            compare(&parts[i], &all);
    }
}

static void rates_outputs_and_derivatives_are_those_of_the_parts(void **state)
{
    (void)state;
    for_random_points("rates", 20000, compare_rates);
}

static void modes_and_margins_are_those_of_the_parts(void **state)
{
    (void)state;
    for_random_points("modes", 20000, compare_modes);
}

static void transitions_say_which_modes_they_move(void **state)
{
    (void)state;
    assert_int_equal(sys(&whole)->nm, 7);
    for (int i = 0; i < PARTS; i++)
        for (int j = 0; j < sys(&parts[i])->jumps; j++) {
            const part *a = &parts[i];
            const br_sys_jump *w = &sys(&whole)->jump[a->jump + j], *own = &sys(a)->jump[j];
            assert_true(w->from == own->from && w->to == own->to && w->count == own->count);
            assert_int_equal(w->first, a->m + own->first);
            assert_int_equal(w->at, a->margin + own->at);
        }
}

// ---------------------------------------------------------------- enclosures

typedef struct box {
    br_interval x[MOST], u[2], p[MOST];
    int m[MOST];
} box;

static br_interval wide(twin_random *r, double v)
{
    double by = twin_chance(r, 0.3) ? 0 : twin_decades(r, 1e-6, 1e-1);
    return br_interval_of(v - by, v + by);
}

static void draw_box(twin_random *r, box *b)
{
    static points all;
    draw(r, &all);
    for (int i = 0; i < sys(&whole)->nx; i++)
        b->x[i] = wide(r, all.x[i * LANES]);
    for (int i = 0; i < sys(&whole)->nu; i++)
        b->u[i] = wide(r, all.u[i * LANES]);
    for (int i = 0; i < sys(&whole)->np; i++)
        b->p[i] = br_interval_of(all.p[i * LANES], all.p[i * LANES]);
    for (int i = 0; i < sys(&whole)->nm; i++)
        b->m[i] = all.m[i * LANES];
}

static br_box box_of(const part *a, const box *b)
{
    return (br_box){.x = b->x + a->x, .u = b->u + a->u, .p = b->p + a->p, .m = b->m + a->m};
}

static void same_ranges(const char *what, const br_interval *a, const br_interval *b, int n)
{
    for (int i = 0; i < n; i++) {
        same(what, &a[i].lo, &b[i].lo, 1);
        same(what, &a[i].hi, &b[i].hi, 1);
    }
}

static void enclosures_are_those_of_the_parts(void **state)
{
    (void)state;
    br_interval out[MOST], own[MOST];
    twin_random r = twin_seed("enclosures");
    for (long left = twin_points(3000); left > 0; left--) {
        box b;
        draw_box(&r, &b);
        for (int i = 0; i < PARTS; i++) {
            const part *a = &parts[i];
            br_box all = box_of(&whole, &b), at = box_of(a, &b);
            const br_tape *g = &whole.system.guards, *h = &a->system.guards;
            assert_int_equal(br_tape_enclose(&whole.system.value, &all, out, NULL), BR_OK);
            assert_int_equal(br_tape_enclose(&a->system.value, &at, own, NULL), BR_OK);
            same_ranges("rates", out + a->x, own, sys(a)->nx);
            same_ranges("outputs", out + sys(&whole)->nx + a->y, own + sys(a)->nx, sys(a)->ny);
            assert_int_equal(br_tape_enclose(g, &all, out, NULL), BR_OK);
            assert_int_equal(br_tape_enclose(h, &at, own, NULL), BR_OK);
            same_ranges("guards", out + g->row_at[a->jump], own, h->nrow);
        }
    }
}

enum { ORDER = 5 };

// The state of a part, which has one, as a node; number: which state of the law it is.
static int state_node(const br_parsed_law *law, int number)
{
    int q = 0;
    while (law->q[q].kind != BR_STATE || number-- > 0)
        q++;
    return law->q[q].node;
}

static void taylor_coefficients_are_those_of_the_parts(void **state)
{
    (void)state;
    br_taylor all, own[PARTS];
    twin_random r = twin_seed("taylor");
    assert_int_equal(br_taylor_make(&all, &whole.system.value, ORDER), BR_OK);
    for (int i = 0; i < PARTS; i++)
        assert_int_equal(br_taylor_make(&own[i], &parts[i].system.value, ORDER), BR_OK);
    for (long left = twin_points(2000); left > 0; left--) {
        box b;
        br_interval u[2 * (ORDER + 1)];
        draw_box(&r, &b);
        for (int j = 0; j < 2; j++)
            for (int k = 0; k <= ORDER; k++)
                u[j * (ORDER + 1) + k] = k == 0 ? b.u[j] : wide(&r, twin_uniform(&r, -1, 1));
        br_box at = box_of(&whole, &b);
        assert_int_equal(br_taylor_run(&all, &at, u), BR_OK);
        for (int i = 0; i < PARTS; i++) {
            const part *a = &parts[i];
            at = box_of(a, &b);
            assert_int_equal(br_taylor_run(&own[i], &at, u + a->u * (ORDER + 1)), BR_OK);
            for (int e = 0; e < sys(a)->nx; e++)
                same_ranges("coefficients", br_taylor_series(&all, state_node(&whole.model.law, i), e),
                            br_taylor_series(&own[i], state_node(&a->model.law, 0), e), ORDER + 1);
        }
    }
    br_taylor_free(&all);
    for (int i = 0; i < PARTS; i++)
        br_taylor_free(&own[i]);
}

// ---------------------------------------------------------------- flows

static void same_slopes(const br_integrator *f, const double *S, const part *a, const br_integrator *own,
                        const double *own_S)
{
    static double dense[MOST * MOST], own_dense[MOST * MOST];
    for (int b = 0; b < 3; b++)
        for (int k = 0; k < LANES; k += 13) {
            int columns = columns_of(sys(&whole), by_what[b]), width = columns_of(sys(a), by_what[b]);
            br_blocks_dense(f->slope, f->slopes, S, LANES, k, by_what[b], sys(&whole)->nx, columns, dense);
            br_blocks_dense(own->slope, own->slopes, own_S, LANES, k, by_what[b], sys(a)->nx, width, own_dense);
            same_block("sensitivities", dense, columns, a->x, first_of(a, by_what[b]), own_dense, sys(a)->nx, width);
        }
}

static void steps_as_the_parts(const br_integrator_kind *kind)
{
    static points all, alone[PARTS];
    static double S[2048 * LANES], own_S[2048 * LANES];
    br_integrator_options o = br_integrator_defaults();
    o.kind = kind;
    o.points = LANES;
    o.substeps = o.most = 3; // those that are chosen would follow the worst of all states
    br_integrator f, own[PARTS];
    void *memory = flow_begin(&f, sys(&whole), &o), *own_memory[PARTS];
    twin_random r = twin_seed(kind->name);
    long moved = 0;
    assert_true(f.nslope <= 2048);
    draw(&r, &all);
    for (int i = 0; i < PARTS; i++) {
        own_memory[i] = flow_begin(&own[i], sys(&parts[i]), &o);
        alone[i] = part_of(&parts[i], &all);
    }
    for (long left = twin_points(200 * LANES); left > 0; left -= LANES) {
        static points was;
        was = all;
        for (int i = 0; i < 2 * LANES; i++)
            all.u[i] = twin_uniform(&r, -2, 2);
        assert_int_equal(br_integrator_step(&f, LANES, all.x, all.m, all.u, all.p, 1, 0.1, all.x, all.m, S), BR_OK);
        for (int i = 0; i < PARTS; i++) {
            const part *a = &parts[i];
            points *w = &alone[i];
            memcpy(w->u, all.u + a->u * LANES, LANES * sizeof *w->u);
            assert_int_equal(br_integrator_step(&own[i], LANES, w->x, w->m, w->u, w->p, 1, 0.1, w->x, w->m, own_S),
                             BR_OK);
            same("states", all.x + a->x * LANES, w->x, sys(a)->nx * LANES);
            assert_memory_equal(all.m + a->m * LANES, w->m, (size_t)(sys(a)->nm * LANES) * sizeof *w->m);
            same_slopes(&f, S, a, &own[i], own_S);
        }
        for (int i = 0; i < sys(&whole)->nm * LANES; i++)
            moved += was.m[i] != all.m[i];
    }
    assert_true(moved > LANES);
    free(memory);
    for (int i = 0; i < PARTS; i++)
        free(own_memory[i]);
}

static void flows_step_as_those_of_the_parts(void **state)
{
    (void)state;
    assert_ptr_equal(br_integrator_choose(sys(&whole)), &br_integrator_exact);
    steps_as_the_parts(&br_integrator_exact);
    steps_as_the_parts(&br_integrator_gauss4);
    steps_as_the_parts(&br_integrator_lie);
}

// ---------------------------------------------------------------- traits

static br_traits traits_of(const char *text)
{
    br_parsed_law law;
    br_traits t;
    must_read(&law, text);
    assert_int_equal(br_law_traits(&law, &t), BR_OK);
    br_law_free(&law);
    return t;
}

#define TWO "law two\ninput v1 m/s\ninput v2 m/s\noutput F N\nuse gms as left (v = v1)\n"
#define BOTH "use gms as right (v = v2)\nF = left.F + right.F\n"

static void traits_see_every_automaton(void **state)
{
    (void)state;
    br_traits t = traits_of(TWO BOTH);
    assert_true(t.affine && t.elementwise && t.own_modes && t.mirror);
    t = traits_of(whole_text); // nothing turns w > h, but the right contact may turn alone
    assert_true(t.affine && t.own_modes && t.mirror);
    for (int q = 0; q < whole.model.law.nq; q++)
        assert_int_equal(t.odd[q], strcmp(whole.model.law.q[q].name, "v2") == 0 ||
                                       strcmp(whole.model.law.q[q].name, "right.z") == 0);
    // modes of the law's own: turned with the others, or not
    t = traits_of(TWO BOTH "output s\nmodes up, mid, down\ns = 1 in up\ns = 0 in mid\ns = -1 in down\n"
                           "from mid to up if v1 > v2\nfrom mid to down if v1 < v2\n");
    assert_true(t.affine && t.mirror && !t.own_modes);
    t = traits_of(TWO BOTH "output s\nmodes up, mid, down\ns = 1 in up\ns = 0 in mid\ns = -1 in down\n"
                           "from mid to up if v1 > v2\n");
    assert_true(t.mirror_tried && !t.mirror);
}

#define OWN "law own\nelements n = 2\ninput v 1/s\nparam r 1/s\nstate z[n]\noutput F\nF = sum(z)\nmodes a, b per n\n"

// Only then may transitions be located state by state.
static void a_mode_is_a_states_own_if_it_acts_on_no_other(void **state)
{
    (void)state;
    assert_true(traits_of(OWN "z' = v in a\nz' = -r*z in b\nfrom a to b if z > 1\n").own_modes);
    assert_false(traits_of(OWN "z' = v in a\nz' = -r*z in b\nfrom a to b if sum(z) > 1\n").own_modes);
    assert_false(traits_of(OWN "c = 1 in a\nc = 2 in b\nz' = v - r*z*sum(c)\nfrom a to b if z > 1\n").own_modes);
    assert_false(traits_of("law x\ninput v 1/s\nparam r 1/s\nstate y\nstate z\noutput F\nF = z\nmodes a, b\n"
                           "z' = v in a\nz' = -r*z in b\ny' = v\nfrom a to b if z > 1\n")
                     .own_modes);
    // as many modes as states, in another order
    assert_false(
        traits_of("law x\ninput v m/s\nparam l m\nstate y m\noutput F N\nuse gms as g (v = v)\nF = g.F\nmodes a, b\n"
                  "y' = v in a\ny' = -v in b\nfrom a to b if y > l\n")
            .own_modes);
    assert_true(
        traits_of("law x\ninput v m/s\nparam l m\nstate y m\noutput F N\nmodes a, b\nuse gms as g (v = v)\nF = g.F\n"
                  "y' = v in a\ny' = -v in b\nfrom a to b if y > l\n")
            .own_modes);
}

// ---------------------------------------------------------------- text

#define TINY "law tiny\ninput v\noutput F\nmodes a, b\nF = v in a\nF = 2*v in b\nfrom a to b if v > 1\n"
static const shelf tiny[] = {{"tiny", TINY}, {NULL, NULL}};

static void use_tiny(char *text, size_t size, int times)
{
    size_t n = (size_t)snprintf(text, size, "law t\ninput v\noutput F\nF = t0.F\n");
    for (int i = 0; i < times; i++)
        n += (size_t)snprintf(text + n, size - n, "use tiny as t%d (v = v)\n", i);
}

static void sixteen_automata_are_possible_and_no_more(void **state)
{
    (void)state;
    char text[1000];
    br_parsed_law law;
    use_tiny(text, sizeof text, BR_MAX_AUTOMATA);
    must_read_at(&law, text, tiny, __LINE__);
    assert_int_equal(law.nautomata, BR_MAX_AUTOMATA);
    assert_string_equal(law.automaton[15].name, "t15");
    br_traits t;
    assert_int_equal(br_law_traits(&law, &t), BR_OK); // whether it ends is the point
    br_law_free(&law);
    use_tiny(text, sizeof text, BR_MAX_AUTOMATA + 1);
    refuses_with(tiny, text, "tiny:4:1: more than 16 lists of modes in law t with all that it uses");
}

static void a_scope_has_one_automaton(void **state)
{
    (void)state;
    refuses_with(tiny, "law t\ninput v\nmodes c, d\nuse tiny\n",
                 "tiny:4:1: a second list of modes in one scope; `use` a law with modes `as` a name");
    refuses_with(tiny, "law t\ninput v\nuse tiny\nmodes c, d\n",
                 "t:4:1: a second list of modes in one scope; `use` a law with modes `as` a name");
    // a mixin's modes are its user's
    accepts_with(tiny, "law t\ninput v\nuse tiny\noutput G\nG = 1 in a\nG = 2 in b\nfrom b to a if v < 0\n");
    accepts_with(tiny, "law t\ninput v\nmodes a, c\nuse tiny as x (v = v)\noutput F\nF = 1 in a\nF = 2 in c\n");
    // those of a law used as a name are not
    refuses_with(tiny, "law t\ninput v\nuse tiny as x (v = v)\noutput F\nF = 1 in a\nF = 2 in b\n",
                 "t:5:10: a mode is needed here (declared above by `modes ...`)");
    refuses_with(tiny, "law t\ninput v\nmodes c, d\nuse tiny as x (v = v)\noutput F\nF = v\nfrom c to b if v > 0\n",
                 "t:7:11: a mode is needed here (declared above by `modes ...`)");
}

static void set_modes(const char *text, const char *expected)
{
    static const char name[] = "sfb";
    br_diag why = {0};
    char got[8] = "";
    for (int i = 0; i < 7; i++)
        whole.model.m[i] = 0;
    if (br_model_set_mode(&whole.model, text, &why) != BR_OK) {
        assert_string_equal(why.text, expected);
        for (int i = 0; i < 7; i++)
            assert_int_equal(whole.model.m[i], 0);
        return;
    }
    for (int i = 0; i < 7; i++)
        got[i] = i == 4 ? (char)('0' + whole.model.m[i]) : name[whole.model.m[i]];
    assert_string_equal(got, expected);
}

static void modes_are_set_by_name(void **state)
{
    (void)state;
    set_modes("left.mode = forward", "ffff0ss");
    set_modes("mode = busy, right.mode = backward, forward", "ssss1bf");
    set_modes("right.mode = forward, left.mode = stick, stick, stick, backward, mode = calm", "sssb0ff");
    set_modes("stick", "--mode:1:1: say whose mode it is, NAME = MODE; there are left.mode, mode, right.mode");
    set_modes("", "--mode:1:1: say whose mode it is, NAME = MODE; there are left.mode, mode, right.mode");
    set_modes("left = stick", "--mode:1:1: say whose mode it is, NAME = MODE; there are left.mode, mode, right.mode");
    set_modes("left.mode = calm", "--mode:1:13: no such mode; there are stick, forward, backward");
    set_modes("left.mode = forward, left.mode = stick", "--mode:1:22: left.mode is given a second time");
    set_modes("left.mode = forward, stick", "--mode:1:13: one mode, or one for each of 4 elements");
    set_modes("left.mode = forward, right.mode =", "--mode:1:34: one mode, or one for each of 2 elements");
}

static void numbers_and_modes_have_names(void **state)
{
    (void)state;
    br_friction *f;
    br_diag why;
    static const char values[] =
        "left.kappa = 1, 1, 1, 1 N/m, left.nu = 0.25, 0.25, 0.25, 0.25, left.FC = 1 N, left.beta = 0,"
        "left.vs = 1 m/s, left.C = 1 N/s, h = 1 m, k = 1 1/s, right.kappa = 1, 1 N/m,"
        "right.nu = 0.5, 0.5, right.FC = 1 N, right.beta = 0, right.vs = 1 m/s, right.C = 1 N/s";
    if (br_friction_open(&f, whole_text, NULL, values, &why) != BR_OK)
        fail_msg("%s", why.text);
    char name[BR_FRICTION_NAME], unit[BR_FRICTION_UNIT];
    static const char *const numbers[] = {"left.mode[1]", "left.mode[2]",  "left.mode[3]", "left.mode[4]",
                                          "mode",         "right.mode[1]", "right.mode[2]"};
    static const char *const modes[] = {"left.stick", "left.forward", "left.backward", "calm",
                                        "busy",       "right.stick",  "right.forward", "right.backward"};
    assert_int_equal(br_friction_count(f, BR_FRICTION_MODES), 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(br_friction_name(f, BR_FRICTION_MODES, i, name, unit), BR_OK);
        assert_string_equal(name, numbers[i]);
        br_friction_modes may = br_friction_modes_at(f, i);
        assert_int_equal(may.first, i < 4 ? 0 : i == 4 ? 3 : 5);
        assert_int_equal(may.count, i == 4 ? 2 : 3);
    }
    assert_int_equal(br_friction_count(f, BR_FRICTION_MODE_NAMES), 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(br_friction_name(f, BR_FRICTION_MODE_NAMES, i, name, unit), BR_OK);
        assert_string_equal(name, modes[i]);
    }
    assert_int_equal(br_friction_modes_at(f, 7).count, 0);
    assert_int_equal(br_friction_modes_at(f, -1).count, 0);
    br_friction_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_outputs_and_derivatives_are_those_of_the_parts),
        cmocka_unit_test(modes_and_margins_are_those_of_the_parts),
        cmocka_unit_test(transitions_say_which_modes_they_move),
        cmocka_unit_test(enclosures_are_those_of_the_parts),
        cmocka_unit_test(taylor_coefficients_are_those_of_the_parts),
        cmocka_unit_test(flows_step_as_those_of_the_parts),
        cmocka_unit_test(traits_see_every_automaton),
        cmocka_unit_test(a_mode_is_a_states_own_if_it_acts_on_no_other),
        cmocka_unit_test(sixteen_automata_are_possible_and_no_more),
        cmocka_unit_test(a_scope_has_one_automaton),
        cmocka_unit_test(modes_are_set_by_name),
        cmocka_unit_test(numbers_and_modes_have_names),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
