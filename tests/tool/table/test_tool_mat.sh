#!/bin/sh
# test_tool_mat.sh - MAT files that scipy writes, and MAT files that scipy reads: the same numbers.
. tests/kit/kit.sh
python=
for p in python3 /usr/bin/python3; do
    if "$p" -c 'import scipy.io' 2>/dev/null; then
        python=$p
        break
    fi
done
[ -n "$python" ] || { echo "skipped: needs scipy (Debian: python3-scipy)"; exit 77; }
T=$BR_TOOL

"$python" - "$box" <<'END'
import sys, numpy as np, scipy.io as sio
box = sys.argv[1]
rng = np.random.default_rng(1)
t = np.arange(500) * 1e-3
x = rng.standard_normal(500)
n = (1000 * x).astype(np.int16)
log = {'t': t, 'x': x, 'n': n, 'words': 'axis', 'q': np.column_stack([x, 2 * x]), 's': {'deep': {'x': x}}}
sio.savemat(box + '/plain.mat', log, do_compression=False)
sio.savemat(box + '/packed.mat', log, do_compression=True)
sio.savemat(box + '/four.mat', {'t': t, 'x': x, 'n': n.astype(float), 'q': log['q']}, format='4')
with open(box + '/log.csv', 'w') as f:
    f.write('t,x,n,q1,q2\n')
    for k in range(500):
        f.write('%r,%r,%d,%r,%r\n' % (float(t[k]), float(x[k]), n[k], float(x[k]), float(2 * x[k])))
END

# what bristle reads of them is what it reads of the table: all statistics to the last bit
S='t = t s, x = x m, n = n, a = q1, b = q2'
M='t = t s, x = x m, n = n, a = q[1], b = q[2]'
"$T" inspect "$box/log.csv" --signals "$S" --json - | grep -v '"log"' >"$box/want"
for file in plain packed four; do
    code=0
    "$T" inspect "$box/$file.mat" --signals "$M" --json - >"$box/got" 2>"$box/err" || code=$?
    if grep -q "without zlib" "$box/err"; then continue; fi
    is "exit code of $file: $(cat "$box/err")" 0 $code
    grep -v '"log"' "$box/got" | cmp -s - "$box/want" || { echo "FAIL: $file.mat differs from the table"; exit 1; }
done
quietly "$T" inspect "$box/plain.mat" --signals 't = t s, x = s.deep.x m'
wrong 3 "this column has no numbers: unsupported class: char" inspect "$box/plain.mat" --signals 't = words'
wrong 3 "no column 's.deep.y'" inspect "$box/plain.mat" --signals 't = s.deep.y'

# what bristle writes is what it writes as a table
quietly "$T" simulate rig/axis --seed 2 --csv "$box/rig.csv" --mat "$box/rig.mat"
"$python" - "$box" <<'END' || { echo "FAIL: scipy reads other numbers"; exit 1; }
import re, sys, numpy as np, scipy.io as sio
box = sys.argv[1]
m = sio.loadmat(box + '/rig.mat')
head = open(box + '/rig.csv').readline().strip().split(',')
table = np.genfromtxt(box + '/rig.csv', delimiter=',', skip_header=1)
for i, name in enumerate(head):
    name, _, unit = name.partition(' [')
    name = re.sub('[^A-Za-z0-9]', '_', name).rstrip('_')
    assert (m[name][:, 0] == table[:, i]).all(), name
    assert not unit or m['units'][name][0, 0][0] == unit[:-1], (name, unit)
END
exit $failed
