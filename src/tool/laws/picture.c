// picture.c - two pictures of a law: friction over velocity, and over displacement.             [host]
#include "num/base/fp.h"

#include "tool/laws/picture.h"

br_status pictures_make(br_evaluation *e, picture p[2], int *drawn, br_diag *why)
{
    const br_evaluated_curve *c;
    br_status status = br_evaluation_find_curves(e, why);
    *drawn = 0;
    for (; status == BR_OK && *drawn < 2 && (c = br_evaluation_curve(e, *drawn)); ++*drawn) {
        picture *to = &p[*drawn];
        to->curve = (br_curve){.x = c->x, .y = c->y, .count = c->count};
        to->figure = (br_figure){.title = c->title,
                                 .x_name = c->x_name,
                                 .x_unit = c->x_unit,
                                 .y_name = c->y_name,
                                 .y_unit = c->y_unit,
                                 .curve = &to->curve,
                                 .curves = 1};
        to->caption = c->meaning;
    }
    return status;
}
