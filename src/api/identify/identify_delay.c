// identify_delay.c - the delay between force and motion of an identified law as text.   [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"

#include <math.h>

int br_identified_law_count(const br_identified_law *d)
{
    return d->id.fit.n - d->id.delay.in_fit;
}

static bool is_half_a_sample(const br_delay *d)
{
    return d->state == BR_DELAY_ESTIMATED && fabs(d->value - 0.5 * d->step) <= 2 * d->sd && fabs(d->value) > 2 * d->sd;
}

// Of a fitted motion: the delay is not known, and standard deviations have that in them.
static void put_uncertain(br_buffer *out, const br_delay *d)
{
    br_buffer_put(out, "not identifiable; ");
    br_buffer_about(out, d->value / d->step, 2);
    br_buffer_put(
        out,
        d->held
            ? " samples are used, of a drive that holds its command, and the standard deviations for autocorrelated "
              "residuals include an uncertainty of "
            : " samples are used, and the standard deviations for autocorrelated residuals include an uncertainty of ");
    br_buffer_about(out, d->sd / d->step, 2);
    br_buffer_put(out, " samples (sd); --delay sets it\n");
}

bool br_delay_is_wrong(const br_delay *d)
{
    return d->state == BR_DELAY_TOO_LONG || (d->state == BR_DELAY_ESTIMATED && d->value + 2 * d->sd < -d->step);
}

void br_identified_law_write_delay(br_buffer *out, const br_identified_law *law)
{
    const br_delay *d = &law->id.delay;
    if (d->state == BR_DELAY_GIVEN && d->value == 0)
        return;
    br_buffer_put(out, "delay between force and motion: ");
    if (d->state == BR_DELAY_NOT_IDENTIFIABLE && law->id.motion) {
        put_uncertain(out, d);
    } else if (d->state == BR_DELAY_NOT_IDENTIFIABLE) {
        br_buffer_put(out, "none is identifiable; 0 is used\n");
    } else if (d->state == BR_DELAY_TOO_LONG) {
        br_buffer_print(
            out,
            "%.3g samples fit best, more than a delay should be: model mismatch; 0 is used, and the standard "
            "deviations for autocorrelated residuals include what it would change; --delay sets it\n",
            d->found / d->step);
    } else {
        br_buffer_about(out, d->value / d->step, 4);
        br_buffer_put(out, " samples");
        if (isfinite(d->sd)) {
            br_buffer_put(out, ", sd ");
            br_buffer_about(out, d->sd / d->step, 2);
        }
        br_buffer_put(out, " (");
        br_buffer_about(out, 1e3 * d->value, 4);
        br_buffer_print(out, " ms%s)", d->state == BR_DELAY_GIVEN ? ", given" : "");
        br_buffer_put(out,
                      d->held && d->state == BR_DELAY_ESTIMATED
                          ? ": the drive holds its command for a sample, and moves the axis by steps of the force\n"
                      : is_half_a_sample(d)  ? ", as of a drive that holds its command for a sample (--held)\n"
                      : br_delay_is_wrong(d) ? ": the force follows the motion, as behind a low-pass filter, which "
                                               "is no delay and biases the parameters; give the force as it acts\n"
                                             : "\n");
    }
}
