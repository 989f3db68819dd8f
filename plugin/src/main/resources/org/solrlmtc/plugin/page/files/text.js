// Labels a text without indexing it.

import {h} from './dom.js';
import {ActText, score, zones} from './labels.js';
import {ask, language} from './solr.js';

const EXAMPLE = 'Commission Regulation fixing the maximum levels of pesticide residues in fruit and vegetables, and the rules for '
  + 'sampling by the national food inspection services.';

/** What is sent, and the zones in which passages come back. */
function posted(text) {
  if (text.trimStart().startsWith('{')) {
    try {
      const json = JSON.parse(text);
      return {type: 'application/json', body: text, parts: zones(json.text ? {main_body: json.text} : json)};
    } catch {
      // not an act as JSON after all: a text that begins with a brace
    }
  }
  return {type: 'text/plain; charset=UTF-8', body: text, parts: [{zone: 'main_body', title: 'Text', sections: [text]}]};
}

export async function show(params, signal) {
  const result = h('div', {class: 'result', role: 'region', 'aria-label': 'Result', 'aria-live': 'polite'});
  const area = h('textarea', {id: 'text', rows: 9, placeholder: 'Paste a text, or drop a file here (plain text, or an act as JSON)', 'data-focus': true,
    ondragover: event => event.preventDefault(),
    ondrop: event => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      read(event.dataTransfer.files[0]);
    }});

  async function read(file) {
    area.value = await file.text();
    await label();
  }

  async function label() {
    const {type, body, parts} = posted(area.value);
    result.replaceChildren(h('p', {class: 'meta'}, 'Labelling …'));
    const send = explain => ask('lmtc/classify', {explain, 'explain.limit': 8, top: 20, lang: language()},
      {method: 'POST', headers: {'Content-Type': type}, body, signal});
    try {
      const answer = await send(true).catch(error => {
        // a model that cannot explain still labels
        if (error.status === 400 && error.message.includes("'explain'")) return send(false);
        throw error;
      });
      result.replaceChildren(found(answer, new ActText(parts)));
    } catch (error) {
      if (!signal.aborted) result.replaceChildren(h('p', {class: 'notice bad', role: 'alert'}, error.message));
    }
  }

  return h('div', {class: 'single'},
    h('h1', {tabindex: '-1'}, 'Try a text'),
    h('p', {}, 'The model labels it. Nothing is indexed.'),
    h('form', {class: 'try', onsubmit: event => { event.preventDefault(); label(); }},
      h('label', {for: 'text'}, 'Text'),
      area,
      h('div', {class: 'buttons'},
        h('button', {type: 'submit', class: 'primary'}, 'Label this text'),
        h('label', {class: 'button file'}, 'Open a file', h('input', {type: 'file', class: 'hidden', accept: '.txt,.json,text/plain,application/json',
          onchange: event => event.target.files.length && read(event.target.files[0])})),
        h('button', {type: 'button', onclick: () => { area.value = EXAMPLE; label(); }}, 'Use an example'))),
    result);
}

function found(answer, text) {
  if (!answer.labels.length) {
    return h('p', {class: 'notice'}, 'The model assigns no label to this text.');
  }
  const buttons = [];
  const list = answer.labels.map(label => {
    const button = h('button', {type: 'button', class: 'name', 'aria-pressed': 'false', onclick: () => {
      const pressed = button.getAttribute('aria-pressed') === 'true';
      buttons.forEach(one => one.setAttribute('aria-pressed', 'false'));
      button.setAttribute('aria-pressed', String(!pressed));
      text.mark(pressed ? [] : label.passages ?? []);
    }}, label.label);
    buttons.push(button);
    return h('li', {}, h('div', {class: 'decision'}, button, score(label.score)));
  });
  return h('div', {class: 'columns act'},
    h('div', {class: 'body'}, text.node),
    h('div', {class: 'side'}, h('div', {class: 'card'},
      h('h2', {}, 'Labels'),
      h('ul', {class: 'decisions'}, list),
      h('p', {class: 'meta'}, answer.labels[0].passages ? 'Choose a label to see the passages behind it.' : 'This model cannot show passages.'),
      h('p', {class: 'meta'}, answer.model))));
}
