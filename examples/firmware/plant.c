// plant.c - a simulated axis; its friction is the law elasto-plastic, as `bristle emit elasto-plastic --float` prints it.
#include "plant.h"

#include <math.h>

void brf_elasto_plastic_rate(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
                             int each, float *out);

// Set table-I: sigma0, sigma1, FC, FS, vs, zba, sigma2; and the mass, kg.
static const float law[] = {1e5f, 63.0f, 1.0f, 1.1f, 1e-5f, 8e-6f, 0.0f};
static const float mass = 1.0f;
enum { SUBSTEPS = 20 };

void plant_init(plant *a)
{
    a->x = 0;
    a->v = a->z = 0;
}

void plant_drive(plant *a, float force, float dt)
{
    const float h = dt / SUBSTEPS;
    for (int i = 0; i < SUBSTEPS; i++) {
        const float u[] = {a->v, h, a->v * h};
        float out[2]; // z', F
        brf_elasto_plastic_rate(0, 1, &a->z, 0, u, law, 0, out);
        a->v += h * (force - out[1]) / mass;
        a->z += h * out[0];
        a->x += (double)(h * a->v);
    }
}

long plant_encoder(const plant *a, float metres_per_count)
{
    return (long)floor(a->x / (double)metres_per_count + 0.5);
}
