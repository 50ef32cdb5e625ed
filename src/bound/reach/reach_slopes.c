// reach_slopes.c - rates and Jacobians of a law over a box of states.             [host]
#include "num/base/fp.h"

#include "bound/reach/reach_parts.h"

br_status br_reach_rates(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u)
{
    br_box at = {.x = x, .u = u, .p = p, .m = r->m};
    return br_tape_enclose_domain(&r->rates, &at, r->rate, r->domain);
}

// The column of the transition for number c of the quantity of a block, and its factor; -1: none.
static int column_of(const br_reach *r, const br_block *b, int c, br_interval *factor)
{
    br_kind kind = r->model->law.q[b->column].kind;
    int at = r->all.q_at[b->column] + c;
    *factor = br_interval_point(1);
    if (kind == BR_STATE)
        return at;
    if (kind == BR_INPUT) {
        *factor = r->off[at];
        return r->off[at].lo == 0 && r->off[at].hi == 0 ? -1 : r->columns - 1;
    }
    if (r->spread[at] < 0)
        return -1;
    *factor = br_interval_point(r->radius[r->spread[at]]);
    return r->n + r->spread[at];
}

void br_reach_jacobian_rows(const br_reach *r, int first, int rows, br_interval *to)
{
    const br_tape *t = &r->all;
    for (int i = 0; i < rows * r->columns; i++)
        to[i] = br_interval_point(0);
    for (int k = 0; k < t->blocks; k++) {
        const br_block *b = &t->block[k];
        int height = br_tape_len(t, t->row[b->row].dim), width = br_tape_len(t, t->law->q[b->column].dim);
        for (int c = 0; c < width; c++) {
            br_interval factor;
            int column = column_of(r, b, c, &factor);
            for (int i = 0; i < height && column >= 0; i++) {
                int row = t->row_at[b->row] + i - first, at = br_shape_number(b->shape, width, i, c);
                if (row < 0 || row >= rows || at < 0)
                    continue;
                br_interval *sum = &to[row * r->columns + column];
                *sum = br_interval_add(*sum, br_interval_mul(factor, r->jets[t->block_at[k] + at]));
            }
        }
    }
}

br_status br_reach_jacobian(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u,
                            bool *bounded)
{
    br_box at = {.x = x, .u = u, .p = p, .m = r->m};
    br_status status = br_tape_enclose(&r->all, &at, NULL, r->jets);
    if (status == BR_OK)
        br_reach_jacobian_rows(r, 0, r->n, r->slope);
    *bounded = status == BR_OK && all_bounded(r->slope, r->n * r->columns);
    return status;
}
