// wait.h - nobody to wait for (spawn.h).                                             [host]
#ifndef BR_WASM_WAIT_H
#define BR_WASM_WAIT_H

#include <errno.h>
#include <sys/types.h>

#define WNOHANG 1
#define WIFEXITED(status) ((status) == 0)
#define WEXITSTATUS(status) (status)

static inline pid_t waitpid(pid_t child, int *status, int how)
{
    (void)child, (void)status, (void)how;
    errno = ECHILD;
    return -1;
}

#endif
