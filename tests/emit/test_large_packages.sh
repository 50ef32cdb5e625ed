#!/bin/sh
# test_large_packages.sh - H10: packages without states, with one, with 60, and of 10^5 operations: they work, or are refused before anything is written.
. tests/kit/kit.sh
p=$box/p

# works NAME LINES ARGUMENTS...: compiles without a warning, no function has more lines, and the self-test passes
works() {
    name=$1 lines=$2
    shift 2
    rm -rf "$p"
    quietly "$BR_TOOL" emit "$@" --prefix axis -o "$p"
    quietly "$BR_CC" -std=c99 -Wall -Wextra -Werror -O0 "$p/axis.c" "$p/selftest.c" -lm -o "$box/selftest"
    "$box/selftest" >"$box/out" || { echo "FAIL: $name: $(cat "$box/out")"; exit 1; }
    has "$name" "$box/out" PASS
    longest=$(awk '/^{/ { from = NR } /^}/ { if (from && NR - from > most) most = NR - from; from = 0 } END { print most + 0 }' "$p/axis.c")
    between 1 "$lines" "$longest" "lines of the longest function, $name"
}

# refused CODE WORDS ARGUMENT...: and nothing is written
refused() {
    rm -rf "$p"
    wrong "$@"
    [ ! -e "$p" ] || { echo "FAIL: something was written: $*"; failed=1; }
}

printf 'law still\ninput v m/s\nparam FC N > 0\nparam vs = 1 mm/s\noutput F N\nF = FC*tanh(v/vs)\nset one\nFC = 2 N\n' >"$box/still.law"
works 'no state' 100 "$box/still.law" --params one --observer ekf --estimate FC --noise 'F = 0.1 N'
refused 2 'no states, and nothing is estimated' emit "$box/still.law" --params one --observer ekf --noise 'F = 0.1 N' -o "$p"
works 'one state' 100 dahl --params example --observer ekf --noise 'F = 0.1 N'

# slips N: parameters of so many springs with slip limits
slips() {
    awk -v n="$1" 'BEGIN { printf "kappa = "; for (i = 0; i < n; i++) printf "%s%g", i ? ", " : "", 1000 + 10 * i
        printf " N/mm\nnu = "; for (i = 0; i < n; i++) printf "%s%.17g", i ? ", " : "", 1 / n; print "\nFC = 9 N" }' >"$box/slips"
}
slips 60
works '60 states' 100 maxwell-slip --params "$box/slips" --observer ekf --noise 'F = 0.1 N'

# large TERMS: a law of five operations for each
large() {
    awk -v n="$1" 'BEGIN { print "law large\ninput v m/s\nstate z m\nparam FC N > 0\nparam vs = 1 mm/s\nparam l = 1 mm\nparam k = 1000 N/m\noutput F N"
        for (i = 0; i < n; i++) printf "%s tanh(v/(%d*vs))", i % 200 ? " +" : (i ? "\n" : "") "a" int(i / 200) " =", i + 1
        printf "\nz'"'"' = v - z*abs(v)/l\nF = FC*("; for (i = 0; i < n; i += 200) printf "%sa%d", i ? " + " : "", i / 200
        print ") + k*z\nset one\nFC = 2 N" }' >"$box/large.law"
}
large 500
works '2500 operations' 3500 "$box/large.law" --params one --observer ekf --noise 'F = 0.1 N'
large 25000
for how in '--observer ekf --noise F=0.1' '--fmu 2' '--mass 1 --compensator lugre' ''; do
    # shellcheck disable=SC2086
    (ulimit -t 20 && refused 4 'too large to be printed as C' emit "$box/large.law" --params one $how -o "$p" && exit $failed) || failed=1
done
exit $failed
