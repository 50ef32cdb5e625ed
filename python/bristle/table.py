"""Tables: named columns of numpy arrays with units."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Union

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class Column:
    """One column; `unit` is SI, "-" for none."""

    name: str
    unit: str
    role: str
    values: Array


@dataclass(frozen=True)
class Table(Mapping[str, Array]):
    """What a command has computed, or a log of yours: columns by their names.

    >>> import numpy as np
    >>> log = Table.of({"t [s]": np.arange(3.0), "x [mm]": np.zeros(3)})
    >>> list(log), log.unit("x"), log.rows
    (['t', 'x'], 'mm', 3)
    """

    columns: tuple[Column, ...]

    @staticmethod
    def of(arrays: Mapping[str, Array]) -> Table:
        """Columns from headings as in a CSV file: "x", or with a unit "x [mm]"."""
        columns = []
        for heading, values in arrays.items():
            name, unit = heading, "-"
            if heading.endswith("]") and " [" in heading:
                name, unit = heading[:-1].rsplit(" [", 1)
            columns.append(Column(name, unit, "input", values))
        return Table(tuple(columns))

    def __getitem__(self, name: str) -> Array:
        return self.column(name).values

    def __iter__(self) -> Iterator[str]:
        return (c.name for c in self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def column(self, name: str) -> Column:
        for c in self.columns:
            if c.name == name:
                return c
        raise KeyError(f"there is no column {name!r}; there are {', '.join(self)}")

    def unit(self, name: str) -> str:
        return self.column(name).unit

    @property
    def rows(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    def headings(self) -> dict[str, Array]:
        """The arrays by headings that say their units."""
        return {c.name if c.unit == "-" else f"{c.name} [{c.unit}]": c.values for c in self.columns}


Log = Union[str, PathLike, Table, Mapping[str, Array]]  # a file or a rig by its name, or columns in memory


def checked(name: str, values: object, dimensions: int = 1) -> Array:
    """The array itself, or an exception: C sees it without a copy."""
    if not isinstance(values, np.ndarray):
        raise TypeError(f"{name}: a numpy array is wanted here, not {type(values).__name__}")
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name}: a masked array; .filled(numpy.nan) makes one whose missing numbers are NaN")
    whole = values.flags.c_contiguous and values.flags.aligned
    if values.dtype != np.float64 or values.ndim != dimensions or not whole:
        raise ValueError(f"{name}: {values.ndim} dimensions of {values.dtype}"
                         f"{'' if values.flags.c_contiguous else ', not contiguous'}"
                         f"{'' if values.flags.aligned else ', not aligned'}; wanted: {dimensions} of float64, contiguous, as "
                         f"numpy.{'ascontiguousarray(..., float)' if values.flags.aligned else 'array(..., float)'} makes them")
    return values
