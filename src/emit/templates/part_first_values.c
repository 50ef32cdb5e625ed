// part_first_values.c - what is restored as long as nothing has been changed.   [template]
// clang-format off

#if HAS_PARAMETERS
    br_vec_copy(CAPITAL_PARAMETERS, first_p, w->kept_p);
#endif
#if HAS_WEIGHTS
    if (status == 0) {
        const br_KIND *e = &w->MEMBER;
        br_vec_copy(CAPITAL_NUMBERS, e->q, w->kept_q);
        br_vec_copy(CAPITAL_NUMBERS, e->most, w->kept_most);
        for (int i = 0; i < CAPITAL_MEASURED; i++)
            w->kept_r[i] = e->r[WHICH];
    }
#endif
