#!/bin/sh
# test_identify_measured.sh - `bristle identify` on measured logs: published numbers, what pays, and how many elements.
. tests/kit/kit.sh

# of FILE LAW KEY: the first value behind KEY in the part of a law without variant
of() { awk -v law="\"law\": \"$2\"" -v key="\"$3\": " 'index($0, law) { on = 1 } on && index($0, "\"variant\": \"direction\"") { on = 0 } on && (at = index($0, key)) { s = substr($0, at + length(key)); sub(/,$/, "", s); print s; exit }' "$1"; }

# Measured logs
D=../shared/data
if [ -e $D/emps/emps_identification.csv ]; then
    S='t = t_s s, x = q_meas_m m, u = 35.15065188248547*v_ctrl_V N'
    E="$D/emps/emps_identification.csv"
    # as published: no delay
    quietly "$BR_TOOL" identify $E --signals "$S" --model coulomb --mass estimate --delay 0 --json "$box/emps.json"
    between 95.0994 95.1184 "$(number "$box/emps.json" m value)" "EMPS: mass"
    between 20.3772 20.4098 "$(number "$box/emps.json" FC value)" "EMPS: Coulomb force"
    between 203.3711 203.6357 "$(number "$box/emps.json" sigma2 value)" "EMPS: viscous friction"
    between -3.1711 -3.1585 "$(number "$box/emps.json" offset value)" "EMPS: offset"
    between 0.1073 0.1097 "$(number "$box/emps.json" m sd)" "EMPS: sd of the mass"
    between 0.1001 0.1023 "$(number "$box/emps.json" FC sd)" "EMPS: sd of the Coulomb force"
    between 1.1334 1.1586 "$(number "$box/emps.json" sigma2 sd)" "EMPS: sd of viscous friction"
    between 0.0439 0.0449 "$(number "$box/emps.json" offset sd)" "EMPS: sd of the offset"
    between 4.03 4.05 "$(key "$box/emps.json" fit)" "EMPS: relative error"
    quietly "$BR_TOOL" identify $E --signals "$S" --compare coulomb --delay 0 --json "$box/way.json"
    is "EMPS: direction dependence pays" direction "$(key "$box/way.json" best_variant)"
    # Force in, position out, over 25 s: shares of the motion, with and without direction (the best stands first).
    free() { grep -A 1 '"free_run"' "$1" | sed -n 's/.*"error": \([0-9.]*\).*/\1/p' | sed -n "$2p"; }
    between 2.25 2.35 "$(free "$box/way.json" 1)" "EMPS: free run, by direction"
    between 3.45 3.55 "$(free "$box/way.json" 2)" "EMPS: free run"
    quietly "$BR_TOOL" identify $E --signals "$S" --model coulomb --direction --predict motion --delay 0 --json "$box/free.json"
    between 1.04 1.15 "$(free "$box/free.json" 1)" "EMPS: free run, which is what was fitted"
    between 92.7 92.9 "$(number "$box/free.json" m value)" "EMPS: mass from the free run"
    # its drive holds commands for 1 ms: the delay by two laws, smaller errors, and the published parameters within an sd
    for law in coulomb lugre; do
        "$BR_TOOL" identify $E --signals "$S" --model $law --json "$box/late.json" >/dev/null 2>&1 || [ $? -eq 1 ]
        between 0.25 0.5 "$(sed -n '/"state": "estimated"/,/}/p' "$box/late.json" | sed -n 's/.*"samples": \([-0-9.e]*\).*/\1/p')" "EMPS: delay in samples, $law"
        [ $law = lugre ] && continue
        between 3.85 3.95 "$(key "$box/late.json" fit)" "EMPS: relative error with a delay"
        for p in 'm 95.1089' 'sigma2 203.5034' 'FC 20.3935'; do
            awk -v v="$(number "$box/late.json" "${p% *}" value)" -v sd="$(number "$box/late.json" "${p% *}" sd_coloured)" -v t="${p#* }" 'BEGIN { exit !(sd > 0 && (v - t)^2 < sd^2) }' ||
                { echo "FAIL: EMPS with a delay: ${p% *}"; exit 1; }
        done
    done
else
    echo "no $D/emps: left out"
fi
# The first third: how many elements all of it shows is in test_identify_tribometer.sh.
if [ -e $D/tribometer/tribometer.csv ]; then
    quietly "$BR_TOOL" identify $D/tribometer/tribometer.csv --signals 't = t_s s, x = position_mm um, F = -1e-6*friction_uN N' \
        --from '14 s' --until '40 s' --hold-out 35% --compare 'dahl, maxwell-slip' --json "$box/tribo.json"
    is "tribometer: the best law" maxwell-slip "$(key "$box/tribo.json" best)"
    between 5.13 5.23 "$(of "$box/tribo.json" maxwell-slip held_out)" "tribometer: held-out error of elements"
    between 12.08 12.18 "$(of "$box/tribo.json" dahl held_out)" "tribometer: held-out error of Dahl"
else
    echo "no $D/tribometer: left out"
fi
# Rock that slides one way, with noise of the position: Coulomb friction is not told from an offset, be it 0 or not
if [ -e $D/rock_velstep/velstep4_BRAVA_expb819_basalt.csv ]; then
    for rock in velstep3_TR2_exp013_sepiolite velstep4_BRAVA_expb819_basalt; do
        code=0
        "$BR_TOOL" identify $D/rock_velstep/$rock.csv --signals 't = t_s s, x = displacement_um um, F = friction_coeff N' --model coulomb >"$box/rock" 2>&1 || code=$?
        is "rock: exit code" 1 $code
        has "rock: verdict" "$box/rock" "FC, offset of coulomb are not identifiable from this log"
        has "rock: noise" "$box/rock" "the motion has one direction only"
    done
else
    echo "no $D/rock_velstep: left out"
fi
# A mass that sticks and slips on a frame (250 and 450 g of load): the authors' Coulomb forces, within 20 % and within the interval
if [ -e $D/frame/frame_450g.csv ]; then
    for g in '250 0.62' '450 1.31'; do
        quietly "$BR_TOOL" identify $D/frame/frame_${g% *}g.csv --signals 't = t, x = x, u = 1.191*(y-x) N' --mass '3.0799 kg' --model coulomb --json "$box/frame.json"
        has "frame, ${g% *} g: why the motion is fitted" "$box/log" "its motion is fitted"
        awk -v v="$(number "$box/frame.json" FC value)" -v sd="$(number "$box/frame.json" FC sd_coloured)" -v t="${g#* }" \
            'BEGIN { d = v > t ? v - t : t - v; exit !(d < 0.2*t && d < 1.96*sd && sd < 0.2*v) }' ||
            { echo "FAIL: frame, ${g% *} g: $(number "$box/frame.json" FC value) +- $(number "$box/frame.json" FC sd_coloured) N for ${g#* }"; exit 1; }
    done
else
    echo "no $D/frame: left out"
fi
# Servos: three logs of one gain, one of another held out. Pieces of a second, since a pendulum does not run freely for long. Richer laws:
# test_identify_servos.sh.
if [ -e $D/bam_servos/xl330_m1.json ]; then
    B=$D/bam_servos/xl330
    S='t = t_s s, x = position_rad rad, u = torque_enable*0.3867*(pwm_reg_signed/885*input_V - 0.3867*speed_rad_s)/4.0171 N*m'
    quietly "$BR_TOOL" identify ${B}_lift*kp400* ${B}_sin*kp400* ${B}_up*kp400* --test ${B}_sin_sin_kp100* --signals "$S" --gravity \
        --model coulomb --predict motion --piece '1 s' --delay 0 --json "$box/servo.json"
    between 25.6 26.6 "$(of "$box/servo.json" coulomb fit)" "servo: error"
    between 71.4 72.4 "$(of "$box/servo.json" coulomb held_out)" "servo: error on the other gain"
else
    echo "no $D/bam_servos: left out"
fi
