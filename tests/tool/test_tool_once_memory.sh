#!/bin/sh
# test_tool_once_memory.sh - J1: memory that gives out once, wherever it is: the command ends with code 6, or its result is the usual one. A cell, a
# table or a line was missing, with code 0.
. tests/kit/kit.sh
! nm "$BR_TOOL" 2>/dev/null | grep -q __asan_init || { echo "skipped: a sanitizer has an allocator of its own"; exit 77; }
needs python3
cat >"$box/fail.c" <<'END_C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>
static long *count; // calls of the tool so far, in a file; those of libraries it is linked with do not count
static int fails(void *caller)
{
    static long at = -2;
    Dl_info who, tool;
    if (!dladdr(caller, &who) || !dladdr((void *)getauxval(AT_ENTRY), &tool) || who.dli_fbase != tool.dli_fbase)
        return 0;
    if (at == -2) {
        int file = open(getenv("FAIL_COUNT"), O_RDWR | O_CREAT, 0600);
        at = atol(getenv("FAIL_AT"));
        count = file < 0 || ftruncate(file, sizeof *count) ? NULL : mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    return count && (*count)++ == at;
}
void *malloc(size_t n)
{
    static void *(*real)(size_t);
    if (!real)
        real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    return fails(__builtin_return_address(0)) ? NULL : real(n);
}
void *realloc(void *p, size_t n)
{
    static void *(*real)(void *, size_t);
    if (!real)
        real = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    return fails(__builtin_return_address(0)) ? NULL : real(p, n);
}
END_C
"${BR_CC:-cc}" -shared -fPIC -O1 "$box/fail.c" -o "$box/fail.so" -ldl 2>"$box/log" || { echo "skipped: $(head -n 1 "$box/log")"; exit 77; }
quietly "$BR_TOOL" simulate mass --params axis --input 'u=multisine(2,9,20,50,80)/50 N' --until 1 --csv "$box/u.csv"
BOX=$box BR_TOOL=$BR_TOOL python3 - <<'END'
import os, re, subprocess, sys
tool, box = os.environ['BR_TOOL'], os.environ['BOX']
every = 1 if float(os.environ.get('BR_COUNT', 0)) >= 1e7 else 29
names = ['o.csv', 'o.json', 'o.html', 'o.c', 'o.fmu']
ALL = '--csv', 'o.csv', '--json', 'o.json', '--report', 'o.html'
SIGNALS = 'u.csv', '--signals', 't = t, x = x, u = u'
commands = [
    ['response', *SIGNALS, *ALL], ['inspect', *SIGNALS, *ALL[2:]],
    ['table', 'u.csv', '--step', '10 ms', *ALL[:4]],
    ['identify', *SIGNALS, '--model', 'coulomb', '--predict', 'force', *ALL[4:]],
    ['observe', 'u.csv', '--model', 'lugre', '--params', 'table-4.1', '--order', 'full', '--mass', '20 kg', '--noise', 'x = 1 um, z = 1e-6 m', *ALL],
    ['simulate', 'lugre', '--params', 'table-I', '--verified', '--input', 'v = 1 m/s', '--until', '0.001', *ALL],
    ['excite', 'ladder', '--model', 'lugre', '--params', 'table-I', '--limits', 'x=50 mm, a=2 m/s^2', '-o', 'o.csv', *ALL[2:]],
    ['control', 'lugre', '--params', 'table-I', '--mass', '1 kg', '--feedback', '2000, 400', *ALL[2:]],
    ['laws', 'lugre', *ALL[2:]], ['emit', 'lugre', '--params', 'table-I', '--as', 'mujoco', '-o', 'o.c'], ['help', '--man']]

def run(command, at):
    for name in names:
        if os.path.exists(name):
            os.unlink(name)
    if os.path.exists('count'):
        os.unlink('count')
    done = subprocess.run([tool, *command], capture_output=True, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, LD_PRELOAD=box + '/fail.so', FAIL_AT=str(at), FAIL_COUNT=box + '/count'))
    found = {name: open(name, 'rb').read() for name in names if os.path.exists(name)}
    found['text'] = done.stdout
    return done.returncode, {name: re.sub(rb'computing time.*|"(median|p99|worst|seconds)": .*', b'', text) for name, text in found.items()}

os.chdir(box)
failed = runs = 0
for command in commands:
    code, usual = run(command, -1)
    calls = int.from_bytes(open('count', 'rb').read(8), sys.byteorder)
    for at in range(len(command) % every, calls, every):
        now, found = run(command, at)
        runs += 1
        differs = [name for name in usual if found.get(name) != usual[name]]
        if now != 6 and (now != code or differs):
            failed += 1
            print('FAIL: %s, call %d of %d: exit code %d (%d), other %s' % (command[0], at, calls, now, code, ', '.join(differs)))
print('%d runs, %d wrong' % (runs, failed))
sys.exit(failed > 0)
END
