// bound_threads.c - a search on several threads.                                [host]
//
// Rounds are short, some milliseconds, and to be woken takes a thread about as long as a box does: who waits looks on for a while
// before he sleeps, and leaves the core to others meanwhile.
#include "num/fp.h"

#include "tool/bound_crew.h"

#include <sched.h>
#include <string.h>

enum { LOOKS = 2000 }; // of about half a microsecond

static void work(crew *c)
{
    for (int i; (i = atomic_fetch_add(&c->next, 1)) < c->count;)
        c->task(c->of, i);
}

// The round that follows `seen`.
static long await_round(crew *c, long seen)
{
    for (int i = 0; i < LOOKS && atomic_load(&c->round) == seen; i++)
        sched_yield();
    if (atomic_load(&c->round) != seen)
        return atomic_load(&c->round);
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->round) == seen)
        pthread_cond_wait(&c->begin, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return atomic_load(&c->round);
}

static void await_end(crew *c)
{
    for (int i = 0; i < LOOKS && atomic_load(&c->working) > 0; i++)
        sched_yield();
    if (atomic_load(&c->working) == 0)
        return;
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->working) > 0)
        pthread_cond_wait(&c->end, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

static void announce(crew *c, long round)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->round, round);
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
}

static void *serve(void *of)
{
    crew *c = of;
    for (long seen = 0; (seen = await_round(c, seen)) >= 0;) {
        work(c);
        if (atomic_fetch_sub(&c->working, 1) > 1)
            continue;
        pthread_mutex_lock(&c->lock); // or the one who asks might fall asleep just now
        pthread_cond_signal(&c->end);
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

static void share(void *context, void (*task)(void *of, int i), void *of, void *result, size_t size, int count)
{
    crew *c = context;
    (void)result, (void)size; // everybody sees them
    c->task = task;
    c->of = of;
    c->count = count;
    atomic_store(&c->working, c->threads);
    atomic_store(&c->next, 0);
    announce(c, atomic_load(&c->round) + 1);
    work(c);
    await_end(c);
}

br_crew crew_open(crew *c, int threads)
{
    memset(c, 0, sizeof *c);
    atomic_init(&c->next, 0);
    atomic_init(&c->working, 0);
    atomic_init(&c->round, 0);
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
    announce(c, -1);
    for (int i = 0; i < c->threads; i++)
        pthread_join(c->thread[i], NULL);
    pthread_cond_destroy(&c->end);
    pthread_cond_destroy(&c->begin);
    pthread_mutex_destroy(&c->lock);
}
