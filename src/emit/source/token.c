// token.c - tokens of C, as far as taking sources apart needs them.       [host]
#include "num/base/fp.h"

#include "emit/source/pieces.h"

#include <ctype.h>
#include <string.h>

static bool begins(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool goes_on(char c)
{
    return begins(c) || isdigit((unsigned char)c);
}

static const char *comment_end(const char *s, const char *end)
{
    if (s[1] == '/') {
        const char *line = memchr(s, '\n', (size_t)(end - s));
        return line ? line : end;
    }
    for (s += 2; s + 1 < end; s++)
        if (s[0] == '*' && s[1] == '/')
            return s + 2;
    return end;
}

static const char *space_end(const char *s, const char *end)
{
    while (s < end) {
        if (isspace((unsigned char)*s))
            s++;
        else if (*s == '/' && s + 1 < end && (s[1] == '/' || s[1] == '*'))
            s = comment_end(s, end);
        else
            break;
    }
    return s;
}

static const char *quote_end(const char *s, const char *end)
{
    char quote = *s++;
    while (s < end && *s != quote)
        s += *s == '\\' ? 2 : 1;
    return s < end ? s + 1 : end;
}

// 1.5e-3f, 0x1p-52
static const char *number_end(const char *s, const char *end)
{
    while (s < end && (goes_on(*s) || *s == '.' || ((*s == '+' || *s == '-') && strchr("eEpP", s[-1]))))
        s++;
    return s;
}

br_c_token_kind br_c_token(const char **at, const char *end)
{
    const char *s = *at;
    if (s >= end)
        return BR_C_TOKEN_END;
    *at = space_end(s, end);
    if (*at > s)
        return BR_C_TOKEN_SPACE;
    if (begins(*s)) {
        while (s < end && goes_on(*s))
            s++;
        *at = s;
        return BR_C_TOKEN_NAME;
    }
    if (*s == '"' || *s == '\'')
        *at = quote_end(s, end);
    else if (isdigit((unsigned char)*s) || (*s == '.' && s + 1 < end && isdigit((unsigned char)s[1])))
        *at = number_end(s + 1, end);
    else
        *at = s + (*s == '-' && s + 1 < end && s[1] == '>' ? 2 : 1);
    return BR_C_TOKEN_OTHER;
}
