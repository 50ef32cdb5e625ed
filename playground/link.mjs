// link.mjs - a link that holds what the pages show, in its fragment, which no browser sends to a server.

const KNOWN = { page: 'string', law: 'object', log: 'object', observer: 'object', loop: 'object', open: 'string' };

export function makeLink(state) {
    const bytes = new TextEncoder().encode(JSON.stringify(state));
    const text = btoa(Array.from(bytes, b => String.fromCharCode(b)).join(''));
    return `${location.href.split('#')[0]}#s=${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

// Only what is known, of the type that is known; what cannot be read is left out.
export function readLink(fragment) {
    const found = {};
    try {
        const open = /^#open=(.+)$/.exec(fragment);
        if (open)
            return { page: 'log', open: decodeURIComponent(open[1]) };
        const text = atob(/^#s=([\w-]+)$/.exec(fragment)[1].replaceAll('-', '+').replaceAll('_', '/'));
        const state = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, c => c.charCodeAt(0))));
        for (const [key, type] of Object.entries(KNOWN))
            if (typeof state?.[key] === type && state[key] !== null)
                found[key] = state[key];
    } catch { /* no link of ours */ }
    return found;
}

// Texts and numbers of a link, where they are such.
export const textOf = (from, key, otherwise) => typeof from?.[key] === 'string' && from[key].length < 1e5 ? from[key] : otherwise;
export const numberOf = (from, key, otherwise) => Number.isFinite(from?.[key]) ? from[key] : otherwise;
