// table.h - rows as a file, as text, as JSON and in a report.                [host]
#ifndef BR_TOOL_KIT_TABLE_H
#define BR_TOOL_KIT_TABLE_H

#include "file/json/json.h"
#include "tool/kit/rows.h"

typedef struct table_extent {
    double first, least, most, last;
} table_extent;

table_extent table_extent_of(const tool_rows *r, int c); // without values that are missing; all NaN if all are

// To a CSV or a MAT file, - for standard output.
br_status table_file(const tool_rows *r, const char *path, bool mat, br_diag *why) BR_CHECKED;
void table_text(br_buffer *out, const tool_rows *r); // extents, a line for each column
void table_json(br_json *j, const tool_rows *r);     // "columns" of the object that is open
// A finished JSON object to a file, - for standard output, with the rows as one more member, "data", which no memory has to hold.
br_status table_json_file(const tool_rows *r, const br_buffer *object, const char *path, br_diag *why) BR_CHECKED;

void table_answer(br_buffer *out, const tool_rows *r); // ranges of the first outputs, or else columns, as the answer

// A section with extents as a table, and what `describe` says of each column.
typedef const char *table_describe(const void *context, const tool_column *c);
void table_report(br_buffer *out, const tool_rows *r, table_describe *describe, const void *context);

#endif
