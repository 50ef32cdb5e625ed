// zip.mjs - several files as one ZIP, stored without compression.

const table = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++)
        n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
});

function crc32(bytes) {
    let c = ~0;
    for (const b of bytes)
        c = table[(c ^ b) & 255] ^ (c >>> 8);
    return ~c >>> 0;
}

function fields(...list) { // [bytes, value] each
    const out = new Uint8Array(list.reduce((sum, [n]) => sum + n, 0)), v = new DataView(out.buffer);
    let at = 0;
    for (const [n, value] of list) {
        n === 4 ? v.setUint32(at, value, true) : v.setUint16(at, value, true);
        at += n;
    }
    return out;
}

// files: { path: Uint8Array }. All have the date 1980-01-01, so that equal files make equal archives.
export function zip(files) {
    const parts = [], central = [];
    let at = 0;
    for (const [path, bytes] of Object.entries(files)) {
        const name = new TextEncoder().encode(path), crc = crc32(bytes);
        const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
        const local = [fields([4, 0x04034b50], ...common), name, bytes];
        central.push(fields([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
        parts.push(...local);
        at += local.reduce((sum, p) => sum + p.length, 0);
    }
    const size = central.reduce((sum, p) => sum + p.length, 0), count = Object.keys(files).length;
    const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
    return new Blob([...parts, ...central, end], { type: 'application/zip' });
}
