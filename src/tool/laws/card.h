// card.h - everything a law declares, over all of its choices: what `laws` shows.               [host]
#ifndef BR_TOOL_LAWS_CARD_H
#define BR_TOOL_LAWS_CARD_H

#include "file/json/json.h"
#include "num/text/buffer.h"

#include <bristle/describe.h>

#include <stdbool.h>

void card_show(br_buffer *out, const br_description *d);
br_status card_json(br_json *j, const br_description *d, br_diag *why) BR_CHECKED;

// "static" or "dynamic"
const char *card_kind(const br_description *d);

#endif
