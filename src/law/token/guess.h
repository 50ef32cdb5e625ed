// guess.h - "did you mean": the known word nearest to an unknown one.          [host]
#ifndef BR_LAW_TOKEN_GUESS_H
#define BR_LAW_TOKEN_GUESS_H

#include "num/text/spelling.h"
#include <string.h>

typedef struct br_guess {
    const char *name; // the unknown word
    int size, least;
    const char *best; // of those tried; NULL: none is near
} br_guess;

// More letters apart than this is no slip of the finger.
static inline br_guess br_guess_of(const char *name, int size)
{
    return (br_guess){.name = name, .size = size, .least = size < 4 ? 2 : 3};
}

static inline void br_guess_try(br_guess *g, const char *word)
{
    int d = br_word_distance(g->name, g->size, word, (int)strlen(word));
    if (d < g->least && d < g->size) {
        g->least = d;
        g->best = word;
    }
}

#endif
