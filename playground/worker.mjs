// worker.mjs - one run of the tool after the other, away from the page, which stays alive and can end the worker at any time.
import { load } from './wasi.mjs';

let tool;

// Texts of the progress bar on standard error: "\rfit [####....]  40 %, 0:05 left".
function stream(fd, text) {
    const found = /([^\r[]*)\[[#.]*\]\s+(\d+) %(, \S+ left)?/.exec(text);
    if (fd === 2 && found)
        postMessage({ progress: { what: found[1].trim(), share: Number(found[2]) / 100, left: found[3]?.slice(2) ?? '' } });
}

const jobs = {
    async start({ module }) {
        tool = await load(module, { stream });
        return {};
    },
    put({ name, content }) {
        tool.files.put(name, content);
        return {};
    },
    remove({ name }) {
        tool.files.remove(name);
        return {};
    },
    async hash({ file }) {
        const sum = await crypto.subtle?.digest('SHA-256', await file.arrayBuffer());
        return Array.from(new Uint8Array(sum ?? 0), b => b.toString(16).padStart(2, '0')).join('');
    },
    // take: files that the run writes, or folders; they are handed over and removed
    run({ words, take }) {
        const started = performance.now();
        const result = tool.run(words);
        result.seconds = (performance.now() - started) / 1000;
        result.memory = tool.memory;
        result.files = {};
        for (const path of take) {
            for (const name of [path, ...tool.files.names(path)])
                if (tool.files.get(name))
                    result.files[name] = tool.files.get(name);
            tool.files.remove(path);
        }
        return result;
    },
};

onmessage = async ({ data }) => {
    try {
        const result = await jobs[data.job](data);
        postMessage({ id: data.id, result }, result.columns?.map(c => c.values.buffer) ?? []);
    } catch (error) {
        postMessage({ id: data.id, error: String(error.message ?? error) });
    }
};
