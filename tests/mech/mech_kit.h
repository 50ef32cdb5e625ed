// mech_kit.h - a mechanism from its text, at its start, and its steps: for tests of mechanisms.
#ifndef BR_TESTS_MECH_KIT_H
#define BR_TESTS_MECH_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "file/disk/whole.h"
#include "mech/motion/moving.h"
#include "num/text/buffer.h"

typedef struct machine {
    br_mech m;
    br_moving s;
    char *text;
} machine;

static inline void open_read(machine *w, const char *text,
                             br_status (*read)(br_mech *, const char *, size_t, const char *, br_diag *))
{
    br_diag why = {0};
    if (!text)
        abort(); // memory gave out
    if (read(&w->m, text, strlen(text), "test", &why) != BR_OK || br_moving_open(&w->s, &w->m, &why) != BR_OK ||
        br_moving_start(&w->s, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static inline void open_text(machine *w, const char *text)
{
    open_read(w, text, br_mech_read);
}

static inline void open_apart(machine *w, const char *text) // every body is a block of its own
{
    open_read(w, text, br_mech_read_apart);
}

static inline void open_example(machine *w, const char *name)
{
    char path[100];
    size_t size;
    br_diag why = {0};
    snprintf(path, sizeof path, "examples/mech/%s.mech", name);
    if (br_file_read(path, 1 << 20, &w->text, &size, &why) != BR_OK)
        fail_msg("%s", why.text);
    open_text(w, w->text);
}

static inline void close_machine(machine *w)
{
    br_moving_close(&w->s);
    br_mech_free(&w->m);
    free(w->text);
}

static inline void run_to(machine *w, const br_mech_scheme *scheme, double h, double until)
{
    br_diag why = {0};
    for (long long k = (long long)(w->s.t / h + 0.5); (double)k * h < until - h / 2; k++) {
        if (br_moving_step(&w->s, scheme, h, &why) != BR_OK)
            fail_msg("%s", why.text);
        w->s.t = (double)(k + 1) * h;
    }
}

#endif
