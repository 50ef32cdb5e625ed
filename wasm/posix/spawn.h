// spawn.h - other programs where there are none: none can be started.                [host]
#ifndef BR_WASM_SPAWN_H
#define BR_WASM_SPAWN_H

#include <errno.h>
#include <sys/types.h>

typedef int posix_spawn_file_actions_t, posix_spawnattr_t;
#define POSIX_SPAWN_SETPGROUP 2

#define posix_spawn_file_actions_init(actions) (*(actions) = 0)
#define posix_spawn_file_actions_addopen(actions, fd, path, how, mode) (void)(actions)
#define posix_spawn_file_actions_adddup2(actions, fd, as) (void)(actions)
#define posix_spawn_file_actions_destroy(actions) (void)(actions)
#define posix_spawnattr_init(own) (*(own) = 0)
#define posix_spawnattr_setflags(own, flags) (*(own) = 0)
#define posix_spawnattr_setpgroup(own, group) (*(own) = 0)
#define posix_spawnattr_destroy(own) (void)(own)

static inline int posix_spawnp(pid_t *child, const char *name, const posix_spawn_file_actions_t *actions,
                               const posix_spawnattr_t *own, char *const *word, char *const *environment)
{
    (void)child, (void)name, (void)actions, (void)own, (void)word, (void)environment;
    return ENOENT;
}

#endif
