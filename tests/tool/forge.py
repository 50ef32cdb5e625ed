# forge.py - certificates with changed steps, results and rows, hashes made anew: none proves what is false; run by test_tool_forge.sh.
import hashlib, os, random, re, subprocess, sys

tool, path, first, count = os.environ["BR_TOOL"], sys.argv[1], int(os.environ.get("BR_SEED") or "1", 0), int(sys.argv[2])
TRUTH = {"alpha": 4.5, "beta": 65.0, "TF": 0.1}  # of the simulated log, within its ranges and errors
WHOLE = open(path).read().splitlines()
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")


def at(lines, word):
    return next(i for i, line in enumerate(lines) if line.startswith(word))


LOG, HASHES = at(WHOLE, "log "), at(WHOLE, "rows-sha256")
STEPS = HASHES + 2


def sign(lines):
    def digest(a):
        return hashlib.sha256("".join(line + "\n" for line in lines[a:HASHES]).encode()).hexdigest()
    lines[HASHES:STEPS] = ["rows-sha256 " + digest(LOG), "problem-sha256 " + digest(0)]


def change_number(r, lines):
    i = r.randrange(STEPS, len(lines))
    found = list(NUMBER.finditer(lines[i]))
    if not found:
        return
    m = r.choice(found)
    value = float(m.group())
    text = repr(value * (1 + r.choice([1e-15, -1e-15, 1e-3, -1e-3, 0.1, -0.1, -2]))) if "." in m.group() else str(int(value) + r.choice([-1, 1]))
    lines[i] = lines[i][:m.start()] + text + lines[i][m.end():]


def claim_more(r, lines):  # results that leave the truth out
    for i, line in enumerate(lines):
        if line.startswith("result "):
            _, name, low, high = line.split()
            low, high = float(low), float(high)
            low = TRUTH[name] + (high - TRUTH[name]) / 4 if r.random() < 0.7 else low
            lines[i] = "result %s %r %r" % (name, low, high)


def widen_rows(r, lines):  # the truth explains these as well
    for _ in range(20):
        i = r.randrange(LOG + 1, HASHES)
        cells = lines[i].split()
        cells[2], cells[3] = repr(float(cells[2]) - 1e-3 * r.random()), repr(float(cells[3]) + 1e-3 * r.random())
        lines[i] = " ".join(cells)


def forged(r):
    lines = WHOLE[:]
    for _ in range(r.choice([1, 1, 3])):
        i, j = sorted(r.randrange(STEPS, len(lines)) for _ in range(2))
        kind = r.randrange(7)
        if kind == 0:
            change_number(r, lines)
        elif kind == 1:
            del lines[i:i + r.choice([1, 5, 100])]
            lines += WHOLE[at(WHOLE, "verdict"):] if not any(line.startswith("verdict") for line in lines) else []
        elif kind == 2:
            lines.insert(i, lines[j])
        elif kind == 3:
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == 4:
            lines[i] = re.sub(r"^\S+", r.choice(["cut", "dead", "bound", "shrink", "slide"]), lines[i])
        elif kind == 5:
            widen_rows(r, lines)
        claim_more(r, lines) if kind == 6 or r.random() < 0.4 else None
    sign(lines)
    return lines


taken = failures = 0
for seed in range(first, first + count):
    lines = forged(random.Random(seed))
    with open(path + ".forged", "w") as to:
        to.write("\n".join(lines) + "\n")
    done = subprocess.run([tool, "verify", path + ".forged"], capture_output=True, text=True, timeout=100)
    failed = done.returncode not in (0, 1, 3)
    if done.returncode == 0:
        taken += 1
        proved = done.stdout.partition("those outside these intervals")[2]
        for name, truth in TRUTH.items():
            m = re.search(r"^\s*%s\s+(\S+) \.\. (\S+)" % name, proved, re.M)
            failed = failed or not m or not float(m.group(1)) <= truth <= float(m.group(2))
    if failed:
        failures += 1
        print("FAIL: seed %d: exit code %d: %s%s" % (seed, done.returncode, done.stdout[-300:], done.stderr))
print("%d of %d forged certificates are sound nevertheless" % (taken, count))
sys.exit(1 if failures else 0)
