#!/bin/sh
# test_python.sh - the Python package: installs offline, its examples and those of docs/python.md run, faults raise.
. tests/kit/kit.sh

python=
for p in python3 /usr/bin/python3; do
    if "$p" -c 'import numpy' >/dev/null 2>&1; then python=$p; break; fi
done
[ -n "$python" ] || { echo "skipped: needs python3 with numpy (scripts/deps all)"; exit 77; }
PYTHONDONTWRITEBYTECODE=1
BRISTLE_LIBRARY=$BR_BUILD/libbristle-call.so
export PYTHONDONTWRITEBYTECODE BRISTLE_LIBRARY

names() {
    find "$1" -maxdepth 1 -type f -exec basename {} \; | sort
}

# As docs/python.md says, into a folder of the test's own, without any index to ask.
if "$python" -m pip --version >/dev/null 2>&1; then
    line=$(grep -m 1 '^    python3 -m pip install' docs/python.md | sed 's/^ *python3//')
    # shellcheck disable=SC2086 # a list of words
    quietly env PIP_NO_INDEX=1 PIP_NO_DEPS=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_TARGET="$box/site" PIP_ROOT_USER_ACTION=ignore \
        "$python" $line
    is "what pip installs is all of the package" "$({ names python/bristle; echo libbristle-call.so; } | sort)" "$(names "$box/site/bristle")"
    unset BRISTLE_LIBRARY # the package has its own
    PYTHONPATH=$box/site
    echo "pass: installs offline"
else
    PYTHONPATH=$PWD/python
    echo "no pip: the package is taken from the source tree"
fi
export PYTHONPATH

# What `make install` leaves finds its library by itself.
quietly cmake --install "$BR_BUILD" --prefix "$box/prefix"
for folder in "$box"/prefix/lib/python*/*-packages; do
    is "installed by make" True "$(PYTHONPATH=$folder "$python" -c 'import bristle; print(len(bristle.laws()) > 10)')"
done

cat >"$box/examples.py" <<'END'
import doctest, importlib, sys
bad = tried = 0
for name in ("__init__", "table", "_call", "commands", "law", "figure"):
    found = doctest.testmod(importlib.import_module("bristle" if name == "__init__" else "bristle." + name))
    bad, tried = bad + found.failed, tried + found.attempted
found = doctest.testfile("docs/python.md", module_relative=False)
print(f"{tried} examples of the package, {found.attempted} of docs/python.md")
sys.exit(bad + found.failed > 0 or tried < 20 or found.attempted < 5)
END
quietly "$python" "$box/examples.py"
tail -n 1 "$box/log"

"$python" tests/whole/languages/python_faults.py

for story in examples/python/*.py; do
    quietly "$python" "$story" "$box/picture.svg"
    has "$story" "$box/picture.svg" '<polyline'
    has "docs/python.md" docs/python.md "$story"
    rm "$box/picture.svg"
done
