// pthread.h - threads where there are none: none can be created, so all work is done by the one that asks.   [host]
#ifndef BR_WASM_PTHREAD_H
#define BR_WASM_PTHREAD_H

#include <errno.h>
#include <time.h>

typedef int pthread_t, pthread_attr_t, pthread_mutex_t, pthread_mutexattr_t, pthread_cond_t, pthread_condattr_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0

static inline int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *), void *with)
{
    (void)t, (void)a, (void)run, (void)with;
    return EAGAIN;
}

static inline int pthread_join(pthread_t t, void **result)
{
    (void)t, (void)result;
    return ESRCH;
}

// Nobody else is there to hold a lock, or to be waited for.
#define BR_WASM_NOTHING(name, type)                                                                                    \
    static inline int name(type *it)                                                                                   \
    {                                                                                                                  \
        (void)it;                                                                                                      \
        return 0;                                                                                                      \
    }
BR_WASM_NOTHING(pthread_mutex_lock, pthread_mutex_t)
BR_WASM_NOTHING(pthread_mutex_unlock, pthread_mutex_t)
BR_WASM_NOTHING(pthread_mutex_destroy, pthread_mutex_t)
BR_WASM_NOTHING(pthread_cond_signal, pthread_cond_t)
BR_WASM_NOTHING(pthread_cond_broadcast, pthread_cond_t)
BR_WASM_NOTHING(pthread_cond_destroy, pthread_cond_t)
#undef BR_WASM_NOTHING

static inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
{
    (void)m, (void)a;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a)
{
    (void)c, (void)a;
    return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    (void)c, (void)m;
    return 0;
}

static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    (void)c, (void)m, (void)until;
    return ETIMEDOUT;
}

#endif
