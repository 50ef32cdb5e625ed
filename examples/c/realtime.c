// realtime.c - an observer in a real-time thread, 1000 times a second: how late it wakes up, and how long a sample takes.
//
//     cc realtime.c -o realtime $(pkg-config --cflags --libs bristle) -lm -pthread
#define _GNU_SOURCE
#include <bristle/observer.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { SAMPLES = 1000, PERIOD = 1000000 }; // ns

typedef struct loop {
    br_observer *observer; // opened before the thread begins: it allocates nothing from then on
    double late[SAMPLES], took[SAMPLES], F;
} loop;

static double seconds_since(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from->tv_sec) + 1e-9 * (double)(now.tv_nsec - from->tv_nsec);
}

static void *run(void *data)
{
    loop *w = data;
    struct timespec wake, awake;
    clock_gettime(CLOCK_MONOTONIC, &wake);
    for (int k = 0; k < SAMPLES; k++) {
        wake.tv_nsec += PERIOD;
        wake.tv_sec += wake.tv_nsec / 1000000000;
        wake.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
        w->late[k] = seconds_since(&wake);
        clock_gettime(CLOCK_MONOTONIC, &awake);
        double v = 1e-3 * sin(0.02 * k), F = v > 0 ? 1 : -1; // here a program reads its sensors,
        (void)br_observer_step(w->observer, &v, &F);
        w->F = br_observer_output(w->observer, 0, NULL); // and writes its command
        w->took[k] = seconds_since(&awake);
    }
    return NULL;
}

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static void report(const char *what, double *t)
{
    qsort(t, SAMPLES, sizeof *t, by_size);
    printf("%-20s median %8.1f us, 99 %% %8.1f us, worst %8.1f us\n", what, 1e6 * t[SAMPLES / 2],
           1e6 * t[SAMPLES * 99 / 100], 1e6 * t[SAMPLES - 1]);
}

int main(void)
{
    static loop w;
    br_law *law;
    br_diag why;
    pthread_t thread;
    if (br_law_open(&law, "lugre", "table-I", &why) != BR_OK || br_observer_open(&w.observer, law, NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    int locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0; // no page is missing when it is needed
    if (pthread_create(&thread, NULL, run, &w) != 0)
        return 6;
    int real_time = pthread_setschedparam(thread, SCHED_FIFO, &(struct sched_param){.sched_priority = 80}) == 0;
    pthread_join(thread, NULL);
    printf("%s, memory %s\n", real_time ? "SCHED_FIFO, priority 80" : "SCHED_FIFO is not allowed: as any other thread",
           locked ? "locked" : "not locked");
    report("wakes up late by", w.late);
    report("a sample takes", w.took);
    br_observer_close(w.observer);
    br_law_close(law);
    return 0;
}
