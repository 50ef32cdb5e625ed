// fields.h - the fields of a result, listed once: its text, its JSON and its report are written from that list.  [host]
//
//     static const tool_field extent[] = {FIELD("column", "name", TEXT, row, name), FIELD("min", "least", NUMBER, row, least),
//                                         {0}};
//     fields_row(&cells, extent, &r, NULL); // for each row; then
//     fields_text(out, &cells, 2);          // or fields_report
#ifndef BR_TOOL_KIT_FIELDS_H
#define BR_TOOL_KIT_FIELDS_H

#include "file/json/json.h"

// What stands at the place of a field in a row, and how it is shown.
typedef enum field_kind {
    FIELD_NUMBER,   // double: 6 digits; "-" where it is NaN
    FIELD_ROUND,    // double: 3 digits, as of a standard deviation
    FIELD_OPTIONAL, // double: not in JSON where it is NaN
    FIELD_SHARE,    // double: shown as per cent
    FIELD_PERCENT,  // double: shown as per cent, "diverged" where infinite; 100 times as large in JSON
    FIELD_INT,
    FIELD_LONG,  // long long
    FIELD_BOOL,  // "yes", "no"
    FIELD_TEXT,  // const char *
    FIELD_CHARS, // char[]
    FIELD_OPEN,  // JSON only: fields up to FIELD_CLOSE are members of an object of this key
    FIELD_CLOSE
} field_kind;

// The list ends with {0}.
typedef struct tool_field {
    const char *heading; // in text and report; NULL: not there
    const char *key;     // in JSON; NULL: not there
    field_kind kind;
    size_t place;                                  // in a row
    void (*show)(br_buffer *out, const void *row); // the cell, and the text of JSON; NULL: as the kind says
} tool_field;

#define FIELD(heading, key, kind, type, member)                                                                        \
    {                                                                                                                  \
        heading, key, FIELD_##kind, offsetof(type, member), NULL                                                       \
    }
#define FIELD_SHOWN(heading, show)                                                                                     \
    {                                                                                                                  \
        heading, NULL, FIELD_TEXT, 0, show                                                                             \
    }

// Cells may also be put by hand: each ends with \t, and a row starts with \n unless it is that of the headings.
// Adds the cells of a row, before the first row also the headings. instead: words in place of all cells but the first.
void fields_row(br_buffer *cells, const tool_field *f, const void *row, const char *instead);

// The table of these cells, which are freed. A column in which no row has anything is left out.
void fields_text(br_buffer *out, br_buffer *cells, int indent);
void fields_report(br_buffer *out, const char *title, br_buffer *cells, const char *notes); // a section; notes: lines

// Members of the JSON object that is open.
void fields_json(br_json *j, const tool_field *f, const void *row);

#endif
