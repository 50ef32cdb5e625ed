#!/bin/sh
# test_report_pictures.sh - every report at 1280 and 390 pixels and on paper looks as its reference; BR_UPDATE=1 writes these anew.
. tests/kit/kit.sh
needs node
needs chromium
modules=${BR_NODE_MODULES:-build/npm/node_modules}
[ -d "$modules/puppeteer-core" ] ||
    { echo "skipped: needs puppeteer-core (npm install --prefix build/npm puppeteer-core@24, or scripts/deps all)"; exit 77; }
fonts=/usr/share/fonts/truetype/dejavu
[ -f $fonts/DejaVuSans.ttf ] || { echo "skipped: needs fonts-dejavu-core (scripts/deps all)"; exit 77; }
kept=tests/tool/browser/pictures

# One family of letters, whatever else is installed.
cat >"$box/fonts.conf" <<END
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>$fonts</dir><cachedir>$box/fonts</cachedir>
<selectfont><rejectfont><glob>*Serif*</glob></rejectfont></selectfont>
<match target="pattern"><test name="family"><string>monospace</string></test><edit name="family" mode="assign" binding="same"><string>DejaVu Sans Mono</string></edit></match>
<match target="pattern"><test name="family"><string>ui-monospace</string></test><edit name="family" mode="assign" binding="same"><string>DejaVu Sans Mono</string></edit></match>
<match target="pattern"><test name="family" compare="not_eq"><string>DejaVu Sans Mono</string></test><edit name="family" mode="assign" binding="same"><string>DejaVu Sans</string></edit></match>
</fontconfig>
END
export FONTCONFIG_FILE="$box/fonts.conf"

mkdir "$box/reports"
cp examples/mech/four-bar.mech "$box/"
tool=$BR_TOOL
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
# page NAME ARGUMENT...: a report, from the folder of the logs, so that no path is on it
page() {
    name=$1
    shift
    (cd "$box" && "$tool" "$@" --report "reports/$name.html" >"$name.txt" 2>&1) || { echo "FAIL: $name: $(tail -n 2 "$box/$name.txt")"; exit 1; }
}
cd "$box"
"$tool" simulate rig/axis --csv axis.csv >/dev/null
"$tool" simulate lugre --params table-I --input 'v = 2e-3*sin(9*t)*sin(t) m/s' --until 3 --sensor 'F = noise(0.005) N' --csv log.csv >/dev/null
"$tool" simulate drive-train --params nominal --input 'u = square(1) N*m' --until 4 --csv train.csv >/dev/null
"$tool" simulate mass --params axis --input 'u=multisine(2,9,20,50,80)/50 N' --until 4 --csv multisine.csv >/dev/null
"$tool" simulate four-bar.mech --until '0.5 s' --csv bar.csv >/dev/null
cd "$OLDPWD"
signals='t = t, v = v, F = F'
page inspect inspect axis.csv --signals 't = t s, x = q m, u = u N'
page simulate simulate stick-slip --params fig-6 --until '20 s'
page identify identify log.csv --signals "$signals" --compare 'coulomb, lugre' --hold-out '30 %'
page observe observe log.csv --signals "$signals" --model lugre --params table-I --estimate FC
page control control lugre --params table-I --mass '1 kg' --compensators 'coulomb, lugre' --stroke 0.2e-3 --period 0.2 --step 5e-4
page bound bound train.csv --params nominal --error 'x1 = 1 mrad' --range 'alpha=3..6 1/s, TF=0..1 N*m'
page excite excite ramps --limits 'F = 30 N' --from 1 --to 100 --level '20 N'
page response response multisine.csv --signals 't = t, x = x, u = u'
page laws laws lugre --params table-4.1
page reproduce reproduce lugre/lag
page rig simulate rig/axis
page tube simulate lugre --params table-I --verified --range 'FC = 0.9..1.1 N, v = 1 mm/s' --until 0.1
page mechanism simulate four-bar.mech --until '0.5 s'
NODE_PATH="$modules" node tests/tool/browser/report_pictures.js "$box/reports" $kept ${BR_UPDATE:+update} || exit 1
if [ "${BR_UPDATE:-}" ]; then
    echo "pass: $(find $kept -name '*.webp' | wc -l) references are written, $(du -sk $kept | cut -f 1) kB: look at them"
else
    echo "pass: $(find "$box/reports" -name '*.html' | wc -l) reports at three sizes look as their references"
fi
