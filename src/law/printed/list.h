// list.h - which functions the printed laws have; made by `make laws`.      [target]
#ifndef BR_LAW_PRINTED_LIST_H
#define BR_LAW_PRINTED_LIST_H

#define BR_PRINTED_LIST(RATE, STATES, STEP, MODE, FLOAT, LIE) \
    RATE(bliman_sorine, "bliman-sorine") \
    STATES(bliman_sorine, "bliman-sorine") \
    FLOAT(bliman_sorine, "bliman-sorine") \
    RATE(coulomb, "coulomb") \
    RATE(dahl, "dahl") \
    STATES(dahl, "dahl") \
    FLOAT(dahl, "dahl") \
    LIE(dahl, "dahl") \
    RATE(dam, "dam") \
    STATES(dam, "dam") \
    FLOAT(dam, "dam") \
    RATE(drive_train, "drive-train") \
    STATES(drive_train, "drive-train") \
    MODE(drive_train, "drive-train") \
    RATE(elasto_plastic, "elasto-plastic") \
    STATES(elasto_plastic, "elasto-plastic") \
    STEP(elasto_plastic, "elasto-plastic") \
    FLOAT(elasto_plastic, "elasto-plastic") \
    LIE(elasto_plastic, "elasto-plastic") \
    RATE(gear, "gear") \
    STATES(gear, "gear") \
    FLOAT(gear, "gear") \
    LIE(gear, "gear") \
    RATE(gms, "gms") \
    STATES(gms, "gms") \
    MODE(gms, "gms") \
    RATE(karnopp, "karnopp") \
    RATE(load_dahl, "load-dahl") \
    STATES(load_dahl, "load-dahl") \
    FLOAT(load_dahl, "load-dahl") \
    LIE(load_dahl, "load-dahl") \
    RATE(lugre, "lugre") \
    STATES(lugre, "lugre") \
    FLOAT(lugre, "lugre") \
    LIE(lugre, "lugre") \
    RATE(makkar, "makkar") \
    RATE(mass, "mass") \
    STATES(mass, "mass") \
    RATE(maxwell_slip, "maxwell-slip") \
    STATES(maxwell_slip, "maxwell-slip") \
    MODE(maxwell_slip, "maxwell-slip") \
    RATE(observer_loop, "observer-loop") \
    STATES(observer_loop, "observer-loop") \
    RATE(pacejka, "pacejka") \
    RATE(position_loop, "position-loop") \
    STATES(position_loop, "position-loop") \
    RATE(sgms, "sgms") \
    STATES(sgms, "sgms") \
    FLOAT(sgms, "sgms") \
    LIE(sgms, "sgms") \
    RATE(static_kinetic, "static-kinetic") \
    RATE(stick_slip, "stick-slip") \
    STATES(stick_slip, "stick-slip") \
    RATE(stribeck, "stribeck") \
    RATE(two_mass, "two-mass") \
    STATES(two_mass, "two-mass") \
    RATE(velocity_loop, "velocity-loop") \
    STATES(velocity_loop, "velocity-loop") \
    RATE(viscous, "viscous")

#endif
