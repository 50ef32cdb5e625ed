// status.h - how a call ended, and the words that explain it.                 [target]
//
// Every call of bristle that can fail answers with a br_status; zero is success and the answer must be looked at.
// A call that fails changes nothing. On the host a caller may also lend a br_diag, which then holds one line of text.
#ifndef BRISTLE_STATUS_H
#define BRISTLE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

// name, text, exit code of the command-line tool
#define BR_STATUS_LIST(X)                                                                                              \
    X(BR_OK, "done", 0)                                                                                                \
    X(BR_NEGATIVE, "completed, but a check failed, nothing was found, or it was stopped", 1)                           \
    X(BR_BAD_USAGE, "wrong arguments", 2)                                                                              \
    X(BR_BAD_DATA, "bad data", 3)                                                                                      \
    X(BR_BAD_LAW, "bad law or parameter file", 4)                                                                      \
    X(BR_NOT_FINITE, "a result is not a finite number", 5)                                                             \
    X(BR_BAD_MACHINE, "this machine or build does not compute as IEEE 754 demands", 5)                                 \
    X(BR_NO_MEMORY, "out of memory", 6)                                                                                \
    X(BR_NO_FILE, "a file cannot be read or written", 6)

#define BR_STATUS_ENUM(name, text, code) name,
typedef enum br_status { BR_STATUS_LIST(BR_STATUS_ENUM) BR_STATUS_COUNT } br_status;
#undef BR_STATUS_ENUM

#if defined(__GNUC__)
#define BR_CHECKED __attribute__((warn_unused_result))
#define BR_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define BR_CHECKED
#define BR_PRINTF(text, first)
#endif

// What the libraries export: a function that a public header declares. Every other one is hidden (docs/linking.md).
#if defined(__GNUC__) && !defined(_WIN32)
#define BR_PUBLIC __attribute__((visibility("default")))
#else
#define BR_PUBLIC
#endif

BR_PUBLIC const char *br_status_text(br_status s);
// 0 done, 1 negative, 2 usage, 3 data, 4 law, 5 not finite or a machine that computes wrongly, 6 resources
BR_PUBLIC int br_status_exit_code(br_status s);

// One line that says what is wrong, where, and what would be right: "lugre.law:7:12: unknown name 'sgima0'".
// Lent by the caller, written only by a call that fails; control characters never reach the text raw.
typedef struct br_diag {
    int line, column; // from 1; 0: no place
    char text[480];
} br_diag;

// The member of options that a message is about: "step"; "" where it is about none. Of messages of the library, as they were
// written: a program that copies the text alone, or changes it, has none. Lent; valid until the next call with this br_diag. NULL is fine.
BR_PUBLIC const char *br_diag_member(const br_diag *why);
// Where names of members stand in the text, as its index, for a program whose options have names of their own; -1 behind the last.
BR_PUBLIC int br_diag_place(const br_diag *why, int i);

#ifdef __cplusplus
}
#endif
#endif
