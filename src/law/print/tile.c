// tile.c - what law/printed/tile.h says, written out for files that stand alone.             [host]
#include "num/base/fp.h"

#include "law/builtin/embedded.h"
#include "law/print/print_parts.h"
#include <stdio.h>
#include <string.h>

// As many points together as the widest vectors hold numbers; the rest as in tile.h.
void br_print_tile_head(br_printer *p)
{
    const char *shared = strstr(br_embedded_tile.text, "#if defined(__GNUC__)"), *end = strstr(shared, "\n\n");
    br_buffer_print(&p->out,
                    "\n#ifndef BR_TILE\n#define BR_TILE %s // points done together; fewer need less stack\n"
                    "#endif\n#define BR_SOME (%s) // where there are fewer points\n%.*s\n\n",
                    p->o->single ? "16" : "8", p->o->single ? "(BR_TILE + 3) / 4" : "(BR_TILE + 1) / 2",
                    (int)(end - shared), shared);
}

// What stands for a parameter of the macros of tile.h, and for what they use; NULL: the word itself.
static const char *tile_word(const br_printer *p, const char *word, size_t size, const char *name, const br_results *r)
{
    const struct {
        const char *word, *text;
    } is[] = {{"NAME", name},        {"ENTRY", name},        {"RESULTS", r->plain}, {"LENT", r->lent},
              {"PASSED", r->passed}, {"BR_BATCH", p->batch}, {"ENOUGH", p->enough}, {"BR_LIST ", ""}};
    for (size_t i = 0; i < sizeof is / sizeof *is; i++)
        if (strlen(is[i].word) == size && strncmp(is[i].word, word, size) == 0)
            return is[i].text;
    return NULL;
}

// The text of a macro of tile.h with the names of a pass put in.
void br_print_tile_macro(br_printer *p, const char *macro, const char *name, const br_results *r)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    char start[60], full[sizeof p->base + BR_NAME_SIZE];
    snprintf(start, sizeof start, "#define %s(", macro);
    snprintf(full, sizeof full, "%s_%s", p->base, name);
    const char *s = strstr(br_embedded_tile.text, start);
    const char *end = strstr(s, "\n\n"); // a macro is a paragraph
    for (s = strchr(s, '\n') + 1; s < end;) {
        size_t size = strspn(s, letters);
        size += strncmp(s, "BR_LIST ", 8) == 0;
        const char *text = tile_word(p, s, size, full, r);
        if (strncmp(s, " \\\n", 3) == 0 || strncmp(s, "##", 2) == 0) // the end of a line, or two words made one
            s += 2;
        else if (size > 0) {
            br_buffer_print(&p->out, "%.*s", text ? (int)strlen(text) : (int)size, text ? text : s);
            s += size;
        } else
            br_buffer_print(&p->out, "%c", *s++);
    }
    br_buffer_print(&p->out, "\n\n");
}
