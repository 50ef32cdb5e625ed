// report_pictures.js - reports as pictures against references: report_pictures.js REPORTS REFERENCES [update]
//
// A picture is the whole report at 1280 and 390 pixels, on paper and, of some, in dark colours; in grey, so many times smaller that letters
// are a haze: a reference has some kB. What stands elsewhere, is missing or overlaps changes many grey values; smoothing of edges changes none by much.
'use strict';
const fs = require('fs'), path = require('path');
const puppeteer = require('puppeteer-core');
const [reports, references, update] = process.argv.slice(2);
const wait = (ms) => new Promise((r) => setTimeout(r, ms));
const MODES = {1280: {width: 1280, times: 8}, 390: {width: 390, times: 4}, print: {width: 720, times: 6}, dark: {width: 1280, times: 8, of: ['identify', 'laws', 'rig']}};
const BLOCK = 4, GREY = 14, SHARE = 0.01, HEIGHT = 0.01; // a block of pixels differs by GREY of 255; SHARE of the blocks may, HEIGHT of the length

let browser, bench, failed = 0;

async function open(name, bypass = false) {
  const page = await browser.newPage();
  await page.setBypassCSP(bypass);
  await page.setViewport({width: 1280, height: 900});
  await page.goto('file://' + path.resolve(reports, name + '.html'));
  return page;
}

// The report as high as it is, all plots built.
async function settle(page, mode) {
  if (mode === 'print') await page.emulateMediaType('print');
  else await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: mode === 'dark' ? 'dark' : 'light'}]); // and the medium is a screen
  let height = 900, was = '', calm = 0;
  for (let k = 0; k < 60; k++) {
    await page.setViewport({width: MODES[mode].width, height});
    await wait(40);
    const now = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done({
      height: Math.ceil(document.querySelector('main').getBoundingClientRect().bottom),
      built: [...document.querySelectorAll('figure > script[type="application/json"]')].every((s) => s.parentNode.classList.contains('on')),
      sizes: [document.documentElement.scrollWidth, ...[...document.querySelectorAll('.plot')].map((p) => p.clientWidth + ' ' + p.scrollWidth)].join()})))));
    const sign = JSON.stringify(now);
    calm = now.built && sign === was ? calm + 1 : 0;
    was = sign;
    height = now.height;
    if (calm === 3) return;
  }
  throw new Error('the plots do not come to rest: ' + was);
}

async function shot(page) {
  return page.screenshot({encoding: 'base64', fullPage: false});
}

// In the browser, which reads and writes pictures: the means of times x times pixels, as grey values and as a small picture.
async function reduce(picture, times) {
  return bench.evaluate(async (data, n) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const w = Math.floor(image.width / n), h = Math.floor(image.height / n);
    const large = new OffscreenCanvas(w * n, h * n).getContext('2d'), small = document.createElement('canvas');
    large.drawImage(image, 0, 0);
    const from = large.getImageData(0, 0, w * n, h * n).data, sum = new Float64Array(w * h);
    for (let y = 0; y < h * n; y++)
      for (let x = 0; x < w * n; x++) {
        const i = 4 * (y * w * n + x);
        sum[Math.floor(y / n) * w + Math.floor(x / n)] += (from[i] + from[i + 1] + from[i + 2]) / 3;
      }
    small.width = w;
    small.height = h;
    const ink = small.getContext('2d'), to = ink.createImageData(w, h);
    for (let k = 0; k < w * h; k++) {
      const v = Math.round(sum[k] / n / n);
      to.data.set([v, v, v, 255], 4 * k);
    }
    ink.putImageData(to, 0, 0);
    return small.toDataURL('image/webp', 0.6);
  }, picture, times);
}

// The share of blocks that differ, and the larger difference of height.
async function compare(a, b) {
  return bench.evaluate(async (a, b, block, grey) => {
    const read = async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const g = new OffscreenCanvas(image.width, image.height).getContext('2d');
      g.drawImage(image, 0, 0);
      return {w: image.width, h: image.height, at: g.getImageData(0, 0, image.width, image.height).data};
    };
    const p = await read(a), q = await read(b);
    if (p.w !== q.w) return {share: 1, height: 1};
    const h = Math.min(p.h, q.h);
    let all = 0, differ = 0, where = -1;
    for (let y = 0; y + block <= h; y += block)
      for (let x = 0; x + block <= p.w; x += block) {
        let d = 0;
        for (let j = 0; j < block * block; j++) {
          const i = 4 * ((y + Math.floor(j / block)) * p.w + x + j % block);
          d += p.at[i] - q.at[i];
        }
        all++;
        if (Math.abs(d) > grey * block * block) {
          differ++;
          where = where < 0 ? y / p.h : where;
        }
      }
    return {share: differ / all, height: Math.abs(p.h - q.h) / q.h, where};
  }, a, b, BLOCK, GREY);
}

const same = (d) => d.share <= SHARE && d.height <= HEIGHT;
const file = (name, mode) => path.join(references, name + '-' + mode + '.webp');

async function check(name, mode, picture) {
  if (update) {
    fs.writeFileSync(file(name, mode), Buffer.from(picture.split(',')[1], 'base64'));
    return;
  }
  if (!fs.existsSync(file(name, mode))) throw new Error('no reference ' + file(name, mode) + '; BR_UPDATE=1 writes it');
  const d = await compare(picture, 'data:image/webp;base64,' + fs.readFileSync(file(name, mode)).toString('base64'));
  if (process.env.BR_VERBOSE) console.log(name, mode, (100 * d.share).toFixed(2) + ' %', (100 * d.height).toFixed(2) + ' %');
  if (same(d)) return;
  failed = 1;
  const seen = path.join(reports, name + '-' + mode + '.webp');
  fs.writeFileSync(seen, Buffer.from(picture.split(',')[1], 'base64'));
  console.log(`FAIL: ${name} at ${mode}: ${(100 * d.share).toFixed(1)} % of the picture differ, first at ${(100 * d.where).toFixed(0)} % of its height,` +
    ` which differs by ${(100 * d.height).toFixed(1)} %; look at it, and BR_UPDATE=1 keeps it`);
}

// What the comparison must see, and what it must not: a style added to a report, or more pixels to a letter.
async function tell_layout_from_smoothing() {
  const page = await open('observe', true);
  await settle(page, 1280);
  const plain = await reduce(await shot(page), 8);
  const differs = async (style) => {
    const added = await page.addStyleTag({content: style});
    await settle(page, 1280);
    const d = await compare(await reduce(await shot(page), 8), plain);
    await added.evaluate((e) => e.remove());
    await settle(page, 1280);
    return d;
  };
  for (const style of ['.pair {grid-template-columns: 1fr}', 'h2 {margin-bottom: 40px}', 'th:nth-child(2), td:nth-child(2), figcaption {display: none}',
    '.live .plot {opacity: 0}', 'main {max-width: 50rem}', 'h1 {font-size: 2.4rem}'])
    if (same(await differs(style))) {
      failed = 1;
      console.log('FAIL: another layout is not seen: ' + style);
    }
  await page.setViewport({width: 1280, height: (await page.viewport()).height, deviceScaleFactor: 2});
  await wait(200);
  const d = await compare(await reduce(await shot(page), 16), plain);
  if (!same(d)) {
    failed = 1;
    console.log(`FAIL: smoother letters are taken for another layout: ${(100 * d.share).toFixed(1)} %, ${(100 * d.height).toFixed(1)} %`);
  }
  await page.close();
}

(async () => {
  browser = await puppeteer.launch({executablePath: process.env.BR_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-lcd-text', '--force-color-profile=srgb']});
  bench = await browser.newPage();
  for (const name of fs.readdirSync(reports).filter((n) => n.endsWith('.html')).map((n) => n.slice(0, -5)).sort()) {
    const page = await open(name);
    for (const mode of Object.keys(MODES).filter((m) => !MODES[m].of || MODES[m].of.includes(name))) {
      await settle(page, mode);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > MODES[mode].width) {
        failed = 1;
        console.log(`FAIL: ${name} at ${mode} is ${wide} pixels wide`);
      }
      const picture = await shot(page);
      if (process.env.BR_KEEP) fs.writeFileSync(path.join(process.env.BR_KEEP, `${name}-${mode}.png`), Buffer.from(picture, 'base64'));
      await check(name, mode, await reduce(picture, MODES[mode].times));
    }
    await page.close();
  }
  if (!update) await tell_layout_from_smoothing();
  await browser.close();
  process.exit(failed);
})().catch((e) => {
  console.log('FAIL: ' + e.stack);
  process.exit(1);
});
