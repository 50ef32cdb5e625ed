// eval.h - what eval.c and eval_table.c share (private to them).        [host]
#ifndef BR_TOOL_EVAL_EVAL_H
#define BR_TOOL_EVAL_EVAL_H

#include "num/text/buffer.h"
#include "tool/kit/options.h"

#include <bristle/evaluate.h>

#include <stdio.h>

enum { EVAL_NAME = 224 }; // bytes of names, and of derivatives

// mode, left.mode+
static inline void eval_join(char name[EVAL_NAME], const char *of, const char *mark)
{
    snprintf(name, EVAL_NAME, "%.200s%s", of, mark);
}

// A bound has no sign of zero.
static inline double eval_bound(double v)
{
    return v == 0 ? 0 : v;
}

void eval_table(br_buffer *out, const br_evaluation *e, const tool_args *a);

#endif
