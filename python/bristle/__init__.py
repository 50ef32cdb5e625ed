"""Friction in machines, from Python: the commands of the tool `bristle` on numpy arrays, with bit-identical results.

>>> import bristle
>>> run = bristle.simulate("lugre", params="table-I", input="v = 1e-3*sin(2*pi*t) m/s", until=1)
>>> run.table.unit("F"), len(run.table["F"])
('N', 1001)

Keyword arguments are the options of the commands (`bristle help simulate`): `correct_every="10 ms"` is
`--correct-every '10 ms'`, `robust=True` is `--robust`, and `from_=1` is `--from 1`, because `from` is a keyword of Python.
"""

from ._call import (Answer, BristleError, DataError, LawError, NegativeError, NumericalError, ResourceError, UsageError,
                    call)
from .commands import (bound, check, control, emit, eval, excite, identify, inspect, join, laws, mechanism, observe, response,
                       simulate)
from .figure import Curve, figure
from .law import Law
from .results import (Bounds, Compensator, Control, Estimate, Evaluation, Excitation, Fit, Identification, Inspection,
                      Join, LawInfo, Motion, Observation, Range, Response, Simulation)
from .table import Column, Table

__all__ = [
    "Answer", "Bounds", "BristleError", "Column", "Compensator", "Control", "Curve", "DataError", "Estimate",
    "Evaluation", "Excitation", "Fit", "Identification", "Inspection", "Join", "Law", "LawError", "LawInfo", "Motion",
    "NegativeError", "NumericalError", "Observation", "Range", "ResourceError", "Response", "Simulation", "Table", "UsageError",
    "bound", "call", "check", "control", "emit", "eval", "excite", "figure", "identify", "inspect", "join", "laws", "mechanism", "observe",
    "response", "simulate"
]
