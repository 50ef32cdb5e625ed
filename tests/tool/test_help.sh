#!/bin/sh
# test_help.sh - what --help prints is true: every example runs as printed, and the man page is not stale.
. tests/kit/kit.sh
mkdir "$box/bin" "$box/play"
ln -s "$BR_TOOL" "$box/bin/bristle"
PATH=$box/bin:$PATH

commands=$("$BR_TOOL" help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
for command in laws check eval simulate reproduce emit help version; do
    printf '%s\n' "$commands" | grep -qx "$command" || { echo "FAIL: 'bristle help' does not list $command"; exit 1; }
done

# Every command explains itself, and every example it prints runs in a folder of its own and succeeds.
for command in $commands; do
    quietly "$BR_TOOL" "$command" --help
    "$BR_TOOL" "$command" --help >"$box/help"
    "$BR_TOOL" help "$command" | cmp -s - "$box/help" || { echo "FAIL: 'help $command' differs from '$command --help'"; exit 1; }
    is "purpose of $command" 1 "$(sed -n 1p "$box/help" | grep -c "^bristle $command - ..*")"
    is "usage of $command" 1 "$(grep -c "^usage: bristle $command" "$box/help")"
    sed -n '/^examples\{0,1\}:$/,$s/^  \(bristle .*\)/\1/p' "$box/help" >"$box/examples"
    [ -s "$box/examples" ] || { echo "FAIL: $command --help has no example"; exit 1; }
    while IFS= read -r line; do
        (cd "$box/play" && quietly sh -c "$line") || exit 1
    done <"$box/examples"
    # options stand under headings, in this order, and examples before them
    is "headings of $command" "" "$(sed -n 's/^\([a-z ]*\):$/\1/p' "$box/help" | tr '\n' ',' |
        sed 's/^examples,\(argument,\)\{0,1\}\(input,\)\{0,1\}\(model,\)\{0,1\}\(method,\)\{0,1\}\(output,\)\{0,1\}\(more examples,\)\{0,1\}$//')"
    awk 'length > 100 { print "FAIL: a line of --help is longer than 100 characters: " $0; exit 1 }' "$box/help"
done
"$BR_TOOL" help | sed -n '/^example:$/,$s/^  \(bristle .*\)/\1/p' >"$box/examples"
is "example of help" 1 "$(wc -l <"$box/examples")"
quietly sh -c "$(cat "$box/examples")"

# Options of the tables and options of the man page are the same.
"$BR_TOOL" help --man | cmp - man/bristle.1 || { echo "FAIL: man/bristle.1 is stale; 'bristle help --man >man/bristle.1' renews it"; exit 1; }
if command -v man >/dev/null 2>&1; then
    is "complaints about the man page" "" "$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=100 man --warnings -l man/bristle.1 2>&1 >/dev/null)"
fi
is "--version" "$("$BR_TOOL" version)" "$("$BR_TOOL" --version)"
is "--help" "$("$BR_TOOL" help)" "$("$BR_TOOL" --help)"
