#!/bin/sh
# test_playground.sh - the tool as WebAssembly gives the bytes of the native one, in at most 3 times its time.
. tests/kit/kit.sh
needs clang
needs wasm-ld
needs node
[ -f "$BR_BUILD/playground/bristle-call.wasm" ] || { echo "skipped: needs 'make playground' (some minutes, once)"; exit 77; }
quietly scripts/playground "$BR_BUILD/playground" # what has changed since

# A log of velocities, one of positions with a quantised encoder.
mkdir "$box/logs"
"$BR_TOOL" simulate lugre --params table-I --input 'v = 2e-3*sin(9*t)*sin(t) m/s' --until 3 --sensor 'F = noise(0.005) N' --csv "$box/logs/log.csv" >/dev/null
"$BR_TOOL" simulate mass --params positioning --at 'friction = dahl, fr = example' --input 'u = 8*sin(9*t)*sin(t) N' --until 3 --csv "$box/logs/axis.csv" >/dev/null 2>&1 ||
    "$BR_TOOL" simulate stick-slip --params fig-6 --until 9 --csv "$box/logs/axis.csv" >/dev/null
cat >"$box/logs/own.law" <<'LAW'
law own "a damper"
input v m/s
param c N*s/m > 0
output F N
F = c*v
LAW
cp plants/stick-slip.law "$box/logs/" # beside own.law, its friction
printf 'law own\ninput v m/s\nparam c N*s/m > 0\noutput F N\nF = c\n' >"$box/logs/wrong.law"

cat >"$box/list" <<'LIST'
simulate ["simulate", "stick-slip", "--params", "fig-6", "--until", "20", "--csv", "out/slip.csv"]
simulate_sgms ["simulate", "sgms", "--params", "table-4.1", "--input", "v = 1e-3*sin(20*t) m/s", "--until", "1", "--csv", "out/run.csv"]
simulate_verified ["simulate", "dahl", "--params", "example", "--verified", "--range", "v = 0.9..1 mm/s", "--until", "0.01"]
identify ["identify", "log.csv", "--signals", "t = t, v = v, F = F", "--model", "lugre", "--save-params", "out/fit.par", "--map", "out/map.csv", "--json", "out/fit.json"]
compare ["identify", "log.csv", "--signals", "t = t, v = v, F = F", "--compare", "coulomb, stribeck, dahl", "--json", "-"]
inspect ["inspect", "log.csv", "--signals", "t = t, v = v, F = F", "--json", "-"]
observe ["observe", "log.csv", "--signals", "t = t, v = v, F = F", "--model", "lugre", "--params", "table-I", "--estimate", "FC", "--csv", "out/seen.csv", "--json", "-"]
observe_mhe ["observe", "log.csv", "--signals", "t = t, v = v, F = F", "--model", "lugre", "--params", "table-I", "--observer", "mhe", "--noise", "F = 0.005 N, z = 1e-7 m", "--csv", "out/seen.csv"]
control ["control", "lugre", "--params", "table-I", "--mass", "1 kg", "--compensators", "coulomb", "--json", "-"]
bound ["bound", "log.csv", "--signals", "t = t, v = v, F = F", "--model", "coulomb", "--range", "FC = 0..3 N, sigma2 = 0..5 N*s/m", "--error", "F = 1 N"]
simulate_own ["simulate", "stick-slip.law", "--at", "friction = own, fr.c = 2 N*s/m, m = 1 kg, k = 2 N/m, vp = 0.1 m/s", "--until", "5", "--csv", "out/own.csv"]
check ["check", "lugre"]
check_own ["check", "own.law"]
check_wrong ["check", "wrong.law"]
laws ["laws", "--json", "-"]
emit ["emit", "dahl", "-o", "-"]
emit_package ["emit", "lugre", "--params", "table-I", "--observer", "ekf", "--prefix", "axis", "-o", "out/axis"]
emit_compensator ["emit", "lugre", "--params", "table-I", "--mass", "1 kg", "--compensator", "dahl", "--prefix", "drive", "-o", "out/drive"]
table ["table", "log.csv", "--step", "10 ms", "--csv", "out/t.csv", "--mat", "out/t.mat"]
excite ["excite", "strokes", "--csv", "out/e.csv"]
wrong ["simulate", "nothing"]
LIST

# Times are of the machine.
strip() { sed -E '/"seconds": [0-9.e-]+,?$/d; /"(median|p99|worst)": [0-9.e-]+/d; /per (step|sample)/d; /^[^ ].* in [0-9.]+ m?s$/d'; }
mkdir "$box/native" "$box/wasm"
while read -r name words; do
    mkdir -p "$box/native/$name" "$box/run"
    (cd "$box/run" && cp "$box"/logs/* . && mkdir -p out
        node -e 'const { spawnSync } = require("child_process"); 
            const r = spawnSync(process.argv[1], JSON.parse(process.argv[2]), { maxBuffer: 1e9 });
            require("fs").writeFileSync(process.argv[3], Buffer.concat([r.stdout, r.stderr, Buffer.from(`exit ${r.status}\n`)]));' "$BR_TOOL" "$words" "$box/native/$name.out"
        cp -R out/. "$box/native/$name/")
    rm -rf "$box/run"
done <"$box/list"
node tests/whole/languages/playground_bits.mjs "$BR_BUILD/playground" "$box/list" "$box/logs" "$box/wasm"

for found in $(cd "$box/native" && find . -type f | sort); do
    strip <"$box/native/$found" >"$box/a"
    strip <"$box/wasm/$found" >"$box/b"
    cmp -s "$box/a" "$box/b" || { echo "FAIL: $found differs"; diff "$box/a" "$box/b" | cut -c 1-160 | head -n 5; exit 1; }
done
is "files written" "$(cd "$box/native" && find . -type f | wc -l)" "$(cd "$box/wasm" && find . -type f | wc -l)"
has "a law with wrong units is refused" "$box/wasm/check_wrong.out" "exit 4"
echo "pass: the bytes of $(wc -l <"$box/list") command lines, $(find "$box/native" -type f | wc -l) files"

# Processor time, the third run in a page against a native one; the first has the compilation of the browser in it.
# ratio NAME WORDS...
ratio() {
    name=$1
    shift
    native=$(cd "$box/logs" && { "$BR_TOOL" "$@" >/dev/null 2>&1; "$BR_TOOL" "$@" >/dev/null 2>&1; times; } |
        awk 'NR == 2 { gsub("s", ""); split($1, u, "m"); split($2, y, "m"); print (60*u[1] + u[2] + 60*y[1] + y[2]) / 2 }')
    node tests/whole/languages/playground_time.mjs "$BR_BUILD/playground" "$box/logs" "$@" >"$box/seconds"
    found=$(awk -v native="$native" '{ printf "%.2f", $1 / native }' "$box/seconds")
    between 0.2 3 "$found" "$name in a page, times native"
    echo "pass: $name takes $found times the time of the native tool ($native s)"
}
"$BR_TOOL" simulate lugre --params table-I --input 'v = 2e-3*sin(9*t)*sin(t) m/s' --until 20 --step '1 ms' --sensor 'F = noise(0.005) N' --csv "$box/logs/long.csv" >/dev/null
ratio identify identify log.csv --signals 't = t, v = v, F = F' --model lugre
ratio observe observe long.csv --signals 't = t, v = v, F = F' --model lugre --params table-I --estimate FC
