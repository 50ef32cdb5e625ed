// pieces.h - C sources taken apart into pieces, of which a package takes those it needs.   [host]
//
//     br_pieces_add(&p, "loop/filter/kalman.c", text, size);     every source, those that replace pieces of others first
//     br_pieces_gather(&p, "package/call.c", kinds, 2);     what this file needs, as it will be written
//     br_pieces_write(&p, out);
//     br_pieces_free(&p);
//
// A piece is a macro, a type, a constant or a function with the comment above it. Sources must be laid out as clang-format
// leaves ours. Everything ends up in one source: names that only their file sees get the name of the file in front.
#ifndef BR_EMIT_SOURCE_PIECES_H
#define BR_EMIT_SOURCE_PIECES_H

#include "num/text/buffer.h"

#include <stdbool.h>

typedef struct br_piece {
    int file;
    const char *text, *code, *end; // comment and code, code, and where it ends
    const char *body;              // of a function; NULL: it is none
    bool plain;                    // inline, or a macro says so: it needs no declaration ahead
    bool is_static;
    bool kept;
    br_buffer out; // as it will stand in the package
} br_piece;

typedef struct br_piece_name {
    const char *text;
    int size, piece;
} br_piece_name;

typedef struct br_piece_file {
    const char *name; // lent
    char *text;       // without includes, guards, and what the other number type says
    bool replaces;    // its pieces stand for those of the same name in other files
    bool calls;       // its functions are called from outside the package
} br_piece_file;

// In files whose name begins with `files`, x->owner.member, or owner->member, is always so many.
typedef struct br_piece_size {
    const char *files, *owner, *member;
    int is;
} br_piece_size;

typedef struct br_pieces {
    br_piece_file *file;
    br_piece *piece;
    br_piece_name *name;
    int files, pieces, names;
    bool single;               // what BR_FLOAT says is taken
    const br_piece_size *size; // lent
    int sizes;
    bool elsewhere; // x->elsewhere->step(...) is a call of br_step_in_float, which is given; else nothing is elsewhere
    br_status status;
} br_pieces;

// In files whose name begins with `files`, x->kind->member is what this constant says of the member.
typedef struct br_piece_kind {
    const char *files, *constant;
} br_piece_kind;

typedef enum br_piece_role { BR_PIECE_SOURCE, BR_PIECE_REPLACES, BR_PIECE_CALLS } br_piece_role;

// Starts as all zero; `single`, `size` and `elsewhere` are set before. The text may go after the call, the name must stay.
void br_pieces_add(br_pieces *p, const char *name, const char *text, size_t size, br_piece_role role);

// All that the functions called from outside need. Indirect calls become direct ones: every kind is known.
void br_pieces_gather(br_pieces *p, const br_piece_kind *kind, int kinds);

void br_pieces_write(br_pieces *p,
                     br_buffer *out); // types and constants, declarations, functions; status has what failed
void br_pieces_free(br_pieces *p);

// ---------------------------------------------------------------- tokens of C

typedef enum br_c_token_kind { BR_C_TOKEN_SPACE, BR_C_TOKEN_NAME, BR_C_TOKEN_OTHER, BR_C_TOKEN_END } br_c_token_kind;

// The kind of what stands at *at, before `end`, and *at moves behind it. Comments are space; texts and numbers are other; -> is one token.
br_c_token_kind br_c_token(const char **at, const char *end);

#endif
