// list.h - which functions the printed laws have; made by `make laws`.      [target]
#ifndef BR_LAW_PRINTED_LIST_H
#define BR_LAW_PRINTED_LIST_H

#define BR_PRINTED_LIST(RATE, STEP, MODE) \
    RATE(bliman_sorine, "bliman-sorine") \
    RATE(coulomb, "coulomb") \
    RATE(dahl, "dahl") \
    RATE(dam, "dam") \
    RATE(drive_train, "drive-train") \
    MODE(drive_train, "drive-train") \
    RATE(elasto_plastic, "elasto-plastic") \
    STEP(elasto_plastic, "elasto-plastic") \
    RATE(gms, "gms") \
    MODE(gms, "gms") \
    RATE(karnopp, "karnopp") \
    RATE(load_dahl, "load-dahl") \
    RATE(lugre, "lugre") \
    RATE(makkar, "makkar") \
    RATE(mass, "mass") \
    RATE(maxwell_slip, "maxwell-slip") \
    MODE(maxwell_slip, "maxwell-slip") \
    RATE(pacejka, "pacejka") \
    RATE(position_loop, "position-loop") \
    RATE(sgms, "sgms") \
    RATE(static_kinetic, "static-kinetic") \
    RATE(stick_slip, "stick-slip") \
    RATE(stribeck, "stribeck") \
    RATE(two_mass, "two-mass") \
    RATE(velocity_loop, "velocity-loop") \
    RATE(viscous, "viscous")

#endif
