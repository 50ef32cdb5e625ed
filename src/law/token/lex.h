// lex.h - lexer: the text of laws, parameter sets and assignment lists as tokens. [host]
//
// One notation serves all of them. Lines end statements; a line that ends in an operator, a comma or an open
// bracket goes on in the next one. `#` starts a comment.
#ifndef BR_LAW_TOKEN_LEX_H
#define BR_LAW_TOKEN_LEX_H

#include "bristle/status.h"
#include <stdbool.h>
#include <stddef.h>

#define BR_MAX_TEXT ((size_t)4 << 20) // bytes of one law or parameter file
#define BR_MAX_TOKENS 1000000         // of a text; of a law with all that it uses
#define BR_MAX_NAME 63                // bytes of one name
#define BR_MAX_WORDS 400              // bytes of one quoted text

typedef enum br_token_kind { BR_T_END, BR_T_LINE, BR_T_NUMBER, BR_T_NAME, BR_T_TEXT, BR_T_MARK } br_token_kind;

typedef struct br_token {
    br_token_kind kind;
    int mark; // MARK: its character; '<=' '>=' '==' '!=' '->' '..' as BR_M_*
    const char *at;
    int size;
    int line, column; // from 1; columns count bytes
    bool glued;       // nothing stands between it and the token before
    double value;     // NUMBER
} br_token;

enum { BR_M_LE = 256, BR_M_GE, BR_M_EQ, BR_M_NE, BR_M_DOTS };

typedef struct br_tokens {
    br_token *token; // ends with BR_T_LINE, BR_T_END
    int count;
    const char *text;
    size_t size;
    char origin[200]; // shown before line and column; control characters replaced
} br_tokens;

// Reads text (which must outlive the tokens) as tokens; origin names it in messages.
br_status br_tokens_read(br_tokens *t, const char *text, size_t size, const char *origin, br_diag *why) BR_CHECKED;
void br_tokens_free(br_tokens *t);

bool br_token_is(const br_token *t, const char *word);
bool br_token_is_mark(const br_token *t, int mark);

// Writes "origin:line:column: message" to why (which may be NULL) and answers status.
br_status br_complain(br_diag *why, br_status status, const br_tokens *in, const br_token *at, const char *format, ...)
    BR_PRINTF(5, 6);

#endif
