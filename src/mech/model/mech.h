// mech.h - a mechanism as read: bodies, joints, what is measured in them and what acts along it.    [host]
//
// Natural coordinates: of a body its centre of gravity and its base vectors (12 numbers; a planar body: 4, the second base
// vector is the first one turned). The mass matrix is constant and all constraints are quadratic (mech/model/quad.h). A mechanism
// is drawn once, in the position in which its text gives all points; there all base vectors are those of the ground.
// docs/mechanisms.md explains the notation.
#ifndef BR_MECH_MODEL_MECH_H
#define BR_MECH_MODEL_MECH_H

#include "law/token/lex.h"
#include "mech/model/beam.h"
#include "mech/model/quad.h"
#include "mech/model/joint_friction.h"
#include "num/text/buffer.h"

#include <stdbool.h>

enum { BR_GROUND = -1, BR_NO_MEASURE = -1, BR_MECH_NAME = BR_MAX_NAME + 8 };

typedef struct br_body {
    char name[BR_MECH_NAME];
    br_token where;
    double mass, cog[3];
    double inertia[6]; // about the centre of gravity, axes of the ground: xx, yy, zz, xy, yz, zx; planar: the first
    br_beam *beam;     // NULL: it is rigid
    int block;         // it belongs to, or BR_GROUND
} br_body;

// What moves as one: a body, or several that are welded to each other (mech/model/weld.c). It has the coordinates.
typedef struct br_mech_block {
    const br_body *of; // the first of them
    double mass, cog[3], inertia[6];
    int at, n; // its first coordinate, and how many it has
    const br_beam *beam;
} br_mech_block;

typedef enum br_joint_kind {
    BR_JOINT_FREE,
    BR_JOINT_FIXED,
    BR_JOINT_REVOLUTE,
    BR_JOINT_SPHERICAL,
    BR_JOINT_UNIVERSAL,
    BR_JOINT_PRISMATIC,
    BR_JOINT_CYLINDRICAL,
    BR_JOINT_PLANAR,
    BR_JOINT_KINDS
} br_joint_kind;

typedef struct br_mech_joint {
    char name[BR_MECH_NAME];
    br_token where;
    br_joint_kind kind;
    int a, b;                         // bodies, or BR_GROUND
    double at[3], axis[3], second[3]; // second: the other axis of a universal joint, fixed to b
    double give
        [4]; // stiffness and damping where it yields: of what it holds in place, of what it holds straight; 0: rigid
} br_mech_joint;

// A number that says how far a joint has moved, or two points are apart. Its gradient is the direction in which a force
// along it acts. Turn: cos and sin of the angle are the two functions; slide: the first; distance: the first is its square.
typedef enum br_measure_kind { BR_MEASURE_TURN, BR_MEASURE_SLIDE, BR_MEASURE_DISTANCE } br_measure_kind;

typedef struct br_measure {
    char name[BR_MECH_NAME];
    br_measure_kind kind;
    br_patch patch;
    br_quad f[2];
    bool starts[2]; // the text says at which value, and at which speed
    double start[2];
    br_token where[2]; // and where it does
    bool calm[2];      // by default: modes of beams start at rest
    double doubt[2];   // standard deviations of both, for who estimates
    int joint;         // whose it is; -1: of a distance
} br_measure;

typedef struct br_constraint { // a constraint: f = 0; of a joint that yields: stiffness*f + damping*f' is its force
    br_patch patch;
    br_quad f;
    int joint, block;          // whose it is; the other is -1
    bool across;               // it holds a place, in m: its multiplier is a force
    double stiffness, damping; // 0: rigid
} br_constraint;

typedef enum br_force_kind { BR_FORCE_SPRING, BR_FORCE_DAMPER, BR_FORCE_DRIVE, BR_FORCE_FRICTION } br_force_kind;

typedef struct br_force {
    char name[BR_MECH_NAME];
    br_token where;
    br_force_kind kind;
    int measure;
    double k, rest;   // spring: stiffness, where it is relaxed; damper: k is its damping
    const char *text; // drive: its formula with its unit; NULL: an unknown input, which starts at `rest`
    int size, drive;  // and its number among the drives
    double walk, sd;  // unknown: what it gains in a second (0: not given), and at the start, as standard deviations
    br_joint_friction *friction; // friction: the law
    int press, presses;          // and the constraints whose forces press the joint together, if it takes them
} br_force;

typedef struct br_spot { // a point whose position is reported
    char name[BR_MECH_NAME];
    int body;
    double at[3];
    br_form x[3];
} br_spot;

typedef enum br_sensor_kind {
    BR_SENSOR_ANGLE,         // value of a measure that turns
    BR_SENSOR_DISPLACEMENT,  // of one that slides, or of a distance
    BR_SENSOR_SPEED,         // of a measure
    BR_SENSOR_ACCELERATION,  // of a measure
    BR_SENSOR_POSITION,      // of a point, along an axis of the ground
    BR_SENSOR_ACCELEROMETER, // at a place of a body along an axis of it; at rest it shows what holds it against gravity
    BR_SENSOR_GYROSCOPE,     // speed of turning about an axis of a body
    BR_SENSOR_FORCE,         // of a spring, damper, drive or friction along its measure
    BR_SENSOR_REACTION,      // of a joint on its first body, along an axis of the ground
    BR_SENSOR_STRAIN,        // of a fibre of a beam
    BR_SENSOR_KINDS
} br_sensor_kind;

typedef struct br_sensor {
    char name[BR_MECH_NAME];
    br_token where;
    br_sensor_kind kind;
    int of;             // number of the measure, body, force or joint
    br_form x[3], e[3]; // where it is, and its axis along those of the ground
    double axis[3], sd; // sd 0: none was given
    bool imagined;      // a virtual sensor: estimated, not measured
} br_sensor;

typedef struct br_mass_entry { // a number of the mass matrix
    int i, j;
    double m;
} br_mass_entry;

typedef struct br_mech {
    char name[BR_MAX_NAME + 1], title[BR_MAX_WORDS + 1];
    br_tokens tokens;
    int space;      // 3, or 2: planar
    bool balanced;  // it starts in an equilibrium
    bool loaded;    // joints that yield start under the forces that their motion takes
    br_token loads; // where the text says so
    double gravity[3];
    br_body *body;
    br_mech_block *block;
    br_mech_joint *joint;
    br_measure *measure;
    br_constraint *row;
    br_force *force;
    br_spot *spot;
    br_sensor *sensor;
    int bodies, blocks, joints, measures, rows, forces, spots, sensors, drives;
    br_terms terms;
    br_mass_entry *mass; // that are not zero
    int masses;
    int n;     // coordinates
    int rigid; // constraints that do not yield
} br_mech;

// Reads a mechanism; the text must outlive it. m must not move. BR_BAD_LAW: why names line and column; m is then all zero.
// Bodies that rigid fixed joints hold together become one block where the force in between is not asked for: the same
// motion, and far less work.
br_status br_mech_read(br_mech *m, const char *text, size_t size, const char *origin, br_diag *why) BR_CHECKED;
// The same, but every body is a block of its own, as in paper 001.
br_status br_mech_read_apart(br_mech *m, const char *text, size_t size, const char *origin, br_diag *why) BR_CHECKED;
void br_mech_free(br_mech *m);

// For br_mech_read (mech/model/weld.c): which joints of a mechanism that was read apart hold bodies together as one block, *count
// of them; and blocks of the bodies read so far, without coordinates yet. weld: a number for each joint; NULL: none does.
br_status br_weld_choose(const br_mech *m, bool *weld, int *count) BR_CHECKED;
br_status br_weld_blocks(br_mech *m, const bool *weld, br_diag *why) BR_CHECKED;
// (mech/model/build.c): coordinates, constraints and measures of the blocks and joints read so far; and the distance of two points
// as one more measure. The arrays row and measure have room.
br_status br_mech_build(br_mech *m, br_diag *why) BR_CHECKED;
br_status br_mech_add_distance(br_mech *m, const char *name, const int body[2], const double at[2][3]) BR_CHECKED;

const char *br_joint_kind_name(br_joint_kind kind);
const char *br_sensor_kind_name(br_sensor_kind kind);
const char *br_sensor_unit(const br_mech *m, const br_sensor *e);
int br_mech_per_body(const br_mech *m);                        // coordinates of a rigid body, which come first in all
int br_mech_mode(const br_mech *m, int body, int mode);        // of a beam: the first coordinate of a mode's vector
static inline int br_mech_block_of(const br_mech *m, int body) // of a body, or BR_GROUND
{
    return body == BR_GROUND ? BR_GROUND : m->body[body].block;
}
double br_mech_along_beam(const br_mech *m, int body, const double *at); // where a point is, in lengths of the beam
void br_mech_across(const br_mech *m, const double *n, double *s, double *t); // two unit vectors across n
void br_mech_drawn(const br_mech *m, double *q);                              // the coordinates as drawn
double br_form_value(const br_form *f, const double *q);
br_form br_mech_point(const br_mech *m, int body, const double *at, int c);        // component c of a point drawn there
br_form br_mech_direction(const br_mech *m, int body, const double *d, int c);     // of a direction fixed to a body
void br_constraint_owner(const br_mech *m, int row, char text[BR_MECH_NAME + 24]); // "joint crank", "body rod"

#endif
