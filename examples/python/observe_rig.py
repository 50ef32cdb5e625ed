"""An observer estimates the friction of an axis and one unknown stiffness of its model.

The axis is the synthetic rig of docs/rigs.md: its log has noise, and the truth beside it.
"""
import sys

import bristle

figure = sys.argv[1] if len(sys.argv) > 1 else "observe_rig.svg"

seen = bristle.observe("rig/exact", model="sgms", params="table-4.1", estimate="kappa[4] = 0", correct_every="1 ms")
kappa = seen.estimates["kappa[4]"]
print(f"kappa[4] = {kappa.value:.4g} +- {kappa.sd:.2g} {kappa.unit}, known to be 1.58e+05")
print(f"friction force within {seen.nrmse:.2f} % of its range")

bristle.figure(figure, [bristle.Curve("measured force", seen.table["t"], seen.table["F"], broad=True),
                        bristle.Curve("as observed", seen.table["t"], seen.table["F_est"])], "time in s", "force in N",
               title="Friction of the rig, estimated from a noisy force with one stiffness unknown")
print(f"figure in {figure}")
