// wasm_runs.mjs - simulations and observers in WebAssembly have the bits of the tables that the tool has written; then faults,
// and memory over many runs.
//
//     node wasm_runs.mjs FOLDER CASES       CASES: lines of JSON, {"job": "simulate" | "observe", "csv": FILE, ...}
import { readFileSync } from 'node:fs';
import { refused } from './wasm_kit.mjs';
const [, , folder, cases] = process.argv;
const { load } = await import(`${folder}/bristle.mjs`);
const bristle = await load(readFileSync(`${folder}/bristle-runs.wasm`));

function read(path) {
    const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
    const names = head.split(',').map(n => n.replace(/ \[.*\]$/, '')), rows = lines.map(l => l.split(','));
    return Object.fromEntries(names.map((n, i) => [n, Float64Array.from(rows, r => r[i] === '' ? NaN : Number(r[i]))]));
}

function compare(what, told, found) {
    let numbers = 0;
    for (const [name, v] of Object.entries(told)) {
        if (!found[name] || found[name].length !== v.length) throw new Error(`${what}: no column ${name} of ${v.length} rows`);
        v.forEach((x, k) => {
            numbers++;
            if (!(x === found[name][k] || (Number.isNaN(x) && Number.isNaN(found[name][k]))))
                throw new Error(`${what}: ${name}, row ${k + 1} is ${found[name][k]} and should be ${x}`);
        });
    }
    return numbers;
}

let numbers = 0, lines = 0;
for (const line of readFileSync(cases, 'utf8').trim().split('\n')) {
    const { job, csv, told: verdict, log, model, ...options } = JSON.parse(line);
    const found = job === 'simulate' ? bristle.simulate(model, options) : bristle.observe(read(log), { model, ...options });
    const told = read(csv);
    for (const mode of Object.keys(told).filter(n => /^mode/.test(n))) delete told[mode]; // words there
    numbers += compare(`${job} ${model}`, told, found.columns);
    for (const kind of verdict ? ['warnings', 'failures'] : []) { // word by word
        const wanted = JSON.parse(readFileSync(verdict, 'utf8'))[kind];
        if (JSON.stringify(wanted) !== JSON.stringify(found[kind]))
            throw new Error(`${csv}: ${kind} are ${JSON.stringify(found[kind])} and should be ${JSON.stringify(wanted)}`);
        lines += wanted.length;
    }
}
if (lines < 8) throw new Error(`hardly any warning was compared: ${lines}`);
console.log(`${numbers} numbers, ${lines} warnings and failures`);

const t = Float64Array.from({ length: 100 }, (_, k) => 1e-3 * k), sine = t.map(x => 1e-3 * Math.sin(60 * x));
const see = (log, more) => bristle.observe(log, { model: 'lugre', params: 'table-I', ...more });
refused('no built-in law', () => bristle.simulate('nobody', { until: 1 }));
refused('no value for', () => bristle.simulate('lugre', { until: 1 }));
refused('no option untl', () => bristle.simulate('lugre', { untl: 1 }));
const sim = more => bristle.simulate('lugre', { params: 'table-I', input: 'v = 1 m/s', until: 1, ...more });
refused('until 0 is no time', () => sim({ until: undefined }));
refused('until -2 is no time', () => sim({ until: -2 }));
refused('step -1 is no time', () => sim({ step: -1 }));
refused('up to 1 s', () => sim({ step: 2 }));
refused('did you mean lugre', () => bristle.simulate('lugree', { until: 1 }));
refused('options are an object', () => bristle.simulate('lugre', null));
refused('a text', () => sim({ at: { FC: 2 } }));
refused('is wanted', () => bristle.simulate(undefined, { until: 1 }));
refused('a whole number', () => see({ t, v: sine, F: sine }, { observer: 'mhe', horizon: 1.5 }));
refused('too many', () => bristle.simulate('lugre', { params: 'table-I', input: 'v = 1 m/s', until: 1, step: 1e-8 }));
refused('a number in SI', () => bristle.simulate('lugre', { until: '1 s' }));
refused("no method 'magic'; there are stiff", () => bristle.simulate('lugre', { params: 'table-I', input: 'v = 1 m/s', until: 1, method: 'magic' }));
refused('no value for the input v', () => bristle.simulate('lugre', { params: 'table-I', until: 1 }));
for (const [words, more] of [['correctEvery: a number', { correctEvery: -1 }], ['gate: a number from 0.1', { gate: -1 }],
    ['whole number from 1', { observer: 'mhe', horizon: -3 }], ['whole number from 1', { observer: 'mhe', horizon: 2 ** 33 + 5 }],
    ['an option of the observer mhe', { horizon: 5 }]])
    refused(words, () => see({ t, v: sine, F: sine }, more));
refused('F: a number is not finite', () => see({ t, v: sine, F: sine.map((x, i) => i === 5 ? Infinity : x) }));
refused('t: a number is not finite', () => see({ t: t.map((x, i) => i === 5 ? NaN : x), v: sine, F: sine }));
refused('t: string is no number', () => see({ t: Array.from(t, String), v: sine, F: sine }));
refused("no column 'q'", () => see({ t, v: sine, F: sine, q: sine }));
refused('a log is an object', () => see(null));
refused('an array of numbers', () => see({ t, v: sine, F: 3 }));
refused('equal lengths', () => see({ t, v: sine, F: sine.slice(1) }));
refused('t is the first', () => see({ v: sine, t, F: sine }));
refused('nothing is measured', () => see({ t, v: sine }));
refused('ekf, ukf', () => see({ t, v: sine, F: sine }, { observer: 'magic' }));
refused('time does not rise', () => see({ t: t.map(() => 0), v: sine, F: sine }));
const holed = see({ t, v: sine.map((x, i) => i === 5 ? NaN : x), F: sine });
if (holed.missing.v !== 1 || holed.missing.F !== 0 || !(holed.seen.F.nis > 0) || !(holed.seen.F.nrmse > 0) ||
    !holed.warnings.includes('1 values of v are missing: the previous value is held') ||
    !holed.warnings[0].startsWith("law lugre expects 'passive"))
    throw new Error(`what an observer saw: ${JSON.stringify([holed.missing, holed.seen, holed.warnings])}`);
// a gate by default, as the tool has one (the cases above); 'none' lifts it
const spiked = { t, v: sine, F: sine.map((x, i) => i === 50 ? 1e6 : x) }, noise = 'F = 1e-3 N, z = 1e-6 m';
const gated = see(spiked, { noise }).columns, open = see(spiked, { noise, gate: 'none' }).columns;
if (Object.keys(open).every(name => open[name].every((x, k) => x === gated[name][k] || Number.isNaN(x))))
    throw new Error('a gate that is lifted rejects');
const laws = await load(readFileSync(`${folder}/bristle.wasm`));
refused('laws only', () => laws.simulate('lugre', { until: 1 }));

const size = () => bristle.memory.c.memory.buffer.byteLength;
let before = 0;
for (let i = 0; i < 60; i++) {
    bristle.simulate('lugre', { params: 'table-I', input: 'v = 1e-3 m/s', until: 0.01, step: 1e-3 });
    see({ t, v: sine, F: sine });
    try {
        see({ t, v: sine });
    } catch { /* as above */ }
    if (i === 20) before = size();
}
if (size() !== before) throw new Error(`60 runs left ${size() - before} bytes`);
