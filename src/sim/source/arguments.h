// arguments.h - constant arguments in brackets: numbers, and formulas of numbers.   [host]
#ifndef BR_SIM_SOURCE_ARGUMENTS_H
#define BR_SIM_SOURCE_ARGUMENTS_H

#include "sim/source/formulas.h"

// A name that may stand alone as an argument: its number, -1 for none.
typedef int br_argument_name(void *context, const char *name, size_t size);

typedef struct br_argument {
    double value;
    int formula; // -1: none
    bool named;  // value is the number of a name
} br_argument;

typedef struct br_arguments { // of all the brackets of a list; starts as all zero, or with name and context
    br_argument_name *name;   // NULL: no names
    void *context;
    br_argument *item;
    int count, room;
    br_formulas formulas;
} br_arguments;

// Reads the bracket that opens at *p, which moves behind it. Arguments stand in item[*first ...].
br_status br_arguments_take(br_arguments *a, const br_list *l, const char **p, const char *end, int *first,
                            int *count) BR_CHECKED;
// When all are taken: the values of formulas.
br_status br_arguments_make(br_arguments *a, const br_list *l) BR_CHECKED;
void br_arguments_free(br_arguments *a);

bool br_argument_function(const char *at, const char *end); // a function of laws

#endif
