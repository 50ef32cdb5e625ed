// test_observer_system.c - J5, J8: an observer in a signal handler, over a fork, in a thread that is cancelled, and on a machine under full load.
#define _GNU_SOURCE
#include "observer_kit.h"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 2000 };

// Samples that were taken before, so that no random numbers are drawn in between.
typedef struct fed {
    machine t;
    br_real y[STEPS], u[STEPS];
    volatile sig_atomic_t at;
} fed;

static void open_fed(fed *f, uint64_t stream)
{
    open_machine(&f->t, 0, &br_kalman_ekf, stream);
    for (int k = 0; k < STEPS; k++) {
        f->y[k] = next_sample(&f->t);
        f->u[k] = f->t.u[0];
    }
    f->at = 0;
}

static void step_fed(fed *f)
{
    if (f->at >= STEPS)
        return;
    f->t.u[0] = f->u[f->at];
    br_real y = f->y[f->at];
    f->at = f->at + 1;
    br_status status = br_kalman_predict(&f->t.ob, f->t.u, f->t.law->p, f->t.dt);
    if (status == BR_OK)
        status = br_kalman_correct(&f->t.ob, f->t.u, f->t.law->p, f->t.which, y);
    if (status != BR_OK)
        abort(); // called from a signal handler, too, where no assertion of a test may return
}

// What it ends as if nothing comes in between.
static record end_of(uint64_t stream)
{
    static fed f;
    open_fed(&f, stream);
    while (f.at < STEPS)
        step_fed(&f);
    record end = remember(&f.t.ob);
    close_machine(&f.t);
    return end;
}

static fed *interrupting;
static void step_in_handler(int signal)
{
    (void)signal;
    step_fed(interrupting);
}

static void J5_a_step_in_a_signal_handler_disturbs_no_other_and_is_whole(void **state)
{
    (void)state;
    static fed inside, outside;
    record want_in = end_of(31), want_out = end_of(32);
    open_fed(&inside, 31);
    open_fed(&outside, 32);
    interrupting = &inside;
    struct sigaction act = {.sa_handler = step_in_handler}, old;
    assert_int_equal(sigaction(SIGALRM, &act, &old), 0);
    struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    while (outside.at < STEPS)
        step_fed(&outside);
    long interrupted = inside.at;
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &old, NULL), 0);
    while (inside.at < STEPS)
        step_fed(&inside);
    printf("%ld of %d steps in a signal handler\n", interrupted, STEPS);
    assert_remembers(&outside.t.ob, &want_out);
    assert_remembers(&inside.t.ob, &want_in);
    close_machine(&inside.t);
    close_machine(&outside.t);
}

static void J5_both_sides_of_a_fork_go_on_alike(void **state)
{
    (void)state;
    static fed f;
    record want = end_of(33);
    open_fed(&f, 33);
    for (int k = 0; k < STEPS / 2; k++)
        step_fed(&f);
    pid_t child = fork();
    assert_true(child >= 0);
    while (f.at < STEPS)
        step_fed(&f);
    record end = remember(&f.t.ob);
    if (child == 0)
        _exit(memcmp(&end, &want, sizeof end) == 0 ? 0 : 1);
    int answer = -1;
    assert_int_equal(waitpid(child, &answer, 0), child);
    assert_true(WIFEXITED(answer) && WEXITSTATUS(answer) == 0);
    assert_remembers(&f.t.ob, &want);
    close_machine(&f.t);
}

static void *step_until_cancelled(void *of)
{
    fed *f = of;
    while (f->at < STEPS) {
        pthread_testcancel();
        step_fed(f); // has no cancellation point: it is done, or not begun
    }
    return NULL;
}

static void J5_a_thread_that_is_cancelled_leaves_whole_steps(void **state)
{
    (void)state;
    record want = end_of(34);
    for (int turn = 0; turn < 20; turn++) {
        static fed f;
        pthread_t thread;
        open_fed(&f, 34);
        assert_int_equal(pthread_create(&thread, NULL, step_until_cancelled, &f), 0);
        usleep((useconds_t)(20 * turn));
        pthread_cancel(thread);
        assert_int_equal(pthread_join(thread, NULL), 0);
        while (f.at < STEPS)
            step_fed(&f);
        assert_remembers(&f.t.ob, &want);
        close_machine(&f.t);
    }
}

static _Atomic int loaded;
static void *burn(void *unused)
{
    volatile double x = 1;
    while (loaded)
        x = x * 1.0000001 + 1e-9;
    return unused;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// More busy threads than cores: times are printed, deadlines of 1 ms that were missed are counted, and the numbers are the same.
static void J8_under_full_load_times_are_told_and_numbers_are_the_same(void **state)
{
    (void)state;
    enum { BUSY = 4, TURNS = 5 };
    static double time[TURNS * STEPS];
    record want = end_of(35);
    pthread_t busy[BUSY];
    loaded = 1;
    for (int i = 0; i < BUSY; i++)
        assert_int_equal(pthread_create(&busy[i], NULL, burn, NULL), 0);
    int missed = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        static fed f;
        open_fed(&f, 35);
        for (int k = 0; k < STEPS; k++) {
            struct timespec a, b;
            clock_gettime(CLOCK_MONOTONIC, &a);
            step_fed(&f);
            clock_gettime(CLOCK_MONOTONIC, &b);
            double took = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
            time[turn * STEPS + k] = took;
            missed += took > 1e-3;
        }
        assert_remembers(&f.t.ob, &want);
        close_machine(&f.t);
    }
    loaded = 0;
    for (int i = 0; i < BUSY; i++)
        pthread_join(busy[i], NULL);
    qsort(time, TURNS * STEPS, sizeof *time, ascending);
    printf("median %.2f us, 99.99 %% below %.1f us, worst %.1f us, %d of %d steps beyond 1 ms\n",
           1e6 * time[TURNS * STEPS / 2], 1e6 * time[TURNS * STEPS - 2], 1e6 * time[TURNS * STEPS - 1], missed,
           TURNS * STEPS);
    assert_true(time[TURNS * STEPS / 2] < 1e-3);
}

int main(void)
{
    if (!has_compiler())
        return 77;
    seed_from_environment();
    open_laws();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(J5_a_step_in_a_signal_handler_disturbs_no_other_and_is_whole),
        cmocka_unit_test(J5_both_sides_of_a_fork_go_on_alike),
        cmocka_unit_test(J5_a_thread_that_is_cancelled_leaves_whole_steps),
        cmocka_unit_test(J8_under_full_load_times_are_told_and_numbers_are_the_same),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_laws();
    return failed;
}
