// pieces.c - C sources taken apart into pieces.                                [host]
#include "num/base/fp.h"

#include "emit/source/pieces.h"
#include "num/text/spelling.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- lists that grow

static void *longer(br_pieces *p, void *list, int count, size_t size)
{
    if (count & (count - 1)) // not a power of two: there is room
        return list;
    void *to = p->status == BR_OK ? realloc(list, (size_t)(count > 0 ? 2 * count : 1) * size) : NULL;
    if (!to)
        p->status = BR_NO_MEMORY;
    return to ? to : list;
}

static void add_name(br_pieces *p, const char *text, const char *end)
{
    p->name = longer(p, p->name, p->names, sizeof *p->name);
    if (p->status == BR_OK)
        p->name[p->names++] = (br_piece_name){text, (int)(end - text), p->pieces - 1};
}

static br_piece *add_piece(br_pieces *p, const br_piece *made)
{
    p->piece = longer(p, p->piece, p->pieces, sizeof *p->piece);
    if (p->status != BR_OK)
        return NULL;
    p->piece[p->pieces] = *made;
    return &p->piece[p->pieces++];
}

// ---------------------------------------------------------------- lines

static const char *line_end(const char *s)
{
    const char *end = strchr(s, '\n');
    return end ? end + 1 : s + strlen(s);
}

static bool says(const char *s, const char *words)
{
    return strncmp(s, words, strlen(words)) == 0;
}

static int opens(const char *line)
{
    return says(line, "#if") ? 1 : says(line, "#endif") ? -1 : 0;
}

// "#define br_integrator brf_integrator": in a package of one number type names need no twin.
static bool names_twin(const char *line)
{
    const char *at = strchr(line, ' ') + 1, *twin = at + strcspn(at, " \n");
    return says(line, "#define br_") && says(twin, " brf_") &&
           strncmp(at + 3, twin + 5, (size_t)(twin - at) - 3) == 0 && twin[(twin - at) + 2] == '\n';
}

// A precondition, which only dev builds check
static bool requires(const char *line)
{
    return says(line + strspn(line, " "), "BR_REQUIRE(");
}

static bool counts(const char *line)
{
    return !says(line, "#include \"") && !says(line, "//@") && !requires(line) &&
           !(says(line, "#define br_") && names_twin(line));
}

// Copies the lines that count: neither includes nor the guard of a header, and of BR_FLOAT the side that is meant.
static void copy_lines(br_buffer *to, const char *s, bool single)
{
    char guard[80] = "";
    int depth = 0, inside = 0; // of BR_FLOAT: the depth at which it began
    bool taken = true;
    for (const char *next; *s; s = next) {
        next = line_end(s);
        size_t size = (size_t)(next - s);
        depth += opens(s) > 0;
        bool marks = inside > 0 && depth == inside && (says(s, "#else") || says(s, "#endif"));
        if (says(s, "#ifndef") && says(next, "#define") && size < sizeof guard && !guard[0] &&
            strncmp(s + 8, next + 8, size - 8) == 0) {
            memcpy(guard, s, size);
            next = line_end(next);
        } else if (says(s, "#ifdef BR_FLOAT") && inside == 0) {
            inside = depth;
            taken = single;
        } else if (marks) {
            taken = says(s, "#else") ? !taken : true;
            inside = says(s, "#endif") ? 0 : inside;
        } else if (taken && counts(s) && !(depth == 0 && says(s, "#include")) &&
                   !(guard[0] && depth == 1 && (says(s, "#endif") || says(s, "#include"))))
            br_buffer_add(to, s, size);
        depth += opens(s) < 0 ? -1 : 0;
    }
}

// From #if to behind its #endif
static const char *group_end(const char *s)
{
    int depth = 0;
    do {
        depth += opens(s);
        s = line_end(s);
    } while (*s && depth > 0);
    return s;
}

static const char *macro_end(const char *s)
{
    const char *end = line_end(s);
    while (end - s > 1 && end[-1] == '\n' && end[-2] == '\\' && *end)
        end = line_end(end);
    return end;
}

// ---------------------------------------------------------------- declarations

// A declaration as it is read: where its words are.
typedef struct reading {
    const char *end;
    const char *name, *name_end; // of the function, or of what is before = [ or ;
    const char *body;
    bool is_typedef, is_type, is_extern, is_static, plain, calls, assigned;
} reading;

// BR_ELEM, BODY: macros that say static inline.
static bool is_storage(const char *s, const char *end)
{
    for (const char *c = s; c < end; c++)
        if (!((*c >= 'A' && *c <= 'Z') || *c == '_'))
            return false;
    return end - s > 3 && !br_same_word(s, end, "BR_CLONES") && !br_same_word(s, end, "BR_CHECKED");
}

static void note_word(reading *r, const char *s, const char *end)
{
    bool type = br_same_word(s, end, "struct") || br_same_word(s, end, "enum") || br_same_word(s, end, "union");
    r->is_typedef |= br_same_word(s, end, "typedef");
    r->is_type |= type && !r->calls && !r->is_static;
    r->is_extern |= br_same_word(s, end, "extern");
    r->is_static |= br_same_word(s, end, "static") || (is_storage(s, end) && !r->calls);
    r->plain |= br_same_word(s, end, "inline") || (is_storage(s, end) && !r->calls);
}

static reading read_declaration(const char *s)
{
    reading r = {.end = s + strlen(s)};
    const char *limit = r.end, *last = NULL, *last_end = NULL;
    int depth = 0;
    char before = 0;
    for (const char *at = s, *word = s; at < limit; word = at) {
        br_c_token_kind kind = br_c_token(&at, limit);
        if (kind == BR_C_TOKEN_SPACE)
            continue;
        char c = kind == BR_C_TOKEN_OTHER && at - word == 1 ? *word : 0;
        if (kind == BR_C_TOKEN_NAME && depth == 0) {
            note_word(&r, word, at);
            last = word;
            last_end = at;
        }
        bool named = depth == 0 && last && !r.calls && !r.assigned && !br_same_word(last, last_end, "__attribute__");
        if (c == '(' && named && !r.is_typedef) {
            r.calls = true;
            r.name = last;
            r.name_end = last_end;
        } else if ((c == '=' || c == '[') && named) {
            r.assigned = true;
            r.name = last;
            r.name_end = last_end;
        }
        if (c == '{' && depth == 0 && before == ')')
            r.body = word;
        depth += c == '{' || c == '(' || c == '[' ? 1 : c == '}' || c == ')' || c == ']' ? -1 : 0;
        if ((c == '}' && depth == 0 && r.body) || (c == ';' && depth == 0)) {
            r.end = line_end(at);
            break;
        }
        before = c;
    }
    if (!r.name || r.is_typedef) {
        r.name = last;
        r.name_end = last_end;
    }
    return r;
}

// The tag of a structure, and the constants of an enum.
static void add_type_names(br_pieces *p, const char *s, const char *end)
{
    int depth = 0;
    bool is_enum = false, tag = false, fresh = false;
    for (const char *at = s, *word = s; at < end; word = at) {
        br_c_token_kind kind = br_c_token(&at, end);
        if (kind == BR_C_TOKEN_NAME && depth == 0) {
            if (tag)
                add_name(p, word, at);
            is_enum |= br_same_word(word, at, "enum");
            tag = br_same_word(word, at, "enum") || br_same_word(word, at, "struct") || br_same_word(word, at, "union");
        } else if (kind == BR_C_TOKEN_NAME && depth == 1 && is_enum && fresh)
            add_name(p, word, at);
        if (kind == BR_C_TOKEN_SPACE)
            continue;
        fresh = *word == '{' || *word == ',';
        depth += *word == '{' ? 1 : *word == '}' ? -1 : 0;
    }
}

// What a group of alternatives defines: macros, and functions it declares.
static void add_group_names(br_pieces *p, const char *s, const char *end)
{
    for (; s < end; s = line_end(s)) {
        const char *name = s + strlen("#define "), *at = name;
        if (says(s, "#define ") && br_c_token(&at, end) == BR_C_TOKEN_NAME)
            add_name(p, name, at);
        else if (*s != '#' && *s != ' ' && *s != '/' && *s != '\n') {
            reading r = read_declaration(s);
            if (r.calls)
                add_name(p, r.name, r.name_end);
        }
    }
}

static void add_declaration(br_pieces *p, br_piece *made, const char *s)
{
    reading r = read_declaration(s);
    made->end = r.end;
    made->body = r.body;
    made->plain = r.plain;
    made->is_static = r.is_static;
    bool declares = (r.calls && !r.body && !r.is_typedef && !r.assigned) || r.is_extern;
    if (declares || !add_piece(p, made))
        return;
    if (r.is_typedef || (r.is_type && !r.calls && !r.assigned))
        add_type_names(p, s, r.end);
    if (r.name && (r.is_typedef || r.calls || r.assigned))
        add_name(p, r.name, r.name_end);
}

static void split_file(br_pieces *p, int file)
{
    const char *s = p->file[file].text, *comment = NULL, *next;
    for (; *s && p->status == BR_OK; s = next) {
        next = line_end(s);
        br_piece made = {.file = file, .text = comment ? comment : s, .code = s, .end = next};
        if (says(s, "//")) {
            comment = comment ? comment : s;
            continue;
        }
        comment = NULL;
        if (*s == '\n' || (*s == '#' && !says(s, "#if") && !says(s, "#define")))
            continue;
        if (says(s, "#if")) {
            made.end = group_end(s);
            if (add_piece(p, &made))
                add_group_names(p, s, made.end);
        } else if (says(s, "#define")) {
            const char *name = s + strlen("#define "), *at = name;
            made.end = macro_end(s);
            if (br_c_token(&at, made.end) == BR_C_TOKEN_NAME && add_piece(p, &made))
                add_name(p, name, at);
        } else
            add_declaration(p, &made, s);
        next = made.end;
    }
}

void br_pieces_add(br_pieces *p, const char *name, const char *text, size_t size, br_piece_role role)
{
    br_buffer whole = {0}, lines = {0};
    br_buffer_add(&whole, text, size);
    if (whole.text)
        copy_lines(&lines, whole.text, p->single);
    br_buffer_put(&lines, "\n");
    p->file = longer(p, p->file, p->files, sizeof *p->file);
    if (whole.status != BR_OK || lines.status != BR_OK)
        p->status = BR_NO_MEMORY;
    br_buffer_free(&whole);
    if (p->status != BR_OK) {
        br_buffer_free(&lines);
        return;
    }
    p->file[p->files] = (br_piece_file){
        .name = name, .text = lines.text, .replaces = role != BR_PIECE_SOURCE, .calls = role == BR_PIECE_CALLS};
    split_file(p, p->files++);
}

void br_pieces_free(br_pieces *p)
{
    for (int i = 0; i < p->files; i++)
        free(p->file[i].text);
    for (int i = 0; i < p->pieces; i++)
        br_buffer_free(&p->piece[i].out);
    free(p->file);
    free(p->piece);
    free(p->name);
    memset(p, 0, sizeof *p);
}
