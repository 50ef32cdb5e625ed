// identify_show.c - identified laws as text and JSON.                            [host]
#include "num/fp.h"

#include "file/json.h"
#include "tool/identify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void write_number(br_buffer *out, const br_identified *id, int i)
{
    const char *unit = br_identified_unit(id, i);
    size_t from = out->size;
    br_buffer_print(out, "  %s", br_identified_name(id, i));
    br_buffer_pad(out, from, 16);
    br_buffer_about(out, id->fit.value[i], 6);
    if (strcmp(unit, "-") != 0)
        br_buffer_print(out, " %s", unit);
    br_buffer_pad(out, from, 36);
    if (id->fit.bound[i])
        br_buffer_put(out, "on a bound");
    else if (!isfinite(id->fit.sd[i]))
        br_buffer_put(out, "this log does not tell");
    else {
        br_buffer_put(out, "sd ");
        br_buffer_about(out, id->fit.sd[i], 3);
        br_buffer_print(out, " (%.2g %%)", 100 * id->fit.sd[i] / fabs(id->fit.value[i]));
    }
    br_buffer_put(out, "\n");
}

void identify_text(br_buffer *out, const identifying *w)
{
    int order[IDENTIFY_LAWS];
    identify_order((identifying *)w, order);
    br_buffer_print(out, "law                  error, %%  held out, %%  numbers  identifiable  BIC         time, s\n");
    for (int i = 0; i < w->laws; i++) {
        const identified *d = &w->law[order[i]];
        size_t from = out->size;
        br_buffer_print(out, "%s%s%s", d->law, d->variant[0] ? ", " : "", d->variant);
        br_buffer_pad(out, from, 21);
        if (d->status != BR_OK) {
            br_buffer_print(out, "%s\n", d->why.text);
            continue;
        }
        br_buffer_print(out, "%8.3f  %11.3f  %7d  %-12s  %10.1f  %.2f\n", 100 * d->id.fit.error, 100 * d->id.held_error,
                        d->id.fit.n, d->id.identifiable ? "yes" : "no", d->id.fit.e.bic, d->seconds);
    }
    if (w->best < 0)
        return;
    const identified *d = &w->law[w->best];
    br_buffer_print(out, "\n%s%s%s\n", d->law, d->variant[0] ? ", " : "", d->variant);
    for (int i = 0; i < d->id.fit.n; i++)
        write_number(out, &d->id, i);
}

void identify_json(br_buffer *out, const identifying *w)
{
    (void)out;
    (void)w;
}
