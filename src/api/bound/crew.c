// crew.c - a search on several threads.                                          [host]
//
// Tasks are short, a millisecond or less, and waking a thread takes about as long: a thread that waits spins for a while, yielding
// the core, before it sleeps.
#define _XOPEN_SOURCE 700 // sysconf
#include "num/base/fp.h"

#include "api/bound/crew.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

enum { SPINS = 2000 }; // of about half a microsecond

// Does the next open task. False: there is none.
static bool do_task(br_threads *c)
{
    long i = atomic_load(&c->taken);
    do {
        if (i >= atomic_load(&c->offered))
            return false;
    } while (!atomic_compare_exchange_weak(&c->taken, &i, i + 1));
    const br_task *t = &c->task[i % BR_CREW_TASKS];
    t->run(t->of, t->i);
    atomic_store(&c->done[i % BR_CREW_TASKS], true);
    if (atomic_load(&c->asker_sleeps)) {
        pthread_mutex_lock(&c->lock); // or it might fall asleep just now
        pthread_cond_signal(&c->ends);
        pthread_mutex_unlock(&c->lock);
    }
    return true;
}

static bool is_offered(br_threads *c)
{
    return atomic_load(&c->taken) < atomic_load(&c->offered) || atomic_load(&c->closes);
}

static void await_offer(br_threads *c)
{
    for (int i = 0; i < SPINS && !is_offered(c); i++)
        sched_yield();
    if (is_offered(c))
        return;
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->sleepers, 1);
    while (!is_offered(c))
        pthread_cond_wait(&c->offers, &c->lock);
    atomic_fetch_sub(&c->sleepers, 1);
    pthread_mutex_unlock(&c->lock);
}

static void *run_thread(void *of)
{
    br_threads *c = of;
    while (!atomic_load(&c->closes))
        if (!do_task(c))
            await_offer(c);
    return NULL;
}

static void wake_threads(br_threads *c)
{
    if (atomic_load(&c->sleepers) == 0)
        return;
    pthread_mutex_lock(&c->lock);
    pthread_cond_broadcast(&c->offers);
    pthread_mutex_unlock(&c->lock);
}

static void offer_task(void *context, const br_task *t)
{
    br_threads *c = context;
    long i = atomic_load(&c->offered);
    c->task[i % BR_CREW_TASKS] = *t;
    atomic_store(&c->done[i % BR_CREW_TASKS], false);
    atomic_store(&c->offered, i + 1);
    wake_threads(c);
}

static void await_tasks(void *context)
{
    br_threads *c = context;
    atomic_bool *done = &c->done[c->awaited++ % BR_CREW_TASKS];
    while (!atomic_load(done) && do_task(c))
        ;
    for (int i = 0; i < SPINS && !atomic_load(done); i++)
        sched_yield();
    if (atomic_load(done))
        return;
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->asker_sleeps, true);
    while (!atomic_load(done))
        pthread_cond_wait(&c->ends, &c->lock);
    atomic_store(&c->asker_sleeps, false);
    pthread_mutex_unlock(&c->lock);
}

br_crew br_threads_open(br_threads *c, int threads)
{
    memset(c, 0, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->offers, NULL);
    pthread_cond_init(&c->ends, NULL);
    while (c->threads < threads - 1 && c->threads < BR_THREADS_MOST &&
           pthread_create(&c->thread[c->threads], NULL, run_thread, c) == 0)
        c->threads++;
    return c->threads > 0 ? (br_crew){offer_task, await_tasks, c} : (br_crew){0};
}

void br_threads_close(br_threads *c)
{
    atomic_store(&c->closes, true);
    wake_threads(c);
    for (int i = 0; i < c->threads; i++)
        pthread_join(c->thread[i], NULL);
    pthread_cond_destroy(&c->ends);
    pthread_cond_destroy(&c->offers);
    pthread_mutex_destroy(&c->lock);
}

int br_threads_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores < BR_THREADS_MOST ? (int)cores : BR_THREADS_MOST;
}
