#!/bin/sh
# test_citations.sh - whatever sources, tests and docs cite is there, and scripts/check-citations notices what is not.
. tests/kit/kit.sh
set +e
check=$PWD/scripts/check-citations
failed=0

"$check" . || { echo "FAIL: something in this tree cites what is not there"; failed=1; }

# A small tree that cites only what there is.
good() {
    rm -rf "$box/tree"
    cd "$box" && mkdir tree && cd tree || exit 1
    mkdir -p src/num/base tests/num docs/adr scripts
    printf '// fp.h - rules (docs/adr/0001, docs/faults.md A1). [target]\n' >src/num/base/fp.h
    printf '// test_fp.c - num/base/fp.h holds its rules (docs/faults.md A1, A2 and B1 to B2).\n// A1: rows.\n// Rows (A1, B2), paper 001.\n' >tests/num/test_fp.c
    printf '# 0001: a rule\n\nIt narrows 0002, and has 2020 reasons.\n' >docs/adr/0001-a-rule.md
    printf '# 0002: another rule\n' >docs/adr/0002-another-rule.md
    printf '# Faults\n| A1 | empty |\n| A2 | cut |\n| B1 | odd |\n| B2 | even |\n' >docs/faults.md
    printf '# Papers\n| 001 | somebody |\n## What is `printed`, and not\n' >docs/papers.md
    printf '# Readme\nSee [papers](docs/papers.md#what-is-printed-and-not), [rules](docs/adr/), `fp.h`, decision 0002, `tests/**/test_*.c`.\n' >README.md
    printf '#!/bin/sh\n# run - runs tests/NAME/test_fp.c\n' >scripts/run
}

# breaks WORDS FILE TEXT: TEXT appended to FILE must bring one complaint about FILE with WORDS in it.
breaks() {
    good
    printf '%b\n' "$3" >>"$2"
    if answer=$("$check" .); then
        echo "FAIL: not noticed in $2: $3"
        failed=1
    elif ! printf '%s\n' "$answer" | grep "^$2:" | grep -qF -- "$1"; then
        echo "FAIL: $2: $3: no word of '$1' in: $answer"
        failed=1
    elif [ "$(printf '%s\n' "$answer" | wc -l)" -ne 1 ]; then
        echo "FAIL: $2: $3: more than one complaint: $answer"
        failed=1
    fi
}

good
"$check" . || { echo "FAIL: a tree that cites what there is was refused"; failed=1; }

breaks 'no src/num/fp.h' README.md 'Rules stand in `src/num/fp.h`.'
breaks 'no num/text/number.h' src/num/base/fp.h '// as in num/text/number.h'
breaks 'no docs/gone.md' src/num/base/fp.h 'static const char *words = "see docs/gone.md";'
breaks 'no tests/num/test_*.sh' scripts/run '# and tests/num/test_*.sh'
breaks 'no docs/adr/0003' src/num/base/fp.h '// docs/adr/0003 says why'
breaks 'no decision 0004' README.md 'ADR 0004 says why.'
breaks 'no decision 7 ' tests/num/test_fp.c '// decision 7 holds'
breaks 'no decision 0005' docs/adr/0002-another-rule.md 'It is replaced by 0005.'
breaks 'no row C9' tests/num/test_fp.c '// docs/faults.md A1, C9'
breaks 'no row K3' tests/num/test_fp.c '// K3: registers'
breaks 'no row D4' tests/num/test_fp.c '// Late samples (A1, D4).'
breaks 'no paper 006' src/num/base/fp.h '// paper 006, Table 1'
breaks 'docs/none.md, which is not there' README.md 'See [none](docs/none.md).'
breaks 'is #gone' README.md 'See [papers](docs/papers.md#gone).'
breaks 'is #nothing' docs/papers.md 'See [below](#nothing).'
breaks 'called vanished.h' README.md 'The header `vanished.h` is the manual.'
breaks 'not in this repository' src/num/base/fp.h '// as the ERRATA say'
breaks 'not in this repository' tests/num/test_fp.c '// see DESIGN.md'
breaks 'beside this repository' README.md 'It is in ../shared/notes.'

exit $failed
