// package_text.c - texts of a package: names, numbers and lists of places.     [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "law/print/c_names.h"
#include "num/text/number.h"

#include <math.h>
#include <string.h>

void br_packing_put(const br_packing *w, br_buffer *out, const char *text)
{
    for (; *text; text++)
        if (*text == '@')
            br_buffer_put(out, w->prefix);
        else if (*text == '^')
            br_buffer_put(out, w->capital);
        else
            br_buffer_add(out, text, 1);
}

void br_packing_number(const br_packing *w, br_buffer *out, double value)
{
    char text[BR_NUMBER_SIZE];
    double most = w->o->single ? 3.4028234663852886e38 : 1.7976931348623157e308;
    value = isnan(value) || value > most ? most : value < -most ? -most : value;
    if (w->o->single)
        brf_number_write(text, (float)value);
    else
        br_number_write(text, value);
    br_buffer_put(out, text);
    if (!strpbrk(text, ".e"))
        br_buffer_put(out, ".0");
    br_buffer_put(out, w->o->single ? "f" : "");
}

void br_packing_list(const br_packing *w, br_buffer *out, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        br_buffer_put(out, i == 0 ? "" : ", ");
        br_packing_number(w, out, v[i]);
    }
    if (n == 0)
        br_packing_number(w, out, 0);
}

void br_packing_numbers(const br_packing *w, br_buffer *out, const char *name, const double *v, int n)
{
    br_buffer_print(out, "static const br_real %s[] = {", name);
    br_packing_list(w, out, v, n);
    br_buffer_put(out, "};\n");
}

// ---------------------------------------------------------------- places

// A name of a law as part of one of C: "fr.kappa" is fr_kappa. One that is called as another one before it gets its place behind.
void br_packing_place(const br_packing *w, br_buffer *out, const br_place *p)
{
    size_t from = out->size;
    char name[BR_NAME_SIZE + 48];
    br_c_mangle(p->name, name, sizeof name);
    br_buffer_print(out, "    %s_%s_%s", w->capital, p->what, name);
    if (p->taken)
        br_buffer_print(out, "_%d", p->at);
    br_buffer_print(out, " = %d,", p->at);
    br_buffer_pad(out, from, 36);
    br_buffer_print(out, "// %s", p->unit);
    if (p->len > 1)
        br_buffer_print(out, ", and the %d behind it", p->len - 1);
    br_buffer_put(out, !p->words[0] || !p->unit[0] ? "" : p->len > 1 ? ": " : ", ");
    br_text_in_c_comment(out, p->words);
    br_buffer_put(out, "\n");
}

// "};" behind places; the last one has no comma (C++98).
void br_packing_end_places(br_buffer *out)
{
    size_t line = out->size;
    while (line > 1 && out->text[line - 2] != '\n')
        line--;
    char *comma = out->text ? strchr(out->text + line - 1, ',') : NULL;
    if (comma)
        *comma = ' ';
    br_buffer_put(out, "};\n");
}
