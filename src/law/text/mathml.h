// mathml.h - the equations of a law typeset as a textbook writes them, as MathML.                     [host]
//
// sigma0*z/g becomes a fraction with sigma_0 z over g, exp(-(v/vs)^2) a power, `if` the cases behind a brace. A reader of
// the typeset equation who knows nothing but mathematics reads the value that the law computes: brackets stand wherever
// they are needed for that, and only there.
#ifndef BR_LAW_TEXT_MATHML_H
#define BR_LAW_TEXT_MATHML_H

#include "law/graph/law.h"
#include "num/text/buffer.h"

typedef struct br_typeset {
    br_buffer math; // <math>...</math>, one line, no text of the law in it but names and numbers
    br_buffer mode; // "stick", of a transition "stick to forward"; empty: in any mode
    br_buffer when; // "form is force"; empty: always
    br_buffer note; // the comment behind it, as written: markup in it is not yet plain text
    bool usual;     // it holds with the choices that the law was read with
} br_typeset;

// The next equation or transition from token *at on, which starts at law->first_equation; false after the last one, or
// without memory (t->math.status says so). *t is overwritten: free each one.
bool br_law_typeset(const br_parsed_law *law, int *at, br_typeset *t);
void br_typeset_free(br_typeset *t);

#endif
