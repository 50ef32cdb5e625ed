// options.h - one table per command makes its parsing, its --help and the man page.             [host]
#ifndef BR_TOOL_KIT_OPTIONS_H
#define BR_TOOL_KIT_OPTIONS_H

#include "num/text/buffer.h"

#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

enum { TOOL_OPERANDS = 64 };
struct tool_call; // tool/kit/caller.h

// The arguments of any command; the same option means the same everywhere.
typedef struct tool_args {
    const struct tool_command *command;
    const struct tool_call *call; // from a program; NULL: from a command line
    const char *operand;          // MODEL, NAME or COMMAND: the first of
    const char *operands[TOOL_OPERANDS];
    int noperands;
    const char *params, *at, *mode, *json, *out, *svg, *report, *csv, *mat;
    const char *model, *input, *signals, *until, *step, *method, *tolerance, *sensor, *seed, *delimiter, *decimal;
    const char *observer, *order, *estimate, *noise, *prior, *most, *gate, *between, *correct_every, *substeps, *mass,
        *differentiate, *cutoff, *horizon, *period, *arrival, *parameters, *iterations, *bounds, *levenberg, *huber,
        *precision, *particles, *process_noise;
    const char *compare, *hold_out, *fix, *decimate, *predict, *piece, *profile, *test, *save_params, *map, *rows,
        *from;
    const char *limits, *to, *level, *steps, *repeats, *rest, *stay;
    const char *optimal, *criterion, *wanted, *basis, *pieces, *duration, *budget;
    const char *error, *range, *renew, *passes, *boxes, *threads, *slab, *certificate, *rules;
    const char *compensators, *course, *stroke, *bandwidth, *share, *dead_band, *fade_in, *velocity, *wrong, *encoder,
        *delay, *feedback, *loop;
    const char *inverse, *unknown;
    const char *time, *shift, *align, *gap, *units, *test_from, *test_until;
    const char *offset, *spring, *damper;
    const char *window, *regime;
    bool tune, dense, smooth, filter_only;
    bool jet, interval, single, force, man, list, linear, merge, truncated, infinite;
    bool sizes, mixed;
    bool verified, odd;
    const char *prefix, *rate, *measured, *fmu, *as, *compensator, *samples, *layout;
    bool direction, gravity, no_offset, robust, robustness, held;
    const char *folder;
    bool print, where;
} tool_args;

// Headings of --help, in this order.
typedef enum tool_group { TOOL_INPUT, TOOL_MODEL, TOOL_METHOD, TOOL_OUTPUT, TOOL_GROUPS } tool_group;

typedef struct tool_option {
    tool_group group;
    const char *name;     // "--params", "-o"
    const char *value;    // what follows it, "FILE"; NULL: a switch
    size_t place;         // in tool_args, of a const char * or, for a switch, of a bool
    const char *help;     // what it does, with unit
    const char *standard; // its default as text, "20"; NULL: none; tool_required: it must be given
} tool_option;

extern const char tool_required[];

// static const tool_option seed = OPTION(TOOL_METHOD, "--seed", "N", seed, "seed of the noise, an integer", "1");
#define OPTION(group, name, value, field, help, standard)                                                              \
    {                                                                                                                  \
        group, name, value, offsetof(tool_args, field), help, standard                                                 \
    }

// An option of one command only, in its list.
#define OWN_OPTION(...) &(const tool_option)OPTION(__VA_ARGS__)

typedef struct tool_example {
    const char *purpose, *line; // the line runs as it stands in any folder, after those of the commands before
} tool_example;

typedef struct tool_command {
    const char *name, *purpose; // the purpose in one line
    const char *operand, *operand_help;
    bool operand_needed;
    int operands;                      // at most so many; 0: one
    const tool_option *const *options; // ends with NULL
    const char *const *more;           // paragraphs, ends with NULL; NULL: none
    const tool_example *examples;      // ends with a line of NULL
    // Results go to `out`, which main prints; on failure `why` has the one line that explains it.
    br_status (*run)(const tool_args *a, br_buffer *out, br_diag *why);
} tool_command;

extern const tool_option option_params, option_at, option_json, option_report, option_csv, option_mat;

// Reads the arguments after the command's name, word[0]. BR_BAD_USAGE and one line in why for anything that is not in the table.
// *help: --help is among them, and nothing else was checked.
br_status tool_parse(const tool_command *c, const char *const *word, int words, tool_args *a, bool *help,
                     br_diag *why) BR_CHECKED;

// "bristle emit lugre --params table-I": the command as it was given, for a shell, its options in the order of the table but for
// those of `without` (ends with NULL); of files only their names, not where they stand.
void tool_repeat(const tool_command *c, const tool_args *a, const char *const *without, br_buffer *out);

const char *tool_base_name(const char *path); // the name of a file without its folders

void tool_help(const tool_command *c, br_buffer *out);
void tool_help_all(const tool_command *const *all, br_buffer *out);
void tool_man(const tool_command *const *all, br_buffer *out);

// Writes one line to why, control characters and the like as \xNN, and answers status.
br_status tool_complain(br_diag *why, br_status status, const char *format, ...) BR_PRINTF(3, 4);

// Options that a use of a command has no meaning for: the first that was given, or NULL. The list ends with an empty one.
typedef struct tool_given {
    const char *option;
    bool given;
} tool_given;
const char *tool_first_given(const tool_given *list);

// The word nearest to `name`, or NULL if none is near; next(list, i) gives the words, NULL at the end.
const char *tool_nearest(const char *name, const char *(*next)(const void *list, int i), const void *list);

#endif
