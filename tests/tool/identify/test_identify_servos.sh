#!/bin/sh
# test_identify_servos.sh - `bristle identify` on measured logs of servos by three laws: errors and parameters of docs/identify-checks.md. For `make soak`.
. tests/kit/kit.sh

# of FILE LAW KEY: the first value behind KEY in the part of a law without variant
of() { awk -v law="\"law\": \"$2\"" -v key="\"$3\": " 'index($0, law) { on = 1 } on && index($0, "\"variant\": \"direction\"") { on = 0 } on && (at = index($0, key)) { s = substr($0, at + length(key)); sub(/,$/, "", s); print s; exit }' "$1"; }

D=../shared/data
# Servos: three logs of one gain, one of another held out. Pieces of a second, since a pendulum does not run freely for long.
if [ -e $D/bam_servos/xl330_m1.json ]; then
    B=$D/bam_servos/xl330
    S='t = t_s s, x = position_rad rad, load = 0.4807*sin(position_rad) N*m, u = torque_enable*0.3867*(pwm_reg_signed/885*input_V - 0.3867*speed_rad_s)/4.0171 N*m'
    "$BR_TOOL" identify ${B}_lift*kp400* ${B}_sin*kp400* ${B}_up*kp400* --test ${B}_sin_sin_kp100* --signals "$S" --gravity \
        --compare 'coulomb, stribeck, gear' --predict motion --piece '1 s' --delay 0 --json "$box/servo.json" >/dev/null 2>&1 || [ $? -eq 1 ]
    # fit and hold-out errors of docs/identify-checks.md, per cent
    while read -r law fit out; do
        between "$(awk "BEGIN { print $fit - 0.5 }")" "$(awk "BEGIN { print $fit + 0.5 }")" "$(of "$box/servo.json" "$law" fit)" "servo: error of $law"
        between "$(awk "BEGIN { print $out - 0.5 }")" "$(awk "BEGIN { print $out + 0.5 }")" "$(of "$box/servo.json" "$law" held_out)" "servo: error of $law on the other gain"
    done <<END
coulomb 26.1 71.9
stribeck 22.5 87.3
gear 15.3 53.2
END
    # law LAW PARAMETER KEY: of the law without direction
    law() { awk -v law="\"law\": \"$1\"" 'index($0, "\"law\": ") { on = index($0, law) } on && index($0, "\"variant\": \"direction\"") { on = 0 } on' "$box/servo.json" >"$box/law.json"; number "$box/law.json" "$2" "$3"; }
    between 0.4775 0.4925 "$(law gear mu value)" "servo: share of the load"
    between 0.0145 0.0155 "$(awk "BEGIN { print $(law gear mu sd)/$(law gear mu value) }")" "servo: its relative standard deviation for white residuals"
    between 0.27 0.29 "$(awk "BEGIN { print $(law gear mu sd_coloured)/$(law gear mu value) }")" "servo: and for autocorrelated ones"
    between 0.185 0.195 "$(law stribeck FS value)" "servo: stiction"
    # friction falls over the whole range of speeds: what is left at the highest is not identifiable
    between 0 0.02 "$(law stribeck FC value)" "servo: friction in motion"
else
    echo "no $D/bam_servos: left out"
fi
