#!/bin/sh
# test_nasty_inputs.sh - nothing that is not finite leaves a package, whatever comes in: D1, D12. An input beyond 1e9 is left
# out, counted, and not held.
. tests/kit/kit.sh
p=$box/p

# fed KIND ARGUMENTS...: the package, fed with every nasty number in each input
fed() {
    kind=$1
    shift
    rm -rf "$p"
    quietly "$BR_TOOL" emit "$@" --prefix axis -o "$p"
    "$BR_CC" -std=c99 -O1 -w "-D$kind" -I "$p" tests/emit/nasty.c "$p"/axis*.c -lm -o "$box/nasty" ||
        { echo "FAIL: $* does not compile"; exit 1; }
    "$box/nasty" >"$box/out" || { echo "FAIL: $*: $(cat "$box/out")"; exit 1; }
    echo "  $*: $(tail -n 1 "$box/out")"
}

for real in '' --float; do
    for observer in ekf ukf mhe; do
        # shellcheck disable=SC2086
        for gate in '' '--gate none'; do
            fed OBSERVER lugre --params table-4.1 --observer $observer --estimate 'FC, sigma0' $gate $real
        done
    done
    # shellcheck disable=SC2086
    fed OBSERVER sgms --params table-4.1 --observer ekf --estimate 'FC' $real
    # shellcheck disable=SC2086
    fed ELASTO elasto-plastic --params table-I --observer ep $real
done
