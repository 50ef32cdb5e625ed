// log.mjs - the page Log: a file becomes signals, the signals a fitted law.
import { guess, massOf, ROLES, signals, turning, unitsOf } from './columns.mjs';
import { numberOf, textOf } from './link.mjs';
import { unpacked } from './mat.mjs';
import { Plot } from './plot.mjs';
import { card, digits, field, h, note, options, readable, rounded, running, say, tile } from './ui.mjs';

const EXAMPLES = {
    'Tribometer (velocity, friction force)': {
        name: 'tribometer.csv', run: ['simulate', 'lugre', '--params', 'table-I', '--input', 'v = 2e-3*sin(9*t)*sin(t) m/s', '--until', '3', '--sensor', 'F = noise(0.005) N'],
        columns: 't = t, speed = v, friction = F', units: 'speed = mm/s',
    },
    'Axis (position, drive force)': {
        name: 'axis.csv', run: ['simulate', 'mass', '--at', 'm = 20 kg, friction = dahl, fr.sigma0 = 2e5 N/m, fr.FC = 10 N, fr.sigma2 = 40 N*s/m',
            '--input', 'u = 12*multisine(1, 3, 7) N', '--until', '3', '--step', '1 ms', '--sensor', 'x = quantise(50) nm, u = noise(0.02) N'],
        columns: 't = t, position = x, force = u', units: 'position = mm',
    },
};
const LAWS = ['coulomb', 'stribeck', 'dahl', 'lugre', 'maxwell-slip', 'gms', 'sgms', 'elasto-plastic', 'makkar', 'static-kinetic'];
const USUAL = ['coulomb', 'stribeck', 'dahl', 'lugre'];

// A name that is a name to the tool, too: no option and no path.
export const plainName = name => name.replace(/^.*[\\/]/, '').replace(/[^\w.() -]/g, '_').replace(/^[-.]+/, '_') || 'log.csv';

export function logPage(app, page) {
    const self = new LogPage(app, page, app.link.log);
    return self;
}

class LogPage {
    constructor(app, page, link) {
        Object.assign(this, { app, link });
        this.input = h('input', { type: 'file', id: 'file', accept: '.csv,.txt,.tsv,.mat,text/csv', hidden: true, onchange: () => this.take(this.input.files[0]) });
        this.title = h('strong', {}, 'Drop a CSV or MAT file here');
        this.drop = h('div', { class: 'drop', id: 'drop' }, this.title,
            h('div', { class: 'row' }, h('button', { class: 'main', onclick: () => this.input.click() }, 'Choose a file'), this.input),
            h('p', { class: 'dim' }, 'or take an example:'),
            h('div', { class: 'row' }, ...Object.keys(EXAMPLES).map(name => h('button', { onclick: () => this.example(name) }, name))));
        this.mapping = h('div', { class: 'stack', id: 'mapping' }, ...this.wantedLog());
        this.fitting = h('div', { class: 'stack' });
        this.results = h('div', { class: 'stack' }, this.welcome());
        page.replaceChildren(h('div', { class: 'split' }, h('div', { class: 'stack' }, card('Log', this.drop), this.mapping, this.fitting), this.results));
        this.listen();
    }
    welcome() {
        return card('From a log to a friction law', h('ol', { class: 'dim' }, h('li', {}, 'Drop a log of an axis or a tribometer: time, motion and force.'),
            h('li', {}, 'Check what the columns are; the guess can be corrected.'), h('li', {}, 'Compare laws: fit, hold-out error, simulation, standard deviations.'),
            h('li', {}, 'Take the C package, the parameter file or the command line from the page Out.')));
    }
    listen() {
        for (const kind of ['dragenter', 'dragover'])
            this.drop.addEventListener(kind, e => (e.preventDefault(), this.drop.classList.add('over')));
        for (const kind of ['dragleave', 'drop'])
            this.drop.addEventListener(kind, e => (e.preventDefault(), this.drop.classList.remove('over')));
    }
    async example(which) {
        const e = EXAMPLES[which];
        const make = [[...e.run, '--csv', 'whole.csv'], ['table', 'whole.csv', '--signals', e.columns, '--units', e.units, '--csv', e.name]];
        await this.app.tool.run(make[0]);
        const { files } = await this.app.tool.run(make[1], { take: [e.name, 'whole.csv'] });
        make.forEach(words => this.app.command(words, `${e.name} ${words[0]}`)); // who has no playground makes the log by these
        await this.take(new File([files[e.name]], e.name));
    }
    async openServed(name) {
        const answer = await fetch(`log/${encodeURIComponent(name)}`);
        if (answer.ok)
            await this.take(new File([await answer.blob()], name));
        else
            this.mapping.replaceChildren(note('bad', `${name} is not served here`));
    }
    // What goes on with another log is stopped.
    async take(file) {
        if (!file)
            return;
        if (this.app.tool.waiting.size > 0)
            await this.stop();
        try {
            await this.read(file);
        } catch (error) {
            if (error.message !== 'stopped')
                this.mapping.replaceChildren(card('Columns', note('bad', error.message)));
        }
    }
    async read(file) {
        this.file = file;
        this.name = plainName(file.name);
        this.title.textContent = file.name;
        this.drop.classList.add('full');
        this.app.fit = null;
        this.fitting.replaceChildren();
        this.results.replaceChildren();
        this.mapping.replaceChildren(card('Columns', h('p', { class: 'dim', role: 'status' }, `Reading ${digits(file.size / 1e6, 3)} MB ...`), h('progress', {})));
        const content = /\.mat$/i.test(this.name) ? await unpacked(file) : file;
        await this.app.put(this.name, content);
        const answer = await this.app.tool.json(['inspect', this.name]);
        if (!answer.json)
            return this.mapping.replaceChildren(card('Columns', note('bad', answer.message)));
        const hash = await this.app.quick.hash(file);
        if (file !== this.file)
            return; // another one was taken meanwhile
        this.hash = hash;
        this.columns = answer.json.logs[0].columns;
        this.time = answer.json.logs[0].time;
        this.rows = answer.json.logs[0].rows;
        this.chosen = guess(this.columns);
        this.recall();
        this.showColumns();
        await this.mapped();
    }
    // A link holds no log: it says which one it was made with, and the page asks for it.
    wantedLog() {
        const name = textOf(this.link, 'name', ''), hash = textOf(this.link, 'sha256', '');
        return name ? [note('warn', `This link was made with ${name.slice(0, 200)}${hash ? ` (SHA-256 ${hash.slice(0, 64)})` : ''}: choose that file.`)] : [];
    }
    another() {
        const hash = textOf(this.link, 'sha256', '');
        return hash && this.hash && hash !== this.hash ? [note('warn', `This is not the file that the link was made with: its SHA-256 is ${this.hash}, that of the link ${hash.slice(0, 64)}.`)] : [];
    }
    // A link says which columns were chosen.
    recall() {
        const list = textOf(this.link, 'chosen', '').split(';').map(c => c.split(','));
        if (list.length === this.columns.length)
            this.chosen = list.map(([role, unit]) => ({ role: ROLES[role] ? role : '', unit: unit ?? '' }));
    }
    showColumns() {
        const rows = this.columns.map((c, i) => {
            const unit = h('select', { 'aria-label': `unit of ${c.name}`, onchange: () => (this.chosen[i].unit = unit.value, this.mapped()) });
            const units = () => {
                const own = c.unit !== '-' ? [[c.unit, `${c.unit} (file)`]] : unitsOf(this.chosen[i].role);
                unit.replaceChildren(...options(own, this.chosen[i].unit));
                unit.disabled = !this.chosen[i].role || c.unit !== '-';
            };
            const role = h('select', { 'aria-label': `what ${c.name} is`, onchange: () => {
                this.chosen[i] = { role: role.value, unit: c.unit !== '-' ? c.unit : unitsOf(role.value)[0] ?? '' };
                units();
                this.mapped();
            } }, ...options(Object.entries(ROLES), this.chosen[i].role));
            units();
            return h('tr', {}, h('td', { class: 'wrap' }, c.name), h('td', {}, role), h('td', {}, unit));
        });
        this.said = h('div', { class: 'stack' });
        this.mapping.replaceChildren(card('Columns', h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, ...['column', 'is', 'unit'].map(t => h('th', { scope: 'col' }, t)))),
            h('tbody', {}, ...rows))), this.said));
    }
    get signals() {
        const named = this.chosen.map((c, i) => ({ role: c.role, unit: this.columns[i].unit === '-' ? c.unit : '' }));
        return signals(this.columns, named);
    }
    async mapped() {
        const { text, missing } = this.signals;
        this.app.state.log = { name: this.file.name, sha256: this.hash, chosen: this.chosen.map(c => `${c.role},${c.unit}`).join(';') };
        if (missing) {
            this.said.replaceChildren(note('warn', missing));
            this.fitting.replaceChildren();
            return;
        }
        this.said.replaceChildren(...this.another());
        const words = ['inspect', this.name, '--signals', text];
        const answer = await this.app.tool.json(words);
        this.app.command(words);
        if (!answer.json)
            return this.said.replaceChildren(note('bad', answer.message));
        this.app.log = { name: this.name, signals: text, has: role => this.chosen.some(c => c.role === role), turns: this.chosen.some(c => c.role && turning(c.unit)) };
        this.quality(answer.json.logs[0]);
        await this.preview();
        this.showFit();
    }
    quality(log) {
        const m = log.motion, t = log.time, able = log.identifiable ?? [];
        const travel = m.travel > 0 && this.app.log.has('x') ? readable(m.travel, this.app.log.turns ? 'rad' : 'm') : null;
        this.qualityCard = card('Quality of the log',
            h('div', { class: 'tiles' }, tile('rows', digits(log.rows, 7)), tile('duration', `${digits(t.end - t.start)} s`), tile('sample time', `${digits(1e3 * t.step)} ms`),
                tile('reversals', digits(m.reversals ?? NaN)), travel && tile('travel', `${digits(m.travel / travel.scale, 3)} ${travel.unit}`),
                tile('warnings', String(log.warnings.length), log.warnings.length ? 'warn' : 'good')),
            h('details', {}, h('summary', {}, `What is identifiable: ${able.filter(a => a.can === 'yes').length} of ${able.length}`),
                h('div', { class: 'scroll' }, h('table', {}, h('tbody', {}, ...able.map(a => h('tr', {}, h('td', { class: 'wrap' }, a.what), h('td', {}, a.can), h('td', { class: 'wrap dim' }, a.why))))))),
            ...log.warnings.map(w => note('warn', w)));
        this.results.replaceChildren(this.qualityCard);
    }
    // At most 3000 rows, whatever the log has.
    async preview() {
        const step = Math.max(this.time.step, (this.time.end - this.time.start) / 3000);
        const { columns } = await this.app.tool.run(['table', this.name, '--signals', this.signals.text, '--step', `${step} s`]);
        if (!columns?.length)
            return;
        this.log = Object.fromEntries(columns.map(c => [c.name, c]));
        const t = columns[0].values;
        const plots = columns.slice(1).filter(c => 'xvuF'.includes(c.name)).map((c, i) => {
            const plot = new Plot();
            plot.show({ title: ROLES[c.name], x: { name: 't', unit: 's' }, y: { name: c.name, unit: c.unit }, series: [{ x: t, y: c.values, color: i + 1, width: 1.3, sorted: true }] });
            return plot.element;
        });
        this.results.append(h('div', { class: 'card' }, h('h2', {}, 'Signals'), h('div', { class: 'pair' }, ...plots)));
    }
    showFit() {
        const chosen = new Set(textOf(this.link, 'laws', USUAL.join(',')).split(','));
        this.boxes = LAWS.map(name => h('input', { type: 'checkbox', value: name, checked: chosen.has(name) }));
        this.own = this.app.ownLaw ? h('input', { type: 'checkbox', value: this.app.ownLaw, checked: true }) : null;
        this.mass = h('input', { type: 'text', id: 'mass', placeholder: 'estimated', size: '10', value: textOf(this.link, 'mass', '') });
        this.hold = h('input', { type: 'number', id: 'hold', min: '0', max: '60', value: String(numberOf(this.link, 'hold', 30)), size: '4' });
        this.profile = h('input', { type: 'checkbox' });
        this.go = h('button', { class: 'main', id: 'fit', onclick: () => this.fit() }, 'Fit');
        this.end = h('button', { id: 'stop', hidden: true, onclick: () => this.stop() }, 'Stop');
        this.bar = h('progress', { max: '1', hidden: true, 'aria-label': 'progress of the fit' });
        this.what = h('span', { class: 'dim', role: 'status' });
        const boxes = [...this.boxes, this.own].filter(Boolean).map(b => h('label', { class: 'check' }, b, b.value));
        this.fitting.replaceChildren(card('Fit', h('div', { class: 'row', role: 'group', 'aria-label': 'laws to compare' }, ...boxes),
            h('div', { class: 'row' }, this.app.log.has('u') && field('mass or inertia', this.mass), field('hold-out, %', this.hold),
                h('label', { class: 'check plain' }, this.profile, '95 % intervals by profile')),
            h('div', { class: 'row' }, this.go, this.end, this.what), this.bar));
    }
    words() {
        const laws = [...this.boxes, this.own].filter(b => b?.checked).map(b => b.value);
        const words = ['identify', this.name, '--signals', this.signals.text, ...(laws.length === 1 ? ['--model', laws[0]] : ['--compare', laws.join(', ')])];
        if (this.app.log.has('u') && this.mass.value.trim())
            words.push('--mass', massOf(this.mass.value, this.app.log));
        if (Number(this.hold.value) !== (laws.length === 1 ? 0 : 30))
            words.push('--hold-out', `${Number(this.hold.value)} %`);
        if (this.profile.checked)
            words.push('--profile', 'all');
        Object.assign(this.app.state.log, { laws: laws.join(','), mass: this.mass.value, hold: Number(this.hold.value) });
        this.app.log.mass = this.mass.value.trim();
        return { words, laws };
    }
    busy(on) {
        running(on, this.go, this.end);
        this.bar.hidden = !on;
        this.bar.removeAttribute('value');
        this.what.textContent = on ? 'fitting ...' : '';
    }
    async fit() {
        const { words, laws } = this.words();
        if (!laws.length)
            return (this.what.textContent = 'choose a law');
        const line = [...words, '--save-params', 'fit.par'];
        this.app.command(line);
        this.busy(true);
        try {
            const answer = await this.app.tool.json(line, { take: ['fit.par'], progress: p => {
                this.bar.value = p.share;
                this.what.textContent = `${p.what} ${Math.round(100 * p.share)} %${p.left ? `, ${p.left}` : ''}`;
            } });
            this.busy(false);
            await this.show(answer, words);
        } catch (error) {
            this.busy(false);
            this.what.textContent = error.message === 'stopped' ? 'stopped' : error.message;
        }
    }
    async stop() {
        await this.app.tool.stop().catch(() => {}); // stopped again meanwhile
    }
    async show(answer, words) {
        this.found?.remove();
        if (!answer.json) {
            this.found = card('Result', note('bad', answer.message));
            return this.results.prepend(this.found);
        }
        const r = answer.json, best = r.laws.find(l => l.law === r.best && l.variant === r.best_variant) ?? r.laws[0];
        this.found = card('Result', this.sentence(best, answer), this.ranking(r, best), this.parameters(best),
            ...r.failures.map(t => note('bad', t)), ...r.warnings.map(t => note('warn', t)),
            h('details', {}, h('summary', {}, `Notes (${r.notes.length})`), h('pre', {}, r.notes.join('\n'))));
        this.results.prepend(this.found);
        say(`best law ${best.law}`);
        if (!answer.files['fit.par'])
            return;
        await this.app.put('fit.par', answer.files['fit.par']);
        this.app.fit = { law: best.law, result: best, par: answer.files['fit.par'], words };
        this.found.append(h('div', { class: 'pair' }, ...(await this.pictures(r, best))));
    }
    sentence(best, answer) {
        const hold = best.error?.held_out;
        return h('p', { id: 'answer' }, h('strong', {}, best.law), best.not_fitted ? `: ${best.not_fitted}`
            : ` explains the force to ${digits(best.error.fit, 3)} % (RMS)${hold > 0 ? `, ${digits(hold, 3)} % on the hold-out rows` : ''}; ${best.against ? best.against : 'all parameters identifiable'}. ${digits(answer.seconds, 2)} s.`);
    }
    ranking(r, best) {
        const per = v => v === null || v === undefined ? '-' : `${digits(v, 4)} %`;
        const head = ['law', 'fit error', 'hold-out', 'simulation', 'parameters', 'verdict'];
        return h('div', { class: 'scroll' }, h('table', { id: 'ranking' }, h('thead', {}, h('tr', {}, ...head.map((t, i) => h('th', { scope: 'col', class: i > 0 && i < 5 ? 'number' : '' }, t)))),
            h('tbody', {}, ...r.laws.filter(l => !l.not_fitted).map(l => h('tr', { class: l === best ? 'best' : '' }, h('td', {}, l === best ? '★ ' : '', l.law, l.variant ? `, ${l.variant}` : '', l.elements ? ` (${l.elements} elements)` : ''),
                h('td', { class: 'number' }, per(l.error.fit)), h('td', { class: 'number' }, per(l.error.held_out || null)), h('td', { class: 'number' }, per(l.free_run?.error)),
                h('td', { class: 'number' }, String(Object.keys(l.parameters).length)), h('td', { class: 'wrap' }, l.against || 'ok'))))));
    }
    parameters(best) {
        const list = Object.entries(best.parameters ?? {}), between = list.some(([, p]) => 'low' in p); // only of a profile
        const head = ['parameter', 'value', 'sd', 'sd if autocorrelated', ...(between ? ['95 % interval'] : []), 'unit'];
        const rows = list.map(([name, p]) => h('tr', { 'data-parameter': name }, h('td', { class: 'mono' }, name), h('td', { class: 'number' }, rounded(p.value, p.sd)),
            h('td', { class: 'number' }, p.on_bound ? 'on its bound' : digits(p.sd, 2)), h('td', { class: 'number' }, p.on_bound ? '' : digits(p.sd_coloured, 2)),
            between && h('td', { class: 'number' }, 'low' in p ? `${digits(p.low)} to ${digits(p.high)}` : ''), h('td', {}, p.unit)));
        return h('div', { class: 'scroll' }, h('table', { id: 'parameters' }, h('thead', {}, h('tr', {}, ...head.map((t, i) => h('th', { scope: 'col', class: i > 0 && i < head.length - 1 ? 'number' : '' }, t)))), h('tbody', {}, ...rows)));
    }
    async pictures(r, best) {
        const list = [await this.curve(r, best), await this.along(best), await this.motion(best)];
        return list.filter(Boolean).map(p => p.element);
    }
    // Friction over speed: what the log has without any law, and the law at rest of its states.
    async curve(r, best) {
        const points = r.map.points;
        if (!points.length)
            return null;
        const most = Math.max(...points.map(p => Math.abs(p.v)));
        const unit = this.log?.v?.unit ?? (/rad/.test(this.signals.text) ? 'rad/s' : 'm/s');
        const { columns } = await this.app.quick.run(['simulate', best.law, '--params', 'fit.par', '--input', `v = points(0, ${-most}, 200, ${most}) ${unit}`, '--until', '200', '--step', '0.5']);
        const series = [{ name: 'log, ±2 sd', x: points.map(p => p.v), y: points.map(p => p.F), sd: points.map(p => p.sd), kind: 'points', color: 1 }];
        const by = Object.fromEntries(columns.map(c => [c.name, c]));
        if (by.F)
            series.push({ name: best.law, x: by.v.values.subarray(8), y: by.F.values.subarray(8), color: 2 }); // behind the transient of its states
        const plot = new Plot();
        plot.show({ title: 'Friction over speed', x: { name: 'v', unit }, y: { name: 'F', unit: by.F?.unit ?? 'N' }, series });
        return plot;
    }
    // The law along the motion of the log.
    async along(best) {
        const list = this.signals.text, source = role => new RegExp(`(?:^|, )${role} = ([^,]*)`).exec(list)?.[1];
        const words = ['simulate', best.law, this.name, '--params', 'fit.par'];
        if (source('v'))
            words.push('--signals', `t = ${source('t')}, v = ${source('v')}`);
        else
            words.push('--signals', `t = ${source('t')}, xm = ${source('x')}`, '--input', `x = xm ${this.log.x.unit}`, '--linear');
        const { columns } = await this.app.tool.run(words);
        const by = Object.fromEntries((columns ?? []).map(c => [c.name, c]));
        const measured = this.log?.F ?? this.log?.u;
        if (!by.F || !measured)
            return null;
        const plot = new Plot();
        const offset = best.parameters.offset?.value ?? 0;
        plot.show({ title: 'Along the log', x: { name: 't', unit: 's' }, y: { name: 'force', unit: measured.unit }, series: [
            { name: this.log.F ? 'measured' : 'drive force', x: this.log.t.values, y: measured.values, color: 5, width: 1.2, sorted: true },
            { name: `friction, ${best.law}`, x: by.t.values.map(t => t + this.time.start - by.t.values[0]), y: by.F.values.map(f => f + offset), color: 2, width: 1.5, sorted: true }] });
        return plot;
    }
    // Measured force in, motion out, of laws without elements.
    async motion(best) {
        const p = best.parameters, { x, u } = this.log ?? {}, source = role => new RegExp(`(?:^|, )${role} = ([^,]*)`).exec(this.signals.text)?.[1];
        const beside = ['m', 'offset', 'delay'], given = this.app.log.mass;
        if (!x || !u || !(p.m || given) || best.variant || this.app.ownLaw || Object.keys(p).some(n => n.includes('[') || ['skew', 'spring', 'damper', 'gravity_sin'].includes(n)))
            return null;
        const mass = p.m ? `${p.m.value} ${p.m.unit}` : massOf(given, this.app.log);
        const values = Object.entries(p).filter(([n]) => !beside.includes(n)).map(([n, v]) => `fr.${n} = ${v.value} ${v.unit === '-' ? '' : v.unit}`.trim());
        const words = ['simulate', 'mass', this.name, '--signals', `t = ${source('t')}, um = ${source('u')}`, '--input', `u = um - (${p.offset?.value ?? 0}) ${u.unit}`, '--linear',
            '--at', [`friction = ${best.law}`, `m = ${mass}`, `x = ${x.values[0]} ${x.unit}`, ...values].join(', ')];
        const { columns } = await this.app.tool.run(words);
        const by = Object.fromEntries((columns ?? []).map(c => [c.name, c]));
        if (!by.x)
            return null;
        const plot = new Plot();
        plot.show({ title: 'Simulation: force in, motion out', x: { name: 't', unit: 's' }, y: { name: 'x', unit: x.unit }, series: [
            { name: 'measured', x: this.log.t.values, y: x.values, color: 5, width: 3, sorted: true },
            { name: `simulated, ${best.law}`, x: by.t.values.map(t => t + this.time.start - by.t.values[0]), y: by.x.values, color: 3, width: 1.5, sorted: true }] });
        return plot;
    }
    shown() {
        if (this.app.ownLaw && this.app.log && !this.own)
            this.showFit();
    }
}
