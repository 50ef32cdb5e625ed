#!/bin/sh
# test_tool_table.sh - `bristle table`: joined, resampled, cut and converted logs are those of a few lines of Python.
. tests/kit/kit.sh
needs python3
T=$BR_TOOL
cd "$box"

python3 - <<'END'
import math, random
random.seed(7)
y = lambda t: 0.01*math.sin(4.4*t) + 0.004*math.sin(12.37*t + 1) + 0.002*math.sin(31.13*t)
with open('axis.csv', 'w') as f:
    f.write('t,x\ns,mm\n')  # a line of units below the names
    t = 0.0
    while t < 20:
        f.write('%r,%r\n' % (t, 1e3*y(t) + random.gauss(0, 0.01)))
        t += 0.001 if random.random() < 0.5 else 0.0012
with open('drive.csv', 'w') as f:
    f.write('time [ms];pos [m];i [A]\n')
    for k in range(4500):
        t = k*0.004
        f.write('%r;%r;%r\n' % (1e3*t, -2*y(t + 1.2345) + random.gauss(0, 2e-5), math.sin(t)))
END

# the shift that was planted is found, and used
"$T" table axis.csv drive.csv --align 'x = pos' --csv joined.csv --json joined.json >text
python3 - <<'END'
import csv, json, math
j = json.load(open('joined.json'))
shift, sd = j['logs'][1]['shift'], j['logs'][1]['shift_sd']
assert abs(shift - 1.2345) < 4*sd and sd < 5e-4, (shift, sd)
assert not j['logs'][1]['ambiguous'] and j['logs'][1]['correlation'] < -0.99
rows = list(csv.reader(open('joined.csv')))
assert rows[0] == ['t [s]', 'x [mm]', 'pos [m]', 'i [A]'], rows[0]
first = [r for r in csv.reader(open('axis.csv'))][2:]
kept = {float(r[0]): float(r[1]) for r in first}
for r in rows[1:]:  # stamps and numbers of the first log are the same bits, the other is interpolated
    t, x, pos, i = map(float, r)
    assert kept[t] == x
    assert abs(i - math.sin(t - shift)) < 3e-6
assert len(rows) - 1 == j['rows'] > 15000
END
has 'the text names the shift' text 'found by correlation'

# a grid, means, a cut, other units; a MAT file and back
"$T" table axis.csv --step '10 ms' --method mean --from 2 --until '5 s' --units 'x = um' --mat grid.mat --csv grid.csv >/dev/null
python3 - <<'END'
import csv
log = [(float(r[0]), float(r[1])) for r in list(csv.reader(open('axis.csv')))[2:]]
rows = list(csv.reader(open('grid.csv')))
assert rows[0] == ['t [s]', 'x [um]']
assert len(rows) == 302
for k, r in enumerate(rows[1:]):
    t = 2 + k*0.01
    assert float(r[0]) == t
    near = [x for s, x in log if t - 0.005 < s <= t + 0.005]
    assert abs(float(r[1]) - 1e3*sum(near)/len(near)) < 1e-9
END
"$T" table grid.mat --csv back.csv >/dev/null
is 'a table after a MAT file, units too' "$(cksum <grid.csv)" "$(cksum <back.csv)"

# formulas are in SI, and 1 row in 4 is a note about what could fold back
"$T" table axis.csv --signals 't = t, x = x, F = 2*x N' --csv si.csv >/dev/null
is 'heading of formulas' 't [s],x [m],F [N]' "$(head -n 1 si.csv)"
"$T" table axis.csv --step '40 ms' >text
has 'means are recommended' text '--method mean'

wrong 2 'not linear, hold or mean' table axis.csv --method spline
wrong 2 'give it with --step' table axis.csv --method mean
wrong 2 'not a time for each log behind the first: 0' table axis.csv --shift '1 s'
wrong 2 'give one of them' table axis.csv drive.csv --shift 1 --align 'x = pos'
wrong 2 'of the first log and of another' table axis.csv drive.csv --align x
wrong 2 'for each log behind the first: 1' table axis.csv drive.csv --align 'x = pos, x = i'
wrong 2 'lies before' table axis.csv --from 3 --until 2
wrong 2 'not a time' table axis.csv --from '3 mm'
wrong 3 'no time is covered by all logs' table axis.csv drive.csv --shift '1000 s'
wrong 3 'cannot be converted to N' table axis.csv --units 'x = N'
wrong 3 "no column 'q'" table axis.csv --units 'q = N'
wrong 4 'not a unit' table axis.csv --units 'x = foo'
printf 'a,b\n1,2\n2,3\n' >plain.csv
wrong 3 'name it with --time' table plain.csv
printf '1,2,3\n2,3,4\n' >bare.csv
wrong 3 '(columns: #1, #2, #3)' table bare.csv
"$T" table plain.csv --time a --csv - >out
is 'a time column by its name' 't [s],b
1,2
2,3' "$(cat out)"

# what a log can have wrong
: >empty.csv
printf 't,x\ns,mm\n0,1\n' >one.csv
printf 't,x\ns,mm\n3,1\n2,2\n1,4\n0,5\n' >down.csv
printf 't,x\ns,mm\n0,1\n0,2\n1,4\n1,5\n2,7\n' >twice.csv
printf 't,x,y,who\ns,mm,counts,\n0,1,2,a\n1,nan,3,b\n2,,4,c\nnan,5,6,d\n4,6,,e\n' >holes.csv
wrong 3 'empty.csv: no samples: the file is empty' table empty.csv
wrong 3 'down.csv: of 4 rows 0 have no time and in 3 it does not rise (the first is row 2)' table down.csv --csv down.out
[ ! -e down.out ] || { echo 'FAIL: a refused log left a file'; failed=1; }
is 'one row' 't [s],x [mm]
0,1' "$("$T" table one.csv --csv -)"
"$T" table twice.csv --csv twice.out >text
has 'rejected rows are named' text 'rejected: 2 rows whose time does not rise; the first is row 2'
is 'the first of two rows at one time' 't [s],x [mm]
0,1
1,4
2,7' "$(cat twice.out)"
"$T" table holes.csv --step 1 --csv holes.out --json holes.json >text
has 'a row without a time' text 'rejected: 1 row without a time; the first is row 4'
has 'a column without numbers' text 'left out: who, it has no numbers'
has 'a unit that nobody knows' text "note: y: its unit 'counts' is not known"
is 'missing numbers spread no farther than their neighbours' 't [s],x [mm],y
0,1,2
1,nan,3
2,nan,4
3,nan,nan
4,6,nan' "$(cat holes.out)"
is 'missing numbers are counted' '[0, 3, 2]' "$(python3 -c "import json; print([c['missing'] for c in json.load(open('holes.json'))['columns']])")"
wrong 2 'is named twice' table one.csv --csv one.csv
wrong 2 'is named twice' table one.csv --mat ./one.csv
wrong 6 'cannot be written' table one.csv --csv nowhere/out.csv
wrong 6 'cannot be written' table one.csv --mat nowhere/out.mat
wrong 2 "'inf' is not a time" table one.csv --from inf
wrong 3 'the time column x is in mm, which is no time' table one.csv --time x
wrong 3 'one.csv: its signal has 1 numbers, and a shift needs 16' table one.csv axis.csv --align 'x = x'
wrong 2 "not 'COLUMN = COLUMN'" table axis.csv drive.csv --align 'x ='
wrong 2 'is its unit right?' table axis.csv --step '1 ns' --csv /dev/null
wrong 3 '(axis.csv: 0 s to' table axis.csv --from 1000

# a signal that repeats itself, and one that has nothing to do with the other
python3 - <<'END'
import math, random
random.seed(3)
with open('sine.csv', 'w') as f, open('late.csv', 'w') as g, open('noise.csv', 'w') as h:
    for out in f, g, h:
        out.write('t [s],x [m]\n')
    for k in range(4000):
        t = k*0.001
        f.write('%r,%r\n' % (t, math.sin(20*t) + random.gauss(0, 0.01)))
        g.write('%r,%r\n' % (t, math.sin(20*(t + 0.05)) + random.gauss(0, 0.01)))
        h.write('%r,%r\n' % (t, random.gauss(0, 1)))
END
doubts() { # WORDS ARGUMENT...: a result, exit code 1, and a message with WORDS
    words=$1 found=0
    shift
    "$T" table "$@" --csv doubt.csv >text 2>err || found=$?
    is 'exit code of a doubtful shift' 1 $found
    has 'message on a doubtful shift' err "$words"
    is 'rows beside the doubt' 1 "$([ "$(wc -l <doubt.csv)" -gt 1000 ] && echo 1)"
    rm doubt.csv
}
doubts 'late.csv: the shift is ambiguous' sine.csv late.csv --align 'x = x'
doubts 'noise.csv: the shift' sine.csv noise.csv --align 'x = x'
# a shift between signals of any size: squares of 1e300 are not finite
awk 'BEGIN { srand(2); print "t,a"; for (i = 0; i < 2000; i++) { y = 0.99*y + rand() - 0.5; printf "%.3f,%.9g\n", i*0.001, y } }' >"$box/a1.csv"
for size in 1e300 1e-200; do
    awk -F, -v s=$size 'NR == 1 { print "t,b" } NR > 301 { printf "%.3f,%.9g\n", $1 - 0.3, s*$2 }' "$box/a1.csv" >"$box/b1.csv"
    quietly "$BR_TOOL" table "$box/a1.csv" "$box/b1.csv" --align 'a = b' --step '1 ms' --csv "$box/j1.csv"
    has "a shift of signals of $size" "$box/log" "shifted by 300 +- 0.05 ms"
done
[ $failed -eq 0 ]
