# cortex-m.cmake - toolchain file for a Cortex-M4F: single precision in hardware, double in software.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a bare machine has no start-up code to link
