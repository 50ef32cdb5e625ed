// control.c - compensators compared: each tuned with the same number of runs, then run on the same course.       [host]
#include "num/fp.h"

#include "num/elem.h"
#include "sim/control_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_control_options br_control_defaults(double dt)
{
    return (br_control_options){.servo = br_servo_defaults(dt), .share = 1, .by_aim = -1, .trials = BR_CONTROL_TRIALS};
}

static br_status wrong(br_diag *why, const char *words, const char *name)
{
    if (why)
        snprintf(why->text, sizeof why->text, words, name);
    return BR_BAD_USAGE;
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
            if (why)
                snprintf(why->text, sizeof why->text, "there is no compensator '%s'; there are %s", name, names);
            return BR_BAD_USAGE;
        }
        at += n + strspn(at + n, ", ");
    }
    return BR_OK;
}

static bool takes_part(const br_rival *r, const br_control_axis *axis, const br_control_options *o)
{
    bool plant = strcmp(r->name, "ekf") == 0 || strcmp(r->name, "mhe") == 0;
    bool lugre = strcmp(axis->known->law.name, "lugre") == 0;
    bool twice = lugre && (plant || strcmp(r->name, "observer") == 0); // is the same as with LuGre
    if (plant && !axis->plant)
        return false;
    return r->baseline || (o->rivals ? is_named(o->rivals, r->name) : !r->slow && !twice);
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

static br_status tune(br_setting *best, br_bench *b, const br_rival *rival)
{
    br_servo_options o = tuning_course(&b->o->servo);
    double least = (double)INFINITY;
    *best = br_rival_trial(b, rival, 0);
    int trials = strcmp(rival->name, "none") == 0 ? 1 : b->o->trials;
    for (int i = 0; i < trials; i++) {
        br_setting s = br_rival_trial(b, rival, i);
        br_servo r;
        br_status status = run_once(&r, b, rival, s, &o);
        if (status != BR_OK)
            return status;
        bool good = !r.lost && r.cycle <= o.band && r.chatter < 0.2 * b->known.FC;
        double score = r.rms * (good ? 1 : 1000);
        if (score < least)
            least = score, *best = s;
    }
    return BR_OK;
}

// ---------------------------------------------------------------- robustness

static int list_cases(const br_control_options *o, const br_known *k, br_control_case *to)
{
    static const double wrongs[] = {-0.2, 0.2, -0.5, 0.5}, rates[] = {1e3, 5e3, 20e3};
    const br_servo_options *s = &o->servo;
    br_control_case base = {
        .wrong = o->wrong, .encoder = s->encoder, .noise = s->noise, .dt = s->dt, .delay = s->delay};
    double step = k->length / 20;
    const char *unit = k->rotary ? "urad" : "um";
    int n = 0;
    snprintf(base.words, sizeof base.words, "as given");
    to[n++] = base;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++, n++) {
        to[n] = base, to[n].wrong = wrongs[i];
        snprintf(to[n].words, sizeof to[n].words, "parameters %+g %%", 100 * wrongs[i]);
    }
    to[n] = base, to[n].encoder = step;
    snprintf(to[n++].words, sizeof base.words, "encoder, steps of %.2g %s", 1e6 * step, unit);
    to[n] = base, to[n].noise = step;
    snprintf(to[n++].words, sizeof base.words, "position noise, %.2g %s", 1e6 * step, unit);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++, n++) {
        to[n] = base, to[n].dt = 1 / rates[i];
        snprintf(to[n].words, sizeof to[n].words, "%g kHz", 1e-3 * rates[i]);
    }
    to[n] = base, to[n].delay = s->delay + 1;
    snprintf(to[n++].words, sizeof base.words, "one sample of delay more");
    return n;
}

static br_status run_case(double *rms, br_bench *b, const br_control_row *row, const br_control_case *c)
{
    br_servo_options o = b->o->servo;
    br_servo r = {0};
    o.encoder = c->encoder, o.noise = c->noise, o.dt = c->dt, o.delay = c->delay, o.keep = false;
    br_bench_wrong(b, c->wrong);
    br_status status = run_once(&r, b, row->rival, (br_setting){row->Ki, row->gain}, &o);
    *rms = r.rms;
    return status;
}

int br_control_keeps(const br_control *c, int row)
{
    int pid = 0, kept = 0;
    while (pid < c->rows - 1 && strcmp(c->row[pid].rival->name, "pid") != 0)
        pid++;
    for (int j = 0; j < c->ncases; j++)
        kept += c->rms[row * c->ncases + j] < c->rms[pid * c->ncases + j];
    return kept;
}

// ---------------------------------------------------------------- all of it

static bool goes_on(const br_control_options *o, double share)
{
    return !o->progress || o->progress(o->context, share);
}

static void judge_observer(br_control *c, const br_control_axis *axis)
{
    const br_known *k = &c->known;
    for (int i = 0; i < c->rows; i++) {
        const br_control_row *r = &c->row[i];
        if (strcmp(r->rival->name, "lugre") != 0)
            continue;
        br_polynomial pid = {2, {r->Ki, r->Kp, r->Kd}}, s = {1, {0, 1}}, pd = {1, {r->Kp, r->Kd}}, one = {0, {1}};
        br_rational G;
        bool I = r->Ki > 0;
        c->observed = br_friction_loop(&G, k->sigma0, k->sigma1, axis->mass, BR_LOOP_POSITION, I ? &pid : &pd,
                                       I ? &s : &one, NULL) == BR_OK;
        if (c->observed)
            c->spr = br_positive_real_of(&G);
    }
}

static br_status run_row(br_control_row *row, br_bench *b, const br_rival *rival)
{
    double w = b->bandwidth, m = b->axis->mass;
    br_setting s;
    br_servo_options o = b->o->servo;
    o.keep = true;
    br_status status = tune(&s, b, rival);
    if (strcmp(rival->name, "pid") == 0)
        b->Ki = s.Ki;
    *row = (br_control_row){.rival = rival, .Kp = m * w * w, .Kd = 2 * m * w, .Ki = s.Ki, .gain = s.gain};
    return status == BR_OK ? run_once(&row->run, b, rival, s, &o) : status;
}

static br_status run_cases(br_control *c, br_bench *b)
{
    enum { MOST = 16 };
    c->cases = calloc(MOST, sizeof *c->cases);
    if (!c->cases)
        return BR_NO_MEMORY;
    c->ncases = list_cases(b->o, &c->known, c->cases);
    c->rms = calloc((size_t)c->rows * (size_t)c->ncases, sizeof *c->rms);
    br_status status = c->rms ? BR_OK : BR_NO_MEMORY;
    int all = c->rows * c->ncases;
    for (int i = 0; i < all && status == BR_OK; i++) {
        status = run_case(&c->rms[i], b, &c->row[i / c->ncases], &c->cases[i % c->ncases]);
        if (status == BR_OK && !goes_on(b->o, 0.5 + 0.5 * i / all))
            status = BR_NEGATIVE;
    }
    return status;
}

static br_status check(const br_control_axis *axis, const br_control_options *o, br_diag *why)
{
    const br_servo_course *c = &o->servo.course;
    if (!(axis->mass > 0 && isfinite(axis->mass)))
        return wrong(why, "a mass is above 0%s", "");
    if (!(o->servo.dt > 0 && c->stroke > 0 && c->period > 0 && c->rest >= 0 && c->times > 0))
        return wrong(why, "step, stroke and period are above 0%s", "");
    if (!(br_servo_until(c) / o->servo.dt < 1e7))
        return wrong(why, "the course has more than 1e7 samples%s", "");
    if (!(o->wrong > -1 && o->share >= 0))
        return wrong(why, "parameters are wrong by more than -100 %%%s", "");
    if (o->trials < 1 || o->trials > BR_CONTROL_TRIALS)
        return wrong(why, "there are 1 to 8 trials%s", "");
    return check_names(o->rivals, why);
}

br_status br_control_run(br_control *c, const br_control_axis *axis, const br_control_options *o, br_diag *why)
{
    br_control made = {0};
    br_bench b;
    br_diag words = {0};
    int count = 0;
    br_status status = check(axis, o, why);
    if (status == BR_OK)
        status = br_bench_open(&b, axis, o, why ? why : &words);
    if (status != BR_OK)
        return status;
    made.known = b.known, made.bandwidth = b.bandwidth;
    for (int i = 0; br_rival_at(i); i++)
        count += takes_part(br_rival_at(i), axis, o);
    made.row = calloc((size_t)count, sizeof *made.row);
    if (!made.row)
        status = BR_NO_MEMORY;
    for (int i = 0; br_rival_at(i) && status == BR_OK; i++) {
        if (!takes_part(br_rival_at(i), axis, o))
            continue;
        status = run_row(&made.row[made.rows], &b, br_rival_at(i));
        made.rows++;
        if (status == BR_OK && !goes_on(o, (o->robustness ? 0.5 : 1.0) * made.rows / count))
            status = BR_NEGATIVE;
    }
    if (status == BR_OK && o->robustness)
        status = run_cases(&made, &b);
    judge_observer(&made, axis);
    br_bench_close(&b);
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
