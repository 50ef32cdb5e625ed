// plot.mjs - lines, points and bands on a canvas, with units, legend and a reading under the pointer.
import { digits, h, readable } from './ui.mjs';

// Colours of the style, asked for once: asking makes the browser lay out the page, in every frame of a drag.
const colors = new Map();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => colors.clear());
function css(name) {
    if (!colors.has(name))
        colors.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
    return colors.get(name);
}

function range(list) {
    let lo = Infinity, hi = -Infinity;
    for (const values of list)
        for (const v of values)
            if (Number.isFinite(v)) {
                if (v < lo) lo = v;
                if (v > hi) hi = v;
            }
    return lo > hi ? [0, 1] : lo === hi ? [lo - (Math.abs(lo) || 1) * 0.5, hi + (Math.abs(hi) || 1) * 0.5] : [lo, hi];
}

function ticks(lo, hi, most) {
    const raw = (hi - lo) / Math.max(1, most), ten = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(k => k * ten).find(s => s >= raw * 0.999);
    const list = [];
    for (let k = Math.ceil(lo / step - 1e-9); k * step <= hi + step * 1e-9; k++)
        list.push(Number((k * step).toPrecision(12)));
    return list;
}

// p: { title, x: { name, unit, log }, y: { name, unit }, series: [{ name, x, y, sd, lo, hi, kind: line|points|band, color: 1.., dash, width }] }
export class Plot {
    constructor({ tall = false, title } = {}) { // title: before there is anything to show
        this.canvas = h('canvas', { role: 'img', class: tall ? 'tall' : '', 'aria-label': title });
        this.caption = h('figcaption', {}, title);
        this.read = h('span', { class: 'read', 'aria-hidden': 'true' });
        this.reason = h('p', { class: 'dim', hidden: true });
        this.element = h('figure', {}, this.caption, this.canvas, this.reason);
        this.canvas.addEventListener('pointermove', e => this.point(e));
        this.canvas.addEventListener('pointerleave', () => (this.read.textContent = ''));
        new ResizeObserver(() => {
            this.wide = this.canvas.clientWidth;
            this.high = this.canvas.clientHeight;
            this.draw();
        }).observe(this.canvas);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    }
    // In place of a picture: why there is none.
    excuse(title, text) {
        this.p = null;
        this.told = '';
        this.caption.replaceChildren(h('span', {}, title));
        this.reason.textContent = text;
        this.canvas.hidden = true;
        this.reason.hidden = false;
    }
    show(p) {
        this.canvas.hidden = false;
        this.reason.hidden = true;
        const caption = [p.title, ...p.series.map(s => s.name)].join('\n');
        this.p = p;
        if (caption !== this.told) {
            this.told = caption;
            this.caption.replaceChildren(h('span', {}, p.title), ...p.series.filter(s => s.name).map(s => this.legend(s)), this.read);
        }
        this.measure();
        this.draw();
        this.canvas.setAttribute('aria-label', this.words());
    }
    legend(s) {
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        const mark = document.createElementNS('http://www.w3.org/2000/svg', s.kind === 'points' ? 'circle' : 'rect');
        const put = (e, list) => Object.entries(list).forEach(([k, v]) => e.setAttribute(k, v));
        put(svg, { width: 16, height: 10, 'aria-hidden': 'true' });
        put(mark, s.kind === 'points' ? { cx: 8, cy: 5, r: 3.5 } : s.kind === 'band' ? { width: 16, height: 10, opacity: 0.25 } : { y: 3.7, width: 16, height: 2.6, rx: 1.3 });
        mark.setAttribute('fill', `var(--s${s.color ?? 1})`);
        svg.append(mark);
        return h('span', { class: 'legend' }, svg, s.name);
    }
    measure() {
        const { series, x, y } = this.p;
        this.rx = x.range ?? range(series.map(s => s.x));
        const all = series.flatMap(s => s.kind === 'band' ? [s.lo, s.hi] : s.sd ? [s.y.map((v, i) => v - 2 * s.sd[i]), s.y.map((v, i) => v + 2 * s.sd[i])] : [s.y]);
        const [lo, hi] = y.range ?? range(all);
        const pad = y.range ? 0 : (hi - lo) * 0.06;
        this.ry = [lo - pad, hi + pad];
        this.ux = readable(Math.max(...this.rx.map(Math.abs)), x.unit ?? '');
        this.uy = readable(Math.max(...this.ry.map(Math.abs)), y.unit ?? '');
    }
    words() {
        const [a, b] = this.rx.map(v => digits(v / this.ux.scale)), [c, d] = this.ry.map(v => digits(v / this.uy.scale));
        return `${this.p.title}: ${this.p.y.name} from ${c} to ${d} ${this.uy.unit} over ${this.p.x.name} from ${a} to ${b} ${this.ux.unit}`;
    }
    draw() {
        const { canvas, p, wide: w, high: height } = this;
        if (!p || !w || !height)
            return;
        const dpr = Math.min(3, devicePixelRatio || 1);
        if (canvas.width !== Math.round(w * dpr) || canvas.height !== Math.round(height * dpr)) {
            canvas.width = Math.round(w * dpr);
            canvas.height = Math.round(height * dpr);
        }
        const g = canvas.getContext('2d');
        g.setTransform(dpr, 0, 0, dpr, 0, 0);
        g.clearRect(0, 0, w, height);
        this.box = { left: 54, top: 8, right: w - 16, bottom: height - 36 };
        this.axes(g);
        g.save();
        g.beginPath();
        g.rect(this.box.left, this.box.top - 1, this.box.right - this.box.left, this.box.bottom - this.box.top + 2);
        g.clip();
        for (const kind of ['band', 'line', 'points'])
            for (const s of p.series)
                if ((s.kind ?? 'line') === kind)
                    this[kind](g, s, css(`--s${s.color ?? 1}`));
        g.restore();
    }
    fx(v) { return this.box.left + (v - this.rx[0]) / (this.rx[1] - this.rx[0]) * (this.box.right - this.box.left); }
    fy(v) { return this.box.bottom - (v - this.ry[0]) / (this.ry[1] - this.ry[0]) * (this.box.bottom - this.box.top); }
    axes(g) {
        const { box, ux, uy, p } = this;
        g.font = '11.5px system-ui, sans-serif';
        g.lineWidth = 1;
        g.strokeStyle = css('--grid');
        g.fillStyle = css('--dim');
        const line = (x1, y1, x2, y2) => (g.beginPath(), g.moveTo(x1, y1), g.lineTo(x2, y2), g.stroke());
        g.textAlign = 'center';
        for (const t of ticks(this.rx[0] / ux.scale, this.rx[1] / ux.scale, Math.max(4, (box.right - box.left) / 80))) {
            const at = Math.round(this.fx(t * ux.scale)) + 0.5;
            line(at, box.top, at, box.bottom);
            g.fillText(digits(t, 6), at, box.bottom + 15);
        }
        g.textAlign = 'right';
        for (const t of ticks(this.ry[0] / uy.scale, this.ry[1] / uy.scale, (box.bottom - box.top) / 36)) {
            const at = Math.round(this.fy(t * uy.scale)) + 0.5;
            line(box.left, at, box.right, at);
            g.fillText(digits(t, 6), box.left - 7, at + 4);
        }
        if (this.ry[0] < 0 && this.ry[1] > 0) {
            g.strokeStyle = css('--line');
            line(box.left, Math.round(this.fy(0)) + 0.5, box.right, Math.round(this.fy(0)) + 0.5);
        }
        const label = (name, unit) => unit ? `${name} [${unit}]` : name;
        g.textAlign = 'right';
        g.fillText(label(p.x.name, ux.unit), box.right, box.bottom + 31);
        g.save();
        g.translate(12, box.top);
        g.rotate(-Math.PI / 2);
        g.fillText(label(p.y.name, uy.unit), 0, 0);
        g.restore();
    }
    line(g, s, color) {
        g.strokeStyle = color;
        g.lineWidth = s.width ?? 1.8;
        g.lineJoin = 'round';
        g.setLineDash(s.dash ? [5, 4] : []);
        g.beginPath();
        const dense = s.x.length > 4 * (this.box.right - this.box.left) && s.sorted;
        if (dense)
            this.dense(g, s);
        else {
            let down = false;
            for (let i = 0; i < s.x.length; i++) {
                const ok = Number.isFinite(s.y[i]) && Number.isFinite(s.x[i]);
                if (ok)
                    g[down ? 'lineTo' : 'moveTo'](this.fx(s.x[i]), this.fy(s.y[i]));
                down = ok;
            }
        }
        g.stroke();
        g.setLineDash([]);
    }
    // of each column of pixels the least and the largest
    dense(g, s) {
        let column = -1, lo = 0, hi = 0;
        const put = () => column >= 0 && (g.lineTo(column, this.fy(lo)), g.lineTo(column, this.fy(hi)));
        for (let i = 0; i < s.x.length; i++) {
            const at = Math.round(this.fx(s.x[i])), v = s.y[i];
            if (!Number.isFinite(v))
                continue;
            if (at !== column) {
                put();
                column = at;
                lo = hi = v;
            } else if (v < lo) lo = v;
            else if (v > hi) hi = v;
        }
        put();
    }
    band(g, s, color) {
        g.fillStyle = color;
        g.globalAlpha = 0.2;
        g.beginPath();
        for (let i = 0; i < s.x.length; i++)
            g.lineTo(this.fx(s.x[i]), this.fy(s.hi[i]));
        for (let i = s.x.length - 1; i >= 0; i--)
            g.lineTo(this.fx(s.x[i]), this.fy(s.lo[i]));
        g.fill();
        g.globalAlpha = 1;
    }
    points(g, s, color) {
        g.fillStyle = g.strokeStyle = color;
        g.lineWidth = 1.3;
        for (let i = 0; i < s.x.length; i++) {
            const x = this.fx(s.x[i]), y = this.fy(s.y[i]);
            if (s.sd) {
                g.beginPath();
                g.moveTo(x, this.fy(s.y[i] - 2 * s.sd[i]));
                g.lineTo(x, this.fy(s.y[i] + 2 * s.sd[i]));
                g.stroke();
            }
            g.beginPath();
            g.arc(x, y, s.size ?? 2.8, 0, 7);
            g.fill();
        }
    }
    point(event) {
        const { box, ux, uy } = this;
        if (!box || !this.p)
            return;
        const x = this.rx[0] + (event.offsetX - box.left) / (box.right - box.left) * (this.rx[1] - this.rx[0]);
        const y = this.ry[0] + (box.bottom - event.offsetY) / (box.bottom - box.top) * (this.ry[1] - this.ry[0]);
        this.read.textContent = `${digits(x / ux.scale, 4)} ${ux.unit}, ${digits(y / uy.scale, 4)} ${uy.unit}`;
    }
}
