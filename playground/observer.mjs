// observer.mjs - the page Observer: a replay of the log with bands; noise and horizon by sliders.
import { massOf } from './columns.mjs';
import { numberOf, textOf } from './link.mjs';
import { Plot } from './plot.mjs';
import { card, digits, field, h, latest, note, options, slider, tile } from './ui.mjs';

const KINDS = [['ekf', 'extended Kalman filter'], ['ukf', 'unscented Kalman filter'], ['mhe', 'moving horizon'], ['smoother', 'smoother over the whole log']];

export async function observerPage(app, page) {
    return new ObserverPage(app, page, app.link.observer);
}

class ObserverPage {
    constructor(app, page, link) {
        this.app = app;
        this.kind = textOf(link, 'kind', 'ekf');
        this.factor = { measured: numberOf(link, 'measured', 1), process: numberOf(link, 'process', 1) };
        this.horizon = numberOf(link, 'horizon', 20);
        this.run = latest(() => this.observe());
        this.controls = h('div', { class: 'stack' });
        this.results = h('div', { class: 'stack' });
        page.replaceChildren(h('div', { class: 'split' }, this.controls, this.results));
    }
    async shown() {
        const { log, fit } = this.app;
        if (!log || !fit)
            return this.empty();
        const key = `${log.name} ${log.signals} ${fit.law} ${fit.par.length} ${fit.par[200]}`;
        if (key === this.key)
            return this.app.command(this.words(true));
        this.key = key;
        this.base = null;
        this.build();
        await this.run();
    }
    empty() {
        this.results.replaceChildren(card('Replay with an observer', h('p', {}, 'An observer runs along a log with a fitted law. Fit one on the page Log first, or take the example:'),
            h('div', { class: 'row' }, h('button', { class: 'main', onclick: () => this.example() }, 'Fit the example log'), h('button', { onclick: () => this.app.open('log') }, 'Go to Log'))));
    }
    async example() {
        this.results.replaceChildren(card('Replay with an observer', h('p', { role: 'status' }, 'fitting the example ...'), h('progress', {})));
        const log = await this.app.ensure('log');
        await log.example('Tribometer (velocity, friction force)');
        log.boxes.forEach(b => (b.checked = b.value === 'lugre'));
        await log.fit();
        await this.app.open('observer');
    }
    build() {
        const { fit } = this.app;
        const names = Object.entries(fit.result.parameters).filter(([name, p]) => !['offset', 'skew', 'm', 'delay', 'spring', 'damper'].includes(name) && !p.on_bound);
        this.pick = h('select', { 'aria-label': 'parameter to estimate', onchange: () => (this.base = null, this.run()) }, ...options([['', 'none'], ...names.map(([n]) => n)], names.some(([n]) => n === 'FC') ? 'FC' : ''));
        const kinds = h('select', { onchange: () => (this.kind = kinds.value, this.base = null, this.long.hidden = this.kind !== 'mhe', this.run()) }, ...options(KINDS, this.kind));
        const noise = (key, name, title) => slider({ name, title, min: 0.05, max: 20, log: true, value: this.factor[key], unit: 'x', on: v => (this.factor[key] = v, this.run()) });
        this.long = h('div', { hidden: this.kind !== 'mhe' }, slider({ name: 'horizon', title: 'intervals of the horizon', min: 2, max: 60, step: 1, value: this.horizon, on: v => (this.horizon = v, this.run()) }));
        this.tiles = h('div', { class: 'tiles', id: 'consistency' });
        this.said = h('div', { class: 'stack' });
        this.controls.replaceChildren(card('Observer', h('p', { class: 'dim' }, `${fit.law} along ${this.app.log.name}`), field('kind', kinds), field('parameter to estimate', this.pick),
            noise('measured', 'sensor', 'standard deviation of the sensor, times that of the log'), noise('process', 'process', 'process noise, times that of the log'), this.long),
        card('Consistency', this.tiles, this.said));
        this.plots = [new Plot({ tall: true }), new Plot(), new Plot()];
        this.results.replaceChildren(h('div', { class: 'card' }, this.plots[0].element), h('div', { class: 'card' }, h('div', { class: 'pair' }, this.plots[1].element, this.plots[2].element)));
    }
    words(withNoise) {
        const { log, fit } = this.app, estimate = this.pick.value;
        const words = ['observe', log.name, '--signals', log.signals, '--model', fit.law, '--params', 'fit.par', '--observer', this.kind];
        if (log.mass || fit.result.parameters.m)
            words.push('--mass', log.mass ? massOf(log.mass, log) : `${Number(fit.result.parameters.m.value.toPrecision(6))} ${fit.result.parameters.m.unit}`);
        if (estimate)
            words.push('--estimate', estimate);
        if (this.kind === 'mhe')
            words.push('--horizon', String(this.horizon));
        if (withNoise && this.base)
            words.push('--noise', this.noise());
        return words;
    }
    // What the log says by maximum likelihood, times the factors of the sliders.
    noise() {
        const list = Object.entries(this.base.measured).map(([name, m]) => `${name} = ${Number(((m.sd ?? m) * this.factor.measured).toPrecision(4))} ${m.unit ?? this.units[name] ?? ''}`);
        for (const [name, n] of Object.entries(this.base.noise))
            if (n.sd_per_step > 0)
                list.push(`${name} = ${Number((n.sd_per_step * this.factor.process).toPrecision(4))} ${n.unit === '-' ? '' : n.unit}`);
        return list.map(t => t.trim()).join(', ');
    }
    async observe() {
        if (!this.base) {
            const first = await this.app.tool.json(this.words(false));
            if (!first.json)
                return this.said.replaceChildren(note('bad', first.message));
            this.base = first.json;
            this.units = Object.fromEntries(first.columns.map(c => [c.name, c.unit]));
        }
        const words = this.words(this.factor.measured !== 1 || this.factor.process !== 1 || this.kind === 'mhe');
        const answer = await this.app.tool.json(words);
        this.app.command(words);
        this.app.state.observer = { kind: this.kind, ...this.factor, horizon: this.horizon };
        if (!answer.json)
            return this.said.replaceChildren(note('bad', answer.message));
        this.show(answer);
    }
    show({ json, columns }) {
        const [name, i] = Object.entries(json.innovations)[0] ?? [];
        const share = 100 * (i?.nis_coverage ?? NaN);
        this.tiles.replaceChildren(
            tile('NIS (1 is right)', digits(i?.nis, 3), i?.nis > 0.7 && i?.nis < 1.4 ? 'good' : 'warn'), tile('inside 95 %', `${digits(share, 3)} %`, share > 92 && share < 98 ? 'good' : 'warn'),
            tile('autocorrelation', digits(i?.correlation, 2), i?.white ? 'good' : 'warn'), tile('error of F', `${digits(json.nrmse, 3)} %`),
            ...Object.entries(json.estimates).map(([n, e]) => tile(`${n}, ${e.unit}`, `${digits(e.value)} ± ${digits(e.sd, 2)}`)));
        this.said.replaceChildren(...json.failures.map(t => note('bad', t)), ...json.warnings.slice(0, 3).map(t => note('warn', t)));
        this.draw(name, Object.fromEntries(columns.map(c => [c.name, c])), Object.keys(json.estimates)[0]);
    }
    draw(name, by, estimate) {
        const t = by.t.values, band = (mid, sd) => ({ kind: 'band', name: '95 %', x: t, lo: mid.map((v, k) => v - 2 * sd[k]), hi: mid.map((v, k) => v + 2 * sd[k]), color: 2 });
        const mid = by[`${name}_est`], sd = by[`${name}_sd`], time = { name: 't', unit: 's' };
        if (mid)
            this.plots[0].show({ title: `${name} along the log`, x: time, y: { name, unit: mid.unit }, series: [...(sd ? [band(mid.values, sd.values)] : []),
                { name: 'measured', x: t, y: by[name].values, color: 5, width: 1.2, sorted: true }, { name: 'estimated', x: t, y: mid.values, color: 2, width: 1.4, sorted: true }] });
        const e = by[`${name}_innovation`], s = by[`${name}_innovation_sd`];
        if (e)
            this.plots[1].show({ title: 'Innovations', x: time, y: { name, unit: e.unit, range: this.around(e.values) }, series: [
                ...(s ? [{ kind: 'band', name: '95 % expected', x: t, lo: s.values.map(v => -1.96 * v), hi: s.values.map(v => 1.96 * v), color: 3 }] : []), { x: t, y: e.values, color: 1, width: 1, sorted: true }] });
        const p = estimate ?? Object.keys(by).find(n => by[`${n}_sd`] && n !== name && by[n].role !== 'time');
        this.plots[2].element.hidden = !p || !by[p];
        if (p && by[p])
            this.plots[2].show({ title: estimate ? `Estimate of ${p}` : `State ${p}`, x: time, y: { name: p, unit: by[p].unit }, series: [...(by[`${p}_sd`] ? [band(by[p].values, by[`${p}_sd`].values)] : []), { name: p, x: t, y: by[p].values, color: 2, sorted: true }] });
    }
    // The first samples may be far off; they do not set the scale.
    around(values) {
        const sorted = Float64Array.from(values, Math.abs).sort(), most = 1.6 * sorted[Math.floor(0.995 * (sorted.length - 1))] || 1;
        return [-most, most];
    }
}
