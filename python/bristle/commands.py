"""The commands of the tool as functions. All other options are keyword arguments, too."""
from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Union

from ._call import Answer, UsageError, call, words_of
from .results import (Bounds, Compensator, Control, Estimate, Evaluation, Excitation, Fit, Identification, Inspection,
                      Join, Json, LawInfo, Motion, Observation, Range, Response, Simulation)
from .table import Array, Log, Table

Logs = Union[Log, Sequence[Log]]
Values = Union[str, Mapping[str, Any], None]  # "FC = 2 N" or {"FC": "2 N"}


def _named(log: Log, name: str, tables: dict[str, Mapping[str, Array]]) -> str:
    """The word that stands for a log; one in memory is lent under `name`."""
    if isinstance(log, (str, os.PathLike)):
        return os.fsdecode(log)
    if not isinstance(log, Mapping):  # a Table is one, too
        raise TypeError(f"{name}: a log is a file, a rig, a Table or a mapping of headings to arrays, not {type(log).__name__}")
    tables[name] = log.headings() if isinstance(log, Table) else log
    return name


def _logs(logs: Logs, tables: dict[str, Mapping[str, Array]]) -> list[str]:
    several = logs if isinstance(logs, Sequence) and not isinstance(logs, str) else [logs]
    if len(several) == 1:
        return [_named(several[0], "log", tables)]
    return [_named(log, f"log{i + 1}", tables) for i, log in enumerate(several)]


def _ask(command: str, operands: Sequence[str], options: Mapping[str, object],
         tables: Mapping[str, Mapping[str, Array]] | None = None) -> tuple[Answer, Json]:
    if "json" in options:
        raise UsageError("bristle: json is part of the result here, as its field of this name")
    words = [command, *words_of(options), "--json=-", "--", *operands]
    answer = call(*words, tables=tables)
    return answer, json.loads(answer.text)


def _estimates(numbers: Json) -> dict[str, Estimate]:
    return {name: Estimate(e["value"], e["sd"], e["unit"]) for name, e in numbers.items()}


def laws() -> list[LawInfo]:
    """The built-in laws and plants.

    >>> [law.name for law in laws() if law.kind == "static"][:2]
    ['coulomb', 'karnopp']
    """
    _, j = _ask("laws", [], {})
    return [LawInfo(*(law[key] for key in ("name", "kind", "states", "sets", "title"))) for law in j["laws"]]


def eval(model: str, *, at: Values = None, params: str | None = None, **options: object) -> Evaluation:
    """A law at one point. For many points see Law.

    >>> point = eval("viscous", at={"v": "2 m/s", "sigma2": "3 N*s/m"})
    >>> point.values, point.units
    ({'c': 6}, {'c': 'N'})
    """
    _, j = _ask("eval", [model], {"at": at, "params": params, **options})
    return Evaluation(j["values"], j["units"], j.get("derivatives", {}), j)


def check(model: str, **options: object) -> str:
    """Checks notation, units and requirements of a law; a report as text.

    >>> "passive" in check("lugre", params="table-I")
    True
    """
    return call("check", *words_of(options), "--", model).text


def simulate(model: str, log: Log | None = None, *, params: str | None = None, at: Values = None, input: str | None = None,
             signals: str | None = None, until: str | float | None = None, step: str | float | None = None,
             method: str | None = None, **options: object) -> Simulation:
    """A law, a plant or a rig over time, driven by formulas of time (input) or by a log (with signals).

    >>> run = simulate("mass", at="friction = lugre, fr = table-I, m = 1 kg", input="u = 2*sin(6*t) N", until="1 s")
    >>> list(run.table)[:3], run.table.unit("x")
    (['t', 'u', 'x'], 'm')

    >>> import numpy as np
    >>> t = np.linspace(0, 1, 101)
    >>> driven = simulate("lugre", {"t [s]": t, "v [mm/s]": np.sin(t)}, params="table-I", signals="t = t, v = v")
    >>> driven.table.rows
    1001
    """
    tables: dict[str, Mapping[str, Array]] = {}
    operands = [model] + ([_named(log, "log", tables)] if log is not None else [])
    a, j = _ask("simulate", operands, {"params": params, "at": at, "input": input, "signals": signals, "until": until,
                                       "step": step, "method": method, **options}, tables)
    return Simulation(a.table, j.get("warnings", []), j)


def mechanism(path: str, *, until: str | float | None = None, step: str | float | None = None,
              inverse: Log | None = None, **options: object) -> Motion:
    """A mechanism (docs/mechanisms.md) over time, or with `inverse` the forces for a motion given as a table.

    >>> fall = mechanism("examples/mech/pendulum.mech", until=0.1, step=1e-3)
    >>> fall.table.rows, fall.max_constraint < 1e-9
    (101, True)
    """
    tables: dict[str, Mapping[str, Array]] = {}
    follow = None if inverse is None else _named(inverse, "motion", tables)
    a, j = _ask("simulate", [path], {"until": until, "step": step, "inverse": follow, **options}, tables)
    return Motion(a.table, j["max_constraint"], j)


def observe(log: Log, *, model: str, params: str | None = None, signals: str | None = None, estimate: str | None = None,
            observer: str | None = None, **options: object) -> Observation:
    """States and parameters estimated over a log; observer is ekf (default), ukf, smoother or mhe.

    >>> seen = observe("rig/exact", model="dahl", params="example", correct_every="20 ms")
    >>> "F_est" in seen.table, seen.table.unit("F_est")
    (True, 'N')

    Of a mechanism, with its unknown inputs and parameters, and smoothed over the log:

    >>> stage = "examples/mech/stage.mech"
    >>> run = mechanism(stage, until=0.3, step=1e-3, seed=1)
    >>> seen = observe(run.table, model=stage, signals="t = t, x = x", unknown="load = 1 N", smooth=True)
    >>> seen.table.unit("load_est"), seen.json["rank"]
    ('N', 3)
    """
    tables: dict[str, Mapping[str, Array]] = {}
    a, j = _ask("observe", _logs(log, tables), {"model": model, "params": params, "signals": signals,
                                                "estimate": estimate, "observer": observer, **options}, tables)
    return Observation(a.table, _estimates(j["estimates"]), j.get("nrmse"), j["warnings"], j["failures"], j)


def _fit(law: Json) -> Fit:
    error = law.get("error", {})
    return Fit(law["law"], law["variant"], _estimates(law.get("parameters", {})), error.get("fit"),
               error.get("held_out"), law.get("identifiable", False), law["not_fitted"])


def identify(log: Logs, *, model: str | None = None, signals: str | None = None, mass: str | None = None,
             **options: object) -> Identification:
    """Parameters of laws identified from logs; without a model all laws are compared, or those in compare="...".

    >>> found = identify("rig/axis", model="coulomb", mass="20 kg")
    >>> found.best, found.laws[0].parameters["FC"].unit
    ('coulomb', 'N')
    >>> sorted({law.law for law in identify("rig/axis", compare="coulomb, viscous", mass="20 kg").laws})
    ['coulomb', 'viscous']
    """
    tables: dict[str, Mapping[str, Array]] = {}
    if model is None:
        options.setdefault("compare", "all")
    a, j = _ask("identify", _logs(log, tables), {"model": model, "signals": signals, "mass": mass, **options}, tables)
    return Identification([_fit(law) for law in j["laws"]], j["best"], j["warnings"], a.negative, j)


def inspect(log: Logs, *, signals: str | None = None, **options: object) -> Inspection:
    """Log quality check: sampling, columns, motion, and what is identifiable.

    >>> import numpy as np
    >>> t = np.arange(1000) * 1e-3
    >>> inspect({"t [s]": t, "x [mm]": np.sin(6*t)}).logs[0]["rows"]
    1000
    """
    tables: dict[str, Mapping[str, Array]] = {}
    a, j = _ask("inspect", _logs(log, tables), {"signals": signals, **options}, tables)
    return Inspection(j["logs"], a.negative, j)


def response(log: Logs, *, signals: str, **options: object) -> Response:
    """Frequency response x/u of a log, and mass, damping and stiffness from it; several logs are realisations or levels.

    >>> log = simulate("mass", params="axis", input="u = multisine(2, 9, 20, 50, 80)/50 N", until=4, step=1e-3).table
    >>> found = response(log, signals="t = t, x = x, u = u")
    >>> [f"{p['name']} = {p['value']:.3g}" for p in found.responses[0]["model"]["parameters"][:3]]
    ['m = 20', 'd = 400', 'k = 3.2e+06']
    """
    tables: dict[str, Mapping[str, Array]] = {}
    a, j = _ask("response", _logs(log, tables), {"signals": signals, **options}, tables)
    return Response(a.table, j["responses"], a.negative, j)


def join(logs: Logs, *, align: str | None = None, shift: str | None = None, step: str | float | None = None,
         units: Values = None, signals: str | None = None, **options: object) -> Join:
    """Logs joined on one time axis, resampled, cut and converted: the command `table`.

    >>> import numpy as np
    >>> t = np.arange(2000) * 1e-3
    >>> wave = lambda t: np.sin(6*t) + 0.3*np.sin(17*t)
    >>> j = join([{"t [s]": t, "x [m]": wave(t)}, {"t [s]": t, "y [mm]": 1e3*wave(t + 0.05)}], align="x = y")
    >>> list(j.table), round(j.logs[1]["shift"], 3), j.negative
    (['t', 'x', 'y'], 0.05, '')
    """
    tables: dict[str, Mapping[str, Array]] = {}
    a, j = _ask("table", _logs(logs, tables), {"align": align, "shift": shift, "step": step, "units": units,
                                              "signals": signals, **options}, tables)
    return Join(a.table, j["logs"], a.negative, j)


def excite(kind: str | None = None, *, limits: Values, **options: object) -> Excitation:
    """An excitation signal within limits.

    >>> plan = excite("ladder", model="lugre", params="table-I", limits="x = 50 mm, a = 2 m/s^2")
    >>> plan.kind, list(plan.table)
    ('ladder', ['t', 'x'])
    """
    words = words_of({"limits": limits, **options})
    answer = call("excite", *words, "-o", "-", "--json=-", "--", *([kind] if kind else []))
    j = json.loads(answer.text)
    return Excitation(answer.table, j["kind"], j["notes"], j)


def control(axis: str, *, params: str | None = None, mass: str | None = None,
            compensators: str | Sequence[str] | None = None, **options: object) -> Control:
    """Compensators side by side on an axis: a law with a mass, or a rig.

    >>> c = control("lugre", params="table-I", mass="1 kg", compensators=["coulomb"])
    >>> [x.name for x in c.compensators]
    ['none', 'pid', 'disturbance', 'coulomb']
    """
    several = compensators if compensators is None or isinstance(compensators, str) else ",".join(compensators)
    a, j = _ask("control", [axis], {"params": params, "mass": mass, "compensators": several, **options})
    found = [Compensator(x["name"], x["rms"], x["peak"], x["settling"]) for x in j.get("compensators", [])]
    return Control(found, j.get("notes", []), a.table, j)


def bound(log: Logs, *, error: Values, range: Values, params: str | None = None, signals: str | None = None,
          **options: object) -> Bounds:
    """Parameter intervals proved from a log with bounded errors.

    >>> run = simulate("drive-train", params="nominal", input="u = square(1) N*m", until=1)
    >>> proved = bound(run.table, params="nominal", error="x1 = 1 mrad", range="TF = 0..1 N*m")
    >>> proved.verdict, proved.parameters["TF"].lo < 0.1 < proved.parameters["TF"].hi
    ('consistent', True)
    >>> proved.ranges["TF"].lo, proved.ranges["TF"].hi
    (0, 1)
    """
    tables: dict[str, Mapping[str, Array]] = {}
    _, j = _ask("bound", _logs(log, tables), {"error": error, "range": range, "params": params, "signals": signals,
                                              **options}, tables)
    parameters, ranges = ({name: Range(r["lo"], r["hi"], r["unit"]) for name, r in j.get(key, {}).items()}
                          for key in ("parameters", "ranges"))
    return Bounds(j["verdict"], parameters, j, ranges)


def emit(model: str, path: str = "-", *, single: bool = False, **options: object) -> str:
    """A law as self-contained C (single: in float), as an FMU (fmu=2), or for another program (as_="modelica").

    The text itself, or what was written to `path`: an FMU needs one, and so does a package with observer="ekf".

    >>> "brf_dahl_rate" in emit("dahl", single=True)
    True
    >>> emit("lugre", params="table-I", as_="mujoco").splitlines()[-1]
    '<joint frictionloss="1.01757" damping="0.137177"/>'
    """
    if options.get("fmu") and path == "-":
        raise UsageError("bristle emit: an FMU is a file: it needs a path")
    return call("emit", *words_of({"float": single, **options}), "-o", path, "--", model).text
