// encoder.h - position from the counts of an encoder, unwrapped.   [target]
//
//     br_encoder_options o = br_encoder_defaults();
//     o.bits = 16, o.resolution = 5e-8, o.most = 400;
//     br_encoder_init(&e, &o);
//     br_encoder_step(&e, reading, 1);
//     q = br_encoder_position(&e);
//
// The counter wraps, both ways; counts are unwrapped and kept as integers, so nothing is lost however far the axis
// goes. A counter that moved more than half its range between two readings looks as if it had moved less, and the other
// way. Only who knows how fast the axis can be can tell: readings further off than that are not believed, and the
// position is held. Fixed work, no heap: safe in a control loop. The object needs no other memory.
#ifndef BR_LOOP_SIGNAL_ENCODER_H
#define BR_LOOP_SIGNAL_ENCODER_H

#include "num/base/real.h"
#include <bristle/status.h>
#include <stdint.h>

typedef struct br_encoder_options {
    int bits;           // of the counter, 2 to 32; higher bits of a reading are ignored
    br_real resolution; // position of one count; negative for a counter that runs the other way
    br_real offset;     // position of the origin
    int64_t origin;     // in counts; the first reading stands as it is, from 0 to 2^bits - 1
    uint32_t
        most; // counts that a sample may bring, the largest speed*dt/resolution; 0: not known, a quarter of the range
    int patience; // readings in a row that are not believed; the next one is, by the shorter way
} br_encoder_options;

br_encoder_options br_encoder_defaults(void); // 16 bits, one metre per count: give the resolution

typedef enum br_encoder_answer {
    BR_ENCODER_GOOD,
    BR_ENCODER_HELD, // not believed: the position is the last one that was
    BR_ENCODER_LOST  // taken by the shorter way, but whole ranges may be missing: find the index again
} br_encoder_answer;

typedef struct br_encoder_health {
    unsigned long held, lost; // answers
} br_encoder_health;

typedef struct br_encoder {
    br_encoder_options o;
    br_encoder_health health;
    int64_t count, origin; // unwrapped
    uint32_t reading;      // the last one that was believed
    int32_t since;         // samples since then
    int doubted;           // readings in a row that were not
    int started;
} br_encoder;

// BR_BAD_USAGE: bits out of range, numbers that are not finite, a resolution of 0, most above half the range.
br_status br_encoder_init(br_encoder *e, const br_encoder_options *o) BR_CHECKED;
void br_encoder_reset(br_encoder *e); // as after init

// A reading, `samples` samples after the last call (1, unless some were missing). Where so many samples at the largest
// speed make half the range, the answer is BR_ENCODER_LOST. The first reading is always believed.
br_encoder_answer br_encoder_step(br_encoder *e, uint32_t reading, int samples);

// offset + resolution*(count - origin); to the last count while count - origin is below 2^53 (float: 2^24).
br_real br_encoder_position(const br_encoder *e);

// Makes the present count the origin, and answers what is to be added to positions from before: -resolution*(counts it
// moved by). In float, call it when the axis is some 2^22 counts away, and give the answer to br_differentiate_shift.
br_real br_encoder_recentre(br_encoder *e);

#endif
