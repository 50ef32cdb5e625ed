// html.h - self-contained HTML reports: one file, light and dark, screen and print. [host]
#ifndef BR_FILE_PAGE_HTML_H
#define BR_FILE_PAGE_HTML_H

#include "num/text/buffer.h"

// Text as a page may hold it: markup becomes plain characters, what is no UTF-8 becomes U+FFFD.
void br_html_text(br_buffer *out, const char *text);
void br_html_text_of(br_buffer *out, const char *text, size_t size);

// The page may load nothing and run only its own script (Content-Security-Policy by hashes); without scripts all of it
// can be read.
void br_html_open(br_buffer *out, const char *title); // up to the inside of <main>
void br_html_close(br_buffer *out);

// JSON for the scripts of the page, as a data block: no text in it can end the block.
void br_html_data(br_buffer *out, const br_buffer *json);

// Puts `first` at the top of <main> of a page that is written already: what made it is known only to who delivers it.
void br_html_put_first(br_buffer *page, const br_buffer *first);

#endif
