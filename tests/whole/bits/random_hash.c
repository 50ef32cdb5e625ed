// random_hash.c - hashes of random numbers on this machine, held against the golden ones.
#include "kit/random_golden.h"
#include <stdio.h>

int main(void)
{
    int differ = 0;
    uint64_t hash[2];
    random_hash(hash);
    for (int i = 0; i < 2; i++) {
        printf("0x%08lx%08lx\n", (unsigned long)(hash[i] >> 32), (unsigned long)(hash[i] & 0xffffffffu));
        differ += hash[i] != random_golden[i];
    }
    printf("%d of 2 differ\n", differ);
    return differ != 0;
}
