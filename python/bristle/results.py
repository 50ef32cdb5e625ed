"""Results of commands as dataclasses, in SI units. `json` has everything of docs/json.md."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union

from .table import Table

Json = dict[str, Any]
Number = Optional[float]  # None: not known


@dataclass(frozen=True)
class Estimate:
    """An estimate with its standard deviation."""

    value: float
    sd: Number
    unit: str


@dataclass(frozen=True)
class Range:
    """A guaranteed enclosure."""

    lo: float
    hi: float
    unit: str


@dataclass(frozen=True)
class LawInfo:
    """A built-in law or plant; `sets` are names for `params`."""

    name: str
    kind: str
    states: Union[list[str], int]
    sets: Union[list[str], int]
    title: str


@dataclass(frozen=True)
class Evaluation:
    """A law at one point: rates `z'` and outputs `F` with their units, and with jet=True their derivatives."""

    values: Json
    units: dict[str, str]
    derivatives: Json
    json: Json


@dataclass(frozen=True)
class Simulation:
    """A law or a plant over time."""

    table: Table
    warnings: list[str]
    json: Json


@dataclass(frozen=True)
class Motion:
    """A mechanism over time, or the forces for a given motion."""

    table: Table
    max_constraint: float
    json: Json


@dataclass(frozen=True)
class Observation:
    """Estimates over a log; `failures`: why they cannot be trusted."""

    table: Table
    estimates: dict[str, Estimate]
    nrmse: Number
    warnings: list[str]
    failures: list[str]
    json: Json


@dataclass(frozen=True)
class Fit:
    """One law fitted to logs. `error` is per cent of the measured force; `not_fitted` says why there are no parameters."""

    law: str
    variant: str
    parameters: dict[str, Estimate]
    error: Number
    held_out: Number
    identifiable: bool
    not_fitted: str


@dataclass(frozen=True)
class Identification:
    """Laws fitted to logs, the best first; `negative`: why none can be trusted, or ""."""

    laws: list[Fit]
    best: str
    warnings: list[str]
    negative: str
    json: Json


@dataclass(frozen=True)
class Inspection:
    """Log quality check."""

    logs: list[Json]
    negative: str
    json: Json


@dataclass(frozen=True)
class Response:
    """Frequency responses: the lines of all of them as a table, and of each its model, answer and warnings."""

    table: Table
    responses: list[Json]
    negative: str
    json: Json


@dataclass(frozen=True)
class Join:
    """Logs on one time axis: the table, and of each log its shift and what was rejected."""

    table: Table
    logs: list[Json]
    negative: str
    json: Json


@dataclass(frozen=True)
class Excitation:
    """An excitation signal as a table for your controller."""

    table: Table
    kind: str
    notes: list[str]
    json: Json


@dataclass(frozen=True)
class Compensator:
    """Tracking errors of the axis under one compensator, in m; None: infinite."""

    name: str
    rms: Number
    peak: Number
    settling: Number


@dataclass(frozen=True)
class Control:
    """Compensators side by side; the table is that of the last one."""

    compensators: list[Compensator]
    notes: list[str]
    table: Table
    json: Json


@dataclass(frozen=True)
class Bounds:
    """Parameter intervals with proof: `verdict` is consistent, inconsistent or undecided. What is proved holds within `ranges`, those
    that were searched."""

    verdict: str
    parameters: dict[str, Range]
    json: Json
    ranges: dict[str, Range]
