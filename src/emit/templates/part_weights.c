// part_weights.c - parameters and weights of an observer, as its user may change them.   [template]

PREFIX_real *PREFIX_parameters(PREFIX *o)
{
    return begun(o) ? inside_of(o)->PLACE : 0;
}

#if IS_COMPENSATOR
#include "part_nan.c"
PREFIX_real PREFIX_value(const PREFIX *o, int i)
{
    return begun(o) && i >= 0 && i < CAPITAL_STATES ? finite_or(seen_inside(o)->MEMBER.ESTIMATE[i], 0) : not_a_number();
}

#endif
PREFIX_real *PREFIX_process_noise(PREFIX *o)
{
    return begun(o) ? inside_of(o)->MEMBER.q : 0;
}

PREFIX_real *PREFIX_largest_sd(PREFIX *o)
{
    return begun(o) ? inside_of(o)->MEMBER.most : 0;
}

PREFIX_real *PREFIX_sensor_noise(PREFIX *o, int i)
{
    return begun(o) && i >= 0 && i < CAPITAL_MEASURED ? &inside_of(o)->MEMBER.r[WHICH] : 0;
}
