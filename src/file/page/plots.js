// plots.js - plots of a report: values under the pointer, zoom and pan, legend, logarithmic axes, CSV.
//
// Texts of logs and laws are only ever set as text, never as markup.
const reportPlots = (function () {
  'use strict';

  function element(kind, parent, name, text) {
    const e = document.createElement(kind);
    if (name) e.className = name;
    if (text) e.textContent = text;
    if (parent) parent.appendChild(e);
    return e;
  }

  function button(parent, name, text, hint, press) {
    const b = element('button', parent, name, text);
    b.type = 'button';
    if (hint) b.title = hint;
    b.addEventListener('click', press);
    return b;
  }

  function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  }

  // Six looks: the colours and dashes of figure.css.
  const looks = [['curve', []], ['two', [7, 3]], ['three', [2, 3]], ['ink', [9, 3, 2, 3]], ['two', []], ['three', []]];

  // Five digits or as many as are asked for, with a minus sign as long as a digit.
  function show(v, digits) {
    const size = Math.abs(v), rounded = Number(v.toPrecision(digits || 5));
    const text = size !== 0 && (size < 1e-4 || size >= 1e7) ? rounded.toExponential() : String(rounded);
    return text.replace(/-/g, '\u2212');
  }

  function unit(axis) {
    return axis.unit ? axis.prefix + axis.unit.replace(/\*/g, '\u00b7') : '';
  }

  function quantity(axis, v) {
    return show(v / axis.scale) + (axis.unit ? '\u202f' + unit(axis) : '');
  }

  function save(name, text) {
    const link = element('a');
    const address = URL.createObjectURL(new Blob([text], {type: 'text/csv'}));
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  // ---------------------------------------------------------------- data of a plot

  function ascends(x) {
    for (let i = 1; i < x.length; i++)
      if (!(x[i] >= x[i - 1])) return false;
    return true;
  }

  function read(block) {
    const data = JSON.parse(block.textContent);
    data.curves.forEach((c, i) => {
      c.x = c.x || data.curves[i - 1].x;
      c.ordered = ascends(c.x);
      c.on = true;
    });
    return data;
  }

  function on_axis(v, log) {
    return v !== null && (!log || v > 0);
  }

  // [least, largest] of what is shown between x0 and x1, with some room; of one key 'x' or 'y'.
  function reach(p, key, x0, x1) {
    const log = p.log[key];
    let low = Infinity, high = -Infinity;
    for (const c of p.data.curves) {
      if (!c.on) continue;
      for (let i = 0; i < c.x.length; i++) {
        if (x0 !== undefined && !(c.x[i] >= x0 && c.x[i] <= x1)) continue;
        for (const v of key === 'x' ? [c.x[i]] : c.to ? [c.y[i], c.to[i]] : [c.y[i]])
          if (on_axis(v, log)) {
            low = Math.min(low, v);
            high = Math.max(high, v);
          }
      }
    }
    if (!(low <= high)) return log ? [0.1, 1] : [0, 1];
    if (log) {
      const room = key === 'x' ? 1 : Math.max(1.05, Math.pow(high / low, 0.04));
      return low === high ? [low / 2, high * 2] : [low / room, high * room];
    }
    if (!(high - low > 1e-6*(Math.abs(high) + Math.abs(low)))) {
      const half = high === 0 ? 1 : Math.abs(high) / 2;
      return [low - half, high + half];
    }
    const room = key === 'x' ? 0 : 0.06*(high - low);
    return [low - room, high + room];
  }

  // Everything, but for a y axis that the report limits: a start transient does not set the scale.
  function whole(p) {
    const y = p.data.y;
    return {x: reach(p, 'x'), y: y.low !== undefined && !p.log.y ? [y.low, y.high] : reach(p, 'y')};
  }

  function heading(axis) {
    return axis.name + (axis.unit ? ' [' + axis.unit + ']' : '');
  }

  function csv(data) {
    const quote = (s) => /[",\n]/.test(s) ? '"' + s.replace(/"/g, '""') + '"' : s;
    const columns = [];
    let x = null;
    for (const c of data.curves) {
      const name = c.label || data.y.name, of = data.y.unit ? ' [' + data.y.unit + ']' : '';
      if (c.x !== x) columns.push([heading(data.x), c.x]);
      x = c.x;
      columns.push([name + (c.to ? ' low' : '') + of, c.y]);
      if (c.to) columns.push([name + ' high' + of, c.to]);
    }
    const rows = columns.reduce((n, c) => Math.max(n, c[1].length), 0);
    const lines = [columns.map((c) => quote(c[0])).join(',')];
    for (let i = 0; i < rows; i++)
      lines.push(columns.map((c) => i < c[1].length && c[1][i] !== null ? String(c[1][i]) : '').join(','));
    return lines.join('\n') + '\n';
  }

  // ---------------------------------------------------------------- drawing

  function path_of(p, c) {
    const path = new Path2D(), u = p.u;
    const px = (v) => u.valToPos(v, 'x', true), py = (v) => u.valToPos(v, 'y', true);
    const there = (i) => on_axis(c.x[i], p.log.x) && on_axis(c.y[i], p.log.y) && (!c.to || on_axis(c.to[i], p.log.y));
    for (let i = 0; i < c.x.length; i++) {
      const from = i;
      for (; i < c.x.length && there(i); i++)
        path[i === from ? 'moveTo' : 'lineTo'](px(c.x[i]), py(c.y[i]));
      for (let k = i - 1; c.to && k >= from; k--) path.lineTo(px(c.x[k]), py(c.to[k]));
      if (c.to && i > from) path.closePath();
      if (i === from + 1) { // a point without neighbours: a dash
        const dash = 3*devicePixelRatio, y = py(c.y[from]);
        path.rect(px(c.x[from]) - dash, y, 2*dash, c.to ? py(c.to[from]) - y : 0);
      }
    }
    return path;
  }

  function draw_marks(p, c, ctx, ratio) {
    ctx.font = 11*ratio + 'px system-ui, sans-serif';
    c.x.forEach((x, i) => {
      if (!on_axis(x, p.log.x) || !on_axis(c.y[i], p.log.y)) return;
      const at = [p.u.valToPos(x, 'x', true), p.u.valToPos(c.y[i], 'y', true)];
      ctx.fillStyle = color(looks[c.look][0]);
      ctx.beginPath();
      ctx.arc(at[0], at[1], 3.5*ratio, 0, 2*Math.PI);
      ctx.fill();
      if (c.x.length <= 40 && c.marks[i]) {
        ctx.fillStyle = color('ink');
        const wide = ctx.measureText(c.marks[i]).width, right = p.u.bbox.left + p.u.bbox.width;
        ctx.textAlign = at[0] + wide + 6*ratio > right ? 'right' : 'left';
        ctx.fillText(c.marks[i], at[0] + (ctx.textAlign === 'right' ? -6 : 6)*ratio, at[1] - 6*ratio);
      }
    });
  }

  function draw(p) {
    const ctx = p.u.ctx, box = p.u.bbox, ratio = devicePixelRatio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.left, box.top, box.width, box.height);
    ctx.clip();
    const bands = p.data.curves.filter((c) => c.on && c.to), lines = p.data.curves.filter((c) => c.on && !c.to);
    ctx.globalAlpha = 0.22;
    for (const c of bands) {
      ctx.fillStyle = color(looks[c.look][0]);
      ctx.fill(path_of(p, c));
    }
    ctx.globalAlpha = 1;
    ctx.lineJoin = 'round';
    for (const c of lines.filter((l) => !l.marks)) {
      ctx.strokeStyle = color(looks[c.look][0]);
      ctx.lineWidth = 1.7*ratio;
      ctx.setLineDash(looks[c.look][1].map((d) => d*ratio));
      ctx.stroke(path_of(p, c));
    }
    ctx.setLineDash([]);
    for (const c of lines.filter((l) => l.marks)) draw_marks(p, c, ctx, ratio);
    ctx.restore();
  }

  // On a logarithmic axis decades have labels; 2 and 5 also where there are few.
  function is_round(p, key, v) {
    const lead = v / Math.pow(10, Math.floor(Math.log10(v) + 1e-9)), ends = p.view[key];
    const near = (n) => Math.abs(lead - n) < 1e-6*n;
    return near(1) || (ends[1] / ends[0] < 300 && (near(2) || near(5)));
  }

  // The label of a tick has as many digits as tell it from the next one.
  function tick(v, step) {
    const digits = v !== 0 && step > 0 ? Math.ceil(Math.log10(Math.abs(v)/step)) + 2 : 5;
    return show(v, Math.min(15, Math.max(5, digits)));
  }

  // The title of an axis, smaller where the plot is lower than it is long.
  function title_font(p, key, text) {
    const room = (key === 'x' ? p.plot.clientWidth : plot_height(p) - 50) / text.length; // of a letter, which is about 0.53 as wide as high
    return Math.max(8.5, Math.min(12, room/0.53)).toFixed(1) + 'px system-ui, sans-serif';
  }

  function axis_options(p, key) {
    const a = p.data[key], title = a.name + (a.unit ? ' in ' + unit(a) : '');
    return {
      label: title,
      labelSize: 18,
      labelGap: 0,
      labelFont: title_font(p, key, title),
      font: '11px system-ui, sans-serif',
      size: key === 'x' ? 32 : (u, values) => 16 + 6.5*(values || []).reduce((n, v) => Math.max(n, (v || '').length), 2),
      stroke: () => color('ink'),
      grid: {stroke: () => color('faint'), width: 1},
      ticks: {stroke: () => color('faint'), width: 1, size: 4},
      space: key === 'x' ? 56 : 30,
      values: (u, splits, axis, space, step) => splits.map((v) => v === null || (p.log[key] && !is_round(p, key, v)) ? ''
        : p.log[key] ? show(v / a.scale) : tick(v / a.scale, step / a.scale)),
    };
  }

  function scale_options(p, key) {
    return {time: false, distr: p.log[key] ? 3 : 1, log: 10, auto: false, range: () => p.view[key]};
  }

  // ---------------------------------------------------------------- zoom and pan

  const plots = []; // that scripts drive

  function apply(p) {
    if (!p.u) return;
    p.u.batch(() => {
      p.u.setScale('x', {min: p.view.x[0], max: p.view.x[1]});
      p.u.setScale('y', {min: p.view.y[0], max: p.view.y[1]});
    });
    p.u.redraw();
  }

  // Plots over time share what they show of it.
  function linked(p) {
    return p.time ? plots.filter((q) => q.time) : [p];
  }

  function zoom_x(p, x0, x1) {
    if (!(x1 > x0)) return;
    for (const q of linked(p)) {
      q.view = {x: [x0, x1], y: reach(q, 'y', x0, x1)};
      apply(q);
    }
  }

  function zoom_box(p, x, y) {
    if (!(x[1] > x[0] && y[1] > y[0])) return;
    p.view = {x, y};
    apply(p);
  }

  // A second time also what the report leaves beyond its scale.
  function reset(p) {
    const all = whole(p), was = p.view, again = was.x.concat(was.y).every((v, i) => v === all.x.concat(all.y)[i]);
    for (const q of linked(p)) {
      q.view = again ? {x: reach(q, 'x'), y: reach(q, 'y')} : whole(q);
      apply(q);
    }
  }

  // Both ends moved and spread around `at`, in pixels of the plot.
  function move(p, shift, spread, at) {
    const wide = p.u.over.clientWidth, middle = at === undefined ? wide/2 : at;
    const end = (v) => p.u.posToVal(middle + (v - middle)*spread + shift, 'x');
    const x = [end(0), end(wide)];
    if (p.time) zoom_x(p, x[0], x[1]);
    else zoom_box(p, x, p.view.y);
  }

  function selected(p) {
    const s = p.u.select, u = p.u;
    if (s.width > 3) {
      const x = [u.posToVal(s.left, 'x'), u.posToVal(s.left + s.width, 'x')];
      if (p.time) zoom_x(p, x[0], x[1]);
      else if (s.height > 3) zoom_box(p, x, [u.posToVal(s.top + s.height, 'y'), u.posToVal(s.top, 'y')]);
      else zoom_box(p, x, reach(p, 'y', x[0], x[1]));
    }
    u.setSelect({left: 0, top: 0, width: 0, height: 0}, false);
  }

  // Shift and drag, or the middle button, moves what is shown.
  function pan(p, e) {
    if (!e.shiftKey && e.button !== 1) return;
    e.preventDefault();
    e.stopPropagation();
    let from = [e.clientX, e.clientY];
    const drag = (d) => {
      const shift = [from[0] - d.clientX, from[1] - d.clientY], high = p.u.over.clientHeight;
      from = [d.clientX, d.clientY];
      if (!p.time) p.view.y = [p.u.posToVal(high + shift[1], 'y'), p.u.posToVal(shift[1], 'y')];
      move(p, shift[0], 1);
    };
    const stop = () => {
      removeEventListener('mousemove', drag);
      removeEventListener('mouseup', stop);
    };
    addEventListener('mousemove', drag);
    addEventListener('mouseup', stop);
  }

  function press_key(p, e) {
    const step = p.u.over.clientWidth/10;
    const act = {'+': [0, 0.8], '=': [0, 0.8], '-': [0, 1.25], ArrowLeft: [-step, 1], ArrowRight: [step, 1]}[e.key];
    if (act) move(p, act[0], act[1]);
    else if (e.key === '0' || e.key === 'Escape') reset(p);
    else return;
    e.preventDefault();
  }

  // ---------------------------------------------------------------- values under the mouse

  // The point of a curve nearest to the mouse: along x where x ascends, else in the plane.
  function nearest(p, c, left, top) {
    let best = -1, least = Infinity;
    for (let i = 0; i < c.x.length; i++) {
      if (!on_axis(c.x[i], p.log.x) || !on_axis(c.y[i], p.log.y)) continue;
      const dx = p.u.valToPos(c.x[i], 'x') - left, dy = c.ordered ? 0 : p.u.valToPos(c.y[i], 'y') - top;
      const far = dx*dx + dy*dy;
      if (far < least) {
        least = far;
        best = i;
      }
    }
    return best;
  }

  function fill_tip(p, left, top) {
    p.tip.textContent = '';
    let first = true;
    for (const c of p.data.curves) {
      const i = c.on ? nearest(p, c, left, top) : -1;
      if (i < 0) continue;
      if (first) element('div', p.tip, '', p.data.x.name + ' ' + quantity(p.data.x, c.x[i]));
      first = false;
      const row = element('div', p.tip);
      if (c.marks && c.marks[i]) element('span', row, '', c.marks[i] + ': ');
      const value = c.to ? quantity(p.data.y, c.y[i]) + ' to ' + quantity(p.data.y, c.to[i]) : quantity(p.data.y, c.y[i]);
      element('span', row, '', (c.label || p.data.y.name) + ' ' + value);
    }
    return !first;
  }

  // The line of every other plot over time follows; only the plot under the mouse leads, and says values.
  function hover(p) {
    const left = p.u.cursor.left, top = p.u.cursor.top;
    p.tip.hidden = !(p.inside && left >= 0 && fill_tip(p, left, top));
    if (!p.inside) return;
    if (!p.tip.hidden) {
      const over = p.u.over, wide = over.clientWidth, x = over.offsetLeft + left;
      p.tip.style.left = (left > wide/2 ? x - p.tip.offsetWidth - 12 : x + 12) + 'px';
      p.tip.style.top = p.plot.offsetTop + over.offsetTop + 6 + 'px';
    }
    point_at(linked(p).filter((q) => q !== p), left >= 0 ? p.u.posToVal(left, 'x') : undefined);
  }

  // The line of these plots at x; undefined: none.
  function point_at(some, x) {
    for (const q of some)
      if (q.u) q.u.setCursor(x === undefined ? {left: -10, top: -10} : {left: q.u.valToPos(x, 'x'), top: 0});
  }

  // ---------------------------------------------------------------- one plot

  const ns = 'http://www.w3.org/2000/svg';

  function draw_key(parent, c) {
    const svg = document.createElementNS(ns, 'svg'), path = document.createElementNS(ns, 'path');
    svg.setAttribute('class', 'figure');
    svg.setAttribute('viewBox', '0 0 22 10');
    path.setAttribute('class', c.to ? 'band b' + c.look : 'curve c' + c.look);
    path.setAttribute('d', c.to ? 'M0 1H22V9H0Z' : c.marks ? 'M9 5H13' : 'M0 5H22');
    svg.appendChild(path);
    parent.appendChild(svg);
  }

  function toggle(p, c, b) {
    c.on = !c.on;
    b.setAttribute('aria-pressed', String(c.on));
    const all = whole(p);
    p.view.y = p.time || p.view.x[0] > all.x[0] || p.view.x[1] < all.x[1] ? reach(p, 'y', p.view.x[0], p.view.x[1]) : all.y;
    apply(p);
  }

  function plot_height(p) {
    return Math.round(Math.max(220, Math.min(320, p.plot.clientWidth*0.58)));
  }

  function build(p) {
    if (p.u) p.u.destroy();
    const wide = p.plot.clientWidth;
    p.u = new uPlot({
      width: wide,
      height: plot_height(p),
      legend: {show: false},
      cursor: {y: !p.time, points: {show: false}, drag: {x: true, y: !p.time, setScale: false, uni: p.time ? null : 20},
        bind: {dblclick: () => () => reset(p)}},
      scales: {x: scale_options(p, 'x'), y: scale_options(p, 'y')},
      axes: [axis_options(p, 'x'), axis_options(p, 'y')],
      series: [{}, {paths: () => null, points: {show: false}}],
      hooks: {draw: [() => draw(p)], setCursor: [() => p.u && hover(p)], setSelect: [() => p.u && selected(p)]},
    }, [p.view.x, p.view.y], p.plot);
    apply(p);
  }

  function set_log(p, key, b) {
    p.log[key] = !p.log[key];
    b.setAttribute('aria-pressed', String(p.log[key]));
    p.view = whole(p);
    build(p);
  }

  // A logarithmic axis is offered where nothing would be lost.
  function add_log(p, tools, key) {
    let some = p.data[key].log, none = true;
    for (const c of p.data.curves)
      for (const v of key === 'x' ? c.x : c.y) {
        if (v > 0) some = true;
        if (v !== null && v < 0) none = false;
      }
    if (!(p.data[key].log || (some && none)) || (key === 'x' && p.time)) return;
    const b = button(tools, '', 'log ' + key, 'logarithmic or linear ' + key + ' axis', () => set_log(p, key, b));
    b.setAttribute('aria-pressed', String(p.log[key]));
  }

  function add_head(p) {
    const head = element('div', p.live, 'head');
    element('b', head, '', p.data.title);
    for (const c of p.data.curves) {
      if (!c.label) continue;
      const b = button(head, 'key', '', 'show or hide', () => toggle(p, c, b));
      draw_key(b, c);
      b.appendChild(document.createTextNode(c.label));
      b.setAttribute('aria-pressed', 'true');
    }
    const tools = element('span', head, 'tools');
    add_log(p, tools, 'x');
    add_log(p, tools, 'y');
    button(tools, '', 'reset', 'show everything (double click, 0)', () => reset(p));
    const thinned = p.data.curves.find((c) => c.count > c.x.length);
    const part = thinned ? thinned.x.length + ' of ' + thinned.count : '';
    const name = p.data.title.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'plot';
    button(tools, 'csv', thinned ? 'CSV (thinned)' : 'CSV', 'the data of this plot' + (thinned ? ': ' + part +
      ' points, with all minima and maxima; --csv of the command above, or the log, has every row' : ''),
      () => save(name + (thinned ? '-thinned-' + part.replace(/ /g, '-') : '') + '.csv', csv(p.data)));
  }

  function start(figure, block) {
    const data = read(block), p = {data, figure, log: {x: data.x.log, y: data.y.log}, time: data.x.name === 'time' && !data.x.log};
    p.live = element('div', null, 'live');
    add_head(p);
    p.plot = element('div', p.live, 'plot');
    p.plot.tabIndex = 0;
    p.plot.setAttribute('role', 'img');
    p.plot.setAttribute('aria-label', data.title);
    p.tip = element('div', p.live, 'tip');
    p.tip.hidden = true;
    p.plot.addEventListener('mouseenter', () => {
      p.inside = true;
    });
    p.plot.addEventListener('mouseleave', () => {
      p.inside = false;
      p.tip.hidden = true;
      point_at(linked(p), undefined);
    });
    p.plot.addEventListener('mousedown', (e) => pan(p, e), true);
    p.plot.addEventListener('keydown', (e) => press_key(p, e));
    p.plot.addEventListener('wheel', (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      move(p, 0, e.deltaY > 0 ? 1.25 : 0.8, e.clientX - p.u.over.getBoundingClientRect().left);
    }, {passive: false});
    figure.insertBefore(p.live, figure.firstChild);
    figure.classList.add('on');
    const zoomed = plots.find((q) => q.time && p.time);
    p.view = whole(p);
    if (zoomed) {
      const all = whole(zoomed), x = zoomed.view.x;
      if (x[0] > all.x[0] || x[1] < all.x[1]) p.view = {x: x.slice(), y: reach(p, 'y', x[0], x[1])};
    }
    plots.push(p);
    build(p);
    new ResizeObserver(() => {
      const wide = p.plot.clientWidth;
      if (wide > 0 && wide !== p.u.width) build(p);
    }).observe(p.plot);
  }

  return {plots, start, point_at, element, button, show};
})();
