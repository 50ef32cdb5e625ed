// spelling.h - letters and digits in any locale, and the edit distance of two words.         [host]
#ifndef BR_NUM_TEXT_SPELLING_H
#define BR_NUM_TEXT_SPELLING_H

#include <stdbool.h>
#include <string.h>

enum { BR_WORD_LETTERS = 63, BR_WORD_FAR = 99 };

// Levenshtein distance: letters to change, add or remove, without regard to case. BR_WORD_FAR for a word of more than
// BR_WORD_LETTERS letters.
int br_word_distance(const char *a, int n, const char *b, int m);

// Of A to Z and the rest, in any locale.
static inline char br_letter_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static inline bool br_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline bool br_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool br_same_word(const char *at, const char *end, const char *word)
{
    return (size_t)(end - at) == strlen(word) && memcmp(at, word, (size_t)(end - at)) == 0;
}

#endif
