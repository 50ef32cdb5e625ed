// inertia.h - masses and inertias: are they those of a body, and what is the mass matrix?          [host]
#ifndef BR_MECH_MODEL_INERTIA_H
#define BR_MECH_MODEL_INERTIA_H

#include "mech/model/mech.h"

// BR_BAD_LAW: a mass that is not above 0, or an inertia that no body has; why names the body and the number.
br_status br_inertia_check(const br_mech *m, const br_body *b, br_diag *why) BR_CHECKED;

// Every turn of a block has an inertia worth the name beside its largest.
bool br_inertia_full(const br_mech *m, const br_mech_block *b);

// y += M x, over all blocks.
void br_mass_add(const br_mech *m, const double *x, double *y);
// Lists the mass matrix of all blocks, for br_mech_build.
br_status br_mass_list(br_mech *m) BR_CHECKED;
// The mass matrix of a block: pairs of its coordinates (from its first one on); answers how many, at most BR_MASS_MOST.
enum { BR_MASS_MOST = 256 };
int br_mass_of(const br_mech *m, int block, br_mass_entry entry[BR_MASS_MOST]);

#endif
