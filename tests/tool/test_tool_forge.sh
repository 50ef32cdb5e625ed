#!/bin/sh
# test_tool_forge.sh - `bristle verify` on certificates whose steps, results and rows were changed and whose hashes were made anew.
. tests/kit/kit.sh
needs python3
quietly "$BR_TOOL" simulate drive-train --params nominal --input 'u = square(1) N*m' --until '4 s' --step '4 ms' --csv "$box/d.csv"
quietly "$BR_TOOL" bound "$box/d.csv" --error 'x1 = 1 mrad' --range 'alpha=3..6 1/s, beta=50..80 rad/s^2/N/m, TF=0..1 N*m' \
    --certificate "$box/d.crt"
quietly "$BR_TOOL" verify "$box/d.crt"
python3 tests/tool/forge.py "$box/d.crt" 300
