// kkt_order.c - in which order bodies and ties are eliminated, and where they stand in fronts.    [host]
#include "num/base/fp.h"

#include "mech/model/inertia.h"
#include "mech/kkt/kkt.h"

#include <stdlib.h>
#include <string.h>

// Nodes: the bodies, and behind them groups of ties: those of each joint, and each measure that no joint has.
typedef struct ordering {
    br_kkt *k;
    int bodies, groups, nodes;
    int *of_tie;              // group of each tie
    int (*ends)[2], *size;    // bodies of a group, and how many ties it has
    int *parent, *root, *far; // of each body in the tree: its parent or -1, its last ancestor, its distance from there
    int *up;                  // and the group that leads to the parent; -1: none
    int *order, placed;       // bodies as they entered the tree
    int *turn;                // of each body: when it is eliminated; of each group: with which body
    bool *sees;               // nodes*nodes
    int *list, *first;        // nodes as they are eliminated; first unknown of each node
    int *begin;               // of each turn in the list, and the end of the last
} ordering;

static int node_size(const ordering *o, int node)
{
    return node < o->bodies ? o->k->frame[node].m : o->size[node - o->bodies];
}

// ---------------------------------------------------------------- groups

static void see(ordering *o, int a, int b)
{
    o->sees[(size_t)a * (size_t)o->nodes + (size_t)b] = true;
    o->sees[(size_t)b * (size_t)o->nodes + (size_t)a] = true;
}

static void make_groups(ordering *o)
{
    const br_kkt *k = o->k;
    const br_mech *m = k->m;
    for (int g = 0; g < o->groups; g++)
        o->ends[g][0] = o->ends[g][1] = -1;
    for (int t = 0; t < k->ties; t++) {
        const br_tie *tie = &k->tie[t];
        int measure = tie->row - k->n - m->rows;
        int joint = measure >= 0 ? m->measure[measure].joint : m->row[tie->row - k->n].joint;
        int g = o->of_tie[t] = joint >= 0 ? joint : m->joints + measure;
        o->size[g]++;
        o->ends[g][0] = joint >= 0 ? br_mech_block_of(m, m->joint[g].a) : tie->body[0];
        o->ends[g][1] = joint >= 0 ? br_mech_block_of(m, m->joint[g].b) : tie->body[1];
    }
}

// ---------------------------------------------------------------- tree

static void enter(ordering *o, int body, int parent, int group)
{
    o->parent[body] = parent;
    o->up[body] = group;
    o->root[body] = parent >= 0 ? o->root[parent] : body;
    o->far[body] = parent >= 0 ? o->far[parent] + 1 : 0;
    o->turn[body] = o->bodies - 1 - o->placed;
    o->order[o->placed++] = body;
}

// The end of a group that the tree has not reached while it has reached the other; -1: there is none.
static int outer_end(const ordering *o, int g)
{
    bool in[2];
    for (int s = 0; s < 2; s++)
        in[s] = o->ends[g][s] < 0 || o->turn[o->ends[g][s]] >= 0;
    return o->size[g] == 0 || in[0] == in[1] ? -1 : in[0] ? o->ends[g][1] : o->ends[g][0];
}

// Joints of many rows first: those that are left over close loops, and wait.
static void grow_tree(ordering *o)
{
    for (int b = 0; b < o->bodies; b++)
        o->turn[b] = -1;
    while (o->placed < o->bodies) {
        int best = -1;
        for (int g = 0; g < o->k->m->joints; g++)
            if (outer_end(o, g) >= 0 && (best < 0 || o->size[g] > o->size[best]))
                best = g;
        if (best >= 0) {
            int body = outer_end(o, best), *ends = o->ends[best];
            enter(o, body, ends[0] == body ? ends[1] : ends[0], best);
            continue;
        }
        int b = 0;
        while (o->turn[b] >= 0)
            b++;
        enter(o, b, -1, -1); // it flies
    }
}

// The last body of a loop: where the ways of both ends to the ground meet, or the later one of their roots.
static int last_of_loop(const ordering *o, int a, int b)
{
    int ra = o->root[a < 0 ? b : a], rb = o->root[b < 0 ? a : b];
    if (a < 0 || b < 0 || ra != rb)
        return o->turn[ra] > o->turn[rb] ? ra : rb;
    while (a != b) {
        if (o->far[a] >= o->far[b])
            a = o->parent[a];
        else
            b = o->parent[b];
    }
    return a;
}

static void choose_turns(ordering *o)
{
    const br_mech *m = o->k->m;
    for (int g = 0; g < o->groups; g++) {
        int a = o->ends[g][0], b = o->ends[g][1], last = 0;
        bool inside = g >= m->joints && m->measure[g - m->joints].kind != BR_MEASURE_DISTANCE; // the size of a mode
        if (o->size[g] > 0)
            last = inside ? a : last_of_loop(o, a, b);
        o->turn[o->bodies + g] = o->turn[last];
    }
    for (int b = 0; b < o->bodies; b++)
        if (o->up[b] >= 0)
            o->turn[o->bodies + o->up[b]] = o->turn[b];
}

// ---------------------------------------------------------------- what sees what

// Its own inertia or the joint to its parent resists every motion of a body.
static bool stands(const ordering *o, int body)
{
    const br_mech_block *b = &o->k->m->block[body];
    int up = o->up[body], rigid = 0;
    for (int t = 0; t < o->k->ties && up >= 0; t++) {
        int r = o->k->tie[t].row - o->k->n;
        rigid += o->of_tie[t] == up && r < o->k->m->rows && o->k->m->row[r].stiffness == 0;
    }
    return !b->beam && (br_inertia_full(o->k->m, b) || rigid == o->k->frame[body].m);
}

// Ties that close loops add rho R'R only where a body needs it to resist: it ties both bodies to each other in all fronts of
// the loop.
static void see_all(ordering *o)
{
    br_kkt *k = o->k;
    for (int t = 0; t < k->ties; t++) {
        br_tie *tie = &k->tie[t];
        int a = tie->body[0], b = tie->body[1], g = o->of_tie[t];
        bool of_tree = (a >= 0 && o->up[a] == g) || (b >= 0 && o->up[b] == g);
        tie->plain = !of_tree && a >= 0 && b >= 0 && stands(o, a) && stands(o, b);
        for (int s = 0; s < 2; s++)
            if (tie->body[s] >= 0)
                see(o, tie->body[s], o->bodies + g);
        if (a >= 0 && b >= 0 && !tie->plain)
            see(o, a, b);
    }
    for (int p = 0; p < k->presses; p++)
        for (int s = 0; s < 2; s++)
            if (k->tie[k->press[p].over].body[s] >= 0)
                see(o, k->tie[k->press[p].over].body[s], o->bodies + o->of_tie[k->press[p].tie]);
    for (int i = 0; i < k->segments; i++)
        see(o, k->segment[i].from, k->segment[i].to);
}

// ---------------------------------------------------------------- order

// Bodies in their turns, behind each the joint to its parent and then the other groups of its turn.
static void list_nodes(ordering *o)
{
    int count = 0, unknowns = 0;
    for (int turn = 0; turn < o->bodies; turn++) {
        int body = o->order[o->bodies - 1 - turn], up = o->up[body];
        o->begin[turn] = count;
        o->list[count++] = body;
        if (up >= 0)
            o->list[count++] = o->bodies + up;
        for (int g = 0; g < o->groups; g++)
            if (o->turn[o->bodies + g] == turn && g != up)
                o->list[count++] = o->bodies + g;
    }
    o->begin[o->bodies] = count;
    for (int i = 0; i < o->nodes; i++) {
        o->first[o->list[i]] = unknowns;
        unknowns += node_size(o, o->list[i]);
    }
    o->k->unknowns = unknowns;
}

// ---------------------------------------------------------------- fronts

// Nodes of front `turn`, in the order of elimination: pivots and what they see; these then see each other.
static int list_front(ordering *o, int turn, int *node)
{
    int count = 0;
    for (int i = o->begin[turn]; i < o->nodes; i++) {
        bool in = i < o->begin[turn + 1];
        for (int p = o->begin[turn]; p < o->begin[turn + 1] && !in; p++)
            in = o->sees[(size_t)o->list[p] * (size_t)o->nodes + (size_t)o->list[i]];
        if (in)
            node[count++] = o->list[i];
    }
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++)
            see(o, node[a], node[b]);
    return count;
}

static br_status make_front(ordering *o, int turn, int *node)
{
    br_front *f = &o->k->front[turn];
    int count = list_front(o, turn, node), at = 0;
    f->parent = -1;
    for (int i = 0; i < count; i++) {
        f->size += node_size(o, node[i]);
        f->pivots += o->turn[node[i]] == turn ? node_size(o, node[i]) : 0;
        if (o->turn[node[i]] > turn && f->parent < 0)
            f->parent = o->turn[node[i]];
    }
    f->stride = (f->size + 3) / 4 * 4;
    f->index = calloc(2 * (size_t)f->size + 1, sizeof *f->index);
    if (!f->index)
        return BR_NO_MEMORY;
    f->up = f->index + f->size;
    for (int i = 0; i < count; i++)
        for (int u = 0; u < node_size(o, node[i]); u++)
            f->index[at++] = o->first[node[i]] + u;
    return BR_OK;
}

// Where an unknown stands in a front.
static int place_in(const br_front *f, int unknown)
{
    int at = 0;
    while (f->index[at] != unknown)
        at++;
    return at;
}

static br_status make_fronts(ordering *o)
{
    br_kkt *k = o->k;
    int *node = calloc((size_t)o->nodes + 1, sizeof *node);
    br_status status = node ? BR_OK : BR_NO_MEMORY;
    for (int turn = 0; turn < o->bodies && status == BR_OK; turn++)
        status = make_front(o, turn, node);
    free(node);
    for (int turn = 0; turn < o->bodies && status == BR_OK; turn++) {
        br_front *f = &k->front[turn];
        for (int i = f->pivots; i < f->size; i++)
            f->up[i - f->pivots] = place_in(&k->front[f->parent], f->index[i]);
    }
    return status;
}

// ---------------------------------------------------------------- places

static int earlier(const ordering *o, int a, int b)
{
    return b < 0 || (a >= 0 && o->turn[a] < o->turn[b]) ? a : b;
}

static void place_ties(ordering *o)
{
    br_kkt *k = o->k;
    for (int t = 0; t < k->ties; t++) {
        br_tie *tie = &k->tie[t];
        int g = o->of_tie[t], within = 0;
        for (int before = 0; before < t; before++)
            within += o->of_tie[before] == g;
        k->unknown[t] = o->first[o->bodies + g] + within;
        for (int s = 0; s < 2 && tie->body[s] >= 0; s++) {
            tie->front[s] = o->turn[tie->plain ? tie->body[s] : earlier(o, tie->body[0], tie->body[1])];
            tie->at[s] = place_in(&k->front[tie->front[s]], o->first[tie->body[s]]);
            tie->here[s] = place_in(&k->front[tie->front[s]], k->unknown[t]);
        }
    }
    for (int p = 0; p < k->presses; p++) {
        const br_tie *over = &k->tie[k->press[p].over];
        for (int s = 0; s < 2 && over->body[s] >= 0; s++)
            k->press[p].here[s] = place_in(&k->front[over->front[s]], k->unknown[k->press[p].tie]);
    }
}

static void place_segments(ordering *o)
{
    br_kkt *k = o->k;
    for (int i = 0; i < k->segments; i++) {
        br_segment *s = &k->segment[i];
        s->front = o->turn[earlier(o, s->from, s->to)];
        s->at_from = place_in(&k->front[s->front], o->first[s->from]);
        s->at_to = place_in(&k->front[s->front], o->first[s->to]);
    }
}

br_status br_kkt_plan_elimination(br_kkt *k)
{
    ordering o = {.k = k, .bodies = k->m->blocks, .groups = k->m->joints + k->m->measures};
    size_t bodies = (size_t)o.bodies, groups = (size_t)o.groups, nodes = bodies + groups;
    o.nodes = o.bodies + o.groups;
    int *ints = calloc((size_t)k->ties + groups + 6 * bodies + 3 * nodes + 2, sizeof *ints);
    o.ends = calloc(groups + 1, sizeof *o.ends);
    o.sees = calloc(nodes * nodes + 1, sizeof *o.sees);
    br_status status = ints && o.ends && o.sees ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        o.of_tie = ints;
        o.size = o.of_tie + k->ties;
        o.parent = o.size + groups;
        o.root = o.parent + bodies;
        o.far = o.root + bodies;
        o.up = o.far + bodies;
        o.order = o.up + bodies;
        o.begin = o.order + bodies;
        o.turn = o.begin + bodies + 1;
        o.list = o.turn + nodes;
        o.first = o.list + nodes;
        make_groups(&o);
        grow_tree(&o);
        choose_turns(&o);
        see_all(&o);
        list_nodes(&o);
        status = make_fronts(&o);
    }
    if (status == BR_OK) {
        place_ties(&o);
        place_segments(&o);
        memcpy(k->first, o.first, bodies * sizeof *k->first);
    }
    free(ints);
    free(o.ends);
    free(o.sees);
    return status;
}
