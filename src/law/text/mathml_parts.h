// mathml_parts.h - pieces of a typeset equation (private to mathml*.c).                             [host]
#ifndef BR_LAW_TEXT_MATHML_PARTS_H
#define BR_LAW_TEXT_MATHML_PARTS_H

#include "law/text/mathml.h"
#include "law/text/reader.h"

// What stands beside a piece decides whether brackets go around it, and how a product with it is written.
typedef enum br_math_kind {
    PLAIN,    // a letter with its index, a fraction, a root: nothing can be mistaken
    WORD,     // a name of several letters
    NUMBER,   // it begins with a digit
    CALL,     // a function of something, a sum over elements
    BRACKET,  // `text` stands in brackets, which are not in it yet
    NEGATIVE, // it begins with a minus
    PRODUCT,  // factors one after another
    LOOSE     // a sum, a comparison, cases
} br_math_kind;

typedef struct br_math_piece {
    br_buffer text;
    br_math_kind kind;
    br_math_kind last; // of a product: what its last factor is
    bool raised;       // it ends in an exponent: as a base it needs brackets
} br_math_piece;

typedef struct br_math_reader {
    const br_token *token;
    int at, end, depth;
    bool bad; // what stands here is no expression, or too deep
} br_math_reader;

// mark: 0, '\'' for a rate, '+' for an update. scope: names before it, "fr" of fr.F, which go into the index.
br_math_piece br_math_name(const br_token *t, char mark, const char *scope, size_t scoped);
br_math_piece br_math_number(const br_token *t); // 1e-3 is a power of ten

br_math_piece br_math_expression(br_math_reader *r); // any expression from r->at on

static inline void br_math_drain(br_buffer *out, br_buffer *from)
{
    if (from->text)
        br_buffer_add(out, from->text, from->size);
    if (from->status != BR_OK)
        out->status = from->status;
    br_buffer_free(from);
}

#endif
