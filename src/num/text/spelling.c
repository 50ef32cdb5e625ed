// spelling.c - edit distance between two words (Levenshtein).                  [host]
#include "num/base/fp.h"

#include "num/text/spelling.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Row i of Levenshtein's table holds the distances between the first i letters of a and the beginnings of b.
int br_word_distance(const char *a, int n, const char *b, int m)
{
    int row[BR_WORD_LETTERS + 1] = {0};
    if (n > BR_WORD_LETTERS || m > BR_WORD_LETTERS)
        return BR_WORD_FAR;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int up = row[j], change = diagonal + (br_letter_lower(a[i - 1]) != br_letter_lower(b[j - 1]));
            row[j] = least(change, least(up, row[j - 1]) + 1);
            diagonal = up;
        }
    }
    return row[m];
}
