// keyword.c - the functions and reserved words of the law notation.              [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include "law/token/guess.h"

static const br_function functions[] = {
    {"abs", BR_OP_ABS, 1},   {"sign", BR_OP_SIGN, 1},   {"sqrt", BR_OP_SQRT, 1},   {"cbrt", BR_OP_CBRT, 1},
    {"exp", BR_OP_EXP, 1},   {"expm1", BR_OP_EXPM1, 1}, {"log", BR_OP_LOG, 1},     {"log1p", BR_OP_LOG1P, 1},
    {"sinh", BR_OP_SINH, 1}, {"cosh", BR_OP_COSH, 1},   {"tanh", BR_OP_TANH, 1},   {"logistic", BR_OP_LOGISTIC, 1},
    {"sin", BR_OP_SIN, 1},   {"cos", BR_OP_COS, 1},     {"tan", BR_OP_TAN, 1},     {"asin", BR_OP_ASIN, 1},
    {"acos", BR_OP_ACOS, 1}, {"atan", BR_OP_ATAN, 1},   {"atan2", BR_OP_ATAN2, 2}, {"min", BR_OP_MIN, 2},
    {"max", BR_OP_MAX, 2},   {"clamp", BR_OP_COUNT, 3}, {"sum", BR_OP_SUM, 1},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

const br_function *br_function_of(const br_token *t)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (br_token_is(t, functions[i].name))
            return &functions[i];
    return NULL;
}

const char *br_law_function(int i)
{
    return i < FUNCTIONS ? functions[i].name : NULL;
}

bool br_is_function(const br_token *t)
{
    return br_function_of(t) || br_token_is(t, "next");
}

// What functions are called elsewhere.
static const struct {
    const char *name, *here;
} aliases[] = {
    {"ln", "log"},      {"sgn", "sign"},    {"signum", "sign"},      {"fabs", "abs"},  {"arctan", "atan"},
    {"arcsin", "asin"}, {"arccos", "acos"}, {"arctan2", "atan2"},    {"sqr", "x^2"},   {"square", "x^2"},
    {"pow", "x^y"},     {"power", "x^y"},   {"sigmoid", "logistic"}, {"root", "sqrt"},
};
enum { ALIASES = sizeof aliases / sizeof *aliases };

const char *br_function_meant(const br_token *t)
{
    for (int i = 0; i < ALIASES; i++)
        if (br_token_is(t, aliases[i].name))
            return aliases[i].here;
    br_guess near = br_guess_of(t->at, t->size);
    for (int i = 0; i < FUNCTIONS; i++)
        br_guess_try(&near, functions[i].name);
    return near.best;
}

static const char *const reserved[] = {
    "law", "version", "source", "unit", "elements", "choice",  "input",  "state",    "param", "output", "use",
    "as",  "modes",   "per",    "from", "to",       "require", "expect", "contains", "set",   "for",    "when",
    "is",  "in",      "if",     "then", "else",     "and",     "or",     "not",      "pi",    "inf",    NULL};

bool br_is_reserved(const br_token *t)
{
    for (int i = 0; reserved[i]; i++)
        if (br_token_is(t, reserved[i]))
            return true;
    return br_is_function(t);
}

bool br_law_declares(const br_token *first)
{
    static const char *const first_words[] = {"law",   "version", "source",   "unit",   "input",   "state",
                                              "param", "output",  "elements", "choice", "contains"};
    for (size_t i = 0; i < sizeof first_words / sizeof *first_words; i++)
        if (br_token_is(first, first_words[i]))
            return true;
    return false;
}
