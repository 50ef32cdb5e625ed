export function outPage(app, page) { page.textContent = '...'; return {}; }
