// package_layout.c - the folders and manifests that build systems want around a package: src/emit/layouts.   [host]
//
// Every layout but the plain folder is a folder there: each of its files is a template and has the path it gets in the package; README is
// what the package's own says of it. A layout is added by adding a folder.
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "law/builtin/embedded.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char plain[] = "folder";

// What stands before the first slash is the layout.
static size_t layout_size(const br_text *t)
{
    return strcspn(t->name, "/");
}

static bool is_of(const br_text *t, const char *layout)
{
    return strlen(layout) == layout_size(t) && strncmp(t->name, layout, layout_size(t)) == 0;
}

bool br_layout_ok(const char *layout)
{
    bool known = strcmp(layout, plain) == 0;
    for (const br_text *t = br_embedded_layouts; t->name && !known; t++)
        known = is_of(t, layout);
    return known;
}

void br_layout_names(br_buffer *out)
{
    br_buffer_put(out, plain);
    for (const br_text *t = br_embedded_layouts; t->name; t++)
        if (t == br_embedded_layouts || layout_size(t - 1) != layout_size(t) ||
            strncmp(t[-1].name, t->name, layout_size(t)) != 0)
            br_buffer_print(out, ", %.*s", (int)layout_size(t), t->name);
}

bool br_packing_is_laid_out(const br_packing *w)
{
    return w->o->layout && strcmp(w->o->layout, plain) != 0;
}

const char *br_packing_sources_at(const br_packing *w)
{
    return br_packing_is_laid_out(w) ? "src/" : "";
}

const char *br_packing_tests_at(const br_packing *w)
{
    return br_packing_is_laid_out(w) ? "test/" : "";
}

// ---------------------------------------------------------------- values of their holes

// "0.1.0" of "0.1.0-rc2 (mine)": all manifests take three numbers; without any "0.0.0".
static void put_release(br_buffer *out, const char *version)
{
    int n = 0;
    for (; n < 3; n++) {
        size_t digits = version ? strspn(version, "0123456789") : 0;
        if (digits == 0 || digits > 4)
            break;
        br_buffer_print(out, "%s%.*s", n ? "." : "", (int)digits, version);
        version += digits;
        version += *version == '.' && n < 2;
    }
    for (; n < 3; n++)
        br_buffer_put(out, n ? ".0" : "0");
}

// As it may stand within quotes in all of them.
static void put_subject(const br_packing *w, br_buffer *out)
{
    br_packing_subject(w, out);
    for (size_t i = 0; i < out->size; i++)
        if (strchr("\"\\$#", out->text[i]) || (unsigned char)out->text[i] < ' ')
            out->text[i] = '\'';
}

static void add_holes(const br_packing *w, br_holes *h)
{
    br_packing_holes(w, h);
    put_subject(w, br_holes_add(h, "SUBJECT"));
    br_buffer_number(br_holes_add(h, "RATE"), w->o->rate);
    put_release(br_holes_add(h, "RELEASE"), w->o->version);
    br_holes_count(h, "PERIOD", (long long)floor(1e6 / w->o->rate + 0.5)); // us
}

// ---------------------------------------------------------------- files

// Behind the layout; where it says PREFIX, the prefix.
static void name_file(const br_packing *w, const char *path, br_package_file *f)
{
    size_t n = 0;
    f->name[0] = 0;
    for (const char *at = path, *hole; *at; at = hole) {
        hole = strstr(at, "PREFIX");
        hole = hole ? hole : at + strlen(at);
        int size = snprintf(f->name + n, sizeof f->name - n, "%.*s%s", (int)(hole - at), at, *hole ? w->o->prefix : "");
        n += size > 0 ? (size_t)size : 0;
        hole += *hole ? strlen("PREFIX") : 0;
    }
}

void br_packing_lay_out(const br_packing *w, br_package *k)
{
    br_holes h = {.count = 0};
    if (!br_packing_is_laid_out(w))
        return;
    add_holes(w, &h);
    for (const br_text *t = br_embedded_layouts; t->name; t++) {
        const char *path = t->name + layout_size(t) + 1;
        if (!is_of(t, w->o->layout) || strcmp(path, "README") == 0)
            continue;
        br_package_file *f = &k->file[k->files++];
        name_file(w, path, f);
        br_template_fill(&h, t->text, &f->text);
    }
    br_holes_free(&h);
}

void br_packing_use(const br_packing *w, br_buffer *out)
{
    br_holes h = {.count = 0};
    if (!br_packing_is_laid_out(w))
        return;
    add_holes(w, &h);
    for (const br_text *t = br_embedded_layouts; t->name; t++)
        if (is_of(t, w->o->layout) && strcmp(t->name + layout_size(t), "/README") == 0) {
            br_buffer_put(out, "\n");
            br_template_fill(&h, t->text, out);
        }
    br_holes_free(&h);
}

br_status br_packing_check_layout(br_packing *w)
{
    static const char *const targets[] = {"all", "clean", "depend", "help", "install", "package", "test"};
    const char *layout = w->o->layout;
    br_buffer names = {0};
    if (layout && !br_layout_ok(layout)) {
        br_layout_names(&names);
        br_status status = br_packing_wrong(w, BR_BAD_USAGE, "--layout '%.40s' is not one of %s", layout,
                                            names.text ? names.text : plain);
        br_buffer_free(&names);
        return status;
    }
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (br_packing_is_laid_out(w) && strcmp(w->o->prefix, targets[i]) == 0)
            return br_packing_wrong(w, BR_BAD_USAGE,
                                    "--prefix '%s' is a target of build systems; take another one with --layout",
                                    w->o->prefix);
    return BR_OK;
}
