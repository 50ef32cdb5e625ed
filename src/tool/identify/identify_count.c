// identify_count.c - how many rows of a log were used, why the others were not.       [host]
#include "num/base/fp.h"

#include "tool/identify/identify.h"
#include "tool/kit/fields.h"

#include <string.h>

// Rows of one log, in the fit of the best law.
typedef struct row_counts {
    const char *log;
    long long read;
    br_identification_rows is;
} row_counts;

static row_counts counts_of(const identifying *o, int i)
{
    br_identification_log l = {.size = sizeof l};
    row_counts c = {.log = identify_log_name(o, i), .is.size = sizeof c.is};
    if (br_identification_log_at(o->is, i, &l) == BR_OK && br_identification_rows_of(o->is, i, &c.is) == BR_OK)
        c.read = l.all;
    return c;
}

static const tool_field json_fields[] = {FIELD(NULL, "log", TEXT, row_counts, log),
                                         FIELD(NULL, "read", LONG, row_counts, read),
                                         FIELD(NULL, "used", LONG, row_counts, is.used),
                                         FIELD(NULL, "hold_out_rows", LONG, row_counts, is.hold_out),
                                         FIELD(NULL, "residuals", LONG, row_counts, is.residuals),
                                         {NULL, "not_used", FIELD_OPEN, 0, NULL},
                                         FIELD(NULL, "outside", LONG, row_counts, is.outside),
                                         FIELD(NULL, "between_windows", LONG, row_counts, is.between_windows),
                                         FIELD(NULL, "ends", LONG, row_counts, is.ends),
                                         FIELD(NULL, "spikes", LONG, row_counts, is.spikes),
                                         FIELD(NULL, "missing", LONG, row_counts, is.missing),
                                         FIELD(NULL, "direction", LONG, row_counts, is.direction),
                                         FIELD(NULL, "short_segments", LONG, row_counts, is.segments),
                                         FIELD(NULL, "test", LONG, row_counts, is.test),
                                         {NULL, "", FIELD_CLOSE, 0, NULL},
                                         {0}};

// "10 at the ends of the filter, 3 spikes"
static void write_reasons(br_buffer *out, const row_counts *c)
{
    const struct {
        long long count;
        const char *words;
    } reason[] = {{c->is.outside, "outside of the time range"},
                  {c->is.between_windows, "between the windows of --rows"},
                  {c->is.ends, "at the ends of the log or of a segment (filter, delay)"},
                  {c->is.spikes, "rejected as spikes"},
                  {c->is.missing, "with a missing value"},
                  {c->is.direction, "at rest or with a velocity of the wrong sign"},
                  {c->is.segments, "alone between gaps"},
                  {c->is.test, "of the test log"}};
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
                                          FIELD("used", NULL, LONG, row_counts, is.used),
                                          FIELD("of these hold-out", NULL, LONG, row_counts, is.hold_out),
                                          FIELD("residuals", NULL, LONG, row_counts, is.residuals),
                                          FIELD_SHOWN("not used", show_reasons),
                                          {0}};

void identify_count_cells(br_buffer *cells, const identifying *o)
{
    for (int i = 0; i < o->logs; i++) {
        row_counts c = counts_of(o, i);
        fields_row(cells, count_fields, &c, NULL);
    }
}

// "rows of axis.csv: 20000 read, 19900 used; not used: 100 at the ends ..."
void identify_count_text(br_buffer *out, const identifying *o)
{
    for (int i = 0; i < o->logs && o->best >= 0; i++) {
        row_counts c = counts_of(o, i);
        br_buffer_put(out, "rows");
        if (o->logs > 1) {
            br_buffer_put(out, " of ");
            br_buffer_safe(out, c.log, strlen(c.log));
        }
        br_buffer_print(out, ": %lld read, ", c.read);
        if (c.is.used == c.read)
            br_buffer_put(out, "all used");
        else
            br_buffer_print(out, "%lld used", c.is.used);
        if (c.is.residuals > 0 && c.is.residuals < c.is.used)
            br_buffer_print(out, " as %lld filtered residuals", c.is.residuals);
        if (c.is.hold_out > 0)
            br_buffer_print(out, " (%lld row%s held out for the hold-out error)", c.is.hold_out,
                            c.is.hold_out == 1 ? "" : "s");
        if (c.is.used < c.read) {
            br_buffer_put(out, "; not used: ");
            write_reasons(out, &c);
        }
        br_buffer_put(out, "\n");
    }
}

void identify_count_json(br_json *j, const identifying *o)
{
    br_json_field_open(j, "rows", '[');
    for (int i = 0; i < o->logs && o->best >= 0; i++) {
        row_counts c = counts_of(o, i);
        br_json_open(j, '{');
        fields_json(j, json_fields, &c);
        br_json_close(j);
    }
    br_json_close(j);
}
