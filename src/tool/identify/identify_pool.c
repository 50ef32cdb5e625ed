// identify_pool.c - fits of the laws of `bristle identify`, several at once: a law after the simpler ones that it contains. [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"
#include "tool/kit/caller.h"
#include "tool/kit/terminal.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---------------------------------------------------------------- which laws come first

static identified *find_law(identifying *w, const char *law, bool direction)
{
    for (int i = 0; i < w->laws + w->aids; i++) {
        identified *d = i < w->laws ? &w->law[i] : &w->aid[i - w->laws];
        if (d->direction == direction && strcmp(d->law, law) == 0)
            return d;
    }
    return NULL;
}

// The law of this name, with or without a term in |v|, which is listed as an aid where nobody asked for it. NULL: there is no such
// law.
static identified *find_or_add(identifying *w, const char *law, bool direction)
{
    identified *d = find_law(w, law, direction);
    br_loaded_model m;
    br_diag why;
    if (d || w->aids == IDENTIFY_LAWS || br_loaded_model_open(&m, law, NULL, NULL, &why) != BR_OK)
        return d;
    br_loaded_model_close(&m);
    d = &w->aid[w->aids++];
    snprintf(d->law, sizeof d->law, "%s", law);
    d->direction = direction;
    return d;
}

static void add_simpler(identified *d, identified *from)
{
    if (from && from != d && d->simpler_laws < IDENTIFY_SIMPLER)
        d->simpler[d->simpler_laws++] = from;
}

// Which simpler fits d starts from: those of the laws that it contains, with a term of the direction if d has one; and, if so, that of
// its own law without the term. Its share of the progress goes by its states and parameters.
static void link_simpler(identifying *w, identified *d)
{
    br_loaded_model m;
    br_diag why;
    if (d->simpler_laws > 0 || br_loaded_model_open(&m, d->law, NULL, NULL, &why) != BR_OK)
        return; // its fit will say why
    const br_parsed_law *law = &m.model.law;
    d->weight = (1 + m.model.nx) * (double)(m.model.np * m.model.np);
    if (d->direction)
        add_simpler(d, find_or_add(w, d->law, false));
    for (int i = 0; i < law->ncontained; i++)
        add_simpler(d, find_or_add(w, law->contained[i].law, d->direction));
    br_loaded_model_close(&m);
}

// Values, priors and lists of parameters belong to the law that was asked for, and would not fit others.
static bool wants_simpler(const tool_args *a)
{
    return !a->fix && !a->estimate && !a->prior && !a->params && !a->at;
}

static void link_all_simpler(identifying *w, const tool_args *a)
{
    if (!wants_simpler(a))
        return;
    for (int i = 0; i < w->laws; i++)
        link_simpler(w, &w->law[i]);
    for (int i = 0; i < w->aids; i++) // grows by what these contain
        link_simpler(w, &w->aid[i]);
}

// ---------------------------------------------------------------- several at once

// Jobs, each done by whichever thread is free once its simpler laws are done: results do not depend on who does what.
typedef struct pool {
    identifying *w;
    const tool_args *a;
    identified *job[2 * IDENTIFY_LAWS];
    int jobs, done;
    double share[2]; // of the bar, from and to
    pthread_mutex_t lock;
    pthread_cond_t changed;
} pool;

static bool is_ready(const identified *d)
{
    bool ready = d->state == IDENTIFY_WAITING;
    for (int i = 0; i < d->simpler_laws; i++)
        ready = ready && d->simpler[i]->state == IDENTIFY_DONE;
    return ready;
}

// A job that can be done, or NULL where none is left. Waits while all that are left wait for others.
static identified *take_job(pool *p)
{
    for (;;) {
        int left = 0;
        for (int i = 0; i < p->jobs; i++) {
            if (is_ready(p->job[i]))
                return p->job[i];
            left += p->job[i]->state == IDENTIFY_WAITING;
        }
        if (left == 0 || p->w->stopped)
            return NULL;
        pthread_cond_wait(&p->changed, &p->lock);
    }
}

static void *fit_jobs(void *of)
{
    pool *p = of;
    pthread_mutex_lock(&p->lock);
    for (identified *d; (d = take_job(p)) && !p->w->stopped;) {
        d->state = IDENTIFY_RUNNING;
        pthread_mutex_unlock(&p->lock);
        identify_fit_law(p->w, d, p->a);
        pthread_mutex_lock(&p->lock);
        if (!p->w->stopped)
            d->state = IDENTIFY_DONE; // else it stays what it was stopped in
        p->done++;
        pthread_cond_broadcast(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

// ---------------------------------------------------------------- progress

// "dam, sgms", the laws that run.
static void write_running(char *to, size_t size, const pool *p)
{
    size_t used = 0;
    to[0] = 0;
    for (int i = 0; i < p->jobs && used < size; i++)
        if (p->job[i]->state == IDENTIFY_RUNNING)
            used += (size_t)snprintf(to + used, size - used, "%s%s%s", used > 0 ? ", " : "", p->job[i]->law,
                                     p->job[i]->direction ? " with direction" : "");
}

// The share of the work that is done; words: what runs.
static double find_share(pool *p, char *words, size_t size)
{
    double all = 0, done = 0;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < p->jobs; i++) {
        identified *d = p->job[i];
        all += d->weight;
        done += d->state == IDENTIFY_DONE      ? d->weight
                : d->state == IDENTIFY_RUNNING ? d->weight * atomic_load(&d->progress) / 1000
                                               : 0;
    }
    write_running(words, size, p);
    pthread_mutex_unlock(&p->lock);
    return all > 0 ? done / all : 0;
}

static bool all_done(pool *p)
{
    pthread_mutex_lock(&p->lock);
    bool done = p->done == p->jobs;
    pthread_mutex_unlock(&p->lock);
    return done;
}

static void watch_jobs(pool *p, progress *bar)
{
    for (struct timespec pause = {0, 20000000}; !all_done(p) && !p->w->stopped;) {
        char words[100];
        double share = p->share[0] + (p->share[1] - p->share[0]) * find_share(p, words, sizeof words);
        if (!progress_show_text(bar, share, words) || watch_stopped())
            p->w->stopped = 1;
        nanosleep(&pause, NULL);
    }
    if (!p->w->stopped)
        return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_broadcast(&p->changed); // who waits for a job gets none
    pthread_mutex_unlock(&p->lock);
}

static int list_jobs(pool *p, int first)
{
    identifying *w = p->w;
    for (int i = first; i < w->laws; i++)
        p->job[p->jobs++] = &w->law[i];
    for (int i = 0; i < w->aids; i++)
        if (w->aid[i].state == IDENTIFY_WAITING)
            p->job[p->jobs++] = &w->aid[i];
    for (int i = 0; i < p->jobs; i++)
        p->job[i]->weight = p->job[i]->weight > 0 ? p->job[i]->weight : 1;
    return p->jobs;
}

bool identify_fit_from(identifying *w, int first, const tool_args *a, progress *bar, const double share[2],
                       br_diag *why)
{
    enum { MOST = 16 };
    pthread_t thread[MOST];
    pool p = {.w = w,
              .a = a,
              .share = {share[0], share[1]},
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .changed = PTHREAD_COND_INITIALIZER};
    int threads = 0;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    link_all_simpler(w, a);
    int work = list_jobs(&p, first);
    watch_open();
    while (threads < MOST && threads < work && (threads < cores || threads == 0) &&
           pthread_create(&thread[threads], NULL, fit_jobs, &p) == 0)
        threads++;
    if (threads == 0)
        fit_jobs(&p);
    else
        watch_jobs(&p, bar);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    watch_close();
    if (!w->stopped)
        return true;
    char words[200];
    write_running(words, sizeof words, &p);
    int left = 0;
    for (int i = 0; i < p.jobs; i++)
        left += p.job[i]->state != IDENTIFY_DONE;
    tool_complain(why, BR_NEGATIVE, "bristle identify: stopped %s%s; %d of %d laws were fitted",
                  *words ? "in " : "before the first law", words, p.jobs - left, p.jobs);
    return false;
}
