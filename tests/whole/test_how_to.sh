#!/bin/sh
# test_how_to.sh - at least twenty how-to guides: each says first what the reader gets, is short, and prints what it shows.
. tests/kit/kit.sh

# headed PAGE: a title, then what one gets; at most 90 lines
headed() { awk 'NR == 1 && !/^# / { exit bad = 1 } NR == 3 && !/^You get: / { exit bad = 1 } END { exit bad || NR > 90 }' "$1"; }
count=0
for page in docs/how-to/*.md; do
    [ "$page" != docs/how-to/index.md ] || continue
    headed "$page" || { echo "FAIL: $page: no 'You get:' below its title, or above 90 lines"; failed=1; }
    folder=$box/$(basename "$page" .md)
    mkdir "$folder"
    scripts/run-page "$page" "$folder" || failed=1
    has "the list of guides names $page" docs/how-to/index.md "($(basename "$page"))"
    count=$((count + 1))
done
[ "$count" -ge 20 ] || { echo "FAIL: $count how-to guides, not 20"; failed=1; }
printf '# A\n\nText.\n' >"$box/page.md"
if headed "$box/page.md"; then echo "FAIL: a page that does not say what one gets is accepted"; failed=1; fi
exit $failed
