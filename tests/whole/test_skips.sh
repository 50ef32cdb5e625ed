#!/bin/sh
# test_skips.sh - no skip is hidden in a test that passes: tests that may be skipped run apart, by their names.
. tests/kit/kit.sh
needs ctest
ctest --test-dir "$BR_BUILD" -N >"$box/list"
# whoever calls skip(), itself or by a function of its file or kit, is marked, and so has a name of its own (or that of its program)
for source in $(grep -rlE '\<skip\(\)|kit_skip_without\(' tests --include='test_*.c'); do
    name=${source##*/}
    name=${name%.c}
    marked=$(grep -c '// may be skipped' "$source" || true)
    [ "$marked" -gt 0 ] || { echo "FAIL: $source calls skip(), and marks no test as '// may be skipped'"; failed=1; continue; }
    [ "$marked" -eq "$(grep -c 'cmocka_unit_test(' "$source")" ] || has "tests of $source that run apart" "$box/list" " $name."
done
# a script that says "skipped:" ends with code 77
for source in $(grep -rlE '"skipped:' tests --include='test_*.sh'); do
    grep -q 'exit 77' "$source" || { echo "FAIL: $source says 'skipped', and does not end with code 77"; failed=1; }
done
exit $failed
