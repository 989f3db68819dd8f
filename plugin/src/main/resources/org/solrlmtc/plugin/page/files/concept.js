// An input that finds concepts by name while somebody types.

import {h} from './dom.js';
import {place, suggestions} from './solr.js';

const DELAY = 120;

/** The combobox; chosen is called with the concept. */
export function conceptInput(chosen) {
  let found = [], active = -1, timer, running = new AbortController();
  const list = h('ul', {id: 'concepts', role: 'listbox', 'aria-label': 'Concepts', hidden: true});
  const input = h('input', {
    id: 'add', type: 'text', autocomplete: 'off', role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false',
    'aria-controls': 'concepts', placeholder: 'Name of a concept', 'data-key': 'add',
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(find, DELAY);
    },
    onkeydown: keys,
    onblur: () => close(),
  });
  const note = h('p', {class: 'meta', role: 'status'});

  function close() {
    running.abort();
    clearTimeout(timer);
    found = [];
    active = -1;
    draw();
  }

  function draw() {
    list.replaceChildren(...found.map((concept, i) => h('li', {
      id: 'concept' + i, role: 'option', 'aria-selected': String(i === active),
      onmousedown: event => { event.preventDefault(); take(concept); },
    },
    h('strong', {}, concept.label),
    concept.matchedName && h('span', {}, ' (' + concept.matchedName + ')'),
    h('span', {class: 'place'}, [place(concept), concept.broader?.[0]?.label].filter(Boolean).join(' › ')))));
    list.hidden = !found.length;
    input.setAttribute('aria-expanded', String(found.length > 0));
    if (active >= 0) {
      input.setAttribute('aria-activedescendant', 'concept' + active);
      list.children[active].scrollIntoView({block: 'nearest'});
    } else input.removeAttribute('aria-activedescendant');
  }

  async function find() {
    running.abort();
    running = new AbortController();
    const {signal} = running;
    const text = input.value.trim();
    note.textContent = '';
    if (!text) return close();
    try {
      const answer = await suggestions(text, signal);
      if (signal.aborted) return;
      found = answer;
      active = found.length ? 0 : -1;
      note.textContent = found.length ? '' : 'No concept has this name.';
      draw();
    } catch (error) {
      if (!signal.aborted) note.textContent = error.message;
    }
  }

  function take(concept) {
    input.value = '';
    close();
    chosen(concept);
  }

  function keys(event) {
    if (event.key === 'Escape') return close();
    if (event.key === 'Enter') {
      event.preventDefault();
      if (active >= 0) take(found[active]);
    }
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step && found.length) {
      event.preventDefault();
      active = (active + step + found.length) % found.length;
      draw();
    }
  }

  return h('div', {class: 'add'}, h('label', {for: 'add'}, 'Add a label'), input, list, note);
}
