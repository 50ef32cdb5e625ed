// spelling.h - edit distance between two words, for "did you mean".            [host]
#ifndef BR_NUM_TEXT_SPELLING_H
#define BR_NUM_TEXT_SPELLING_H

enum { BR_WORD_LETTERS = 63, BR_WORD_FAR = 99 };

// Levenshtein distance: letters to change, add or remove, without regard to case. BR_WORD_FAR for a word of more than
// BR_WORD_LETTERS letters.
int br_word_distance(const char *a, int n, const char *b, int m);

// Of A to Z and the rest, in any locale.
static inline char br_letter_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

#endif
