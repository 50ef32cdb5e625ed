// notation.mjs - the notation of laws for readers: highlighted as text, and the MathML that the tool typesets.
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

const MATH = 'http://www.w3.org/1998/Math/MathML';
const TAGS = new Set(['math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'msub', 'msup', 'msubsup', 'mover', 'mtable', 'mtr', 'mtd']);
const ATTRIBUTES = ['display', 'form', 'width', 'class'];

// The same element built anew from what MathML of the tool consists of: nothing else enters the page.
function copied(e) {
    if (!TAGS.has(e.localName))
        throw new Error(`no MathML: ${e.localName}`);
    const to = document.createElementNS(MATH, e.localName);
    for (const name of ATTRIBUTES)
        if (e.hasAttribute(name))
            to.setAttribute(name, e.getAttribute(name));
    to.append(...[...e.childNodes].map(n => n.nodeType === Node.TEXT_NODE ? n.data : copied(n)));
    return to;
}

// A row of `typeset` in the JSON of a law: the equation, its mode and, where it is asked for, when it holds.
export function equation(row, showWhen = true) {
    const math = copied(new DOMParser().parseFromString(row.math, 'text/html').body.firstChild);
    const beside = (before, text, after = '') => text ? h('span', { class: 'when' }, before, text, after) : null;
    const transition = row.mode?.includes(' to ');
    return h('div', { class: 'row' }, transition ? beside('from ', row.mode, ' if') : null, math, transition ? null : beside('in ', row.mode), showWhen ? beside('when ', row.when) : null);
}
