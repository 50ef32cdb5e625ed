// source_line.h - a law as its text has it: lines of equations, laws that are used, what choices are about.    [host]
#ifndef BR_LAW_TEXT_SOURCE_LINE_H
#define BR_LAW_TEXT_SOURCE_LINE_H

#include "law/graph/law.h"

// The equations (with `use`, conditions, modes and transitions) as they stand in the text, without declarations between
// them: the next line from *at, without its end; false after the last one. *at starts at 0.
bool br_law_equation_line(const br_parsed_law *law, size_t *at, const char **line, size_t *size);

// What the text says a choice is about, or nothing.
void br_law_choice_words(const br_parsed_law *law, const char *choice, char words[BR_MAX_WORDS + 1]);

// The next `use NAME as AS` from token *at on, which starts at 0; false after the last one. as: empty without a name.
bool br_law_next_use(const br_parsed_law *law, int *at, char name[BR_MAX_NAME + 1], char as[BR_MAX_NAME + 1]);

#endif
