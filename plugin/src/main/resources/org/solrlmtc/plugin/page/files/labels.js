// Labels as they are shown everywhere, and the text of acts with the passages behind a label.

import {h, marked} from './dom.js';

const ZONES = [['header', 'Header'], ['recitals', 'Recitals'], ['main_body', 'Main body'], ['attachments', 'Attachments']];

/** Longer sections are cut, until somebody wants them. */
const SHOWN = 20000;

export function score(value) {
  return h('span', {class: 'score', title: 'confidence of the model'},
    h('span', {class: 'bar', 'aria-hidden': 'true'}, h('span', {style: {width: Math.round(value * 100) + '%'}})),
    h('span', {class: 'figure'}, h('span', {class: 'hidden'}, 'confidence '), value.toFixed(2)));
}

/** The zones of an act: by name, a list of sections. */
export function zones(doc) {
  return ZONES.map(([zone, title]) => ({zone, title, sections: [doc[zone] ?? []].flat()}))
    .filter(({sections}) => sections.some(text => text.trim()));
}

/** The text of an act, in which passages can be marked. */
export class ActText {
  constructor(parts) {
    this.paragraphs = new Map();
    this.node = h('div', {class: 'text', lang: 'en'}, parts.map(({zone, title, sections}) =>
      h('section', {'aria-label': title},
        h('h2', {class: 'zone'}, title),
        sections.map((text, i) => this.#section(zone, i, text)))));
  }

  #section(zone, index, text) {
    const paragraph = h('p', {});
    const entry = {text, paragraph, whole: text.length <= SHOWN, ranges: []};
    entry.more = entry.whole ? null : h('button', {type: 'button', class: 'quiet', onclick: () => {
      entry.whole = true;
      this.#draw(entry);
    }}, `Show the other ${Math.ceil((text.length - SHOWN) / 1000).toLocaleString('en')} thousand characters`);
    this.paragraphs.set(zone + '/' + index, entry);
    this.#draw(entry);
    return [paragraph, entry.more];
  }

  #draw(entry) {
    const text = entry.whole ? entry.text : entry.text.slice(0, SHOWN) + ' …';
    entry.paragraph.replaceChildren(...marked(text, entry.ranges));
    if (entry.whole && entry.more) entry.more.remove();
  }

  /** Marks these passages and no others, and scrolls to the first. */
  mark(passages) {
    for (const entry of this.paragraphs.values()) {
      if (entry.ranges.length) {
        entry.ranges = [];
        this.#draw(entry);
      }
    }
    for (const {zone, section, start, end} of passages) {
      const entry = this.paragraphs.get(zone + '/' + section);
      if (!entry) continue;
      entry.ranges.push([start, end]);
      entry.whole ||= end > SHOWN;
    }
    for (const entry of this.paragraphs.values()) if (entry.ranges.length) this.#draw(entry);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.node.querySelector('mark')?.scrollIntoView({block: 'nearest', behavior: calm ? 'auto' : 'smooth'});
  }
}
