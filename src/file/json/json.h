// json.h - JSON as it is written.                                               [host]
//
// Numbers are the shortest that read back to the same bits, what is not finite is null. Text becomes valid UTF-8
// whatever it was. Objects stand on lines of their own, arrays on one line.
#ifndef BR_FILE_JSON_JSON_H
#define BR_FILE_JSON_JSON_H

#include "num/text/buffer.h"

#include <stdbool.h>

enum { BR_JSON_DEPTH = 32 };

typedef struct br_json {
    br_buffer *out;
    int depth;
    bool some[BR_JSON_DEPTH]; // something stands in it already
    bool object[BR_JSON_DEPTH];
    bool after_key;
} br_json;

// Opens an object '{' or an array '[', and closes the last one opened.
void br_json_open(br_json *j, char kind);
void br_json_close(br_json *j);

void br_json_key(br_json *j, const char *name); // the next thing is its value
void br_json_number(br_json *j, double value);
void br_json_count(br_json *j, int value);
void br_json_bool(br_json *j, bool value);
void br_json_text(br_json *j, const char *text);
void br_json_text_of(br_json *j, const char *text, size_t size);

#endif
