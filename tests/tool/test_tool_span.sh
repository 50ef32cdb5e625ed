#!/bin/sh
# test_tool_span.sh - a part of a log: --from and --until of inspect and identify, and apart from them of the test log, are as if the
# file had only those rows.
. tests/kit/kit.sh
needs python3
T=$BR_TOOL
cd "$box"

python3 - <<'END'
import math, random
random.seed(8)
rows = []
for k in range(6000):
    t = -2 + k*0.002
    v, a = 0.2*math.cos(6*t) + 0.1*math.cos(17*t), -1.2*math.sin(6*t) - 1.7*math.sin(17*t)
    x = 0.2/6*math.sin(6*t) + 0.1/17*math.sin(17*t)
    u = 2.5*a + (3 if t < 5 else 6)*(1 if v > 0 else -1) + 4*v  # friction rises at 5 s
    rows.append((t, x, u + random.gauss(0, 0.05), v, a))
rows[3000] = rows[3000][:2] + (1e5,) + rows[3000][3:]  # a spike in row 3001, at 4 s
def write(name, some):
    with open(name, 'w') as f:
        f.write('t [s],x [m],u [N],v [m/s],a [m/s^2]\n' + ''.join('%.6f,%r,%r,%r,%r\n' % r for r in some))
write('log.csv', rows)
write('part.csv', rows[2500:4001])  # 3 to 6 s
END
S='t = t, v = v, a = a, u = u'

# inspect: the same figures as of the part alone, and rows are those of the file
"$T" inspect log.csv --signals "$S" --from '3 s' --until 6 --json log.json >text
"$T" inspect part.csv --signals "$S" --json part.json >/dev/null
python3 - <<'END'
import json
a, b = (json.load(open(n))['logs'][0] for n in ('log.json', 'part.json'))
assert a['rows'] == b['rows'] == 1501 and a['time']['start'] == 3 and a['time']['end'] == 6
assert a['motion'] == b['motion'] and a['identifiable'] == b['identifiable']
for x, y in zip(a['columns'], b['columns']):
    assert all(x[k] == y[k] for k in ('name', 'least', 'most', 'mean', 'sd')), (x, y)
u = [c['spikes'] for c in a['columns'] if c['name'] == 'u'][0], [c['spikes'] for c in b['columns'] if c['name'] == 'u'][0]
assert u[0]['rows'] == [3001] and u[1]['rows'] == [501], u
END
is 'one end alone' 1 "$("$T" inspect log.csv --signals "$S" --until -1.0001 | grep -c '^log.csv: 500 rows')"
is 'rigs too' 1 "$("$T" inspect rig/axis --from 1 --until '2000 ms' | grep -c '^rig/axis: 10001 rows')"

# identify: fitted before 5 s, tested behind it, in one log
"$T" identify log.csv --signals "$S" --model coulomb --until 3.9 --test log.csv --test-from 5.01 --json apart.json >text
"$T" identify log.csv --signals "$S" --model coulomb --until 3.9 --test log.csv --test-from 0 --test-until '3.9 s' --json same.json >/dev/null || true
"$T" identify log.csv --signals "$S" --model coulomb --from 5.01 --json late.json >/dev/null
has 'the range of the test log' text 'test log: log.csv: 2495 samples every 2 ms, from 5.01 to 9.998 s'
python3 - <<'END'
import json
apart, same, late = (json.load(open(n + '.json'))['laws'][0] for n in ('apart', 'same', 'late'))
value = lambda law: law['parameters']['FC']['value']
assert abs(value(apart) - 3) < 0.05 and abs(value(same) - 3) < 0.05 and abs(value(late) - 6) < 0.05
assert abs(apart['error']['held_out_rms'] - 3) < 0.05 and same['error']['held_out_rms'] < 0.06  # 3 N too few behind 5 s
END
wrong 2 '--test-from has no effect without --test' identify log.csv --signals "$S" --model coulomb --test-from 3
wrong 2 '--until lies before --from' identify log.csv --signals "$S" --model coulomb --from 3 --until 2
wrong 2 '--test-until lies before --test-from' identify log.csv --signals "$S" --model coulomb --test log.csv --test-from 3 --test-until 2
wrong 3 'log.csv: fewer than three samples between --test-from and --test-until; the log lasts from -2 to 9.998 s' \
    identify log.csv --signals "$S" --model coulomb --until 3.9 --test log.csv --test-from 30
wrong 3 'log.csv: fewer than three samples between --from and --until' identify log.csv --signals "$S" --model coulomb --from 30
wrong 2 "--from '3 mm' is not a time" inspect log.csv --from '3 mm'
wrong 2 '--until lies before --from' inspect log.csv --from 3 --until 2
wrong 3 'log.csv: no row between --from and --until; the last row is at 9.998 s' inspect log.csv --from 30
wrong 3 'log.csv: no row between --from and --until; the next row is at 1.002 s' inspect log.csv --from 1.0001 --until 1.0002
printf 'x,y\n1,2\n2,3\n' >plain.csv
wrong 3 'plain.csv: --from and --until need a time column' inspect plain.csv --from 1
[ $failed -eq 0 ]
