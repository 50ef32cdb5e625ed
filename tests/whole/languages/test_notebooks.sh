#!/bin/sh
# test_notebooks.sh - the first two tutorials as Jupyter notebooks and Octave scripts run from an empty folder, cell by cell.
. tests/kit/kit.sh

python=
for p in python3 /usr/bin/python3; do
    if "$p" -c 'import numpy' >/dev/null 2>&1; then python=$p; break; fi
done
[ -n "$python" ] || needs python3-numpy
cat >"$box/run.py" <<'END'
import json, sys, types
path = sys.argv[1]
book = json.load(open(path, encoding="utf-8"))
assert book["nbformat"] == 4 and book["cells"][0]["cell_type"] == "markdown", path
try:
    import matplotlib
    matplotlib.use("agg")
except ImportError: # pictures are drawn by nobody
    class Anything(types.ModuleType):
        def __getattr__(self, name):
            return lambda *a, **k: None
    sys.modules["matplotlib"] = Anything("matplotlib")
    sys.modules["matplotlib.pyplot"] = sys.modules["matplotlib"].pyplot = Anything("matplotlib.pyplot")
space = {"__name__": "__main__"}
for i, cell in enumerate(book["cells"]):
    assert not cell.get("outputs"), "a notebook is kept without its outputs"
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), "%s, cell %d" % (path, i), "exec"), space)
END
for book in docs/tutorials/*.ipynb; do
    [ -e "${book%.ipynb}.md" ] || { echo "FAIL: $book belongs to no tutorial"; failed=1; }
    folder=$box/$(basename "$book" .ipynb)
    mkdir "$folder"
    full=$PWD/$book
    (cd "$folder" && PYTHONDONTWRITEBYTECODE=1 BRISTLE_LIBRARY=$BR_BUILD/libbristle-call.so PYTHONPATH=$OLDPWD/python "$python" "$box/run.py" "$full") >"$box/log" 2>&1 ||
        { sed 's/^/  | /' "$box/log"; echo "FAIL: $book"; failed=1; }
done
is "notebooks" 2 "$(ls docs/tutorials/*.ipynb | wc -l | tr -d ' ')"
is "scripts" 2 "$(ls docs/tutorials/*.m | wc -l | tr -d ' ')"

if command -v octave-cli >/dev/null && command -v mkoctfile >/dev/null; then
    cp -r octave "$box/octave"
    sed "s:-I\.\./include:-I$PWD/include:" octave/Makefile >"$box/octave/Makefile"
    quietly make -C "$box/octave" "LIBRARY=$BR_BUILD"
    for script in docs/tutorials/*.m; do
        folder=$box/$(basename "$script" .m)
        mkdir "$folder"
        full=$PWD/$script
        (cd "$folder" && octave-cli --quiet --no-init-file --eval "no_pictures = true; addpath $box/octave; source $full; disp done") >"$box/log" 2>&1 || true
        grep -qx done "$box/log" || { sed 's/^/  | /' "$box/log"; echo "FAIL: $script"; failed=1; }
    done
else
    echo "no Octave: its scripts were not run"
fi
exit $failed
