// values.c - values of a law as text, and as a parameter file.                    [host]
#include "num/base/fp.h"

#include "api/law/opened_law.h"
#include "api/law/sized.h"
#include "file/disk/whole.h"
#include "law/model/condition.h"
#include "num/text/diag.h"

#include <string.h>

void br_model_write_values(br_buffer *out, const br_model *m, const char *between)
{
    int items = 0;
    for (int c = 0; c < m->law.nchoice; c++)
        if (m->law.choice[c].chosen > 0)
            br_buffer_print(out, "%s%s = %s", items++ ? between : "", m->law.choice[c].name,
                            m->law.choice[c].value[m->law.choice[c].chosen]);
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        if (w->kind != BR_PARAM)
            continue;
        br_buffer_print(out, "%s%s = ", items++ ? between : "", w->name);
        for (int i = 0; i < br_model_len(m, q); i++) {
            br_buffer_put(out, i > 0 ? ", " : "");
            br_buffer_number(out, m->p[m->at[q] + i].lo);
        }
        br_buffer_print(out, "%s%s", strcmp(w->si_text, "-") == 0 ? "" : " ",
                        strcmp(w->si_text, "-") == 0 ? "" : w->si_text);
    }
}

// A letter, then letters, digits, dots and hyphens: "axis-1.2".
static bool is_set_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", more[] = "0123456789.-_";
    size_t n = 0, size = strlen(name);
    while (name[n] && (strchr(letters, name[n]) || (n > 0 && strchr(more, name[n]))))
        n++;
    return size > 0 && size <= BR_MAX_NAME && n == size;
}

static br_status save_values(const br_law *law, const char *path, const char *set, br_diag *why)
{
    if (!law || !path || !set || !is_set_name(set))
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_save: a law, a path and the name of a set are needed");
    if (law->inner)
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_save: %s has another law in it; save that one",
                            br_law_name(law));
    if (!law->open->is_complete) {
        if (why)
            *why = law->open->incomplete;
        return BR_BAD_LAW;
    }
    br_buffer text = {0};
    br_buffer_print(&text, "version 1\nset %s for %s\n", set, br_law_name(law));
    br_model_write_values(&text, &law->open->loaded.model, "\n");
    br_buffer_put(&text, "\n");
    br_status status = text.status == BR_OK ? br_file_write(path, text.text, text.size, true, why) : text.status;
    br_buffer_free(&text);
    return status;
}

br_status br_law_save(const br_law *law, const char *path, const char *set, br_diag *why)
{
    return br_said(save_values(law, path, set, why), why);
}

const char *br_law_missing(const br_law *law)
{
    return law ? law->open->missing : NULL;
}

static br_status check_values(const br_law *law, br_diag *why)
{
    if (!law)
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_check: a law is needed");
    br_status status = br_model_complete(&law->open->loaded.model, false, why);
    return status == BR_OK ? br_model_must_hold(&law->open->loaded.model, why) : status;
}

br_status br_law_check(const br_law *law, br_diag *why)
{
    return br_said(check_values(law, why), why);
}

static br_status write_warnings(const br_law *law, char **lines, br_diag *why)
{
    br_buffer text = {0};
    if (!law || !lines)
        return br_diag_fail(why, BR_BAD_USAGE, "br_law_warnings: a law and a place for the lines are needed");
    br_status status = br_model_warn(&law->open->loaded.model, &text);
    br_buffer_put(&text, "");
    if (status == BR_OK)
        status = text.status;
    if (status == BR_OK)
        *lines = text.text;
    else
        br_buffer_free(&text);
    return status;
}

br_status br_law_warnings(const br_law *law, char **lines, br_diag *why)
{
    return br_said(write_warnings(law, lines, why), why);
}
