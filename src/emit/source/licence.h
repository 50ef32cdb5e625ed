// licence.h - the terms of all that is emitted, stated at the head of every file (docs/adr/0029).   [host]
#ifndef BR_EMIT_SOURCE_LICENCE_H
#define BR_EMIT_SOURCE_LICENCE_H

#include "num/text/buffer.h"

#define BR_EMITTED_LICENCE "MIT-0" // of https://spdx.org/licenses

// A line for the head of a file of this name, a comment; nothing of formats without comments.
void br_licence_put(br_buffer *out, const char *name);

#endif
