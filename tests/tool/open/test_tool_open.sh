#!/bin/sh
# test_tool_open.sh - I4, I5, I6, I10, I11: bristle open serves the files of the playground and the log to who knows the address, and nothing else, whatever other clients do.
. tests/kit/kit.sh
needs python3
mkdir -p "$box/site/laws"
echo '<p>page</p>' >"$box/site/index.html"
echo 'export {};' >"$box/site/app.mjs"
echo 'law a' >"$box/site/laws/a.law"
echo secret >"$box/site/unlisted.txt"
echo secret >"$box/secret.txt"
dd if=/dev/zero of="$box/site/large.bin" bs=1 count=1 seek=67108863 2>/dev/null
printf 'app.mjs\nindex.html\nlarge.bin\nlaws/a.law\n' >"$box/site/files.txt"
printf 't,x\n0,1\n' >"$box/my log.csv"

"$BR_TOOL" open "$box/my log.csv" --folder "$box/site" --print --duration 120 >"$box/address" 2>"$box/err" &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -s "$box/address" ] && break
    sleep 0.1
done
python3 tests/tool/open/open.py "$box/site" $server "$(cat "$box/address")" || { kill $server; exit 1; }

# Ctrl-C ends it.
kill -TERM $server
wait $server || true
python3 tests/tool/open/open.py --gone "$(cat "$box/address")"

# I11: a machine whose network has no loopback interface, and a server that was killed: a clear message, and other commands go on.
if unshare -rn true 2>/dev/null; then
    unshare -rn "$BR_TOOL" open --folder "$box/site" --print --duration 20 >"$box/address" 2>"$box/err" && { echo 'FAIL: served nobody'; failed=1; }
    grep -q 'loopback interface' "$box/err" || { echo 'FAIL: no word about the network'; cat "$box/err"; failed=1; }
    [ ! -s "$box/address" ] || { echo 'FAIL: an address that nobody reaches'; failed=1; }
else
    echo 'skipped: a network without a loopback interface (unshare -rn is not allowed here)'
fi
"$BR_TOOL" open "$box/my log.csv" --folder "$box/site" --print --duration 120 >"$box/address" 2>"$box/err" &
server=$!
sleep 1
kill -KILL $server
wait $server || true
python3 tests/tool/open/open.py --gone "$(cat "$box/address")"
"$BR_TOOL" laws dahl >/dev/null || { echo 'FAIL: laws behind a server that was killed'; failed=1; }

wrong 6 'is no playground' open --folder "$box"
wrong 6 'No such file' open "$box/none.csv" --folder "$box/site" --print
wrong 2 '--duration' open --folder "$box/site" --print --duration never
[ $failed -eq 0 ]
