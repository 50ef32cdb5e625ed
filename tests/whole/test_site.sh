#!/bin/sh
# test_site.sh - the documentation site builds; all its links lead somewhere; nothing of it comes from elsewhere.
. tests/kit/kit.sh
command -v mkdocs >/dev/null || { echo "skipped: needs mkdocs and mkdocs-material (make deps-all)"; exit 77; }

quietly scripts/site "$box/site"
site=$box/site
for page in index tutorials/first-hour commands/identify law/lugre c/observer adr/0001*; do
    set -- "$site"/$page.html
    [ -s "$1" ] || { [ -s "${1%.html}.html" ] || { echo "FAIL: no page $page"; failed=1; }; }
done
has "search finds words of pages" "$site/search/search_index.json" "stick-slip"
has "a report stands in its tutorial" "$site/tutorials/first-hour.html" 'src="first-hour/slip.html"'

# Links: files that are there, anchors that are there. Of every page: `id NAME` and `to TARGET`.
cd "$site"
find . -name '*.html' ! -name 404.html ! -path './tutorials/*/*' | sed 's#^\./##' | sort >"$box/pages"
while read -r page; do
    tr '\n' ' ' <"$page" | grep -oE '( id| href| src)="[^"]*"' | sed -E "s#^ (id|href|src)=\"(.*)\"#$page \1 \2#"
done <"$box/pages" >"$box/links"
find . -type f | sed 's#^\./##' >"$box/files"
awk '
FILENAME ~ /files$/ { there[$1] = 1; next }
$2 == "id" { id[$1 "#" $3] = 1; next }
{ from[++n] = $1; kind[n] = $2; to[n] = $3 }
function resolve(page, target,   base, parts, m, i, k, out) {
    base = page; sub(/[^\/]*$/, "", base)
    m = split(base target, parts, "/"); k = 0
    for (i = 1; i <= m; i++) if (parts[i] == "..") k--; else if (parts[i] != "." && parts[i] != "") out[++k] = parts[i]
    base = out[1]; for (i = 2; i <= k; i++) base = base "/" out[i]
    return base
}
END {
    for (i = 1; i <= n; i++) {
        if (to[i] ~ /^(https?:|mailto:)/) { if (kind[i] == "src") { print "FAIL: " from[i] " loads " to[i]; bad = 1 } continue }
        if (to[i] ~ /^(data:|javascript:)/ || to[i] == "") continue
        at = to[i]; anchor = ""
        if (h = index(at, "#")) { anchor = substr(at, h + 1); at = substr(at, 1, h - 1) }
        sub(/\?.*/, "", at)
        file = at == "" ? from[i] : resolve(from[i], at)
        if (!(file in there) && !((file "/index.html") in there)) { print "FAIL: " from[i] ": no " to[i]; bad = 1 }
        else if (anchor != "" && file ~ /\.html$/ && file !~ /^tutorials\/.*\// && !((file "#" anchor) in id) && anchor != "__skip") { print "FAIL: " from[i] ": no anchor " to[i]; bad = 1 }
    }
    print n " links"
    exit bad
}' "$box/files" "$box/links" || failed=1
exit $failed
