// bristle.mjs - friction laws, simulations and observers in JavaScript, by WebAssembly, for node and browsers.
//
//     import { load } from './bristle.mjs';
//     const bristle = await load(bytes);                    // of bristle.wasm; or a Response that fetches it
//     const law = bristle.law('lugre', 'table-I');
//     const { rates, outputs } = law.rate([1e-6], [1e-3]);  // z' in m/s, F in N
//     law.close();
//     const run = bristle.simulate('lugre', { params: 'table-I', input: 'v = 1e-3*sin(2*pi*t) m/s', until: 1 });
//     run.columns.F, run.units.F                            // of bristle-runs.wasm
//
// Points are arrays as in friction.h: quantity j of point k is at [j*count + k], all in SI units.

const PARTS = { states: 0, inputs: 1, parameters: 2, outputs: 3 };
const UPDATES = 6; // of br_friction_part
const EXIT = [0, 1, 2, 3, 4, 5, 5, 6, 6]; // by br_status
const DIAG = 488, TEXT_AT = 8, NAME = 112, UNIT = 96; // bytes of br_diag, of its head, of names and units

export class BristleError extends Error {
    constructor(text, status) {
        super(text);
        this.name = 'BristleError';
        this.exitCode = EXIT[status];
    }
}

class Memory {
    constructor(c) {
        this.c = c;
    }
    take(bytes) {
        const at = bytes < 2 ** 31 ? this.c.malloc(bytes) : 0;
        if (at === 0) throw new BristleError('out of memory', 7);
        return at;
    }
    // Runs f with blocks of these numbers of bytes, and frees them.
    lend(sizes, f) {
        const at = [];
        try {
            for (const n of sizes) at.push(this.take(Math.max(n, 8)));
            return f(...at);
        } finally {
            at.forEach(a => this.c.free(a));
        }
    }
    bytes() {
        return new Uint8Array(this.c.memory.buffer);
    }
    numbers(at, count) {
        return new Float64Array(this.c.memory.buffer, at, count);
    }
    text(at) {
        const all = this.bytes(), end = all.indexOf(0, at);
        return new TextDecoder().decode(all.slice(at, end));
    }
    // A text as C reads it; 0 for none. The caller frees it.
    put(text) {
        if (text === undefined || text === null) return 0;
        if (typeof text !== 'string' || text.includes('\0'))
            throw new BristleError(`a text without a zero in it is wanted, not ${typeof text === 'string' ? JSON.stringify(text) : typeof text}`, 2);
        const bytes = new TextEncoder().encode(text + '\0');
        const at = this.take(bytes.length);
        this.bytes().set(bytes, at);
        return at;
    }
}

// An array of doubles; holes, texts and the like are refused, NaN unless it means a missing sample.
function numbersOf(name, from, missing = false) {
    if (!Array.isArray(from) && !ArrayBuffer.isView(from)) throw new BristleError(`${name}: an array of numbers is wanted`, 2);
    return Float64Array.from(from, x => {
        if (typeof x !== 'number' || !(Number.isFinite(x) || (missing && Number.isNaN(x))))
            throw new BristleError(`${name}: ${typeof x === 'number' ? `a number is not finite` : `${typeof x} is no number`}`, 3);
        return x;
    });
}

class Law {
    constructor(memory, of) {
        this.memory = memory;
        this.of = of;
        for (const [name, part] of Object.entries(PARTS))
            if (name !== 'parameters') this[name] = this.names(part);
        this.p = memory.take(8 * Math.max(memory.c.br_friction_count(of, PARTS.parameters), 1));
        memory.c.br_friction_parameters(of, this.p);
    }
    names(part) {
        const { c } = this.memory;
        return this.memory.lend([NAME, UNIT], (name, unit) =>
            Array.from({ length: c.br_friction_count(this.of, part) }, (_, i) => {
                c.br_friction_name(this.of, part, i, name, unit);
                return { name: this.memory.text(name), unit: this.memory.text(unit) };
            }));
    }
    get parameters() {
        this.mustBeOpen();
        const names = this.names(PARTS.parameters);
        const p = this.memory.numbers(this.p, names.length);
        return names.map((n, i) => ({ ...n, value: p[i] }));
    }
    mustBeOpen() {
        if (!this.of) throw new BristleError('this law is closed', 2);
    }
    points(x, u) {
        const count = u.length / this.inputs.length;
        if (!Number.isInteger(count) || count < 1 || x.length !== count * this.states.length)
            throw new BristleError(`${x.length} states and ${u.length} inputs are no points of this law`, 3);
        return count;
    }
    // f(count, x, u, out) with points in the module's memory; what it leaves in `out`, parted behind the states.
    compute(states, inputs, rows, f) {
        this.mustBeOpen();
        const x = numbersOf('states', states), u = numbersOf('inputs', inputs), count = this.points(x, u);
        return this.memory.lend([8 * x.length, 8 * u.length, 8 * rows * count], (ax, au, out) => {
            this.memory.numbers(ax, x.length).set(x);
            this.memory.numbers(au, u.length).set(u);
            f(count, ax, au, out);
            const all = this.memory.numbers(out, rows * count).slice(), part = this.states.length * count;
            const left = all.findIndex(v => !Number.isFinite(v));
            if (left >= 0) throw new BristleError(`point ${left % count}: a result is not a finite number`, 5);
            return [all.subarray(0, part), all.subarray(part)];
        });
    }
    // Rates of the states, and outputs.
    rate(x, u) {
        const { c } = this.memory, rows = this.states.length + this.outputs.length;
        const [rates, outputs] = this.compute(x, u, rows, (n, ax, au, out) =>
            c.br_friction_rate(this.of, n, ax, 0, au, this.p, out));
        return { rates, outputs };
    }
    // States after a sample, and outputs, for laws with z+.
    step(x, u) {
        this.mustBeOpen();
        const { c } = this.memory, rows = c.br_friction_count(this.of, UPDATES);
        if (rows === 0) throw new BristleError('this law has no z+: it is not computed sample by sample', 2);
        const [states, outputs] = this.compute(x, u, rows, (n, ax, au, out) =>
            c.br_friction_step(this.of, n, ax, 0, au, this.p, out));
        return { states, outputs };
    }
    close() {
        if (!this.of) return;
        this.memory.c.br_friction_close(this.of);
        this.memory.c.free(this.p);
        this.of = this.p = 0;
    }
}

const OPTIONS = {
    simulate: ['params', 'at', 'input', 'until', 'step', 'method'],
    observe: ['model', 'params', 'at', 'observer', 'estimate', 'noise', 'prior', 'correctEvery', 'gate', 'horizon'],
};

function checkOptions(job, options) {
    if (options === null || typeof options !== 'object') throw new BristleError(`${job}: options are an object, such as { params: 'table-I' }`, 2);
    for (const name of Object.keys(options))
        if (!OPTIONS[job].includes(name))
            throw new BristleError(`${job}: there is no option ${name}; there are ${OPTIONS[job].join(', ')}`, 2);
}

function numberOf(name, value, usual) {
    if (value === undefined) return usual;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new BristleError(`${name}: a number in SI units is wanted`, 2);
    return value;
}

// One from least to most, as the tool takes it; 0 where none is given.
function within(name, value, least, most, whole) {
    const number = numberOf(name, value, 0);
    if (value !== undefined && !(number >= least && number <= most && (!whole || Number.isInteger(number))))
        throw new BristleError(`${name}: a ${whole ? 'whole ' : ''}number from ${least} to ${most} is wanted, not ${number}`, 2);
    return number;
}

// The columns of a log as doubles, t first. NaN: missing.
function columnsOf(log) {
    if (log === null || typeof log !== 'object') throw new BristleError('a log is an object of arrays, { t, v, F }', 2);
    const names = Object.keys(log), columns = names.map(name => numbersOf(name, log[name], name !== 't'));
    if (names[0] !== 't' || columns.some(c => c.length !== columns[0].length))
        throw new BristleError('a log has columns of equal lengths, and t is the first of them', 3);
    return [names, columns, columns[0].length];
}

class Bristle {
    constructor(c) {
        this.memory = new Memory(c);
    }
    // Runs f with texts as C reads them (none: 0; the first is needed), and frees them.
    lendTexts(texts, f) {
        if (typeof texts[0] !== 'string') throw new BristleError('the name or the text of a law is wanted', 2);
        const at = [];
        try {
            for (const t of texts) at.push(this.memory.put(t));
            return f(...at);
        } finally {
            at.forEach(a => this.memory.c.free(a));
        }
    }
    // A table that C makes: f(to, why) answers a status.
    table(f) {
        const { memory } = this, { c } = memory;
        if (!c.wasm_simulate) throw new BristleError('this module has laws only; bristle-runs.wasm has runs and observers', 2);
        return memory.lend([8, DIAG], (to, why) => {
            memory.bytes().fill(0, why, why + DIAG);
            const status = f(to, why);
            if (status !== 0) throw new BristleError(memory.text(why + TEXT_AT) || 'out of memory', status);
            const t = new DataView(c.memory.buffer).getUint32(to, true), rows = c.wasm_table_rows(t);
            const lines = at => memory.text(at).split('\n').filter(line => line !== '');
            const table = { rows, columns: {}, units: {}, seen: {}, failures: lines(c.wasm_seen_failures(t)), warnings: lines(c.wasm_seen_warnings(t)) };
            for (let i = 0; i < c.wasm_table_columns(t); i++) {
                const name = memory.text(c.wasm_table_name(t, i));
                table.columns[name] = memory.numbers(c.wasm_table_numbers(t, i), rows).slice();
                table.units[name] = memory.text(c.wasm_table_unit(t, i));
            }
            for (let i = 0; i < c.wasm_seen_count(t); i++) {
                const [nrmse, nis, inside, correlation] = memory.numbers(c.wasm_seen_numbers(t, i), 4);
                table.seen[memory.text(c.wasm_seen_name(t, i))] = { nrmse, nis, inside, correlation };
            }
            c.wasm_table_free(t);
            return table;
        });
    }
    // A law or a plant over time, as `bristle simulate`: until and step in seconds, the others as texts.
    simulate(model, options = {}) {
        checkOptions('simulate', options);
        const { params, at, input, method } = options;
        const step = numberOf('step', options.step, 0), until = numberOf('until', options.until, 0);
        return this.lendTexts([model, params, at, input, method], (...texts) =>
            this.table((to, why) => this.memory.c.wasm_simulate(to, ...texts, step, until, why)));
    }
    // States and parameters estimated over a log, as `bristle observe`. log: arrays by the names of the model, t first.
    observe(log, options = {}) {
        checkOptions('observe', options);
        const { memory } = this, { c } = memory, [names, columns, rows] = columnsOf(log);
        const { model, params, at, observer, estimate, noise, prior } = options;
        const every = within('correctEvery', options.correctEvery, Number.MIN_VALUE, Number.MAX_VALUE);
        const gate = options.gate === 'none' ? -1 : within('gate', options.gate, 0.1, 1e9), horizon = within('horizon', options.horizon, 1, 1e5, true);
        if (horizon && observer !== 'mhe') throw new BristleError('horizon is an option of the observer mhe', 2);
        const texts = [model, params, at, observer, estimate, noise, prior, ...names];
        return this.lendTexts(texts, (law, set, values, ...rest) =>
            memory.lend([40, 4 * names.length, 8 * rows * names.length], (how, list, v) => {
                const view = new DataView(c.memory.buffer);
                rest.slice(0, 4).forEach((text, i) => view.setUint32(how + 4 * i, text, true));
                view.setFloat64(how + 16, every, true);
                view.setFloat64(how + 24, gate, true);
                view.setInt32(how + 32, horizon, true);
                rest.slice(4).forEach((name, i) => view.setUint32(list + 4 * i, name, true));
                columns.forEach((column, i) => memory.numbers(v + 8 * i * rows, rows).set(column));
                const table = this.table((to, why) => c.wasm_observe(to, law, set, values, how, rows, names.length, list, v, why));
                table.missing = Object.fromEntries(names.map((name, i) => [name, columns[i].filter(Number.isNaN).length]));
                return table;
            }));
    }
    // law: a name, or the text of a law; set: one of its sets; values: 'FC = 2 N'. Close it after use.
    law(law, set, values) {
        const { memory } = this, { c } = memory;
        return this.lendTexts([law, set, values], (...words) => memory.lend([8, DIAG], (to, why) => {
            const status = c.br_friction_open(to, ...words, why);
            if (status !== 0) throw new BristleError(memory.text(why + TEXT_AT) || 'out of memory', status);
            return new Law(memory, new DataView(c.memory.buffer).getUint32(to, true));
        }));
    }
}

// The module asks for streams that are never written to.
const streams = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 };

export async function load(from) {
    const imports = { wasi_snapshot_preview1: streams };
    const { instance } = typeof Response !== 'undefined' && from instanceof Response
        ? await WebAssembly.instantiateStreaming(from, imports) : await WebAssembly.instantiate(from, imports);
    instance.exports._initialize();
    return new Bristle(instance.exports);
}
