// item.h - the items of a list, NAME = SOMETHING, ...: where they begin and end.   [host]
#ifndef BR_NUM_TEXT_ITEM_H
#define BR_NUM_TEXT_ITEM_H

const char *br_list_blanks(const char *p, const char *end);  // behind the blanks that start at p
const char *br_list_trim(const char *from, const char *end); // the end without blanks before it

// The end of one item, or of one argument: a comma outside of brackets and quotes.
const char *br_list_item(const char *p, const char *end);

#endif
