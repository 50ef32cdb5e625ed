# mutants.sh - seeded faults: every mutant of the sources must make a test fail (docs/faults.md F15). Sourced after kit.sh.
# shellcheck shell=sh
#
# A mutant is one small change. One that no longer applies is a failure too, for then nobody knows whether it would be
# noticed.
cc=${BR_CC:-cc}
flags='-O1 -D_POSIX_C_SOURCE=200809L -I include'
count=0
links=
export cc flags box links

# needs_headers NAME...: skips where the headers of what the tests link are absent.
needs_headers() {
    for header in "$@"; do
        printf '#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <%s>\n' "$header" |
            "$cc" -E - >/dev/null 2>&1 || { echo "skipped: needs $header (scripts/deps test)"; exit 77; }
    done
}

# mutant WORDS FILE OLD NEW [OLD NEW]...: a copy of src/FILE in which OLD, found on exactly one line, is NEW. The tests that
# must notice it are those of $notice.
mutant() {
    count=$((count + 1))
    home=$box/$(printf %03d $count)
    mkdir -p "$home/$(dirname "$2")"
    cp "src/$2" "$home/$2"
    printf '%s: %s' "$2" "$1" >"$home/words"
    echo "$2" >"$home/file"
    echo "${notice:-}" >"$home/notice"
    file=$2
    shift 2
    while [ $# -gt 0 ]; do
        old=$1 new=$2 awk '
            BEGIN { old = ENVIRON["old"]; new = ENVIRON["new"] }
            (at = index($0, old)) { found++; $0 = substr($0, 1, at - 1) new substr($0, at + length(old)) }
            { print }
            END { exit found != 1 }' "$home/$file" >"$home/changed" ||
            { echo "FAIL: '$(cat "$home/words")' does not apply: '$1' is not on exactly one line"; exit 1; }
        mv "$home/changed" "$home/$file"
        shift 2
    done
}

# tests_alive NAME...: finds below tests/, compiles and links the tests of the sources as they are; they must pass, or every mutant would seem to
# be noticed.
tests_alive() {
    for name in "$@"; do
        # shellcheck disable=SC2086 # lists of words
        quietly "$cc" -std=c11 $flags -I src -I tests -c "$(find tests -name "$name.c")" -o "$box/$name.o"
        # shellcheck disable=SC2086
        quietly "$cc" "$box/$name.o" $links -o "$box/$name"
        BR_SEED=1 quietly "$box/$name"
    done
}

# The mutant in $1, put before the library it is a part of: prints `killed`, `lives` or `broken`, and its words.
cat >"$box/try_in_library" <<'END_OF_TRY'
home=$1 file=$(cat "$1/file") answer=lives
BR_SEED=1
export BR_SEED
for test in $(cat "$home/notice"); do
    float=
    case $test in *_float) float=-DBR_FLOAT ;; esac
    "$cc" -std=c11 $flags $float -I src -c "$home/$file" -o "$home/mutant.o" 2>"$home/log" ||
        { answer=broken; break; }
    "$cc" "$box/$test.o" "$home/mutant.o" $links -o "$home/$test" || exit 1
    (ulimit -t 60; exec timeout 900 "$home/$test") >/dev/null 2>&1 || { answer=killed; break; } # seconds of its own: others may run
done
echo "$answer $(cat "$home/words")"
END_OF_TRY

# judge_mutants TRY: runs them, two at a time, names those that live and fails if there are any. A third of them, by the seed;
# all in a soak.
judge_mutants() {
    every=3
    [ "${BR_COUNT:-1}" -lt 1000000 ] || every=1
    find "$box" -mindepth 1 -maxdepth 1 -type d ! -name 000 | sort |
        awk -v every=$every -v from="$((${BR_SEED:-1} % every))" 'NR % every == from' >"$box/chosen"
    xargs -P 2 -I {} sh "$1" {} <"$box/chosen" >"$box/answers"
    grep -v '^killed' "$box/answers" || true
    killed=$(grep -c '^killed' "$box/answers" || true)
    echo "$killed of $(wc -l <"$box/chosen") mutants noticed, of $count"
    [ "$killed" -eq "$(wc -l <"$box/chosen")" ]
}
