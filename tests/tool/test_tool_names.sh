#!/bin/sh
# test_tool_names.sh - B13, H13, I3: hostile names of files, columns, laws and arguments break no output, and steer no terminal.
. tests/kit/kit.sh
needs python3
# FMUs are looked at, not run: compiled at the fastest to compile
printf '#!/bin/sh\nexec "%s" "$@" -O0\n' "$BR_CC" >"$box/cc"
chmod +x "$box/cc"
CC=$box/cc python3 tests/tool/names.py "$PWD" "$box"
