#!/bin/sh
# test_misra.sh - sources of packages break no rule of MISRA C:2012 that docs/misra.md does not list (H4, H5): no goto, no recursion, no VLA.
#
# BR_COUNT of a million or more (make soak): a package of every kind of observer, flow and compensator.
. tests/kit/kit.sh
p=$box/p
command -v cppcheck >/dev/null 2>&1 || { echo 'skipped: needs cppcheck (scripts/deps all)'; exit 77; }

# broken FILE: the rules that it breaks
broken() {
    cppcheck --quiet --std=c99 --addon=misra --enable=style -D__GNUC__ -D__STDC__ -D__STDC_VERSION__=199901L -I "$p" "$1" 2>&1 |
        grep -oE 'misra-c2012-[0-9.]+' | sed 's/.*-//' | sort -u
}

listed() { sed -n 's/^| \([0-9.]*\) |.*/\1/p' docs/misra.md | sort; }
listed >"$box/listed"

mkdir "$p"
printf 'int f(int a);\nint f(int a)\n{\n    return a + 017;\n}\n' >"$p/octal.c"
broken "$p/octal.c" >"$box/octal"
grep -qx 7.1 "$box/octal" || { echo 'skipped: needs the MISRA addon of cppcheck'; exit 77; } # an octal constant
[ -n "$(comm -13 "$box/listed" "$box/octal")" ] || { echo 'FAIL: an octal constant is not seen'; exit 1; }

# kept ARGUMENTS...: its package breaks nothing else
kept() {
    rm -rf "$p"
    quietly "$BR_TOOL" emit "$@" --prefix axis -o "$p"
    for source in "$p"/axis*.c; do
        broken "$source"
    done | sort -u >"$box/broken"
    comm -13 "$box/listed" "$box/broken" >"$box/new"
    [ -s "$box/broken" ] || { echo "FAIL: cppcheck says nothing of: $*"; exit 1; }
    [ ! -s "$box/new" ] || { echo "FAIL: emit $* breaks rules that docs/misra.md does not list: $(tr '\n' ' ' <"$box/new")"; exit 1; }
}

quick='--rate 1000 --stroke 5e-4 --period 0.1'
kept elasto-plastic --params table-I --observer ep --float
if [ "${BR_COUNT:-0}" -ge 1000000 ]; then
    kept lugre --params table-I --observer ekf --estimate FC
    kept gms --params table-4.1 --observer ekf --float
    kept sgms --params table-4.1 --observer ukf --float
    kept sgms --params table-4.1 --observer mhe --estimate 'kappa[3]' --bounds 'kappa[3] = 0..500 N/mm'
    kept lugre --params table-I --observer mhe --mixed
    for name in none disturbance coulomb stribeck model dahl lugre elasto-plastic adaptive ekf-lugre mhe-lugre; do
        # shellcheck disable=SC2086
        kept lugre --params table-I --mass 1 $quick --compensator $name
    done
    # shellcheck disable=SC2086
    kept sgms --params table-4.1 --mass 20 $quick --compensator ekf --float
fi
