// help.c - the tables of commands as --help and as the man page.               [host]
#include "num/base/fp.h"

#include "num/text/piece.h"
#include "tool/kit/options.h"

#include <stdio.h>
#include <string.h>

enum { WIDE = 96, INDENT = 22 };

// Wraps text into lines that start at column `indent`, where the first line stands already.
static void wrap(br_buffer *out, const char *words, int indent)
{
    int column = indent;
    while (*words) {
        size_t n = strcspn(words, " ");
        if (column > indent && column + 1 + (int)n > WIDE) {
            br_buffer_print(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            br_buffer_put(out, " ");
            column++;
        }
        br_buffer_add(out, words, n);
        column += (int)n;
        words += n + (words[n] == ' ');
    }
    br_buffer_put(out, "\n");
}

static void entry(br_buffer *out, const char *name, const char *value, const char *help)
{
    size_t from = out->size;
    br_buffer_print(out, "  %s%s%s", name, value ? " " : "", value ? value : "");
    if (out->size - from >= INDENT) {
        br_buffer_print(out, "\n%*s", INDENT, "");
    } else {
        br_buffer_pad(out, from, INDENT);
    }
    wrap(out, help, INDENT);
}

static void usage(const tool_command *c, br_buffer *out)
{
    br_buffer_print(out, "bristle %s", c->name);
    if (c->operand)
        br_buffer_print(out, c->operand_needed ? " %s" : " [%s]", c->operand);
    for (int i = 0; c->options[i]; i++)
        if (c->options[i]->standard == tool_required)
            br_buffer_print(out, " %s %s", c->options[i]->name, c->options[i]->value);
    br_buffer_put(out, c->options[0] ? " [options]\n" : "\n");
}

static const char *const headings[TOOL_GROUPS] = {"input", "model", "method", "output"};

typedef void write_heading(br_buffer *out, const char *text);
typedef void write_entry(br_buffer *out, const char *name, const char *value, const char *help);

// The argument, and the options of each group under its heading.
static void write_options(const tool_command *c, br_buffer *out, write_heading *head, write_entry *write)
{
    if (c->operand) {
        head(out, "argument");
        write(out, c->operand, NULL, c->operand_help);
    }
    for (int group = 0; group < TOOL_GROUPS; group++)
        for (int i = 0, first = 1; c->options[i]; i++) {
            const tool_option *o = c->options[i];
            char help[1000];
            if ((int)o->group != group)
                continue;
            if (first)
                head(out, headings[group]);
            first = 0;
            snprintf(help, sizeof help, "%s%s%s%s", o->help,
                     !o->standard                   ? ""
                     : o->standard == tool_required ? " ("
                                                    : " (default: ",
                     o->standard ? o->standard : "", o->standard ? ")" : "");
            write(out, o->name, o->value, help);
        }
}

static void heading(br_buffer *out, const char *text)
{
    br_buffer_print(out, "\n%s:\n", text);
}

static void examples(br_buffer *out, const tool_example *e, int count)
{
    for (; e->line && count > 0; e++, count--)
        br_buffer_print(out, "  # %s\n  %s\n", e->purpose, e->line);
}

void tool_help(const tool_command *c, br_buffer *out)
{
    br_buffer_print(out, "bristle %s - %s\n\nusage: ", c->name, c->purpose);
    usage(c, out);
    heading(out, "examples");
    examples(out, c->examples, 2);
    write_options(c, out, heading, entry);
    br_buffer_put(out, "\n");
    entry(out, "--help", NULL, "print this text");
    for (int i = 0; c->more && c->more[i]; i++) {
        br_buffer_put(out, "\n");
        wrap(out, c->more[i], 0);
    }
    if (c->examples[1].line && c->examples[2].line) {
        heading(out, "more examples");
        examples(out, c->examples + 2, 100);
    }
}

static const struct {
    int code;
    const char *words;
} exits[] = {
    {0, "completed"},
    {1, "completed, but a check failed"},
    {2, "wrong arguments"},
    {3, "bad data"},
    {4, "a law, a parameter file or a list of values is missing, wrong or violates a condition"},
    {5, "a result is not finite, or this machine does not compute by IEEE 754"},
    {6, "a file cannot be read or written, or out of memory"},
};
enum { exit_count = sizeof exits / sizeof exits[0] };

void tool_help_all(const tool_command *const *all, br_buffer *out)
{
    br_buffer_put(out, "bristle - friction in machines: laws written once as text, read as numbers, derivatives,\n"
                       "intervals and C\n\nusage: bristle COMMAND ...\n\n");
    for (int i = 0; all[i]; i++)
        entry(out, all[i]->name, NULL, all[i]->purpose);
    br_buffer_put(out, "\n'bristle COMMAND --help' explains one, with examples. Exit codes:\n");
    for (int i = 0; i < exit_count; i++)
        br_buffer_print(out, "  %d  %s\n", exits[i].code, exits[i].words);
    br_buffer_put(out, "\nexample:\n  bristle eval lugre --params table-I --at 'v = 1e-3 m/s, z = 1e-6 m'\n");
}

// ---------------------------------------------------------------- man page

// roff reads backslashes, and a point or quote at the start of a line.
static void roff(br_buffer *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        br_buffer_put(out, "\\&");
    for (; *text; text++)
        if (*text == '\\')
            br_buffer_put(out, "\\e");
        else if (*text == '-')
            br_buffer_put(out, "\\-");
        else if (*text == '\'')
            br_buffer_put(out, "\\(aq");
        else
            br_buffer_add(out, text, 1);
}

static void roff_entry(br_buffer *out, const char *name, const char *value, const char *help)
{
    br_buffer_put(out, ".TP\n.B ");
    roff(out, name);
    if (value) {
        br_buffer_put(out, " \\fI");
        roff(out, value);
        br_buffer_put(out, "\\fR");
    }
    br_buffer_put(out, "\n");
    roff(out, help);
    br_buffer_put(out, "\n");
}

static void roff_heading(br_buffer *out, const char *text)
{
    br_buffer_print(out, ".PP\n.I %s\n", text);
}

static void roff_command(const tool_command *c, br_buffer *out)
{
    br_buffer use = {0};
    usage(c, &use);
    br_buffer_print(out, ".SS %s\n", c->name);
    roff(out, c->purpose);
    bool ends = c->purpose[0] && strchr(".?!", c->purpose[strlen(c->purpose) - 1]);
    br_buffer_print(out, "%s\n.PP\n.nf\n", ends ? "" : ".");
    roff(out, use.text ? use.text : "");
    br_buffer_put(out, ".fi\n");
    br_buffer_free_into(&use, &out->status);
    write_options(c, out, roff_heading, roff_entry);
    for (int i = 0; c->more && c->more[i]; i++) {
        br_buffer_put(out, ".PP\n");
        roff(out, c->more[i]);
        br_buffer_put(out, "\n");
    }
    for (const tool_example *e = c->examples; e->line; e++) {
        br_buffer_put(out, ".PP\n");
        roff(out, e->purpose);
        br_buffer_put(out, ":\n.PP\n.nf\n.RS\n");
        roff(out, e->line);
        br_buffer_put(out, "\n.RE\n.fi\n");
    }
}

void tool_man(const tool_command *const *all, br_buffer *out)
{
    br_buffer_put(
        out,
        ".\\\" Written by 'bristle help --man'; do not edit.\n"
        ".TH BRISTLE 1 \"\" \"bristle " BR_VERSION "\" \"User commands\"\n"
        ".SH NAME\nbristle \\- friction in machines\n"
        ".SH SYNOPSIS\n.B bristle\n.I COMMAND\n[\\fIarguments\\fR]\n"
        ".SH DESCRIPTION\n"
        "A friction law is written once, as text, and bristle reads it as numbers, exact derivatives,\n"
        "guaranteed intervals and plain C. Laws are built in or files of the user; docs/laws.md explains their\n"
        "notation. An option may be given once, before or after other arguments; its value is the next argument or\n"
        "follows an equals sign; \\-\\- ends the options.\n"
        ".SH COMMANDS\n");
    for (int i = 0; all[i]; i++)
        roff_command(all[i], out);
    br_buffer_put(out, ".SH EXIT STATUS\n");
    for (int i = 0; i < exit_count; i++)
        br_buffer_print(out, ".TP\n.B %d\n%s\n", exits[i].code, exits[i].words);
    br_buffer_put(
        out, ".SH FILES\n"
             "Files are written completely or not at all (written to a temporary name, then renamed). Keys of the\n"
             "JSON files are explained in docs/json.md. Existing files are replaced, except by emit without\n"
             "\\-\\-force.\n"
             ".SH SEE ALSO\n"
             "\\(aqbristle COMMAND \\-\\-help\\(aq explains one command; \\(aqbristle help \\-\\-man\\(aq writes "
             "this page.\n");
}
