#!/bin/sh
# test_saved.sh - a package restarts warm: from its state at any sample, saved as bytes, it goes on with the same bits, in another object and on
# another machine; what belongs to another package, is cut, or has any one bit flipped is refused and changes nothing.
. tests/kit/kit.sh
warn='-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
p=$box/p

# package MACROS MODEL ARGUMENTS...: in $p, and $box/saved made of it
package() {
    macros=$1
    shift
    shown="$*"
    rm -rf "$p"
    quietly "$BR_TOOL" emit "$@" --prefix axis -o "$p"
    # shellcheck disable=SC2046,SC2086
    quietly "$BR_CC" $warn -O1 $macros -I "$box" -I "$p" tests/emit/saved.c $(find "$p" -name 'axis*.c') -lm -o "$box/saved"
}

# warm MACROS MODEL ARGUMENTS...
warm() {
    package "$@"
    "$box/saved" >"$box/out" || { echo "FAIL: $shown:"; head -n 6 "$box/out"; exit 1; }
    has "$shown" "$box/out" pass
    echo "$(cat "$box/out"): $shown"
}

noise='--params table-I --noise F=0.1N'
# shellcheck disable=SC2086
{
    warm '-DCHANGES=5' lugre $noise --observer ekf
    warm '-DCHANGES=5' lugre $noise --observer ekf --estimate FC --correct-every 0.004 --float --samples 1000
    warm '-DCHANGES=5' lugre $noise --observer ukf
    warm '-DCHANGES=5' lugre $noise --observer particle --particles 20 --estimate FC --correct-every 0.002
    warm '' gms --params table-4.1 --noise F=0.1N,z=0.1N --observer particle --particles 16 --float
    warm '-DCHANGES=5 -DSLICED=1' lugre $noise --observer mhe --horizon 4 --estimate FC
    warm '-DSLICED=1' sgms --params table-4.1 --noise F=0.1N,z=0.1N --observer mhe --horizon 3 --iterations 2 --float --bounds 'z = -1..1 N'
    warm '-DSLICED=1' sgms --params table-4.1 --noise F=0.1N,z=0.1N --observer mhe --horizon 3 --mixed
    warm '-DCHANGES=4 -DSLICED=1' lugre $noise --observer mhe --horizon 4 --correct-every 0.003 --arrival hessian --process-noise arrival --levenberg 1e-3
    warm '' gms --params table-4.1 --noise F=0.1N,z=0.1N --observer ekf
    warm '' mass --at 'friction = lugre, fr = table-I, m = 1 kg' --noise 'x = 1 um, v = 1 mm/s, fr.z = 1e-6 m' --observer ekf
    warm '' mass --at 'friction = sgms, fr = table-4.1, m = 1 kg' --noise 'x = 1 um, v = 1 mm/s' --observer ekf --correct-every 0.005
    warm '' elasto-plastic --params table-I --observer ep
    axis='--params table-I --mass 1 --rate 1000'
    warm '-DCHANGES=2' lugre $axis --compensator dahl
    warm '-DCHANGES=3' lugre $axis --compensator lugre --float
    warm '-DCHANGES=2' lugre $axis --compensator disturbance
    warm '' lugre $axis --compensator elasto-plastic
    warm '-DCHANGES=6' lugre $axis --stroke 5e-4 --period 0.1 --compensator ekf
}

# Another machine, of other byte order and other sizes of pointers, reads it and goes on; so does this one with what was saved there.
skipped=
# shellcheck disable=SC2086
package '' lugre $noise --observer ekf --estimate FC
quietly "$box/saved" write "$box/here"
for machine in 'arm-linux-gnueabihf-gcc qemu-arm' 's390x-linux-gnu-gcc qemu-s390x'; do
    cc=${machine% *} qemu=${machine#* }
    if ! command -v "$cc" >/dev/null 2>&1 || ! command -v "$qemu" >/dev/null 2>&1; then
        skipped="$skipped $cc $qemu"
        continue
    fi
    quietly "$cc" -std=c99 -O1 -static -fexcess-precision=fast -I "$box" -I "$p" tests/emit/saved.c "$p/axis.c" -lm -o "$box/there"
    quietly "$qemu" "$box/there" read "$box/here"
    quietly "$qemu" "$box/there" write "$box/bytes"
    quietly cmp "$box/here" "$box/bytes"
    quietly "$box/saved" read "$box/bytes"
    echo "pass: $cc"
done
# The same package with other noise, in float, or for another rate is another one.
for other in '--noise F=0.2N' '--noise F=0.1N --float' '--noise F=0.1N --rate 2000'; do
    # shellcheck disable=SC2086
    package '' lugre --params table-I $other --observer ekf --estimate FC
    quietly "$box/saved" foreign "$box/here"
done
[ -z "$skipped" ] || { echo "skipped: needs$skipped (scripts/deps all); this machine passed"; exit 77; }
