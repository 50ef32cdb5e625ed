// rehearsal.c - what a plant does along inputs for bounds: bristle/excite.h.       [host]
#include "num/base/fp.h"

#include "api/excite/excitation_parts.h"
#include "api/law/sized.h"
#include "api/log/table_record.h"

#include <stdio.h>

enum {
    EACH = 3,
    BANDS = 4,
    COLUMNS = 1 + EACH * BR_INPUT_DESIGNS + BANDS
}; // input, position and velocity of each; the band

static void name_columns(const br_input_design *w, char name[COLUMNS][BR_NAME_SIZE + 24], br_record_head *head)
{
    static const char *const band[] = {"middle", "half"};
    const br_quantity *is[EACH] = {br_input_design_quantity(w, w->stick.u), br_input_design_quantity(w, w->stick.q),
                                   br_input_design_quantity(w, w->stick.w)};
    head[0] = (br_record_head){"t", "s", BR_RECORD_TIME};
    for (int c = 1; c < COLUMNS; c++) {
        int of = c - 1 - EACH * BR_INPUT_DESIGNS; // of the band
        const br_quantity *q = of < 0 ? is[(c - 1) % EACH] : is[1 + of / 2];
        snprintf(name[c], sizeof name[c], "%s.%s", q->name, of < 0 ? br_input_designs[(c - 1) / EACH] : band[of % 2]);
        head[c] = (br_record_head){name[c], q->si_text, q == is[0] ? BR_RECORD_INPUT : BR_RECORD_STATE};
    }
}

br_status br_excitation_rehearse(br_excitation *x, br_diag *why)
{
    const br_input_design *w = x->design;
    const br_input_path *band = &w->input[w->wanted].ranged;
    char name[COLUMNS][BR_NAME_SIZE + 24];
    br_record_head head[COLUMNS];
    name_columns(w, name, head);
    br_status status = br_record_open_named(&x->rehearsal, head, COLUMNS, w->rows, why);
    if (status != BR_OK)
        return status;
    const double *from[COLUMNS] = {NULL};
    for (int i = 0; i < BR_INPUT_DESIGNS; i++) {
        from[1 + EACH * i] = w->input[i].torque;
        from[2 + EACH * i] = w->input[i].likely.q;
        from[3 + EACH * i] = w->input[i].likely.w;
    }
    const double *const bands[BANDS] = {band->q, band->q_half, band->w, band->w_half};
    memcpy(from + COLUMNS - BANDS, bands, sizeof bands);
    for (int k = 0; k < w->rows; k++)
        x->rehearsal.column[0].v[k] = k * w->h;
    for (int c = 1; c < COLUMNS; c++)
        memcpy(x->rehearsal.column[c].v, from[c], (size_t)w->rows * sizeof **from);
    x->rehearsal.rows = w->rows;
    return BR_OK;
}

br_status br_excitation_rehearsal(const br_excitation *x, br_table **table, br_diag *why)
{
    if (!x || !table || x->rehearsal.rows == 0)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_excitation_rehearsal: an input for bounds that was made and a place for the handle are "
                            "needed");
    return br_said(br_table_of_record(table, "rehearsal", &x->rehearsal, why), why);
}

const char *br_excitation_quantity(const br_excitation *x, const char *limit, const char **unit)
{
    const br_input_design *w = x ? x->design : NULL;
    int q = !w || !limit              ? -1
            : strcmp(limit, "F") == 0 ? w->stick.u
            : strcmp(limit, "x") == 0 ? w->stick.q
            : strcmp(limit, "v") == 0 ? w->stick.w
                                      : -1;
    if (q >= 0 && unit)
        *unit = br_input_design_quantity(w, q)->si_text;
    return !x ? NULL : q < 0 ? "" : br_input_design_quantity(w, q)->name;
}
