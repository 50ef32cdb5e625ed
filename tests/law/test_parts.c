// test_parts.c - a law whose parts are chosen: any law in the place of another, with a set of its own.   [host]
#include "kit/notation.h"

static const char slider[] = "law slider \"A mass with some friction\"\n"
                             "choice friction = lugre | any\n"
                             "input u N\nstate v m/s\nparam m kg > 0\noutput F N\n"
                             "use friction as fr (v = v)\n"
                             "v' = (u - F)/m\nF = fr.F\n"
                             "set one\nm = 1 kg\nfr = table-I\n";

static const shelf own[] = {{"my-law", "law my-law\ninput v m/s\nparam k N*s/m > 0\noutput F N\nu = k*v\nF = u\n"
                                       "set soft\nk = 2 N*s/m\nset hard\nk = 20 N*s/m\n"},
                            {"slider", slider},
                            {NULL, NULL}};

static br_status open_with(br_model *m, const char *text, const char *set, const char *list, br_diag *why)
{
    union {
        const shelf *in;
        void *out;
    } context = {.in = own};
    br_model_source source = {text, strlen(text), "t", from_shelf, context.out};
    br_given first = {.set = set}, then = {.text = list, .size = strlen(list), .origin = "list"};
    return br_model_open_given(m, &source, &first, &then, why);
}

static double value(const br_model *m, const char *name)
{
    int q = br_law_find(&m->law, name, strlen(name));
    assert_true(q >= 0 && m->origin[q] == BR_GIVEN);
    return br_model_values(m, q)[0].lo;
}

static br_model opened(const char *text, const char *set, const char *list)
{
    br_model m;
    br_diag why = {0};
    if (open_with(&m, text, set, list, &why) != BR_OK)
        fail_msg("refused: %s", why.text);
    return m;
}

static void says(const char *text, const char *set, const char *list, const char *words)
{
    br_model m;
    br_diag why = {0};
    assert_int_equal(open_with(&m, text, set, list, &why), BR_BAD_LAW);
    assert_string_equal(why.text, words);
}

static void the_first_law_is_taken_unless_another_is_named(void **state)
{
    (void)state;
    br_model m = opened(slider, NULL, "");
    assert_int_equal(m.law.nparts, 1);
    assert_string_equal(m.law.part[0].name, "fr");
    assert_string_equal(m.law.part[0].law, "lugre");
    br_model_close(&m);
    m = opened(slider, NULL, "friction = elasto-plastic");
    assert_string_equal(m.law.part[0].law, "elasto-plastic");
    assert_true(br_law_find(&m.law, "fr.zba", 6) >= 0);
    br_model_close(&m);
}

static void a_law_of_ones_own_fits_as_well(void **state)
{
    (void)state;
    br_model m = opened(slider, NULL, "friction = my-law, fr.k = 3 N*s/m, m = 1 kg, u = 0 N, v = 2 m/s");
    assert_true(value(&m, "fr.k") == 3);
    br_model_close(&m);
}

static void a_part_takes_a_set_of_its_law_and_single_values_win(void **state)
{
    (void)state;
    br_model m = opened(slider, "one", "");
    assert_true(value(&m, "fr.sigma0") == 1e5 && value(&m, "m") == 1);
    br_model_close(&m);
    m = opened(slider, "one", "fr.FC = 0.5 N");
    assert_true(value(&m, "fr.sigma0") == 1e5 && value(&m, "fr.FC") == 0.5);
    br_model_close(&m);
    m = opened(slider, "one", "fr = table-4.1, fr.FC = 0.5 N, fr.FS = 0.6 N"); // in one list, too
    assert_true(value(&m, "fr.FC") == 0.5 && value(&m, "fr.sigma0") == 240e3);
    br_model_close(&m);
    m = opened(slider, "one", "fr = table-4.1");
    assert_true(value(&m, "fr.FC") == 9);
    br_model_close(&m);
}

static void another_law_brings_its_own_sets_and_choices(void **state)
{
    (void)state;
    br_model m = opened(slider, "one", "friction = sgms, fr = table-4.1, fr.form = displacement");
    assert_string_equal(m.law.part[0].law, "sgms");
    assert_true(value(&m, "fr.FC") == 9);
    br_model_close(&m);
    m = opened(slider, "one", "friction = my-law, fr = hard");
    assert_true(value(&m, "fr.k") == 20);
    br_model_close(&m);
}

// `when declared`: laws with an input of that name get it, others do not miss it, and a definition of that name stays.
static void what_a_law_does_not_declare_is_not_given(void **state)
{
    (void)state;
    const char *held = "law held\nchoice friction = karnopp | any\ninput w N\nstate v m/s\nparam m kg > 0\noutput F N\n"
                       "use friction as fr (u = (w) when declared, v = v)\nv' = (w - fr.F)/m\nF = fr.F\n";
    br_model m = opened(held, NULL, "fr = example, m = 1 kg, w = 0.2 N");
    assert_int_equal(br_law_find(&m.law, "fr.u", 4), -1);
    assert_int_equal(m.nu, 1);
    br_model_close(&m);
    m = opened(held, NULL, "friction = lugre, fr = table-I, m = 1 kg, w = 0.2 N");
    assert_int_equal(m.nu, 1);
    br_model_close(&m);
    m = opened(held, NULL, "friction = my-law, fr = soft, m = 1 kg, w = 0.2 N");
    assert_int_equal(m.nu, 1);
    br_model_close(&m);
}

static void parts_nest(void **state)
{
    (void)state;
    const char *pair =
        "law pair\nchoice kind = my-law | any\ninput u N\nparam r - > 0\noutput F N\n"
        "use slider as a (friction = kind, u = u)\nuse slider as b (friction = elasto-plastic, u = r*u)\n"
        "F = a.F + b.F\nset both\na.fr = soft\nb.fr = table-I\na.m = 1 kg\nb.m = 2 kg\nr = 1\n";
    br_model m = opened(pair, "both", "");
    assert_int_equal(m.law.nparts, 4);
    assert_true(value(&m, "a.fr.k") == 2 && value(&m, "b.fr.sigma0") > 0);
    br_model_close(&m);
    m = opened(pair, "both", "kind = lugre, a.fr = table-I");
    assert_true(value(&m, "a.fr.FS") == 1.5);
    br_model_close(&m);
    says(pair, "both", "b.friction = lugre",
         "list:1:1: choice b.friction is elasto-plastic by `use` and cannot be changed");
}

static void what_does_not_fit_is_named(void **state)
{
    (void)state;
    says(slider, NULL, "friction = lugrre",
         "list:1:1: choice friction has no value 'lugrre'; there are lugre, and every law by its name");
    says(slider, NULL, "fr = table-II",
         "list:1:1: fr is law lugre, which has no set 'table-II' (it has table-I, table-4.1, fig-3.5, ep-table-I; did "
         "you mean table-I?)");
    says(slider, NULL, "fx = table-I", "list:1:1: law slider has no choice 'fx'");
    says(slider, "one", "friction = my-law",
         "t:12:1: fr is law my-law, which has no set 'table-I' (it has soft, hard)");
    refuses("law a\nchoice f = lugre | any | b\noutput F N\nF = 0\n",
            "t:2:24: the line should end here; '|' is too much");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_law_is_taken_unless_another_is_named),
        cmocka_unit_test(a_law_of_ones_own_fits_as_well),
        cmocka_unit_test(a_part_takes_a_set_of_its_law_and_single_values_win),
        cmocka_unit_test(another_law_brings_its_own_sets_and_choices),
        cmocka_unit_test(what_a_law_does_not_declare_is_not_given),
        cmocka_unit_test(parts_nest),
        cmocka_unit_test(what_does_not_fit_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
