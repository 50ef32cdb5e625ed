#!/bin/sh
# test_offsets.sh - J1: where memory gives out, no pointer is computed from NULL: malloc is asked, then looked at, then divided.
. tests/kit/kit.sh
needs python3
cat >"$box/look.py" <<'END'
import os, re, sys

# 'double *x = malloc(...), *y = x + n': undefined without memory; 'y = x ? x + n : NULL', or a line behind the check, is not.
asks = re.compile(r'\*(\w+) = (?:[^;,?]*\? )?(?:malloc|calloc|realloc)\(')
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
sys.exit(failed)
END
mkdir "$box/good" "$box/bad"
printf 'double *x = malloc(n * sizeof *x), *y = x ? x + n : NULL;\n' >"$box/good/a.c"
printf 'double *x = malloc(n * sizeof *x),\n       *y = x + n;\n' >"$box/bad/a.c"
quietly python3 "$box/look.py" "$box/good"
! python3 "$box/look.py" "$box/bad" >"$box/found" || { echo "FAIL: an offset to NULL was not found"; exit 1; }
has "the line of it" "$box/found" "a.c:1: x + ... before x is known to be there"
quietly python3 "$box/look.py" src
