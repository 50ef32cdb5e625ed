// package_text.c - texts of a package: names, numbers, header, vectors, self-test.   [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"
#include "num/text/number.h"

#include <math.h>
#include <string.h>

void br_packing_put(const br_packing *w, br_buffer *out, const char *text)
{
    for (; *text; text++)
        if (*text == '@')
            br_buffer_put(out, w->prefix);
        else if (*text == '^')
            br_buffer_put(out, w->capital);
        else
            br_buffer_add(out, text, 1);
}

void br_packing_number(const br_packing *w, br_buffer *out, double value)
{
    char text[BR_NUMBER_SIZE];
    double most = w->o->single ? 3.4028234663852886e38 : 1.7976931348623157e308;
    value = isnan(value) || value > most ? most : value < -most ? -most : value;
    if (w->o->single)
        brf_number_write(text, (float)value);
    else
        br_number_write(text, value);
    br_buffer_put(out, text);
    if (!strpbrk(text, ".e"))
        br_buffer_put(out, ".0");
    br_buffer_put(out, w->o->single ? "f" : "");
}

static void put_list(const br_packing *w, br_buffer *out, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        br_buffer_put(out, i == 0 ? "" : ", ");
        br_packing_number(w, out, v[i]);
    }
    if (n == 0)
        br_packing_number(w, out, 0);
}

void br_packing_numbers(const br_packing *w, br_buffer *out, const char *name, const double *v, int n)
{
    br_buffer_print(out, "static const br_real %s[] = {", name);
    put_list(w, out, v, n);
    br_buffer_put(out, "};\n");
}

// ---------------------------------------------------------------- names

// A name of a law as part of one of C: "fr.kappa" is fr_kappa.
static void put_mangled(br_buffer *out, const char *name)
{
    for (; *name; name++) {
        bool plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') || (*name >= '0' && *name <= '9');
        br_buffer_add(out, plain ? name : "_", 1);
    }
}

static bool same_mangled(const char *a, const char *b)
{
    br_buffer x = {0}, y = {0};
    put_mangled(&x, a);
    put_mangled(&y, b);
    bool same = x.text && y.text && strcmp(x.text, y.text) == 0;
    br_buffer_free(&x);
    br_buffer_free(&y);
    return same;
}

// "    AXIS_P_kappa = 2, // N/m, and the 3 behind it: stiffness"; one that is called as another one before it gets its place
// behind it.
static void put_place(const br_packing *w, br_buffer *out, const char *what, const char *name, int at, int len,
                      const char *unit, const char *words, bool taken)
{
    size_t from = out->size;
    br_buffer_print(out, "    %s_%s_", w->capital, what);
    put_mangled(out, name);
    if (taken)
        br_buffer_print(out, "_%d", at);
    br_buffer_print(out, " = %d,", at);
    br_buffer_pad(out, from, 36);
    br_buffer_print(out, "// %s", unit);
    if (len > 1)
        br_buffer_print(out, ", and the %d behind it", len - 1);
    br_buffer_put(out, !words[0] ? "" : len > 1 ? ": " : ", ");
    br_words_in_c(out, words);
    br_buffer_put(out, "\n");
}

static void put_quantities(const br_packing *w, br_buffer *out, br_kind kind, const char *what)
{
    const br_model *m = w->model;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *k = &m->law.q[q];
        bool taken = false;
        for (int i = 0; i < q; i++)
            taken = taken || (m->law.q[i].kind == kind && same_mangled(m->law.q[i].name, k->name));
        if (k->kind == kind)
            put_place(w, out, what, k->name, m->at[q], br_model_len(m, q), k->si_text, k->words, taken);
    }
}

// Numbers of the tuning: estimated ones, outputs.
static void put_tuned(const br_packing *w, br_buffer *out, int from, int count, int first, const char *what)
{
    const br_tuned *t = count > 0 ? w->ob.tuning.number + from : NULL; // an elasto-plastic observer tunes nothing
    for (int i = 0; i < count; i++) {
        bool taken = false;
        for (int k = 0; k < i; k++)
            taken = taken || same_mangled(t[k].name, t[i].name);
        put_place(w, out, what, t[i].name, first + i, 1, t[i].unit, br_packing_tuned_words(w, from + i), taken);
    }
}

static void put_measured(const br_packing *w, br_buffer *out)
{
    if (w->plan.observer == BR_PLAN_EP)
        put_place(w, out, "Y", "x", 0, 1, "the position, in the unit of z", "", false);
    for (int i = 0; i < w->ob.observeds; i++)
        put_place(w, out, "Y", w->ob.observed[i].name, i, 1, w->ob.observed[i].unit, br_packing_measured_words(w, i),
                  false);
}

// ---------------------------------------------------------------- the header

const char *br_packing_observer(const br_packing *w)
{
    static const char *const name[] = {"extended Kalman filter", "unscented Kalman filter", "moving horizon",
                                       "elasto-plastic estimator"};
    return name[w->plan.observer];
}

void br_packing_subject(const br_packing *w, br_buffer *out)
{
    if (w->plan.compensator)
        br_buffer_print(out, "compensator %s (%s) for an axis with the friction %s", w->row.rival->name,
                        w->row.rival->words, w->o->axis->known->law.name);
    else
        br_buffer_print(out, "%s of the law %s", br_packing_observer(w), w->model->law.name);
}

// "};" behind places; the last one has no comma (C++98).
void br_packing_end_places(br_buffer *out)
{
    size_t line = out->size;
    while (line > 1 && out->text[line - 2] != '\n')
        line--;
    char *comma = out->text ? strchr(out->text + line - 1, ',') : NULL;
    if (comma)
        *comma = ' ';
    br_buffer_put(out, "};\n");
}

static void put_enum(const br_packing *w, br_buffer *out, const char *words, br_kind kind, const char *what,
                     int numbers)
{
    if (numbers == 0)
        return;
    br_buffer_print(out, "\n// %s\nenum {\n", words);
    put_quantities(w, out, kind, what);
    br_packing_end_places(out);
}

static void put_places(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    if (p->compensator) {
        br_packing_compensator_places(w, out);
        if (p->estimates)
            put_enum(w, out, "Numbers that are estimated.", BR_STATE, "X", p->nx);
        put_enum(w, out, "Parameters of the law.", BR_PARAM, "P", p->np);
        return;
    }
    if (p->observer == BR_PLAN_EP)
        br_buffer_print(
            out, "\n// Inputs, in SI as everything here.\nenum {\n    %s_U_v = 0 // velocity; NaN: not known\n};\n",
            w->capital);
    else
        put_enum(w, out, "Inputs, in SI as everything here.", BR_INPUT, "U", p->nu);
    br_buffer_put(out, "\n// Measurements.\nenum {\n");
    put_measured(w, out);
    br_packing_end_places(out);
    br_buffer_put(out, "\n// Numbers that are estimated: states, then the others.\nenum {\n");
    put_quantities(w, out, BR_STATE, "X");
    put_tuned(w, out, p->nx, p->ne, p->nx, "E");
    br_packing_end_places(out);
    if (p->ny > 0) {
        br_buffer_put(out, "\n// Outputs.\nenum {\n");
        if (p->observer == BR_PLAN_EP)
            put_place(w, out, "F", "F", 0, 1, "friction force", "", false);
        else
            put_tuned(w, out, p->nx + p->ne, p->ny, 0, "F");
        br_packing_end_places(out);
    }
    put_enum(w, out, "Parameters; what is estimated is not read.", BR_PARAM, "P", p->np);
    if (p->observer != BR_PLAN_EP)
        br_packing_count_places(w, out);
}

// What is called of an observer.
static void put_functions(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    br_packing_put(
        w, out,
        "// As emitted: parameters, weights and start values. Answers 0; anything else is a mistake of this package.\n"
        "// Until then every other call answers 2, or NaN.\n"
        "int @_init(@ *o);\n\n"
        "// From anew with ^_NUMBERS numbers, as @_value gives them, those out of their range brought back to it; "
        "parameters and\n// weights stay as they are. 0: done; 2: one is not finite, and nothing has changed.\n"
        "int @_reset(@ *o, const @_real *x);\n\n"
        "// A sample: inputs, held from now on (one that is NaN or infinite: the last one is), and measurements (NaN "
        "or\n"
        "// infinite: missing). 0: done; 5: nothing finite follows from these numbers, and the sample was left out; 4: "
        "a "
        "parameter or\n// weight makes no sense (below), and the sample was taken with those before; 2: u or y is "
        "NULL.\n"
        "int @_step(@ *o, const @_real *u, const @_real *y);\n\n");
    if (p->observer == BR_PLAN_MHE)
        br_packing_put(w, out,
                       "// The work for the next sample, so that @_step answers at once; else @_step does it first. 0: "
                       "done; 4: as of "
                       "@_step.\nint @_prepare(@ *o);\n\n"
                       "// A part of that work. 1: all is done; 0: there is more. All is done after ^_SLICES calls, "
                       "mostly fewer.\n"
                       "int @_slice(@ *o);\n\n");
    br_packing_put(w, out,
                   "// Number i as it is estimated, and its standard deviation; NaN: there is no such number.\n"
                   "@_real @_value(const @ *o, int i);\n@_real @_sd(@ *o, int i);\n\n");
    if (p->ny > 0)
        br_packing_put(
            w, out,
            "// Output i as it is expected now, and its standard deviation (sd NULL: not wanted); NaN: there is none.\n"
            "@_real @_output(@ *o, int i, @_real *sd);\n\n");
    br_packing_put(
        w, out,
        "// May be changed between samples: parameters; variances per second of the process noise, of all "
        "numbers\n// (those of estimated numbers as shares of their scale, squared); and of measurement i its "
        "variance, above 0.\n"
        "@_real *@_parameters(@ *o);\n@_real *@_process_noise(@ *o);\n@_real *@_sensor_noise(@ *o, int i);\n\n"
        "// And standard deviations at any time, at most, of all numbers (those of estimated ones as shares of their "
        "scale).\n"
        "@_real *@_largest_sd(@ *o);\n\n"
        "// What of these has changed is looked at by the next call that uses it. Parameters are where the law has "
        "them, each "
        "and as it\n// requires of them together (but not of one that is estimated); all else is finite and not "
        "negative. Of a list that is not so,\n// the numbers before are put back, ^_C_refused counts that, and the "
        "call answers 4. NULL: there is no such measurement, or it\n// has not begun.\n");
    if (p->observer == BR_PLAN_MHE)
        br_buffer_put(out, "// Process noise that is 0 stays 0.\n");
    br_packing_put(w, out,
                   "\n"
                   "unsigned long @_count(const @ *o, int i); // of ^_C_...\n\n");
}

// What an application does, as C that compiles.
static void put_example(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    br_packing_put(w, out,
                   "//     static @ o;\n"
                   "//     if (@_init(&o) != 0)\n"
                   "//         return 1;\n"
                   "//     for (;;) { // at every sample\n");
    if (p->nu > 0)
        br_packing_put(w, out, "//         @_real u[^_INPUTS] = {0};   // ^_U_... say what stands where\n");
    br_packing_put(w, out, "//         @_real y[^_MEASURED] = {0}; // ^_Y_...\n");
    br_packing_put(w, out, p->nu > 0 ? "//         @_step(&o, u, y);\n" : "//         @_step(&o, y, y);\n");
    if (p->compensator)
        br_packing_put(w, out, "//         @_real F = @_command(&o); // for the drive, until the next sample\n");
    else if (p->observer == BR_PLAN_EP)
        br_packing_put(w, out, "//         @_real F = @_force(&o); // friction\n");
    else
        br_packing_put(w, out, "//         @_real z = @_value(&o, 0); // what is estimated: ^_X_...\n");
    if (p->observer == BR_PLAN_MHE && !p->compensator)
        br_packing_put(w, out,
                       "//         for (int i = 0; i < ^_SLICES && !@_slice(&o); i++) {\n"
                       "//             // the work for the next sample, as time allows; or all at once: @_prepare(&o)\n"
                       "//         }\n");
    br_packing_put(w, out, "//     }\n//\n");
}

void br_packing_header(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    br_packing_put(w, out, "// @.h - ");
    br_packing_subject(w, out);
    br_buffer_put(out, " at ");
    br_buffer_number(out, w->o->rate);
    br_packing_put(w, out, " Hz. Emitted by bristle.\n//\n");
    put_example(w, out);
    br_packing_put(w, out,
                   "// No heap, no files, no globals, no calls through pointers. One object belongs to one thread, and "
                   "stays where "
                   "it was begun:\n// a copy of one that has begun is none, and answers so.\n"
                   "#ifndef ^_H\n#define ^_H\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    br_buffer_print(out, "typedef %s ", w->o->single ? "float" : "double");
    br_packing_put(w, out, "@_real;\n\nenum {\n");
    const struct {
        const char *name, *words;
        int n;
    } size[] = {{"INPUTS", "of a sample", p->nu},
                {"MEASURED", "of a sample", p->measured},
                {"STATES", "of the law", p->nx},
                {"NUMBERS", "that are estimated: states, then the others", p->nx + p->ne},
                {"OUTPUTS", "of the law", p->ny},
                {"PARAMETERS", "of the law", p->np},
                {"SLICES", "of the work for a sample, at most", w->replay.slices}};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        if (!strstr(p->compensator               ? p->estimates ? "OUTPUTS SLICES" : "NUMBERS OUTPUTS SLICES"
                    : p->observer == BR_PLAN_MHE ? ""
                                                 : "SLICES",
                    size[i].name) &&
            (!p->compensator || size[i].n > 0))
            br_buffer_print(out, "    %s_%s = %d, // %s\n", w->capital, size[i].name, size[i].n, size[i].words);
    br_packing_end_places(out);
    put_places(w, out);
    br_packing_put(w, out,
                   "\n// One object; what it holds is its own business. It may not be copied or moved: it points into "
                   "itself.\n"
                   "typedef struct @ {\n    union {\n        @_real number;\n        void *place;\n"
                   "        unsigned long count;\n");
    br_buffer_print(out, "        unsigned char byte[%zu];\n",
                    w->replay.object + (w->replay.bytes + 15) / 8 * 8 + (w->replay.lent + 15) / 8 * 8 +
                        (w->o->mixed ? sizeof(br_elsewhere) + (w->mixed.bytes + 15) / 8 * 8 : 0) + 32 +
                        (p->observer == BR_PLAN_MHE || p->compensator ? 8 * (size_t)(p->np + p->nu + 3) : 64) +
                        (p->observer == BR_PLAN_EP ? 0 : br_packing_kept_bytes(w)));
    br_packing_put(w, out, "    } room;\n} @;\n\n");
    if (p->compensator)
        br_packing_compensator_functions(w, out);
    else if (p->observer == BR_PLAN_EP)
        br_packing_elasto_functions(w, out);
    else
        put_functions(w, out);
    br_packing_put(w, out, "#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

// ---------------------------------------------------------------- vectors and self-test

static void put_rows(const br_packing *w, br_buffer *out, const char *name, const double *v, int rows, int width)
{
    br_packing_put(w, out, "static const @_real ");
    br_buffer_print(out, "%s[%d][%d] = {\n", name, rows, width > 0 ? width : 1);
    for (int k = 0; k < rows; k++) {
        br_buffer_put(out, "    {");
        put_list(w, out, v + (ptrdiff_t)k * width, width);
        br_buffer_put(out, "},\n");
    }
    br_buffer_put(out, "};\n");
}

void br_packing_vectors(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    int width = br_plan_found(p);
    br_packing_put(w, out, "// vectors.h - samples for @, and what the library of bristle makes of them.\n");
    br_buffer_print(out, "enum { VECTORS = %d, FOUND = %d };\n", w->replay.rows, width);
    br_buffer_put(out,
                  p->compensator ? "// Position, velocity and acceleration that are asked for.\n" : "// Inputs.\n");
    put_rows(w, out, "vector_u", w->vector_u, w->replay.rows, p->nu);
    br_buffer_put(out, "// Measurements; the largest number that there is: missing.\n");
    put_rows(w, out, "vector_y", w->vector_y, w->replay.rows, p->measured);
    br_buffer_put(out, p->compensator              ? "// Command, feedback, friction, trust; states of the estimator.\n"
                       : p->observer == BR_PLAN_EP ? "// Deflection and friction force.\n"
                                                   : "// Numbers, their standard deviations, outputs, theirs.\n");
    put_rows(w, out, "vector_found", w->replay.found, w->replay.rows, width);
    br_buffer_put(out, "// What a step answers.\nstatic const unsigned char vector_answer[VECTORS] = {");
    for (int k = 0; k < w->replay.rows; k++)
        br_buffer_print(out, "%s%d", k == 0 ? "" : k % 40 == 0 ? ",\n    " : ", ", w->replay.answer[k]);
    br_buffer_put(out, "};\n");
}

// What is read after a sample, in the order of br_plan_found.
static void put_reading(const br_packing *w, br_buffer *out)
{
    const br_plan *p = &w->plan;
    if (p->compensator)
        br_packing_put(w, out,
                       "    to[0] = @_command(&object);\n    to[1] = @_feedback(&object);\n"
                       "    to[2] = @_friction(&object);\n    to[3] = @_trust(&object);\n");
    else if (p->observer == BR_PLAN_EP)
        br_packing_put(w, out, "    to[0] = @_deflection(&object);\n    to[1] = @_force(&object);\n");
    else
        br_packing_put(w, out,
                       "    for (int i = 0; i < ^_NUMBERS; i++) {\n"
                       "        to[i] = @_value(&object, i);\n"
                       "        to[^_NUMBERS + i] = @_sd(&object, i);\n    }\n");
    if (p->compensator && p->estimates)
        br_packing_put(w, out, "    for (int i = 0; i < ^_STATES; i++)\n        to[4 + i] = @_value(&object, i);\n");
    if (p->ny > 0 && p->observer != BR_PLAN_EP && !p->compensator)
        br_packing_put(w, out,
                       "    for (int i = 0; i < ^_OUTPUTS; i++)\n"
                       "        to[2 * ^_NUMBERS + i] = @_output(&object, i, &to[2 * ^_NUMBERS + ^_OUTPUTS + i]);\n");
}

// Names of what put_reading reads: "z", "standard deviation of z".
static void put_found_names(const br_packing *w, br_buffer *out)
{
    static const char *const of_compensators[] = {"command", "feedback", "friction", "trust"};
    const br_plan *p = &w->plan;
    int found = br_plan_found(p), n = p->nx + p->ne;
    br_buffer_put(out, "static const char *const name[FOUND] = {\n");
    for (int i = 0; i < found; i++) {
        br_buffer_put(out, "    \"");
        if (p->compensator && i >= 4)
            br_packing_state_name(w, out, i - 4);
        else if (p->compensator)
            br_buffer_put(out, of_compensators[i]);
        else if (p->observer == BR_PLAN_EP)
            br_buffer_put(out, i == 0 ? "deflection" : "force");
        else {
            bool sd = i < 2 * n ? i >= n : i >= 2 * n + p->ny;
            int at = i < 2 * n ? i % n : n + (i - 2 * n) % p->ny;
            br_buffer_print(out, "%s%s", sd ? "standard deviation of " : "", w->ob.tuning.number[at].name);
        }
        br_buffer_put(out, i + 1 < found ? "\",\n" : "\"\n};\n\n");
    }
}

void br_packing_selftest(const br_packing *w, br_buffer *out)
{
    br_packing_put(w, out,
                   "// selftest.c - @ finds, to the last bit, what the library of bristle finds: PASS, or the first "
                   "sample that differs.\n"
                   "//\n"
                   "//     cc -std=c99 -O2 @.c");
    br_packing_put(w, out, w->o->mixed ? " @_float.c" : "");
    br_packing_put(w, out,
                   " selftest.c -lm -o selftest && ./selftest\n"
                   "#include \"@.h\"\n#include \"vectors.h\"\n\n"
                   "#include <float.h>\n#include <stdio.h>\n#include <string.h>\n\n");
    br_buffer_print(out, "#define LARGEST %s\n\n", w->o->single ? "FLT_MAX" : "DBL_MAX");
    put_found_names(w, out);
    br_packing_put(w, out,
                   "static @ object;\n\n"
                   "static void read_all(@_real *to)\n{\n");
    put_reading(w, out);
    br_packing_put(
        w, out,
        "}\n\n"
        "static int step(int k)\n{\n"
        "    volatile @_real zero = 0;\n"
        "    @_real y[^_MEASURED];\n"
        "    for (int i = 0; i < ^_MEASURED; i++)\n"
        "        y[i] = vector_y[k][i] < LARGEST ? vector_y[k][i] : zero / zero;\n"
        "    return @_step(&object, vector_u[k], y);\n}\n\n"
        "int main(void)\n{\n"
        "    if (@_init(&object) != 0) {\n        puts(\"FAIL: it does not start\");\n        return 1;\n    }\n"
        "    for (int k = 0; k < VECTORS; k++) {\n"
        "        @_real found[FOUND];\n"
        "        int status = step(k);\n"
        "        read_all(found);\n"
        "        if (status != vector_answer[k]) {\n"
        "            printf(\"FAIL: sample %d: @_step answers %d and should answer %d\\n\", k, status, "
        "vector_answer[k]);\n"
        "            return 1;\n        }\n"
        "        for (int i = 0; i < FOUND; i++)\n"
        "            if (memcmp(&found[i], &vector_found[k][i], sizeof found[i]) != 0) {\n"
        "                printf(\"FAIL: sample %d: %s is %.17g and should be %.17g\\n\", k, name[i], "
        "(double)found[i],\n                       (double)vector_found[k][i]);\n"
        "                puts(\"Was it compiled with -ffast-math, a part of it, or -ffp-contract=fast?\");\n"
        "                return 1;\n            }\n    }\n"
        "    printf(\"PASS: %d samples\\n\", VECTORS);\n    return 0;\n}\n");
}
