// json.c - JSON as it is written.                                               [host]
#include "num/base/fp.h"

#include "file/json/json.h"

#include <math.h>
#include <string.h>

// The comma and the line before whatever comes next.
static void before(br_json *j)
{
    if (j->after_key || j->depth == 0) {
        j->after_key = false;
        return;
    }
    bool object = j->object[j->depth - 1], some = j->some[j->depth - 1];
    br_buffer_put(j->out, some ? (object ? ",\n" : ", ") : object ? "\n" : "");
    for (int i = 0; object && i < j->depth; i++)
        br_buffer_put(j->out, "  ");
    j->some[j->depth - 1] = true;
}

void br_json_open(br_json *j, char kind)
{
    before(j);
    if (j->depth == BR_JSON_DEPTH) {
        j->out->status = BR_NO_MEMORY;
        return;
    }
    br_buffer_add(j->out, &kind, 1);
    j->some[j->depth] = false;
    j->object[j->depth++] = kind == '{';
}

void br_json_close(br_json *j)
{
    if (j->depth == 0)
        return;
    j->depth--;
    if (j->object[j->depth] && j->some[j->depth]) {
        br_buffer_put(j->out, "\n");
        for (int i = 0; i < j->depth; i++)
            br_buffer_put(j->out, "  ");
    }
    br_buffer_put(j->out, j->object[j->depth] ? "}" : "]");
    if (j->depth == 0)
        br_buffer_put(j->out, "\n");
}

static void quoted(br_buffer *b, const char *text, size_t size)
{
    br_buffer_put(b, "\"");
    for (size_t i = 0; i < size;) {
        unsigned c = 0;
        int n = br_utf8_read(text + i, size - i, &c);
        if (n == 0)
            br_buffer_put(b, "\\ufffd");
        else if (c == '"' || c == '\\')
            br_buffer_print(b, "\\%c", (int)c);
        else if (c == '\n')
            br_buffer_put(b, "\\n");
        else if (c < 32 || (c >= 0x7F && c <= 0x9F) || c == 0x2028 || c == 0x2029)
            br_buffer_print(b, "\\u%04x", c);
        else
            br_buffer_add(b, text + i, (size_t)n);
        i += (size_t)(n ? n : 1);
    }
    br_buffer_put(b, "\"");
}

void br_json_key(br_json *j, const char *name)
{
    before(j);
    quoted(j->out, name, strlen(name));
    br_buffer_put(j->out, ": ");
    j->after_key = true;
}

void br_json_number(br_json *j, double value)
{
    before(j);
    if (isfinite(value))
        br_buffer_number(j->out, value);
    else
        br_buffer_put(j->out, "null");
}

void br_json_count(br_json *j, int value)
{
    before(j);
    br_buffer_print(j->out, "%d", value);
}

void br_json_bool(br_json *j, bool value)
{
    before(j);
    br_buffer_put(j->out, value ? "true" : "false");
}

void br_json_text(br_json *j, const char *text)
{
    br_json_text_of(j, text, strlen(text));
}

void br_json_text_of(br_json *j, const char *text, size_t size)
{
    before(j);
    quoted(j->out, text, size);
}
