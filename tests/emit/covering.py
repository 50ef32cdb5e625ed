"""covering.py - a covering array of packages: every pair of choices of law, observer, options and number type is in a case.

    covering.py CASES                               one case a line: number type | samples of an interval | model | arguments of both commands | of emit | of observe
    covering.py compare EMITTED OBSERVED REAL EVERY what of two tables differs, a line each

The array is made by a greedy search with a fixed seed: each case takes, of many random ones that are possible, the one with most pairs that
no case had before.
"""
import math
import random
import sys

# A model with its set; noise, prior and limits of its states as the commands read them; a parameter that may be estimated; its bounds.
MODELS = {
    "lugre": ("lugre --params table-I", "F = 0.1 N, z = 10 nm", "z = 1 um", "z = 20 um", "FC", "FC = 0.5..2 N"),
    "dahl": ("dahl --params example", "F = 0.1 N, z = 10 nm", "z = 1 um", "z = 20 um", "FC", "FC = 0.5..2 N"),
    "sgms": ("sgms --params table-4.1", "F = 0.1 N, z = 0.1 N", "z = 0.5 N", "z = 5 N", "sigma2", "z = -20..20 N"),
    "gms": ("gms --params table-4.1", "F = 0.1 N, z = 0.1 N", "z = 0.5 N", "z = 5 N", "sigma2", "z = -20..20 N"),
    "mass": ("mass --at 'friction = lugre, fr = table-I, m = 1 kg'", "x = 1 um, measured.x = 2 um, v = 0.1 mm/s, fr.z = 10 nm",
             "x = 1 um, v = 1 mm/s, fr.z = 1 um", "v = 0.1 m/s, fr.z = 20 um", "fr.FC", "v = -1..1 m/s"),
}
FACTORS = {
    "model": list(MODELS),
    "observer": ["ekf", "ukf", "particle", "mhe"],
    "real": ["double", "float", "mixed"],
    "estimate": ["no", "yes"],
    "method": ["", "lie", "gauss4", "rosenbrock"],
    "substeps": ["", "4"],
    "gate": ["6", "none", "3"],
    "every": ["1", "4"],
    "horizon": ["1", "3", "10"],
    "iterations": ["1", "3"],
    "arrival": ["kuehl", "smoothed", "hessian", "constant"],
    "noise": ["intervals", "arrival"],
    "parameters": ["states", "shared"],
    "levenberg": ["0", "1e-3"],
    "huber": ["", "2"],
    "bounds": ["no", "yes"],
}
OF_HORIZON = ["horizon", "iterations", "arrival", "noise", "parameters", "levenberg", "huber", "bounds"]


def possible(c):
    """Choices that have no effect together stand for nothing: they are left out of the pairs (None)."""
    c = dict(c)
    if c["observer"] == "particle" and c["real"] == "float":
        return None  # points are drawn by their weights: the last bit of one changes all that follow
    if c["observer"] == "mhe":
        if c["noise"] == "arrival":
            c["parameters"] = None
    else:
        for name in OF_HORIZON:
            c[name] = None
        if c["real"] == "mixed":
            return None
    if c["real"] == "mixed" and c["model"] in ("mass", "gms"):
        return None  # observe steps friction laws without modes in float
    if c["model"] == "mass" and c["method"] == "rosenbrock":
        return None
    if not c["method"] and c["model"] == "mass":
        c["substeps"] = c["substeps"] or "4"
    if c["estimate"] == "no" and c["model"] in ("lugre", "dahl") and c["bounds"] == "yes":
        return None
    return c


def pairs_of(c):
    items = [(k, v) for k, v in c.items() if v is not None]
    return {(a, b) for i, a in enumerate(items) for b in items[i + 1:]}


def array(count):
    dice = random.Random(5)
    seen, cases = set(), []
    while len(cases) < count:
        best, gain = None, -1
        for _ in range(400):
            c = possible({k: dice.choice(v) for k, v in FACTORS.items()})
            if c is None:
                continue
            new = len(pairs_of(c) - seen)
            if new > gain:
                best, gain = c, new
        seen |= pairs_of(best)
        cases.append(best)
    universe = set()
    for _ in range(60000):
        c = possible({k: dice.choice(v) for k, v in FACTORS.items()})
        if c:
            universe |= pairs_of(c)
    return cases, len(seen), len(universe | seen)


def options(c):
    """Of both commands, of emit, of observe."""
    _, noise, prior, most, name, bounds = MODELS[c["model"]]
    both = []

    def add(option, value):
        both.append(f"{option} '{value}'")

    estimates = c["estimate"] == "yes"
    add("--observer", c["observer"])
    if c["observer"] == "particle":
        add("--particles", "64")
    add("--noise", noise + (f", {name} = 0.1 %" if estimates else ""))
    add("--prior", prior + (f", {name} = 10 %" if estimates else ""))
    add("--most", most + (f", {name} = 20 %" if estimates else ""))
    if estimates:
        add("--estimate", name)
    for option, key in [("--method", "method"), ("--substeps", "substeps"), ("--gate", "gate"), ("--horizon", "horizon"),
                        ("--iterations", "iterations"), ("--arrival", "arrival"), ("--process-noise", "noise"),
                        ("--parameters", "parameters"), ("--levenberg", "levenberg"), ("--huber", "huber")]:
        if c[key]:
            add(option, c[key])
    if c["bounds"] == "yes":
        add("--bounds", bounds)
    if c["every"] == "4":
        add("--correct-every", "0.00390625 s")
    emit = {"double": "", "float": "--float", "mixed": "--mixed"}[c["real"]]
    observe = "--precision mixed" if c["real"] == "mixed" else ""
    return " ".join(both), emit, observe


def columns(path, every):
    with open(path, encoding="utf-8") as f:
        head = [name.split(" ")[0] for name in f.readline().strip().split(",")]
        rows = [[float(x) if x else math.nan for x in line.strip().split(",")] for line in f][::every]
    return {name: [r[i] for r in rows] for i, name in enumerate(head)}


CLEAN = 100  # rows before sensors fail: there a float package may reject what one in double takes
SHARE = 0.1  # of the standard deviation that observe states, or
SIZE = 1e-4  # of the largest value, where that is less: so far a float package may be off


def compare(emitted, observed, real, every):
    """Every column of the package is bit-identical to that of observe. In float it is finite, and estimates are near."""
    e, o = columns(emitted, int(every)), columns(observed, int(every))
    bad = [] if len(e["t"]) == len(o["t"]) else [f"{len(e['t'])} rows, observe has {len(o['t'])}"]
    worst = 0
    for name, values in e.items():
        sd = o.get(name + "_state_sd", o.get(name + "_sd", o.get(name.replace("_est", "_sd"))))
        if name not in o:
            bad.append(f"observe has no {name}: {', '.join(o)}")
        elif real != "float":
            bad += [f"{name} at row {k}: {a!r} and {b!r}" for k, (a, b) in enumerate(zip(values, o[name]))
                    if a != b and not (math.isnan(a) and math.isnan(b))][:1]
        elif not name.endswith("_innovation") and not all(math.isfinite(a) for a in values):
            bad.append(f"{name} is not finite")
        elif sd and not name.endswith(("_sd", "_innovation")):
            rows = list(zip(values, o[name], sd))[:CLEAN // int(every)]
            largest = max(abs(b) for _, b, _ in rows)
            off = [abs(a - b) / max(SHARE * s, SIZE * largest, 1e-300) for a, b, s in rows]
            worst = max(worst, *off)
            if max(off) > 1:
                bad.append(f"{name} at row {off.index(max(off))}: off by {max(off):.3g} of what it may be")
    return bad, worst


def main():
    if sys.argv[1] == "compare":
        bad, worst = compare(*sys.argv[2:6])
        print("\n".join(bad[:4]) or f"{worst:.2g}")
        return 1 if bad else 0
    cases, covered, pairs = array(int(sys.argv[1]))
    for c in cases:
        print("|".join([c["real"], c["every"] if c["observer"] == "mhe" else "1", MODELS[c["model"]][0], *options(c)]))
    print(f"{covered} of {pairs} pairs of choices", file=sys.stderr)
    return 0 if covered == pairs else 1


if __name__ == "__main__":
    sys.exit(main())
