// json.c - writing JSON: objects, arrays, keys, numbers and strings.             [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "num/base/require.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The comma, and in an object the line break and indent, before the next key or value.
static void begin_value(br_json *j)
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
    BR_REQUIRE(kind == '{' || kind == '[');
    begin_value(j);
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
    BR_REQUIRE(!j->after_key);
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

static void write_string(br_buffer *b, const char *text, size_t size)
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
    BR_REQUIRE(j->depth > 0 && j->object[j->depth - 1] && !j->after_key);
    begin_value(j);
    write_string(j->out, name, strlen(name));
    br_buffer_put(j->out, ": ");
    j->after_key = true;
}

void br_json_number(br_json *j, double value)
{
    begin_value(j);
    if (isfinite(value))
        br_buffer_number(j->out, value);
    else
        br_buffer_put(j->out, "null");
}

void br_json_count(br_json *j, int value)
{
    begin_value(j);
    br_buffer_print(j->out, "%d", value);
}

void br_json_bool(br_json *j, bool value)
{
    begin_value(j);
    br_buffer_put(j->out, value ? "true" : "false");
}

void br_json_text(br_json *j, const char *text)
{
    br_json_text_of(j, text, strlen(text));
}

void br_json_text_of(br_json *j, const char *text, size_t size)
{
    begin_value(j);
    write_string(j->out, text, size);
}

void br_json_open_file(br_json *j, const char *kind)
{
    char schema[64];
    snprintf(schema, sizeof schema, "bristle/%s", kind);
    br_json_open(j, '{');
    br_json_field_text(j, "schema", schema);
    br_json_field_count(j, "version", BR_JSON_VERSION);
}

void br_json_field_open(br_json *j, const char *key, char kind)
{
    br_json_key(j, key);
    br_json_open(j, kind);
}

void br_json_field_number(br_json *j, const char *key, double value)
{
    br_json_key(j, key);
    br_json_number(j, value);
}

void br_json_field_each(br_json *j, const br_json_member *member, size_t count)
{
    for (size_t i = 0; i < count; i++)
        br_json_field_number(j, member[i].key, member[i].value);
}

void br_json_field_count(br_json *j, const char *key, int value)
{
    br_json_key(j, key);
    br_json_count(j, value);
}

void br_json_field_bool(br_json *j, const char *key, bool value)
{
    br_json_key(j, key);
    br_json_bool(j, value);
}

void br_json_field_text(br_json *j, const char *key, const char *text)
{
    br_json_key(j, key);
    br_json_text(j, text);
}

void br_json_field_numbers(br_json *j, const char *key, const double *value, long long count)
{
    br_json_field_open(j, key, '[');
    for (long long i = 0; i < count; i++)
        br_json_number(j, value[i]);
    br_json_close(j);
}

void br_json_field_lines(br_json *j, const char *key, const br_buffer *lines)
{
    br_json_field_open(j, key, '[');
    for (const char *line = lines->text, *end; line && *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        br_json_text_of(j, line, (size_t)(end - line));
    }
    br_json_close(j);
}
