#!/bin/sh
# test_tool_arguments.sh - wrong arguments: the documented exit code, one line on stderr, nothing on stdout (docs/faults.md I1, I3).
. tests/kit/kit.sh
set +e

wrong 2 "'bristle help' lists them"
wrong 2 'did you mean eval?' evla
wrong 2 "there is no command ''" ''
wrong 2 'there is no command' 1e9x
wrong 2 'there is no command' "$(head -c 100000 /dev/zero | tr '\0' x)"
wrong 2 'there is no command' "$(printf '\033[31m%%n%%s\001')"
wrong 2 'there is no option' laws --nonsense
wrong 2 'did you mean --params?' eval lugre --parms table-I --at 'v = 0'
wrong 2 'there is no option' laws -x
wrong 2 'one argument too many' laws lugre dahl
wrong 2 'one argument too many' version now
wrong 2 'MODEL is missing' check
wrong 2 'MODEL is missing' eval --at 'v = 1 m/s'
wrong 2 'MODEL is empty' check ''
wrong 2 '-o FILE is missing' emit lugre
wrong 2 '--at needs a value' eval lugre --at
wrong 2 '--at needs a value' eval lugre --at ''
wrong 2 '--at needs a value' eval lugre --at=
wrong 2 '--json needs a value' eval lugre --at 'v = 0' --json --jet
wrong 2 '--jet takes no value' eval lugre --at 'v = 0' --jet=1
wrong 2 '--jet is given twice' eval lugre --at 'v = 0' --jet --jet
wrong 2 '--params is given twice' eval lugre --at 'v = 0' --params a --params=b
wrong 2 'use --interval to enclose' eval lugre --params table-I --at 'v = 1..2 m/s'
wrong 2 'no such mode' eval gms --params table-4.1 --at 'v = 0' --mode sideways
wrong 2 'say whose mode it is' eval gms --params table-4.1 --at 'v = 0' --mode 'left.mode = stick'
wrong 2 'the law has no modes' eval lugre --params table-I --at 'v = 0' --mode stick
wrong 2 'one mode, or one for each of 4' eval gms --params table-4.1 --at 'v = 0' --mode 'stick, stick'
wrong 2 'there is no command' help nothing

wrong 4 'did you mean lugre?' check lugr
wrong 4 'there is no law' check -- --at
# names of files and columns, in messages and results
odd=$(printf '\033[31mZ')
printf 't [s],%sF [N]\n0,1\n1,2\n' "$odd" >"$box/$odd.csv"
wrong 3 ':1:1: no value' bound --merge "$box/$odd.csv"
quietly "$BR_TOOL" table "$box/$odd.csv" --csv "$box/plain.csv"
has "a column" "$box/log" '\x1b[31mZF [N]'
quietly "$BR_TOOL" emit lugre --params table-I --observer ekf --estimate FC --rate 1000 --noise 'F = 0.1 N' -o "$box/$odd"
has "a folder" "$box/log" '/\x1b[31mZ'
if LC_ALL=C grep -q "$(printf '\033')" "$box/log"; then echo "FAIL: a raw escape in what emit prints"; failed=1; fi
wrong 4 'there is no law' eval "$(printf '\033]0;x\007%%n')" --at 'v = 0'
wrong 4 'cannot be read' check no/such/file.law
wrong 4 'cannot be read' check nosuch.law
wrong 4 'is a folder' check laws/
wrong 4 'is a folder' eval lugre --params ./laws --at 'v = 0'
wrong 4 'it has table-I' eval lugre --params tabel-I --at 'v = 0'
wrong 4 'did you mean table-I?' eval lugre --params tabel-I --at 'v = 0'
wrong 4 'did you mean viscous?' eval lugre --params table-I --at 'v = 0, viscos = power'
wrong 4 'did you mean sigma0?' eval lugre --params table-I --at 'v = 0, sigmaO = 1 N/m'
wrong 4 '--at:1:7: two signs; a range is written 0.9..1.1' eval lugre --params table-I --at 'v = 1 +- 0.1 mm/s'
wrong 4 '--at:1:7: two signs' eval lugre --params table-I --at 'v = 1 - -0.1 mm/s'
wrong 4 'decimals have a point' eval lugre --params table-I --at 'v = 1,5 mm/s'
wrong 4 "a comma is missing before 'z'" eval lugre --params table-I --at 'v = 1e-3 m/s z = 1 um'
wrong 4 'a range is written 1..2' eval lugre --params table-I --at 'v = 1:2 mm/s'
wrong 4 'a range is written 1..2' eval lugre --params table-I --at 'v = [1,2] mm/s'
wrong 4 'no value for sigma0' eval lugre --at 'v = 1e-3 m/s'
wrong 4 'no value for v' eval lugre --params table-I --at 'z = 0'
wrong 4 "no value for v; give it with --at 'v = ... m/s'" eval lugre --params table-I
wrong 4 "no value for u; give it with --at 'u = ... N'" eval karnopp --params example --at 'v = 0'
wrong 4 'vs; --params gives parameters, as in --params table-I' eval lugre --at 'v = 1e-3 m/s'
wrong 4 "(--params table-I gives parameters) and v (--at 'v = ... m/s')" eval lugre
wrong 4 '--at:1:1: law lugre has no quantity' eval lugre --params table-I --at 'w = 1 m/s'
wrong 4 '--at:1:1: v needs a unit' eval lugre --params table-I --at 'v = 1'
wrong 4 'units differ' eval lugre --params table-I --at 'v = 1 kg'
wrong 4 '--at:1:' eval lugre --params table-I --at 'v = nan m/s'
wrong 4 '--at:1:' eval lugre --params table-I --at 'v = 1e999 m/s'
wrong 4 '--at:1:' eval lugre --params table-I --at 'v = 1e9x'
wrong 4 '--at:1:' eval lugre --params table-I --at "$(head -c 100000 /dev/zero | tr '\0' '(')"
wrong 4 'out of bounds' eval lugre --params table-I --at 'v = 0, sigma0 = -1 N/m'
wrong 4 "requires '0 < zba < zC'" eval elasto-plastic --params table-I --at 'v = 0, zba = 11 um'
wrong 4 "requires 'zba < zss at rest'" eval elasto-plastic --params table-I --at 'v = 0, FS = 0.5 N'
printf 'mechanism block\nplanar\nbody b mass = 1 kg, cog = 0, 0 m\njoint S prismatic b ground at = 0, 0 m, axis = 1, 0\nfriction f S elasto-plastic table-I "zba = 11 um"\n' >"$box/breaks.mech"
wrong 4 "breaks.mech:5:14: friction f: elasto-plastic: law elasto-plastic requires '0 < zba < zC'" check "$box/breaks.mech"
printf 'set bad for elasto-plastic\nsigma0 = 1e5 N/m, sigma1 = 0 N*s/m, FC = 1 N, FS = 2 N, vs = 1 mm/s, zba = 11 um\n' >"$box/bad.par"
wrong 4 "requires '0 < zba < zC'" excite ladder --model elasto-plastic --params "$box/bad.par" --limits 'x=50 mm, a=2 m/s^2' -o "$box/v.csv"
wrong 4 "requires '0 < zba < zC'" laws elasto-plastic --params "$box/bad.par" --svg "$box/l.svg"
wrong 4 "requires '0 < zba < zC'" bound "$box/no.csv" --model elasto-plastic --params table-I --error 'F = 1 N' --range 'zba = 11..12 um'
wrong 4 "requires 'sum nu = 1'" eval sgms --params table-4.1 --at 'v = 0, nu = 0.1, 0.1, 0.1, 0.1'
wrong 4 'choice' eval lugre --params table-I --at 'v = 0, direction = sideways'
wrong 5 'is not finite at this point' eval lugre --params table-I --at 'v = 1e300 m/s, z = 1e300 m'
wrong 5 'no finite enclosure' eval makkar --params fig-3.1b --at 'v = 1e308 m/s, sigma2 = 1e308 N*s/m' --interval

# Somebody's own law, by its name without .law.
tool=$(cd "$(dirname "$BR_TOOL")" && pwd)/${BR_TOOL##*/}
cp laws/dahl.law "$box/mine.law"
(cd "$box" && "$tool" check mine >out 2>err)
grep -q 'did you mean mine.law?' "$box/err" || { echo "FAIL: mine.law is not guessed: $(cat "$box/err")"; failed=1; }

# The last of these is a value, not an option.
"$BR_TOOL" eval lugre --params=table-I '--at=v = 0' --json=- >"$box/out" || { echo "FAIL: values behind = are read"; failed=1; }
"$BR_TOOL" laws -- lugre >"$box/out" || { echo "FAIL: -- ends the options"; failed=1; }

# Under any locale the bytes are the same (I12).
LC_ALL=C "$BR_TOOL" eval lugre --params table-I --at 'v = 1.5e-3 m/s' --jet >"$box/one"
LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 LANG=tr_TR.UTF-8 HOME='' TZ=odd \
    "$BR_TOOL" eval lugre --params table-I --at 'v = 1.5e-3 m/s' --jet >"$box/two"
cmp "$box/one" "$box/two" || { echo "FAIL: the locale shows"; failed=1; }

# What a law file says about itself cannot steer a terminal (I3).
printf 'law x "\033[31mred\033]0;t\007 %%n%%s \342\200\256"\nversion 1\ninput v m/s\noutput F N\nF = 1*v*k # \033[0m\nparam k N*s/m "\033[5m"\nset a "\033[7m"\nk = 1 N*s/m\n' >"$box/x.law"
for command in laws check; do
    "$BR_TOOL" $command "$box/x.law" >"$box/out" 2>&1 || { echo "FAIL: $command x.law"; cat "$box/out"; failed=1; }
    if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" "$box/out"; then
        echo "FAIL: $command shows control characters of a law file"
        failed=1
    fi
done
exit $failed
