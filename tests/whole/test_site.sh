#!/bin/sh
# test_site.sh - the documentation site builds; all its links lead somewhere; nothing of it comes from elsewhere.
. tests/kit/kit.sh
command -v mkdocs >/dev/null || { echo "skipped: needs mkdocs and mkdocs-material (make deps-all)"; exit 77; }

mkdir -p "$box/site/0.0.1" && echo 0.0.1 >"$box/site/0.0.1/VERSION" && echo '<p>old</p>' >"$box/site/0.0.1/index.html"
quietly scripts/site "$box/site"
version=$(cat "$box/site/VERSION")
site=$box/site/$version
is "the tool's version" "bristle $version" "$("$BR_TOOL" version | head -n 1 | cut -d' ' -f1,2)"
has "versions for the selector, the newest first" "$box/site/versions.json" "[{\"version\": \"$version\", \"title\": \"$version\", \"aliases\": []}, {\"version\": \"0.0.1\""
has "an older version is listed" "$box/site/index.html" 'href="0.0.1/index.html"'
is "an older version stays" '<p>old</p>' "$(cat "$box/site/0.0.1/index.html")"
for page in index tutorials/first-hour commands/identify law/lugre c/observer adr/0001*; do
    set -- "$site"/$page.html
    [ -s "$1" ] || { [ -s "${1%.html}.html" ] || { echo "FAIL: no page $page"; failed=1; }; }
done
has "search finds words of pages" "$site/search/search_index.json" "stick-slip"
has "a command without its prompt, to be copied" "$site/how-to/hunting.html" "<code class=\"language-console\">bristle simulate position-loop --params fig-8 --until 100"
has "options of a command in a table" "$site/commands/identify.html" "<td><code>--compare LAWS</code></td>"
has "light and dark" "$site/index.html" 'data-md-color-scheme="slate"'
has "pages on the disk search by a script" "$site/how-to/hunting.html" '<script src="../search/offline.js"><\/script>'
has "its index has the pages" "$site/search/offline.js" "stick-slip"
has "a report stands in its guide" "$site/how-to/hunting.html" 'src="hunting/hunting.html"'
has "a report stands in its tutorial" "$site/tutorials/first-hour.html" 'src="first-hour/slip.html"'

modules=${BR_NODE_MODULES:-build/npm/node_modules}
if [ -d "$modules/puppeteer-core" ] && command -v chromium >/dev/null; then
    NODE_PATH=$modules node tests/whole/site_browser.js "file://$site" || failed=1
fi

# Links: files that are there, anchors that are there. Of every page: `id NAME` and `to TARGET`.
cd "$site"
find . -name '*.html' ! -name 404.html ! -path './tutorials/*/*' ! -path './how-to/*/*' | sed 's#^\./##' | sort >"$box/pages"
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
        else if (anchor != "" && file ~ /\.html$/ && file !~ /^(tutorials|how-to)\/.*\// && !((file "#" anchor) in id) && anchor != "__skip") { print "FAIL: " from[i] ": no anchor " to[i]; bad = 1 }
    }
    # every page in at most two clicks from the first
    reach["index.html"] = 1
    for (click = 1; click <= 2; click++) {
        split("", found)
        for (i = 1; i <= n; i++)
            if (kind[i] == "href" && from[i] in reach && to[i] !~ /^(https?:|mailto:|data:|javascript:|#)/) { at = to[i]; sub(/[#?].*/, "", at); found[resolve(from[i], at)] = 1 }
        for (file in found) reach[file] = 1
    }
    for (i = 1; i <= n; i++) if (!(from[i] in reach)) { if (!(from[i] in lost)) print "FAIL: " from[i] ": more than two clicks away"; lost[from[i]] = bad = 1 }
    print n " links"
    exit bad
}' "$box/files" "$box/links" || failed=1
exit $failed
