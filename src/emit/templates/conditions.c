// conditions.c - what a law requires of its parameters together, for an FMU.   [template]

#include "model.h"

const char *model_requires(const double *p)
{
#if HAS_CONDITIONS
    static const int size[] = {SIZE_LIST};
    static const int place[] = {PLACE_LIST};
    double all[ALL_PARAMETERS + 1], holds[CONDITIONS];
    for (int i = 0; i < ALL_PARAMETERS; i++)
        all[i] = place[i] < 0 ? 0 : p[place[i]];
    IDENTIFIER_LAW_require(size, all, holds);
    // INSERT CHECKS
#else
    (void)p;
#endif
    return 0;
}
