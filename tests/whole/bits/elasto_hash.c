// elasto_hash.c - the elasto-plastic estimator in double gives the golden bits on this machine.
#include "elasto_hash.h"

int main(void)
{
    static const uint64_t golden[6] = {0xb6455a4413335a6au, 0x5d7c5b408dd8acb8u, 0x32595c1f2ab0a0bau,
                                       0x0d8566a49dc4b313u, 0x7f84032165a79534u, 0x41cf0d45f244044au};
    return compare(golden);
}
