// card.h - everything a law declares, over all of its choices: what `laws` shows.               [host]
#ifndef BR_TOOL_LAWS_CARD_H
#define BR_TOOL_LAWS_CARD_H

#include "num/text/buffer.h"
#include "file/json/json.h"
#include "tool/kit/load.h"

#define CARD_COMBINATIONS 256 // of choices that are read

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

typedef struct card_used { // a law that `use` brings in, read by itself
    char name[BR_MAX_NAME + 1];
    char as[BR_MAX_NAME + 1]; // empty: its names are the law's own
    br_parsed_law law;
} card_used;

enum { CARD_USED = 32 }; // of those that many are shown

typedef struct card {
    br_parsed_law law; // with the first value of every choice
    card_used *used[CARD_USED];
    int nused; // in the order of the text, followed by what they use
    card_item *item;
    int count, room;
} card;

// The source must stay open while the card is used.
br_status card_open(card *c, const br_law_source *s, br_diag *why) BR_CHECKED;
void card_close(card *c);

void card_show(br_buffer *out, const card *c);
br_status card_json(br_json *j, const card *c, const br_law_source *s, br_diag *why) BR_CHECKED;

// "direction is dependent and damping is fading"
void combination_words(const br_chosen *chosen, int n, char words[200]);

// The equations (with `use`, conditions, modes and transitions) as they stand in the text, without declarations between
// them: the next line from *at, without its end; false after the last one. *at starts at 0.
bool card_equation(const br_parsed_law *law, size_t *at, const char **line, size_t *size);

// What the text says a choice is about, or nothing.
void card_choice_words(const br_parsed_law *law, const char *choice, char words[BR_MAX_WORDS + 1]);

#endif
