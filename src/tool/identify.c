// identify.c - `bristle identify`: a friction law from logs of an axis.           [host]
#include "num/fp.h"

#include "fit/linear.h"
#include "law/builtin.h"
#include "tool/commands.h"
#include "tool/deliver.h"
#include "tool/identify.h"
#include "tool/number.h"
#include "tool/progress.h"
#include "tool/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---------------------------------------------------------------- arguments

// "30%", "30 %", "0.3": a share from 0 to below 1.
static br_status read_hold_out(identifying *w, const tool_args *a, br_diag *why)
{
    br_unit unit = br_unit_none();
    w->hold_out = w->compare ? 0.3 : 0;
    if (a->hold_out && (!tool_number("--hold-out", a->hold_out, &w->hold_out, &unit) ||
                        !br_unit_same(unit, br_unit_none()) || !(w->hold_out >= 0 && w->hold_out <= 0.9)))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --hold-out '%.60s' is no share from 0 to 90 %%",
                             a->hold_out);
    return BR_OK;
}

static br_status read_options(identifying *w, const tool_args *a, br_diag *why)
{
    w->compare = a->compare != NULL;
    w->options = br_identify_defaults();
    w->options.fix = a->fix;
    w->options.also = a->estimate;
    w->options.huber = a->robust ? 1.345 : 0;
    w->best = -1;
    if (!a->model && !a->compare)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: which law? --model NAME, or --compare all");
    if (a->model && a->compare)
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --model fits one law, --compare several: not both");
    if (a->compare && (a->fix || a->estimate || a->params || a->at))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: %s goes with one law, --model, not with --compare",
                             a->fix        ? "--fix"
                             : a->estimate ? "--estimate"
                             : a->params   ? "--params"
                                           : "--at");
    w->from = -HUGE_VAL;
    w->until = HUGE_VAL;
    br_status status = a->from ? tool_time("identify", "--from", a->from, &w->from, why) : BR_OK;
    if (status == BR_OK && a->until)
        status = tool_time("identify", "--until", a->until, &w->until, why);
    return status == BR_OK ? read_hold_out(w, a, why) : status;
}

// ---------------------------------------------------------------- logs

static br_unit per_second(br_unit u)
{
    u.power[2] = (short)(u.power[2] - 12);
    return u;
}

static int index_of(const tool_log *l, const char *name)
{
    for (int i = 0; i < l->columns; i++)
        if (strcmp(l->column[i].name, name) == 0)
            return i;
    return -1;
}

// The kind of motion: units of position, speed and force fit together, for all logs alike.
static br_status check_units(identifying *w, const tool_log *l, br_diag *why)
{
    static const br_unit meter = {{12}}, newton = {{12, 12, -24}}, torque = {{24, 12, -24}};
    int x = index_of(l, "x"), v = index_of(l, "v"), y = index_of(l, w->drive ? "u" : "F");
    br_unit motion = x >= 0 ? l->unit[x] : l->unit[v], none = br_unit_none();
    bool straight = br_unit_same(motion, x >= 0 ? meter : per_second(meter));
    bool turning = br_unit_same(motion, x >= 0 ? none : per_second(none));
    br_unit length = turning ? none : meter;
    bool moves = (x < 0 || br_unit_same(l->unit[x], length)) && (v < 0 || br_unit_same(l->unit[v], per_second(length)));
    bool forces = turning ? br_unit_same(l->unit[y], torque) : br_unit_same(l->unit[y], newton);
    if (!(straight || turning) || !moves || !forces) {
        char is[BR_UNIT_SIZE], m[BR_UNIT_SIZE];
        br_unit_write(is, l->unit[y]);
        br_unit_write(m, motion);
        return tool_complain(
            why, BR_BAD_DATA,
            "--signals: a motion in %s with a force in %s: what fits is m, m/s and N, or rad, rad/s and "
            "N*m",
            m, is);
    }
    w->rotary = turning;
    snprintf(w->position_unit, sizeof w->position_unit, "%s", turning ? "rad" : "m");
    snprintf(w->speed_unit, sizeof w->speed_unit, "%s", turning ? "rad/s" : "m/s");
    snprintf(w->force_unit, sizeof w->force_unit, "%s", turning ? "N*m" : "N");
    return BR_OK;
}

// Held out is the last part of every log.
static void hold_out(const identifying *w, br_axis_log *to)
{
    const double *t = to->trace.t, last = t[to->trace.rows - 1];
    to->from = last - w->hold_out * (last - t[0]);
    to->to = w->hold_out > 0 ? HUGE_VAL : to->from;
}

// Where a motion is made from positions, so many samples at either end are those of the filter.
static long long edge_of(const tool_log *l)
{
    double samples = l->made.v ? 5 / (l->made.cutoff * l->sampling.median) : 0;
    return samples < 0.1 * (double)l->rows ? (long long)(samples + 0.5) : l->rows / 10;
}

static const double *behind(const double *column, long long first)
{
    return column ? column + first : NULL;
}

// The rows from --from to --until, without the edges.
static br_status take_rows(identifying *w, int i, br_diag *why)
{
    const tool_log *l = &w->log[i];
    br_axis_log *to = &w->axis[i];
    long long first = edge_of(l), last = l->rows - 1 - first;
    while (first <= last && l->t[first] < w->from)
        first++;
    while (last >= first && l->t[last] > w->until)
        last--;
    if (last - first < 2)
        return tool_complain(why, BR_BAD_DATA, "%.80s: has fewer than three samples from %.6g to %.6g s", l->name,
                             w->from, w->until);
    for (int c = 0; c < l->columns; c++)
        w->column[i][c] = (br_trace_column){l->column[c].name, l->column[c].v + first};
    to->trace = (br_trace){last - first + 1, l->t + first, w->column[i], l->columns};
    to->x = behind(to->x, first);
    to->v = behind(to->v, first);
    to->a = behind(to->a, first);
    to->y = behind(to->y, first);
    return BR_OK;
}

static br_status take_log(identifying *w, int i, const tool_args *a, const br_prepare_options *prepare, br_diag *why)
{
    tool_log *l = &w->log[i];
    br_axis_log *to = &w->axis[i];
    br_status status = tool_log_load(l, "identify", a->operands[i], a, why);
    if (status != BR_OK)
        return status;
    const double *F = tool_log_column(l, "F"), *u = tool_log_column(l, "u"), *v = tool_log_column(l, "v");
    to->x = tool_log_column(l, "x");
    bool drive = u && (!F || a->mass);
    if (i > 0 && drive != w->drive)
        return tool_complain(why, BR_BAD_DATA, "%.80s: has %s, the log before has not", l->name, drive ? "u" : "F");
    w->drive = drive;
    if (!F && !u)
        return tool_complain(why, BR_BAD_DATA, "--signals: give the drive force u, or the friction force F");
    if (!v && !to->x)
        return tool_complain(why, BR_BAD_DATA, "--signals: give the position x, or the velocity v");
    status = check_units(w, l, why);
    if (status == BR_OK && to->x && (!v || drive))
        status = tool_log_differentiate(l, "identify", prepare, why);
    if (status != BR_OK)
        return status;
    w->made_v = !v;
    to->v = v ? v : l->made.v;
    to->a = tool_log_column(l, "a") ? tool_log_column(l, "a") : l->made.a;
    to->y = drive ? u : F;
    if (drive && !to->a)
        return tool_complain(
            why, BR_BAD_DATA,
            "--signals: a drive force u needs the position x, or the acceleration a, beside it: part of "
            "it moves the mass");
    status = take_rows(w, i, why);
    if (status == BR_OK)
        hold_out(w, to);
    return status;
}

static br_status read_mass(identifying *w, const tool_args *a, br_diag *why)
{
    br_unit unit = {{0, 12}};
    unit.power[0] = w->rotary ? 24 : 0;
    if (a->mass && !w->drive)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle identify: --mass changes nothing: the friction force is measured");
    w->estimate_mass = w->drive && (!a->mass || strcmp(a->mass, "estimate") == 0);
    return w->estimate_mass ? BR_OK : tool_log_mass("identify", a, unit, &w->mass, why);
}

static br_status take_logs(identifying *w, const tool_args *a, br_diag *why)
{
    br_prepare_options prepare = {.central = true};
    br_status status = tool_log_prepare("identify", a, &prepare, &w->differentiate, why);
    w->logs = a->noperands;
    for (int i = 0; i < w->logs && status == BR_OK; i++)
        status = take_log(w, i, a, &prepare, why);
    if (status == BR_OK)
        status = read_mass(w, a, why);
    w->options.rotary = w->rotary;
    w->options.mass = w->mass;
    w->options.term[BR_AXIS_MASS] = w->estimate_mass;
    w->options.term[BR_AXIS_OFFSET] = !a->no_offset;
    w->options.term[BR_AXIS_SKEW] = a->direction;
    if (a->gravity && (!w->rotary || !w->axis[0].x))
        return tool_complain(why, BR_BAD_USAGE, "bristle identify: --gravity goes with an angle x in rad");
    w->options.term[BR_AXIS_SIN] = w->options.term[BR_AXIS_COS] = a->gravity;
    w->options.every = w->drive && w->made_v ? 10 : 1;
    if (a->decimate && status == BR_OK) {
        double k = 0;
        br_unit unit = br_unit_none();
        if (!tool_number("--decimate", a->decimate, &k, &unit) || !(k >= 1 && k <= 10000) || k != floor(k))
            return tool_complain(why, BR_BAD_USAGE,
                                 "bristle identify: --decimate '%.60s' is no whole number from 1 to 10000",
                                 a->decimate);
        w->options.every = (int)k;
    }
    return status;
}

// ---------------------------------------------------------------- laws

static identified *add_law(identifying *w, const char *name, const char *variant)
{
    identified *d = &w->law[w->laws];
    snprintf(d->law, sizeof d->law, "%s", name);
    snprintf(d->variant, sizeof d->variant, "%s", variant);
    d->free_run = d->free_share = (double)NAN;
    w->laws++;
    return d;
}

// Those that take a velocity and give a force are all tried; fit says which cannot be.
static br_status list_laws(identifying *w, const tool_args *a, br_diag *why)
{
    if (a->model) {
        add_law(w, a->model, a->direction ? "direction" : "")->direction = a->direction;
        return BR_OK;
    }
    bool all = strcmp(a->compare, "all") == 0;
    for (int i = 0; all && i < br_builtin_count(); i++)
        if (!br_builtin_at(i).plant)
            add_law(w, br_builtin_at(i).name, "");
    for (const char *p = a->compare; !all && *p && w->laws < IDENTIFY_LAWS - 8;) {
        size_t n = strcspn(p, ","), skip = strspn(p, " ");
        char name[BR_MAX_NAME + 1];
        skip = skip < n ? skip : n;
        size_t size = n - skip;
        while (size > 0 && p[skip + size - 1] == ' ')
            size--;
        if (size == 0 || size > BR_MAX_NAME)
            return tool_complain(why, BR_BAD_USAGE, "bristle identify: --compare '%.60s' is no list of laws",
                                 a->compare);
        snprintf(name, sizeof name, "%.*s", (int)size, p + skip);
        add_law(w, name, "");
        p += n + (p[n] == ',');
    }
    return BR_OK;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The mass by linear regression on acceleration, direction, speed and offset; 0: it cannot be told.
static double first_mass(const br_axis_log *l)
{
    static const char *const names[] = {"m", "FC", "sigma2", "offset"};
    br_linear regression;
    br_fit_estimate e;
    double mass = 0;
    if (br_linear_init(&regression, 4, names) != BR_OK)
        return 0;
    br_status status = br_fit_estimate_init(&e, 4, names);
    for (long long k = 0; k < l->trace.rows && status == BR_OK; k++) {
        double row[] = {l->a[k], (l->v[k] > 0) - (l->v[k] < 0), l->v[k], 1};
        status = br_linear_add(&regression, 1, row, &l->y[k], NULL);
    }
    if (status == BR_OK && br_linear_solve(&regression, 0, &e) == BR_OK)
        mass = fmax(0, e.value[0]);
    br_fit_estimate_free(&e);
    br_linear_free(&regression);
    return mass;
}

// How many Maxwell-slip elements the first log asks for, and which: where laws of several elements start.
static br_status find_elements(identifying *w)
{
    const br_axis_log *l = &w->axis[0];
    br_stops_options o = br_stops_defaults();
    br_stops_found found;
    size_t rows = (size_t)l->trace.rows;
    double *x = l->x ? malloc(2 * rows * sizeof *x) : NULL, *F = x ? x + rows : NULL;
    if (!x)
        return l->x ? BR_NO_MEMORY : BR_OK;
    double mass = w->mass > 0 ? w->mass : w->estimate_mass ? first_mass(l) : 0;
    for (size_t k = 0; k < rows; k++) {
        x[k] = isfinite(l->x[k]) ? l->x[k] : k > 0 ? x[k - 1] : 0;
        F[k] = l->y[k] - (mass > 0 ? mass * l->a[k] : 0);
    }
    o.most = IDENTIFY_ELEMENTS;
    br_status status = br_stops_find(&found, &o, l->trace.rows, x, NULL, F);
    if (status == BR_OK) {
        w->elements = found.is;
        br_stops_free(&found);
    }
    free(x);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// Parameters of laws whose elements are springs that slip: kappa, nu and FC.
static bool has_elements(const br_law *law)
{
    int kappa = br_law_find(law, "kappa", 5), nu = br_law_find(law, "nu", 2), FC = br_law_find(law, "FC", 2);
    return kappa >= 0 && nu >= 0 && FC >= 0 && law->q[kappa].dim != BR_SCALAR && law->q[nu].dim == law->q[kappa].dim;
}

static void write_list(br_buffer *out, const br_stops *s, bool shares)
{
    for (int i = 0; i < s->n; i++) {
        br_buffer_put(out, i > 0 ? ", " : "");
        br_buffer_number(out, shares ? br_stops_share(s, i) : s->kappa[i]);
    }
}

// "kappa = 2.4e6, 5e5 N/m, nu = 0.1, 0.9, FC = 9 N"
static void write_elements(br_buffer *out, const identifying *w)
{
    br_buffer_put(out, ", kappa = ");
    write_list(out, &w->elements, false);
    br_buffer_print(out, " %s, nu = ", w->rotary ? "N*m/rad" : "N/m");
    write_list(out, &w->elements, true);
    br_buffer_put(out, ", FC = ");
    br_buffer_number(out, br_stops_coulomb(&w->elements));
    br_buffer_print(out, " %s", w->force_unit);
}

static br_status open_law(const identifying *w, identified *d, const tool_args *a, br_diag *why)
{
    br_buffer at = {0};
    br_buffer_print(&at, "v = 0 %s", w->speed_unit);
    if (a->at)
        br_buffer_print(&at, ", %s", a->at);
    br_status status = at.status == BR_OK ? tool_model_open(&d->model, d->law, a->params, at.text, why) : at.status;
    d->has_model = status == BR_OK;
    if (status == BR_OK && !a->params && !a->at && w->elements.n > 0 && has_elements(&d->model.model.law)) {
        tool_model_close(&d->model);
        write_elements(&at, w);
        status = at.status == BR_OK ? tool_model_open(&d->model, d->law, NULL, at.text, why) : at.status;
        d->has_model = status == BR_OK;
        d->elements = w->elements.n;
    }
    br_buffer_free(&at);
    return status;
}

static br_status fit_law(identifying *w, identified *d, const tool_args *a, br_diag *why)
{
    br_identify_options o = w->options;
    double from = now();
    o.term[BR_AXIS_SKEW] = d->direction;
    d->status = open_law(w, d, a, &d->why);
    o.given = a->params || a->at || d->elements > 0;
    if (d->status == BR_OK)
        d->status = br_identify(&d->id, &d->model.model, w->axis, w->logs, &o, &d->why);
    d->seconds = now() - from;
    if (d->status == BR_NO_MEMORY || (d->status != BR_OK && a->model)) {
        if (d->why.text[0])
            tool_complain(why, d->status, "%s%s",
                          strncmp(d->why.text, "bristle", 7) == 0 ? "" : "bristle identify: ", d->why.text);
        return d->status;
    }
    return BR_OK;
}

double identify_score(const identified *d)
{
    return d->status != BR_OK ? HUGE_VAL : isfinite(d->id.held_error) ? d->id.held_error : d->id.fit.error;
}

void identify_order(const identifying *w, int order[IDENTIFY_LAWS])
{
    for (int i = 0; i < w->laws; i++) {
        int k = i;
        for (; k > 0 && identify_score(&w->law[order[k - 1]]) > identify_score(&w->law[i]); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

// The three best ones again, with friction that depends on the direction.
static br_status try_directions(identifying *w, const tool_args *a, br_diag *why)
{
    int order[IDENTIFY_LAWS], n = w->laws;
    br_status status = BR_OK;
    identify_order(w, order);
    for (int i = 0; i < 3 && i < n && w->laws < IDENTIFY_LAWS && status == BR_OK; i++) {
        if (w->law[order[i]].status != BR_OK)
            break;
        char name[BR_MAX_NAME + 1];
        memcpy(name, w->law[order[i]].law, sizeof name);
        identified *d = add_law(w, name, "direction");
        d->direction = true;
        status = fit_law(w, d, a, why);
    }
    return status;
}

static br_status fit_laws(identifying *w, const tool_args *a, br_diag *why)
{
    progress bar = progress_open("identifying");
    br_status status = BR_OK;
    for (int i = 0, n = w->laws; i < n && status == BR_OK; i++) {
        progress_show(&bar, (double)i / n);
        status = fit_law(w, &w->law[i], a, why);
    }
    if (status == BR_OK && w->compare)
        status = try_directions(w, a, why);
    progress_close(&bar);
    return status;
}

// ---------------------------------------------------------------- delivering

static br_status deliver(const identifying *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    br_buffer params = {0};
    br_status status = BR_OK;
    if (tool_wants_text(a))
        identify_text(&v.text, w);
    if (a->json)
        identify_json(&v.json, w);
    if (a->report)
        status = identify_page(&v.page, w);
    if (status == BR_OK && a->save_params && w->best >= 0)
        status = identify_params(&params, w);
    if (status == BR_OK && params.text)
        status = tool_deliver(a->save_params, &params, true, out, why);
    br_buffer_free(&params);
    status = tool_deliver_views(&v, NULL, status, a, out, why);
    if (status == BR_OK && w->best >= 0)
        tool_written(out, "parameters", a->save_params);
    return status;
}

// The first reason why the result is not to be trusted.
static br_status verdict(const identifying *w, br_diag *why)
{
    if (w->failures.size == 0)
        return BR_OK;
    return tool_complain(why, BR_NEGATIVE, "bristle identify: failed: %.*s", (int)strcspn(w->failures.text, "\n"),
                         w->failures.text);
}

static br_status work(identifying *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = read_options(w, a, why);
    if (status == BR_OK)
        status = take_logs(w, a, why);
    if (status == BR_OK)
        status = find_elements(w);
    if (status == BR_OK)
        status = list_laws(w, a, why);
    if (status == BR_OK)
        status = fit_laws(w, a, why);
    if (status != BR_OK)
        return status;
    identify_judge(w);
    status = deliver(w, a, out, why);
    return status == BR_OK ? verdict(w, why) : status;
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    identifying *w = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    br_status status = tool_outputs("identify", a, a->operands, a->noperands, why);
    if (status == BR_OK)
        status = work(w, a, out, why);
    for (int i = 0; i < w->laws; i++) {
        if (w->law[i].status == BR_OK)
            br_identified_free(&w->law[i].id);
        if (w->law[i].has_model)
            tool_model_close(&w->law[i].model);
    }
    for (int i = 0; i < w->logs; i++)
        tool_log_free(&w->log[i]);
    br_buffer_free(&w->notes);
    br_buffer_free(&w->warnings);
    br_buffer_free(&w->failures);
    free(w);
    return status;
}

// ---------------------------------------------------------------- the table of options

#define PLACE(field) offsetof(tool_args, field)
static const tool_option model = {"--model",    "MODEL",
                                  PLACE(model), "a friction law that takes v and gives F: built in, or a file NAME.law",
                                  false,        false};
static const tool_option compare_laws = {
    "--compare",    "LAWS",
    PLACE(compare), "several laws, 'coulomb, lugre, sgms', or all: ranked by their error on held-out rows",
    false,          false};
static const tool_option mass = {
    "--mass",    "M",
    PLACE(mass), "moving mass, '20 kg', or moment of inertia; estimate, or without it: it is looked for",
    false,       false};
static const tool_option held = {
    "--hold-out", "SHARE", PLACE(hold_out), "of every log the last part, '30 %', is not fitted; with --compare 30 %",
    false,        false};
static const tool_option fix = {
    "--fix", "LIST", PLACE(fix), "parameters that keep their value of --params or --at: 'vs, FS'", false, false};
static const tool_option also = {
    "--estimate", "LIST", PLACE(estimate), "parameters that are looked for though they have a default: 'zeta, sigma'",
    false,        false};
static const tool_option direction = {"--direction",
                                      NULL,
                                      PLACE(direction),
                                      "viscous friction may depend on the direction: a term skew*|v| beside the law",
                                      false,
                                      false};
static const tool_option gravity = {"--gravity", NULL, PLACE(gravity), "terms sin x and cos x of an angle x",
                                    false,       false};
static const tool_option no_offset = {"--no-offset", NULL, PLACE(no_offset), "no constant force beside the law",
                                      false,         false};
static const tool_option from = {"--from", "T", PLACE(from), "only rows from this time on, '14 s'", false, false};
static const tool_option until = {"--until", "T", PLACE(until), "only rows up to this time", false, false};
static const tool_option decimate = {
    "--decimate",
    "K",
    PLACE(decimate),
    "low-pass residuals and keep every K-th; without it 10 where accelerations are made from positions, else 1",
    false,
    false};
static const tool_option robust = {"--robust", NULL, PLACE(robust), "outliers count less (Huber)", false, false};
static const tool_option save = {
    "--save-params", "FILE", PLACE(save_params), "the parameters of the best law to FILE, for --params", false, false};
static const tool_option *const options[] = {&save,
                                             &from,
                                             &until,
                                             &option_signals,
                                             &model,
                                             &compare_laws,
                                             &option_params,
                                             &option_at,
                                             &fix,
                                             &also,
                                             &mass,
                                             &direction,
                                             &gravity,
                                             &no_offset,
                                             &held,
                                             &option_differentiate,
                                             &option_cutoff,
                                             &decimate,
                                             &robust,
                                             &option_seed,
                                             &option_delimiter,
                                             &option_decimal,
                                             &option_truncated,
                                             &option_infinite,
                                             &option_json,
                                             &option_report,
                                             NULL};
static const char *const more[] = {"--signals names the columns: t, then the motion as position x or velocity v (or "
                                   "both), and the force as drive force u or "
                                   "friction force F: 't = time, x = enc mm, u = force N'. A drive force is friction "
                                   "and mass times acceleration, so the mass "
                                   "is looked for, unless it is given. In rad, rad/s and N*m it is an axis that turns.",
                                   "A law starts from what its units say: no start values are needed. States at the "
                                   "start of a log are looked for, too. "
                                   "Laws of several elements start with as many elements as the log asks for. "
                                   "Parameters are those of all rows; the held-out "
                                   "error is that of a fit that has not seen the rows held out.",
                                   "Of laws that do about as well, the one with the fewest numbers is the best; * "
                                   "marks it. Exit code 1: the log does not tell "
                                   "all numbers of the best law, or nothing could be fitted.",
                                   NULL};
static const tool_example examples[] = {
    {"Dahl's law and the mass of the synthetic axis", "bristle identify rig/axis --model dahl"},
    {"the same with a known mass, as a file for --params",
     "bristle identify rig/axis --model dahl --mass '20 kg' --save-params axis.par"},
    {NULL, NULL}};

const tool_command command_identify = {.name = "identify",
                                       .purpose = "a friction law from logs of an axis",
                                       .operand = "LOG",
                                       .operand_words = "a table, or a rig; several are runs of one axis",
                                       .operand_needed = true,
                                       .operands = TOOL_OPERANDS,
                                       .options = options,
                                       .more = more,
                                       .examples = examples,
                                       .run = run};
