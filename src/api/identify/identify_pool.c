// identify_pool.c - fits of the laws, several at once: a law after the simpler ones that it contains. [host]
#define _XOPEN_SOURCE 700 // clock_gettime, nanosleep, sysconf
#include "num/base/fp.h"

#include "api/identify/identification.h"
#include "num/text/diag.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---------------------------------------------------------------- which laws come first

static br_identified_law *find_law(br_identification *w, const char *law, const char *source, bool direction)
{
    for (int i = 0; i < w->laws + w->aids; i++) {
        br_identified_law *d = i < w->laws ? &w->law[i] : &w->aid[i - w->laws];
        if (d->direction == direction && d->source == source && strcmp(d->law, law) == 0)
            return d;
    }
    return NULL;
}

// The law of this name, with or without a term in |v|, which is listed as an aid where nobody asked for it. NULL: there is no such
// law.
static br_identified_law *find_or_add(br_identification *w, const char *law, const char *source, bool direction)
{
    br_identified_law *d = find_law(w, law, source, direction);
    br_loaded_model m;
    br_diag why;
    if (d || w->aids == BR_IDENTIFICATION_LAWS ||
        br_loaded_model_open(&m, source ? source : law, NULL, NULL, &why) != BR_OK)
        return d;
    br_loaded_model_close(&m);
    d = &w->aid[w->aids++];
    snprintf(d->law, sizeof d->law, "%s", law);
    d->source = source;
    d->direction = direction;
    return d;
}

static void add_simpler(br_identified_law *d, br_identified_law *from)
{
    if (from && from != d && d->simpler_laws < BR_IDENTIFICATION_SIMPLER)
        d->simpler[d->simpler_laws++] = from;
}

// Which simpler fits d starts from: those of the laws that it contains, with a term of the direction if d has one; and, if so, that of
// its own law without the term. Its share of the progress goes by its states and parameters.
static void link_simpler(br_identification *w, br_identified_law *d)
{
    br_loaded_model m;
    br_diag why;
    if (d->simpler_laws > 0 || br_loaded_model_open(&m, d->source ? d->source : d->law, NULL, NULL, &why) != BR_OK)
        return; // its fit will say why
    const br_parsed_law *law = &m.model.law;
    d->weight = (1 + m.model.nx) * (double)(m.model.np * m.model.np);
    if (d->direction)
        add_simpler(d, find_or_add(w, d->law, d->source, false));
    for (int i = 0; i < law->ncontained; i++)
        add_simpler(d, find_or_add(w, law->contained[i].law, NULL, d->direction));
    br_loaded_model_close(&m);
}

// Values, priors and lists of parameters belong to the law that was asked for, and would not fit others.
static bool wants_simpler(const br_identification *w)
{
    const br_identification_options *o = &w->given;
    return !o->fix && !o->estimate && !o->prior && !w->params && !w->at && w->value_lists == 0;
}

static void link_all_simpler(br_identification *w)
{
    if (!wants_simpler(w))
        return;
    for (int i = 0; i < w->laws; i++)
        link_simpler(w, &w->law[i]);
    for (int i = 0; i < w->aids; i++) // grows by what these contain
        link_simpler(w, &w->aid[i]);
}

// ---------------------------------------------------------------- several at once

// Jobs, each done by whichever thread is free once its simpler laws are done: results do not depend on who does what.
typedef struct pool {
    br_identification *w;
    br_identified_law *job[2 * BR_IDENTIFICATION_LAWS];
    int jobs, done;
    double share[2]; // of the bar, from and to
    br_identification_progress *progress;
    void *context;
    bool alone; // no thread could be started: who asked does the work, and reports between jobs
    pthread_mutex_t lock;
    pthread_cond_t changed;
} pool;

static bool is_ready(const br_identified_law *d)
{
    bool ready = d->state == BR_LAW_WAITING;
    for (int i = 0; i < d->simpler_laws; i++)
        ready = ready && d->simpler[i]->state == BR_LAW_DONE;
    return ready;
}

// A job that can be done, or NULL where none is left. Waits while all that are left wait for others.
static br_identified_law *take_job(pool *p)
{
    for (;;) {
        int left = 0;
        for (int i = 0; i < p->jobs; i++) {
            if (is_ready(p->job[i]))
                return p->job[i];
            left += p->job[i]->state == BR_LAW_WAITING;
        }
        if (left == 0 || p->w->stopped)
            return NULL;
        pthread_cond_wait(&p->changed, &p->lock);
    }
}

// ---------------------------------------------------------------- progress

// "dam, sgms", the laws that run.
static void write_running(char *to, size_t size, const pool *p)
{
    size_t used = 0;
    to[0] = 0;
    for (int i = 0; i < p->jobs && used < size; i++)
        if (p->job[i]->state == BR_LAW_RUNNING)
            used += (size_t)snprintf(to + used, size - used, "%s%s%s", used > 0 ? ", " : "", p->job[i]->law,
                                     p->job[i]->direction ? " with direction" : "");
}

// The share of the work that is done; words: what runs.
static double find_share(pool *p, char *words, size_t size)
{
    double all = 0, done = 0;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < p->jobs; i++) {
        br_identified_law *d = p->job[i];
        all += d->weight;
        done += d->state == BR_LAW_DONE      ? d->weight
                : d->state == BR_LAW_RUNNING ? d->weight * atomic_load(&d->progress) / 1000
                                             : 0;
    }
    write_running(words, size, p);
    pthread_mutex_unlock(&p->lock);
    return all > 0 ? done / all : 0;
}

// Waits until a job is done, or for a moment; answers whether all are.
static bool wait_for_jobs(pool *p)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&p->lock);
    if (p->done < p->jobs)
        pthread_cond_timedwait(&p->changed, &p->lock, &until);
    bool done = p->done == p->jobs;
    pthread_mutex_unlock(&p->lock);
    return done;
}

static void report(pool *p)
{
    char words[100];
    double share = p->share[0] + (p->share[1] - p->share[0]) * find_share(p, words, sizeof words);
    if (p->progress && !p->progress(p->context, share, words))
        p->w->stopped = 1;
}

static void watch_jobs(pool *p)
{
    do
        report(p);
    while (!p->w->stopped && !wait_for_jobs(p));
    if (!p->w->stopped)
        return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_broadcast(&p->changed); // who waits for a job gets none
    pthread_mutex_unlock(&p->lock);
}

static void *fit_jobs(void *of)
{
    pool *p = of;
    pthread_mutex_lock(&p->lock);
    for (br_identified_law *d; (d = take_job(p)) && !p->w->stopped;) {
        d->state = BR_LAW_RUNNING;
        pthread_mutex_unlock(&p->lock);
        if (p->alone)
            report(p);
        if (!p->w->stopped)
            br_identification_fit_law(p->w, d);
        pthread_mutex_lock(&p->lock);
        if (!p->w->stopped)
            d->state = BR_LAW_DONE; // else it stays what it was stopped in
        p->done++;
        pthread_cond_broadcast(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static int list_jobs(pool *p, int first)
{
    br_identification *w = p->w;
    for (int i = first; i < w->laws; i++)
        p->job[p->jobs++] = &w->law[i];
    for (int i = 0; i < w->aids; i++)
        if (w->aid[i].state == BR_LAW_WAITING)
            p->job[p->jobs++] = &w->aid[i];
    for (int i = 0; i < p->jobs; i++)
        p->job[i]->weight = p->job[i]->weight > 0 ? p->job[i]->weight : 1;
    return p->jobs;
}

// Every law has derivatives of all rows: so many laws at once as have this many rows together.
static long most_at_once(const br_identification *w)
{
    const long long most = 1000000;
    long long rows = 1;
    for (int i = 0; i < w->logs; i++)
        rows += w->axis[i].trace.rows;
    return rows < most ? (long)(most / rows) : 1;
}

bool br_identification_fit_from(br_identification *w, int first, br_identification_progress *progress, void *context,
                                const double share[2], br_diag *why)
{
    enum { MOST = 16 };
    pthread_t thread[MOST];
    pool p = {.w = w,
              .share = {share[0], share[1]},
              .progress = progress,
              .context = context,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .changed = PTHREAD_COND_INITIALIZER};
    int threads = 0;
    long cores = w->given.threads > 0 ? w->given.threads : sysconf(_SC_NPROCESSORS_ONLN), most = most_at_once(w);
    cores = cores < most ? cores : most;
    link_all_simpler(w);
    int work = list_jobs(&p, first);
    while (threads < MOST && threads < work && (threads < cores || threads == 0) &&
           pthread_create(&thread[threads], NULL, fit_jobs, &p) == 0)
        threads++;
    if (threads == 0) {
        p.alone = true;
        fit_jobs(&p);
    } else
        watch_jobs(&p);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    if (!w->stopped)
        return true;
    char words[200];
    write_running(words, sizeof words, &p);
    int left = 0;
    for (int i = 0; i < p.jobs; i++)
        left += p.job[i]->state != BR_LAW_DONE;
    (void)br_diag_fail(why, BR_NEGATIVE, "%sstopped %s%s; %d of %d laws were fitted%s", w->who,
                       *words ? "in " : "before the first law", words, p.jobs - left, p.jobs,
                       w->aids > 0 ? ", among them the simpler ones a search starts from" : "");
    return false;
}
