// require.h - BR_REQUIRE: preconditions that dev builds check and release builds leave out.   [target]
//
//     BR_REQUIRE(n > 0 && row >= n);
//
// States what a caller inside the library must hold to; what comes from outside is answered with a status instead. A dev
// build (cmake --preset dev) stops at a violated one with a trap, which the sanitizers report with its line. It is a
// statement of its own on one line, never the body of an if or a for: emitted packages leave these lines out.
#ifndef BR_NUM_BASE_REQUIRE_H
#define BR_NUM_BASE_REQUIRE_H

#if defined(BR_SANITIZED) && defined(__GNUC__)
#define BR_REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define BR_REQUIRE(condition) ((void)0)
#endif

#endif
