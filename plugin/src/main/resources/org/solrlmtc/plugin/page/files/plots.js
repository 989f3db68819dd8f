// Small plots as SVG. Every figure in them is in a table beside, too.

import {h, number, svg} from './dom.js';

const figure = (title, drawing) => h('figure', {}, h('figcaption', {}, title), drawing);

/** Bars from 0 to 1, one per row: [name, value or null, note]. */
export function bars(title, rows) {
  const height = 26, left = 130, width = 420, right = 60;
  return figure(title, svg('svg', {viewBox: `0 0 ${width} ${rows.length * height + 4}`, role: 'img', class: 'plot',
    'aria-label': title + ': ' + rows.map(([name, value]) => `${name} ${number(value)}`).join(', ')},
  rows.map(([name, value], i) => svg('g', {transform: `translate(0 ${i * height})`},
    svg('text', {x: left - 8, y: 17, 'text-anchor': 'end'}, name.length > 18 ? name.slice(0, 17) + '…' : name),
    svg('rect', {x: left, y: 5, width: width - left - right, height: 16, rx: 3, class: 'track'}),
    value === null || value === undefined ? null
      : svg('rect', {x: left, y: 5, width: Math.max(2, value * (width - left - right)), height: 16, rx: 3, class: 'fillbar'}),
    svg('text', {x: width - right + 8, y: 17}, number(value))))));
}

/** How often labels of a confidence are right; points are {confidence, right, n}. */
export function calibration(title, points) {
  const size = 240, pad = 34;
  const x = value => pad + value * (size - pad - 8), y = value => size - pad - value * (size - pad - 8);
  const most = Math.max(...points.map(point => point.n));
  return figure(title, svg('svg', {viewBox: `0 0 ${size} ${size}`, role: 'img', class: 'plot square',
    'aria-label': title + ': ' + points.map(p => `confidence ${number(p.confidence, 2)}, right ${number(p.right, 2)} of ${p.n}`).join('; ')},
  [0, 0.5, 1].map(tick => [
    svg('line', {x1: x(0), x2: x(1), y1: y(tick), y2: y(tick), class: 'grid'}),
    svg('text', {x: x(0) - 5, y: y(tick) + 4, 'text-anchor': 'end'}, String(tick)),
    svg('text', {x: x(tick), y: size - pad + 15, 'text-anchor': 'middle'}, String(tick))]),
  svg('line', {x1: x(0), y1: y(0), x2: x(1), y2: y(1), class: 'diagonal'}),
  svg('polyline', {points: points.map(p => `${x(p.confidence)},${y(p.right)}`).join(' '), class: 'curve'}),
  points.map(p => svg('circle', {cx: x(p.confidence), cy: y(p.right), r: 3 + 4 * Math.sqrt(p.n / most), class: 'dot'})),
  svg('text', {x: x(0.5), y: size - 3, 'text-anchor': 'middle'}, 'confidence'),
  svg('text', {x: 9, y: y(0.5), 'text-anchor': 'middle', transform: `rotate(-90 9 ${y(0.5)})`}, 'share that is right')));
}
