// test_bound_verify.c - the checker of certificates takes true ones, and no false one: however it came to be.
//
// That no box with the truth in it can be declared dead is tried with random plants, inputs and errors; the truth is computed a
// second way, in wide. Certificates of a search are then damaged line by line.
#include "num/base/fp.h"

#include <math.h>

#include "bound/search/certificate.h"
#include "bound/verify/verify.h"
#include "bound_kit.h"
#include "bound_setup.h"

enum { STEPS = 60 };
// ---------------------------------------------------------------- false ones

typedef struct course {
    br_interval u[STEPS + 1], q[STEPS + 1];
    bool rests[STEPS + 1];
    double h;
} course;

// The torque goes anywhere in its interval, anew at any time of a step; or from one end to the other.
static void step_at_random(truth *x, br_interval u, double h)
{
    int parts = u.lo < u.hi ? 1 + (int)between(0, 4) : 1, at = (int)between(-2, parts + 2);
    bool jumps = chance(0.4), up = chance(0.5);
    for (int i = 0; i < parts; i++) {
        double now = jumps         ? ((i < at) == up ? u.lo : u.hi)
                     : chance(0.3) ? u.lo
                     : chance(0.4) ? u.hi
                                   : between(u.lo, u.hi);
        truth_step(x, (wide)now, (wide)h / parts);
    }
}

// Torques that come and go, and now and then are just at a limit.
static double torque_beside(double u, double *slope, double T)
{
    *slope = chance(0.1) ? between(-0.08, 0.08) : *slope;
    u = u + *slope > 0.5 || u + *slope < -0.5 || chance(0.02) ? between(-0.5, 0.5) : u + *slope;
    return chance(0.02) ? T : chance(0.02) ? -T : u;
}

// Torques that push for some rows and then are about a limit for some, so that motions stop, waver and turn there.
static double torque_about(double u, int k, double T)
{
    double off = chance(0.3) ? 0 : between(-1, 1) * pow(10, -between(1.5, 5));
    return k % 6 == 0 ? between(-0.5, 0.5) : k % 6 < 3 ? u : (chance(0.5) ? T : -T) + off;
}

// A motion that the parameters p make, as rows with errors.
static void random_course(course *c, const double *p, bool about)
{
    truth x = {.q = (wide)between(-2, 2), .alpha = (wide)p[0], .beta = (wide)p[1], .T = (wide)p[2]};
    double u = between(-0.4, 0.4), slope = 0, width = chance(0.5) ? 0 : between(0, chance(0.6) ? 0.02 : 0.5);
    double error = pow(10, -between(about ? 5 : 2, 9));
    c->h = between(0.001, 0.05);
    for (int k = 0; k <= STEPS; k++) {
        u = about ? torque_about(u, k, p[2]) : torque_beside(u, &slope, p[2]);
        c->u[k] = about ? br_interval_of(u - width / 2, u + width / 2) : br_interval_of(u, u + width);
        double off = between(-error, error), slack = 1e-12 * fabs((double)x.q);
        c->q[k] = chance(0.1) ? br_interval_entire()
                              : br_interval_of((double)x.q + off - error - slack, (double)x.q + off + error + slack);
        c->rests[k] = k == 0 || (x.side == 0 && chance(about ? 0.6 : 0.2));
        step_at_random(&x, c->u[k], c->h);
    }
}

static void write_course(br_certificate_draft *z, const br_stick *s, const course *c, const br_interval *p)
{
    br_evidence e = {.rows = STEPS + 1, .h = c->h, .u = c->u, .q = c->q, .stands = c->rests};
    br_paving_options o = br_paving_defaults();
    memcpy(o.range, p, 3 * sizeof *p);
    assert_int_equal(br_certificate_begin(z, s, &e, 1, &o), BR_OK);
}

// A slide that starts somewhere, with a row of it; the last one mostly.
static void random_slide(const course *c, int *first, int *row)
{
    *first = 0;
    for (int k = (int)between(0, STEPS - 1); k > 0 && *first == 0; k--)
        *first = c->rests[k] && !c->rests[k - 1] ? k : 0;
    *row = *first + 1;
    while (*row < STEPS && !(c->rests[*row] && !c->rests[*row - 1]))
        ++*row;
}

// Does the checker take it that no parameters of the box explain the rows?
static bool is_refuted(const br_stick *s, const course *c, const br_interval *box, int first, int row)
{
    br_certificate_draft z;
    br_verified v;
    br_diag why;
    write_course(&z, s, c, box);
    br_certificate_slide(&z, 0, first);
    br_certificate_dead(&z, 0, row);
    br_buffer_put(&z.text, "verdict inconsistent\n");
    br_status status = br_verify(&v, z.text.text, z.text.size, "z", &why);
    assert_true(status == BR_OK || status == BR_NEGATIVE);
    br_verified_free(&v);
    br_certificate_free(&z);
    return status == BR_OK;
}

// Rows that the truth made, a box that holds the truth: dead at no row of no slide. A box beside the truth may be.
static void no_box_with_the_truth_dies(void **state)
{
    const br_stick *s = &((const plant *)*state)->stick;
    long others = 0, dead = 0;
    for (long n = counted(100000) / STEPS / 4; n >= 0; n--) {
        double p[3] = {chance(0.1) ? 0 : between(0, 10), between(10, 100), between(0, 0.3)};
        static course c;
        br_interval box[3];
        bool holds = chance(0.8), about = chance(0.5);
        random_course(&c, p, about);
        for (int i = 0; i < 3; i++) {
            double w = chance(0.3) ? 0 : p[i] * pow(10, -between(about ? 2 : 0.3, 6));
            double by = holds || i != 1 ? 0 : p[i] * 0.3;
            box[i] = br_interval_of(p[i] - between(0, w) + by, p[i] + between(0, w) + by);
        }
        int first, row;
        random_slide(&c, &first, &row);
        bool refuted = is_refuted(s, &c, box, first, row);
        assert_false(refuted && holds);
        others += !holds;
        dead += refuted;
    }
    printf("%ld of %ld boxes beside the truth are refuted\n", dead, others);
    assert_true(3 * dead > others);
}

typedef struct bounce {
    double p[3], h, T_off; // the torque of the second step is anywhere within T_off of -T
    double q[3];           // at the rows
    double back;           // from where it stops to where it rests
} bounce;

// Pushed for a step, then braked so that it stops in the next, turns there and rests again before the row. The stop is anywhere in
// the step, half of the time in the last of the pieces that the checker cuts it into.
static bounce random_bounce(double *push)
{
    bounce b = {.p = {between(0.1, 10), between(10, 100), between(0.05, 0.3)}};
    b.h = chance(0.5) ? between(0.001, 0.05) : between(1.1, 4) / b.p[0]; // long ones go in pieces alone
    b.T_off = b.p[2] * pow(10, -between(0.5, 2));
    double stops = b.h * (chance(0.5) ? between(0.05, 0.95) : between(0.95, 0.99)), left = b.h - stops;
    wide a = (wide)b.p[0], w = (wide)b.p[1] * (2 * (wide)b.p[2] + (wide)b.T_off) * expm1l(a * (wide)stops) / a;
    *push = b.p[2] + (double)(-w * a / ((wide)b.p[1] * expm1l(-a * (wide)b.h)));
    truth x = {.alpha = a, .beta = (wide)b.p[1], .T = (wide)b.p[2]};
    truth_step(&x, (wide)*push, (wide)b.h);
    b.q[1] = (double)x.q;
    truth_step(&x, -(wide)b.p[2] - (wide)b.T_off, (wide)stops);
    wide stopped = x.q;
    truth_step(&x, -(wide)b.p[2] - (wide)b.T_off, 0.4L * (wide)left);
    truth_step(&x, -(wide)b.p[2] + (wide)b.T_off, 0.6L * (wide)left);
    assert_int_equal(x.side, 0);
    b.q[2] = (double)x.q;
    b.back = (double)(stopped - x.q);
    return b;
}

// Rows that such a motion makes refute nothing, though it rests further back than it can have stopped; nor to the other side. Rows
// further back than it can have come do.
static void what_turns_and_rests_within_a_step_is_not_refuted(void **state)
{
    const br_stick *s = &((const plant *)*state)->stick;
    long tried = counted(100000) / 500, beyond = 0;
    for (long n = 0; n < tried; n++) {
        static course c;
        double push;
        bounce b = random_bounce(&push);
        br_interval box[3];
        int sign = chance(0.5) ? 1 : -1;
        double error = 1e-2 * b.back;
        for (int i = 0; i < 3; i++)
            box[i] = br_interval_of(b.p[i], b.p[i]);
        c.h = b.h;
        for (int further = 0; further < 2; further++) {
            for (int k = 0; k <= STEPS; k++) {
                double at = k == 2 ? b.q[2] - 8 * further * b.back : b.q[k < 2 ? k : 0];
                c.u[k] = k == 1 ? br_interval_of(-b.p[2] - b.T_off, -b.p[2] + b.T_off) : br_interval_of(0, 0);
                c.u[k] = k == 0 ? br_interval_of(push, push) : c.u[k];
                c.u[k] = sign < 0 ? br_interval_neg(c.u[k]) : c.u[k];
                c.q[k] = k > 2 ? br_interval_entire() : br_interval_of(sign * at - error, sign * at + error);
                c.rests[k] = k == 0 || k == 2;
            }
            bool refuted = is_refuted(s, &c, box, 0, 2);
            assert_false(refuted && !further);
            beyond += refuted;
        }
    }
    printf("%ld of %ld rests further back are refuted\n", beyond, tried);
    assert_true(10 * beyond > 9 * tried);
}

// Rows that measure nothing rule nothing out, however large the numbers grow: neither for the checker nor for the search.
static void rows_without_measurements_prove_nothing(void **state)
{
    const br_stick *s = &((const plant *)*state)->stick;
    long beyond = 0;
    for (long n = counted(100000) / 1000; n > 0; n--) {
        static course c;
        double beta = pow(10, between(1, 308)),
               push = pow(10, between(-2, chance(0.5) ? 3 : 300)) * (chance(0.5) ? -1 : 1);
        double to = chance(0.3) ? -push : chance(0.3) ? 1.5 * push : push, lower = chance(0.5) ? beta : beta / 1e3;
        br_interval box[3] = {br_interval_of(0, 1), br_interval_of(lower, beta), br_interval_of(0, 0.1)};
        br_certificate_draft z;
        br_verified v;
        br_diag why;
        br_paving found;
        br_paving_options o = br_paving_defaults();
        c.h = 0.01;
        for (int k = 0; k <= STEPS; k++) {
            double at = chance(0.4) ? push : chance(0.5) ? to : between(-2, 2);
            c.u[k] = chance(0.7) ? br_interval_of(at, at) : br_interval_of(fmin(push, to), fmax(push, to));
            c.q[k] = br_interval_entire();
            c.rests[k] = k == 0;
        }
        write_course(&z, s, &c, box);
        br_certificate_slide(&z, 0, 0);
        br_certificate_dead(&z, 0, STEPS);
        br_buffer_put(&z.text, "verdict inconsistent\n");
        assert_int_equal(br_verify(&v, z.text.text, z.text.size, "z", &why), BR_NEGATIVE);
        br_verified_free(&v);
        br_certificate_free(&z);
        br_evidence e = {.rows = STEPS + 1, .h = c.h, .u = c.u, .q = c.q};
        memcpy(o.range, box, sizeof box);
        o.boxes = 8;
        assert_int_equal(br_paving_make(&found, s, &e, &o), BR_OK);
        assert_true(found.verdict != BR_INCONSISTENT);
        for (int i = 0; i < 3; i++)
            assert_true(br_interval_equal(found.p[i], box[i]));
        beyond += log10(beta) + log10(fabs(push)) > 308;
        br_paving_free(&found);
    }
    printf("%ld pushes beyond the numbers\n", beyond);
    assert_true(beyond > 10);
}

// ---------------------------------------------------------------- true and damaged ones

static const reference *one_cycle(void)
{
    static reference r;
    reference_make(&r, 4.5, 65, 0, NULL);
    return &r;
}

static void write_proof(br_certificate_draft *z, const br_stick *s, int rows, long boxes, br_interval alpha,
                        br_verdict wanted)
{
    const reference *r = one_cycle();
    static br_interval u[CYCLE], q[CYCLE];
    br_paving found;
    br_paving_options o = br_paving_defaults();
    for (int k = 0; k < CYCLE; k++) {
        u[k] = br_interval_of(r->u[k], r->u[k]);
        q[k] = br_interval_of(r->q[k] - 7.7e-4, r->q[k] + 7.7e-4);
    }
    br_evidence e = {.rows = rows, .h = 0.01, .u = u, .q = q, .stands = r->stands};
    o.range[0] = alpha;
    o.range[1] = br_interval_of(50, 80);
    o.range[2] = br_interval_of(0.02, 0.3);
    o.renews[2] = true;
    o.passes = 1;
    o.boxes = boxes;
    assert_int_equal(br_certificate_begin(z, s, &e, 1, &o), BR_OK);
    o.certificate = z;
    assert_int_equal(br_paving_make(&found, s, &e, &o), BR_OK);
    assert_int_equal(found.verdict, wanted);
    br_paving_free(&found);
}

static void what_a_search_proves_is_proved_anew(void **state)
{
    br_verified v;
    br_diag why = {0};
    for (int i = 0; i < 2; i++) {
        br_certificate_draft z;
        write_proof(&z, &((const plant *)*state)->stick, CYCLE, 250, i ? br_interval_of(5.5, 6) : br_interval_of(3, 6),
                    i ? BR_INCONSISTENT : BR_UNCERTAIN);
        if (br_verify(&v, z.text.text, z.text.size, "z", &why) != BR_OK)
            fail_msg("%s", why.text);
        assert_true(v.inconsistent == (i == 1) && v.dead > (i ? 0 : 50));
        assert_true(i == 1 || (br_interval_has(v.p[0], 4.5) && br_interval_width(v.p[0]) < 2));
        br_verified_free(&v);
        br_certificate_free(&z);
    }
}

// Of short logs some boxes are emptied by a contraction: what proves it can be read, and holds.
static void what_a_contraction_empties_is_proved_anew(void **state)
{
    br_diag why = {0};
    for (int rows = 100; rows < 200; rows += 20) {
        br_certificate_draft z;
        br_verified v;
        write_proof(&z, &((const plant *)*state)->stick, rows, 600, br_interval_of(3, 6), BR_UNCERTAIN);
        if (br_verify(&v, z.text.text, z.text.size, "z", &why) != BR_OK)
            fail_msg("%d rows: %s", rows, why.text);
        assert_true(br_interval_has(v.p[0], 4.5) && br_interval_has(v.p[1], 65));
        br_verified_free(&v);
        br_certificate_free(&z);
    }
}

// Searches along motions of all kinds, with errors of position from 1e-2 to 1e-9 and with and without one of the input.
static void what_is_found_of_random_motions_is_proved_anew(void **state)
{
    const br_stick *s = &((const plant *)*state)->stick;
    long dead = 0, bounds = 0, refused = 0, rounds = counted(100000) / 4000;
    for (long n = 0; n < rounds; n++) {
        double p[3] = {between(3, 6), between(50, 80), between(0.02, 0.3)};
        static course c;
        br_certificate_draft z;
        br_verified v;
        br_diag why = {0};
        br_paving found;
        br_paving_options o = br_paving_defaults();
        random_course(&c, p, chance(0.5));
        br_interval box[3] = {{3, 6}, {50, 80}, {0.02, 0.3}};
        write_course(&z, s, &c, box);
        br_evidence e = {.rows = STEPS + 1, .h = c.h, .u = c.u, .q = c.q, .stands = c.rests};
        memcpy(o.range, box, sizeof box);
        o.boxes = 100;
        o.certificate = &z;
        assert_int_equal(br_paving_make(&found, s, &e, &o), BR_OK);
        refused += br_verify(&v, z.text.text, z.text.size, "z", &why) != BR_OK;
        for (int i = 0; i < 3; i++)
            assert_true(found.verdict != BR_INCONSISTENT && br_interval_has(found.p[i], p[i]));
        dead += v.dead;
        bounds += v.bounds;
        br_verified_free(&v);
        br_certificate_free(&z);
        br_paving_free(&found);
    }
    printf("%ld of %ld refused; %ld boxes and %ld bounds proved\n", refused, rounds, dead, bounds);
    assert_true(25 * refused <= rounds && dead > rounds && bounds > rounds);
}

static br_status judge(const char *text, size_t size)
{
    br_verified v;
    br_diag why = {0};
    br_status status = br_verify(&v, text, size, "z", &why);
    // Whatever it takes has the truth in it.
    if (status == BR_OK)
        assert_true(!v.inconsistent && br_interval_has(v.p[0], 4.5) && br_interval_has(v.p[1], 65));
    else
        assert_true(strncmp(why.text, "z:", 2) == 0);
    br_verified_free(&v);
    return status;
}

// One line of the steps and results is missing, or has another number: refused, but for cuts that lie elsewhere and boxes within
// the hull that are left.
static void damaged_certificates_are_refused(void **state)
{
    br_certificate_draft z;
    int tried = 0, taken = 0;
    write_proof(&z, &((const plant *)*state)->stick, 300, 80, br_interval_of(3, 6), BR_UNCERTAIN);
    const char *steps = strstr(z.text.text, "\nslide ") + 1, *end = z.text.text + z.text.size;
    for (const char *line = steps; line < end; line = strchr(line, '\n') + 1) {
        const char *next = strchr(line, '\n') + 1, *last = next - 1;
        while (last[-1] != ' ')
            last--; // the last word of the line
        for (int damage = 0; damage < 3; damage++) {
            br_buffer b = {0};
            br_buffer_add(&b, z.text.text, (size_t)(line - z.text.text));
            if (damage > 0) {
                br_buffer_add(&b, line, (size_t)(last - line));
                br_buffer_put(&b, damage == 1 ? "1\n" : "nan\n");
            }
            br_buffer_add(&b, next, (size_t)(end - next));
            const char *word = strstr(line, "result ");
            bool result = word && word < next;
            if (damage > 0 || !result) {
                br_status status = judge(b.text, b.size);
                assert_true(damage < 2 || status == BR_BAD_DATA);
                assert_true(damage != 1 || strncmp(line, "result ", 7) != 0 || status == BR_NEGATIVE);
                taken += status == BR_OK;
                tried++;
            }
            br_buffer_free(&b);
        }
    }
    printf("%d of %d damaged certificates still prove something true\n", taken, tried);
    assert_true(tried > 150 && 4 * taken < tried);
    for (size_t size = 0; size < z.text.size; size += 1 + z.text.size / 97)
        assert_int_equal(judge(z.text.text, size), BR_BAD_DATA);
    for (const char *cut = end - 1; cut[-1] != '\n'; cut--) // in the last line, too
        assert_int_equal(judge(z.text.text, (size_t)(cut - z.text.text)), BR_BAD_DATA);
    br_certificate_free(&z);
}

// A certificate with one word of a line changed: of the first line that begins so, or of all. to: NULL leaves the line out, "" has it
// twice.
typedef struct forgery {
    const char *kind, *line, *to;
    int word;
    bool all;
} forgery;

static void put_line(br_buffer *out, const char *line, size_t size, int word, const char *to)
{
    for (size_t at = 0, n = 0; at < size; at += n) {
        n = strcspn(line + at, " \n") + 1;
        if (word-- == 0)
            br_buffer_print(out, "%s%c", to, line[at + n - 1]);
        else
            br_buffer_add(out, line + at, n);
    }
}

static br_buffer forge(const br_buffer *text, const forgery *f)
{
    br_buffer out = {0};
    bool done = false;
    const char *end = text->text + text->size, *next;
    for (const char *line = text->text; line < end; line = next) {
        next = strchr(line, '\n') + 1;
        size_t size = (size_t)(next - line);
        bool row = line[0] == '-' || (line[0] >= '0' && line[0] <= '9');
        if ((done && !f->all) || (f->line ? strncmp(line, f->line, strlen(f->line)) != 0 : !row)) {
            br_buffer_add(&out, line, size);
            continue;
        }
        done = true;
        if (f->to && f->to[0])
            put_line(&out, line, size, f->word, f->to);
        for (int i = 0; f->to && !f->to[0] && i < 2; i++)
            br_buffer_add(&out, line, size);
    }
    assert_true(done);
    return out;
}

// Hashes made anew, so that it is the proof that is checked and not what names it.
static br_buffer reseal(br_buffer *b)
{
    br_buffer out = {0};
    char hex[2][BR_SHA256_HEX];
    const char *rows = strstr(b->text, "\nlog ") + 1, *end = strstr(b->text, "\nrows-sha256 ") + 1;
    const char *from[] = {rows, b->text};
    for (int i = 0; i < 2; i++) {
        br_sha256 s;
        br_sha256_init(&s);
        br_sha256_add(&s, from[i], (size_t)(end - from[i]));
        br_sha256_hex(&s, hex[i]);
    }
    const char *steps = strchr(strchr(end, '\n') + 1, '\n') + 1;
    br_buffer_add(&out, b->text, (size_t)(end - b->text));
    br_buffer_print(&out, "rows-sha256 %s\nproblem-sha256 %s\n", hex[0], hex[1]);
    br_buffer_add(&out, steps, b->size - (size_t)(steps - b->text));
    br_buffer_free(b);
    return out;
}

static br_status verdict_of(const br_buffer *b, br_diag *why)
{
    br_verified v;
    br_status status = br_verify(&v, b->text, b->size, "z", why);
    br_verified_free(&v);
    return status;
}

// What the proof is about cannot be changed unseen: not the plant, not a range, not a row, not the hash itself.
static void hashes_name_plant_ranges_and_rows(void **state)
{
    static const forgery changes[] = {{"a plant", "forward k", "2*beta", 2, false},
                                      {"a range", "range alpha", "4", 3, false},
                                      {"the step", "log", "0.02", 1, false},
                                      {"a row", NULL, "-1e3", 2, false},
                                      {"the hash of the rows", "rows-sha256", "00", 1, false},
                                      {"that of the problem", "problem-sha256", "00", 1, false},
                                      {"no hash of the rows", "rows-sha256", NULL, 0, false},
                                      {"no hash of the problem", "problem-sha256", NULL, 0, false}};
    br_certificate_draft z;
    br_diag why = {0};
    write_proof(&z, &((const plant *)*state)->stick, 300, 80, br_interval_of(3, 6), BR_UNCERTAIN);
    br_buffer same = {0};
    br_buffer_add(&same, z.text.text, z.text.size);
    same = reseal(&same);
    assert_int_equal(same.size, z.text.size);
    assert_memory_equal(same.text, z.text.text, same.size);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        br_buffer b = forge(&z.text, &changes[i]);
        if (verdict_of(&b, &why) != BR_BAD_DATA)
            fail_msg("%s: taken", changes[i].kind);
        br_buffer_free(&b);
    }
    br_buffer_free(&same);
    br_certificate_free(&z);
}

// Ranges without a step that narrows them prove nothing, whatever the ranges are.
static void ranges_alone_prove_nothing(void **state)
{
    static const forgery forgeries[] = {{"", "range alpha", "4", 3, false},   {"", "result alpha", "4", 3, false},
                                        {"", "result alpha", "3", 2, false},  {"", "result beta", "0", 2, false},
                                        {"", "result beta", "1e3", 3, false}, {"", "slide", NULL, 0, true},
                                        {"", "cut", NULL, 0, true},           {"", "shrink", NULL, 0, true},
                                        {"", "bound", NULL, 0, true},         {"", "dead", NULL, 0, true}};
    br_certificate_draft z;
    br_diag why = {0};
    write_proof(&z, &((const plant *)*state)->stick, CYCLE, 1000, br_interval_of(3, 6), BR_CONSISTENT);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        br_buffer b = forge(&z.text, &forgeries[i]);
        br_buffer_free(&z.text);
        z.text = b;
    }
    z.text = reseal(&z.text);
    br_verified v;
    assert_int_equal(br_verify(&v, z.text.text, z.text.size, "z", &why), BR_OK);
    assert_true(!br_verified_proves(&v) && !v.inconsistent);
    br_verified_free(&v);
    br_certificate_free(&z);
}

// Each of these claims something that the rows do not prove, or is no certificate any more. Bounds are changed in all places: of a
// box that explains nothing any bound holds.
static void forged_certificates_are_refused(void **state)
{
    static const forgery forgeries[] = {
        {"nothing explains the rows", "verdict", "inconsistent", 1, false},
        {"a box without its halves", "cut", NULL, 0, false},
        {"a cut beside the box", "cut", "1e3", 3, false},
        {"a parameter that is not there", "cut", "3", 2, false},
        {"a box cut twice", "cut", "", 0, false},
        {"dead before it moves", "dead", "2", 2, false},
        {"dead beyond the slide", "dead", "100000", 2, false},
        {"dead twice", "dead", "", 0, false},
        {"the whole box dead", "cut 0", "dead 0 790\ncut", 0, false},
        {"a box that is left out", "dead", NULL, 0, true},
        {"bounds that are left out", "shrink", NULL, 0, true},
        {"ends moved", "bound 0 hi", "3", 3, true},
        {"other ends", "bound 0 hi", "lo", 2, true},
        {"a weight below 0", "bound", "-1", 7, false},
        {"a weight too large", "bound", "1e9", 7, false},
        {"another row", "bound", "1", 5, false},
        {"other parameters", "bound 0", "1", 1, true},
        {"a slide that starts elsewhere", "slide", "7", 2, false},
        {"a slide of another log", "slide", "1", 1, false},
        {"rows that measure nothing", NULL, "-1e3", 2, true},
        {"a torque that may be anything", NULL, "1e3", 1, true},
        {"a row that is left out", NULL, NULL, 0, false},
        {"a row twice", NULL, "", 0, false},
        {"a result that is too narrow", "result alpha", "4.4", 3, false},
        {"a result before the verdict", "verdict", "result alpha 3 6\nverdict", 0, false},
    };
    br_certificate_draft z;
    br_verified v;
    br_diag why = {0};
    write_proof(&z, &((const plant *)*state)->stick, CYCLE, 1000, br_interval_of(3, 6), BR_CONSISTENT);
    assert_int_equal(br_verify(&v, z.text.text, z.text.size, "z", &why), BR_OK);
    assert_true(v.dead > 0 && v.bounds > 0);
    br_verified_free(&v);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        br_buffer b = forge(&z.text, &forgeries[i]);
        b = reseal(&b);
        if (verdict_of(&b, &why) == BR_OK)
            fail_msg("%s: taken", forgeries[i].kind);
        br_buffer_free(&b);
    }
    br_certificate_free(&z);
}

typedef struct watching {
    double share, until;
    long calls;
} watching;

static bool watch_until(void *of, double share)
{
    watching *w = of;
    assert_true(share >= w->share && share <= 1);
    w->share = share;
    w->calls++;
    return share < w->until;
}

// What was not checked to its end is not proved, wherever it was stopped; who only watches changes nothing.
static void stopped_checks_prove_nothing(void **state)
{
    br_certificate_draft z;
    br_verified v;
    br_diag why = {0};
    write_proof(&z, &((const plant *)*state)->stick, CYCLE, 1000, br_interval_of(3, 6), BR_CONSISTENT);
    for (int i = 0; i <= 20; i++) {
        watching w = {.until = i < 20 ? 0.05 * i : 2};
        br_status status = br_verify_watched(&v, z.text.text, z.text.size, "z", watch_until, &w, &why);
        assert_int_equal(status, i < 20 ? BR_NEGATIVE : BR_OK);
        assert_true(v.stopped == (i < 20) && w.calls > 0 && w.share >= 0.05 * i - 0.05);
        br_verified_free(&v);
    }
    br_certificate_free(&z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_box_with_the_truth_dies),
        cmocka_unit_test(what_turns_and_rests_within_a_step_is_not_refuted),
        cmocka_unit_test(rows_without_measurements_prove_nothing),
        cmocka_unit_test(what_a_search_proves_is_proved_anew),
        cmocka_unit_test(what_a_contraction_empties_is_proved_anew),
        cmocka_unit_test(what_is_found_of_random_motions_is_proved_anew),
        cmocka_unit_test(damaged_certificates_are_refused),
        cmocka_unit_test(forged_certificates_are_refused),
        cmocka_unit_test(hashes_name_plant_ranges_and_rows),
        cmocka_unit_test(ranges_alone_prove_nothing),
        cmocka_unit_test(stopped_checks_prove_nothing),
    };
    return cmocka_run_group_tests(tests, setup_plant, teardown_plant);
}
