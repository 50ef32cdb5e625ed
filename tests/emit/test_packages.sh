#!/bin/sh
# test_packages.sh - H1: emitted packages compile without a warning everywhere, need nothing from outside, call nothing through
# pointers, and find to the last bit what the library finds: on this machine and on a Cortex-M4F and M7 in QEMU.
#
# BR_COUNT of a million or more (make soak): every built-in law with every observer, in double and float, and all of QEMU.
. tests/kit/kit.sh
warn='-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Wvla -Werror'
soak=no level=-O1 levels=-O2
[ "${BR_COUNT:-0}" -lt 1000000 ] || soak=yes level=-O2 levels='-O0 -O1 -O3 -Os'
m0='-mcpu=cortex-m0 -mthumb'
m3='-mcpu=cortex-m3 -mthumb'
m4='-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'
m7='-mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16'
p=$box/p

# emit MODEL ARGUMENTS...: a package in $p; its sources are $sources
emit() {
    shown="$*"
    rm -rf "$p"
    quietly "$BR_TOOL" emit "$@" --prefix axis -o "$p"
    sources=$p/axis.c
    [ ! -e "$p/axis_float.c" ] || sources="$sources $p/axis_float.c"
}

# compiled COMPILER FLAGS...: all sources to one object, $box/axis.o
compiled() {
    # shellcheck disable=SC2086
    quietly "$@" -r -nostdlib $sources -o "$box/axis.o"
}

# direct OBJDUMP FILE: no call through a pointer
direct() {
    "$1" -d "$2" | grep -E '(call|jmp) +\*|blx	+r|jalr	+[a-qs-z]' | head -n 3 >"$box/indirect"
    [ ! -s "$box/indirect" ] || { echo "FAIL: $shown, $1: calls through pointers:"; cat "$box/indirect"; exit 1; }
}

# alone NM FILE: only what compilers ask for, and sqrt
alone() {
    "$1" -u "$2" | sed 's/^ *[Uw] //' | grep -vxE "mem(cpy|set|move)|sqrtf?|_GLOBAL_OFFSET_TABLE_|__(aeabi|mul|div|add|sub)[a-z0-9_]*" \
        >"$box/wants" || return 0
    echo "FAIL: $shown needs:"
    cat "$box/wants"
    exit 1
}

# here: compiled for this machine, it passes
here() {
    # shellcheck disable=SC2086
    compiled "$BR_CC" $warn $level
    # shellcheck disable=SC2086
    quietly "$BR_CC" $warn -O1 "$p/selftest.c" "$box/axis.o" -lm -o "$box/selftest"
    "$box/selftest" >"$box/out" || { echo "FAIL: $shown: $(cat "$box/out")"; exit 1; }
    has "$shown" "$box/out" PASS
    alone nm "$box/axis.o"
    [ "$(uname -m)" != x86_64 ] || direct objdump "$box/axis.o"
    [ -z "$(nm "$box/axis.o" | grep -E ' [BDC] ')" ] || { echo "FAIL: $shown has globals"; exit 1; }
    shown_works
}

# shown_works: the example at the top of the header compiles as it stands
shown_works() {
    { printf '#include "axis.h"\nint main(void)\n{\n'; sed -n '/^\/\/     static/,/^\/\/$/s/^\/\///p' "$p/axis.h"; echo '}'; } >"$box/shown.c"
    grep -q axis_step "$box/shown.c" || { echo "FAIL: $shown: no example"; exit 1; }
    # shellcheck disable=SC2086
    quietly "$BR_CC" $warn -Wno-unused-variable -I "$p" -c "$box/shown.c" -o "$box/shown.o"
}

# crossed COMPILER FLAGS...: compiled for another machine
crossed() {
    command -v "$1-gcc" >/dev/null 2>&1 || { skipped="$skipped $1-gcc"; return 0; }
    cross=$1
    shift
    # shellcheck disable=SC2086
    compiled "$cross-gcc" $warn $level "$@"
    alone "$cross-nm" "$box/axis.o"
    direct "$cross-objdump" "$box/axis.o"
}

# everywhere: all compilers
everywhere() {
    for each in $levels; do
        # shellcheck disable=SC2086
        compiled "$BR_CC" $warn "$each"
    done
    # shellcheck disable=SC2086
    if command -v clang >/dev/null 2>&1; then compiled clang $warn $level; fi
    printf '#include "axis.h"\nint main() { static axis o; return axis_init(&o); }\n' >"$box/t.cpp"
    quietly g++ -std=c++98 -Wall -Wextra -pedantic -Werror -I "$p" -c "$box/t.cpp" -o "$box/t.o"
    # shellcheck disable=SC2086
    [ $soak = no ] || { crossed arm-none-eabi $m0; crossed arm-none-eabi $m3; crossed arm-none-eabi $m4; crossed arm-none-eabi $m7; }
    [ $soak = no ] || crossed s390x-linux-gnu -fexcess-precision=fast # H1: another byte order
    crossed riscv64-linux-gnu
}

# single: a float package computes nothing in double
single() {
    command -v arm-none-eabi-gcc >/dev/null 2>&1 || return 0
    # shellcheck disable=SC2086
    compiled arm-none-eabi-gcc $warn $level $m3
    ! arm-none-eabi-nm -u "$box/axis.o" | grep -E '__aeabi_(d|.*2d)|sqrt$' || { echo "FAIL: $shown: double sneaks in"; exit 1; }
}

# bare BOARD CPU FLAGS...: passes on a controller without an operating system
bare() {
    if ! command -v arm-none-eabi-gcc >/dev/null 2>&1 || ! command -v qemu-system-arm >/dev/null 2>&1; then
        skipped="$skipped qemu-system-arm"
        return 0
    fi
    board=$1 cpu=$2
    shift 2
    # shellcheck disable=SC2086
    quietly arm-none-eabi-gcc -std=c99 $level "$@" --specs=rdimon.specs -Wl,--section-start=.vectors=0 -I src $sources \
        "$p/selftest.c" src/num/base/soft_add.c tests/whole/bits/cortex_start.S -lm -o "$box/bare"
    timeout 100 qemu-system-arm -M "$board" -cpu "$cpu" -nographic -semihosting -kernel "$box/bare" >"$box/out" 2>&1 || true
    has "$shown on $cpu" "$box/out" PASS
}
# without double hardware, addition is ours (num/base/soft_add.h)
# shellcheck disable=SC2086
on_m4() { bare mps2-an386 cortex-m4 $m4 -Wl,--wrap=__aeabi_dadd,--wrap=__aeabi_dsub,--wrap=__aeabi_drsub; }
# shellcheck disable=SC2086
on_m7() { bare mps2-an500 cortex-m7 $m7; }

# as_observed MODEL SET [--mixed] ARGUMENTS...: H2: vectors are what `bristle observe` with the gate of packages says of the same samples
as_observed() {
    model=$1 set=$2 mixed=
    shift 2
    [ "$1" != --mixed ] || { mixed=--mixed; shift; }
    emit "$model" --params "$set" --rate 1024 $mixed "$@" --gate 6
    awk -F'[{}]' 'BEGIN { print "t,v,F" }
        /vector_u/ { what = "u" } /vector_y/ { what = "y" } /^};/ { what = "" }
        what == "u" && /^ / { u[n++] = $2 } what == "y" && /^ / { y[m++] = $2 ~ /e308/ ? "nan" : $2 }
        END { for (i = 0; i < n; i++) printf "%.17g,%s,%s\n", i / 1024, u[i], y[i] }' "$p/vectors.h" >"$box/log.csv"
    awk -F'[{}]' '/vector_found/ { found = 1 } found && /^ / { gsub(/ /, "", $2); print $2 }' "$p/vectors.h" >"$box/emitted"
    "$BR_TOOL" observe "$box/log.csv" --signals 't = t s, v = v m/s, F = F N' --model "$model" --params "$set" ${mixed:+--precision mixed} "$@" \
        --gate 6 --csv "$box/observed.csv" >/dev/null 2>"$box/err" || true # whether it can be trusted is not the question
    # of a horizon, observe has two columns more
    sed '1d' "$box/observed.csv" | awk -F, -v more="$(case $* in *mhe*) echo 2 ;; esac)" '{ line = ""
        for (i = 7; i <= NF - more; i += 2) line = line $i ","
        for (i = 8; i <= NF - more; i += 2) line = line $i ","
        print line $3 "," $4 }' >"$box/observed"
    awk -F, 'NR == FNR { a[FNR] = $0; next } { rows++; n = split(a[FNR], x, ",")
        for (i = 1; i <= NF; i++) if (n < i || x[i] + 0 != $i + 0) bad++ }
        END { exit rows != 200 || bad > 0 }' "$box/emitted" "$box/observed" ||
        { echo "FAIL: $shown is not what observe says: $(head -n 1 "$box/err")"; paste "$box/emitted" "$box/observed" | head -n 3; exit 1; }
}

# along_a_log MODEL ARGUMENTS...: a package in a program that reads a log of other samples, with a long gap and nonsense in it, finds what
# `bristle observe` finds there, if it was given all that observe would take from the log.
along_a_log() {
    model=$1
    shift
    emit "$model" --rate 1024 "$@"
    awk 'BEGIN { print "t,v,F"; for (i = 0; i < 1200; i++) { v = 1e-5 * sin(i / 40); z += v / 1024
        F = i > 500 && i < 900 ? "nan" : i == 950 ? "1e30" : sprintf("%.17g", 1e5 * z * 0.5 + 0.01 * sin(i * i))
        printf "%.17g,%.17g,%s\n", i / 1024, v, F } }' >"$box/log.csv"
    cat >"$box/follow.c" <<'END'
#include "p/axis.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    static axis o;
    char line[200], *at;
    int bad = axis_init(&o);
    (void)!fgets(line, sizeof line, stdin);
    while (fgets(line, sizeof line, stdin)) {
        double sd, u, y;
        (void)strtod(line, &at);
        u = strtod(at + 1, &at);
        y = strtod(at + 1, &at);
        bad += axis_step(&o, &u, &y);
        for (int i = 0; i < AXIS_NUMBERS; i++)
            printf("%.17g,%.17g,", axis_value(&o, i), axis_sd(&o, i));
        printf("%.17g,", axis_output(&o, 0, &sd));
        printf("%.17g\n", sd);
    }
    return bad || axis_count(&o, AXIS_C_missing) != 399 || axis_count(&o, AXIS_C_rejected) != 1;
}
END
    quietly "$BR_CC" -std=c99 -O1 -I "$box" "$box/follow.c" "$p/axis.c" -lm -o "$box/follow"
    "$box/follow" <"$box/log.csv" >"$box/emitted" || { echo "FAIL: $shown: status or counts"; exit 1; }
    "$BR_TOOL" observe "$box/log.csv" --signals 't = t s, v = v m/s, F = F N' --model "$model" "$@" --csv "$box/observed.csv" \
        >/dev/null 2>"$box/err" || true
    sed 1d "$box/observed.csv" | awk -F, -v more="$(case $* in *mhe*) echo 2 ;; esac)" '{ line = ""
        for (i = 7; i <= NF - more; i++) line = line $i ","
        print line $3 "," $4 }' >"$box/observed"
    awk -F, 'NR == FNR { a[FNR] = $0; next } { rows++; n = split(a[FNR], x, ",")
        for (i = 1; i <= NF; i++) if (n != NF || x[i] + 0 != $i + 0) bad++ } END { exit rows != 1200 || bad > 0 }' \
        "$box/emitted" "$box/observed" ||
        { echo "FAIL: $shown along a log: $(head -n 1 "$box/err")"; paste "$box/emitted" "$box/observed" | sed -n '1,2p;700p'; exit 1; }
}

# as_controlled COMPENSATOR MODEL ARGUMENTS...: commands are those of `bristle control`, until the samples of the vectors leave its run
as_controlled() {
    name=$1
    shift
    emit "$@" --rate 1000 --compensator "$name"
    cp "$box/log" "$box/emit.said"
    "$BR_TOOL" control "$@" --step '1 ms' --compensators "$name" --csv "$box/control.csv" >"$box/control.said"
    # what is said there of the compensator is said here, too, and in the README
    grep -E '^(warning|note: .*Theorem)' "$box/control.said" | while IFS= read -r line; do
        grep -qxF "$line" "$box/emit.said" && grep -qF "${line#note: }" "$p/README.md" || echo "$line"
    done >"$box/silent"
    [ ! -s "$box/silent" ] || { echo "FAIL: $shown does not say: $(cat "$box/silent")"; exit 1; }
    case $name in lugre) has "$shown" "$box/emit.said" 'Theorem 1' ;; esac
    ! grep -q '^\*: ' "$box/control.said" || has "$shown" "$box/emit.said" 'value that was tried'
    awk -F'[{}]' '/vector_found/ { found = 1 } found && /^ / && n++ < 100 { sub(/,.*/, "", $2); print $2 }' "$p/vectors.h" \
        >"$box/emitted"
    awk -F, -v name="u_$name" 'NR == 1 { gsub(/-/, "_", name); for (i = 1; i <= NF; i++) if (index($i, name " ")) c = i; next }
        NR <= 101 { print $c }' "$box/control.csv" >"$box/observed"
    awk 'NR == FNR { a[FNR] = $1; next } { rows++; if (a[FNR] + 0 != $1 + 0) bad++ } END { exit rows != 100 || bad > 0 }' \
        "$box/emitted" "$box/observed" ||
        { echo "FAIL: $shown is not what control says"; paste "$box/emitted" "$box/observed" | head -n 3; exit 1; }
}

# H14: two packages and two objects of one of them in one program know nothing of each other, also where their prefixes differ in
# capitals only. What has not begun, a copy, and places that there are not, answer so (C1, C7).
together() {
    quietly "$BR_TOOL" emit lugre --params table-I --observer ekf --prefix left -o "$box/left"
    quietly "$BR_TOOL" emit lugre --params table-I --observer ukf --float --prefix Left -o "$box/right"
    cat >"$box/both.c" <<'END'
#include "left/left.h"
#include "right/Left.h"
int main(void)
{
    static left a, b, copy, zero;
    static Left c;
    double v = 1e-3, F = 1;
    float vf = 1e-3f, Ff = 1;
    int bad = left_init(&a) + left_init(&b) + Left_init(&c);
    left_parameters(&b)[LEFT_P_FC] = 0.5;
    for (int i = 0; i < 20; i++)
        bad += left_step(&a, &v, &F) + left_step(&b, &v, &F) + Left_step(&c, &vf, &Ff);
    copy = a;
    bad += left_step(&copy, &v, &F) != 2 || left_step(&zero, &v, &F) != 2 || left_step(&a, &v, 0) != 2 || left_init(0) != 2;
    bad += left_reset(&zero, &v) != 2 || left_parameters(&copy) || left_sensor_noise(&a, LEFT_MEASURED) ||
           left_sensor_noise(&a, -1) || !left_sensor_noise(&a, LEFT_Y_F);
    const int none[] = {-1, LEFT_NUMBERS, 7, 1 << 30};
    for (int i = 0; i < 4; i++) {
        double sd = 0, is[] = {left_value(&a, none[i]), left_sd(&a, none[i]), left_output(&a, none[i], &sd), sd};
        for (int k = 0; k < 4; k++)
            bad += is[k] == is[k];
    }
    return bad != 0 || left_value(&a, LEFT_X_z) == left_value(&b, LEFT_X_z) || Left_value(&c, Left_X_z) == 0;
}
END
    quietly "$BR_CC" -std=c99 -O1 "$box/both.c" "$box/left/left.c" "$box/right/Left.c" -lm -o "$box/both"
    quietly "$box/both"
    rm -r "$box/left"
    mkdir "$box/elsewhere" # the same bytes, wherever and whenever
    (cd "$box/elsewhere" && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo quietly "$BR_TOOL" emit lugre --params table-I --observer ukf \
        --float --prefix Left -o x)
    quietly diff -r "$box/right" "$box/elsewhere/x"
}

# kept LAW: parameters and weights that make no sense are answered by 4, counted and put back: samples go on as if they had not
# been there. What makes sense is taken. LAW: 0 LuGre, 1 with FC estimated, 2 S-GMS.
kept() {
    cat >"$box/kept.c" <<'END'
#include "p/axis.h"
static axis o, twin;
static volatile axis_real zero;
static int bad;
static void sample(int answer)
{
    static int k;
    axis_real u = (axis_real)0.001 * (axis_real)(k % 7 - 3), y = (axis_real)(k % 5 - 2), sd, its;
    k++;
    bad += axis_step(&o, &u, &y) != answer || axis_step(&twin, &u, &y) != 0;
    for (int i = 0; i < AXIS_NUMBERS; i++)
        bad += axis_value(&o, i) != axis_value(&twin, i) || axis_sd(&o, i) != axis_sd(&twin, i);
    bad += axis_output(&o, 0, &sd) != axis_output(&twin, 0, &its) || sd != its;
}
static void refuses(axis_real *at, axis_real value)
{
    const axis_real was = *at;
    const unsigned long before = axis_count(&o, AXIS_C_refused);
    *at = value;
    sample(4);
    bad += *at != was || axis_count(&o, AXIS_C_refused) != before + 1;
    sample(0);
}
static void takes(axis_real *at, axis_real *of_twin, axis_real value)
{
    *at = *of_twin = value;
    sample(0);
    bad += *at != value;
}
int main(void)
{
    bad += axis_init(&o) + axis_init(&twin);
    axis_real *p = axis_parameters(&o), *its = axis_parameters(&twin), *r = axis_sensor_noise(&o, 0);
    axis_real *q = axis_process_noise(&o), *most = axis_largest_sd(&o);
    const axis_real odd[] = {zero / zero, 1 / zero, -1 / zero, -1};
    for (int i = 0; i < 20; i++)
        sample(0);
    for (int i = 0; i < 4; i++) {
        refuses(&p[AXIS_P_vs], odd[i]);
        refuses(&q[0], odd[i]);
        refuses(&most[0], odd[i]);
        refuses(r, odd[i]);
    }
    refuses(r, 0);
    refuses(&p[AXIS_P_vs], 0);
    for (int i = 0; i < AXIS_NUMBERS; i++)
        takes(&q[i], &axis_process_noise(&twin)[i], 2 * q[i]);
    takes(&most[0], &axis_largest_sd(&twin)[0], 2 * most[0]);
    takes(r, axis_sensor_noise(&twin, 0), 3 * *r);
#if LAW < 2
    takes(&p[AXIS_P_sigma0], &its[AXIS_P_sigma0], p[AXIS_P_sigma0] / 2);
    takes(&p[AXIS_P_FS], &its[AXIS_P_FS], 2);
    takes(&p[AXIS_P_FS], &its[AXIS_P_FS], (axis_real)0.5); // below FC: unusual
    if (LAW == 1) // what is estimated is not read
        takes(&p[AXIS_P_FC], &its[AXIS_P_FC], -1);
    refuses(&p[AXIS_P_sigma0], 0);
#else
    refuses(&p[AXIS_P_nu], 2 * p[AXIS_P_nu]); // shares sum up to 1
    refuses(&p[AXIS_P_zeta], 1);
    refuses(&p[AXIS_P_kappa + 3], -1);
    p[AXIS_P_nu] += p[AXIS_P_nu + 1] / 2, p[AXIS_P_nu + 1] /= 2;
    for (int i = 0; i < 2; i++)
        its[AXIS_P_nu + i] = p[AXIS_P_nu + i];
    sample(0);
#endif
    const axis_real sigma2 = p[AXIS_P_sigma2]; // all of a list is put back, by any call
    p[AXIS_P_vs] = -1, p[AXIS_P_sigma2] *= 2;
    bad += axis_output(&o, 0, 0) != axis_output(&twin, 0, 0) || p[AXIS_P_vs] < 0 || p[AXIS_P_sigma2] != sigma2;
    sample(0);
    return bad;
}
END
    quietly "$BR_CC" -std=c99 -O0 -I "$box" "-DLAW=$1" "$box/kept.c" "$p/axis.c" -lm -o "$box/kept"
    quietly "$box/kept"
}

# limits: of a state that is measured there is none, and those of the others may be changed nevertheless
limits() {
    cat >"$box/limits.c" <<'END'
#include "p/axis.h"
int main(void)
{
    static axis o;
    axis_real u = 0, y = 0;
    int bad = axis_init(&o);
    axis_real *most = axis_largest_sd(&o), was = most[0], twice = 2 * most[1];
    most[1] = twice;
    bad += axis_step(&o, &u, &y) != 0 || most[1] != twice || most[0] != was;
    most[0] = 1;
    bad += axis_step(&o, &u, &y) != 0 || most[0] != 1;
    most[0] = 2 * was; // more than a standard deviation can be
    bad += axis_step(&o, &u, &y) != 4 || most[0] != 1;
    return bad || axis_count(&o, AXIS_C_refused) != 1;
}
END
    quietly "$BR_CC" -std=c99 -O0 -I "$box" "$box/limits.c" "$p/axis.c" -lm -o "$box/limits"
    quietly "$box/limits"
}

# believes SHARE: with the noise that emit finds where none is given, on an axis with 10 % more or less Coulomb friction than the
# model has: so many of 100 forces are within two of the standard deviations that are claimed, and their rms is no more than twice those.
believes() {
    cat >"$box/believes.c" <<'END'
#include "p/axis.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    for (int way = 0; way < 2; way++) {
        static axis o;
        double FC = way ? 1.1 : 0.9, z = 0, error = 0, claimed = 0, seed = 0.5;
        int inside = 0, n = 0;
        if (axis_init(&o) != 0)
            return 1;
        for (int k = 0; k < 4000; k++) { // Table I, in small steps of Euler
            double t = 1e-3 * k, v = 0.002 * (sin(19 * t) + 0.5 * sin(44 * t)), sd;
            double g = FC + (1.5 - FC) * exp(-(v / 0.001) * (v / 0.001)), dz = v - 1e5 * fabs(v) / g * z;
            double F = 1e5 * z + sqrt(1e5) * dz + 0.4 * v, y = F;
            for (int i = 0; i < 12; i++) { // noise of 0.006 N
                seed = fmod(997 * seed + 0.1234567, 1);
                y += 0.006 * (seed - 0.5);
            }
            if (axis_step(&o, &v, &y) != 0)
                return 2;
            double e = axis_output(&o, 0, &sd) - F;
            if (k >= 200)
                n++, inside += fabs(e) <= 2 * sd, error += e * e, claimed += sd * sd;
            for (int i = 0; i < 100; i++)
                z += 1e-5 * (v - 1e5 * fabs(v) / g * z);
        }
        printf("%d of %d inside, rms %g N, claimed %g N\n", inside, n, sqrt(error / n), sqrt(claimed / n));
        if (100 * inside < SHARE * n || error > 4 * claimed)
            return 3;
    }
    return 0;
}
END
    quietly "$BR_CC" -std=c99 -O0 -I "$box" "-DSHARE=$1" "$box/believes.c" "$p/axis.c" -lm -o "$box/believes"
    quietly "$box/believes"
}

# Names that C would trip over, two that are one in C, and numbers at the edges: all arrive as they are (B13, H9, H13).
odd() {
    cat >"$box/odd.law" <<'END'
law odd "a */ b ??/ %s"
version 1
input  v      m/s
state  int    m
state  z_1    m
param  main   1/s  > 0  "*/ ??/"
param  K      N/m
param  tiny   N/m
param  huge   N/m
param  minus  N/m
param  first_x N/m
output F      N
int' = v - main*int
z_1' = v - 2*main*z_1
F = K*(int + z_1) + tiny*int + minus*z_1 + min(huge, 0*K)*int + inside
inside = 0*first_x*int
END
    emit "$box/odd.law" --at 'main = 0.1 1/s, K = 1e3 N/m, tiny = 4e-320 N/m, huge = 1e308 N/m, minus = -0 N/m, first_x = 1 N/m' --observer ekf
    here
    cat >"$box/edges.c" <<'END'
#include "p/axis.h"
int main(void)
{
    static axis o;
    int bad = axis_init(&o);
    const double *p = axis_parameters(&o);
    return bad || p[AXIS_P_main] != 0.1 || p[AXIS_P_tiny] != 4e-320 || p[AXIS_P_huge] != 1e308 ||
           !(1 / p[AXIS_P_minus] < 0);
}
END
    quietly "$BR_CC" -std=c99 -O1 "$box/edges.c" "$box/axis.o" -lm -o "$box/edges"
    quietly "$box/edges"
}

# random_law SEED: a law that nobody has seen, of one to three states, with names that the sources of a package have, too (H15)
random_law() {
    awk -v seed="$1" 'function pick(list, all) { return all[1 + int(rand() * split(list, all, ";"))] }
        function drive() { return pick("1;exp(-(v/step)^2);tanh(v/step);(if v > step then 2 else 0.5);min(abs(v)/step, 3)") }
        function factor() { return pick(drive() ";sqrt(1 + (v/step)^2);1/(1 + (" z[1 + int(rand() * n)] "/of)^2);tanh(" \
            z[1 + int(rand() * n)] "/of)") }
        BEGIN { srand(seed); n = split(pick("first_x;joint i;inside_of n options"), z, " ")
            print "law random \"number " seed "\"\nversion 1\ninput v m/s"
            for (i = 1; i <= n; i++) print "state " z[i] " m"
            for (i = 1; i <= n; i++) print "param inside" i " 1/s > 0\nparam K" i " N/m > 0"
            print "param step m/s > 0\nparam of m > 0\nparam main N*s/m >= 0\noutput F N"
            for (i = 1; i <= n; i++) print z[i] "\047 = v*" drive() " - inside" i "*" z[i] "*(1 + abs(" factor() "))"
            printf "F = main*v"
            for (i = 1; i <= n; i++) printf " + K%d*%s*%s", i, z[i], factor()
            printf "\nset some\n"
            for (i = 1; i <= n; i++) printf "inside%d = %.3g 1/s\nK%d = %.3g N/m\n", i, 10^(4 * rand() - 1), i, 10^(3 * rand())
            printf "step = %.3g m/s\nof = %.3g m\nmain = %.3g N*s/m\n", 10^(3 * rand() - 4), 10^(3 * rand() - 5), rand() }' >"$box/random.law"
}

# Prefixes that are names inside the sources of the library, but not of the package: no warning, not even of shadows.
inner() {
    for name in inside options first_x look inside_of restore_invalid torque; do
        quietly "$BR_TOOL" emit lugre --params table-I --observer ekf --prefix $name -o "$box/inner"
        # shellcheck disable=SC2086
        quietly "$BR_CC" $warn -O0 -fsyntax-only "$box/inner/$name.c" "$box/inner/selftest.c"
        rm -r "$box/inner"
    done
}

# The self-test says what is wrong by its name; flags that change bits are refused where the compiler tells of them.
says() {
    for what in 's/vector_answer\[VECTORS\] = {0/vector_answer[VECTORS] = {5/; axis_step answers 0 and should answer 5' \
        's/^    {\([^,]*\),/    {0.125,/; z is .* and should be 0.125'; do
        mkdir "$box/bent"
        cp "$p"/*.[ch] "$box/bent"
        sed "/vector_found/,\$ { ${what%%; *} }" "$p/vectors.h" >"$box/bent/vectors.h"
        quietly "$BR_CC" -std=c99 -O1 "$box/bent/axis.c" "$box/bent/selftest.c" -lm -o "$box/selftest"
        ! "$box/selftest" >"$box/out" || { echo "FAIL: $shown: other vectors pass"; exit 1; }
        grep -q "FAIL: sample 0: ${what#*; }" "$box/out" || { echo "FAIL: the self-test says $(cat "$box/out")"; exit 1; }
        rm -r "$box/bent"
    done
    if "$BR_CC" -dM -E -x c -funsafe-math-optimizations /dev/null | grep -q __ASSOCIATIVE_MATH__; then
        ! "$BR_CC" -std=c99 -funsafe-math-optimizations -fsyntax-only "$p/axis.c" 2>"$box/out" || { echo 'FAIL: unsafe math is taken'; exit 1; }
        has 'unsafe math' "$box/out" 'no part of -ffast-math'
    fi
}

skipped=
case $BR_TOOL in /*) ;; *) BR_TOOL=$PWD/$BR_TOOL ;; esac
as_observed lugre table-I --observer ekf --estimate FC
as_observed sgms table-4.1 --observer ukf --correct-every 4e-3 --noise F=0.05N,z=0.1N
as_observed gms table-4.1 --observer particle --particles 64 --estimate FC --noise F=0.05N,z=0.1N
known="--params table-I --noise F=0.01N,z=1e-6m,FC=0.1% --prior z=1e-6m,FC=30% --most z=1e-5m --at z=0m --estimate FC"
# shellcheck disable=SC2086
{
    along_a_log lugre $known --observer ekf
    along_a_log lugre $known --observer mhe --horizon 5
}
together
odd
inner
emit lugre --params table-I --observer ekf --estimate FC --samples 1000 && here && everywhere && on_m7 && says && kept 1
emit lugre --params table-I --observer ekf && believes 75
emit lugre --params table-I --observer ekf --correct-every 0.01 && believes 65
emit lugre --params table-I --observer mhe --horizon 4 && kept 0
emit sgms --params table-4.1 --observer ukf --float && kept 2
emit sgms --params table-4.1 --observer particle --particles 32 --float && kept 2
emit mass --at 'friction = lugre, fr = table-I, m = 1 kg' --observer mhe --horizon 4 --float && limits
emit gms --params table-4.1 --observer ekf --float --samples 1000 --gate 6 && here && single
emit sgms --params table-4.1 --observer mhe --horizon 10 --float && here && on_m4
as_observed sgms table-4.1 --mixed --observer mhe --horizon 10 --estimate 'kappa[3]' && here && everywhere
emit elasto-plastic --params table-I --observer ep && here && on_m4 && on_m7

# keeps_law: a compensator puts parameters back that its law does not have so, and counts that; its commands stay those of a twin
keeps_law() {
    cat >"$box/law.c" <<'END'
#include "p/axis.h"
int main(void)
{
    static axis o, twin;
    volatile double zero = 0;
    int bad = axis_init(&o) + axis_init(&twin);
    double *p = axis_parameters(&o);
    const struct {
        int at;
        double value;
    } wrong[] = {{AXIS_P_sigma0, -1}, {AXIS_P_vs, 0}, {AXIS_P_FS, -0.5}, {AXIS_P_FC, zero / zero}, {AXIS_P_sigma1, 1 / zero}};
    for (int k = 0; k < 50; k++) {
        double was = p[wrong[k / 10].at], y = 1e-6 * k, aim[3] = {1e-6 * k, 1e-3, 0};
        if (k % 10 == 5)
            p[wrong[k / 10].at] = wrong[k / 10].value;
        bad += axis_step(&o, aim, &y) + axis_step(&twin, aim, &y);
        bad += axis_command(&o) != axis_command(&twin) || p[wrong[k / 10].at] != was;
        bad += axis_count(&o, AXIS_C_refused) != (unsigned long)((k + 5) / 10);
    }
    p[AXIS_P_FS] = 2;
    bad += axis_step(&o, (double[]){0, 0, 0}, (double[]){0});
    return bad || p[AXIS_P_FS] != 2 || axis_count(&o, AXIS_C_refused) != 5;
}
END
    quietly "$BR_CC" -std=c99 -O0 -I "$box" "$box/law.c" "$p/axis.c" -lm -o "$box/law"
    quietly "$box/law"
}

# weighs NAME [--float]: the estimator of a compensator with noise that was changed while it runs gives the bits of a package that was
# emitted with that noise (a coarser encoder; of a filter with other process noise, too); numbers that make no sense are put back,
# counted, and leave no trace.
weighs() {
    # shellcheck disable=SC2086
    emit lugre --params table-I --mass 1 --rate 1000 $quick --encoder '1 nm' --compensator "$@"
    here
    rm -rf "$box/second"
    # shellcheck disable=SC2086
    quietly "$BR_TOOL" emit lugre --params table-I --mass 1 --rate 1000 $quick --encoder '5 nm' --compensator "$@" --prefix second -o "$box/second"
    is "$shown: both have the same gains, tuned for their encoders" "$(grep '^    o\.gain' "$p/axis.c")" "$(grep '^    o\.gain' "$box/second/second.c")"
    horizon=1
    case $1 in ekf*)
        horizon=0
        sed -i '/_first_q\[\]/s/{0\.0\(f*\), 0\.0001/{1e-14\1, 0.0003/' "$box/second/second.c"
        grep -q '_first_q.*0\.0003' "$box/second/second.c" || { echo "FAIL: $shown: no process noise to change"; exit 1; } ;;
    esac
    cat >"$box/weighs.c" <<'END'
#include "second/second.h"
#include "p/axis.h"
#include "second/vectors.h"
#include <string.h>
static axis o, plain, same;
static second it;
static volatile axis_real zero;
static int bad, apart;
static void sample(int k)
{
    const axis_real none = zero / zero, y = vector_y[k][0] < (axis_real)1e30 ? vector_y[k][0] : none;
    bad += axis_step(&o, vector_u[k], &y) + axis_step(&plain, vector_u[k], &y) + axis_step(&same, vector_u[k], &y);
    bad += second_step(&it, vector_u[k], &y);
    axis_real a[4] = {axis_command(&o), axis_feedback(&o), axis_friction(&o), axis_trust(&o)};
    axis_real b[4] = {second_command(&it), second_feedback(&it), second_friction(&it), second_trust(&it)};
    bad += memcmp(a, b, sizeof a) != 0 || axis_command(&same) != axis_command(&plain);
    for (int i = 0; i < AXIS_NUMBERS; i++) {
        bad += axis_value(&o, i) != second_value(&it, i) || axis_value(&same, i) != axis_value(&plain, i);
        apart += axis_value(&o, i) != axis_value(&plain, i);
    }
    if (HORIZON && k < 20) // what the library finds
        bad += memcmp(a, vector_found[k], sizeof a) != 0;
}
static void spoil(axis_real *at, int k)
{
    const axis_real odd[] = {zero / zero, 1 / zero, -1 / zero, -1};
    const axis_real was = *at;
    const unsigned long before = axis_count(&same, AXIS_C_refused);
    *at = odd[k % 4];
    sample(k);
    bad += *at != was || axis_count(&same, AXIS_C_refused) != before + 1;
}
int main(void)
{
    bad += axis_process_noise(&o) || axis_sensor_noise(&o, 0) || axis_largest_sd(&o) || axis_process_noise(0);
    bad += axis_init(&o) + axis_init(&plain) + axis_init(&same) + second_init(&it);
    bad += axis_sensor_noise(&o, -1) || axis_sensor_noise(&o, 1);
    axis_real *q = axis_process_noise(&same), *r = axis_sensor_noise(&same, 0), *most = axis_largest_sd(&same);
    for (int i = 0; i < AXIS_NUMBERS; i++)
        axis_process_noise(&o)[i] = second_process_noise(&it)[i];
    *axis_sensor_noise(&o, 0) = *second_sensor_noise(&it, 0);
    int k = 0;
    for (; k < 20; k++)
        sample(k);
    for (int i = 0; i < 4; i++, k++) // each with every value
        for (int n = 0; n < AXIS_NUMBERS; n++, k += 8)
            spoil(&q[n], k), spoil(&most[n], k + 4);
    for (int i = 0; i < 4; i++)
        spoil(r, k++);
    *r = 0;
    sample(k);
    bad += !(*r > 0);
    q[1] *= 2, q[2] = -1; // all of a list is put back, also by a reset
    axis_reset(&same), axis_reset(&plain), axis_reset(&o), second_reset(&it);
    bad += q[1] != axis_process_noise(&plain)[1] || q[2] < 0;
    for (k = 0; k < 60; k++)
        sample(k);
    const unsigned long refused = axis_count(&same, AXIS_C_refused);
    const axis_real half = most[2] / 2;
    q[0] = 1, most[2] = half; // of a horizon what does not walk stays so
    bad += axis_step(&same, vector_u[k], vector_y[k]) || most[2] != half || q[0] != (HORIZON ? 0 : 1);
    return bad || axis_count(&same, AXIS_C_refused) != refused + HORIZON || apart < 100;
}
END
    # shellcheck disable=SC2086
    quietly "$BR_CC" $warn -Wno-unused -O0 -DHORIZON=$horizon -I "$box" "$box/weighs.c" "$p/axis.c" "$box/second/second.c" -lm -o "$box/weighs"
    quietly "$box/weighs"
    sed -n '/^## Weights/,/^## Param/p' "$p/README.md" >"$box/weights"
    has "$shown: README" "$box/weights" '| fr.z | m | 0 |'
    has "$shown: README" "$box/weights" '| x | m | '
}

# Compensators: commands of `bristle control`, here and on a controller; they live with faults of their settings and sensors.
quick="--stroke 5e-4 --period 0.1"
# shellcheck disable=SC2086
{
    as_controlled lugre lugre --params table-I --mass 1 $quick && here && on_m7 && keeps_law
    as_controlled ekf-lugre lugre --params table-I --mass 1 $quick && here
    emit lugre --params table-I --mass 1 --compensator elasto-plastic --rate 1000 $quick --float && here && single && on_m4
    weighs ekf-lugre
    weighs mhe-lugre
    weighs ekf --float
    emit lugre --params table-I --mass 1 --compensator dahl --rate 1000 $quick && here && everywhere
}
cat >"$box/faults.c" <<'END'
#include "p/axis.h"
#include <float.h>
int main(void)
{
    static axis o;
    volatile double zero = 0;
    int bad = axis_init(&o);
    double aim[3] = {0, 0, 0}, y = 0;
    const double odd[] = {zero / zero, 1 / zero, -1 / zero, DBL_MAX, -DBL_MAX, 1e300, 4e-320, -0.0};
    *axis_setting(&o, AXIS_S_most) = 10;
    for (int k = 0; k < 4000; k++) {
        aim[k % 3] = k % 7 == 0 ? odd[k / 7 % 8] : 1e-3;
        y = k % 5 == 0 ? odd[k / 5 % 8] : 1e-3 * (k % 11);
        if (k % 13 == 0)
            *axis_setting(&o, k % (AXIS_S_fade_out + 1)) = odd[k / 13 % 8];
        if (k % 17 == 0)
            *axis_setting(&o, AXIS_S_most) = 10;
        bad += axis_step(&o, aim, &y);
        bad += !(axis_command(&o) <= DBL_MAX && axis_command(&o) >= -DBL_MAX) || !(axis_trust(&o) >= 0 && axis_trust(&o) <= 1);
    }
    for (int i = 0; i <= AXIS_S_dahl_Ki; i++) // each one is put back, and said
        for (int k = 0; k < 3; k++) {
            const double was = *axis_setting(&o, i);
            const unsigned long before = axis_count(&o, AXIS_C_refused);
            *axis_setting(&o, i) = k == 0 ? odd[0] : k == 1 ? odd[1] : -1;
            bad += axis_step(&o, (double[]){0, 0, 0}, (double[]){0});
            bad += *axis_setting(&o, i) != was || axis_count(&o, AXIS_C_refused) != before + 1;
        }
    *axis_setting(&o, -1) = 1, *axis_setting(&o, AXIS_S_dahl_Ki + 1) = 1; // none of them
    bad += axis_step(&o, 0, &y) != 2 || axis_count(&o, -1) != 0;
    bad += axis_count(&o, AXIS_C_missing) == 0 || axis_count(&o, AXIS_C_refused) == 0;
    for (int i = 0; i <= AXIS_S_dahl_Ki; i++)
        *axis_setting(&o, i) = 1;
    axis_compensate(&o, 0); // fades to plain feedback
    axis_reset(&o);
    for (int k = 0; k < 50; k++)
        bad += axis_step(&o, (double[]){0, 0, 0}, (double[]){0});
    return bad != 0 || axis_trust(&o) != 0;
}
END
quietly "$BR_CC" -std=c99 -O1 -I "$box" "$box/faults.c" "$p/axis.c" -lm -o "$box/faults"
quietly "$box/faults"

# The example of a control loop says PASS here, and on a Cortex-M4F.
HERE=1 quietly sh examples/firmware/run.sh "$BR_TOOL"
has 'examples/firmware' "$box/log" PASS
if [ -z "$skipped" ]; then
    quietly sh examples/firmware/run.sh "$BR_TOOL"
    has 'examples/firmware in QEMU' "$box/log" PASS
fi

if [ $soak = yes ]; then
    as_observed dahl example --observer ekf --correct-every 0.01 --noise F=0.05N,z=1e-6m
    as_observed lugre table-I --observer mhe --horizon 8 --estimate FC --bounds 'FC = 0.9..1.0005 N, z = -1..1 m' --iterations 3
    as_observed elasto-plastic table-I --observer ukf
    as_observed gms table-4.1 --observer mhe --horizon 5
    as_observed lugre table-I --mixed --observer mhe --horizon 8 --estimate FC && on_m4 && on_m7
    emit gms --params table-4.1 --observer mhe --horizon 4 --mixed && here # has no print in float, and modes
    # shellcheck disable=SC2086
    for name in none pid disturbance coulomb stribeck model dahl observer elasto-plastic adaptive ekf mhe-lugre mhe; do
        as_controlled $name lugre --params table-I --mass 1 $quick
    done
    for k in $(seq 100); do
        random_law "$k"
        kind=$(printf 'ekf\nukf --float\nmhe --horizon 3\nmhe --horizon 4 --mixed\n' | sed -n "$((k % 4 + 1))p")
        # shellcheck disable=SC2086
        emit "$box/random.law" --params some --observer $kind --samples 1000 --gate 6 && here
    done
    for real in '' --float; do
        for law in laws/*.law plants/*.law; do
            name=$(basename "$law" .law)
            set=$(sed -n 's/^set \([^ ]*\).*/\1/p' "$law" | head -n 1)
            estimate=
            case $name in # laws without states
            coulomb | karnopp | static-kinetic | stribeck) estimate='--estimate FC' ;;
            makkar) estimate='--estimate gamma2' ;;
            pacejka) estimate='--estimate d' ;;
            viscous) continue ;; # without a set
            esac
            for observer in ekf ukf mhe; do
                # shellcheck disable=SC2086
                emit "$name" --params "$set" --observer $observer $real $estimate --samples 100000 --gate 6 && here
            done
        done
        # shellcheck disable=SC2086
        for name in none pid disturbance coulomb stribeck model dahl lugre observer elasto-plastic adaptive ekf-lugre ekf \
            mhe-lugre mhe; do
            for law in 'lugre --params table-I --mass 1' 'sgms --params table-4.1 --mass 20'; do
                # shellcheck disable=SC2086
                emit $law $quick --rate 1000 --compensator $name $real && on_m4 && on_m7
                # shellcheck disable=SC2086
                emit $law $quick --rate 1000 --compensator $name $real --samples 100000 && here
            done
        done
        # shellcheck disable=SC2086
        for observer in 'lugre --params table-I --observer ekf' 'sgms --params table-4.1 --observer ekf' \
            'sgms --params table-4.1 --observer mhe --horizon 10'; do
            emit $observer $real && everywhere && on_m4 && on_m7
        done
    done
fi
[ -z "$skipped" ] || { echo "skipped: needs$skipped (scripts/deps all)"; exit 77; }
