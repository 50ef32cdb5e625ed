// evaluate.c - LuGre at one point: what it requires, its results with derivatives, and what it is for a range of velocities.
//
//     cc evaluate.c -o evaluate $(pkg-config --cflags --libs bristle)
#include <bristle/evaluate.h>
#include <stdio.h>

static br_evaluation *evaluation(const char *values, int enclosures)
{
    br_evaluation *e;
    br_evaluation_options o;
    br_diag why;
    br_evaluation_defaults(&o, sizeof o);
    o.params = "table-I";
    o.values = values;
    o.derivatives = 1;
    o.enclosures = enclosures;
    if (br_evaluation_open(&e, "lugre", &o, &why) == BR_OK && br_evaluation_find_conditions(e, &why) == BR_OK &&
        br_evaluation_run(e, &why) == BR_OK)
        return e;
    fprintf(stderr, "%s\n", why.text);
    return NULL;
}

int main(void)
{
    static const char *const answer[] = {"holds", "broken", "undecided", "not known"};
    br_evaluation *e = evaluation("v = 1 mm/s, z = 1 um", 0);
    if (!e)
        return 4;
    const br_evaluated_condition *c;
    for (int i = 0; (c = br_evaluation_condition(e, i)); i++)
        printf("%-9s %s: %s\n", answer[c->answer], c->meaning[0] ? c->meaning : c->text, c->sides);
    const br_evaluated_row *row;
    for (int i = 0; (row = br_evaluation_row(e, i)); i++)
        printf("%s = %.17g %s\n", row->name, row->low[0], row->unit);
    const br_evaluated_slope *s;
    for (int i = 0; (s = br_evaluation_slope(e, i)); i++)
        printf("d%s/d%s = %.17g %s\n", br_evaluation_row(e, s->row)->name, s->by, s->low[0], s->unit);
    br_evaluation_close(e);

    e = evaluation("v = 1..2 mm/s, z = 0..1 um", 1); // whatever they are in there
    if (!e)
        return 4;
    for (int i = 0; (row = br_evaluation_row(e, i)); i++)
        printf("%s from %.17g to %.17g %s%s\n", row->name, row->low[0], row->high[0], row->unit,
               row->domain == BR_EVALUATED_CONTINUOUS ? "" : ", and may jump");
    br_evaluation_close(e);
    return 0;
}
