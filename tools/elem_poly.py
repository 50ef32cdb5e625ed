#!/usr/bin/env python3
# elem_poly.py - prints the polynomials and split constants of src/num/base/elem_*.h. Needs python3-mpmath.
#
# Each polynomial is a least-squares fit at Chebyshev nodes, weighted so that the error of the whole function counts.
# The lowest coefficient is rounded to the format, the others are fitted again to what is left, and so on: so each
# rounding error is absorbed by the coefficients that follow. "within" is the largest error on a fine grid.
import struct
from mpmath import mp, mpf, asin, atan, atanh, cbrt, cos, cosh, cot, coth, exp, floor, frexp, ldexp, log, lu_solve, matrix, pi, sin
from mpmath import log1p, nint, sinh, sqrt, tan, tanh

mp.prec = 300


def single(v):
    return struct.unpack("f", struct.pack("f", float(v)))[0]


def text(v, rounded):
    """The shortest decimal that reads back as v."""
    for digits in range(1, 18):
        t = "%.*g" % (digits, v)
        if rounded(float(t)) == v:
            return t
    return repr(v)


def fit(name, f, low, high, count, weight, rounded=float):
    """f(t) ~ c[0] + c[1] t + ... on [low, high]."""
    n = 4 * count
    nodes = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    left = [weight(t) * f(t) for t in nodes]
    c = []
    for k in range(count):
        rows = [[weight(t) * t ** (k + j) for j in range(count - k)] for t in nodes]
        a, b = matrix(count - k, count - k), matrix(count - k, 1)
        for row, y in zip(rows, left):
            for i, ri in enumerate(row):
                b[i] += ri * y
                for j, rj in enumerate(row):
                    a[i, j] += ri * rj
        c.append(rounded(lu_solve(a, b)[0]))
        left = [y - weight(t) * c[k] * t**k for y, t in zip(left, nodes)]
    grid = [low + (high - low) * (i + mpf(1) / 3) / 500 for i in range(500)]
    worst = max(abs(weight(t) * (sum(ck * t**k for k, ck in enumerate(c)) - f(t))) for t in grid)
    print("%s %s: within 2^%.1f" % (name, "float" if rounded is single else "double", log(worst, 2)))
    print("    " + ", ".join(text(v, rounded) for v in c))


def ratio(name, f, low, high, over, under, weight, rounded=float):
    """f(t) ~ (a[0] + a[1] t + ...) / (1 + b[0] t + ...): numerator - f denominator, over the last denominator."""
    n = 4 * (over + under)
    nodes = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    below = [mpf(1)] * n
    for _ in range(4):
        a, b = matrix(over + under, over + under), matrix(over + under, 1)
        for t, d in zip(nodes, below):
            row = [t**j for j in range(over)] + [-f(t) * t ** (j + 1) for j in range(under)]
            for i, ri in enumerate(row):
                b[i] += (weight(t) / d) ** 2 * ri * f(t)
                for j, rj in enumerate(row):
                    a[i, j] += (weight(t) / d) ** 2 * ri * rj
        c = lu_solve(a, b)
        below = [1 + sum(c[over + j] * t ** (j + 1) for j in range(under)) for t in nodes]
    c = [rounded(v) for v in c]

    def value(t):
        return sum(c[j] * t**j for j in range(over)) / (1 + sum(c[over + j] * t ** (j + 1) for j in range(under)))

    grid = [low + (high - low) * (i + mpf(1) / 3) / 500 for i in range(500)]
    worst = max(abs(weight(t) * (value(t) - f(t))) for t in grid)
    print("%s %s: within 2^%.1f" % (name, "float" if rounded is single else "double", log(worst, 2)))
    print("    %s over 1, %s" % tuple(", ".join(text(v, rounded) for v in half) for half in (c[:over], c[over:])))


def parts(name, value, sizes, rounded=float):
    """value as a sum; each part has that many leading bits, the last is the rounded rest."""
    found = []
    for bits in sizes:
        m, e = frexp(value)
        part = mpf(rounded(ldexp(floor(m * 2**bits), e - bits) if bits else value))
        value -= part
        found.append(text(float(part), rounded))
    print("%s in parts of %s bits: %s" % (name, sizes, " + ".join(found)))


# What is left of each function after its first terms; z is the square of the argument.
def exp_rest(r):
    return (exp(r) - 1 - r) / r**2


def exp_rest3(r):
    return (exp(r) - 1 - r - r**2 / 2) / r**3


def log_rest(z):
    return (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z


def log1p_rest(r):
    return (log1p(r) - r + r**2 / 2) / r**3


def odd_rest(f):
    return lambda z: (f(sqrt(z)) / sqrt(z) - 1) / z


def cos_rest(z):
    return (cos(sqrt(z)) - 1 + z / 2) / z**2


def cot_rest(z):
    return (1 - sqrt(z) * cot(sqrt(z))) / z


# exp(r) = (c + h)/(c - h) with h = s r, c = s r coth(r/2), s = 107/128: what is left of c after 2 s, and what an error of
# it does to exp(r).
def coth_rest(z):
    return mpf(107) / 128 * (sqrt(z) * coth(sqrt(z) / 2) - 2) / z


def coth_weight(z):
    return mpf(128) / 107 * 2 * z * sqrt(z) / (4 + z / 3 - z)


def cosh_rest(z):
    return (cosh(sqrt(z)) - 1 - z / 2) / z**2


ln2, zero = log(mpf(2)), mpf(2) ** -40
r_exp, z_tanh, z_log = mpf("0.34658"), mpf("0.17335") ** 2, mpf("0.1717") ** 2
z_trig, z_atan, z_asin = mpf("0.7855") ** 2, mpf("0.5") ** 2, mpf("0.25")

fit("exp, from r^2", exp_rest, -r_exp, r_exp, 10, lambda r: r**2 / exp(r))
fit("exp, from r^3", exp_rest3, -r_exp, r_exp, 4, lambda r: abs(r) ** 3 / exp(r), single)
fit("tanh(s)/s, from z", odd_rest(tanh), zero, mpf("0.25") ** 2, 7, lambda z: z)
fit("tanh(s)/s, from z", odd_rest(tanh), zero, z_tanh, 3, lambda z: z, single)
for rounded, n_log, n_sin, n_cos, n_atan in ((float, 7, 6, 6, 12), (single, 3, 3, 3, 6)):
    fit("2 atanh(s)/s in log, from z", log_rest, zero, z_log, n_log, lambda z: z / 2, rounded)
    fit("sin(s)/s, from z", odd_rest(sin), zero, z_trig, n_sin, lambda z: z, rounded)
    fit("cos(s), from z^2", cos_rest, zero, z_trig, n_cos, lambda z: z**2 / cos(sqrt(z)), rounded)
    fit("atan(s)/s, from z", odd_rest(atan), zero, z_atan, n_atan, lambda z: z, rounded)
for rounded, n_sinh, n_cosh, n_tan, n_cot, n_asin, n_cbrt in ((float, 5, 4, 3, 9, 13, 5), (single, 3, 2, 2, 4, 5, 3)):
    fit("sinh(s)/s, from z", odd_rest(sinh), zero, r_exp**2, n_sinh, lambda z: z, rounded)
    fit("cosh(s), from z^2", cosh_rest, zero, r_exp**2, n_cosh, lambda z: z**2 / cosh(sqrt(z)), rounded)
    ratio("tan(s)/s, from z", odd_rest(tan), zero, z_trig, n_tan, n_tan, lambda z: z * sqrt(z) / tan(sqrt(z)), rounded)
    fit("1/s - cot(s) over s", cot_rest, zero, z_trig, n_cot, lambda z: sqrt(z) * tan(sqrt(z)), rounded)
    fit("asin(s)/s, from z", odd_rest(asin), zero, z_asin, n_asin, lambda z: z, rounded)
    fit("cbrt(1 + f)", lambda f: cbrt(1 + f), mpf("-0.293"), mpf("0.4143"), n_cbrt, lambda f: 1, rounded)

r_pow = mpf("0.0089")
fit("log(1 + r) in pow, from r^3", log1p_rest, -r_pow, r_pow, 6, lambda r: r**2)
r_pow, f_pow = mpf("1.01") / 256 / ln2, mpf("1.001") / 128
fit("log2(1 + r ln2) in pow, from r^2", lambda r: (log1p(r * ln2) / ln2 - r) / r**2, -r_pow, r_pow, 3, abs, single)
fit("2^f in pow, from f", lambda f: (mpf(2) ** f - 1) / f, -f_pow, f_pow, 2, abs, single)
for rounded, n_coth in ((float, 5), (single, 2)):
    fit("s r coth(r/2) in logistic, from z", coth_rest, zero, r_exp**2, n_coth, coth_weight, rounded)


# pow: for each 64th of [0.707, 1.414) in the bits of a number: 1/c, and -log of that in two parts; 1 around 1
rows = []
for i in range(64):
    edge = [ldexp(mpf(0x3FE6A00000000000 + (n << 46) - 0x3FE0000000000000), -53) + mpf("0.5") for n in (i, i + 1)]
    edge = [e if e < 1 else 2 * e - 1 for e in edge]  # a unit weighs twice as much beyond 1
    inv = nint(2 / (edge[0] + edge[1]) * 2**10) / 2**10 if not edge[0] <= 1 <= edge[1] else mpf(1)
    first = nint(-log(inv) * 2**42) / 2**42
    rows += [text(float(v), float) for v in (inv, first, -log(inv) - first)]
print("log table of pow: " + ", ".join(rows))

# pow in float: for c from 1 to 2, 2^-23/(c ln2) and log2(c), each in two parts
rows = []
for i in range(129):
    c = 1 + mpf(i) / 128
    m, e = frexp(1 / (c * ln2) / 2**23)
    inv, first = ldexp(nint(m * 2**9), int(e) - 9), nint(log(c, 2) * 2**16) / 2**16
    rows += [text(single(v), single) for v in (inv, 1 / (c * ln2) / 2**23 - inv, first, log(c, 2) - first)]
print("log table of pow, float: " + ", ".join(rows))

# pow in float: powers of 2, less j in their exponent
rows = []
for j in range(64):
    v = mpf(2) ** (mpf(j) / 64)
    bits = struct.unpack("I", struct.pack("f", float(v)))[0] - (j << 17)
    rows += [text(w, single) for w in (struct.unpack("f", struct.pack("I", bits))[0], single((v - single(v)) / single(v)))]
print("exp table, float: " + ", ".join(rows))
for j in range(64):
    v = mpf(2) ** (mpf(j) / 64)
    print("exp table: %s, %s" % (text(float(v), float), text(float((v - float(v)) / float(v)), float)))
for j in range(128):
    v = tanh(mpf(j) / 4)
    print("tanh table: %s, %s" % (text(float(v), float), text(float(v - float(v)), float)))

parts("ln2", ln2, [42, 0])
parts("ln2", ln2, [15, 0], single)
parts("ln2/2", ln2 / 2, [15, 0], single)
parts("ln2/64", ln2 / 64, [10, 0], single)
parts("pi/2", pi / 2, [33, 33, 33, 0])
parts("pi/2", pi / 2, [11, 11, 11, 0], single)
parts("pi/2", pi / 2, [26, 27, 0])
parts("pi/2", pi / 2, [0, 0], single)
parts("pi/2 rounded to float", mpf(single(pi / 2)), [12, 0], single)
mp.prec = 1400
words, rest = [], 2 / pi
for i in range(38):
    rest *= 2**32
    words.append("0x%08x" % int(floor(rest)))
    rest -= floor(rest)
print("2/pi: " + ", ".join(words))
