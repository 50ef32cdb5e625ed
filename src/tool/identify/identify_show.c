// identify_show.c - identified laws as text, JSON and parameter file.            [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/identify/identify.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- text

void identify_name(br_buffer *out, const identified *d)
{
    br_buffer_safe(out, d->law, strlen(d->law));
    if (d->elements > 0)
        br_buffer_print(out, " (%d element%s)", d->elements, d->elements == 1 ? "" : "s");
    if (d->variant[0])
        br_buffer_print(out, ", %s", d->variant);
}

static void write_log(br_buffer *out, const identifying *w, int i)
{
    const tool_log *l = &w->log[i];
    br_buffer_put(out, w->axis[i].test ? "test log: " : "");
    br_buffer_safe(out, l->name, strlen(l->name));
    if (l->has_rig)
        br_buffer_print(out, " with seed %llu", (unsigned long long)l->seed);
    const br_trace *used = &w->axis[i].trace;
    br_buffer_print(out, ": %lld samples every ", used->rows);
    br_buffer_about(out, 1e3 * l->sampling.median, 4);
    br_buffer_put(out, " ms, from ");
    br_buffer_about(out, used->t[0], 4);
    br_buffer_put(out, " to ");
    br_buffer_about(out, used->t[used->rows - 1], 4);
    br_buffer_print(out, " s%s", used->rows < l->rows ? " of the log" : "");
    if (l->samples.windows > 0)
        br_buffer_print(out, "; %d windows spread over its %lld rows (--rows)", l->samples.windows, l->samples.all);
    br_buffer_put(out, "\n");
}

void identify_heading(br_buffer *out, const identifying *w)
{
    for (int i = 0; i < w->logs; i++)
        write_log(out, w, i);
    br_buffer_put(out, w->drive ? "drive force = friction + m*a" : "friction force");
    br_buffer_put(out, w->options.term[BR_AXIS_OFFSET] ? " + offset" : "");
    br_buffer_put(out, w->options.term[BR_AXIS_SIN] ? " + gravity" : "");
    if (w->mass > 0) {
        br_buffer_put(out, ", mass ");
        br_buffer_about(out, w->mass, 6);
        br_buffer_put(out, w->rotary ? " kg*m^2" : " kg");
    }
    if (w->log[0].made.v) {
        br_buffer_print(out, "; motion from position: %s, cutoff ", w->differentiate);
        br_buffer_about(out, w->log[0].made.cutoff, 4);
        br_buffer_put(out, " Hz");
    }
    if (w->options.motion)
        br_buffer_put(out, "; fitted: the position (force in, motion out)");
    if (w->options.piece > 0)
        br_buffer_print(out, ", in segments of %.4g s", w->options.piece);
    if (w->options.every > 1 && !w->options.motion)
        br_buffer_print(out, "; residuals low-pass filtered, every %dth used", w->options.every);
    br_buffer_put(out, "\n");
    if (w->hold_out > 0)
        br_buffer_print(out, "hold-out: the last %.3g %% of %s\n", 100 * w->hold_out,
                        w->logs > 1 ? "every log" : "the log");
}

static void write_share(br_buffer *out, double share, size_t from, int to)
{
    if (isfinite(share))
        br_buffer_print(out, "%.3f %%", 100 * share);
    else
        br_buffer_put(out, "-");
    br_buffer_pad(out, from, to);
}

bool identify_has_simulation(const identifying *w)
{
    bool simulated = false;
    for (int i = 0; i < w->laws; i++)
        simulated = simulated || (w->law[i].status == BR_OK && !isnan(w->law[i].id.simulation_share));
    return simulated;
}

void identify_verdict_text(br_buffer *out, const identified *d)
{
    br_buffer_put(out, d->id.identifiable ? "yes" : "no");
    if (!d->id.identifiable && d->id.weak >= 0)
        br_buffer_print(out, ", not %s", br_identified_name(&d->id, d->id.weak));
    if (!d->id.physical)
        br_buffer_put(out, "; violates a requirement");
}

static void write_table(br_buffer *out, const identifying *w)
{
    int order[IDENTIFY_LAWS];
    bool simulated = identify_has_simulation(w);
    identify_order(w, order);
    br_buffer_print(out,
                    "\nlaw                                     fit error   hold-out    %sparameters  identifiable\n",
                    simulated ? "simulation  " : "");
    for (int i = 0; i < w->laws; i++) {
        const identified *d = &w->law[order[i]];
        size_t from = out->size;
        br_buffer_put(out, order[i] == w->best ? "* " : "  ");
        identify_name(out, d);
        br_buffer_pad(out, from, 40);
        if (d->status != BR_OK) {
            br_buffer_print(out, "not fitted: %s\n", d->why.text);
            continue;
        }
        write_share(out, d->id.fit.error, from, 52);
        write_share(out, d->id.hold_out_error, from, 64);
        if (simulated)
            write_share(out, d->id.simulation_share, from, 76);
        br_buffer_print(out, "%-10d  ", d->id.fit.n);
        identify_verdict_text(out, d);
        br_buffer_put(out, "\n");
    }
    br_buffer_print(out, "Errors: RMS, %% of the measured RMS of the %s.\n", w->options.motion ? "motion" : "force");
    if (!simulated || w->best < 0)
        return;
    const br_identified *id = &w->law[w->best].id;
    br_buffer_put(out, "Simulation: measured force in, motion out");
    if (id->simulation_time > 0)
        br_buffer_print(out, ", for up to %.3g s", id->simulation_time);
    br_buffer_put(out, "; RMS error of the position, % of the motion");
    if (isfinite(id->simulation_rms)) {
        br_buffer_put(out, ", * ");
        br_buffer_about(out, id->simulation_rms, 3);
        br_buffer_print(out, " %s", w->position_unit);
    }
    br_buffer_put(out, ".\n");
}

static void write_parameter(br_buffer *out, const br_identified *id, int i)
{
    const char *unit = br_identified_unit(id, i);
    size_t from = out->size;
    br_buffer_print(out, "  %s", br_identified_name(id, i));
    br_buffer_pad(out, from, 16);
    br_buffer_about(out, id->fit.value[i], 6);
    if (strcmp(unit, "-") != 0)
        br_buffer_print(out, " %s", unit);
    br_buffer_pad(out, from, 40);
    if (br_identified_unneeded(id, i)) {
        br_buffer_put(out, "not needed");
    } else if (id->fit.bound[i]) {
        br_buffer_put(out, "at its bound");
    } else if (!isfinite(id->fit.sd[i]) || id->fit.hidden[i]) {
        br_buffer_put(out, "not identifiable");
    } else {
        br_buffer_put(out, "sd ");
        br_buffer_about(out, id->fit.sd[i], 3);
        if (strcmp(unit, "-") != 0)
            br_buffer_print(out, " %s", unit);
        br_buffer_pad(out, from, 62);
        br_buffer_print(out, "%.2g %%", 100 * id->fit.sd[i] / fabs(id->fit.value[i]));
        if (id->fit.corrected_sd[i] > id->fit.sd[i]) {
            br_buffer_pad(out, from, 72);
            br_buffer_put(out, "autocorrelated: sd ");
            br_buffer_about(out, id->fit.corrected_sd[i], 3);
        }
    }
    if (id->profile && !isnan(id->profile[i].low)) {
        br_buffer_pad(out, from, id->fit.corrected_sd[i] > id->fit.sd[i] ? 102 : 72);
        br_buffer_put(out, "95 %: ");
        br_buffer_about(out, id->profile[i].low, 5);
        br_buffer_put(out, " to ");
        br_buffer_about(out, id->profile[i].high, 5);
    }
    br_buffer_put(out, "\n");
}

void identify_parameters(br_buffer *out, const identified *d)
{
    identify_name(out, d);
    br_buffer_put(out, "\n");
    for (int i = 0; i < d->id.fit.n; i++)
        write_parameter(out, &d->id, i);
}

void identify_text(br_buffer *out, const identifying *w)
{
    identify_heading(out, w);
    write_table(out, w);
    if (w->best >= 0) {
        br_buffer_put(out, "\n");
        identify_parameters(out, &w->law[w->best]);
        identify_map_text(out, w);
    }
    if (w->notes.size > 0)
        br_buffer_put(out, "\n");
    if (w->notes.text)
        br_buffer_put(out, w->notes.text);
    text_lines(out, "warning", &w->warnings);
    text_lines(out, "failed", &w->failures);
}

// ---------------------------------------------------------------- JSON

static void json_parameters(br_json *j, const br_identified *id)
{
    br_json_field_open(j, "parameters", '{');
    for (int i = 0; i < id->fit.n; i++) {
        br_json_field_open(j, br_identified_name(id, i), '{');
        BR_JSON_NUMBERS(j, {"value", id->fit.value[i]}, {"sd", id->fit.sd[i]},
                        {"sd_coloured", id->fit.corrected_sd[i]});
        br_json_field_text(j, "unit", br_identified_unit(id, i));
        br_json_field_bool(j, "on_bound", id->fit.bound[i]);
        if (id->profile && !isnan(id->profile[i].low)) {
            br_json_field_number(j, "low", id->profile[i].low);
            br_json_field_number(j, "high", id->profile[i].high);
        }
        br_json_close(j);
    }
    br_json_close(j);
}

// Correlations of the parameters, row by row, in their order.
static void json_correlations(br_json *j, const br_output_fit *f)
{
    br_json_field_open(j, "correlations", '[');
    for (int i = 0; i < f->n; i++) {
        br_json_open(j, '[');
        for (int k = 0; k < f->n; k++)
            br_json_number(j, f->covariance[i * f->n + k] / (f->sd[i] * f->sd[k]));
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_direction(br_json *j, const br_fit_estimate *e)
{
    br_json_field_open(j, "least_direction", '{');
    for (int i = 0; i < e->n; i++)
        br_json_field_number(j, e->name[i], e->direction[i]);
    br_json_close(j);
}

static void json_fit(br_json *j, const identified *d)
{
    const br_output_fit *f = &d->id.fit;
    json_parameters(j, &d->id);
    br_json_field_open(j, "error", '{');
    BR_JSON_NUMBERS(j, {"fit", 100 * f->error}, {"held_out", 100 * d->id.hold_out_error}, {"rms", f->rms},
                    {"held_out_rms", d->id.hold_out_rms});
    br_json_close(j);
    br_json_field_open(j, "free_run", '{');
    BR_JSON_NUMBERS(j, {"error", 100 * d->id.simulation_share}, {"rms", d->id.simulation_rms},
                    {"seconds", d->id.simulation_time});
    br_json_close(j);
    br_json_field_bool(j, "identifiable", d->id.identifiable);
    br_json_field_bool(j, "physical", d->id.physical);
    br_json_field_text(j, "breaks", d->id.physical ? "" : d->id.breaks.text);
    BR_JSON_NUMBERS(j, {"samples", (double)f->e.count}, {"aic", f->e.aic}, {"bic", f->e.bic},
                    {"whiteness", f->e.whiteness}, {"colour", f->autocorrelation_factor});
    br_json_field_count(j, "rank", f->e.rank);
    br_json_field_number(j, "condition", f->e.condition);
    json_direction(j, &f->e);
    json_correlations(j, f);
    br_json_field_count(j, "outliers", f->outliers);
}

static void json_law(br_json *j, const identified *d)
{
    br_json_open(j, '{');
    br_json_field_text(j, "law", d->law);
    br_json_field_text(j, "variant", d->variant);
    br_json_field_count(j, "elements", d->elements);
    if (d->status == BR_OK)
        json_fit(j, d);
    br_json_field_text(j, "not_fitted", d->status == BR_OK ? "" : d->why.text);
    br_json_field_number(j, "seconds", d->seconds);
    br_json_close(j);
}

void identify_json(br_buffer *out, const identifying *w)
{
    br_json j = {.out = out};
    int order[IDENTIFY_LAWS];
    identify_order(w, order);
    br_json_open(&j, '{');
    br_json_field_open(&j, "logs", '[');
    for (int i = 0; i < w->logs; i++)
        br_json_text(&j, w->log[i].name);
    br_json_close(&j);
    br_json_field_number(&j, "hold_out", 100 * w->hold_out);
    br_json_field_open(&j, "laws", '[');
    for (int i = 0; i < w->laws; i++)
        json_law(&j, &w->law[order[i]]);
    br_json_close(&j);
    br_json_field_text(&j, "best", w->best >= 0 ? w->law[w->best].law : "");
    br_json_field_text(&j, "best_variant", w->best >= 0 ? w->law[w->best].variant : "");
    identify_map_json(&j, w);
    br_json_field_lines(&j, "notes", &w->notes);
    br_json_field_lines(&j, "warnings", &w->warnings);
    br_json_field_lines(&j, "failures", &w->failures);
    br_json_close(&j);
    br_buffer_put(out, "\n");
}

// ---------------------------------------------------------------- parameter file

// FNV-1a hash of the fitted data: which log a parameter file belongs to.
static unsigned long long hash_of(const identifying *w)
{
    unsigned long long h = 14695981039346656037ULL;
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->axis[i];
        if (l->test)
            continue;
        const double *column[] = {l->trace.t, l->v, l->y};
        for (int c = 0; c < 3; c++)
            for (long long k = 0; k < l->trace.rows; k++) {
                unsigned char byte[sizeof(double)];
                unsigned long long bits;
                memcpy(byte, &column[c][k], sizeof byte);
                memcpy(&bits, byte, sizeof bits);
                for (int b = 0; b < 64; b += 8)
                    h = (h ^ ((bits >> b) & 255)) * 1099511628211ULL;
            }
    }
    return h;
}

static void write_ranges(br_buffer *out, const identifying *w)
{
    double v[2] = {HUGE_VAL, -HUGE_VAL}, y[2] = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < w->logs; i++)
        for (long long k = 0; k < w->axis[i].trace.rows && !w->axis[i].test; k++) {
            v[0] = fmin(v[0], w->axis[i].v[k]);
            v[1] = fmax(v[1], w->axis[i].v[k]);
            y[0] = fmin(y[0], w->axis[i].y[k]);
            y[1] = fmax(y[1], w->axis[i].y[k]);
        }
    br_buffer_print(out, "# range of the data: v from %.4g to %.4g %s, %s from %.4g to %.4g %s\n", v[0], v[1],
                    w->speed_unit, w->drive ? "u" : "F", y[0], y[1], w->force_unit);
}

static void write_covariance(br_buffer *out, const br_identified *id)
{
    br_buffer_put(out, "# covariance, in the order of");
    for (int i = 0; i < id->fit.n; i++)
        br_buffer_print(out, " %s", br_identified_name(id, i));
    br_buffer_put(out, ":\n");
    for (int i = 0; i < id->fit.n; i++) {
        br_buffer_put(out, "#  ");
        for (int k = 0; k < id->fit.n; k++) {
            br_buffer_put(out, " ");
            br_buffer_about(out, id->fit.covariance[i * id->fit.n + k], 6);
        }
        br_buffer_put(out, "\n");
    }
}

// All parameters of the law: arrays in one line each.
static void write_values(br_buffer *out, const br_model *m)
{
    for (int c = 0; c < m->law.nchoice; c++)
        if (m->law.choice[c].chosen > 0)
            br_buffer_print(out, "%s = %s\n", m->law.choice[c].name, m->law.choice[c].value[m->law.choice[c].chosen]);
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        if (w->kind != BR_PARAM)
            continue;
        br_buffer_print(out, "%s = ", w->name);
        for (int i = 0; i < br_model_len(m, q); i++) {
            br_buffer_put(out, i > 0 ? ", " : "");
            br_buffer_number(out, m->p[m->at[q] + i].lo);
        }
        br_buffer_print(out, "%s%s\n", strcmp(w->si_text, "-") == 0 ? "" : " ",
                        strcmp(w->si_text, "-") == 0 ? "" : w->si_text);
    }
}

br_status identify_params(br_buffer *out, const identifying *w)
{
    if (w->best < 0)
        return BR_NEGATIVE;
    const identified *d = &w->law[w->best];
    const br_identified *id = &d->id;
    br_buffer_put(out, "version 1\n# made by bristle " BR_VERSION " identify from");
    for (int i = 0; i < w->logs; i++) {
        br_buffer_put(out, " ");
        br_buffer_safe(out, w->log[i].name, strlen(w->log[i].name));
    }
    br_buffer_print(out, "\n# data %016llx\n", hash_of(w));
    write_ranges(out, w);
    br_buffer_put(out, "# sign: F opposes the motion: positive at positive v; u = m a + F + offset\n");
    br_buffer_print(out, "# fit error %.4g %%", 100 * id->fit.error);
    if (isfinite(id->hold_out_error))
        br_buffer_print(out, ", hold-out error %.4g %%", 100 * id->hold_out_error);
    br_buffer_put(out, "\n");
    for (int i = 0; i < id->fit.n; i++) {
        br_buffer_print(out, "# %s = ", br_identified_name(id, i));
        br_buffer_number(out, id->fit.value[i]);
        br_buffer_print(out, " %s, sd %.4g, for autocorrelated residuals %.4g\n", br_identified_unit(id, i),
                        id->fit.sd[i], id->fit.corrected_sd[i]);
    }
    write_covariance(out, id);
    br_buffer_print(out, "set identified \"identified from a log\" for %s\n", id->model->law.name);
    write_values(out, id->model);
    return out->status;
}
