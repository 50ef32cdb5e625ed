// wasm_bits.mjs - what wasm_bits.c prints, computed by WebAssembly; then faults, and memory over many calls.
import { readFileSync } from 'node:fs';
import { refused } from './wasm_kit.mjs';
const [, , folder, ...pairs] = process.argv;
const { load } = await import(`${folder}/bristle.mjs`);
const bristle = await load(readFileSync(`${folder}/bristle.wasm`));
const number = i => (i % 11 - 5) * 1e-3;
const bits = v => Number.isNaN(v) ? 'nan' : Buffer.from(Float64Array.of(v).buffer).reverse().toString('hex');

for (let i = 0; i < pairs.length; i += 2) {
    const law = bristle.law(pairs[i], pairs[i + 1]);
    const x = Float64Array.from({ length: 7 * law.states.length }, (_, k) => number(k));
    const u = Float64Array.from({ length: 7 * law.inputs.length }, (_, k) => number(3 * k + 1));
    const { rates, outputs } = law.rate(x, u);
    console.log([pairs[i], pairs[i + 1], ...Array.from(rates, bits), ...Array.from(outputs, bits)].join(' '));
    law.close();
}

const law = bristle.law('lugre', 'table-I');
refused('no built-in law', () => bristle.law('nobody'));
refused('no points', () => law.rate([0, 0], [1e-3]));
refused('not finite', () => law.rate([NaN], [1e-3]));
refused('not a finite number', () => law.rate([1e308], [1e308]));
refused('undefined is no number', () => law.rate([,], [,]));
refused('string is no number', () => law.rate(['0'], ['1']));
refused('an array of numbers', () => law.rate(null, null));
refused('an array of numbers', () => law.rate());
refused('did you mean lugre', () => bristle.law('lugree'));
refused('without a zero', () => bristle.law('lugre\0x', 'table-I'));
refused('a text', () => bristle.law('lugre', 3));
refused('no z+', () => law.step([0], [1e-3]));
const size = () => bristle.memory.c.memory.buffer.byteLength;
let before = 0;
for (let i = 0; i < 1000; i++) {
    bristle.law('dahl', 'example').close();
    law.rate([1e-6], [1e-3]);
    if (i === 100) before = size();
}
if (size() !== before) throw new Error(`1000 laws left ${size() - before} bytes`);
law.close();
refused('closed', () => law.rate([0], [0]));
refused('closed', () => law.step([0], [0]));
refused('closed', () => law.parameters);
law.close();
