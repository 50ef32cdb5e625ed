// part_object.c - how the functions of a package see its object; behind `struct inside`.   [template]

typedef char it_fits[sizeof(inside) <= sizeof(PREFIX) ? 1 : -1];

static inside *inside_of(PREFIX *o)
{
    return (inside *)(void *)o->room.byte;
}

static const inside *seen_inside(const PREFIX *o)
{
    return (const inside *)(const void *)o->room.byte;
}

// One that is copied or moved still points to where it was.
static int begun(const PREFIX *o)
{
    return o && seen_inside(o)->self == (const void *)o;
}
