#!/bin/sh
# test_licence.sh - every file that is emitted states its terms in its first line, XML behind its declaration, and a README in words (docs/adr/0029).
. tests/kit/kit.sh
line='SPDX-License-Identifier: MIT-0'
files=0

# states FILE: its head says the terms, once
states() {
    case $1 in
    *.md) has "$1" "$1" 'Licence: MIT-0. All of it is yours' ;;
    *modelDescription.xml | *buildDescription.xml) is "$1" "<!-- $line -->" "$(sed -n 2p "$1")" ;;
    *.xml | *.urdf) is "$1" "<!-- $line -->" "$(head -n 1 "$1")" ;;
    *.csv) is "$1" "# $line" "$(head -n 1 "$1")" ;;
    *) is "$1" "// $line" "$(head -n 1 "$1")" ;;
    esac
    case $1 in *.md) ;; *) is "$1: once" 1 "$(grep -c SPDX "$1")" ;; esac
    files=$((files + 1))
}

# package NAME MODEL ARGUMENTS...
package() {
    name=$1
    shift
    quietly "$BR_TOOL" emit "$@" --prefix axis -o "$box/$name"
    for file in "$box/$name"/*; do states "$file"; done
}
package ekf lugre --params table-I --noise F=0.1N --observer ekf
package mixed sgms --params table-4.1 --noise F=0.1N,z=0.1N --observer mhe --horizon 4 --mixed
package ep elasto-plastic --params table-I --observer ep --float
package compensator lugre --params table-I --mass 1 --rate 1000 --compensator dahl

quietly "$BR_TOOL" emit lugre -o "$box/lugre.c"
states "$box/lugre.c"
for export in modelica=lugre.mo mujoco=joint.xml dcmotor=motor.xml urdf=joint.urdf cia402=friction.csv; do
    quietly "$BR_TOOL" emit lugre --params table-I --as "${export%=*}" -o "$box/${export#*=}"
    states "$box/${export#*=}"
done

quietly "$BR_CC" -std=c99 -O0 tests/emit/fmu_import.c -ldl -o "$box/import"
for version in 2 3; do
    for kind in law observer compensator; do
        case $kind in
        law) set -- ;;
        observer) set -- --observer ekf --noise F=0.1N ;;
        compensator) set -- --mass 1 --rate 1000 --compensator dahl ;;
        esac
        CC=/nowhere quietly "$BR_TOOL" emit lugre --params table-I "$@" --fmu $version -o "$box/it.fmu" --force
        rm -rf "$box/it" && mkdir "$box/it"
        quietly "$box/import" unzip "$box/it.fmu" "$box/it"
        find "$box/it" -type f >"$box/all"
        while read -r file; do states "$file"; done <"$box/all"
        has "FMI $version" "$box/it/modelDescription.xml" ' license="MIT-0"'
    done
done
[ $files -gt 60 ] || { echo "FAIL: only $files files"; exit 1; }

# The text is that of the library less the sentence that asks for its notice.
sed -e '1s/.*/MIT License/' -e 's/^furnished to do so\./furnished to do so, subject to the following conditions:/' LICENSE.emitted >"$box/with"
is "less one sentence" 3 "$(diff LICENSE "$box/with" | grep -c '^[<>]')"
is 'which is this' 2 "$(diff LICENSE "$box/with" | grep -c 'The above copyright notice\|copies or substantial portions')"
echo "pass: $files files"
