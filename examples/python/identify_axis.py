"""Identifies mass and friction of a linear axis from its log, and compares two laws.

The log is made here, so that the truth is known: an axis as that of the EMPS benchmark (95 kg, Coulomb and viscous
friction behind a stiff spring), with an encoder of 0.1 um and a noisy drive force. Your own log would be read from its
file instead: identify("log.csv", signals="t = time s, x = position mm, u = force N").
"""
import sys

import bristle

figure = sys.argv[1] if len(sys.argv) > 1 else "identify_axis.svg"

truth = {"m": 95.1, "sigma0": 1e6, "FC": 20.4, "sigma2": 203.5}
run = bristle.simulate("mass", at={"friction": "dahl", "m": "95.1 kg", "fr.sigma0": "1e6 N/m", "fr.FC": "20.4 N",
                                   "fr.sigma2": "203.5 N*s/m"},
                       input="u = 60*sin(2*pi*0.5*t) + 40*sin(2*pi*1.3*t) N", until="4 s", step="1 ms",
                       sensor="x = quantise(1e-7) m, u = noise(0.2) N")
log = bristle.Table(tuple(c for c in run.table.columns if c.name in ("t", "x", "u")))

for law in ("coulomb", "dahl"):
    fit = bristle.identify(log, signals="t = t, x = x, u = u", model=law).laws[0]
    print(f"{fit.law}: error {fit.error:.2f} % of the force")
    for name, found in fit.parameters.items():
        known = f", truth {truth[name]:g}" if name in truth else ""
        print(f"  {name} = {found.value:.5g} +- {found.sd:.2g} {found.unit}{known}")

# The friction that the last law computes along the measured motion.
parameters = {name: f"{found.value!r} {found.unit}" for name, found in fit.parameters.items() if name not in ("m", "offset")}
along = bristle.simulate("dahl", {"t [s]": run.table["t"], "v [m/s]": run.table["v"]}, at=parameters, signals="t = t, v = v")
bristle.figure(figure, [bristle.Curve("true friction", run.table["t"], run.table["F"], broad=True),
                        bristle.Curve("as identified", along.table["t"], along.table["F"])], "time in s", "force in N",
               title="Friction of the axis: the law that was identified, along the measured motion")
print(f"figure in {figure}")
