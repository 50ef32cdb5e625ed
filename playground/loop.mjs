// loop.mjs - the page Loop: an axis with friction under PID control, with an observer fed forward; hunting appears and goes.
import { numberOf, textOf } from './link.mjs';
import { Plot } from './plot.mjs';
import { card, digits, field, h, latest, note, options, readable, running, slider, tile } from './ui.mjs';

const GAINS = [['Kp', 'proportional gain', 'N/m', 3], ['Kd', 'derivative gain', 'N*s/m', 6], ['Ki', 'integral gain', 'N/m/s', 4]];
const COURSES = {
    step: ['a step', { xd: '1 m' }, 100],
    slow: ['a slow sine', { xd: '0.1*sin(0.2*t) m', vd: '0.02*cos(0.2*t) m/s', ad: '-0.004*sin(0.2*t) m/s^2' }, 80],
};

export function loopPage(app, page) {
    return new LoopPage(app, page, app.link.loop);
}

class LoopPage {
    constructor(app, page, link) {
        this.app = app;
        this.move = latest(() => this.simulate());
        this.value = Object.fromEntries([...GAINS.map(([n, , , v]) => [n, numberOf(link, n, v)]), ['share', numberOf(link, 'share', 1)], ['FC', numberOf(link, 'FC', 1)]]);
        this.course = textOf(link, 'course', 'step') in COURSES ? textOf(link, 'course', 'step') : 'step';
        const courses = h('select', { onchange: () => (this.course = courses.value, this.move()) }, ...options(Object.entries(COURSES).map(([k, [t]]) => [k, t]), this.course));
        const gain = ([name, title, unit, v]) => slider({ name, title, unit, min: v / 30, max: v * 30, log: true, value: this.value[name], on: x => this.set(name, x) });
        this.tiles = h('div', { class: 'tiles' });
        this.table = h('div', { class: 'stack' });
        this.plots = [new Plot({ tall: true }), new Plot(), new Plot()];
        this.go = h('button', { onclick: () => this.compare() }, 'Compare compensators');
        this.end = h('button', { hidden: true, onclick: () => app.tool.stop().catch(() => {}) }, 'Stop');
        page.replaceChildren(h('div', { class: 'split' },
            h('div', { class: 'stack' },
                card('Axis and controller', h('p', { class: 'dim' }, 'A mass of 1 kg with the friction of Canudas de Wit et al. 1995 follows a reference. With integral action alone it hunts; the friction of a LuGre observer, all of it fed forward, ends that. With less of it the axis hunts on, a little.'),
                    field('reference', courses), ...GAINS.map(gain)),
                card('Friction observer', slider({ name: 'share', title: 'share of the observed friction that is fed forward', min: 0, max: 1.2, value: this.value.share, on: x => this.set('share', x) }),
                    slider({ name: 'FC', title: 'Coulomb force of the axis; its static force is 1.5 times as large', unit: 'N', min: 0.1, max: 10, log: true, value: this.value.FC, on: x => this.set('FC', x) }),
                    h('p', { class: 'dim' }, 'A share of 0 is the PID alone; FC is the friction of the axis.')),
                card('Numbers', this.tiles)),
            h('div', { class: 'stack' }, h('div', { class: 'card' }, this.plots[0].element), h('div', { class: 'card' }, h('div', { class: 'pair' }, this.plots[1].element, this.plots[2].element)),
                card('Compare compensators', h('p', { class: 'dim' }, 'The same axis under the usual compensators of bristle control, tuned by one rule.'), h('div', { class: 'row' }, this.go, this.end), this.table))));
    }
    set(name, value) {
        this.value[name] = Number(value.toPrecision(4));
        this.move();
    }
    // share 0 is the PID alone
    words(share) {
        const { Kp, Kd, Ki, FC } = this.value, [, input, until] = COURSES[this.course], n = v => String(Number(v.toPrecision(4)));
        const list = ['m = 1 kg', `Kp = ${Kp} N/m`, `Kd = ${Kd} N*s/m`, `Ki = ${Ki} N/m/s`, 'k = 0', `share = ${n(share)}`, 'fr = table-I'];
        if (FC !== 1)
            list.push(`fr.FC = ${n(FC)} N`, `fr.FS = ${n(1.5 * FC)} N`);
        return ['simulate', 'observer-loop', '--at', list.join(', '), '--input', Object.entries(input).map(([k, v]) => `${k} = ${v}`).join(', '), '--until', String(until), '--step', '0.05'];
    }
    async simulate() {
        const [plain, aided] = await Promise.all([this.app.quick.run(this.words(0)), (this.app.tool.waiting.size === 0 ? this.app.tool : this.app.quick).run(this.words(this.value.share))]);
        this.app.command(this.words(this.value.share));
        this.app.state.loop = { ...this.value, course: this.course };
        if (!plain.columns.length || !aided.columns.length)
            return this.tiles.replaceChildren(note('bad', plain.message || aided.message));
        const [a, b] = [plain, aided].map(r => Object.fromEntries(r.columns.map(c => [c.name, c.values])));
        const time = { name: 't', unit: 's' }, both = (title, name, unit, f) => ({ title, x: time, y: { name, unit }, series: [
            { name: 'PID', x: a.t, y: f(a), color: 2 }, { name: 'with observer', x: b.t, y: f(b), color: 1 }] });
        const position = both('Position', 'x', 'm', r => r.x);
        position.series.unshift({ name: 'reference', x: a.t, y: a.xd, color: 5, dash: true });
        this.plots[0].show(position);
        this.plots[1].show(both('Error', 'x - xd', 'm', r => r.x.map((x, i) => x - r.xd[i])));
        this.plots[2].show(both('Force of the drive', 'u', 'N', r => r.u));
        this.tiles.replaceChildren(...[['PID', a], ['observer', b]].flatMap(([name, r]) => this.numbers(name, r)));
        await new Promise(requestAnimationFrame);
    }
    // of the second half, where a transient is over
    numbers(name, r) {
        const from = r.t.length >> 1, e = r.x.map((x, i) => x - r.xd[i]).subarray(from);
        const rms = Math.sqrt(e.reduce((s, v) => s + v * v, 0) / e.length), wide = Math.max(...e) - Math.min(...e);
        const show = v => { const u = readable(v, 'm'); return v < 1e-9 ? '< 1 nm' : `${digits(v / u.scale, 3)} ${u.unit}`; }; // less is left of the steps
        const hunts = this.course === 'step' && wide > 1e-3;
        return [tile(`RMS error, ${name}`, show(rms)), tile(`${this.course === 'step' ? 'hunting' : 'span of the error'}, ${name}`, hunts || this.course !== 'step' ? show(wide) : 'none', hunts ? 'warn' : 'good')];
    }
    async compare() {
        const words = ['control', 'lugre', '--params', 'table-I', '--mass', '1 kg', '--compensators', 'coulomb,stribeck,model,dahl,lugre,ekf-lugre'];
        this.app.command(words);
        running(true, this.go, this.end);
        this.table.replaceChildren(h('progress', { 'aria-label': 'progress' }));
        try {
            const { json, message } = await this.app.tool.json(words, { progress: p => (this.table.firstChild.value = p.share) });
            const um = v => v === null ? '-' : digits(v * 1e6, 3), head = ['compensator', 'RMS, µm', 'peak, µm', 'at reversals, µm', 'effort, N'];
            this.table.replaceChildren(json ? h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, ...head.map((t, i) => h('th', { scope: 'col', class: i ? 'number' : '' }, t)))),
                h('tbody', {}, ...json.compensators.toSorted((a, b) => a.rms - b.rms).map((c, i) => h('tr', { class: i ? '' : 'best' }, h('td', {}, c.name), ...[um(c.rms), um(c.peak), um(c.reversal), digits(c.effort, 3)].map(t => h('td', { class: 'number' }, t))))))) : note('bad', message));
        } catch (error) {
            this.table.replaceChildren(h('p', { class: 'dim' }, error.message));
        }
        running(false, this.go, this.end);
    }
    shown() {
        return this.move();
    }
}
