// package.c - an observer of a law as C for a controller.                      [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "emit/source/licence.h"
#include "law/print/print.h"
#include "num/base/fnv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static br_buffer *add_file(br_package *k, const char *folder, const char *stem, const char *ending)
{
    br_package_file *f = &k->file[k->files++];
    snprintf(f->name, sizeof f->name, "%s%s%s", folder, stem, ending);
    br_licence_put(&f->text, f->name);
    return &f->text;
}

static br_status write_files(br_packing *w, br_package *k)
{
    const char *at = br_packing_sources_at(w), *tests = br_packing_tests_at(w);
    br_packing_header(w, add_file(k, at, w->o->prefix, ".h"));
    br_status status = br_packing_source(w, add_file(k, at, w->o->prefix, ".c"));
    if (w->o->mixed) {
        br_packing *half = malloc(sizeof *half); // large: no load for a small stack
        br_package_options o = *w->o;
        o.single = true;
        br_packing_float_header(w, add_file(k, at, w->o->prefix, "_float.h"));
        if (!half)
            return BR_NO_MEMORY;
        memcpy(half, w, sizeof *half);
        half->o = &o;
        if (status == BR_OK)
            status = br_packing_source(half, add_file(k, at, w->o->prefix, "_float.c"));
        free(half);
    }
    br_packing_vectors(w, add_file(k, tests, "vectors", ".h"));
    br_packing_selftest(w, add_file(k, tests, "selftest", ".c"));
    br_packing_lay_out(w, k);
    br_packing_readme(w, add_file(k, "", "README", ".md"));
    for (int i = 0; i < k->files && status == BR_OK; i++)
        status = k->file[i].text.status;
    return status;
}

// The sum of all sources: another constant, number type or version of the library is another package.
static void set_key(br_package *k)
{
    uint64_t sum = BR_FNV64_START;
    char *at = NULL;
    for (int i = 0; i < k->files; i++) {
        const char *ending = strrchr(k->file[i].name, '.');
        if (!ending || strcmp(ending, ".c") != 0 || strstr(k->file[i].name, "selftest.c"))
            continue;
        sum = br_fnv64(sum, k->file[i].text.text, k->file[i].text.size);
        at = at ? at : strstr(k->file[i].text.text, BR_PACKING_KEY);
    }
    for (int i = 0; at && i < 8; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", (unsigned)(sum >> (8 * i) & 0xff));
        memcpy(at + 6 * i + 2, digits, 2);
    }
}

br_status br_package_make(br_package *k, br_model *m, const br_package_options *o, br_diag *why)
{
    br_packing *w = calloc(1, sizeof *w); // large: no load for a small stack
    br_package made = {.files = 0};
    if (!w)
        return BR_NO_MEMORY;
    w->o = o;
    w->model = m;
    w->why = why;
    w->prefix = BR_ANY_PREFIX;
    w->capital = BR_ANY_CAPITAL;
    br_status status = br_law_check_printable(&m->law, why);
    if (status == BR_OK)
        status = br_packing_check_layout(w);
    if (status == BR_OK)
        status = br_packing_plan(w);
    if (status == BR_OK)
        status = write_files(w, &made);
    if (status == BR_OK)
        set_key(&made);
    if (status == BR_OK)
        status = br_packing_name(w, &made);
    if (status == BR_OK && o->compensator)
        br_packing_compensator_notes(w, &made.notes);
    if (status == BR_OK)
        status = made.notes.status;
    made.guessed = br_packing_is_guessed(w);
    br_packing_close(w);
    free(w);
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
    br_buffer_free(&k->notes);
    k->files = 0;
}
