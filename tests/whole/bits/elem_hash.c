// elem_hash.c - hashes of the elementary functions on this machine, held against the golden ones.
//
// Needs nothing but num/base/elem.h and a printf, so it runs on a PC, in WebAssembly and on a bare controller. One line per
// function: its name, the hash in double and in float; a second line where arrays give others than single calls. The
// last line says how many are not the golden ones.
#include "kit/elem_golden.h"
#include <stdio.h>

static void print(const elem_case *c, const uint64_t hash[2], const char *words)
{
    printf("%-9s 0x%08lx%08lx 0x%08lx%08lx%s\n", c->name, (unsigned long)(hash[0] >> 32),
           (unsigned long)(hash[0] & 0xffffffffu), (unsigned long)(hash[1] >> 32),
           (unsigned long)(hash[1] & 0xffffffffu), words);
}

int main(void)
{
    int differ = 0;
    for (int i = 0; i < ELEM_CASES; i++) {
        const elem_case *c = &elem_cases[i];
        uint64_t single[2], array[2];
        elem_hash(c, 0, single);
        elem_hash(c, 1, array);
        int golden = single[0] == c->golden[0] && single[1] == c->golden[1];
        int same = single[0] == array[0] && single[1] == array[1];
        print(c, single, golden ? "" : " is not golden");
        if (!same)
            print(c, array, " in arrays");
        differ += !golden || !same;
    }
    printf("%d of %d differ\n", differ, (int)ELEM_CASES);
    return differ != 0;
}
