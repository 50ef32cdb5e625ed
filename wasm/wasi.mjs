// wasi.mjs - the whole tool (bristle-call.wasm of scripts/playground) in a page, a worker or node, with files in memory.
//
//     const tool = await load(await (await fetch('bristle-call.wasm')).arrayBuffer());
//     tool.files.put('log.csv', bytes);                        // or a File of the browser, which is read piece by piece
//     const { status, text, message, columns } = tool.run(['identify', 'log.csv', '--model', 'dahl', '--json', '-']);
//
// A run gives the bits of the command line. It sees only the files that were put there, and reaches nothing else: no disk, no network.
const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOSYS = 52, NOTDIR = 54, NOTEMPTY = 55, SPIPE = 70;
const FILE = 4, FOLDER = 3, STREAM = 2;
const STATUS = ['ok', 'negative', 'usage', 'data', 'law', 'not finite', 'machine', 'memory', 'file'];
const EXIT = [0, 1, 2, 3, 4, 5, 5, 6, 6]; // of the command line (include/bristle/status.h)
const WINDOW = 1 << 22;

// Bytes that can grow, or a Blob that is read through a window.
class Content {
    constructor(from) {
        this.blob = typeof Blob !== 'undefined' && from instanceof Blob ? from : null;
        this.bytes = this.blob ? new Uint8Array(0) : from;
        this.size = this.blob ? from.size : from.length;
        this.at = -1;
    }
    read(to, from) {
        const n = Math.max(0, Math.min(to.length, this.size - from));
        if (!this.blob) {
            to.set(this.bytes.subarray(from, from + n));
            return n;
        }
        if (this.at < 0 || from < this.at || from >= this.at + this.bytes.length) {
            this.at = from;
            this.bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(from, from + WINDOW)));
        }
        const part = this.bytes.subarray(from - this.at, from - this.at + n);
        to.set(part);
        return part.length;
    }
    write(bytes, at) {
        if (this.blob)
            return false;
        if (at + bytes.length > this.bytes.length) {
            const more = new Uint8Array(Math.max(4096, 2 * this.bytes.length, at + bytes.length));
            more.set(this.bytes.subarray(0, this.size));
            this.bytes = more;
        }
        this.bytes.set(bytes, at);
        this.size = Math.max(this.size, at + bytes.length);
        return true;
    }
    truncate(size) {
        const next = new Uint8Array(size);
        next.set(this.bytes.subarray(0, Math.min(size, this.size)));
        this.bytes = next;
        this.size = size;
    }
}

const plain = path => path.split('/').filter(part => part && part !== '.').join('/');

// Paths without a leading slash; a folder is a path with null.
export class Files {
    constructor() {
        this.map = new Map([['', null], ['tmp', null]]);
    }
    put(path, from) {
        const parts = plain(path).split('/');
        for (let i = 1; i < parts.length; i++)
            this.map.set(parts.slice(0, i).join('/'), null);
        const bytes = typeof from === 'string' ? new TextEncoder().encode(from) : from;
        this.map.set(parts.join('/'), new Content(bytes));
    }
    get(path) { // a copy; undefined: there is none
        const content = this.map.get(plain(path));
        return content && !content.blob ? content.bytes.slice(0, content.size) : undefined;
    }
    names(folder = '') {
        const start = folder ? plain(folder) + '/' : '';
        return [...this.map].filter(([name, c]) => c && name.startsWith(start)).map(([name]) => name).sort();
    }
    remove(path) {
        const name = plain(path);
        for (const key of [...this.map.keys()])
            if (key === name || key.startsWith(name + '/'))
                this.map.delete(key);
    }
}

// The calls of WASI (snapshot preview 1) that wasi-libc makes.
class System {
    constructor(files, page) {
        this.files = files;
        this.page = page;
        this.open = new Map([[0, { kind: STREAM }], [1, { kind: STREAM }], [2, { kind: STREAM }], [3, { kind: FOLDER, path: '' }]]);
        this.serial = new Map(); // inode numbers
    }
    get view() { return new DataView(this.memory.buffer); }
    bytes(at, size) { return new Uint8Array(this.memory.buffer, at, size); }
    text(at, size) { return new TextDecoder().decode(this.bytes(at, size)); }
    path(fd, at, size) {
        const base = this.open.get(fd);
        return plain((base?.path ? base.path + '/' : '') + this.text(at, size));
    }
    folderOf(path) { return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''; }
    inode(path) {
        if (!this.serial.has(path))
            this.serial.set(path, BigInt(this.serial.size + 1));
        return this.serial.get(path);
    }
    stat(path, content, at) {
        const v = this.view;
        this.bytes(at, 64).fill(0);
        v.setBigUint64(at, 1n, true);
        v.setBigUint64(at + 8, this.inode(path), true);
        v.setUint8(at + 16, content ? FILE : FOLDER);
        v.setBigUint64(at + 24, 1n, true);
        v.setBigUint64(at + 32, BigInt(content ? content.size : 0), true);
        return OK;
    }
    vectors(at, count) {
        const v = this.view;
        return Array.from({ length: count }, (_, i) => this.bytes(v.getUint32(at + 8 * i, true), v.getUint32(at + 8 * i + 4, true)));
    }
    // from null: at the position of the descriptor, which moves
    transfer(fd, vectors, count, from, result, each) {
        const d = this.open.get(fd);
        if (!d)
            return BADF;
        let at = from ?? d.at, all = 0;
        for (const part of this.vectors(vectors, count)) {
            const n = each(d, part, at);
            if (n < 0)
                return BADF;
            at += n;
            all += n;
            if (n < part.length)
                break;
        }
        if (from === null)
            d.at = at;
        this.view.setUint32(result, all, true);
        return OK;
    }
    read(fd, vectors, count, from, result) {
        return this.transfer(fd, vectors, count, from, result, (d, part, at) => d.kind === STREAM ? 0 : d.content ? d.content.read(part, at) : -1);
    }
    write(fd, vectors, count, from, result) {
        return this.transfer(fd, vectors, count, from, result, (d, part, at) => {
            if (d.kind === STREAM)
                this.page.stream?.(fd, new TextDecoder().decode(part.slice()));
            else if (!d.content || !d.content.write(part, d.append ? d.content.size : at))
                return -1;
            return part.length;
        });
    }
    openPath(fd, follow, at, size, how, rights, inheriting, flags, result) {
        const path = this.path(fd, at, size), map = this.files.map;
        let content = map.get(path);
        const [create, folder, exclusive, truncate] = [1, 2, 4, 8].map(bit => (how & bit) !== 0);
        if (content !== undefined && exclusive)
            return EXIST;
        if (content && folder)
            return NOTDIR;
        if (content === undefined) {
            if (!create)
                return NOENT;
            if (map.get(this.folderOf(path)) !== null)
                return NOENT;
            map.set(path, content = new Content(new Uint8Array(0)));
        } else if (content === null && (rights & 64n) && !folder)
            return ISDIR;
        if (content && truncate)
            content.truncate(0);
        let next = 4;
        while (this.open.has(next))
            next++;
        this.open.set(next, { kind: content ? FILE : FOLDER, content, path, at: 0, append: (flags & 1) !== 0 });
        this.view.setUint32(result, next, true);
        return OK;
    }
    rename(fd, at, size, toFd, toAt, toSize) {
        const from = this.path(fd, at, size), to = this.path(toFd, toAt, toSize), map = this.files.map;
        if (!map.has(from) || map.get(this.folderOf(to)) !== null)
            return NOENT;
        if (from === to)
            return OK;
        if (map.get(to) === null && (map.get(from) || this.inside(to).length > 0))
            return map.get(from) ? ISDIR : NOTEMPTY;
        for (const [name, content] of [...map])
            if (name === from || name.startsWith(from + '/')) {
                map.delete(name);
                map.set(to + name.slice(from.length), content);
            }
        return OK;
    }
    inside(folder) {
        const start = folder ? folder + '/' : '';
        return [...this.files.map.keys()].filter(n => n && n !== folder && n.startsWith(start) && !n.slice(start.length).includes('/'));
    }
    list(fd, at, size, cookie, result) {
        const d = this.open.get(fd);
        if (!d || d.kind !== FOLDER)
            return NOTDIR;
        let used = 0;
        const names = this.inside(d.path);
        for (let i = Number(cookie); i < names.length && used < size; i++) {
            const name = new TextEncoder().encode(names[i].slice(d.path ? d.path.length + 1 : 0));
            const entry = new Uint8Array(24 + name.length), v = new DataView(entry.buffer);
            v.setBigUint64(0, BigInt(i + 1), true);
            v.setBigUint64(8, this.inode(names[i]), true);
            v.setUint32(16, name.length, true);
            v.setUint8(20, this.files.map.get(names[i]) ? FILE : FOLDER);
            entry.set(name, 24);
            const part = entry.subarray(0, size - used);
            this.bytes(at + used, part.length).set(part);
            used += part.length;
        }
        this.view.setUint32(result, used, true);
        return OK;
    }
    seek(fd, offset, whence, result) {
        const d = this.open.get(fd);
        if (!d)
            return BADF;
        if (d.kind !== FILE)
            return SPIPE;
        const at = [0, d.at, d.content.size][whence] + Number(offset);
        if (!(at >= 0))
            return INVAL;
        d.at = at;
        this.view.setBigUint64(result, BigInt(at), true);
        return OK;
    }
    remove(path, folder) {
        const content = this.files.map.get(path);
        if (content === undefined)
            return NOENT;
        if ((content === null) !== folder)
            return folder ? NOTDIR : ISDIR;
        if (folder && this.inside(path).length > 0)
            return NOTEMPTY;
        this.files.map.delete(path);
        return OK;
    }
    makeFolder(path) {
        if (this.files.map.has(path))
            return EXIST;
        if (this.files.map.get(this.folderOf(path)) !== null)
            return NOENT;
        this.files.map.set(path, null);
        return OK;
    }
    calls() {
        const known = {
            fd_read: (fd, v, n, r) => this.read(fd, v, n, null, r),
            fd_pread: (fd, v, n, at, r) => this.read(fd, v, n, Number(at), r),
            fd_write: (fd, v, n, r) => this.write(fd, v, n, null, r),
            fd_pwrite: (fd, v, n, at, r) => this.write(fd, v, n, Number(at), r),
            fd_seek: (fd, offset, whence, r) => this.seek(fd, offset, whence, r),
            fd_tell: (fd, r) => this.seek(fd, 0n, 1, r),
            fd_close: fd => this.open.delete(fd) ? OK : BADF,
            fd_sync: () => OK,
            fd_datasync: () => OK,
            fd_fdstat_set_flags: () => OK,
            fd_filestat_set_times: () => OK,
            path_filestat_set_times: () => OK,
            fd_fdstat_get: (fd, at) => {
                const d = this.open.get(fd);
                if (!d)
                    return BADF;
                this.bytes(at, 24).fill(0);
                this.view.setUint8(at, d.kind);
                this.view.setBigUint64(at + 8, 0x1fffffffn, true);
                this.view.setBigUint64(at + 16, 0x1fffffffn, true);
                return OK;
            },
            fd_filestat_get: (fd, at) => {
                const d = this.open.get(fd);
                if (!d)
                    return BADF;
                this.stat(d.path ?? '', d.content ?? null, at);
                if (d.kind === STREAM)
                    this.view.setUint8(at + 16, STREAM);
                return OK;
            },
            fd_filestat_set_size: (fd, size) => {
                const d = this.open.get(fd);
                if (!d?.content || d.content.blob)
                    return BADF;
                d.content.truncate(Number(size));
                return OK;
            },
            fd_prestat_get: (fd, at) => {
                if (fd !== 3)
                    return BADF;
                this.view.setUint32(at, 0, true);
                this.view.setUint32(at + 4, 1, true);
                return OK;
            },
            fd_prestat_dir_name: (fd, at) => {
                this.bytes(at, 1)[0] = 0x2f;
                return fd === 3 ? OK : BADF;
            },
            fd_readdir: (fd, at, size, cookie, r) => this.list(fd, at, size, cookie, r),
            path_open: (...word) => this.openPath(...word),
            path_filestat_get: (fd, flags, at, size, to) => {
                const path = this.path(fd, at, size), content = this.files.map.get(path);
                return content === undefined ? NOENT : this.stat(path, content, to);
            },
            path_rename: (...word) => this.rename(...word),
            path_unlink_file: (fd, at, size) => this.remove(this.path(fd, at, size), false),
            path_remove_directory: (fd, at, size) => this.remove(this.path(fd, at, size), true),
            path_create_directory: (fd, at, size) => this.makeFolder(this.path(fd, at, size)),
            path_link: (fd, flags, at, size, toFd, toAt, toSize) => {
                const content = this.files.map.get(this.path(fd, at, size)), to = this.path(toFd, toAt, toSize);
                if (!content || this.files.map.has(to))
                    return content ? EXIST : NOENT;
                this.files.map.set(to, content);
                return OK;
            },
            path_readlink: () => INVAL,
            environ_sizes_get: (count, size) => (this.view.setUint32(count, 0, true), this.view.setUint32(size, 0, true), OK),
            environ_get: () => OK,
            args_sizes_get: (count, size) => (this.view.setUint32(count, 0, true), this.view.setUint32(size, 0, true), OK),
            args_get: () => OK,
            clock_res_get: (id, at) => (this.view.setBigUint64(at, 1000n, true), OK),
            clock_time_get: (id, precision, at) => {
                const ms = id === 0 ? Date.now() : performance.now();
                this.view.setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
                return OK;
            },
            random_get: (at, size) => (crypto.getRandomValues(this.bytes(at, size)), OK),
            sched_yield: () => OK,
            proc_exit: code => { throw new Error(`the tool ended with ${code}`); },
        };
        return new Proxy(known, { get: (calls, name) => calls[name] ?? (() => NOSYS), has: () => true });
    }
}

// page: stream(fd, text) gets what goes to standard output (1) and error (2: the progress); stopped() ends the work that goes on.
export async function load(wasm, page = {}) {
    const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    return new Tool(module, page);
}

class Tool {
    constructor(module, page) {
        this.module = module;
        this.page = page;
        this.files = new Files();
        this.start();
    }
    // Nothing of a run is left in a new instance but the files.
    start() {
        this.system = new System(this.files, this.page);
        const wanted = WebAssembly.Module.imports(this.module), calls = this.system.calls();
        const wasi = Object.fromEntries(wanted.filter(i => i.module.startsWith('wasi')).map(i => [i.name, calls[i.name]]));
        const { exports } = new WebAssembly.Instance(this.module,
            { wasi_snapshot_preview1: wasi, page: { stopped: () => this.page.stopped?.() ? 1 : 0 } });
        this.c = exports;
        this.system.memory = exports.memory;
        exports._initialize();
        this.small = exports.memory.buffer.byteLength;
    }
    get memory() { return this.c.memory.buffer.byteLength; }

    // { status: 'ok', 'negative', 'usage', ...; exit; text: what the tool prints; message: what it says on standard error;
    //   columns: [{ name, unit, role, values }] where the command has a table }
    run(words) {
        try {
            return this.call(words.map(String));
        } catch (error) { // a trap: out of memory, or of stack
            this.start();
            return { status: 'memory', exit: 6, text: '', columns: [], message: `bristle: the browser ended the run (${error.message})` };
        } finally {
            if (this.memory > this.small + (1 << 28))
                this.start();
        }
    }
    call(words) {
        const encoded = words.map(w => new TextEncoder().encode(w));
        const texts = encoded.reduce((sum, w) => sum + w.length + 1, 0);
        const list = this.c.malloc(4 * words.length + 4 + 488 + texts);
        if (!list)
            throw new Error('no memory');
        const answer = list + 4 * words.length, why = answer + 4;
        let at = why + 488;
        this.system.bytes(list, 4 * words.length + 492 + texts).fill(0);
        encoded.forEach((w, i) => {
            this.system.view.setUint32(list + 4 * i, at, true);
            this.system.bytes(at, w.length).set(w);
            at += w.length + 1;
        });
        const status = this.c.br_call(answer, list, words.length, 0, 0, why);
        const result = { status: STATUS[status], exit: EXIT[status], text: '', columns: [], message: status === 0 ? '' : this.string(why + 8) };
        if (status <= 1) {
            const a = this.system.view.getUint32(answer, true);
            this.take(a, result);
            this.c.br_answer_free(a);
        }
        this.c.free(list);
        return result;
    }
    string(at) {
        const bytes = new Uint8Array(this.c.memory.buffer);
        return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
    }
    take(a, result) {
        const v = this.system.view, word = i => v.getUint32(a + 4 * i, true);
        result.text = this.system.text(word(0), word(1));
        for (let i = 0; i < word(3); i++) {
            const [name, unit, role, values] = [0, 4, 8, 12].map(k => v.getUint32(word(2) + 16 * i + k, true));
            result.columns.push({ name: this.string(name), unit: this.string(unit), role: this.string(role),
                values: new Float64Array(this.c.memory.buffer.slice(values, values + 8 * word(4))) });
        }
    }
}
