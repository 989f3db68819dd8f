// What runs on which node; load, swap, unload; compare two models on the reviewed acts.

import {h, number, plural, say, table} from './dom.js';
import {GOLD} from './quality.js';
import {ask} from './solr.js';

export async function show(params, signal) {
  const answer = await ask('lmtc/models', {distrib: true}, {signal});
  const nodes = answer.nodes ?? {'this node': answer};
  const names = [...new Set(Object.values(nodes).flatMap(node => [...(node.models ?? []).map(model => model.name), ...(node.notOpen ?? [])]))];
  const root = h('div', {class: 'single wide'},
    h('h1', {tabindex: '-1'}, 'Models'),
    Object.entries(nodes).map(([name, node]) => h('section', {'aria-label': name},
      h('h2', {}, name),
      node.error ? h('p', {class: 'notice bad'}, node.error)
        : h('ul', {class: 'cards'}, node.models.map(model => card(model, act)), node.notOpen.map(closed => h('li', {class: 'card'},
          h('h3', {}, closed), h('p', {class: 'meta'}, 'not open'), action('load', 'Load', closed, act)))))),
    names.length > 1 && comparison(names, signal));

  async function act(key, model) {
    try {
      await ask('lmtc/models', {action: key, model}, {method: 'POST'});
      say(`Done: ${key} ${model}.`);
      root.replaceWith(await show(params, signal));
    } catch (error) {
      say(error.message, 'bad');
    }
  }
  return root;
}

const action = (key, text, model, act) =>
  h('button', {type: 'button', onclick: () => act(key, model), 'aria-label': text + ' ' + model, 'data-key': key + model}, text);

function card(model, act) {
  const quality = Object.entries(model.quality ?? {}).flatMap(([data, measures]) =>
    Object.entries(measures).map(([measure, value]) => [`${measure} (${data})`, value])).slice(0, 4);
  return h('li', {class: 'card'},
    h('h3', {}, model.name, model.labelsDocuments && h('span', {class: 'tag confirmed'}, 'labels acts')),
    h('p', {class: 'meta'}, `${model.method} · ${plural(model.labels, 'label')} · ${model.device} · ${model.state}`),
    model.lastSwapFailed && h('p', {class: 'notice bad'}, 'The last swap failed: ' + model.lastSwapFailed),
    h('dl', {class: 'facts'},
      h('dt', {}, 'Version'), h('dd', {}, model.id),
      h('dt', {}, 'Open since'), h('dd', {}, new Date(model.opened).toLocaleString('en-GB')),
      h('dt', {}, 'Waiting acts'), h('dd', {}, String(model.queueDepth)),
      quality.map(([name, value]) => [h('dt', {}, name), h('dd', {}, number(value))])),
    h('div', {class: 'buttons'}, action('swap', 'Swap', model.name, act), !model.labelsDocuments && action('unload', 'Unload', model.name, act)));
}

function comparison(names, signal) {
  const result = h('div', {'aria-live': 'polite'});
  const choice = (name, label, chosen) => h('label', {}, label + ' ', h('select', {name}, names.map((model, i) => h('option', {value: model, selected: i === chosen}, model))));
  return h('section', {class: 'card', 'aria-label': 'Compare'},
    h('h2', {}, 'Compare two models'),
    h('p', {class: 'meta'}, 'Both label the reviewed acts again; people’s labels are the gold labels. The smaller p, the less likely the difference is chance.'),
    h('form', {class: 'buttons', onsubmit: async event => {
      event.preventDefault();
      const form = new FormData(event.target);
      result.replaceChildren(h('p', {class: 'meta'}, 'Comparing …'));
      try {
        const answer = await ask('lmtc/evaluate', {...GOLD, model: form.get('first'), compare: form.get('second'), measures: 'micro-F1,RP@5,nDCG@5', k: 5}, {signal});
        result.replaceChildren(answer.documents.evaluated
          ? table(`${form.get('first')} and ${form.get('second')} on ${plural(answer.documents.evaluated, 'reviewed act')}`,
            ['Measure', form.get('first'), form.get('second'), 'Difference', 'p'],
            answer.comparison.measures.map(row => [row.measure, number(row.first), number(row.second), number(row.difference), number(row.p, 4)]))
          : h('p', {class: 'notice'}, 'No act is reviewed yet.'));
      } catch (error) {
        if (!signal.aborted) result.replaceChildren(h('p', {class: 'notice bad', role: 'alert'}, error.message));
      }
    }}, choice('first', 'First', 0), choice('second', 'Second', 1), h('button', {type: 'submit', class: 'primary'}, 'Compare')),
    result);
}
