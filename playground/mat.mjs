// mat.mjs - MAT files of version 5 without their compression, which the tool in a page has no library for.

// A compressed element (type 15) holds another one, as zlib packs it.
export async function unpacked(file) {
    const bytes = new Uint8Array(await file.arrayBuffer()), v = new DataView(bytes.buffer);
    if (bytes.length < 136 || String.fromCharCode(...bytes.subarray(0, 6)) !== 'MATLAB')
        return file;
    const little = v.getUint16(126, true) === 0x4d49;
    const parts = [bytes.subarray(0, 128)];
    for (let at = 128; at + 8 <= bytes.length;) {
        const type = v.getUint32(at, little), size = v.getUint32(at + 4, little), end = at + 8 + size;
        if (end > bytes.length)
            return file;
        if (type === 15) {
            const plain = new Blob([bytes.subarray(at + 8, end)]).stream().pipeThrough(new DecompressionStream('deflate'));
            parts.push(new Uint8Array(await new Response(plain).arrayBuffer()));
        } else
            parts.push(bytes.subarray(at, end));
        at = end;
    }
    return new Blob(parts);
}
