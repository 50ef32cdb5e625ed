// slabs.c - slabs of guaranteed bounds in a program: bristle/bound.h.           [host]
#include "num/base/fp.h"

#include "api/bound/handle.h"
#include "api/bound/slab.h"
#include "api/law/sized.h"
#include "file/disk/whole.h"

#include <stdlib.h>

br_status br_bound_write_slab(const br_bound *b, const char *path, br_diag *why)
{
    if (!path || !b || !b->stick || !b->stick->has_found || !b->stick->answer.part)
        return br_diag_fail(
            why, BR_BAD_USAGE,
            "br_bound_write_slab: a path and a slab that was searched are needed; see br_bound_options");
    br_buffer text = {0};
    br_bound_write_json(&text, &b->stick->answer);
    br_status status = text.status == BR_OK ? br_file_write(path, text.text, text.size, true, why) : text.status;
    br_buffer_free(&text);
    return br_said(status, why);
}

static br_status write_json(const br_bound *b, char **text, br_diag *why)
{
    br_buffer json = {0};
    if (!text || br_bound_outcome_of(b) == BR_BOUND_NONE)
        return br_diag_fail(why, BR_BAD_USAGE, "br_bound_json: bounds that were searched and a place are needed");
    if (b->stick)
        br_bound_write_json(&json, &b->stick->answer);
    else
        br_bound_set_write_json(&json, b->set);
    if (json.status == BR_OK)
        *text = json.text;
    else
        br_buffer_free(&json);
    return json.status;
}

br_status br_bound_json(const br_bound *b, char **text, br_diag *why)
{
    return br_said(write_json(b, text, why), why);
}

static br_status merge_slabs(br_bound *b, const char *const *path, int count, br_diag *why)
{
    br_bounding *w = b->stick = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    br_status status =
        br_bound_merge_slabs(&w->answer, path, count, (br_bound_speaker){.who = "bound: ", .dash = "--"}, why);
    w->has_found = status == BR_OK;
    b->run = b->settled = true;
    if (status != BR_OK)
        return status;
    br_bound_state(b);
    return b->statement.status != BR_OK ? b->statement.status : b->notes.status;
}

br_status br_bound_merge(br_bound **b, const char *const *path, int count, br_diag *why)
{
    bool named = b && path && count > 0;
    for (int i = 0; named && i < count; i++)
        named = path[i] != NULL;
    if (!named)
        return br_diag_fail(why, BR_BAD_USAGE, "br_bound_merge: files and a place for the handle are needed");
    br_bound *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? merge_slabs(fresh, path, count, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        *b = fresh;
    else
        br_bound_close(fresh);
    return br_said(status, why);
}
