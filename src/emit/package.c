// package.c - an observer of a law as C for a controller.                      [host]
#include "num/fp.h"

#include "emit/package_parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_status br_packing_wrong(br_packing *w, br_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (w->why)
        vsnprintf(w->why->text, sizeof w->why->text, format, args); // NOLINT(clang-analyzer-valist.Uninitialized)
    va_end(args);
    return status;
}

// Words of C and C++, and names that the sources of a package bring.
static bool is_taken(const char *s)
{
    static const char *const taken[] = {
        "alignas", "alignof",   "and",       "asm",      "auto",      "bool",     "break",    "case",     "catch",
        "char",    "class",     "compl",     "const",    "constexpr", "continue", "decltype", "default",  "delete",
        "do",      "double",    "else",      "enum",     "explicit",  "export",   "extern",   "false",    "float",
        "for",     "friend",    "goto",      "if",       "inline",    "int",      "long",     "main",     "memcpy",
        "memset",  "mutable",   "namespace", "new",      "noexcept",  "not",      "nullptr",  "operator", "or",
        "private", "protected", "public",    "register", "requires",  "restrict", "return",   "selftest", "short",
        "signed",  "sizeof",    "sqrt",      "static",   "struct",    "switch",   "template", "this",     "throw",
        "true",    "try",       "typedef",   "typeid",   "typename",  "union",    "unsigned", "using",    "vectors",
        "virtual", "void",      "volatile",  "while",    "xor",       NULL};
    for (int i = 0; taken[i]; i++)
        if (strcmp(s, taken[i]) == 0)
            return true;
    return strncmp(s, "br_", 3) == 0 || strncmp(s, "brf_", 4) == 0 || strncmp(s, "BR_", 3) == 0;
}

bool br_prefix_ok(const char *prefix)
{
    size_t size = strlen(prefix);
    if (size == 0 || size > BR_PREFIX_MOST || prefix[0] == '_' || is_taken(prefix))
        return false;
    for (size_t i = 0; i < size; i++) {
        bool letter = (prefix[i] >= 'a' && prefix[i] <= 'z') || (prefix[i] >= 'A' && prefix[i] <= 'Z');
        if (!letter && prefix[i] != '_' && (i == 0 || prefix[i] < '0' || prefix[i] > '9'))
            return false;
    }
    return true;
}

static br_buffer *add_file(br_package *k, const char *stem, const char *ending)
{
    br_package_file *f = &k->file[k->files++];
    snprintf(f->name, sizeof f->name, "%s%s", stem, ending);
    return &f->text;
}

static br_status write_files(br_packing *w, br_package *k)
{
    br_packing_header(w, add_file(k, w->o->prefix, ".h"));
    br_status status = br_packing_source(w, add_file(k, w->o->prefix, ".c"));
    if (w->o->mixed) {
        br_packing half = *w;
        br_package_options o = *w->o;
        o.single = true;
        half.o = &o;
        br_packing_between(w, add_file(k, w->o->prefix, "_float.h"));
        if (status == BR_OK)
            status = br_packing_source(&half, add_file(k, w->o->prefix, "_float.c"));
    }
    br_packing_vectors(w, add_file(k, "vectors", ".h"));
    br_packing_selftest(w, add_file(k, "selftest", ".c"));
    br_packing_readme(w, add_file(k, "README", ".md"));
    for (int i = 0; i < k->files && status == BR_OK; i++)
        status = k->file[i].text.status;
    return status;
}

void br_packing_close(br_packing *w)
{
    br_observation_free(&w->ob);
    br_rehearsal_free(&w->rehearsal);
    br_system_close(&w->system);
    if (w->has_bench) {
        br_ready_free(&w->ready);
        br_servo_free(&w->row.run);
        br_bench_close(&w->bench);
    }
    br_mixed_close(&w->mixed);
    free(w->single);
    free(w->plan.x);
    free(w->plan.which);
    free(w->plan.estimate);
    free(w->vector_u);
    free(w->vector_y);
    free(w->replay.found);
    free(w->replay.answer);
}

br_status br_package_make(br_package *k, br_model *m, const br_package_options *o, br_diag *why)
{
    br_packing w = {.o = o, .model = m, .why = why};
    br_package made = {.files = 0};
    for (size_t i = 0; i < strlen(o->prefix) && i < BR_PREFIX_MOST; i++)
        w.capital[i] = (char)toupper((unsigned char)o->prefix[i]);
    br_status status = br_packing_plan(&w);
    if (status == BR_OK)
        status = write_files(&w, &made);
    made.guessed = br_packing_is_guessed(&w);
    br_packing_close(&w);
    if (status == BR_OK)
        *k = made;
    else
        br_package_free(&made);
    return status;
}

void br_package_free(br_package *k)
{
    for (int i = 0; i < k->files; i++)
        br_buffer_free(&k->file[i].text);
    k->files = 0;
}
