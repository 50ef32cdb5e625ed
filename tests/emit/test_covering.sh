#!/bin/sh
# test_covering.sh - what `bristle observe` can do a package can do: every pair of choices of model, observer, its options and number type is
# in one of 44 packages (make soak: 400), each of which finds the bits of observe on the same samples, faults among them, in float within a tenth
# of the standard deviation or 1e-4 of the size; objective, KKT residual and innovations of horizons, too.
. tests/kit/kit.sh
needs python3
cases=44
[ "${BR_COUNT:-0}" -lt 1000000 ] || cases=400
p=$box/p
python3 tests/emit/covering.py $cases >"$box/cases" || { echo "FAIL: not every pair is in a case"; exit 1; }

# finds REAL EVERY MODEL OPTIONS OF_EMIT OF_OBSERVE: words are split and quotes read by eval
finds() {
    shown="$3 $4 $5"
    rm -rf "$p"
    eval "quietly \"\$BR_TOOL\" emit $3 $4 $5 --rate 1024 --prefix axis -o \"\$p\""
    case $3 in mass*) signals='t = t s, u = in N, x = out m' measured=x ;; *) signals='t = t s, v = in m/s, F = out N' measured=F ;; esac
    # shellcheck disable=SC2046
    quietly "$BR_CC" -std=c99 -O0 -D "MEASURED=\"$measured\"" -I "$box" -I "$p" tests/emit/covering.c \
        $(find "$p" -name 'axis*.c') -lm -o "$box/covering"
    quietly "$box/covering" "$box/log.csv" "$box/found.csv"
    code=0 # whether it can be trusted is not the question
    eval "\"\$BR_TOOL\" observe \"\$box/log.csv\" --signals '$signals' --model $3 $4 $6 --csv \"\$box/observed.csv\"" \
        >"$box/said" 2>"$box/err" || code=$?
    [ $code -le 1 ] || { echo "FAIL: observe of $shown $6: $(head -n 1 "$box/err")"; exit 1; }
    python3 tests/emit/covering.py compare "$box/found.csv" "$box/observed.csv" "$1" "$2" >"$box/differs" ||
        { echo "FAIL: $shown is not what observe finds:"; cat "$box/differs"; failed=1; }
    [ "$1" != float ] || echo "$(cat "$box/differs") of what it may be off: $shown"
}

while IFS='|' read -r real every model options of_emit of_observe; do
    finds "$real" "$every" "$model" "$options" "$of_emit" "$of_observe"
done <"$box/cases"
exit $failed
