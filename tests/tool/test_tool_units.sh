#!/bin/sh
# test_tool_units.sh - units in the headings, in a line below them, or in the structure `units` of a MAT file: every command that reads a
# log gives the same result.
. tests/kit/kit.sh
needs python3
T=$BR_TOOL
cd "$box"

python3 - <<'END'
import math, random
random.seed(5)
rows = []
for k in range(2500):
    t = k*0.002
    v, a = 0.2*math.cos(6*t) + 0.1*math.cos(17*t), -1.2*math.sin(6*t) - 1.7*math.sin(17*t)
    x = 0.2/6*math.sin(6*t) + 0.1/17*math.sin(17*t)
    u = 2.5*a + 3*(1 if v > 0 else -1) + 4*v
    rows.append((t, 1e3*x + random.gauss(0, 1e-3), u + random.gauss(0, 0.05), 100*v))
def write(name, head):
    with open(name, 'w') as f:
        f.write(head + '\n' + ''.join('%r,%r,%r,%r\n' % r for r in rows))
write('headings.csv', 't [s],x [mm],u [N],v [cm/s]')
write('line.csv', 't,x,u,v\ns,mm,N,cm/s')
write('brackets.csv', 't,x,u,v\n[s],[mm],[N],[cm/s]')
write('unknown.csv', 't,x,u,v\ns,mm,N,counts')
END
"$T" table line.csv --mat structure.mat >/dev/null

# same COMMAND ARGUMENT...: its JSON is the same for each of these files, but for their name and the time it took
same() {
    command=$1
    shift
    for log in headings.csv line.csv brackets.csv structure.mat; do
        "$T" "$command" $log "$@" --json - 2>/dev/null | sed "s/$log/LOG/g" | grep -v '"seconds"\|"median"\|"p99"\|"worst"' >$log.json || true
        [ "$(wc -c <$log.json)" -gt 200 ] || { echo "FAIL: $command $log gives nothing"; exit 1; }
        cmp -s headings.csv.json $log.json || { echo "FAIL: $command reads $log in other units than headings.csv"; exit 1; }
    done
}
same inspect
same inspect --signals 't = t, x = x, u = u'
same identify --signals 't = t, x = x, u = u' --model coulomb
same identify --signals 't = t, x = x, v = v, u = u' --model coulomb
same observe --signals 't = t, x = x, u = u' --model lugre --params table-I --mass '2.5 kg'
same table --signals 't = t, x = x, u = u'
for log in headings.csv line.csv brackets.csv structure.mat; do
    "$T" simulate lugre $log --signals 't = t, v = v' --params table-I --until 4 --csv - | cksum >sum.$log
    is "simulate with $log" "$(cat sum.headings.csv)" "$(cat sum.$log)"
done
# a number of the first place: friction of 3 N, mass of 2.5 kg, and not of 3 MN
"$T" identify line.csv --signals 't = t, x = x, u = u' --model coulomb --json fit.json >/dev/null
python3 - <<'END'
import json
p = {k: x['value'] for k, x in json.load(open('fit.json'))['laws'][0]['parameters'].items()}
assert abs(p['FC'] - 3) < 0.05 and abs(p['m'] - 2.5) < 0.02, p
END
# one unknown unit: the others count, and the column is named
"$T" inspect unknown.csv >text
has 'an unknown unit' text "its unit 'counts' is not known"
is 'known units beside it' 1 "$(grep -c '^x  *m  *-0.039' text)"
wrong 3 "'x' is in mm, not N" identify line.csv --signals 't = t, x = x N, u = u' --model coulomb

# a log of a slow and small axis, speeds of 1e-8 m/s and forces of 1e-9 N: the fit of the same log in large, but for scale
python3 - <<'PY'
import math, random
random.seed(6)
rows = []
for k in range(1500):
    v = 0.1*math.sin(0.031*k)*(1 + 0.5*math.sin(0.0043*k))
    rows.append((k*0.005, v, math.copysign(2 + 1.5*math.exp(-(v/0.02)**2), v) + 5*v + random.gauss(0, 0.02)))
for name, speed, force in ('large', 1, 1), ('small', 1e-7, 1e-9):
    with open(name + '.csv', 'w') as f:
        f.write('t [s],v [m/s],F [N]\n' + ''.join('%r,%r,%r\n' % (t, v*speed, F*force) for t, v, F in rows))
PY
for log in large small; do
    "$T" identify $log.csv --signals 't = t, v = v, F = F' --model stribeck --save-params $log.par >/dev/null
done
python3 - <<'PY'
def values(name):
    return {w[0]: float(w[2]) for w in (line.split() for line in open(name)) if len(w) > 2 and w[1] == '='}
large, small = values('large.par'), values('small.par')
for name, scale in ('FC', 1e-9), ('FS', 1e-9), ('vs', 1e-7), ('sigma2', 1e-2):
    if abs(small[name]/(scale*large[name]) - 1) > 1e-3:
        raise SystemExit('FAIL: %s is %r in large and %r in small' % (name, large[name], small[name]))
PY
[ $failed -eq 0 ]
