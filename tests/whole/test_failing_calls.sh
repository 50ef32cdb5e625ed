#!/bin/sh
# test_failing_calls.sh - every public function that may ask for memory has a test in which it gives out; one that has none is found.
. tests/kit/kit.sh
needs objdump
set +e
failed=0
check=$PWD/scripts/check-failing-memory
"$check" "$BR_BUILD" >"$box/found" 2>"$box/err"
code=$?
[ $code -ne 2 ] || { echo "skipped: $(cat "$box/err")"; exit 77; }
[ $code -eq 0 ] || { cat "$box/found"; echo "FAIL: public functions without failing memory"; failed=1; }

# The tree without one of its tests.
mkdir -p "$box/tree/tests"
ln -s "$PWD/include" "$PWD/src" "$box/tree"
cp -R tests/api tests/kit "$box/tree/tests"
rm "$box/tree/tests/api/test_failing_memory.c"
build=$(cd "$BR_BUILD" && pwd)
(cd "$box/tree" && "$check" "$build") >"$box/found"
[ $? -eq 1 ] || { echo "FAIL: a test that is gone is not found"; failed=1; }
is "functions of a test that is gone" "br_law_print br_law_save" "$(sed -n 's/^\(br_law_[a-z]*\): .*/\1/p' "$box/found" | grep -v enclose | paste -sd' ' -)"
exit $failed
