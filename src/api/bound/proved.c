// proved.c - certificates of guaranteed bounds: checked, compared with a problem, and as a theorem in words.      [host]
#include "num/base/fp.h"

#include "api/bound/proved.h"
#include "num/text/diag.h"

#include <string.h>

br_status br_proved_check(br_verified *v, const char *text, size_t size, const char *name,
                          bool (*go_on)(void *context, double share), void *context, br_diag *why)
{
    br_status status = br_verify_watched(v, text, size, name, go_on, context, why);
    if (status == BR_OK && !br_verified_proves(v))
        return br_diag_fail(why, BR_NEGATIVE,
                            "%.100s: nothing is proved: no step deletes or narrows a box, the intervals are the ranges",
                            name);
    return status;
}

br_status br_proved_compare(const br_verified *v, const char *name, const br_bound_hash *hash, const char *log,
                            br_bound_speaker says, br_diag *why)
{
    const char *d = says.dash;
    if (hash->rows[0] && strcmp(hash->rows, v->rows_hash) != 0)
        return br_diag_fail(why, BR_NEGATIVE,
                            "%.100s: the certificate is of other rows; another log, or another %ssignals, %serror or "
                            "%slinear than %s had",
                            log, d, d, d, says.search);
    if (hash->problem[0] && strcmp(hash->problem, v->problem_hash) != 0)
        return br_diag_fail(why, BR_NEGATIVE,
                            "%.100s: the certificate is of these rows, but of another plant or other ranges than "
                            "%smodel, %sparams, %srange, %srenew and %sslab say",
                            name, d, d, d, d, d);
    return BR_OK;
}

long br_proved_rows(const br_verified *v)
{
    long rows = 0;
    for (int i = 0; i < v->logs; i++)
        rows += v->log[i].rows;
    return rows;
}

br_interval br_proved_interval(const br_verified *v, int i)
{
    br_interval all = v->renews[i] ? br_interval_empty() : v->p[i];
    for (int k = 0; k < v->slides && v->renews[i]; k++)
        all = br_interval_hull(all, v->slide[k].p[i]);
    return all;
}

// ---------------------------------------------------------------- the plant as text

static void write_sum(br_buffer *out, const br_verified *v, const br_verify_sum *s)
{
    for (int t = 0; t < s->terms; t++) {
        double factor = s->factor[t];
        br_buffer_put(out, factor < 0 ? t ? " - " : "-" : t ? " + " : "");
        bool one = (factor == 1 || factor == -1) && s->of[t];
        if (!one)
            br_buffer_number(out, factor < 0 ? -factor : factor);
        for (int i = 0; i < v->np; i++)
            if (s->of[t] >> i & 1) {
                br_buffer_print(out, "%s%s", one ? "" : "*", v->name[i]);
                one = false;
            }
    }
    br_buffer_put(out, s->terms ? "" : "0");
}

static void write_side(br_buffer *out, const br_verified *v, int side)
{
    br_buffer_print(out, "  %s: w' = (", side ? "backward" : "forward");
    write_sum(out, v, &v->side[side][0]);
    br_buffer_put(out, ")*w + (");
    write_sum(out, v, &v->side[side][1]);
    br_buffer_put(out, ")*(u - (");
    write_sum(out, v, &v->side[side][2]);
    br_buffer_put(out, "))\n");
}

// ---------------------------------------------------------------- what is proved

static void write_interval(br_buffer *out, const br_verified *v, int i, br_interval p)
{
    br_buffer_print(out, "  %-8s ", v->name[i]);
    br_bound_show_end(out, v->range[i], p.lo);
    br_buffer_put(out, " .. ");
    br_bound_show_end(out, v->range[i], p.hi);
    br_buffer_put(out, "\n");
}

static void write_slides(br_buffer *out, const br_verified *v, int i)
{
    for (int j = 0; j < v->slides; j++) {
        br_buffer_print(out, "  log %d from row %d on:\n  ", v->slide[j].log + 1, v->slide[j].first + 1);
        write_interval(out, v, i, v->slide[j].p[i]);
    }
}

void br_proved_show_steps(br_buffer *out, const br_verified *v)
{
    br_buffer_print(out, "proved again: %ld boxes deleted, %ld cut, %ld bounds, against %ld rows of %d log%s\n",
                    v->dead, v->cuts, v->bounds, br_proved_rows(v), v->logs, v->logs == 1 ? "" : "s");
}

void br_proved_show_statement(br_buffer *out, const br_verified *v)
{
    br_buffer_put(out, "for a plant with q' = w that rests, or slides\n");
    write_side(out, v, 0);
    write_side(out, v, 1);
    br_buffer_put(out, v->inconsistent ? "no parameters of these ranges, in SI units, explain the rows:\n"
                                       : "of the parameters within these ranges, in SI units\n");
    for (int i = 0; i < v->np; i++)
        write_interval(out, v, i, v->range[i]);
    if (!v->inconsistent)
        br_buffer_put(out, "those outside these intervals do not explain the rows:\n");
    for (int i = 0; i < v->np && !v->inconsistent; i++)
        if (!v->renews[i])
            write_interval(out, v, i, v->p[i]);
        else
            write_slides(out, v, i);
    br_buffer_put(out, "nothing is claimed about parameters outside the ranges\n");
}
