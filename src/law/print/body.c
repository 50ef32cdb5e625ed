// body.c - the passes of a printed function: rows, and the blocks of their derivatives.    [host]
#include "num/base/fp.h"

#include "law/print/print_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "out[AT(3 + i)]", as memory of its own
static char *store_to(br_printer *p, const char *array, const br_place *a, const char *tail)
{
    char where[BR_PLACE_SIZE];
    br_place_text(p, a, tail, where, sizeof where);
    size_t size = strlen(array) + strlen(where) + 8;
    char *to = malloc(size);
    if (to)
        snprintf(to, size, "%s[AT(%s)]", array, where);
    else
        p->status = BR_NO_MEMORY;
    return to;
}

static int row_roots(br_printer *p, const br_law_row *row, int rows, br_root *r)
{
    br_place a = {0};
    for (int i = 0; i < rows; i++) {
        r[i] = (br_root){
            .node = row[i].node, .dim = row[i].dim, .to = store_to(p, "out", &a, row[i].dim == BR_SCALAR ? "" : "i")};
        br_place_add(&a, row[i].dim, BR_SCALAR, false);
    }
    return rows;
}

// some: which blocks; NULL: all
static int block_roots(br_printer *p, const br_jet *j, const bool *some, br_root *r, bool dense, int dense_dim)
{
    br_place a = {0};
    int n = 0;
    for (int i = 0; i < j->blocks; i++) {
        const br_block *b = &j->block[i];
        int row_dim = j->row[b->row].dim, column_dim = p->law->q[b->column].dim;
        bool is_dense = b->shape == BR_DENSE;
        char tail[BR_NAME_SIZE + 16] = "";
        int dim = row_dim != BR_SCALAR ? row_dim : column_dim;
        if (is_dense) {
            snprintf(tail, sizeof tail, row_dim == BR_SCALAR ? "h" : "i * %s + h", p->dim[column_dim]);
            dim = row_dim;
        } else if (dim != BR_SCALAR) {
            snprintf(tail, sizeof tail, "i");
        }
        if (is_dense == dense && (!dense || column_dim == dense_dim) && (!some || some[i]))
            r[n++] = (br_root){.node = b->node, .dim = dim, .to = store_to(p, "jet", &a, tail)};
        br_place_add(&a, row_dim, column_dim, is_dense);
    }
    return n;
}

static void free_roots(br_root *r, int n)
{
    for (int i = 0; i < n; i++)
        free(r[i].to);
}

// Has the jet dense blocks with columns of this dimension? BR_SCALAR: of any; some: which blocks, NULL: all
static bool has_dense(const br_printer *p, const br_jet *j, const bool *some, int dim)
{
    for (int b = 0; j && b < j->blocks; b++)
        if (j->block[b].shape == BR_DENSE && (!some || some[b]) &&
            (dim == BR_SCALAR || p->law->q[j->block[b].column].dim == dim))
            return true;
    return false;
}

// One loop that does all of a pass: its own stages, then its dense blocks.
static void print_joint_loop(br_printer *p, const char *name, const char *over, const br_jet *j, const bool *some)
{
    const br_results *r = &p->results[BR_RESULT_JET];
    br_buffer_print(&p->out, "BR_INLINE void %s_%s_%s(%s,\n        size_t ps, size_t pl, %s, const int w)\n{\n",
                    p->base, name, over, p->batch, r->lent);
    br_buffer_print(&p->out, "    %s_%s_own_%s(size, count, x, m, u, p, ps, pl, %s, w);\n", p->base, name, over,
                    r->passed);
    for (int d = 0; d < p->law->ndim; d++)
        if (has_dense(p, j, some, d))
            br_buffer_print(&p->out, "    %s_%s_by_%s_%s(size, count, x, m, u, p, ps, pl, %s, w);\n", p->base, name,
                            p->dim[d], over, r->passed);
    br_buffer_print(&p->out, "}\n\n");
}

void br_print_body(br_printer *p, const char *name, const br_law_row *row, int rows, const br_jet *j, const bool *some)
{
    const br_results *r = &p->results[j ? BR_RESULT_JET : BR_RESULT_VALUES];
    bool dense = has_dense(p, j, some, BR_SCALAR);
    char own[BR_NAME_SIZE];
    br_root *roots = calloc((size_t)rows + (size_t)(j ? j->blocks : 0) + 1, sizeof *roots);
    if (!roots) {
        p->status = BR_NO_MEMORY;
        return;
    }
    snprintf(own, sizeof own, "%s%s", name, dense ? "_own" : "");
    br_pass s = {.p = p, .root = roots, .count = p->law->g.count, .name = own, .results = r, .hot = BR_SCALAR};
    s.roots = row_roots(p, row, rows, roots);
    s.roots += j ? block_roots(p, j, some, roots + s.roots, false, 0) : 0;
    if (p->status == BR_OK)
        br_print_pass(&s);
    free_roots(roots, s.roots);
    for (int d = 0; dense && d < p->law->ndim && p->status == BR_OK; d++) { // dense blocks, column by column
        char by[BR_NAME_SIZE + 20];
        snprintf(by, sizeof by, "%s_by_%s", name, p->dim[d]);
        br_pass h = {.p = p, .root = roots, .count = p->law->g.count, .name = by, .results = r, .hot = d};
        h.roots = block_roots(p, j, some, roots, true, d);
        if (h.roots > 0 && p->status == BR_OK)
            br_print_pass(&h);
        free_roots(roots, h.roots);
    }
    if (dense && p->status == BR_OK) {
        print_joint_loop(p, name, "points", j, some);
        print_joint_loop(p, name, "elements", j, some);
    }
    free(roots);
}

void br_print_rows(br_printer *p, const char *name, const br_law_row *row, int rows)
{
    br_print_body(p, name, row, rows, NULL, NULL);
}
