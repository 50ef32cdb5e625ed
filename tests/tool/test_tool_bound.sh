#!/bin/sh
# test_tool_bound.sh - `bristle bound`: what it proves of logs, its files, and wrong arguments.
. tests/kit/kit.sh
T=$BR_TOOL
R='alpha = 3..6 1/s, beta = 50..80 rad/s^2/N/m, TF = 0.02..0.3 N*m'
E='x1 = 7.7e-4 rad'

# An encoder of 4096 lines along three pushes with rest between them; --signals with other names and a signal of rest.
awk 'BEGIN { print "t [s],u [N*m]"; for (i = 0; i <= 900; i++) print i/100 "," (i % 300 < 150 ? 0.2 + 0.1*int(i/300) : 0) }' >"$box/u.csv"
quietly "$T" simulate drive-train "$box/u.csv" --signals 't = t, u = u' --params nominal --tolerance 1e-10 --step '10 ms' \
    --sensor 'x1 = quantise(2*pi/4096) rad' --csv "$box/d.csv"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { n = $i; sub(/ .*/, "", n); at[n] = i }; print "time,angle,torque,still"; next }
         { rest = $(at["mode"]) == 0 ? rest + 1 : 0; print $(at["t"]) "," $(at["x1"]) "," $(at["u"]) "," (NR == 2 || rest > 10) }' "$box/d.csv" >"$box/log.csv"
S='t = time s, x1 = angle rad, u = torque N*m, rest = still'

"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --json "$box/a.json" >"$box/a.txt"
has "the verdict" "$box/a.txt" "consistent: boxes remain"
has "slides" "$box/a.txt" "901 rows every 10 ms, 4 slides"
has "rest at the end" "$box/a.txt" ", at rest"
has "JSON" "$box/a.json" '"verdict": "consistent"'
# Both ends of alpha, beta and of TF in the first slide hold the truth, and are near it.
number() { # KEY WHICH COUNT [FILE]: the COUNT-th end of that name
    awk -v key="\"$1\": {" -v which="\"$2\":" -v count="$3" \
        'index($0, key) { inside = 1 } inside && index($0, which) { gsub(/[^-0-9.e+]/, "", $2); if (++n == count) { print $2; exit } inside = 0 }' "${4-$box/a.json}"
}
for line in 'alpha 1 4.5 0.2' 'beta 1 65 2' 'TF 2 0.1 0.01'; do
    # shellcheck disable=SC2086
    set -- $line
    awk -v lo="$(number "$1" lo "$2")" -v hi="$(number "$1" hi "$2")" -v x="$3" -v near="$4" \
        'BEGIN { exit !(lo <= x && x <= hi && hi - lo < near && hi > lo) }' ||
        { echo "FAIL: $1 in $(number "$1" lo "$2") .. $(number "$1" hi "$2")"; exit 1; }
done

"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --boxes 1 --passes 1 >"$box/ends.txt"
grep -q ' 0\.02  *0\.3  *N\*m  *0\.28 ' "$box/ends.txt" || { echo "FAIL: ends of a range as they were typed"; exit 1; }

# The same result each time; a known parameter; fewer boxes end undecided and are still right.
"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --json "$box/b.json" >"$box/b.txt"
cmp "$box/a.json" "$box/b.json"
"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "${R%50*}65${R#*80}" --passes 1 >"$box/known.txt"
grep -q '65  *65  *rad/s^2/N/m  *known' "$box/known.txt" || { echo "FAIL: a known parameter"; exit 1; }
"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --boxes 5 --passes 1 >"$box/few.txt"
has "few boxes" "$box/few.txt" "undecided: the limit of boxes was reached"

# The rules of the paper beside it.
"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --passes 1 --boxes 50 --rules paper --report "$box/p.html" --json "$box/p.json" >"$box/p.txt"
has "the paper's rules" "$box/p.txt" "by the rules of the paper: consistent"
has "its JSON" "$box/p.json" '"paper": {'
is "pictures of widths, boxes, a slide, and of the paper" 6 "$(grep -c '<svg' "$box/p.html")"
wrong 2 "'other' is unknown; use 'paper'" bound "$box/log.csv" --error "$E" --range "$R" --rules other
# What they leave open: shorter lists are less work, and never narrower here; sound as before.
set -- bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --passes 1 --boxes 50
"$T" "$@" --rules 'paper, M = 10, M_v = 5, L = 20, v_bar = 0.5 rad/s, epsilon = 1e-5 N*m, small = 0.1' --json "$box/few.json" >"$box/few.txt"
for file in p few; do
    awk '/"paper": / { inside = 1 } inside && /"boxes"/ { gsub(/[^0-9]/, ""); boxes = $0 }
         inside && /"lo"/ { gsub(/[^-0-9.e+]/, "", $2); lo = $2 } inside && /"hi"/ { gsub(/[^-0-9.e+]/, "", $2); print boxes, lo, $2; exit }' "$box/$file.json" >"$box/$file.alpha"
done
paste -d' ' "$box/p.alpha" "$box/few.alpha" | awk '{ exit !($4 < $1/2 && $5 <= 4.5 && 4.5 <= $6 && $6 - $5 >= $3 - $2) }' ||
    { echo "FAIL: other numbers of the paper's rules: $(cat "$box/p.alpha" "$box/few.alpha")"; exit 1; }
wrong 2 "M is not an integer from 1 to" "$@" --rules 'paper, M = 0'
wrong 2 "v_bar must be a number of at least 0 in its unit: 'v_bar = 1 rad/s'" "$@" --rules 'paper, v_bar = 1 N*m'
wrong 2 "epsilon must be a number of at least 0 in its unit: 'epsilon = 1 " "$@" --rules 'paper, epsilon = -1 N*m'
wrong 2 "small must be a number from 0 to 1" "$@" --rules 'paper, small = 2'
wrong 2 "'N' is not one of the free choices" "$@" --rules 'paper, N = 2'
wrong 2 "'papers' is unknown; use 'paper'" "$@" --rules papers

# Any number of threads gives the same bytes.
for n in 1 3; do
    "$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --threads $n --json "$box/b.json" >"$box/b.txt"
    cmp "$box/a.json" "$box/b.json"
done

# Two processes of MPI do, too; where the tool was built without it, mpirun starts two searches.
if command -v mpirun >/dev/null 2>&1; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    timeout 60 mpirun --oversubscribe -n 2 "$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF \
        --json "$box/b.json" >"$box/mpi.txt" 2>"$box/mpi.err" || { cat "$box/mpi.err"; exit 1; }
    cmp "$box/a.json" "$box/b.json"
fi

# Two logs of one plant, in any order: what is known of the plant is the same, and breakaway is that of each slide.
awk -F, 'NR == 1 || $1 < 2.955' "$box/log.csv" >"$box/one.csv"
awk -F, 'NR == 1 || $1 > 2.945' "$box/log.csv" >"$box/two.csv"
"$T" bound "$box/one.csv" "$box/two.csv" --signals "$S" --error "$E" --range "$R" --renew TF --json "$box/12.json" >"$box/12.txt"
"$T" bound "$box/two.csv" "$box/one.csv" --signals "$S" --error "$E" --range "$R" --renew TF --json "$box/21.json" >"$box/21.txt"
has "slides of the second log" "$box/12.txt" "log 2, slide 3, rows 1 to "
for end in lo hi; do
    for key in alpha beta; do
        is "$key of two logs in any order" "$(number "$key" $end 1 "$box/12.json")" "$(number "$key" $end 1 "$box/21.json")"
    done
done

# A log at rest bounds breakaway: alone, and beside one that moves. Where rest bounds nothing either, the reason is the answer.
awk 'BEGIN { print "t [s],x1 [rad],u [N*m]"; for (i = 0; i <= 100; i++) print i/100 ",0," 0.09*i/100 }' >"$box/still.csv"
"$T" bound "$box/still.csv" --error "$E" --range "$R" --json "$box/still.json" >"$box/still.txt"
has "the reason" "$box/still.txt" "the motion of x1, 0 rad, is within the error, +-0.00077; rest alone bounds parameters there"
has "in JSON" "$box/still.json" '"moves": false'
awk -v lo="$(number TF lo 1 "$box/still.json")" 'BEGIN { exit !(lo > 0.05 && lo <= 0.1) }' || { echo "FAIL: TF by rest from $(number TF lo 1 "$box/still.json")"; exit 1; }
"$T" bound "$box/d.csv" "$box/still.csv" --error "$E" --range "$R" --passes 1 --boxes 50 --json "$box/both.json" >"$box/both.txt"
has "the log that rests" "$box/both.txt" "still.csv: the motion of x1, 0 rad, is within the error"
awk 'NR > 1 { sub(/,[^,]*$/, ",0") } { print }' "$box/still.csv" >"$box/idle.csv"
wrong 3 "idle.csv: the motion of x1, 0 rad, is within the error" bound "$box/idle.csv" --error "$E" --range "$R"

# Slabs, merged: the hull of all. A slab that is missing, or there twice, or of another problem, is told.
for i in 1 2 3; do
    found=0
    "$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --slab $i/3 --json "$box/s$i.json" \
        >"$box/s$i.txt" 2>"$box/err" || found=$?
    is "exit code of slab $i" $((i != 2)) $found
done
"$T" bound --merge "$box"/s[123].json --json "$box/m.json" >"$box/m.txt"
has "merged" "$box/m.txt" "merged from 3 slabs along alpha"
has "its verdict" "$box/m.txt" "consistent: boxes remain"
is "alpha of the slabs" "$(number alpha lo 1 "$box/s2.json")" "$(number alpha lo 1 "$box/m.json")"
"$T" bound --merge "$box"/s3.json "$box"/s1.json "$box"/s2.json --json "$box/n.json" >"$box/n.txt"
cmp "$box/m.json" "$box/n.json"
wrong 3 "slab 2/3 is missing" bound --merge "$box/s1.json" "$box/s3.json"
wrong 3 "slab 1/3 is given twice" bound --merge "$box/s1.json" "$box/s1.json"
wrong 3 "'slab' is missing" bound --merge "$box/a.json"
wrong 3 ":1:1: no value" bound --merge "$box/log.csv"
"$T" bound "$box/one.csv" --signals "$S" --error "$E" --range "$R" --renew TF --slab 2/3 --json "$box/other.json" >"$box/b.txt"
wrong 3 "other.json: this slab belongs to another problem than the first file, $box/s1.json: its log is one.csv, there log.csv" bound --merge "$box/s1.json" "$box/other.json"
sed '2,$s/"part": 2/"part": 9/' "$box/s2.json" >"$box/beyond.json"
wrong 3 "beyond.json: 'part' is not an integer from 1 to 3" bound --merge "$box/s1.json" "$box/beyond.json"
# The same rows and ranges, and another law: friction of another size backward, which these logs do not see.
sed 's/^law drive-train/law other/; s/+ TF)/+ 2*TF)/; s/-TF/-2*TF/g' plants/drive-train.law >"$box/other.law"
cmp -s plants/drive-train.law "$box/other.law" && { echo "FAIL: no other law"; exit 1; }
"$T" bound "$box/log.csv" --model "$box/other.law" --signals "$S" --error "$E" --range "$R" --renew TF --slab 2/3 --json "$box/law.json" >"$box/b.txt"
wrong 3 "law.json: this slab belongs to another problem than the first file, $box/s1.json: the law, numbers in the log, errors or settings are other ones" \
    bound --merge "$box/s1.json" "$box/law.json" "$box/s3.json"
"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --slab 1/2 --json "$box/half.json" >"$box/b.txt" 2>&1 || true
wrong 3 "there are 3" bound --merge "$box/s1.json" "$box/half.json"
# Nothing is made up: a slab without a parameter or with one twice, outside its range, with other rows, steps or counts that are none.
forged() { # WORDS SED-SCRIPT: slab 2, forged
    sed "$2" "$box/s2.json" >"$box/forged.json"
    cmp -s "$box/s2.json" "$box/forged.json" && { echo "FAIL: not forged: $2"; failed=1; }
    wrong 3 "forged.json: $1" bound --merge "$box/s1.json" "$box/forged.json" "$box/s3.json"
}
forged "not a parameter of 'ranges' in its order: " '0,/"beta": {/s//"gamma": {/'
forged "not a parameter of 'ranges' in its order: " '0,/"alpha": {/s//"beta": {/'
tr -d '\n' <"$box/s2.json" | sed 's/\("parameters": {[^}]*}\),[^}]*},[^}]*}/\1/' >"$box/forged.json"
wrong 3 "an interval is missing, that of beta" bound --merge "$box/s1.json" "$box/forged.json" "$box/s3.json"
tr -d '\n' <"$box/s2.json" | sed 's/\("parameters": {\)[^}]*},[^}]*},[^}]*}/\1/' >"$box/forged.json"
wrong 3 "an interval is missing, that of alpha" bound --merge "$box/s1.json" "$box/forged.json" "$box/s3.json"
forged "not an interval: alpha" '/^  "parameters": {/,/^  }/s/"lo": 4.*/"lo": 100,/'
forged "an interval is not within the range of its slab: alpha" '/^  "parameters": {/,/^  }/s/"lo": 4.*/"lo": 3.2,/'
forged "an interval is not within the range of its slab: alpha" '/^  "parameters": {/,/^  }/s/"hi": 4.*/"hi": 1e3,/'
forged "'part' is not an integer from 1 to 3" 's/"part": 2/"part": 1.5/'
forged "the range is not that of its slab: alpha" 's/"part": 2/"part": 3/'
forged "no range can be split along TF" '/"slab": {/,/}/s/"alpha"/"TF"/'
forged "no range can be split along nothing" '/"slab": {/,/}/s/"alpha"/"nothing"/'
forged "'step' is not a positive number" 's/"step": .*/"step": -0.01,/'
forged "this slab belongs to another problem than the first file, $box/s1.json: its log log.csv has steps of 0.02 s, there 0.01 s" 's/"step": .*/"step": 0.02,/'
forged "this slab belongs to another problem" 's/"rows": .*/"rows": 1000,/'
forged "this slab belongs to another problem" 's/"problem": "./"problem": "g/;s/"g\(...............\)"/"0\1"/'
forged "'problem' is not a digest of 16 digits" 's/"problem": ".*"/"problem": "0"/'
for boxes in -5 1.5 1e300 '"many"'; do
    words="'boxes' is not a count"
    [ "$boxes" != '"many"' ] || words="not a JSON file of 'bristle bound --slab': 'boxes' is missing or wrong"
    forged "$words" "0,/\"boxes\": .*/s//\"boxes\": $boxes,/"
done
forged "'last' is not an integer from " '0,/"last": .*/s//"last": 100000,/'
forged "'first' is not an integer from " '0,/"first": .*/s//"first": 100000,/'
forged "interrupted, but with the verdict consistent" 's/"interrupted": false/"interrupted": true/'
# Whatever states the problem is the same in all slabs; what else was edited breaks the seal.
forged "this slab belongs to another problem" 's/"name": ".*"/"name": "another.csv"/'
forged "'parameters' and 'slides' contradict each other in TF" '/^  "slides"/,/^  "history"/{/"TF": {/,/}/s/"lo": .*/"lo": 0.05,/}'
forged "'parameters' and 'slides' contradict each other in alpha" '/^  "slides"/,/^  "history"/{/"alpha": {/,/}/s/"lo": .*/"lo": 4.5005,/}'
for edit in '0,/"first": 1,/s//"first": 3,/' '0,/"searched": true/s//"searched": false/' 's/"passes": ./"passes": 7/' \
    '0,/"widths": {/s//"widths": { "gamma": 1,/' 's/"pass": 1/"pass": 2/' 's/"name": "/&elsewhere\//' 's/^  "boxes": ./&0/' \
    '/^  "parameters": {/,/^  }/s/"lo": 4.*/"lo": 4.501,/;/^  "slides"/,/^  "history"/{/"alpha": {/,/}/s/"lo": .*/"lo": 4.501,/}'; do
    forged "changed since 'bristle bound' wrote it ('seal')" "$edit"
done
forged "of an older version: 'seal' is missing" 's/"seal"/"leas"/'
forged "'seal' is not a digest of 16 digits" 's/"seal": ".*"/"seal": "no"/'
tr -d ' \n' <"$box/s2.json" >"$box/tight.json" # but not the way it is written
quietly "$T" bound --merge "$box/s1.json" "$box/tight.json" "$box/s3.json"
mkdir "$box/folder" && cp "$box/log.csv" "$box/folder" # nor the folder of the log
"$T" bound "$box/folder/log.csv" --signals "$S" --error "$E" --range "$R" --renew TF --slab 2/3 --json "$box/folder.json" >"$box/b.txt"
quietly "$T" bound --merge "$box/s1.json" "$box/folder.json" "$box/s3.json"
forged "not a JSON file of 'bristle bound --slab': 'moves' is missing or wrong" 's/"moves": true/"moves": 1/'
forged "not a JSON file of 'bristle bound --slab', or of an older version: 'ranges' is missing" 's/"ranges": {/"areas": {/'
forged "not the name or unit of a parameter: " '/"ranges": {/,$s/"alpha": {/"x\\u001b[2J": {/'
wrong 2 "'4/3' is not a part I/N" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --slab 4/3
wrong 2 "is not an integer from 1 to 64" bound "$box/log.csv" --signals "$S" --error "$E" --range "$R" --threads 0

# Ctrl-C, once: what is known by then is told, and is sound; no other search is begun.
"$T" simulate drive-train --params nominal --input 'u = 0.11 + 0.1*sin(t) N*m' --until 2000 --step '10 ms' --csv "$box/long.csv" >"$box/long.txt"
for after in 1 5 25; do # a busy machine may not have begun by then
    timeout --foreground --preserve-status -s INT $after "$T" bound "$box/long.csv" --error 'x1 = 1e-3 rad' --range "$R" --boxes 1e8 \
        --linear --rules paper --json "$box/i.json" >"$box/i.txt" && break
done
has "an interrupted run" "$box/i.txt" "undecided: interrupted"
has "no search behind it" "$box/i.txt" "by the rules of the paper: not searched, interrupted"
has "its JSON" "$box/i.json" '"interrupted": true'
# The same with the word that schedulers send, after a first step of the proof and before the last.
for after in 1 1.25 1.6 2 2.5 3.2 4 5 6.4 8 10 12.5; do
    timeout --foreground --preserve-status -s TERM $after "$T" bound "$box/long.csv" --error 'x1 = 1e-3 rad' --range "$R" --boxes 1e8 \
        --linear --certificate "$box/i.proof" --json "$box/i.json" >"$box/i.txt" && "$T" verify "$box/i.proof" >/dev/null 2>&1 && break
done
has "an ended run" "$box/i.txt" "undecided: interrupted"
has "its certificate" "$box/i.txt" "note: interrupted before the certificate was checked; run 'bristle verify'"
is "verdicts on the certificate in JSON" 0 "$(grep -c '"verified"' "$box/i.json")"
"$T" verify "$box/i.proof" >"$box/i.txt"
has "its proof" "$box/i.txt" "proved again"

# The reference problem as it is shipped: what docs/bound.md says it reaches.
quietly sh examples/bound/run.sh "$T" "$box/ref"
has "slides of the reference problem" "$box/log" "4000 rows every 10 ms, 6 slides"
awk -v want='alpha 4.5 2e-4 beta 65 3e-3 TF 0.1 1.5e-5 TF 0.10342 1.5e-5 TF 0.09382 1.5e-5 TF 0.10776 1.5e-5 TF 0.0921 1.5e-5' '
    BEGIN { n = split(want, w, " ") }
    $1 == w[3*seen + 1] && 3*seen < n { bad += !($2 <= w[3*seen + 2] && w[3*seen + 2] <= $3 && $3 - $2 < w[3*seen + 3]); seen++ }
    END { exit bad || seen != 7 }' "$box/log" || { echo "FAIL: the reference problem: $(cat "$box/log")"; exit 1; }

# A torque that moves between rows: held, it is refuted; --linear has the truth in it.
quietly "$T" simulate drive-train --params nominal --input 'u = 0.5*sin(3*t)^2 N*m' --tolerance 1e-10 --until 6 \
    --step '10 ms' --csv "$box/moves.csv"
set -- bound "$box/moves.csv" --params nominal --error 'x1 = 1e-4 rad' --range 'alpha = 4..5 1/s'
found=0
"$T" "$@" >"$box/held.txt" 2>&1 || found=$?
is "exit code of an input that is not held" 1 $found
"$T" "$@" --linear --json "$box/a.json" >"$box/linear.txt"
awk -v lo="$(number alpha lo 1)" -v hi="$(number alpha hi 1)" 'BEGIN { exit !(lo <= 4.5 && 4.5 <= hi && hi - lo < 1) }' ||
    { echo "FAIL: alpha in $(number alpha lo 1) .. $(number alpha hi 1)"; exit 1; }

# Measurements that combine states: an output of an own law; and the velocity beside the position.
cat >"$box/seen.law" <<'LAW'
law seen
input u N*m
param tau = 0.1 s
output y rad
use drive-train (u = u)
y = x1 + tau*x2
LAW
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { n = $i; sub(/ .*/, "", n); at[n] = i }; print "t,u,y,x1,x2,rest"; next }
         { rest = $(at["mode"]) == 0 ? rest + 1 : 0; x = $(at["x1"]); v = $(at["x2"])
           printf "%s,%s,%.17g,%.17g,%.17g,%d\n", $(at["t"]), $(at["u"]), x + 0.1*v, x, v, (NR == 2 || rest > 10) }' "$box/d.csv" >"$box/y.csv"
set -- --range "$R" --renew TF --signals 't = t s, u = u N*m, y = y rad, x1 = x1 rad, x2 = x2 rad/s, rest = rest'
"$T" bound "$box/y.csv" --model "$box/seen.law" --error 'y = 2e-3 rad' "$@" --json "$box/a.json" >"$box/y.txt"
awk -v lo="$(number alpha lo 1)" -v hi="$(number alpha hi 1)" 'BEGIN { exit !(lo <= 4.5 && 4.5 <= hi && hi - lo < 1) }' ||
    { echo "FAIL: alpha by y in $(number alpha lo 1) .. $(number alpha hi 1)"; exit 1; }
one=$(number alpha hi 1)
"$T" bound "$box/y.csv" --error 'x1 = 2e-3 rad, x2 = 5e-3 rad/s' "$@" --json "$box/a.json" --report "$box/y.html" >"$box/y.txt"
awk -v lo="$(number alpha lo 1)" -v hi="$(number alpha hi 1)" -v one="$one" 'BEGIN { exit !(lo <= 4.5 && 4.5 <= hi && hi < one) }' ||
    { echo "FAIL: alpha by position and velocity in $(number alpha lo 1) .. $(number alpha hi 1)"; exit 1; }
wrong 2 "only x1 may be measured" bound "$box/y.csv" --error 'x1 = 2e-3 rad, x2 = 5e-3 rad/s' "$@" --certificate "$box/no"
wrong 3 "the motion of x2, " bound "$box/y.csv" --error 'x2 = 100 rad/s' "$@"

# A model that cannot explain the log: exit code 1, what it proves on standard output, one line on standard error.
found=0
"$T" bound "$box/log.csv" --signals "$S" --error "$E" --range "alpha = 5${R#*3}" --renew TF --json "$box/no.json" \
    >"$box/no.txt" 2>"$box/err" || found=$?
is "exit code of an inconsistent log" 1 $found
has "the row" "$box/no.txt" "the last box was deleted at row "
has "its JSON" "$box/no.json" '"verdict": "inconsistent"'
is "one line" 1 "$(wc -l <"$box/err")"
is "what it says is said once" 1 "$(cat "$box/no.txt" "$box/err" | grep -c 'explain the log')"
grep -qE ', t = [0-9]\.[0-9]{1,2} s$' "$box/no.txt" || { echo "FAIL: a time of rows of 10 ms: $(cat "$box/no.txt")"; exit 1; }

# wrong ways
set -- bound "$box/log.csv" --signals "$S"
wrong 2 "--range LIST is missing" "$@" --error "$E"
wrong 2 "--error LIST is missing" "$@" --range "$R"
wrong 2 "must be one positive number" "$@" --range "$R" --error 'x1 = 0 rad'
wrong 2 "must be one positive number in its unit: 'x1 = 0.1 rad'" "$@" --range "$R" --error 'x1 = 1 mm'
wrong 2 "names no measured state or output" "$@" --range "$R" --error 'u = 1 N*m'
wrong 2 "no input, state or output 'TF'" "$@" --range "$R" --error 'x1 = 1 mrad, TF = 1 N*m'
wrong 2 "no input, state or output 'x3'" "$@" --range "$R" --error 'x3 = 1 mrad'
wrong 4 "T cannot be measured: it is another in each mode" "$@" --range "$R" --error 'x1 = 1 mrad, T = 1 N*m'
wrong 2 "--signals has no x2; add 'x2 = COLUMN rad/s'" "$@" --range "$R" --error 'x1 = 1 mrad, x2 = 1 rad/s'
wrong 3 "within the error" "$@" --range "$R" --error 'x1 = 1000 rad'
wrong 4 "--range:1:" "$@" --range 'alpha = 6..3 1/s' --error "$E"
wrong 2 "--range has no beta; add" "$@" --range 'alpha = 3..6 1/s' --error "$E"
wrong 4 "--range:1:" "$@" --range 'T = 0..1 N*m' --error "$E"
wrong 2 "'alph' is not a parameter" "$@" --range "$R" --error "$E" --renew alph
wrong 2 "needs a signal of rest" bound "$box/log.csv" --signals 't = time s, x1 = angle rad, u = torque N*m' --range "$R" --error "$E" --renew TF
wrong 2 "--signals has no u; add" bound "$box/log.csv" --signals 't = time s, x1 = angle rad' --range "$R" --error "$E"
wrong 2 "x1 is in rad" bound "$box/log.csv" --signals 't = time s, x1 = angle m, u = torque N*m' --range "$R" --error "$E"
wrong 2 "not an integer from 1 to 100" "$@" --range "$R" --error "$E" --passes 0
sed 's/^from rest     to forward  if .*/from rest     to forward  if u > 2*TF/' plants/drive-train.law >"$box/other.law"
wrong 4 "no stick-slip plant" bound "$box/log.csv" --signals "$S" --model "$box/other.law" --range "$R" --error "$E"
sed '100d' "$box/log.csv" >"$box/gap.csv"
wrong 3 "equidistant rows" bound "$box/gap.csv" --signals "$S" --range "$R" --error "$E"
sed '100s/,[^,]*,\([^,]*\)$/,nan,\1/' "$box/log.csv" >"$box/nan.csv"
wrong 3 "row 99: the input is missing" bound "$box/nan.csv" --signals "$S" --range "$R" --error "$E"
sed '100s/,[^,]*$/,nan/' "$box/log.csv" >"$box/nan.csv"
wrong 3 "row 99: the signal of rest is missing" bound "$box/nan.csv" --signals "$S" --range "$R" --error "$E"
exit $failed
