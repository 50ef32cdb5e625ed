// part_nan.c - NaN, the answer where there is no value.   [template]

static br_real not_a_number(void)
{
    br_real most = BR_MOST;
    return 2 * most - 2 * most; // NaN
}
