// html.h - self-contained HTML reports: one file, no scripts, light and dark, screen and print. [host]
#ifndef BR_FILE_PAGE_HTML_H
#define BR_FILE_PAGE_HTML_H

#include "num/text/buffer.h"

// Text as a page may hold it: markup becomes plain characters, what is no UTF-8 becomes U+FFFD.
void br_html_text(br_buffer *out, const char *text);
void br_html_text_of(br_buffer *out, const char *text, size_t size);

void br_html_open(br_buffer *out, const char *title); // up to the inside of <main>
void br_html_close(br_buffer *out);

// Puts `first` at the top of <main> of a page that is written already: what made it is known only to who delivers it.
void br_html_put_first(br_buffer *page, const br_buffer *first);

// Style of .figure, in terms of the colours --ink, --faint and --curve.
extern const char br_figure_style[];

#endif
