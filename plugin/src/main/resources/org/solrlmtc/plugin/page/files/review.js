// The queue: acts that are not reviewed, those first where a person's look is worth most.

import {count, h, link, percent, plural} from './dom.js';
import {ask, concepts} from './solr.js';

const UNSURE = 0.4;
const REASONS = {
  failed: ['The model failed', '{!prefix f=lmtc_status}failed'],
  stale: ['Text changed after labelling', '{!prefix f=lmtc_status}stale'],
  none: ['No labels', '*:* -eurovoc_id:[* TO *]'],
  unsure: ['Uncertain labels', `{!frange l=0.000001 u=${UNSURE}}field(eurovoc_suggested_score,min)`],
  started: ['Partly corrected', 'eurovoc_confirmed:[* TO *] eurovoc_rejected:[* TO *]'],
};
const TO_DO = '-lmtc_reviewed:[* TO *]';
const ROWS = 20;

/** Failures, then acts without labels, then by the least certain label. */
const ORDER = {
  sort: 'sum(query($failed,0),query($stale,0),query($none,0)) desc, field(eurovoc_suggested_score,min) asc, id asc',
  failed: REASONS.failed[1], stale: REASONS.stale[1], none: REASONS.none[1],
};

const passed = () => JSON.parse(sessionStorage.getItem('lmtc.seen') ?? '[]');
const reason = () => sessionStorage.getItem('lmtc.reason') ?? '';

/** An act that the queue does not offer again in this session. */
export function seen(id) {
  sessionStorage.setItem('lmtc.seen', JSON.stringify([...new Set([...passed(), id])].slice(-500)));
}

const filters = key => ({
  fq: ['{!tag=todo}' + TO_DO, ...(REASONS[key] ? ['{!tag=reason v=$reason}'] : [])],
  reason: REASONS[key]?.[1],
});

/** The id of the next act; undefined at the end. */
export async function next() {
  const ids = passed();
  const {response} = await ask('query', {
    q: ids.length ? '{!bool must=$all must_not=$passed}' : '*:*', ...ORDER, ...filters(reason()), all: '*:*',
    passed: '{!terms f=id separator=" "}' + ids.join(' '), fl: 'id', rows: 1,
  });
  return response.docs[0]?.id;
}

export async function show(params, signal) {
  const key = params.get('reason') ?? '';
  sessionStorage.setItem('lmtc.reason', key);
  const everything = {type: 'query', domain: {excludeTags: 'todo,reason'}};
  const facets = {all: {...everything, q: '*:*'}, done: {...everything, q: 'lmtc_reviewed:[* TO *]'}, open: {type: 'query', q: '*:*', domain: {excludeTags: 'reason'}}};
  for (const [name, [, q]] of Object.entries(REASONS)) facets['reason_' + name] = {type: 'query', q, domain: {excludeTags: 'reason'}};
  const queue = await ask('query', {q: '*:*', ...ORDER, ...filters(key), rows: ROWS, 'json.facet': JSON.stringify(facets),
    fl: 'id,title,type,eurovoc_id,eurovoc_suggested_score,lmtc_status'}, {signal});
  const docs = queue.response.docs;
  const names = await concepts(docs.flatMap(doc => doc.eurovoc_id ?? []), signal);
  const waiting = name => queue.facets[name].count;
  const total = waiting('all'), done = waiting('done');
  const tab = (name, title, n) => h('li', {}, h('a', {class: 'chip', href: link('review', {reason: name}), 'aria-current': name === key && 'true', 'data-key': 'r' + name},
    title, h('span', {class: 'n'}, count(n))));
  return h('div', {class: 'single'},
    h('h1', {tabindex: '-1'}, 'Review queue'),
    h('div', {class: 'progress'},
      h('progress', {max: total || 1, value: done, 'aria-label': 'Reviewed acts'}),
      h('p', {}, `${count(done)} of ${plural(total, 'act')} reviewed (${percent(total ? done / total : 0)})`)),
    h('ul', {class: 'chips', 'aria-label': 'Reasons'},
      tab('', 'All', waiting('open')),
      Object.entries(REASONS).map(([name, [title]]) => waiting('reason_' + name) > 0 || name === key ? tab(name, title, waiting('reason_' + name)) : null)),
    docs.length
      ? [h('p', {}, h('a', {class: 'button primary', href: link('act', {id: docs[0].id, queue: 1}), 'data-focus': true,
          onclick: () => sessionStorage.removeItem('lmtc.seen')}, 'Start with the first act'),
        h('span', {class: 'meta'}, ' In an act, the key n leads to the next one.')),
        h('ol', {class: 'hits'}, docs.map(doc => item(doc, names)))]
      : h('p', {class: 'empty'}, total ? 'Nothing is waiting here.' : 'The index is empty.'));
}

function why(doc) {
  const labels = doc.eurovoc_id?.length ?? 0;
  if (!labels || !doc.eurovoc_suggested_score) return doc.lmtc_status ?? 'never labelled';
  return `least certain label ${Math.min(...doc.eurovoc_suggested_score).toFixed(2)}`;
}

function item(doc, names) {
  return h('li', {}, h('article', {},
    h('h2', {}, h('a', {href: link('act', {id: doc.id, queue: 1})}, doc.title || doc.id)),
    h('p', {class: 'meta'}, [doc.type, doc.title && doc.id].filter(Boolean).join(' · '), ' · ', h('span', {class: 'reason'}, why(doc))),
    doc.eurovoc_id && h('ul', {class: 'labels', 'aria-label': 'Labels'}, doc.eurovoc_id.map(id => h('li', {}, h('span', {class: 'tag'}, names.get(id).label))))));
}
