// c_names.c - names that C and its library keep for themselves.                [host]
#include "num/base/fp.h"

#include "law/print/c_names.h"

#include <stdio.h>
#include <string.h>

// Lists are words with a space on either side.
static bool listed(const char *list, const char *name, size_t size)
{
    for (const char *at = list; size > 0 && (at = strstr(at, name)); at++)
        if (at[-1] == ' ' && at[size] == ' ')
            return true;
    return false;
}

// Of C, of C++, and what compilers define of themselves.
static const char words[] =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class"
    " co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype"
    " default delete do double dynamic_cast else enum explicit export extern false float for friend goto if"
    " inline int linux long main mutable namespace new noexcept not not_eq nullptr operator or or_eq private"
    " protected public register reinterpret_cast requires restrict return short signed sizeof static static_assert"
    " static_cast struct switch template this thread_local throw true try typedef typeid typename typeof typeof_unqual"
    " union unix unsigned using virtual void volatile wchar_t while xor xor_eq ";

bool br_c_keyword(const char *name)
{
    return listed(words, name, strlen(name));
}

// Functions and macros of the C library, and those of POSIX that its headers bring along.
static const char library[] =
    " BUFSIZ CHAR_BIT CLOCKS_PER_SEC CMPLX CMPLXF CMPLXL EOF EXIT_FAILURE EXIT_SUCCESS FILE HUGE_VAL HUGE_VALF"
    " HUGE_VALL I INFINITY L_tmpnam NAN NULL RAND_MAX SEEK_CUR SEEK_END SEEK_SET TIME_UTC WEOF abort abs accept access"
    " alarm aligned_alloc alloca asctime assert at_quick_exit atexit atof atoi atol atoll bcmp bcopy bind bsearch"
    " bzero call_once calloc chdir clearenv clearerr clock clock_getcpuclockid clock_getres clock_gettime"
    " clock_nanosleep clock_settime close cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait complex"
    " connect ctermid ctime daylight difftime div dprintf dup duplocale ecvt environ errno errx exit explicit_bzero"
    " fclose fcvt fd_set fdopen feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof feraiseexcept"
    " ferror fesetenv fesetexceptflag fesetround fetestexcept feupdateenv fflush ffs ffsl ffsll fgetc fgetpos fgets"
    " fileno flockfile fmemopen fopen fork fpclassify fprintf fputc fputs fread free freelocale freopen fscanf fseek"
    " fseeko fsetpos ftell ftello ftrylockfile ftw funlockfile fwrite gcvt getc getchar getdelim getenv getline"
    " getloadavg getopt getpid gets getsubopt gmtime gsignal imaginary imaxabs imaxdiv index initstate isalnum isalpha"
    " isascii isatty isblank iscntrl isdigit isfinite isgraph isgreater isgreaterequal isinf isinff isinfl isless"
    " islessequal islessgreater islower isnan isnanf isnanl isnormal isprint ispunct isspace isunordered isupper"
    " isxdigit jmp_buf kill kill_dependency killpg labs lconv ldiv link listen llabs lldiv localeconv localtime"
    " longjmp malloc math_errhandling memccpy memchr memcmp memcpy memmove memset mkdir mkdtemp mkstemp mkstemps"
    " mktemp mktime mtx_destroy mtx_init mtx_lock mtx_plain mtx_recursive mtx_timed mtx_timedlock mtx_trylock"
    " mtx_unlock nanosleep newlocale noreturn offsetof on_exit once_flag open open_memstream pause pclose perror pipe"
    " poll popen posix_memalign printf pselect psiginfo psignal putc putchar putenv puts qsort quick_exit raise rand"
    " random read realloc reallocarray realpath recv remove rename renameat rewind rindex rmdir scanf select sem_init"
    " send setbuf setbuffer setenv setjmp setlinebuf setlocale setstate setvbuf sigaction sigaddset sigaltstack"
    " sigblock sigdelset sigemptyset sigfillset siggetmask siginterrupt sigismember sigjmp_buf siglongjmp sigmask"
    " signal signbit signgam sigpending sigprocmask sigqueue sigreturn sigset sigsetjmp sigsetmask sigsuspend"
    " sigtimedwait sigwait sigwaitinfo sleep snprintf socket sprintf srand srandom sscanf ssignal stat stderr stdin"
    " stdout stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror strftime strlen"
    " strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal strspn strstr strtod"
    " strtoimax strtok strtold strtoll strtoul strtoull strtoumax strxfrm system tempnam thrd_busy thrd_create"
    " thrd_current thrd_detach thrd_equal thrd_error thrd_exit thrd_join thrd_nomem thrd_sleep thrd_success"
    " thrd_timedout thrd_yield time timegm timelocal timer_create timer_delete timer_getoverrun timer_gettime"
    " timer_settime timespec timespec_get timeval timezone tm tmpfile tmpnam toascii tolower toupper tss_create"
    " tss_delete tss_get tss_set tzname tzset uint ulong ungetc unlink unsetenv uselocale ushort usleep va_arg va_copy"
    " va_end va_list va_start valloc vdprintf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf wait waitpid"
    " warn warnx write ";

// Of wide characters.
static const char wide[] =
    " btowc c16rtomb c32rtomb fgetwc fgetws fputwc fputws fwide fwprintf fwscanf getw getwc getwchar iswalnum iswalpha"
    " iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit mblen mbrlen"
    " mbrtoc16 mbrtoc32 mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs mbtowc open_wmemstream putw putwc putwchar"
    " swprintf swscanf towctrans towlower towupper ungetwc vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf"
    " wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp"
    " wcsncat wcsncmp wcsncpy wcsnlen wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax"
    " wcstok wcstol wcstold wcstoll wcstombs wcstoul wcstoull wcstoumax wcsxfrm wctob wctomb wctrans wctype wmemchr"
    " wmemcmp wmemcpy wmemmove wmemset wprintf wscanf ";

// Those that come with f and l behind them, too.
static const char mathematics[] =
    " acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh catan catanh cbrt ccos ccosh ceil"
    " cexp cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh drem erf erfc exp exp10 exp2"
    " expm1 fabs fdim finite floor fma fmax fmin fmod frexp gamma hypot ilogb j0 j1 jn ldexp lgamma llrint llround log"
    " log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalb"
    " scalbln scalbn significand sin sinh sqrt tan tanh tgamma trunc y0 y1 yn ";

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

// Types and limits of the standard headers: size_t, INT32_MAX.
bool br_c_of_headers(const char *name)
{
    return ends_in(name, "_t") || ends_in(name, "_MAX") || ends_in(name, "_MIN") || ends_in(name, "_WIDTH") ||
           ends_in(name, "_C");
}

// Groups that headers may add to: EINVAL, SIGINT, PRIu32, FLT_DIG, M_PI.
bool br_c_grouped(const char *name)
{
    static const char *const group[] = {"SIG", "LC_", "FE_", "PRI", "SCN", "FLT_", "DBL_", "LDBL_", "FP_", "M_"};
    for (size_t i = 0; i < sizeof group / sizeof *group; i++)
        if (strncmp(name, group[i], strlen(group[i])) == 0 && name[strlen(group[i])])
            return true;
    size_t n = 1;
    while (is_capital(name[n]) || (name[n] >= '0' && name[n] <= '9'))
        n++;
    return (name[0] == 'E' && n > 2 && !name[n]) || strncmp(name, "atomic_", 7) == 0 ||
           strncmp(name, "pthread_", 8) == 0;
}

bool br_c_library(const char *name)
{
    size_t size = strlen(name);
    if (listed(library, name, size) || listed(wide, name, size) || listed(mathematics, name, size))
        return true;
    char stem[16];
    if (size < 2 || size > sizeof stem || !strchr("fl", name[size - 1]))
        return false;
    memcpy(stem, name, size - 1);
    stem[size - 1] = 0;
    return listed(mathematics, stem, size - 1);
}

bool br_c_header(const char *name)
{
    static const char headers[] =
        " assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign "
        "stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time "
        "uchar unistd wchar wctype windows ";
    return listed(headers, name, strlen(name));
}

void br_c_mangle(const char *from, char *to, size_t room)
{
    snprintf(to, room, "%s", from);
    for (char *c = to; *c; c++)
        *c = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ? *c : '_';
}
