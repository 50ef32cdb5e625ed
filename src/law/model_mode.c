// model_mode.c - the modes a model starts in.                                     [host]
#include "num/fp.h"

#include "law/model.h"
#include <stdio.h>
#include <string.h>

static int find_mode(const br_law *law, const br_token *t)
{
    for (int k = 0; k < law->nmode; k++)
        if (br_token_is(t, law->mode[k]))
            return k;
    return -1;
}

static br_status no_mode(const br_law *law, const br_tokens *t, const br_token *at, br_diag *why)
{
    char all[BR_MAX_MODES * (BR_MAX_NAME + 3)] = "";
    size_t n = 0;
    for (int k = 0; k < law->nmode; k++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", k ? ", " : "", law->mode[k]);
    if (law->nmode == 0)
        return br_complain(why, BR_BAD_USAGE, t, at, "the law has no modes");
    return br_complain(why, BR_BAD_USAGE, t, at, "no such mode; there are %.250s", all);
}

// Reads `MODE, MODE, ...` to `to` (NULL: nowhere); answers how many there are, or -1.
static int read_modes(const br_law *law, const br_tokens *t, int *to, br_status *status, br_diag *why)
{
    int count = 0;
    for (const br_token *at = t->token; at->kind != BR_T_LINE && at->kind != BR_T_END; at++) {
        int found = find_mode(law, at);
        if (found < 0) {
            *status = no_mode(law, t, at, why);
            return -1;
        }
        if (to)
            to[count] = found;
        count++;
        if (br_token_is_mark(at + 1, ','))
            at++;
    }
    return count;
}

br_status br_model_set_mode(br_model *m, const char *text, br_diag *why)
{
    br_tokens t;
    br_status status = br_tokens_read(&t, text, strlen(text), "--mode", why);
    if (status != BR_OK)
        return status;
    int count = read_modes(&m->law, &t, NULL, &status, why);
    if (status == BR_OK && m->nm == 0)
        status = no_mode(&m->law, &t, NULL, why);
    if (status == BR_OK && count != 1 && count != m->nm)
        status = br_complain(why, BR_BAD_USAGE, &t, NULL, "one mode, or one for each of %d elements", m->nm);
    if (status == BR_OK)
        read_modes(&m->law, &t, m->m, &status, why);
    for (int i = 1; status == BR_OK && count == 1 && i < m->nm; i++)
        m->m[i] = m->m[0];
    br_tokens_free(&t);
    return status;
}
