"""Friction laws on arrays: many points in one call."""
from __future__ import annotations

import ctypes as c
from types import TracebackType

import numpy as np

from ._call import CDiag, DataError, NumericalError, encoded, fail, lib
from .table import Array, checked

STATES, INPUTS, PARAMETERS, OUTPUTS = range(4)  # br_friction_part

lib.br_friction_open.argtypes = [c.POINTER(c.c_void_p), c.c_char_p, c.c_char_p, c.c_char_p, c.POINTER(CDiag)]
lib.br_friction_close.argtypes = [c.c_void_p]
lib.br_friction_close.restype = None
lib.br_friction_count.argtypes = [c.c_void_p, c.c_int]
lib.br_friction_name.argtypes = [c.c_void_p, c.c_int, c.c_int, c.c_char_p, c.c_char_p]
lib.br_friction_parameters.argtypes = [c.c_void_p, c.c_void_p]
lib.br_friction_parameters.restype = None
lib.br_friction_rate.argtypes = [c.c_void_p, c.c_int] + 5 * [c.c_void_p]
lib.br_friction_rate.restype = None


class Law:
    """A law with its parameters, evaluated for many points at once, in SI units.

    >>> import numpy as np
    >>> law = Law("lugre", "table-I")
    >>> law.states, law.inputs, law.outputs
    ({'z': 'm'}, {'v': 'm/s'}, {'F': 'N'})
    >>> rates, outputs = law.rate(np.zeros((1, 3)), np.array([[-1e-3, 0.0, 1e-3]]))
    >>> print(outputs[0, 2] > 0, outputs[0, 0] == -outputs[0, 2])
    True True

    A law serves one thread at a time. values: further parameters and choices, "FC = 2 N"; they win over the set.
    """

    def __init__(self, law: str, set: str | None = None, values: str | None = None) -> None:
        self._of = c.c_void_p()
        why = CDiag()
        more = [None if w is None else encoded("Law", w) for w in (set, values)]
        status = lib.br_friction_open(c.byref(self._of), encoded("Law", law), *more, c.byref(why))
        if status != 0:
            fail(status, why)
        self.states, self.inputs, self.outputs = (self._names(p) for p in (STATES, INPUTS, OUTPUTS))
        self._parameters = np.empty(lib.br_friction_count(self._of, PARAMETERS))
        lib.br_friction_parameters(self._of, self._parameters.ctypes.data)

    def close(self) -> None:
        """Frees the law, which cannot be used afterwards. Leaving a `with` does it, too."""
        lib.br_friction_close(self._of)
        self._of = c.c_void_p()

    def __enter__(self) -> Law:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_of", None):
            self.close()

    def _must_be_open(self) -> None:
        if not self._of:
            raise DataError("this law is closed")

    def _names(self, part: int) -> dict[str, str]:
        name, unit = c.create_string_buffer(112), c.create_string_buffer(96)
        found = {}
        for i in range(lib.br_friction_count(self._of, part)):
            lib.br_friction_name(self._of, part, i, name, unit)
            found[name.value.decode()] = unit.value.decode()
        return found

    @property
    def parameters(self) -> dict[str, float]:
        """Every parameter as set, in SI units.

        >>> Law("coulomb", "fig-3.1").parameters["FC"]
        0.1
        """
        self._must_be_open()
        return dict(zip(self._names(PARAMETERS), self._parameters.tolist()))

    def rate(self, x: Array, u: Array) -> tuple[Array, Array]:
        """Rates of the states, and outputs, of `count` points: x is (states, count), u is (inputs, count).

        Both are float64, contiguous, finite and not copied. Where a result is not finite, NumericalError names the
        point.
        """
        self._must_be_open()
        count = checked("u", u, 2).shape[1]
        if count >= 2**31:
            raise DataError(f"u: {count} points are more than one call takes, {2**31 - 1}")
        for name, array, rows in (("x", checked("x", x, 2), len(self.states)), ("u", u, len(self.inputs))):
            if array.shape != (rows, count):
                raise DataError(f"{name}: shape {array.shape}; wanted: ({rows}, {count})")
            if not np.isfinite(array).all():
                raise DataError(f"{name}: a number in it is not finite")
        out = np.empty((len(self.states) + len(self.outputs), count))
        if count > 0:
            lib.br_friction_rate(self._of, count, x.ctypes.data, None, u.ctypes.data, self._parameters.ctypes.data,
                                 out.ctypes.data)
        left = np.flatnonzero(~np.isfinite(out).all(axis=0))
        if left.size > 0:
            raise NumericalError(f"point {left[0]}: its rates or outputs are no finite numbers")
        return out[:len(self.states)], out[len(self.states):]
