// json.h - writing JSON: objects, arrays, keys, numbers and strings.             [host]
//
// A number is the shortest text that reads back to the same bits; a number that is not finite is null. A string becomes
// valid UTF-8 whatever it was. The members of an object stand on lines of their own, an array on one line.
#ifndef BR_FILE_JSON_JSON_H
#define BR_FILE_JSON_JSON_H

#include "num/text/buffer.h"

#include <stdbool.h>

enum { BR_JSON_DEPTH = 32, BR_JSON_VERSION = 1 };

typedef struct br_json {
    br_buffer *out;
    int depth;
    bool some[BR_JSON_DEPTH]; // it has a member already
    bool object[BR_JSON_DEPTH];
    bool after_key;
} br_json;

// Opens an object '{' or an array '[', and closes the last one opened.
void br_json_open(br_json *j, char kind);
void br_json_close(br_json *j);

// Opens the object that is a whole file, with its schema (docs/schema/NAME.json) and the version of that.
void br_json_open_file(br_json *j, const char *kind);

void br_json_key(br_json *j, const char *name); // its value is written next
void br_json_number(br_json *j, double value);
void br_json_count(br_json *j, int value);
void br_json_bool(br_json *j, bool value);
void br_json_text(br_json *j, const char *text);
void br_json_text_of(br_json *j, const char *text, size_t size);

// A member of an object: the key and its value.
void br_json_field_open(br_json *j, const char *key, char kind);
void br_json_field_number(br_json *j, const char *key, double value);
void br_json_field_count(br_json *j, const char *key, int value);
void br_json_field_bool(br_json *j, const char *key, bool value);
void br_json_field_text(br_json *j, const char *key, const char *text);
void br_json_field_numbers(br_json *j, const char *key, const double *value, long long count);

// Several members that are numbers: BR_JSON_NUMBERS(j, {"FC", k->FC}, {"FS", k->FS});
typedef struct br_json_member {
    const char *key;
    double value;
} br_json_member;
void br_json_field_each(br_json *j, const br_json_member *member, size_t count);
#define BR_JSON_NUMBERS(j, ...)                                                                                        \
    br_json_field_each(j, (const br_json_member[]){__VA_ARGS__},                                                       \
                       sizeof((const br_json_member[]){__VA_ARGS__}) / sizeof(br_json_member))

void br_json_field_lines(br_json *j, const char *key, const br_buffer *lines); // an array of one string per line

#endif
