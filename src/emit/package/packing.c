// packing.c - a package being made: its memory, what it is called, and why it cannot be made.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_status br_packing_wrong(br_packing *w, br_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (w->why)
        vsnprintf(w->why->text, sizeof w->why->text, format, args); // NOLINT(clang-analyzer-valist.Uninitialized)
    va_end(args);
    return status;
}

void br_packing_close(br_packing *w)
{
    br_observation_free(&w->ob);
    br_rehearsal_free(&w->rehearsal);
    br_system_close(&w->system);
    if (w->has_bench) {
        br_ready_free(&w->ready);
        br_servo_free(&w->row.run);
        br_bench_close(&w->bench);
    }
    br_mixed_close(&w->mixed);
    free(w->single);
    free(w->plan.x);
    free(w->plan.which);
    free(w->plan.estimate);
    free(w->vector_u);
    free(w->vector_y);
    free(w->required);
    free(w->replay.found);
    free(w->replay.answer);
}

bool br_plan_make_room(br_plan *p)
{
    size_t n = (size_t)p->nx + (size_t)p->ne;
    p->x = calloc(9 * n + (size_t)p->ny + (size_t)br_plan_inputs(p) + (size_t)p->np + 1, sizeof *p->x);
    p->which = calloc((size_t)p->measured + 1, sizeof *p->which);
    p->estimate = calloc((size_t)p->ne + 1, sizeof *p->estimate);
    if (!p->x || !p->which || !p->estimate)
        return false;
    p->sd = p->x + n;
    p->most = p->sd + n;
    p->q = p->most + n;
    p->low = p->q + n;
    p->high = p->low + n;
    p->k = p->high + n;
    p->damping = p->k + n;
    p->r = p->damping + n;
    p->u = p->r + p->ny + n;
    p->p = p->u + br_plan_inputs(p);
    return true;
}

int br_packing_rows(const br_packing *w)
{
    return w->o->samples > 0 ? w->o->samples : BR_PACKAGE_ROWS;
}

bool br_packing_is_guessed(const br_packing *w)
{
    const br_tuning *t = &w->ob.tuning;
    bool guessed = false;
    for (int i = 0; i < t->numbers; i++)
        guessed = guessed || t->number[i].found_q || t->number[i].found_r;
    return guessed;
}

const char *br_packing_observer(const br_packing *w)
{
    static const char *const name[] = {[BR_PLAN_EKF] = "extended Kalman filter",
                                       [BR_PLAN_UKF] = "unscented Kalman filter",
                                       [BR_PLAN_PARTICLE] = "particle filter",
                                       [BR_PLAN_MHE] = "moving horizon",
                                       [BR_PLAN_EP] = "elasto-plastic estimator"};
    return name[w->plan.observer];
}

void br_packing_subject(const br_packing *w, br_buffer *out)
{
    if (w->plan.compensator)
        br_buffer_print(out, "compensator %s (%s) for an axis with the friction %s", w->row.rival->name,
                        w->row.rival->words, w->o->axis->known->law.name);
    else
        br_buffer_print(out, "%s of the law %s", br_packing_observer(w), w->model->law.name);
}

const char *br_packing_compensator_kind(const br_packing *w)
{
    return strcmp(w->plan.compensator, "elasto-plastic") == 0 ? "elasto" : w->plan.compensator;
}
