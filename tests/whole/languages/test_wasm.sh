#!/bin/sh
# test_wasm.sh - the library as WebAssembly: laws below 300 kB, the same bits as native, and the examples of docs/wasm.md run.
. tests/kit/kit.sh
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
quietly "$BR_CC" -std=c11 -O2 -I src -I include tests/whole/languages/wasm_bits.c "$BR_BUILD/libbristle.a" -lm \
    $(sed -n 's/^Libs: .* -lm\( .*\)*$/\1/p' "$BR_BUILD/bristle.pc") -o "$box/bits"
# shellcheck disable=SC2046 # a list of words
"$box/bits" $(cat "$box/sets") >"$box/native"
# shellcheck disable=SC2046
node tests/whole/languages/wasm_bits.mjs "$box/wasm" $(cat "$box/sets") >"$box/found"
cmp "$box/native" "$box/found" || { echo "FAIL: other bits than native"; exit 1; }
[ "$(wc -l <"$box/native")" -gt 20 ] || { echo "FAIL: hardly any set was compared"; exit 1; }
echo "pass: the bits of $(wc -l <"$box/native") sets"

# Runs and observers: tables of the tool, number by number. Noise is given, or found, as there.
# run MODEL SET INPUT UNTIL STEP METHOD
run() {
    "$BR_TOOL" simulate "$1" --params "$2" --input "$3" --until "$4" --step "$5" --method "$6" --csv "$box/run-$1.csv" >/dev/null
    printf '{"job":"simulate","csv":"%s","model":"%s","params":"%s","input":"%s","until":%s,"step":%s,"method":"%s"}\n' \
        "$box/run-$1.csv" "$@" >>"$box/cases"
}
# observed OBSERVER ESTIMATE LOG [NOISE]
observed() {
    "$BR_TOOL" observe "$3" --signals 't = t s, v = v m/s, F = F N' --model lugre --params table-I --observer "$1" ${4:+--noise "$4"} \
        --estimate "$2" --csv "$3-$1.csv" --json "$3-$1.json" >/dev/null 2>&1 || true # whether it can be trusted is not the question
    printf '{"job":"observe","csv":"%s","told":"%s","log":"%s","model":"lugre","params":"table-I","observer":"%s","estimate":"%s"%s}\n' \
        "$3-$1.csv" "$3-$1.json" "$3" "$1" "$2" "${4:+,\"noise\":\"$4\"}" >>"$box/cases"
}
run lugre table-I 'v = 1e-3*sin(20*t) m/s' 0.3 1e-3 stiff
run sgms table-4.1 'v = 1e-3*sin(20*t) m/s' 0.3 1e-3 rosenbrock
run drive-train nominal 'u = square(5) N*m' 1 1e-2 stiff
run elasto-plastic table-I 'v = 1e-4*sin(20*t) m/s' 0.3 1e-3 update
awk -F, 'NR == 1 { print "t,v,F" } NR > 1 { print $1 "," $2 "," $4 }' "$box/run-lugre.csv" >"$box/log.csv"
# Numbers are missing, and time has a gap; sigma2 has no share in the force.
awk -F, 'NR > 1 && NR % 50 == 0 { $2 = "" } NR > 1 && NR % 70 == 0 { $3 = "" } NR < 200 || NR > 220 { print $1 "," $2 "," $3 }' "$box/log.csv" >"$box/holed.csv"
# A force that no gate lets pass: both have one by default.
awk -F, -v OFS=, 'NR == 150 { $3 = 1e4 } 1' "$box/log.csv" >"$box/spiked.csv"
for observer in ekf ukf mhe smoother; do
    observed "$observer" FC "$box/log.csv"
    observed "$observer" FC "$box/spiked.csv" 'F = 0.01 N, z = 1e-7 m, FC = 0'
    observed "$observer" 'sigma2, FS = 9 N' "$box/holed.csv"
done
node tests/whole/languages/wasm_runs.mjs "$box/wasm" "$box/cases" >"$box/printed"
echo "pass: the bits of 4 simulations and 12 observers, $(cat "$box/printed")"

# The examples of the page, one behind the other, as one program; what they print is what their comments say.
awk '/^```js/ { on = 1; next } /^```/ { on = 0 } on' docs/wasm.md >"$box/wasm/page.mjs"
(cd "$box/wasm" && node page.mjs >"$box/printed")
is "docs/wasm.md" "true true true true" "$(tail -n 4 "$box/printed" | tr '\n' ' ' | sed 's/ $//')"
said=$(sed -n 's/.*law.outputs\[0\].unit); \/\/ \([0-9.]*\)\.\.\. N$/\1/p' docs/wasm.md)
has "docs/wasm.md" "$box/printed" "$said"
has "docs/wasm.md" "$box/printed" "$(sed -n 's/.*run.units.F); \/\/ \(.*\)$/\1/p' docs/wasm.md)"
