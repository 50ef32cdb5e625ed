// control.c - all compensators on one axis, and the passivity of a LuGre observer: bristle/control.h.   [host]
#include "num/base/fp.h"

#include "api/control/axis.h"
#include "api/law/sized.h"
#include "api/log/table_record.h"
#include "num/text/diag.h"
#include "sim/control/control_warnings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *br_compensator_name(int i)
{
    const br_rival *r = br_rival_at(i);
    return r ? r->name : NULL;
}

const char *br_compensator_meaning(int i)
{
    const br_rival *r = br_rival_at(i);
    return r ? r->words : NULL;
}

struct br_comparison {
    br_axis_setup axis;
    br_control made;
    br_record record; // time and reference, then error and command of each
    br_buffer notes;  // a line each
};

// ---------------------------------------------------------------- notes

// Compensators that use the friction law of the axis itself.
static void note_exact(br_comparison *w)
{
    const br_control *c = &w->made;
    const char *dash = w->axis.by_command ? "--" : "";
    int named = 0;
    for (int i = 0; i < c->rows; i++) {
        const br_rival *r = c->row[i].rival;
        if (r->own || (r->lugre && c->is_lugre))
            br_buffer_print(&w->notes, "%s%s", named++ ? ", " : "", r->name);
    }
    if (named > 0)
        br_buffer_print(&w->notes, " %s the exact friction, unlike on a real machine: see %swrong, %srobustness\n",
                        named > 1 ? "know" : "knows", dash, dash);
}

static void note_theorem(br_comparison *w)
{
    const br_control *c = &w->made;
    bool observer = false;
    for (int i = 0; i < c->rows; i++)
        observer |= c->row[i].rival->theorem;
    if (observer)
        br_control_note_theorem(&w->notes, c->observed ? &c->spr : NULL, &w->axis.known->law);
}

static void add_notes(br_comparison *w)
{
    const br_control *c = &w->made;
    br_control_note_share(&w->notes, w->axis.o.share);
    note_theorem(w);
    if (!w->axis.in_mass)
        br_buffer_print(&w->notes, "%s does not work in the plant mass: no ekf and mhe with the law itself\n",
                        w->axis.known->law.name);
    if (w->axis.real_truth == w->axis.known && w->axis.o.wrong == 0)
        note_exact(w);
    for (int i = 0; i < c->rows && w->axis.by_command; i++) // a program has br_comparison_row.at_end
        if (c->row[i].at_end) {
            br_buffer_put(&w->notes, "*: at an end of the range searched; of Ki the largest that leaves 10 % to the "
                                     "limit of stability of the axis without friction\n");
            break;
        }
}

// ---------------------------------------------------------------- a comparison

enum { MOST_COLUMNS = 64 };

// "e_lugre" and "u_lugre", of names with a hyphen an underscore.
static void name_column(char to[BR_CONTROL_NAME + 8], const char *prefix, const char *rival)
{
    snprintf(to, BR_CONTROL_NAME + 8, "%s%s", prefix, rival);
    for (; *to; to++)
        *to = *to == '-' ? '_' : *to;
}

static br_status make_record(br_comparison *w, br_diag *why)
{
    char name[MOST_COLUMNS][BR_CONTROL_NAME + 8];
    const char *X = br_axis_length(&w->axis), *F = br_axis_force(&w->axis);
    br_record_head head[MOST_COLUMNS] = {{"t", "s", BR_RECORD_TIME}, {"reference", X, BR_RECORD_INPUT}};
    const br_control *c = &w->made;
    const br_servo *longest = &c->row[0].run; // unstable ones end early
    int columns = 2;
    for (int i = 0; i < c->rows; i++, columns += 2) {
        name_column(name[columns], "e_", c->row[i].rival->name);
        name_column(name[columns + 1], "u_", c->row[i].rival->name);
        head[columns] = (br_record_head){name[columns], X, BR_RECORD_OUTPUT};
        head[columns + 1] = (br_record_head){name[columns + 1], F, BR_RECORD_OUTPUT};
        longest = c->row[i].run.rows > longest->rows ? &c->row[i].run : longest;
    }
    long long rows = longest->rows;
    const double missing = (double)NAN;
    br_status status = br_record_open_named(&w->record, head, columns, rows, why);
    if (status != BR_OK)
        return status;
    w->record.rows = rows;
    memcpy(w->record.column[0].v, longest->t, (size_t)rows * sizeof(double));
    memcpy(w->record.column[1].v, longest->aim, (size_t)rows * sizeof(double));
    for (int i = 0; i < c->rows; i++) {
        const br_servo *r = &c->row[i].run;
        double *e = w->record.column[2 + 2 * i].v, *u = w->record.column[3 + 2 * i].v;
        for (long long k = 0; k < rows; k++)
            e[k] = k < r->rows ? r->e[k] : missing, u[k] = k < r->rows ? r->u[k] : missing;
    }
    return BR_OK;
}

static br_status run(br_comparison *c, br_diag *why)
{
    br_diag words = {0};
    br_control_axis axis = br_axis_for_control(&c->axis);
    br_status status = br_control_run(&c->made, &axis, &c->axis.o, &words);
    if (status == BR_OK)
        status = make_record(c, &words);
    if (status == BR_OK)
        add_notes(c);
    return status == BR_OK ? c->notes.status : br_axis_said_by(&c->axis, status, &words, why);
}

static br_status make(br_comparison **c, const br_law *friction, const char *compensators, int robustness,
                      const br_axis_options *axis, br_diag *why)
{
    if (!c || !friction)
        return br_diag_fail(why, BR_BAD_USAGE, "br_comparison_make: a law and a place for the handle are needed");
    if (compensators && strspn(compensators, ", ") == strlen(compensators))
        return br_diag_fail(why, BR_BAD_USAGE, "br_comparison_make: the list of compensators is empty");
    br_comparison *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return BR_NO_MEMORY;
    br_status status = br_axis_setup_open(&fresh->axis, friction, axis, why);
    fresh->axis.o.rivals = compensators;
    fresh->axis.o.robustness = robustness != 0;
    if (status == BR_OK)
        status = run(fresh, why);
    fresh->axis.o.rivals = NULL; // it was lent
    if (status == BR_OK)
        *c = fresh;
    else
        br_comparison_close(fresh);
    return status;
}

br_status br_comparison_make(br_comparison **c, const br_law *friction, const char *compensators, int robustness,
                             const br_axis_options *axis, br_diag *why)
{
    br_status status = br_axis_said(axis, make(c, friction, compensators, robustness, axis, why), why);
    return status == BR_NEGATIVE ? br_diag_fail(why, status, "br_comparison_make: stopped") : status;
}

void br_comparison_close(br_comparison *c)
{
    if (!c)
        return;
    br_control_free(&c->made);
    br_record_close(&c->record);
    br_buffer_free(&c->notes);
    br_axis_setup_release(&c->axis);
    free(c);
}

int br_comparison_rows(const br_comparison *c)
{
    return c ? c->made.rows : 0;
}

int br_comparison_index(const br_comparison *c, const char *name)
{
    for (int i = 0; name && i < br_comparison_rows(c); i++)
        if (strcmp(c->made.row[i].rival->name, name) == 0)
            return i;
    return -1;
}

br_status br_comparison_at(const br_comparison *c, int i, br_comparison_row *row)
{
    if (!row || row->size != sizeof *row || i < 0 || i >= br_comparison_rows(c))
        return BR_BAD_USAGE;
    const br_control_row *from = &c->made.row[i];
    const br_servo *r = &from->run;
    *row = (br_comparison_row){.size = sizeof *row,
                               .name = from->rival->name,
                               .gain_name = from->rival->gain ? from->rival->gain : "",
                               .Kp = from->Kp,
                               .Kd = from->Kd,
                               .Ki = from->Ki,
                               .gain = from->rival->gain ? from->gain : (double)NAN,
                               .at_end = from->at_end,
                               .unstable = r->lost,
                               .rms = r->rms,
                               .peak = r->peak,
                               .reversal = r->reversal,
                               .settling = r->settling,
                               .cycle = r->cycle,
                               .chatter = r->chatter,
                               .effort = r->effort,
                               .energy = r->energy,
                               .below_pid = c->made.ncases > 0 ? br_control_keeps(&c->made, i) : 0};
    return BR_OK;
}

int br_comparison_cases(const br_comparison *c)
{
    return c ? c->made.ncases : 0;
}

const char *br_comparison_case(const br_comparison *c, int j)
{
    return j >= 0 && j < br_comparison_cases(c) ? c->made.cases[j].words : NULL;
}

double br_comparison_case_rms(const br_comparison *c, int i, int j)
{
    bool there = i >= 0 && i < br_comparison_rows(c) && j >= 0 && j < br_comparison_cases(c);
    return there ? c->made.rms[i * c->made.ncases + j] : (double)NAN;
}

double br_comparison_result(const br_comparison *c, br_comparison_figure figure)
{
    const br_control_options *o = c ? &c->axis.o : NULL;
    return !o                                  ? (double)NAN
           : figure == BR_COMPARISON_PERIODS   ? o->servo.course.times
           : figure == BR_COMPARISON_BANDWIDTH ? c->made.bandwidth
           : figure == BR_COMPARISON_BAND      ? o->servo.band
           : figure == BR_COMPARISON_TRIALS    ? o->trials
                                               : (double)NAN;
}

const double *br_comparison_signal_of(const br_comparison *c, int i, br_comparison_signal signal, size_t *rows)
{
    bool there = i >= 0 && i < br_comparison_rows(c) && (int)signal >= 0 && signal <= BR_COMPARISON_ESTIMATE;
    const br_servo *r = there ? &c->made.row[i].run : NULL;
    if (rows)
        *rows = r ? (size_t)r->rows : 0;
    if (!r)
        return NULL;
    const double *const all[] = {r->t, r->aim, r->e, r->u, r->F, r->Fh};
    return all[signal];
}

br_status br_comparison_friction(const br_comparison *c, br_axis_friction *friction)
{
    if (!c || !friction || friction->size != sizeof *friction)
        return BR_BAD_USAGE;
    br_axis_describe_friction(friction, &c->made.known);
    return BR_OK;
}

br_status br_comparison_table(const br_comparison *c, br_table **table, br_diag *why)
{
    if (!c || !table)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_comparison_table: a comparison and a place for the handle are needed");
    return br_said(br_table_of_record(table, "comparison", &c->record, why), why);
}

const char *br_comparison_notes(const br_comparison *c)
{
    return !c ? NULL : c->notes.text ? c->notes.text : "";
}

// ---------------------------------------------------------------- passivity

// Numbers with commas, constant first.
static const char *read_polynomial(const char *at, br_polynomial *p)
{
    char *end;
    for (p->degree = 0; p->degree <= BR_POLYNOMIAL_MOST; p->degree++) {
        p->c[p->degree] = strtod(at, &end);
        if (end == at)
            return NULL;
        at = end + strspn(end, " ");
        if (*at != ',')
            return at;
        at++;
    }
    return NULL;
}

static bool read_feedback(const char *text, br_polynomial *over, br_polynomial *under)
{
    const char *at = read_polynomial(text, over);
    *under = (br_polynomial){0, {1}};
    if (at && *at == '/')
        at = read_polynomial(at + 1, under);
    return at && !*at;
}

static void describe_condition(br_passivity *to, const br_positive_real *p)
{
    bool stretch = p->from <= p->to;
    to->strict = p->strict;
    to->margin = p->strict ? p->margin : (double)NAN;
    to->worst = p->worst;
    to->phase = p->phase;
    to->unstable = p->unstable;
    to->from = stretch ? p->from : (double)NAN;
    to->to = stretch ? p->to : (double)NAN;
}

static void describe_known(br_passivity *to, const br_known *k)
{
    const double none = (double)NAN;
    *to = (br_passivity){.size = sizeof *to,
                         .known = k->own,
                         .margin = none,
                         .worst = none,
                         .sigma0 = k->sigma0,
                         .sigma1 = k->sigma1,
                         .phase = none,
                         .from = none,
                         .to = none};
    br_axis_describe_friction(&to->friction, k);
}

_Static_assert(sizeof((br_passivity *)0)->over == sizeof((br_polynomial *)0)->c, "room for all coefficients");

static br_polynomial polynomial_of(const double c[BR_POLYNOMIAL_MOST + 1])
{
    br_polynomial p = {.degree = BR_POLYNOMIAL_MOST};
    memcpy(p.c, c, sizeof p.c);
    while (p.degree > 0 && p.c[p.degree] == 0)
        p.degree--;
    return p;
}

enum { LEAST_PASSIVITY = BR_SIZE_BEFORE(br_passivity, unstable) };

double br_passivity_real(const br_passivity *p, double frequency)
{
    if (!p || p->size != sizeof *p)
        return (double)NAN;
    br_rational G = {polynomial_of(p->over), polynomial_of(p->under)};
    return G.D.degree == 0 && G.D.c[0] == 0 ? (double)NAN : br_rational_real(&G, frequency);
}

br_status br_comparison_passivity(const br_comparison *c, br_passivity *to)
{
    br_buffer words = {0};
    br_passivity is;
    if (!c || !c->made.observed || !to)
        return BR_BAD_USAGE;
    br_positive_real_words(&words, &c->made.spr);
    br_status status = words.status;
    if (status == BR_OK) {
        describe_known(&is, &c->made.known);
        describe_condition(&is, &c->made.spr);
        snprintf(is.words, sizeof is.words, "%s", words.text);
        status = br_sized_answer(to, &is, sizeof is, LEAST_PASSIVITY) ? BR_OK : BR_BAD_USAGE;
    }
    br_buffer_free(&words);
    return status;
}

typedef struct judged {
    br_loop loop;
    br_polynomial over, under; // H(s)
    br_known known;
    br_rational G;
    br_buffer words;
} judged;

static br_status judge_feedback(judged *f, const br_axis_setup *a, br_passivity *to, br_diag *why)
{
    const br_servo_course *c = &a->o.servo.course;
    br_positive_real spr = {0};
    br_status status = br_known_of(&f->known, a->known, a->mass, 30 * c->stroke / c->period, why);
    if (status == BR_OK)
        status = br_friction_loop(&f->G, f->known.sigma0, f->known.sigma1, a->mass, f->loop, &f->over, &f->under, why);
    if (status != BR_OK)
        return status;
    if (f->known.own) {
        spr = br_positive_real_of(&f->G);
        br_positive_real_words(&f->words, &spr);
    } else {
        br_buffer_put(&f->words, "no verdict about G(s): ");
        br_control_unjudged(&f->words, &a->known->law);
    }
    if (f->words.status != BR_OK)
        return f->words.status;
    describe_known(to, &f->known);
    if (f->known.own)
        describe_condition(to, &spr);
    memcpy(to->over, f->G.N.c, sizeof to->over);
    memcpy(to->under, f->G.D.c, sizeof to->under);
    snprintf(to->words, sizeof to->words, "%s", f->words.text);
    return BR_OK;
}

static br_status judge(const br_law *friction, const char *text, int velocity, const br_axis_options *axis,
                       br_passivity *to, br_diag *why)
{
    judged f = {.loop = velocity ? BR_LOOP_VELOCITY : BR_LOOP_POSITION};
    br_axis_setup a = {0};
    br_passivity is;
    br_diag words = {0};
    if (!friction || !text || !to || !br_is_sized(to->size, sizeof *to, LEAST_PASSIVITY))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_passivity_of: a law, a feedback and a result of a known size are needed");
    br_status status = br_axis_setup_open(&a, friction, axis, why);
    if (status == BR_OK && !read_feedback(text, &f.over, &f.under))
        status = br_diag_fail(why, BR_BAD_USAGE,
                              "%s--feedback '%.60s' is not a list of coefficients; write '3, 6' for 3 + 6 s or '4, 3, "
                              "6 / 0, 1' for 4/s + 3 + 6 s",
                              a.by_command ? a.who : "", text);
    else if (status == BR_OK)
        status = br_axis_said_by(&a, judge_feedback(&f, &a, &is, &words), &words, why);
    if (status == BR_OK)
        (void)br_sized_answer(to, &is, sizeof is, LEAST_PASSIVITY);
    br_buffer_free(&f.words);
    br_axis_setup_release(&a);
    return status;
}

br_status br_passivity_of(const br_law *friction, const char *feedback, int velocity, const br_axis_options *axis,
                          br_passivity *to, br_diag *why)
{
    return br_axis_said(axis, judge(friction, feedback, velocity, axis, to, why), why);
}
