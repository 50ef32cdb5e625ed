#!/bin/sh
# test_identify_stick_slips.sh - test_identify_stick_slip.sh with all of its planted logs: many minutes, in make soak.
BR_SLIPS=all exec sh tests/tool/identify/test_identify_stick_slip.sh
