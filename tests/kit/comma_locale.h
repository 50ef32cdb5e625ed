// comma_locale.h - a locale with a decimal comma: of this machine, or made in a folder of its own.
#ifndef BR_TESTS_KIT_COMMA_LOCALE_H
#define BR_TESTS_KIT_COMMA_LOCALE_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool kit_has_comma(const char *name)
{
    return setlocale(LC_ALL, name) && strcmp(localeconv()->decimal_point, ",") == 0;
}

// localedef needs no rights: it writes where it is told, and LOCPATH says where to look. False: the locale is as it was.
static inline bool kit_set_comma_locale(void)
{
    char folder[] = "/tmp/bristle-locale-XXXXXX", command[200];
    if (kit_has_comma("de_DE.UTF-8") || kit_has_comma("fr_FR.UTF-8") || kit_has_comma("de_DE"))
        return true;
    setlocale(LC_ALL, "C");
    if (!mkdtemp(folder))
        return false;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1", folder, folder);
    bool made = system(command) == 0 && // NOLINT(cert-env33-c): nothing of it comes from outside
                setenv("LOCPATH", folder, 1) == 0 && kit_has_comma("de_DE.UTF-8");
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && made; // NOLINT(cert-env33-c)
}

#endif
