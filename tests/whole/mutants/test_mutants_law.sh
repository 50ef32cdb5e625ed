#!/bin/sh
# test_mutants_law.sh - the tests of derivatives and enclosures of laws notice seeded faults (docs/faults.md F15).
. tests/kit/kit.sh
. tests/whole/mutants/mutants.sh
needs_headers cmocka.h
links="$BR_BUILD/libbristle.a -lcmocka -lm"
export links

# ---- derivatives
notice=test_derivatives
c=law/graph/partial.c
mutant 'exp times infinity' $c 'BR_OP_EXP: *p = damped(node)' 'BR_OP_EXP: *p = plain(node)'
mutant 'expm1 times infinity' $c 'BR_OP_EXPM1: *p = damped(' 'BR_OP_EXPM1: *p = plain('
mutant 'tanh times infinity' $c '*p = damped(br_graph_2(g, BR_OP_SUB, one,' '*p = plain(br_graph_2(g, BR_OP_SUB, one,'
mutant 'atan times infinity' $c '*p = damped(br_graph_2(g, BR_OP_DIV, one,' '*p = plain(br_graph_2(g, BR_OP_DIV, one,'
mutant 'a power of 0 by its exponent' $c 'damped(br_graph_select(g, br_graph_2(g, BR_OP_LT, zero, a), slope, zero))' 'damped(slope)'
mutant 'a power of 0 times infinity' $c 'p[1] = damped(br_graph_select(g, br_graph_2(g, BR_OP_LT, zero, a)' 'p[1] = plain(br_graph_select(g, br_graph_2(g, BR_OP_LT, zero, a)'
mutant 'a power to 0 at 0' $c 'BR_OP_ZMUL, b, less' 'BR_OP_MUL, b, less'
mutant 'the first of a minimum times infinity' $c 'p[0] = damped(br_graph_select(g, first' 'p[0] = plain(br_graph_select(g, first'
mutant 'the second of a minimum times infinity' $c 'p[1] = damped(br_graph_select(g, first' 'p[1] = plain(br_graph_select(g, first'
mutant 'a branch times infinity' $c 'p[1] = damped(br_graph_select(g, which' 'p[1] = plain(br_graph_select(g, which'
mutant 'another branch times infinity' $c 'p[2] = damped(br_graph_select(g, which' 'p[2] = plain(br_graph_select(g, which'
mutant 'only one zero of a product counts' $c 'if (other.damped) {' 'if (false) {'
mutant 'a chain damped by its inside alone' $c 'inner.damped || outer.damped}' 'inner.damped}'
mutant 'a chain damped by its outside alone' $c 'inner.damped || outer.damped}' 'outer.damped}'

# ---- enclosures
notice=test_interval_law
c=law/eval/enclose.c
mutant 'a square across 0' $c 'n->op == BR_OP_MUL && args[0] == args[1]' 'false'
mutant 'the branch not taken' $c 'a.lo == 1 ? 1 : 2' 'a.lo == 1 ? 2 : 1'
mutant 'an open branch that seems closed' $c 'op == BR_OP_SELECT && a.lo == a.hi' 'op == BR_OP_SELECT'

tests_alive test_derivatives test_interval_law
judge_mutants "$box/try_in_library"
