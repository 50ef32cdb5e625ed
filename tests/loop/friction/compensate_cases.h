// compensate_cases.h - compensators on an axis whose truth is known: what they command, learn, survive.
#include "compensate_commands.h"
#include "compensate_faults.h"
#include "compensate_options.h"

int main(void)
{
    if (!has_compiler())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_the_pid_of_the_paper),
        cmocka_unit_test(the_velocity_comes_from_the_position_without_a_tachometer),
        cmocka_unit_test(the_integral_leaves_a_limit_at_once),
        cmocka_unit_test(share_and_trust_scale_the_friction),
        cmocka_unit_test(known_friction_is_compensated),
        cmocka_unit_test(a_wrong_start_of_the_observer_is_forgotten),
        cmocka_unit_test(the_observer_is_corrected_by_what_it_is_told),
        cmocka_unit_test(the_disturbance_observer_finds_a_force),
        cmocka_unit_test(the_disturbance_observer_takes_the_velocity_between_samples),
        cmocka_unit_test(the_force_of_the_observer_has_the_corrected_rate),
        cmocka_unit_test(nothing_is_integrated_within_rest),
        cmocka_unit_test(the_level_of_friction_is_learnt),
        cmocka_unit_test(an_alarm_of_a_filter_ends_the_compensation_unless_it_is_deaf),
        cmocka_unit_test(an_estimator_stands_where_the_axis_is_first_seen),
        cmocka_unit_test(a_filter_is_corrected_as_often_as_asked_for),
        cmocka_unit_test(d20_commands_stay_finite_and_within_their_limits),
        cmocka_unit_test(d2_a_dropout_fades_to_plain_feedback_and_is_over_afterwards),
        cmocka_unit_test(d2_an_axis_that_is_blind_is_not_pushed),
        cmocka_unit_test(d2_a_gap_of_the_sensor_ends_without_a_bump),
        cmocka_unit_test(d12_one_bad_sample_is_over_soon),
        cmocka_unit_test(d3_nothing_is_learnt_from_a_sensor_that_is_stuck),
        cmocka_unit_test(d3_an_encoder_that_is_stuck_ends_the_compensation),
        cmocka_unit_test(d7_a_counter_that_wraps_is_not_felt),
        cmocka_unit_test(d11_a_saturated_drive_is_left_again),
        cmocka_unit_test(d17_nothing_is_commanded_before_the_first_position),
        cmocka_unit_test(d19_a_reset_one_does_as_a_new_one),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(estimators_need_a_bound_and_the_step_of_the_loop),
        cmocka_unit_test(limits_hold_while_the_rest_of_a_tuning_is_wrong),
        cmocka_unit_test(numbers_that_make_no_sense_are_put_back_and_counted),
        cmocka_unit_test(numbers_that_make_sense_are_taken_beside_others_that_do_not),
        cmocka_unit_test(a_mass_that_is_set_is_that_of_a_reduced_estimator),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
