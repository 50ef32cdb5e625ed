#!/bin/sh
# test_mutants_dense.sh - the tests of the small dense algebra notice seeded faults (docs/faults.md F15).
. tests/kit/kit.sh
. tests/whole/mutants/mutants.sh
needs_headers cmocka.h
links="$BR_BUILD/libbristle.a -lcmocka -lm"
export links

# ---- factorisations
notice=test_dense_factor
c=num/algebra/cholesky.c
mutant 'nothing left of a diagonal' $c 'r[i] > (br_real)n * BR_EPS * whole' 'r[i] > 0'
mutant 'a downdate without a margin' $c 'left > (br_real)(n + 1) * BR_EPS' 'left > 0'
c=num/algebra/ldl.c
mutant 'alpha of Bunch and Parlett' $c '0.6403882032022076' '0.0001'
c=num/algebra/qr.c
mutant 'norms of columns that wear out' $c 'norm[j] < BR_C(0.01) * fresh[j]' 'false'
mutant 'a column that overflows as it is turned' $c 'scale > BR_MOST / 4 / (br_real)(m + 1)' 'scale > BR_MOST'
c=num/algebra/eigen.c
mutant 'rotations the wrong way' $c 'theta < 0 ? -t : t' 't'
mutant 'a square that overflows' $c 'size > 1 / BR_EPS ?' 'false ?'
c=num/algebra/norm_estimate.c
mutant 'an estimate that starts at one column' $c 'v[i] = 1 / (br_real)n;' 'v[i] = i == 0;'
mutant 'no second look at the norm' $c 'other > norm ? other : norm' 'norm'

# ---- least squares
notice=test_dense_least
c=num/optimise/least_squares.c
mutant 'steps uphill' $c 'gain > BR_C(1e-4) * model && gain > 0' 'gain > -1'
mutant 'any gain is enough' $c 'gain > BR_C(1e-4) * model && gain > 0' 'gain > 0'
mutant 'damping that never falls' $c 's->damping *= by >' 's->damping *= true ? 1 : by >'
mutant 'damping that falls whatever the model was' $c 'by > BR_C(1.0) / 3 ? by : BR_C(1.0) / 3' 'BR_C(1.0) / 3'
mutant 'damping that grows slowly' $c 's->growth * 2 : s->growth' 's->growth : s->growth'
mutant 'columns forgotten at once' $c 's->D[j] * BR_C(0.9) ? s->length[j] : s->D[j] * BR_C(0.9)' '0 ? s->length[j] : 0'
mutant 'columns never forgotten' $c 's->D[j] * BR_C(0.9) ? s->length[j] : s->D[j] * BR_C(0.9)' 's->D[j] ? s->length[j] : s->D[j]'
mutant 'canyons crossed straight' $c 'LONG = 30' 'LONG = 1000'
mutant 'bends the wrong way' $c '-(s->rnext[i] / h - row_times_step(s, i))' '(s->rnext[i] / h - row_times_step(s, i))'
mutant 'bounds that hold what would leave them' $c '(s->g[j] > 0 || at_hi)' 'true'
mutant 'a wall found too late' $c '                again = true;' '                again = false;'

# ---- non-negative least squares
notice=test_dense_nnls
c=num/optimise/nnls.c
mutant 'columns let in by rounding' $c '10 * (br_real)(s->m > s->n ? s->m : s->n) * BR_EPS' '0'
mutant 'columns kept out' $c '10 * (br_real)(s->m > s->n ? s->m : s->n) * BR_EPS' 'BR_C(1e-3)'
mutant 'useless columns not barred' $c 's->state[j] = BARRED;' ';'

# ---- linear programs
notice='test_dense_linear test_dense_certificate'
c=num/optimise/lp.c
mutant 'sides not snapped to' $c '    snap_to_bounds(s);' '    ;'
mutant 'rows in their own units' $c 's->by_row[i] = 1 / br_power2(most);' 's->by_row[i] = 1;'
mutant 'columns in their own units' $c '1 / br_power2(most > 0 ? most : br_r_abs(s->p->g[j]))' '1'
mutant 'costs in their own units' $c 's->dear = br_power2(dearest);' 's->dear = 1;'
mutant 'rounding left where numbers cancel' $c '<= 4 * BR_EPS * br_r_abs(b) ? 0' '< 0 ? 0'
mutant 'one attempt' $c 'ATTEMPTS = 3' 'ATTEMPTS = 1'
mutant 'a tableau that seems exact' $c '16 * BR_EPS / s->tol * br_vec_most(s->n, t)' '0'
mutant 'any pivot of a fresh tableau' $c 'wanted[s->other[j]] && a > most' 'wanted[s->other[j]] && a > 0 && most == 0'

# ---- quadratic programs
notice='test_dense_quadratic test_dense_certificate'
c=num/optimise/qp.c
mutant 'nothing refined' $c 'refined++ < 2' 'refined++ < 0'
mutant 'equations that may leave' $c '!is_equation(s, s->used[k]) && s->u[k] / s->r[k] < *when' 's->u[k] / s->r[k] < *when'
mutant 'curvature that counts as none' $c '> 64 * (br_real)n * BR_EPS)' '> BR_C(1e-6))'
notice='test_dense_certificate_float test_dense_quadratic_float'
mutant 'no curvature that counts as some' $c '> 64 * (br_real)n * BR_EPS)' '> 0)'
mutant 'rays that are not flattened' $c 'k < 4 && status == BR_OK' 'k < 0 && status == BR_OK'

tests_alive test_dense_factor test_dense_least test_dense_nnls test_dense_linear test_dense_certificate \
    test_dense_certificate_float test_dense_quadratic test_dense_quadratic_float
judge_mutants "$box/try_in_library"
