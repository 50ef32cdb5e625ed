// bench_csv.c - reading tables against the obvious loop of fgets and strtod.   [host]
//
// 100 MB: a block of 20000 rows in memory that is given again and again. Both sides must find the same bits. Times are
// per number, of the best 4096 rows.
#define _GNU_SOURCE // fopencookie
#include "num/base/fp.h"

#include "bench.h"
#include "file/csv/csv.h"
#include "num/text/buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 20000, COLUMNS = 4, BLOCK = 4096, BYTES = 100000000 };

// The rows again and again, below one header.
typedef struct job {
    const char *text;
    size_t header, size, at;
    long left;           // blocks
    double sum[COLUMNS]; // of all numbers, in their order: one bit off is seen
    long long rows;
    double best; // seconds per number
} job;

static double lap(job *j, double since)
{
    double now = bench_now(), each = (now - since) / BLOCK / COLUMNS;
    j->best = each < j->best ? each : j->best;
    return now;
}

static void stop(const char *words)
{
    fprintf(stderr, "bench_csv: %s\n", words);
    exit(1);
}

static long pull(void *from, char *to, size_t room)
{
    job *j = from;
    if (j->at == j->size) {
        j->at = j->header;
        j->left--;
    }
    if (j->left <= 0)
        return 0;
    size_t n = j->size - j->at < room ? j->size - j->at : room;
    memcpy(to, j->text + j->at, n);
    j->at += n;
    return (long)n;
}

static void ours(job *j)
{
    br_csv *t = NULL;
    br_diag why = {0};
    static double x[COLUMNS][BLOCK];
    double *to[COLUMNS] = {x[0], x[1], x[2], x[3]};
    int want[COLUMNS] = {0, 1, 2, 3}, got = BLOCK;
    if (br_csv_open_from(&t, pull, j, "log", br_csv_defaults(), &why) != BR_OK ||
        br_csv_want(t, want, COLUMNS, &why) != BR_OK)
        stop(why.text);
    for (double since = bench_now(); got == BLOCK;) {
        if (br_csv_read(t, to, BLOCK, &got, &why) != BR_OK)
            stop(why.text);
        for (int c = 0; c < COLUMNS; c++)
            for (int k = 0; k < got; k++)
                j->sum[c] += x[c][k];
        j->rows += got;
        since = got == BLOCK ? lap(j, since) : since;
    }
    br_csv_close(t);
}

static ssize_t read_job(void *from, char *to, size_t room)
{
    return pull(from, to, room);
}

static void loop(job *j)
{
    FILE *f = fopencookie(j, "r", (cookie_io_functions_t){.read = read_job});
    char line[1000];
    if (!f || !fgets(line, sizeof line, f)) // the header
        stop("no text");
    for (double since = bench_now(); fgets(line, sizeof line, f);) {
        char *p = line;
        for (int c = 0; c < COLUMNS; c++, p++)
            j->sum[c] += strtod(p, &p);
        since = ++j->rows % BLOCK == 0 ? lap(j, since) : since;
    }
    fclose(f);
}

// Rows as a logger writes them, with so many digits.
static void write_log(br_buffer *out, int digits)
{
    uint64_t state = 7;
    br_buffer_put(out, "t,x,v,F\n");
    for (int k = 0; k < ROWS; k++)
        for (int c = 0; c < COLUMNS; c++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            double x = c == 0 ? k * 1e-3 : (double)(int64_t)state * (c == 1 ? 1e-20 : 1e-17);
            br_buffer_about(out, x, digits);
            br_buffer_put(out, c + 1 < COLUMNS ? "," : "\n");
        }
    if (out->status != BR_OK)
        stop("out of memory");
}

static void compare(int digits)
{
    br_buffer text = {0};
    write_log(&text, digits);
    size_t header = strcspn(text.text, "\n") + 1;
    job log = {.text = text.text,
               .header = header,
               .size = text.size,
               .left = bench_is_short() ? 1 : BYTES / (long)text.size,
               .best = 1e300};
    job a = log, b = log;
    ours(&a);
    loop(&b);
    if (a.rows != b.rows || memcmp(a.sum, b.sum, sizeof a.sum) != 0)
        stop("the numbers differ");
    char name[60];
    snprintf(name, sizeof name, "csv, a number of %d digits", digits);
    bench_row(name, a.best, "fgets and strtod", b.best);
    br_buffer_free(&text);
}

int main(void)
{
    compare(6);
    compare(9);
    compare(17);
    return 0;
}
