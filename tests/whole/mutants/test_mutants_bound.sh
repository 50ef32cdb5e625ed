#!/bin/sh
# test_mutants_bound.sh - the tests of verified steps and of parameter intervals notice seeded faults (docs/faults.md F15).
. tests/kit/kit.sh
. tests/whole/mutants/mutants.sh
needs_headers cmocka.h
links="$BR_BUILD/libbristle.a -lcmocka -lm"
export links

notice=test_bound_tube
c=bound/stick/corner.c
mutant 'no outward step' $c '1.7763568394002505e-15' '0'
mutant 'a lost corner of the start' $c 'double w0 = from.w.lo, w1' 'double w0 = from.w.hi, w1'
mutant 'a lost corner of the push' $c 'ahead = {b.lo > 0 ? b.lo : 0, b.hi}' 'ahead = {b.hi, b.hi}'
mutant 'no turns' $c 'if (!(b.hi > 0))' 'if (b.hi > 0 || b.hi <= 0)'
mutant 'turns with no time left' $c 'left > 0 ? left : 0' '0 * left'
mutant 'stops that are none' $c 'if (stopped && b.lo <= 0 && w.lo <= 0) {' 'if (stopped && b.lo <= 0 && w.hi <= 0) {'
mutant 'no second stop' $c 'return u.lo < u.hi && b.lo <= 0' 'return u.lo > u.hi && b.lo <= 0'
mutant 'no way to and fro' $c 'if (!wild || !t->states[BR_REST].on)' 'if (true)'
mutant 'a shorter way to the stop' $c 'sum.lo > 0 ? sum.lo : 0, high < 0.5 ? high : 0.5' 'sum.lo > 0 ? sum.lo : 0, 0.9 * high'
mutant 'a longer way to the stop' $c 'sum.lo > 0 ? sum.lo : 0, high < 0.5 ? high : 0.5' '1.01 * sum.lo < 0.5 ? 1.01 * sum.lo : 0.5, 0.5'
mutant 'a later stop' $c 'return br_interval_div(br_interval_log1p(y), minus).lo;' 'return br_interval_div(y, minus).lo;'
mutant 'no mirror' $c 'return mirror ? br_interval_of(-x.hi, -x.lo) : x;' 'return mirror ? br_interval_of(-x.lo, -x.lo) : x;'
mutant 'rest kept too seldom' $c 'u.lo <= pace->side[BR_FORWARD].c.hi' 'u.hi <= pace->side[BR_FORWARD].c.lo'
c=bound/stick/tube.c
mutant 'a series cut short' $c 'TERMS = 16' 'TERMS = 3' 'double rest = 2 * br_interval_mag(term);' 'double rest = 0 * br_interval_mag(term);'
mutant 'one end of a for both' $c 'pace->low[l] = br_growth_at(pace->side[l].a.lo' 'pace->low[l] = br_growth_at(pace->side[l].a.hi'
c=bound/stick/glide.c
mutant 'a short way without outward step' $c '1.7763568394002505e-15' '0'
mutant 'a short way past stops' $c 'if (!(next_w[0] > 0 && next_w[0]' 'if (!(next_w[1] < 0 && next_w[0]'
mutant 'a short way without mirror' $c 'int from = l == BR_BACKWARD ? 1 - i : i;' 'int from = i;'
mutant 'a short way that never breaks away' $c 'return u.hi <= pace->side[BR_FORWARD].c.lo &&' 'return u.lo <= pace->side[BR_FORWARD].c.hi &&'
mutant 'a short way with one end of a' $c 'at[2] = {&pace->low[l], &pace->high[l]}' 'at[2] = {&pace->high[l], &pace->high[l]}'
c=bound/stick/picard.c
mutant 'modes active at the start only' $c 'activate_modes(pace, u, box->w, active);' 'activate_modes(pace, u, x.w, active);'
mutant 'no remainder' $c 'return (state){br_interval_add(q, rest)' 'return (state){br_interval_add(q, br_interval_point(0))'
mutant 'rates of one mode' $c 'f.w = br_interval_hull(f.w,' 'f.w = br_interval_intersect(f.w,'
mutant 'a box that bounds nothing' $c 'if (br_interval_subset(next.q, box->q) && br_interval_subset(next.w, box->w)) {' 'if (i == 0) {'
c=bound/stick/stick.c
mutant 'no grid' $c 'if (!identities(r, (br_label)l, &at))' 'if (false)'
mutant 'any degree' $c 'default: return -1;' 'default: return most;'
mutant 'friction that drives' $c 'if (!(side[l].a.hi <= 0 && side[l].k.lo > 0))' 'if (false)'

notice=test_bound_paving
c=bound/search/boxes.c
mutant 'half of a box lost' $c 'if (b->alive)' 'if (b->alive && b->box % 2 == 0)'
mutant 'what is under way is lost when a search is stopped' $c 'while (f->trials && f->trials->count > 0) {' 'while (f->trials && f->trials->count > 0 && f->tried < 0) {'
mutant 'a hull of one box' $c 'p[i] = br_interval_hull(p[i], f->list[j].p[i]);' 'p[i] = f->list[j].p[i];'
mutant 'boxes beyond those allowed' $c 'return left < free ? (int)left : free;' 'return left < 0 ? (int)left : free;'
c=bound/search/paving.c
mutant 'slides that nobody searched taken as at rest' $c 's->moves = true; // for all that is known' 's->moves = false;'
c=bound/search/paper.c
mutant 'a part of the velocity lost' $c 'for (int i = 0; i < parts && status == BR_OK; i++) {' 'for (int i = 0; i + 1 < parts && status == BR_OK; i++) {'
mutant 'gaps between parts of the velocity' $c 'double lo = w.lo + (w.hi - w.lo) * i / parts, hi' 'double lo = w.lo + (w.hi - w.lo) * (i + 0.5) / parts, hi'
mutant 'merged boxes that forget one of them' $c 'to->p[i] = br_interval_hull(to->p[i], b->p[i]);' 'to->p[i] = i == 1 ? to->p[i] : br_interval_hull(to->p[i], b->p[i]);'
mutant 'merged velocities that forget one of them' $c 'x->w = !x->on ? y->w : y->on ? br_interval_hull(x->w, y->w) : x->w;' 'x->w = !x->on ? y->w : x->w;'
mutant 'breakaway that does not renew' $c 'c->list[j].p[i] = c->o->renews[i] ? c->o->range[i]' 'c->list[j].p[i] = false ? c->o->range[i]'
mutant 'a cut that loses half of another parameter' $c 'low.p[i].hi = high.p[i].lo = where;' 'low.p[i].hi = high.p[i].lo = where; low.p[c->alpha].hi = br_interval_mid(low.p[c->alpha]);'

notice=test_bound_evidence
c=bound/stick/evidence.c
mutant 'contracted about another point' $c 'br_interval_add(br_interval_of(middle, middle), way)' 'br_interval_add(br_interval_of(whole.lo, whole.lo), way)'
mutant 'sights that know the input of the next row alone' $c 'return row > 0 ? br_interval_hull(e->u[row - 1], e->u[row]) : e->u[row];' 'return e->u[row];'
mutant 'sights carried without the push' $c 'br_interval_mul(by_w, w), br_interval_mul(by_b, b)' 'br_interval_mul(by_w, w), br_interval_of(0, 0)'
mutant 'an input that wavers taken as held' $c 'waver_effect(cq, g, cw, f, ' 'br_interval_mul(by_b, '
mutant 'a sight of one state only' $c 'status = newton_contract(g, s->w_at, s->by_w, &left);' 'status = BR_OK;'

notice=test_bound_horizon
c=bound/search/horizon.c
mutant 'slopes of one a' $c 'br_growth low = br_growth_at(a.lo, h)' 'br_growth low = br_growth_at(a.hi, h)' 'hull(slope(a.lo, h, 2)' 'hull(slope(a.hi, h, 2)' 'hull(slope(a.lo, h, 3)' 'hull(slope(a.hi, h, 3)'
mutant 'no slope by a' $c 'br_interval_neg(slope_d)}' 'br_interval_point(0)}'
mutant 'a bound that leaves out the box' $c 'sum = br_interval_add(sum, br_interval_mul(left[i], z->x[i]));' 'sum = br_interval_add(sum, br_interval_point(0));'
c=bound/verify/verify_horizon.c
mutant 'a checker that takes any bound' $c 'return upper ? -proved <= far.lo : proved >= far.hi;' 'return true;'

c=bound/search/boxes.c
mutant 'no creeping between rows of rest' $c 'only == BR_REST && crept ? row' 'only == BR_REST && row < 0 ? row'
c=bound/verify/verify_replay.c
mutant 'a checker that knows no creeping' $c 'return !br_interval_is_point(u) && (rate_at_rest(' 'return br_interval_is_empty(u) && (rate_at_rest('

notice=test_bound_verify
c=bound/verify/verify_replay.c
mutant 'a checker that forgets rest' $c 'if (x->at[1].on && b[0].lo <= 0 && b[1].lo <= 0)' 'if (false)'
mutant 'a checker without turns' $c 'if (stops && b[other].hi > 0) {' 'if (false) {'
mutant 'a checker whose stops are late' $c 'time->lo = first.time.lo;' 'time->lo = 1.01 * first.time.hi;'
mutant 'a checker whose stops are near' $c 'last.way.hi, br_interval_point(0)' '0.98 * last.way.hi, br_interval_point(0)'
mutant 'a checker that does not waver' $c 'b[n].lo <= 0 && b[n].hi > 0) //' 'false) //'
mutant 'a checker that knows no rest after a turn' $c 'if (wavers && b[other].lo <= 0)' 'if (false)'
mutant 'a checker that knows no rest after a turn in the last of the pieces' $c 'if (wavers && b[other].lo <= 0)' 'if (whole && wavers && b[other].lo <= 0)'
mutant 'a checker with one end of a' $c 'br_interval_point(end ? a.hi : a.lo)' 'br_interval_point(a.hi)'
mutant 'a checker that proves beyond the numbers' $c 'if (x - x != 0 || w - w != 0 || b - b != 0)' 'if (false)'
c=bound/stick/corner.c
mutant 'a tube that ends beyond the numbers' $c 'return br_far(sum) <= DBL_MAX ? sum' 'return true ? sum' 'if (b < -DBL_MAX)' 'if (false)' 'if (!(w <= DBL_MAX && b >= -DBL_MAX))' 'if (false)'
c=bound/verify/verify.c
mutant 'a checker that trusts results' $c 'if (status == BR_OK && !br_interval_subset(proved, br_interval_of(lo, hi)))' 'if (false)'

tests_alive test_bound_tube test_bound_paving test_bound_evidence test_bound_horizon test_bound_verify
judge_mutants "$box/try_in_library"
