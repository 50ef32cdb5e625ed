// real.h - the number type of [target] sources: double, or float under BR_FLOAT.               [target]
//
// [target] sources that compute are compiled twice from the same text. The list below gives every public name its float
// twin: br_ekf_step becomes brf_ekf_step, so both live in one program.
#ifndef BR_NUM_REAL_H
#define BR_NUM_REAL_H

#ifdef BR_FLOAT
typedef float br_real;
#define BR_C(x) x##f
#define br_r_exp brf_exp
#define br_r_expm1 brf_expm1
#define br_r_log brf_log
#define br_r_log1p brf_log1p
#define br_r_cbrt brf_cbrt
#define br_r_abs brf_abs
#define br_r_sqrt brf_sqrt
#define br_sys brf_sys
#define br_sys_block brf_sys_block
#define br_sys_jump brf_sys_jump
#define br_sys_dense brf_sys_dense
#define br_blocks_dense brf_blocks_dense
#define br_flow brf_flow
#define br_flow_kind brf_flow_kind
#define br_flow_options brf_flow_options
#define br_flow_linear brf_flow_linear
#define br_flow_defaults brf_flow_defaults
#define br_flow_choose brf_flow_choose
#define br_flow_bytes brf_flow_bytes
#define br_flow_nslope brf_flow_nslope
#define br_flow_init brf_flow_init
#define br_flow_step brf_flow_step
#define br_flow_stable brf_flow_stable
#define br_flow_rk4 brf_flow_rk4
#define br_flow_midpoint brf_flow_midpoint
#define br_flow_gauss4 brf_flow_gauss4
#define br_flow_lie brf_flow_lie
#define br_flow_rosenbrock brf_flow_rosenbrock
#define br_flow_exponential brf_flow_exponential
#define br_flow_exact brf_flow_exact
#define br_flow_rate brf_flow_rate
#define br_flow_jet brf_flow_jet
#define br_flow_take brf_flow_take
#define br_flow_uncoupled brf_flow_uncoupled
#define br_flow_choose_substeps brf_flow_choose_substeps
#define br_flow_health brf_flow_health
#define br_flow_take_slopes brf_flow_take_slopes
#define br_flow_column_of brf_flow_column_of
#define br_flow_direct brf_flow_direct
#define br_flow_linear_lay brf_flow_linear_lay
#define br_flow_linear_numbers brf_flow_linear_numbers
#define br_flow_linear_load brf_flow_linear_load
#define br_flow_linear_mul brf_flow_linear_mul
#define br_flow_linear_factor brf_flow_linear_factor
#define br_flow_linear_solve brf_flow_linear_solve
#define br_ekf brf_ekf
#define br_ekf_options brf_ekf_options
#define br_ekf_bytes brf_ekf_bytes
#define br_ekf_init brf_ekf_init
#define br_ekf_predict brf_ekf_predict
#define br_ekf_correct brf_ekf_correct
#define br_arena_reals brf_arena_reals
#define br_norm1_estimate brf_norm1_estimate
#define br_upper_solve brf_upper_solve
#define br_upper_solve_turned brf_upper_solve_turned
#define br_upper_columns brf_upper_columns
#define br_upper_condition brf_upper_condition
#define br_cholesky_factor brf_cholesky_factor
#define br_cholesky_solve brf_cholesky_solve
#define br_cholesky_update brf_cholesky_update
#define br_cholesky_downdate brf_cholesky_downdate
#define br_ldl brf_ldl
#define br_ldl_bytes brf_ldl_bytes
#define br_ldl_factor brf_ldl_factor
#define br_ldl_solve brf_ldl_solve
#define br_qr_factor brf_qr_factor
#define br_qr_turn brf_qr_turn
#define br_qr_solve brf_qr_solve
#define br_eigen brf_eigen
#define br_least_problem brf_least_problem
#define br_least_options brf_least_options
#define br_least_report brf_least_report
#define br_least_defaults brf_least_defaults
#define br_least_bytes brf_least_bytes
#define br_least brf_least
#define br_nnls_bytes brf_nnls_bytes
#define br_nnls brf_nnls
#define br_nnls_check brf_nnls_check
#define br_program brf_program
#define br_program_proof brf_program_proof
#define br_program_answer brf_program_answer
#define br_program_crossed brf_program_crossed
#define br_program_optimal brf_program_optimal
#define br_program_infeasible brf_program_infeasible
#define br_program_unbounded brf_program_unbounded
#define br_program_check brf_program_check
#define br_qp_bytes brf_qp_bytes
#define br_qp_solve brf_qp_solve
#define br_lp_bytes brf_lp_bytes
#define br_lp_solve brf_lp_solve
#define br_random_uniform brf_random_uniform
#define br_normal_quantile brf_normal_quantile
#define br_random_normal brf_random_normal
#else
typedef double br_real;
#define BR_C(x) x
#define br_r_exp br_exp
#define br_r_expm1 br_expm1
#define br_r_log br_log
#define br_r_log1p br_log1p
#define br_r_cbrt br_cbrt
#define br_r_abs br_abs
#define br_r_sqrt br_sqrt
#endif

#endif
