// licence.c - the terms of all that is emitted, stated at the head of every file.   [host]
#include "num/base/fp.h"

#include "emit/source/licence.h"

#include <string.h>

void br_licence_put(br_buffer *out, const char *name)
{
    static const struct {
        const char *ending, *before, *behind;
    } kinds[] = {{".c", "// ", ""},         {".h", "// ", ""},          {".mo", "// ", ""},
                 {".xml", "<!-- ", " -->"}, {".urdf", "<!-- ", " -->"}, {".csv", "# ", ""}};
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(ending, kinds[i].ending) == 0)
            br_buffer_print(out, "%sSPDX-License-Identifier: " BR_EMITTED_LICENCE "%s\n", kinds[i].before,
                            kinds[i].behind);
}
