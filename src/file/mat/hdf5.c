// hdf5.c - reading MAT files of version 7.3, which are HDF5, with libmatio.    [host]
#define _XOPEN_SOURCE 700 // dlsym
#include "num/base/fp.h"

#include "file/table/field.h"
#include "file/mat/mat_parts.h"

#ifdef BR_MATIO
#include <matio.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *unsupported(const matvar_t *v)
{
    switch (v->class_type) {
    case MAT_C_CHAR: return "unsupported class: char";
    case MAT_C_SPARSE: return "unsupported class: sparse";
    case MAT_C_CELL: return "unsupported class: cell, in version 7.3";
    case MAT_C_OBJECT:
    case MAT_C_OPAQUE: return "unsupported class: object";
    case MAT_C_FUNCTION: return "unsupported class: function handle";
    case MAT_C_EMPTY: return "it is empty";
    default: break;
    }
    if (v->isComplex)
        return "unsupported class: complex";
    return v->rank == 2 ? NULL : "an array of more than 2 dimensions";
}

// Types of libmatio have the codes of version 5; its numbers stand as this machine keeps them.
static br_status read_numbers(br_mat *m, const char *path, const matvar_t *v, br_diag *why)
{
    const uint16_t probe = 1;
    br_mat_numbers n = {.type = (br_mat_type)v->data_type, .big = *(const uint8_t *)&probe == 0};
    size_t width = (size_t)br_mat_width(n.type), rows = v->dims[0], columns = v->dims[1];
    if (rows == 0 || columns == 0)
        return br_mat_add_other(m, path, "it is empty");
    if (width == 0 || !v->data || columns > BR_MAT_BYTES / width / rows || v->nbytes != rows * columns * width ||
        v->nbytes > BR_MAT_BYTES - m->unpacked)
        return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "the numbers of %.80s do not fit its size", path);
    uint8_t *block = malloc(v->nbytes);
    if (!block)
        return BR_NO_MEMORY;
    memcpy(block, v->data, v->nbytes);
    m->unpacked += v->nbytes;
    n.at = block;
    br_status status = br_mat_keep(m, block);
    return status == BR_OK ? br_mat_add(m, path, n, rows, columns, why) : status;
}

// A field of the structure `units`.
static br_status read_unit(br_mat *m, const char *name, const matvar_t *v)
{
    const uint16_t probe = 1;
    bool wide = v->data_type == MAT_T_UINT16 || v->data_type == MAT_T_UTF16;
    const br_mat_numbers n = {.at = v->data,
                              .type = (br_mat_type)v->data_type,
                              .big = *(const uint8_t *)&probe == 0,
                              .count = v->data ? v->nbytes / (wide ? 2 : 1) : 0,
                              .stride = 1};
    bool known = wide || v->data_type == MAT_T_UINT8 || v->data_type == MAT_T_INT8 || v->data_type == MAT_T_UTF8;
    return known && v->rank == 2 && v->dims[0] <= 1 ? br_mat_add_unit(m, name, &n) : BR_OK;
}

static br_status read_variable(br_mat *m, const char *path, matvar_t *v, int depth, br_diag *why)
{
    char name[BR_MAT_NAME];
    if (v->class_type == MAT_C_CHAR && depth == 1 && strncmp(path, "units.", 6) == 0)
        return read_unit(m, path + 6, v);
    if (v->class_type != MAT_C_STRUCT) {
        const char *why_not = unsupported(v);
        return why_not ? br_mat_add_other(m, path, why_not) : read_numbers(m, path, v, why);
    }
    if (depth == BR_MAT_DEPTH || v->rank != 2 || v->dims[0] != 1 || v->dims[1] != 1)
        return br_mat_add_other(m, path, "unsupported class: array of structures, in version 7.3");
    char *const *fields = Mat_VarGetStructFieldnames(v);
    unsigned count = Mat_VarGetNumberOfFields(v);
    br_status status = BR_OK;
    for (unsigned i = 0; i < count && status == BR_OK && fields; i++) {
        matvar_t *field = Mat_VarGetStructFieldByIndex(v, i, 0);
        if (snprintf(name, sizeof name, "%s.%s", path, fields[i]) < (int)sizeof name && field)
            status = read_variable(m, name, field, depth + 1, why);
    }
    return status;
}

// HDF5 writes what goes wrong to standard error, where only the tool may: it is kept quiet meanwhile. libmatio has no call for
// that and brings no headers of HDF5, so its functions are looked up by name; where they are not found, it stays as it is.
typedef int64_t hdf5_id; // hid_t
typedef struct hdf5_errors {
    int (*get)(hdf5_id stack, void **call, void **context);
    int (*set)(hdf5_id stack, void *call, void *context);
    void *call, *context; // as they were
} hdf5_errors;

static hdf5_errors silence_hdf5(void)
{
    hdf5_errors e = {0};
    void *get = dlsym(NULL, "H5Eget_auto2"), *set = dlsym(NULL, "H5Eset_auto2");
    if (!get || !set)
        return e;
    memcpy(&e.get, &get, sizeof get);
    memcpy(&e.set, &set, sizeof set);
    e.get(0, &e.call, &e.context);
    e.set(0, NULL, NULL);
    return e;
}

static void restore_hdf5(const hdf5_errors *e)
{
    if (e->set)
        e->set(0, e->call, e->context);
}

static br_status read_variables(br_mat *m, const char *path, br_diag *why)
{
    mat_t *file = Mat_Open(path, MAT_ACC_RDONLY);
    if (!file)
        return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "libmatio cannot read this file of version 7.3");
    br_status status = BR_OK;
    matvar_t *v;
    while (status == BR_OK && (v = Mat_VarReadNextInfo(file)) != NULL) {
        size_t bytes = Mat_VarGetSize(v);
        if (bytes > BR_MAT_BYTES - m->unpacked)
            status = br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "it holds more than 1 GiB of numbers");
        else if (Mat_VarReadDataAll(file, v) != 0)
            status = br_table_complain(why, BR_BAD_DATA, m->name, 0, 0, "libmatio cannot read variable %.80s",
                                       v->name ? v->name : "without name");
        else if (v->name)
            status = read_variable(m, v->name, v, 0, why);
        Mat_VarFree(v);
    }
    Mat_Close(file);
    if (status == BR_OK && m->columns == 0)
        status = br_table_complain(why, BR_BAD_DATA, m->name, 0, 0,
                                   "libmatio finds no variable in this file of version 7.3 (cut off?)");
    return status;
}

br_status br_mat_read_hdf5(br_mat *m, const char *path, br_diag *why)
{
    hdf5_errors e = silence_hdf5();
    br_status status = read_variables(m, path, why);
    restore_hdf5(&e);
    return status;
}

#else

br_status br_mat_read_hdf5(br_mat *m, const char *path, br_diag *why)
{
    (void)path;
    return br_table_complain(why, BR_BAD_DATA, m->name, 0, 0,
                             "a MAT file of version 7.3, and this bristle was built without libmatio (package "
                             "libmatio-dev); save -v7 writes what it reads");
}

#endif
