// template.c - templates of emit/templates with their holes filled in.         [host]
#include "num/base/fp.h"

#include "emit/source/template.h"
#include "law/builtin/embedded.h"
#include "num/base/require.h"

#include <ctype.h>
#include <string.h>

br_buffer *br_holes_add(br_holes *h, const char *name)
{
    BR_REQUIRE(h->count < BR_HOLES);
    h->hole[h->count].name = name;
    return &h->hole[h->count++].text;
}

void br_holes_text(br_holes *h, const char *name, const char *text)
{
    br_buffer_put(br_holes_add(h, name), text);
}

void br_holes_count(br_holes *h, const char *name, long long count)
{
    br_buffer_print(br_holes_add(h, name), "%lld", count);
}

void br_holes_flag(br_holes *h, const char *name, bool is)
{
    br_holes_text(h, name, is ? "1" : "");
}

void br_holes_free(br_holes *h)
{
    for (int i = 0; i < h->count; i++)
        br_buffer_free(&h->hole[i].text);
    h->count = 0;
}

static const br_buffer *find_hole(const br_holes *h, const char *name, size_t size)
{
    for (int i = 0; i < h->count; i++)
        if (strlen(h->hole[i].name) == size && strncmp(h->hole[i].name, name, size) == 0)
            return &h->hole[i].text;
    return NULL;
}

static void put_hole(const br_buffer *hole, br_buffer *out)
{
    br_buffer_add(out, hole->size > 0 ? hole->text : "", hole->size);
    if (hole->status != BR_OK)
        out->status = hole->status;
}

static size_t name_size(const char *s, const char *end)
{
    size_t n = 0;
    while (s + n < end && (isalnum((unsigned char)s[n]) || s[n] == '_'))
        n++;
    return n;
}

// A name: all of it a hole, or some of its parts between underscores.
static void put_name(const br_holes *h, const char *name, size_t size, br_buffer *out)
{
    const br_buffer *hole = find_hole(h, name, size);
    if (hole) {
        put_hole(hole, out);
        return;
    }
    for (size_t at = 0, n; at < size; at += n + 1) {
        const char *underscore = memchr(name + at, '_', size - at);
        n = underscore ? (size_t)(underscore - name) - at : size - at;
        hole = find_hole(h, name + at, n);
        if (hole)
            put_hole(hole, out);
        else
            br_buffer_add(out, name + at, n);
        br_buffer_put(out, underscore ? "_" : "");
    }
}

static void put_line(const br_holes *h, const char *s, const char *end, br_buffer *out)
{
    while (s < end) {
        size_t n = name_size(s, end);
        if (n > 0)
            put_name(h, s, n, out);
        else
            br_buffer_add(out, s, n = 1);
        s += n;
    }
}

static bool begins_with(const char *line, const char *end, const char *with)
{
    return (size_t)(end - line) >= strlen(with) && strncmp(line, with, strlen(with)) == 0;
}

// An #if of the template that is open; one that is no flag goes to what is emitted.
typedef struct condition {
    bool ours, holds;
} condition;

// Where we are: conditions that are open, and whether all of ours hold.
typedef struct filling {
    condition open[8];
    int depth;
} filling;

static bool is_written(const filling *f)
{
    bool all = true;
    for (int i = 0; i < f->depth; i++)
        all = all && (!f->open[i].ours || f->open[i].holds);
    return all;
}

// Whether a line of the preprocessor is one of ours, which has been seen to.
static bool follow(const br_holes *h, filling *f, const char *line, const char *end)
{
    if (begins_with(line, end, "#if")) {
        const char *flag = line + strlen("#if ") + begins_with(line, end, "#if !");
        const br_buffer *hole = begins_with(line, end, "#if ") ? find_hole(h, flag, name_size(flag, end)) : NULL;
        BR_REQUIRE(f->depth < 8);
        f->open[f->depth++] = (condition){hole, hole && (hole->size > 0) != begins_with(line, end, "#if !")};
        return hole;
    }
    condition *last = f->depth > 0 ? &f->open[f->depth - 1] : NULL;
    if (!last || !(begins_with(line, end, "#else") || begins_with(line, end, "#endif")))
        return false;
    last->holds = !last->holds;
    f->depth -= begins_with(line, end, "#endif");
    return last->ours;
}

static const char *find_template(const char *name, size_t size)
{
    const br_text *t = br_embedded_templates;
    while (t->name && !(strlen(t->name) == size && strncmp(t->name, name, size) == 0))
        t++;
    BR_REQUIRE(t->name);
    return t->text;
}

static void put_template(const br_holes *h, const char *text, br_buffer *out, int depth)
{
    BR_REQUIRE(depth < 4);
    filling f = {.depth = 0};
    for (const char *line = strstr(text, "\n\n") + 2, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        const char *word = line + strspn(line, " ");
        if (follow(h, &f, line, end) || !is_written(&f))
            continue;
        const char *block = word + strlen("// INSERT ");
        const br_buffer *hole =
            begins_with(word, end, "// INSERT ") ? find_hole(h, block, name_size(block, end)) : NULL;
        if (hole)
            put_hole(hole, out);
        else if (begins_with(line, end, "#include \"") && end[-3] == '.' && end[-2] == 'c')
            put_template(h, find_template(line + strlen("#include \""), (size_t)(end - line) - strlen("#include \"\"")),
                         out, depth + 1);
        else {
            put_line(h, line, end, out);
            br_buffer_put(out, "\n");
        }
    }
}

void br_template_fill(const br_holes *h, const char *text, br_buffer *out)
{
    for (int i = 0; i < h->count && out->status == BR_OK; i++)
        out->status = h->hole[i].text.status; // a flag that could not be written is not false
    put_template(h, text, out, 0);
}

void br_template_put(const br_holes *h, const char *name, br_buffer *out)
{
    br_template_fill(h, find_template(name, strlen(name)), out);
}
