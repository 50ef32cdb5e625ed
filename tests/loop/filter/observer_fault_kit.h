// observer_fault_kit.h - observers under the faults of a real-time stream: how a fault meets all of them.
//
// Every row runs with EKF and UKF, reduced and full order. Whatever comes: numbers stay finite, the covariance positive,
// every event is counted, and everything is back within 3 sigma after so many samples as the test says. Compiled for
// double, and with BR_FLOAT for float.
#ifndef TESTS_OBSERVER_FAULT_KIT_H
#define TESTS_OBSERVER_FAULT_KIT_H

#include "observer_kit.h"

static const br_kalman_kind *const kinds[] = {&br_kalman_ekf, &br_kalman_ukf};
enum { KINDS = 2 };
enum {
    WARM = 600,
    RECOVERY = 4000
}; // samples after which an observer has learnt, and after which it is back within 3 sigma

typedef void fault_fn(machine *t);

// Runs a fault on every observer, after it has learnt.
static void on_all(fault_fn *f, int warm)
{
    for (int full = 0; full < 2; full++)
        for (int k = 0; k < KINDS; k++) {
            static machine t;
            open_machine(&t, full, kinds[k], (uint64_t)(full * KINDS + k));
            run(&t, warm);
            f(&t);
            assert_int_equal(t.ob.health.refused, 0);
            close_machine(&t);
        }
}

static const long lengths[] = {1, 10, 1000};
enum { LENGTHS = 3 };

static br_real sigma(machine *t)
{
    br_real sd;
    (void)br_kalman_expect(&t->ob, t->u, t->law->p, t->which, &sd);
    return (br_real)sqrt((double)(sd * sd + t->r[t->which]));
}

// Runs until no alarm rings (learning may have rung one), and answers how many there have been.
static unsigned long quiet(machine *t)
{
    for (int i = 0; i < 2000 && t->ob.alarm; i++)
        run(t, 1);
    assert_false(t->ob.alarm);
    return t->ob.health.alarms;
}

#endif
