// report.js - tables sorted by a click, mechanisms that move, and plots (plots.js) as they come into sight.
//
// Without scripts the SVG drawings and tables of a report stand as they are, and on paper they always do.
(function () {
  'use strict';

  const {plots, start, point_at, element, button, show} = reportPlots;

  // ---------------------------------------------------------------- tables

  // The number a cell begins with; undefined: none.
  function number_of(text) {
    const m = /^[^\d\u2212+.-]?\s*([\u2212+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i.exec(text.trim());
    return m ? Number(m[1].replace('\u2212', '-')) : undefined;
  }

  function compare(a, b) {
    const x = number_of(a), y = number_of(b);
    if (x !== undefined && y !== undefined) return x - y || (a < b ? -1 : a > b ? 1 : 0);
    if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function sort(table, column) {
    const rows = Array.from(table.rows), head = rows.shift(), th = head.cells[column];
    const down = th.getAttribute('aria-sort') === 'ascending';
    for (const h of head.cells) h.removeAttribute('aria-sort');
    th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const text = (r) => r.cells[column].textContent;
    rows.sort((a, b) => (down ? -1 : 1)*compare(text(a), text(b)));
    for (const r of rows) head.parentNode.appendChild(r);
  }

  function sortable(table) {
    const rows = Array.from(table.rows), head = rows[0];
    if (rows.length < 3 || rows.some((r, i) => r.cells.length !== head.cells.length || (i > 0 && r.querySelector('th')))) return;
    Array.from(head.cells).forEach((th, i) => {
      th.classList.add('sorts');
      th.tabIndex = 0;
      th.title = 'sort';
      th.addEventListener('click', () => sort(table, i));
      th.addEventListener('keydown', (e) => {
        if (e.key === 'Enter') sort(table, i);
      });
    });
  }

  // ---------------------------------------------------------------- mechanisms that move

  // Points of a body at a time between two frames.
  function pose(body, frame) {
    const k = Math.min(Math.floor(frame), body.at.length - 2), part = frame - k;
    return body.at[k].map((v, i) => v + part*(body.at[k + 1][i] - v));
  }

  function place_bodies(m, frame) {
    let joint = 0;
    m.data.bodies.forEach((body, b) => {
      const at = pose(body, frame);
      let d = '';
      for (let i = 0; i < at.length; i += 2) d += (i ? 'L' : 'M') + at[i].toFixed(2) + ' ' + at[i + 1].toFixed(2);
      m.bodies[b].setAttribute('d', d + (body.block ? 'm-8 -5h16v10h-16z' : ''));
      for (let i = 0; i < at.length; i += 2*body.ends, joint++) {
        m.joints[joint].setAttribute('cx', at[i]);
        m.joints[joint].setAttribute('cy', at[i + 1]);
      }
    });
  }

  // The frame before a time, and how far beyond it.
  function frame_of(t, all) {
    let k = 0;
    while (k < all.length - 2 && all[k + 1] <= t) k++;
    return k + Math.min(1, (t - all[k])/(all[k + 1] - all[k] || 1));
  }

  function show_time(m, t) {
    m.t = t;
    place_bodies(m, frame_of(t, m.data.t));
    m.title.textContent = show(t) + ' s';
    m.slider.value = String(t);
    point_at(plots.filter((p) => p.time), t);
  }

  // The whole run takes 2 to 20 s; how many times slower or faster that is stands beside it.
  function play(m, on) {
    m.playing = on;
    m.button.textContent = on ? 'pause' : 'play';
    let last;
    const end = m.data.t[m.data.t.length - 1], start = m.data.t[0];
    if (on && m.t >= end) m.t = start;
    const step = (now) => {
      if (!m.playing) return;
      const t = m.t + (last === undefined ? 0 : (now - last)/1000*m.speed);
      last = now;
      show_time(m, Math.min(t, end));
      if (t >= end) play(m, false);
      else requestAnimationFrame(step);
    };
    if (on) requestAnimationFrame(step);
  }

  function start_movie(box) {
    const section = box.closest('section'), still = section.querySelector('figure.still');
    const m = {data: JSON.parse(box.querySelector('script').textContent)}, t = m.data.t, long = t[t.length - 1] - t[0];
    const figure = element('figure', box), svg = still.querySelector('svg').cloneNode(true);
    figure.appendChild(svg);
    m.title = svg.querySelector('.title');
    m.bodies = svg.querySelectorAll('path.body');
    m.joints = svg.querySelectorAll('circle');
    m.speed = long/Math.min(20, Math.max(2, long));
    const bar = element('div', box, 'player');
    m.button = button(bar, '', 'play', '', () => play(m, !m.playing));
    m.slider = element('input', bar);
    m.slider.type = 'range';
    m.slider.min = t[0];
    m.slider.max = t[t.length - 1];
    m.slider.step = 'any';
    m.slider.setAttribute('aria-label', 'time');
    m.slider.addEventListener('input', () => {
      play(m, false);
      show_time(m, Number(m.slider.value));
    });
    element('span', bar, 'dim', '\u00d7 ' + show(Number(m.speed.toPrecision(2))));
    section.classList.add('playing');
    show_time(m, t[0]);
  }

  // ---------------------------------------------------------------- the page

  // A page of many plots builds those that come into sight.
  const sight = new IntersectionObserver((seen) => {
    for (const s of seen) {
      if (!s.isIntersecting) continue;
      sight.unobserve(s.target);
      start(s.target, s.target.querySelector('script[type="application/json"]'));
    }
  }, {rootMargin: '400px'});
  for (const figure of document.querySelectorAll('figure'))
    if (figure.querySelector(':scope > script[type="application/json"]')) sight.observe(figure);
  document.querySelectorAll('.movie').forEach(start_movie);
  document.querySelectorAll('table').forEach(sortable);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => plots.forEach((p) => p.u.redraw(false)));
})();
