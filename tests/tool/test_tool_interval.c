// test_tool_interval.c - `bristle eval --interval` of every law holds what every point inside the box gives.
//
// A box is drawn for every law and parameter set, the command encloses it, and points inside are enclosed one by one by
// the library: each thin enclosure holds the true value, so it must meet the wide one. BR_COUNT points in all.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bristle/friction.h"
#include "law/builtin/builtin.h"
#include "twin/twin.h"

enum { MOST = 64, TEXT = 20000 };

typedef struct box {
    double x[2][MOST], u[2][MOST], p[MOST]; // lo, hi
    double out[2][MOST];
    char at[TEXT];
} box;

static void put(char *text, const char *format, ...) BR_PRINTF(2, 3);
static void put(char *text, const char *format, ...)
{
    va_list list;
    size_t n = strlen(text);
    va_start(list, format);
    vsnprintf(text + n, TEXT - n, format, list);
    va_end(list);
    assert_true(strlen(text) < TEXT - 1);
}

// The quantity of number i, without its element: "z" of "z[2]".
static void name_of(const br_friction *f, br_friction_part part, int i, char *name, char *unit)
{
    if (i >= br_friction_count(f, part)) {
        name[0] = unit[0] = 0;
        return;
    }
    assert_int_equal(br_friction_name(f, part, i, name, unit), BR_OK);
    name[strcspn(name, "[")] = 0;
    unit[strcmp(unit, "-") == 0 ? 0 : strlen(unit)] = 0;
}

static bool never_negative(const br_parsed_law *law, const char *name)
{
    for (int q = 0; q < law->nq; q++)
        if (strcmp(law->q[q].name, name) == 0)
            return law->q[q].low >= 0;
    return false;
}

static void draw(const br_friction *f, const br_parsed_law *law, br_friction_part part, twin_random *r, double wide,
                 double *lo, double *hi, char *at)
{
    char name[BR_FRICTION_NAME], next[BR_FRICTION_NAME], before[BR_FRICTION_NAME] = "", unit[BR_FRICTION_UNIT],
                                                         other[BR_FRICTION_UNIT];
    for (int i = 0; i < br_friction_count(f, part); i++) {
        name_of(f, part, i, name, unit);
        name_of(f, part, i + 1, next, other);
        bool positive = never_negative(law, name);
        double sign = positive || twin_chance(r, 0.5) ? 1 : -1, size = twin_decades(r, 1e-7, 1e-1);
        double half = size * wide * twin_uniform(r, 0, positive ? 0.9 : 2);
        lo[i] = sign * size - half;
        hi[i] = sign * size + half;
        if (strcmp(name, before) != 0)
            put(at, "%s = ", name);
        put(at, "%.17g..%.17g", lo[i], hi[i]);
        if (strcmp(name, next) == 0)
            put(at, ", ");
        else
            put(at, " %s\n", unit);
        snprintf(before, sizeof before, "%s", name);
    }
}

// The numbers of "values": {..} in the order of the rates and outputs; each is [lo, hi].
static int read_values(FILE *in, double out[2][MOST])
{
    static char text[TEXT];
    size_t size = fread(text, 1, sizeof text - 1, in);
    text[size] = 0;
    char *at = strstr(text, "\"values\""), *end;
    int n = 0;
    assert_non_null(at);
    at += strlen("\"values\"");
    for (int side = 0; *at && *at != '}'; at = end) {
        end = at + 1;
        if (*at == '"')
            end = strchr(end, '"') + 1; // a name
        else if (strncmp(at, "null", 4) == 0 || strchr("+-0123456789", *at)) {
            double unbounded = side == 0 ? -HUGE_VAL : HUGE_VAL;
            end = at + 4;
            out[side][n] = *at == 'n' ? unbounded : strtod(at, &end);
            n += side;
            side = 1 - side;
            assert_true(n < MOST);
        }
    }
    return n;
}

static void ask_tool(const char *law, const char *set, br_friction *f, box *b)
{
    static char command[TEXT + 1000];
    const char *tool = getenv("BR_TOOL");
    snprintf(command, sizeof command, "'%s' eval %s --params %s --at '%s' --interval --json -", tool, law, set, b->at);
    FILE *in = popen(command, "r");
    assert_non_null(in);
    int n = read_values(in, b->out);
    int code = pclose(in);
    if (code != 0 ||
        n < br_friction_count(f, BR_FRICTION_STATES) + br_friction_count(f, BR_FRICTION_OUTPUTS)) // updates follow
        fail_msg("exit %d, %d numbers: %s", code, n, command);
}

static long points(br_friction *f, const box *b, twin_random *r, long count, const char *law)
{
    int nx = br_friction_count(f, BR_FRICTION_STATES), nu = br_friction_count(f, BR_FRICTION_INPUTS);
    int ny = br_friction_count(f, BR_FRICTION_OUTPUTS);
    for (long k = 0; k < count; k++) {
        double x[MOST], u[MOST], out[2][MOST];
        for (int i = 0; i < nx; i++)
            x[i] = twin_uniform(r, b->x[0][i], b->x[1][i]);
        for (int i = 0; i < nu; i++)
            u[i] = twin_uniform(r, b->u[0][i], b->u[1][i]);
        br_status status = br_friction_enclose(f, x, x, NULL, u, u, b->p, b->p, out[0], out[1]);
        assert_true(status == BR_OK || status == BR_NOT_FINITE);
        for (int i = 0; i < nx + ny; i++)
            if (!(out[0][i] <= b->out[1][i] && out[1][i] >= b->out[0][i]))
                fail_msg("%s: number %d is in [%.17g, %.17g] at a point of\n%s, but the command says [%.17g, %.17g]",
                         law, i, out[0][i], out[1][i], b->at, b->out[0][i], b->out[1][i]);
    }
    return count;
}

static void the_command_encloses_every_law(void **state)
{
    (void)state;
    twin_random r = twin_seed("boxes");
    long done = 0, each = twin_points(100000) / 80 + 1; // a million per law in the soak
    int boxes = 0;
    for (int l = 0; l < br_builtin_count(); l++) {
        br_builtin law = br_builtin_at(l);
        br_parsed_law read;
        br_read_options o = {.find = br_builtin_text};
        assert_int_equal(br_law_read(&read, law.text, law.size, law.name, &o, NULL), BR_OK);
        for (int s = 0; s < read.nset && twin_is_law(law.name); s++) {
            static box b;
            br_friction *f;
            br_diag why = {0};
            if (br_friction_open(&f, law.name, read.set[s].name, NULL, &why) != BR_OK)
                continue; // a set of another variant
            br_friction_parameters(f, b.p);
            for (int wide = 0; wide < 8; wide++) { // 1e-7 to 1 of the size
                memset(b.at, 0, sizeof b.at);
                double share[] = {1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1};
                draw(f, &read, BR_FRICTION_INPUTS, &r, share[wide], b.u[0], b.u[1], b.at);
                draw(f, &read, BR_FRICTION_STATES, &r, share[wide], b.x[0], b.x[1], b.at);
                ask_tool(law.name, read.set[s].name, f, &b);
                done += points(f, &b, &r, each, law.name);
                boxes++;
            }
            br_friction_close(f);
        }
        br_law_free(&read);
    }
    printf("%d boxes, %ld points\n", boxes, done);
    assert_true(boxes >= 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_command_encloses_every_law)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
