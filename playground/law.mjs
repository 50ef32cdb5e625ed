// law.mjs - the page Law: its text, its equations, and how it moves while a parameter is dragged.
import { turning } from './columns.mjs';
import { textOf } from './link.mjs';
import { equation, highlighted } from './notation.mjs';
import { Plot } from './plot.mjs';
import { card, digits, field, h, latest, note, options, slider } from './ui.mjs';

export async function lawPage(app, page) {
    const self = new LawPage(app, page);
    await self.choose(textOf(app.link.law, 'name', 'lugre'), app.link.law);
    return self;
}

const cases = { curve: 'Friction over velocity', loop: 'Presliding hysteresis', slip: 'Stick-slip: a mass pulled by a spring', away: 'Break-away: a mass under a rising force' };

// Why a plant does not take a law.
const excuses = [
    [/take a law with presliding/, 'The force of this law jumps at rest, so it cannot hold a mass there. A law with presliding can: dahl, lugre.'],
    [/no input, parameter, choice or open unit 'v'/, 'The axis gives its friction a velocity v, and this law has none.'],
    [/unknown name 'F'/, 'The axis takes a friction force F, and this law has none.'],
];

// A picture is drawn at its own pace, so that a slow one holds no other up; out of sight it waits until the sliders rest. It is busy
// until it shows what was asked for last.
class Picture {
    constructor(kind, draw) {
        this.kind = kind;
        this.plot = new Plot({ title: cases[kind] });
        this.update = latest(resting => (resting || this.inSight) && this.timed(draw));
        new IntersectionObserver(list => {
            this.inSight = list.at(-1).isIntersecting;
            if (this.inSight && this.busy)
                this.update();
        }, { rootMargin: '60px' }).observe(this.plot.element);
    }
    move() {
        this.show(true);
        this.wanted = (this.wanted ?? 0) + 1;
        this.update();
        clearTimeout(this.rest);
        this.rest = setTimeout(() => this.busy && this.update(true), 300);
    }
    show(busy) {
        this.busy = busy;
        this.plot.element.setAttribute('aria-busy', String(busy));
    }
    async timed(draw) {
        const started = performance.now(), { wanted } = this;
        await draw(this);
        if (wanted === this.wanted)
            this.show(false);
        // no more often than the screen shows; what took most of a frame does not wait for the next one
        await new Promise(done => performance.now() - started < 12 ? requestAnimationFrame(done) : setTimeout(done));
        const took = performance.now() - started;
        this.count = (this.count ?? 0) + 1;
        this.took = this.count > 9 ? 0.8 * this.took + 0.2 * took : took; // the browser compiles during the first ones
    }
}

class LawPage {
    constructor(app, page) {
        this.app = app;
        this.check = latest(() => this.checkText());
        const names = app.laws.filter(l => l.kind !== 'plant').map(l => [l.name, `${l.name}: ${l.title}`]);
        this.names = h('select', { id: 'law', onchange: () => this.choose(this.names.value) }, ...options(names, 'lugre'));
        this.sets = h('select', { id: 'set', onchange: () => this.takeSet() });
        this.shade = h('pre', { 'aria-hidden': 'true' });
        this.text = h('textarea', { id: 'text', spellcheck: false, autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': 'text of the law' });
        this.text.addEventListener('input', () => (this.paint(), this.check()));
        this.text.addEventListener('scroll', () => this.follow());
        this.verdict = h('div', { 'aria-live': 'polite', id: 'verdict' });
        this.equations = h('div', { class: 'equations' });
        this.sliders = h('div', { class: 'sliders' });
        this.pictures = Object.keys(cases).map(kind => new Picture(kind, picture => this.draw(picture)));
        this.asked = new Map([[app.quick, 0], [app.tool, 0]]); // what pictures wait for, of each worker
        this.rate = h('span', { class: 'dim', id: 'frames' });
        page.replaceChildren(h('div', { class: 'split' },
            h('div', { class: 'stack' },
                card('Law', field('built-in law', this.names), h('div', { class: 'editor' }, this.shade, this.text), this.verdict)),
            h('div', { class: 'stack' },
                h('div', { class: 'card' }, h('header', {}, h('h2', {}, 'Drag a parameter'), this.rate, field('parameter set', this.sets)), this.sliders),
                h('div', { class: 'card' }, h('div', { class: 'pair' }, ...this.pictures.map(p => p.plot.element))),
                card('Equations', this.equations))));
    }
    async choose(name, link) {
        const known = this.app.laws.some(l => l.name === name);
        const answer = known ? await fetch(`laws/${name}.law`) : null;
        this.original = answer?.ok ? await answer.text() : '';
        this.name = known ? name : 'mine';
        this.names.value = this.name;
        this.text.value = textOf(link, 'text', this.original);
        this.wanted = { set: textOf(link, 'set', ''), at: link?.at ?? {} };
        this.text.scrollTop = 0;
        this.paint();
        await this.checkText();
    }
    paint(bad = 0) {
        const lines = this.text.value.split('\n');
        this.shade.replaceChildren(...lines.flatMap((line, i) => [i + 1 === bad ? h('span', { class: 'bad-line' }, ...highlighted(line)) : h('span', {}, ...highlighted(line)), '\n']));
        this.follow();
    }
    follow() {
        this.shade.scrollTop = this.text.scrollTop;
        this.shade.scrollLeft = this.text.scrollLeft;
    }
    // A text that is not the built-in one is a file of the name that it gives itself.
    get own() { return this.text.value !== this.original; }
    get called() { return /^\s*law\s+([A-Za-z][\w-]*)/m.exec(this.text.value)?.[1] ?? 'mine'; }
    get model() { return this.own ? `${this.called}.law` : this.name; }
    async checkText() {
        if (this.own)
            await this.app.put(this.model, this.text.value);
        this.app.ownLaw = this.own ? this.model : null;
        const answer = await this.app.quick.run(['check', this.model]);
        const place = /:(\d+):\d+:/.exec(answer.message);
        const bad = answer.status !== 'ok' && answer.status !== 'negative';
        this.paint(bad && place ? Number(place[1]) : 0);
        this.verdict.replaceChildren(bad ? note('bad', answer.message) : note('good', /syntax, units[^\n]*/.exec(answer.text)?.[0] ?? 'checked'));
        if (bad)
            return;
        const { json } = await this.app.quick.json(['laws', this.model]);
        if (!json)
            return;
        this.card = json;
        this.showEquations();
        this.showSets();
    }
    showEquations() {
        const rows = [...this.card.typeset, ...(this.card.used ?? []).flatMap(u => u.typeset)], choices = this.card.choices ?? {};
        const usual = rows.filter(r => r.usual).map(r => equation(r, false)), others = rows.filter(r => !r.usual).map(r => equation(r));
        this.equations.replaceChildren(...(usual.length ? usual : [h('p', { class: 'dim' }, 'no equations')]),
            ...(others.length ? [h('details', {}, h('summary', {}, `with other choices (${Object.keys(choices).join(', ')})`), h('div', { class: 'equations' }, ...others))] : []));
    }
    showSets() {
        const names = this.card.sets.map(s => s.name), kept = this.wanted?.set || this.sets.value;
        this.sets.replaceChildren(...options(names.length ? names : [['', 'none']], names.includes(kept) ? kept : names[0]));
        this.takeSet(this.wanted?.at);
        this.wanted = null;
    }
    takeSet(at = {}) {
        const set = this.card.sets.find(s => s.name === this.sets.value);
        this.turns = Object.values(set?.units ?? { of: this.velocity?.units[0] ?? '' }).some(turning);
        const open = this.card.params.filter(p => !p.when && !p.elements);
        const unit = q => q.units[this.turns ? q.units.length - 1 : 0];
        const before = Object.fromEntries((this.list ?? []).map(p => [p.name, p.value]));
        this.list = open.map(p => {
            const given = set?.values[p.name] ?? (typeof p.default === 'number' ? p.default : set ? null : before[p.name] ?? 1);
            const value = Number.isFinite(at[p.name]) ? at[p.name] : given;
            return value === null ? null : { name: p.name, unit: unit(p), words: p.words, value, given: set ? given : null };
        }).filter(Boolean);
        const force = this.force;
        this.list.push(...this.others.map(i => {
            const usual = /^N/.test(unit(i)) ? force : 1e-3;
            return { name: i.name, unit: unit(i), words: i.words, value: Number.isFinite(at[i.name]) ? at[i.name] : usual, given: null, input: true };
        }));
        this.sliders.replaceChildren(...this.list.map(p => this.slide(p)));
        this.scales();
        this.move();
    }
    slide(p) {
        const base = Math.abs(p.given ?? p.value) || 1;
        const log = (p.given ?? p.value) > 0;
        const most = Math.max(10 * base, p.value), least = Math.min(base / 10, p.value > 0 ? p.value : base / 10);
        return slider({ name: p.name, title: p.words, unit: p.unit, min: log ? least : Math.min(0, p.value), max: log ? most : Math.max(1, p.value), value: p.value, log,
            on: v => (p.value = Number(v.toPrecision(4)), this.move()) });
    }
    // The input that moves the law, and those that stay while it moves: the load of a gear.
    get velocity() { return this.card.inputs.find(i => /\/s$/.test(i.units[0])); }
    get others() { return this.card.inputs.filter(i => i !== this.velocity && !i.when && i.default === undefined); }
    get force() { return this.value('FC', 'FS', 'F0', 'Fk') ?? 1; }
    value(...names) { return names.map(n => this.list.find(p => p.name === n)?.value ?? this.array(n)).find(v => v > 0); }
    array(name) {
        const v = this.card.sets.find(s => s.name === this.sets.value)?.values[name];
        return Array.isArray(v) ? v.reduce((a, b) => a + b, 0) : undefined;
    }
    // Sizes at which something happens, of the parameter set; they stay while parameters are dragged.
    scales() {
        const force = this.force, speed = this.value('vs', 'vS') ?? (this.turns ? 0.1 : 1e-3);
        const stiff = this.value('sigma0', 'kappa', 'k') ?? (this.value('h') ? force / this.value('h') : 1e5 * force);
        // An axis drawn by a spring sticks and slips where viscous friction is small beside what friction loses from rest to sliding.
        const lost = Math.abs(this.value('FS') !== undefined ? this.value('FS') - force : (this.value('beta') ?? 0) * force) || force;
        const pull = Math.min(0.1, lost / (10 * (this.value('sigma2') || 1e-9))), stiffness = 0.2 * force / pull;
        this.size = { force, speed: 6 * speed, length: 2.5 * force / stiff, pull, stiffness, mass: stiffness / 2 };
    }
    at(inputs = false) {
        return this.list.filter(p => p.value !== p.given && !p.input === !inputs).map(p => `${p.name} = ${p.value} ${p.unit === '-' ? '' : p.unit}`.trim());
    }
    words(kind) {
        const { force, speed, length, pull, stiffness, mass } = this.size, at = this.at(), set = this.sets.value;
        const num = v => String(Number(v.toPrecision(4))), [L, F, M] = this.turns ? ['rad', 'N*m', 'kg*m^2'] : ['m', 'N', 'kg'];
        const law = (motion, extra) => ['simulate', this.model, ...(set ? ['--params', set] : []), ...(at.length ? ['--at', at.join(', ')] : []),
            '--input', [`${this.velocity?.name ?? 'v'} = ${motion} ${L}/s`, ...this.at(true)].join(', '), ...extra];
        const friction = this.own ? this.called : this.name, still = this.at(true).filter(a => !a.startsWith('u = ')); // plants give u
        const plant = (model, list, extra) => ['simulate', this.own ? `${model}.law` : model, '--at',
            [`friction = ${friction}`, ...list, ...(set ? [`fr = ${set}`] : []), ...[...at, ...still].map(a => `fr.${a}`)].join(', '), ...extra];
        const fast = ['--tolerance', '1e-3']; // between two frames
        return {
            curve: () => law(`points(0, ${num(-speed)}, 100, ${num(speed)}, 200, ${num(-speed)})`, ['--until', '200', '--step', '0.5', ...fast]),
            loop: () => law(`${num(length)}*(cos(t) + 3*cos(5*t))`, ['--until', '7', '--step', '0.02', ...fast]),
            slip: () => plant('stick-slip', [`m = ${num(mass)} ${M}`, `k = ${num(stiffness)} ${F}/${L}`, `vp = ${num(pull)} ${L}/s`], ['--until', '20', '--step', '0.04', ...fast]),
            away: () => plant('mass', [`m = ${num(force)} ${M}`], ['--input', `u = ${num(2.2 * force)}*ramp(0, 1) ${F}`, '--until', '1', '--step', '0.002', ...fast]),
        }[kind]();
    }
    move() {
        this.app.command(this.words('curve'));
        this.app.state.law = { name: this.name, set: this.sets.value, at: Object.fromEntries(this.list.filter(p => p.value !== p.given).map(p => [p.name, p.value])),
            ...(this.own ? { text: this.text.value } : {}) };
        this.pictures.forEach(p => p.move());
    }
    // By the worker with less to do; a fit has its own for itself.
    async simulate(kind) {
        if (this.own)
            await (this.plants ??= this.givePlants());
        const { quick, tool } = this.app, { asked } = this, free = tool.waiting.size <= asked.get(tool);
        const worker = free && asked.get(tool) < asked.get(quick) ? tool : quick;
        asked.set(worker, asked.get(worker) + 1);
        try {
            return await worker.run(this.words(kind));
        } finally {
            asked.set(worker, asked.get(worker) - 1);
        }
    }
    async givePlants() {
        for (const plant of ['stick-slip', 'mass'])
            await this.app.put(`${plant}.law`, await (await fetch(`laws/${plant}.law`)).text());
    }
    // Of the slowest picture in sight, as often as it can be read.
    showRate() {
        const now = performance.now(), list = this.pictures.filter(p => p.inSight && p.count > 9);
        if (list.length === 0 || now - (this.rated ?? 0) < 400)
            return;
        this.rated = now;
        this.rate.textContent = `${digits(1000 / Math.max(...list.map(p => p.took)), 2)} frames/s`;
    }
    async draw({ kind, plot }) {
        const { columns, message } = await this.simulate(kind);
        this.showRate();
        const by = Object.fromEntries((columns ?? []).map(c => [c.name, c]));
        const out = kind === 'curve' || kind === 'loop' ? this.card.outputs[0].name : 'F', velocity = by[this.velocity?.name];
        plot.element.title = message ?? '';
        if (!by[out] || ((kind === 'curve' || kind === 'loop') && !velocity))
            return plot.excuse(cases[kind], excuses.find(([said]) => said.test(message))?.[1] ?? message?.replace(/^bristle[^:]*: /, '') ?? '');
        const force = { name: out, unit: by[out].unit };
        if (kind === 'curve')
            plot.show({ title: cases.curve, x: { name: velocity.name, unit: velocity.unit }, y: force, series: [{ x: velocity.values.subarray(12), y: by[out].values.subarray(12) }] });
        else if (kind === 'loop') {
            const x = by.t.values.map(t => this.size.length * (Math.sin(t) + 0.6 * Math.sin(5 * t)));
            plot.show({ title: cases.loop, x: { name: 'x', unit: this.turns ? 'rad' : 'm' }, y: force, series: [{ x, y: by[out].values, color: 2 }] });
        } else if (kind === 'slip')
            plot.show({ title: cases.slip, x: { name: 't', unit: 's' }, y: { name: 'position', unit: by.x.unit }, series: [{ name: 'end of the spring', x: by.t.values, y: by.y.values, color: 5, dash: true }, { name: 'mass', x: by.t.values, y: by.x.values, color: 3 }] });
        else
            plot.show({ title: cases.away, x: { name: 'u', unit: by.u.unit }, y: force, series: [{ name: 'u', x: by.u.values, y: by.u.values, color: 5, dash: true }, { name: 'F', x: by.u.values, y: by.F.values, color: 4 }] });
    }
    shown() {
        if (this.card)
            this.app.command(this.words('curve'));
    }
}
