// emit.c - C for controllers, FMUs and exports: bristle/emit.h.                   [host]
#include "num/base/fp.h"

#include "api/control/axis.h"
#include "api/estimate/estimator_options.h"
#include "api/law/method.h"
#include "api/law/sized.h"
#include "emit/export/export.h"
#include "emit/fmu/fmu.h"
#include "emit/source/licence.h"
#include "file/disk/folder.h"
#include "file/disk/zip.h"
#include "law/print/print.h"

#include <bristle/emit.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME = 2 * BR_MAX_NAME + 8,
    MOST_FILES = (int)BR_FMU_FILES > (int)BR_PACKAGE_FILES ? (int)BR_FMU_FILES : (int)BR_PACKAGE_FILES
};

struct br_emit {
    char name[MOST_FILES][NAME];
    br_buffer text[MOST_FILES];
    int files;
    char called[NAME], method[24];
    bool guessed;
    br_buffer notes;
};

static const br_emit_options defaults = {.size = sizeof defaults, .step = 1e-3};

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_emit_options, version) };

br_status br_emit_defaults(br_emit_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- what is being made

typedef struct making {
    br_emit **to;
    br_emit *fresh;
    br_emit_options o;
    br_opened_law *law;
    br_diag *why;
    char who[32]; // before messages
    bool by_command;
} making;

// The message of a room below, which does not know who asks.
static br_status said_by(const making *m, br_status status, const br_diag *words)
{
    if (status == BR_OK || !words->text[0])
        return status;
    if (m->by_command)
        (void)br_diag_fail(m->why, status, "%s%s", m->who, words->text);
    else if (m->why)
        *m->why = *words;
    const char *member = br_diag_member(words);
    return m->by_command && member[0] ? br_diag_about(m->why, member, status) : status;
}

static bool call_progress(void *context, double share)
{
    const making *m = context;
    return !m->o.progress || m->o.progress(m->o.context, share) != 0;
}

static br_status read_options(making *m, const br_emit_options *from)
{
    m->o = defaults;
    snprintf(m->who, sizeof m->who, "emit: ");
    if (from && !br_sized_read(&m->o, sizeof m->o, LEAST_OPTIONS, from))
        return br_diag_fail(m->why, BR_BAD_USAGE, "emit: options come from br_emit_defaults(&options, sizeof options)");
    br_status status = br_who_read(m->who, sizeof m->who, m->o.who, "emit: ", &m->by_command, m->why);
    if (status != BR_OK)
        return status;
    if (m->o.prefix && !br_prefix_ok(m->o.prefix))
        return br_diag_fail(m->why, BR_BAD_USAGE,
                            "%s--prefix '%.60s' is not a valid C name; use at most %d letters, digits and _, a letter "
                            "first, and no name of C or its library",
                            m->who, m->o.prefix, (int)BR_PREFIX_MOST);
    if (m->o.single && m->o.mixed)
        return br_diag_fail(m->why, BR_BAD_USAGE, "%s--single is all in float, --mixed only the steps of the law",
                            m->who);
    if (m->o.samples != 0 && (m->o.samples < 10 || m->o.samples > BR_PACKAGE_ROWS_MOST))
        return br_diag_fail(m->why, BR_BAD_USAGE, "%s--samples are 10 to %d", m->who, (int)BR_PACKAGE_ROWS_MOST);
    if (m->o.fmu != 0 && m->o.fmu != 2 && m->o.fmu != 3)
        return br_diag_fail(m->why, BR_BAD_USAGE, "%s--fmu is 2 or 3, or 0 for none", m->who);
    if (m->o.fmu && (m->o.single || m->o.mixed || m->o.prefix))
        return br_diag_fail(m->why, BR_BAD_USAGE, "%sFMUs are in double, and have no --prefix", m->who);
    if (m->o.fmu && m->o.layout)
        return br_diag_fail(m->why, BR_BAD_USAGE, "%sFMUs have no --layout", m->who);
    return BR_OK;
}

// The law with its values, each of which is a number that it allows.
static br_status read_law(making *m, const br_law *law, bool complete)
{
    br_status status = br_opened_law_read(&m->law, law, NULL, m->why);
    if (status != BR_OK || !complete || m->law->is_complete)
        return status;
    if (m->why)
        *m->why = m->law->incomplete;
    return BR_BAD_LAW;
}

static br_status begin(making *m, br_emit **e, const br_law *law, const br_emit_options *o, br_diag *why)
{
    *m = (making){.to = e, .why = why};
    if (!e || !law)
        return br_diag_fail(why, BR_BAD_USAGE, "emit: a law and a place for what is made are needed");
    br_status status = read_options(m, o);
    if (status == BR_OK)
        m->fresh = calloc(1, sizeof *m->fresh);
    return status == BR_OK && !m->fresh ? BR_NO_MEMORY : status;
}

static br_status end(making *m, br_status status)
{
    br_opened_law_close(m->law);
    for (int i = 0; m->fresh && i < m->fresh->files && status == BR_OK; i++)
        status = m->fresh->text[i].status;
    if (status == BR_OK)
        status = m->fresh->notes.status;
    if (status == BR_OK)
        *m->to = m->fresh;
    else
        br_emit_close(m->fresh);
    if (status == BR_NEGATIVE)
        return br_diag_fail(m->why, status, "%sstopped", m->who);
    return br_said_to(m->by_command, status, m->why);
}

static br_buffer *add_file(br_emit *e, const char *stem, const char *ending)
{
    snprintf(e->name[e->files], NAME, "%s%s", stem, ending);
    return &e->text[e->files++];
}

// One that does not state its terms by itself.
static br_buffer *begin_file(br_emit *e, const char *stem, const char *ending)
{
    br_buffer *text = add_file(e, stem, ending);
    br_licence_put(text, ending);
    return text;
}

// ---------------------------------------------------------------- FMUs and packages

static br_status add_zip(making *m, const br_fmu *f)
{
    br_zip z = {.files = 0};
    for (int i = 0; i < f->files; i++)
        br_zip_add(&z, f->name[i], f->text[i].text, f->text[i].size);
    br_status status = br_zip_finish(&z);
    if (status == BR_OK)
        br_buffer_add(add_file(m->fresh, f->identifier, ".fmu"), z.out.text, z.out.size);
    br_zip_free(&z);
    return status;
}

static void add_apart(making *m, br_fmu *f)
{
    for (int i = 0; i < f->files; i++) {
        *add_file(m->fresh, f->name[i], "") = f->text[i];
        f->text[i] = (br_buffer){0};
    }
}

static br_status make_fmu(making *m, br_model *model, const br_package_options *package)
{
    br_fmu_options o = {.version = m->o.fmu, .step = package ? 1 / package->rate : m->o.step, .package = package};
    br_fmu f = {.files = 0};
    br_diag words = {0};
    br_status status = br_method_read(package ? NULL : m->o.method, &o.flow, m->who, m->why);
    if (status == BR_OK && !(o.step > 0 && isfinite(o.step)))
        status = br_diag_fail(m->why, BR_BAD_USAGE, "%sa --step is above 0", m->who);
    if (status == BR_OK)
        status = said_by(m, br_fmu_make(&f, model, &o, &words), &words);
    if (status == BR_OK) {
        snprintf(m->fresh->called, sizeof m->fresh->called, "%s", f.identifier);
        snprintf(m->fresh->method, sizeof m->fresh->method, "%s", f.method);
        br_buffer_add(&m->fresh->notes, f.notes.text ? f.notes.text : "", f.notes.size);
        m->fresh->guessed = f.guessed;
        if (m->o.apart)
            add_apart(m, &f);
        else
            status = add_zip(m, &f);
    }
    br_fmu_free(&f);
    return status;
}

static br_status make_package(making *m, br_model *model, br_package_options *o)
{
    br_package k = {.files = 0};
    br_diag words = {0};
    o->version = m->o.version;
    o->layout = m->o.layout;
    o->prefix = m->o.prefix ? m->o.prefix : o->compensator ? "compensator" : "observer";
    o->single = m->o.single != 0;
    o->mixed = m->o.mixed != 0;
    o->samples = m->o.samples;
    if (o->mixed && o->observer != BR_PLAN_MHE)
        return br_diag_fail(m->why, BR_BAD_USAGE, "%s--mixed is for moving horizons", m->who);
    if (m->o.fmu)
        return make_fmu(m, model, o);
    br_status status = said_by(m, br_package_make(&k, model, o, &words), &words);
    snprintf(m->fresh->called, sizeof m->fresh->called, "%s", o->prefix);
    for (int i = 0; i < k.files && status == BR_OK; i++) {
        *add_file(m->fresh, k.file[i].name, "") = k.file[i].text;
        k.file[i].text = (br_buffer){0};
    }
    if (status == BR_OK) {
        br_buffer_add(&m->fresh->notes, k.notes.text ? k.notes.text : "", k.notes.size);
        m->fresh->guessed = k.guessed;
        br_package_free(&k);
    }
    return status;
}

static br_status make_estimator(making *m, const br_law *law, br_package_options *o, const br_estimator_lists *lists)
{
    br_diag words = {0};
    br_status status = said_by(m, br_estimator_read_lists(o, lists, &words), &words);
    if (status == BR_OK)
        status = read_law(m, law, true);
    o->observe.progress = call_progress, o->observe.context = m;
    return status == BR_OK ? make_package(m, &m->law->loaded.model, o) : status;
}

// ---------------------------------------------------------------- calls

br_status br_emit_observer(br_emit **e, const br_law *law, const br_observer_options *observer,
                           const br_emit_options *o, br_diag *why)
{
    making m;
    br_package_options package;
    br_estimator_lists lists;
    bool stationary = false;
    br_status status = begin(&m, e, law, o, why);
    if (status == BR_OK)
        status = br_observer_read(observer, &package, &lists, &stationary, why);
    if (status == BR_OK && stationary)
        status = br_diag_fail(why, BR_BAD_USAGE, "%sthere are no packages of a stationary gain; use an EKF", m.who);
    return end(&m, status == BR_OK ? make_estimator(&m, law, &package, &lists) : status);
}

br_status br_emit_horizon(br_emit **e, const br_law *law, const br_horizon_options *horizon, const br_emit_options *o,
                          br_diag *why)
{
    making m;
    br_package_options package;
    br_estimator_lists lists;
    br_status status = begin(&m, e, law, o, why);
    if (status == BR_OK)
        status = br_horizon_read(horizon, &package, &lists, why);
    return end(&m, status == BR_OK ? make_estimator(&m, law, &package, &lists) : status);
}

static br_status make_compensator(making *m, const br_law *friction, const char *name, const br_axis_options *axis)
{
    br_axis_setup *a = calloc(1, sizeof *a);
    br_status status = a ? br_axis_setup_open(a, friction, axis, m->why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        br_control_axis with = br_axis_for_control(a);
        br_package_options o = {.rate = a->rate, .compensator = name, .axis = &with, .control = &a->o};
        if (m->o.progress)
            a->o.progress = call_progress, a->o.context = m;
        status = make_package(m, a->known, &o);
    }
    if (a)
        br_axis_setup_release(a);
    free(a);
    return status;
}

br_status br_emit_compensator(br_emit **e, const br_law *friction, const char *name, const br_axis_options *axis,
                              const br_emit_options *o, br_diag *why)
{
    making m;
    br_status status = begin(&m, e, friction, o, why);
    if (status == BR_OK && !name)
        status = br_diag_fail(why, BR_BAD_USAGE, "%sthe name of a compensator is needed", m.who);
    return end(&m, status == BR_OK ? make_compensator(&m, friction, name, axis) : status);
}

static br_status make_law(making *m)
{
    br_parsed_law *law = &m->law->loaded.model.law;
    br_print_options how = {.single = m->o.single != 0, .whole = true};
    char *text = NULL;
    if (m->o.mixed || m->o.prefix || m->o.samples || m->o.layout)
        return br_diag_fail(m->why, BR_BAD_USAGE, "%s--prefix, --mixed, --samples and --layout are for packages",
                            m->who);
    if (m->o.fmu)
        return make_fmu(m, &m->law->loaded.model, NULL);
    br_status status = br_law_check_printable(law, m->why);
    if (status == BR_OK)
        status = br_parsed_law_print(law, &how, &text, m->why);
    if (status == BR_OK)
        br_buffer_put(begin_file(m->fresh, law->name, ".c"), text);
    snprintf(m->fresh->called, sizeof m->fresh->called, "%s", law->name);
    free(text);
    return status;
}

br_status br_emit_law(br_emit **e, const br_law *law, const br_emit_options *o, br_diag *why)
{
    making m;
    br_status status = begin(&m, e, law, o, why);
    if (status == BR_OK)
        status = read_law(&m, law, m.o.fmu != 0);
    return end(&m, status == BR_OK ? make_law(&m) : status);
}

static br_status make_export(making *m, const char *notation, double speed)
{
    br_model *model = &m->law->loaded.model;
    const br_notation *n = notation ? br_notation_find(notation) : NULL;
    if (!n)
        return br_diag_fail(m->why, BR_BAD_USAGE,
                            "emit: notation '%.40s' is not one of modelica, mujoco, dcmotor, urdf, cia402",
                            notation ? notation : "");
    if (n->write && !(speed > 0 && speed <= 1e9))
        return br_diag_fail(m->why, BR_BAD_USAGE, "emit: the largest speed is above 0, at most 1e9");
    snprintf(m->fresh->called, sizeof m->fresh->called, "%s", model->law.name);
    return br_notation_write(begin_file(m->fresh, model->law.name, n->ending), n, model, speed, m->why);
}

br_status br_emit_export(br_emit **e, const br_law *law, const char *notation, double speed, br_diag *why)
{
    making m;
    br_status status = begin(&m, e, law, NULL, why);
    if (status == BR_OK)
        status = read_law(&m, law, true);
    return end(&m, status == BR_OK ? make_export(&m, notation, speed) : status);
}

void br_emit_close(br_emit *e)
{
    if (!e)
        return;
    for (int i = 0; i < e->files; i++)
        br_buffer_free(&e->text[i]);
    br_buffer_free(&e->notes);
    free(e);
}

// ---------------------------------------------------------------- what was made

int br_emit_files(const br_emit *e)
{
    return e ? e->files : 0;
}

const char *br_emit_name(const br_emit *e, int i)
{
    return i >= 0 && i < br_emit_files(e) ? e->name[i] : NULL;
}

const char *br_emit_text(const br_emit *e, int i, size_t *size)
{
    bool there = i >= 0 && i < br_emit_files(e);
    if (size)
        *size = there ? e->text[i].size : 0;
    return there ? e->text[i].text : NULL;
}

const char *br_emit_called(const br_emit *e)
{
    return e ? e->called : NULL;
}

const char *br_emit_method(const br_emit *e)
{
    return e ? e->method : NULL;
}

int br_emit_guessed(const br_emit *e)
{
    return e && e->guessed;
}

const char *br_emit_notes(const br_emit *e)
{
    return !e ? NULL : e->notes.text ? e->notes.text : "";
}

br_status br_emit_write(const br_emit *e, const char *folder, int replace, br_diag *why)
{
    br_folder_file file[MOST_FILES];
    if (!e || !folder || !*folder)
        return br_diag_fail(why, BR_BAD_USAGE, "br_emit_write: what was made and the name of a folder are needed");
    for (int i = 0; i < e->files; i++)
        if (strncmp(e->name[i], "sources/", strlen("sources/")) == 0)
            return br_diag_fail(why, BR_BAD_USAGE, "br_emit_write: files of an FMU that stand apart belong into a zip");
    if (br_path_is_taken(folder) && !(replace && br_is_folder(folder)))
        return br_diag_fail(why, BR_NO_FILE, "%.200s exists already", folder);
    for (int i = 0; i < e->files; i++)
        file[i] = (br_folder_file){e->name[i], e->text[i].text, e->text[i].size};
    return br_said(br_folder_write(file, e->files, folder, why), why);
}
