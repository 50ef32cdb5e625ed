#!/bin/sh
# test_offsets.sh - J1: where memory gives out, no pointer is computed from NULL: malloc is asked, then looked at, then divided.
. tests/kit/kit.sh
needs python3
cat >"$box/look.py" <<'END'
import os, re, sys

# 'double *x = malloc(...), *y = x + n': undefined without memory; 'y = x ? x + n : NULL', or a line behind the check, is not.
asks = re.compile(r'\*(\w+) = (?:[^;,?]*\? )?(?:malloc|calloc|realloc)\(')
# 'o->x = malloc(...); o->y = o->x + n;' is, too, before any line that looks at o->x.
own = re.compile(r'(?:^|[\s(;])((?:\w+(?:->|\.))*\w+) = (?:[^;,?]*\? )?(?:malloc|calloc|realloc)\(')

def before_the_check(text, ask):
    name = re.escape(ask.group(1))
    end = text.find('\n}', ask.end())
    rest = text[ask.end():end if end > 0 else len(text)]
    check = re.search(r'!%s\b|\b%s \?|\b%s &&|&& %s\b|%s [=!]=|if \(%s\b' % ((name,) * 6), rest)
    offset = re.search(r'(?:=|\(|,|return)\s*%s \+ |&%s\[' % (name, name), rest)
    return offset and (not check or offset.start() < check.start())

failed = 0
for folder, _, files in os.walk(sys.argv[1]):
    for name in files:
        path = os.path.join(folder, name)
        if not name.endswith(('.c', '.h')) or '/printed/' in path:
            continue
        text = open(path).read()
        for ask in asks.finditer(text):
            rest = text[ask.end():text.find(';', ask.end())]
            if re.search(r'= %s \+ ' % ask.group(1), rest):
                print('%s:%d: %s + ... before %s is known to be there' % (path, text.count('\n', 0, ask.start()) + 1, ask.group(1), ask.group(1)))
                failed = 1
        for ask in own.finditer(text):
            if before_the_check(text, ask):
                print('%s:%d: an offset to %s before it is known to be there' % (path, text.count('\n', 0, ask.start(1)) + 1, ask.group(1)))
                failed = 1
sys.exit(failed)
END
mkdir "$box/good" "$box/bad"
printf 'double *x = malloc(n * sizeof *x), *y = x ? x + n : NULL;\n' >"$box/good/a.c"
printf 'double *x = malloc(n * sizeof *x),\n       *y = x + n;\n' >"$box/bad/a.c"
printf 'void f(void)\n{\n    o->x = malloc(n);\n    if (!o->x)\n        return;\n    o->y = o->x + n;\n}\n' >"$box/good/b.c"
printf 'void f(void)\n{\n    o->x = malloc(n);\n    o->y = o->x + n;\n    if (!o->x)\n        return;\n}\n' >"$box/bad/b.c"
quietly python3 "$box/look.py" "$box/good"
! python3 "$box/look.py" "$box/bad" >"$box/found" || { echo "FAIL: an offset to NULL was not found"; exit 1; }
has "the line of it" "$box/found" "a.c:1: x + ... before x is known to be there"
has "the line of a member" "$box/found" "b.c:3: an offset to o->x before it is known to be there"
for folder in src fmu examples; do
    quietly python3 "$box/look.py" $folder
done
