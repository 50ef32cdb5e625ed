// bound_crew.c - a search on several threads; Ctrl-C.                           [host]
#include "num/fp.h"

#include "tool/bound_crew.h"

#include <string.h>

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
