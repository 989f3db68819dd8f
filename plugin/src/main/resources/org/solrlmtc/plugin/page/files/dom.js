// Builds elements. Text is always a text node, so nothing from the index is ever read as markup.

const SVG = 'http://www.w3.org/2000/svg';

export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.entries(value).forEach(([key, v]) => node.style.setProperty(key, v));
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null && child !== false));
  return node;
}

/** The hash that leads to a view; empty parameters are left out. */
export function link(view, params = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== '' && one !== false) search.append(name, one);
    }
  }
  const text = search.toString();
  return '#/' + view + (text ? '?' + text : '');
}

/** Text with some ranges marked; ranges are [start, end] in UTF-16 code units. */
export function marked(text, ranges) {
  const nodes = [];
  let at = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    nodes.push(text.slice(at, from), h('mark', {}, text.slice(from, end)));
    at = end;
  }
  nodes.push(text.slice(at));
  return nodes;
}

let hiding;

/** Says something to everyone, screen readers included. */
export function say(message, kind = '') {
  const box = document.getElementById('status');
  box.textContent = message;
  box.className = 'toast ' + kind;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 8000);
}

export const number = (value, digits = 3) =>
  value === null || value === undefined ? '–' : value.toFixed(digits);

export const percent = value => Math.round(value * 100) + ' %';

export const count = value => value.toLocaleString('en');

export const plural = (n, word) => count(n) + ' ' + word + (n === 1 ? '' : 's');

export function table(caption, heads, rows) {
  return h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
    h('table', {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, heads.map((head, i) => h('th', {scope: 'col', class: i ? 'num' : ''}, head)))),
      h('tbody', {}, rows.map(row => h('tr', {}, row.map((cell, i) =>
        i ? h('td', {class: 'num'}, cell) : h('th', {scope: 'row'}, cell)))))));
}
