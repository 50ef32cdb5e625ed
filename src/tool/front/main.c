// main.c - the command line: what the command answered, and how the process ends.               [host]
#include "num/base/fp.h"

#include "tool/front/commands.h"
#include "tool/kit/terminal.h"

#include <bristle/status.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Standard output and error that are closed become ones that cannot be written: no file of ours may take their place.
static void guard_streams(void)
{
    for (int i = 0; i < 3; i++)
        if (fcntl(i, F_GETFD) == -1 && errno == EBADF && open("/dev/null", i == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
}

// Whether one terminal shows both, and the answer has the reason already: "failed: ..." stands there once.
static bool is_shown(const br_buffer *out, const br_diag *why)
{
    const char *reason = strstr(why->text, ": failed: ");
    return reason && out->text && strstr(out->text, reason + 2) && isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

// What one can do about memory that gave out, where it is a limit that was set: files of long logs are mapped, and their addresses
// count, though little of them is in memory.
static void print_memory_limit(void)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur != RLIM_INFINITY)
        fprintf(
            stderr,
            "; addresses are limited to %.0f kB (ulimit -v), and mapped files count: raise the limit, or cut the log "
            "(bristle table LOG --from T --until T)",
            (double)most.rlim_cur / 1024);
}

int main(int argc, char **argv)
{
    br_buffer out = {0};
    br_diag why = {0};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // a limit of file sizes (ulimit -f) is reported like a full disk
    watch_begin();
    guard_streams();
    br_status status = tool_run((const char *const *)argv + 1, argc - 1, NULL, &out, &why);
    if (status == BR_OK)
        status = out.status;
    // A full disk or a closed pipe shows only here.
    bool sent = out.size == 0 || fwrite(out.text, 1, out.size, stdout) == out.size;
    if (!(fflush(stdout) == 0 && sent) && status == BR_OK)
        status = tool_complain(&why, BR_NO_FILE, "bristle: standard output cannot be written: %s", strerror(errno));
    if (status != BR_OK && !(sent && is_shown(&out, &why))) {
        fprintf(stderr, "%s%s", why.text[0] ? "" : "bristle: ", why.text[0] ? why.text : br_status_text(status));
        if (status == BR_NO_MEMORY)
            print_memory_limit();
        fputc('\n', stderr);
    }
    br_buffer_free(&out);
    return br_status_exit_code(status);
}
