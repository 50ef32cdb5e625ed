#!/bin/sh
# test_templates.sh - every template of src/emit/templates compiles by itself, without a warning, with every choice of its flags
# that packages and FMUs make, for double and float, by gcc and clang. A part compiles within those that include it.
. tests/kit/kit.sh
warn='-std=c99 -Wall -Wextra -Wshadow -Werror -O1'
templates=src/emit/templates
printf '#include "package.h"\n' >"$box/PREFIX.h"
printf 'typedef struct PACKAGE {\n    int number;\n} PACKAGE;\n' >"$box/PACKAGE.h"
cat >"$box/vectors.h" <<'END'
enum { VECTORS = 1, FOUND = 8 };
static const PREFIX_real vector_u[1][1] = {{0}}, vector_y[1][1] = {{0}}, vector_found[1][8] = {{0}};
static const unsigned char vector_answer[1] = {0};
END
: >"$box/done"

# compiles TEMPLATE SAMPLE FLAGS...
compiles() {
    template=$1 sample=$2
    shift 2
    echo "$template" >>"$box/done"
    printf '#include "%s"\n' "$template" >"$box/one.c" # headers are not compiled as sources are
    case $template in *.c) source=$templates/$template ;; *) source=$box/one.c ;; esac
    for compiler in gcc clang; do
        command -v $compiler >/dev/null 2>&1 || continue
        for real in -UBR_FLOAT -DBR_FLOAT; do
            [ "$sample$real" != model-DBR_FLOAT ] || continue # FMUs are in double
            # shellcheck disable=SC2086
            quietly $compiler $warn $real "-DTEMPLATE_$sample" "$@" -include tests/emit/template_sample.h -I "$box" -I src \
                -I include -I $templates -S "$source" -o /dev/null
        done
    done
}

for horizon in 0 1; do
    compiles observer.c package -DIS_OBSERVER=1 -DIS_HORIZON=$horizon -DHAS_WEIGHTS=1
    compiles observer.c package -DIS_OBSERVER=1 -DIS_HORIZON=$horizon -DHAS_WEIGHTS=1 -DHAS_PARAMETERS=1 -DHAS_CONDITIONS=1 \
        -DHAS_OUTPUTS=1 -DHAS_SUBSTEPS=1
    compiles compensator.c package -DIS_COMPENSATOR=1 -DIS_HORIZON=$horizon -DHAS_WEIGHTS=1 -DHAS_PARAMETERS=1
    compiles selftest.c selftest -DIS_OBSERVER=1 -DIS_HORIZON=$horizon -DHAS_OUTPUTS=1
    compiles package.h selftest -DIS_OBSERVER=1 -DIS_HORIZON=$horizon -DHAS_OUTPUTS=1 -DHAS_INPUTS=1
    compiles package.h selftest -DIS_COMPENSATOR=1 -DIS_HORIZON=$horizon -DHAS_WEIGHTS=1 -DHAS_PARAMETERS=1
    compiles model.c model -DIS_LAW=1 -DHAS_STATES=$horizon
    compiles conditions.c model -DIS_LAW=1 -DHAS_CONDITIONS=$horizon
    compiles system.h system -DIS_OUTER=$horizon
done
compiles compensator.c package -DIS_COMPENSATOR=1
compiles compensator.c package -DIS_COMPENSATOR=1 -DHAS_PARAMETERS=1 -DHAS_LAW=1
compiles elasto.c package -DIS_ELASTO=1
compiles in_float.c package -DIS_OBSERVER=1 -DIS_HORIZON=1 -DHAS_SUBSTEPS=1
compiles in_float.h selftest
compiles selftest.c selftest -DIS_COMPENSATOR=1 -DHAS_WEIGHTS=1
compiles selftest.c selftest -DIS_ELASTO=1
compiles model.h model

# none is left out
for file in "$templates"/*; do
    name=${file##*/}
    case $name in
    part_*) grep -qF "#include \"$name\"" "$templates"/*.c || { echo "FAIL: no template includes $name"; exit 1; } ;;
    *) grep -qxF "$name" "$box/done" || { echo "FAIL: $name is not compiled here"; exit 1; } ;;
    esac
done

# and the test sees one that is wrong
sed 's/br_mhe_feedback(&w->m, w->u, w->p, y)/br_mhe_feedback(\&w->m)/' $templates/observer.c >"$box/wrong.c"
! gcc $warn -DTEMPLATE_package -DIS_OBSERVER=1 -DIS_HORIZON=1 -DHAS_WEIGHTS=1 -include tests/emit/template_sample.h -I "$box" -I src \
    -I include -I $templates -S "$box/wrong.c" -o /dev/null 2>/dev/null || { echo "FAIL: a wrong call compiles"; exit 1; }
