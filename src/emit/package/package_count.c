// package_count.c - what an observer of a package counts.                      [host]
#include "num/base/fp.h"

#include "emit/package/packing.h"

typedef struct count {
    const char *name, *words; // as the health word of the observer has it (loop/filter/kalman.h, loop/horizon/mhe.h)
} count;

static const count of_filter[] = {
    {"missing", "measurements that were NaN or infinite"},
    {"rejected", "measurements beyond the gate, or that cannot be"},
    {"stuck", "the same, of a sensor that does not move while the model does"},
    {"resets", "times that it opened again, after too many of those"},
    {"limited", "standard deviations brought down to the largest allowed"},
    {"bounded", "estimates brought back into their range"},
    {"refused", "calls from which nothing finite followed, or with parameters or weights that were restored"},
    {"alarms", "times that innovations became too large for the noise"},
    {"restarts", "of the resets: everything starts from the prior"},
    {NULL, NULL}};
static const count of_horizon[] = {
    {"missing", "measurements that were NaN or infinite"},
    {"rejected", "measurements beyond the gate, or that cannot be"},
    {"resets", "times that it opened again, after too many of those"},
    {"limited", "standard deviations brought down to the largest allowed"},
    {"bounded", "numbers of nodes held at a bound, of all samples"},
    {"unfinished", "samples whose bounds were not settled"},
    {"late", "samples that came before their preparation was done"},
    {"refused", "calls with inputs that are not finite, or with parameters or weights that were restored"},
    {"restarts", "of the resets: everything starts from the prior"},
    {"stuck", "measurements rejected, of a sensor that does not move while the model does"},
    {NULL, NULL}};

static const count *counts_of(const br_packing *w)
{
    return w->plan.observer == BR_PLAN_MHE ? of_horizon : of_filter;
}

void br_packing_count_places(const br_packing *w, br_buffer *out)
{
    const count *c = counts_of(w);
    br_buffer_put(out, "\n// Counts since the start.\nenum {\n");
    for (int i = 0; c[i].name; i++) {
        size_t from = out->size;
        br_buffer_print(out, "    %s_C_%s = %d%s", w->capital, c[i].name, i, c[i + 1].name ? "," : "");
        br_buffer_pad(out, from, 36);
        br_buffer_print(out, "// %s\n", c[i].words);
    }
    br_buffer_put(out, "};\n");
}

int br_packing_count_members(const br_packing *w, br_buffer *out)
{
    const count *c = counts_of(w);
    int n = 0;
    for (; c[n].name; n++)
        br_buffer_print(out, "\n        h->%s,", c[n].name);
    br_buffer_put(out, "\n    ");
    return n;
}
