#!/bin/sh
# test_tutorials.sh - every command of a tutorial prints what the page shows, in an empty folder.
. tests/kit/kit.sh

for page in docs/tutorials/*.md; do
    folder=$box/$(basename "$page" .md)
    mkdir "$folder"
    scripts/run-page "$page" "$folder" || failed=1
    ls "$folder"/*.html >/dev/null 2>&1 || { echo "FAIL: $page makes no picture"; failed=1; }
done
has "the start does not set the scale of a torque" "$box/unknown-force/estimate.html" "The start goes beyond this scale"
# a page that shows something else is noticed, lines and their order; dots stand for any lines, also for none
page() { printf '```console\n$ printf "a\\nb\\nc\\n"\n'"$1"'```\n' >"$box/page.md"; }
for right in 'a\nb\nc\n' '...\nc\n' 'a\n...\n' 'a\n...\nb\nc\n' '...\n'; do
    page "$right"
    scripts/run-page "$box/page.md" "$box" >"$box/log" 2>&1 || { echo "FAIL: refused: $right"; cat "$box/log"; failed=1; }
done
for wrong in 'a\nb\n' 'a\nc\n' 'b\n...\n' '...\nb\n' 'a\n...\nd\n' 'a\nb\nc\nd\n' ''; do
    page "$wrong"
    if scripts/run-page "$box/page.md" "$box" >"$box/log" 2>&1; then echo "FAIL: accepted: $wrong"; failed=1; fi
done
# a command within a sentence, or indented, that is a usage error is noticed
for text in 'See `bristle emit dahl`.' '    bristle simulate stick-slip --untl 20'; do
    printf '%s\n\n```console\n$ echo a\na\n```\n' "$text" >"$box/page.md"
    if scripts/run-page "$box/page.md" "$box" >"$box/log" 2>&1; then echo "FAIL: accepted: $text"; failed=1; fi
done
exit $failed
