// package_readme.c - the README of a package.                                  [host]
#include "num/fp.h"

#include "emit/package_parts.h"

void br_packing_readme(const br_packing *w, br_buffer *out)
{
    br_packing_put(w, out, "# @\n");
}
