# lugre_log.sh - planted logs of a LuGre axis, right or with a fault, for tests of standard deviations. Sourced after kit.sh.
# shellcheck shell=sh
# lugre KIND ROWS STEP: a mass of 5 kg with LuGre friction under a drive force, sigma0 1e5, sigma1 100, FC 3, FS 4.5, vs 0.01, sigma2 10.
# KIND: slow; plain (nothing is wrong, and 0.2 N of noise, of others 0.02 N); curved (viscous friction 20 v^1.5); smooth (the force is a mean over 9 rows); difference (v is one over 4
# rows); gain (positive forces are 5 % larger than logged); cogging (0.8 N with a period of 3 mm beside the drive); ripple (friction changes by 30 %
# with a period of 20 mm); dead (a drive that passes over 0.3 N); lag (the logged force is behind a low-pass of 3 ms); drift (an offset that rises by 0.1 N/s)
lugre() {
    awk -v kind="$1" -v rows="$2" -v step="$3" '
    function noise(s,  i, n) { n = -6; for (i = 0; i < 12; i++) n += rand(); return s*n }
    function drive(t,  u) { u = 5*sin(5*t) + 4*sin(13*t + 1) + 3*sin(31*t + 2); return kind == "gain" && u > 0 ? 1.05*u : u }
    function force(t,  u) { u = drive(t); if (kind == "dead") u = u > 0.3 ? u - 0.3 : u < -0.3 ? u + 0.3 : 0
        return kind == "cogging" ? u + 0.8*sin(2094.395*p) : kind == "drift" ? u + 0.1*t : u }
    function size(a) { return a < 0 ? -a : a }
    function level() { return 3 + 1.5*exp(-(v/0.01)^2) }
    function deflect(h,  b) { if (v != 0) { b = level()/1e5*(v > 0 ? 1 : -1); z = b + (z - b)*exp(-1e5*size(v)/level()*h) } } # along v, exactly
    function friction() {
        return (1e5*z + 100*(v - 1e5*size(v)*z/level()))*(kind == "ripple" ? 1 + 0.3*sin(314.159*p) : 1) + (kind == "curved" ? 20*v*sqrt(size(v)) : 10*v) }
    BEGIN { srand(1); e = kind == "plain" ? 0.2 : 0.02; parts = step/1e-4; h = step/parts
        for (i = 0; i < rows; i++) {
            t = i*step; x[i] = p; w[i] = v; F[i] = friction(); u[i] = drive(t); if (kind == "gain" && u[i] > 0) u[i] /= 1.05; if (kind == "lag") u[i] = lag
            for (k = 0; k < parts; k++) {
                lag += h/0.003*(drive(t + (k + 0.5)*h) - lag)
                deflect(h/2); last = v; v += h/2*(force(t + k*h) - friction())/5; v = last + h*(force(t + (k + 0.5)*h) - friction())/5
                p += h/2*(v + last); deflect(h/2) } }
        print "t [s],v [m/s],u [N],F [N]"
        for (i = 4; i + 4 < rows; i++) {
            f = F[i]; g = u[i]; q = w[i]
            if (kind == "smooth") { g = 0; for (k = -4; k <= 4; k++) g += u[i + k]/9 }
            if (kind == "difference") q = (x[i + 2] - x[i - 2])/(4*step)
            printf "%.4f,%.9g,%.9g,%.9g\n", i*step, q, g + noise(e), f + noise(e) } }' >"$box/$1.csv"
}
# holds KIND NAME TRUTH: the value is within 2.5 standard deviations of the truth
holds() {
    value=$(number "$box/$1.json" "$2" value) sd=$(number "$box/$1.json" "$2" sd_coloured)
    awk -v v="$value" -v sd="$sd" -v t="$3" 'BEGIN { d = v > t ? v - t : t - v; exit !(d < 2.5*sd) }' ||
        { echo "FAIL: $1: $2 = $value +- $sd for $3"; failed=1; }
}
