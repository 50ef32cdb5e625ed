// playground_time.mjs - processor time of the third run of a command in one instance: playground_time.mjs PLAYGROUND LOGS WORDS...
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [playground, logs, ...words] = process.argv.slice(2);
const { load } = await import(resolve(playground, 'wasi.mjs'));
const tool = await load(readFileSync(join(playground, 'bristle-call.wasm')));
for (const name of readdirSync(logs))
    tool.files.put(name, readFileSync(join(logs, name)));
tool.run(words);
tool.run(words);
const before = process.cpuUsage();
if (tool.run(words).exit > 1)
    process.exit(1);
const used = process.cpuUsage(before);
console.log((used.user + used.system) / 1e6);
