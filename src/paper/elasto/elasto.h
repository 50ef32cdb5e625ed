// elasto.h - the discrete estimator with the parameters of a trial.     [host]
#ifndef BR_PAPER_ELASTO_ELASTO_H
#define BR_PAPER_ELASTO_ELASTO_H

#include "loop/friction/elasto.h"
#include "paper/kit/experiment.h"

// Parameters of the law elasto-plastic in a trial; their names begin with `part` ("fr.", or nothing).
br_elasto_options br_elasto_of_trial(const br_trial *t, const char *part, double dt);

#endif
