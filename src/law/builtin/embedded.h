// embedded.h - texts embedded in the library: laws, and sources for emitted packages. [host]
//
// Written into the build by cmake/embed.cmake from laws/*.law, plants/*.law and the [target] sources; never freed.
#ifndef BR_LAW_BUILTIN_EMBEDDED_H
#define BR_LAW_BUILTIN_EMBEDDED_H

#include <stddef.h>

typedef struct br_text {
    const char *name; // laws and plants without their ending: "lugre"; headers with it: "fp.h";
                      // [target] sources as they are included: "num/base/elem.h"
    const char *text; // size characters and a zero
    size_t size;
    int plant; // it stands in plants/
} br_text;

extern const br_text br_embedded_laws[];      // sorted by name in byte order; ends with a name of NULL
extern const br_text br_embedded_elem;        // the sections of src/num/base/elem_*.h
extern const br_text br_embedded_fp;          // src/num/base/fp.h
extern const br_text br_embedded_tile;        // src/law/printed/tile.h
extern const br_text br_embedded_target[];    // [target] sources of num and loop; ends with a name of NULL
extern const br_text br_embedded_fmu[];       // sources of the folder fmu; ends with a name of NULL
extern const br_text br_embedded_templates[]; // src/emit/templates; ends with a name of NULL
extern const br_text br_embedded_layouts[];   // src/emit/layouts, sorted by paths in there; ends with a name of NULL

#endif
