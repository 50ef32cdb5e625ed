export function lawPage(app, page) { page.textContent = '...'; return {}; }
