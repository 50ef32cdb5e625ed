"""Intervals with proof: not the likeliest friction, but the smallest and the largest that is possible.

A drive train with static friction is driven by a square wave; its angle is known within 1 mrad, and nothing else is
assumed. The longer the log, the narrower the interval.
"""
import sys

import numpy as np

import bristle

figure = sys.argv[1] if len(sys.argv) > 1 else "prove_bounds.svg"

run = bristle.simulate("drive-train", params="nominal", input="u = square(1) N*m", until="2 s")
lengths = np.array([0.25, 0.5, 1.0, 2.0])
lo, hi = [], []
for length in lengths:
    rows = int(np.searchsorted(run.table["t"], length, side="right"))
    log = {heading: np.ascontiguousarray(values[:rows]) for heading, values in run.table.headings().items()}
    proved = bristle.bound(log, params="nominal", error="x1 = 1 mrad", range="TF = 0..1 N*m")
    friction = proved.parameters["TF"]
    print(f"after {length:g} s: {proved.verdict}, TF in {friction.lo:.4f} .. {friction.hi:.4f} {friction.unit}")
    lo.append(friction.lo)
    hi.append(friction.hi)

bristle.figure(figure, [bristle.Curve("most", lengths, np.array(hi)), bristle.Curve("least", lengths, np.array(lo)),
                        bristle.Curve("truth", lengths, np.full(4, 0.1))], "length of the log in s", "TF in N*m",
               title="The friction torque lies between least and most: proved, for any error within 1 mrad")
print(f"figure in {figure}")
