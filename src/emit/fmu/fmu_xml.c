// fmu_xml.c - modelDescription.xml and buildDescription.xml of an FMU.           [host]
#include "num/base/fp.h"

#include "emit/fmu/fmu_parts.h"
#include "emit/source/licence.h"
#include "file/page/html.h"
#include "num/text/piece.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- units

typedef struct units {
    br_buffer *out, seen; // seen: "\nN\nm/s\n"
} units;

// FMI counts rad among the base units, bristle as 1: read as if it were s, it is what s gets more.
static int power_of_rad(const char *name)
{
    br_unit with = br_unit_none(), without = br_unit_none(), second = br_unit_none();
    size_t size = strlen(name);
    if (br_unit_read("s", 1, NULL, 0, &second, NULL) != 1)
        return 0;
    const br_unit_name rad = {"rad", 3, second};
    bool read = br_unit_read(name, size, &rad, 1, &with, NULL) == size &&
                br_unit_read(name, size, NULL, 0, &without, NULL) == size;
    br_unit more = br_unit_div(with, without);
    for (int i = 0; i < BR_UNIT_DIMENSIONS && read; i++)
        if (second.power[i] != 0)
            return more.power[i] / second.power[i];
    return 0;
}

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
        int rad = whole ? power_of_rad(name) : 0;
        if (rad != 0)
            br_buffer_print(w->out, " rad=\"%d\"", rad);
        br_buffer_put(w->out, whole ? "/></Unit>\n" : "</Unit>\n");
    }
    br_buffer_free_into(&line, &w->out->status);
}

static void put_units(const br_fmu_making *w, br_buffer *out)
{
    units all = {.out = out};
    br_buffer_put(out, "  <UnitDefinitions>\n");
    for (int i = 0; i < w->variables; i++)
        put_unit(&all, w->variable[i].unit);
    br_buffer_put(out, "  </UnitDefinitions>\n");
    br_buffer_free_into(&all.seen, &out->status);
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

static void put_number(br_buffer *out, const char *attribute, double value)
{
    br_buffer_print(out, " %s=\"", attribute);
    br_buffer_number(out, value);
    br_buffer_put(out, "\"");
}

// What FMI calls min and max belongs to the range: of "> 0" it says 0, which the FMU refuses nevertheless. Bounds of states are
// for their start values, and do not stand there.
static void put_bounds(br_buffer *out, const br_fmu_variable *v)
{
    if (v->role == BR_FMU_STATE)
        return;
    if (!isinf(v->low))
        put_number(out, "min", v->low);
    if (!isinf(v->high))
        put_number(out, "max", v->high);
}

static void put_words(br_buffer *out, const br_fmu_variable *v)
{
    if (!v->words[0])
        return;
    br_buffer_print(out, " description=\"%s", v->before);
    br_html_text(out, v->words);
    br_buffer_put(out, "\"");
}

static void put_variable(const br_fmu_making *w, br_buffer *out, int at)
{
    static const struct {
        const char *causality, *variability, *initial;
        bool starts;
    } role[] = {[BR_FMU_TIME] = {"independent", "continuous", NULL, false},
                [BR_FMU_INPUT] = {"input", "continuous", NULL, true},
                [BR_FMU_STATE] = {"output", "continuous", "exact", true},
                [BR_FMU_OUTPUT] = {"output", "continuous", "calculated", false},
                [BR_FMU_PARAMETER] = {"parameter", "tunable", "exact", true}};
    const br_fmu_variable *v = &w->variable[at];
    bool two = w->o->version == 2;
    br_buffer_put(out, two ? "    <ScalarVariable" : "    <Float64");
    put_text(out, "name", v->name);
    br_buffer_print(out, " valueReference=\"%d\"", at);
    put_text(out, "causality", role[v->role].causality);
    put_text(out, "variability", role[v->role].variability);
    put_text(out, "initial", role[v->role].initial);
    put_words(out, v);
    br_buffer_put(out, two ? "><Real" : "");
    put_text(out, "unit", strcmp(v->unit, "-") == 0 ? NULL : v->unit);
    put_bounds(out, v);
    if (role[v->role].starts)
        put_number(out, "start", v->start);
    br_buffer_put(out, two ? "/></ScalarVariable>\n" : "/>\n");
}

// ---------------------------------------------------------------- structure

// FMI 2 counts variables from 1, FMI 3 names their references.
static void put_unknowns(const br_fmu_making *w, br_buffer *out, const char *two, const char *three, bool states)
{
    for (int i = 0; i < w->variables; i++) {
        br_fmu_role role = w->variable[i].role;
        if (role == BR_FMU_OUTPUT || (states && role == BR_FMU_STATE))
            br_buffer_print(out, w->o->version == 2 ? two : three, i + (w->o->version == 2));
    }
}

static void put_structure(const br_fmu_making *w, br_buffer *out)
{
    bool two = w->o->version == 2, outputs = br_fmu_count(w, BR_FMU_OUTPUT) > 0;
    bool any = outputs || br_fmu_count(w, BR_FMU_STATE) > 0;
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

// The C files, each between two texts.
static void put_sources(const br_fmu_making *w, br_buffer *out, const char *before, const char *behind)
{
    for (int i = 0; i < w->to->files; i++) {
        const char *name = w->to->name[i] + strlen("sources/");
        if (strncmp(w->to->name[i], "sources/", strlen("sources/")) == 0 && name[strlen(name) - 1] == 'c')
            br_buffer_print(out, "%s%s%s", before, name, behind);
    }
}

static void put_kind(const br_fmu_making *w, br_buffer *out)
{
    const char *id = w->to->identifier;
    if (w->o->version == 2) {
        br_buffer_print(out,
                        "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" "
                        "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
                        "canNotUseMemoryManagementFunctions=\"true\">\n    <SourceFiles>\n",
                        id);
        put_sources(w, out, "      <File name=\"", "\"/>\n");
        br_buffer_put(out, "    </SourceFiles>\n  </CoSimulation>\n");
        return;
    }
    br_buffer_print(out,
                    "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" "
                    "canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" fixedInternalStepSize=\"",
                    id);
    br_buffer_number(out, w->o->step);
    br_buffer_put(out, "\"/>\n");
}

static void put_description(const br_fmu_making *w, br_buffer *out)
{
    br_buffer_put(out, " description=\"");
    br_html_text(out, w->packing.model->law.title);
    if (w->to->method[0])
        br_buffer_print(out, "; method %s", w->to->method);
    br_buffer_print(out, "; steps of ");
    br_buffer_number(out, w->o->step);
    br_buffer_put(out, " s\"");
}

void br_fmu_description(const br_fmu_making *w, br_buffer *out)
{
    bool two = w->o->version == 2;
    br_buffer_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    br_licence_put(out, "modelDescription.xml");
    br_buffer_print(out, "<fmiModelDescription fmiVersion=\"%d.0\"", w->o->version);
    put_text(out, "modelName", w->title);
    put_text(out, two ? "guid" : "instantiationToken", w->key);
    put_description(w, out);
    br_buffer_put(out,
                  " license=\"" BR_EMITTED_LICENCE "\" generationTool=\"bristle\" variableNamingConvention=\"flat\"");
    br_buffer_put(out, two ? " numberOfEventIndicators=\"0\">\n" : ">\n");
    put_kind(w, out);
    put_units(w, out);
    br_buffer_put(out, "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n"
                       "  <DefaultExperiment startTime=\"0\" stepSize=\"");
    br_buffer_number(out, w->o->step);
    br_buffer_put(out, "\"/>\n  <ModelVariables>\n");
    for (int i = 0; i < w->variables; i++)
        put_variable(w, out, i);
    br_buffer_put(out, "  </ModelVariables>\n");
    put_structure(w, out);
    br_buffer_put(out, "</fmiModelDescription>\n");
}

void br_fmu_build(const br_fmu_making *w, br_buffer *out)
{
    br_buffer_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    br_licence_put(out, "buildDescription.xml");
    br_buffer_print(out,
                    "<fmiBuildDescription fmiVersion=\"3.0\">\n"
                    "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C99\">\n",
                    w->to->identifier);
    put_sources(w, out, "      <SourceFile name=\"", "\"/>\n");
    br_buffer_put(out, "    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n");
}
