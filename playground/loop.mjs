export function loopPage(app, page) { page.textContent = '...'; return {}; }
