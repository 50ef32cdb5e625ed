// serve_none.c - open.h for the library: programs serve nothing.                    [host]
#include "num/base/fp.h"

#include "num/text/diag.h"
#include "tool/open/open.h"

br_status open_serve(const open_site *site, br_diag *why)
{
    (void)site;
    return br_diag_fail(why, BR_BAD_USAGE, "bristle open: only on the command line");
}
