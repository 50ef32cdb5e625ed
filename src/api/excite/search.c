// search.c - searches for the optimal motion, several starts in parallel.                          [host]
#define _XOPEN_SOURCE 700 // nanosleep
#include "num/base/fp.h"

#include "api/excite/exciting.h"
#include "num/text/diag.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// A start, with a law of its own: laws serve one thread at a time.
typedef struct search {
    br_optimal s;
    br_loaded_model model;
    br_fisher fisher;
    bool has_model, has_fisher;
    br_status status;
} search;

// Searches order[next] to order[end - 1], each by whichever thread is free: results do not depend on who does what.
typedef struct pool {
    search *search;
    const int *order;
    int end, evaluations;
    atomic_int next, done, left; // done: evaluations; left: searches
    atomic_bool stop;
} pool;

static void *run_searches(void *of)
{
    pool *p = of;
    for (int i; (i = atomic_fetch_add(&p->next, 1)) < p->end; atomic_fetch_sub(&p->left, 1)) {
        enum { EACH = 8 }; // evaluations between two looks at whether to stop
        search *s = &p->search[p->order[i]];
        int end = s->s.evaluations + p->evaluations;
        for (int left; (left = end - s->s.evaluations) > 0 && s->status == BR_OK && !atomic_load(&p->stop);)
            s->status = br_optimal_search(&s->s, &s->fisher, left < EACH ? left : EACH, &p->done);
    }
    return NULL;
}

// The first `count` searches of the order go on.
static void run_all(br_exciting *w, pool *p, int count, int evaluations)
{
    pthread_t thread[BR_EXCITING_STARTS];
    int threads = 0;
    long cores = w->threads > 0 ? w->threads : sysconf(_SC_NPROCESSORS_ONLN);
    p->end = count;
    p->evaluations = evaluations;
    atomic_store(&p->next, 0);
    atomic_store(&p->left, count);
    while (threads < count && threads < cores && pthread_create(&thread[threads], NULL, run_searches, p) == 0)
        threads++;
    if (threads == 0)
        run_searches(p);
    for (struct timespec pause = {0, 100000};
         atomic_load(&p->left) > 0;) { // longer ones later, so that short searches end at once
        if (w->go_on && !w->go_on(w->context, (double)atomic_load(&p->done) / w->optimal->budget)) {
            w->interrupted = w->interrupted || !w->stop || *w->stop == 0; // else a call is ended, which says so itself
            atomic_store(&p->stop, true);
        }
        nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < 10000000 ? 2 * pause.tv_nsec : 20000000;
    }
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

static void sort(const search *s, int order[BR_EXCITING_STARTS])
{
    for (int i = 0; i < BR_EXCITING_STARTS; i++) {
        int k = i;
        for (; k > 0 && s[order[k - 1]].s.size > s[i].s.size; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

// ---------------------------------------------------------------- results

// A search uses fewer rows than the table has, and may miss a peak of the force between them.
static br_status choose_motion(br_exciting *w, const search *s, const int *order)
{
    br_exciting_optimal *b = w->optimal;
    br_exciting_motion *to = &b->motion[0];
    br_status status = BR_OK;
    to->x = malloc((size_t)b->rows * sizeof *to->x);
    if (!to->x)
        return BR_NO_MEMORY;
    for (int i = 0; i < BR_EXCITING_STARTS && status == BR_OK && !to->fits; i++) {
        const br_optimal *found = &s[order[i]].s;
        if (isinf(found->size))
            continue;
        status = br_optimal_motion(&b->o, found->theta, w->o.dt, b->rows, to->x);
        if (status == BR_OK)
            status = br_fisher_information(&b->fisher, w->o.dt, b->rows, to->x, 1, &to->is, to->sd);
        to->fits = status == BR_OK && to->is.force <= w->o.limit.force;
        status = status == BR_NOT_FINITE ? BR_OK : status;
    }
    return status;
}

static br_status open_search(br_exciting *w, search *s, int start, br_diag *why)
{
    br_exciting_optimal *b = w->optimal;
    br_optimal_begin(&s->s, &b->o, start);
    br_status status = w->open_law(w->of, &s->model, why);
    s->has_model = status == BR_OK;
    if (status == BR_OK)
        status = br_exciting_open_fisher(w, &s->model.model, &s->fisher, why);
    s->has_fisher = status == BR_OK;
    return status;
}

// Half of the budget goes to all starts, the other half to the best two.
br_status br_exciting_search(br_exciting *w, br_diag *why)
{
    br_exciting_optimal *b = w->optimal;
    search *s = calloc(BR_EXCITING_STARTS, sizeof *s);
    int order[BR_EXCITING_STARTS];
    pool p = {.search = s, .order = order};
    br_status status = s ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < BR_EXCITING_STARTS && status == BR_OK; i++)
        status = open_search(w, &s[i], i, why);
    if (status == BR_OK) {
        sort(s, order);
        run_all(w, &p, BR_EXCITING_STARTS, b->budget / 2 / BR_EXCITING_STARTS + 1);
        sort(s, order);
        run_all(w, &p, 2, b->budget / 4);
        sort(s, order);
        b->evaluations = atomic_load(&p.done);
        for (int i = 0; i < BR_EXCITING_STARTS && status == BR_OK; i++)
            status = s[i].status;
    }
    if (w->interrupted)
        br_buffer_print(&w->notes, "interrupted after %d of %d evaluations: the best motion until then\n",
                        b->evaluations, b->budget);
    if (status == BR_OK)
        status = choose_motion(w, s, order);
    for (int i = 0; s && i < BR_EXCITING_STARTS; i++) {
        if (s[i].has_fisher)
            br_fisher_close(&s[i].fisher);
        if (s[i].has_model)
            br_loaded_model_close(&s[i].model);
    }
    free(s);
    return status;
}
