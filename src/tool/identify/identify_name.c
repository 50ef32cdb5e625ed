// identify_name.c - names of logs, as text, JSON and report of `bristle identify` show them.   [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"

#include <string.h>

const char *identify_log_name(const identifying *o, int log)
{
    const char *slash = strrchr(o->name[log], '/');
    return slash && !o->is_rig[log] ? slash + 1 : o->name[log];
}
