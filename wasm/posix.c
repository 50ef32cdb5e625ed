// posix.c - what POSIX has and wasi-libc has not: one process, paths without links, files without owners.            [host]
#include "num/base/fp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

pid_t getpid(void)
{
    return 1;
}

int fchmod(int fd, mode_t mode)
{
    (void)fd, (void)mode;
    return 0;
}

int pipe(int end[2])
{
    (void)end;
    errno = ENOSYS;
    return -1;
}

clock_t clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (clock_t)t.tv_sec * CLOCKS_PER_SEC + (clock_t)t.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

char *realpath(const char *path, char *to)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return NULL;
    return to ? strcpy(to, path) : strdup(path);
}

// template ends with XXXXXX; nobody else makes folders at the same time
char *mkdtemp(char *template)
{
    size_t size = strlen(template);
    for (int i = 0; size >= 6 && i < 1000000; i++) {
        snprintf(template + size - 6, 7, "%06d", i);
        if (mkdir(template, 0700) == 0)
            return template;
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}
