#!/bin/sh
# test_tool_table_memory.sh - the memory of `bristle table` does not grow with the rows: CSV and MAT both ways, and a join.
. tests/kit/kit.sh
needs python3
! nm "$BR_TOOL" 2>/dev/null | grep -q __asan_init || { echo "skipped: a sanitizer keeps memory that was freed"; exit 77; }
cd "$box"
BR_TOOL=$BR_TOOL python3 - <<'END'
import os, sys
tool = os.environ['BR_TOOL']

def megabytes(*words):
    """The largest resident size of a run."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open('/dev/null', os.O_WRONLY), 1)
        os.execv(tool, [tool, *words])
    _, status, used = os.wait4(child, 0)
    assert status == 0, words
    return used.ru_maxrss / (1024 if sys.platform.startswith('linux') else 1024**2)

for name, rows in ('few', 4000), ('many', 400000):
    with open(name + '.csv', 'w') as f:
        f.write('t,x,v,u\ns,mm,mm/s,N\n')
        f.writelines('%.3f,%.3f,%d,%d\n' % (1e-3*k, k % 977/7, k % 31, k % 7) for k in range(rows))
    megabytes('table', name + '.csv', '--mat', name + '.mat')
for words in (['.csv', '--csv', 'out.csv'], ['.csv', '--mat', 'out.mat'], ['.mat', '--csv', 'out.csv'], ['.mat', '--mat', 'out.mat'],
              ['.csv', '.mat', '--shift', '1 ms', '--mat', 'out.mat']):
    few, many = (megabytes('table', *(name + w if w[0] == '.' else w for w in words)) for name in ('few', 'many'))
    assert many < few + 3, (words, few, many)  # the numbers alone are 12.8 MB
END
