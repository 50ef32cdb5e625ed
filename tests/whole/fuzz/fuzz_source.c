// fuzz_source.c - any bytes as a list of inputs, and as a list of sensors.
#include "law/builtin/builtin.h"
#include "sim/run/sensor.h"
#include "sim/source/source.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "law driven\nelements n = 2\ninput v m/s\ninput y = 1\ninput load[n] = 2 N\noutput F N\n"
                           "F = y*sum(load)*sign(v)\n";

// A refusal says where and why, in one line.
static void check_words(br_status status, const br_diag *why, size_t size)
{
    if (status == BR_NO_MEMORY)
        return;
    if (!why->text[0] || strchr(why->text, '\n') || why->column < 0 || why->column > (int)size + 1)
        abort();
}

// Finite or refused, and breaks rise.
static void drive(const br_source *s)
{
    static const double times[] = {-1, 0, 0.5, 1, 1e9, 1e300};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        double u[4], slope[4], t = times[i];
        br_diag why = {0};
        br_status status = br_source_at(s, t, u, slope, &why);
        if (status != BR_OK && (status != BR_NOT_FINITE || !why.text[0]))
            abort();
        for (int k = 0; k < 4 && status == BR_OK; k++)
            if (!isfinite(u[k]) || !isfinite(slope[k]))
                abort();
        for (int k = 0; k < 20 && isfinite(t); k++) {
            double next = br_source_break(s, t);
            if (!(next > t))
                abort();
            t = next;
        }
    }
}

static void read_inputs(const char *list, size_t size)
{
    br_model_source from = {text, sizeof text - 1, "t", br_builtin_text, NULL};
    br_given none = {.text = "v = 1 m/s", .size = 9, .origin = "list"};
    br_model m;
    br_source s;
    br_diag why = {0};
    if (br_model_open_given(&m, &from, &none, NULL, &why) != BR_OK)
        return;
    br_status status = br_source_read(&s, list, "list", &m, NULL, &why);
    if (status == BR_OK) {
        drive(&s);
        br_source_free(&s);
    } else {
        check_words(status, &why, size);
    }
    br_model_close(&m);
}

static void read_sensors(const char *list, size_t size)
{
    br_sensor_signal signal[] = {{.name = "x"}, {.name = "F"}};
    br_sensor s;
    br_diag why = {0};
    br_unit_read("m", 1, NULL, 0, &signal[0].unit, NULL);
    br_status status = br_sensor_read(&s, list, "list", signal, 2, 1, &why);
    if (status != BR_OK) {
        check_words(status, &why, size);
        return;
    }
    for (int k = 0; k < 100; k++) {
        double truth[] = {1e-3 * k, 5 - k}, measured[2] = {0, 0};
        if (br_sensor_step(&s, 1e-3 * k, truth, measured, &why) == BR_OK && (isinf(measured[0]) || isinf(measured[1])))
            abort();
    }
    br_sensor_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *list = malloc(size + 1);
    if (!list)
        return 0;
    memcpy(list, data, size);
    list[size] = 0;
    read_inputs(list, size);
    read_sensors(list, size);
    free(list);
    return 0;
}
