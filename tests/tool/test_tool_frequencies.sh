#!/bin/sh
# test_tool_frequencies.sh - a frequency is the same in Hz, rad/s and rpm in every command; 1/s, which may be either, is refused.
. tests/kit/kit.sh
L="$box/log.csv"
quietly "$BR_TOOL" simulate mass --params axis --input 'u = 30*sin(5*t) N' --until '2 s' --step '1 ms' --csv "$L"
same() { cmp -s "$2" "$3" || { echo "FAIL: $1: $(diff "$2" "$3" | head -n 4)"; failed=1; }; }

# 40 Hz
for f in '40 Hz' '0.04 kHz' '251.32741228718345 rad/s' '2400 rpm' '40 rev/s' '14400 deg/s' 40; do
    "$BR_TOOL" identify "$L" --signals 't = t, x = x, u = u' --mass '20 kg' --model coulomb --cutoff "$f" >"$box/$(echo "$f" | tr -c 'a-zA-Z0-9\n' _)" || true
done
has "the cutoff" "$box/40_Hz" "40 Hz"
for f in 0_04_kHz 251_32741228718345_rad_s 2400_rpm 40_rev_s 14400_deg_s 40; do
    same "--cutoff $f" "$box/40_Hz" "$box/$f"
done
wrong 2 "--cutoff '40 1/s' is not a positive frequency such as 500 Hz or 3000 rad/s" identify "$L" --signals 't = t, x = x, u = u' --mass '20 kg' --model coulomb --cutoff '40 1/s'

ms() { "$BR_TOOL" excite multisine --limits 'F = 3 N' --level 1 --from "$1" --to "$2" -o -; }
ms '0.5 Hz' '20 Hz' >"$box/hz"
ms '3.141592653589793 rad/s' '125.66370614359172 rad/s' >"$box/rad"
ms '30 rpm' '1200 rpm' >"$box/rpm"
same "excite in rad/s" "$box/hz" "$box/rad"
same "excite in rpm" "$box/hz" "$box/rpm"

# Samples a second are no angles.
wrong 2 "is not a number from 0.001 to 1e9 in Hz" emit lugre --params table-I --observer ekf --rate '1000 rad/s' -o "$box/p"
wrong 2 "is not a number from 0.001 to 1e9 in Hz" emit lugre --params table-I --observer ekf --rate '60000 rpm' -o "$box/p"
[ $failed -eq 0 ]
