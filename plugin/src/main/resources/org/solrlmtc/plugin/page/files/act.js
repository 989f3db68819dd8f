// One act: its text, its labels with the passages behind them, and corrections.

import {h, link, say} from './dom.js';
import {conceptInput} from './concept.js';
import {ActText, score, zones} from './labels.js';
import {next, seen} from './review.js';
import {act, ask, concepts, language, place, update} from './solr.js';

const ORIGINS = {
  accepted: 'confirmed by a person', added: 'added by a person', rejected: 'rejected by a person',
  open: 'suggested by the model', dropped: 'suggested, left out in the review',
};

export async function show(params, signal) {
  const id = params.get('id');
  return new ActView(await act(id, signal), params.get('queue') === '1', signal).open();
}

class ActView {
  constructor(doc, queue, signal) {
    this.doc = doc;
    this.queue = queue;
    this.signal = signal;
    this.text = new ActText(zones(doc));
    this.undoable = [];
    this.labels = h('div', {class: 'card'});
    this.neighbours = h('section', {class: 'card', 'aria-label': 'Similar acts'});
    this.explained = undefined;
    this.chosen = null;
  }

  async open() {
    const doc = this.doc;
    await this.draw();
    this.#similar();
    document.addEventListener('keydown', event => this.#keys(event), {signal: this.signal});
    const source = /^https?:/.test(doc.uri ?? '') ? h('a', {href: doc.uri, rel: 'noreferrer'}, 'Source') : null;
    return h('div', {class: 'columns act'},
      h('div', {class: 'head'},
        h('p', {class: 'meta'}, [doc.type, doc.id].filter(Boolean).join(' · '), source && ' · ', source),
        h('h1', {tabindex: '-1'}, doc.title || doc.id)),
      h('aside', {class: 'side', 'aria-label': 'Labels and similar acts'}, this.labels, this.neighbours),
      h('article', {class: 'body', 'aria-label': 'Text'},
        this.text.node.childElementCount ? this.text.node : h('p', {class: 'empty'}, 'The index holds no text of this act.')));
  }

  /** All labels that the model or a person ever gave, in an order that corrections do not change. */
  rows() {
    const doc = this.doc;
    const suggested = doc.eurovoc_suggested ?? [];
    const confirmed = new Set(doc.eurovoc_confirmed), rejected = new Set(doc.eurovoc_rejected);
    const origin = (id, isSuggested) => rejected.has(id) ? 'rejected'
      : confirmed.has(id) ? (isSuggested ? 'accepted' : 'added') : doc.lmtc_reviewed ? 'dropped' : 'open';
    const others = [...confirmed, ...rejected].filter(id => !suggested.includes(id));
    return [
      ...suggested.map((id, i) => ({id, score: doc.eurovoc_suggested_score?.[i], origin: origin(id, true)})),
      ...others.map(id => ({id, origin: origin(id, false)})),
    ];
  }

  async draw() {
    const key = document.activeElement?.dataset?.key;
    const rows = this.rows();
    const names = await concepts(rows.map(row => row.id), this.signal);
    const doc = this.doc;
    this.labels.replaceChildren(
      h('h2', {}, 'Labels'),
      rows.length ? h('ul', {class: 'decisions'}, rows.map(row => this.#row(row, names.get(row.id))))
        : h('p', {class: 'empty'}, 'No labels: ' + (doc.lmtc_status ?? 'never labelled')),
      h('p', {class: 'meta', id: 'why', role: 'status'}, rows.length ? 'Choose a label to see the passages behind it.' : ''),
      conceptInput(concept => this.#correct({eurovoc_confirmed: {'add-distinct': [concept.id]}}, `Added “${concept.label}”.`)),
      h('div', {class: 'buttons'},
        doc.lmtc_reviewed
          ? h('button', {type: 'button', 'data-key': 'review', onclick: () => this.#correct({lmtc_reviewed: {set: null}}, 'The act is open again.')}, 'Open again')
          : h('button', {type: 'button', class: 'primary', 'data-key': 'review', onclick: () => this.#review()}, 'Review complete'),
        h('button', {type: 'button', 'data-key': 'undo', disabled: !this.undoable.length, onclick: () => this.#undo()}, 'Undo'),
        this.queue && h('button', {type: 'button', 'data-key': 'next', onclick: () => this.#next(), 'aria-keyshortcuts': 'n'}, 'Next act (n)')),
      h('dl', {class: 'facts'},
        h('dt', {}, 'Review'), h('dd', {}, doc.lmtc_reviewed ? 'complete since ' + new Date(doc.lmtc_reviewed).toLocaleString('en-GB') : 'not complete'),
        h('dt', {}, 'Model'), h('dd', {}, doc.lmtc_model ?? 'none'),
        h('dt', {}, 'Status'), h('dd', {}, doc.lmtc_status ?? 'not labelled by a model')));
    if (key) [...this.labels.querySelectorAll('[data-key]')].find(node => node.dataset.key === key && !node.disabled)?.focus();
  }

  #row(row, concept) {
    const button = (key, text, name, pressed, changes, done) => h('button', {
      type: 'button', class: 'decide ' + key, 'aria-label': name + ' ' + concept.label, title: name, 'aria-pressed': String(pressed),
      'data-key': key + row.id, onclick: () => this.#correct(changes, done),
    }, h('span', {'aria-hidden': 'true'}, text));
    const given = row.origin === 'accepted' || row.origin === 'added';
    const gone = row.origin === 'rejected' || row.origin === 'dropped';
    return h('li', {class: row.origin},
      h('div', {class: 'decision'},
        h('button', {type: 'button', class: 'name', 'aria-pressed': String(this.chosen === row.id), 'data-key': 'why' + row.id,
          onclick: () => this.#explain(row.id)}, concept.label),
        row.score === undefined ? h('span', {class: 'score'}) : score(row.score),
        button('accept', '✓', 'Accept', given, given ? {eurovoc_confirmed: {remove: [row.id]}} : {eurovoc_confirmed: {'add-distinct': [row.id]}},
          (given ? 'No longer confirmed: “' : 'Accepted “') + concept.label + '”.'),
        button('reject', '✕', 'Reject', row.origin === 'rejected', row.origin === 'rejected' ? {eurovoc_rejected: {remove: [row.id]}} : {eurovoc_rejected: {'add-distinct': [row.id]}},
          (row.origin === 'rejected' ? 'No longer rejected: “' : 'Rejected “') + concept.label + '”.')),
      h('p', {class: 'meta'}, h('span', {class: gone ? 'gone' : ''}, ORIGINS[row.origin]), place(concept) && ' · ' + place(concept)));
  }

  async #explain(id) {
    const why = text => { this.labels.querySelector('#why').textContent = text; };
    if (this.chosen === id) {
      this.chosen = null;
      this.text.mark([]);
      return this.draw();
    }
    this.chosen = id;
    await this.draw();
    why('Looking for the passages …');
    try {
      this.explained ??= ask('lmtc/classify', {id: this.doc.id, explain: true, 'explain.limit': 8, top: 50, lang: language()}, {signal: this.signal});
      const label = (await this.explained).labels.find(one => one.id === id);
      if (this.chosen !== id) return;
      const passages = label?.passages ?? [];
      this.text.mark(passages);
      why(passages.length ? `${passages.length} passages are highlighted in the text.`
        : label ? 'No single passage stands out.' : 'The current model does not suggest this label, so it has no passages for it.');
    } catch (error) {
      this.explained = undefined;
      if (!this.signal.aborted) why(error.message);
    }
  }

  #before() {
    const {eurovoc_confirmed: confirmed = [], eurovoc_rejected: rejected = [], lmtc_reviewed: reviewed = null} = this.doc;
    return {eurovoc_confirmed: {set: confirmed}, eurovoc_rejected: {set: rejected}, lmtc_reviewed: {set: reviewed}};
  }

  /** Sends a correction; whoever was faster wins, and the other one is told. */
  async #correct(changes, done, undone = false) {
    if (this.busy) return false;
    this.busy = true;
    const before = this.#before();
    try {
      await update(this.doc, changes);
      this.doc = await act(this.doc.id);
      if (!undone) this.undoable.push(before);
      say(done);
      return true;
    } catch (error) {
      if (error.status !== 409) {
        say('Not saved. ' + error.message, 'bad');
        return false;
      }
      this.doc = await act(this.doc.id);
      this.undoable = [];
      say('Not saved: somebody else has changed this act meanwhile. You see their version now; decide again.', 'bad');
      return false;
    } finally {
      this.busy = false;
      await this.draw();
    }
  }

  /** What is shown as a label becomes confirmed. */
  async #review() {
    const labels = this.rows().filter(row => row.origin !== 'rejected').map(row => row.id);
    const saved = await this.#correct({eurovoc_confirmed: {set: labels}, lmtc_reviewed: {set: new Date().toISOString()}}, 'Review complete. Thank you.');
    if (saved && this.queue) await this.#next();
  }

  async #undo() {
    const before = this.undoable.pop();
    if (before) await this.#correct(before, 'Undone.', true);
  }

  async #next() {
    seen(this.doc.id);
    try {
      const id = await next();
      location.hash = id ? link('act', {id, queue: 1}) : link('review');
      if (!id) say('The queue is empty.');
    } catch (error) {
      say(error.message, 'bad');
    }
  }

  #keys(event) {
    const typing = event.target.closest?.('input, textarea, select');
    if (event.key === 'n' && this.queue && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) this.#next();
  }

  async #similar() {
    try {
      const {response} = await ask('query', {
        q: '{!mlt qf=title,header,recitals mintf=1 mindf=1 v=$id}', id: this.doc.id, rows: 5, fl: 'id,title',
      }, {signal: this.signal});
      if (!response.docs.length) return;
      this.neighbours.replaceChildren(h('h2', {}, 'Similar acts'),
        h('ul', {class: 'plain'}, response.docs.map(doc => h('li', {}, h('a', {href: link('act', {id: doc.id})}, doc.title || doc.id)))));
    } catch {
      // an act that is not committed yet has no similar acts; the view works without them
      this.neighbours.remove();
    }
  }
}
