#!/bin/sh
# test_nasty_inputs.sh - nothing that is not finite leaves a package, whatever comes in and whatever settings, parameters and
# weights are: D1, D12. An input beyond 1e9 is left out, counted, and not held. Gains beyond 1e15 are refused.
. tests/kit/kit.sh
p=$box/p

# fed KIND ARGUMENTS...: the package, fed with every nasty number in each input and in each of its settings
fed() {
    kind=$1
    shift
    rm -rf "$p"
    quietly "$BR_TOOL" emit "$@" --prefix axis -o "$p"
    has=
    grep -q '^axis_real \*axis_parameters' "$p/axis.h" && has=-DHAS_PARAMETERS
    grep -q '^axis_real axis_value' "$p/axis.h" && has="$has -DHAS_VALUES"
    level=-O0
    case $* in *mhe*) level=-O1 ;; esac # longer to run than to compile
    # shellcheck disable=SC2086
    "$BR_CC" -std=c99 $level -w "-D$kind" $has -I "$p" tests/emit/nasty.c "$p"/axis*.c -lm -o "$box/nasty" ||
        { echo "FAIL: $* does not compile"; exit 1; }
    "$box/nasty" >"$box/out" || { echo "FAIL: $*: $(cat "$box/out")"; exit 1; }
    echo "  $*: $(tail -n 1 "$box/out")"
}

for real in '' --float; do
    for observer in ekf ukf mhe; do
        # shellcheck disable=SC2086
        for gate in '' '--gate none'; do
            fed OBSERVER lugre --params table-4.1 --observer $observer --estimate 'FC, sigma0' $gate $real
        done
    done
    # shellcheck disable=SC2086
    fed OBSERVER sgms --params table-4.1 --observer ekf --estimate 'FC' $real
    # shellcheck disable=SC2086
    fed ELASTO elasto-plastic --params table-I --observer ep $real
done

for compensator in none pid disturbance coulomb stribeck model dahl lugre observer elasto-plastic adaptive ekf-lugre \
    mhe-lugre; do
    fed COMPENSATOR lugre --params table-I --mass '1 kg' --compensator $compensator
done
for compensator in pid disturbance dahl lugre elasto-plastic adaptive ekf mhe; do
    fed COMPENSATOR lugre --params table-I --mass '1 kg' --compensator $compensator --float
done

# what a command line asks for has a plausible range, too
for by in "--bandwidth 1e10" "--stroke 1e12" "--share 1e20" "--dead-band 1e12" "--bandwidth 9e8"; do
    # shellcheck disable=SC2086
    wrong 2 "beyond 1e" emit lugre --params table-I --mass '1 kg' --compensator coulomb $by -o "$box/q"
    # shellcheck disable=SC2086
    wrong 2 "beyond 1e" control lugre --params table-I --mass '1 kg' --compensators coulomb $by
done
wrong 2 "beyond 1e15" emit lugre --params table-I --mass '1e20 kg' --compensator coulomb -o "$box/q"
wrong 2 "beyond 1e15" control lugre --params table-I --mass '1 kg' --compensators coulomb --limits 'F = 1e200 N'
