#!/bin/sh
# run.sh [TOOL [FOLDER]] - the reference problem of `bristle bound` (docs/bound.md): makes its log, and proves intervals from it.
# Log, certificate and report are left in FOLDER (default: nothing is left).
set -eu
tool=${1:-bristle}
made=${2:-$(mktemp -d)}
[ $# -ge 2 ] || trap 'rm -rf "$made"' EXIT
mkdir -p "$made"

# A push of 8 s, held from row to row: up by 0.2 and 0.3 N*m/s, 2.5 s of 0.5 N*m, down, and rest.
awk 'BEGIN {
    print "t [s],u [N*m]"
    for (k = 0; k <= 800; k++) {
        t = k/100
        u = t < 1 ? 0.2*t : t < 2 ? 0.2 + 0.3*(t - 1) : t < 4.5 ? 0.5 : t < 6 ? 0.5*(6 - t)/1.5 : 0
        printf "%.2f,%.17g\n", t, u
    }
}' >"$made/push.csv"

# Five of them, each from where the one before came to rest, with another breakaway torque in each.
x=4.6e-4 # rad
for TF in 0.1 0.10342 0.09382 0.10776 0.0921; do
    "$tool" simulate drive-train "$made/push.csv" --signals 't = t, u = u' --params nominal --at "TF = $TF N*m, x1 = $x rad" \
        --tolerance 1e-10 --step '10 ms' --csv "$made/one.csv" >/dev/null
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { n = $i; sub(/ .*/, "", n); at[n] = i }; next }
             NR < 802 { print $(at["u"]) "," $(at["x1"]) "," $(at["mode"]) }' "$made/one.csv" >>"$made/all.csv"
    x=$(tail -n 1 "$made/all.csv" | cut -d , -f 2)
done

# The log: an encoder of 4096 counts, and a signal of rest, 0.1 s late.
awk -F, 'BEGIN { print "time,angle,torque,still"; count = 8*atan2(1, 1)/4096; rest = 10 }
         { rest = $3 == 0 ? rest + 1 : 0
           printf "%.2f,%.17g,%s,%d\n", (NR - 1)/100, count*int($2/count + 0.5), $1, (rest > 10) }' "$made/all.csv" >"$made/log.csv"
rm "$made/one.csv" "$made/all.csv"

# Half a count, and a little for the error of the simulation.
"$tool" bound "$made/log.csv" --signals 't = time s, x1 = angle rad, u = torque N*m, rest = still' --error 'x1 = 7.671e-4 rad' \
    --range 'alpha = 3..6 1/s, beta = 50..80 rad/s^2/N/m, TF = 0.02..0.3 N*m' --renew TF \
    --certificate "$made/log.proof" --report "$made/log.html"
