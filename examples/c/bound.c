// bound.c - a proof and its check: bounds of the damping and the breakaway torque of a drive train, and the certificate that proves them.
//
//     cc bound.c -o bound $(pkg-config --cflags --libs bristle) -lm
#include <bristle/bound.h>
#include <bristle/simulate.h>
#include <stdio.h>

static int fails(br_status status, const br_diag *why)
{
    if (status != BR_OK)
        fprintf(stderr, "%s\n", why->text);
    return status != BR_OK;
}

// The log of a machine: pushed to and fro for 4 s, its angle read by an encoder of 4096 counts.
static br_table *record(const br_law *law, br_simulation **s, br_diag *why)
{
    br_table *log = NULL;
    br_simulation_options o;
    br_simulation_defaults(&o, sizeof o);
    o.input = "u = square(1) N*m";
    o.until = 4;
    o.sensors = "x1 = quantise(1.534e-3) rad";
    if (fails(br_simulation_open(s, law, &o, why), why) || fails(br_simulation_run(*s, NULL, NULL, why), why) ||
        fails(br_simulation_table(*s, &log, why), why))
        return NULL;
    return log;
}

int main(void)
{
    br_law *law;
    br_simulation *s = NULL;
    br_bound *b;
    br_certificate *c;
    br_diag why;
    if (fails(br_law_open(&law, "drive-train", "nominal", &why), &why))
        return 4;
    br_table *log = record(law, &s, &why);
    if (!log || fails(br_table_write(log, "train.csv", NULL, &why), &why))
        return 3;

    br_bound_options o;
    br_bound_defaults(&o, sizeof o);
    o.range = "alpha = 3..6 1/s, TF = 0..1 N*m";
    o.error = "x1 = 0.8 mrad"; // half a count, and a bit
    o.certificate = 1;
    if (fails(br_bound_open(&b, law, &o, &why), &why) || fails(br_bound_add(b, log, &why), &why) ||
        fails(br_bound_run(b, NULL, NULL, &why), &why))
        return 1;
    printf("%s%s", br_bound_statement(b), br_bound_notes(b));
    for (int i = 0; i < br_bound_parameters(b); i++) {
        br_bound_interval p = {.size = sizeof p};
        if (br_bound_interval_at(b, i, &p) == BR_OK)
            printf("%s from %.17g to %.17g %s\n", p.name, p.low, p.high, p.unit);
    }
    printf("%lld boxes tried; %lld rows\n", br_bound_count(b, BR_BOUND_BOXES), br_bound_count(b, BR_BOUND_ROWS));

    // Somebody else has the file, the log and the claim.
    if (fails(br_bound_write_certificate(b, "train.crt", &why), &why) ||
        fails(br_certificate_open(&c, "train.crt", &why), &why) ||
        fails(br_certificate_check(c, b, NULL, NULL, &why), &why))
        return 1;
    printf("\n%s", br_certificate_statement(c));

    br_certificate_close(c);
    br_bound_close(b);
    br_table_close(log);
    br_simulation_close(s);
    br_law_close(law);
    return 0;
}
