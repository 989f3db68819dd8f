// Search: query, hits with their labels, facets along the thesaurus.

import {count, h, link, plural} from './dom.js';
import {ask, concepts, pathNames, sentence} from './solr.js';

const ROWS = 10;
const TREES = [
  {param: 'in', open: 'open', field: 'eurovoc_domain_path', kind: 'domainPaths', title: 'Subjects', leaf: 2},
  {param: 'under', open: 'openUnder', field: 'eurovoc_broader_path', kind: 'broaderPaths', title: 'Broader concepts', leaf: 9},
];
const STATES = {
  reviewed: ['Reviewed', 'lmtc_reviewed:[* TO *]'],
  open: ['Not reviewed', '*:* -lmtc_reviewed:[* TO *]'],
  nolabels: ['Without labels', '*:* -eurovoc_id:[* TO *]'],
};
const SORTS = {
  '': ['Best match', 'score desc, id asc'],
  id: ['Number', 'id asc'],
  newest: ['Last changed', '_version_ desc'],
  unsure: ['Least certain labels', 'field(eurovoc_score,min) asc, id asc'],
};
const OPEN = '\uE000', CLOSE = '\uE001';

/** The part of a facet below a path: 1/56/ for 0/56. */
const below = path => Number(path.split('/')[0]) + 1 + path.slice(path.indexOf('/')) + '/';
const depth = path => Number(path.split('/')[0]);

function state(params) {
  return {
    q: params.get('q') ?? '', sort: params.get('sort') ?? '', start: Number(params.get('start') ?? 0) || 0,
    type: params.getAll('type'), label: params.getAll('label'), state: params.get('state') ?? '',
    in: params.getAll('in'), under: params.getAll('under'),
    open: params.getAll('open'), openUnder: params.getAll('openUnder'),
  };
}

const term = (field, value) => `{!term f=${field}}${value}`;

function query(s) {
  const facets = {types: {type: 'terms', field: 'type', limit: 20}};
  for (const [name, [, q]] of Object.entries(STATES)) facets['state_' + name] = {type: 'query', q};
  TREES.forEach((tree, t) => {
    facets[`tree${t}`] = {type: 'terms', field: tree.field, prefix: '0/', limit: 60};
    s[tree.open].forEach((path, i) => {
      facets[`tree${t}_${i}`] = {type: 'terms', field: tree.field, prefix: below(path), limit: 100};
    });
  });
  return {
    q: s.q, start: s.start, rows: ROWS, facet: false, sort: (SORTS[s.sort] ?? SORTS[''])[1],
    fl: 'id,type,title,eurovoc_id,eurovoc_confirmed,lmtc_status,lmtc_reviewed',
    fq: [
      ...TREES.flatMap(tree => s[tree.param].map(path => term(tree.field, path))),
      ...s.type.map(type => term('type', type)),
      ...s.label.map(id => term('eurovoc_id', id)),
      ...(STATES[s.state] ? [STATES[s.state][1]] : []),
    ],
    'json.facet': JSON.stringify(facets),
    ...(s.q ? {hl: true, 'hl.method': 'unified', 'hl.fl': 'recitals,main_body,attachments', 'hl.snippets': 1,
      'hl.fragsize': 180, 'hl.bs.type': 'WORD', 'hl.tag.pre': OPEN, 'hl.tag.post': CLOSE, 'hl.maxAnalyzedChars': 100000} : {}),
  };
}

export async function show(params, signal) {
  const s = state(params);
  const answer = await ask('select', query(s), {signal});
  const docs = answer.response.docs;
  const buckets = name => answer.facets[name]?.buckets ?? [];
  const [names] = await Promise.all([
    concepts(docs.flatMap(doc => doc.eurovoc_id ?? []).concat(s.label), signal),
    ...TREES.map((tree, t) => pathNames(tree.kind, [
      ...buckets(`tree${t}`), ...s[tree.open].flatMap((_, i) => buckets(`tree${t}_${i}`)),
    ].map(bucket => bucket.val).concat(s[tree.param]), signal)),
  ]);
  const trees = await Promise.all(TREES.map(tree => pathNames(tree.kind, [])));
  const go = changes => link('search', {...s, start: 0, ...changes});
  return h('div', {class: 'columns'},
    facets(s, answer, buckets, trees, go),
    h('section', {class: 'results', 'aria-label': 'Results'},
      form(s),
      chips(s, trees, names, go),
      h('div', {class: 'bar-row'},
        h('h1', {tabindex: '-1'}, plural(answer.response.numFound, 'act')),
        sorting(s, go)),
      docs.length ? h('ol', {class: 'hits', start: s.start + 1}, docs.map(doc => hit(doc, names, answer.highlighting?.[doc.id])))
        : h('p', {class: 'empty'}, 'Nothing fits. Remove a filter, or search with other words.'),
      paging(s, answer.response.numFound, go)));
}

function form(s) {
  return h('form', {role: 'search', class: 'search', onsubmit: event => {
    event.preventDefault();
    location.hash = link('search', {...s, start: 0, q: new FormData(event.target).get('q').trim()});
  }},
  h('label', {class: 'hidden', for: 'q'}, 'Search in acts and labels'),
  h('input', {id: 'q', name: 'q', type: 'search', value: s.q, placeholder: 'Words of the act or of a label', 'data-key': 'q', 'data-focus': true, autocomplete: 'off'}),
  h('button', {type: 'submit'}, 'Search'));
}

function chips(s, trees, names, go) {
  const all = [
    ...TREES.flatMap((tree, t) => s[tree.param].map(path => [
      trees[t].get(path).map(sentence).join(' › '), {[tree.param]: s[tree.param].filter(one => one !== path)}])),
    ...s.type.map(type => [type, {type: s.type.filter(one => one !== type)}]),
    ...s.label.map(id => [names.get(id).label, {label: s.label.filter(one => one !== id)}]),
    ...(STATES[s.state] ? [[STATES[s.state][0], {state: ''}]] : []),
  ];
  if (!all.length) return null;
  return h('ul', {class: 'chips', 'aria-label': 'Filters'},
    all.map(([name, change]) => h('li', {},
      h('a', {class: 'chip', href: go(change), 'aria-label': 'Remove the filter ' + name}, name, h('span', {'aria-hidden': 'true'}, '×')))),
    all.length > 1 && h('li', {}, h('a', {href: link('search', {q: s.q, sort: s.sort})}, 'Remove all')));
}

function sorting(s, go) {
  return h('label', {class: 'sort'}, 'Sort by ',
    h('select', {'data-key': 'sort', onchange: event => { location.hash = go({sort: event.target.value}); }},
      Object.entries(SORTS).map(([key, [name]]) => h('option', {value: key, selected: key === s.sort}, name))));
}

/** The best fragment of the text, with the words searched for. */
function snippet(highlights) {
  const text = Object.values(highlights ?? {}).flat()[0];
  if (!text) return null;
  return h('p', {class: 'snippet'}, text.split(OPEN).flatMap((part, i) => {
    const [word, rest] = part.split(CLOSE);
    return i && rest !== undefined ? [h('mark', {}, word), rest] : part;
  }));
}

function hit(doc, names, highlights) {
  const confirmed = new Set(doc.eurovoc_confirmed);
  const labels = doc.eurovoc_id ?? [];
  return h('li', {},
    h('article', {},
      h('h2', {}, h('a', {href: link('act', {id: doc.id})}, doc.title || doc.id)),
      h('p', {class: 'meta'}, [doc.type, doc.title && doc.id, doc.lmtc_reviewed && 'reviewed'].filter(Boolean).join(' · ')),
      snippet(highlights),
      labels.length
        ? h('ul', {class: 'labels', 'aria-label': 'Labels'}, labels.map(id => h('li', {},
          h('a', {class: 'tag' + (confirmed.has(id) ? ' confirmed' : ''), href: link('search', {label: id}),
            title: confirmed.has(id) ? 'confirmed by a person' : 'suggested by the model'}, names.get(id).label))))
        : h('p', {class: 'meta'}, doc.lmtc_status ?? 'no labels')));
}

function paging(s, found, go) {
  if (found <= ROWS) return null;
  const last = Math.min(s.start + ROWS, found);
  const page = (start, key, text) => start < 0 || start >= found ? h('span', {class: 'button off', 'aria-hidden': 'true'}, text)
    : h('a', {class: 'button', href: go({start}), 'data-key': key, rel: key}, text);
  return h('nav', {class: 'paging', 'aria-label': 'Pages'},
    page(s.start - ROWS, 'prev', '← Previous'),
    h('span', {}, `${count(s.start + 1)}–${count(last)} of ${count(found)}`),
    page(s.start + ROWS, 'next', 'Next →'));
}

function facets(s, answer, buckets, trees, go) {
  return h('aside', {class: 'facets', 'aria-label': 'Filters by facet'},
    TREES.map((tree, t) => {
      const opened = new Map(s[tree.open].map((path, i) => [path, buckets(`tree${t}_${i}`)]));
      return h('details', {open: t === 0 || s[tree.param].length > 0 || opened.size > 0},
        h('summary', {}, tree.title),
        branch(tree, trees[t], buckets(`tree${t}`), opened, s, go));
    }),
    h('details', {open: true}, h('summary', {}, 'Review'),
      h('ul', {class: 'tree'}, Object.entries(STATES).map(([key, [name]]) =>
        choice(name, answer.facets['state_' + key].count, s.state === key, go({state: s.state === key ? '' : key}))))),
    buckets('types').length > 1 || s.type.length ? h('details', {open: true}, h('summary', {}, 'Type'),
      h('ul', {class: 'tree'}, buckets('types').map(bucket =>
        choice(bucket.val, bucket.count, s.type.includes(bucket.val), go({type: s.type.includes(bucket.val) ? [] : [bucket.val]}))))) : null);
}

function choice(name, n, chosen, href) {
  return h('li', {}, h('span', {class: 'row'}, h('a', {href, 'aria-current': chosen && 'true', 'data-key': 'facet ' + name}, name), h('span', {class: 'n'}, count(n))));
}

function branch(tree, names, level, opened, s, go) {
  if (!level.length) return h('p', {class: 'empty'}, 'None');
  return h('ul', {class: 'tree'}, level.map(({val: path, count: n}) => {
    const name = sentence(names.get(path).at(-1));
    const isOpen = opened.has(path);
    const chosen = s[tree.param].includes(path);
    const others = s[tree.param].filter(one => !path.slice(2).startsWith(one.slice(2)));
    const folded = s[tree.open].filter(one => one !== path && !one.slice(2).startsWith(path.slice(2) + '/'));
    const expanded = depth(path) < tree.leaf ? [...new Set([...s[tree.open], path])] : s[tree.open];
    return h('li', {},
      h('span', {class: 'row'},
        depth(path) < tree.leaf ? h('a', {
          class: 'fold', role: 'button', href: go({start: s.start, [tree.open]: isOpen ? folded : expanded}), 'data-key': 'fold ' + path,
          'aria-expanded': String(isOpen), 'aria-label': (isOpen ? 'Close ' : 'Open ') + name,
        }, isOpen ? '▾' : '▸') : h('span', {class: 'fold'}),
        h('a', {href: chosen ? go({[tree.param]: s[tree.param].filter(one => one !== path)})
          : go({[tree.param]: [...others, path], [tree.open]: expanded}), 'aria-current': chosen && 'true', 'data-key': 'facet ' + path}, name),
        h('span', {class: 'n'}, count(n))),
      isOpen && opened.get(path).length > 0 && branch(tree, names, opened.get(path), opened, s, go));
  }));
}
