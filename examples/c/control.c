// control.c - friction compensation in a loop: which compensator suits an axis, and the best one on it, sample by sample.
//
//     cc control.c -o control $(pkg-config --cflags --libs bristle) -lm
#include <bristle/control.h>
#include <bristle/flow.h>
#include <math.h>
#include <stdio.h>

enum { PER_SECOND = 5000 };

// An axis of 1 kg with LuGre friction follows a sine of 1 Hz for 2 s: the RMS of its error, without the first second.
static br_status follow(const br_law *friction, br_compensator *c, double *rms, br_diag *why)
{
    br_law *plant = NULL;
    br_flow *flow = NULL;
    double x[] = {0, 0, 0}, sum = 0; // position, velocity, deflection
    br_status status = br_law_open_in(&plant, "mass", "friction", friction, why);
    if (status == BR_OK && (status = br_law_set(plant, "m = 1 kg", why)) == BR_OK)
        status = br_flow_open(&flow, plant, NULL, why);
    for (int k = 0; k < 2 * PER_SECOND && status == BR_OK; k++) {
        double w = 2 * 3.14159265358979323846, t = (double)k / PER_SECOND, way = 0.25e-3;
        const double reference[] = {way * (1 - cos(w * t)), way * w * sin(w * t), way * w * w * cos(w * t)};
        (void)br_compensator_step(c, reference, x); // no allocation, bounded time
        double u = br_compensator_command(c), error = x[0] - reference[0];
        sum += k < PER_SECOND ? 0 : error * error;
        status = br_flow_step(flow, 1, x, NULL, &u, NULL, 1.0 / PER_SECOND, x, NULL, NULL); // the command is held
    }
    *rms = sqrt(sum / PER_SECOND);
    br_flow_close(flow);
    br_law_close(plant);
    return status;
}

int main(void)
{
    br_law *law;
    br_comparison *all;
    br_compensator *c;
    br_axis_options axis;
    br_comparison_row row = {.size = sizeof row};
    br_passivity proof = {.size = sizeof proof};
    br_diag why;
    const char *best = "none";
    double rms = HUGE_VAL;
    if (br_law_open(&law, "lugre", "table-I", &why) != BR_OK || br_axis_defaults(&axis, sizeof axis) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    axis.mass = 1;
    axis.rate = PER_SECOND;
    axis.wrong = 0.2; // what is known of the friction is 20 % off
    if (br_comparison_make(&all, law, "coulomb, dahl, lugre", 0, &axis, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    for (int i = 0; i < br_comparison_rows(all) && br_comparison_at(all, i, &row) == BR_OK; i++) {
        printf("%-12s RMS error %.17g m, command changes by %.3g N a sample\n", row.name, row.rms, row.chatter);
        if (row.rms < rms)
            rms = row.rms, best = row.name;
    }
    printf("%s", br_comparison_notes(all));

    if (br_compensator_open(&c, law, best, &axis, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 2;
    if (follow(law, c, &rms, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 5;
    printf("%s in a loop: RMS error %.2e m", best, rms);
    br_compensator_reset(c);
    br_compensator_compensate(c, 0); // its feedback alone
    if (follow(law, c, &rms, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 5;
    printf(", with its compensation off %.2e m\n", rms);
    if (br_passivity_of(law, "2000, 400", 0, &axis, &proof, &why) == BR_OK)
        printf("a LuGre observer with feedback 2000 + 400 s: %s\n", proof.words);
    br_compensator_close(c);
    br_comparison_close(all);
    br_law_close(law);
    return 0;
}
