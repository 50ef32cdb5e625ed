// quantity.c - one number with its unit, as a text: "0.5 ms".                     [host]
#include "num/base/fp.h"

#include "law/model/quantity.h"

#include "law/model/model.h"
#include "num/text/buffer.h"
#include "num/text/number.h"

#include <math.h>
#include <string.h>

// "0.5 ms", as most numbers are written, without the heap.
static bool read_plain_number(const char *text, double *value, br_unit *unit)
{
    double number;
    int range;
    size_t size = strlen(text), used = br_number_read(text, size, &number, &range);
    while (used > 0 && used < size && text[used] == ' ')
        used++;
    *unit = br_unit_none();
    if (used == 0 || (used < size && br_unit_read(text + used, size - used, NULL, 0, unit, NULL) != size - used))
        return false;
    *value = br_unit_to_si(*unit, number);
    return true;
}

bool br_quantity_read(const char *origin, const char *text, double *value, br_unit *unit)
{
    br_buffer list = {0};
    br_assignments a = {0};
    br_diag words = {0};
    br_buffer_print(&list, "x = %s", text);
    br_status status =
        list.status == BR_OK ? br_assignments_read(&a, list.text, list.size, origin, &words) : list.status;
    bool one = status == BR_OK && a.count == 1 && a.values == 1 && !a.item[0].word[0] && a.value[0].lo == a.value[0].hi;
    if (one) {
        *unit = a.item[0].has_unit ? a.item[0].unit : br_unit_none();
        *value = br_unit_to_si(*unit, a.value[0].lo);
    }
    br_assignments_free(&a);
    br_buffer_free(&list);
    if (status == BR_NO_MEMORY) // that is no mistake of the user, who hears of it from whatever needs memory next
        return read_plain_number(text, value, unit);
    return one;
}

bool br_frequency_read(const char *origin, const char *text, double *hertz)
{
    const double turn = 6.283185307179586; // rad
    br_unit unit = br_unit_none(), per_second = br_unit_none();
    double value = 0;
    per_second.power[2] = -12;
    if (!br_quantity_read(origin, text, &value, &unit) || !(value > 0 && isfinite(value)))
        return false;
    bool turns = strstr(text, "Hz");
    bool angles = strstr(text, "rad") || strstr(text, "rpm") || strstr(text, "rev") || strstr(text, "deg");
    bool plain = br_unit_same(unit, br_unit_none()) && !angles && !strchr(text, '%'); // 1 rad is no frequency
    if (!plain && !(br_unit_same(unit, per_second) && turns != angles))
        return false;
    *hertz = plain || turns ? value : value / turn;
    return true;
}
