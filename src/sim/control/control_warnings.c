// control_warnings.c - warnings about compensators.   [host]
#include "num/base/fp.h"

#include "sim/control/control_warnings.h"

void br_positive_real_words(br_buffer *out, const br_positive_real *p)
{
    if (p->strict)
        br_buffer_print(out,
                        "G(s) is strictly positive real, with a margin: so is G(s - e) up to e = %.3g 1/s, where it "
                        "fails at %.3g rad/s",
                        p->margin, p->worst);
    else if (p->unstable != 0)
        br_buffer_put(out,
                      "G(s) is not strictly positive real: the loop has poles that are not in the left half plane");
    else if (p->from < p->to)
        br_buffer_print(out,
                        "G(s) is not strictly positive real: Re G < 0 from %.3g rad/s on, phase %.1f deg at %.3g rad/s",
                        p->from, 57.29577951308232 * p->phase, p->worst);
    else if (p->from <= p->to)
        br_buffer_print(out, "G(s) is not strictly positive real: Re G = 0 at %.3g rad/s", p->from);
    else
        br_buffer_put(out, "G(s) is not strictly positive real: Re G falls too fast at high frequencies");
}

void br_control_unjudged(br_buffer *out, const br_parsed_law *law)
{
    br_buffer_print(out, "law %s has no sigma1; that of its LuGre approximation is assumed", law->name);
}

void br_control_note_theorem(br_buffer *out, const br_positive_real *p, const br_parsed_law *law)
{
    br_buffer_put(out, !p          ? "no verdict about"
                       : p->strict ? "the LuGre observer meets"
                                   : "warning: the LuGre observer violates");
    br_buffer_put(out, " Theorem 1 of Canudas de Wit et al. 1995: ");
    if (p)
        br_positive_real_words(out, p);
    else
        br_control_unjudged(out, law);
    br_buffer_put(out, "\n");
}

void br_control_note_share(br_buffer *out, double share)
{
    if (share > 1)
        br_buffer_print(out, "warning: a share of %g overcompensates friction: limit cycles; use 1 or less\n", share);
}
