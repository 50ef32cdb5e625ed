// fmu_import.c - a strict importer: takes an FMU apart, loads its binary, steps it along a table, and tries to break it.
//
//     fmu_import unzip FMU FOLDER           every file stored, with the right checksum, once
//     fmu_import run VERSION SO XML CSV INPUTS STATES OUTPUTS STEP KIND
//     fmu_import refused VERSION SO XML NAME VALUE    what the logger is told when a variable is set to it
//     fmu_import together VERSION SO XML STEP NAME VALUE WORDS    a parameter that may be so by itself, but not with the others
//     fmu_import hard VERSION SO XML STEP   of lugre: rounded times, bounds in words, results that are not finite
//
// The table is that of `bristle simulate` or `bristle observe`: t, inputs, states, outputs. Every number must come out with the
// same bits: of a law with the inputs of its row, of an observer or an estimator after the step that takes them. KIND is law,
// observer (its first input is held), estimator (all inputs are samples) or compensator (its first three inputs are held).
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void must(bool holds, const char *words)
{
    if (holds)
        return;
    fprintf(stderr, "FAIL: %s\n", words);
    exit(1);
}

// ---------------------------------------------------------------- the archive

static uint32_t word(const unsigned char *at, int bytes)
{
    uint32_t v = 0;
    for (int i = 0; i < bytes; i++)
        v |= (uint32_t)at[i] << 8 * i;
    return v;
}

static uint32_t checksum(const unsigned char *at, size_t size) // by a table, unlike the writer
{
    uint32_t table[256], c = 0xffffffffu;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int k = 0; k < 8; k++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xedb88320u : table[i] >> 1;
    }
    for (size_t i = 0; i < size; i++)
        c = table[(c ^ at[i]) & 255] ^ c >> 8;
    return ~c;
}

static void extract(const char *folder, const char *name, const unsigned char *at, size_t size)
{
    char path[600];
    must(name[0] != '/' && !strstr(name, ".."), "a name leads out of the archive");
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        mkdir(path, 0777);
    }
    FILE *to = fopen(path, "wxb");
    must(to && fwrite(at, 1, size, to) == size && fclose(to) == 0, "a file cannot be written, or stands there twice");
}

static int take_apart(const char *archive, const char *folder)
{
    static unsigned char all[1 << 24];
    FILE *from = fopen(archive, "rb");
    must(from != NULL, "no archive");
    size_t size = fread(all, 1, sizeof all, from);
    must(size > 22 && size < sizeof all && fclose(from) == 0, "an archive of no size");
    const unsigned char *end = all + size - 22;
    must(word(end, 4) == 0x06054b50 && word(end + 20, 2) == 0, "no end of the list");
    uint32_t files = word(end + 8, 2), at = word(end + 16, 4);
    must(files == word(end + 10, 2) && at + word(end + 12, 4) + 22 == size, "the list has another length");
    for (uint32_t i = 0; i < files; i++) {
        const unsigned char *line = all + at, *head = all + word(line + 42, 4);
        uint32_t letters = word(line + 28, 2), bytes = word(line + 24, 4);
        char name[500] = "";
        must(word(line, 4) == 0x02014b50 && word(head, 4) == 0x04034b50 && letters < 500, "no header of a file");
        must(word(line + 10, 2) == 0 && word(line + 20, 4) == bytes, "a file is not stored as it is");
        must(memcmp(line + 6, head + 4, 26) == 0 && memcmp(line + 46, head + 30, letters) == 0, "two headers differ");
        memcpy(name, line + 46, letters);
        must(checksum(head + 30 + letters, bytes) == word(line + 16, 4), "a checksum is wrong");
        extract(folder, name, head + 30 + letters, bytes);
        at += 46 + letters;
    }
    printf("%u files\n", files);
    return 0;
}

// ---------------------------------------------------------------- the binary, whichever version

typedef struct fmu {
    void *so, *c;
    int version;
    double step;
    bool observer;
    int held; // inputs that may not be missing
} fmu;

static void *find(const fmu *f, const char *name)
{
    char whole[100];
    snprintf(whole, sizeof whole, "fmi%d%s", f->version, name);
    void *found = dlsym(f->so, whole);
    if (!found)
        fprintf(stderr, "%s: ", whole);
    must(found != NULL, "a function of the standard is not exported");
    return found;
}

// C keeps pointers to data and to code apart: the bytes are copied.
#define CALL(TYPE, NAME)                                                                                               \
    TYPE NAME;                                                                                                         \
    load_function(f, #NAME, &(NAME));
static void load_function(const fmu *f, const char *name, void *to)
{
    void *at = find(f, name);
    memcpy(to, &at, sizeof at);
}
typedef int status_fn(void *);

static int complaints;
static char said[200]; // last
static void log3_(void *environment, int status, const char *category, const char *text)
{
    (void)environment, (void)category;
    complaints += status == 3 && strlen(text) > 0;
    snprintf(said, sizeof said, "%s", text);
}
static void log2_(void *environment, const char *name, int status, const char *category, const char *text, ...)
{
    char whole[200];
    va_list list;
    (void)name;
    va_start(list, text);
    vsnprintf(whole, sizeof whole, text, list);
    va_end(list);
    log3_(environment, status, category, whole);
}
struct callbacks2 {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*take)(size_t, size_t);
    void (*give)(void *);
    void (*finished)(void *, int);
    void *environment;
};

static const struct callbacks2 calls2 = {log2_, calloc, free, NULL, NULL};
typedef void *make2(const char *, int, const char *, const char *, const void *, int, int);

static void *instantiate(const fmu *f, const char *key)
{
    typedef void *make3(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *, size_t,
                        void *, void (*)(void *, int, const char *, const char *), void *);
    if (f->version == 2) {
        CALL(make2 *, Instantiate)
        return Instantiate("it", 1, key, NULL, &calls2, 0, 1);
    }
    CALL(make3 *, InstantiateCoSimulation)
    return InstantiateCoSimulation("it", key, NULL, false, true, false, false, NULL, 0, NULL, log3_, NULL);
}

// As what the FMU is not for.
static void *instantiate_otherwise(const fmu *f, const char *key)
{
    typedef void *exchange3(const char *, const char *, const char *, bool, bool, void *,
                            void (*)(void *, int, const char *, const char *));
    if (f->version == 2) {
        CALL(make2 *, Instantiate)
        return Instantiate("it", 0, key, NULL, &calls2, 0, 1);
    }
    CALL(exchange3 *, InstantiateModelExchange)
    return InstantiateModelExchange("it", key, NULL, false, true, NULL, log3_);
}

static int simple(const fmu *f, const char *name)
{
    void *at = find(f, name);
    status_fn *call;
    memcpy(&call, &at, sizeof at);
    return call(f->c);
}

static int initialise(const fmu *f)
{
    typedef int setup2(void *, int, double, double, int, double);
    typedef int enter3(void *, bool, double, double, bool, double);
    if (f->version == 2) {
        CALL(setup2 *, SetupExperiment)
        int status = SetupExperiment(f->c, 0, 0, 0, 0, 0);
        return status ? status : simple(f, "EnterInitializationMode");
    }
    CALL(enter3 *, EnterInitializationMode)
    return EnterInitializationMode(f->c, false, 0, 0, false, 0);
}

static int start(const fmu *f)
{
    int status = initialise(f);
    return status ? status : simple(f, "ExitInitializationMode");
}

static int get(const fmu *f, uint32_t first, int count, double *to)
{
    typedef int get2(void *, const unsigned *, size_t, double *);
    typedef int get3(void *, const uint32_t *, size_t, double *, size_t);
    uint32_t at[200];
    for (int i = 0; i < count; i++)
        at[i] = first + (uint32_t)i;
    if (f->version == 2) {
        CALL(get2 *, GetReal)
        return GetReal(f->c, at, (size_t)count, to);
    }
    CALL(get3 *, GetFloat64)
    return GetFloat64(f->c, at, (size_t)count, to, (size_t)count);
}

static int set(const fmu *f, uint32_t first, int count, const double *from)
{
    typedef int set2(void *, const unsigned *, size_t, const double *);
    typedef int set3(void *, const uint32_t *, size_t, const double *, size_t);
    uint32_t at[200];
    for (int i = 0; i < count; i++)
        at[i] = first + (uint32_t)i;
    if (f->version == 2) {
        CALL(set2 *, SetReal)
        return SetReal(f->c, at, (size_t)count, from);
    }
    CALL(set3 *, SetFloat64)
    return SetFloat64(f->c, at, (size_t)count, from, (size_t)count);
}

static int advance(const fmu *f, double t, double h)
{
    typedef int step2(void *, double, double, int);
    typedef int step3(void *, double, double, bool, bool *, bool *, bool *, double *);
    typedef int time2(void *, int, double *);
    bool event = true, end = true, early = true;
    double last = -1, now = -1;
    int status;
    if (f->version == 2) {
        CALL(step2 *, DoStep)
        CALL(time2 *, GetRealStatus)
        status = DoStep(f->c, t, h, 1);
        must(GetRealStatus(f->c, 2, &last) == 0, "no last time");
    } else {
        CALL(step3 *, DoStep)
        status = DoStep(f->c, t, h, true, &event, &end, &early, &last);
        must(!event && !end && !early, "events that are none");
    }
    must(get(f, 0, 1, &now) == 0 && now == last, "the last time is not that of the variable");
    return status;
}

// ---------------------------------------------------------------- along a table

typedef struct table {
    double *v;
    int rows, columns;
} table;

static table load(const char *path)
{
    static char line[1 << 16];
    table t = {.columns = 1};
    FILE *from = fopen(path, "r");
    must(from && fgets(line, sizeof line, from), "no table");
    for (const char *c = line; *c; c++)
        t.columns += *c == ',';
    while (fgets(line, sizeof line, from)) {
        t.v = realloc(t.v, (size_t)(t.rows + 1) * (size_t)t.columns * sizeof *t.v);
        must(t.v != NULL, "no memory");
        char *at = line;
        for (int i = 0; i < t.columns; i++, at++)
            t.v[t.rows * t.columns + i] = strtod(at, &at);
        t.rows++;
    }
    fclose(from);
    return t;
}

static bool same(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

// Row k to row `to`; every row must be that of the table.
static void follow(const fmu *f, const table *t, int k, int to, int nu, int ny)
{
    double found[200];
    for (; k <= to; k++) {
        const double *row = t->v + (ptrdiff_t)k * t->columns;
        must(set(f, 1, nu, row + 1) == 0, "inputs cannot be set");
        if (f->observer && k < to)
            must(advance(f, k * f->step, f->step) == 0, "a sample is not taken");
        must(get(f, (uint32_t)(1 + nu), ny, found) == 0, "states and outputs cannot be read");
        must(same(found, row + 1 + nu, ny) || (f->observer && k == to), "other bits than those of bristle");
        if (!f->observer && k < to)
            must(advance(f, k * f->step, f->step) == 0, "a step fails");
    }
}

typedef struct states {
    int (*take)(void *, void **), (*put)(void *, void *), (*drop)(void *, void **);
    int (*measure)(void *, void *, size_t *), (*write)(void *, void *, char *, size_t);
    int (*read)(void *, const char *, size_t, void **);
} states;

static states states_of(const fmu *f)
{
    const char *S = f->version == 2 ? "state" : "State", *D = f->version == 2 ? "DeSerialize" : "Deserialize";
    char name[6][60];
    states s;
    snprintf(name[0], 60, "GetFMU%s", S);
    snprintf(name[1], 60, "SetFMU%s", S);
    snprintf(name[2], 60, "FreeFMU%s", S);
    snprintf(name[3], 60, "SerializedFMU%sSize", S);
    snprintf(name[4], 60, "SerializeFMU%s", S);
    snprintf(name[5], 60, "%sFMU%s", D, S);
    load_function(f, name[0], &s.take);
    load_function(f, name[1], &s.put);
    load_function(f, name[2], &s.drop);
    load_function(f, name[3], &s.measure);
    load_function(f, name[4], &s.write);
    load_function(f, name[5], &s.read);
    return s;
}

static void refuse_bytes(const fmu *f, const states *s, const char *bytes, size_t size, const char *what)
{
    void *none = NULL;
    must(s->read(f->c, bytes, size, &none) == 3 && !none, what);
}

// C14: saved bytes with a bit flipped (any one of up to 1 kB), of any other length, in the other order of bytes, or of another model are refused, the last
// with a sum that is right for them, too.
static void refuse_damaged(const fmu *f, const states *s, char *packed, size_t bytes)
{
    char *other = malloc(bytes + 9);
    must(other != NULL, "out of memory");
    size_t apart = 1 + bytes * bytes / 1000000; // each takes as long as there are bytes
    for (size_t bit = 0; bit < 8 * bytes; bit += apart) {
        packed[bit / 8] ^= (char)(1 << bit % 8);
        refuse_bytes(f, s, packed, bytes, "bytes with a flipped bit are taken");
        packed[bit / 8] ^= (char)(1 << bit % 8);
    }
    memcpy(other, packed, bytes);
    for (size_t size = 0; size <= bytes + 8; size++)
        if (size != bytes)
            refuse_bytes(f, s, other, size, "bytes of another length are taken");
    for (size_t word = 4; word <= 8; word *= 2) {
        for (size_t i = 0; i < bytes; i++)
            other[i] =
                packed[i / word * word + word - 1 - i % word < bytes ? i / word * word + word - 1 - i % word : i];
        refuse_bytes(f, s, other, bytes, "bytes in another order are taken");
    }
    memcpy(other, packed, bytes);
    other[0] ^= 1;
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes - sizeof sum; i++)
        sum = (sum ^ (unsigned char)other[i]) * 0x100000001b3u;
    memcpy(other + bytes - sizeof sum, &sum, sizeof sum);
    refuse_bytes(f, s, other, bytes, "bytes of another model are taken");
    free(other);
}

// E14: a state that was saved in the middle goes on to the last bit.
static void save_and_restore(const fmu *f, const table *t, int at, int nu, int ny)
{
    states s = states_of(f);
    void *kept = NULL, *again = NULL;
    size_t bytes = 0;
    must(s.take(f->c, &kept) == 0 && s.measure(f->c, kept, &bytes) == 0 && bytes > 8, "no state");
    char *packed = malloc(bytes);
    must(packed && s.write(f->c, kept, packed, bytes) == 0 && s.write(f->c, kept, packed, bytes - 1) == 3, "no bytes");
    follow(f, t, at, at + 20, nu, ny);
    must(s.put(f->c, kept) == 0, "a state is not taken back");
    follow(f, t, at, at + 10, nu, ny);
    must(s.read(f->c, packed, bytes, &again) == 0 && s.put(f->c, again) == 0, "bytes are not taken back");
    follow(f, t, at, at + 10, nu, ny);
    refuse_damaged(f, &s, packed, bytes);
    must(s.put(f->c, kept) == 0 && s.drop(f->c, &kept) == 0 && !kept && s.drop(f->c, &again) == 0,
         "states are not freed");
    free(packed);
}

static void end(const fmu *f)
{
    void (*drop)(void *);
    load_function(f, "FreeInstance", &drop);
    drop(f->c);
}

// The bytes of a state go into another instance, and the first one is gone: nothing of it may be needed.
static void move_house(fmu *f, const char *key, const table *t, int at, int nu, int ny)
{
    states s = states_of(f);
    fmu other = *f;
    void *kept = NULL, *again = NULL;
    size_t bytes = 0;
    must(s.take(f->c, &kept) == 0 && s.measure(f->c, kept, &bytes) == 0, "no state");
    char *packed = malloc(bytes);
    must(packed && s.write(f->c, kept, packed, bytes) == 0 && s.drop(f->c, &kept) == 0, "no bytes");
    other.c = instantiate(f, key); // not even initialised: that is part of the state, too
    must(other.c != NULL, "no second instance");
    end(f);
    *f = other;
    must(s.read(f->c, packed, bytes, &again) == 0 && s.put(f->c, again) == 0, "a state does not move");
    must(s.drop(f->c, &again) == 0, "states are not freed");
    free(packed);
    follow(f, t, at, at + 10, nu, ny);
}

// A communication step of three samples: one measurement, and two that are missing.
static void long_step(const fmu *f, const table *t, int nu, int ny)
{
    double once[200], apart[200], none = (double)NAN;
    states s = states_of(f);
    void *kept = NULL;
    must(s.take(f->c, &kept) == 0 && set(f, 1, nu, t->v + 1) == 0 && advance(f, 0, 3 * f->step) == 0, "no long step");
    must(get(f, (uint32_t)(1 + nu), ny, once) == 0 && s.put(f->c, kept) == 0 && s.drop(f->c, &kept) == 0, "no state");
    must(set(f, 1, nu, t->v + 1) == 0, "inputs cannot be set");
    for (int k = 0; k < 3; k++) {
        must(advance(f, k * f->step, f->step) == 0, "a step fails");
        for (int i = f->held; i < nu; i++)
            must(set(f, (uint32_t)(1 + i), 1, &none) == 0, "a measurement cannot be missing");
    }
    must(get(f, (uint32_t)(1 + nu), ny, apart) == 0 && same(once, apart, ny), "a long step is not three short ones");
}

// A step that fails, at once or after many that did not, leaves everything as it was; answers how many did.
static int fail(const fmu *f, const table *t, int at, int nu, int ny)
{
    static const double far[] = {1e4, 1e8, 1e300, 1.7e308};
    const double *row = t->v + (ptrdiff_t)at * t->columns;
    double before[200], after[200];
    int failed = 0;
    states s = states_of(f);
    void *kept = NULL;
    must(set(f, 1, nu, row + 1) == 0 && get(f, 0, 1 + nu + ny, before) == 0 && s.take(f->c, &kept) == 0, "no state");
    for (int k = 0; k < 4 * nu; k++) {
        must(set(f, (uint32_t)(1 + k % nu), 1, &far[k / nu]) == 0, "a large number is not taken");
        if (advance(f, at * f->step, (f->observer ? 20 : 2000) * f->step) == 0)
            must(s.put(f->c, kept) == 0, "a state is not taken back");
        else
            failed++;
        must(set(f, 1, nu, row + 1) == 0 && get(f, 0, 1 + nu + ny, after) == 0, "it is spoilt by a step that failed");
        must(memcmp(before, after, (size_t)(1 + nu + ny) * sizeof *after) == 0, "a step that failed leaves traces");
    }
    must(s.drop(f->c, &kept) == 0, "states are not freed");
    return failed;
}

// Nobody, and nowhere (C1).
static void refuse_nothing(const fmu *f)
{
    static const char *const alone[] = {"EnterInitializationMode", "ExitInitializationMode", "Terminate", "Reset"};
    typedef int get2(void *, const void *, size_t, void *);
    typedef int get3(void *, const void *, size_t, void *, size_t);
    typedef int step3(void *, double, double, bool, bool *, bool *, bool *, double *);
    states s = states_of(f);
    fmu nobody = *f;
    double number = 0, two[2] = {0, 0};
    size_t bytes = 0;
    void *state = NULL;
    uint32_t at = 1;
    nobody.c = NULL;
    for (size_t i = f->version == 2 ? 0 : 1; i < sizeof alone / sizeof *alone; i++)
        must(simple(&nobody, alone[i]) == 3, "nobody is called");
    must(initialise(&nobody) == 3 && get(&nobody, 0, 1, &number) == 3 && set(&nobody, 1, 1, &number) == 3, "of nobody");
    must(s.take(NULL, &state) == 3 && s.put(NULL, NULL) == 3 && !state, "a state of nobody");
    must(s.take(f->c, NULL) == 3 && s.put(f->c, NULL) == 3 && s.drop(f->c, NULL) == 0, "a state nowhere");
    must(s.measure(f->c, NULL, NULL) == 3 && s.measure(f->c, NULL, &bytes) == 0 && bytes > 0, "a size nowhere");
    must(s.write(f->c, NULL, NULL, bytes) == 3 && s.read(f->c, NULL, bytes, &state) == 3, "bytes nowhere");
    if (f->version == 2) {
        typedef int step2(void *, double, double, int);
        CALL(step2 *, DoStep)
        CALL(get2 *, GetReal)
        CALL(get2 *, SetReal)
        must(DoStep(NULL, 0, f->step, 1) == 3 && GetReal(f->c, NULL, 1, &number) == 3 &&
                 SetReal(f->c, &at, 1, NULL) == 3,
             "nothing is taken");
        return;
    }
    CALL(step3 *, DoStep)
    CALL(get3 *, GetFloat64)
    CALL(get3 *, SetFloat64)
    must(DoStep(NULL, 0, f->step, true, NULL, NULL, NULL, NULL) == 3, "nobody steps");
    must(GetFloat64(f->c, NULL, 1, &number, 1) == 3 && SetFloat64(f->c, &at, 1, NULL, 1) == 3, "nothing is taken");
    must(GetFloat64(f->c, &at, 1, two, 2) == 3 && SetFloat64(f->c, &at, 1, two, 2) == 3, "more values than references");
}

static void refuse(const fmu *f, const char *key, int nu, int ny)
{
    double number = 1, none = (double)NAN;
    said[0] = 0;
    must(!instantiate(f, "another model") && strstr(said, "another key"), "a wrong key is taken, or without words");
    must(!instantiate_otherwise(f, key) && strstr(said, "co-simulation"), "it does model exchange, or without words");
    must(advance(f, 0, f->step) == 3, "a step before the initialisation");
    must(set(f, (uint32_t)(1 + nu + ny), 1, &none) == 3, "a parameter that is NaN is taken");
    must(set(f, 1, 1, &none) == 3 || f->held == 0, "an input that is NaN is taken");
    must(set(f, (uint32_t)(nu + ny), 1, &number) == 3, "an output can be set");
    must(set(f, 0, 1, &number) == 3, "time can be set");
    must(get(f, 100000, 1, &number) == 3, "a variable that is not there");
    must(complaints >= 4, "errors are not explained");
}

// Every function that version 2 names must be there, whoever calls it.
static void complete(const fmu *f)
{
    static const char *const two[] = {"GetTypesPlatform",
                                      "GetVersion",
                                      "SetDebugLogging",
                                      "FreeInstance",
                                      "Terminate",
                                      "Reset",
                                      "GetInteger",
                                      "GetBoolean",
                                      "GetString",
                                      "SetInteger",
                                      "SetBoolean",
                                      "SetString",
                                      "GetDirectionalDerivative",
                                      "SetRealInputDerivatives",
                                      "GetRealOutputDerivatives",
                                      "CancelStep",
                                      "GetStatus",
                                      "GetRealStatus",
                                      "GetIntegerStatus",
                                      "GetBooleanStatus",
                                      "GetStringStatus",
                                      NULL};
    static const char *const three[] = {"GetVersion",
                                        "SetDebugLogging",
                                        "InstantiateModelExchange",
                                        "InstantiateScheduledExecution",
                                        "FreeInstance",
                                        "EnterEventMode",
                                        "Terminate",
                                        "Reset",
                                        "GetFloat32",
                                        "GetInt8",
                                        "GetUInt8",
                                        "GetInt16",
                                        "GetUInt16",
                                        "GetInt32",
                                        "GetUInt32",
                                        "GetInt64",
                                        "GetUInt64",
                                        "GetBoolean",
                                        "GetString",
                                        "GetBinary",
                                        "GetClock",
                                        "SetFloat32",
                                        "SetInt8",
                                        "SetUInt8",
                                        "SetInt16",
                                        "SetUInt16",
                                        "SetInt32",
                                        "SetUInt32",
                                        "SetInt64",
                                        "SetUInt64",
                                        "SetBoolean",
                                        "SetString",
                                        "SetBinary",
                                        "SetClock",
                                        "GetNumberOfVariableDependencies",
                                        "GetVariableDependencies",
                                        "GetDirectionalDerivative",
                                        "GetAdjointDerivative",
                                        "EnterConfigurationMode",
                                        "ExitConfigurationMode",
                                        "GetIntervalDecimal",
                                        "GetIntervalFraction",
                                        "GetShiftDecimal",
                                        "GetShiftFraction",
                                        "SetIntervalDecimal",
                                        "SetIntervalFraction",
                                        "SetShiftDecimal",
                                        "SetShiftFraction",
                                        "EvaluateDiscreteStates",
                                        "UpdateDiscreteStates",
                                        "EnterContinuousTimeMode",
                                        "CompletedIntegratorStep",
                                        "SetTime",
                                        "SetContinuousStates",
                                        "GetContinuousStateDerivatives",
                                        "GetEventIndicators",
                                        "GetContinuousStates",
                                        "GetNominalsOfContinuousStates",
                                        "GetNumberOfEventIndicators",
                                        "GetNumberOfContinuousStates",
                                        "EnterStepMode",
                                        "GetOutputDerivatives",
                                        "ActivateModelPartition",
                                        NULL};
    for (const char *const *name = f->version == 2 ? two : three; *name; name++)
        (void)find(f, *name);
}

// ---------------------------------------------------------------- the description

static const char *attribute(const char *line, const char *name, char to[200])
{
    char wanted[60];
    snprintf(wanted, sizeof wanted, " %s=\"", name);
    const char *at = strstr(line, wanted);
    if (!at)
        return NULL;
    at += strlen(wanted);
    snprintf(to, 200, "%.*s", (int)strcspn(at, "\""), at);
    return to;
}

static void described(const char *xml, char key[200])
{
    static char line[1 << 12];
    FILE *from = fopen(xml, "r");
    must(from != NULL, "no description");
    key[0] = 0;
    while (!key[0] && fgets(line, sizeof line, from))
        if (!attribute(line, "guid", key))
            attribute(line, "instantiationToken", key);
    fclose(from);
    must(key[0] != 0, "no key");
}

// What is beyond min and max is refused with words, and changes nothing; answers how many bounds there are.
static int bounds_hold(const fmu *f, const char *xml)
{
    static char line[1 << 12];
    static const char *const side[] = {"min", "max"};
    char text[200], bound[200], name[300], sign[300];
    int bounds = 0;
    double before, after;
    FILE *from = fopen(xml, "r");
    must(from != NULL, "no description");
    while (fgets(line, sizeof line, from))
        for (int i = 0; i < 2; i++)
            if (attribute(line, "valueReference", text) && attribute(line, side[i], bound)) {
                uint32_t at = (uint32_t)atoi(text);
                double limit = strtod(bound, NULL), beyond = limit + (2 * i - 1) * (1 + fabs(limit));
                must(get(f, at, 1, &before) == 0 && (i == 0 ? before >= limit : before <= limit),
                     "out of its own bounds");
                said[0] = 0;
                must(set(f, at, 1, &beyond) == 3 && get(f, at, 1, &after) == 0 && after == before, "no bound");
                attribute(line, "name", text);
                snprintf(name, sizeof name, "%s is out of bounds: ", text);
                snprintf(sign, sizeof sign, "%s %c", text, "><"[i]);
                must(strncmp(said, name, strlen(name)) == 0 && strstr(said + strlen(name), sign),
                     "a bound without words");
                bounds++;
            }
    fclose(from);
    return bounds;
}

// Every start value is what the instance has.
static void starts_as_described(const fmu *f, const char *xml)
{
    static char line[1 << 12];
    char reference[200], start[200];
    int starts = 0;
    double found;
    FILE *from = fopen(xml, "r");
    must(from != NULL, "no description");
    while (fgets(line, sizeof line, from))
        if (attribute(line, "valueReference", reference) && attribute(line, "start", start)) {
            must(get(f, (uint32_t)atoi(reference), 1, &found) == 0, "a variable cannot be read");
            must(found == strtod(start, NULL), "a start value is not as described");
            starts++;
        }
    fclose(from);
    must(starts > 1, "hardly any start value");
}

static int run(char **word)
{
    fmu it = {.version = atoi(word[0]), .step = strtod(word[7], NULL), .observer = strcmp(word[8], "law") != 0};
    fmu *f = &it;
    char key[200];
    int nu = atoi(word[4]), ny = atoi(word[5]) + atoi(word[6]);
    table t = load(word[3]);
    it.held = !it.observer ? nu : strcmp(word[8], "compensator") == 0 ? 3 : strcmp(word[8], "observer") == 0;
    must(t.columns >= 1 + nu + ny && t.rows > 60, "the table has other columns, or hardly any row");
    f->so = dlopen(word[1], RTLD_NOW | RTLD_LOCAL);
    must(f->so != NULL, "the binary cannot be loaded");
    complete(f);
    described(word[2], key);
    f->c = instantiate(f, key);
    must(f->c != NULL, "no instance");
    starts_as_described(f, word[2]);
    refuse(f, key, nu, ny);
    refuse_nothing(f);
    int bounds = bounds_hold(f, word[2]), failed = 0;
    for (int pass = 0; pass < 2; pass++) {
        must(start(f) == 0, "it does not start");
        must(advance(f, 0, 0.4 * f->step) == 3 && advance(f, 5 * f->step, f->step) == 3, "a wrong step is taken");
        must(advance(f, 0, -1e300) == 3 && advance(f, 0, 1e300) == 3 && advance(f, 0, 0) == 3,
             "a wrong length is taken");
        if (pass == 0)
            long_step(f, &t, nu, ny);
        if (pass == 0)
            must(simple(f, "Reset") == 0 && start(f) == 0, "no reset");
        follow(f, &t, 0, 30, nu, ny);
        failed += fail(f, &t, 30, nu, ny);
        save_and_restore(f, &t, 30, nu, ny);
        move_house(f, key, &t, 30, nu, ny);
        follow(f, &t, 40, t.rows - 1, nu, ny);
        must(simple(f, "Terminate") == 0 && advance(f, 0, f->step) == 3, "it does not end");
        must(set(f, 1, 1, t.v + 1) == 3 && simple(f, "Reset") == 0, "behind its end it takes inputs");
    }
    end(f);
    dlclose(f->so);
    free(t.v);
    printf("%d rows, %d bounds, %d failed steps put back\n", t.rows, bounds, failed);
    return 0;
}

static uint32_t reference_of(const char *xml, const char *wanted)
{
    static char line[1 << 12];
    char reference[200] = "", name[200];
    FILE *from = fopen(xml, "r");
    must(from != NULL, "no description");
    while (!reference[0] && fgets(line, sizeof line, from))
        if (attribute(line, "name", name) && strcmp(name, wanted) == 0)
            attribute(line, "valueReference", reference);
    fclose(from);
    must(reference[0] != 0, "no such variable");
    return (uint32_t)atoi(reference);
}

static void open_binary(fmu *f, const char *so, const char *xml)
{
    char key[200];
    f->so = dlopen(so, RTLD_NOW | RTLD_LOCAL);
    must(f->so != NULL, "the binary cannot be loaded");
    described(xml, key);
    f->c = instantiate(f, key);
    must(f->c != NULL, "no instance");
}

// Set by itself it is taken; the end of the initialisation and steps are refused until it suits the others, and nothing else
// is lost.
static int together(char **word)
{
    fmu it = {.version = atoi(word[0]), .step = strtod(word[3], NULL)};
    fmu *f = &it;
    double value = strtod(word[5], NULL), good, now;
    uint32_t at = reference_of(word[2], word[4]);
    states s;
    void *bad = NULL;
    open_binary(f, word[1], word[2]);
    s = states_of(f);
    must(get(f, at, 1, &good) == 0 && initialise(f) == 0 && set(f, at, 1, &value) == 0, "it is not taken by itself");
    said[0] = 0;
    must(simple(f, "ExitInitializationMode") == 3 && strcmp(said, word[6]) == 0, "it begins with it, or other words");
    must(advance(f, 0, f->step) == 3, "a step behind an initialisation that failed");
    must(set(f, at, 1, &good) == 0 && simple(f, "ExitInitializationMode") == 0, "it does not begin without it");
    must(advance(f, 0, f->step) == 0 && set(f, at, 1, &value) == 0 && s.take(f->c, &bad) == 0, "no step");
    for (int again = 0; again < 2; again++) {
        said[0] = 0;
        must(advance(f, f->step, f->step) == 3 && strcmp(said, word[6]) == 0, "a step with it, or other words");
        must(get(f, 0, 1, &now) == 0 && now == f->step && get(f, at, 1, &now) == 0 && now == value, "it is changed");
    }
    must(set(f, at, 1, &good) == 0 && advance(f, f->step, f->step) == 0, "no step without it");
    must(s.put(f->c, bad) == 0 && advance(f, f->step, f->step) == 3, "a state that was saved brings it in");
    must(s.drop(f->c, &bad) == 0 && set(f, at, 1, &good) == 0 && advance(f, f->step, f->step) == 0, "no step at last");
    end(f);
    dlclose(f->so);
    puts(said);
    return 0;
}

static int refused(char **word)
{
    fmu it = {.version = atoi(word[0])};
    fmu *f = &it;
    double value = strtod(word[4], NULL), before, after;
    uint32_t at = reference_of(word[2], word[3]);
    open_binary(f, word[1], word[2]);
    must(get(f, at, 1, &before) == 0 && set(f, at, 1, &value) == 3, "it is taken");
    must(get(f, at, 1, &after) == 0 && after == before, "it is taken in spite of words");
    end(f);
    dlclose(f->so);
    puts(said);
    return 0;
}

// Of lugre, whose variables are time, v, z, F and parameters.
static int hard(char **word)
{
    fmu it = {.version = atoi(word[0]), .step = strtod(word[3], NULL)};
    fmu *f = &it;
    open_binary(f, word[1], word[2]);
    must(initialise(f) == 0, "it does not start");
    double large[] = {1e308, 1e300}, small = 1e-3, t = 0, F = 7, z = 0;
    must(set(f, 1, 2, large) == 0 && get(f, 3, 1, &F) == 3 && F == 7, "a result that is not finite");
    must(strstr(said, "not finite") && get(f, 2, 1, &z) == 0 && z == 1e300, "no words, or the state is gone, too");
    must(simple(f, "Reset") == 0 && start(f) == 0 && set(f, 1, 1, &small) == 0, "no reset");
    int k = 0;
    for (; k < 500000; k++) { // as a master does that does not count
        must(advance(f, t, f->step) == 0, "rounded times stop it");
        t += f->step;
    }
    must(t != k * f->step && advance(f, t + 0.6 * f->step, f->step) == 3, "any time is taken");
    double from = k * f->step;
    for (int i = 0; i < 1000; i++) { // lengths as differences of times
        t = (k + i + 1) * f->step;
        must(advance(f, from, t - from) == 0, "rounded lengths stop it");
        from = t;
    }
    end(f);
    dlclose(f->so);
    printf("%d steps\n", k);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "unzip") == 0)
        return take_apart(argv[2], argv[3]);
    if (argc == 7 && strcmp(argv[1], "refused") == 0)
        return refused(argv + 2);
    if (argc == 9 && strcmp(argv[1], "together") == 0)
        return together(argv + 2);
    if (argc == 6 && strcmp(argv[1], "hard") == 0)
        return hard(argv + 2);
    must(argc == 11 && strcmp(argv[1], "run") == 0, "wrong arguments");
    return run(argv + 2);
}
