#!/bin/sh
# test_report_browser.sh - reports in a browser: hover, zoom, legend, tables, CSV, hostile names, no request, widths, print.
. tests/kit/kit.sh
needs node
needs chromium
modules=${BR_NODE_MODULES:-build/npm/node_modules}
[ -d "$modules/puppeteer-core" ] ||
    { echo "skipped: needs puppeteer-core (npm install --prefix build/npm puppeteer-core@24, or scripts/deps all)"; exit 77; }

quietly "$BR_TOOL" simulate lugre --params table-I --input 'v = 2*sin(2*pi*t) mm/s' --until 2 --step '0.2 ms' --csv "$box/v.csv" --report "$box/simulate.html"
# a name that tries to leave its place: in the title of a report, the labels of plots, the data behind them and a table
evil='<!--<script><img src=x onerror=document.title=1>.csv'
sed '1s/.*/t [s],v [m\/s],F [N]/' "$box/v.csv" | cut -d, -f1-3 >"$box/$evil"
V='t = t s, v = v m/s, F = F N'
quietly "$BR_TOOL" inspect "$box/$evil" --signals "$V" --report "$box/inspect.html"
quietly "$BR_TOOL" observe "$box/$evil" --signals "$V" --model lugre --params table-I --estimate FC --report "$box/observe.html"
quietly "$BR_TOOL" control lugre --params table-I --mass '1 kg' --compensators 'coulomb, lugre' --stroke 0.2e-3 --period 0.2 --step 5e-4 --report "$box/control.html"
printf 'law evil\nversion 1\ninput v m/s "</script><img src=x onerror=document.title=1>"\nparam k = 3 N*s/m "</script><b>"\noutput F N "</script><img src=x onerror=document.title=1> \342\200\250 &amp;"\nF = k*v\nset one "x"\nk = 2 N*s/m\n' >"$box/evil.law"
quietly "$BR_TOOL" laws "$box/evil.law" --report "$box/evil.html"
quietly "$BR_TOOL" simulate examples/mech/four-bar.mech --until '0.5 s' --report "$box/mechanism.html"
quietly "$BR_TOOL" simulate viscous --at 'sigma2 = 1 N*s/m' --input 'v = 1 + 3e-5*sin(t) m/s' --until 3 --report "$box/close.html"
NODE_PATH="$modules" node tests/tool/browser/report_browser.js "$box" || exit 1
