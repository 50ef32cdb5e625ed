#!/bin/sh
# test_tool_package.sh - `bristle emit --observer`: what is refused, in one line and with nothing written (H12, H13, B13).
. tests/kit/kit.sh
p=$box/p

# refused CODE WORDS ARGUMENT...: and no folder, not even a part of one, is left
refused() {
    wrong "$@"
    [ -z "$(find "$box" -name 'p*' ! -path "$box/out" ! -name 'p.law')" ] || { echo "FAIL: something is left of: $*"; failed=1; rm -rf "$p"*; }
}

# with CODE WORDS ARGUMENT...: of a package that is otherwise right
with() {
    code=$1 words=$2
    shift 2
    refused "$code" "$words" emit lugre --params table-I --observer ekf -o "$p" "$@"
}

for name in int main ../x 'a";system("x' '*/' 9lives _x 'a b' br_x a/b "$(printf 'a\nb')" '??/' "$(printf '%10000s' x)"; do
    with 2 'is not a valid C name' --prefix "$name"
done
# Names of C, its library and its headers; and those that the package itself has, or that its law has.
for name in index printf stdin va_list size_t uint8_t NULL FLT_MAX unix typeof log expf abs time signal gamma y0 wait errno I NAN M_PI \
    string Math stdint br BR Selftest; do
    with 2 'is not a valid C name' --prefix "$name"
done
for name in flow first i step object vector_u read_all FOUND row number sd u v z mtx; do
    with 2 "--prefix '$name' gives a name that" --prefix "$name"
done
with 2 'are two models; give one' --model dahl
refused 2 'MODEL is missing' emit --params table-I --observer ekf -o "$p"
with 2 'not a number from' --rate 0
with 2 'not a number from' --rate nan
with 2 'not a number from' --gate -1
with 2 'not a number from' --samples 9
with 2 'not a number from' --samples 1e7
with 2 'needs --observer mhe' --horizon 5
with 2 'needs --observer mhe' --bounds 'z = 0..1 m'
with 2 'needs --observer mhe' --mixed
refused 2 '--method needs --fmu or --observer' emit lugre --method rk4 -o "$p"
with 2 'is not a fixed-step method' --method stiff
with 2 "--substeps '1.5' is not an integer" --substeps 1.5
with 2 'not a number from' --substeps 0
refused 2 '--substeps needs --observer ekf, ukf or mhe' emit lugre --params table-I --observer ep --substeps 2 -o "$p"
refused 2 '--substeps needs --observer' emit lugre --substeps 2 -o "$p"
with 2 '--step needs --fmu' --step '1 us'
with 2 '--to needs --as' --to 5
with 2 'shorter than the sample time at 1000 Hz' --correct-every '0.5 ms'
with 2 'not a number from' --rate '1 m'
with 2 "--most" --most 'z = -1 m'
with 3 'F never changes: nothing can be estimated from it along the samples made of the model' --at 'v = 0 m/s'
with 2 "in float are too small or too large" --float --noise 'F = 1e-30 N'
refused 2 'give one of them' emit lugre --params table-I --observer mhe --mixed --float -o "$p"
refused 2 'has no effect on a compensator' emit lugre --params table-I --mass 1 --compensator mhe --mixed -o "$p"
refused 2 'cannot be combined with --fmu' emit lugre --params table-I --observer mhe --mixed --fmu 2 -o "$p"
refused 2 '--mixed needs --observer' emit lugre --mixed -o "$p"
with 2 "--correct-every" --correct-every fast
refused 2 '--bounds: z needs low..high' emit lugre --params table-I --observer mhe --bounds 'z = 0..1 N' -o "$p"
refused 2 '--correct-every needs --observer ekf, ukf or mhe' emit elasto-plastic --params table-I --observer ep --correct-every 0.01 -o "$p"
refused 2 '--correct-every: v is estimated, one value for an interval' emit lugre --params table-I --observer mhe --estimate v \
    --noise 'F = 0.1 N, z = 10 nm, v = 10 um/s' --prior 'z = 1 um' --most 'z = 20 um' --correct-every 0.01 -o "$p"
with 2 '--arrival needs --observer mhe' --arrival smoothed
with 2 '--process-noise needs --observer mhe' --process-noise arrival
refused 2 '--huber needs --observer mhe' emit lugre --huber 2 -o "$p"
refused 2 "--arrival 'late' is not one of kuehl, smoothed, hessian, constant" emit lugre --params table-I --observer mhe --arrival late -o "$p"
refused 2 "--levenberg '-1' is not a number from 0 to 1e+09" emit lugre --params table-I --observer mhe --levenberg -1 -o "$p"
refused 2 'parameters are shared' emit lugre --params table-I --observer mhe --process-noise arrival --parameters states -o "$p"
with 2 "--estimate: 'nothing'" --estimate nothing
with 2 "--noise" --noise 'F = -1 N'
with 3 'nothing is measured' --measured nothing
refused 2 "--particles '20.5' is not an integer from 16 to 65536" emit lugre --params table-I --observer particle --particles 20.5 -o "$p"
refused 2 "--horizon '4.5' is not an integer from 1 to 10000" emit lugre --params table-I --observer mhe --horizon 4.5 -o "$p"
refused 2 "--iterations '1.5' is not an integer from 1 to 100" emit lugre --params table-I --observer mhe --iterations 1.5 -o "$p"
refused 2 'is not one of ekf, ukf, particle, mhe, ep' emit lugre --params table-I --observer kalman -o "$p"
refused 2 'has no effect on a compensator' emit lugre --params table-I --mass 1 --compensator lugre --observer ekf -o "$p"
refused 2 'there is no compensator' emit lugre --params table-I --mass 1 --compensator kalman -o "$p"
refused 2 'there is no compensator' emit lugre --params table-I --mass 1 --compensator "$(printf 'a"\nb')" -o "$p"
refused 2 'bristle emit: no mass; give --mass' emit lugre --params table-I --compensator lugre -o "$p"
refused 2 'bristle emit: --limits' emit lugre --params table-I --mass 1 --compensator lugre --limits 'x = 1 N' -o "$p"
refused 2 'is not a friction law' emit mass --params fig-2 --compensator pid --mass 1 -o "$p"
refused 2 '--compensator cannot be combined with --as' emit lugre --params table-I --mass 1 --compensator lugre --as modelica -o "$p"
refused 2 '--stroke needs --compensator' emit lugre --params table-I --observer ekf --stroke 1 -o "$p"
refused 2 '--rate needs --observer or --compensator' emit lugre --rate 5 -o "$p"
refused 2 'goes with the law elasto-plastic' emit lugre --params table-I --observer ep -o "$p"
refused 2 'takes no noise' emit elasto-plastic --params table-I --observer ep --estimate FC -o "$p"
refused 2 'has no states' emit coulomb --params fig-3.1 --observer ekf -o "$p"
refused 4 'no value for' emit lugre --observer ekf -o "$p"
refused 2 'a package is a folder' emit lugre --params table-I --observer ekf -o -

# The README has numbers in their units, and what they count in; what nobody gave is said to be found along the model itself.
quietly "$BR_TOOL" emit lugre --params table-I --at 'FC = 9 N, FS = 10 N' --observer ekf --estimate FC --rate '2 kHz' --correct-every '1.6 ms' \
    --noise 'F = 0.1 N, z = 1e-6 m, FC = 1 %' --prior 'z = 1e-6 m, FC = 30 %' --most 'z = 1e-5 m' --gate 5 -o "$box/readme"
for line in '| FC | N | 9 | 2.7 | 2.7 | 16.2 | 9 |' '| gate, standard deviations | 5 |' 'correction to the next | 3 |' '| FC | N | 9 | > 0 |' 'at 2000 Hz'; do
    has README "$box/readme/README.md" "$line"
done
has 'the interval of corrections' "$box/log" 'correction every 3 samples, 0.0015 s'
! grep -q 'warning: noise' "$box/log" || { echo 'FAIL: a warning of noise that was given'; failed=1; }
quietly "$BR_TOOL" emit lugre --params table-I --observer ekf -o "$box/guessed"
has 'noise that was not given' "$box/log" 'warning: noise not given by --noise'
quietly "$BR_TOOL" emit elasto-plastic --params table-I --observer ekf --noise 'F = 0.1 N' -o "$box/required"
has 'what the law requires' "$box/required/README.md" 'Required: `zba < FC/sigma0`'

# It says how it was made, without where: the same bytes, wherever its files and folder are, and in whatever order it was said.
printf 'sigma0 = 1e5 N/m\nsigma1 = 300 N*s/m\nsigma2 = 0.4 N*s/m\nFC = 1 N\nFS = 1.5 N\nvs = 0.001 m/s\n' >"$box/it's mine"
mkdir "$box/there"
cp laws/lugre.law laws/viscous.law "$box/there" && cp "$box/it's mine" "$box/there"
quietly "$BR_TOOL" emit laws/lugre.law --params "$box/it's mine" --observer ekf --noise 'F = 0.1 N' --float -o "$box/made"
(cd "$box/there" && quietly "$BR_TOOL" emit --noise='F = 0.1 N' -o made --float --force --observer ekf --params "it's mine" --model lugre.law)
quietly diff -r "$box/made" "$box/there/made"
has 'how it was made' "$box/made/README.md" "    bristle emit lugre.law --float --params 'it'\\''s mine' --observer ekf --noise 'F = 0.1 N' -o FOLDER"

# Noise is what it is, however rare corrections are, and however long the self-test is.
quietly "$BR_TOOL" emit lugre --params table-I --observer ekf -o "$box/noise"
for more in "--correct-every 0.01" "--correct-every 0.1" "--samples 1000"; do
    # shellcheck disable=SC2086
    quietly "$BR_TOOL" emit lugre --params table-I --observer ekf $more -o "$box/noise2"
    sed -n '/^## Weights/,/^## Param/p' "$box/noise/README.md" >"$box/weights"
    sed -n '/^## Weights/,/^## Param/p' "$box/noise2/README.md" | quietly diff - "$box/weights"
    rm -r "$box/noise2"
done

# Folders that are there, or cannot be: exit code 6, and what is there stays.
wrong 6 'exists already' emit lugre --params table-I --observer ekf -o "$box"
: >"$box/file"
wrong 6 'exists already' emit lugre --params table-I --observer ekf -o "$box/file"
wrong 6 'exists already' emit lugre --params table-I --observer ekf -o "$box/file" --force
wrong 6 'No such file or directory' emit lugre --params table-I --observer ekf -o "$box/no/such/folder"
wrong 6 'Not a directory' emit lugre --params table-I --observer ekf -o "$box/file/x"
ln -s "$box/nowhere" "$box/link"
wrong 6 'exists already' emit lugre --params table-I --observer ekf -o "$box/link"
[ ! -e "$box/nowhere" ] && [ ! -s "$box/file" ] || { echo 'FAIL: something was written'; failed=1; }

# --force replaces all files or none, and nothing else; a folder may be given with a slash behind it.
mkdir -p "$box/old/axis.c" && echo mine >"$box/old/axis.h"
wrong 6 'axis.c: is a folder' emit lugre --params table-I --observer ekf --prefix axis -o "$box/old" --force
[ "$(cat "$box/old/axis.h")" = mine ] && [ "$(find "$box/old" | wc -l)" -eq 3 ] || { echo 'FAIL: --force leaves half a package'; failed=1; }
rmdir "$box/old/axis.c" && echo mine >"$box/old/notes"
quietly "$BR_TOOL" emit lugre --params table-I --observer ekf --prefix axis -o "$box/old" --force
quietly "$BR_TOOL" emit lugre --params table-I --observer ekf --prefix axis -o "$box/new/"
rm "$box/old/notes" && quietly diff -r "$box/old" "$box/new"

# Without --measured, what a plant measures is a position and no friction force.
quietly "$BR_TOOL" emit two-mass --params table --observer ekf -o "$box/two"
has 'two-mass' "$box/two/observer.h" OBSERVER_Y_x1

# --sizes: what was used of a painted stack is within the worst of the call graph; nothing is left, also where it is killed (H6).
if command -v arm-none-eabi-gcc >/dev/null 2>&1 && command -v qemu-system-arm >/dev/null 2>&1; then
    mkdir "$box/tmp"
    TMPDIR=$box/tmp quietly "$BR_TOOL" emit elasto-plastic --params table-I --observer ep --float --sizes -o "$box/sized"
    awk -F'[|()]' '/Cortex/ { rows++; bad += !($6 > 0 && $6 <= $5 + 0) } END { exit rows != 2 || bad }' "$box/sized/README.md" ||
        { echo 'FAIL: --sizes: more of the stack is used than the worst'; grep Cortex "$box/sized/README.md"; failed=1; }
    TMPDIR=$box/tmp "$BR_TOOL" emit elasto-plastic --params table-I --observer ep --sizes -o "$box/killed" >/dev/null 2>&1 &
    killed=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do
        [ -z "$(ls "$box/tmp")" ] || break
        sleep 0.1
    done
    kill -9 $killed 2>/dev/null || true
    wait $killed 2>/dev/null || true
    for i in 1 2 3 4 5 6 7 8 9 10; do
        [ -n "$(ls "$box/tmp")" ] || break
        sleep 0.5
    done
    [ -z "$(ls "$box/tmp")" ] || { echo "FAIL: --sizes leaves $(ls "$box/tmp")"; failed=1; }
fi

[ $failed -eq 0 ]
