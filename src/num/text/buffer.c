// buffer.c - a string buffer that grows; UTF-8, and text made safe for a terminal. [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "num/text/number.h"
#include "num/base/require.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void br_buffer_free(br_buffer *b)
{
    free(b->text);
    memset(b, 0, sizeof *b);
}

static bool reserve_bytes(br_buffer *b, size_t more)
{
    if (b->status != BR_OK)
        return false;
    if (b->room - b->size > more)
        return true;
    size_t room = b->room ? b->room : 256;
    while (room - b->size <= more && room <= SIZE_MAX / 2)
        room *= 2;
    char *text = room - b->size > more ? realloc(b->text, room) : NULL;
    if (!text) {
        b->status = BR_NO_MEMORY;
        return false;
    }
    b->text = text;
    b->room = room;
    return true;
}

void br_buffer_add(br_buffer *b, const char *text, size_t size)
{
    if (!reserve_bytes(b, size))
        return;
    if (size > 0)
        memcpy(b->text + b->size, text, size);
    b->size += size;
    b->text[b->size] = 0;
}

void br_buffer_put(br_buffer *b, const char *text)
{
    br_buffer_add(b, text, strlen(text));
}

void br_buffer_print(br_buffer *b, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int size = vsnprintf(NULL, 0, format, list);
    if (size < 0)
        b->status = BR_NO_MEMORY; // more than an int can count
    if (size >= 0 && reserve_bytes(b, (size_t)size)) {
        vsnprintf(b->text + b->size, (size_t)size + 1, format, again);
        b->size += (size_t)size;
    }
    va_end(again);
    va_end(list);
}

void br_buffer_pad(br_buffer *b, size_t from, int width)
{
    int stand = 0;
    for (size_t i = from; i < b->size; i++)
        stand += ((unsigned char)b->text[i] & 0xC0) != 0x80; // bytes that continue a character are none of their own
    do
        br_buffer_add(b, " ", 1);
    while (++stand < width);
}

void br_buffer_number(br_buffer *b, double value)
{
    char text[BR_NUMBER_SIZE];
    br_buffer_add(b, text, (size_t)br_number_write(text, value));
}

// Rounds the digits of the shortest text (half up) and reads them again: no locale, and one rounding.
void br_buffer_about(br_buffer *b, double value, int digits)
{
    BR_REQUIRE(digits >= 1 && digits <= 17);
    char text[BR_NUMBER_SIZE + 16];
    int size = br_number_write(text, value), ten = 0, range;
    unsigned long long whole = 0, limit = 1, part = 1;
    bool behind = false;
    for (int i = 0; isfinite(value) && i < size; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            whole = 10 * whole + (unsigned)(text[i] - '0');
            ten -= behind;
        }
        behind = behind || text[i] == '.';
        if (text[i] == 'e') {
            ten += (int)strtol(text + i + 1, NULL, 10);
            break;
        }
    }
    for (int i = 0; i < digits; i++)
        limit *= 10;
    for (; whole / part >= limit; ten++)
        part *= 10;
    if (part > 1) {
        snprintf(text, sizeof text, "%s%llue%d", value < 0 ? "-" : "", (whole + part / 2) / part, ten);
        double rounded = value;
        br_number_read(text, strlen(text), &rounded, &range);
        value = isfinite(rounded) ? rounded : value; // the largest numbers would round to infinity
    }
    br_buffer_number(b, value);
}

// Two digits of the width of the interval, at least three of the value.
int br_digits_apart(double low, double high)
{
    int digits = 2;
    double most = fabs(low) > fabs(high) ? fabs(low) : fabs(high); // no fmax: the library links without libm
    for (double scale = most; scale > high - low && digits < 10; scale /= 10)
        digits++;
    return digits > 3 ? digits : 3;
}

int br_utf8_read(const char *s, size_t n, unsigned *character)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *u = (const unsigned char *)s;
    if (n == 0)
        return 0;
    int size = u[0] < 0x80 ? 1 : (u[0] & 0xE0) == 0xC0 ? 2 : (u[0] & 0xF0) == 0xE0 ? 3 : (u[0] & 0xF8) == 0xF0 ? 4 : 0;
    if (size == 0 || (size_t)size > n)
        return 0;
    unsigned c = size == 1 ? u[0] : u[0] & (0xFFU >> (size + 1));
    for (int i = 1; i < size; i++) {
        if ((u[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (u[i] & 0x3FU);
    }
    if (c < least[size] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0;
    *character = c;
    return size;
}

bool br_utf8_steers(unsigned c)
{
    return c < 32 || (c >= 0x7F && c <= 0x9F) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c >= 0xE0000;
}

void br_buffer_safe(br_buffer *b, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        unsigned c = 0;
        int n = br_utf8_read(text + i, size - i, &c);
        if (n > 0 && !br_utf8_steers(c)) {
            br_buffer_add(b, text + i, (size_t)n);
        } else {
            for (int k = 0; k < (n ? n : 1); k++)
                br_buffer_print(b, "\\x%02x", (unsigned)(unsigned char)text[i + (size_t)k]);
        }
        i += (size_t)(n ? n : 1);
    }
}
