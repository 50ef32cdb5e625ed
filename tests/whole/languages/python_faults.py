# python_faults.py - bad arrays and calls raise and never crash; arrays are not copied; many calls leak nothing.
import gc
import os
import pathlib
import re
import resource
import signal
import tempfile
import threading
import time

import numpy as np

import bristle

SIGNALS = "t = t, v = v"
t = np.arange(200) * 1e-3
v = np.sin(20 * t) * 1e-3


def raises(kind, words, call, *args, **options):
    try:
        call(*args, **options)
    except kind as e:
        assert words in str(e) and "\n" not in str(e), f"{call.__name__}: no '{words}' in '{e}'"
        return
    raise AssertionError(f"{call.__name__}: no {kind.__name__} with '{words}'")


def run(columns, **options):
    return bristle.simulate("lugre", columns, params="table-I", signals=SIGNALS, **options)


def bad_arrays_raise():
    raises(ValueError, "int64", run, {"t [s]": np.arange(200), "v [m/s]": v})
    raises(ValueError, "float32", run, {"t [s]": t, "v [m/s]": v.astype(np.float32)})
    raises(ValueError, "not contiguous", run, {"t [s]": t, "v [m/s]": np.zeros(400)[::2]})
    raises(ValueError, "2 dimensions", run, {"t [s]": t, "v [m/s]": np.zeros((200, 1))})
    raises(TypeError, "not list", run, {"t [s]": t, "v [m/s]": [0.0] * 200})
    odd = np.frombuffer(b"\0" + v.tobytes(), dtype=np.uint8)[1:].view(np.float64)
    raises(ValueError, "not aligned", run, {"t [s]": t, "v [m/s]": odd})
    masked = np.ma.masked_array(v, mask=np.arange(200) == 7)  # what lies below a mask is nobody's number
    raises(TypeError, ".filled(numpy.nan)", run, {"t [s]": t, "v [m/s]": masked})
    raises(bristle.DataError, "missing in row 8", run, {"t [s]": t, "v [m/s]": masked.filled(np.nan)})
    raises(bristle.DataError, "equal lengths", run, {"t [s]": t, "v [m/s]": v[:100]})
    raises(bristle.DataError, "at least one column", run, {})
    raises(bristle.DataError, "fewer than 2 rows", run, {"t [s]": t[:0], "v [m/s]": v[:0]})
    holed = v.copy()
    holed[7] = np.nan
    raises(bristle.DataError, "missing in row 8", run, {"t [s]": t, "v [m/s]": holed})
    holed[7] = np.inf
    raises(bristle.DataError, "not finite in row 8", run, {"t [s]": t, "v [m/s]": holed})


def bad_laws_and_points_raise():
    law = bristle.Law("lugre", "table-I")
    raises(bristle.LawError, "no built-in law", bristle.Law, "nobody")
    raises(bristle.DataError, "wanted: (1, 3)", law.rate, np.zeros((2, 3)), np.zeros((1, 3)))
    raises(bristle.DataError, "not finite", law.rate, np.zeros((1, 3)), np.full((1, 3), np.nan))
    raises(ValueError, "not contiguous", law.rate, np.zeros((1, 6))[:, ::2], np.zeros((1, 3)))
    raises(TypeError, "masked", law.rate, np.zeros((1, 3)), np.ma.zeros((1, 3)))
    raises(bristle.NumericalError, "point 1", law.rate, np.array([[0.0, 1e308]]), np.array([[0.0, 1e308]]))
    few = np.lib.stride_tricks.as_strided(np.zeros(1), (0, 2**31), (8, 8))  # more points than an int counts
    raises(bristle.DataError, "2147483648 points", law.rate, few, few)
    law.close()
    raises(bristle.DataError, "closed", law.rate, np.zeros((1, 3)), np.zeros((1, 3)))
    raises(bristle.DataError, "closed", lambda: law.parameters)


def bad_figures_raise():
    file = os.path.join(tempfile.mkdtemp(), "figure.svg")
    draw = lambda *curves: bristle.figure(file, curves, "x", "y")
    raises(bristle.DataError, "a curve at least", draw)
    raises(bristle.DataError, "of one length", draw, bristle.Curve("a", t, v[:9]))
    raises(bristle.DataError, "infinite", draw, bristle.Curve("a", t, np.full(200, np.inf)))
    raises(bristle.DataError, "there is none", draw, bristle.Curve("a", t, np.full(200, np.nan)))
    raises(OSError, "'/nowhere/figure.svg'", bristle.figure, "/nowhere/figure.svg", [bristle.Curve("a", t, v)], "x", "y")
    raises(bristle.DataError, "beyond 1e300", draw, bristle.Curve("a", t, np.full(200, -1e308)))
    assert not os.path.exists(file)
    gap = np.where(np.arange(200) == 50, np.nan, v)
    draw(*(bristle.Curve(f"a name that is rather long, {i}", t, gap) for i in range(5)))
    drawn = open(file, encoding="utf-8").read()
    assert drawn.count("<polyline") == 10  # each curve has a gap, and no two names lie upon each other
    places = [(float(x), float(y)) for x, y in re.findall(r'<text x="([0-9.]+)" y="([0-9.]+)" fill', drawn)]
    assert len(set(places)) == 5 and all(a[1] != b[1] or abs(a[0] - b[0]) > 190 for a in places for b in places if a != b)
    draw(bristle.Curve("a", t, np.full(200, 1e20)))  # without any range
    assert os.listdir(os.path.dirname(file)) == ["figure.svg"]


def bad_calls_raise():
    raises(bristle.UsageError, "did you mean --until", bristle.simulate, "lugre", untl=1)
    raises(bristle.UsageError, "a zero", bristle.call, "laws\0")
    raises(TypeError, "neither text", bristle.simulate, "lugre", until=object())
    raises(TypeError, "a text is wanted here, not NoneType", bristle.simulate, None)
    raises(TypeError, "a heading: a text is wanted", run, {"t [s]": t, 5: v})
    raises(TypeError, "not int", bristle.Law, "lugre", 3)
    raises(bristle.UsageError, "part of the result", bristle.simulate, "lugre", json="x.json")
    raises(bristle.UsageError, "it needs a path", bristle.emit, "lugre", params="table-I", fmu=2)
    raises(bristle.UsageError, "not '-'", bristle.simulate, "lugre", params="table-I", until=1, report="-")
    raises(bristle.UsageError, "half a character", bristle.call, "laws", "\ud800")
    raises(bristle.UsageError, "a zero", bristle.call, "laws", tables={"a\0b": {"t": t}})
    raises(TypeError, "name of a table", bristle.call, "laws", tables={3: {"t": t}})
    raises(TypeError, "tables: a mapping", bristle.call, "laws", tables=[t])
    raises(TypeError, "log: a mapping", bristle.call, "laws", tables={"log": 5})
    for log in (5, t, [{"t [s]": t, "v [m/s]": v}]):
        raises(TypeError, f"not {type(log).__name__}", run, log)
    raises(bristle.ResourceError, "no-such-log", bristle.inspect, "no-such-log")
    raises(bristle.ResourceError, "no-such-log", bristle.inspect, pathlib.Path("no-such-log"))
    assert bristle.simulate("viscous", at={"sigma2": "3 N*s/m"}, input="v = 1 m/s", until=1, verified=np.False_).table.rows
    raises(KeyError, "there is no column 'w'", run({"t [s]": t, "v [m/s]": v}).table.column, "w")


def answers_outlive_their_call():
    # Views look into the memory of the answer; dropping all but one keeps it.
    force = run({"t [s]": t, "v [m/s]": v}).table["F"]
    again = force.copy()
    gc.collect()
    for _ in range(20):
        run({"t [s]": t, "v [m/s]": v})
    assert (force == again).all() and not force.flags.owndata


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024  # kB


def refused():
    try:
        bristle.Law("lugre", "nobody")
    except bristle.LawError:
        pass


def no_kind_of_call_leaks(count):
    """So many calls of each kind; of those that take longer a tenth, and of the longest a hundredth."""
    log = dict(signals="t = t s, v = v m/s, F = F N")
    force = bristle.simulate("dahl", params="example", input="v = 1e-3*sin(40*t) m/s", until=0.1, step=1e-3).table
    motion = bristle.simulate("drive-train", params="nominal", input="u = square(5) N*m", until=4e-3, step=2e-3).table
    limits = dict(limits="x = 1 m, a = 2 m/s^2", step="10 ms")
    law = bristle.Law("lugre", "table-I")
    x, u = np.zeros((1, 100)), np.full((1, 100), 1e-3)
    folder = tempfile.mkdtemp()
    cheap = {
        "Law.rate": lambda: law.rate(x, u),
        "mechanism": lambda: bristle.mechanism("examples/mech/pendulum.mech", until=5e-3, step=1e-3),
        "eval": lambda: bristle.eval("viscous", at={"v": "2 m/s", "sigma2": "3 N*s/m"}),
        "a refused Law": refused,
        "Law": lambda: bristle.Law("lugre", "table-I"),
        "check": lambda: bristle.check("viscous"),
        "emit": lambda: bristle.emit("dahl"),
        "inspect": lambda: bristle.inspect({"t [s]": t, "x [m]": v}),
        "figure": lambda: bristle.figure(os.path.join(folder, "figure.svg"), [bristle.Curve("a", t, v)], "x", "y"),
        "observe": lambda: bristle.observe(force, model="dahl", params="example", noise="F = 0.01 N, z = 1e-9 m", **log),
        "identify": lambda: bristle.identify(force, model="coulomb", **log),
        "excite": lambda: bristle.excite("ladder", model="stribeck", params="fig-3.1a", **limits),
        "simulate": lambda: run({"t [s]": t, "v [m/s]": v}, until="2 ms", method="lie"),
        "laws": bristle.laws,
    }
    dear = {
        "bound": lambda: bristle.bound(motion, params="nominal", error="x1 = 0.1 mrad", range="TF = 0..1 N*m", boxes=1),
        "control": lambda: bristle.control("coulomb", params="fig-3.1", mass="1 kg", compensators="none", period=0.05, step=2e-3),
        "emit --fmu": lambda: bristle.emit("coulomb", os.path.join(folder, "x.fmu"), params="fig-3.1", fmu=2, force=True),
    }
    slide = bristle.simulate("drive-train", params="nominal", input="u = square(5) N*m", until=0.2, step=2e-3).table
    dearest = {
        "bound in many boxes": lambda: bristle.bound(slide, params="nominal", error="x1 = 1 mrad", range="TF = 0..1 N*m", boxes=20),
        "control that compensates": lambda: bristle.control(
            "lugre", params="table-I", mass="1 kg", compensators="stribeck", period=0.02
        ),
        "excite --optimal": lambda: bristle.excite(optimal="d", model="coulomb", params="fig-3.1", budget=1, duration=1, **limits),
    }
    for name, call in {**cheap, **dear, **dearest}.items():
        calls = count if name in cheap else max(4, count // (10 if name in dear else 100))
        grown = []
        for _ in range(4):  # a leak shows in every part; what threads and caches take does not
            start = resident()
            for _ in range(calls // 4):
                call()
            gc.collect()
            grown.append(resident() - start)
        if count >= 10000:
            print(f"{calls} calls of {name}: {sum(grown)} kB more, {grown}", flush=True)
        assert min(grown) < 64, f"{calls} calls of {name}: {min(grown)} kB more in each quarter"


def threads_get_the_same_bits():
    answers = [None] * 4

    def work(i):
        answers[i] = run({"t [s]": t, "v [m/s]": v}).table["F"]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((a == answers[0]).all() for a in answers)


def interrupts_end_long_calls():
    # Each would go on for many seconds; a second call answers as ever.
    motion = bristle.simulate("drive-train", params="nominal", input="u = square(1) N*m", until=400, step="10 ms").table
    still = {"t [s]": np.arange(1000000) * 1e-3, "x [m]": np.zeros(1000000)}
    axis = dict(at="friction = lugre, fr = table-I, m = 1 kg", input="u = 2*sin(6*t) N", until="4000 s", step="1 ms")
    calls = {
        "simulate": lambda: bristle.simulate("mass", **axis),
        "observe": lambda: bristle.observe("rig/exact", model="sgms", params="table-4.1", observer="mhe", horizon=400),
        "identify": lambda: bristle.identify("rig/exact", mass="20 kg"),
        "bound": lambda: bristle.bound(motion, params="nominal", error="x1 = 1 mrad", boxes=1e8,
                                       range="TF = 0..1 N*m, alpha = 0..9 1/s, beta = 1..200 rad/s^2/N/m"),
        "observe --model F.mech": lambda: bristle.observe(still, model="examples/mech/stage.mech", signals="t = t, x = x",
                                                          unknown="load = 1 N"),
        "excite": lambda: bristle.excite(optimal="d", model="lugre", params="table-I", limits="x = 9 mm, a = 2 m/s^2",
                                         budget=1000000),
    }
    for name, long_call in calls.items():
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begun = time.monotonic()
        try:
            long_call()
        except KeyboardInterrupt:
            pass
        else:
            raise AssertionError(f"{name} was done before it could be interrupted")
        took = time.monotonic() - begun - 0.3
        assert took < 2, f"{name} went on for {took:.1f} s"  # 1 s where nothing else runs
        for _ in range(100):  # nor does it go on where nobody sees it
            if threading.active_count() == 1:
                break
            time.sleep(0.1)
        assert threading.active_count() == 1, f"{name} goes on behind the interrupt"
        assert len(bristle.laws()) > 10


bad_arrays_raise()
bad_laws_and_points_raise()
bad_figures_raise()
bad_calls_raise()
answers_outlive_their_call()
no_kind_of_call_leaks(max(100, int(os.environ.get("BR_COUNT", 0)) // 100))
threads_get_the_same_bits()
interrupts_end_long_calls()
print("pass: faults, leaks, threads, interrupts")
