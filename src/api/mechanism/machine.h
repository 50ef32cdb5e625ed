// machine.h - a mechanism as it starts: its size, what in it is redundant, where it comes to rest; for the C API and commands.   [host]
#ifndef BR_API_MECHANISM_MACHINE_H
#define BR_API_MECHANISM_MACHINE_H

#include "mech/motion/drives.h"
#include "mech/motion/moving.h"

typedef struct br_machine {
    br_mech m;
    br_moving s;
    br_drives drives;
    int rank, *which;   // of the constraints; those from rank on are redundant
    br_buffer warnings; // one a line
} br_machine;

// From a text that stays, to its start; w must not move, and is closed after a failure too.
br_status br_machine_open(br_machine *w, const char *text, size_t size, const char *origin, br_diag *why) BR_CHECKED;
void br_machine_close(br_machine *w);

int br_machine_freedoms(const br_machine *w);

// As lines of text: bodies, joints, freedoms and redundant constraints; and the stable equilibrium with drives and friction off, where
// it stands afterwards.
void br_machine_write_size(br_buffer *out, const br_machine *w);
br_status br_machine_write_equilibrium(br_buffer *out, br_machine *w) BR_CHECKED;

// A line for every `expect` of the laws of its friction that is broken.
br_status br_machine_warn(const br_mech *m, br_buffer *to) BR_CHECKED;

int br_machine_measure(const br_mech *m, const char *name);          // the measure of that name, or -1
int br_machine_measure_of_speed(const br_mech *m, const char *name); // that NAME_speed is the speed of, or -1
const char *br_machine_measure_unit(const br_mech *m, int measure, bool speed);
const char *br_machine_force_unit(const br_mech *m, int measure); // of a force along it

#endif
