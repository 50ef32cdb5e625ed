#!/bin/sh
# test_public.sh - libraries export what public headers declare, to the last function; samples that differ by one are found.
. tests/kit/kit.sh
needs nm
CC=$BR_CC
export CC
library=
for header in include/bristle/*.h; do
    [ "$header" = include/bristle/call.h ] || library="$library $header"
done

# checked LIBRARY HEADER...
checked() {
    scripts/check-public "$@" || { echo "FAIL: public functions of $1"; failed=1; }
}
# shellcheck disable=SC2086 # a list of headers
checked "$BR_BUILD/libbristle.so" $library
checked "$BR_BUILD/libbristle-call.so" include/bristle/*.h
if [ -e "$BR_BUILD/public/libbristle.a" ] || { [ "$(uname -s)" = Linux ] && command -v objcopy >/dev/null; }; then
    # shellcheck disable=SC2086
    checked "$BR_BUILD/public/libbristle.a" $library
fi

# What headers may hold, and which of it counts.
mkdir -p "$box/read/bristle"
cp include/bristle/status.h "$box/read/bristle"
cat >"$box/read/bristle/read.h" <<'END'
// read.h - br_comment(int) is none. [host]
#include <bristle/status.h>
#define BR_READ_MACRO(x) br_macro(x)
enum { BR_READ_MOST = 3 };
typedef struct br_read {
    int (*hook)(struct br_read *r, int i); // no function
    double x[BR_READ_MOST];
} br_read;
typedef int (*br_read_hook)(br_read *r, int i);
typedef int br_read_function(int i);
struct br_read_other;
extern BR_PUBLIC const int br_read_kind;
BR_PUBLIC extern const double br_read_table[BR_READ_MOST];
static inline int br_read_inline(int i)
{
    return i < 0 ? 0 : i;
}
BR_PUBLIC br_status br_read_open(br_read **r, br_read_hook hook, int (*other)(void *, int), const char *name,
                                 br_diag *why) BR_CHECKED;
BR_PUBLIC const br_read *br_read_next(const br_read *r);
BR_PUBLIC void br_read_print(br_read *r, const char *format, ...) BR_PRINTF(2, 3); /* br_old(int); */
BR_PUBLIC int
br_read_none(void);
END
is "names of a header" "br_read_kind br_read_next br_read_none br_read_open br_read_print br_read_table" \
    "$(scripts/public-names "$box/read/bristle/read.h" | paste -sd' ' -)"
scripts/public-names --stubs "$box/read/bristle/read.h" >"$box/read.c"
quietly "$BR_CC" -w -fPIC -shared -nostdlib -fvisibility=hidden -I "$box/read" "$box/read.c" -o "$box/read.so"
quietly scripts/check-public "$box/read.so" "$box/read/bristle/read.h"

# Samples: as the headers say, with one function more, without one, and with one that a header does not mark.
# sample NAME WORDS: both kinds of library, made of the source NAME.c; WORDS is what is found, nothing if all is well
sample() {
    quietly "$BR_CC" -w -fPIC -fvisibility=hidden -I "$box/include" -c "$box/$1.c" -o "$box/$1.o"
    quietly "$BR_CC" -shared -nostdlib "$box/$1.o" -o "$box/$1.so"
    quietly objcopy --localize-hidden "$box/$1.o"
    quietly ar rc "$box/$1.a" "$box/$1.o"
    for kind in so a; do
        # shellcheck disable=SC2086 # a list of headers
        if scripts/check-public "$box/$1.$kind" $library >"$box/found"; then
            is "$1.$kind" "" "$2"
        else
            is "$1.$kind" "$box/$1.$kind: $2" "$(cat "$box/found")"
        fi
    done
}
needs objcopy
mkdir -p "$box/include"
cp -R include/bristle "$box/include"
# shellcheck disable=SC2086
scripts/public-names --stubs $library >"$box/right.c"
{ cat "$box/right.c"; echo 'BR_PUBLIC void br_leaked(void) {}'; } >"$box/more.c"
grep -v 'br_status_text(' "$box/right.c" >"$box/fewer.c"
cp "$box/right.c" "$box/unmarked.c"
missing="br_status_text: declared but not exported; does it say BR_PUBLIC?"
sample right ""
sample more "br_leaked: exported, but no public header declares it"
sample fewer "$missing"
sed 's/^BR_PUBLIC \(.*br_status_text(\)/\1/' include/bristle/status.h >"$box/include/bristle/status.h"
sample unmarked "$missing"
exit $failed
