#!/bin/sh
# test_tool_report.sh - pages and pictures stand alone, say their units, and hold nothing of a law file raw (docs/faults.md I7).
. tests/kit/kit.sh

# markup AND hostile words in every place a law has for words
cat >"$box/evil.law" <<'END'
law evil "</title><script>alert(1)</script> & <b>"
version 1
source "<img src=x onerror=alert(2)>"
input v m/s "<i>"
state z m "<u>"
param k N/m > 0 "a & b <script>"
output F N "force <svg onload=alert(3)>"
z' = v - abs(v)*(z/z0) # <script>alert(4)</script>
param z0 = 1e-5 m
F = k*z
set one "</li><script>"
k = 1e5 N/m
END
"$BR_TOOL" laws "$box/evil.law" --report "$box/evil.html" --svg "$box/evil.svg" >"$box/out"
# without NAME: a page without its own script and the data of its plots, whose text test_report_browser.sh looks at
without() {
    sed -e '/^<script>$/,/^<\/script>$/d' -e '/^<script type="application\/json">/,/<\/script>$/d' "$box/$1.html" >"$box/$1-plain.html"
}
without evil
# the data of plots is text that cannot end its block
is "blocks of data that end" "$(grep -c '^<script type="application/json">' "$box/evil.html")" "$(grep -c '}</script>$' "$box/evil.html")"
for file in evil-plain.html evil.svg; do
    if grep -qiE '<(script|img|b>|i>|u>)|onload=alert\(3\)>|onerror=alert\(2\)>' "$box/$file" ; then
        echo "FAIL: markup of the law stands raw in $file: $(grep -oiE '.{20}<(script|img|b>|i>|u>).{20}' "$box/$file" | head -n 3)"
        exit 1
    fi
done
grep -q '&lt;script&gt;alert(4)' "$box/evil.html" || { echo "FAIL: the equations are not there"; exit 1; }

"$BR_TOOL" laws lugre --report "$box/lugre.html" --svg "$box/lugre.svg" >"$box/out"
# the first line says what made the report: the command as it was given, with names of files without folders, version and date
is "the origin of a report" "<p class=\"dim\"><code>bristle laws lugre --svg lugre.svg --report lugre.html</code> &ndash; $("$BR_TOOL" version), 2023-11-14</p>" \
    "$(sed -n '/^<main>$/{n;p;}' "$box/lugre.html")"
# every plot has a word for what it shows, and its symbol; where the words of several curves are too long, that of their unit
"$BR_TOOL" simulate stick-slip --params fig-6 --until 20 --report "$box/slip.html" >/dev/null
has "the words of two forces" "$box/slip.html" '"title":"Friction force F, force of the spring S over time"'
has "one word for two positions" "$box/slip.html" '"title":"Displacement x, y over time"'
# a table that is wider than the screen scrolls, and a shade at its end says so: it stays, and what covers it moves along
is "shades that stay" 2 "$(grep -o '^\.wide.*' "$box/lugre.html" | grep -o 'no-repeat scroll' | wc -l | tr -d ' ')"
is "covers that move" 2 "$(grep -o '^\.wide.*' "$box/lugre.html" | grep -o 'no-repeat local' | wc -l | tr -d ' ')"
is "what is said of files" "report written to $box/lugre.html
pictures written to $box/lugre.svg" "$(cat "$box/out")"
is "what is said of a page of all laws" "report written to $box/all.html" "$("$BR_TOOL" laws --report "$box/all.html")"
"$BR_TOOL" laws load-dahl --svg - >"$box/turn.svg"
if grep -q 'written to' "$box/turn.svg"; then echo "FAIL: words in an SVG on standard output"; exit 1; fi
for words in '<title>lugre, values of table-I</title>' '>lugre, values of table-I</text>' 'amplitude .*m, period .*s)'; do
    grep -q "$words" "$box/lugre.svg" || { echo "FAIL: the pictures do not say '$words'"; exit 1; }
done

# the values of the page stand in the units of their set, with defaults, all quantities, and what use brings in
"$BR_TOOL" laws load-dahl --report "$box/turn.html" >/dev/null
for words in '>h</td><td class="n">rad</td>.*<td>0.002</td>' '>sigma2</td><td class="n">N\*m\*s/rad</td>.*<td>1.5</td>' \
    '>v1</td><td class="n">rad/s</td>.*<td>1 .*(default)' '>tau</td><td class="n">N\*m</td>' '>F</td><td class="n">N\*m</td>' \
    '^<pre>c = sigma2\*v ' 'of viscous:' '<code>linear</code> (default) or <code>power</code>'; do
    grep -q "$words" "$box/turn.html" || { echo "FAIL: the page of load-dahl does not show '$words'"; exit 1; }
done
# a name that a choice gives to another quantity has the unit of that one, and no value of the first
for law in gms sgms; do
    "$BR_TOOL" laws $law --report "$box/$law.html" >/dev/null
    for words in '>z\[n\]</td><td class="n">N</td>.*element forces' '>z\[n\]</td><td class="n">m</td>.*element deflections'; do
        grep -q "$words" "$box/$law.html" || { echo "FAIL: the page of $law does not show '$words'"; exit 1; }
    done
done
printf 'law twice\nchoice kind = rail | joint\ninput v m/s\nparam k = 7 N*s/m when kind is rail\nparam k kg when kind is joint\nparam T = 1 s when kind is joint\noutput F N\nF = k*v when kind is rail\nF = k*v/T when kind is joint\nset a\nk = 3 N*s/m\n' >"$box/twice.law"
quietly "$BR_TOOL" laws "$box/twice.law" --report "$box/twice.html"
grep -q '>k</td><td class="n">kg</td><td class="n"></td><td>&ndash;</td>' "$box/twice.html" || { grep '>k<' "$box/twice.html"; exit 1; }
grep -q '>k</td><td class="n">N\*s/m</td><td class="n"></td><td>3</td>' "$box/twice.html" || { grep '>k<' "$box/twice.html"; exit 1; }
is "sets on the page of lugre" 4 "$(grep -c '<details><summary><code>' "$box/lugre.html")"
# every line of the law's equations that is none of `use`, `expect` or a comment stands there typeset, with fractions and indices;
# those that need another choice say which, and the text of all is there, too
is "typeset equations of lugre and of viscous" "$({ sed -n '/^g  =/,/^$/p' laws/lugre.law; grep -E "^[a-z]+ +=" laws/viscous.law; } | grep -cE "^[A-Za-z0-9]+['+]? +=")" "$(grep -c '^<div><math' "$box/lugre.html")"
is "blocks of equations: usual and others, of both laws" 4 "$(grep -c '^<div class="equations">' "$box/lugre.html")"
grep -q '<mfrac>.*<span class="dim">(1)</span></div>$' "$box/lugre.html" || { echo "FAIL: (1) of lugre is not typeset with its fraction and its note"; exit 1; }
grep -q '<span>when direction is dependent</span>' "$box/lugre.html" || { echo "FAIL: an equation of another choice does not say of which"; exit 1; }
grep -q '<span>from <i>stick to forward</i> if</span><math' "$box/gms.html" || { echo "FAIL: a transition of gms is not typeset"; exit 1; }
grep -q '<td>240000</td><td class="n">N/m' "$box/lugre.html" || { echo "FAIL: values of the second set"; exit 1; }

# pictures and values of a file
printf 'sigma0 = 3e5 N/m\nsigma1 = 0 N*s/m\nFC = 1 N\nFS = 2 N\nvs = 1 mm/s\n' >"$box/mine"
(cd "$box" && quietly "$BR_TOOL" laws lugre --params mine --report mine.html --svg mine.svg)
grep -q 'Values of mine' "$box/mine.html" && grep -q '<td>300000</td>' "$box/mine.html" && grep -q 'lugre, values of mine' "$box/mine.svg"
for words in 'velocity in mm/s' 'displacement in .*m<' 'friction force in N'; do
    grep -q "$words" "$box/lugre.svg" || { echo "FAIL: no axis says '$words'"; exit 1; }
done
grep -q 'angle in mrad' "$box/turn.svg" || { echo "FAIL: a turning law is not drawn over an angle"; exit 1; }
without lugre
sed -i '/http-equiv/d' "$box/lugre-plain.html" # hashes
for file in lugre-plain.html lugre.svg turn.svg; do
    if grep -qE '>-?(nan|inf)<|[0-9]{7}' "$box/$file"; then echo "FAIL: a number that is none in $file"; exit 1; fi
done
for file in lugre.html lugre.svg turn.svg; do
    if grep -oE '(src|href|url\()="?[^" )]*' "$box/$file" | grep -v '="#'; then echo "FAIL: $file needs another file"; exit 1; fi
done
grep -q 'prefers-color-scheme: dark' "$box/lugre.html" && grep -q '@media print' "$box/lugre.html"
if command -v python3 >/dev/null 2>&1; then
    python3 - "$box" <<'END'
import sys, xml.dom.minidom
from html.parser import HTMLParser
for name in ("lugre.svg", "turn.svg", "evil.svg"):
    xml.dom.minidom.parse(sys.argv[1] + "/" + name)
class Checker(HTMLParser):
    stack = []
    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "path", "rect"): self.stack.append(tag)
    def handle_startendtag(self, tag, attrs): pass
    def handle_endtag(self, tag):
        top = self.stack.pop()
        assert top == tag, (top, tag, self.getpos())
for name in ("lugre.html", "evil.html"):
    c = Checker()
    c.feed(open(sys.argv[1] + "/" + name, encoding="utf-8").read())
    assert not c.stack, c.stack
END
fi

quietly "$BR_TOOL" laws --report "$box/all.html"
is "sections of the page of all laws" "$("$BR_TOOL" laws | grep -c '  *\(static\|dynamic\|plant\)  ')" "$(grep -c '<section' "$box/all.html")"

# a law without sets or velocity has a page too, and a clear word where there is nothing to draw
printf 'law still "no motion"\nversion 1\ninput T K\noutput e -\nparam T0 K\ne = T/T0\nset a "x"\nT0 = 1 K\n' >"$box/still.law"
quietly "$BR_TOOL" laws "$box/still.law" --report "$box/still.html"
code=0
"$BR_TOOL" laws "$box/still.law" --svg "$box/still.svg" >/dev/null 2>"$box/err" || code=$?
is "exit code without a velocity" 4 $code
grep -q 'no velocity' "$box/err"
[ ! -e "$box/still.svg" ]
for wrong in '--svg x' '--params table-I' 'lugre --params table-I' '--report x --params table-I' 'lugre --svg - --json -'; do
    code=0
    # shellcheck disable=SC2086
    "$BR_TOOL" laws $wrong >/dev/null 2>&1 || code=$?
    is "exit code of laws $wrong" 2 $code
done

# the picture of the README is what the tool draws
"$BR_TOOL" laws gms --params fig-3.5 --svg - | cmp - docs/picture.svg ||
    { echo "FAIL: docs/picture.svg is stale; 'bristle laws gms --params fig-3.5 --svg docs/picture.svg' renews it"; exit 1; }

# the_answer_comes_first: one sentence, then pictures, then tables, in the reports of six commands
order() {
    awk '/<p><b>/ && !a { a = NR } /<svg/ && !p { p = NR } /<table/ && !t { t = NR } END { exit !(a && a < p && p < t) }' "$box/$1.html" ||
        { echo "FAIL: report of $1: no answer, or tables before pictures"; exit 1; }
}
quietly "$BR_TOOL" simulate drive-train --params nominal --input 'u = square(1) N*m' --until 2 --csv "$box/d.csv" --report "$box/simulate.html"
quietly "$BR_TOOL" bound "$box/d.csv" --params nominal --error 'x1=1 mrad' --range 'TF=0..1 Nm' --report "$box/bound.html"
quietly "$BR_TOOL" simulate lugre --params table-I --input 'v = 2*sin(2*pi*t) mm/s' --until 2 --csv "$box/v.csv"
V='t = t s, v = v m/s, F = F N'
"$BR_TOOL" identify "$box/v.csv" --signals "$V" --model lugre --report "$box/identify.html" >"$box/t"
quietly "$BR_TOOL" inspect "$box/v.csv" --signals "$V" --report "$box/inspect.html"
"$BR_TOOL" observe "$box/v.csv" --signals "$V" --model lugre --params table-I --estimate FC --report "$box/observe.html" >"$box/o"
quietly "$BR_TOOL" control lugre --params table-I --mass '1 kg' --compensators coulomb --report "$box/control.html"
# which bytes a report speaks of: the hash of every input, below the command
is "the input of a report" "<p class=\"dim input\">v.csv: SHA-256 <code>$(sha256sum <"$box/v.csv" | cut -c 1-64)</code></p>" "$(sed -n '/^<main>$/{n;n;p;}' "$box/inspect.html")"
for command in simulate bound identify inspect observe control; do
    order $command
done

# a_column_without_content_is_left_out: no hold-out error without hold-out rows
is "columns of identify" "law fit error parameters verdict" "$(sed -n 's/^  law  *\(fit error\)  *\(parameters\)  *\(verdict\)$/law \1 \2 \3/p' "$box/t")"
