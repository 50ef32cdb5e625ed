#!/bin/sh
# test_rooms.sh - the sources obey the rooms, and scripts/check-rooms notices when they do not.
. tests/kit/kit.sh
set +e
check=$PWD/scripts/check-rooms
failed=0

"$check" . || { echo "FAIL: the rules of the rooms are broken in this tree"; failed=1; }

# The list of what the tool includes of other rooms: only ever lower this number.
most=51
lines=$(grep -c '^src/' scripts/tool-includes)
[ "$lines" -le $most ] || { echo "FAIL: scripts/tool-includes has $lines lines, $most at most"; failed=1; }

# A small tree that obeys every rule.
good() {
    rm -rf "$box/tree"
    cd "$box" && mkdir tree && cd tree || exit 1
    mkdir -p src/num/base src/num/text src/law/text src/law/printed src/loop/filter src/loop/signal src/sim/run src/tool/front include/bristle
    cat >ARCHITECTURE.md <<'END'
## The rooms
    tool    front
    ------
    sim     run
    ------
    law     text > printed
    loop    filter > signal
    ------
    num     algebra > text > base

## What else
    there is no room here
END
    printf '// fp.h - rules. [target]\n' >src/num/base/fp.h
    printf '// number.h - numbers as text. [host]\n#include <stdio.h>\n' >src/num/text/number.h
    printf '// status.h - how a call ended. [target]\n' >include/bristle/status.h
    printf '// law.h - laws. [host]\n#include <bristle/status.h>\n' >include/bristle/law.h
    cat >src/num/base/sys.h <<'END'
// sys.h - systems. [target]
#include <stdint.h>
#include "num/base/fp.h"
typedef struct br_sys {
    int nx, ny; // numbers
    const void *self;
    void (*rate)(const struct br_sys *s, int count, double *out);
} br_sys;
static inline int br_sys_nx(const br_sys *s) { return s->nx; }
END
    printf '// law.c - laws. [host]\n#include "num/base/fp.h"\n#include "num/text/number.h"\n// printf("no") is fine here\nchar *s = "puts(1)"; /* exit(\n1) */ int c = '\''"'\'';\n' >src/law/text/law.c
    printf '// lugre.c - LuGre. [target]\n#include "num/base/fp.h"\n#include "num/base/sys.h"\n#include <math.h>\n' >src/law/printed/lugre.c
    printf '// ekf.c - filter. [target]\n#include "num/base/fp.h"\n#include <bristle/status.h>\nint f(ekf *e) { return e->nx + br_sys_nx(e->sys); } // not s->nx\n' >src/loop/filter/ekf.c
    printf '// ekf.h - filter. [target]\ntypedef struct ekf {\n    const br_sys *sys;\n    int nx;\n} ekf;\nint g(const br_sys *s);\n' >src/loop/filter/ekf.h
    printf '// fir.h - filter. [host]\n' >src/loop/signal/fir.h
    printf '// ekf_parts.h - filter. [target]\n' >src/loop/filter/ekf_parts.h
    printf '// plant.c - plants. [host]\n#include "num/base/fp.h"\n#include "loop/filter/ekf.h"\nvoid f(FILE *o) { fprintf(o, "x"); }\n' >src/sim/run/plant.c
    mkdir -p src/num/algebra scripts
    printf '// matrix.h - matrices. [target]\n' >src/num/algebra/matrix.h
    printf '// lugre.h - LuGre. [target]\n' >src/law/printed/lugre.h
    printf '# what the tool includes of other rooms\n\nsrc/tool/front/main.c loop/filter/ekf.h\n' >scripts/tool-includes
    printf '// main.c - tool. [host]\n#include "num/base/fp.h"\n#include <bristle/law.h>\n#include "num/text/number.h"\n#include "loop/filter/ekf.h"\nint main(void) { printf("x"); exit(2); }\n' >src/tool/front/main.c
}

# breaks WORDS FILE TEXT: TEXT appended to FILE must bring a complaint about FILE with WORDS in it.
breaks() {
    good
    printf '%b\n' "$3" >>"$2"
    if answer=$("$check" .); then
        echo "FAIL: not noticed in $2: $3"
        failed=1
    elif ! printf '%s\n' "$answer" | grep "^$2:" | grep -q -- "$1"; then
        echo "FAIL: $2: $3: no word of '$1' in: $answer"
        failed=1
    elif [ "$(printf '%s\n' "$answer" | wc -l)" -ne 1 ]; then
        echo "FAIL: $2: $3: more than one complaint: $answer"
        failed=1
    fi
}

good
"$check" . || { echo "FAIL: a tree that obeys is refused"; failed=1; }

breaks 'to the right' src/loop/signal/fir.h '#include "loop/filter/ekf.h"'
breaks 'filter alone' src/sim/run/plant.c '#include "loop/filter/ekf_parts.h"'
breaks 'arrows' src/law/text/law.c '#include "loop/filter/ekf.h"'
breaks 'arrows' src/loop/signal/fir.h '#include <bristle/law.h>' # a public header of another room
breaks 'arrows' src/num/text/number.h '  #  include "loop/filter/ekf.h"'
breaks 'not installed' include/bristle/law.h '#include "num/text/number.h"'
breaks 'host.* file' src/loop/filter/ekf.c '#include "num/text/number.h"'
breaks 'cannot include <stdio.h>' src/loop/filter/ekf.c '#include <stdio.h>'
breaks 'cannot include <stdlib.h>' src/law/printed/lugre.c '#include <stdlib.h>'
breaks 'no file' src/law/text/law.c '#include "num/missing.h"'
breaks 'nobody can follow' src/law/text/law.c '#include SOME_MACRO'
breaks 'only src/tool prints' src/law/text/law.c 'void f(void) { printf("x"); }'
breaks 'only src/tool prints' src/law/text/law.c 'void f(void) { fputs("x", stderr); }'
breaks 'only src/tool prints' src/sim/run/plant.c 'void f(void) { /* c */ puts ("x"); }'
breaks 'ends the process' src/sim/run/plant.c 'void f(void) { exit(1); }'
breaks 'EMBEDDED' src/loop/filter/ekf.c '#ifdef EMBEDDED\n#endif'
breaks 'EMBEDDED' src/loop/filter/ekf.c '#if defined(BR_EMBEDDED)\n#endif'
breaks 'reaches s->nx' src/loop/filter/ekf.c 'int h(const br_sys *s) { return s->nx; }'
breaks 'reaches t->rate' src/loop/filter/ekf.c 'int h(const br_sys *const t) { t -> rate(t, 1, 0); }'
breaks 'reaches sys->ny' src/loop/filter/ekf.c 'int h(const ekf *e) { return e->sys->ny; }'
breaks 'reaches s->self' src/law/printed/lugre.c 'int h(br_sys *s) { return (*s).self != 0; }'
breaks 'not public' src/tool/front/main.c '#include "law/printed/lugre.h"'
breaks 'not public' src/tool/front/main.c '#include "num/algebra/matrix.h"'
home=/home
breaks 'machine' src/law/text/law.c "// see $home/me/notes"

# begins WORDS FILE LINE: the same with LINE put before FILE.
begins() {
    good
    { printf '%b\n' "$3"; cat "$2"; } >"$box/new"
    mv "$box/new" "$2"
    if "$check" . | grep "^$2:" | grep -q -- "$1"; then return; fi
    echo "FAIL: not noticed before $2: $3"
    failed=1
}
begins 'neither' src/law/text/law.c '// law.c - laws.'
begins 'first line does not begin' src/law/text/law.c '// other.c - laws. [host]'
begins 'first include' src/law/text/law.c '// law.c - laws. [host]\n#include "num/text/number.h"'

# What the tool includes of other rooms is listed, and a list that is longer than needed is refused: it only gets shorter.
good
rm scripts/tool-includes
"$check" . | grep -q '^src/tool/front/main.c:5: .*loop/filter/ekf.h, which is not public' || { echo "FAIL: a list that is not there"; failed=1; }
good
echo 'src/tool/front/main.c law/printed/lugre.h' >>scripts/tool-includes
"$check" . | grep -q '^scripts/tool-includes:4: not needed any more' || { echo "FAIL: a line that is not needed"; failed=1; }

# Folders that are not drawn, and those that are drawn and not there.
good
mkdir src/law/attic && printf '// old.h - laws. [host]\n' >src/law/attic/old.h
"$check" . | grep -q '^src/law/attic/old.h:1: .*does not draw.*src/law/attic$' || { echo "FAIL: a folder that is not drawn"; failed=1; }
good
rm -r src/loop/signal
"$check" . | grep -q '^ARCHITECTURE.md:.*no source in src/loop/signal$' || { echo "FAIL: a folder that is not there"; failed=1; }

# The library has no globals that change, and scripts/check-globals sees those of a sample.
scripts=$(dirname "$check")
"$scripts/check-globals" "$BR_BUILD/libbristle.a" || { echo "FAIL: globals in the library"; failed=1; }
cat >"$box/sample.c" <<'END'
static const char *const fixed[] = {"a", "b"};
static const int number = 3;
static const char *moving[] = {"a", "b"};
static int zero, one = 1;
int open_to_all;
const char *sample(void)
{
    static int calls;
    moving[0] = fixed[zero++ % 2];
    one += number;
    return moving[calls++ % 2 + one % 1];
}
END
"${BR_CC:-cc}" -fPIC -c "$box/sample.c" -o "$box/sample.o" || failed=1
found=$("$scripts/check-globals" "$box/sample.o" | sed 's/^[^:]*: //; s/^sample\.//; s/[.:].*//' | sort | tr '\n' ' ')
[ "$found" = "calls moving one open_to_all zero " ] || { echo "FAIL: globals of the sample: $found"; failed=1; }

exit $failed
