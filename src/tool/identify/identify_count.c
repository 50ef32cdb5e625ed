// identify_count.c - how many rows of a log were used, why the others were not.       [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"
#include "tool/kit/fields.h"

#include <string.h>

// Rows of one log. read = used + all others but `held`, which are among the used ones.
typedef struct row_counts {
    const char *log;
    long long read, used, held, residuals; // residuals: of the used rows, behind the filter that takes every k-th
    long long outside, windows, ends, spikes, missing, direction, segments, test;
} row_counts;

// The law whose rows are shown: the best one, or the first that was fitted. Laws with other inputs may use others.
static const br_identified_law *counted_law(const br_identification *w)
{
    const br_identified_law *d = w->best >= 0 ? &w->law[w->best] : NULL;
    for (int i = 0; i < w->laws && !d; i++)
        d = w->law[i].status == BR_OK ? &w->law[i] : NULL;
    return d;
}

bool identify_has_counts(const br_identification *w)
{
    return counted_law(w) != NULL;
}

static row_counts counts_of(const br_identification *w, int i)
{
    const br_loaded_log *l = &w->log[i];
    const br_axis_errors *e = &counted_law(w)->id.log[i];
    const char *slash = strrchr(l->name, '/');
    long long all = l->samples.windows > 0 ? l->samples.all : l->rows;
    return (row_counts){.log = slash && !l->has_rig ? slash + 1 : l->name,
                        .read = all,
                        .used = e->rows[BR_ROW_USED],
                        .held = e->held,
                        .residuals = e->fit[BR_FITTED].rows,
                        .outside = w->outside[i],
                        .windows = all - l->rows,
                        .ends = w->ends[i] + e->rows[BR_ROW_END],
                        .spikes = e->rows[BR_ROW_SPIKE],
                        .missing = e->rows[BR_ROW_MISSING],
                        .direction = e->rows[BR_ROW_DIRECTION],
                        .segments = e->rows[BR_ROW_SEGMENT],
                        .test = e->rows[BR_ROW_TEST]};
}

static const tool_field json_fields[] = {FIELD(NULL, "log", TEXT, row_counts, log),
                                         FIELD(NULL, "read", LONG, row_counts, read),
                                         FIELD(NULL, "used", LONG, row_counts, used),
                                         FIELD(NULL, "hold_out_rows", LONG, row_counts, held),
                                         FIELD(NULL, "residuals", LONG, row_counts, residuals),
                                         {NULL, "not_used", FIELD_OPEN, 0, NULL},
                                         FIELD(NULL, "outside", LONG, row_counts, outside),
                                         FIELD(NULL, "between_windows", LONG, row_counts, windows),
                                         FIELD(NULL, "ends", LONG, row_counts, ends),
                                         FIELD(NULL, "spikes", LONG, row_counts, spikes),
                                         FIELD(NULL, "missing", LONG, row_counts, missing),
                                         FIELD(NULL, "direction", LONG, row_counts, direction),
                                         FIELD(NULL, "short_segments", LONG, row_counts, segments),
                                         FIELD(NULL, "test", LONG, row_counts, test),
                                         {NULL, "", FIELD_CLOSE, 0, NULL},
                                         {0}};

// "10 at the ends of the filter, 3 spikes"
static void write_reasons(br_buffer *out, const row_counts *c)
{
    const struct {
        long long count;
        const char *words;
    } reason[] = {{c->outside, "outside of the time range"},
                  {c->windows, "between the windows of --rows"},
                  {c->ends, "at the ends of the log or of a segment (filter, delay)"},
                  {c->spikes, "rejected as spikes"},
                  {c->missing, "with a missing value"},
                  {c->direction, "at rest or with a velocity of the wrong sign"},
                  {c->segments, "alone between gaps"},
                  {c->test, "of the test log"}};
    int n = 0;
    for (size_t i = 0; i < sizeof reason / sizeof *reason; i++)
        if (reason[i].count > 0)
            br_buffer_print(out, "%s%lld %s", n++ ? ", " : "", reason[i].count, reason[i].words);
}

static void show_reasons(br_buffer *out, const void *row)
{
    write_reasons(out, row);
}

static const tool_field count_fields[] = {FIELD("log", NULL, TEXT, row_counts, log),
                                          FIELD("rows read", NULL, LONG, row_counts, read),
                                          FIELD("used", NULL, LONG, row_counts, used),
                                          FIELD("of these hold-out", NULL, LONG, row_counts, held),
                                          FIELD("residuals", NULL, LONG, row_counts, residuals),
                                          FIELD_SHOWN("not used", show_reasons),
                                          {0}};

void identify_count_cells(br_buffer *cells, const br_identification *w)
{
    for (int i = 0; i < w->logs; i++) {
        row_counts c = counts_of(w, i);
        fields_row(cells, count_fields, &c, NULL);
    }
}

// "rows of axis.csv: 20000 read, 19900 used; not used: 100 at the ends ..."
void identify_count_text(br_buffer *out, const br_identification *w)
{
    for (int i = 0; i < w->logs; i++) {
        row_counts c = counts_of(w, i);
        br_buffer_put(out, "rows");
        if (w->logs > 1) {
            br_buffer_put(out, " of ");
            br_buffer_safe(out, c.log, strlen(c.log));
        }
        br_buffer_print(out, ": %lld read, ", c.read);
        if (c.used == c.read)
            br_buffer_put(out, "all used");
        else
            br_buffer_print(out, "%lld used", c.used);
        if (c.residuals > 0 && c.residuals < c.used)
            br_buffer_print(out, " as %lld filtered residuals", c.residuals);
        if (c.held > 0)
            br_buffer_print(out, " (%lld row%s held out for the hold-out error)", c.held, c.held == 1 ? "" : "s");
        if (c.used < c.read) {
            br_buffer_put(out, "; not used: ");
            write_reasons(out, &c);
        }
        br_buffer_put(out, "\n");
    }
}

void identify_count_json(br_json *j, const br_identification *w)
{
    br_json_field_open(j, "rows", '[');
    for (int i = 0; i < w->logs && identify_has_counts(w); i++) {
        row_counts c = counts_of(w, i);
        br_json_open(j, '{');
        fields_json(j, json_fields, &c);
        br_json_close(j);
    }
    br_json_close(j);
}
