// lines.h - lines of text, each a text of its own: what a handle lends of its warnings.                [host]
#ifndef BR_NUM_TEXT_LINES_H
#define BR_NUM_TEXT_LINES_H

#include "num/text/buffer.h"

typedef struct br_lines {
    br_buffer text;
    int count; // 0 until they are split
} br_lines;

void br_lines_split(br_lines *l);                  // the end of each line becomes a final 0
const char *br_lines_at(const br_lines *l, int i); // NULL: there are not so many

#endif
