// notation.mjs - the notation of laws for readers: highlighted as text, and as MathML.
import { h } from './ui.mjs';

const KEYWORDS = /^(law|version|source|choice|unit|input|state|param|output|use|contains|require|expect|set|mode|when|is|and|or|not|if|then|else|as|any|for|transition|elements?|sum|over|to|with|declared)$/;
const TOKEN = /(#.*)|("(?:[^"\\]|\\.)*"?)|(\d+\.?\d*(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*)|(\s+)|(.)/g;

// Elements of one line.
export function highlighted(line) {
    return [...line.matchAll(TOKEN)].map(([text, comment, quoted, number, word]) => {
        const kind = comment ? 'c' : quoted ? 's' : number ? 'n' : word && KEYWORDS.test(word) ? 'k' : '';
        return kind ? h('span', { class: kind }, text) : text;
    });
}

const GREEK = { alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', pi: 'π' };
const MATH = 'http://www.w3.org/1998/Math/MathML';

function m(tag, ...children) {
    const e = document.createElementNS(MATH, tag);
    e.append(...children);
    return e;
}
const mo = text => m('mo', text);
const row = (...list) => list.length === 1 ? list[0] : m('mrow', ...list);

// sigma0: a Greek letter with an index; FC_neg, fr.F, z[i]
function name(text, index) {
    const prime = text.endsWith("'") || text.endsWith('+') ? text.at(-1) : '';
    const plain = prime ? text.slice(0, -1) : text;
    const [, letters, rest] = /^([a-z]+|[A-Z]|[A-Za-z])(.*)$/.exec(GREEK[plain.replace(/[\d_.].*$/, '')] ? plain.replace(/^([a-z]+)(.*)$/, '$1|$2').replace('|', '') : plain) ?? ['', plain, ''];
    const stem = GREEK[letters] ? letters : plain[0];
    const below = (GREEK[letters] ? rest : plain.slice(1)).replace(/^[_.]/, '').replaceAll('_', ',');
    const symbol = m('mi', GREEK[stem] ?? stem);
    const sub = [below, index].filter(Boolean);
    let e = sub.length ? m('msub', symbol, row(...sub.map(s => typeof s === 'string' ? m('mtext', s) : s))) : symbol;
    if (prime === "'")
        e = m('mover', e, mo('˙'));
    else if (prime === '+')
        e = m('msup', e, mo('+'));
    return e;
}

class Reader {
    constructor(text) {
        this.tokens = text.match(/\d+\.?\d*(?:[eE][-+]?\d+)?|[A-Za-z_][\w.]*[']?|<=|>=|==|!=|[-+*/^()[\],<>=]|\S/g) ?? [];
        this.at = 0;
    }
    peek() { return this.tokens[this.at]; }
    take(t) {
        if (t !== undefined && this.peek() !== t)
            throw new Error('not an expression');
        return this.tokens[this.at++];
    }
    expression() {
        if (this.peek() !== 'if')
            return this.logic();
        this.take('if');
        const condition = this.logic();
        this.take('then');
        const yes = this.expression();
        this.take('else');
        const no = this.expression();
        const cell = (...c) => m('mtd', ...c);
        const table = m('mtable', m('mtr', cell(yes), cell(row(m('mtext', 'if\u00a0\u00a0'), condition))), m('mtr', cell(no), cell(m('mtext', 'else'))));
        table.setAttribute('class', 'cases');
        return row(mo('{'), table);
    }
    logic() {
        let e = this.compare();
        while (['and', 'or'].includes(this.peek()))
            e = row(e, m('mtext', ` ${this.take()} `), this.compare());
        return e;
    }
    compare() {
        const e = this.sum();
        const sign = { '<=': '≤', '>=': '≥', '==': '=', '!=': '≠', '<': '<', '>': '>' }[this.peek()];
        if (!sign)
            return e;
        this.take();
        return row(e, mo(sign), this.sum());
    }
    sum() {
        const list = [];
        if (this.peek() === '-')
            list.push(mo((this.take(), '−')));
        list.push(this.product());
        while (['+', '-'].includes(this.peek()))
            list.push(mo(this.take() === '+' ? '+' : '−'), this.product());
        return row(...list);
    }
    product() {
        let over = [this.power()];
        for (;;) {
            if (this.peek() === '*') {
                this.take();
                over.push(mo('\u2062'), this.power());
            } else if (this.peek() === '/') {
                this.take();
                over = [m('mfrac', row(...over.map(bare)), bare(this.power()))];
            } else
                return row(...over);
        }
    }
    power() {
        const base = this.atom();
        if (this.peek() !== '^')
            return base;
        this.take();
        return m('msup', base, bare(this.peek() === '-' ? row(mo((this.take(), '−')), this.atom()) : this.atom()));
    }
    atom() {
        const t = this.take();
        if (t === undefined)
            throw new Error('ends too early');
        if (/^\d/.test(t))
            return m('mn', t);
        if (t === '(') {
            const e = this.expression();
            this.take(')');
            const group = row(mo('('), e, mo(')'));
            group.inner = e;
            return group;
        }
        if (!/^[A-Za-z_]/.test(t))
            throw new Error('not an expression');
        if (this.peek() === '(')
            return this.call(t);
        let index;
        if (this.peek() === '[') {
            this.take();
            index = this.expression();
            this.take(']');
        }
        return name(t, index);
    }
    call(f) {
        const list = [];
        this.take('(');
        while (this.peek() !== ')') {
            list.push(this.expression());
            if (this.peek() === ',')
                this.take();
            else if (this.peek() !== ')')
                throw new Error('not an expression');
        }
        this.take(')');
        if (f === 'sqrt')
            return m('msqrt', ...list);
        if (f === 'abs')
            return row(mo('|'), ...list, mo('|'));
        return row(f === 'sum' ? mo('∑') : m('mi', f), mo('('), ...list.flatMap((e, i) => i ? [mo(','), e] : [e]), mo(')'));
    }
}

// Brackets that a fraction or an exponent makes needless
const bare = e => e.inner ?? e;

// Whether a condition holds with the default choices, which are the first of their lists.
export function isDefault(line, choices) {
    const when = /\swhen\s+([^#]*)/.exec(line.replace(/"[^"]*"/g, ''))?.[1];
    return !when || when.split(/\s+and\s+/).every(part => {
        const [, name, value] = /^\s*([\w.]+)\s+is\s+([\w-]+)\s*$/.exec(part) ?? [];
        return !name || !choices[name] || choices[name][0] === value;
    });
}

// An equation as <math> with its condition, or null where it is none.
export function equation(line, showWhen = true) {
    const plain = line.replace(/#.*$/, '');
    const [, body, when] = /^(.*?)(?:\s+when\s+(.*))?$/.exec(plain.trim());
    const parts = /^([A-Za-z_][\w.]*(?:\[\w+\])?['+]?)\s*=\s*(?!=)(.*)$/.exec(body);
    if (!parts || /^(require|expect|use|set|choice|mode|unit)\b/.test(body))
        return null;
    try {
        const [, head, index, mark] = /^([\w.]+)(?:\[(\w+)\])?(['+]?)$/.exec(parts[1]);
        const reader = new Reader(parts[2]);
        const right = reader.expression();
        if (reader.peek() !== undefined)
            return null;
        const math = m('math', row(name(head + mark, index ? m('mi', index) : undefined), mo('='), right));
        math.setAttribute('display', 'block');
        return h('div', { class: 'row' }, math, when && showWhen ? h('span', { class: 'when' }, when.trim()) : null);
    } catch {
        return null;
    }
}
