#!/bin/sh
# test_tool_memory.sh - A12: `observe`, `inspect` and `bound` of long logs keep little of them in memory, the smoother too, and
# so does `simulate` of many rows: 10^7 rows in 200 MB; `identify` in 500. Here 1.5*10^6 rows; in the soak (BR_COUNT = 10^7) all.
. tests/kit/kit.sh
needs python3
! nm "$BR_TOOL" 2>/dev/null | grep -q __asan_init || { echo "skipped: a sanitizer keeps memory that was freed"; exit 77; }
cd "$box"
TMPDIR=$box
export TMPDIR
BR_TOOL=$BR_TOOL python3 - <<'END'
import math, os, sys
tool = os.environ['BR_TOOL']
soak = float(os.environ.get('BR_COUNT', 0)) >= 1e7
rows, most = (10**7, 200) if soak else (1500000, 100)

def megabytes(*words):
    """The largest resident size of a run."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open('/dev/null', os.O_WRONLY), 1)
        os.execv(tool, [tool, *words])
    _, status, used = os.wait4(child, 0)
    assert os.WEXITSTATUS(status) == 0, words
    return used.ru_maxrss / (1024 if sys.platform.startswith('linux') else 1024**2)

def check(*words, most=most):
    size = megabytes(*words)
    print('%5.1f MB' % size, *words, flush=True)
    assert size < most, (words, size)  # the numbers alone are 14 columns, 168 MB
    assert not [f for f in os.listdir('.') if f.startswith('rows') or f.startswith('.')], os.listdir('.')

def motion(t):
    return (-0.02*math.cos(0.5*t) - 0.005/3.1*math.cos(3.1*t), 0.01*math.sin(0.5*t) + 0.005*math.sin(3.1*t),
            0.005*math.cos(0.5*t) + 0.0155*math.cos(3.1*t))

with open('v.csv', 'w') as v, open('x.csv', 'w') as x:
    v.write('t [s],v [m/s],F [N]\n')
    x.write('t [s],x [m],u [N]\n')
    for k in range(rows):
        q, w, a = motion(1e-3*k)
        F = 10*math.tanh(w/1e-3) + 2*w + (k*7919 % 1001 - 500)*2e-4
        v.write('%.3f,%.9g,%.9g\n' % (1e-3*k, w, F))
        x.write('%.3f,%.9g,%.9g\n' % (1e-3*k, q, F + a))
lugre = '--model', 'lugre', '--params', 'table-4.1'
megabytes('table', 'v.csv', '--mat', 'v.mat')
check('observe', 'v.csv', *lugre, '--report', 'v.html')
assert os.path.getsize('v.html') < 2e6  # pictures are of as many points as can be seen
check('observe', 'v.mat', *lugre, '--csv', 'v.out.csv')
check('observe', 'x.csv', *lugre, '--mass', '1 kg', '--mat', 'x.out.mat')
check('observe', 'v.csv', *lugre, '--observer', 'smoother', '--noise', 'F = 0.1 N, z = 1e-6 m', '--csv', 's.out.csv')  # which has some 300 bytes a row

check('inspect', 'x.csv')
check('identify', 'x.csv', '--model', 'coulomb', '--mass', '1 kg', '--report', 'i.html', most=500 if soak else 200)

# A law with states, and derivatives of every row: of 10^7 rows 10^6 are taken, in windows. And a log in one piece.
dahl = '--model', 'dahl', '--delay', '0'
small, large = (megabytes('identify', 'v.csv', '--rows', taken, *dahl) for taken in ('1e5', '2e5'))
each = 1048576*(large - small)/1e5
print('%5.1f MB, %.0f bytes a row: identify of windows' % (large, each), flush=True)
assert each < 250, (small, large)
with open('v.csv') as whole, open('piece.csv', 'w') as to:
    for k in range(200001):
        to.write(next(whole))
check('identify', 'piece.csv', *dahl, most=95)

# The same velocities and forces as over the first rows alone, which are differentiated in one piece.
part = 600000
with open('x.csv') as whole, open('part.csv', 'w') as to:
    for k in range(part + 1):
        to.write(next(whole))
for name in 'x.csv', 'part.csv':
    megabytes('observe', name, *lugre, '--mass', '1 kg', '--noise', 'F = 0.1 N, z = 1e-6 m', '--csv', name + '.out.csv')
with open('x.csv.out.csv') as whole, open('part.csv.out.csv') as first:
    for k, (a, b) in enumerate(zip(whole, first)):
        if k > 0 and k < part - 1000:
            assert abs(float(a.split(',')[1]) - float(b.split(',')[1])) < 1e-9, (k, a, b)

long = max(rows, 4000000)  # 128 MB of numbers
check('simulate', 'lugre', '--params', 'table-4.1', '--input', 'v = 1e-3*sin(20*t) m/s', '--until', '%g' % (1e-3*long), '--step', '0.001', '--method',
      'rk4', '--csv', 'l.csv', '--report', 'l.html')
os.remove('l.csv')

megabytes('simulate', 'drive-train', '--params', 'nominal', '--input', 'u = 0.3 N*m', '--until', '%g' % (1e-3*rows), '--step', '0.001', '--csv', 'd.csv')
check('bound', 'd.csv', '--params', 'nominal', '--error', 'x1 = 1 mrad', '--range', 'alpha=4..4.5 1/s, TF=0.09..0.12 N*m', '--boxes', '3',
      '--passes', '1', '--report', 'd.html')
END
