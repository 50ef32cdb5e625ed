// site_browser.js - the documentation site from the disk: search finds a page, and no page is wider than its window.
'use strict';
const assert = require('assert');
const puppeteer = require('puppeteer-core');

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
  } finally {
    await browser.close();
  }
})().catch((e) => { console.error('FAIL: ' + e.message); process.exit(1); });
