// print.c - a law as readable C99: the file and its functions.                  [host]
#include "num/base/fp.h"

#include "law/print/c_names.h"
#include "law/builtin/embedded.h"
#include "law/graph/margin.h"
#include "law/print/print_parts.h"
#include "num/text/diag.h"
#include "num/text/number.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The function that is called, and what loops over points for it: in the library a macro of tile.h makes them.
static void print_entry(br_printer *p, const char *name, br_result_kind kind)
{
    static const char *const plain[] = {"BR_TILE_MANY", "BR_TILE_ENTRY", NULL};
    static const char *const elements[] = {"BR_TILE_ONE", "BR_TILE_MANY", "BR_TILE_ELEMENTS_ENTRY", NULL};
    const br_results *r = &p->results[kind];
    bool has_elements = p->law->ndim > 0;
    if (p->o->library)
        br_buffer_print(&p->out, "BR_%s_%s(%s_%s%s%s)\n\n", has_elements ? "ELEMENTS" : "LAW", r->kind, p->base, name,
                        has_elements ? ", " : "", p->enough);
    else
        for (const char *const *macro = has_elements ? elements : plain; *macro; macro++)
            br_print_tile_macro(p, *macro, name, r);
}

static void layout_line(br_printer *p, const br_place *a, const char *array, int dim, int column_dim, const char *what,
                        const char *unit)
{
    char first[BR_PLACE_SIZE];
    const char *tail = dim == BR_SCALAR && column_dim == BR_SCALAR ? "" : "i";
    br_place_text(p, a, tail, first, sizeof first);
    int gap = 20 - (int)strlen(array) - (int)strlen(first);
    br_buffer_print(&p->out, "//     %s[%s]%*s %s%s%s\n", array, first, gap > 0 ? gap : 0, "", what,
                    unit[0] ? "  " : "", unit);
}

static void layout_quantities(br_printer *p, br_kind kind, const char *array, const char *title)
{
    br_place a;
    if (br_parsed_law_count(p->law, kind) > 0)
        br_buffer_print(&p->out, "// %s\n", title);
    for (int q = 0; q < p->law->nq; q++) {
        const br_quantity *w = &p->law->q[q];
        if (w->kind != kind)
            continue;
        br_place_of(p, q, &a);
        layout_line(p, &a, array, w->dim, BR_SCALAR, w->name, w->si_text);
    }
}

static void layout_results(br_printer *p, const br_jet *j, const char *title)
{
    br_place a = {0};
    char what[2 * BR_NAME_SIZE + 16];
    br_buffer_print(&p->out, "// %s\n", title);
    for (int r = 0; r < j->rows; r++) {
        snprintf(what, sizeof what, "%s%.1s", j->row[r].name, j->row[r].mark ? &j->row[r].mark : "");
        layout_line(p, &a, "out", j->row[r].dim, BR_SCALAR, what, "");
        br_place_add(&a, j->row[r].dim, BR_SCALAR, false);
    }
    br_buffer_print(&p->out, "// their derivatives\n");
    memset(&a, 0, sizeof a);
    for (int b = 0; b < j->blocks; b++) {
        const br_law_row *row = &j->row[j->block[b].row];
        const br_quantity *q = &p->law->q[j->block[b].column];
        snprintf(what, sizeof what, "d %s%.1s / d %s%s", row->name, row->mark ? &row->mark : "", q->name,
                 j->block[b].shape == BR_DENSE ? ", all pairs of elements" : "");
        layout_line(p, &a, "jet", row->dim, q->dim, what, "");
        br_place_add(&a, row->dim, q->dim, j->block[b].shape == BR_DENSE);
    }
}

// The head of a file. Quoted texts of the law are words, never code: whatever could end a comment is dropped.
static void print_words(br_buffer *t, const char *words, int *column)
{
    for (; *words; words++) {
        bool plain = (unsigned char)*words >= 32 && (unsigned char)*words < 127 && *words != '\\' && *words != '?';
        if (*words == ' ' && *column > 96) {
            br_buffer_print(t, "\n//    ");
            *column = 6;
        }
        if (plain)
            br_buffer_print(t, "%c", *words);
        (*column)++;
    }
}

// What can be called, as it is declared.
static void print_declarations(br_printer *p, const br_jet jet[3])
{
    const struct {
        const char *name, *gives, *results;
        bool exists;
    } f[] = {{"rate", "rates and outputs", "out", jet[0].rows > 0},
             {"rate_jet", "and their derivatives", "out, jet", jet[0].rows > 0},
             {"rate_jet_x", "and those by states alone, the first of jet", "out, jet", jet[0].by_states > 0},
             {"rate_jet_some", "and those by states, inputs, and parameters that cost nothing more", "out, jet",
              p->o->some && jet[0].rows > 0},
             {"step", "updates", "out", jet[1].rows > 0},
             {"step_jet", "and their derivatives", "out, jet", jet[1].rows > 0},
             {"mode", "the modes after the transitions", "int *next", p->law->njump > 0},
             {"margin", "how far each transition's guard is from holding", "out", jet[2].rows > 0},
             {"margin_jet", "and their derivatives", "out, jet", jet[2].rows > 0}};
    const char *pre = p->o->library ? p->pre : "";
    if (p->o->alone) {
        br_buffer_print(&p->out, "// void %s_require(const int *size, const %s *p, %s *out);\n", p->base, p->real,
                        p->real);
        return;
    }
    br_buffer_print(&p->out, "// Functions, declared as\n//     void %s%s_rate(", pre, p->base);
    br_buffer_print(&p->out, br_print_batch, p->real, p->real, p->real);
    br_buffer_print(&p->out, ", int each, %s *out);\n%s", p->real,
                    p->o->both ? "// and named brf_ where br_real is float\n" : "");
    for (size_t i = 0; i < sizeof f / sizeof *f; i++)
        if (f[i].exists)
            br_buffer_print(&p->out, "//     %s%s_%-10s %s; results: %s\n", pre, p->base, f[i].name, f[i].gives,
                            f[i].results);
}

enum { MODE_LIST = BR_MAX_MODES * (BR_MAX_NAME + 8) };

// " 0 stick, 1 slip"
static void mode_list(const br_automaton *a, char text[MODE_LIST])
{
    size_t n = 0;
    for (int i = 0; i < a->nmode; i++)
        n += (size_t)snprintf(text + n, MODE_LIST - n, "%s %d %s", i ? "," : "", i, a->mode[i]);
}

static void layout_modes(br_printer *p)
{
    const br_automaton *a = p->law->automaton;
    char modes[MODE_LIST], name[BR_NAME_SIZE], what[BR_NAME_SIZE + MODE_LIST];
    if (p->law->nautomata == 0) {
        br_buffer_print(&p->out, "// m: NULL, the law has no modes.\n");
    } else if (p->law->nautomata == 1) {
        mode_list(a, modes);
        br_buffer_print(&p->out, "// m[] holds modes:%s; %s. NULL: all 0.\n", modes,
                        a->dim == BR_SCALAR ? "one per point" : "one per element");
    } else {
        br_buffer_print(&p->out, "// m[] holds modes; NULL: all 0.\n");
        for (int i = 0; i < p->law->nautomata; i++) {
            br_place at;
            br_place_of_mode(p, i, &at);
            mode_list(&a[i], modes);
            br_law_mode_name(p->law, i, name);
            snprintf(what, sizeof what, "%s:%s", name, modes);
            layout_line(p, &at, "m", a[i].dim, BR_SCALAR, what, "");
        }
    }
}

static void print_head(br_printer *p, const br_jet jet[3])
{
    int column = 8 + (int)strlen(p->law->name);
    br_buffer_print(&p->out, "// %s.c - ", p->law->name);
    print_words(&p->out, p->law->title, &column);
    br_buffer_print(&p->out, ".%s\n//\n// Printed by bristle from the text of the law", p->o->whole ? "" : " [target]");
    for (int i = 0; i < p->law->nchoice; i++)
        br_buffer_print(&p->out, "%s%s = %s", i ? ", " : " with ", p->law->choice[i].name,
                        p->law->choice[i].value[p->law->choice[i].chosen]);
    br_buffer_print(&p->out, ".\n");
    if (p->law->source[0]) {
        br_buffer_print(&p->out, "// Source: ");
        column = 11;
        print_words(&p->out, p->law->source, &column);
        br_buffer_print(&p->out, "\n");
    }
    br_buffer_print(&p->out,
                    "//\n// All functions work on `count` points at once, in SI units: number j of point k stands at "
                    "[j*count + k].\n"
                    "// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own "
                    "(each = 1).\n");
    for (int i = 0; i < p->law->ndim; i++)
        br_buffer_print(&p->out, "// size[%d] is %s, the number of elements; i counts them from 0.\n", i, p->dim[i]);
    if (p->law->ndim == 0)
        br_buffer_print(&p->out, "// size: NULL, the law has no elements.\n");
    layout_modes(p);
    print_declarations(p, jet);
    layout_quantities(p, BR_STATE, "x", "states");
    layout_quantities(p, BR_INPUT, "u", "inputs");
    layout_quantities(p, BR_PARAM, "p", "parameters");
}

// ---------------------------------------------------------------- pasted functions

// Sections of elem.h that are pasted already, by the places of their marks.
typedef struct pasted {
    const char *at[64];
    int count;
} pasted;

static bool was_pasted(pasted *done, const char *start)
{
    for (int i = 0; i < done->count; i++)
        if (done->at[i] == start)
            return true;
    if (done->count < (int)(sizeof done->at / sizeof *done->at))
        done->at[done->count++] = start;
    return false;
}

static void paste_section(br_printer *p, const char *name, size_t size, pasted *done)
{
    char mark[80];
    snprintf(mark, sizeof mark, "\n//@ %.*s:", (int)size, name);
    const char *start = strstr(br_embedded_elem.text, mark);
    if (!start || was_pasted(done, start))
        return; // every name of an operation has a section: a test emits them all
    const char *deps = start + strlen(mark), *line = strchr(deps, '\n');
    while (deps < line) { // what it stands on comes first
        while (deps < line && *deps == ' ')
            deps++;
        const char *end = deps;
        while (end < line && *end != ' ')
            end++;
        if (end > deps)
            paste_section(p, deps, (size_t)(end - deps), done);
        deps = end;
    }
    const char *end = strstr(line, "//@ ");
    br_buffer_print(&p->out, "%.*s", (int)(end ? end - line - 1 : (ptrdiff_t)strlen(line)), line + 1);
}

static void paste_functions(br_printer *p)
{
    pasted done = {.count = 0};
    char name[40];
    const char *head_end = strstr(br_embedded_elem.text, "\n//@ "); // its own comment speaks of marks too
    const char *body = strstr(br_embedded_elem.text, "#include");
    const char *rules = strstr(br_embedded_fp.text, "#ifndef"); // without its own head
    br_buffer_print(&p->out, "%s\n", rules ? rules : br_embedded_fp.text);
    for (const char *line = body; line && head_end && line < head_end;) { // the head without its own includes of ours
        const char *end = strchr(line, '\n');
        if (strncmp(line, "#include \"", 10) != 0)
            br_buffer_print(&p->out, "%.*s\n", (int)(end - line), line);
        line = end + 1;
    }
    for (br_op op = 0; op < BR_OP_COUNT; op++)
        if (p->used_fn[op]) {
            snprintf(name, sizeof name, "%s%s", p->pre, br_op_text(op));
            paste_section(p, name, strlen(name), &done);
        }
}

// ---------------------------------------------------------------- the file

// The guards of all transitions. An automaton without any stands on node 0, a constant: its modes are passed on.
static int guard_roots(const br_parsed_law *law, br_root *r)
{
    bool moves[BR_MAX_AUTOMATA] = {false};
    int n = 0;
    for (int i = 0; i < law->njump; i++) {
        const br_transition *j = &law->jump[i];
        r[n++] = (br_root){.node = j->guard, .dim = law->automaton[j->automaton].dim, .automaton = j->automaton};
        moves[j->automaton] = true;
    }
    for (int a = 0; a < law->nautomata; a++)
        if (!moves[a])
            r[n++] = (br_root){.node = 0, .dim = law->automaton[a].dim, .automaton = a};
    return n;
}

static void print_mode_function(br_printer *p)
{
    br_root *roots = calloc((size_t)p->law->njump + (size_t)p->law->nautomata, sizeof *roots);
    if (!roots) {
        p->status = BR_NO_MEMORY;
        return;
    }
    br_pass s = {.p = p,
                 .root = roots,
                 .roots = guard_roots(p->law, roots),
                 .count = p->law->g.count,
                 .name = "mode",
                 .results = &p->results[BR_RESULT_MODES],
                 .hot = BR_SCALAR};
    br_buffer_print(&p->out, "// The mode after the transitions: of each mode, the first whose guard holds.\n");
    br_print_pass(&s);
    if (p->status == BR_OK)
        print_entry(p, "mode", BR_RESULT_MODES);
    free(roots);
}

// The rows of a jet and, if wanted, its derivatives, all or some.
static void print_function(br_printer *p, const char *name, const br_jet *jet, bool derivatives, const bool *some)
{
    br_print_body(p, name, jet->row, jet->rows, derivatives ? jet : NULL, some);
    if (p->status == BR_OK)
        print_entry(p, name, derivatives ? BR_RESULT_JET : BR_RESULT_VALUES);
}

static void print_some(br_printer *p, const br_jet *jet)
{
    bool *some = calloc((size_t)jet->blocks + 1, sizeof *some);
    if (!some || br_jet_some(jet, p->law, some) != BR_OK)
        p->status = BR_NO_MEMORY;
    else
        print_function(p, "rate_jet_some", jet, true, some);
    free(some);
}

static void print_functions(br_printer *p, const br_jet *jet, bool next)
{
    br_jet front = br_jet_by_states(jet);
    if (jet->rows == 0)
        return;
    layout_results(p, jet, next ? "updates" : "rates and outputs");
    print_function(p, next ? "step" : "rate", jet, false, NULL);
    print_function(p, next ? "step_jet" : "rate_jet", jet, true, NULL);
    if (!next && front.blocks > 0)
        print_function(p, "rate_jet_x", &front, true, NULL);
    if (!next && p->o->some)
        print_some(p, jet);
    if (!next && p->o->flow && p->status == BR_OK)
        br_print_lie(p, jet);
}

// Of every condition that is wanted whether it holds, of one list of parameters.
static void print_conditions(br_printer *p)
{
    br_law_row *row = calloc((size_t)p->law->ncond + 1, sizeof *row);
    int rows = 0;
    if (!row) {
        p->status = BR_NO_MEMORY;
        return;
    }
    for (int i = 0; i < p->law->ncond; i++)
        if (p->o->required[i])
            row[rows++] = (br_law_row){"", 0, BR_SCALAR, p->law->cond[i].node};
    if (rows > 0) {
        br_print_body(p, "require", row, rows, NULL, NULL);
        br_buffer_print(&p->out,
                        "void %s_require(const int *size, const %s *p, %s *out)\n{\n"
                        "    %s_require_points(size, 1, 0, 0, 0, p, 1, 0, out, 1);\n}\n\n",
                        p->base, p->real, p->real, p->base);
    }
    free(row);
}

// Can the constant be written in the number type?
static bool constant_fits(br_printer *p, double v)
{
    char text[BR_NUMBER_SIZE];
    float f = isinf(v) || fabs(v) < 3.4e38 ? (float)v : INFINITY;
    if (!isnan(v) && (!p->o->single || isinf(v) || (!isinf(f) && (f != 0 || v == 0))))
        return true;
    br_number_write(text, v);
    p->status = br_complain(p->why, BR_BAD_LAW, &p->law->tokens, NULL,
                            isnan(v) ? "a constant of the law is not finite (NaN)"
                                     : "the constant %s does not fit into a float; print the law in double",
                            text);
    return false;
}

// One row for every transition: how far its guard is from holding.
static br_status make_margins(br_parsed_law *law, br_jet *j)
{
    br_law_row *row = calloc((size_t)law->njump + 1, sizeof *row);
    br_status status = row ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < law->njump && status == BR_OK; i++) {
        const br_transition *w = &law->jump[i];
        row[i] = (br_law_row){"", 0, law->automaton[w->automaton].dim, br_law_margin(law, w->guard)};
        status = law->g.status;
    }
    if (status == BR_OK)
        status = br_jet_make_rows(j, law, row, law->njump, NULL);
    free(row);
    return status;
}

// jet: of rates and outputs, of updates, of margins
static bool make_jets_and_names(br_printer *p, br_jet jet[3])
{
    for (int next = 0; next < 2 && p->status == BR_OK && !p->o->alone; next++)
        p->status = br_jet_make(&jet[next], p->law, next, NULL);
    if (p->status == BR_OK && p->o->margins && p->law->njump > 0)
        p->status = make_margins(p->law, &jet[2]);
    if (p->status != BR_OK)
        return false;
    p->names = p->law->g.count;
    p->name = calloc((size_t)p->names + 1, sizeof *p->name);
    p->symbol = calloc((size_t)p->names + 1, sizeof *p->symbol);
    p->used_fn = calloc(BR_OP_COUNT, sizeof *p->used_fn);
    if (!p->name || !p->symbol || !p->used_fn) {
        p->status = BR_NO_MEMORY;
        return false;
    }
    for (int i = 0; i < p->names; i++)
        if (p->law->g.node[i].op == BR_OP_CONST && !constant_fits(p, p->law->g.node[i].value))
            return false;
    if (!br_print_names(p)) {
        p->status = BR_NO_MEMORY;
        return false;
    }
    return true;
}

// Names that all functions of the file share: of the number type, of the law, of their arguments.
static void set_shared_names(br_printer *p)
{
    p->real = p->o->both ? "br_real" : p->o->single ? "float" : "double";
    p->pre = p->o->single ? "brf_" : "br_";
    char name[BR_MAX_NAME + 1];
    br_c_mangle(p->law->name, name, sizeof name);
    snprintf(p->base, sizeof p->base, "%s%s", p->o->library ? "" : p->o->prefix ? p->o->prefix : p->pre, name);
    snprintf(p->batch, sizeof p->batch, br_print_batch, p->real, p->real, p->real);
    for (int d = 0, n = 0; d < p->law->ndim; d++)
        n += snprintf(p->enough + n, sizeof p->enough - (size_t)n, "%ssize[%d] >= BR_SOME", d ? " && " : "", d);
    p->results[BR_RESULT_VALUES] = (br_results){.kind = "VALUES", .passed = "out"};
    p->results[BR_RESULT_JET] = (br_results){.kind = "JET", .passed = "out, jet"};
    p->results[BR_RESULT_MODES] = (br_results){"MODES", "next", "int *next", "int *BR_RESTRICT next"};
    for (br_result_kind kind = 0; kind < BR_RESULT_MODES; kind++) {
        br_results *r = &p->results[kind];
        snprintf(r->plain, sizeof r->plain, kind == BR_RESULT_JET ? "%s *out, %s *jet" : "%s *out", p->real, p->real);
        snprintf(r->lent, sizeof r->lent,
                 kind == BR_RESULT_JET ? "%s *BR_RESTRICT out, %s *BR_RESTRICT jet" : "%s *BR_RESTRICT out", p->real,
                 p->real);
    }
}

br_status br_law_check_printable(const br_parsed_law *law, br_diag *why)
{
    if (law->g.count <= BR_PRINT_MOST)
        return BR_OK;
    return br_diag_fail(why, BR_BAD_LAW, "law %s is too large to be printed as C: %d operations, at most %d", law->name,
                        law->g.count, BR_PRINT_MOST);
}

br_status br_parsed_law_print(br_parsed_law *law, const br_print_options *options, char **result, br_diag *why)
{
    static const br_print_options plain = {0};
    br_printer p = {.law = law, .o = options ? options : &plain, .why = why};
    br_jet jet[3] = {{0}, {0}, {0}};
    set_shared_names(&p);
    br_buffer body = {0};
    if (make_jets_and_names(&p, jet)) {
        print_functions(&p, &jet[0], false);
        print_functions(&p, &jet[1], true);
        if (law->njump > 0 && !p.o->alone)
            print_mode_function(&p);
        if (jet[2].rows > 0) {
            print_function(&p, "margin", &jet[2], false, NULL);
            print_function(&p, "margin_jet", &jet[2], true, NULL);
        }
        if (p.o->required)
            print_conditions(&p);
        body = p.out;
        p.out = (br_buffer){0};
        print_head(&p, jet);
        br_buffer_print(&p.out, "\n");
        if (p.o->library)
            br_buffer_print(&p.out, "#include \"num/base/fp.h\"\n\n#include \"law/printed/tile.h\"\n%s\n",
                            p.o->both ? "#include \"num/base/real.h\" // compiled twice\n" : "");
        else {
            if (p.o->whole)
                paste_functions(&p);
            else
                br_buffer_print(&p.out,
                                "#include \"num/base/fp.h\"\n\n#include \"num/base/elem.h\"\n#include <stddef.h>\n");
            br_print_tile_head(&p);
        }
        br_buffer_print(&p.out, "%s", body.text ? body.text : "");
    }
    for (int i = 0; i < 3; i++)
        br_jet_free(&jet[i]);
    if (p.status == BR_OK)
        p.status = body.status != BR_OK ? body.status : p.out.status;
    br_buffer_free(&body);
    free(p.name);
    free(p.symbol);
    free(p.table);
    free(p.used_fn);
    if (p.status == BR_OK)
        *result = p.out.text;
    else
        br_buffer_free(&p.out);
    return p.status;
}
