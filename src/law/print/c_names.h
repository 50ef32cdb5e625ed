// c_names.h - names that C and its library keep for themselves: no printed C may give them another meaning.   [host]
#ifndef BR_LAW_PRINT_C_NAMES_H
#define BR_LAW_PRINT_C_NAMES_H

#include <stdbool.h>
#include <stddef.h>

bool br_c_keyword(const char *name);    // a word of C or C++, or what compilers define: int, class, unix, main
bool br_c_of_headers(const char *name); // looks as types and limits of the standard headers do: size_t, INT_MAX
bool br_c_grouped(const char *name);    // of a group that headers may add to: EINVAL, SIGINT, PRIu32, M_PI
bool br_c_library(const char *name);    // of a standard header, in a list of most that POSIX systems have: log, errno
bool br_c_header(const char *name);     // a header is called so: math

void br_c_mangle(const char *from, char *to, size_t room); // _ for what is neither letter nor digit

#endif
