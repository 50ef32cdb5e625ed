// inspect_parts.h - a log quality check as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_INSPECT_INSPECT_PARTS_H
#define BR_API_INSPECT_INSPECT_PARTS_H

#include "fit/inspect/inspect.h"
#include "law/graph/law.h"
#include "num/text/lines.h"
#include "num/text/unit.h"

#include <bristle/inspect.h>

struct br_inspect {
    int count;
    char name[BR_INSPECTOR_COLUMNS][BR_NAME_SIZE]; // as shown
    char unit[BR_INSPECTOR_COLUMNS][BR_UNIT_SIZE]; // SI
    br_inspector_column as[BR_INSPECTOR_COLUMNS];
    br_inspector *work;
    br_inspection found;
    // While rows are read.
    double from, until;
    bool begun, ended; // a row within them was read; one behind
    double last_time;  // s, that was read; NaN: none
    br_buffer notes;   // what the file says of columns, one a line
    // As programs see it.
    br_inspect_rows rows;
    br_inspect_time time;
    br_inspect_column column[BR_INSPECTOR_COLUMNS];
    br_inspect_motion motion;
    br_inspect_verdict verdict[BR_INSPECTOR_VERDICTS];
    br_lines warnings, skipped;
};

// What was found, in the structures of bristle/inspect.h.
void br_inspect_publish(br_inspect *w);

#endif
