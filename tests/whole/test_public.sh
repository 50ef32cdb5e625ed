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
