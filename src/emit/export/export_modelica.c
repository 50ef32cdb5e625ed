// export_modelica.c - a law as a Modelica model.                                 [host]
#include "num/base/fp.h"

#include "emit/export/export.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writing {
    br_buffer *out;
    const br_model *m;
    const br_graph *g;
    bool *need;
    int *uses;
} writing;

// ---------------------------------------------------------------- names and units

// Words of the language, and names of its library that equations below may call.
static bool is_taken(const char *name)
{
    static const char *const word[] = {
        "abs",      "acos",          "algorithm", "and",          "annotation", "asin",        "assert",
        "atan",     "atan2",         "block",     "break",        "class",      "connect",     "connector",
        "constant", "constrainedby", "cos",       "cosh",         "der",        "discrete",    "each",
        "else",     "elseif",        "elsewhen",  "encapsulated", "end",        "enumeration", "equation",
        "exp",      "expandable",    "extends",   "external",     "false",      "final",       "flow",
        "for",      "function",      "if",        "import",       "impure",     "in",          "initial",
        "inner",    "input",         "log",       "loop",         "max",        "min",         "model",
        "not",      "operator",      "or",        "outer",        "output",     "package",     "parameter",
        "partial",  "protected",     "public",    "pure",         "record",     "redeclare",   "replaceable",
        "return",   "sign",          "sin",       "sinh",         "sqrt",       "stream",      "tan",
        "tanh",     "then",          "time",      "true",         "type",       "when",        "while",
        "within",   "Boolean",       "Integer",   "Real",         "String"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (strcmp(name, word[i]) == 0)
            return true;
    return false;
}

// As it is where it may be a name there and is none of those below (c and a number, for what stands in several places);
// else in quotes, which make it another name than any without.
static void put_name(br_buffer *out, const char *name)
{
    bool plain = !is_taken(name) && !(name[0] == 'c' && isdigit((unsigned char)name[1]));
    for (const char *c = name; *c; c++)
        plain = plain && (isalnum((unsigned char)*c) || *c == '_');
    br_buffer_print(out, plain ? "%s" : "'%s'", name);
}

// N*s/m^2 is N.s/m2 there. With more than one / there is no such text.
static void put_unit(br_buffer *out, const char *unit)
{
    const char *slash = strchr(unit, '/');
    if (strcmp(unit, "-") == 0 || strchr(unit, '(') || (slash && strchr(slash + 1, '/')))
        return;
    br_buffer_put(out, "(unit = \"");
    for (; *unit; unit++)
        if (*unit != '^')
            br_buffer_add(out, *unit == '*' ? "." : unit, 1);
    br_buffer_put(out, "\")");
}

static void put_words(br_buffer *out, const char *words)
{
    if (!*words)
        return;
    br_buffer_put(out, " \"");
    for (size_t i = 0, size = strlen(words); i < size;) {
        unsigned c = 0;
        int n = br_utf8_read(words + i, size - i, &c);
        bool plain = n > 0 && !br_utf8_steers(c);
        br_buffer_put(out, c == '"' || c == '\\' ? "\\" : "");
        br_buffer_add(out, plain ? words + i : "?", plain ? (size_t)n : 1);
        i += n > 0 ? (size_t)n : 1;
    }
    br_buffer_put(out, "\"");
}

static void put_length(br_buffer *out, const br_model *m, int dim)
{
    if (dim != BR_SCALAR)
        br_buffer_print(out, "[%d]", m->n[dim]);
}

// ---------------------------------------------------------------- expressions

static void put_operand(const writing *w, int node, int element);

// Operations by how they look there; a, b and c stand for the arguments. NULL: no law has them outside of derivatives.
static const char *shape(br_op op)
{
    static const char *const of[BR_OP_COUNT] = {
        [BR_OP_ADD] = "(a + b)",
        [BR_OP_SUB] = "(a - b)",
        [BR_OP_MUL] = "a*b",
        [BR_OP_DIV] = "a/(b)",
        [BR_OP_NEG] = "(-a)",
        [BR_OP_POW] = "(a)^(b)",
        [BR_OP_ABS] = "abs(a)",
        [BR_OP_SIGN] = "sign(a)",
        [BR_OP_SIDE] = "(if a >= 0 then 1 else -1)",
        [BR_OP_SQRT] = "sqrt(a)",
        [BR_OP_EXP] = "exp(a)",
        [BR_OP_EXPM1] = "(exp(a) - 1)",
        [BR_OP_LOG] = "log(a)",
        [BR_OP_LOG1P] = "log(1 + a)",
        [BR_OP_SINH] = "sinh(a)",
        [BR_OP_COSH] = "cosh(a)",
        [BR_OP_TANH] = "tanh(a)",
        [BR_OP_LOGISTIC] = "(1/(1 + exp(-a)))",
        [BR_OP_SIN] = "sin(a)",
        [BR_OP_COS] = "cos(a)",
        [BR_OP_TAN] = "tan(a)",
        [BR_OP_ASIN] = "asin(a)",
        [BR_OP_ACOS] = "acos(a)",
        [BR_OP_ATAN] = "atan(a)",
        [BR_OP_ATAN2] = "atan2(a, b)",
        [BR_OP_CBRT] = "(sign(a)*abs(a)^(1/3))",
        [BR_OP_MIN] = "min(a, b)",
        [BR_OP_MAX] = "max(a, b)",
        [BR_OP_ZMUL] = "a*b",
        [BR_OP_LT] = "(a < b)",
        [BR_OP_LE] = "(a <= b)",
        [BR_OP_EQ] = "(a <= b and b <= a)",
        [BR_OP_AND] = "(a and b)",
        [BR_OP_OR] = "(a or b)",
        [BR_OP_NOT] = "(not a)",
        [BR_OP_SELECT] = "(if a then b else c)",
        [BR_OP_SPREAD] = "a",
    };
    return of[op];
}

static void put_variable(const writing *w, const br_node *n, int element)
{
    put_name(w->out, w->m->law.q[n->var].name);
    if (n->dim != BR_SCALAR)
        br_buffer_print(w->out, "[%d]", element + 1);
}

static void put_sum(const writing *w, int node)
{
    int dim = w->g->node[node].dim, count = dim == BR_SCALAR ? 1 : w->m->n[dim];
    br_buffer_put(w->out, "(");
    for (int i = 0; i < count; i++) {
        br_buffer_put(w->out, i > 0 ? " + " : "");
        put_operand(w, node, i);
    }
    br_buffer_put(w->out, ")");
}

// An operation, its arguments in the places of the letters that stand alone.
static void put_operation(const writing *w, int node, int element)
{
    const br_node *n = &w->g->node[node];
    const char *of = shape((br_op)n->op);
    for (const char *c = of; c && *c; c++) {
        bool alone = (c == of || !isalpha((unsigned char)c[-1])) && !isalpha((unsigned char)c[1]);
        if (alone && *c >= 'a' && *c <= 'c')
            put_operand(w, n->arg[*c - 'a'], element);
        else
            br_buffer_add(w->out, c, 1);
    }
}

static bool is_leaf(const br_node *n)
{
    return n->op == BR_OP_CONST || n->op == BR_OP_VAR || n->op == BR_OP_SPREAD;
}

// A node that stands in several places has a name of its own.
static bool is_shared(const writing *w, int node)
{
    return w->uses[node] > 1 && !is_leaf(&w->g->node[node]);
}

static void put_node(const writing *w, int node, int element)
{
    const br_node *n = &w->g->node[node];
    if (n->op == BR_OP_CONST) {
        br_buffer_put(w->out, n->value < 0 ? "(" : "");
        br_buffer_number(w->out, n->value);
        br_buffer_put(w->out, n->value < 0 ? ")" : "");
    } else if (n->op == BR_OP_VAR)
        put_variable(w, n, element);
    else if (n->op == BR_OP_SUM)
        put_sum(w, n->arg[0]);
    else
        put_operation(w, node, element);
}

static void put_operand(const writing *w, int node, int element)
{
    if (!is_shared(w, node)) {
        put_node(w, node, element);
        return;
    }
    br_buffer_print(w->out, "c%d", node);
    if (w->g->node[node].dim != BR_SCALAR)
        br_buffer_print(w->out, "[%d]", element + 1);
}

// ---------------------------------------------------------------- declarations

static void put_values(const writing *w, int q)
{
    const br_model *m = w->m;
    int count = br_model_len(m, q);
    bool array = m->law.q[q].dim != BR_SCALAR;
    br_buffer_put(w->out, array ? "{" : "");
    for (int i = 0; i < count; i++) {
        br_buffer_put(w->out, i > 0 ? ", " : "");
        br_buffer_number(w->out, br_model_values(m, q)[i].lo);
    }
    br_buffer_put(w->out, array ? "}" : "");
}

static void declare_quantity(const writing *w, int q)
{
    const br_quantity *k = &w->m->law.q[q];
    static const char *const word[] = {
        [BR_STATE] = "  Real ", [BR_INPUT] = "  input Real ", [BR_PARAM] = "  parameter Real "};
    br_buffer_put(w->out, word[k->kind]);
    put_name(w->out, k->name);
    put_length(w->out, w->m, k->dim);
    put_unit(w->out, k->si_text);
    if (k->kind == BR_PARAM) {
        br_buffer_put(w->out, " = ");
        put_values(w, q);
    }
    put_words(w->out, k->words);
    br_buffer_put(w->out, ";\n");
}

// Inputs and parameters of steps alone are in no equation.
static bool is_used(const writing *w, int q)
{
    for (int i = 0; i < w->g->count; i++)
        if (w->need[i] && w->g->node[i].op == BR_OP_VAR && w->g->node[i].var == q)
            return true;
    return false;
}

static void declare_all(const writing *w)
{
    const br_parsed_law *law = &w->m->law;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE || is_used(w, q))
            declare_quantity(w, q);
    for (int o = 0; o < law->nout; o++) {
        br_buffer_put(w->out, "  output Real ");
        put_name(w->out, law->out[o].name);
        put_length(w->out, w->m, law->out[o].dim);
        put_unit(w->out, law->out[o].si_text);
        put_words(w->out, law->out[o].words);
        br_buffer_put(w->out, ";\n");
    }
    for (int i = 0; i < w->g->count; i++)
        if (w->need[i] && is_shared(w, i)) {
            br_buffer_print(w->out, "  %s c%d", w->g->node[i].is_bool ? "Boolean" : "Real", i);
            put_length(w->out, w->m, w->g->node[i].dim);
            br_buffer_put(w->out, ";\n");
        }
}

static void put_start(const writing *w)
{
    const br_parsed_law *law = &w->m->law;
    br_buffer_put(w->out, w->m->nx > 0 ? "initial equation\n" : "");
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE) {
            br_buffer_put(w->out, "  ");
            put_name(w->out, law->q[q].name);
            br_buffer_put(w->out, " = ");
            put_values(w, q);
            br_buffer_put(w->out, ";\n");
        }
}

// ---------------------------------------------------------------- equations

// One for each element.
static void put_equation(const writing *w, const char *before, const char *name, const char *behind, int dim, int node)
{
    int count = dim == BR_SCALAR ? 1 : w->m->n[dim];
    for (int i = 0; i < count; i++) {
        br_buffer_print(w->out, "  %s", before);
        put_name(w->out, name);
        if (dim != BR_SCALAR)
            br_buffer_print(w->out, "[%d]", i + 1);
        br_buffer_print(w->out, "%s = ", behind);
        put_operand(w, node, i);
        br_buffer_put(w->out, ";\n");
    }
}

static void put_shared_equation(const writing *w, int node)
{
    int dim = w->g->node[node].dim, count = dim == BR_SCALAR ? 1 : w->m->n[dim];
    for (int i = 0; i < count; i++) {
        br_buffer_put(w->out, "  ");
        put_operand(w, node, i); // its name
        br_buffer_put(w->out, " = ");
        put_node(w, node, i);
        br_buffer_put(w->out, ";\n");
    }
}

static void put_equations(const writing *w)
{
    const br_parsed_law *law = &w->m->law;
    br_buffer_put(w->out, "equation\n");
    for (int i = 0; i < w->g->count; i++)
        if (w->need[i] && is_shared(w, i))
            put_shared_equation(w, i);
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE)
            put_equation(w, "der(", law->q[q].name, ")", law->q[q].dim, law->q[q].rate);
    for (int o = 0; o < law->nout; o++)
        put_equation(w, "", law->out[o].name, "", law->out[o].dim, law->out[o].now);
}

// Shapes in which letters stand twice.
static bool twice(int op)
{
    return op == BR_OP_CBRT || op == BR_OP_EQ;
}

static void count_uses(writing *w)
{
    for (int i = 0; i < w->g->count; i++) {
        const int *arg;
        int n = w->need[i] ? br_graph_args(w->g, i, &arg) : 0;
        for (int k = 0; k < n; k++)
            w->uses[arg[k]] += twice(w->g->node[i].op) ? 2 : 1;
    }
}

// What equations stand on; BR_BAD_LAW: modes, or a state without a rate.
static br_status reach(writing *w, br_diag *why)
{
    const br_parsed_law *law = &w->m->law;
    int *root = calloc((size_t)(law->nq + law->nout) + 1, sizeof *root), n = 0;
    if (!root)
        return BR_NO_MEMORY;
    bool whole = law->nautomata == 0;
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_STATE) {
            whole = whole && law->q[q].rate != BR_NO_NODE;
            root[n++] = law->q[q].rate;
        }
    for (int o = 0; o < law->nout; o++) {
        whole = whole && law->out[o].now != BR_NO_NODE;
        root[n++] = law->out[o].now;
    }
    if (whole)
        br_graph_reach(w->g, root, n, w->need);
    for (int i = 0; i < n && whole; i++)
        w->uses[root[i]]++;
    if (!whole && why)
        snprintf(why->text, sizeof why->text, "%s has modes, which Modelica would need as an automaton of its own",
                 law->name);
    free(root);
    return whole ? BR_OK : BR_BAD_LAW;
}

// A file has the same name: letters, digits and _ only.
static void put_model_name(const writing *w)
{
    char name[sizeof w->m->law.name];
    snprintf(name, sizeof name, "%s", w->m->law.name);
    for (char *c = name; *c; c++)
        *c = isalnum((unsigned char)*c) ? *c : '_';
    put_name(w->out, name);
}

static void put_model(const writing *w)
{
    const br_parsed_law *law = &w->m->law;
    br_buffer_print(
        w->out,
        "// %s as a Modelica model. Emitted by bristle; not run by our tests.\n"
        "// The equations are those of the law, without approximation; numbers differ by rounding and by the "
        "integrator.\nmodel ",
        law->name);
    put_model_name(w);
    put_words(w->out, law->title);
    br_buffer_put(w->out, "\n");
    declare_all(w);
    put_start(w);
    put_equations(w);
    br_buffer_put(w->out, "end ");
    put_model_name(w);
    br_buffer_put(w->out, ";\n");
}

br_status br_export_modelica(br_buffer *out, const br_model *m, br_diag *why)
{
    writing w = {.out = out, .m = m, .g = &m->law.g};
    size_t nodes = (size_t)w.g->count + 1;
    w.need = calloc(nodes, sizeof *w.need);
    w.uses = calloc(nodes, sizeof *w.uses);
    br_status status = w.need && w.uses ? reach(&w, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        count_uses(&w);
        put_model(&w);
        status = out->status;
    }
    free(w.need);
    free(w.uses);
    return status;
}
