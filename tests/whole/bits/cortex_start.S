@ cortex_start.S - vectors of a bare Cortex-M program: switches the FPU on and hands over to newlib (semihosting).
    .syntax unified
    .thumb
    .section .vectors, "a"
    .word 0x00400000            @ stack until newlib sets its own
    .word reset, hang, hang, hang, hang, hang

    .text
    .thumb_func
reset:
    ldr r0, =0xe000ed88         @ CPACR
    ldr r1, [r0]
    orr r1, r1, #0x00f00000
    str r1, [r0]
    dsb
    isb
    b _start

    .thumb_func
hang:
    b hang
