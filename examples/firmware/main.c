// main.c - a control loop as firmware has it: encoder in, current out, friction estimated and compensated.
//
// Runs on a Cortex-M4F in QEMU against the simulated axis of plant.c (run.sh): the same motion without and with
// compensation, and how far the axis was off its course.
#include "friction/friction.h"
#include "plant.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 1000, SAMPLES = 2 * RATE };

static const float metres_per_count = 1e-7f, newtons_per_ampere = 10.0f, mass = 1.0f; // of the drive

typedef struct controller {
    friction observer;
    long before;    // count of the sample before
    float velocity; // m/s, low-passed
} controller;

static controller loop; // all memory there is

// Where the axis should be: two strokes of 1 mm a second, begun at rest. Smooth, of polynomials.
static float course(int sample, float *velocity, float *acceleration)
{
    const float half = 0.25f, stroke = 1e-3f;
    int turn = sample / (RATE / 4);
    float s = (float)(sample % (RATE / 4)) / (half * (float)RATE), up = stroke * s * s * s * (10 - 15 * s + 6 * s * s);
    *velocity = stroke * 30 * s * s * (1 - s) * (1 - s) / half;
    *acceleration = stroke * 60 * s * (1 - s) * (1 - 2 * s) / (half * half);
    if (turn % 2 == 1) {
        *velocity = -*velocity;
        *acceleration = -*acceleration;
    }
    return turn % 2 == 1 ? stroke - up : up;
}

// One sample: the current, A.
static float control(controller *c, long count, int sample, int compensate)
{
    float v, a, x = course(sample, &v, &a), position = (float)count * metres_per_count;
    float rate = (float)(count - c->before) * metres_per_count * (float)RATE;
    c->before = count;
    c->velocity += 0.3f * (rate - c->velocity);
    if (friction_step(&c->observer, &c->velocity, &position) != 0)
        compensate = 0; // a controller must go on
    float force = mass * a + 4e3f * (x - position) + 80 * (v - c->velocity);
    return (force + (compensate ? friction_force(&c->observer) : 0)) / newtons_per_ampere;
}

// Root mean square of the error, m; below 0: the observer does not start.
static float run(int compensate)
{
    plant axis;
    float sum = 0;
    plant_init(&axis);
    loop.before = 0;
    loop.velocity = 0;
    if (friction_init(&loop.observer) != 0)
        return -1;
    for (int k = 0; k < SAMPLES; k++) {
        long count = plant_encoder(&axis, metres_per_count);
        float v, a, off = course(k, &v, &a) - (float)count * metres_per_count;
        sum += off * off;
        plant_drive(&axis, newtons_per_ampere * control(&loop, count, k, compensate), 1.0f / RATE);
    }
    return sqrtf(sum / SAMPLES);
}

int main(void)
{
    float without = run(0), with = run(1);
    printf("error of the position: %.2f um without, %.2f um with compensation of friction\n", 1e6 * (double)without,
           1e6 * (double)with);
    puts(without > 0 && with > 0 && with < without / 2 ? "PASS" : "FAIL");
    return 0;
}
