// playground_bits.mjs - the command lines of a list, as the playground runs them: playground_bits.mjs PLAYGROUND LIST LOGS TO
//
// A line of LIST is an array of words in JSON, behind a name. What is printed goes to TO/NAME.out, what is written (words of the form
// out/...) below TO/NAME.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const [playground, list, logs, to] = process.argv.slice(2);
const { load } = await import(resolve(playground, 'wasi.mjs'));
let shown = 0;
const tool = await load(readFileSync(join(playground, 'bristle-call.wasm')), { stream: (fd, text) => (shown += fd === 2 && / %/.test(text)) });
for (const name of readdirSync(logs))
    tool.files.put(name, readFileSync(join(logs, name)));
for (const line of readFileSync(list, 'utf8').trim().split('\n')) {
    const [name, words] = [line.slice(0, line.indexOf(' ')), JSON.parse(line.slice(line.indexOf(' ') + 1))];
    tool.files.map.set('out', null);
    const answer = tool.run(words);
    mkdirSync(join(to, name), { recursive: true });
    writeFileSync(join(to, `${name}.out`), `${answer.text}${answer.message ? answer.message + '\n' : ''}exit ${answer.exit}\n`);
    for (const file of tool.files.names('out')) {
        const path = join(to, name, file.slice(4));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, tool.files.get(file));
    }
    tool.files.remove('out');
}
if (shown < 2) {
    console.log(`FAIL: the progress of fits was shown ${shown} times`);
    process.exit(1);
}
