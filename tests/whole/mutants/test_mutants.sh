#!/bin/sh
# test_mutants.sh - the interval tests notice seeded faults (docs/faults.md F15): a lost outward step, a lost corner, swapped ends, a
# lost extremum, a wrong cut of a domain, a lost error term.
. tests/kit/kit.sh
. tests/whole/mutants/mutants.sh
needs_headers cmocka.h mpfr.h mpfi.h

# ---- arithmetic
c=num/interval/interval.c
mutant 'lost step of a sum' $c 'return br_next_down(s.hi);' 'return s.hi;'
mutant 'an infinite lower end of a sum' $c 's.hi == BR_INF ? DBL_MAX : s.hi' 's.hi'
mutant 'huge sums that cannot tell' $c '2 * down_sum(0.5 * x, 0.5 * y)' 's.hi'
mutant 'swapped ends of a negative' $c '{-a.hi, -a.lo}' '{-a.lo, -a.hi}'
mutant 'lost step of a product' $c 'p.lo >= 0 ? p.hi : br_next_down(p.hi)' 'p.hi'
mutant 'every number is tame' $c '- 543 < 960' '+ 1 < 2049'
mutant 'lost step of a quotient' $c 'x - p.hi < p.lo ? br_next_down(q) : q' 'q'
mutant 'quotients on the wrong side' $c 'x - p.hi < p.lo ? br_next_down(q) : q' 'x - p.hi > p.lo ? br_next_down(q) : q'
mutant 'lost lower corner of a product' $c 'b.lo < 0 ? a.hi : a.lo' 'a.lo'
mutant 'lost upper corner of a product' $c 'b.hi > 0 ? a.hi : a.lo' 'a.hi'
mutant 'lost lower corner across zero' $c '{x < y ? x : y, z > w ? z : w}' '{x, z > w ? z : w}'
mutant 'lost upper corner across zero' $c '{x < y ? x : y, z > w ? z : w}' '{x < y ? x : y, z}'
mutant 'swapped min and max of corners' $c '{x < y ? x : y, z > w ? z : w}' '{x > y ? x : y, z > w ? z : w}'
mutant 'lost lower corner of a quotient' $c 'a.lo < 0 ? b.lo : b.hi' 'b.hi'
mutant 'lost upper corner of a quotient' $c 'a.hi > 0 ? b.lo : b.hi' 'b.lo'
mutant 'a bound beside a pole' $c '    r.lo = -BR_INF;' '    r.lo = down_quotient(a.lo, most);'
mutant 'swapped pieces of a quotient' $c 'first = a.lo > 0 ? left : right' 'first = a.lo > 0 ? right : left'
mutant 'swapped min and max in a hull' $c 'a.hi > b.hi ? a.hi : b.hi};' 'a.hi < b.hi ? a.hi : b.hi};'
mutant 'swapped min and max in min' $c '{a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi' '{a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi'
mutant 'swapped min and max in an intersection' $c 'a.lo > b.lo ? a.lo : b.lo' 'a.lo < b.lo ? a.lo : b.lo'
mutant 'lost end of an absolute value' $c 'a.hi > -a.lo ? a.hi : -a.lo' 'a.hi'
mutant 'a square without absolute value' $c '    a = br_interval_abs(a);' ''
mutant 'lost lower step of a root' $c 'x - p.hi < p.lo ? br_next_down(s) : s' 's'
mutant 'lost upper step of a root' $c 'x - p.hi > p.lo ? br_next_up(s) : s' 's'
mutant 'odd exponents of roots' $c 'odd ? 2 * m : m' 'm'
mutant 'sign of zero' $c 'x > 0 ? 1 : x < 0' 'x >= 0 ? 1 : x < 0'
mutant 'a comparison decided too early' $c '{a.hi < b.lo, a.lo < b.hi}' '{a.lo < b.lo, a.lo < b.hi}'
mutant 'a width rounded to nearest' $c 'up_sum(a.hi, -a.lo)' 'a.hi - a.lo'
mutant 'a radius of one side' $c 'left > right ? left : right' 'left'
mutant 'a quotient defined at 0' $c 'br_interval_is_empty(b) || br_interval_has(b, 0) ? BR_UNDEFINED' 'br_interval_is_empty(b) ? BR_UNDEFINED'

# ---- balls
c=num/interval/ball.h
mutant 'steps in the wrong direction below 0' $c 'bits >= 0 ? 1 : -1' '1'
mutant 'errors that do not add up' $c '(a.err + by) * BR_BALL_GROW' 'a.err'
mutant 'lost rounding of a sum' $c 'a.err + b.err + BR_BALL_SUM' 'a.err + b.err + 0'
mutant 'lost rounding of a product' $c 'carried + BR_BALL_PRODUCT' 'carried + 0'
mutant 'lost error of one factor' $c ' + b.err * br_far(a.hi)' ''
mutant 'lost residue of a quotient' $c 'least > 0 ? off / least : BR_INF' '0'
mutant 'lost residue of a root' $c 'br_ball_widen(s, off / (s.hi / 2))' 's'
mutant 'lost rounding of a tail' $c '1.4210854715202004e-14 * size' '0 * size'
mutant 'lost error at a lower bound' $c 'br_next_down(a.lo - a.err)' 'a.lo'
mutant 'lost step at a lower bound' $c 's.lo >= 0 ? s.hi : br_next_down(s.hi)' 's.hi'
mutant 'lost step where a bound is subnormal' $c '> part ? br_next_down(y) : y' '> part ? y : y'
mutant 'an infinite lower bound' $c 'y > 0 ? DBL_MAX : y' 'y'
c=num/interval/ball.c
mutant 'a constant with a wrong digit' $c '2.3190468138462996e-17' '2.3190468138462996e-16'
mutant 'a table with a wrong digit' $c '8.551889705537965e-17' '8.551889705537965e-18'
mutant 'another table with a wrong digit' $c '4.410467313197903e-17' '4.410467313197903e-18'
mutant 'a wrong multiple of ln 2' $c '((int)n - j) / 16' '(int)n / 16'
mutant 'a short series of exp' $c 'br_ball_tail(c, 7, x)' 'br_ball_of(c[0])'
mutant 'a short series of log' $c 'br_ball_tail(c, 7, z)' 'br_ball_of(c[0])'
mutant 'a short series of sin' $c 'static const double c[] = {1.0 / 120,' 'static const double c[] = {1.0 / 121,'
mutant 'a short series of cos' $c 'static const double c[] = {1.0 / 24, -' 'static const double c[] = {1.0 / 25, -'
mutant 'a short series of atan' $c 'br_ball_tail(c, 6, z)' 'br_ball_of(0)'
mutant 'quarters counted in the wrong direction' $c '-*q & 7' '*q & 7'
mutant 'bits of 2/pi off by one' $c '- 1014u' '- 1013u'
mutant 'sine of a negative angle' $c 'n < 0 ? br_ball_neg(s) : s' 's'
mutant 'an angle whose turn back has the wrong sign' $c 'br_ball_sub(br_ball_mul(y, c), br_ball_mul(x, s))' 'br_ball_add(br_ball_mul(y, c), br_ball_mul(x, s))'

# ---- elementary functions
c=num/interval/elementary.c
mutant 'lower instead of upper bound' $c 'r.hi = f(a.hi).hi' 'r.hi = f(a.hi).lo'
mutant 'lower instead of upper bound of falling functions' $c 'r.lo = f(a.hi).lo' 'r.lo = f(a.hi).hi'
mutant 'odd functions that are even' $c 'br_interval_neg(f(-x))' 'f(-x)'
mutant 'small arguments that are not' $c '7.450580596923828e-09' '1e-7'
mutant 'tiny arguments that are not' $c '8.673617379884035e-19' '1e-12'
mutant 'exp saturates too early' $c 'x < -60' 'x < -30'
mutant 'tanh saturates too early' $c 'x > 22' 'x > 15'
mutant 'logistic saturates too early' $c 'x > 40' 'x > 30'
mutant 'lost remainder of logistic' $c 'x < -80' 'x < -25'
mutant 'lost maximum of a wave' $c 'number == 1 ? 1 : r.hi' 'r.hi'
mutant 'lost minimum of a wave' $c 'number == 3 ? -1 : r.lo' 'r.lo'
mutant 'cos with the extrema of sin' $c 'from.floor + i + shift' 'from.floor + i'
mutant 'lost last extremum' $c 'i <= passed' 'i < passed'
mutant 'extrema on the wrong side' $c 't.q - (t.r.hi < 0)' 't.q'
mutant 'zeros instead of poles' $c 'passed == 1 && (to.floor & 1)' 'passed == 1 && !(to.floor & 1)'
mutant 'a wide domain of acos' $c 'falling(cut(a, -1, 1), acos_at)' 'falling(cut(a, -1, 2), acos_at)'
mutant 'log at 0' $c 'a.hi == 0 ? br_interval_empty() : rising(a, log_at)' 'rising(a, log_at)'
mutant 'lost corner of the least angle' $c 'x.hi > 0 ? y.lo : y.hi' 'y.lo'
mutant 'lost corner of the largest angle' $c 'x.lo < 0 ? y.lo : y.hi' 'y.hi'
mutant 'the cut of atan2 left out' $c 'x.lo < 0 && y.hi >= 0' 'x.lo < 0 && y.hi > 0'
mutant 'even powers across 0' $c 'n % 2 == 0 || a.lo >= 0' 'a.lo >= 0'
mutant 'negative powers the wrong way round' $c 'n < 0 ? a.hi : a.lo' 'a.lo'
mutant 'lost exponent of a power' $c 'r.k++' '(void)r.k'
mutant 'lost corner of a power' $c 'br_interval_hull(pow_at(a.lo, b.lo), pow_at(a.lo, b.hi))' 'pow_at(a.lo, b.lo)'
mutant 'negative bases left out' $c 'br_interval_hull(r, br_interval_neg(r))' 'r'
mutant 'whole exponents that are too large to be' $c '18446744073709551616.0' '9007199254740992.0'
mutant 'cube roots without their step' $c 'br_ball_add(br_ball_of(c), br_ball_div(rest, slope))' 'br_ball_of(c)'

# ---- compiled once: the tests and the sources as they are
for name in test_interval test_interval_ball test_interval_special; do
    # shellcheck disable=SC2086 # a list of words
    quietly "$cc" -std=c11 $flags -I src -I tests -c tests/num/$name.c -o "$box/$name.o"
done
for name in interval ball elementary; do
    # shellcheck disable=SC2086
    quietly "$cc" -std=c11 $flags -I src -c src/num/interval/$name.c -o "$box/$name.o"
done

# try FOLDER: prints `killed`, `lives` or `broken` and the words. The mutant stands before src: a header is found first, too.
cat >"$box/try" <<'END'
home=$1 file=$(cat "$1/file")
objects=
for name in interval ball elementary; do
    object=$box/$name.o source=src/num/interval/$name.c
    [ ! -f "$home/num/interval/$name.c" ] || source=$home/num/interval/$name.c
    case $file in num/interval/$name.c | *.h)
        object=$home/$name.o
        "$cc" -std=c11 $flags -I "$home" -I src -c "$source" -o "$object" 2>"$home/log" ||
            { echo "broken $(cat "$home/words")"; exit; } ;;
    esac
    objects="$objects $object"
done
libraries='-lcmocka -lmpfi -lmpfr -lgmp -lm'
BR_SEED=1
export BR_SEED
answer=lives
for test in test_interval_special test_interval_ball test_interval; do
    object=$box/$test.o
    case $test:$file in test_interval_ball:*.h) # it has the balls inlined
        object=$home/$test.o
        "$cc" -std=c11 $flags -O0 -I "$home" -I src -c tests/num/$test.c -o "$object" || exit 1 ;;
    esac
    "$cc" "$object" $objects $libraries -o "$home/$test" || exit 1
    case $test in test_interval) BR_COUNT=1500 ;; *) BR_COUNT=400 ;; esac
    export BR_COUNT
    timeout 60 "$home/$test" >/dev/null 2>&1 || { answer=killed; break; }
done
echo "$answer $(cat "$home/words")"
END

# The sources as they are must pass, or every mutant would seem to be noticed.
mkdir -p "$box/000/num"
echo num/interval/interval.h >"$box/000/file"
echo "no change" >"$box/000/words"
is 'the sources as they are' 'lives no change' "$(sh "$box/try" "$box/000")"
judge_mutants "$box/try"
