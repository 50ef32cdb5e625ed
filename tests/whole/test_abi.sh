#!/bin/sh
# test_abi.sh - programs compiled with the headers of the last release run with these libraries; samples of changes that break them are found.
. tests/kit/kit.sh
needs abidw
CC=$BR_CC
export CC
scripts/abi || { echo "FAIL: the headers break programs"; failed=1; }

# Options of the size that they had in the baseline are served, however much they have grown since.
options=$(awk -F "'" '/<class-decl name=.br_[a-z_]*_options. / { bits = $0; sub(/.*size-in-bits=./, "", bits)
    printf "SERVES(%s, %d)\n", substr($2, 1, length($2) - length("_options")), bits / 8 }' cmake/public.abi | sort -u)
[ "$(echo "$options" | wc -l)" -ge 15 ] || { echo "FAIL: no sizes in the baseline"; failed=1; }
{
    sed 's/.*/#include <bristle\/&>/' <<END
$(cd include/bristle && ls -- *.h)
END
    cat <<END
#include <stdio.h>
#include <stdlib.h>
#define br_excitation_defaults(o, size) br_excitation_defaults(o, size, "ladder")
#define SERVES(name, bytes)                                                              \\
    do {                                                                                 \\
        name##_options *o = calloc(1, bytes);                                            \\
        if (!o || name##_defaults(o, bytes) != BR_OK || o->size != (bytes))              \\
            printf("FAIL: %s_options of %d bytes, as in the baseline, are refused\\n", #name, bytes), refused++; \\
        free(o);                                                                         \\
    } while (0);
int main(void)
{
    int refused = 0;
$options
    return refused > 0;
}
END
} >"$box/sizes.c"
quietly "$BR_CC" -I include "$box/sizes.c" "$BR_BUILD/libbristle.so" -o "$box/sizes"
LD_LIBRARY_PATH=$BR_BUILD "$box/sizes" || failed=1

# A header of our own, its baseline, and one change of it at a time.
BR_INCLUDE=$box/include BR_ABI=$box/sample.abi
export BR_INCLUDE BR_ABI
mkdir -p "$box/include/bristle"
header=$box/include/bristle/sample.h
cp include/bristle/status.h "$box/include/bristle"
cat >"$box/sample.h" <<'END'
#include <bristle/status.h>
#include <stddef.h>
enum { BR_SAMPLE_NAME = 112 };
typedef struct br_sample br_sample;
typedef enum br_sample_kind { BR_SAMPLE_A, BR_SAMPLE_B, BR_SAMPLE_COUNT } br_sample_kind;
typedef struct br_sample_options {
    size_t size;
    double rate;
} br_sample_options;
typedef struct br_sample_point {
    double x, y;
} br_sample_point;
BR_PUBLIC void br_sample_defaults(br_sample_options *o, size_t size);
BR_PUBLIC br_status br_sample_open(br_sample **s, br_sample_kind kind, const br_sample_options *o, br_diag *why);
BR_PUBLIC int br_sample_at(const br_sample *s, int i, br_sample_point *p);
END
cp "$box/sample.h" "$header"
quietly scripts/abi --write

# change CODE WORDS SED: the change that SED makes must end with CODE
change() {
    sed "$3" "$box/sample.h" >"$header"
    ! cmp -s "$box/sample.h" "$header" || { echo "FAIL: $2: no change"; failed=1; }
    found=0
    scripts/abi >"$box/out" 2>&1 || found=$?
    [ $found -eq "$1" ] || { echo "FAIL: $2: exit code $found, expected $1: $(cat "$box/out")"; failed=1; }
}
change 0 "comments and names of parameters" 's/int i,/int at, \/\/ where\n/'
change 0 "a function more" '$a BR_PUBLIC int br_sample_more(int i);'
change 0 "a type more" '$a typedef struct br_sample_new { int a; } br_sample_new;\nBR_PUBLIC br_sample_new br_sample_make(void);'
change 0 "constants more" 's/^enum {/enum { BR_SAMPLE_FIRST = 3 };\n&/;$a enum { BR_SAMPLE_LAST = 5 };'
change 0 "an enumerator more" 's/BR_SAMPLE_B,/& BR_SAMPLE_C,/'
change 0 "members at the end of options" 's/double rate;/& int kind; double limit;/'
change 1 "a function less" '/br_sample_at(/d'
change 1 "another parameter" 's/int i,/long i,/'
change 1 "a parameter less" 's/int i, //'
change 1 "another result" 's/int br_sample_at/double br_sample_at/'
change 1 "an enumerator in the middle" 's/BR_SAMPLE_B,/BR_SAMPLE_C, &/'
change 1 "an enumerator less" 's/BR_SAMPLE_B, //'
change 1 "another constant" 's/112/120/'
change 1 "a constant less" '/^enum {/d'
change 1 "a member in the middle of options" 's/double rate;/int kind; &/'
change 1 "a member of options less" 's/double rate;//'
change 1 "a member of options of another type" 's/double rate;/float rate;/'
change 1 "a member at the end of a plain structure" 's/double x, y;/double x, y, z;/'
exit $failed
