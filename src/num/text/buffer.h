// buffer.h - a string buffer that grows.                                       [host]
//
// A buffer starts as all zeros. What is added to one that ran out of memory is dropped, and its status says so: callers
// check once, at the end.
#ifndef BR_NUM_TEXT_BUFFER_H
#define BR_NUM_TEXT_BUFFER_H

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct br_buffer {
    char *text; // size bytes and a final 0; NULL while empty
    size_t size, room;
    br_status status;
} br_buffer;

void br_buffer_free(br_buffer *b);

void br_buffer_add(br_buffer *b, const char *text, size_t size);
void br_buffer_put(br_buffer *b, const char *text);
void br_buffer_print(br_buffer *b, const char *format, ...) BR_PRINTF(2, 3);

// Blanks until `width` characters stand since byte `from`; at least one if there are `width` already.
void br_buffer_pad(br_buffer *b, size_t from, int width);

void br_buffer_number(br_buffer *b, double value);            // the shortest text that reads back to the same bits
void br_buffer_about(br_buffer *b, double value, int digits); // rounded to so many digits, 1 to 17

int br_digits_apart(double low, double high); // for br_buffer_about, so that both ends of an interval can be told apart

// Text from a user as a terminal may see it: control characters, bytes that are no UTF-8 and the signs that reorder or
// hide what stands beside them become \xNN.
void br_buffer_safe(br_buffer *b, const char *text, size_t size);

// How many bytes at s[0..n) are one character of UTF-8, and which; 0: none that is valid.
int br_utf8_read(const char *s, size_t n, unsigned *character);
bool br_utf8_steers(unsigned character); // a terminal, or it changes how its neighbours look

#endif
