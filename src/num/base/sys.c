// sys.c - the Jacobian of a system: blocks of derivatives as a dense matrix.   [target]
#include "num/base/fp.h"

#include "num/base/real.h"
#include "num/base/sys.h"
#include "num/base/require.h"

static void fill_block(const br_sys_block *b, const br_real *jet, int count, int point, int columns, br_real *matrix)
{
    BR_REQUIRE(b->column >= 0 && b->column + b->columns <= columns);
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->columns; c++) {
            int i = br_shape_number(b->shape, b->columns, r, c);
            if (i >= 0)
                matrix[(b->row + r) * columns + b->column + c] = jet[(b->at + i) * count + point];
        }
}

void br_blocks_dense(const br_sys_block *block, int blocks, const br_real *jet, int count, int point, char by, int rows,
                     int columns, br_real *matrix)
{
    BR_REQUIRE(rows >= 0 && columns >= 0 && point >= 0 && point < count);
    for (int i = 0; i < rows * columns; i++)
        matrix[i] = 0;
    for (int i = 0; i < blocks; i++)
        if (block[i].by == by)
            fill_block(&block[i], jet, count, point, columns, matrix);
}

void br_sys_dense(const br_sys *s, const br_real *jet, int count, int point, char by, int columns, br_real *matrix)
{
    int blocks = br_sys_blocks(s);
    br_blocks_dense(blocks > 0 ? br_sys_block_at(s, 0) : 0, blocks, jet, count, point, by, br_sys_nx(s) + br_sys_ny(s),
                    columns, matrix);
}
