#!/bin/sh
# test_instructions.sh - H7: a sample of a package takes at most 2 % more instructions on a Cortex-M4F and M7 than tests/emit/instructions.txt says.
#
# The counts of `bristle emit --sizes` depend on the compiler: with another one than the file names the test is skipped. Where more or fewer
# instructions are meant, sh tests/emit/test_instructions.sh --write writes the file anew.
. tests/kit/kit.sh
needs arm-none-eabi-gcc
needs qemu-system-arm
counts=tests/emit/instructions.txt
compiler="arm-none-eabi-gcc $(arm-none-eabi-gcc -dumpfullversion) -O2"

# counted NAME ARGUMENTS...: a line for each controller: name, controller, instructions of the shortest and of the longest sample
counted() {
    name=$1
    shift
    quietly "$BR_TOOL" emit "$@" --rate 1000 --sizes -o "$box/$name"
    awk -F' *[|] *' -v name="$name" '/^\| Cortex/ { print name, $2, $6, $7 }' "$box/$name/README.md"
}

{
    echo "# $compiler: package, controller, instructions of the shortest and of the longest sample"
    counted lugre-ekf lugre --params table-I --observer ekf --estimate FC --noise 'F = 0.05 N' --float
    counted lugre-ukf lugre --params table-I --observer ukf --estimate FC --noise 'F = 0.05 N' --float
    counted lugre-ekf-double lugre --params table-I --observer ekf --estimate FC --noise 'F = 0.05 N'
    counted lugre-mhe lugre --params table-I --observer mhe --horizon 5 --estimate FC --noise 'F = 0.05 N' --float
    counted elasto-plastic elasto-plastic --params table-I --observer ep --float
    counted compensator lugre --params table-I --mass '1 kg' --compensator lugre --float
    counted compensator-ekf lugre --params table-I --mass '1 kg' --compensator ekf-lugre --float
} >"$box/counts"
if [ "${1:-}" = --write ]; then
    cp "$box/counts" $counts
    exit 0
fi
is "packages and controllers" "$(wc -l <$counts)" "$(wc -l <"$box/counts")"
if ! head -n 1 $counts | grep -qF "$compiler"; then
    cat "$box/counts"
    echo "skipped: the counts are those of another compiler"
    exit 77
fi
awk '/^#/ { next } NR == FNR { most[$1 " " $2] = $4; next } { was = most[$1 " " $2]
    if (was == "" || $4 > 1.02 * was) { print "FAIL: " $1 " on a " $2 ": " $4 " instructions, before " was; bad = 1 }
    else if ($4 < 0.98 * was) print "note: " $1 " on a " $2 ": " $4 " instructions, before " was } END { exit bad }' $counts "$box/counts"
