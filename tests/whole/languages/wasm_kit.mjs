// wasm_kit.mjs - what tests of WebAssembly share.

// `f` throws an error of the front end with these words.
export function refused(words, f) {
    try {
        f();
    } catch (e) {
        if (e.name === 'BristleError' && e.message.includes(words)) return;
        throw e;
    }
    throw new Error(`nothing refused: ${words}`);
}
