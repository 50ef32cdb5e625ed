// properties.c - properties of a law, read off its equations: bristle/describe.h.    [host]
#include "num/base/fp.h"

#include "api/describe/describe_parts.h"
#include "api/law/sized.h"
#include "law/eval/traits.h"
#include "num/text/diag.h"

// "spring = stiff, viscous = linear": the open choices as they are made.
static const char *choices_made(br_store *s, const br_parsed_law *law)
{
    br_buffer text = {0};
    for (int i = 0; i < law->nchoice; i++) {
        const br_choice *c = &law->choice[i];
        if (!c->fixed)
            br_buffer_print(&text, "%s%s = %s", text.size > 0 ? ", " : "", c->name, c->value[c->chosen]);
    }
    return br_store_buffer(s, &text);
}

static const char *reversed_names(br_store *s, const br_parsed_law *law, const br_traits *t)
{
    br_buffer text = {0};
    for (int i = 0; i < law->nq && t->mirror; i++)
        if (t->odd[i])
            br_buffer_print(&text, "%s%s", text.size > 0 ? ", " : "", law->q[i].name);
    return br_store_buffer(s, &text);
}

br_status br_describe_properties(br_store *to, br_parsed_law *law, const br_described_properties **is)
{
    br_traits t;
    br_described_properties *fresh = br_store_bytes(to, sizeof *fresh);
    br_status status = fresh ? br_law_traits(law, &t) : BR_NO_MEMORY;
    if (status != BR_OK)
        return status;
    *fresh = (br_described_properties){.size = sizeof *fresh,
                                       .choices = choices_made(to, law),
                                       .states = t.cores,
                                       .arrays = t.arrays,
                                       .modes = law->nautomata > 0,
                                       .affine = t.affine,
                                       .elementwise = t.elementwise,
                                       .core = t.core_elements,
                                       .smooth_states = t.smooth_states,
                                       .smooth_inputs = t.smooth_inputs,
                                       .mirror = t.mirror_tried ? t.mirror : -1,
                                       .reversed = reversed_names(to, law, &t)};
    if (to->status == BR_OK)
        *is = fresh;
    return to->status;
}

br_status br_description_properties(br_description *d, const br_described_properties **properties, br_diag *why)
{
    if (!d || !properties)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_description_properties: a description and a place for them are needed");
    br_status status = d->properties ? BR_OK : br_describe_properties(&d->store, &d->law, &d->properties);
    if (status == BR_OK)
        *properties = d->properties;
    d->store.status = BR_OK;
    return br_said(status, why);
}
