#!/bin/sh
# test_faults.sh - every row of docs/faults.md stands in the name of a test (E7_decaying_states_...) or in the comment that begins one.
. tests/kit/kit.sh
needs python3
python3 - <<'END'
import os, re, sys

# Rows whose feature is still to come; they are closed with it.
TO_COME = 'E4 J3 J4'.split()
# Rows that no test proves yet, and what is missing.
OPEN = {}

def span(text):
    """E5 to E9, D1-D4: all rows between."""
    between = lambda m: ' '.join(m.group(1) + str(k) for k in range(int(m.group(2)), int(m.group(3)) + 1))
    return re.sub(r'\b([A-K])(\d+)(?: to |-)\1(\d+)\b', between, text)

rows = re.findall(r'^\| ([A-K]\d+) \|', open('docs/faults.md').read(), re.M)
cited = {}
for folder, _, files in os.walk('tests'):
    for name in files:
        path = os.path.join(folder, name)
        if not name.endswith(('.c', '.h', '.sh')) or name == 'test_faults.sh':
            continue
        for number, line in enumerate(open(path, errors='replace'), 1):
            found = set()
            test = re.match(r'static void ((?:[A-Ka-k]\d+_)+)', line)
            if test:
                found |= {row.upper() for row in test.group(1).split('_')}
            if re.match(r'\s*(//|#) ', line):
                found |= set(re.findall(r'\b[A-K]\d{1,2}\b', span(line)))
            for row in found:
                cited.setdefault(row, []).append('%s:%d' % (path, number))
failed = 0
for row in rows:
    if row not in cited and row not in TO_COME and row not in OPEN:
        print('FAIL: no test has %s in its name or first line' % row)
        failed = 1
for row in list(TO_COME) + list(OPEN):
    if row in cited:
        print('FAIL: %s is listed as open, but %s has it' % (row, cited[row][0]))
        failed = 1
for row, why in OPEN.items():
    print('open: %s: %s' % (row, why))
print('%d rows: %d in tests, %d of features to come, %d open' % (len(rows), sum(r in cited for r in rows), sum(r in TO_COME for r in rows), sum(r in OPEN for r in rows)))
sys.exit(failed)
END
