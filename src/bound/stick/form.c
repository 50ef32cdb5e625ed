// form.c - coefficients of a stick-slip plant as polynomials of its parameters.   [host]
#include "num/base/fp.h"

#include "bound/stick/form.h"

#include <string.h>

enum { GRID = 1000000 }; // points, at most

static double value(const br_form *f, const double *p, int np)
{
    double sum = 0;
    for (int t = 0; t < f->terms; t++) {
        double product = f->factor[t];
        for (int i = 0; i < np; i++)
            product *= f->of[t] >> i & 1 ? p[i] : 1;
        sum += product;
    }
    return sum;
}

// The factor of a product is what the polynomial has at its corner and none of the products within it brought.
static br_status find_terms(br_forms *f, const br_stick *s)
{
    for (unsigned corner = 0; corner < 1u << s->np; corner++) {
        double p[BR_STICK_PARAMS], side[BR_LABELS][3];
        for (int i = 0; i < s->np; i++)
            p[i] = corner >> i & 1;
        br_stick_exact(s, p, side);
        for (int n = 0; n < 6; n++) {
            br_form *form = &f->form[BR_FORWARD + n / 3][n % 3];
            double left = side[BR_FORWARD + n / 3][n % 3] - value(form, p, s->np);
            if (left == 0)
                continue;
            if (form->terms == BR_FORM_TERMS)
                return BR_NEGATIVE;
            form->factor[form->terms] = left;
            form->of[form->terms++] = corner;
        }
    }
    return BR_OK;
}

// Two polynomials that agree on a grid of more points in each direction than their degree are one.
static br_status hold_on_grid(const br_forms *f, const br_stick *s)
{
    int each = (s->degree > s->np ? s->degree : s->np) + 1;
    long points = 1;
    for (int i = 0; i < s->np; i++)
        points = points > GRID ? points : points * each;
    if (points > GRID)
        return BR_NEGATIVE;
    for (long at = 0; at < points; at++) {
        double p[BR_STICK_PARAMS], side[BR_LABELS][3];
        long rest = at;
        for (int i = 0; i < s->np; i++, rest /= each)
            p[i] = (double)(rest % each);
        br_stick_exact(s, p, side);
        for (int n = 0; n < 6; n++)
            if (side[BR_FORWARD + n / 3][n % 3] != value(&f->form[BR_FORWARD + n / 3][n % 3], p, s->np))
                return BR_NEGATIVE;
    }
    return BR_OK;
}

br_status br_forms_read(br_forms *f, const br_stick *s)
{
    memset(f, 0, sizeof *f);
    br_status status = find_terms(f, s);
    return status == BR_OK ? hold_on_grid(f, s) : status;
}

int br_form_single(const br_form *f, double *factor)
{
    int found = -1;
    if (f->terms != 1 || !f->of[0] || f->of[0] & (f->of[0] - 1) || !(f->factor[0] == 1 || f->factor[0] == -1))
        return -1;
    while (f->of[0] >> ++found != 1)
        ;
    *factor = f->factor[0];
    return found;
}
