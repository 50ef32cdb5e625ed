// table_record.h - the record of a run as a table of the C API.   [host]
#ifndef BR_API_LOG_TABLE_RECORD_H
#define BR_API_LOG_TABLE_RECORD_H

#include "sim/run/record.h"

#include <bristle/table.h>

// Numbers are borrowed: the table is closed before the record. name: in messages.
br_status br_table_of_record(br_table **table, const char *name, const br_record *r, br_diag *why) BR_CHECKED;

#endif
