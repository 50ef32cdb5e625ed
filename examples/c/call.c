// call.c - a command of the tool on a log in memory: the force that Dahl's law predicts for a measured velocity.
//
//     cc call.c -o call $(pkg-config --cflags --libs bristle-call)
#include <bristle/call.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 501 };

static const br_answer_column *find(const br_answer *a, const char *name)
{
    for (int i = 0; i < a->columns; i++)
        if (strcmp(a->column[i].name, name) == 0)
            return &a->column[i];
    return NULL;
}

int main(void)
{
    // the log: a triangle wave of 10 um/s, a period per second
    double time[ROWS], speed[ROWS];
    for (int i = 0; i < ROWS; i++) {
        int phase = i % 200;
        time[i] = i * 5e-3;
        speed[i] = phase < 50 ? phase / 5.0 : phase < 150 ? 20 - phase / 5.0 : phase / 5.0 - 40;
    }
    const br_call_column column[] = {{"time [s]", time}, {"speed [um/s]", speed}};
    const br_call_table log = {.name = "log", .column = column, .columns = 2, .rows = ROWS};

    const char *word[] = {"simulate", "dahl", "log", "--params", "example", "--signals", "t = time, v = speed"};
    br_answer *a;
    br_diag why;
    br_status status = br_call(&a, word, sizeof word / sizeof *word, &log, 1, &why);
    if (status != BR_OK)
        return fprintf(stderr, "%s\n", why.text), br_status_exit_code(status);
    const br_answer_column *t = find(a, "t"), *F = find(a, "F");
    if (!t || !F)
        return fprintf(stderr, "no column t or F\n"), 5;
    for (size_t i = 0; i < a->rows; i += a->rows / 10)
        printf("%s = %.3f %s  %s = %8.5f %s\n", t->name, t->v[i], t->unit, F->name, F->v[i], F->unit);
    br_answer_free(a);

    // a wrong option: nothing runs, and the message is the one of the tool
    word[3] = "--parms";
    if (br_call(&a, word, sizeof word / sizeof *word, &log, 1, &why) != BR_OK)
        printf("%s\n", why.text);
    return 0;
}
