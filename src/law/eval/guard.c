// guard.c - evaluation of the guards of mode transitions.                      [host]
#include "num/base/fp.h"

#include "law/eval/guard.h"
#include <stdlib.h>

br_status br_tape_make_guards(br_tape *t, const br_parsed_law *law, const int *n)
{
    br_law_row *row = calloc((size_t)law->njump + 1, sizeof *row);
    if (!row)
        return BR_NO_MEMORY;
    for (int i = 0; i < law->njump; i++)
        row[i] = (br_law_row){"", 0, law->g.node[law->jump[i].guard].dim, law->jump[i].guard};
    br_status status = br_tape_make_rows(t, law, row, law->njump, n);
    free(row);
    return status;
}
