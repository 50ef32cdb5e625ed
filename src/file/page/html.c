// html.c - self-contained HTML reports: one file, no scripts, light and dark, screen and print. [host]
#include "num/base/fp.h"

#include "file/page/html.h"

#include <string.h>

const char br_figure_style[] = ".figure text{font:12px system-ui,sans-serif;fill:var(--ink)}\n"
                               ".figure .title{font-weight:600;font-size:13px}\n"
                               ".figure .grid{stroke:var(--faint);stroke-width:1}\n"
                               ".figure .fine{opacity:.45}\n"
                               ".figure .zero{stroke:var(--ink);stroke-width:1;opacity:.45}\n"
                               ".figure .frame{fill:none;stroke:var(--ink);opacity:.6}\n"
                               ".figure .curve{fill:none;stroke:var(--curve);stroke-width:2;stroke-linejoin:round}\n"
                               ".figure .c1{stroke:var(--two);stroke-dasharray:7 3}\n"
                               ".figure .c2{stroke:var(--three);stroke-dasharray:2 3}\n"
                               ".figure .c3{stroke:var(--ink);stroke-dasharray:9 3 2 3}\n"
                               ".figure .c4{stroke:var(--two)}.figure .c5{stroke:var(--three)}\n"
                               ".figure .band{fill:var(--curve);fill-opacity:.22;stroke:none}\n"
                               ".figure .b1,.figure .b4{fill:var(--two)}.figure .b2,.figure .b5{fill:var(--three)}"
                               ".figure .b3{fill:var(--ink)}\n"
                               ".figure .dot{stroke:var(--paper);stroke-width:1}.figure .dot.b0{fill:var(--curve)}\n"
                               ".figure .mark{font-size:11px}\n";

static const char page_style[] =
    ":root{color-scheme:light "
    "dark;--ink:#1d2733;--paper:#fff;--soft:#f3f6f9;--faint:#d9dfe6;--dim:#5a6775;--curve:#0b62b8;--two:#c2410c;--"
    "three:#15803d}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#dfe6ee;--paper:#12181f;--soft:#1b232c;--faint:#313b46;--dim:#"
    "98a5b3;"
    "--curve:#5db0ff;--two:#ff9f5a;--three:#5fd08a}}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\n"
    "main{max-width:62rem;margin:0 auto;padding:1rem}p,h1{overflow-wrap:anywhere}\n"
    "h1{font-size:1.7rem;margin:.5rem 0}h2{font-size:1.3rem;margin:0}h3{font-size:1rem;margin:1.2rem 0 .4rem}\n"
    "section{border-top:1px solid var(--faint);padding:1.4rem 0}\n"
    "a{color:var(--curve)}.dim{color:var(--dim)}p{margin:.3rem 0}\n"
    "nav ul{columns:15rem;padding-left:1.2rem}\n"
    "pre{background:var(--soft);padding:.7rem;overflow-x:auto;font:13px/1.45 "
    "ui-monospace,monospace;border-radius:6px}pre.words{white-space:pre-wrap}\n"
    ".wide{overflow-x:auto;background:" // a shade at each end behind which there is more: what stays with the table covers it
    "linear-gradient(to right,var(--paper) 40%,transparent) 0 0/2.5rem 100% no-repeat local,"
    "linear-gradient(to left,var(--paper) 40%,transparent) 100% 0/2.5rem 100% no-repeat local,"
    "linear-gradient(to right,var(--dim),transparent) 0 0/.4rem 100% no-repeat scroll,"
    "linear-gradient(to left,var(--dim),transparent) 100% 0/.4rem 100% no-repeat scroll}\n"
    "table{border-collapse:collapse;font-size:.9rem}\n"
    "th,td{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--faint);vertical-align:top}\n"
    "th.group{font-weight:600;color:var(--dim);padding-top:.6rem}details{margin:.3rem 0}summary{cursor:pointer}\n"
    "td:last-child{min-width:13rem}details "
    "td:last-child{min-width:0}td.n{white-space:nowrap;font-variant-numeric:tabular-nums}\n"
    "@media(max-width:40rem){.stack tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--faint)}.stack "
    "th{display:none}"
    ".stack td{display:block;border:0;padding:.1rem 0}.stack td:empty{display:none}.stack "
    "td[data-of]::before{content:attr(data-of) \": "
    "\";color:var(--dim)}}\n"
    ".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}\n"
    "figure{margin:1rem 0 "
    "0;min-width:0}figcaption{font-size:.85rem;color:var(--dim)}svg.figure{width:100%;height:auto;max-width:30rem}\n"
    "@media print{:root{--ink:#000;--paper:#fff;--soft:#fff;--faint:#bbb;--dim:#333;--curve:#000}"
    "body{font-size:10pt}pre{white-space:pre-wrap;border:1px solid #bbb;font-size:7.5pt}section{break-inside:avoid}"
    "h2,h3{break-after:avoid}figure{break-inside:avoid}}\n";

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

void br_html_open(br_buffer *out, const char *title)
{
    br_buffer_put(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    br_html_text(out, title);
    br_buffer_print(out, "</title>\n<style>\n%s%s</style>\n</head>\n%s", page_style, br_figure_style, main_open);
}

void br_html_close(br_buffer *out)
{
    br_buffer_put(out, "</main>\n</body>\n</html>\n");
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
    if (page->status != BR_OK)
        whole.status = page->status;
    br_buffer_free(page);
    *page = whole;
}
