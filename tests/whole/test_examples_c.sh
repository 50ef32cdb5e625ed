#!/bin/sh
# test_examples_c.sh - programs of examples/c build against the installed library, by the command in their comment, and print what NAME.out says.
#
# A program has at most 80 lines. Without NAME.out (latencies) it has to end with 0. BR_UPDATE set: NAME.out is written.
. tests/kit/kit.sh
needs pkg-config
quietly cmake --install "$BR_BUILD" --prefix "$box/prefix"
PKG_CONFIG_PATH=$box/prefix/lib/pkgconfig
LD_LIBRARY_PATH=$box/prefix/lib
export PKG_CONFIG_PATH LD_LIBRARY_PATH

# example NAME: what the program prints, in $box/NAME.found
example() {
    command=$(sed -n "s:^//     cc ::p" "examples/c/$1.c" | head -n 1)
    [ -n "$command" ] || { echo "FAIL: $1.c: no line '//     cc $1.c -o $1 ...' in its first comment"; exit 1; }
    (cd "$box" && quietly sh -c "$BR_CC -Wall -Wextra -Wconversion -Werror $command" && ./"$1" >"$1.found" 2>"$1.err") ||
        { echo "FAIL: $1: $(cat "$box/$1.err" 2>/dev/null)"; exit 1; }
}
for source in examples/c/*.c; do
    name=$(basename "$source" .c)
    cp "$source" "$box"
    between 1 80 "$(wc -l <"$source" | tr -d ' ')" "lines of $name.c"
    example "$name"
    [ -z "${BR_UPDATE:-}" ] || cp "$box/$name.found" "examples/c/$name.out"
    [ ! -e "examples/c/$name.out" ] || quietly diff "examples/c/$name.out" "$box/$name.found"
done

# The force of friction.c, by the tool.
sed -n 's/^ *\(static const char law\[\] = \)*"\(.*\)\\n";*$/\2/p' examples/c/friction.c >"$box/ours.law"
"$BR_TOOL" eval "$box/ours.law" --at 'v = 3 mm/s, FC = 4 N, FS = 6 N, vs = 2 mm/s, c = 20 N*s/m' >"$box/out"
is "as the tool" "$(awk '$1 == "F" { printf "%.4f", $3 }' "$box/out")" "$(awk '$1 == "3.0" { print $2 }' examples/c/friction.out)"

# The files of table.c, by the tool, to the bit.
(cd "$box" && "$BR_TOOL" table axis.csv drive.mat --align 'x = pos' --step '1 ms' --from 2 --until 5 --units 'pos = mm' --csv tool.csv >/dev/null)
quietly cmp "$box/joined.csv" "$box/tool.csv"

# The problems of inspect.c, and what is identifiable, by the tool.
(cd "$box" && "$BR_TOOL" inspect log.csv --signals 't = time, x = position, F = force' --json inspect.json >inspect.text)
is "warnings as the tool" "$(sed -n 's/^warning: //p' "$box/inspect.text")" "$(sed -n 's/^warning: //p' examples/c/inspect.out)"
is "verdicts as the tool" "$(sed -n 's/^ *"can": "\(.*\)",*$/\1/p' "$box/inspect.json")" "$(sed -n 's/^\(no\|partly\|yes\) .*/\1/p' examples/c/inspect.out)"

# The rows of simulate.c, by the tool.
"$BR_TOOL" simulate stick-slip --params fig-6 --until '20 s' --step '10 ms' --csv "$box/slip.csv" >/dev/null
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { split($i, head, " "); at[head[1]] = i } next }
    (NR - 2) % 200 == 0 { printf "%9.2f %9.4f %10.5f %9.4f\n", $at["t"], $at["x"], $at["v"], $at["F"] }' "$box/slip.csv" >"$box/slip.text"
is "rows as the tool" "$(cat "$box/slip.text")" "$(sed -n '2,12p' examples/c/simulate.out)"

# The bounds of enclosure.c, by the tool, to the bit.
"$BR_TOOL" simulate lugre --params table-I --verified --range 'FC = 0.9..1.1 N' --input 'v = sin(2*pi*t) mm/s' --error 'v = 10 um/s' --until 1 --step '1 ms' \
    --csv "$box/tube.csv" >/dev/null
is "bounds as the tool" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { split($i, head, " "); at[head[1]] = i } next } { high = $at["F.hi"] }
    NR == 2 || high > most { most = high } END { printf "%.17g", most }' "$box/tube.csv")" \
    "$(sed -n 's/^.* never exceeds \(.*\) N$/\1/p' examples/c/enclosure.out)"

# The estimate of observer.c and its standard deviation, by the tool, to the bit.
(cd "$box" && "$BR_TOOL" observe stage.csv --model lugre --at 'sigma0 = 5e4 N/m, sigma1 = 300 N*s/m, FC = 1 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m' \
    --estimate 'sigma0, FC' --noise 'F = 0.01 N, z = 1e-9 m, sigma0 = 0.1 %, FC = 0.02 %' --prior 'z = 1e-6 m, sigma0 = 50 %, FC = 30 %' \
    --most 'z = 1e-6 m, sigma0 = 50 %, FC = 30 %' --gate 6 --csv observed.csv >/dev/null)
is "estimate as the tool" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { split($i, head, " "); at[head[1]] = i } }
    END { printf "%.17g +- %.17g", $at["sigma0"], $at["sigma0_sd"] }' "$box/observed.csv")" \
    "$(sed -n 's/^sigma0 = \(.*\) N.m in the end$/\1/p' examples/c/observer.out)"

# The estimate of estimation.c and its standard deviation, by the tool, to the bit.
for kind in ekf 'mhe --horizon 10'; do
    # shellcheck disable=SC2086 # an option and its value
    (cd "$box" && "$BR_TOOL" observe contact2.csv --model lugre --at 'sigma0 = 5e4 N/m, sigma1 = 300 N*s/m, FC = 1 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m' \
        --observer $kind --between held --signals 't = t, v = v, F = F' --estimate 'sigma0, FC' --noise 'F = 20 mN, z = 1e-9 m' \
        --prior 'z = 1e-6 m, sigma0 = 50 %, FC = 30 %' --csv logged.csv >/dev/null)
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { split($i, head, " "); at[head[1]] = i } }
        END { printf "%.17g +- %.17g\n", $at["sigma0"], $at["sigma0_sd"] }' "$box/logged.csv"
done >"$box/logged.text"
is "estimates as the tool" "$(cat "$box/logged.text")" \
    "$(sed -n 's/^sigma0 = \(.*\) N.m, .*$/\1/p' examples/c/estimation.out | tail -n 2)"

# The errors of control.c, by the tool, to the bit.
"$BR_TOOL" control lugre --params table-I --mass '1 kg' --wrong '20 %' --compensators coulomb,dahl,lugre --json "$box/control.json" >/dev/null
is "errors as the tool" "$(awk -F'[":, ]+' '$2 == "name" { name = $3 } $2 == "rms" { printf "%s %.17g\n", name, $3 }' "$box/control.json")" \
    "$(awk '$2 == "RMS" { print $1, $4 }' examples/c/control.out)"

# The parameters of identify.c, its interval and its warnings, by the tool, to the bit.
(cd "$box" && "$BR_TOOL" identify drive.csv --test check.csv --signals 't = t, x = x, u = u' --model lugre --profile FC --json fitted.json >fitted.text)
is "parameters as the tool" "$(awk '/"parameters": \{/ { on = 1; next } /"error": \{/ { on = 0 }
    on && /^ *"[a-zA-Z0-9]+": \{/ { split($0, part, "\""); name = part[2] }
    on && /"value":/ { value = $2 + 0 } on && /"low":/ { low = $2 + 0 }
    on && /"high":/ { printf "%s %.17g from %.17g to %.17g\n", name, value, low, $2 + 0 }
    on && /"on_bound": false$/ { printf "%s %.17g\n", name, value }' "$box/fitted.json")" \
    "$(sed -n 's/^\([a-zA-Z0-9]*\) *\([-0-9.e+]*\) +- [^,]*, from \(.*\) to \(.*\)$/\1 \2 from \3 to \4/p
    s/^\([a-zA-Z0-9]*\) *\([-0-9.e+]*\) +- [^,]*$/\1 \2/p' examples/c/identify.out)"
is "warnings as the tool" "$(sed -n 's/ --\([a-z]\)/ \1/g; s/^warning: //p' "$box/fitted.text")" "$(sed -n 's/^warning: //p' examples/c/identify.out)"

# The C of emit.c, by the tool, to the byte; and its self-test holds.
"$BR_TOOL" emit lugre --params table-I --observer ekf --rate 2000 --estimate FC --noise 'F = 0.05 N, z = 1e-8 m, FC = 0.1 %' \
    --prefix axis -o "$box/by_tool" >/dev/null
for file in axis.h axis.c vectors.h selftest.c; do
    quietly cmp "$box/axis_package/$file" "$box/by_tool/$file"
done
(cd "$box/axis_package" && quietly "$BR_CC" -O1 axis.c selftest.c -o selftest -lm && quietly ./selftest)

# The intervals and the certificate of bound.c, by the tool, to the bit; and that it is proved of the log.
(cd "$box" && "$BR_TOOL" bound train.csv --params nominal --range 'alpha = 3..6 1/s, TF = 0..1 N*m' --error 'x1 = 0.8 mrad' \
    --certificate tool.crt --json bound.json >/dev/null)
quietly cmp "$box/train.crt" "$box/tool.crt"
sed '/"slides"/q' "$box/bound.json" | awk '$1 == "\"lo\":" { lo = $2 } $1 == "\"hi\":" { printf "%.17g to %.17g\n", lo, $2 }' >"$box/bound.text"
is "intervals as the tool" "$(cat "$box/bound.text")" "$(sed -n 's/^.* from \(.* to [^ ]*\) .*$/\1/p' examples/c/bound.out)"
(cd "$box" && quietly "$BR_TOOL" verify train.crt train.csv --params nominal --range 'alpha = 3..6 1/s, TF = 0..1 N*m' --error 'x1 = 0.8 mrad')

# The force in the pin of mechanism.c and its standard deviation, by the tool, to the bit.
sed -n 's/^ *"\(.*\)\\n" *\\*$/\1/p' examples/c/mechanism.c | sed 's/\\"/"/g' >"$box/crank"
for text in truth model; do
    { cat "$box/crank"; sed -n "s/^static const char $text\[\] = CRANK \"\(.*\)\\\\n\";.*/\1/p" examples/c/mechanism.c; } >"$box/$text.mech"
done
(cd "$box" && "$BR_TOOL" simulate truth.mech --until '1 s' --seed 1 --csv crank.csv >/dev/null &&
    "$BR_TOOL" observe crank.csv --model model.mech --method newmark --unknown 'torque = 2 N*m' \
        --signals 't = t, encoder = encoder, speed = speed, torque = torque' --csv pin.csv >/dev/null)
is "force in the pin as the tool" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { split($i, head, " "); at[head[1]] = i } }
    END { printf "%.17g +- %.17g", $at["pin_est"], $at["pin_sd"] }' "$box/pin.csv")" \
    "$(sed -n 's/^pin = \(.*\) N in the end$/\1/p' examples/c/mechanism.out)"

# The stiffness of smoother.c and its standard deviation, by the tool, to the bit.
(cd "$box" && "$BR_TOOL" observe contact.csv --model lugre --at 'sigma0 = 5e4 N/m, sigma1 = 300 N*s/m, FC = 1 N, FS = 1.6 N, vs = 1 mm/s, z = 0 m' \
    --observer smoother --between held --signals 't = t, v = v, F = F' --estimate 'sigma0, FC' --noise 'F = 0.02 N, z = 1e-9 m' \
    --prior 'z = 1e-6 m, sigma0 = 50 %, FC = 30 %' --csv smoothed.csv >/dev/null)
is "stiffness as the tool" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { split($i, head, " "); at[head[1]] = i } }
    END { printf "%.17g +- %.17g", $at["sigma0"], $at["sigma0_sd"] }' "$box/smoothed.csv")" \
    "$(sed -n 's/^sigma0 = \(.*\) N.m$/\1/p' examples/c/smoother.out)"

# The motion of excite.c and its information, by the tool, to the bit.
(cd "$box" && "$BR_TOOL" excite --optimal d --model lugre --params table-I --limits 'x = 50 mm, a = 2 m/s^2, F = 20 N' --mass '2 kg' --noise '0.02 N' \
    --for 'sigma0, FC, FS, vs' --duration '3 s' --step '5 ms' --budget 400 -o by_tool.csv --json excite.json >/dev/null)
quietly cmp "$box/motion.csv" "$box/by_tool.csv"
is "information as the tool" "$(awk '$1 == "\"mean\":" { printf "%.17g", $2; exit }' "$box/excite.json")" "$(sed -n 's/^mean standard deviation //p' examples/c/excite.out)"

# The parameters, the coherences and the warnings of response.c, by the tool, to the bit.
(cd "$box" && "$BR_TOOL" response response.csv --signals 't = time, x = position, u = force' --json response.json >response.text)
is "parameters as the tool" "$(awk '/"name": "[mdk]",/ { split($0, part, "\""); name = part[4] }
    name && /"value":/ { value = $2 + 0 } name && /"unit":/ { split($0, part, "\""); unit = part[4] } name && /"low":/ { low = $2 + 0 }
    name && /"high":/ { printf "%s = %.17g %s, from %.17g to %.17g\n", name, value, unit, low, $2 + 0; name = "" }' "$box/response.json")" \
    "$(sed -n 's/^\([mdk] = .* to [^ ]*\) *$/\1/p' examples/c/response.out)"
is "coherence as the tool" "$(awk '/"coherence":/ { printf "%.6f\n", $2 }' "$box/response.json")" "$(sed -n 's/^.* coherence //p' examples/c/response.out)"
is "warnings as the tool" "$(sed -n 's/^warning: //p' "$box/response.text")" "$(sed -n 's/^warning: //p' examples/c/response.out)"
is "the answer as the tool" "$(grep '^Presliding: ' "$box/response.text")" "$(grep '^Presliding: ' examples/c/response.out)"

# The text that describe.c describes, by the tool.
sed -n 's/^ *\(static const char law\[\] = \)*"\(.*\)\\n";*$/\2/p' examples/c/describe.c | sed 's/\\"/"/g' >"$box/mine.law"
"$BR_TOOL" laws "$box/mine.law" >"$box/mine.text"
"$BR_TOOL" check "$box/mine.law" >"$box/mine.check"
is "equations as the tool" "$(awk '/^equations/ { on = 1; next } on && NF { sub(/^ */, ""); print }' "$box/mine.text")" "$(sed -n 's/^    //p' examples/c/describe.out)"
has "combinations as the tool" "$box/mine.check" "$(sed -n 's/^right //p' examples/c/describe.out)"
has "reversed as the tool" "$box/mine.check" "(reversed: v)"

# The results of evaluate.c, by the tool, to the bit.
"$BR_TOOL" eval lugre --params table-I --at 'v = 1 mm/s, z = 1 um' --jet --json "$box/point.json" >/dev/null
"$BR_TOOL" eval lugre --params table-I --at 'v = 1..2 mm/s, z = 0..1 um' --interval --json "$box/range.json" >/dev/null
results() { # FILE: ROW = VALUE, and dROW/dQUANTITY = VALUE, of plain numbers
    tr -d '\n ' <"$1" | tr '{},' '\n\n\n' | awk -F '"' '/^"[a-z]*":$/ { what = $2 } /^"/ && /:$/ && what != $2 { row = $2 }
        /^".*":[-0-9]/ && (what == "values" || what == "derivatives") { sub(/^:/, "", $3)
        printf "%s = %.17g\n", what == "values" ? $2 : "d" row "/d" $2, $3 }' | sort
}
is "values and derivatives as the tool" "$(results "$box/point.json")" "$(sed -n 's/^\([^ ]* = [^ ]*\) .*$/\1/p' examples/c/evaluate.out | sort)"
is "enclosures as the tool" "$(tr -d '\n ' <"$box/range.json" | sed 's/.*"values":{//; s/}.*//; s/\],*/\n/g' | tr -d '"' |
    awk -F '[:[,]+' 'NF > 2 { printf "%s from %.17g to %.17g\n", $1, $2, $3 }')" "$(sed -n 's/^\([^ ]* from [^ ]* to [^ ]*\) .*$/\1/p' examples/c/evaluate.out)"
