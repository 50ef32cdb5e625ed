// name.c - C names for the quantities of a law, and the places of their numbers.           [host]
#include "num/base/fp.h"

#include "law/print/c_names.h"
#include "law/print/print_parts.h"
#include "num/base/fnv.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the printed functions call their own, beside words of C.
static const char *const reserved[] = {
    "x",       "u",     "p",    "m",     "i",   "k",      "h",      "out",    "jet",   "next",   "count", "each",
    "size",    "ps",    "pl",   "k0",    "k1",  "mode",   "j",      "t",      "lane",  "single", "i0",    "i1",
    "signbit", "isnan", "NULL", "AT",    "P",   "memcpy", "memset", "sqrt",   "sqrtf", "y0",     "y1",    "j0",
    "j1",      "yn",    "jn",   "index", "now", "held",   "lanes",  "slopes", "by",    "share",  "HELD",  NULL};

// The place of a name in the table: where it stands, or where it would.
static int *name_slot(const br_printer *p, const char *name)
{
    uint32_t i = br_fnv32(BR_FNV32_START, name, strlen(name)) & (uint32_t)(p->places - 1);
    while (p->table[i] && strcmp(p->name[p->table[i] - 1], name) != 0)
        i = (i + 1) & (uint32_t)(p->places - 1);
    return &p->table[i];
}

static bool name_taken(const br_printer *p, const char *name)
{
    if (br_c_keyword(name))
        return true;
    for (int i = 0; reserved[i]; i++)
        if (strcmp(reserved[i], name) == 0)
            return true;
    for (int d = 0; d < p->law->ndim; d++)
        if (strcmp(p->dim[d], name) == 0)
            return true;
    for (int a = 0; a < p->law->nautomata; a++)
        if (strcmp(p->mode[a], name) == 0)
            return true;
    return *name_slot(p, name) != 0;
}

// The law's own symbol where C allows it; a clash gets a number behind, a name that C keeps for itself a letter before.
static void free_name(const br_printer *p, const char *wish, int most, char name[BR_NAME_SIZE])
{
    char stem[BR_NAME_SIZE];
    bool kept = wish[0] == '_' || strncmp(wish, "br_", 3) == 0 || strncmp(wish, "brf_", 4) == 0 ||
                strncmp(wish, "BR_", 3) == 0 || br_c_of_headers(wish);
    snprintf(stem, (size_t)most, "%s%s%s", kept ? "q" : "", wish, br_c_of_headers(wish) ? "_" : "");
    char *to = stem;
    for (const char *c = stem; *c; c++) { // no dots, no two underlines in a row
        char is = *c == '.' ? '_' : *c;
        if (!(is == '_' && to > stem && to[-1] == '_'))
            *to++ = is;
    }
    *to = 0;
    snprintf(name, BR_NAME_SIZE, "%s", stem);
    for (int i = 1; name_taken(p, name); i++)
        snprintf(name, BR_NAME_SIZE, "%.*s_%d", BR_NAME_SIZE - 14, stem, i);
}

static void give_name(br_printer *p, int node, const char *wish)
{
    if (p->name[node][0])
        return;
    char name[BR_NAME_SIZE];
    free_name(p, wish, BR_NAME_SIZE - 14, name);
    *name_slot(p, name) = node + 1;
    memcpy(p->name[node], name, sizeof name);
    p->symbol[node] = true;
}

// mode, which no quantity may be called, or left_mode
static void name_modes(br_printer *p)
{
    for (int a = 0; a < p->law->nautomata; a++) {
        char wish[BR_NAME_SIZE], name[BR_NAME_SIZE] = "mode";
        br_law_mode_name(p->law, a, wish);
        if (strcmp(wish, name) != 0)
            free_name(p, wish, BR_NAME_SIZE - 14, name);
        memcpy(p->mode[a], name, sizeof name);
    }
}

bool br_print_names(br_printer *p)
{
    for (p->places = 256; p->places < 4 * p->names; p->places *= 2) {
    }
    p->table = calloc((size_t)p->places, sizeof *p->table);
    if (!p->table)
        return false;
    for (int d = 0; d < p->law->ndim; d++) {
        char name[BR_NAME_SIZE];
        free_name(p, p->law->dim[d].name, 24, name); // short: sums of sizes make long lines
        memcpy(p->dim[d], name, sizeof name);
    }
    name_modes(p);
    for (int q = 0; q < p->law->nq; q++)
        give_name(p, p->law->q[q].node, p->law->q[q].name);
    for (int d = 0; d < p->law->ndef; d++) {
        int node = p->law->def[d].node;
        if (p->law->g.node[node].op != BR_OP_CONST)
            give_name(p, node, p->law->def[d].name);
    }
    for (int q = 0; q < p->law->nq; q++) {
        char wish[BR_NAME_SIZE + 8];
        const int node[] = {p->law->q[q].rate, p->law->q[q].next};
        const char *const tail[] = {"dot", "next"};
        for (int i = 0; i < 2; i++)
            if (node[i] >= 0 && p->law->g.node[node[i]].op != BR_OP_CONST) {
                snprintf(wish, sizeof wish, "%s_%s", p->law->q[q].name, tail[i]);
                wish[BR_NAME_SIZE - 9] = 0;
                give_name(p, node[i], wish);
            }
    }
    return true;
}

void br_print_temporary(br_printer *p, int node)
{
    char wish[24];
    if (p->name[node][0])
        return;
    snprintf(wish, sizeof wish, "t%d", node);
    give_name(p, node, wish);
    p->symbol[node] = false;
}

// ---------------------------------------------------------------- numbers of a point

void br_place_add(br_place *a, int row_dim, int column_dim, bool dense)
{
    if (row_dim == BR_SCALAR && column_dim == BR_SCALAR)
        a->one++;
    else if (dense && row_dim != BR_SCALAR && column_dim != BR_SCALAR)
        a->square[row_dim][column_dim]++;
    else
        a->len[row_dim != BR_SCALAR ? row_dim : column_dim]++;
}

// "2 + 3*n + i"
void br_place_text(const br_printer *p, const br_place *a, const char *tail, char *buf, size_t size)
{
    size_t n = 0;
    buf[0] = 0;
#define ADD(...)                                                                                                       \
    do {                                                                                                               \
        if (n)                                                                                                         \
            n += (size_t)snprintf(buf + n, n < size ? size - n : 0, " + ");                                            \
        n += (size_t)snprintf(buf + n, n < size ? size - n : 0, __VA_ARGS__);                                          \
    } while (0)
    if (a->one)
        ADD("%d", a->one);
    for (int d = 0; d < p->law->ndim; d++) {
        if (a->len[d] == 1)
            ADD("%s", p->dim[d]);
        else if (a->len[d])
            ADD("%d * %s", a->len[d], p->dim[d]);
        for (int e = 0; e < p->law->ndim; e++)
            if (a->square[d][e])
                ADD("%d * %s * %s", a->square[d][e], p->dim[d], p->dim[e]);
    }
    if (tail[0])
        ADD("%s", tail);
    if (n == 0)
        ADD("0");
#undef ADD
}

void br_place_of_mode(const br_printer *p, int automaton, br_place *a)
{
    memset(a, 0, sizeof *a);
    for (int i = 0; i < automaton; i++)
        br_place_add(a, p->law->automaton[i].dim, BR_SCALAR, false);
}

void br_place_of(const br_printer *p, int q, br_place *a)
{
    memset(a, 0, sizeof *a);
    for (int i = 0; i < q; i++)
        if (p->law->q[i].kind == p->law->q[q].kind)
            br_place_add(a, p->law->q[i].dim, BR_SCALAR, false);
}
