// amount.c - numbers with units in a program: bristle/law.h.                      [host]
#include "num/base/fp.h"

#include "law/model/quantity.h"

#include <bristle/law.h>

#include <string.h>

br_status br_law_read_number(const char *text, double *value, char unit[96])
{
    br_unit is = br_unit_none(), si = br_unit_none();
    char name[BR_UNIT_SIZE];
    double read = 0;
    if (!text || !value || !br_quantity_read("number", text, &read, &is))
        return BR_BAD_USAGE;
    memcpy(si.power, is.power, 5 * sizeof *is.power); // m, kg, s, A, K: the value is in SI
    if (unit) {
        br_unit_write(name, si);
        memcpy(unit, name, sizeof name);
    }
    *value = read;
    return BR_OK;
}

br_status br_law_read_frequency(const char *text, double *hertz)
{
    double read = 0;
    if (!text || !hertz || !br_frequency_read("number", text, &read))
        return BR_BAD_USAGE;
    *hertz = read;
    return BR_OK;
}
