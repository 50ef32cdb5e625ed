#!/bin/sh
# test_header_pages.sh - docs/c has a page for each public header, as scripts/header-page makes it of the header of today.
. tests/kit/kit.sh

# pages FOLDER: of the tree in FOLDER, one line for each that is missing, of no header, or other than its header
pages() {
    (cd "$1" && for header in include/bristle/*.h; do
        name=${header##*/}
        scripts/header-page "$header" >"$box/page"
        cmp -s "$box/page" "docs/c/${name%.h}.md" || echo "${name%.h}.md: not as its header"
    done
    for page in docs/c/*.md; do
        name=${page##*/}
        [ -e "include/bristle/${name%.md}.h" ] || echo "$name: no such header"
    done)
}
found=$(pages .)
[ -z "$found" ] || { echo "$found"; echo "FAIL: run 'make pages'"; failed=1; }

# What a header may hold, and what becomes of it.
cat >"$box/sample.h" <<'END'
// sample.h - samples of everything.    [host]
//
// Open one:
//
//     br_sample *s;
//
//     br_sample_open(&s);
#ifndef BRISTLE_SAMPLE_H
#define BRISTLE_SAMPLE_H
#include <bristle/status.h>
#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- options

// In SI units; see docs/laws.md, or br_sample_open(). Lists: x[j*count + k] (both `a b` and *c).
// count: of points, all
//     of them
// The rest.
typedef struct br_sample_options {
    size_t size;

    double rate; // Hz
} br_sample_options;
enum {
    BR_SAMPLE_ONE,
    BR_SAMPLE_TWO
};

// ---------------------------------------------------------------- calls

BR_PUBLIC br_status br_sample_open(br_sample **s,
                                   br_diag *why) BR_CHECKED; // the first
// And the second.
BR_PUBLIC void br_sample_close(br_sample *s);
#endif
END
cat >"$box/sample.md" <<'END'
# sample.h

Samples of everything.

Open one:

    br_sample *s;

    br_sample_open(&s);

    #include <bristle/sample.h>

[../linking.md](../linking.md) explains how to link it.

## Options

### br_sample_options, BR_SAMPLE_ONE

In SI units; see [docs/laws.md](../laws.md), or `br_sample_open()`. Lists: `x[j*count + k]` (both `a b` and `*c`).

- `count`: of points, all
  of them

The rest.

    typedef struct br_sample_options {
        size_t size;

        double rate; // Hz
    } br_sample_options;
    enum {
        BR_SAMPLE_ONE,
        BR_SAMPLE_TWO
    };

## Calls

### br_sample_open, br_sample_close

    br_status br_sample_open(br_sample **s,
                             br_diag *why) BR_CHECKED; // the first

And the second.

    void br_sample_close(br_sample *s);
END
scripts/header-page "$box/sample.h" >"$box/page"
quietly diff "$box/sample.md" "$box/page"

# Samples: a header that changed, a new one, and one that is gone.
mkdir -p "$box/tree/include" "$box/tree/docs"
cp -R include/bristle "$box/tree/include"
cp -R scripts examples "$box/tree"
(cd "$box/tree" && scripts/header-page)
is "pages as written" "" "$(pages "$box/tree")"
has "the example is code" "$box/tree/docs/c/friction.md" "    br_friction *f;"
has "a section for its functions" "$box/tree/docs/c/friction.md" "## br_friction_open, br_friction_close"
has "a list of parameters" "$box/tree/docs/c/friction.md" "- \`set\`: the name of one"
has "the example" "$box/tree/docs/c/friction.md" "    br_friction_close(f);"
has "what it prints" "$box/tree/docs/c/friction.md" "    $(tail -n 1 examples/c/friction.out)"
sed 's/int br_status_exit_code(br_status s);/int br_status_exit_code(br_status status);/' include/bristle/status.h >"$box/tree/include/bristle/status.h"
mv "$box/tree/docs/c/call.md" "$box/tree/docs/c/gone.md"
is "what differs" "call.md: not as its header
status.md: not as its header
gone.md: no such header" "$(pages "$box/tree")"
exit $failed
