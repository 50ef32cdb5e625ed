// columns.mjs - which column of a log is what: a guess by heading and unit, which the reader corrects.

export const ROLES = {
    '': 'not used', t: 'time t', x: 'position x', v: 'velocity v', a: 'acceleration a', u: 'drive force u', F: 'friction force F',
};
const UNITS = {
    t: ['s', 'ms', 'us', 'min'],
    x: ['m', 'mm', 'um', 'nm', 'cm', 'rad', 'mrad', 'deg'],
    v: ['m/s', 'mm/s', 'um/s', 'rad/s', 'deg/s', 'rpm'],
    a: ['m/s^2', 'mm/s^2', 'rad/s^2'],
    u: ['N', 'mN', 'kN', 'N*m', 'mN*m'],
    F: ['N', 'mN', 'kN', 'N*m', 'mN*m'],
};
export const unitsOf = role => UNITS[role] ?? [];

export const turning = unit => /^(m?rad|deg|rpm|rev)\b|N\*m/.test(unit);

// A mass as it was typed; a number alone has the unit that goes with the log.
export const massOf = (typed, log) => Number.isFinite(Number(typed)) ? `${String(typed).trim()} ${log?.turns ? 'kg*m^2' : 'kg'}` : typed.trim();

const NAMES = [
    ['t', /^(t|time|zeit|timestamp|sec|seconds)\b|^time/i],
    ['F', /friction|^f$|f_?fr|reib/i],
    ['v', /^(v|vel|velocity|speed|dq|qd|dx|xd|omega|w)\b|veloc|speed/i],
    ['a', /^(a|acc|accel|acceleration|ddq|qdd)\b|accel/i],
    ['u', /^(u|force|torque|f_?drive|f_?motor|tau|current|i)\b|force|torque|drive/i],
    ['x', /^(x|q|pos|position|enc|encoder|angle|theta|phi|displacement)\b|posi|encod|angle/i],
];
const KIND = [['t', /^(s|ms|us|min|h)$/], ['v', /^([mcuk]?m|rad|deg|mrad)\/s$|^rpm$/], ['a', /\/s\^2$/], ['x', /^([mcun]?m|rad|mrad|deg)$/], ['u', /^[mk]?N(\*m)?$/]];

// columns: [{ name, unit }] of inspect; answers with [{ role, unit }]
export function guess(columns) {
    const taken = new Set();
    const byName = c => NAMES.find(([, name]) => name.test(c.name))?.[0];
    const byUnit = c => KIND.find(([, unit]) => unit.test(c.unit))?.[0];
    const same = (a, b) => a === b || (a === 'u' && b === 'F') || (a === 'F' && b === 'u');
    const roles = columns.map(c => {
        if (/true|_ref|setpoint|command(ed)?_?pos|desired/i.test(c.name))
            return '';
        const name = byName(c), unit = byUnit(c);
        const role = name && unit && !same(name, unit) ? unit : name ?? unit ?? '';
        if (!role || taken.has(role))
            return '';
        taken.add(role);
        return role;
    });
    if (roles[0] === '' && !taken.has('t')) // a log begins with its time
        roles[0] = 't';
    return columns.map((c, i) => ({ role: roles[i], unit: c.unit !== '-' && c.unit ? c.unit : unitsOf(roles[i])[0] ?? '' }));
}

// Names that are no plain words stand in quotes, those with odd characters are given by number.
const column = (name, i) => /^[A-Za-z_][\w.]*$/.test(name) ? name : /^[\w .()-]+$/.test(name) ? `"${name}"` : `#${i + 1}`;

// The list of --signals, or why there is none.
export function signals(columns, chosen) {
    const list = chosen.map((c, i) => c.role ? `${c.role} = ${column(columns[i].name, i)} ${c.unit}`.trim() : '').filter(Boolean);
    const has = role => chosen.some(c => c.role === role);
    const twice = Object.keys(ROLES).find(r => r && chosen.filter(c => c.role === r).length > 1);
    const missing = twice ? `two columns are ${ROLES[twice]}` : !has('t') ? 'choose the time' : !has('x') && !has('v') ? 'choose a position or a velocity'
        : !has('u') && !has('F') ? 'choose a drive force or a friction force' : '';
    return { text: list.join(', '), missing };
}
