// call.h - every command of the tool in your program, with tables in memory in place of files.   [host]
//
//     const char *word[] = {"simulate", "mass", "--input", "u = 3*sin(2*pi*t) N", "--until", "1", "--json", "-"};
//     br_answer *a;
//     br_diag why;
//     if (br_call(&a, word, 8, NULL, 0, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     puts(a->text);                                              // the JSON of docs/json.md
//     printf("%s is %g %s\n", a->column[1].name, a->column[1].v[0], a->column[1].unit);
//     br_answer_free(a);
//
// A command gives results bit-identical to those on the command line. It is in libbristle-call, a shared
// library. A call prints nothing, reads no terminal, ends no process, catches no signal and changes nothing that another
// call sees: several threads may call at once.
#ifndef BRISTLE_CALL_H
#define BRISTLE_CALL_H

#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_call_column {
    const char *heading; // as in a CSV file: "x", or with its unit "x [mm]"
    const double *v;     // borrowed during the call; NaN where a number is missing
} br_call_column;

// Stands in a word wherever a command takes the file of a table: as LOG, behind --inverse, and in --input TABLE.
typedef struct br_call_table {
    const char *name;
    const br_call_column *column;
    int columns;
    size_t rows; // of each column
} br_call_table;

typedef struct br_answer_column {
    const char *name, *unit; // SI; - for none
    const char *role;        // time, input, state, output, mode or truth
    const double *v;
} br_answer_column;

typedef struct br_answer {
    const char *text; // what the tool prints, with a final 0; with --json - the JSON, without the rows under "data"
    size_t size;
    const br_answer_column *column; // what --csv writes; none where the command has no table
    int columns;
    size_t rows;
} br_answer;

// Runs the command word[0] with the arguments behind it. BR_OK: it is done. BR_NEGATIVE: it is done and the answer is no
// (not identifiable, inconsistent, diverged); why says it. In both cases *answer is yours to free. After any other status
// *answer is untouched, and why (may be NULL) has the line that the tool would print. Files that words name are read and
// written as on the command line; - stands for no stream here, but behind --json, --report, --svg and -o for the text of the answer.
BR_PUBLIC br_status br_call(br_answer **answer, const char *const *word, int words, const br_call_table *table,
                            int tables, br_diag *why) BR_CHECKED;

// The same until *stop is not 0, which a signal handler or another thread may see to: then it ends soon, as BR_NEGATIVE with
// an answer that has no text and no columns, and no file is written. How soon depends on the work: runs, observers and fits
// look every few samples, proofs every few boxes, designs of inputs after each. stop may be NULL.
BR_PUBLIC br_status br_call_until(br_answer **answer, const char *const *word, int words, const br_call_table *table,
                                  int tables, const volatile int *stop, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_answer_free(br_answer *a); // NULL is fine

#ifdef __cplusplus
}
#endif
#endif
