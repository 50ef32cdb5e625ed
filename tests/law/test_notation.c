// test_notation.c - what the notation means: grammar, units, choices, modes, composition, lists, defaults.
#include "kit/notation.h"

static void operators_bind_as_in_mathematics(void **state)
{
    (void)state;
    assert_true(calculated("-a^2") == -4);
    assert_true(calculated("2^-1") == 0.5);
    assert_true(calculated("a^b^2") == 512); // a^(b^2)
    assert_true(calculated("(a^b)^2") == 64);
    assert_true(calculated("a + b*c") == 17);
    assert_true(calculated("a - b - c") == -6);
    assert_true(calculated("c/a/2") == 1.25);
    assert_true(calculated("a*-b") == -6);
    assert_true(calculated("--a") == 2);
    assert_true(calculated("c - -a") == 7);
    assert_true(calculated("-a*b") == -6);
    assert_true(calculated("a^-b") == 0.125);
}

static void comparisons_and_logic_bind_loosely(void **state)
{
    (void)state;
    assert_true(calculated("if a < b then 1 else 0") == 1);
    assert_true(calculated("if a + 1 >= b then 1 else 0") == 1);
    assert_true(calculated("if not a < b then 1 else 0") == 0);
    assert_true(calculated("if a > b or b > a and c > b then 1 else 0") == 1);
    assert_true(calculated("if (a < b or a > b) and c < b then 1 else 0") == 0);
    assert_true(calculated("if not a == b and a != b then 1 else 0") == 1);
    assert_true(calculated("if a > b then 1 else if a == 2 then 7 else 9") == 7);
    assert_true(calculated("1 + (if a <= b then 10 else 20)") == 11);
    assert_true(calculated("if 1 < 2 then a else b") == 2); // a known comparison is one still
}

static void functions_have_their_values(void **state)
{
    (void)state;
    assert_true(calculated("abs(-a) + sign(-b) + sign(0*a)") == 1);
    assert_true(calculated("min(a, b) + 10*max(a, b)") == 32);
    assert_true(calculated("clamp(c, a, b)") == 3);
    assert_true(calculated("clamp(-c, a, b)") == 2);
    assert_true(calculated("sqrt(a*2) + exp(0*a) + log(1)") == 3);
    assert_true(calculated("tanh(0) + logistic(0*a) + sin(0) + cos(0) + atan(0)") == 1.5);
    assert_true(calculated("cos(pi)") == -1);
    assert_true(calculated("if a < inf then 1 else 0") == 1);
}

static void lines_go_on_after_operators_commas_and_open_brackets(void **state)
{
    (void)state;
    assert_true(calculated("a +   # two\n b *\n c") == 17);
    assert_true(calculated("max(\n a,\n\n b)") == 3);
    assert_true(calculated("(\n a)") == 2);
    accepts("law t\r\ninput v m/s\r\noutput F N\r\nparam k N*s/m\r\nF = k*\r\n v\r\n");
    accepts("\xef\xbb\xbflaw t \"\xc3\xa4\"\n# \xe2\x82\xac\noutput F\nF = 1");
    refuses("law t\noutput y\ny = 2 -\n1\n",
            "t:4:1: a line that ends in - does not go on; end it in + and begin the next one with -");
}

static void numbers_are_read_to_the_last_bit(void **state)
{
    (void)state;
    assert_true(calculated("0.1") == 0.1);
    assert_true(calculated("1e-320") == 1e-320);
    assert_true(calculated(".5e1") == 5);
    assert_true(calculated("123456789012345678901234567890") == 123456789012345678901234567890.0);
}

static void names_that_c_reserves_are_names_here(void **state)
{
    (void)state;
    accepts("law t\nparam int = 1\nparam main = 2\nparam NULL = 3\nparam br_exp = 1\noutput double\n"
            "double = int + main + NULL + br_exp\n");
}

// ---------------------------------------------------------------- units

static void units_follow_the_operations(void **state)
{
    (void)state;
    accepts("law t\ninput v m/s\nparam k N*s/m\nparam m kg\nparam L m\noutput F N\nF = k*v + m*v^2/L\n");
    accepts("law t\ninput A m^2\noutput s m\ns = sqrt(A) + A^(1/2) + A^0.5\n");
    accepts("law t\ninput v m/s\noutput s\ns = sign(v) + sin(0) + abs(v)/v\n");
    accepts("law t\ninput w rad/s\noutput r 1/s\nr = w\n");                    // an angle is a plain number
    accepts("law t\ninput v m/s\noutput a m/s\na = if v > 0 then v else 0\n"); // zero has every unit
    accepts("law t\ninput x m\nstate z m\noutput y m/s\nz' = (x - z)/(2*t0)\nparam t0 s\ny = z'\n");
    accepts("law t\ninput v m/s\noutput y m/s\ny = min(v, inf)\n");
}

static void wrong_units_are_refused_with_both_and_the_place(void **state)
{
    (void)state;
    refuses("law t\ninput v m/s\ninput x m\noutput y m\ny = x + v\n", "t:5:7: units differ: + joins m and m/s");
    refuses("law t\ninput v m/s\ninput x m\noutput y\ny = if x < v then 1 else 0\n",
            "t:5:10: units differ: a comparison joins m and m/s");
    refuses("law t\ninput v m/s\noutput y m/s\ny = if v > 0 then v else 1\n",
            "t:4:5: units differ: if joins m/s and -");
    refuses("law t\ninput v m/s\noutput y\ny = exp(v)\n",
            "t:4:5: units differ: exp needs a number without unit (-), this has m/s");
    refuses("law t\ninput v m/s\noutput y\ny = 2^v\n",
            "t:4:6: units differ: an exponent needs a number without unit (-), this has m/s");
    refuses("law t\ninput v m/s\nparam n\noutput y\ny = v^n\n",
            "t:5:6: units differ: the base of a power with a variable exponent needs a number without unit (-), this "
            "has m/s");
    refuses("law t\ninput v m/s\noutput y N\ny = v\n", "t:4:1: units differ: y has N, its equation gives m/s");
    refuses("law t\ninput v m/s\nstate z m\noutput y m\nz' = z\ny = z\n",
            "t:5:1: units differ: z' has m/s, its equation gives m");
    refuses("law t\nstate z m\noutput y m\nz+ = z/2 + 1\ny = z\n", "t:4:10: units differ: + joins m and -");
    refuses("law t\ninput v m/s\nparam k = v N\noutput y N\ny = k\n", "t:3:11: units differ: k has N, its default m/s");
    refuses("law t\ninput v m/s\ninput x m\noutput y m\ny = max(x, v)\n", "t:5:5: units differ: max joins m and m/s");
    refuses("law t\ninput x qm\n", "t:2:9: unknown unit 'qm'; use SI units such as m, N, s, rad, with prefixes f to G");
}

static void open_units_are_shown_as_what_they_stand_for(void **state)
{
    (void)state;
    static const char text[] =
        "law t\nunit X = mm | rad\nunit E = N | N*m\ninput v X/s\nparam k E*s/X\nparam c X/E\noutput F E\nF = k*v\n";
    br_parsed_law law;
    br_read_options o = {.motion = 1};
    must_read(&law, text);
    assert_int_equal(law.motions, 2);
    assert_string_equal(law.q[0].unit_text, "mm/s");
    assert_string_equal(law.q[2].unit_text, "mm/N");
    br_law_free(&law);
    assert_int_equal(br_law_read(&law, text, strlen(text), "t", &o, NULL), BR_OK);
    assert_string_equal(law.q[0].unit_text, "rad/s");
    assert_string_equal(law.q[1].unit_text, "N*m*s/rad");
    assert_string_equal(law.q[2].unit_text, "rad/N/m"); // behind a / the product is divided by, factor by factor
    assert_string_equal(law.out[0].unit_text, "N*m");
    br_law_free(&law);
}

static void open_units_are_chosen_by_the_values(void **state)
{
    (void)state;
    static const char text[] =
        "law t\nunit X = m | rad\nunit E = N | N*m\ninput v X/s\nparam k E*s/X\noutput F E\nF = k*v\n";
    br_model m;
    must_open(&m, text, "k = 3 N*s/mm, v = 2 mm/s");
    assert_int_equal(m.law.motion, 0);
    assert_true(value_in(&m, "k", 0) == 3000);
    assert_true(first_result(&m, false) == 6);
    br_model_close(&m);
    must_open(&m, text, "k = 3 N*m*s/rad, v = 2 rad/s");
    assert_int_equal(m.law.motion, 1);
    br_model_close(&m);
    refuses_list(text, "k = 3 N*m*s/rad, v = 2 m/s",
                 "list:1:18: units differ: v is in rad/s here, because k is in N*m*s/rad (a turning law); "
                 "this value is in m/s");
    refuses_list(text, "k = 3 N*s/mm, v = 10 rpm",
                 "list:1:15: units differ: v is in m/s here, because k is in N*s/mm (a sliding law); "
                 "this value is in rpm");
    refuses_list(text, "k = 3 N*s/mm, v = 10 kg", "list:1:15: units differ: v is in m/s, this value in kg");
    refuses_list(text, "k = 3 N*m*s, v = 10 kg", "list:1:14: units differ: v is in rad/s, this value in kg");
    refuses_list(text, "v = 1 kg, k = 3 N*m*s", "list:1:1: units differ: v is in m/s, this value in kg");
    refuses_list("law t\nunit X = mm | deg\ninput x X\ninput v X/s\noutput F X\nF = x\n", "x = 1, v = 2 mm/s",
                 "list:1:8: units differ: v is in deg/s here, because x has no unit; this value is in mm/s");
    refuses("law t\nunit X = m | rad\nunit E = N | N*m | J\noutput F E\nF = 0\n",
            "t:3:6: open units need the same number of alternatives everywhere (2 and 3)");
    accepts("law t\nunit X = m | rad\nunit T = K\ninput T0 T\noutput F X\nF = 0\n");
}

// ---------------------------------------------------------------- choices

static const char two_ways[] =
    "law t\nchoice form = plain | squared\ninput a\noutput y\nparam k = 3 when form is squared\n"
    "y = a when form is plain\ny = k*a^2 when form is squared\n";

static void a_choice_selects_declarations_and_equations(void **state)
{
    (void)state;
    br_model m;
    must_open(&m, two_ways, "a = 2");
    assert_int_equal(m.law.nq, 1);
    assert_true(first_result(&m, false) == 2);
    br_model_close(&m);
    must_open(&m, two_ways, "form = squared\na = 2");
    assert_int_equal(m.law.nq, 2);
    assert_true(first_result(&m, false) == 12);
    br_model_close(&m);
    refuses_list(two_ways, "a = 1\nform = cubed",
                 "list:2:1: choice form has no value 'cubed'; there are plain | squared");
    refuses_list(two_ways, "form = 3", "list:1:1: form is a choice; give one of its values by name");
    refuses_list(two_ways, "a = plain", "list:1:1: a needs a number, not 'plain'");
    refuses_list(two_ways, "shape = plain", "list:1:1: law t has no choice 'shape'");
}

static void a_quantity_of_another_choice_says_which(void **state)
{
    (void)state;
    refuses_list(two_ways, "k = 3", "list:1:1: k is a quantity only when form is squared (add form = squared)");
    refuses_list(two_ways, "k = nan", "list:1:1: k is a quantity only when form is squared (add form = squared)");
    br_model m;
    must_open(&m, two_ways, "k = 4, form = squared");
    br_model_close(&m);
    refuses_list("law t\nchoice c = u | v\nchoice d = x | y\nparam p when c is v and d is x\noutput y\ny = 1\n",
                 "p = 3", "list:1:1: p is a quantity only when c is v and d is x (add c = v)");
    refuses_list("law t\ninput w m/s\nuse viscous as f (v = w)\noutput F N\nF = f.c\n", "f.v1 = 1 m/s",
                 "list:1:1: f.v1 is a quantity only when f.viscous is power (add f.viscous = power)");
    refuses_list("law t\ninput w m/s\nuse viscous as f (v = w, viscous = linear)\noutput F N\nF = f.c\n",
                 "f.v1 = 1 m/s", "list:1:1: f.v1 is a quantity only when f.viscous is power");
}

static void rates_keep_the_name_of_the_unit(void **state)
{
    (void)state;
    static const char *const units[][3] = {
        {"rad", "rad", "rad/s"},
        {"m", "m", "m/s"},
        {"N", "N", "N/s"},
        {"-", "-", "1/s"},
        {"deg", "rad", "rad/s"},
        {"rpm", "rad/s", "rad/s^2"},
        {"m/s", "m/s", "m/s^2"},
        {"s", "s", "-"},
        {"N*s", "N*s", "N"},
        {"mm", "m", "m/s"},
        {"N*m/rad", "N*m/rad", "N*m/rad/s"},
        {"%", "-", "1/s"},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        br_parsed_law law;
        char text[100], rate[BR_UNIT_SIZE];
        snprintf(text, sizeof text, "law t\nstate z %s\noutput y %s\nz' = 0\ny = z\n", units[i][0], units[i][0]);
        must_read(&law, text);
        br_law_rate_unit(&law.q[0], rate);
        assert_string_equal(law.q[0].si_text, units[i][1]);
        assert_string_equal(law.out[0].si_text, units[i][1]);
        assert_string_equal(rate, units[i][2]);
        br_law_free(&law);
    }
}

static void when_may_join_several_choices(void **state)
{
    (void)state;
    static const char text[] = "law t\nchoice p = x | y\nchoice q = x | y\noutput F\nF = 1 when p is x and q is x\n"
                               "F = 2 when p is x and q is y\nF = 3 when p is y\n";
    br_model m;
    must_open(&m, text, "q = y");
    assert_true(first_result(&m, false) == 2);
    br_model_close(&m);
    must_open(&m, text, "p = y, q = y");
    assert_true(first_result(&m, false) == 3);
    br_model_close(&m);
}

// ---------------------------------------------------------------- elements, modes

static void elements_are_counted_by_the_values(void **state)
{
    (void)state;
    static const char text[] = "law t\nelements n = 2\nparam k[n] = 1\nparam g[n] = k + 1\noutput y\ny = sum(k*g)\n";
    br_model m;
    must_open(&m, text, "");
    assert_true(first_result(&m, false) == 4);
    br_model_close(&m);
    must_open(&m, text, "k = 1, 2, 3");
    assert_int_equal(m.n[0], 3);
    assert_true(first_result(&m, false) == 20);
    br_model_close(&m);
    must_open(&m, text, "n = 4");
    assert_true(first_result(&m, false) == 8);
    br_model_close(&m);
    must_open(&m, text, "k = 5\nk[2] = 1");
    assert_true(first_result(&m, false) == 32);
    br_model_close(&m);
    refuses_list(text, "k = 1, 2, 3\ng = 1, 2", "list:2:1: g has 2 values where k has 3");
    refuses_list(text, "n = 2.5", "list:1:1: n is a whole number from 1 to 100000");
    refuses_list(text, "k[2] = 1\nk[3] = 1", "list:1:1: give all 2 elements of k before single ones");
    refuses_list("law t\nparam k\noutput y\ny = k\n", "k[1] = 3", "list:1:1: k is a single number");
    refuses_list("law t\nparam k\noutput y\ny = k\n", "k = 3, 4",
                 "list:1:1: k takes 1 value, here are 2 (decimals have a point)");
}

// The later list is to blame, and the earlier one is named.
static void a_later_list_must_have_the_sizes_of_an_earlier_one(void **state)
{
    (void)state;
    static const char text[] = "law t\nelements n = 2\nparam k[n]\nstate z[n]\noutput y\nz' = 0\ny = sum(k*z)\n"
                               "set four\nk = 1, 2, 3, 4\nset eight\nn = 8\nk = 1\n";
    static const struct {
        const char *set, *at, *words;
    } cases[] = {
        {"four", "z = 1, 2", "--at:1:1: z has 2 values where k has 4 (of t four)"},
        {"four", "z[1] = 3, n = 3", "--at:1:11: n has 3 values where k has 4 (of t four)"},
        {"four", "k = 1, 2", "--at:1:1: k has 2 values where k has 4 (of t four)"},
        {"four", "z = 1, 2, 3, 4, n = 4", NULL},
        {"eight", "n = 3, z = 1, 2, 3", NULL}, // it holds no array
        {"eight", "n = 3, z = 1, 2", "--at:1:8: z has 2 values where n has 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        br_model m;
        br_diag why = {0};
        br_given first = {.set = cases[i].set},
                 then = {.text = cases[i].at, .size = strlen(cases[i].at), .origin = "--at"};
        br_model_source source = {text, strlen(text), "t", NULL, NULL};
        br_status status = br_model_open_given(&m, &source, &first, &then, &why);
        assert_int_equal(status, cases[i].words ? BR_BAD_LAW : BR_OK);
        if (status == BR_OK)
            br_model_close(&m);
        else
            assert_string_equal(why.text, cases[i].words);
    }
}

static const char automaton[] =
    "law t\nelements n = 2\nmodes stick, slip per n\ninput v m/s\nstate z[n] m\nparam c 1/s\n"
    "z' = v in stick\nz' = -c*z in slip\nfrom stick to slip if z > 0\nfrom slip to stick if v <= 0\n"
    "output y m\ny = sum(z)\n";

static void modes_choose_equations_per_element(void **state)
{
    (void)state;
    br_model m;
    must_open(&m, automaton, "v = 3 m/s, c = 2 1/s, z = 5, 7 m");
    assert_int_equal(m.law.nautomata, 1);
    assert_int_equal(m.law.automaton[0].nmode, 2);
    assert_int_equal(m.law.njump, 2);
    assert_int_equal(m.law.jump[0].from, 0);
    assert_int_equal(m.law.jump[0].to, 1);
    assert_true(first_result(&m, false) == 3);
    assert_int_equal(br_model_set_mode(&m, "slip, stick", NULL), BR_OK);
    assert_true(first_result(&m, false) == -10);
    assert_int_equal(br_model_set_mode(&m, "slip", NULL), BR_OK);
    assert_int_equal(m.m[1], 1);
    br_diag why;
    assert_int_equal(br_model_set_mode(&m, "stick, glide", &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "--mode:1:8: no such mode; there are stick, slip");
    assert_int_equal(m.m[0], 1); // as it was
    assert_int_equal(br_model_set_mode(&m, "stick, slip, slip", &why), BR_BAD_USAGE);
    assert_int_equal(m.m[0], 1);
    br_model_close(&m);
}

static void modes_and_transitions_fit_their_elements(void **state)
{
    (void)state;
#define HEAD "law t\nelements n = 2\nelements k = 3\nmodes a, b per n\nparam p[n]\nparam q[k]\noutput y\ny = 1\n"
    refuses(HEAD "f = q in a\nf = 1 in b\n", "t:9:5: the modes are per n, this is an array over k");
    refuses(HEAD "f = p in a\n", "t:9:1: 'f' has no equation in mode b");
    refuses(HEAD "f = p in c\n", "t:9:10: a mode is needed here (declared above by `modes ...`)");
    refuses(HEAD "f = p in a\nf = p in a\n", "t:10:1: 'f' stands here a second time (first on line 9)");
    refuses(HEAD "f = p in\n", "t:9:7: the line should end here; 'in' is too much");
    refuses(HEAD "from a to b if q > 1\n", "t:9:16: the modes are per n, this condition is one per element of k");
    refuses(HEAD "from a to a if 1 > 0\n", "t:9:11: a transition leads to another mode");
    refuses(HEAD "from a to b when 1 > 0\n", "t:9:13: write: from MODE to MODE if CONDITION");
    refuses(HEAD "from a to b if p\n", "t:9:16: a comparison is needed here, such as v > 0");
    refuses(HEAD "modes c, d\n", "t:9:1: a second list of modes in one scope; `use` a law with modes `as` a name");
    refuses("law t\nmodes a, b\nelements n\nparam p[n]\noutput y\ny = 1\nfrom a to b if p > 1\n",
            "t:7:16: the law has one mode, this condition is one per element of n");
#undef HEAD
}

// ---------------------------------------------------------------- updates

static void updates_stand_beside_rates(void **state)
{
    (void)state;
    br_model m;
    must_open(&m,
              "law t\ninput dt s\nstate z m\nparam c 1/s\noutput F m/s\nz' = -c*z\nz+ = z/(1 + c*dt)\nF = z'\nF+ = "
              "(next(z) - z)/dt\n",
              "dt = 0.5 s, c = 2 1/s, z = 3 m");
    assert_true(first_result(&m, false) == -6);
    assert_true(first_result(&m, true) == 1.5);
    br_model_close(&m);
    accepts("law t\nstate z\noutput F\nz+ = z/2\nF+ = next(z)\n"); // sample by sample only
    refuses("law t\nstate z\noutput F\nz' = 0\nF = next(z)\n",
            "t:5:10: next() takes the name of a state that has an update (z+ = ...)");
    refuses("law t\ninput v\noutput F\nF = v'\n", "t:4:5: there is no equation for v' (v' = ...)");
    refuses("law t\ninput v\noutput F\nF = 1\nv' = 1\n", "t:5:1: v': there is no state 'v'");
    refuses("law t\nstate z\noutput F\nF = z\n", "t:2:7: state 'z' has no equation (z' = ... or z+ = ...)");
}

// ---------------------------------------------------------------- composition

static const shelf spring[] = {
    {"spring", "law spring\nunit X = m | rad\nunit E = N | N*m\nchoice form = soft | hard\ninput x X\nparam k E/X > 0\n"
               "param k3 E/X^3 when form is hard\nstate w X\noutput F E\nw' = (x - w)/(1*t0)\nparam t0 = 1 s\n"
               "F = k*x when form is soft\nF = k*x + k3*x^3 when form is hard\n"},
    {"double", "law double\ninput x m\nuse spring\noutput G N\nG = 2*F\n"},
    {"self", "law self\nuse self as me\noutput F\nF = 1\n"},
    {"ping", "law ping\nuse pong as p\noutput F\nF = 1\n"},
    {"pong", "law pong\nuse ping as p\noutput F\nF = 1\n"},
    {"broken", "law broken\ninput x m\noutput F N\nF = 3*y\n"},
    {"twice", "law twice\nuse spring as a\nuse spring as b\noutput F\nF = 1\n"},
    {NULL, NULL}};

static void a_used_law_is_a_scope_of_its_own(void **state)
{
    (void)state;
    br_parsed_law law;
    must_read_at(&law, "law t\ninput y m\nuse spring as s (x = 2*y)\noutput F N\nF = s.F + s.k*y\n", spring, __LINE__);
    assert_true(br_law_find(&law, "s.k", 3) >= 0);
    assert_true(br_law_find(&law, "s.x", 3) < 0);
    assert_true(br_law_find(&law, "s.w", 3) >= 0);
    assert_int_equal(law.nout, 1);
    assert_string_equal(law.choice[0].name, "s.form");
    br_law_free(&law);
    accepts_with(spring, "law t\ninput y m\nuse spring as s (x = y, form = hard)\noutput F N\nF = s.F + s.k3*y^3\n");
    accepts_with(
        spring,
        "law t\nchoice form = soft | hard\ninput y m\nuse spring as s (x = y, form = form)\noutput F N\nF = s.F\n");
    accepts_with(spring, "law t\ninput y rad\nuse spring as s (x = y, X = rad)\noutput F N*m\nF = s.F\n");
    accepts_with(spring, "law t\ninput y m\nuse spring as s (x = y, k = 2*k0)\nparam k0 N/m\noutput F N\nF = s.F + "
                         "s.k*y + s.w'*c\nparam c N*s/m\n");
}

static void a_mixin_shares_names_and_inputs(void **state)
{
    (void)state;
    br_parsed_law law;
    must_read_at(&law, "law t\ninput x m\nuse spring\noutput G N\nG = F + k*w\n", spring, __LINE__);
    assert_true(br_law_find(&law, "k", 1) >= 0);
    assert_int_equal(br_parsed_law_count(&law, BR_INPUT), 1);
    br_law_free(&law);
    // a law that got its input by use hands it on to its own mixin
    must_read_at(&law, "law t\ninput q m\nuse double as d (x = 3*q)\noutput G N\nG = d.G\n", spring, __LINE__);
    assert_true(br_law_find(&law, "d.k", 3) >= 0);
    assert_int_equal(br_parsed_law_count(&law, BR_INPUT), 1);
    br_law_free(&law);
}

static void wrong_uses_are_refused_where_they_stand(void **state)
{
    (void)state;
#define refuses_use(text, words) refuses_with(spring, text, words)
    refuses_use("law t\nuse sprung\n", "t:2:5: there is no law 'sprung' (built-in, or sprung.law beside this file)");
    refuses_use("law t\nuse lugree as s\n",
                "t:2:5: there is no law 'lugree' (built-in, or lugree.law beside this file); did you mean 'lugre'?");
    refuses_use("law t\nuse x\n", "t:2:5: there is no law 'x' (built-in, or x.law beside this file)");
    refuses_use("law t\nuse spring as s (y = 1)\n",
                "t:2:18: law spring has no input, parameter, choice or open unit 'y'");
    refuses_use("law t\nuse spring as s (w = 1)\n",
                "t:2:18: 'w' is a state of law spring; give inputs, parameters, choices or open units");
    refuses_use("law t\ninput y m\nuse spring as s (x = y, x = y)\n", "t:3:25: 'x' is given a second time");
    refuses_use("law t\ninput y m\nuse spring as s (x = y when wanted)\n",
                "t:3:29: write: NAME = EXPRESSION when declared");
    refuses_use("law t\ninput y m\nuse spring as s (x = y when\n", "t:3:28: write: NAME = EXPRESSION when declared");
    refuses_use("law t\nuse spring as s (form = firm)\n",
                "t:2:25: choice s.form has no value 'firm'; there are soft | hard");
    refuses_use("law t\ninput y N\nuse spring as s (x = y)\noutput F N\nF = s.F\n",
                "t:3:22: units differ: x of law spring has m, this has N");
    refuses_use("law t\ninput y N\nuse spring as s (X = N)\n", "t:3:22: X of the law that is used is not open to this");
    refuses_use("law t\ninput y m\nuse spring as s (x = y y)\noutput F N\nF = s.F\n",
                "t:3:24: a comma or a ) is missing: use LAW as NAME (v = EXPRESSION, ...)");
    refuses_use("law t\nelements n\ninput y[n] m\nuse spring as s (x = y)\noutput F N\nF = s.F\n",
                "t:4:22: x of law spring is a single number, this is an array over n");
    refuses_use("law t\nuse spring as s (x = y)\noutput F N\nF = s.F\n",
                "t:2:22: unknown name 'y'; declare it, or give it an equation");
    refuses_use("law t\nuse spring as s\noutput F N\nF = s.G\n",
                "t:4:7: unknown name 'G' in law spring; declare it, or give it an equation");
    refuses_use("law t\nuse spring as s\noutput F N\nF = q.F\n", "t:4:5: 'q' is no law used here (use LAW as q)");
    refuses_use("law t\nuse spring as s\noutput F N\nF = s\n",
                "t:4:5: 's' is a law; its quantities are named NAME.QUANTITY");
    refuses_use("law t\nuse broken as s (x = 0)\noutput F N\nF = s.F\n",
                "broken:4:7: unknown name 'y'; declare it, or give it an equation");
    refuses_use("law t\nuse self as s\n", "self:2:5: law 'self' uses itself");
    refuses_use("law t\nuse ping as s\n", "pong:2:5: law 'ping' uses itself");
    refuses_use("law ping\nuse pong as s\n", "pong:2:5: law 'ping' uses itself");
    refuses_use("law t\ninput x m\nparam k\nuse spring\n", "t:4:5: law spring brings a second 'k'; use it `as` a name");
    refuses_use("law t\ninput x m\nuse spring\nuse spring\n",
                "t:4:5: law spring brings a second 'form'; use it `as` a name");
    refuses_use("law t\ninput x m\nuse spring\nparam k\n",
                "t:4:7: 'k' stands here a second time (first on line 6 of law spring)");
    refuses_use("law t\nuse spring as F\nuse spring as F\n", "t:3:15: 'F' stands here a second time (first on line 2)");
    refuses_use("law t\nuse spring as if\n", "t:2:15: 'if' is a word of the notation; choose another name");
#undef refuses_use
}

// ---------------------------------------------------------------- lists, sets, defaults

static void lists_take_values_ranges_elements_and_units(void **state)
{
    (void)state;
    static const char text[] = "law t\nelements n = 3\nparam k[n] N/m\nparam F N\nparam a\noutput y\ny = a\n";
    br_model m;
    must_open(&m, text,
              "version 1\nset x \"words\" for t\nk = 1, 2, 3 N/mm, F = 10..20 kN\nk[2] = 7 N/m, a = -sqrt(4)/2 -");
    assert_true(value_in(&m, "k", 0) == 1000);
    assert_true(value_in(&m, "k", 1) == 7);
    assert_true(value_in(&m, "k", 2) == 3000);
    assert_true(value_in(&m, "a", 0) == -1);
    int F = br_law_find(&m.law, "F", 1);
    assert_true(br_model_values(&m, F)->lo == 1e4 && br_model_values(&m, F)->hi == 2e4);
    assert_false(m.exact);
    br_model_close(&m);
    must_open(&m, text, "F = 0, k = 0");
    br_model_close(&m);
    refuses_list(text, "F = 3", "list:1:1: F needs a unit, such as N");
    refuses_list(text, "F = 3 m", "list:1:1: units differ: F is in N, this value in m");
    refuses_list(text, "F = 2..1 N", "list:1:5: a range goes from the smaller to the larger number");
    refuses_list(text, "F = 1 N\n a = 3, F = 2 N", "list:2:9: F is given a second time in one list");
    refuses_list(text, "G = 1 N", "list:1:1: law t has no quantity 'G'; it has k, F, a");
    refuses_list(text, "F", "list:1:1: an assignment reads NAME = VALUE UNIT");
    refuses_list(text, "F = ", "list:1:5: the line ends where a value is needed");
    refuses_list(text, "F = 2*a N", "list:1:7: a number is needed here, not a name");
    refuses_list(text, "F = 1 N 2", "list:1:9: the line should end here; '2' is too much");
    refuses_list(text, "k[0] = 1", "list:1:3: elements are counted 1, 2, 3, ... at most 100000");
    // B14: another version of the notation
    refuses_list(text, "version 2\n", "list:1:9: version 2 of the notation; this bristle reads version 1");
    refuses_list(
        text, "a = 1e308*10",
        "list:1:10: this constant is not a finite number (division by zero, log of a negative number, overflow?)");
    refuses_list(text, "version 1\nset x \"words\" for s\nk = 1, 2, 3 N/mm", "list:2:19: this set is for s, not t");
    refuses_list(text, "set x\nset y\nF = 1 N", "list:2:1: one set per file");
    refuses_list(text, "set x\nF = 1 N\nset y\na = 1", "list:3:1: one set per file");
    refuses_list(text, "F = 1 N\nset y\na = 1", "list:2:1: `set NAME` stands above the assignments");
    refuses_list(text, "set x for\n", "list:1:10: a name is needed here: letters, digits, _ and -");
    refuses_list(text, "F = 1 N..3 N", "list:1:7: the unit stands once, behind the range");
    refuses_list(text, "k = 1 N/m, 2 N/m, 3 N/m", "list:1:7: the unit stands once, behind the last value");
    refuses_list(text, "F = 1 N * m", "list:1:9: units are written without blanks: N*m");
    refuses_list(text, "F = 1 in/s", "list:1:7: unknown unit 'in'; 1 in is 25.4 mm");
    refuses_list(text, "F = 1 when",
                 "list:1:7: unknown unit 'when'; use SI units such as m, N, s, rad, with prefixes f to G");
    refuses_list(text, "a = nan", "list:1:1: nan is not a value");
    refuses_list(text, "a = -NaN", "list:1:6: NaN is not a value");
    refuses_list(text, "F = 1 rpm", "list:1:1: units differ: F is in N, this value in rpm"); // as typed
    refuses_list(text, "a = inf", "list:1:1: a would not be a finite number");
}

static void sets_of_a_law_are_checked_with_it(void **state)
{
    (void)state;
    br_parsed_law law;
    must_read(&law, "law t\nparam F N\noutput y N\ny = F\nset table-4.1 \"one\"\nF = 3 N\nset b\n");
    assert_int_equal(law.nset, 2);
    assert_string_equal(law.set[0].name, "table-4.1");
    assert_int_equal(br_law_find_set(&law, "b", 1), 1);
    br_assignments a;
    assert_int_equal(br_assignments_of_set(&a, &law, 0, NULL), BR_OK);
    assert_int_equal(a.count, 1);
    br_assignments_free(&a);
    br_law_free(&law);
    refuses("law t\nparam F N\noutput y N\ny = F\nset a\nF = 3 N\nset a\n", "t:7:5: a second set of the name 'a'");
    refuses("law t\nparam F N\noutput y N\ny = F\nset a\nF = \n", "t:7:1: the line ends where a value is needed");
    refuses("law t\nparam F N\noutput y N\ny = F\nset a\nrequire F > 1\n",
            "t:6:1: an assignment reads NAME = VALUE UNIT");
}

static void defaults_stand_on_each_other_in_any_order(void **state)
{
    (void)state;
    static const char text[] =
        "law t\nparam a = 2*b mm\nparam b = c + d m\nparam c = 3 mm\nparam d m\noutput y m\ny = a\n";
    br_model m;
    must_open(&m, text, "d = 1 m");
    assert_true(value_in(&m, "a", 0) == 2.006);
    assert_int_equal(m.origin[0], BR_DEFAULT);
    br_model_close(&m);
    must_open(&m, text, "");
    br_diag why;
    assert_int_equal(m.origin[1], BR_UNSET);
    assert_int_equal(br_model_complete(&m, true, &why), BR_BAD_LAW);
    assert_string_equal(why.text, "t: no value for a, b, d; give one, or a parameter set");
    br_model_close(&m);
}

static void defaults_in_a_cycle_are_named(void **state)
{
    (void)state;
    static const char text[] =
        "law t\nparam a = b\nparam b = 2*c\nparam c = a + d\nparam d\nparam e = a\noutput y\ny = a\n";
    refuses_list(text, "d = 1", "t:2:1: defaults in a cycle: a needs b needs c needs a; give one of them a value");
    br_model m;
    must_open(&m, text, "c = 1, d = 1");
    assert_true(value_in(&m, "e", 0) == 2);
    br_model_close(&m);
    refuses_list("law t\nparam a = a\noutput y\ny = a\n", "",
                 "t:2:1: defaults in a cycle: a needs a; give one of them a value");
}

static void bounds_hold_for_values_and_defaults(void **state)
{
    (void)state;
    static const char text[] = "law t\nparam a = b mm > 1 <= 5\nparam b m\noutput y m\ny = a\n";
    br_model m;
    must_open(&m, text, "b = 5 mm");
    br_model_close(&m);
    refuses_list(text, "b = 6 mm", "t:2:1: a = 6 mm is out of bounds: a <= 5 mm");
    refuses_list(text, "b = 2 mm, a = 1 mm", "list:1:11: a = 1 mm is out of bounds: a > 1 mm");
    refuses_list(text, "b = 2 mm, a = 2..6 mm", "list:1:11: a = 6 mm is out of bounds: a <= 5 mm");
    refuses("law t\nparam a > 2 < 1\n",
            "t:2:15: no number fits these bounds; the lower one must be below the upper one");
    refuses("law t\nparam a > 2 > 1\n", "t:2:13: a second lower bound");
    refuses("law t\nparam b\nparam a > b\n", "t:3:11: a number is needed here, not a name");
}

static void conditions_are_kept_with_their_words(void **state)
{
    (void)state;
    br_parsed_law law;
    must_read(&law, "law t\nparam a\nparam b\noutput y\ny = a\nrequire a >= b \"a above b\"\nexpect a + 1 < b\n");
    assert_int_equal(law.ncond, 2);
    assert_true(law.cond[0].must);
    assert_string_equal(law.cond[0].words, "a above b");
    assert_memory_equal(law.cond[1].text, "a + 1 < b", 9);
    assert_int_equal(law.cond[1].size, 9);
    assert_false(law.cond[1].must);
    br_law_free(&law);
    refuses("law t\nparam a\noutput y\ny = a\nrequire a\n", "t:5:9: a comparison is needed here, such as v > 0");
    refuses("law t\nelements n\nparam a[n]\noutput y\ny = 1\nrequire a > 1\n",
            "t:6:9: a condition is one comparison, not one per element; use sum(), or bounds of the quantity");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_in_mathematics),
        cmocka_unit_test(comparisons_and_logic_bind_loosely),
        cmocka_unit_test(functions_have_their_values),
        cmocka_unit_test(lines_go_on_after_operators_commas_and_open_brackets),
        cmocka_unit_test(numbers_are_read_to_the_last_bit),
        cmocka_unit_test(names_that_c_reserves_are_names_here),
        cmocka_unit_test(units_follow_the_operations),
        cmocka_unit_test(wrong_units_are_refused_with_both_and_the_place),
        cmocka_unit_test(open_units_are_shown_as_what_they_stand_for),
        cmocka_unit_test(open_units_are_chosen_by_the_values),
        cmocka_unit_test(a_choice_selects_declarations_and_equations),
        cmocka_unit_test(a_quantity_of_another_choice_says_which),
        cmocka_unit_test(rates_keep_the_name_of_the_unit),
        cmocka_unit_test(when_may_join_several_choices),
        cmocka_unit_test(elements_are_counted_by_the_values),
        cmocka_unit_test(a_later_list_must_have_the_sizes_of_an_earlier_one),
        cmocka_unit_test(modes_choose_equations_per_element),
        cmocka_unit_test(modes_and_transitions_fit_their_elements),
        cmocka_unit_test(updates_stand_beside_rates),
        cmocka_unit_test(a_used_law_is_a_scope_of_its_own),
        cmocka_unit_test(a_mixin_shares_names_and_inputs),
        cmocka_unit_test(wrong_uses_are_refused_where_they_stand),
        cmocka_unit_test(lists_take_values_ranges_elements_and_units),
        cmocka_unit_test(sets_of_a_law_are_checked_with_it),
        cmocka_unit_test(defaults_stand_on_each_other_in_any_order),
        cmocka_unit_test(defaults_in_a_cycle_are_named),
        cmocka_unit_test(bounds_hold_for_values_and_defaults),
        cmocka_unit_test(conditions_are_kept_with_their_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
