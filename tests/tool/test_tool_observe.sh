#!/bin/sh
# test_tool_observe.sh - `bristle observe`: what it finds, its files, its words, its verdict, wrong arguments.
. tests/kit/kit.sh

# near TRUTH MARGIN NUMBER WORDS: TRUTH and MARGIN in N/mm, NUMBER in N/m
near() { between "$(awk "BEGIN { print 1e3*($1 - $2) }")" "$(awk "BEGIN { print 1e3*($1 + $2) }")" "$3" "$4"; }
# value FILE NAME: the estimate of that name
value() { grep -F -A 1 "\"$2\": {" "$1" | sed -n 's/.*"value": \([-0-9.e]*\).*/\1/p' | head -n 1; }
# fails WORDS ARGUMENT...: the run ends with 1, and a line on stderr that has WORDS in it; what it prints is in $box/out.
fails() {
    expected=$1 code=0
    shift
    "$BR_TOOL" "$@" >"$box/out" 2>"$box/err" || code=$?
    is "exit code of $*" 1 $code
    has "the line of $*" "$box/err" "bristle observe: failed: $expected"
    has "the same among the words" "$box/out" "failed: $expected"
}

# Short logs of rigs as tables: the truth of the first is S-GMS with 142 and 158 N/mm and a force sensor of 0.02 N
quietly "$BR_TOOL" simulate rig/exact --seed 1 --csv "$box/all.csv"
head -n 8001 "$box/all.csv" >"$box/exact.csv"
head -n 2501 "$box/all.csv" >"$box/short.csv"
quietly "$BR_TOOL" simulate rig/axis --seed 1 --csv "$box/axis.csv"
head -n 3001 "$box/axis.csv" >"$box/drive.csv"
O="observe $box/exact.csv --model sgms --params table-4.1"
V='t = t, v = v, F = F'
NOISE='F = 0.5 N, z = 0.01 N, kappa = 0.1 %'

# two stiffnesses from 0 by every observer (thesis 5.4.2), on a truth that is the observer's model: so many N/mm from 142 and
# 158, and NRMSE, on the first 0.8 s (over the whole log, 20 seeds: tests/sim/test_observation.c)
for each in 'ekf 3.6 0.11 0.14' 'ukf 10.2 0.35 0.25' 'smoother 0.6 0.12 0.12' 'mhe 1.5 0.12 0.13' 'particle 50 1 0.3'; do
    read -r observer third fourth nrmse <<END
$each
END
    quietly "$BR_TOOL" $O --signals "$V" --estimate 'kappa[3] = 0, kappa[4] = 0' --correct-every '2 ms' --noise "$NOISE" --observer $observer --json "$box/$observer.json"
    near 142 "$third" "$(value "$box/$observer.json" 'kappa[3]')" "kappa[3] by $observer"
    near 158 "$fourth" "$(value "$box/$observer.json" 'kappa[4]')" "kappa[4] by $observer"
    between 0.1 "$nrmse" "$(key "$box/$observer.json" nrmse)" "NRMSE by $observer"
    is "its name" $observer "$(sed -n 's/.*"observer": "\([a-z]*\)".*/\1/p' "$box/$observer.json")"
done

# a moving horizon: the velocity estimated, too; bounds hold; what says nothing is refused, and why
quietly "$BR_TOOL" $O --signals "$V" --observer mhe --period '2 ms' --horizon 10 --method gauss4 --substeps 4 --levenberg 1e-10 --arrival smoothed --estimate 'kappa[3] = 0, kappa[4] = 0, v' --noise "$NOISE, v = 10 um/s" --json "$box/free.json"
near 142 2 "$(value "$box/free.json" 'kappa[3]')" "kappa[3] with the velocity estimated"
quietly "$BR_TOOL" $O --signals "$V" --observer mhe --period '2 ms' --horizon 10 --method lie --precision mixed --estimate 'kappa[3] = 0, kappa[4] = 0' --noise "$NOISE" --json "$box/mixed.json"
near 142 1.5 "$(value "$box/mixed.json" 'kappa[3]')" "kappa[3] in mixed precision"
is "its precision" mixed "$(sed -n 's/.*"precision": "\([a-z]*\)".*/\1/p' "$box/mixed.json")"
wrong 2 "precision 'half' is not one of double, mixed" $O --signals "$V" --observer mhe --precision half
wrong 2 "precision mixed: gms is not compiled in float" observe "$box/short.csv" --model gms --params table-4.1 --signals "$V" --observer mhe --precision mixed
fails "kappa[3] ended at its limit, 100000 N/m" $O --signals "$V" --observer mhe --period '2 ms' --parameters shared --arrival constant --iterations 2 --huber 3 --estimate 'kappa[3] = 0, kappa[4] = 0' --noise "$NOISE" --bounds 'kappa[3] = 0..100 N/mm' --json "$box/held.json"
between 99.99e3 100.01e3 "$(value "$box/held.json" 'kappa[3]')" "kappa[3] at its bound"
is "samples at the bound" 411 "$(key "$box/held.json" bounded)"
wrong 2 "horizon '0' is not an integer from 1 to 100000" $O --signals "$V" --observer mhe --horizon 0
wrong 2 "arrival 'none' is not one of kuehl, smoothed, hessian, constant" $O --signals "$V" --observer mhe --arrival none
wrong 2 "horizon needs --observer mhe" $O --signals "$V" --horizon 5
wrong 2 "'kappa' is no state, and is not estimated" $O --signals "$V" --observer mhe --bounds 'kappa = 0..1 N/m'
wrong 2 "kappa[3] needs low..high in N/m" $O --signals "$V" --observer mhe --estimate 'kappa[3] = 0' --bounds 'kappa[3] = 0-500 N/mm'
wrong 2 "kappa[3] is never there: sgms allows" $O --signals "$V" --observer mhe --estimate 'kappa[3] = 0' --bounds 'kappa[3] = -5..-1 N/mm'
awk -F, 'NR > 1 && NR % 2 { $1 = $1 + 7e-5 } { print }' OFS=, "$box/short.csv" >"$box/uneven.csv"
wrong 3 "steps are not equal" observe "$box/uneven.csv" --model sgms --params table-4.1 --signals "$V" --observer mhe
# steps that differ from row to row, with the same mean: of the samples, or of the stamps alone
for how in samples stamps; do
    awk -v how=$how 'BEGIN { srand(4); print "t,v,F"; for (i = 0; i < 1000; i++) { t = 0.001*i; off = 0.0002*(2*rand() - 1)
        at = how == "samples" ? t + off : t; printf "%.9f,%.12g,%.12g\n", t + off, 0.01*sin(20*at), 10*sin(20*at) + 0.1*rand() } }' >"$box/$how.csv"
done
for kind in mhe smoother; do
    wrong 3 "steps are not equal: they are off whole numbers of" observe "$box/samples.csv" --model lugre --params table-4.1 --signals "t = t s, v = v m/s, F = F N" --observer $kind
done
for kind in ekf mhe; do
    "$BR_TOOL" observe "$box/stamps.csv" --model lugre --params table-4.1 --noise 'F = 0.1 N' --signals "t = t s, v = v m/s, F = F N" --observer $kind --json "$box/stamps.json" >"$box/out" 2>&1 || true
    has "stamps that jitter" "$box/stamps.json" "the time stamps jitter by"
done
"$BR_TOOL" observe "$box/samples.csv" --model lugre --params table-4.1 --noise 'F = 0.1 N' --signals "t = t s, v = v m/s, F = F N" --json "$box/stamps.json" >"$box/out" 2>&1 || true
is "stamps that are right" 0 "$(grep -c "the time stamps jitter by" "$box/stamps.json" || true)"
wrong 2 "period and --correct-every mean the same; give one" $O --signals "$V" --observer mhe --period 1 --correct-every 1
wrong 2 "--process-noise 'here' is not one of intervals, arrival" $O --signals "$V" --observer mhe --process-noise here
wrong 2 "parameters are shared" $O --signals "$V" --observer mhe --process-noise arrival --parameters states
wrong 2 "an input that is measured is estimated by --observer mhe" $O --signals "$V" --estimate v
wrong 2 "period 3 s is longer than the log" $O --signals "$V" --observer mhe --period 3
wrong 2 "at has no effect: v comes from the log" $O --signals "$V" --at 'v = 1 mm/s'

# its noise is found by a horizon that knows the velocity from its measurement, and a period between samples is said to be rounded
"$BR_TOOL" $O --signals "$V" --observer mhe --period '2.03 ms' --estimate 'kappa[4] = 0, v' --json "$box/moved.json" >"$box/a"
between 0.55 0.58 "$(key "$box/moved.json" nis)" "NIS with the velocity estimated, noise found"
near 158 0.5 "$(value "$box/moved.json" 'kappa[4]')" "kappa[4] with noise found"
has "the period as it is" "$box/a" "period 0.00203 s is not a multiple of the sample time: 0.002 s is used, 20 samples"
has "what is known of the input" "$box/a" "v           measured 0.0000"
has "nothing nominal of the input" "$box/a" "a measured input"
has "a rank without it" "$box/a" "rank of the observability matrix: 5 of 5"
has "and its measurement in JSON" "$box/moved.json" '"measured_sd": '

# without --noise its size is found from the log: the sensor is off by 0.02 N, innovations are as they should be, nothing is doubted
"$BR_TOOL" $O --signals "$V" --estimate 'kappa[4] = 0' --correct-every '1 ms' --json "$box/found.json" >"$box/a"
between 0.0195 0.021 "$(sed -n '/"measured"/,$p' "$box/found.json" | key /dev/stdin F)" "noise of the sensor"
between 0.84 0.87 "$(key "$box/found.json" nis)" "NIS"
between 0.96 0.98 "$(key "$box/found.json" nis_coverage)" "innovations inside 95 %"
near 158 0.1 "$(value "$box/found.json" 'kappa[4]')" "kappa[4]"
has "that it was found" "$box/a" "N *"
has "and what that means" "$box/a" "* estimated from the log by maximum likelihood"
grep -q "warning" "$box/a" && { echo "FAIL: $(grep warning "$box/a")"; exit 1; }
"$BR_TOOL" $O --signals "$V" --correct-every '1 ms' --noise 'F = 0.02 N' --json "$box/found.json" >"$box/a"
between 0.95 0.98 "$(key "$box/found.json" nis)" "NIS where only process noise is found"
has "the sensor as given" "$box/a" "measured 0.02 N"
grep -q "measured 0.02 N \*" "$box/a" && { echo "FAIL: noise that was given is not found"; exit 1; }

# the third parameter of thesis 5.5: of kappa[2], [3] and [4] the log says least of kappa[2], in the fewest samples, and at
# the start values nothing tells kappa[2] from kappa[3]; with the noise of the thesis it does not arrive
"$BR_TOOL" observe "$box/all.csv" --model sgms --params table-4.1 --signals "$V" --estimate 'kappa[2] = 0, kappa[3] = 0, kappa[4] = 0' --correct-every '2 ms' \
    --noise 'F = 0.5 N, z = 0.07, 0.06, 0.05, 0.8 N, kappa = 5 %' --json "$box/three.json" >"$box/a"
between 0.045 0.055 "$(grep -F -A 6 '"kappa[2]": {' "$box/three.json" | key /dev/stdin busy)" "samples that tell of kappa[2]"
between 0.075 0.085 "$(grep -F -A 6 '"kappa[3]": {' "$box/three.json" | key /dev/stdin busy)" "samples that tell of kappa[3]"
between 0.345 0.355 "$(grep -F -A 6 '"kappa[4]": {' "$box/three.json" | key /dev/stdin busy)" "samples that tell of kappa[4]"
between 0.795 0.805 "$(grep -F -A 9 '"least_estimated": {' "$box/three.json" | key /dev/stdin 'kappa\[2\]' | tr -d -)" "kappa[2] in the direction that is seen least"
between 0.98 1 "$(sed -n '/from_start/,$p' "$box/three.json" | key /dev/stdin least_estimated_left)" "what is left at the start values"
near 216 0.5 "$(value "$box/three.json" 'kappa[2]')" "and so kappa[2] fails: docs/observers.md has 216 of 500 N/mm"
near 27 0.5 "$(value "$box/three.json" 'kappa[3]')" "and kappa[3]: 27 of 142 N/mm"
has "points behind reversals" "$box/a" "19 of them reversals"

# position and drive force in place of velocity and friction force; the words say so
A="--model sgms --params table-4.1 --correct-every 10ms"
N='F = 0.16 N, z = 2, 2, 1, 25 mN'
"$BR_TOOL" observe rig/axis --seed 1 $A --noise "$N" --csv "$box/a.csv" --report "$box/a.html" >"$box/a"
has "the model" "$box/a" "sgms, reduced order, ekf: rig/axis with seed 1,"
has "its steps" "$box/a" "24383 samples every 100 us, correction every 10 ms"
has "how F was found" "$box/a" "velocity and friction force from position and drive force: zero-phase, cutoff 300 Hz, drive force minus m*a with m = 20 kg"
has "what was assumed" "$box/a" "process, per step"
has "the rank" "$box/a" "rank of the observability matrix: 4 of 4"
is "its columns" "t [s],F [N],F_est [N],F_sd [N],F_innovation [N],F_innovation_sd [N],z[1] [N],z[1]_sd [N],z[2] [N],z[2]_sd [N],z[3] [N],z[3]_sd [N],z[4] [N],z[4]_sd [N]" "$(head -n 1 "$box/a.csv")"
is "its rows" 24384 "$(wc -l <"$box/a.csv" | tr -d ' ')"
is "figures of the page" 8 "$(grep -c '<svg class' "$box/a.html")"
has "bands" "$box/a.html" 'class="band'
for each in 'lowpass 0.355' 'kalman 0.421' 'window 0.458' 'zero-phase 0.312'; do
    how=${each% *}
    "$BR_TOOL" observe "$box/drive.csv" --model lugre --params table-4.1 --signals 't = t, x = q, u = u' --mass '20 kg' --noise 'z = 0.2 um, F = 0.08 N' --differentiate $how --cutoff '400 Hz' >"$box/$how"
    is "NRMSE with $how, per cent" "${each#* }" "$(sed -n 's/.*NRMSE \([0-9.]*\) %.*/\1/p' "$box/$how")"
    has "the words" "$box/$how" "$how, cutoff 400 Hz"
done

# samples that the logger dropped are bridged
awk 'NR % 50 != 7' "$box/drive.csv" >"$box/dropped.csv"
"$BR_TOOL" observe "$box/dropped.csv" --model lugre --params table-4.1 --signals 't = t, x = q, u = u' --mass '20 kg' --noise 'z = 0.2 um, F = 0.08 N' --cutoff '400 Hz' >"$box/a"
has "how many" "$box/a" "warning: 60 steps are longer than 1.5 times the median"
is "the error is the same" "$(sed -n 's/.*NRMSE \([0-9.]*\)[0-9][0-9] %.*/\1/p' "$box/zero-phase")" "$(sed -n 's/.*NRMSE \([0-9.]*\)[0-9][0-9] %.*/\1/p' "$box/a")"
awk -F, -v OFS=, 'NR % 50 == 7 { print; $1 += 3e-5 } { print }' "$box/drive.csv" >"$box/uneven.csv"
"$BR_TOOL" observe "$box/uneven.csv" --model lugre --params table-4.1 --signals 't = t, x = q, u = u' --mass '20 kg' --noise 'z = 0.2 um, F = 0.08 N' --cutoff '400 Hz' >"$box/a"
awk -v a="$(sed -n 's/.*NRMSE \([0-9.]*\) %.*/\1/p' "$box/zero-phase")" -v b="$(sed -n 's/.*NRMSE \([0-9.]*\) %.*/\1/p' "$box/a")" 'BEGIN { exit !(b > 0 && b < 1.1*a) }' ||
    { echo "FAIL: steps of 0.3 and 0.7 among those of 1: $(grep NRMSE "$box/a")"; exit 1; }
awk -F, -v OFS=, 'NR < 300 { print } NR >= 300 && NR < 310 { $1 += 0.9*(NR - 300); print }' "$box/drive.csv" >"$box/pauses.csv"
wrong 3 "no velocity; give v and F, or split the log there" observe "$box/pauses.csv" --model lugre --params table-4.1 --signals 't = t, x = q, u = u' --mass 20
awk -F, -v OFS=, '{ $1 = NR > 1 ? $1 + 0.008*int(NR/3) : $1; print }' "$box/drive.csv" >"$box/bursts.csv"
wrong 3 "are too uneven for a velocity from positions; give v and F, or resample the log: bristle table" observe "$box/bursts.csv" --model lugre --params table-4.1 --signals 't = t, x = q, u = u' --mass 20

# a table of the same numbers gives the same result as the rig, to the bit
"$BR_TOOL" observe "$box/axis.csv" $A --noise "$N" --signals 't = t, x = q, u = u' --mass 20 --csv - >"$box/b.csv"
quietly cmp "$box/a.csv" "$box/b.csv"

# full order: drive force in, position out; names as in the law; the plant itself; a law of one's own
F="--correct-every 1e-3"
U='t = t, x = q, u = u'
N='measured.x = 0.5 nm, z = 0.01 N, v = 1 um/s, kappa[4] = 0.1 %'
H="observe $box/short.csv --params table-4.1 --order full --mass 20 $F"
quietly "$BR_TOOL" $H --model sgms --signals "$U" --estimate 'kappa[4] = 100 N/mm' --noise "$N" --json "$box/f.json" --csv "$box/f.csv"
has "its order" "$box/f.json" '"order": "full"'
near 158 1.5 "$(value "$box/f.json" 'kappa[4]')" "kappa[4] in full order, from 100 N/mm"
between 4.2 4.4 "$(key "$box/f.json" nrmse)" "NRMSE in full order"
has "estimated force, though it is not measured" "$box/f.csv" ",F_est [N],F_sd [N],"
quietly "$BR_TOOL" observe "$box/short.csv" --model mass --params axis $F --signals "$U" --estimate 'fr.kappa[4] = 100 N/mm' --noise 'measured.x = 0.5 nm, fr.z = 0.01 N, v = 1 um/s, fr.kappa[4] = 0.1 %' --json "$box/g.json"
is "the plant itself" "$(value "$box/f.json" 'kappa[4]')" "$(value "$box/g.json" 'fr.kappa[4]')"
sed 's/law sgms/law mine/' laws/sgms.law >"$box/mine.law"
quietly "$BR_TOOL" $H --model "$box/mine.law" --signals "$U" --estimate 'kappa[4] = 100 N/mm' --noise "$N" --json "$box/h.json"
is "a law of one's own" "$(value "$box/f.json" 'kappa[4]')" "$(value "$box/h.json" 'kappa[4]')"
printf 'kappa = 2400, 500, 142, 158 N/mm\nnu = 0.067, 0.056, 0.047, 0.83\nFC = 9 N, beta = 0.12\nvs = 1 mm/s\nsigma2 = 0.4 N*s/mm\n' >"$box/set"
quietly "$BR_TOOL" observe "$box/short.csv" --model sgms --params "$box/set" --order full --mass 20 $F --signals "$U" --estimate 'kappa[4] = 100 N/mm' --noise "$N" --json "$box/i.json"
is "values of a file" "$(value "$box/f.json" 'kappa[4]')" "$(value "$box/i.json" 'kappa[4]')"

# an input that neither rates nor force look at need not be given: the dx of the elasto-plastic law is of its samples
quietly "$BR_TOOL" observe "$box/short.csv" --model elasto-plastic --params table-II --signals "$V" --noise 'z = 1 um, F = 1 N'

# missing measurements, gaps in time and noise as a density are said; a gate counts; with the noise that is there, the
# innovations are as they should be
quietly "$BR_TOOL" simulate lugre --params table-4.1 --input 'v = sin(6*t) mm/s' --until 4 --step '1 ms' --sensor 'F = noise(0.1) N' --csv "$box/s.csv"
awk -F, 'NR == 1 { print "time,speed,force"; next } NR > 2001 && NR < 2502 { next }
    { print $1 "," $2 "," (NR % 100 == 7 ? "" : NR % 500 == 9 ? 1000 : $4) }' "$box/s.csv" >"$box/t.csv"
T="observe $box/t.csv --model lugre --params table-4.1"
S='t = time s, v = speed m/s, F = force N'
L='z = 1 um/s^(1/2), F = 0.1 N'
"$BR_TOOL" $T --signals "$S" --gate 5 --noise "$L" --prior 'z = 1 um' --json "$box/t.json" >"$box/t"
has "the gap" "$box/t" "warning: 1 steps are longer than 1.5 times the median, the longest 0.501 s at t = 1.999 s"
has "missing" "$box/t" "warning: 35 measurements are missing"
has "counts" "$box/t" "  missing     35      missing measurements"
has "their words" "$box/t" "measurements beyond the gate"
has "a density" "$box/t" "process, density 1e-6 m/s^(1/2)"
has "the prior" "$box/t" "initial 1e-6 m "
between 0.93 0.97 "$(key "$box/t.json" nis_coverage)" "innovations inside 95 %"
between -0.06 0.06 "$(key "$box/t.json" correlation)" "their correlation"
grep -q "cannot be trusted" "$box/t" && { echo "FAIL: right standard deviations are not trusted"; exit 1; }
# there is a gate without being asked for, counted with its restarts; --gate none lifts it (issue 27: D12, D13)
"$BR_TOOL" $T --signals "$S" --noise "$L" --prior 'z = 1 um' --json "$box/t.json" >"$box/t"
has "a gate by default" "$box/t" "measurements beyond the gate"
has "restarts from the prior" "$box/t.json" '"restarts"'
"$BR_TOOL" $T --signals "$S" --noise "$L" --prior 'z = 1 um' --gate none --json "$box/t.json" >"$box/t" || true
! grep -q "measurements beyond the gate" "$box/t" || { echo "FAIL: --gate none has a gate"; exit 1; }

# the noise is found with a gate, though some of the log is 10000 standard deviations off
"$BR_TOOL" $T --signals "$S" --gate 5 --json "$box/t.json" >"$box/t"
between 0.09 0.12 "$(sed -n '/"measured"/,$p' "$box/t.json" | key /dev/stdin F)" "noise of the sensor beside outliers"

# the_first_row_counts_for_every_observer: of a force that stays, measured five times, what is known at the end is the mean by the filter,
# and by the smoother, which left the first row out once: 1 N of 5, 0, 0, 0, 0
printf 't,v,F\n0,0,5\n0.001,0,0\n0.002,0,0\n0.003,0,0\n0.004,0,0\n' >"$box/mean.csv"
for kind in ekf ukf mhe smoother; do
    "$BR_TOOL" observe "$box/mean.csv" --signals 't = t s, v = v m/s, F = F N' --model dahl --params example --prior 'z = 1e-3 m' --most 'z = 1e-3 m' --noise 'F = 0.5 N, z = 1e-12 m' --observer $kind --csv "$box/mean_$kind.csv" >"$box/out" 2>&1 || true
    between 0.999 1.001 "$(tail -n 1 "$box/mean_$kind.csv" | cut -d, -f3)" "mean of five rows by $kind"
done

# the smoother leaves out what the gate of its EKF rejects, and judges its own residuals and cost
head -n 1900 "$box/t.csv" >"$box/p.csv" # before the gap
P="observe $box/p.csv --model lugre --params table-4.1"
quietly "$BR_TOOL" $P --signals "$S" --gate 5 --noise "$L" --json "$box/e.json"
"$BR_TOOL" $P --signals "$S" --gate 5 --noise "$L" --observer smoother --json "$box/t.json" >"$box/t"
is "what is rejected" "$(key "$box/e.json" rejected)" "$(key "$box/t.json" rejected)"
between 0.9 1.1 "$(key "$box/t.json" nis)" "mean square of its residuals"
between 1700 2000 "$(key "$box/t.json" cost)" "its cost"
has "as words" "$box/t" "residuals of F: mean square"
grep -q "warning.*cost" "$box/t" && { echo "FAIL: the smoother doubts a good result"; exit 1; }
fails "the cost of the smoother is" $P --signals "$S" --noise "$L" --observer smoother --gate none

# what an engineer would call a failed observation
awk -F, 'NR == 1 || NR > 20' "$box/t.csv" | awk -F, -v OFS=, 'NR > 1 && $3 != "" { $3 = $3 > 500 ? "" : $3 } { print }' | head -n 1500 >"$box/clean.csv"
C="observe $box/clean.csv --model lugre --params table-4.1"
"$BR_TOOL" $C --signals "$S" --noise 'z = 1 um/s^(1/2), F = 0.02 N' >"$box/t"
has "too little noise assumed" "$box/t" "inside the 95 % band, assumed noise too small"
"$BR_TOOL" $C --signals "t = time s, v = speed m/s, F = 20*force N" >"$box/t" 2>&1 || :
has "noise that nobody gave" "$box/t" "; the noise of F was not given: use --noise"
fails "standard deviations cannot be trusted" $C --signals "$S" --noise 'z = 0, F = 1 mN' --gate none
"$BR_TOOL" $C --signals "t = time s, v = speed m/s, F = -1*force N" >"$box/t"
has "a force of the wrong sign" "$box/t" "warning: model mismatch: the model predicts F no better than a straight line"
fails "diverged: RMS error of the estimated F is" $C --signals "t = time s, v = -1*speed m/s, F = force N" --noise 'z = 0, F = 1 N'
fails "1" $C --signals "$S" --gate 1 --noise 'z = 0, F = 1 mN'
has "words about the gate" "$box/err" "measurements were rejected: assumed noise too small for the gate"
fails "sigma2 ended at its limit, 0 N*s/m" $C --signals "t = time s, v = speed m/s, F = force - 2000*speed N" --estimate 'sigma2' --noise 'z = 0, F = 0.5 N, sigma2 = 0' --prior 'sigma2 = 300 %'
fails "FC ended at its limit" $C --signals "t = time s, v = speed m/s, F = -1*force N" --estimate 'FC' --noise 'z = 0, F = 10 N, FC = 0' --prior 'FC = 500 %'

awk -F, -v OFS=, 'NR % 50 == 3 { $2 = "" } { print }' "$box/t.csv" >"$box/m.csv"
"$BR_TOOL" observe "$box/m.csv" --model lugre --params table-4.1 --signals "$S" --gate 5 --noise "$L" >"$box/t"
has "a missing input" "$box/t" "warning: 70 values of v are missing: the previous value is held"
"$BR_TOOL" $C --signals "$S" --noise "$L" --correct-every 1e-9 >"$box/t"
has "corrections that cannot be so often" "$box/t" "warning: --correct-every is shorter than the sample time of the log, 0.001 s: every sample is a correction"
"$BR_TOOL" $C --signals "$S" --noise "$L" --correct-every 1.4 >"$box/t"
has "too few corrections" "$box/t" "innovations of F: 2, too few for a verdict"
grep -q nan "$box/t" && { echo "FAIL: nan: $(grep nan "$box/t")"; exit 1; }

# what the log says nothing of: results, a line, and exit code 1
cat >"$box/extra.law" <<'END'
law extra "Coulomb friction and a number that does nothing"
input  v    m/s
state  z    N
param  k    N/m  > 0
param  FC   N    > 0
param  lost N    > 0
output F    N
z' = k*(v - abs(v)*z/FC)
F  = z + 0*lost
set one
k = 1e5 N/m
FC = 8 N
lost = 1 N
END
fails "not observable from this log: lost" observe "$box/t.csv" --model "$box/extra.law" --params one --signals "$S" --gate 5 --noise 'F = 0.5 N, z = 0.1 N, FC = 0.1 %, lost = 0' --estimate 'FC, lost' --json "$box/lost.json"
is "the line" "bristle observe: failed: not observable from this log: lost" "$(cat "$box/err")"
has "the warning" "$box/out" "warning: lost is not observable from this log"
has "the rank" "$box/out" "rank of the observability matrix: 2 of 3"
has "the direction" "$box/out" "not observable there: 1.00 lost"
between 8 11 "$(value "$box/lost.json" FC)" "the other estimate"

# JSON is one value with all keys that docs/json.md has
if command -v python3 >/dev/null 2>&1; then
    python3 - "$box/three.json" "$box/smoother.json" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
keys = ["model", "order", "observer", "log", "samples", "step", "correct_every", "method", "made_from_position", "nrmse", "estimates",
        "innovations", "smoother", "horizon", "observability", "noise", "measured", "health", "time_per_step", "warnings", "failures"]
assert list(d) == ["schema", "version"] + keys, list(d)
assert d["estimates"]["kappa[2]"]["unit"] == "N/m"
text = open("docs/json.md").read()
text = text[text.index("## `bristle observe`"):]
smoother = json.load(open(sys.argv[2]))["smoother"]
assert smoother["end"] == "least", smoother
for k in keys + list(d["innovations"]["F"]) + list(d["observability"]) + list(d["health"]) + list(d["time_per_step"]) + list(d["estimates"]["kappa[2]"]) + list(smoother):
    assert "`%s`" % k in text, k
END
fi

# wrong arguments: one line, the right exit code, old files intact
echo old >"$box/old"
E="$C --json $box/old --signals"
wrong 2 "bristle observe: LOG is missing" observe --model lugre
# what a law requires of several numbers is held against the estimates
"$BR_TOOL" observe rig/exact --seed 1 --model lugre --params table-4.1 --estimate 'FS = 0.5 N, FC = 1.4 N' >"$box/words"
has "what a law requires" "$box/words" "warning: final parameters violate a requirement of the law: lugre expects 'static force not below Coulomb force', but here"
wrong 2 "bristle observe: --model MODEL is missing" observe rig/axis
wrong 2 "bristle observe: there is no rig 'rig/axes'; did you mean rig/axis?" observe rig/axes --model lugre
wrong 2 "bristle observe: a rig takes no --signals; its columns are known" observe rig/exact --model lugre --signals "$S"
wrong 2 "bristle observe: the signals of $box/t.csv are not given; use --signals" observe "$box/t.csv" --model lugre --params table-4.1
wrong 2 "bristle observe: --seed is for rigs" $T --signals "$S" --seed 1
wrong 2 "bristle observe: --observer 'efk' is not one of ekf, ukf, smoother" $E "$S" --observer efk
wrong 2 "bristle observe: --order 'half' is not one of reduced, full" $E "$S" --order half
# steps that differ from smaller ones are counted, and the default has none
quietly "$BR_TOOL" simulate gms --params table-4.1 --input 'v = 1e-2*sin(2*pi*t) m/s' --until 1 --step '1 ms' --csv "$box/gms.csv"
quietly "$BR_TOOL" observe "$box/gms.csv" --signals 't = t s, v = v m/s, F = F N' --model gms --params table-4.1 --method lie --json "$box/gms.json"
has "steps of gms by lie" "$box/log" "method lie is not accurate here"
[ "$(key "$box/gms.json" inaccurate)" -gt 0 ] || { echo "FAIL: no step is counted"; exit 1; }
quietly "$BR_TOOL" observe "$box/gms.csv" --signals 't = t s, v = v m/s, F = F N' --model gms --params table-4.1 --json "$box/gms.json"
is "steps of gms" 0 "$(key "$box/gms.json" inaccurate)"
quietly "$BR_TOOL" simulate dam --params table-4.1 --input 'v = 0.1*sin(4*pi*t) m/s' --until 1 --step '1 ms' --csv "$box/dam.csv"
quietly "$BR_TOOL" observe "$box/dam.csv" --signals 't = t s, v = v m/s, F = F N' --model dam --params table-4.1 --json "$box/dam.json"
is "steps of dam" 0 "$(key "$box/dam.json" inaccurate)"
# one reversal of a log that is wrong: every step is checked
awk 'BEGIN { print "t [s],v [m/s]"; for (k = 0; k < 600; k++) printf "%.17g,%.17g\n", k/100, 0.01*exp(-6*(1 - k/600))*sin(atan2(0, -1)*k/200) }' >"$box/reversal.csv"
quietly "$BR_TOOL" simulate lugre "$box/reversal.csv" --signals 't = t, v = v' --params fig-3.5 --step 0.01 --until 5.99 --csv "$box/reversals.csv"
quietly "$BR_TOOL" observe "$box/reversals.csv" --signals 't = t s, v = v m/s, F = F N' --model lugre --params fig-3.5 --method midpoint --json "$box/reversals.json"
has "one reversal" "$box/log" "method midpoint is not accurate here: 2 of 600 checked"
# --substeps is how many every step takes, no lower limit: too few are counted as inaccurate, none as capped
quietly "$BR_TOOL" simulate sgms --params table-4.1 --input 'v = 1e-2*sin(2*pi*t) m/s' --until 1 --step '1 ms' --csv "$box/fast.csv"
substeps() { quietly "$BR_TOOL" observe "$box/fast.csv" --signals 't = t s, v = v m/s, F = F N' --model sgms --params table-4.1 --method lie --json "$box/fast.json" "$@"; }
substeps
is "steps that chose" 0 "$(key "$box/fast.json" inaccurate)"
substeps --substeps 1
[ "$(key "$box/fast.json" inaccurate)" -gt 0 ] || { echo "FAIL: --substeps 1 took more than one, or is not counted"; exit 1; }
has "too few substeps" "$box/log" "method lie is not accurate here"
substeps --substeps 8
is "eight substeps" "0 0" "$(key "$box/fast.json" inaccurate) $(key "$box/fast.json" capped)"
# a velocity sampled from a motion and held is half a row late: what depends on it is named, and --between mean has it right
quietly "$BR_TOOL" simulate lugre --params table-4.1 --at 'sigma0 = 1.2e5 N/m' --input 'v = 10*sin(4*pi*t) + 5*sin(10*pi*t) mm/s' --until 4 --step '1 ms' --method stiff --sensor 'F = noise(0.02) N' --csv "$box/held.csv"
between() { quietly "$BR_TOOL" observe "$box/held.csv" --signals 't = t s, v = v m/s, F = F N' --model lugre --params table-4.1 --estimate 'sigma0 = 1e5 N/m' --prior 'sigma0 = 50 %' "$@"; }
between
has "a velocity that is held" "$box/log" "warning: sigma0 depends on the velocity between rows:"
between --between mean --csv "$box/mean.csv"
if grep -q 'between rows' "$box/log"; then echo "FAIL: the mean is compared with itself"; exit 1; fi
is "sigma0 by the mean of both rows, within 0.3 %" 1 "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^sigma0( |$)/) c = i } END { print ($c > 0.997*1.2e5 && $c < 1.003*1.2e5) }' "$box/mean.csv")"
# a_measured_force_that_is_held_is_half_a_row_late: a damping of 0.249 +- 0.001 for 0.2 1/s came without a word
cat >"$box/swing.law" <<'END'
law swing "Mass on a spring with a damper"
version 1
input u m/s^2 "acceleration"
state x m "position"
state v m/s "velocity"
param w rad/s > 0 "natural frequency"
param d 1/s >= 0 "damping"
output y m "position"
x' = v
v' = u - w*w*x - d*v
y = x
END
quietly "$BR_TOOL" simulate "$box/swing.law" --at 'w = 30 rad/s, d = 0.2 1/s' --input 'u = 3*sin(31*t) + square(1.7) m/s^2' --step '2 ms' --until 20 --sensor 'y = noise(1e-5) m' --csv "$box/swing.csv"
swing() { quietly "$BR_TOOL" observe "$box/swing.csv" --signals 't = t, u = u, y = y' --model "$box/swing.law" --at 'w = 30 rad/s, d = 0.1 1/s' --estimate d --prior 'd = 100 %' --noise 'y = 1e-5 m' "$@"; }
swing
has "a force that is held" "$box/log" "warning: d depends on the input between rows: 0.2486 +- 0.00098 1/s where it is held (as here), 0.19984 +- "
swing --observer mhe --horizon 5
has "a moving horizon" "$box/log" "warning: d depends on the input between rows: 0.2486 +- 0.00098 1/s where it is held (by ekf), 0.19984 +- "
quietly "$BR_TOOL" observe "$box/swing.csv" --signals 't = t, u = u, y = y' --model "$box/swing.law" --at 'w = 30 rad/s, d = 0.2 1/s' --noise 'y = 1e-3 m, x = 1e-7 m, v = 1e-6 m/s'
has "states without parameters" "$box/log" "depends on the input between rows: estimates with the input held and with the mean of both rows differ by "
for way in held mean; do
    swing --between $way
    if grep -q 'between rows' "$box/log"; then echo "FAIL: --between $way is compared"; exit 1; fi
done
wrong 2 "bristle observe: --between 'line' is not one of held, mean" $E "$S" --between line
wrong 2 "bristle observe: --between mean is for ekf, ukf, particle and smoother" $E "$S" --between mean --observer mhe
wrong 2 "bristle observe: --particles needs --observer particle" $E "$S" --particles 100
wrong 2 "bristle observe: --particles '10' is not an integer from 16 to 65536" $E "$S" --observer particle --particles 10
wrong 2 "bristle observe: there is no method 'leap'; there are rk4, midpoint, gauss4, lie, rosenbrock, exponential, exact" $E "$S" --method leap
wrong 2 "bristle observe: --method exact does not suit lugre; without --method one is taken that does" $E "$S" --method exact
wrong 2 "bristle observe: --substeps '0' is not an integer from 1 to 1e+06" $E "$S" --substeps 0
wrong 2 "bristle observe: --substeps '1.5' is not an integer" $E "$S" --substeps 1.5
wrong 2 "bristle observe: --gate '-1' is not a number from 0.1 to 1e+09" $E "$S" --gate=-1
wrong 2 "bristle observe: --gate '0' is not a number from 0.1 to 1e+09" $E "$S" --gate 0
wrong 2 "bristle observe: --correct-every '0' is not a positive time" $E "$S" --correct-every 0
wrong 2 "bristle observe: --correct-every 3600 s is longer than the log, 1.498 s" $E "$S" --correct-every '1 h'
wrong 2 "bristle observe: --cutoff '1 m' is not a positive frequency such as 500 Hz" $E "$S" --cutoff '1 m'
wrong 2 "bristle observe: --cutoff has no effect: no signal is derived from the position" $E "$S" --cutoff '100 Hz'
wrong 2 "bristle observe: --cutoff 600 Hz does not suit this log; use 0.668 to below 500 Hz" $E 't = time s, x = speed m, F = force N' --cutoff '600 Hz'
awk 'BEGIN { print "t [s],x [m],F [N]"; for (k = 0; k < 200; k++) print k "e-310," sin(k/10) "," cos(k/10) }' >"$box/quick.csv"
wrong 3 "rows every 1e-310 s, of which no derivative can be made; check the unit of t" observe "$box/quick.csv" --signals 't = t, x = x, F = F' --model dahl --at 'sigma0 = 1e5 N/m, FC = 1 N'
wrong 2 "bristle observe: --differentiate 'twice' is none of zero-phase, central, lowpass, kalman, window" $E "$S" --differentiate twice
wrong 2 "bristle observe: --mass '1 N' is not a positive mass in kg" $E "$S" --mass '1 N'
wrong 2 "bristle observe: --mass has no effect: the friction force is measured" $E "$S" --mass '1 kg'
wrong 2 "bristle observe: --estimate: 'kapa' is none of the parameters: sigma0, sigma1, FC, FS, vs, sigma2" $E "$S" --estimate 'kapa = 0'
wrong 2 "bristle observe: --estimate: sigma0 starts at one value in N/m" $E "$S" --estimate 'sigma0 = 1 N'
wrong 2 "bristle observe: --estimate: sigma0 cannot start there: it is > 0 N/m" $E "$S" --estimate 'sigma0 = 0'
wrong 2 "bristle observe: --noise: 'q' is no state or output, and is not estimated" $E "$S" --noise 'q = 1'
wrong 2 "bristle observe: --noise: F needs a standard deviation, not negative, in N" $E "$S" --noise 'F = 1 m'
wrong 2 "bristle observe: --noise: z needs a standard deviation, not negative, in m, or as a density in m/s^(1/2)" $E "$S" --noise 'z = 1 N'
wrong 2 "bristle observe: --noise: FC needs a standard deviation, not negative, in N, as a share of nominal such as 5 %, or as a density in N/s^(1/2)" $E "$S" --estimate FC --noise 'FC = 1 m'
wrong 2 "bristle observe: --prior: z needs a standard deviation, not negative, in m" $E "$S" --prior 'z = 1 N'
wrong 2 "bristle observe: --prior: F is an output, which has none; --noise gives that of its sensor" $E "$S" --prior 'F = 1 N'
wrong 2 "bristle observe: the standard deviation of z is too large to be squared" $E "$S" --prior 'z = 1e90 m'
wrong 2 "bristle observe: coulomb has no states, and nothing is estimated; --estimate names what is" observe "$box/clean.csv" --model coulomb --at 'FC = 9 N' --signals "$S"
wrong 2 "bristle observe: --order full needs the mass; give --mass" $T --signals "$S" --order full
wrong 2 "bristle observe: mass is not a friction law with input v and output F; --order reduced needs one" observe "$box/clean.csv" --model mass --params axis --order reduced --signals "$S"
wrong 2 "bristle observe: --mass needs a friction law; plant mass has its own mass" observe "$box/clean.csv" --model mass --params axis --mass 3 --signals "$S"
wrong 2 "bristle observe: only one of --csv and --report can go to standard output" $E "$S" --csv - --report -
wrong 2 "is named twice and would be overwritten; give different names" $E "$S" --csv "$box/old"
wrong 2 "is named twice and would be overwritten; give different names" $C --signals "$S" --csv "$box/./new" --json "$box/new"
wrong 2 "needs the mass; give --mass, such as --mass '20 kg'" $T --signals 't = time s, x = speed m, u = force N'
wrong 3 "--signals: a is not an input, state or output of lugre, nor the position x or the drive force u" $T --signals "$S, a = speed m"
wrong 3 "--signals: v has unit N here and m/s in the model" $T --signals 't = time s, v = speed N, F = force N'
wrong 3 "--signals: FC is a parameter of lugre; give its value by --at" $T --signals "$S, FC = force N"
wrong 3 "--signals: lugre needs the velocity v; give v or the position x" $T --signals 't = time s, F = force N'
wrong 3 "--signals: lugre needs the friction force F; give F, or position x and drive force u" $T --signals 't = time s, v = speed m/s'
wrong 3 "no column" $T --signals 't = time s, v = speet m/s, F = force N'
wrong 3 "no signal is named t" $T --signals 'v = speed m/s, F = force N'
wrong 3 "there are no positions for 0.501 s at t = 1.999 s, and so no velocity" $T --signals 't = time s, x = speed m, F = force N'
wrong 4 "there is no law 'lugra'" observe "$box/clean.csv" --model lugra --signals "$S"
wrong 4 "law lugre has no set 'table-9'" observe "$box/clean.csv" --model lugre --params table-9 --signals "$S"
wrong 4 "law lugre has no set 'table-9'" observe "$box/clean.csv" --model lugre --params table-9 --order full --mass 1 --signals "$S"
wrong 4 "no value for sigma0" observe "$box/clean.csv" --model lugre --signals "$S"
cp laws/lugre.law "$box/lugre.law"
wrong 4 "a law used in a plant needs a name that no built-in law has" observe "$box/clean.csv" --model "$box/lugre.law" --params table-4.1 --order full --mass 1 --signals "$S"
awk 'BEGIN { print "time,speed,force"; for (k = 0; k < 50; k++) print k*1e-3 "," 1e-3 "," 5 }' >"$box/c.csv"
wrong 3 "$box/c.csv: F never changes: nothing can be estimated from it" observe "$box/c.csv" --model lugre --params table-4.1 --signals "$S" --json "$box/old"
printf 'time,speed,force\n0,1,1\n1,nan,2\n1,2,3\n' >"$box/r.csv"
wrong 3 "time must rise: row 3 does not" observe "$box/r.csv" --model lugre --params table-4.1 --signals "$S"
awk 'BEGIN { print "time,speed,force"; for (k = 0; k < 50; k++) print k*1e-3 ",nan," k }' >"$box/n.csv"
wrong 3 "$box/n.csv: signal v has no values" observe "$box/n.csv" --model lugre --params table-4.1 --signals "$S"
wrong 3 "$box/n.csv: signal x has no values" observe "$box/n.csv" --model lugre --params table-4.1 --signals 't = time s, x = speed m, u = force N' --mass 1
wrong 3 "$box/n.csv: signal F has no values" observe "$box/n.csv" --model lugre --params table-4.1 --signals 't = time s, v = force m/s, F = speed N'
printf 'time,speed,force\n0,1,1\n1,2,2\n' >"$box/r.csv"
wrong 3 "$box/r.csv: 2 rows are too few for a velocity from positions" observe "$box/r.csv" --model lugre --params table-4.1 --signals 't = time s, x = speed m, F = force N'
printf 'time,speed,force\n' >"$box/e.csv"
wrong 3 "no " observe "$box/e.csv" --model lugre --params table-4.1 --signals "$S"
wrong 6 "cannot be read" observe "$box/none.csv" --model lugre --params table-4.1 --signals "$S"
wrong 6 "$box/none/x.csv: cannot be written" observe "$box/none.csv" --model lugra --csv "$box/none/x.csv"
is "the old file" old "$(cat "$box/old")"

# what a table looks like can be given
awk 'BEGIN { print "time,speed,force"; for (k = 0; k < 200; k++) print k*1e-3 "," 0.5*sin(k*0.05) "," 3*sin(k*0.05) + 0.1*k%3 }' >"$box/c.csv"
tr ',.' ';,' <"$box/c.csv" >"$box/g.csv"
C="--model lugre --params table-4.1 --signals"
T='t = time s, v = speed mm/s, F = force N'
"$BR_TOOL" observe "$box/c.csv" $C "$T" --csv "$box/c.out" >/dev/null || true
"$BR_TOOL" observe "$box/g.csv" $C "$T" --delimiter ';' --decimal , --csv "$box/g.out" >/dev/null || true
quietly cmp "$box/c.out" "$box/g.out"
wrong 2 "--decimal 'x' is neither . nor ," observe "$box/c.csv" $C "$T" --decimal x
wrong 2 "--delimiter 'xy' is none of , ; | tab blank" observe "$box/c.csv" $C "$T" --delimiter xy
wrong 2 "a comma cannot be both column separator and decimal sign; change --delimiter or --decimal" observe "$box/c.csv" $C "$T" --delimiter , --decimal ,

# spikes that are rejected have no part in errors, range and verdict: the estimate is right, and is told to be
quietly "$BR_TOOL" simulate lugre --params table-I --input 'v = 0.01*sin(4*pi*t) m/s' --step '1 ms' --until '3 s' --csv "$box/clean.csv"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /^v/) v = i; if ($i ~ /^F/) f = i }; print "t,v,F"; next }
    { F = $f + 0.01*sin(7919*NR); printf "%s,%s,%.9g\n", $1, $v, NR % 40 == 7 ? (NR % 80 == 7 ? 1e12 : -30) : F }' "$box/clean.csv" >"$box/spiked.csv"
for observer in ekf ukf smoother; do
    quietly "$BR_TOOL" observe "$box/spiked.csv" --model lugre --params table-I --signals 't = t s, v = v m/s, F = F N' --estimate FC \
        --noise 'F = 0.01 N, z = 3e-8 m, FC = 0.01 %' --observer $observer --json "$box/spiked.json"
    ! grep -q diverged "$box/log" || { echo "FAIL: $observer is said to diverge by spikes that it rejected"; exit 1; }
    awk -v e="$(sed -n 's/.*"nrmse": \([-0-9.e+]*\).*/\1/p' "$box/spiked.json" | head -n 1)" 'BEGIN { exit !(e > 0 && e < 2) }' ||
        { echo "FAIL: $observer: error of the force, %, $(sed -n 's/.*"nrmse": //p' "$box/spiked.json" | head -n 1)"; exit 1; }
done
exit $failed
