// signal.h - signals where nobody sends any.                                         [host]
#ifndef BR_WASM_SIGNAL_H
#define BR_WASM_SIGNAL_H

#include <sys/types.h>

typedef int sigset_t;
#define SIGKILL 9
#define SIGTERM 15
#define SIG_SETMASK 2
#define sigfillset(set) (void)(*(set) = -1)
#define pthread_sigmask(how, set, before) (void)(set)
#define kill(process, number) (-1)

#endif
