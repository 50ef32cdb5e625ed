// emit.h - C for controllers, FMUs and model exports: laws, observers, moving horizons, compensators.   [host]
//
//     br_emit *made;
//     br_emit_options o;
//     br_diag why;
//     br_emit_defaults(&o, sizeof o);
//     o.prefix = "axis";                                          // axis.h, axis_init, axis_step ...
//     o.single = 1;                                               // float
//     if (br_emit_observer(&made, law, &observer, &o, &why) != BR_OK || br_emit_write(made, "axis", 0, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;            // the folder axis, with its self-test and README
//     br_emit_close(made);
//
// What is tuned in a program by observer.h, horizon.h or control.h goes to the controller with the same options: in double a package computes
// the same bits. Packages are C99 that stands alone, without a heap and with bounded loops. Files are made in memory; a program takes
// them from there, or writes them as a folder, all or none. docs/emit.md explains packages, docs/fmi.md FMUs. What was emitted serves one thread
// at a time. NULL in place of it is BR_BAD_USAGE, or answered by 0 or NULL.
#ifndef BRISTLE_EMIT_H
#define BRISTLE_EMIT_H

#include <bristle/control.h>
#include <bristle/horizon.h>
#include <bristle/law.h>
#include <bristle/observer.h>
#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_emit br_emit; // files that were made, and what their user should know

typedef struct br_emit_options {
    size_t size;        // of this structure, by br_emit_defaults
    const char *prefix; // of all names of a package: letters, digits and _, at most 40 (default observer, compensator)
    int single;         // 1: float in place of double (default 0)
    int mixed;   // of a horizon, 1: steps of the law and their derivatives in float, all else in double (default 0)
    int samples; // of the self-test, 10 to 1000000; those beyond 200 come with faulty sensors (default 0: 200)
    int fmu; // 2 or 3: one file of that version of FMI, with C sources, in place of a package: lugre_ekf.fmu, by law and
             // kind; it has no prefix (default 0)
    const char *method; // of the FMU of a law: of fixed steps, as in flow.h (default: chosen by the law)
    double step;        // of the FMU of a law, s (default 1e-3)
    // While it is tuned: called now and then with the share that is done; answers 0 to stop, which is BR_NEGATIVE.
    int (*progress)(void *context, double share);
    void *context;
    const char
        *version; // of the program that emits, for the README and manifests of a package (default: not said; 0.0.0)
    int apart; // of an FMU, 1: its files one by one, "sources/model.c", for a program that adds binaries and zips them (default 0: one file)
    // Before messages, at most 31 characters: "axis-tool: ". They name options as a command line has them then, "--rate", for programs that
    // have one (default: they name members, and br_diag_member does)
    const char *who;
    // Of a package: "folder", or what a build system wants around the same sources: "cmake", "platformio", "arduino", "esp-idf", "zephyr".
    // Sources stand in src/ then (default: folder)
    const char *layout;
} br_emit_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_emit_defaults(br_emit_options *o, size_t size);

// All of these: options NULL are defaults. Milliseconds to a minute, since an observer is tuned and run for its self-test; allocate. BR_BAD_LAW:
// parameters are missing, or break what the law requires, or it cannot be C. BR_BAD_USAGE: an option is wrong, or does not suit.
// why (may be NULL) says more; on failure *e is untouched. Close what you made.

// A law as one file NAME.c: functions br_NAME_rate, br_NAME_rate_jet and so on, parameters being their arguments. Of an FMU: a law or
// plant with its values.
BR_PUBLIC br_status br_emit_law(br_emit **e, const br_law *law, const br_emit_options *o, br_diag *why) BR_CHECKED;

// An estimator, with the options that it has in a program: PREFIX.h, PREFIX.c, vectors.h, selftest.c, README.md. Not of a stationary gain.
BR_PUBLIC br_status br_emit_observer(br_emit **e, const br_law *law, const br_observer_options *observer,
                                     const br_emit_options *o, br_diag *why) BR_CHECKED;
BR_PUBLIC br_status br_emit_horizon(br_emit **e, const br_law *law, const br_horizon_options *horizon,
                                    const br_emit_options *o, br_diag *why) BR_CHECKED;

// A compensator by its name, tuned as br_compensator_open tunes it.
BR_PUBLIC br_status br_emit_compensator(br_emit **e, const br_law *friction, const char *name,
                                        const br_axis_options *axis, const br_emit_options *o, br_diag *why) BR_CHECKED;

// A law in the notation of another program: "modelica", "mujoco", "dcmotor" (of MuJoCo), "urdf" or "cia402", as one file that says what
// is lost. speed: the largest of the approximation, m/s or rad/s, above 0; of modelica it is not read.
BR_PUBLIC br_status br_emit_export(br_emit **e, const br_law *law, const char *notation, double speed,
                                   br_diag *why) BR_CHECKED;

BR_PUBLIC void br_emit_close(br_emit *e); // NULL is fine

// ------- What was made
// Texts stay until br_emit_close.

BR_PUBLIC int br_emit_files(const br_emit *e);
BR_PUBLIC const char *br_emit_name(const br_emit *e, int i); // "axis.h"; NULL: there is none
BR_PUBLIC const char *br_emit_text(const br_emit *e, int i,
                                   size_t *size); // with a zero behind it; size NULL: not wanted
BR_PUBLIC const char *
br_emit_called(const br_emit *e); // the law, the prefix of a package, or the binary of an FMU: "lugre_ekf"
BR_PUBLIC const char *
br_emit_method(const br_emit *e); // of the steps of an FMU, "lie"; "" of others, and where nothing is integrated
BR_PUBLIC int br_emit_guessed(const br_emit *e);       // 1: some noise was not given, and comes from a run of the law
BR_PUBLIC const char *br_emit_notes(const br_emit *e); // what its user should know, a line each; "" for none

// All files into a folder, which is made if it is not there, or none of them; not those of an FMU that stand apart. replace: 1 if files of the same name may be replaced. BR_NO_FILE:
// it exists already, or cannot be written; why says more.
BR_PUBLIC br_status br_emit_write(const br_emit *e, const char *folder, int replace, br_diag *why) BR_CHECKED;

#ifdef __cplusplus
}
#endif
#endif
