// sys.c - blocks of derivatives as a dense matrix.                             [target]
#include "num/fp.h"

#include "num/real.h"
#include "num/sys.h"

static void put(const br_sys_block *b, const br_real *jet, int count, int point, int columns, br_real *matrix)
{
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->columns; c++) {
            int i = b->shape == BR_DENSE ? r * b->columns + c : r > c ? r : c;
            if (b->shape == BR_DIAGONAL && r != c)
                continue;
            matrix[(b->row + r) * columns + b->column + c] = jet[(b->at + i) * count + point];
        }
}

void br_sys_dense(const br_sys *s, const br_real *jet, int count, int point, char by, int columns, br_real *matrix)
{
    for (int i = 0; i < (br_sys_nx(s) + br_sys_ny(s)) * columns; i++)
        matrix[i] = 0;
    for (int i = 0; i < br_sys_blocks(s); i++)
        if (br_sys_block_at(s, i)->by == by)
            put(br_sys_block_at(s, i), jet, count, point, columns, matrix);
}
