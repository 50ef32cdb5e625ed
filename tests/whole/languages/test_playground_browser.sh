#!/bin/sh
# test_playground_browser.sh - the playground in a real browser: a log is dropped, fitted, its package compiled; texts stay texts.
. tests/kit/kit.sh
needs node
[ -x /usr/bin/chromium ] || { echo "skipped: needs chromium (scripts/deps all)"; exit 77; }
needs unzip
[ -f "$BR_BUILD/playground/bristle-call.wasm" ] || { echo "skipped: needs 'make playground' (some minutes, once)"; exit 77; }
modules=${BR_NODE_MODULES:-build/npm/node_modules}
[ -d "$modules/puppeteer-core" ] ||
    { echo "skipped: needs puppeteer-core (npm install --prefix build/npm puppeteer-core@24, or scripts/deps all)"; exit 77; }
NODE_PATH=$modules
export NODE_PATH
quietly scripts/playground "$BR_BUILD/playground" # what has changed since

# A log whose columns say what they are, and one whose names are markup.
"$BR_TOOL" simulate lugre --params table-I --input 'v = 2e-3*sin(9*t)*sin(t) m/s' --until 3 --sensor 'F = noise(0.005) N' --csv "$box/whole.csv" >/dev/null
"$BR_TOOL" table "$box/whole.csv" --signals 't = t, speed = v, friction = F' --csv "$box/log.csv" >/dev/null
evil='<img src=x onerror=document.title=1>'
(echo "t [s],$evil,\"a\"\"b<script>document.title=1</script>\""; awk -F, 'NR > 1 { print $1 "," $2 "," $3 }' "$box/log.csv") >"$box/$evil.csv"
"$BR_TOOL" identify "$box/log.csv" --signals 't = t, v = speed, F = friction' --model lugre --hold-out '30 %' --json "$box/fit.json" >/dev/null

"$BR_TOOL" open "$box/log.csv" --folder "$BR_BUILD/playground" --print --duration 500 >"$box/address" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$box"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -s "$box/address" ] && break
    sleep 0.1
done
mkdir "$box/downloads"
node tests/whole/languages/playground_browser.mjs "$(cat "$box/address")" "$box/fit.json" "$box/$evil.csv" "$box/downloads" "$BR_BUILD/playground"
if [ -x /usr/bin/firefox-esr ]; then
    HOME=$box node tests/whole/languages/playground_browser.mjs "$(cat "$box/address")" "$box/fit.json" "$box/$evil.csv" >"$box/firefox" || { cat "$box/firefox"; exit 1; }
    sed 's/^pass: /pass: Firefox: /' "$box/firefox"
fi
cd "$box/downloads"
unzip -q package.zip
cd package
"$BR_CC" -std=c99 -O2 axis.c selftest.c -lm -o selftest
has "self-test of the package" "$(./selftest >"$box/selftest"; echo "$box/selftest")" PASS
echo "pass: the package of the page compiles, and its self-test passes"
