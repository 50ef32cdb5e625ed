// gather.c - the pieces a package needs, with direct calls and names that cannot clash.    [host]
#include "num/base/fp.h"

#include "emit/source/pieces.h"

#include <stdlib.h>
#include <string.h>

enum { CHAIN = 8 }; // names of ob->o.kind->time_update, at most

typedef struct word {
    const char *at, *end;
} word;

typedef struct gathering {
    br_pieces *p;
    const br_piece_kind *kind;
    int kinds;
    int *waits, waiting; // pieces that are kept and have not been looked at
    word head[CHAIN];    // of the piece at hand: what kinds were asked for by, ob in ob->kind->time_update
    int heads;
    const char *macro_end; // behind the arguments of the macro at hand
} gathering;

static bool is(word w, const char *text)
{
    return (size_t)(w.end - w.at) == strlen(text) && strncmp(w.at, text, strlen(text)) == 0;
}

static bool same(word w, const br_piece_name *n)
{
    return w.end - w.at == n->size && strncmp(w.at, n->text, (size_t)n->size) == 0;
}

// ---------------------------------------------------------------- names

static bool is_ours(const char *name)
{
    return strncmp(name, "br", 2) == 0 || strncmp(name, "BR", 2) == 0;
}

static bool in_header(const br_pieces *p, int piece)
{
    const char *name = p->file[p->piece[piece].file].name;
    return name[strlen(name) - 1] == 'h';
}

// How a name is seen from a file: 0 not at all, 1 as what another file has, 2 as its own, 3 as what replaces both.
static int sight(const br_pieces *p, const br_piece_name *n, int from)
{
    int file = p->piece[n->piece].file;
    bool local = !in_header(p, n->piece) && (p->piece[n->piece].is_static || !is_ours(n->text));
    if (p->file[file].replaces && !local)
        return 3;
    return file == from ? 2 : local ? 0 : 1;
}

// The pieces of a name as it is seen from a file: calls `each` for all of those seen best; answers the last, -1: none.
static int find_pieces(const br_pieces *p, word w, int from, void (*each)(gathering *, int), gathering *g)
{
    int best = 0, found = -1;
    for (int i = 0; i < p->names; i++) {
        int s = same(w, &p->name[i]) ? sight(p, &p->name[i], from) : 0;
        if (s >= best && s > 0) {
            best = s;
            found = p->name[i].piece;
        }
    }
    for (int i = 0; i < p->names && each && best > 0; i++)
        if (same(w, &p->name[i]) && sight(p, &p->name[i], from) == best)
            each(g, p->name[i].piece);
    return found;
}

static void keep_piece(gathering *g, int piece)
{
    if (!g->p->piece[piece].kept)
        g->waits[g->waiting++] = piece;
    g->p->piece[piece].kept = true;
}

// A function of the header.
static bool is_outside(const br_pieces *p, int piece)
{
    const br_piece *q = &p->piece[piece];
    return p->file[q->file].calls && q->body && !q->is_static;
}

// Local names begin with that of their file, unless they begin with br_ already, and so that no name of a law can be theirs
// (law/print/name.c).
static void put_name(br_pieces *p, int piece, word w, br_buffer *out)
{
    const br_piece_file *f = &p->file[p->piece[piece].file];
    const char *slash = strrchr(f->name, '/'), *stem = slash ? slash + 1 : f->name;
    size_t size = strcspn(stem, ".");
    if (!in_header(p, piece) && !is_ours(w.at) && !is_outside(p, piece)) {
        br_buffer_put(out, "br_own_");
        br_buffer_add(out, stem, size);
        br_buffer_put(out, "_");
    }
    br_buffer_add(out, w.at, (size_t)(w.end - w.at));
}

// BY_SIZE(o, see, x): functions may be arguments of macros.
static bool is_macro(word w)
{
    for (const char *c = w.at; c < w.end; c++)
        if (!((*c >= 'A' && *c <= 'Z') || *c == '_'))
            return false;
    return w.end - w.at > 3;
}

static bool calls(word w, const char *end)
{
    while (w.end < end && (*w.end == ' ' || *w.end == '\n'))
        w.end++;
    return w.end < end && *w.end == '(';
}

static const char *behind_arguments(const char *at, const char *end)
{
    int depth = 0;
    for (const char *now = at; at < end; now = at) {
        br_c_token(&at, end);
        depth += *now == '(' ? 1 : *now == ')' ? -1 : 0;
        if (*now == ')' && depth == 0)
            return at;
    }
    return end;
}

// A name that is no member. Functions are meant only where they are called, or in macros: variables may be called as they are.
static void put_used(gathering *g, int piece, word w, const char *end, br_buffer *out)
{
    br_pieces *p = g->p;
    int from = p->piece[piece].file, found = find_pieces(p, w, from, NULL, g);
    bool macro = p->piece[piece].code[0] == '#' || (w.at < g->macro_end && *w.end == ',');
    if (is_macro(w) && calls(w, end) && w.at >= g->macro_end)
        g->macro_end = behind_arguments(w.end, end);
    if (found < 0 || (p->piece[found].body && !calls(w, end) && !macro)) {
        br_buffer_add(out, w.at, (size_t)(w.end - w.at));
        return;
    }
    find_pieces(p, w, from, keep_piece, g);
    put_name(p, found, w, out);
}

// ---------------------------------------------------------------- kinds

// What a constant says of a member: {.see = see, .slopes = 1}; at NULL: nothing.
static word member_of(const br_piece *k, word member)
{
    int depth = 0;
    for (const char *at = k->code, *now = at; at < k->end; now = at) {
        br_c_token_kind kind = br_c_token(&at, k->end);
        depth += *now == '{' ? 1 : *now == '}' ? -1 : 0;
        if (kind != BR_C_TOKEN_OTHER || *now != '.' || depth != 1)
            continue;
        word name = {at, at};
        br_c_token(&name.end, k->end);
        if (name.end - name.at != member.end - member.at ||
            strncmp(name.at, member.at, (size_t)(name.end - name.at)) != 0)
            continue;
        const char *value = strchr(name.end, '=') + 2;
        return (word){value, value + strcspn(value, ",}")};
    }
    return (word){NULL, NULL};
}

static const br_piece_kind *kind_of(const gathering *g, int file)
{
    for (int i = 0; i < g->kinds; i++)
        if (strncmp(g->p->file[file].name, g->kind[i].files, strlen(g->kind[i].files)) == 0)
            return &g->kind[i];
    return NULL;
}

// A call of what is not there: nothing. before: the last sign ahead of it.
static const char *put_nothing(word w, const char *end, char before, br_buffer *out)
{
    bool statement = strchr(";{})", before) != NULL;
    br_buffer_put(out, statement && calls(w, end) ? "(void)0" : "0");
    return calls(w, end) ? behind_arguments(w.end, end) : w.end;
}

// x->kind->member: a function by its name, or whether there is one; else its value. Answers where to go on.
static const char *put_member(gathering *g, const br_piece_kind *k, word member, const char *end, char before,
                              br_buffer *out)
{
    br_pieces *p = g->p;
    word constant = {k->constant, k->constant + strlen(k->constant)};
    int object = find_pieces(p, constant, -1, NULL, g);
    word value = object >= 0 ? member_of(&p->piece[object], member) : (word){NULL, NULL};
    if (!value.at)
        return put_nothing(member, end, before, out);
    int function = find_pieces(p, value, p->piece[object].file, NULL, g);
    bool is_function = function >= 0 && p->piece[function].body;
    if (!is_function)
        br_buffer_add(out, value.at, (size_t)(value.end - value.at));
    else if (!calls(member, end))
        br_buffer_put(out, "1");
    else {
        keep_piece(g, function);
        put_name(p, function, value, out);
    }
    return member.end;
}

// ---------------------------------------------------------------- pieces as they will stand

// a->b.c: its names; answers how many.
static int chain_at(const char *at, const char *end, word chain[CHAIN])
{
    int n = 0;
    while (n < CHAIN) {
        chain[n].at = at;
        if (br_c_token(&at, end) != BR_C_TOKEN_NAME)
            break;
        chain[n++].end = at;
        if (at + 1 < end && at[0] == '.')
            at += 1;
        else if (at + 2 < end && at[0] == '-' && at[1] == '>')
            at += 2;
        else
            break;
    }
    return n;
}

static bool assigned(word w, const char *end)
{
    while (w.end < end && *w.end == ' ')
        w.end++;
    return w.end + 1 < end && w.end[0] == '=' && w.end[1] != '=';
}

// A size that is known: its number, behind what it was asked from, which may be there for nothing else. Answers whether it is.
static bool put_size(const gathering *g, int file, const word *chain, int n, const char *end, br_buffer *out)
{
    const br_pieces *p = g->p;
    for (int i = 0; i < p->sizes && n > 1 && !assigned(chain[n - 1], end); i++) {
        const br_piece_size *s = &p->size[i];
        if (!is(chain[n - 1], s->member) || !is(chain[n - 2], s->owner) ||
            strncmp(p->file[file].name, s->files, strlen(s->files)) != 0)
            continue;
        br_buffer_print(out, "((void)%.*s, %d)", (int)(chain[0].end - chain[0].at), chain[0].at, s->is);
        return true;
    }
    return false;
}

static const char *put_chain(gathering *g, int piece, const char *at, const char *end, char before, br_buffer *out)
{
    word chain[CHAIN] = {{at, at}};
    int n = chain_at(at, end, chain), file = g->p->piece[piece].file;
    if (n == 0)
        return end; // never: a name stands here
    const br_piece_kind *k = n > 1 && is(chain[n - 2], "kind") ? kind_of(g, file) : NULL;
    if (k && g->heads < CHAIN)
        g->head[g->heads++] = chain[0];
    if (k)
        return put_member(g, k, chain[n - 1], end, before, out);
    if (n > 1 && is(chain[n - 2], "elsewhere") && calls(chain[n - 1], end)) {
        if (!g->p->elsewhere)
            return put_nothing(chain[n - 1], end, before, out);
        br_buffer_print(out, "br_%.*s_in_float", (int)(chain[n - 1].end - chain[n - 1].at), chain[n - 1].at);
        return chain[n - 1].end;
    }
    if (put_size(g, file, chain, n, end, out))
        return chain[n - 1].end;
    put_used(g, piece, chain[0], end, out);
    br_buffer_add(out, chain[0].end, (size_t)(chain[n - 1].end - chain[0].end));
    return chain[n - 1].end;
}

static void put_code(gathering *g, int piece, const char *at, const char *end, br_buffer *out)
{
    char before = ';';
    while (at < end) {
        const char *now = at;
        br_c_token_kind kind = br_c_token(&at, end);
        bool member = before == '.' || before == '>';
        if (kind == BR_C_TOKEN_NAME && !member)
            at = put_chain(g, piece, now, end, before, out);
        else
            br_buffer_add(out, now, (size_t)(at - now));
        if (kind != BR_C_TOKEN_SPACE)
            before = kind == BR_C_TOKEN_NAME ? 'a' : *now == '-' && at - now == 2 ? '>' : *now == '>' ? ' ' : *now;
    }
}

// Members that are pointers to functions, and what is said above them, are left out: all calls are direct.
static void put_structure(gathering *g, int piece, br_buffer *out)
{
    const br_piece *p = &g->p->piece[piece];
    br_buffer kept = {0};
    const char *said = NULL, *line = p->code, *next;
    for (; line < p->end; line = next) {
        next = strchr(line, '\n') + 1;
        const char *text = line + strspn(line, " "), *pointer = strstr(line, "(*");
        if (strncmp(text, "//", 2) == 0) {
            said = said ? said : line;
            continue;
        }
        if (pointer && pointer < next)
            while (!memchr(line, ';', (size_t)(next - line)))
                line = next, next = strchr(line, '\n') + 1;
        else {
            line = said ? said : line;
            br_buffer_add(&kept, line, (size_t)(next - line));
        }
        said = NULL;
    }
    if (kept.text)
        put_code(g, piece, kept.text, kept.text + kept.size, out);
    if (kept.status != BR_OK)
        g->p->status = kept.status;
    br_buffer_free(&kept);
}

// {.name = "ekf", .slopes = 1}: what a kind is, without its functions.
static void put_constant(gathering *g, int piece, br_buffer *out)
{
    const br_piece *p = &g->p->piece[piece];
    const char *at = strchr(p->code, '{') + 1;
    bool first = true;
    put_code(g, piece, p->code, at, out);
    at += strspn(at, " \n");
    for (; at < p->end && *at == '.'; at += strspn(at, ", \n")) {
        const char *value = strchr(at, '=') + 2, *end = value + strcspn(value, ",}");
        int function = find_pieces(g->p, (word){value, end}, p->file, NULL, g);
        if (function < 0 || !g->p->piece[function].body) {
            br_buffer_put(out, first ? "" : ", ");
            br_buffer_add(out, at, (size_t)(end - at));
            first = false;
        }
        at = end;
    }
    br_buffer_put(out, "};\n");
}

static bool mentions(const br_piece *p, const char *text)
{
    const char *at = strstr(p->code, text);
    return at && at < p->end;
}

// Where a parameter was there for its kind only, it is not used any more, and that is said.
static void put_unused(const gathering *g, br_buffer *out)
{
    br_buffer said = {0};
    const char *body = strstr(out->text, "\n{\n") + strlen("\n{\n"), *end = out->text + out->size;
    for (int i = 0; i < g->heads; i++) {
        int size = (int)(g->head[i].end - g->head[i].at), uses = 0;
        for (const char *at = body, *now = body; at < end; now = at)
            uses += br_c_token(&at, end) == BR_C_TOKEN_NAME && at - now == size &&
                    strncmp(now, g->head[i].at, (size_t)size) == 0;
        if (uses == 0)
            br_buffer_print(&said, "    (void)%.*s;\n", size, g->head[i].at);
    }
    if (said.text || said.status != BR_OK) {
        br_buffer with = {.status = said.status};
        br_buffer_add(&with, out->text, (size_t)(body - out->text));
        br_buffer_put(&with, said.text ? said.text : "");
        br_buffer_put(&with, body);
        br_buffer_free(out);
        *out = with;
    }
    br_buffer_free(&said);
}

static void put_piece(gathering *g, int piece)
{
    const br_piece *p = &g->p->piece[piece];
    br_buffer out = {0};
    g->heads = 0;
    g->macro_end = p->code;
    bool object = !p->body && p->code[0] != '#' && mentions(p, "= {") && strncmp(p->code, "typedef", 7) != 0;
    bool kind = object && mentions(p, "_kind ");
    br_buffer_add(&out, p->text, (size_t)(p->code - p->text));
    if ((p->body || object) && !p->is_static && !is_outside(g->p, piece))
        br_buffer_put(&out, "static ");
    if (kind)
        put_constant(g, piece, &out);
    else if (!p->body && (mentions(p, "_kind {") || mentions(p, "BR_ELSEWHERE(real)")))
        put_structure(g, piece, &out);
    else
        put_code(g, piece, p->code, p->end, &out);
    if (p->body && g->heads > 0 && out.status == BR_OK)
        put_unused(g, &out);
    g->p->piece[piece].out = out;
    if (out.status != BR_OK)
        g->p->status = out.status;
}

void br_pieces_gather(br_pieces *p, const br_piece_kind *kind, int kinds)
{
    gathering g = {.p = p, .kind = kind, .kinds = kinds};
    g.waits = malloc((size_t)(p->pieces + 1) * sizeof *g.waits);
    if (!g.waits)
        p->status = BR_NO_MEMORY;
    for (int i = 0; i < p->pieces && p->status == BR_OK; i++)
        if (p->file[p->piece[i].file].calls)
            keep_piece(&g, i);
    while (g.waiting > 0 && p->status == BR_OK)
        put_piece(&g, g.waits[--g.waiting]);
    free(g.waits);
}

// ---------------------------------------------------------------- the source

static void put_declaration(const br_piece *p, br_buffer *out)
{
    const char *s = strstr(p->out.text, "static ");
    if (!s)
        return;
    const char *end = strstr(s, "\n{");
    br_buffer_add(out, s, end ? (size_t)(end - s) : 0);
    br_buffer_put(out, ";\n");
}

// Everything that is no function comes first, so that functions may stand in any order.
static void put_all(br_pieces *p, bool functions, br_buffer *out)
{
    int file = -1;
    for (int i = 0; i < p->pieces; i++) {
        const br_piece *q = &p->piece[i];
        if (!q->kept || (q->body != NULL) != functions)
            continue;
        if (q->file != file)
            br_buffer_print(out, "\n// ---------------------------------------------------------------- %s\n",
                            p->file[q->file].name);
        file = q->file;
        br_buffer_put(out, functions ? "\n" : "");
        br_buffer_add(out, q->out.text, q->out.size);
    }
}

void br_pieces_write(br_pieces *p, br_buffer *out)
{
    if (p->status != BR_OK)
        return;
    put_all(p, false, out);
    br_buffer_put(out, "\n// ---------------------------------------------------------------- functions below\n\n");
    for (int i = 0; i < p->pieces; i++)
        if (p->piece[i].kept && p->piece[i].body && !p->piece[i].plain)
            put_declaration(&p->piece[i], out);
    put_all(p, true, out);
}
