// list.h - lists NAME = SOMETHING UNIT, ... of options: their words, and messages about errors in them.   [host]
//
// Lists of signals, inputs and sensors read alike: items part at commas, the name comes first, and the unit is the last
// word of an item. What stands between is up to the reader of the list.
#ifndef BR_SIM_SOURCE_LIST_H
#define BR_SIM_SOURCE_LIST_H

#include "law/graph/law.h"
#include "num/text/item.h"

typedef struct br_list {
    const char *text, *origin; // origin ("--input") names it in messages
    br_diag *why;              // may be NULL
} br_list;

// Writes "origin:1:column: words" and answers status; `at` is the place in the list.
br_status br_list_bad(const br_list *l, br_status status, const char *at, const char *format, ...) BR_PRINTF(4, 5);

// The end of a word: a name, a number of a column (#3), a quoted name; p itself for anything else.
const char *br_list_word(const char *p, const char *end);
// The end of a number that starts at p.
const char *br_list_number(const char *p, const char *end);
// One of the words that formulas are made of: if, and, pi, ...
bool br_list_reserved(const char *p, const char *end);

// The bracket that closes the one at p; NULL: there is none.
const char *br_list_closing(const char *p, const char *end);

// NAME = at *p, which moves behind it; `form` says what an item looks like.
br_status br_list_name(const br_list *l, const char **p, const char *end, const char *form,
                       char name[BR_NAME_SIZE]) BR_CHECKED;

// The unit at the end of an item, behind a blank where a value stands before it: 5e-8*enc m. Where there is one, *end moves
// before it and has_unit, unit and text are set; else has_unit is false, and the others are those of a plain number.
typedef struct br_list_unit {
    bool has_unit;
    br_unit unit;
    char text[BR_UNIT_TEXT]; // as given; - for none
    const char *at;
} br_list_unit;
br_status br_list_take_unit(const br_list *l, const char *from, const char **end, br_list_unit *u) BR_CHECKED;

#endif
