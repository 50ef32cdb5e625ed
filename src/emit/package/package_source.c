// package_source.c - the source of a package: sources of the library, the printed law, the functions of its header.  [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "emit/source/pieces.h"
#include "law/builtin/embedded.h"
#include "law/print/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES = 256 };

// The sources in an order in which every file comes behind those it includes.
typedef struct adding {
    br_pieces *pieces;
    const br_buffer *system; // stands for num/base/sys.h
    bool done[SOURCES];
} adding;

static int find_source(const char *name, size_t size)
{
    for (int i = 0; i < SOURCES && br_embedded_target[i].name; i++)
        if (strlen(br_embedded_target[i].name) == size && strncmp(br_embedded_target[i].name, name, size) == 0)
            return i;
    return -1;
}

static void add_source(adding *a, int i)
{
    const br_text *t = &br_embedded_target[i];
    if (i < 0 || a->done[i])
        return;
    a->done[i] = true;
    for (const char *s = t->text; (s = strstr(s, "#include ")); s++) {
        const char *name = s + strlen("#include ") + 1;
        add_source(a, find_source(name, strcspn(name, "\">")));
    }
    br_pieces_add(a->pieces, t->name, t->text, t->size, BR_PIECE_SOURCE);
    if (strcmp(t->name, "num/base/sys.h") == 0)
        br_pieces_add(a->pieces, "package/sys.h", a->system->text, a->system->size, BR_PIECE_REPLACES);
}

static br_status print_law(const br_packing *w, char **text)
{
    br_print_options o = {
        .single = w->o->single, .some = true, .margins = true, .required = w->required, .prefix = "br_law_"};
    return br_parsed_law_print(&w->model->law, &o, text, w->why);
}

// The rules of fp.h stand at the top, as in every source.
static void put_top(const br_packing *w, br_buffer *out)
{
    char name[BR_PREFIX_MOST + 8]; // as files are called
    snprintf(name, sizeof name, "%s%s", w->prefix, w->o->mixed && w->o->single ? "_float" : "");
    br_buffer_print(out,
                    "// %s.c - what %s.h declares. Emitted by bristle; changes are lost when it is emitted again.\n",
                    name, name);
    br_buffer_print(out,
                    "//\n"
                    "// Made of the sources of bristle, whose file names stand above their pieces. Everything but the "
                    "functions of %s.h is static.\n",
                    name);
    br_buffer_put(out,
                  "#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)\n"
                  "#error \"no part of -ffast-math, please: results would differ from machine to machine\"\n#endif\n");
    const char *guard = strstr(br_embedded_fp.text, "#if defined(__FAST_MATH__)");
    const char *end = strstr(guard, "\n#endif\n\n// Marks") + strlen("\n#endif\n\n");
    const char *last = br_embedded_fp.text + br_embedded_fp.size - strlen("\n#endif\n");
    br_buffer_add(out, guard, (size_t)(end - guard));
    br_buffer_add(out, end, (size_t)(last - end));
    br_buffer_print(out, "\n#include \"%s.h\"\n", name);
    if (br_packing_is_outer(w))
        br_packing_put(w, out, "#include \"@_float.h\"\n");
    br_buffer_put(out, "#include <float.h>\n#include <limits.h>\n#include <stdbool.h>\n"
                       "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n");
}

br_status br_packing_assemble(const br_packing *w, const br_buffer *calls, const br_piece_kind *kind, int kinds,
                              br_buffer *out)
{
    const br_plan *plan = &w->plan;
    int nx = plan->nx, ne = plan->ne, ny = plan->ny, n = nx + ne;
    const br_piece_size size[] = {// of vectors (loop/filter/joint.h), Gaussians and recursions
                                  {"loop/", "joint", "nx", nx},
                                  {"loop/", "joint", "ne", ne},
                                  {"loop/", "joint", "n", n},
                                  {"loop/", "joint", "ny", ny + n},
                                  {"loop/filter/joint", "j", "nx", nx},
                                  {"loop/filter/joint", "j", "ne", ne},
                                  {"loop/filter/joint", "j", "n", n},
                                  {"loop/filter/joint", "j", "ny", ny + n},
                                  {"loop/", "gaussian", "n", n},
                                  {"loop/filter/gaussian", "b", "n", n},
                                  {"loop/horizon/riccati", "o", "nx", nx},
                                  {"loop/horizon/riccati", "o", "n", n},
                                  // points of a step side by side, where there is one at a time
                                  {"loop/flow/", "f", "n", 1}};
    enum { SIZES = sizeof size / sizeof *size };
    bool one = plan->observer == BR_PLAN_EKF;
    bool outer = br_packing_is_outer(w);
    br_pieces p = {.single = w->o->single, .size = size, .sizes = one ? SIZES : SIZES - 1, .elsewhere = outer};
    br_buffer system = {0};
    adding a = {.pieces = &p, .system = &system};
    char *law = NULL;
    br_status status = print_law(w, &law); // of the half in double only its conditions are taken
    if (status == BR_OK) {
        br_packing_system(w, &system);
        status = system.status;
    }
    if (status == BR_OK) {
        for (int i = 0; i < SOURCES && br_embedded_target[i].name; i++)
            add_source(&a, i);
        br_pieces_add(&p, "package/law.c", law, strlen(law), BR_PIECE_SOURCE);
        br_pieces_add(&p, "package/calls.c", calls->text, calls->size, BR_PIECE_CALLS);
        br_pieces_gather(&p, kind, kinds);
        put_top(w, out);
        br_pieces_write(&p, out);
        status = p.status;
    }
    free(law);
    br_buffer_free(&system);
    br_pieces_free(&p);
    return status;
}

br_status br_packing_source(br_packing *w, br_buffer *out)
{
    br_buffer calls = {0};
    char observer[40], flow[60], compensator[60];
    const char *name = w->plan.compensator ? br_packing_compensator_kind(w) : "none";
    snprintf(observer, sizeof observer, "br_kalman_%s", br_plan_filter(&w->plan));
    snprintf(flow, sizeof flow, "br_integrator_%s", w->plan.flow);
    snprintf(compensator, sizeof compensator, "br_compensate_%s", name);
    const br_piece_kind kind[] = {{"loop/filter/kalman", observer},
                                  {"loop/flow/", flow},
                                  {"loop/friction/compensate", compensator},
                                  {"loop/signal/differentiate", "br_differentiate_kalman"}};
    br_packing_calls(w, &calls);
    br_status status = calls.status == BR_OK ? br_packing_assemble(w, &calls, kind, 4, out) : calls.status;
    br_buffer_free(&calls);
    return status;
}
