// fmu_xml.c - modelDescription.xml and buildDescription.xml of an FMU.           [host]
#include "num/fp.h"

#include "emit/fmu_parts.h"
#include "file/html.h"

#include <stdio.h>
#include <string.h>

// One variable of the description.
typedef struct variable {
    const char *name, *unit, *causality, *variability, *initial;
    const double *start; // NULL: computed
} variable;

// ---------------------------------------------------------------- units

typedef struct units {
    br_buffer *out, seen; // seen: "\nN\nm/s\n"
} units;

// A unit in powers of the base units, where these are whole.
static void put_unit(units *w, const char *name)
{
    static const char *const base[] = {"m", "kg", "s", "A", "K"};
    br_buffer line = {0};
    br_unit u = br_unit_none();
    br_buffer_print(&line, "\n%s\n", name);
    bool known = strcmp(name, "-") == 0 || (w->seen.text && line.text && strstr(w->seen.text, line.text));
    if (!known && line.text) {
        bool whole = br_unit_read(name, strlen(name), NULL, 0, &u, NULL) == strlen(name);
        br_buffer_add(&w->seen, line.text, line.size);
        br_buffer_put(w->out, "    <Unit name=\"");
        br_html_text(w->out, name);
        br_buffer_put(w->out, "\">");
        for (int i = 0; i < BR_UNIT_DIMENSIONS; i++)
            whole = whole && u.power[i] % 12 == 0;
        br_buffer_put(w->out, whole ? "<BaseUnit" : "");
        for (int i = 0; i < BR_UNIT_DIMENSIONS && whole; i++)
            if (u.power[i] != 0)
                br_buffer_print(w->out, " %s=\"%d\"", base[i], u.power[i] / 12);
        br_buffer_put(w->out, whole ? "/></Unit>\n" : "</Unit>\n");
    }
    br_buffer_free(&line);
}

static void put_units(const br_fmu_making *w, br_buffer *out)
{
    units all = {.out = out};
    const br_law *law = &w->packing.model->law;
    br_buffer_put(out, "  <UnitDefinitions>\n");
    for (int c = 0; c < w->names.columns; c++)
        put_unit(&all, w->names.column[c].unit);
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == BR_PARAM)
            put_unit(&all, law->q[q].si_text);
    br_buffer_put(out, "  </UnitDefinitions>\n");
    br_buffer_free(&all.seen);
}

// ---------------------------------------------------------------- variables

static void put_text(br_buffer *out, const char *attribute, const char *text)
{
    if (!text)
        return;
    br_buffer_print(out, " %s=\"", attribute);
    br_html_text(out, text);
    br_buffer_put(out, "\"");
}

static void put_real(br_buffer *out, const variable *v)
{
    put_text(out, "unit", strcmp(v->unit, "-") == 0 ? NULL : v->unit);
    if (v->start) {
        br_buffer_put(out, " start=\"");
        br_buffer_number(out, *v->start);
        br_buffer_put(out, "\"");
    }
}

static void put_variable(const br_fmu_making *w, br_buffer *out, int at, const variable *v)
{
    bool two = w->o->version == 2;
    br_buffer_put(out, two ? "    <ScalarVariable" : "    <Float64");
    put_text(out, "name", v->name);
    br_buffer_print(out, " valueReference=\"%d\"", at);
    put_text(out, "causality", v->causality);
    put_text(out, "variability", v->variability);
    put_text(out, "initial", v->initial);
    br_buffer_put(out, two ? "><Real" : "");
    put_real(out, v);
    br_buffer_put(out, two ? "/></ScalarVariable>\n" : "/>\n");
}

static void put_columns(const br_fmu_making *w, br_buffer *out, int *at)
{
    for (int c = 0; c < w->names.columns; c++) {
        const br_record_column *k = &w->names.column[c];
        variable v = {.name = k->name, .unit = k->unit, .causality = "output", .variability = "continuous"};
        if (k->role == BR_RECORD_MODE)
            continue;
        if (k->role == BR_RECORD_TIME)
            v.causality = "independent", v.name = "time";
        else if (k->role == BR_RECORD_INPUT)
            v.causality = "input", v.start = &w->u[k->number];
        else if (k->role == BR_RECORD_STATE)
            v.initial = "exact", v.start = &w->x[k->number];
        else
            v.initial = "calculated";
        put_variable(w, out, (*at)++, &v);
    }
}

static void put_parameters(const br_fmu_making *w, br_buffer *out, int *at)
{
    const br_model *m = w->packing.model;
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            char name[BR_NAME_SIZE + 16];
            bool single = m->law.q[q].dim == BR_SCALAR;
            snprintf(name, sizeof name, single ? "%s" : "%s[%d]", m->law.q[q].name, i + 1);
            put_variable(w, out, (*at)++,
                         &(variable){name, m->law.q[q].si_text, "parameter", "tunable", "exact", &w->p[m->at[q] + i]});
        }
}

// ---------------------------------------------------------------- structure

// FMI 2 counts variables from 1, FMI 3 names their references.
static void put_unknowns(const br_fmu_making *w, br_buffer *out, const char *two, const char *three, bool states)
{
    int at = 0;
    for (int c = 0; c < w->names.columns; c++) {
        br_record_role role = w->names.column[c].role;
        if (role == BR_RECORD_OUTPUT || (states && role == BR_RECORD_STATE))
            br_buffer_print(out, w->o->version == 2 ? two : three, at + (w->o->version == 2));
        at += role != BR_RECORD_MODE;
    }
}

static void put_structure(const br_fmu_making *w, br_buffer *out)
{
    bool two = w->o->version == 2, outputs = w->packing.system.sys.ny > 0, any = outputs || w->packing.model->nx > 0;
    br_buffer_put(out, "  <ModelStructure>\n");
    br_buffer_put(out, two && any ? "    <Outputs>\n" : "");
    put_unknowns(w, out, "      <Unknown index=\"%d\"/>\n", "    <Output valueReference=\"%d\"/>\n", true);
    br_buffer_put(out, two && any ? "    </Outputs>\n" : "");
    br_buffer_put(out, two && outputs ? "    <InitialUnknowns>\n" : "");
    put_unknowns(w, out, "      <Unknown index=\"%d\"/>\n", "    <InitialUnknown valueReference=\"%d\"/>\n", false);
    br_buffer_put(out, two && outputs ? "    </InitialUnknowns>\n" : "");
    br_buffer_put(out, "  </ModelStructure>\n");
}

// ---------------------------------------------------------------- all of it

static void put_kind(const br_fmu_making *w, br_buffer *out)
{
    const char *id = w->to->identifier;
    if (w->o->version == 2) {
        br_buffer_print(out,
                        "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" "
                        "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
                        "canNotUseMemoryManagementFunctions=\"true\">\n"
                        "    <SourceFiles>\n      <File name=\"fmi2.c\"/>\n      <File name=\"model.c\"/>\n"
                        "    </SourceFiles>\n  </CoSimulation>\n",
                        id);
        return;
    }
    br_buffer_print(out,
                    "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" "
                    "canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" fixedInternalStepSize=\"",
                    id);
    br_buffer_number(out, w->o->step);
    br_buffer_put(out, "\"/>\n");
}

void br_fmu_description(const br_fmu_making *w, br_buffer *out)
{
    const br_law *law = &w->packing.model->law;
    int at = 0;
    bool two = w->o->version == 2;
    br_buffer_print(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%d.0\"",
                    w->o->version);
    put_text(out, "modelName", law->name);
    put_text(out, two ? "guid" : "instantiationToken", w->key);
    put_text(out, "description", law->title);
    br_buffer_put(out, " generationTool=\"bristle\" variableNamingConvention=\"flat\"");
    br_buffer_put(out, two ? " numberOfEventIndicators=\"0\">\n" : ">\n");
    put_kind(w, out);
    put_units(w, out);
    br_buffer_put(out, "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n"
                       "  <DefaultExperiment startTime=\"0\" stepSize=\"");
    br_buffer_number(out, w->o->step);
    br_buffer_put(out, "\"/>\n  <ModelVariables>\n");
    put_columns(w, out, &at);
    put_parameters(w, out, &at);
    br_buffer_put(out, "  </ModelVariables>\n");
    put_structure(w, out);
    br_buffer_put(out, "</fmiModelDescription>\n");
}

void br_fmu_build(const br_fmu_making *w, br_buffer *out)
{
    br_buffer_print(out,
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
                    "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C99\">\n"
                    "      <SourceFile name=\"fmi3.c\"/>\n      <SourceFile name=\"model.c\"/>\n"
                    "    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n",
                    w->to->identifier);
}
