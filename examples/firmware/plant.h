// plant.h - a simulated axis: a mass with elasto-plastic friction, driven by a force, seen by an encoder.
#ifndef PLANT_H
#define PLANT_H

typedef struct plant {
    double x;   // m: positions need more digits than float has
    float v, z; // m/s; deflection of the friction, m
} plant;

void plant_init(plant *a);
void plant_drive(plant *a, float force, float dt);          // on by dt, the force held
long plant_encoder(const plant *a, float metres_per_count); // counts

#endif
