// tool.mjs - the page's side of the workers: commands in, answers out; a run can be stopped at any time.

let module;
async function compiled() {
    module ??= WebAssembly.compileStreaming(fetch('bristle-call.wasm'))
        .catch(async () => WebAssembly.compile(await (await fetch('bristle-call.wasm')).arrayBuffer()));
    return module;
}

export class Tool {
    constructor() {
        this.files = new Map(); // what a worker that starts anew must have
        this.waiting = new Map();
        this.last = 0;
        this.renew();
    }
    // Of several calls in a row only the last one starts a worker that stays.
    renew() {
        this.worker?.terminate();
        this.worker = null;
        this.ready = this.start(this.serial = (this.serial ?? 0) + 1);
        this.ready.catch(() => {}); // who waits for it hears of it
        return this.ready;
    }
    async start(serial) {
        const wasm = await compiled();
        if (serial !== this.serial)
            throw new Stopped();
        this.worker = new Worker('worker.mjs', { type: 'module' });
        this.worker.onmessage = ({ data }) => this.receive(data);
        this.worker.onerror = event => this.fail(event.message ?? 'the worker failed');
        await this.ask({ job: 'start', module: wasm });
        for (const [name, content] of this.files)
            await this.ask({ job: 'put', name, content });
    }
    receive({ id, result, error, progress }) {
        if (progress)
            return this.progress?.(progress);
        const { done, fail } = this.waiting.get(id) ?? {};
        this.waiting.delete(id);
        if (error)
            fail?.(new Error(error));
        else
            done?.(result);
    }
    fail(message) {
        for (const { fail } of this.waiting.values())
            fail(new Error(message));
        this.waiting.clear();
    }
    ask(message) {
        return new Promise((done, fail) => {
            const id = ++this.last;
            this.waiting.set(id, { done, fail });
            this.worker.postMessage({ ...message, id });
        });
    }
    async put(name, content) {
        this.files.set(name, content);
        await this.ready;
        return this.ask({ job: 'put', name, content });
    }
    async remove(name) {
        this.files.delete(name);
        await this.ready;
        return this.ask({ job: 'remove', name });
    }
    // SHA-256 of a file as sha256sum prints it; '' of one too large to hold, and where the browser does not compute it.
    async hash(file) {
        await this.ready;
        return file.size > 2 ** 28 ? '' : this.ask({ job: 'hash', file });
    }
    // Answers with { status, exit, text, message, columns, files, seconds }, or throws Stopped.
    async run(words, { take = [], progress } = {}) {
        await this.ready;
        this.progress = progress;
        return this.ask({ job: 'run', words, take });
    }
    // The same with its JSON as `json`, null where there is none.
    async json(words, { take = [], progress } = {}) {
        const answer = await this.run([...words, '--json', 'answer.json'], { take: [...take, 'answer.json'], progress });
        const text = answer.files['answer.json'];
        answer.json = text ? JSON.parse(new TextDecoder().decode(text)) : null;
        return answer;
    }
    // Ends what goes on; what waits for it gets Stopped. The next run has a new worker.
    stop() {
        for (const { fail } of this.waiting.values())
            fail(new Stopped());
        this.waiting.clear();
        return this.renew();
    }
}

export class Stopped extends Error {
    constructor() {
        super('stopped');
    }
}

// The command line that does the same, quoted for a shell.
export function commandLine(words) {
    return ['bristle', ...words].map(w => /^[\w@%+=:,./-]+$/.test(w) ? w : `'${String(w).replaceAll("'", `'\\''`)}'`).join(' ');
}
