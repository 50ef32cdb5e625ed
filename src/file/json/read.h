// read.h - parsing JSON: a tree of values over the text.                       [host]
//
//     br_json_tree t;
//     br_status status = br_json_read(&t, text, size, "a.json", why); // text: changed, and needed as long as the tree
//     int boxes = br_json_find(&t, 0, "boxes");                       // value 0 is the whole
//     ...
//     br_json_free(&t);
//
// All of RFC 8259 but texts that hold a NUL; nested BR_JSON_DEEP deep at most. Time and memory are linear in the text.
#ifndef BR_FILE_JSON_READ_H
#define BR_FILE_JSON_READ_H

#include <bristle/status.h>

#include <stddef.h>

enum { BR_JSON_DEEP = 64 };

typedef enum br_json_kind {
    BR_JSON_NULL,
    BR_JSON_FALSE,
    BR_JSON_TRUE,
    BR_JSON_NUMBER,
    BR_JSON_TEXT,
    BR_JSON_ARRAY,
    BR_JSON_OBJECT
} br_json_kind;

typedef struct br_json_value {
    br_json_kind kind;
    const char *key;  // of a value in an object; NULL in an array
    const char *text; // of a text, UTF-8
    double number;
    int count; // of an array or object; its first value stands right behind it
    int next;  // the value behind it in the same array or object; -1: none
} br_json_value;

typedef struct br_json_tree {
    br_json_value *value;
    int count, room;
} br_json_tree;

// BR_BAD_DATA: no JSON; why says where. The tree is freed by the caller if the call answers BR_OK.
br_status br_json_read(br_json_tree *t, char *text, size_t size, const char *name, br_diag *why) BR_CHECKED;
void br_json_free(br_json_tree *t);

int br_json_first(const br_json_tree *t, int at);                 // of an array or object; -1: it is empty, or neither
int br_json_find(const br_json_tree *t, int at, const char *key); // in an object; -1: it is not there

#endif
