// out.mjs - the page Out: what to take home.
import { massOf } from './columns.mjs';
import { makeLink } from './link.mjs';
import { card, download, field, h, note, options, say } from './ui.mjs';
import { zip } from './zip.mjs';

export function outPage(app, page) {
    return new OutPage(app, page);
}

class OutPage {
    constructor(app, page) {
        Object.assign(this, { app, page });
    }
    // The law with its values: of the fit, else of the page Law.
    get source() {
        const { fit, state } = this.app;
        if (fit)
            return { words: [fit.law, '--params', 'fit.par'], name: `${fit.law}, fitted to ${this.app.log.name}` };
        const known = this.app.laws.some(l => l.name === state.law?.name) || this.app.ownLaw; // a link may hold anything
        const law = known ? state.law : { name: 'lugre', set: 'table-I', at: {} };
        return { words: [this.app.ownLaw ?? law.name, ...(law.set ? ['--params', law.set] : [])], name: `${law.name}${law.set ? `, ${law.set}` : ''}` };
    }
    shown() {
        const { fit } = this.app;
        this.said = h('div', { class: 'stack', role: 'status' });
        this.kind = h('select', { id: 'kind' }, ...options([['law', 'the law alone'], ['ekf', 'extended Kalman filter'], ['ukf', 'unscented Kalman filter'], ['mhe', 'moving horizon estimator'], ['compensator', 'friction compensator']], 'ekf'));
        this.float = h('input', { type: 'checkbox', id: 'float' });
        const file = (text, f, off) => h('button', { onclick: f, disabled: !!off }, text);
        this.page.replaceChildren(h('div', { class: 'split' },
            h('div', { class: 'stack' },
                card('C package for a controller', h('p', { class: 'dim' }, `${this.source.name}. Self-contained C99: no library, no heap, with a self-test.`), field('what it holds', this.kind),
                    h('label', { class: 'check plain' }, this.float, 'compute in float'), h('div', { class: 'row' }, h('button', { class: 'main', id: 'package', onclick: () => this.packaged() }, 'Download the ZIP'))),
                card('Files', h('div', { class: 'row' }, file('Report (HTML)', () => this.report(), !fit), file('Parameter file', () => download('fit.par', fit.par, 'text/plain'), !fit),
                    file('Law', () => this.law())), fit ? null : h('p', { class: 'dim' }, 'A report and a parameter file need a fit (page Log).')),
                card('Link', h('p', { class: 'dim' }, 'The link holds the state of the pages behind the #: law, parameters, sliders. Logs stay on this machine: the link has the name and the SHA-256 of the log, and the page asks for it.'), h('div', { class: 'row' }, h('button', { id: 'link', onclick: () => this.link() }, 'Copy a link'))), this.said),
            h('div', { class: 'stack' }, card('The same on the command line', h('pre', { class: 'text', id: 'commands', tabindex: '0' }, this.app.commands.slice(-12).join('\n') || 'nothing yet'),
                h('p', { class: 'dim' }, 'Every number of these pages comes from these commands; on your machine they give the same bits.')))));
        this.app.command(this.words(this.kind.value));
        this.kind.addEventListener('change', () => this.app.command(this.words(this.kind.value)));
    }
    words(kind) {
        const { fit, log } = this.app, m = fit?.result.parameters.m, mass = m ? `${Number(m.value.toPrecision(6))} ${m.unit}` : log?.mass ?? '';
        const words = ['emit', ...this.source.words];
        if (kind === 'law')
            words.push('-o', 'package/law.c');
        else if (kind === 'compensator')
            words.push('--mass', massOf(mass || 1, log), '--compensator', 'model', '--prefix', 'axis', '-o', 'package');
        else
            words.push('--observer', kind, '--prefix', 'axis', '-o', 'package');
        return this.float?.checked ? [...words, '--float'] : words;
    }
    async packaged() {
        const words = this.words(this.kind.value);
        this.app.command(words);
        this.said.replaceChildren(h('progress', { 'aria-label': 'making the package' }));
        await this.app.tool.put('package/.keep', new Uint8Array(0));
        await this.app.tool.remove(this.kind.value === 'law' ? 'package/.keep' : 'package');
        const answer = await this.app.tool.run(words, { take: ['package'] });
        const files = Object.fromEntries(Object.entries(answer.files).filter(([name]) => !name.endsWith('.keep')));
        if (!Object.keys(files).length)
            return this.said.replaceChildren(note('bad', answer.message || 'nothing was written'));
        download('package.zip', zip(files));
        this.said.replaceChildren(note('good', `package.zip: ${Object.keys(files).length} files. Unpack it, then: ${this.kind.value === 'law' ? 'cc -c package/law.c' : 'cd package && cc -std=c99 -O2 axis.c selftest.c -lm -o selftest && ./selftest'}`));
    }
    async report() {
        const words = [...this.app.fit.words, '--report', 'report.html'];
        this.app.command(words);
        this.said.replaceChildren(h('p', { class: 'dim' }, 'The fit runs again for the report ...'), h('progress', {}));
        const { files, message } = await this.app.tool.run(words, { take: ['report.html'] });
        this.said.replaceChildren(files['report.html'] ? note('good', 'report.html: a self-contained page') : note('bad', message));
        if (files['report.html'])
            download('report.html', files['report.html'], 'text/html');
    }
    async law() {
        const page = await this.app.ensure('law');
        download(`${page.called}.law`, page.text.value, 'text/plain');
    }
    async link() {
        const link = makeLink({ ...this.app.state, page: this.app.log || this.app.link.log ? 'log' : 'law' });
        history.replaceState(null, '', link);
        await navigator.clipboard?.writeText(link).catch(() => {});
        this.said.replaceChildren(note('good', 'The link is in the address bar and on the clipboard.'));
        say('link copied');
    }
}

