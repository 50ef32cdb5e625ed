// record_rows.h - a record of the simulation as the table of a result, for commands that still have one.                [host]
#ifndef BR_TOOL_KIT_RECORD_ROWS_H
#define BR_TOOL_KIT_RECORD_ROWS_H

#include "sim/run/record.h"
#include "tool/kit/rows.h"

tool_column record_column(const void *record, int c);
void record_release(const void *record);

#define RECORD_ROWS(record)                                                                                            \
    (&(tool_rows){(record), (record)->columns, (record)->rows, record_column,                                          \
                  (record)->spool.on_disk ? record_release : NULL})

#endif
