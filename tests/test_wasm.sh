#!/bin/sh
# test_wasm.sh - the library as WebAssembly: below 300 kB, the same bits as native, and the examples of docs/wasm.md run.
. tests/kit.sh
needs clang
needs wasm-ld
needs node
echo 'int main(void) { return 0; }' >"$box/empty.c"
clang --target=wasm32-wasi "$box/empty.c" -o "$box/empty" >/dev/null 2>&1 ||
    { echo "skipped: needs wasi-libc and libclang-rt-dev-wasm32 (scripts/deps all)"; exit 77; }

scripts/wasm "$box/wasm"
[ "$(wc -c <"$box/wasm/bristle.wasm")" -lt 300000 ] || { echo "FAIL: 300 kB or more"; exit 1; }

# Every set of every law and plant.
"$BR_TOOL" laws | awk '$2 ~ /^(static|dynamic|plant)$/ && $4 > 0 { print $1 }' >"$box/laws"
while read -r law; do
    "$BR_TOOL" laws "$law" | awk -v law="$law" '/^sets / { on = 1; next } on && /^[^ ]/ { on = 0 } on && /^  [^ ]/ { print law, $1 }'
done <"$box/laws" >"$box/sets"
quietly "$BR_CC" -std=c11 -O2 -I src -I include tests/wasm_bits.c "$BR_BUILD/libbristle.a" -lm \
    $(sed -n 's/^Libs: .* -lm\( .*\)*$/\1/p' "$BR_BUILD/bristle.pc") -o "$box/bits"
# shellcheck disable=SC2046 # a list of words
"$box/bits" $(cat "$box/sets") >"$box/native"
# shellcheck disable=SC2046
node tests/wasm_bits.mjs "$box/wasm" $(cat "$box/sets") >"$box/found"
cmp "$box/native" "$box/found" || { echo "FAIL: other bits than native"; exit 1; }
[ "$(wc -l <"$box/native")" -gt 20 ] || { echo "FAIL: hardly any set was compared"; exit 1; }
echo "pass: the bits of $(wc -l <"$box/native") sets"

# The examples of the page, one behind the other, as one program; what they print is what their comments say.
awk '/^```js/ { on = 1; next } /^```/ { on = 0 } on' docs/wasm.md >"$box/wasm/page.mjs"
(cd "$box/wasm" && node page.mjs >"$box/printed")
is "docs/wasm.md" "true true true" "$(tail -n 3 "$box/printed" | tr '\n' ' ' | sed 's/ $//')"
said=$(sed -n 's/.*law.outputs\[0\].unit); \/\/ \([0-9.]*\)\.\.\. N$/\1/p' docs/wasm.md)
has "docs/wasm.md" "$box/printed" "$said"
