// card.h - everything a law declares, over all of its choices: what `laws` shows.               [host]
#ifndef BR_TOOL_CARD_H
#define BR_TOOL_CARD_H

#include "file/buffer.h"
#include "file/json.h"
#include "tool/load.h"

#define CARD_COMBINATIONS 256 // of choices that are looked at

typedef struct card_item { // a quantity or an output under some choice
    br_quantity q;
    bool output;
    char elements[BR_NAME_SIZE];                    // "n", or empty
    char unit[BR_UNIT_SIZE], turning[BR_UNIT_SIZE]; // SI; for rotation, empty if the same
    char when[200];                                 // "direction is dependent", or empty
    char *preset;                                   // its default as a formula, or NULL
    bool preset_is_number;
    double preset_value; // if it is one
} card_item;

typedef struct card {
    br_law law; // with the first value of every choice
    card_item *item;
    int count, room;
} card;

// The source must stay open while the card is used.
br_status card_open(card *c, const tool_source *s, br_diag *why) BR_CHECKED;
void card_close(card *c);

void card_show(br_buffer *out, const card *c);
br_status card_json(br_json *j, const card *c, const tool_source *s, br_diag *why) BR_CHECKED;

// How many combinations of choices a law has (at most CARD_COMBINATIONS + 1), and the k-th of them; 0 is the first
// value of every choice.
int combination_count(const br_law *law);
int combination_pick(const br_law *law, int k, br_chosen chosen[BR_MAX_CHOICES]);
void combination_words(const br_chosen *chosen, int n, char words[200]);

// The equations (with conditions, modes and transitions) as they stand in the text: the next line from *at, without
// its end; false after the last one. *at starts at 0.
bool card_equation(const br_law *law, size_t *at, const char **line, size_t *size);

#endif
