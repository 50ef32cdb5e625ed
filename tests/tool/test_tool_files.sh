#!/bin/sh
# test_tool_files.sh - outputs appear whole or not at all, and bad inputs are refused at once (docs/faults.md A13, H12, I2, J7).
. tests/kit/kit.sh
set +e
failed=0
fail() {
    echo "FAIL: $*"
    failed=1
}
# ends CODE WORDS: how the command before ended, with its stderr in $box/err.
ends() {
    [ "$code" -eq "$1" ] || fail "exit code $code instead of $1: $(cat "$box/err")"
    [ "$(wc -l <"$box/err")" -eq 1 ] || fail "not one line on stderr: $(cat "$box/err")"
    grep -qF -- "$2" "$box/err" || fail "no word of '$2' in: $(cat "$box/err")"
}
tool() {
    timeout 20 "$BR_TOOL" "$@" 2>"$box/err"
    code=$?
}
eval_to() { tool eval lugre --params table-I --at 'v = 1e-3 m/s' --json "$1"; }

# standard output that cannot be written
for sink in /dev/full; do
    [ -e $sink ] || continue
    tool laws >$sink
    ends 6 'standard output cannot be written'
    tool emit lugre -o - >$sink
    ends 6 'standard output cannot be written'
    eval_to $sink >/dev/null
    ends 6 'cannot be written'
done
# of several files those before one that fails are whole, and named
if [ -e /dev/full ]; then
    slide() { tool simulate lugre --params table-I --input 'v = 1 mm/s' --until 0.01 "$@" >/dev/null; }
    slide --csv "$box/whole.csv"
    slide --csv "$box/first.csv" --json /dev/full --report "$box/never.html"
    ends 6 'No space left on device; written before that: --csv'
    cmp -s "$box/first.csv" "$box/whole.csv" || fail "the first file is not whole"
    [ ! -e "$box/never.html" ] || fail "a file was written after one that failed"
    tool excite ladder --limits 'x = 50 mm, a = 2 m/s^2' --from '1 mm/s' --to '10 mm/s' -o "$box/first.csv" --json /dev/full >/dev/null
    ends 6 'written before that: -o'
    slide --json /dev/full
    ends 6 'No space left on device'
    is "nothing was written before that" 0 "$(grep -c 'written before' "$box/err")"
fi
tool laws >&-
ends 6 'standard output cannot be written'
tool emit lugre -o "$box/closed.c" >&-
ends 6 'standard output cannot be written'
is "nothing of the words on stdout is in the file" 0 "$(grep -c 'written to' "$box/closed.c")"
{ timeout 20 "$BR_TOOL" emit lugre -o - 2>"$box/err"; echo $? >"$box/code"; } | true
sleep 0.1
code=$(cat "$box/code")
[ "$code" -eq 0 ] || ends 6 'standard output cannot be written' # 0: the pipe took it all before it was closed

# a file that stands is whole after a run that fails, and no other file is left
mkdir "$box/out"
echo old >"$box/out/file"
tool eval lugre --params table-I --at 'v = 1e300 m/s, z = 1e300 m' --json "$box/out/file" >/dev/null
ends 5 'not finite'
tool laws nosuch --json "$box/out/file" >/dev/null
ends 4 'no law'
tool emit lugre -o "$box/out/file" >/dev/null
ends 6 'exists already; --force replaces it'
is "the old file" old "$(cat "$box/out/file")"
is "files beside it" file "$(ls -A "$box/out")"
tool emit lugre -o "$box/out/file" --force >/dev/null
is "exit code with --force" 0 $code
grep -q lugre "$box/out/file" || fail "--force did not replace"
is "files beside it" file "$(ls -A "$box/out")"

# outputs of other commands replace what stands there, and say where they went; nothing is said on a stream of results
echo old >"$box/out/json"
eval_to "$box/out/json" >"$box/told"
is "where it went" "JSON written to $box/out/json" "$(tail -n 1 "$box/told")"
grep -q '"model"' "$box/out/json" || fail "--json did not replace"
eval_to - >"$box/told"
if grep -q 'written to' "$box/told"; then fail "words beside JSON on standard output"; fi
rm "$box/out/json"

# a stream by its name is written through: the file behind it is neither replaced nor written over
ln -s /dev/stdout "$box/out/stream"
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 "$box/out/stream"; do
    [ -e "$name" ] || continue
    echo before >"$box/behind"
    ln "$box/behind" "$box/same"
    eval_to "$name" >>"$box/behind"
    is "exit code of --json $name" 0 $code
    [ "$box/behind" -ef "$box/same" ] || fail "--json $name replaced the file behind it"
    is "first line behind $name" before "$(head -n 1 "$box/behind")"
    is "JSON behind $name" 1 "$(grep -c '"model"' "$box/behind")"
    is "last line behind $name" "JSON written to $name" "$(tail -n 1 "$box/behind")"
    rm "$box/behind" "$box/same"
done
tool emit lugre -o /dev/fd/7 7>"$box/behind" >/dev/null
"$BR_TOOL" emit lugre -o - | cmp -s - "$box/behind" || fail "emit to another stream"
tool emit lugre -o /dev/fd/7 7<"$box/behind" >/dev/null
ends 6 'cannot be written: Bad file descriptor'
rm "$box/out/stream"

# modes and links of files that stand are kept
chmod 640 "$box/out/file"
ln -s file "$box/out/link"
eval_to "$box/out/link" >/dev/null
is "exit code through a link" 0 $code
is "mode" "-rw-r-----" "$(ls -l "$box/out/file" | cut -c 1-10)"
[ -L "$box/out/link" ] || fail "the link was replaced"
grep -q '"model"' "$box/out/file" || fail "the link was not followed"
ln -s nowhere "$box/out/dangling"
eval_to "$box/out/dangling" >/dev/null
ends 6 'a link to nothing'

# places where nothing can be written
eval_to "$box/no/such/folder/x" >/dev/null
ends 6 'cannot be written: No such file'
eval_to "$box/out/file/x" >/dev/null
ends 6 'cannot be written: Not a directory'
eval_to "$box/out" >/dev/null
ends 6 'it is a folder'
eval_to "$box/$(head -c 300 /dev/zero | tr '\0' n)" >/dev/null
ends 6 'cannot be written'
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$box/closed"
    chmod 500 "$box/closed"
    eval_to "$box/closed/x" >/dev/null
    ends 6 'Permission denied'
fi
(
    ulimit -f 1 2>/dev/null && trap '' XFSZ 2>/dev/null
    timeout 20 "$BR_TOOL" emit sgms -o "$box/out/big.c" >/dev/null 2>"$box/err"
    echo $? >"$box/code"
)
code=$(cat "$box/code")
ends 6 'cannot be written'
[ ! -e "$box/out/big.c" ] || fail "half a file is left"
( # a limit of file sizes, which would end the process without a word
    ulimit -f 1 2>/dev/null
    timeout 20 "$BR_TOOL" emit sgms -o "$box/out/big.c" >/dev/null 2>"$box/err"
    echo $? >"$box/code"
)
code=$(cat "$box/code")
ends 6 'cannot be written: File too large'
[ ! -e "$box/out/big.c" ] || fail "half a file is left"
is "files left by a full disk" "" "$(find "$box" -name '.bristle*')"

# inputs that are no files: refused at once
mkfifo "$box/pipe.law"
tool check "$box/pipe.law"
ends 4 'not a regular file'
tool check /dev/zero
ends 4 'not a regular file'
tool eval lugre --params /dev/zero --at 'v = 0'
ends 4 'not a regular file'
mkdir "$box/folder.law"
tool check "$box/folder.law"
ends 4 'it is a folder'
truncate -s 5M "$box/large.law"
tool check "$box/large.law"
ends 4 'it is too large'
truncate -s 1000G "$box/sparse.law" 2>/dev/null && {
    tool check "$box/sparse.law"
    ends 4 'it is too large'
}
: >"$box/empty.law"
tool check "$box/empty.law"
ends 4 'a law starts with'
head -c 4096 /dev/urandom >"$box/binary.law"
tool check "$box/binary.law"
ends 4 'binary.law:'
# a law cut at any byte is read whole or refused with its place
size=$(wc -c <laws/gms.law)
n=1
while [ $n -lt "$size" ]; do
    head -c $n laws/gms.law >"$box/cut.law"
    tool laws "$box/cut.law" >"$box/told"
    [ $code -eq 0 ] || [ $code -eq 4 ] || fail "cut after $n bytes: exit code $code"
    [ $code -eq 0 ] || grep -q '^[^ ]*cut.law:' "$box/err" || fail "cut after $n bytes: no place in: $(cat "$box/err")"
    n=$((n + 37))
done

# two runs on the same output: one wins whole
for i in 1 2 3 4 5 6; do
    "$BR_TOOL" emit lugre -o "$box/out/same.c" --force >/dev/null 2>>"$box/race" &
    "$BR_TOOL" emit gms -o "$box/out/same.c" --force >/dev/null 2>>"$box/race" &
done
wait
is "complaints of runs on the same output" "" "$(cat "$box/race")"
"$BR_TOOL" emit lugre -o - >"$box/one"
"$BR_TOOL" emit gms -o - >"$box/two"
cmp -s "$box/out/same.c" "$box/one" || cmp -s "$box/out/same.c" "$box/two" || fail "two runs mixed their outputs"
exit $failed
