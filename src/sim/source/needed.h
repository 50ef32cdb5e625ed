// needed.h - which nodes of a law its rates and outputs depend on.               [host]
#ifndef BR_SIM_SOURCE_NEEDED_H
#define BR_SIM_SOURCE_NEEDED_H

#include "law/graph/law.h"

// Marks need[node], law->g.count of them, for rates and outputs, or (next) for updates.
br_status br_needed_nodes(const br_parsed_law *law, bool next, bool *need) BR_CHECKED;

#endif
