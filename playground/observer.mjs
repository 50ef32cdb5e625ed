export function observerPage(app, page) { page.textContent = '...'; return {}; }
