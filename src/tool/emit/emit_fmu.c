// emit_fmu.c - `bristle emit --fmu`: a law, a plant, an observer or a compensator as an FMU.   [host]
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "file/disk/zip.h"
#include "tool/kit/deliver.h"
#include "tool/emit/emit.h"
#include "tool/kit/law.h"
#include "tool/kit/number.h"

#include <bristle/simulate.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

// ---------------------------------------------------------------- arguments

// Options without effect on an FMU, or on one with or without an observer.
static br_status check_options(const tool_args *a, br_diag *why)
{
    bool packed = a->observer || a->compensator;
    const struct {
        const char *name, *behind;
        bool wrong;
    } option[] = {{"--float", ": FMUs compute in double", a->single},
                  {"--mixed", ": FMUs compute in double", a->mixed},
                  {"--prefix", "", a->prefix != NULL},
                  {"--sizes", "", a->sizes},
                  {"--layout", "", a->layout != NULL},
                  {"--step", " and --observer or --compensator; use --rate", packed && a->step},
                  {"--method", " and --observer or --compensator", packed && a->method},
                  {"--rate", " without --observer or --compensator; use --step", !packed && a->rate},
                  {"--measured", " without --observer", !packed && a->measured},
                  {"--estimate", " without --observer", !packed && a->estimate},
                  {"--noise", " without --observer", !packed && a->noise},
                  {"--prior", " without --observer", !packed && a->prior},
                  {"--most", " without --observer", !packed && a->most},
                  {"--gate", " without --observer", !packed && a->gate},
                  {"--horizon", " without --observer", !packed && a->horizon},
                  {"--iterations", " without --observer", !packed && a->iterations},
                  {"--bounds", " without --observer", !packed && a->bounds},
                  {"--substeps", " without --observer", !packed && a->substeps},
                  {"--correct-every", " without --observer", !packed && a->correct_every}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        if (option[i].wrong)
            return tool_complain(why, BR_BAD_USAGE, "bristle emit: %s cannot be combined with --fmu%s", option[i].name,
                                 option[i].behind);
    return BR_OK;
}

static bool is_packed(const tool_args *a)
{
    return a->observer || a->compensator;
}

static br_status read_options(emitting *e, const tool_args *a, br_diag *why)
{
    if (strcmp(a->fmu, "2") != 0 && strcmp(a->fmu, "3") != 0)
        return tool_complain(why, BR_BAD_USAGE, "bristle emit: --fmu '%.60s' is neither 2 nor 3", a->fmu);
    br_status status = check_options(a, why);
    if (status == BR_OK)
        status = emit_read_common(e, a, why);
    e->o.fmu = a->fmu[0] - '0';
    e->o.apart = 1;
    e->o.method = a->method;
    if (!is_packed(a))
        e->o.samples = 0;
    return status == BR_OK && a->step ? tool_time("emit", "--step", a->step, &e->o.step, why) : status;
}

// ---------------------------------------------------------------- compiling

extern char **environ;

enum { BINARY_MESSAGE = 160 }; // why there is no binary

// "linux64" of FMI 2, "x86_64-linux" of FMI 3; false: this machine has no name there.
static bool platform(int version, char to[40])
{
    struct utsname u;
    if (uname(&u) != 0 || strcmp(u.sysname, "Linux") != 0)
        return false;
    bool x86 = strcmp(u.machine, "x86_64") == 0;
    if (version == 2)
        snprintf(to, 40, "linux64");
    else
        snprintf(to, 40, "%.20s-linux", u.machine);
    return x86 || version == 3;
}

// $CC may have arguments behind the command: "ccache gcc -m64".
enum { CC_WORDS = 16, CC_SIZE = 400 };
typedef struct compiler {
    char text[CC_SIZE], *word[CC_WORDS];
    int words;
} compiler;

// false: it has more words than that.
static bool find_compiler(compiler *c)
{
    const char *given = getenv("CC");
    if (!given || given[strspn(given, " \t")] == 0)
        given = "cc";
    bool fits = snprintf(c->text, sizeof c->text, "%s", given) < CC_SIZE;
    c->words = 0;
    for (char *at = c->text + strspn(c->text, " \t"); *at; at += strspn(at, " \t")) {
        if (c->words == CC_WORDS)
            return false;
        c->word[c->words++] = at;
        at += strcspn(at, " \t");
        if (*at)
            *at++ = 0;
    }
    return fits;
}

static bool run_quietly(const char *const *word, int *ended)
{
    posix_spawn_file_actions_t quiet;
    pid_t child = 0;
    if (posix_spawn_file_actions_init(&quiet) != 0)
        return false;
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool done = posix_spawnp(&child, word[0], &quiet, NULL, (char *const *)word, environ) == 0 &&
                waitpid(child, ended, 0) == child;
    posix_spawn_file_actions_destroy(&quiet);
    return done && !(WIFEXITED(*ended) && WEXITSTATUS(*ended) == 127); // what a command that is not there answers
}

// The compiler of this machine, without output; false: it is missing or failed, and `why` says so.
static bool compile(const br_emit *f, int version, const char *folder, char why[BINARY_MESSAGE])
{
    char out[300], source[EMIT_FILES][300];
    compiler cc;
    const char *word[CC_WORDS + 10 + EMIT_FILES];
    const char *const option[] = {"-std=c99",
                                  "-O2",
                                  "-fPIC",
                                  "-shared",
                                  "-fvisibility=hidden",
                                  version == 2 ? "-DFMI2_OVERRIDE_FUNCTION_PREFIX" : "-DFMI3_OVERRIDE_FUNCTION_PREFIX",
                                  "-o",
                                  out};
    int words = 0, ended = -1;
    snprintf(why, BINARY_MESSAGE, "$CC has too many words");
    if (!find_compiler(&cc))
        return false;
    for (int i = 0; i < cc.words; i++)
        word[words++] = cc.word[i];
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        word[words++] = option[i];
    snprintf(out, sizeof out, "%s/model.so", folder);
    for (int i = 0; i < br_emit_files(f) && i < EMIT_FILES; i++) {
        const char *name = br_emit_name(f, i);
        snprintf(source[i], sizeof source[i], "%s/%s", folder, name);
        if (name[strlen(name) - 1] == 'c')
            word[words++] = source[i];
    }
    word[words++] = "-lm";
    word[words] = NULL;
    bool there = run_quietly(word, &ended);
    snprintf(why, BINARY_MESSAGE, there ? "the C compiler '%.100s' failed" : "no C compiler '%.100s' was found",
             word[0]);
    return there && ended == 0;
}

static bool write_sources(const br_emit *f, const char *folder)
{
    char path[400];
    bool done = true;
    snprintf(path, sizeof path, "%s/sources", folder);
    done = mkdir(path, 0700) == 0;
    for (int i = 0; i < br_emit_files(f) && done; i++) {
        size_t size;
        const char *text = br_emit_text(f, i, &size);
        snprintf(path, sizeof path, "%s/%s", folder, br_emit_name(f, i));
        done = br_file_write(path, text, size, false, NULL) == BR_OK;
    }
    return done;
}

static void remove_all(const br_emit *f, const char *folder)
{
    char path[400];
    for (int i = 0; i < br_emit_files(f); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, br_emit_name(f, i));
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/model.so", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/sources", folder);
    rmdir(path);
    rmdir(folder);
}

// Adds the shared object; false: there is none for this machine, and `why` says so.
static bool add_binary(br_zip *z, const br_emit *f, int version, char why[BINARY_MESSAGE])
{
    char folder[200], path[400], name[200], *bytes = NULL, on[40];
    const char *where = getenv("TMPDIR");
    size_t size = 0;
    snprintf(folder, sizeof folder, "%.150s/bristle-fmu-XXXXXX", where && *where ? where : "/tmp");
    snprintf(why, BINARY_MESSAGE, "FMI %d has no platform name for this machine", version);
    if (!platform(version, on))
        return false;
    snprintf(why, BINARY_MESSAGE, "no folder for compiling can be made in %.80s", where && *where ? where : "/tmp");
    if (!mkdtemp(folder))
        return false;
    snprintf(path, sizeof path, "%s/model.so", folder);
    bool written = write_sources(f, folder);
    bool done = written && compile(f, version, folder, why) &&
                br_file_read(path, (size_t)1 << 28, &bytes, &size, NULL) == BR_OK;
    remove_all(f, folder);
    snprintf(name, sizeof name, "binaries/%s/%s.so", on, br_emit_called(f));
    if (done)
        br_zip_add(z, name, bytes, size);
    free(bytes);
    return done;
}

// ---------------------------------------------------------------- all of it

static br_status make_law(emitting *e, br_diag *why)
{
    const tool_args *a = e->a;
    br_law *law = NULL;
    br_status status = tool_law_open(&law, a->operand, a->params, a->at, why);
    if (status == BR_OK)
        status = tool_law_single(law, "emit", why);
    if (status == BR_OK) {
        emit_begin(e);
        status = emit_end(e, br_emit_law(&e->made, law, &e->o, why), why);
    }
    br_law_close(law);
    return status;
}

// What the FMU computes and contains.
static void write_summary(br_buffer *out, const emitting *e, const char *without)
{
    const tool_args *a = e->a;
    const char *method = br_emit_method(e->made);
    double step = is_packed(a) ? 1 / e->rate : e->o.step;
    br_buffer_print(out, "FMU (FMI %d.0), %s%s%sstep %g s, %s%s, written to ", e->o.fmu, method[0] ? "method " : "",
                    method, method[0] ? ", " : "", step, without ? "sources only: " : "with sources and binary",
                    without ? without : "");
    br_buffer_safe(out, a->out, strlen(a->out));
    br_buffer_put(out, "\n");
    if (!method[0] || a->method || is_packed(a))
        return;
    br_buffer_print(out, "'bristle simulate --method %s --step ", method);
    br_buffer_number(out, step);
    br_buffer_print(out, "' is bit-identical; without --method it uses %s, which is adaptive\n",
                    br_simulation_method_name(0));
}

static br_status deliver_fmu(const emitting *e, br_buffer *out, br_diag *why)
{
    br_zip z = {.files = 0};
    char without[BINARY_MESSAGE];
    for (int i = 0; i < br_emit_files(e->made); i++) {
        size_t size;
        const char *text = br_emit_text(e->made, i, &size);
        br_zip_add(&z, br_emit_name(e->made, i), text, size);
    }
    bool binary = add_binary(&z, e->made, e->o.fmu, without);
    br_status status = br_zip_finish(&z);
    if (status == BR_OK)
        status = emit_write_file(e->a, &z.out, out, why);
    if (status == BR_OK && strcmp(e->a->out, "-") != 0) {
        write_summary(out, e, binary ? NULL : without);
        emit_write_notes(out, e->made);
    }
    br_zip_free(&z);
    return status;
}

br_status emit_fmu(const tool_args *a, br_buffer *out, br_diag *why)
{
    emitting e = {0};
    const char *const inputs[] = {a->operand, a->params};
    br_status status = read_options(&e, a, why);
    if (status == BR_OK)
        status = tool_outputs("emit", a, inputs, 2, why);
    if (status == BR_OK)
        status = a->compensator ? emit_make_compensator(&e, why)
                 : a->observer  ? emit_make_observer(&e, why)
                                : make_law(&e, why);
    if (status == BR_OK)
        status = deliver_fmu(&e, out, why);
    emit_close(&e);
    return status;
}
