// observer_faults.h - observers under the faults of a real-time stream: docs/faults.md D1 to D20.
#include "observer_fault_runs.h"
#include "observer_fault_samples.h"
#include "observer_fault_values.h"

int main(void)
{
    if (!has_compiler())
        return 77;
    seed_from_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(D1_samples_that_are_no_numbers_are_missing),
        cmocka_unit_test(D1_inputs_that_are_no_numbers_are_refused_and_change_nothing),
        cmocka_unit_test(D2_after_a_dropout_of_1_ms_to_60_s_the_estimate_is_back),
        cmocka_unit_test(D3_a_sensor_that_is_stuck_while_the_machine_moves_is_flagged),
        cmocka_unit_test(D3_a_still_quantised_sensor_at_rest_is_not_flagged),
        cmocka_unit_test(D4_repeated_and_late_samples_are_not_fused_twice),
        cmocka_unit_test(D4_a_burst_after_a_pause_is_fused_once),
        cmocka_unit_test(D5_stamps_that_wrap_repeat_and_jump_never_predict_far),
        cmocka_unit_test(D6_jitter_drift_and_another_rate_are_survived),
        cmocka_unit_test(D7_an_encoder_that_wraps_changes_nothing),
        cmocka_unit_test(D8_a_measurement_modulo_its_period_is_the_measurement),
        cmocka_unit_test(D8_points_on_both_sides_of_pi_have_their_mean_there),
        cmocka_unit_test(D9_at_standstill_a_coarse_encoder_neither_chatters_nor_makes_sure),
        cmocka_unit_test(D10_count_slips_are_gated_and_then_accepted),
        cmocka_unit_test(D11_saturated_samples_are_passed_as_missing),
        cmocka_unit_test(D12_spikes_of_10_to_1e9_sigma_leave_nothing_behind),
        cmocka_unit_test(D12_without_a_gate_what_cannot_be_leaves_nothing_behind),
        cmocka_unit_test(D12_of_30_percent_outliers_most_are_rejected),
        cmocka_unit_test(D12_a_bias_that_ramps_below_the_gate_raises_the_alarm),
        cmocka_unit_test(D13_a_lock_out_ends_in_a_reset_not_more_often_than_patience),
        cmocka_unit_test(D14_after_an_hour_at_rest_parameters_are_frozen_and_do_not_burst),
        cmocka_unit_test(D15_friction_that_jumps_by_three_is_tracked),
        cmocka_unit_test(D16_a_wrong_sign_or_scale_raises_the_alarm),
        cmocka_unit_test(D17_starts_while_moving_with_a_bad_first_sample),
        cmocka_unit_test(D19_reset_is_a_fresh_start_bit_for_bit),
        cmocka_unit_test(D20_all_faults_mixed_at_random),
        cmocka_unit_test(D20_all_faults_mixed_at_random_without_limits),
    };
    open_laws();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_laws();
    return failed;
}
