#!/bin/sh
# test_tool_schema.sh - what every command writes as JSON keeps its schema (docs/schema); unknown keys, another version and a wrong type do not.
. tests/kit/kit.sh

python=
for p in python3 /usr/bin/python3; do
    if "$p" -c 'import jsonschema' >/dev/null 2>&1; then python=$p; break; fi
done
[ -n "$python" ] || { echo "skipped: needs python3-jsonschema (scripts/deps all)"; exit 77; }
sanitized && seldom= || seldom=yes
mkdir "$box/json"
count=0
# j ARGUMENTS...: the JSON of a command; its exit code may be 1, as of a check that failed
j() {
    count=$((count + 1))
    "$BR_TOOL" "$@" --json "$box/json/$count.json" >"$box/log" 2>&1 || [ $? -eq 1 ] || { cat "$box/log"; echo "FAIL: bristle $*"; failed=1; }
    [ -s "$box/json/$count.json" ] || { echo "FAIL: no JSON: bristle $*"; failed=1; }
}
tables() { "$BR_TOOL" "$@" >"$box/log" 2>&1 || { cat "$box/log"; exit 1; }; }

cd "$box"
j laws
for law in $("$BR_TOOL" laws | awk 'NR > 1 && NF == 0 { exit } NR > 1 { print $1 }'); do j laws "$law"; done
awk '/^law two-contacts / { law = 1 } /^```/ { law = 0 } law' "$OLDPWD/docs/laws-parts.md" >two.law
j laws two.law
j eval sgms --params table-4.1 --at 'v = 1 mm/s, z = 0.1, 0.2, 0.2, 3 N' --jet
j eval sgms --params table-4.1 --at 'v = 1e-3..2e-3 m/s, z = 0.1, 0.2, 0.2, 3 N' --jet --interval
j eval gms --params table-4.1 --at 'v = -1..1 mm/s, z = 1 N' --interval
j eval elasto-plastic --params table-I --at 'v = 1e-3 m/s' --jet
j simulate lugre --params table-I --input 'v = 1e-3 m/s' --until 1
j simulate drive-train --params nominal --input 'u = 0.3*sin(t) N*m' --until 8
j simulate rig/exact
j simulate lugre --params table-I --verified --range 'sigma0 = 9e4..1.1e5 N/m' --input 'v = 1e-4*sin(6*t) m/s' --until 0.1
awk '/^```file=press.mech/ { on = 1; next } /^```/ { on = 0 } on' "$OLDPWD/docs/tutorials/unknown-force.md" >press.mech
j simulate press.mech --until '0.2 s' --step '1 ms' --seed 1 --csv run.csv
j simulate press.mech --inverse run.csv --signals 't = t, A = A'
sed -e 's/^drive motor.*/unknown torque A walk = 2 N*m, sd = 1 N*m/' \
    -e 's/^start.*/start A position = 1 rad, speed = 5 rad\/s, position_sd = 1e-3 rad, speed_sd = 0.1 rad\/s/' press.mech >observed.mech
j observe run.csv --model observed.mech --signals 't = t, angle = angle'
[ -z "$seldom" ] || j observe run.csv --model observed.mech --signals 't = t, angle = angle' --estimate guide.FC
tables simulate lugre --params table-I --input 'v = 20*sin(6*t) mm/s' --until 2 --step '2 ms' --csv v.csv --mat v.mat --seed 1 --sensor 'F = noise(0.02) N'
V='t = t, v = v, F = F'
for observer in ekf ukf mhe smoother; do j observe v.csv --signals "$V" --model lugre --params table-I --observer $observer --estimate FC --noise 'F = 0.02 N'; done
j table v.csv v.mat --align 'F = F' --step '2 ms' --csv joined.csv
j table v.csv --from '0.5 s'
tables simulate mass --at 'm = 5 kg, fr.sigma0 = 1e5 N/m, fr.sigma1 = 600 N*s/m, fr.FC = 5 N, fr.FS = 7 N, fr.vs = 5 mm/s, fr.sigma2 = 20 N*s/m' \
    --input 'u = 9*sin(2*pi*0.9*t) + 5*sin(2*pi*0.23*t) N' --until 3 --step '2 ms' --seed 1 --sensor 'x = noise(1) um, u = noise(0.05) N' --csv axis.csv
U='t = t, x = x, u = u'
j inspect axis.csv --signals "$U"
j inspect axis.csv v.csv
j identify axis.csv --signals "$U" --model coulomb --profile FC
j identify axis.csv --signals "$U" --model coulomb --predict step
j identify axis.csv axis.csv --signals "$U" --compare coulomb,viscous --offset each --robust
j identify v.csv --signals "$V" --model stribeck
[ -z "$seldom" ] || j identify axis.csv --signals "$U" --model stribeck --predict motion
j excite ladder --model lugre --params table-I --limits 'x=50 mm, a=2 m/s^2'
j excite ramps --limits 'F = 30 N' --from 1 --to 100 --level '20 N'
j excite --optimal d --model coulomb --params fig-3.1 --limits 'x=1 m, a=2 m/s^2' --budget 50 --step '10 ms'
j excite --criterion paper --params nominal --limits 'u=1 Nm,x1=40 rad' --range 'TF=0..1 Nm'
j control lugre --params table-I --mass '1 kg' --compensators coulomb,lugre
j control lugre --params table-I --mass '1 kg' --feedback '2000, 400'
tables simulate drive-train --params nominal --input 'u = square(1) N*m' --until 1 --step '10 ms' --sensor 'x1 = quantise(1e-3) rad' --csv train.csv
T='t = t, x1 = x1, u = u'
R='alpha = 4..5 1/s, beta = 60..70 rad/s^2/N/m, TF = 0.05..0.2 N*m'
j bound train.csv --signals "$T" --error 'x1 = 1 mrad' --range "$R" --certificate train.proof
j bound train.csv --signals "$T" --error 'x1 = 1 mrad' --range "$R" --slab 1/2
j bound train.csv --signals "$T" --error 'x1 = 1 mrad' --range 'alpha = 1..2 1/s, beta = 20..21 rad/s^2/N/m, TF = 0.2..0.3 N*m'
j bound v.csv --model coulomb --signals "$V" --error 'F = 0.7 N' --range 'FC = 0.5..2 N, sigma2 = 0.1..1 N*s/m'
j verify train.proof
j reproduce --list
j reproduce stribeck/curves
tables simulate mass --params axis --input 'u = multisine(2, 9, 20, 50, 80)/50 N' --until 4 --step '1 ms' --csv sine.csv
j response sine.csv --signals "$U"
cd "$OLDPWD"

cat >"$box/check.py" <<'END'
import copy, glob, json, os, re, sys, warnings
warnings.simplefilter("ignore")
import jsonschema
box = sys.argv[1]
schema = {os.path.basename(f)[:-5]: json.load(open(f)) for f in glob.glob("docs/schema/*.json")}
check = {kind: jsonschema.Draft7Validator(s) for kind, s in schema.items()}
for kind, s in schema.items():
    jsonschema.Draft7Validator.check_schema(s)
    assert s["$id"] == "bristle/" + kind, kind
bad, seen = 0, {}
for path in sorted(glob.glob(box + "/json/*.json")):
    j = json.load(open(path))
    assert list(j)[:2] == ["schema", "version"], path
    kind = j["schema"].split("/")[1]
    seen.setdefault(kind, j)
    for fault in list(check[kind].iter_errors(j))[:3]:
        print("FAIL: %s: %s: %s (what is new belongs into docs/schema/%s.json and docs/json.md)"
              % (kind, "/".join(map(str, fault.absolute_path)), fault.message[:200], kind))
        bad = 1
for kind in sorted(set(schema) - set(seen)):
    print("FAIL: no command wrote " + kind)
    bad = 1
# what is not of the schema fails, at the top and within
def objects(j):
    if isinstance(j, dict):
        yield j
    for x in j.values() if isinstance(j, dict) else j if isinstance(j, list) else []:
        yield from objects(x)
for kind, j in seen.items():
    def refused(change):
        other = copy.deepcopy(j)
        change(other)
        return not check[kind].is_valid(other)
    assert refused(lambda o: o.update(unheard_of=1)), kind + ": an unknown key passes"
    assert refused(lambda o: o.update(version=2)), kind + ": another version passes"
    assert refused(lambda o: o.update(schema="bristle/other")), kind + ": another kind passes"
    assert refused(lambda o: o.pop("schema")), kind + ": no schema passes"
inner = copy.deepcopy(seen["identify"])
inner["laws"][0]["error"]["unheard_of"] = 1
assert not check["identify"].is_valid(inner), "an unknown key within passes"
inner = copy.deepcopy(seen["inspect"])
inner["logs"][0]["columns"][0]["unit"] = 3
assert not check["inspect"].is_valid(inner), "a wrong type passes"
# every key that a source writes by name is in a schema
def keys(s):
    for key, x in s.items() if isinstance(s, dict) else ():
        if key == "properties":
            yield from x
        yield from keys(x)
    for x in s if isinstance(s, list) else ():
        yield from keys(x)
known = {key for s in schema.values() for key in keys(s)}
for path in glob.glob("src/tool/**/*.c", recursive=True) + glob.glob("src/api/**/*.c", recursive=True):
    text = open(path, encoding="utf-8").read()
    found = re.findall(r'(?:br_json_field_\w+|br_json_key)\(&?[\w>.-]+,\s*"([^"]+)"|FIELD\((?:NULL|"[^"]*"),\s*"([^"]+)"', text)
    found = [a or b for a, b in found] + [key for part in re.findall(r"BR_JSON_NUMBERS\((.*?)\);", text, re.S) for key in re.findall(r'\{"([^"]+)"', part)]
    for key in sorted(set(found) - known):
        print("FAIL: %s writes '%s', which is in no schema of docs/schema" % (path, key))
        bad = 1
print("%d files of %d kinds" % (len(glob.glob(box + "/json/*.json")), len(seen)))
sys.exit(bad)
END
"$python" "$box/check.py" "$box" || failed=1
# every schema is named in docs/json.md
for schema in docs/schema/*.json; do has "docs/json.md names $schema" docs/json.md "(schema/$(basename "$schema"))"; done
exit $failed
