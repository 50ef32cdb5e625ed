// site_browser.js - the documentation site from the disk: search finds a page, no page is wider than its window, links can be read.
'use strict';
const assert = require('assert');
const puppeteer = require('puppeteer-core');

// The least contrast of these elements with what is behind them, as WCAG has it: (L1 + 0.05)/(L2 + 0.05).
function least_contrast(selector) {
  const parts = (color) => { const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number); return {rgb: [r, g, b], a}; };
  const light = (rgb) => rgb.map((c) => c/255).map((c) => c <= 0.04045 ? c/12.92 : ((c + 0.055)/1.055)**2.4).reduce((sum, c, i) => sum + c*[0.2126, 0.7152, 0.0722][i], 0);
  return Math.min(...[...document.querySelectorAll(selector)].map((e) => {
    let behind = e, opacity = 1;
    for (let up = e; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
    while (behind.parentElement && parts(getComputedStyle(behind).backgroundColor).a < 1) behind = behind.parentElement;
    const below = parts(getComputedStyle(behind).backgroundColor).rgb, front = parts(getComputedStyle(e).color);
    const seen = front.rgb.map((c, i) => below[i] + (c - below[i])*front.a*opacity);
    const [less, more] = [light(seen), light(below)].sort((a, b) => a - b);
    return (more + 0.05)/(less + 0.05);
  }));
}

(async () => {
  const browser = await puppeteer.launch({executablePath: process.env.BR_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu']});
  try {
    const page = await browser.newPage();
    await page.goto(process.argv[2] + '/how-to/hunting.html');
    await page.click('.md-search__input');
    await page.type('.md-search__input', 'static friction');
    await page.waitForSelector('.md-search-result__link', {timeout: 60000});
    const found = await page.$$eval('.md-search-result__link', (all) => all.map((a) => a.href));
    assert.ok(found.some((href) => href.includes('/law/static-kinetic.html')), 'search: ' + found);
    for (const name of ['index', 'how-to/index', 'how-to/hunting', 'tutorials/first-hour', 'commands/identify', 'law/lugre', 'json'])
      for (const width of [1280, 390]) {
        await page.setViewport({width, height: 900});
        await page.goto(process.argv[2] + '/' + name + '.html');
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, name + ': ' + wide + ' of ' + width + ' pixels');
      }
    await page.setViewport({width: 1280, height: 900});
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value}]);
      await page.goto(process.argv[2] + '/index.html');
      for (const selector of ['.md-tabs__link', '.md-typeset a', '.md-typeset td']) {
        const least = await page.evaluate(least_contrast, selector);
        assert.ok(least >= 4.5, 'contrast of ' + selector + ' in ' + value + ' colours: ' + least);
      }
    }
  } finally {
    await browser.close();
  }
})().catch((e) => { console.error('FAIL: ' + e.message); process.exit(1); });
