// differentiate.c - the velocity of an axis from its encoder, in a control loop: three ways, how late each is, and how noisy.
//
//     cc differentiate.c -o differentiate $(pkg-config --cflags --libs bristle) -lm
#include <bristle/differentiate.h>
#include <math.h>
#include <stdio.h>

// 1 mm to and fro at 2 Hz, by an encoder of 1 um, at 1 kHz; every 50th position is lost.
static const double rate = 1e3, encoder = 1e-6, w = 4 * 3.14159265358979;

static double position(int k)
{
    return k % 50 == 49 ? NAN : encoder * round(1e-3 * sin(w * k / rate) / encoder);
}

static double velocity(double k)
{
    return 1e-3 * w * cos(w * k / rate);
}

int main(void)
{
    static const char *const name[] = {"low-pass", "Kalman", "windows"};
    printf("           error in mm/s  samples late  positions lost\n");
    for (int kind = 0; kind < 3; kind++) {
        br_differentiator *d;
        br_differentiator_options with;
        br_diag why;
        double sum = 0, along = 0, turn = 0;
        (void)br_differentiator_defaults(&with, sizeof with);
        with.kind = (br_differentiator_kind)kind;
        with.step = 1 / rate;
        with.band = encoder; // of windows
        if (br_differentiator_open(&d, &with, &why) != BR_OK)
            return fprintf(stderr, "%s: %s\n", br_diag_member(&why), why.text), 2;
        for (int k = 0; k < 5000; k++) {
            (void)br_differentiator_step(d, position(k)); // the controller's sample
            double v = br_differentiator_velocity(d);
            if (k < 1000)
                continue;
            sum += pow(v - velocity(k), 2) / 4000;
            along += v * cos(w * k / rate);
            turn += v * sin(w * k / rate);
        }
        printf("%-10s %13.3f %13.1f %15lu\n", name[kind], 1e3 * sqrt(sum), atan2(turn, along) / w * rate,
               br_differentiator_count(d, BR_DIFFERENTIATOR_MISSING));
        br_differentiator_close(d);
    }
    return 0;
}
