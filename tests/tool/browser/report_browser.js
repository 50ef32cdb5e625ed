// report_browser.js - acts on the reports in a folder as a reader would, and says what does not answer.
'use strict';
const fs = require('fs'), path = require('path'), assert = require('assert');
const puppeteer = require('puppeteer-core');
const box = path.resolve(process.argv[2]);
const wait = (ms) => new Promise((r) => setTimeout(r, ms));

let browser;

// A page of a report; whatever it loads, runs against its policy or throws is a failure.
async function open(name, width, prepare) {
  const page = await browser.newPage();
  const faults = [];
  page.on('request', (r) => /^(file:.*\.html|blob:|data:)/.test(r.url()) || faults.push('request ' + r.url()));
  page.on('console', (m) => m.type() === 'error' && faults.push('console: ' + m.text()));
  page.on('pageerror', (e) => faults.push('script: ' + e.message));
  await page.setViewport({width: width || 1280, height: 900});
  if (prepare) await prepare(page);
  await page.goto('file://' + path.join(box, name + '.html'));
  await wait(150);
  page.faults = faults;
  return page;
}

async function close(page) {
  assert.deepStrictEqual(page.faults, []);
  await page.close();
}

const ticks = 'figure.on .plot canvas';

async function over(page, number) {
  const all = await page.$$('figure.on .u-over');
  await all[number].scrollIntoView();
  return all[number].boundingBox();
}

// The first plot whose axis is time.
const over_time = (page) => page.$$eval('figure.on', (all) =>
  all.findIndex((f) => JSON.parse(f.querySelector('script').textContent).x.name === 'time'));

// What a canvas shows, to tell whether it changed.
const picture = (page, number) => page.$$eval(ticks, (all, i) => all[i].toDataURL(), number);

async function hover_shows_values_with_units() {
  const page = await open('simulate');
  const b = await over(page, await over_time(page));
  await page.mouse.move(b.x + b.width/2, b.y + b.height/2);
  await wait(50);
  const tip = await page.$eval('figure.on .tip:not([hidden])', (e) => e.innerText);
  assert.match(tip, /time (0\.99|1)\d*(\.\d+)?\u202fs/);
  assert.match(tip, /[\d.]\u202f[m\u00b5n]?(N|m|m\/s)\b/);
  // the plots that follow show a line at the same time, and no values
  const seen = await page.evaluate(() => [document.querySelectorAll('.tip:not([hidden])').length,
    [...document.querySelectorAll('figure.on')].filter((f) => JSON.parse(f.querySelector('script').textContent).x.name === 'time')
      .map((f) => new DOMMatrix(getComputedStyle(f.querySelector('.u-cursor-x')).transform).e / f.querySelector('.u-over').clientWidth)]);
  assert.strictEqual(seen[0], 1);
  assert.ok(seen[1].length > 1 && seen[1].every((at) => Math.abs(at - 0.5) < 0.01), 'lines at ' + seen[1]);
  await page.mouse.move(5, 5);
  await wait(50);
  assert.strictEqual((await page.$$('.tip:not([hidden])')).length, 0);
  await close(page);
}

async function zoom_and_pan_are_linked_over_time() {
  const page = await open('control');
  const before = [await picture(page, 0), await picture(page, 1)];
  const b = await over(page, 0), y = b.y + b.height/2;
  const drag = async (from, to) => {
    await page.mouse.move(b.x + from*b.width, y);
    await page.mouse.down();
    await page.mouse.move(b.x + to*b.width, y, {steps: 4});
    await page.mouse.up();
    await wait(60);
  };
  const away = async () => { await page.mouse.move(5, 5); await wait(40); };
  await drag(0.3, 0.6);
  await away();
  const zoomed = [await picture(page, 0), await picture(page, 1)];
  assert.ok(zoomed[0] !== before[0] && zoomed[1] !== before[1], 'zoom does not reach both plots');
  await page.keyboard.down('Shift');
  await drag(0.5, 0.7);
  await page.keyboard.up('Shift');
  await away();
  const panned = [await picture(page, 0), await picture(page, 1)];
  assert.ok(panned[0] !== zoomed[0] && panned[1] !== zoomed[1], 'pan does not reach both plots');
  await page.mouse.click(b.x + b.width/2, y, {clickCount: 2});
  await wait(60);
  await away();
  assert.ok(await picture(page, 1) === before[1], 'a double click does not show everything again');
  await close(page);
}

async function legend_hides_a_curve() {
  const page = await open('observe');
  const before = await picture(page, 0);
  const key = await page.$('figure.on .key');
  await key.click();
  await wait(60);
  assert.strictEqual(await key.evaluate((e) => e.getAttribute('aria-pressed')), 'false');
  assert.notStrictEqual(await picture(page, 0), before);
  await key.click();
  await page.mouse.move(5, 5);
  await wait(60);
  assert.strictEqual(await picture(page, 0), before);
  await close(page);
}

async function log_axis_is_a_click_away() {
  const page = await open('control');
  const at = await page.$$eval('figure.on', (all) => all.findIndex((f) => /log y/.test(f.querySelector('.tools').innerText)));
  assert.ok(at >= 0, 'no plot offers a logarithmic axis');
  const before = await picture(page, at);
  const press = () => page.$$eval('figure.on', (all, i) => [...all[i].querySelectorAll('.tools button')].find((b) => b.innerText === 'log y').click(), at);
  await press();
  await wait(60);
  assert.notStrictEqual(await picture(page, at), before);
  await press();
  await wait(60);
  assert.strictEqual(await picture(page, at), before);
  await close(page);
}

async function table_sorts_by_a_click() {
  const page = await open('control');
  const column = () => page.$$eval('table.stack', (t) => [...t[0].rows].slice(1).map((r) => parseFloat(r.cells[1].textContent)));
  await page.click('table.stack th:nth-child(2)');
  const up = await column();
  assert.deepStrictEqual(up, [...up].sort((a, b) => a - b));
  await page.click('table.stack th:nth-child(2)');
  assert.deepStrictEqual(await column(), up.reverse());
  await close(page);
}

async function csv_holds_the_data_of_the_plot() {
  const page = await open('simulate');
  const devtools = await page.createCDPSession();
  await devtools.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: box + '/down'});
  const buttons = await page.$$('figure.on button.csv');
  await buttons[await over_time(page)].click();
  let file;
  for (let i = 0; i < 60 && !file; i++) {
    await wait(50);
    file = fs.existsSync(box + '/down') && fs.readdirSync(box + '/down').find((n) => n.endsWith('.csv'));
  }
  assert.ok(file, 'no CSV came');
  const lines = fs.readFileSync(path.join(box, 'down', file), 'utf8').trim().split('\n');
  assert.match(lines[0], /^time \[s\],.*\[.*\]$/);
  assert.ok(lines.length > 1000 && lines.length < 3100, lines.length + ' lines'); // of 10001 rows, thinned
  // the extremes of the whole log are among them
  const log = fs.readFileSync(box + '/v.csv', 'utf8').trim().split('\n');
  const heads = log[0].split(','), name = lines[0].split(',')[1].replace(/ \[.*/, '');
  const k = heads.findIndex((h) => h.replace(/ \[.*/, '') === name);
  if (k >= 0) {
    const most = (rows, c) => Math.max(...rows.slice(1).map((r) => Number(r.split(',')[c])));
    assert.ok(Math.abs(most(log, k) / most(lines, 1) - 1) < 1e-6, 'the maximum is thinned away');
  }
  await close(page);
}

async function hostile_names_stay_text() {
  for (const name of ['inspect', 'observe', 'evil']) {
    const page = await open(name);
    const found = await page.evaluate(() => ({title: document.title, images: document.images.length,
      scripts: document.querySelectorAll('script:not([type])').length, text: document.body.innerText}));
    assert.notStrictEqual(found.title, '1', name);
    assert.strictEqual(found.images, 0, name);
    assert.strictEqual(found.scripts, 1, name);
    assert.ok(found.text.includes('<img src=x onerror'), name + ': the name is not shown');
    // the policy holds: a script that came in some other way does not run
    const ran = await page.evaluate(() => {
      const s = document.createElement('script');
      s.textContent = 'window.ran = true';
      document.body.appendChild(s);
      return window.ran === true;
    });
    assert.strictEqual(ran, false, name + ': the policy lets a foreign script run');
    page.faults = page.faults.filter((f) => !/Content Security Policy|content security policy/.test(f));
    await close(page);
  }
}

async function reports_are_read_without_scripts() {
  const page = await open('observe', 1280, (p) => p.setJavaScriptEnabled(false));
  const svg = await page.$('figure svg.figure');
  const b = await svg.boundingBox();
  assert.ok(b && b.width > 200, 'the drawing is not there');
  await close(page);
}

async function nothing_scrolls_sideways_on_a_phone() {
  for (const name of ['simulate', 'inspect', 'observe', 'control', 'evil', 'mechanism']) {
    const page = await open(name, 390);
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('.wide')].filter((w) => w.scrollWidth > w.clientWidth + 1).map(() => 'a table')]);
    assert.deepStrictEqual(wide, [390], name);
    await page.screenshot({path: path.join(box, name + '-390.png'), fullPage: true});
    await close(page);
  }
}

// Two plots a row, and the first of them on the first page.
async function paper_has_two_plots_a_row() {
  const page = await open('inspect', 720);
  await page.emulateMediaType('print');
  await wait(60);
  const svg = await page.$$eval('.pair figure > svg.figure', (all) => all.slice(0, 2).map((s) => s.getBoundingClientRect()).map((r) => [r.top, r.width]));
  assert.strictEqual(svg[0][0], svg[1][0]);
  assert.ok(svg[0][1] > 200, 'the drawing is not on paper');
  assert.ok(svg[0][0] < 800, 'the first page has no plot');
  assert.ok((await page.pdf({format: 'A4'})).length > 10000);
  await close(page);
}

async function dark_follows_the_reader() {
  const page = await open('observe', 1280, (p) => p.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'dark'}]));
  assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(18, 24, 31)');
  await close(page);
}

// Labels of ticks tell them apart, and titles of axes fit beside a plot that is low.
async function axes_can_be_read() {
  for (const name of ['close', 'inspect']) {
    const page = await open(name, 390);
    const axes = await page.evaluate(() => reportPlots.plots.flatMap((p) => ['x', 'y'].map((key, i) => {
      const a = p.u.axes[i], ctx = document.createElement('canvas').getContext('2d');
      ctx.font = a.labelFont[0].replace(/[\d.]+px/, (px) => parseFloat(px)/devicePixelRatio + 'px');
      return {labels: a._values.filter(Boolean), title: ctx.measureText(a.label).width, room: i ? p.u.over.clientHeight + 30 : p.plot.clientWidth};
    })));
    assert.ok(axes.length >= 4);
    for (const a of axes) {
      assert.strictEqual(new Set(a.labels).size, a.labels.length, a.labels.join(' '));
      assert.ok(a.title <= a.room, a.title + ' of ' + a.room + ' pixels');
    }
    await close(page);
  }
}

async function mechanisms_play_pause_and_scrub() {
  const page = await open('mechanism');
  const now = () => page.evaluate(() => [document.querySelector('.movie .title').textContent,
    [...document.querySelectorAll('.movie path.body')].map((b) => b.getAttribute('d')).join()]);
  const press = () => page.click('.player button');
  const start = await now();
  assert.strictEqual(start[0], '0 s');
  await press();
  await wait(400);
  await press();
  const paused = await now();
  assert.ok(parseFloat(paused[0]) > 0 && paused[1] !== start[1], 'it does not play');
  await wait(150);
  assert.deepStrictEqual(await now(), paused, 'it does not pause');
  await page.$eval('.player input', (s) => { s.value = s.max; s.dispatchEvent(new Event('input')); });
  assert.strictEqual((await now())[0], '0.5 s');
  // the last frame is the last still, and on paper only stills are there
  const apart = await page.evaluate(() => {
    const places = (all) => [...all].map((b) => b.getAttribute('d').match(/[-\d.]+/g).map(Number)).flat();
    const still = places([...document.querySelectorAll('figure.still')].pop().querySelectorAll('path.body'));
    return Math.max(...places(document.querySelectorAll('.movie path.body')).map((v, i) => Math.abs(v - still[i])));
  });
  assert.ok(apart < 0.06, apart + ' pixels beside the last still');
  await page.emulateMediaType('print');
  assert.deepStrictEqual(await page.evaluate(() => [document.querySelector('.movie').offsetHeight > 0, document.querySelector('figure.still').offsetHeight > 0]), [false, true]);
  await close(page);
}

(async () => {
  browser = await puppeteer.launch({executablePath: process.env.BR_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars']});
  let failed = 0;
  for (const claim of [hover_shows_values_with_units, zoom_and_pan_are_linked_over_time, legend_hides_a_curve,
    log_axis_is_a_click_away, table_sorts_by_a_click, csv_holds_the_data_of_the_plot, hostile_names_stay_text,
    reports_are_read_without_scripts, nothing_scrolls_sideways_on_a_phone, paper_has_two_plots_a_row, dark_follows_the_reader,
    axes_can_be_read, mechanisms_play_pause_and_scrub]) {
    try {
      await claim();
    } catch (e) {
      failed = 1;
      console.log('FAIL: ' + claim.name + ': ' + e.message.split('\n').slice(0, 12).join('\n'));
    }
  }
  await browser.close();
  process.exit(failed);
})();
