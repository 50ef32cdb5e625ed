#!/bin/sh
# test_tool_words.sh - what a law says of its numbers stands in headers, READMEs and descriptions of FMUs, and stays words whatever
# it is: no comment of C ends or goes on, no table falls apart, no XML breaks (H13).
# shellcheck disable=SC1003,SC2016 # quotes and backslashes are meant
. tests/kit/kit.sh
warn='-Wall -Wextra -Wpedantic -Werror'

# Friction after Dahl whose words end comments, carry lines on, close tags and tables, and steer terminals.
long=$(printf '%399s' x | tr ' ' '/')
{
    printf 'law hostile "title */ ??/ <&> | %%s \\"\nversion 1\nsource "*/ // \\"\n'
    printf 'input  v m/s "v ends */ #error v\\"\n'
    printf 'state  z m "z goes on ??/"\n'
    printf 'param  sigma0 N/m > 0 "begins /* or // #error \\\\"\n'
    printf 'param  FC N > 0 "<b a='"'x'"'>&amp; ]]> --> <!-- <script>"\n'
    printf 'param  c1 N*s/m >= 0 "a | b || c \\| d `e| f` [g](h) ![i](j) *k* _l_ ~~m~~ $n$"\n'
    printf 'param  c2 N*s/m >= 0 "%%s %%n %%d 100 %% @ ^ ??/??/ ???? \\\\n"\n'
    printf 'param  c3 N*s/m >= 0 "Kr\303\244fte \346\221\251\346\223\246 \342\200\256 \342\200\250 \357\277\276 \360\237\230\200"\n'
    printf 'param  c4 N*s/m >= 0 "\001\033[31m\177\302\205\t\b\f"\n'
    printf 'param  c5 N*s/m >= 0 "\377\300\200\355\240\200\342\200"\n'
    printf 'param  c6 N*s/m >= 0 "%s"\n' "$long"
    printf 'param  c7 N*s/m >= 0 "\\"\nparam  last N*s/m >= 0 "plain words"\n'
    printf 'output F N "F: the force */ \\"\n'
    printf 'z'"'"' = v - sigma0*abs(v)/FC*z\nF = sigma0*z + (c1 + c2 + c3 + c4 + c5 + c6 + c7 + last)*v\n'
    printf 'set some\nsigma0 = 1e5 N/m\nFC = 1 N\nlast = 0.4 N*s/m\n'
    for i in 1 2 3 4 5 6 7; do echo "c$i = 0 N*s/m"; done
} >"$box/hostile.law"

# tables FILE: every row has the cells of its head, and nothing that is markup or steers stands there
tables() {
    sed 's/&#[0-9]*;//g' "$1" | awk -F'|' '!/^\|/ { cells = 0; next } cells == 0 { cells = NF } NF != cells { print; bad = 1 } END { exit bad }' ||
        { echo "FAIL: $1: a table falls apart"; exit 1; }
    ! sed '/^| .* > *0\|^| .* >= *0/s/>=* 0//' "$1" | grep -n '^|.*[<>`]' | grep -v '\\`' || { echo "FAIL: $1: markup"; exit 1; }
    ! LC_ALL=C grep -n "$(printf '[\001-\010\013-\037\177]')" "$1" || { echo "FAIL: $1: control characters"; exit 1; }
}

# plain FILE...: ASCII without backslashes and trigraphs in comments
plain() {
    for file; do
        ! LC_ALL=C grep -n '[^ -~]' "$file" || { echo "FAIL: $file is not ASCII"; exit 1; }
        ! grep -nE '//.*(\\|\?\?|/\*|\*/)' "$file" || { echo "FAIL: $file: a comment that ends or goes on"; exit 1; }
    done
}

# places NAME...: parameters stand in this order, and what $more says
places() {
    {
        printf '#include "axis.h"\nint main(void)\n{\n    return '
        n=0
        for name; do
            printf '!(AXIS_P_%s == %d) || ' "$name" $n
            n=$((n + 1))
        done
        echo "$more AXIS_PARAMETERS != $n; }"
    } >"$box/places.c"
    quietly "$BR_CC" -std=c99 -I "$box/p" "$box/places.c" -o "$box/places"
    quietly "$box/places"
}

# package ARGUMENTS...: without a warning in any C, and to the bits of the library
package() {
    rm -rf "$box/p"
    quietly "$BR_TOOL" emit "$box/hostile.law" --params some --prefix axis -o "$box/p" "$@"
    plain "$box/p/axis.h" "$box/p/selftest.c"
    tables "$box/p/README.md"
    for standard in c99 gnu11; do
        # shellcheck disable=SC2086
        quietly "$BR_CC" -std=$standard $warn -Wtrigraphs -O0 -fsyntax-only "$box/p/axis.c" "$box/p/selftest.c"
    done
    # shellcheck disable=SC2086
    if command -v clang >/dev/null; then quietly clang -std=c99 $warn -Wdocumentation -fsyntax-only "$box/p/axis.c" "$box/p/selftest.c"; fi
    # shellcheck disable=SC2086
    if command -v g++ >/dev/null; then quietly g++ -std=c++98 $warn -fsyntax-only -x c++ "$box/p/axis.h"; fi
    # shellcheck disable=SC2086
    quietly "$BR_CC" -std=c99 $warn -O0 "$box/p/axis.c" "$box/p/selftest.c" -lm -o "$box/selftest"
    quietly "$box/selftest"
    has "$*" "$box/log" PASS
}

# described VERSION WORDS ARGUMENTS...: the description of an FMU is XML, and sources compile
described() {
    version=$1 words=$2
    shift 2
    rm -rf "$box/it" "$box/it.fmu"
    quietly "$BR_TOOL" emit "$box/hostile.law" --params some --fmu "$version" -o "$box/it.fmu" "$@"
    mkdir "$box/it"
    quietly "$box/import" unzip "$box/it.fmu" "$box/it"
    xml=$box/it/modelDescription.xml
    # shellcheck disable=SC2086
    quietly "$BR_CC" -std=c99 $warn -O0 -fsyntax-only "$box"/it/sources/*.c
    has "$*" "$xml" "description=\"$words\""
    command -v xmllint >/dev/null || return 0
    quietly xmllint --noout "$xml"
    is "FMI $version $*: FC" "<b a='x'>&amp; ]]> --> <!-- <script>" "$(xmllint --xpath "string(//*[@name='${part}FC']/@description)" "$xml")"
    is "FMI $version $*: c2" '%s %n %d 100 % @ ^ ??/??/ ???? \\n' "$(xmllint --xpath "string(//*[@name='${part}c2']/@description)" "$xml")"
}

quietly "$BR_CC" -std=c99 -O1 tests/emit/fmu_import.c -ldl -o "$box/import"
more='AXIS_U_v != 0 || AXIS_Y_F != 0 || AXIS_X_z != 0 || AXIS_F_F != 0 ||'
for kind in ekf 'mhe --horizon 3'; do
    # shellcheck disable=SC2086
    package --observer $kind --noise 'F = 0.05 N, z = 1e-7 m'
    places sigma0 FC c1 c2 c3 c4 c5 c6 c7 last
done
has 'words in a header' "$box/p/axis.h" '// N*s/m, plain words'
has 'words in a README' "$box/p/README.md" '| last | N*s/m | 0.4 | >= 0 | plain words |'
has 'letters in a README' "$box/p/README.md" "| $(printf 'Kr\303\244fte \346\221\251\346\223\246') "
has 'what steers in a README' "$box/p/README.md" '&#92;xe2&#92;x80&#92;xae'
has 'what steers in a README' "$box/p/README.md" '\[31m &#92;xc2&#92;x85'
has 'pipes in a README' "$box/p/README.md" 'a &#124; b &#124;&#124; c &#92;&#124; d \`e&#124; f\` \[g\](h)'
more='AXIS_Y_position != 0 || AXIS_X_x != 0 || AXIS_X_v != 1 || AXIS_X_fr_z != 2 ||'
package --mass 1 --compensator ekf --rate 1000 --stroke 5e-4 --period 0.1
places m fr_sigma0 fr_FC fr_c1 fr_c2 fr_c3 fr_c4 fr_c5 fr_c6 fr_c7 fr_last
has 'the parameters of a compensator' "$box/p/README.md" '| fr.last | N*s/m | 0.4 | >= 0 | plain words |'
has 'the states of a compensator' "$box/p/selftest.c" '"fr.z"'
part=
described 2 'plain words'
described 3 'F: the force */ \'
described 3 'standard deviation: F: the force */ \' --observer ekf --noise 'F = 0.05 N, z = 1e-7 m'
part=fr.
described 2 'estimated: z goes on ??/' --mass 1 --compensator ekf --rate 1000 --stroke 5e-4 --period 0.1
has 'settings' "$xml" 'description="proportional gain"'

# All that the laws of the library say of their numbers arrives.
quietly "$BR_TOOL" emit sgms --params table-4.1 --observer ekf --noise 'F = 0.05 N, z = 0.1 N' --prefix axis -o "$box/sgms"
has 'elements' "$box/sgms/axis.h" ', and the 3 behind it: '
