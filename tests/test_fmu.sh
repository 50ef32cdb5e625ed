#!/bin/sh
# test_fmu.sh - FMUs of laws and plants: a strict importer takes them apart and steps them to the bits of bristle simulate.
. tests/kit.sh
quietly "$BR_CC" -std=c99 -O1 -Wall -Wextra -Werror tests/fmu_import.c -ldl -o "$box/import"
CC=$BR_CC
export CC
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: needs Linux on x86-64, whose folder of binaries is known"; exit 77; }

# rules FOLDER VERSION: what must hold of a description, beyond being well-formed.
rules() {
    xml=$1/modelDescription.xml
    build=$1/sources/buildDescription.xml # of FMI 3
    [ "$2" = 2 ] && build=
    # shellcheck disable=SC2086 # a file or none
    if command -v xmllint >/dev/null; then quietly xmllint --noout "$xml" $build; fi
    has "$xml" "$xml" "fmiVersion=\"$2.0\""
    is "$xml: references are told apart" "" "$(grep -o 'valueReference="[0-9]*" causality' "$xml" | sort | uniq -d)"
    for unit in $(sed -n 's/.* unit="\([^"]*\)".*/\1/p' "$xml" | sort -u); do
        has "$xml: units are defined" "$xml" "<Unit name=\"$unit\">"
    done
    is "$xml: inputs and parameters start somewhere" "" \
        "$(grep -E 'causality="(input|parameter)"' "$xml" | grep -v 'start="' || true)"
    is "$xml: all outputs are in the structure" "$(grep -c 'causality="output"' "$xml")" \
        "$(if [ "$2" = 2 ]; then sed -n '/<Outputs>/,/<\/Outputs>/p' "$xml" | grep -c Unknown; else grep -c '<Output ' "$xml"; fi)"
    for file in $(sed -n 's/.*<\(Source\)*File name="\([^"]*\)".*/\2/p' "$xml" ${build:+"$build"}); do
        [ -f "$1/sources/$file" ] || { echo "FAIL: $1: no source $file"; exit 1; }
    done
    quietly "$BR_CC" -std=c99 -O1 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$1"/sources/*.c
}

# fmu VERSION INPUTS STATES OUTPUTS METHOD DRIVE MODEL OPTIONS...
fmu() {
    version=$1 inputs=$2 states=$3 outputs=$4 method=$5 drive=$6 model=$7
    shift 7
    rm -rf "$box/it" "$box/it.fmu"
    quietly "$BR_TOOL" emit "$model" "$@" --fmu "$version" --method "$method" --step 1e-4 -o "$box/it.fmu"
    has "emit $model" "$box/log" "sources and binary"
    mkdir "$box/it"
    quietly "$box/import" unzip "$box/it.fmu" "$box/it"
    rules "$box/it" "$version"
    quietly "$BR_TOOL" simulate "$model" "$@" --method "$method" --step 1e-4 --until 0.05 --input "$drive" --csv "$box/it.csv"
    key=$(sed -n 's/.*\(guid\|instantiationToken\)="\([^"]*\)".*/\2/p' "$box/it/modelDescription.xml")
    quietly "$box/import" run "$version" "$box"/it/binaries/*/*.so "$key" "$box/it.csv" "$inputs" "$states" "$outputs" 1e-4
    echo "pass: FMI $version, $model, $method: $(cat "$box/log") as simulated"
}

sine='v = 2e-3*sin(200*t) m/s'
fmu 2 1 1 1 exponential "$sine" lugre --params table-I
fmu 3 1 4 1 rosenbrock "$sine" sgms --params table-4.1
fmu 2 1 3 1 gauss4 'u = 3*sin(100*t) N' mass --at 'friction = lugre, fr = table-I, m = 1 kg'
fmu 3 1 2 1 lie 'u = square(20) N*m' drive-train --params nominal
fmu 3 1 0 1 rk4 "$sine" stribeck --params fig-3.1a

# What cannot be: words, and no file.
wrong 2 "neither 2 nor 3" emit lugre --params table-I --fmu 4 -o "$box/no.fmu"
wrong 2 "none of fixed step" emit lugre --params table-I --fmu 2 --method stiff -o "$box/no.fmu"
wrong 2 "does not fit" emit mass --at 'friction = lugre, fr = table-I, m = 1 kg' --fmu 2 --method exponential -o "$box/no.fmu"
wrong 4 "no value for" emit lugre --fmu 2 -o "$box/no.fmu"
wrong 6 "--force replaces it" emit lugre --params table-I --fmu 2 -o "$box/it.fmu"
[ ! -e "$box/no.fmu" ] || { echo "FAIL: a file was written"; exit 1; }

# Without a compiler: the sources alone, and one line that says so.
CC=/nowhere/cc quietly "$BR_TOOL" emit dahl --params example --fmu 3 -o "$box/bare.fmu"
has "without a compiler" "$box/log" "sources only"

# The lines of docs/fmi.md, in a folder that has a law of one's own; without binaries, which are the same as above.
mkdir "$box/page" "$box/bin"
ln -s "$BR_TOOL" "$box/bin/bristle"
printf 'law own\ninput v m/s\nparam c N*s/m > 0\noutput F N\nF = c*v\n' >"$box/page/own.law"
sed -n 's/^    \(bristle .*\)/\1/p' docs/fmi.md >"$box/page/lines"
is "docs/fmi.md" 5 "$(grep -c . "$box/page/lines")"
(cd "$box/page" && PATH="$box/bin:$PATH" CC=/nowhere/cc quietly sh -eu lines)
is "docs/fmi.md" 5 "$(find "$box/page" -name '*.fmu' | grep -c .)"
exit $failed
