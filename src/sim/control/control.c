// control.c - comparison of compensators: each tuned with the same number of runs, then run on the same trajectory.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/text/diag.h"
#include "sim/control/compensators.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_control_options br_control_defaults(double dt)
{
    return (br_control_options){
        .servo = br_servo_defaults(dt), .share = 1, .by_aim = -1, .fade_in = -1, .trials = BR_CONTROL_TRIALS};
}

double br_control_rig(br_servo_options *s, bool rich)
{
    s->encoder = rich ? 0.244140625e-9 : 0.01e-9, s->noise = rich ? 0.6e-9 : 0.05e-9;
    if (rich)
        s->force_noise = 0.4, s->cogging = 2, s->pitch = 16e-3;
    return 20;
}

// ---------------------------------------------------------------- who takes part

static bool is_named(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += n)
        if ((at == list || at[-1] == ',' || at[-1] == ' ') && (at[n] == 0 || at[n] == ',' || at[n] == ' '))
            return true;
    return false;
}

static br_status check_names(const char *list, br_diag *why)
{
    char name[BR_CONTROL_NAME];
    for (const char *at = list; at && *at;) {
        size_t n = strcspn(at, ", ");
        snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), at);
        if (n > 0 && !br_rival_find(name)) {
            char names[200] = "";
            size_t used = 0;
            for (int i = 0; br_rival_at(i) && used < sizeof names; i++)
                used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                         br_rival_at(i)->name);
            return br_diag_fail(why, BR_BAD_USAGE, "there is no compensator '%s'; there are %s", name, names);
        }
        at += n + strspn(at + n, ", ");
    }
    return BR_OK;
}

// Where the law is LuGre's, what stands on the law itself is the same as what stands on the LuGre model of it; but for the
// model alone.
static bool competes(const br_bench *b, const br_rival *r)
{
    const char *names = b->o->rivals;
    bool twice = b->is_lugre && r->own && r->gain;
    return br_rival_fits(b, r) && (r->baseline || (names ? is_named(names, r->name) : !r->slow && !twice));
}

// ---------------------------------------------------------------- tuning

// Not the course of the comparison: shorter, and slower.
static br_servo_options tuning_course(const br_servo_options *o)
{
    br_servo_options t = *o;
    t.course.stroke *= 0.7;
    t.course.period *= 1.2;
    t.keep = false;
    return t;
}

static br_status run_once(br_servo *r, br_bench *b, const br_rival *rival, br_setting s, const br_servo_options *o)
{
    br_ready y;
    br_status status = br_ready_make(&y, b, rival, s, o);
    if (status != BR_OK)
        return status;
    status = br_servo_run(r, &b->truth, &y.c, o, b->why);
    br_ready_free(&y);
    return status;
}

double br_trial_score(const br_servo *r, double band, double FC)
{
    bool good = r->cycle <= band && r->chatter < 0.2 * FC;
    return good ? r->rms : 1000 * r->rms;
}

static bool report_progress(const br_control_options *o, double share)
{
    return !o->progress || o->progress(o->context, share);
}

// A part of all work, as shares of it.
typedef struct stretch {
    double from, to;
} stretch;

static br_status tune(br_setting *best, br_bench *b, const br_rival *rival, stretch of)
{
    br_servo_options o = tuning_course(&b->o->servo);
    double least = (double)INFINITY;
    int trials = br_rival_trials(b, rival);
    *best = br_rival_trial(b, rival, 0);
    for (int i = 0; i < trials; i++) {
        if (!report_progress(b->o, of.from + (of.to - of.from) * i / trials))
            return BR_NEGATIVE;
        br_setting s = br_rival_trial(b, rival, i);
        br_servo r;
        br_status status = run_once(&r, b, rival, s, &o);
        if (status != BR_OK)
            return status;
        double score = br_trial_score(&r, o.band, b->known.FC);
        if (score < least)
            least = score, *best = s;
    }
    return BR_OK;
}

// ---------------------------------------------------------------- robustness

enum { CASES = 20 };

static int list_cases(const br_control_options *o, const br_known *k, br_control_case *to)
{
    static const double wrongs[] = {-0.2, 0.2, -0.5, 0.5}, rates[] = {1e3, 5e3, 20e3};
    const br_servo_options *s = &o->servo;
    br_control_case base = {.wrong = o->wrong,
                            .wrong_mass = o->wrong_mass,
                            .encoder = s->encoder,
                            .noise = s->noise,
                            .dt = s->dt,
                            .delay = s->delay};
    double step = k->length / 20;
    const char *unit = k->rotary ? "urad" : "um";
    int n = 0;
    snprintf(base.words, sizeof base.words, "as given");
    to[n++] = base;
    for (int mass = 0; mass < 2; mass++)
        for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++, n++) {
            to[n] = base;
            *(mass ? &to[n].wrong_mass : &to[n].wrong) = wrongs[i];
            snprintf(to[n].words, sizeof to[n].words, "%s %+g %%", mass ? "mass" : "parameters", 100 * wrongs[i]);
        }
    to[n] = base, to[n].encoder = step;
    snprintf(to[n++].words, sizeof base.words, "encoder %.2g %s", 1e6 * step, unit);
    to[n] = base, to[n].noise = step;
    snprintf(to[n++].words, sizeof base.words, "noise %.2g %s", 1e6 * step, unit);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        if (br_abs(rates[i] * s->dt - 1) < 1e-9)
            continue; // as given
        to[n] = base, to[n].dt = 1 / rates[i];
        snprintf(to[n++].words, sizeof base.words, "%g kHz", 1e-3 * rates[i]);
    }
    to[n] = base, to[n].delay = s->delay + 1;
    snprintf(to[n].words, sizeof base.words, "delay %d", to[n].delay);
    return n + 1;
}

static br_status run_case(double *rms, br_bench *b, const br_control_row *row, const br_control_case *c)
{
    br_servo_options o = b->o->servo;
    br_servo r = {0};
    o.encoder = c->encoder, o.noise = c->noise, o.dt = c->dt, o.delay = c->delay, o.keep = false;
    br_bench_wrong(b, c->wrong, c->wrong_mass);
    br_status status = run_once(&r, b, row->rival, (br_setting){row->Ki, row->gain}, &o);
    *rms = r.rms;
    return status;
}

int br_control_keeps(const br_control *c, int row)
{
    int pid = 0, kept = 0;
    while (pid < c->rows - 1 && !c->row[pid].rival->yardstick)
        pid++;
    for (int j = 0; j < c->ncases; j++)
        kept += c->rms[row * c->ncases + j] < c->rms[pid * c->ncases + j];
    return kept;
}

// ---------------------------------------------------------------- all of it

bool br_control_passivity(br_positive_real *spr, const br_known *k, const br_control_row *r, double mass)
{
    br_polynomial over, under;
    br_rational G;
    if (!k->own || !r->rival->theorem)
        return false;
    br_pid_polynomials(r->Kp, r->Kd, r->Ki, &over, &under);
    if (br_friction_loop(&G, k->sigma0, k->sigma1, mass, BR_LOOP_POSITION, &over, &under, NULL) != BR_OK)
        return false;
    *spr = br_positive_real_of(&G);
    return true;
}

static void passivity_of_observer(br_control *c, const br_control_axis *axis)
{
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].rival->theorem)
            c->observed = br_control_passivity(&c->spr, &c->known, &c->row[i], axis->mass);
}

static br_status run_row(br_control_row *row, br_bench *b, const br_rival *rival, stretch of)
{
    double w = b->bandwidth, m = b->axis->mass;
    br_setting s;
    br_servo_options o = b->o->servo;
    o.keep = true;
    br_status status = tune(&s, b, rival, of);
    if (rival->yardstick)
        b->Ki = s.Ki;
    *row = (br_control_row){.rival = rival,
                            .Kp = m * w * w,
                            .Kd = 2 * m * w,
                            .Ki = s.Ki,
                            .gain = s.gain,
                            .at_end = br_rival_at_end(b, rival, s)};
    return status == BR_OK ? run_once(&row->run, b, rival, s, &o) : status;
}

static br_status run_cases(br_control *c, br_bench *b)
{
    c->cases = calloc(CASES, sizeof *c->cases);
    if (!c->cases)
        return BR_NO_MEMORY;
    c->ncases = list_cases(b->o, &c->known, c->cases);
    c->rms = calloc((size_t)c->rows * (size_t)c->ncases, sizeof *c->rms);
    br_status status = c->rms ? BR_OK : BR_NO_MEMORY;
    int all = c->rows * c->ncases;
    for (int i = 0; i < all && status == BR_OK; i++) {
        status = run_case(&c->rms[i], b, &c->row[i / c->ncases], &c->cases[i % c->ncases]);
        if (status == BR_OK && !report_progress(b->o, 0.5 + 0.5 * i / all))
            status = BR_NEGATIVE;
    }
    return status;
}

static br_status check(const br_control_axis *axis, const br_control_options *o, br_diag *why)
{
    const br_servo_course *c = &o->servo.course;
    if (!(axis->mass > 0 && isfinite(axis->mass)))
        return br_diag_fail(why, BR_BAD_USAGE, "a mass is above 0");
    if (!(o->servo.dt > 0 && c->stroke > 0 && c->period > 0 && c->rest >= 0 && c->times > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "step, stroke and period are above 0");
    if (c->period < 20 * o->servo.dt)
        return br_diag_fail(why, BR_BAD_USAGE, "a period takes 20 samples or more");
    if (!(br_servo_until(c) / o->servo.dt < 1e7))
        return br_diag_fail(why, BR_BAD_USAGE, "the course has more than 1e7 samples");
    if (!(o->wrong > -1 && o->wrong_mass > -1 && o->share >= 0))
        return br_diag_fail(why, BR_BAD_USAGE, "parameters are wrong by more than -100 %%");
    if (o->trials < 1 || o->trials > BR_CONTROL_TRIALS)
        return br_diag_fail(why, BR_BAD_USAGE, "there are 1 to 8 trials");
    return check_names(o->rivals, why);
}

// The integral that others try beside their own gain is that of the yardstick.
static br_status tune_yardstick(br_bench *b, stretch of)
{
    br_setting s = {0};
    br_status status = BR_OK;
    for (int i = 0; br_rival_at(i) && status == BR_OK; i++)
        if (br_rival_at(i)->yardstick)
            status = tune(&s, b, br_rival_at(i), of);
    b->Ki = s.Ki;
    return status;
}

br_status br_control_one(br_control_row *row, br_bench *b, const br_control_axis *axis, const br_control_options *o,
                         const char *name, br_diag *why)
{
    const br_rival *rival = br_rival_find(name);
    br_status status = rival ? check(axis, o, why) : check_names(name, why);
    if (!rival && status == BR_OK)
        return br_diag_fail(why, BR_BAD_USAGE, "no compensator is named");
    if (status == BR_OK)
        status = br_bench_open(b, axis, o, why);
    if (status != BR_OK)
        return status;
    if (!br_rival_fits(b, rival))
        status = br_diag_fail(why, BR_BAD_USAGE, "this law cannot stand in a mass: no filters of its own");
    if (status == BR_OK && !rival->yardstick)
        status = tune_yardstick(b, (stretch){0, 0.2});
    if (status == BR_OK)
        status = run_row(row, b, rival, (stretch){0.2, 1});
    if (status != BR_OK)
        br_bench_close(b);
    return status;
}

br_status br_control_run(br_control *c, const br_control_axis *axis, const br_control_options *o, br_diag *why)
{
    br_control made = {0};
    br_bench *b = calloc(1, sizeof *b); // large: no load for a small stack
    br_diag words = {0};
    int count = 0;
    br_status status = b ? check(axis, o, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_bench_open(b, axis, o, why ? why : &words);
    if (status != BR_OK) {
        free(b);
        return status;
    }
    made.known = b->known, made.bandwidth = b->bandwidth, made.is_lugre = b->is_lugre;
    for (int i = 0; br_rival_at(i); i++)
        count += competes(b, br_rival_at(i));
    made.row = calloc((size_t)count, sizeof *made.row);
    if (!made.row)
        status = BR_NO_MEMORY;
    for (int i = 0; br_rival_at(i) && status == BR_OK; i++) {
        if (!competes(b, br_rival_at(i)))
            continue;
        double each = (o->robustness ? 0.5 : 1.0) / count;
        stretch of = {each * made.rows, each * (made.rows + 1)};
        status = run_row(&made.row[made.rows], b, br_rival_at(i), of);
        made.rows++;
        if (status == BR_OK && !report_progress(o, of.to))
            status = BR_NEGATIVE;
    }
    if (status == BR_OK && o->robustness)
        status = run_cases(&made, b);
    passivity_of_observer(&made, axis);
    br_bench_close(b);
    free(b);
    if (status == BR_OK)
        *c = made;
    else
        br_control_free(&made);
    return status;
}

void br_control_free(br_control *c)
{
    for (int i = 0; i < c->rows; i++)
        br_servo_free(&c->row[i].run);
    free(c->row);
    free(c->cases);
    free(c->rms);
    memset(c, 0, sizeof *c);
}
