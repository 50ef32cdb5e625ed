// offline.js - after the first load the playground needs no server: each file comes from the cache, and from the network only to renew it.
const NAME = 'bristle-playground';

// files.txt lists what scripts/playground has put into the folder
self.addEventListener('install', event => event.waitUntil((async () => {
    const list = (await (await fetch('files.txt')).text()).trim().split('\n');
    await (await caches.open(NAME)).addAll(['./', ...list]);
    await self.skipWaiting();
})()));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.includes('/log/'))
        return;
    event.respondWith(answer(event.request));
});

async function answer(request) {
    const cache = await caches.open(NAME);
    try {
        const fresh = await fetch(request);
        if (fresh.ok)
            await cache.put(request, fresh.clone());
        return fresh;
    } catch {
        return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
    }
}
