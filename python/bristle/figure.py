"""Figures as SVG, without any other package."""
from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

import numpy as np

from ._call import DataError
from .table import Array

WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT, LINE, LETTER = 640, 400, 80, 50, 620, 16, 7  # letters are about 7 wide
COLOURS = ("#0b6", "#06c", "#c30", "#888", "#a3a")


@dataclass(frozen=True)
class Curve:
    """A line through points; `name` is for the legend. broad: pale and thick, to be drawn below another line."""

    name: str
    x: Array
    y: Array
    broad: bool = False


def _ticks(low: float, high: float) -> list[float]:
    """Some four to ten round numbers of a range."""
    size = 10.0**floor(log10((high - low) / 4))
    step = next(size * k for k in (1, 2, 5, 10) if (high - low) / (size * k) <= 8)
    return [k * step for k in range(ceil(low / step), floor(high / step) + 1)]


def _span(arrays: Sequence[Array], margin: float) -> tuple[float, float]:
    """From the least to the largest number, and a share of that more."""
    low, high = min(float(np.nanmin(a)) for a in arrays), max(float(np.nanmax(a)) for a in arrays)
    more = margin * (high - low) if high > low else max(0.5, 0.05 * abs(high))
    return low - more, high + more


def _legend(names: Sequence[str]) -> list[tuple[int, int]]:
    """Where each name stands: x and its line, as many lines as they need."""
    places, x, line = [], LEFT, 0
    for name in names:
        wide = LETTER * len(name) + 20
        if x > LEFT and x + wide > RIGHT:
            x, line = LEFT, line + 1
        places.append((x, line))
        x += wide
    return places


def _pieces(c: Curve) -> list[list[tuple[float, float]]]:
    """The points of a curve, parted where a number is missing."""
    pieces: list[list[tuple[float, float]]] = [[]]
    for a, b in zip(c.x, c.y):
        if a == a and b == b:
            pieces[-1].append((a, b))
        elif pieces[-1]:
            pieces.append([])
    return [p for p in pieces if p]


def _check(curves: Sequence[Curve]) -> None:
    if not curves:
        raise DataError("figure: a curve at least is wanted")
    for c in curves:
        if np.shape(c.x) != np.shape(c.y) or np.ndim(c.x) != 1:
            raise DataError(f"figure: {c.name}: x and y are arrays of one length")
        if np.isinf(c.x).any() or np.isinf(c.y).any() or not (np.isfinite(c.x) & np.isfinite(c.y)).any():
            raise DataError(f"figure: {c.name}: a number is infinite, or there is none")
        if max(np.nanmax(np.abs(c.x)), np.nanmax(np.abs(c.y))) > 1e300:
            raise DataError(f"figure: {c.name}: numbers beyond 1e300 are not drawn")


def _write(path: str, text: str) -> None:
    """The file appears whole, or not at all."""
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    except OSError as e:
        raise OSError(e.errno, e.strerror, str(path)) from None
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def figure(path: str, curves: Sequence[Curve], x: str, y: str, title: str = "") -> None:
    """Writes curves in one frame to an SVG file; x and y are labels of the axes, with units. A line has a gap at NaN.

    >>> import numpy as np, tempfile, os
    >>> file = os.path.join(tempfile.mkdtemp(), "sine.svg")
    >>> t = np.linspace(0, 6, 200)
    >>> figure(file, [Curve("sine", t, np.sin(t))], "time in s", "position in m")
    >>> open(file).read().count("<polyline")
    1
    """
    _check(curves)
    (x0, x1), (y0, y1) = _span([c.x for c in curves], 0), _span([c.y for c in curves], 0.04)
    names = _legend([c.name for c in curves])
    top = 14 + LINE * (bool(title) + 1 + names[-1][1])
    floor_y = HEIGHT - BOTTOM

    def to_x(v: float) -> float:
        return LEFT + (v - x0) / (x1 - x0) * (RIGHT - LEFT)

    def to_y(v: float) -> float:
        return floor_y - (v - y0) / (y1 - y0) * (floor_y - top)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
           f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
           f'<text x="{LEFT}" y="{LINE}" font-weight="bold">{escape(title)}</text>']
    for v in _ticks(x0, x1):
        out.append(f'<path d="M{to_x(v):.1f} {top}V{floor_y}" stroke="#ddd"/>'
                   f'<text x="{to_x(v):.1f}" y="{floor_y + 16}" text-anchor="middle">{v:.6g}</text>')
    for v in _ticks(y0, y1):
        out.append(f'<path d="M{LEFT} {to_y(v):.1f}H{RIGHT}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{to_y(v) + 4:.1f}" text-anchor="end">{v:.6g}</text>')
    out.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x)}</text>'
               f'<text transform="translate(16 {(top + floor_y) / 2}) rotate(-90)" text-anchor="middle">{escape(y)}</text>')
    for i, (c, (at, row)) in enumerate(zip(curves, names)):
        colour = COLOURS[i % len(COLOURS)]
        line = 'stroke-width="6" opacity="0.4"' if c.broad else 'stroke-width="1.5"'
        for piece in _pieces(c):
            points = " ".join(f"{to_x(a):.1f},{to_y(b):.1f}" for a, b in piece)
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" {line} stroke-linecap="round"/>')
        out.append(f'<text x="{at}" y="{top - 6 - LINE * (names[-1][1] - row)}" fill="{colour}">{escape(c.name)}</text>')
    _write(path, "\n".join(out) + "\n</svg>\n")
