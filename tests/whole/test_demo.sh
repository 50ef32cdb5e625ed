#!/bin/sh
# test_demo.sh - `make demo`, with fewer laws: one page that tells the story, with pictures, true numbers and links that lead somewhere.
. tests/kit/kit.sh
export BR_TOOL
quietly scripts/demo "$box" 'coulomb, dahl'
page=$box/demo.html
for heading in '1. Log quality check' '2. Which law fits?' '3. Does it hold?' 'Go on'; do
    is "heading $heading" 1 "$(grep -cF "<h2>$heading</h2>" "$page")"
done
is "parts of the pages" 'Fit Friction force Laws compared Motion and force Parameters of dahl What can be identified ' \
    "$(sed -n 's/^<h3>\(.*\)<\/h3>/\1/p' "$page" | sort | tr '\n' ' ')"
[ "$(grep -c '<svg' "$page")" -ge 8 ] || { echo "FAIL: few pictures"; exit 1; }
# the story in what comes before the first step: three sentences and two pictures
sed '/<h2>1\. /,$d' "$page" | sed -n '/^<h1>/,$p' >"$box/story"
is "sentences of the story" 3 "$(grep -c '^<li>..*' "$box/story")"
is "pictures of the story" 2 "$(grep -c '^<figure>' "$box/story")"
is "their titles" 'by the law, by the observer, ' "$(sed -n 's/.*class="title"[^>]*>Friction force over time, \(.*\)<\/text>/\1, /p' "$box/story" | tr -d '\n')"
for tag in section main html; do
    is "$tag opened and closed" "$(grep -c "<${tag}[ >]" "$page") of $tag" "$(grep -c "</$tag>" "$page") of $tag"
done
sed -n 's/.*href="\([^"]*\)".*/\1/p' "$page" >"$box/links"
is "links" 5 "$(wc -l <"$box/links")"
while read -r link; do
    [ -s "$box/$link" ] || { echo "FAIL: no $link"; exit 1; }
done <"$box/links"
has "the law found" "$page" '<b>Found:</b> dahl, off by '

# an observer is nearer to the truth than what it measures
estimated=$(sed -n 's/.*off the truth by \([0-9.]*\) %.*/\1/p' "$page")
measured=$(sed -n 's/.*as measured by \([0-9.]*\) %.*/\1/p' "$page")
awk "BEGIN { exit !($estimated > 0 && $estimated < $measured && $measured < 1) }" ||
    { echo "FAIL: off by $estimated % estimated, $measured % measured"; exit 1; }
