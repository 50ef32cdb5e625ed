#!/bin/sh
# test_where.sh - the table "Where is ..." of ARCHITECTURE.md: every file is there and defines the function, or the equation of a law.
. tests/kit/kit.sh

# check FOLDER: prints what is wrong with the table of FOLDER/ARCHITECTURE.md, and at last how many rows it has.
check() {
    awk -v root="$1" '
    function defines(file, name,    text, found) {
        found = 0
        while ((getline text <file) > 0) {
            if (file ~ /\.law$/) {
                at = index(text, name)
                if (at == 1 && substr(text, length(name) + 1) ~ /^ *=/) found = 1
            } else if (text ~ /^[A-Za-z_]/ && text ~ ("[ *]" name "\\(") && text !~ /;[ \t]*(\/\/.*)?$/)
                found = 1
        }
        close(file)
        return found
    }
    function exists(file,    text, ok) { ok = (getline text <file) > 0; close(file); return ok }
    /^## / { on = /^## Where is/ }
    on && /^\| [^-]/ && !/^\| what \|/ {
        n = split($0, cell, "`")
        rows++
        if (n != 5) { print "a row has no file and function: " $0; next }
        if (!exists(root "/" cell[2])) print "there is no " cell[2]
        else if (!defines(root "/" cell[2], cell[4])) print cell[2] " defines no " cell[4]
    }
    END { print rows + 0 " rows" }' "$1/ARCHITECTURE.md"
}

check . >"$box/here"
rows=$(sed -n '$s/ rows$//p' "$box/here")
is "what is wrong with the table" "" "$(sed '$d' "$box/here")"
[ "$rows" -ge 40 ] || { echo "FAIL: $rows rows, 40 are wanted"; exit 1; }

# Samples: a file that is gone, a function that is only called or declared, an equation of another name, a row without a function.
mkdir -p "$box/src" "$box/laws"
printf 'static int solve(int x)\n{\n    return other(x) + gone(x);\n}\nint declared(int x);\nint two_lines(int x,\n              int y)\n{\n}\n' >"$box/src/a.c"
printf "etaA = 1\nz' = etaB\n" >"$box/laws/a.law"
sample() {
    printf '# A\n| x | `no/file.c` | `f` |\n## Where is ...\n| what | file | function |\n|---|---|---|\n%s\n## Else\n| y | `no/file.c` | `f` |\n' "$2" >"$box/ARCHITECTURE.md"
    is "sample '$2'" "$1" "$(check "$box" | sed '$d')"
}
sample '' '| a | `src/a.c` | `solve` |'
sample '' '| a | `src/a.c` | `two_lines` |'
sample '' '| a | `laws/a.law` | `etaA` |'
sample '' "| a | \`laws/a.law\` | \`z'\` |"
sample 'there is no src/b.c' '| a | `src/b.c` | `solve` |'
sample 'src/a.c defines no gone' '| a | `src/a.c` | `gone` |'
sample 'src/a.c defines no declared' '| a | `src/a.c` | `declared` |'
sample 'laws/a.law defines no etaB' '| a | `laws/a.law` | `etaB` |'
sample 'a row has no file and function: | a | `src/a.c` | |' '| a | `src/a.c` | |'
