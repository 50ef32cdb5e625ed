#!/bin/sh
# test_tool_identify_mismatch_shapes.sh - `bristle identify` beside a force or friction periodic in the position, a dead zone, a low-pass, a drift: it is not sure.
. tests/kit/kit.sh
. tests/kit/lugre_log.sh
U='t = t s, v = v m/s, u = u N'
# fits KIND: into KIND.json, what it prints in $box/log
fits() { "$BR_TOOL" identify "$box/$1.csv" --signals "$U" --model lugre --json "$box/$1.json" >"$box/log" 2>&1 || true; }
# truth KIND: no parameter is wrong and sure
truth() { for p in 'm 5' 'FC 3' 'FS 4.5' 'sigma0 1e5' 'sigma1 100' 'vs 0.01' 'sigma2 10'; do holds "$1" ${p% *} ${p#* }; done; }

# a_force_periodic_in_the_position_is_named, with its period and amplitude: FS = 5.5 +- 0.3 for 4.5 was said
lugre cogging 4000 0.001
fits cogging
has "cogging" "$box/log" "with a force periodic in the position (period 0.00"
has "JSON" "$box/cogging.json" '"cause": "cycle"'
between 0.00299 0.00301 "$(key "$box/cogging.json" scale)" "period of the cogging"
truth cogging

# friction_periodic_in_the_position_is_named
lugre ripple 4000 0.001
fits ripple
has "ripple" "$box/ripple.json" '"cause": "ripple"'
between 0.0195 0.0205 "$(key "$box/ripple.json" scale)" "period of the friction"
truth ripple

# a_dead_zone_of_the_drive_is_named: sigma0 was off by 7 standard deviations
lugre dead 4000 0.001
fits dead
has "dead zone" "$box/dead.json" '"cause": "dead_zone"'
truth dead

# a_force_behind_a_low_pass
lugre lag 3000 0.002
fits lag
truth lag

# an_offset_that_changes_with_time
lugre drift 4000 0.001
fits drift
has "drift" "$box/drift.json" '"cause": "drift"'
truth drift
exit $failed
