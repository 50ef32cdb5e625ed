// bound_crew.c - a search on several threads; Ctrl-C.                           [host]
#include "num/fp.h"

#include "tool/bound_crew.h"
#include "tool/commands.h"
#include "tool/deliver.h"
#include "tool/number.h"

#include <string.h>
#include <unistd.h>

static void work(crew *c)
{
    for (int i; (i = atomic_fetch_add(&c->next, 1)) < c->count;)
        c->task(c->of, i);
}

static void *serve(void *of)
{
    crew *c = of;
    long seen = 0;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->round == seen)
            pthread_cond_wait(&c->begin, &c->lock);
        seen = c->round;
        if (seen < 0)
            break;
        pthread_mutex_unlock(&c->lock);
        work(c);
        pthread_mutex_lock(&c->lock);
        if (--c->working == 0)
            pthread_cond_signal(&c->end);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void share(void *context, void (*task)(void *of, int i), void *of, void *result, size_t size, int count)
{
    crew *c = context;
    (void)result, (void)size; // everybody sees them
    pthread_mutex_lock(&c->lock);
    c->task = task;
    c->of = of;
    c->count = count;
    c->working = c->threads;
    c->round++;
    atomic_store(&c->next, 0);
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
    work(c);
    pthread_mutex_lock(&c->lock);
    while (c->working > 0)
        pthread_cond_wait(&c->end, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

br_crew crew_open(crew *c, int threads)
{
    memset(c, 0, sizeof *c);
    atomic_init(&c->next, 0);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begin, NULL);
    pthread_cond_init(&c->end, NULL);
    while (c->threads < threads - 1 && c->threads < CREW_MOST &&
           pthread_create(&c->thread[c->threads], NULL, serve, c) == 0)
        c->threads++;
    return c->threads > 0 ? (br_crew){share, c} : (br_crew){0};
}

void crew_close(crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->round = -1;
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->threads; i++)
        pthread_join(c->thread[i], NULL);
    pthread_cond_destroy(&c->end);
    pthread_cond_destroy(&c->begin);
    pthread_mutex_destroy(&c->lock);
}

br_status crew_threads(const char *text, int *threads, br_diag *why)
{
    double value = 0;
    br_unit unit = br_unit_none();
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *threads = cores < 1 ? 1 : cores < CREW_MOST ? (int)cores : CREW_MOST;
    if (!text)
        return BR_OK;
    if (!tool_number("--threads", text, &value, &unit) || !br_unit_same(unit, br_unit_none()) ||
        !(value >= 1 && value <= CREW_MOST && value == (double)(int)value))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --threads '%.60s' is no whole number from 1 to %d",
                             text, CREW_MOST);
    *threads = (int)value;
    return BR_OK;
}
