// export.h - a law in the notation of another program, with what is lost on the way said at the top.   [host]
//
// None of these programs is run by our tests, and every text says so.
#ifndef BR_EMIT_EXPORT_EXPORT_H
#define BR_EMIT_EXPORT_EXPORT_H

#include "law/model/model.h"
#include "num/text/buffer.h"
#include "sim/control/control.h"

// A law or plant without modes as a Modelica model: the same equations. BR_BAD_LAW: it has modes.
br_status br_export_modelica(br_buffer *out, const br_model *m, br_diag *why) BR_CHECKED;

// Steady friction of a law that takes a velocity v and gives a force F, both ways up to a speed.
enum { BR_EXPORT_SPEEDS = 33 };
typedef struct br_steady {
    const br_parsed_law *law;
    br_known known;             // its nearest LuGre model
    bool states;                // it has presliding of its own
    double v[BR_EXPORT_SPEEDS]; // rising from a 1000th of the speed
    double F[2][BR_EXPORT_SPEEDS],
        between[2][BR_EXPORT_SPEEDS]; // magnitudes forward and backward; at the middle to the next
    double slow, breakaway[2];        // a millionth of the speed, where it begins to move, and the magnitudes there
} br_steady;

br_status br_steady_of(br_steady *s, br_model *m, double speed, br_diag *why) BR_CHECKED;

// Dry friction and damping, for a joint of MuJoCo (or its default) or of a URDF: least squares of the steady friction.
void br_export_mujoco(br_buffer *out, const br_steady *s);
void br_export_urdf(br_buffer *out, const br_steady *s);

// The nearest LuGre model as friction of MuJoCo's actuator dcmotor.
void br_export_dcmotor(br_buffer *out, const br_steady *s);

// Steady friction as a table for drives after CiA 402, whose torque offset (60B2h) takes it by the velocity.
void br_export_cia402(br_buffer *out, const br_steady *s);

// ---------------------------------------------------------------- by name

typedef struct br_notation {
    const char *name, *ending;                         // "mujoco", ".xml"
    void (*write)(br_buffer *out, const br_steady *s); // NULL: Modelica, which takes the law itself
} br_notation;

const br_notation *br_notation_find(const char *name); // NULL: there is none

// speed: that of br_steady_of, where it is wanted. BR_BAD_LAW: the law has no velocity, or modes.
br_status br_notation_write(br_buffer *out, const br_notation *n, br_model *m, double speed, br_diag *why) BR_CHECKED;

#endif
