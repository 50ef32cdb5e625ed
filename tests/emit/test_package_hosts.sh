#!/bin/sh
# test_package_hosts.sh - H8, K5: a package is the same bytes on whatever machine it is made: its object is stated in pointers and bytes of the
# target, and fits there, with pointers of 8 bytes and of 4. In the soak (BR_COUNT = 10^7) the tool itself is built for a machine of 32 bits,
# and what it emits is compared.
. tests/kit/kit.sh
failed=0
emit() { # TOOL FOLDER ARGUMENTS
    tool=$1
    folder=$2
    shift 2
    $tool emit "$@" --prefix axis -o "$folder" >"$box/log" 2>&1 || { cat "$box/log"; exit 1; }
}
known="--params table-I --noise F=0.1N"
# each TOOL FOLDER: packages of every kind of object, and an FMU
each() {
    mkdir -p "$2"
    # shellcheck disable=SC2086
    for observer in ekf mhe; do
        emit "$1" "$2/$observer" lugre $known --observer $observer
        emit "$1" "$2/$observer-float" lugre $known --observer $observer --float
    done
    emit "$1" "$2/ep" elasto-plastic --params table-I --observer ep
    emit "$1" "$2/mixed" sgms --params table-4.1 --noise F=0.1N,z=0.1N --observer mhe --horizon 4 --mixed
    emit "$1" "$2/compensator" lugre --params table-I --mass 1 --rate 1000 --compensator dahl
}
each "$BR_TOOL" "$box/here"
absent=
for p in "$box"/here/*; do
    size=$(sed -n 's/.*byte\[\(.*\)\].*/\1/p' "$p/axis.h")
    case $size in
    *' * sizeof(void *) + '*) ;;
    *) echo "FAIL: ${p##*/}: the size '$size' is that of one machine"; failed=1 ;;
    esac
    for cc in "${BR_CC:-cc}" arm-linux-gnueabihf-gcc 'arm-none-eabi-gcc -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16' 's390x-linux-gnu-gcc -fexcess-precision=fast'; do
        command -v ${cc%% *} >/dev/null || { absent="$absent ${cc%% *}"; continue; }
        for file in "$p"/axis*.c; do # it has an assertion of its own
            case $file in *test* | *main* | *check*) continue ;; esac
            # shellcheck disable=SC2086
            $cc -std=c99 -fsyntax-only "$file" 2>"$box/log" || { echo "FAIL: ${p##*/} with $cc"; head -n 3 "$box/log"; failed=1; }
        done
    done
done
if command -v arm-linux-gnueabihf-gcc >/dev/null; then
    scripts/object-sizes --check || { echo "FAIL: sizes have changed; run scripts/object-sizes"; failed=1; }
fi
case ${BR_COUNT:-0} in
1e7 | 10000000)
    if command -v arm-linux-gnueabihf-gcc >/dev/null && command -v qemu-arm >/dev/null; then
        quietly cmake -S . -B "$box/arm" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=arm -DCMAKE_C_COMPILER=arm-linux-gnueabihf-gcc \
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXE_LINKER_FLAGS=-static -DBUILD_TESTING=OFF
        quietly cmake --build "$box/arm" --parallel 2 --target bristle-tool
        each "qemu-arm $box/arm/bristle" "$box/there"
        diff -r "$box/here" "$box/there" >"$box/log" || { echo "FAIL: a machine of 32 bits emits other bytes"; head "$box/log"; failed=1; }
    fi
    ;;
esac
[ $failed = 0 ] || exit 1
echo "pass: $(ls "$box/here" | wc -l) packages"
[ -z "$absent" ] || { echo "skipped: needs $(echo "$absent" | tr ' ' '\n' | sort -u | tr '\n' ' ')(scripts/deps all); the other compilers passed"; exit 77; }
