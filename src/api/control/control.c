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

// ---------------------------------------------------------------- notes

// Compensators that use the friction law of the axis itself.
static void note_exact(br_comparison *w)
{
    const br_control *c = &w->made;
    int named = 0;
    for (int i = 0; i < c->rows; i++) {
        const br_rival *r = c->row[i].rival;
        if (r->own || (r->lugre && c->is_lugre))
            br_buffer_print(&w->notes, "%s%s", named++ ? ", " : "", r->name);
    }
    if (named > 0)
        br_buffer_print(&w->notes, " %s the exact friction, unlike on a real machine: see %swrong, %srobustness\n",
                        named > 1 ? "know" : "knows", w->dash, w->dash);
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
    for (int i = 0; i < c->rows && w->dash[0]; i++) // a program has br_comparison_row.at_end
        if (c->row[i].at_end) {
            br_buffer_put(&w->notes, "*: at an end of the range searched\n");
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

br_status br_comparison_run(br_comparison *c, br_diag *why)
{
    br_control_axis axis = br_axis_for_control(&c->axis);
    br_status status = br_control_run(&c->made, &axis, &c->axis.o, why);
    if (status == BR_OK)
        status = make_record(c, why);
    if (status == BR_OK)
        add_notes(c);
    return status == BR_OK ? c->notes.status : status;
}

void br_comparison_release(br_comparison *c)
{
    br_control_free(&c->made);
    br_record_close(&c->record);
    br_buffer_free(&c->notes);
    br_axis_setup_release(&c->axis);
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
    fresh->dash = "";
    br_status status = br_axis_setup_open(&fresh->axis, friction, axis, why);
    fresh->axis.o.rivals = compensators;
    fresh->axis.o.robustness = robustness != 0;
    if (status == BR_OK)
        status = br_comparison_run(fresh, why);
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
    br_status status = br_said(make(c, friction, compensators, robustness, axis, why), why);
    return status == BR_NEGATIVE ? br_diag_fail(why, status, "br_comparison_make: stopped") : status;
}

void br_comparison_close(br_comparison *c)
{
    if (c)
        br_comparison_release(c);
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

bool br_feedback_read(const char *text, br_polynomial *over, br_polynomial *under)
{
    const char *at = read_polynomial(text, over);
    *under = (br_polynomial){0, {1}};
    if (at && *at == '/')
        at = read_polynomial(at + 1, under);
    return at && !*at;
}

br_status br_feedback_judge(br_feedback_check *f, const br_axis_setup *a, br_diag *why)
{
    const br_servo_course *c = &a->o.servo.course;
    br_status status = br_known_of(&f->known, a->known, a->mass, 30 * c->stroke / c->period, why);
    if (status == BR_OK)
        status = br_friction_loop(&f->G, f->known.sigma0, f->known.sigma1, a->mass, f->loop, &f->over, &f->under, why);
    if (status == BR_OK)
        f->spr = br_positive_real_of(&f->G);
    return status;
}

void br_feedback_words(br_buffer *out, const br_feedback_check *f, const br_axis_setup *a)
{
    if (f->known.own) {
        br_positive_real_words(out, &f->spr);
        return;
    }
    br_buffer_put(out, "no verdict about G(s): ");
    br_control_unjudged(out, &a->known->law);
}

static br_status judge(const br_law *friction, const char *feedback, int velocity, const br_axis_options *axis,
                       br_passivity *to, br_diag *why)
{
    br_feedback_check f = {.loop = velocity ? BR_LOOP_VELOCITY : BR_LOOP_POSITION};
    br_axis_setup a = {0};
    br_buffer words = {0};
    if (!friction || !feedback || !to || to->size != sizeof *to)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_passivity_of: a law, a feedback and a result of a known size are needed");
    if (!br_feedback_read(feedback, &f.over, &f.under))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "feedback '%.60s' is not a list of coefficients; write '3, 6' for 3 + 6 s or '4, 3, 6 / 0, "
                            "1' for 4/s + 3 + 6 s",
                            feedback);
    br_status status = br_axis_setup_open(&a, friction, axis, why);
    if (status == BR_OK)
        status = br_feedback_judge(&f, &a, why);
    if (status == BR_OK) {
        bool strict = f.known.own && f.spr.strict;
        *to = (br_passivity){.size = sizeof *to,
                             .known = f.known.own,
                             .strict = strict,
                             .margin = strict ? f.spr.margin : (double)NAN,
                             .worst = f.known.own ? f.spr.worst : (double)NAN,
                             .sigma0 = f.known.sigma0,
                             .sigma1 = f.known.sigma1};
        br_feedback_words(&words, &f, &a);
        status = words.status;
        snprintf(to->words, sizeof to->words, "%s", words.text ? words.text : "");
    }
    br_buffer_free(&words);
    br_axis_setup_release(&a);
    return status;
}

br_status br_passivity_of(const br_law *friction, const char *feedback, int velocity, const br_axis_options *axis,
                          br_passivity *to, br_diag *why)
{
    return br_said(judge(friction, feedback, velocity, axis, to, why), why);
}
