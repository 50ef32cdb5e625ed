#!/bin/sh
# test_tool_names.sh - B13, H13, I3: hostile names of files, columns, laws and arguments break no output, and steer no terminal.
. tests/kit/kit.sh
needs python3
python3 tests/tool/names.py "$PWD" "$box"
