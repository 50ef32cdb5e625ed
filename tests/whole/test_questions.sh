#!/bin/sh
# test_questions.sh - twelve questions of a newcomer: a search for the plain word answers them with its first hit.
#
# The search is `git grep -in WORD -- src ':!src/law/printed'` as in ARCHITECTURE.md, here by grep, so that it works without git,
# too: lines that have WORD, capitals or not, in the order of paths (bytes) and lines.
. tests/kit/kit.sh

# first FOLDER WORD: the file of the first hit
first() {
    (cd "$1" && grep -rin --include='*.[ch]' -e "$2" src | grep -v '^src/law/printed/' | LC_ALL=C sort -t : -k 1,1 -k 2,2n | head -n 1 | cut -d : -f 1)
}

questions=0
ask() {
    questions=$((questions + 1))
    is "$1 (a search for '$2')" "$3" "$(first . "$2")"
}
ask "Where is the Kalman gain computed?" 'Kalman gain' src/loop/filter/gaussian.c
ask "Where is a CSV number parsed?" 'CSV number' src/file/table/field.c
ask "Which file decides that FC is not identifiable from a log?" 'FC is not identifiable' src/fit/identify/identify.c
ask "Where is the arrival cost of the moving horizon?" 'arrival cost' src/loop/horizon/arrival_cost.c
ask "Where is the Riccati recursion of the horizon?" 'Riccati recursion' src/loop/horizon/mhe_riccati.c
ask "Where is the saltation matrix?" 'saltation matrix' src/loop/flow/exact.c
ask "Where do the sigma points of the UKF come from?" 'sigma points' src/loop/filter/kalman_ukf.c
ask "How are bounds of a horizon found by an interior point?" 'interior point' src/loop/horizon/mhe_barrier.c
ask "Where is the low-rank covariance of a mechanism?" 'low-rank' src/mech/estimate/filter.c
ask "Where are intervals by profile likelihood computed?" 'profile likelihood' src/fit/output/profile.c
ask "Where does the start-up probe look at the machine?" 'start-up probe' src/num/base/probe.c
ask "Which file decides on the exit code?" 'exit code' src/num/base/status.c
is "questions" 12 $questions

# A file that mentions the word earlier in the order, or no file at all, would not pass.
mkdir -p "$box/src/loop" "$box/src/law/printed" "$box/src/bound"
printf '// b.c - the Kalman gain.\n' >"$box/src/loop/b.c"
printf '// p.c - the Kalman gain.\n' >"$box/src/law/printed/p.c"
is "the sample" src/loop/b.c "$(first "$box" 'kalman gain')"
printf '// a.c - no gain.\n// of a KALMAN GAIN\n' >"$box/src/bound/a.c"
is "an earlier file" src/bound/a.c "$(first "$box" 'kalman gain')"
is "a word that is nowhere" "" "$(first "$box" 'saltation')"
