// html.c - self-contained HTML reports: one file, light and dark, screen and print. [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "file/page/texts.h"
#include "num/text/piece.h"
#include "num/text/sha256.h"

#include <stdlib.h>
#include <string.h>

void br_html_text_of(br_buffer *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        unsigned c = 0;
        int n = br_utf8_read(text + i, size - i, &c);
        if (n == 0 || (c != '\n' && c != '\t' && br_utf8_steers(c)) || c == 0xFFFE || c == 0xFFFF)
            br_buffer_put(out, "\xef\xbf\xbd");
        else if (c == '<')
            br_buffer_put(out, "&lt;");
        else if (c == '>')
            br_buffer_put(out, "&gt;");
        else if (c == '&')
            br_buffer_put(out, "&amp;");
        else if (c == '"')
            br_buffer_put(out, "&quot;");
        else
            br_buffer_add(out, text + i, (size_t)n);
        i += (size_t)(n ? n : 1);
    }
}

void br_html_text(br_buffer *out, const char *text)
{
    br_html_text_of(out, text, strlen(text));
}

static const char main_open[] = "<body>\n<main>\n"; // stands once in a page: text never has markup

// 'sha256-...' of a text, as a Content-Security-Policy names it: base64 of the 32 bytes.
static void put_hash(br_buffer *out, const br_buffer *text)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char hex[BR_SHA256_HEX], word[3] = {0};
    unsigned bits = 0;
    br_sha256 sum;
    br_sha256_init(&sum);
    br_sha256_add(&sum, text->text, text->size);
    br_sha256_hex(&sum, hex);
    br_buffer_put(out, "'sha256-");
    for (int byte = 0; byte < 33; byte++) { // three bytes are four digits; of the last three one is not there
        memcpy(word, byte < 32 ? hex + 2 * (ptrdiff_t)byte : "00", 2);
        bits = bits << 8 | (unsigned)strtoul(word, NULL, 16);
        for (int i = 3; byte % 3 == 2 && i >= (byte == 32); i--)
            br_buffer_add(out, &digit[bits >> (6 * i) & 63], 1);
        bits = byte % 3 == 2 ? 0 : bits;
    }
    br_buffer_put(out, "='");
}

// Style and script of every page; their hashes cover every byte between the tags.
static void page_style(br_buffer *out)
{
    br_buffer_print(out, "\n%s%s%s", br_page_style, br_figure_style, br_uplot_style);
}

static void page_script(br_buffer *out)
{
    br_buffer_print(out, "\n%s%s%s", br_uplot_script, br_plots_script, br_page_script);
}

void br_html_open(br_buffer *out, const char *title)
{
    br_buffer style = {0}, script = {0};
    page_style(&style);
    page_script(&script);
    br_buffer_put(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ");
    put_hash(out, &script);
    br_buffer_put(out, "; style-src ");
    put_hash(out, &style);
    br_buffer_put(out, "; base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    br_html_text(out, title);
    br_buffer_print(out, "</title>\n<style>%s</style>\n</head>\n%s", style.text ? style.text : "", main_open);
    br_buffer_free_into(&style, &out->status);
    br_buffer_free_into(&script, &out->status);
}

void br_html_close(br_buffer *out)
{
    br_buffer_put(out, "</main>\n<script>");
    page_script(out);
    br_buffer_put(out, "</script>\n</body>\n</html>\n");
}

void br_html_data(br_buffer *out, const br_buffer *json)
{
    br_buffer_put(out, "<script type=\"application/json\">");
    for (size_t i = 0; i < json->size; i++) {
        char c = json->text[i];
        if (c == '<' || c == '>' || c == '&')
            br_buffer_print(out, "\\u%04x", (unsigned)c);
        else
            br_buffer_add(out, &c, 1);
    }
    br_buffer_put(out, "</script>\n");
    out->status = out->status == BR_OK ? json->status : out->status;
}

void br_html_put_first(br_buffer *page, const br_buffer *first)
{
    const char *at = page->text ? strstr(page->text, main_open) : NULL;
    if (!at)
        return;
    size_t size = (size_t)(at - page->text) + strlen(main_open);
    br_buffer whole = {0};
    br_buffer_add(&whole, page->text, size);
    br_buffer_add(&whole, first->text, first->size);
    br_buffer_add(&whole, page->text + size, page->size - size);
    if (page->status != BR_OK || first->status != BR_OK)
        whole.status = page->status != BR_OK ? page->status : first->status;
    br_buffer_free(page);
    *page = whole;
}
