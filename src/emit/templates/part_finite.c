// part_finite.c - nothing that is not finite leaves a package.   [template]

// x, or the largest number of its sign; `otherwise` where it is NaN.
static br_real finite_or(br_real x, br_real otherwise)
{
    return x > BR_MOST ? BR_MOST : x < -BR_MOST ? -BR_MOST : x == x ? x : otherwise;
}
