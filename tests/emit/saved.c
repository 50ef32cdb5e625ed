// saved.c - a package saves its state at every sample and goes on from it, bit for bit; for test_saved.sh, which puts the package into p/.
//
// CHANGES: what is changed while it runs: 1 parameters, 2 settings, 4 weights, or a sum of them. SLICED: of a horizon.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define main its_main // of the self-test: `object`, step and read_all
#include "p/selftest.c"
#undef main

enum { SIZE = AXIS_SAVED, GUARD = 16 };

static axis other, before;
static unsigned char saved[VECTORS + 1][SIZE];
static axis_real found[VECTORS][FOUND];
static int bad;

static void must(int holds, const char *words, int k)
{
    if (!holds && bad++ < 5)
        printf("FAIL: %s at sample %d\n", words, k);
}

// What a user does at some samples: other parameters, one that is refused, weights; and of a horizon a part of the work ahead.
static void interfere(int k)
{
    volatile axis_real zero = 0;
    (void)zero, (void)k;
#if CHANGES & 1
    if (k == 40)
        axis_parameters(&object)[0] *= (axis_real)1.0625;
    if (k == 50)
        axis_parameters(&object)[0] = zero / zero;
#endif
#if CHANGES & 2
    if (k == 40)
        *axis_setting(&object, 0) *= (axis_real)1.5;
    if (k == 50)
        *axis_setting(&object, 3) = -1;
    if (k == 60)
        axis_compensate(&object, 0);
    if (k == 90)
        axis_compensate(&object, 1);
#endif
#if CHANGES & 4
    if (k == 60)
        axis_process_noise(&object)[0] *= 2, *axis_sensor_noise(&object, 0) *= 4;
#endif
#if SLICED
    for (int i = 0; i < k % (AXIS_SLICES + 1); i++)
        (void)axis_slice(&object);
#endif
}

static void run(int from, int to, int compare)
{
    axis_real now[FOUND];
    for (int k = from; k < to; k++) {
        (void)step(k);
        read_all(now);
        if (compare)
            must(memcmp(now, found[k], sizeof now) == 0, "other bits behind a restore", k);
        else
            memcpy(found[k], now, sizeof now);
        interfere(k);
        if (!compare)
            must(axis_save(&object, saved[k + 1], SIZE) == 0, "it cannot be saved", k);
    }
}

// Another past, so that nothing of the true one is left by chance; or none, in memory with other contents.
static void spoil(int k)
{
    memset(&object, k % 4 == 1 ? 0xff : 0x55, sizeof object);
    must(axis_init(&object) == 0, "it does not start", k);
    for (int i = 0; k % 2 == 0 && i < 25; i++)
        (void)step((k + 7 * i) % VECTORS);
}

static void goes_on_from_every_sample(void)
{
    static unsigned char again[SIZE];
    must(axis_init(&object) == 0, "it does not start", 0);
    must(axis_save(&object, saved[0], SIZE) == 0, "it cannot be saved", 0);
    run(0, VECTORS, 0);
    for (int k = 0; k <= VECTORS; k++) {
        spoil(k);
        must(axis_restore(&object, saved[k], SIZE) == 0, "it cannot be restored", k);
        must(axis_save(&object, again, SIZE) == 0 && memcmp(again, saved[k], SIZE) == 0, "it is saved otherwise", k);
        run(k, k + 30 < VECTORS && k % 20 ? k + 30 : VECTORS, 1);
        must(axis_restore(&other, saved[k], SIZE) == 0 && axis_save(&other, again, SIZE) == 0 &&
                 memcmp(again, saved[k], SIZE) == 0,
             "another object saves otherwise", k);
    }
}

static void refused(const unsigned char *bytes, unsigned long size, const char *words, int k)
{
    must(axis_restore(&object, bytes, size) == 3 && memcmp(&object, &before, sizeof before) == 0, words, k);
}

static void what_was_changed_is_refused_and_changes_nothing(void)
{
    static unsigned char bytes[SIZE + 2 * GUARD];
    memcpy(&before, &object, sizeof before);
    memcpy(bytes, saved[VECTORS / 2], SIZE);
    for (int i = 0; i < 8 * SIZE; i++) {
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
        refused(bytes, SIZE, "a flipped bit is taken", i);
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    for (unsigned long size = 0; size < SIZE; size++)
        refused(bytes, size, "bytes that were cut are taken", (int)size);
    refused(bytes, SIZE + 1, "more bytes are taken", 0);
    refused(bytes, -1ul, "any number of bytes is taken", 0);
    memset(bytes, 0, sizeof bytes);
    refused(bytes, SIZE, "zeros are taken", 0);
    memset(bytes, 0xff, sizeof bytes);
    refused(bytes, SIZE, "ones are taken", 0);
    must(axis_save(&object, bytes + GUARD, SIZE) == 0, "it cannot be saved", 0);
    for (int i = 0; i < GUARD; i++)
        must(bytes[i] == 0xff && bytes[GUARD + SIZE + i] == 0xff, "it writes beyond its bytes", i);
    must(axis_save(&object, bytes, SIZE - 1) == 2 && axis_save(&object, 0, SIZE) == 2 &&
             axis_save(0, bytes, SIZE) == 2 && axis_restore(&object, 0, SIZE) == 2 && axis_restore(0, bytes, SIZE) == 2,
         "wrong arguments", 0);
    memcpy(&before, &object, sizeof before); // a copy has not begun
    must(axis_save(&before, bytes, SIZE) == 2 && axis_restore(&before, saved[0], SIZE) == 2, "one that was copied", 0);
}

// FILE: the state in the middle, from another machine or package. Answers as axis_restore.
static int restores(const char *file)
{
    static unsigned char bytes[SIZE + 1];
    FILE *f = fopen(file, "rb");
    size_t size = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    if (f)
        (void)fclose(f);
    (void)axis_init(&object);
    int status = axis_restore(&object, bytes, size);
    if (status == 0)
        must(memcmp(bytes, saved[VECTORS / 2], SIZE) == 0, "another machine saves otherwise", VECTORS / 2);
    if (status == 0)
        run(VECTORS / 2, VECTORS, 1);
    return status;
}

int main(int argc, char **argv)
{
    FILE *f = NULL;
    (void)its_main;
    must(axis_init(&other) == 0, "it does not start", 0);
    goes_on_from_every_sample();
    if (argc > 1 && strcmp(argv[1], "write") == 0) {
        f = fopen(argv[2], "wb");
        must(f && fwrite(saved[VECTORS / 2], 1, SIZE, f) == SIZE && fclose(f) == 0, "no file", 0);
    } else if (argc > 1) {
        must(restores(argv[2]) == (strcmp(argv[1], "foreign") == 0 ? 3 : 0),
             "it takes what it should not, or not what it should", 0);
    } else
        what_was_changed_is_refused_and_changes_nothing();
    printf("%s: %d bytes of an object of %d\n", bad ? "FAIL" : "pass", (int)SIZE, (int)sizeof object);
    return bad != 0;
}
