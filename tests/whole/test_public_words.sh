#!/bin/sh
# test_public_words.sh - no public text uses a word that stands in the table of scripts/check-words, or is misspelt; samples of both are found.
. tests/kit/kit.sh

scripts/check-words || { echo "FAIL: words of public texts"; failed=1; }

tree=$box/tree
mkdir -p "$tree/docs" "$tree/tests/whole" "$tree/src/tool"
echo LuGre >"$tree/tests/whole/words.txt"
finds() { # finds TEXT WORDS
    printf '%s\n' "$1" >"$tree/README.md"
    if scripts/check-words "$tree" >"$box/found" 2>&1; then echo "FAIL: not found: $1"; failed=1; fi
    grep -qF "README.md:1: $2" "$box/found" || { echo "FAIL: $1: no '$2' in: $(cat "$box/found")"; failed=1; }
}
quiet() { # quiet TEXT
    printf '%s\n' "$1" >"$tree/README.md"
    scripts/check-words "$tree" >"$box/found" 2>&1 || { echo "FAIL: $1: $(cat "$box/found")"; failed=1; }
}
finds 'FC was told by the log.' "write 'identifiable' in:FC was"
finds 'The second pays off.' "write 'is justified; is worth its cost' in:"
finds 'Errors of a law.' "write 'fit error'"
finds 'A joint that sticks.' "write 'sticking joint'"
quiet 'The option `it pays` is a name; the LuGre model is not.'
printf 'A text.\n' >"$tree/README.md"
printf '// it pays\nputs("it pays");\n' >"$tree/src/tool/FILE.c"
if scripts/check-words "$tree" >"$box/found" 2>&1; then echo "FAIL: a string of a source is not looked at"; failed=1; fi
is "one string, and no comment" "src/tool/FILE.c:2" "$(cut -d: -f1,2 "$box/found")"
rm "$tree/src/tool/FILE.c"
if command -v aspell >/dev/null && aspell dicts | grep -qx en_GB; then
    finds 'Frictoin of LuGre.' 'spelling: Frictoin'
    quiet 'The file `frictoin.law`.'
fi
exit ${failed:-0}
