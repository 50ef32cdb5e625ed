// app.mjs - starts the tool, turns the pages, and keeps what they share.
import { lawPage } from './law.mjs';
import { logPage } from './log.mjs';
import { loopPage } from './loop.mjs';
import { observerPage } from './observer.mjs';
import { outPage } from './out.mjs';
import { readLink } from './link.mjs';
import { commandLine, Tool } from './tool.mjs';
import { note, say } from './ui.mjs';

const PAGES = { law: lawPage, log: logPage, observer: observerPage, loop: loopPage, out: outPage };
const $ = id => document.getElementById(id);

const link = readLink(location.hash);
const app = {
    tool: new Tool(),  // fits and other long work, which can be stopped
    quick: new Tool(), // answers between two frames
    laws: [],          // built-in
    link,
    state: Object.fromEntries(['law', 'log', 'observer', 'loop'].filter(k => link[k]).map(k => [k, link[k]])), // what a link holds, by page
    log: null,         // { name, signals, mass } of the page Log
    fit: null,         // { law, params } of the last fit
    commands: [],
    pages: {},

    // The command line that does the same as the page.
    // Of one kind only the last one is kept: a dragged parameter changes one line, and does not add hundreds.
    command(words, kind = words.slice(0, 2).join(' ')) {
        const line = commandLine(words);
        if (this.kind === kind)
            this.commands.pop();
        this.kind = kind;
        this.commands.push(line);
        $('command').textContent = line;
    },
    async put(name, content) {
        await Promise.all([this.tool.put(name, content), this.quick.put(name, content)]);
    },
    async open(page) {
        if (!PAGES[page])
            page = 'law';
        this.page = page;
        for (const name of Object.keys(PAGES)) {
            const tab = $(`tab-${name}`);
            tab.setAttribute('aria-selected', String(name === page));
            tab.tabIndex = name === page ? 0 : -1;
            $(`page-${name}`).hidden = name !== page;
        }
        this.pages[page] ??= await PAGES[page](this, $(`page-${page}`));
        await this.pages[page].shown?.();
    },
};

function turnByKeys(event) {
    const names = Object.keys(PAGES), at = names.indexOf(app.page);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined)
        return;
    event.preventDefault();
    const next = names[(to + names.length) % names.length];
    $(`tab-${next}`).focus();
    app.open(next);
}

// A file that is dropped anywhere is a log; browsers leave the page for it otherwise. Texts may be dragged as ever.
function takeDrops() {
    const files = e => e.dataTransfer.types.includes('Files');
    window.addEventListener('dragover', e => files(e) && e.preventDefault());
    window.addEventListener('drop', async e => {
        if (!files(e))
            return;
        e.preventDefault();
        const file = e.dataTransfer.files[0];
        await app.open('log');
        await app.pages.log.take(file);
    });
}

// A link that is opened where the page already is changes its fragment only: what the link holds is taken by a new start.
function followLinks() {
    window.addEventListener('hashchange', () => /^#(s|open)=/.test(location.hash) && location.reload());
}

async function copyCommand() {
    await navigator.clipboard?.writeText($('command').textContent);
    say('command line copied');
    $('copy-command').textContent = 'Copied';
    setTimeout(() => ($('copy-command').textContent = 'Copy'), 1200);
}

async function start() {
    for (const name of Object.keys(PAGES))
        $(`tab-${name}`).addEventListener('click', () => app.open(name));
    document.querySelector('.tabs').addEventListener('keydown', turnByKeys);
    takeDrops();
    followLinks();
    $('copy-command').addEventListener('click', copyCommand);
    try {
        app.laws = (await app.quick.json(['laws'])).json.laws;
    } catch (error) {
        $('starting').replaceWith(note('bad', `The tool does not start here: ${error.message}`));
        return;
    }
    $('starting').hidden = true;
    document.body.dataset.startedIn = String(Math.round(performance.now()));
    await app.open(app.link.page ?? 'law');
    if (app.link.open) // 'bristle open LOG' hands over a log
        await (await app.ensure('log')).openServed(app.link.open);
    document.body.dataset.ready = 'yes';
    if ('serviceWorker' in navigator && window.isSecureContext)
        await keepOffline().catch(() => {});
}

// The address of 'bristle open' is another one each time, so what a browser kept for it would never be used again.
async function keepOffline() {
    if (!/^\/[0-9a-f]{32}\//.test(location.pathname))
        return navigator.serviceWorker.register('offline.js');
    for (const old of await navigator.serviceWorker.getRegistrations())
        await old.unregister();
    for (const name of await caches.keys())
        await caches.delete(name);
}

app.ensure = async page => (app.pages[page] ??= await PAGES[page](app, $(`page-${page}`)));
start();
