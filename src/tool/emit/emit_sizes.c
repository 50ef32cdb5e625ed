// emit_sizes.c - flash, memory, stack and instructions of a package on a Cortex-M, by cross compiler and QEMU.   [host]
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "tool/emit/emit.h"
#include "tool/kit/progress.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { READ_MOST = 16 << 20 };

// A controller: how to compile for it, the board that QEMU has of it, and a usual clock.
typedef struct controller {
    const char *name, *cpu, *fpu, *board;
    double clock; // Hz
} controller;

static const controller controllers[] = {{"Cortex-M4F", "cortex-m4", "-mfpu=fpv4-sp-d16", "mps2-an386", 168e6},
                                         {"Cortex-M7", "cortex-m7", "-mfpu=fpv5-d16", "mps2-an500", 480e6}};

// Vectors of a bare program: switches the FPU on and hands over to newlib.
static const char start[] = "    .syntax unified\n    .thumb\n    .section .vectors, \"a\"\n    .word 0x00400000\n"
                            "    .word reset, hang, hang, hang, hang, hang\n\n    .text\n    .thumb_func\nreset:\n"
                            "    ldr r0, =0xe000ed88\n    ldr r1, [r0]\n    orr r1, r1, #0x00f00000\n"
                            "    str r1, [r0]\n    dsb\n    isb\n    b _start\n\n    .thumb_func\nhang:\n    b hang\n";

// Counts by the timer of the core, which QEMU drives by instructions: 4 ns each, 40 ns a tick; and paints the stack below,
// to see how much of it a step uses. Behind the samples of the vectors come TURNS whose inputs go from one of their ends to the
// other: reversals at full speed are what takes longest. @ is the prefix, ^ the same in capitals.
static const char measure[] =
    "#include \"@.h\"\n#include \"vectors.h\"\n#include <stdint.h>\n#include <stdio.h>\n\nstatic @ object;\n"
    "#define CONTROL (*(volatile unsigned *)0xe000e010u)\n#define RELOAD (*(volatile unsigned *)0xe000e014u)\n"
    "#define NOW (*(volatile unsigned *)0xe000e018u)\n"
    "enum { PAINT = 65536, SAMPLES = VECTORS + TURNS };\n\n"
    "static unsigned used(uintptr_t from, int paint)\n{\n    unsigned n = 0;\n"
    "    for (unsigned i = 64; i < PAINT; i++) {\n"
    "        volatile unsigned char *at = (volatile unsigned char *)(from - i);\n"
    "        if (paint)\n            *at = 0xa5;\n        else if (*at != 0xa5)\n            n = i;\n    }\n"
    "    return n;\n}\n\n"
    "static @_real low[^_INPUTS + 1], high[^_INPUTS + 1];\n\n"
    "static int step(int k)\n{\n    @_real u[^_INPUTS + 1];\n    int at = k % VECTORS;\n"
    "    for (int i = 0; i < ^_INPUTS; i++) {\n        u[i] = vector_u[at][i];\n"
    "        low[i] = k == 0 || u[i] < low[i] ? u[i] : low[i];\n"
    "        high[i] = k == 0 || u[i] > high[i] ? u[i] : high[i];\n"
    "        if (k >= VECTORS)\n            u[i] = k % 2 ? high[i] : low[i];\n    }\n"
    "    return @_step(&object, u, vector_y[at]);\n}\n\n"
    "int main(void)\n{\n    unsigned least = ~0u, most = 0;\n    uintptr_t here;\n    __asm__ volatile(\"mov %0, sp\" "
    ": \"=r\"(here));\n"
    "    RELOAD = 0xffffff;\n    NOW = 0;\n    CONTROL = 5;\n    used(here, 1);\n"
    "    if (@_init(&object) != 0)\n        return 1;\n"
    "    for (int k = 0; k < SAMPLES; k++) {\n        unsigned begun = NOW;\n        int status = step(k);\n"
    "        unsigned took = (begun - NOW) & 0xffffff;\n        (void)status;\n        if (k > 0) {\n"
    "            least = took < least ? took : least;\n            most = took > most ? took : most;\n        }\n    "
    "}\n"
    "    unsigned stack = used(here, 0);\n"
    "    printf(\"%.0f %.0f %u %u\\n\", 10.0 * least, 10.0 * most, (unsigned)sizeof object, stack);\n"
    "    return 0;\n}\n";

// Of a package, without their ending.
enum { SOURCES = 2 };
typedef struct sources {
    char name[SOURCES][60];
    int count;
} sources;

typedef struct sizes {
    long flash, object, stack;
    long used;          // of the stack, along the samples
    double least, most; // instructions of a step
} sizes;

// ---------------------------------------------------------------- other programs

// Where programs run, and how many of them have.
typedef struct workplace {
    const char *folder;
    progress *bar;
    int done, all;
} workplace;

// Waits for a program, or ends it and all that it has started where nobody wants it any more.
static bool wait_for(const workplace *w, pid_t child)
{
    const struct timespec pause = {0, 20000000};
    int status = 1;
    pid_t ended = 0;
    while (ended == 0) {
        if (!progress_show(w->bar, (double)w->done / w->all)) {
            kill(-child, SIGKILL);
            (void)!waitpid(child, &status, 0);
            return false;
        }
        ended = waitpid(child, &status, WNOHANG);
        if (ended == 0)
            nanosleep(&pause, NULL);
        ended = ended < 0 && errno == EINTR ? 0 : ended;
    }
    return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A program in a process group of its own, which can be ended as one.
static bool start_program(pid_t *child, const char *const *words, const posix_spawn_file_actions_t *actions)
{
    posix_spawnattr_t own;
    if (posix_spawnattr_init(&own) != 0)
        return false;
    bool began = posix_spawnattr_setflags(&own, POSIX_SPAWN_SETPGROUP) == 0 &&
                 posix_spawnattr_setpgroup(&own, 0) == 0 &&
                 posix_spawnp(child, words[0], actions, &own, (char *const *)words, environ) == 0;
    posix_spawnattr_destroy(&own);
    return began;
}

// Runs a program in a folder, its words in `to` there; answers whether it ended well.
static bool run_program(workplace *w, const char *const *words, const char *to)
{
    const char *all[40] = {"env"};
    br_buffer path = {0}, home = {0};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int count = 0;
    br_buffer_print(&path, "%s/%s", w->folder, to);
    br_buffer_print(&home, "TMPDIR=%s", w->folder); // files of the compiler's own go with ours
    while (count < 37 && words[count]) {
        all[count + 2] = words[count];
        count++;
    }
    all[1] = home.text;
    if (path.status != BR_OK || home.status != BR_OK || words[count] || posix_spawn_file_actions_init(&actions) != 0) {
        br_buffer_free(&path);
        br_buffer_free(&home);
        return false;
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, path.text, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    bool done = start_program(&child, all, &actions) && wait_for(w, child);
    posix_spawn_file_actions_destroy(&actions);
    br_buffer_free(&path);
    br_buffer_free(&home);
    w->done++;
    return done;
}

static char *read_in(const char *folder, const char *name)
{
    br_buffer path = {0};
    char *text = NULL;
    size_t size;
    br_buffer_print(&path, "%s/%s", folder, name);
    if (path.status != BR_OK || br_file_read(path.text, READ_MOST, &text, &size, NULL) != BR_OK)
        text = NULL;
    br_buffer_free(&path);
    return text;
}

static bool write_in(const char *folder, const char *name, const char *text, size_t size)
{
    br_buffer path = {0};
    br_buffer_print(&path, "%s/%s", folder, name);
    bool done = path.status == BR_OK && br_file_write(path.text, text, size, true, NULL) == BR_OK;
    br_buffer_free(&path);
    return done;
}

// ---------------------------------------------------------------- the deepest stack

typedef struct node {
    const char *name;
    int size;
    long own, deepest; // bytes; deepest -1: not known yet, -2: being found
} node;

typedef struct graph {
    node *node;
    int nodes;
    const char *text;
} graph;

static int find_node(const graph *g, const char *name, int size)
{
    for (int i = 0; i < g->nodes; i++)
        if (g->node[i].size == size && strncmp(g->node[i].name, name, (size_t)size) == 0)
            return i;
    return -1;
}

static int quoted(const char *s)
{
    return (int)strcspn(s, "\"");
}

// node: { title: "axis.c:see" label: "see\naxis.c:10:5\n24 bytes (static)" }
static bool read_nodes(graph *g)
{
    static const char mark[] = "node: { title: \"";
    int count = 0;
    for (const char *s = g->text; (s = strstr(s, mark)); s++)
        count++;
    g->node = calloc((size_t)count + 1, sizeof *g->node);
    for (const char *s = g->text; g->node && (s = strstr(s, mark)); s++) {
        const char *name = s + strlen(mark), *end = strchr(name, '\n'), *bytes = strstr(name, " bytes (");
        node n = {.name = name, .size = quoted(name), .deepest = -1};
        if (bytes && end && bytes < end) {
            while (bytes > name && bytes[-1] >= '0' && bytes[-1] <= '9')
                bytes--;
            n.own = strtol(bytes, NULL, 10);
        }
        g->node[g->nodes++] = n;
    }
    return g->node != NULL;
}

// -1: it calls itself
static long deepest_of(graph *g, int i)
{
    static const char mark[] = "edge: { sourcename: \"";
    node *n = &g->node[i];
    if (n->deepest != -1)
        return n->deepest == -2 ? -1 : n->deepest;
    long most = 0;
    n->deepest = -2;
    for (const char *s = g->text; (s = strstr(s, mark)) && most >= 0; s++) {
        const char *from = s + strlen(mark), *to = strstr(from, "targetname: \"") + strlen("targetname: \"");
        if (quoted(from) != n->size || strncmp(from, n->name, (size_t)n->size) != 0)
            continue;
        int target = find_node(g, to, quoted(to));
        long depth = target >= 0 ? deepest_of(g, target) : 0;
        most = depth < 0 ? -1 : depth > most ? depth : most;
    }
    n->deepest = most < 0 ? -2 : most + n->own;
    return most < 0 ? -1 : n->deepest;
}

// What the compiler says of all sources, those that others call first: a function is found where it is defined.
static bool read_graphs(const char *folder, const sources *s, br_buffer *to)
{
    bool done = true;
    for (int i = s->count - 1; i >= 0 && done; i--) {
        br_buffer name = {0};
        br_buffer_print(&name, "%s.ci", s->name[i]);
        char *text = name.status == BR_OK ? read_in(folder, name.text) : NULL;
        done = text != NULL;
        if (done)
            br_buffer_put(to, text);
        br_buffer_free(&name);
        free(text);
    }
    return done && to->status == BR_OK;
}

// Of everything that can be called from outside.
static bool read_stack(const char *folder, const char *prefix, const sources *s, long *stack)
{
    br_buffer text = {0};
    bool done = read_graphs(folder, s, &text);
    graph g = {.text = text.text};
    done = done && text.text && read_nodes(&g);
    *stack = 0;
    for (int i = 0; done && i < g.nodes; i++) {
        long depth = strncmp(g.node[i].name, prefix, strlen(prefix)) == 0 ? deepest_of(&g, i) : 0;
        done = depth >= 0;
        *stack = depth > *stack ? depth : *stack;
    }
    free(g.node);
    br_buffer_free(&text);
    return done;
}

// ---------------------------------------------------------------- one controller

// "   text    data     bss ..." and a line of numbers for every object
static bool read_flash(const char *folder, const sources *s, long *flash)
{
    char *text = read_in(folder, "size.out"), *line = text;
    *flash = 0;
    for (int i = 0; i < s->count && line; i++) {
        line = strchr(line, '\n');
        if (line) {
            *flash += strtol(line + 1, &line, 10);
            *flash += strtol(line, &line, 10);
        }
    }
    free(text);
    return line != NULL;
}

static bool read_run(const char *folder, sizes *s)
{
    char *text = read_in(folder, "run.out"), *at = text;
    if (!text)
        return false;
    s->least = strtod(at, &at);
    s->most = strtod(at, &at);
    s->object = strtol(at, &at, 10);
    s->used = strtol(at, NULL, 10);
    free(text);
    return s->object > 0;
}

// Words of a command that compiles for a controller; answers how many they are.
static int compiling(const controller *c, const char *cpu, const char **words)
{
    const char *const all[] = {"arm-none-eabi-gcc", "-std=c99", "-O2", cpu, "-mthumb", "-mfloat-abi=hard", c->fpu};
    enum { COUNT = sizeof all / sizeof *all };
    memcpy(words, all, sizeof all);
    return COUNT;
}

static bool compile(const controller *c, workplace *w, const char *cpu, const char *name, const char *object)
{
    br_buffer source = {0}, dump = {0};
    br_buffer_print(&source, "%s/%s.c", w->folder, name);
    br_buffer_print(&dump, "%s/", w->folder);
    const char *const rest[] = {"-fcallgraph-info=su", "-dumpdir", dump.text, "-c", source.text, "-o", object, NULL};
    const char *words[24];
    memcpy(words + compiling(c, cpu, words), rest, sizeof rest);
    bool done = source.text && dump.text && run_program(w, words, "cc.out");
    br_buffer_free(&source);
    br_buffer_free(&dump);
    return done;
}

// The program that runs the samples, in QEMU.
static bool link_and_run(const controller *c, workplace *w, const char *cpu, const br_buffer *object, int objects)
{
    br_buffer program = {0}, start_up = {0}, bare = {0};
    br_buffer_print(&program, "%s/measure.c", w->folder);
    br_buffer_print(&start_up, "%s/start.S", w->folder);
    br_buffer_print(&bare, "%s/bare", w->folder);
    const char *const rest[] = {"--specs=rdimon.specs",
                                "-Wl,--section-start=.vectors=0",
                                program.text,
                                start_up.text,
                                "-lm",
                                "-o",
                                bare.text,
                                NULL};
    const char *const qemu[] = {"qemu-system-arm", "-M",         c->board,       "-cpu",    c->cpu,    "-icount",
                                "shift=2",         "-nographic", "-semihosting", "-kernel", bare.text, NULL};
    const char *words[24];
    int n = compiling(c, cpu, words);
    for (int i = 0; i < objects; i++)
        words[n++] = object[i].text;
    memcpy(words + n, rest, sizeof rest);
    bool done = program.text && start_up.text && bare.text && run_program(w, words, "cc.out") &&
                run_program(w, qemu, "run.out");
    br_buffer_free(&program);
    br_buffer_free(&start_up);
    br_buffer_free(&bare);
    return done;
}

static bool measure_on(const controller *c, workplace *w, const char *prefix, const sources *from, sizes *s)
{
    const char *folder = w->folder;
    br_buffer cpu = {0}, object[SOURCES] = {{0}};
    const char *size[SOURCES + 2] = {"arm-none-eabi-size"};
    br_buffer_print(&cpu, "-mcpu=%s", c->cpu);
    bool done = cpu.text != NULL;
    for (int i = 0; i < from->count && done; i++) {
        br_buffer_print(&object[i], "%s/%s.o", folder, from->name[i]);
        size[i + 1] = object[i].text;
        done = object[i].text && compile(c, w, cpu.text, from->name[i], object[i].text);
    }
    done = done && run_program(w, size, "size.out") && link_and_run(c, w, cpu.text, object, from->count) &&
           read_flash(folder, from, &s->flash) && read_run(folder, s) && read_stack(folder, prefix, from, &s->stack);
    br_buffer_free(&cpu);
    for (int i = 0; i < SOURCES; i++)
        br_buffer_free(&object[i]);
    return done;
}

// ---------------------------------------------------------------- all of them

static double highest_rate(const controller *c, const sizes *s)
{
    return c->clock / (1.5 * s->most);
}

static void put_row(br_buffer *to, const controller *c, const sizes *s)
{
    br_buffer_print(to, "| %s | %ld | %ld | %ld (%ld) | %.0f | %.0f | ", c->name, s->flash, s->object, s->stack,
                    s->used, s->least, s->most);
    br_buffer_about(to, 1e-3 * highest_rate(c, s), 3);
    br_buffer_print(to, " kHz at %.0f MHz |\n", 1e-6 * c->clock);
}

// Here all files stand in one folder, whatever the layout is.
static const char *base_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

// All that ends with .c but the self-test.
static sources sources_of(const emit_files *k)
{
    sources s = {.count = 0};
    for (int i = 0; i < k->count; i++) {
        const char *name = base_name(k->name[i]), *end = strrchr(name, '.');
        if (end && strcmp(end, ".c") == 0 && strcmp(name, "selftest.c") != 0 && s.count < SOURCES)
            snprintf(s.name[s.count++], sizeof s.name[0], "%.*s", (int)(end - name), name);
    }
    return s;
}

static bool write_all(const emit_files *k, const char *folder, const emitting *e)
{
    br_buffer program = {0}, capital = {0};
    for (const char *c = br_emit_called(e->made); *c; c++) {
        char big = (char)toupper((unsigned char)*c);
        br_buffer_add(&capital, &big, 1);
    }
    br_buffer_print(&program, "enum { TURNS = %d };\n", e->a->compensator ? 0 : 50); // a drive never asks for such
    for (const char *c = measure; *c; c++)
        if (*c == '@' || *c == '^')
            br_buffer_put(&program, *c == '@' ? br_emit_called(e->made) : capital.text ? capital.text : "");
        else
            br_buffer_add(&program, c, 1);
    bool done = program.status == BR_OK && write_in(folder, "measure.c", program.text, program.size) &&
                write_in(folder, "start.S", start, strlen(start));
    for (int i = 0; i < k->count && done; i++)
        done = write_in(folder, base_name(k->name[i]), k->text[i].text, k->text[i].size);
    br_buffer_free(&program);
    br_buffer_free(&capital);
    return done;
}

// Somebody who removes the folder when `end` is closed: by us, or by the system where we are ended.
typedef struct keeper {
    pid_t child;
    int end;
} keeper;

static bool start_keeper(keeper *k, const char *folder)
{
    const char *words[] = {
        "sh",
        "-c",
        "trap '' HUP INT TERM; cat >/dev/null; for i in 1 2 3 4 5 6 7 8 9; do rm -rf \"$1\" && break; sleep 1; done",
        "sh",
        folder,
        NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    bool ready = fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 &&
                 posix_spawn_file_actions_init(&actions) == 0;
    bool began = false;
    if (ready) {
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
        began = posix_spawnp(&k->child, words[0], &actions, NULL, (char *const *)words, environ) == 0;
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[0]);
    if (!began)
        close(ends[1]);
    k->end = ends[1];
    return began;
}

static void end_keeper(const keeper *k)
{
    int status;
    close(k->end);
    (void)!waitpid(k->child, &status, 0);
}

// A row for each controller; slow: warnings.
static bool measure_all(workplace *w, const emit_files *k, const emitting *e, br_buffer *table, br_buffer *slow)
{
    enum { CONTROLLERS = sizeof controllers / sizeof *controllers };
    sources from = sources_of(k);
    bool done = write_all(k, w->folder, e);
    w->all = CONTROLLERS * (from.count + 3);
    for (size_t i = 0; i < CONTROLLERS && done; i++) {
        sizes s = {0};
        done = measure_on(&controllers[i], w, br_emit_called(e->made), &from, &s);
        if (done)
            put_row(table, &controllers[i], &s);
        if (done && highest_rate(&controllers[i], &s) < e->rate)
            br_buffer_print(slow, "warning: by this estimate a %s is too slow for %g Hz\n", controllers[i].name,
                            e->rate);
    }
    return done;
}

static void write_resources(emit_files *k, const emitting *e, const char *table, const char *slow)
{
    for (int i = 0; i < k->count; i++)
        if (strcmp(k->name[i], "README.md") == 0)
            br_buffer_print(&k->text[i],
                            "\n## Resources\n%s\nFlash and worst stack without the run-time library of the compiler; "
                            "in brackets the measured stack.\nInstructions are counted by QEMU over the samples of "
                            "vectors.h%s; rates are estimated with 1.5 cycles per instruction.\n%s",
                            table, e->a->compensator ? "" : " and 50 samples whose inputs change sign at full speed",
                            slow);
}

br_status emit_sizes(emit_files *k, const emitting *e, br_buffer *out, br_diag *why)
{
    const char *home = getenv("TMPDIR");
    br_buffer folder = {0}, table = {0}, slow = {0};
    br_buffer_print(&folder, "%s/bristle-XXXXXX", home && home[0] ? home : "/tmp");
    keeper watch;
    progress bar = progress_open("measuring the sizes", e->a);
    bool made = folder.status == BR_OK && mkdtemp(folder.text), done = made && start_keeper(&watch, folder.text);
    if (made && !done)
        rmdir(folder.text);
    br_buffer_put(&table, "\n| gcc -O2 | flash, bytes | one object, bytes | worst stack, bytes (used) | instructions "
                          "per sample, min | max | highest rate (estimate) |\n|---|---|---|---|---|---|---|\n");
    if (done) {
        workplace w = {.folder = folder.text, .bar = &bar};
        done = measure_all(&w, k, e, &table, &slow);
        end_keeper(&watch);
    }
    progress_close(&bar);
    if (done) {
        write_resources(k, e, table.text ? table.text : "", slow.text ? slow.text : "");
        br_buffer_put(out, table.text);
        br_buffer_put(out, slow.text ? slow.text : "");
    }
    br_status status = table.status;
    br_buffer_free(&folder);
    br_buffer_free(&table);
    br_buffer_free(&slow);
    if (status != BR_OK || done)
        return status;
    if (bar.interrupted || (bar.stop && *bar.stop != 0))
        return progress_result(&bar, BR_NEGATIVE, why);
    return tool_complain(
        why, BR_NO_FILE,
        "bristle emit: --sizes failed; it needs arm-none-eabi-gcc 10 or later with newlib, and qemu-system-arm");
}
