// PREFIX.ino - the loop of a package as a sketch of Arduino.   [layout]

// SPDX-License-Identifier: MIT-0
// PREFIX.ino - SUBJECT at RATE Hz. Write what reads your sensors.
#include <PREFIX.h>

static PREFIX object;
static unsigned long due; // time of the next sample, us

void setup()
{
    Serial.begin(115200);
    if (PREFIX_init(&object) != 0)
        Serial.println("it does not start");
    due = micros();
}

void loop()
{
    if ((long)(micros() - due) < 0)
        return;
    due += PERIOD;
#if HAS_INPUTS
    PREFIX_real u[CAPITAL_INPUTS] = {0}; // PREFIX.h says what stands where
#endif
    PREFIX_real y[CAPITAL_MEASURED] = {0};
#if HAS_INPUTS
    PREFIX_step(&object, u, y);
#else
    PREFIX_step(&object, y, y);
#endif
#if IS_COMPENSATOR
    Serial.println(PREFIX_command(&object)); // for the drive
#endif
#if IS_ELASTO
    Serial.println(PREFIX_force(&object));
#endif
#if IS_OBSERVER
    Serial.println(PREFIX_value(&object, 0));
#if IS_HORIZON
    PREFIX_prepare(&object); // the work for the next sample
#endif
#endif
}
