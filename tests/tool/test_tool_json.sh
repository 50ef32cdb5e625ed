#!/bin/sh
# test_tool_json.sh - JSON is valid, has the documented shape, and reads back to the same bits.
. tests/kit/kit.sh
needs python3

# Standard output has the JSON and nothing behind it, whatever else is written.
"$BR_TOOL" simulate coulomb --params "$("$BR_TOOL" laws coulomb --json - | python3 -c 'import json, sys; print(json.load(sys.stdin)["sets"][0]["name"])')" \
    --input 'v = 1e-2*sin(6*t) m/s' --until 2 --csv "$box/run.csv" >/dev/null
"$BR_TOOL" identify "$box/run.csv" --signals 't = t, v = v, F = F' --model coulomb --save-params "$box/run.par" --map "$box/run.map" --json - >"$box/run.json"
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$box/run.json" || { echo "FAIL: identify --json - --save-params: no JSON"; exit 1; }

"$BR_TOOL" eval sgms --params table-4.1 --at 'v = 1 mm/s, z = 0.1, 0.2, 0.2, 3 N' --jet --json - >"$box/sgms"
"$BR_TOOL" eval sgms --params table-4.1 --at 'v = 1e-3..2e-3 m/s, z = 0.1, 0.2, 0.2, 3 N' --jet --interval --json - >"$box/box"
"$BR_TOOL" eval lugre --params table-I --at 'v = 1e-3 m/s, z = 1e-6 m' --json "$box/lugre" >"$box/table"
"$BR_TOOL" eval elasto-plastic --params table-I --at 'v = 1e-3 m/s' --jet --json - >"$box/ep"
"$BR_TOOL" eval gms --params table-4.1 --at 'v = 1 mm/s' --mode 'stick, forward, stick, backward' --json - >"$box/gms"
"$BR_TOOL" eval gms --params table-4.1 --at 'v = -1..1 mm/s, z = 1 N' --interval --json - >"$box/gms-wide"
"$BR_TOOL" eval lugre --params table-I --at 'v = -1e-3..1e-3 m/s' --jet --interval --json - >"$box/signs"
for law in $("$BR_TOOL" laws | awk '$2 == "static" || $2 == "dynamic" { print $1 }'); do
    "$BR_TOOL" laws "$law" --json "$box/law.$law" >/dev/null
done
has "units of a set" "$box/law.gear" "\"h\": \"rad\""
"$BR_TOOL" laws --json - >"$box/laws"
printf 'law x "quote \\" \001\377 back\\slash"\nversion 1\ninput v m/s\noutput F N\nparam k N*s/m\nF = k*v\n' >"$box/x.law"
sed 's/ \\" / /' "$box/x.law" >"$box/y.law"
"$BR_TOOL" laws "$box/y.law" --json "$box/law.y" >/dev/null
printf 'law z "odd units"\ninput v m/s\nparam r m\noutput a rad\noutput b m^(1/3)\noutput e -\noutput f\na = v/v\nb = cbrt(r)\ne = 1\nf = 2\n' >"$box/z.law"
"$BR_TOOL" laws "$box/z.law" --json "$box/law.z" >"$box/z.text"
grep -q '^  e  *-$' "$box/z.text" || { echo "FAIL: no unit of a plain output"; cat "$box/z.text"; exit 1; }
"$BR_TOOL" laws lugre | grep -q '^  F  *N or N\*m ' || { echo "FAIL: no unit of F"; exit 1; }
# declarations behind a `use`, one of them over two lines
awk '/^law axis / { law = 1 } /^```/ { law = 0 } law' docs/laws-parts.md >"$box/axis.law"
printf 'param c = (1 +\n  2) N "so much"\nchoice a = b | d\n# the end\n' >>"$box/axis.law"
"$BR_TOOL" laws "$box/axis.law" --json "$box/law.axis" --report "$box/axis.html" >/dev/null
"$BR_TOOL" laws "$box/axis.law" | sed -n '/^equations$/,/^  of /s/^  //p' | sed '$d' >"$box/axis.text"
sed -n '/<h3>Equations/,/<.pre>/p' "$box/axis.html" | sed 's/<[^>]*>//g' | sed '1d;$d' >"$box/axis.page"
# several automata
awk '/^law two-contacts / { law = 1 } /^```/ { law = 0 } law' docs/laws-parts.md >"$box/two-contacts.law"
"$BR_TOOL" laws "$box/two-contacts.law" --json "$box/two" >"$box/two.text"
grep -q '^  left.mode: stick, forward, backward; each element of left.n has its own$' "$box/two.text" ||
    { echo "FAIL: no modes of the left contact"; cat "$box/two.text"; exit 1; }
contact() {
    printf '%s.kappa = 1, 2 N/m, %s.nu = 0.5, 0.5, %s.FC = 1 N, %s.beta = 0, %s.vs = 1 m/s, %s.C = 1 N/s, ' "$1" "$1" "$1" "$1" "$1" "$1"
}
"$BR_TOOL" eval "$box/two-contacts.law" --at "$(contact left)$(contact right)v1 = 1 m/s, v2 = -1 m/s, h = 0.5 m/s" \
    --mode 'left.mode = forward, right.mode = stick, forward' --json - >"$box/two.eval"
# elements that see each other: a dense block
cat >"$box/dense.law" <<'END'
law dense "Elements that pull at each other"
version 1
elements n = 3
input v m/s
state z[n] N
param k[n] N/m
param c N*s
output F N
z' = k*v - z*sum(z)/c
F = sum(z)
END
"$BR_TOOL" eval "$box/dense.law" --at 'v = 1 m/s, k = 1, 2, 3 N/m, c = 1 N*s, z = 1, 2, 3 N' --jet --json - >"$box/dense"

python3 - "$box" <<'END'
import glob, json, math, sys
box = sys.argv[1]
def load(name):
    def no(x): raise ValueError("not JSON: " + x)
    return json.load(open(box + "/" + name, encoding="utf-8"), parse_constant=no)

e = load("sgms")
assert list(e) == ["schema", "version", "model", "values", "units", "derivatives"], list(e)
assert e["units"] == {"z'": "N/s", "F": "N"}, e["units"]
assert e["model"] == "sgms" and list(e["values"]) == ["z'", "F"], e["values"]
assert len(e["values"]["z'"]) == 4 and isinstance(e["values"]["F"], float)
d = e["derivatives"]
assert list(d) == ["z'", "F"]
assert len(d["z'"]["z"]) == 4 and len(d["z'"]["v"]) == 4 and len(d["z'"]["FC"]) == 4
assert d["F"]["z"] == [1, 1, 1, 1] and isinstance(d["F"]["v"], (int, float))
assert "sigma" not in d["z'"], "a block that is zero by structure is left out"

i = load("box")
for name in ("z'", "F"):
    real, wide = e["values"][name], i["values"][name]
    real, wide = (real, wide) if isinstance(real, list) else ([real], [wide])
    for x, (lo, hi) in zip(real, wide):
        assert lo <= x <= hi, (name, x, lo, hi)
assert all(len(pair) == 2 for pair in i["derivatives"]["z'"]["z"])

l = load("lugre")
assert list(l) == ["schema", "version", "model", "values", "units"], list(l)
assert l["units"] == {"z'": "m/s", "F": "N"}, l["units"]
FC, FS, vs, s0, s1, s2, v, z = 1.0, 1.5, 0.001, 1e5, math.sqrt(1e5), 0.4, 1e-3, 1e-6
g = FC + (FS - FC)*math.exp(-(v/vs)**2)
dz = v - abs(v)*(s0*z/g)
assert abs(l["values"]["z'"] - dz) < 1e-15*10 and abs(l["values"]["F"] - (s0*z + s1*dz + s2*v)) < 1e-13

p = load("ep")
assert set(p["values"]) == {"z'", "F", "z+", "F+"}, p["values"]
assert "z" in p["derivatives"]["z+"]

m = load("gms")
kappa, nu, C, v = [2400e3, 500e3, 142e3, 158e3], [0.067, 0.056, 0.047, 0.83], 15, 1e-3
want = [kappa[0]*v, C*nu[1], kappa[2]*v, -C*nu[3]]
assert all(abs(a - b) < 1e-9*abs(b) for a, b in zip(m["values"]["z'"], want)), m
# at z = 0 nothing starts to slide; what slides forward goes on, what slid backward sticks as v > 0
assert list(m) == ["schema", "version", "model", "values", "units", "mode+"] and m["mode+"] == ["stick", "forward", "stick", "stick"], m["mode+"]
w = load("gms-wide")
assert w["mode+"] == [["stick", "forward"]]*3 + [["stick"]], w["mode+"]
assert "-0," not in open(box + "/signs").read() and "-0]" not in open(box + "/signs").read()
s = load("signs")["derivatives"]["z'"]
assert s["FC"] == [0, 0] and s["z"][1] == 0 and math.copysign(1, s["z"][1]) == 1, s

two = load("two")
assert "modes" not in two and "transitions" not in two, list(two)
assert list(two["automata"]) == ["mode", "left.mode", "right.mode"], two["automata"]
assert two["automata"]["mode"]["modes"] == ["off", "on"] and "modes_per" not in two["automata"]["mode"], two["automata"]
assert two["automata"]["right.mode"]["modes_per"] == "right.n" and len(two["automata"]["right.mode"]["transitions"]) == 4
t = load("two.eval")
assert {key: t[key] for key in t if "mode+" in key} == {
    "mode+": "on", "left.mode+": ["forward", "forward"], "right.mode+": ["stick", "stick"]}, t
assert t["values"]["left.z'"] == [0.5, 0.5] and t["values"]["right.z'"] == [-1, 0.5], t

k = load("dense")["derivatives"]["z'"]["z"]
z = [1, 2, 3]
assert k == [[-(z[r]*1 + (sum(z) if r == c else 0)) for c in range(3)] for r in range(3)], k

names = [row["name"] for row in load("laws")["laws"]]
assert len(names) >= 15 and "lugre" in names
for path in glob.glob(box + "/law.*"):
    law = load(path.rsplit("/", 1)[1])
    assert list(law) == [key for key in ["schema", "version", "name", "title", "source", "kind", "inputs", "states", "params", "outputs", "choices",
        "elements", "modes", "modes_per", "transitions", "equations", "typeset", "used", "conditions", "contains", "sets"] if key in law], list(law)
    for q in law["inputs"] + law["states"] + law["params"] + law["outputs"]:
        assert q["name"] and q["units"] and all(q["units"]) and "words" in q, q
    for s in law["sets"]:
        assert s["name"] and s["values"], s
assert [q["units"] for q in load("law.z")["outputs"]] == [["rad"], ["m^(1/3)"], ["-"], ["-"]], load("law.z")["outputs"]
axis = load("law.axis")["equations"]
assert axis == ["use lugre as rail (v = w, direction = symmetric)", "use coulomb as motor (v = q, X = rad)", "x' = w",
    "w' = (u - rail.F)/M", "q' = (T - motor.F)/J", "y  = x", "Ff = rail.F", "# the end"], axis
assert open(box + "/axis.text").read().splitlines() == axis, open(box + "/axis.text").read()
assert open(box + "/axis.page").read().split("as text")[1].strip().splitlines() == axis, open(box + "/axis.page").read()
lugre = load("law.lugre")
assert [s["name"] for s in lugre["sets"]][0] == "table-I"
assert lugre["sets"][0]["values"]["sigma1"] == math.sqrt(1e5) and lugre["sets"][1]["values"]["sigma0"] == 240e3
assert {"FC_neg": "direction is dependent"}.items() <= {q["name"]: q.get("when") for q in lugre["params"]}.items()
assert [(r["math"].count("<mfrac>"), r.get("note"), r["usual"]) for r in lugre["typeset"] if r.get("when") == "form is deflection"] == [(1, "(1)", True), (0, "(3)", True)], lugre["typeset"]
assert lugre["used"][0]["typeset"][0]["math"].startswith('<math display="block"><mrow><mi>c</mi><mo>=</mo>'), lugre["used"]
assert lugre["used"][0]["name"] == "viscous" and lugre["used"][0]["equations"][0].startswith("c = sigma2*v"), lugre["used"]
assert load("law.stribeck")["sets"][1]["choices"] == {"curve": "rational"}
assert lugre["contains"][0] == {"law": "dahl", "with": "FS = FC, sigma1 = 0", "limit": False} and lugre["contains"][1]["limit"]
assert {row["name"]: row["contains"] for row in load("laws")["laws"]}["lugre"] == ["dahl", "stribeck"]
assert load("law.gms")["transitions"][0] == {"from": "stick", "to": "forward", "if": "nu*s <= z and 0 < v"}, load("law.gms")["transitions"]

# every key that is written is explained
words = open("docs/json.md").read()
keys = set(e) | set(lugre) | {"modes_per", "laws"} | set(load("laws")["laws"][0]) | set(lugre["conditions"][0]) | set(lugre["sets"][0]) | set(lugre["contains"][0])
keys |= set(m) | set(lugre["used"][0]) | {"as", "automata"}
keys |= {key for path in glob.glob(box + "/law.*") for law in [load(path.rsplit("/", 1)[1])]
         for q in law["inputs"] + law["states"] + law["params"] + law["outputs"] + law["transitions"] for key in q}
missing = [key for key in keys if "`%s`" % key not in words and '"%s"' % key not in words]
assert not missing, missing
END

# I8: what is not finite is null, so that JSON is valid: residuals of a smoother have no autocorrelation
"$BR_TOOL" observe rig/exact --seed 1 --model lugre --params table-4.1 --observer smoother --json "$box/smoother.json" >/dev/null 2>&1 || true
python3 - "$box/smoother.json" <<'PY'
import json, sys

def refuse(word):
    raise ValueError(word + " is no JSON")

found = json.load(open(sys.argv[1]), parse_constant=refuse)
assert found["innovations"]["F"]["correlation"] is None, found["innovations"]
PY
