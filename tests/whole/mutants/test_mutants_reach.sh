#!/bin/sh
# test_mutants_reach.sh - the tests of tubes notice seeded faults (docs/faults.md F15).
. tests/kit/kit.sh
. tests/whole/mutants/mutants.sh
needs_headers cmocka.h
links="$BR_BUILD/libbristle.a -lcmocka -lm"
export links

notice=test_bound_reach
c=bound/reach/reach_step.c
mutant 'no remainder of the series' $c 'r->middle[i] = smooth ? coefficient(r, i, BR_REACH_ORDER + 1) : r->rate[i];' 'r->middle[i] = smooth ? br_interval_point(0) : r->rate[i];'
mutant 'a remainder at the start of the step' $c 'br_box over = {.x = r->thin' 'br_box over = {.x = point'
mutant 'what is not known is lost' $c '*rest = add_up(*rest, br_interval_rad(x));' '*rest = add_up(*rest, 0 * br_interval_rad(x));'
mutant 'parameters do not move the set' $c 'br_interval sum = j < r->ns ? *entry(r, r->transition, i, r->n + j) : br_interval_point(0);' 'br_interval sum = br_interval_point(0);'
mutant 'one end for both' $c 'r->from[i] = br_interval_point(upper ? x[i].hi : x[i].lo);' 'r->from[i] = br_interval_point(x[i].hi);'
mutant 'ends without parameters' $c 'for (int j = 0; j < r->ns; j++)' 'for (int j = 0; j < 0; j++)'
mutant 'a box of the start only' $c 'br_interval step = br_interval_of(0, h.hi);' 'br_interval step = br_interval_of(0, 0 * h.hi);'
mutant 'slopes at the centre only' $c 'jacobian(r, r->box, r->p, r->u, slopes)' 'jacobian(r, r->thin, r->pc, r->held, slopes)'
mutant 'inputs are never off' $c 'r->u[j] = br_interval_add(r->held[j], r->off[j]);' 'r->u[j] = r->held[j];'
mutant 'slopes where rates jump' $c '*found && worst(r) == BR_CONTINUOUS' '*found && worst(r) != BR_UNDEFINED'
mutant 'no growth of a state of its own' $c 'j == i ? br_interval_add(br_interval_exp(z), sum) : sum' 'j == i ? br_interval_add(br_interval_point(1), sum) : sum'
c=bound/reach/reach_long.c
mutant 'a long step that forgets its start' $c 'kept = br_interval_exp(z),' 'kept = br_interval_point(0),'
mutant 'a long step that is too short' $c 'time = br_interval_mul(h, br_reach_growth(z));' 'time = br_interval_mul(br_interval_point(0.9 * h.hi), br_reach_growth(z));'
mutant 'ends that one side of the input passes' $c 'for (int k = 0; k < 3 && status == BR_OK; k++) {' 'for (int k = 0; k < 2 && status == BR_OK; k++) {'
mutant 'ends that give way' $c '(upper ? way.hi <= room.lo : -way.lo <= room.lo)' 'true'
mutant 'a long step that sees others at its start only' $c 'memcpy(r->beside, r->thin, (size_t)r->n * sizeof *r->thin);' 'memcpy(r->beside, point, (size_t)r->n * sizeof *r->thin);'
mutant 'a long step without what others move' $c '*entry(r, r->until, r->order[m], j)));' 'br_interval_point(0)));'
mutant 'a long step whose push is not driven' $c 'br_interval weight = br_interval_mul(share, br_interval_of(least, high[k + 1].hi));' 'br_interval weight = br_interval_mul(share, br_interval_of(high[k + 1].lo, high[k + 1].hi));'
mutant 'a long step that leaves its box' $c 'return inside && all_bounded(until, r->n);' 'return all_bounded(until, r->n);'
c=bound/reach/reach.c
mutant 'outputs without parameters' $c 'br_interval along = j < r->ns ? slope[r->n + j] : br_interval_point(0);' 'br_interval along = br_interval_point(0);'
c=bound/reach/zonotope.c
mutant 'joined ways are lost' $c 'z->extent[i] = radius_of(z, left, i);' 'z->extent[i] = 0.5 * radius_of(z, left, i);'
mutant 'ways are wrapped at once' $c 'WAYS = 12' 'WAYS = 2'
c=sim/source/source_series.c
mutant 'a rate without its factor' $c 'c[k] = br_interval_mul(br_interval_point(k + 1), f[k + 1]);' 'c[k] = f[k + 1];'

notice=test_bound_member
c=bound/search/member.c
mutant 'half of a box lost' $c 'return status == BR_OK ? append_box(w, half) : status;' 'return status;'
mutant 'inside by one row' $c 'all = all && br_interval_subset(x, y);' 'all = br_interval_subset(x, y);'

notice=test_bound_reach
c=bound/reach/reach_modes.c
mutant 'no jumps within a step' $c 'join_hull(&to[e], br_interval_intersect(w->yes[e], w->no[e]));' 'join_hull(&to[e], br_interval_empty());'
mutant 'modes cut on the wrong side' $c '(br_interval){-infinity, 0} : (br_interval){0, infinity}' '(br_interval){0, infinity} : (br_interval){-infinity, 0}'
mutant 'rates of one mode where any may be' $c 'br_interval_hull(rate[e], r->rate[e]);' 'r->rate[e];'

tests_alive test_bound_reach test_bound_member
judge_mutants "$box/try_in_library"
