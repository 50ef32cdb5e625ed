// same_bits.js - runs a WebAssembly program under node's WASI: node same_bits.js PROGRAM
const { WASI } = require('wasi');
const wasi = new WASI({ version: 'preview1' });
WebAssembly.instantiate(require('fs').readFileSync(process.argv[2]), { wasi_snapshot_preview1: wasi.wasiImport })
    .then(({ instance }) => process.exit(wasi.start(instance)));
