// ui.mjs - elements of pages. Texts are always texts: nothing here, and nothing that uses it, reads text as HTML.

// h('p', { class: 'dim', onclick }, 'text', element, ...)
export function h(tag, props = {}, ...children) {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(props))
        if (key.startsWith('on'))
            e.addEventListener(key.slice(2), value);
        else if (key in e && key !== 'list' && typeof value !== 'string')
            e[key] = value;
        else if (value !== undefined && value !== null)
            e.setAttribute(key, value);
    e.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
    return e;
}

export const card = (title, ...children) => h('div', { class: 'card' }, h('h2', {}, title), ...children);
export const note = (kind, text) => h('p', { class: `note ${kind}`, role: kind === 'bad' ? 'alert' : 'note' }, text);
export const tile = (what, value, kind = '') => h('div', { class: `tile ${kind}` }, h('b', {}, value), h('span', {}, what));
export const field = (label, control) => h('label', { class: 'field' }, h('span', {}, label), control);
export const options = (list, chosen) => list.map(o => {
    const [value, text] = Array.isArray(o) ? o : [o, o];
    return h('option', { value, selected: value === chosen }, text);
});

// Six digits say enough to a reader; the files have them all.
export function digits(v, n = 4) {
    if (v === null || v === undefined || !Number.isFinite(v))
        return '-';
    const size = Math.abs(v);
    if (v !== 0 && (size >= 1e5 || size < 1e-3))
        return v.toExponential(n - 1).replace(/\.?0+e/, 'e').replace('e+', 'e');
    return String(Number(v.toPrecision(n)));
}

// A value with as many digits as its standard deviation leaves.
export function rounded(v, sd) {
    if (!(sd > 0) || !Number.isFinite(v) || v === 0)
        return digits(v, 5);
    return digits(v, Math.max(2, Math.min(8, Math.floor(Math.log10(Math.abs(v) / sd)) + 2)));
}

const PREFIX = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n'], [1e-12, 'p']];
const PREFIXED = /^(m|N|s|Hz|rad|N\*m|m\/s|rad\/s|W|J)$/;

// { scale, unit } in which numbers up to `most` read well.
export function readable(most, unit) {
    if (!(most > 0) || !PREFIXED.test(unit))
        return { scale: 1, unit: unit === '-' ? '' : unit };
    const [scale, name] = PREFIX.find(([s]) => most >= s * 0.9999) ?? PREFIX.at(-1);
    return { scale, unit: name + unit };
}

// A slider over decades or along a line: { min, max, value, log, name, unit, on(value) }.
export function slider({ name, title, min, max, value, unit = '', log = false, step, on }) {
    const steps = 1000;
    const to = k => step ? Math.round((min + (max - min) * k / steps) / step) * step : log ? min * (max / min) ** (k / steps) : min + (max - min) * k / steps;
    const from = v => Math.round(steps * (log ? Math.log(v / min) / Math.log(max / min) : (v - min) / (max - min)));
    const out = h('output', {});
    const input = h('input', { type: 'range', min: '0', max: String(steps), 'aria-label': `${title || name}${unit ? `, ${unit}` : ''}` });
    const row = h('div', { class: 'slider' }, h('span', { class: 'name', title: title || name }, name), input, out);
    row.show = v => {
        row.value = v;
        out.textContent = `${digits(v)} ${unit === '-' ? '' : unit}`.trim();
        input.setAttribute('aria-valuetext', out.textContent);
    };
    row.set = v => {
        input.value = String(from(v));
        row.show(v);
    };
    row.set(value);
    input.addEventListener('input', () => {
        row.show(to(Number(input.value)));
        on(row.value);
    });
    return row;
}

// Buttons that start and end a job. Who has pressed one goes on with the other: a button that is gone would leave the keyboard nowhere.
export function running(on, go, end) {
    const held = document.activeElement === (on ? go : end);
    end.hidden = !on;
    go.disabled = on;
    if (held)
        (on ? end : go).focus();
}

// Runs `work` with what is wanted last, one at a time: what comes meanwhile is replaced by what comes later.
export function latest(work) {
    let wanted = null, busy = false;
    return async (...args) => {
        wanted = args;
        if (busy)
            return;
        busy = true;
        while (wanted) {
            const now = wanted;
            wanted = null;
            try {
                await work(...now);
            } catch (error) {
                if (error.message !== 'stopped')
                    console.error(error);
            }
        }
        busy = false;
    };
}

export function download(name, content, type = 'application/octet-stream') {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
    const a = h('a', { href: url, download: name });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export function say(text) { // for screen readers
    let live = document.getElementById('live');
    if (!live) {
        live = h('div', { id: 'live', role: 'status', class: 'skip' });
        document.body.append(live);
    }
    live.textContent = text;
}
