#!/bin/sh
# test_fmu.sh - FMUs of laws, plants, observers and compensators: a strict importer takes them apart and steps them to the bits of
# bristle simulate and bristle observe.
. tests/kit/kit.sh
quietly "$BR_CC" -std=c99 -O1 -Wall -Wextra -Werror tests/emit/fmu_import.c -ldl -o "$box/import"
# The bits are those of every level of optimisation: all but the first are compiled at the fastest to compile.
printf '#!/bin/sh\nexec "%s" "$@" -O0\n' "$BR_CC" >"$box/cc"
chmod +x "$box/cc"
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
    is "$xml: an angle is a base unit" "" "$(grep '<Unit name="[^"]*rad' "$xml" | grep -v ' rad="-*[1-9]"' || true)"
    is "$xml: bounds stand at inputs and parameters" "" "$(grep -E ' (min|max)="' "$xml" | grep -Ev 'causality="(input|parameter)"' || true)"
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
    quietly "$box/import" run "$version" "$box"/it/binaries/*/*.so "$box/it/modelDescription.xml" "$box/it.csv" "$inputs" \
        "$states" "$outputs" 1e-4 law
    echo "pass: FMI $version, $model, $method: $(cat "$box/log") as simulated"
}

# together VERSION STEP NAME VALUE WORDS: of the last FMU, what the law requires of its parameters together
together() {
    quietly "$box/import" together "$1" "$box"/it/binaries/*/*.so "$box/it/modelDescription.xml" "$2" "$3" "$4" "$5, which does not hold for these values"
    echo "pass: FMI $1, $3 = $4: $5"
}

sine='v = 2e-3*sin(200*t) m/s'
fmu 2 1 1 1 exponential "$sine" lugre --params table-I
has "the method stands in the description" "$box/it/modelDescription.xml" "; method exponential; steps of 0.0001 s\""
has "bounds of the law" "$box/it/modelDescription.xml" 'name="FC" valueReference="6" causality="parameter" variability="tunable" initial="exact" description="Coulomb force"><Real unit="N" min="0" start="1"/>'
quietly "$box/import" hard 2 "$box"/it/binaries/*/*.so "$box/it/modelDescription.xml" 1e-4
echo "pass: lugre, $(cat "$box/log") of which the times are rounded"
cp -r "$box/it/sources" "$box/law"
CC=$box/cc
fmu 3 1 4 1 rosenbrock "$sine" sgms --params table-4.1
together 3 1e-4 'nu[2]' 0.9 "law sgms requires abs(sum(nu) - 1) <= 1e-6"
fmu 2 1 3 1 gauss4 'u = 3*sin(100*t) N' mass --at 'friction = lugre, fr = table-I, m = 1 kg'
fmu 2 1 6 1 gauss4 'u = 3*sin(100*t) N' mass --at 'friction = sgms, fr = table-4.1, m = 1 kg'
together 2 1e-4 'fr.nu[2]' 0.9 "law mass requires abs(sum(nu) - 1) <= 1e-6"
fmu 3 1 2 1 lie 'u = square(20) N*m' drive-train --params nominal
has "rad" "$box/it/modelDescription.xml" '<Unit name="rad/s"><BaseUnit s="-1" rad="1"/></Unit>'
fmu 3 1 0 1 rk4 "$sine" stribeck --params fig-3.1a
# C11: no conversion of a number that does not fit. A state that grows by e a step fails half-way in a long one. The compiler has arguments, and its code watches itself.
printf 'law grow\ninput v 1/s\nstate z m\nparam c N/m > 0\nz'"'"' = v*z\noutput F N\nF = c*z\n' >"$box/grow.law"
CC="$BR_CC -fsanitize=undefined,float-cast-overflow -fsanitize-undefined-trap-on-error"
fmu 2 1 1 1 rk4 'v = 2e-3*sin(200*t) 1/s' "$box/grow.law" --at 'c = 2 N/m, z = 1 m'
has "steps that fail half-way" "$box/log" " 1 bounds, "
is "steps that fail half-way" "" "$(grep ' 0 failed' "$box/log" || true)"
CC=$box/cc

# rows: time, inputs, measurements and results of the vectors of a package
rows() {
    awk -F'[{}]' '/vector_u/ { what = "u" } /vector_y/ { what = "y" } /vector_found/ { what = "f" } /^};/ { what = "" }
        what && /^ / { gsub(/ /, "", $2) }
        what == "u" && /^ / { u[n++] = $2 } what == "y" && /^ / { y[m++] = $2 ~ /e308/ ? "nan" : $2 }
        what == "f" && /^ / { f[k++] = $2 }
        END { for (i = 0; i < n; i++) printf "%.17g,%s,%s,%s\n", i / 1024, u[i], y[i], f[i] }' "$box/package/vectors.h" >"$box/rows"
}

# observer VERSION MODEL SET OBSERVER ARGUMENTS...: samples are those of the package's vectors, and so is the noise that is found.
observer() {
    version=$1 model=$2 set=$3
    shift 3
    rm -rf "$box/it" "$box/it.fmu" "$box/package"
    quietly "$BR_TOOL" emit "$model" --params "$set" --rate 1024 --observer "$@" --fmu "$version" -o "$box/it.fmu"
    has "emit $model" "$box/log" "sources and binary"
    mkdir "$box/it"
    quietly "$box/import" unzip "$box/it.fmu" "$box/it"
    rules "$box/it" "$version"
    quietly "$BR_TOOL" emit "$model" --params "$set" --rate 1024 --observer "$@" -o "$box/package"
    rows
    if [ "$1" = ep ]; then # the library's estimator; `bristle observe` has none
        { echo t,v,x,z,F; cat "$box/rows"; } >"$box/it.csv"
        shape='2 0 2' kind=estimator
    else
        { echo t,v,F; cut -d, -f1-3 "$box/rows"; } >"$box/log.csv"
        "$BR_TOOL" observe "$box/log.csv" --signals 't = t s, v = v m/s, F = F N' --model "$model" --params "$set" \
            --observer "$@" --csv "$box/observed.csv" >/dev/null 2>"$box/err" || true # whether it can be trusted is not the question
        # t, F, F_est, F_sd, innovation and its sd, then numbers with their sd; of a horizon its cost and gradient
        paste -d, "$box/log.csv" "$box/observed.csv" | awk -F, -v last="$([ "$1" = mhe ] && echo 2 || echo 0)" '{
            line = $1 "," $2 "," $3
            for (i = 10; i <= NF - last; i += 2) line = line "," $i
            for (i = 11; i <= NF - last; i += 2) line = line "," $i
            print line "," $6 "," $7 }' >"$box/it.csv"
        if [ "$1" = mhe ]; then # the library's horizon, whose standard deviations `observe` rounds another way
            { head -n 1 "$box/it.csv"; cat "$box/rows"; } >"$box/told.csv"
            paste -d, "$box/it.csv" "$box/told.csv" | awk -F, 'NR > 1 { for (i = 4; i <= NF/2; i++) { d = $i - $(i + NF/2)
                if (d*d > 1e-24*$i*$i) bad++; n++ } } END { exit bad > 0 || n < 1000 }' || { echo "FAIL: mhe is not as observed"; exit 1; }
            mv "$box/told.csv" "$box/it.csv"
        fi
        numbers=$(head -n 1 "$box/it.csv" | awk -F, '{ print (NF - 5)/2 }')
        shape="2 $numbers $((numbers + 2))" kind=observer
    fi
    # shellcheck disable=SC2086 # three words
    quietly "$box/import" run "$version" "$box"/it/binaries/*/*.so "$box/it/modelDescription.xml" "$box/it.csv" $shape \
        0.0009765625 $kind
    echo "pass: FMI $version, $model, $*: $(cat "$box/log") as observed"
}

# compensator VERSION NAME: what its package makes of the samples, which test_packages.sh holds against `bristle control`
compensator() {
    rm -rf "$box/it" "$box/it.fmu" "$box/package"
    quietly "$BR_TOOL" emit lugre --params table-I --mass '1 kg' --rate 1024 --compensator "$2" --fmu "$1" -o "$box/it.fmu"
    grep -E '^(note|warning)' "$box/log" >"$box/said" || true
    mkdir "$box/it"
    quietly "$box/import" unzip "$box/it.fmu" "$box/it"
    rules "$box/it" "$1"
    quietly "$BR_TOOL" emit lugre --params table-I --mass '1 kg' --rate 1024 --compensator "$2" -o "$box/package"
    grep -E '^(note|warning)' "$box/log" >"$box/own" || true
    quietly diff "$box/own" "$box/said" # what its user should know
    rows
    { echo head; cat "$box/rows"; } | sed "1s/.*/$(head -n 1 "$box/rows")/" >"$box/it.csv"
    outputs=$(head -n 1 "$box/rows" | awk -F, '{ print NF - 5 }')
    quietly "$box/import" run "$1" "$box"/it/binaries/*/*.so "$box/it/modelDescription.xml" "$box/it.csv" 4 0 "$outputs" \
        0.0009765625 compensator
    echo "pass: FMI $1, compensator $2: $(cat "$box/log"), $outputs outputs"
}
compensator 2 lugre
compensator 3 ekf-lugre

observer 2 lugre table-I ekf --estimate FC
# what is no plausible input is left out, so no step of a filter fails
has "steps of a filter do not fail" "$box/log" " 0 failed"
for beyond in FC=-5 FC=0 sigma0=-1; do # what is estimated has bounds, too
    quietly "$box/import" refused 2 "$box"/it/binaries/*/*.so "$box/it/modelDescription.xml" "${beyond%=*}" "${beyond#*=}"
    has "$beyond" "$box/log" "${beyond%=*} is out of bounds: ${beyond%=*} > 0 N"
done
quietly "$BR_CC" -std=c99 -O0 -fPIC -shared "$box/law/"*.c "$box/it/sources/"*.c -lm -o "$box/both.so"
echo "pass: sources of two FMUs go into one program"
observer 3 sgms table-4.1 ukf
together 3 0.0009765625 'nu[1]' 0.9 "law sgms requires abs(sum(nu) - 1) <= 1e-6"
observer 3 sgms table-4.1 mhe --horizon 10
observer 2 elasto-plastic table-I ep
together 2 0.0009765625 zba 1 "law elasto-plastic requires zba < FC/sigma0"

# What cannot be: words, and no file.
wrong 2 "--float cannot be combined with --fmu" emit lugre --params table-I --fmu 2 --observer ekf --float -o "$box/no.fmu"
wrong 2 "use --rate" emit lugre --params table-I --fmu 2 --observer ekf --step 1e-3 -o "$box/no.fmu"
wrong 2 "without --observer" emit lugre --params table-I --fmu 2 --estimate FC -o "$box/no.fmu"
wrong 2 "is not one of ekf" emit lugre --params table-I --fmu 2 --observer kalman -o "$box/no.fmu"
wrong 2 "neither 2 nor 3" emit lugre --params table-I --fmu 4 -o "$box/no.fmu"
wrong 2 "not a fixed-step method" emit lugre --params table-I --fmu 2 --method stiff -o "$box/no.fmu"
wrong 2 "does not fit" emit mass --at 'friction = lugre, fr = table-I, m = 1 kg' --fmu 2 --method exponential -o "$box/no.fmu"
wrong 4 "no value for" emit lugre --fmu 2 -o "$box/no.fmu"
wrong 6 "--force replaces it" emit lugre --params table-I --fmu 2 -o "$box/it.fmu"
[ ! -e "$box/no.fmu" ] || { echo "FAIL: a file was written"; exit 1; }

# Without a compiler: the sources alone, and one line that says why.
CC=/nowhere/cc quietly "$BR_TOOL" emit dahl --params example --fmu 3 -o "$box/bare.fmu"
has "without a compiler" "$box/log" "method exponential, step 0.001 s, sources only: no C compiler '/nowhere/cc' was found,"
has "without a method" "$box/log" "'bristle simulate --method exponential --step 0.001' is bit-identical; without --method it uses stiff"
CC='false -O2' quietly "$BR_TOOL" emit dahl --params example --fmu 3 -o "$box/bare.fmu" --force
has "a compiler that fails" "$box/log" "sources only: the C compiler 'false' failed,"

# The lines of docs/fmi.md, in a folder that has a law of one's own; without binaries, which are the same as above.
mkdir "$box/page" "$box/bin"
ln -s "$BR_TOOL" "$box/bin/bristle"
printf 'law own\ninput v m/s\nparam c N*s/m > 0\noutput F N\nF = c*v\n' >"$box/page/own.law"
sed -n 's/^    \(bristle .*\)/\1/p' docs/fmi.md >"$box/page/lines"
is "docs/fmi.md" 10 "$(grep -c . "$box/page/lines")"
(cd "$box/page" && PATH="$box/bin:$PATH" CC=/nowhere/cc quietly sh -eu lines)
is "docs/fmi.md" 10 "$(find "$box/page" -name '*.fmu' | grep -c .)"
exit $failed
