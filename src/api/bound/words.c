// words.c - guaranteed bounds in words: what was searched, and what is proved.      [host]
#include "num/base/fp.h"

#include "api/bound/bounding.h"
#include "num/interval/ball.h"
#include "num/text/number.h"

#include <stdio.h>
#include <string.h>

const char *const br_bound_verdicts[3] = {"consistent", "inconsistent", "undecided"};

// Reading rounded an end of the range outward, so the next number inward has the digits that were typed.
void br_bound_end_text(char text[BR_NUMBER_SIZE], br_interval range, double end)
{
    char plain[BR_NUMBER_SIZE] = "", typed[BR_NUMBER_SIZE] = "";
    bool low = end == range.lo, high = end == range.hi;
    int size = br_number_write(plain, end);
    bool own = (low || high) && range.lo < range.hi;
    int inward = own ? br_number_write(typed, low ? br_next_up(end) : br_next_down(end)) : size;
    memcpy(text, inward + 8 < size ? typed : plain, BR_NUMBER_SIZE);
}

void br_bound_show_end(br_buffer *out, br_interval range, double end)
{
    char text[BR_NUMBER_SIZE];
    br_bound_end_text(text, range, end);
    br_buffer_put(out, text);
}

void br_bound_show_ranges(br_buffer *out, const br_bound_answer *a)
{
    br_buffer_put(out, "searched ranges: ");
    for (int i = 0; i < a->np; i++) {
        br_interval p = a->searched[i];
        br_buffer_print(out, "%s%s = ", i ? ", " : "", a->name[i]);
        br_bound_show_end(out, a->range[i], p.lo);
        if (!br_interval_is_point(p)) {
            br_buffer_put(out, "..");
            br_bound_show_end(out, a->range[i], p.hi);
        }
        br_buffer_print(out, " %s", a->unit[i]);
    }
    br_buffer_put(out, "\n");
}

void br_bound_show_verdict(br_buffer *out, const br_bound_answer *a)
{
    const br_paving *v = &a->found;
    if (v->verdict == BR_CONSISTENT)
        br_buffer_put(out, "consistent: boxes remain, and the interval ends have the requested accuracy\n");
    else if (v->verdict == BR_UNCERTAIN)
        br_buffer_print(out, "undecided: %s; the intervals hold, more boxes may narrow them\n",
                        v->stopped ? "interrupted" : "the limit of boxes was reached");
    if (v->verdict != BR_INCONSISTENT)
        return;
    br_buffer_put(out, "inconsistent: the last box was deleted at ");
    if (a->logs > 1) {
        br_buffer_safe(out, a->log[v->log].name, strlen(a->log[v->log].name));
        br_buffer_put(out, ", ");
    }
    br_buffer_print(out, "row %d, t = ", v->row + 1);
    br_buffer_about(out, a->died, 12);
    br_buffer_put(out, " s\n");
}

void br_bound_show_notes(br_buffer *out, const br_bound_answer *a)
{
    for (int i = 0; i < a->logs; i++)
        if (!a->log[i].moves)
            br_buffer_print(out, "note: %s; rest alone bounds parameters there\n", a->log[i].still);
}

void br_bound_show_check(br_buffer *out, const br_bound_answer *a)
{
    if (!a->checked)
        br_buffer_put(out, "note: interrupted before the certificate was checked; run 'bristle verify'\n");
    if (a->unproved.text[0])
        br_buffer_print(
            out, "note: 'bristle verify' cannot prove it%s: %s\n",
            strstr(a->unproved.text, "nothing is proved") ? "" : ", since its tubes are wider than those of the search",
            a->unproved.text);
}

void br_bound_name_slide(char name[BR_BOUND_SLIDE_SIZE], const br_bound_answer *a, int slide)
{
    const br_slide_result *s = &a->found.slide[slide];
    size_t used = a->logs > 1 ? (size_t)snprintf(name, BR_BOUND_SLIDE_SIZE, "log %d, ", s->log + 1) : 0;
    snprintf(name + used, BR_BOUND_SLIDE_SIZE - used, "slide %d, rows %d to %d%s", slide + 1, s->first + 1, s->last + 1,
             !s->searched ? ", not searched"
             : s->moves   ? ""
                          : ", at rest");
}

static void show_interval(br_buffer *out, const br_bound_answer *a, int i, br_interval p, const char *where)
{
    br_buffer_print(out, "  %-8s ", a->name[i]);
    br_bound_show_end(out, a->range[i], p.lo);
    br_buffer_put(out, " .. ");
    br_bound_show_end(out, a->range[i], p.hi);
    br_buffer_print(out, " %s%s%s\n", a->unit[i], where[0] ? ": " : "", where);
}

void br_bound_show_intervals(br_buffer *out, const br_bound_answer *a)
{
    for (int i = 0; i < a->np; i++) {
        char where[BR_BOUND_SLIDE_SIZE] = "";
        for (int j = 0; j < a->found.slides && a->renews[i]; j++) {
            br_bound_name_slide(where, a, j);
            show_interval(out, a, i, a->found.slide[j].p[i], where);
        }
        if (!a->renews[i])
            show_interval(out, a, i, a->found.p[i], where);
    }
}

void br_bound_show_claim(br_buffer *out, bool inconsistent)
{
    br_buffer_put(out, inconsistent ? "proved: no parameters of the searched ranges explain the log; "
                                    : "proved: no parameters of the searched ranges outside these intervals explain "
                                      "the log; ");
    br_buffer_put(out, "nothing is claimed about parameters outside the ranges\n");
}
