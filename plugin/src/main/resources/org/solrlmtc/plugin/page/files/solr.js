// Talks to the collection that the page belongs to.

const BASE = new URL('../', location.href);
const LONGEST_URL = 2000;

export const collection = decodeURIComponent(BASE.pathname.split('/').at(-2));

export class SolrError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function explained(status, message, handler) {
  if (status === 401 || status === 403) {
    return `You lack the permission for ${handler}. Ask whoever runs this Solr. (HTTP ${status})`;
  }
  return message || `Solr refused ${handler} with HTTP ${status}.`;
}

/** Versions are longer than a JavaScript number is exact, so they become strings. */
const parse = text => JSON.parse(text.replace(/"_version_":(\d+)/g, '"_version_":"$1"'));

/** Asks a handler; a value that is an array becomes several parameters. */
export async function ask(handler, params = {}, options = {}) {
  const search = new URLSearchParams({wt: 'json'});
  for (const [name, value] of Object.entries(params)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, one);
  }
  const url = new URL(handler, BASE);
  // a node without a replica does not forward a POST without a body: Solr lets it hang
  if (!options.body && (options.method === 'POST' || String(search).length > LONGEST_URL)) {
    options = {...options, method: 'POST', body: search};
  } else {
    url.search = search;
  }
  let response, text;
  try {
    response = await fetch(url, {credentials: 'same-origin', ...options});
    text = await response.text();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new SolrError(0, 'Solr does not answer. Is it running, and are you connected?');
  }
  let answer;
  try {
    answer = parse(text);
  } catch {
    throw new SolrError(response.status, explained(response.status, '', handler));
  }
  if (!response.ok) throw new SolrError(response.status, explained(response.status, answer.error?.msg, handler));
  return answer;
}

export async function act(id, signal) {
  const {doc} = await ask('get', {id, fl: '*'}, {signal});
  if (!doc) throw new SolrError(404, `There is no act "${id}" in the index.`);
  return doc;
}

/** An atomic update that Solr refuses with 409 if the act has changed since it was read. */
export const update = (doc, changes) => ask('update', {commitWithin: 1000}, {
  method: 'POST',
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify([{id: doc.id, _version_: doc._version_, ...changes}]),
});

// ---- names of the thesaurus, in the language chosen

const known = {concepts: new Map(), domainPaths: new Map(), broaderPaths: new Map()};
let languages = ['en'];
let chosen = localStorage.getItem('lmtc.language');

export const language = () => languages.includes(chosen) ? chosen : languages[0];

export function choose(tag) {
  chosen = tag;
  localStorage.setItem('lmtc.language', tag);
  Object.values(known).forEach(map => map.clear());
}

let overview;

/** The languages of the thesaurus, that of its names first. */
export function thesaurus() {
  overview ??= ask('lmtc/thesaurus').then(answer => {
    languages = answer.languages;
    return answer;
  }).catch(error => {
    overview = undefined;
    throw error;
  });
  return overview;
}

/** Concepts by id, with their names and places; an unknown one has its id as name. */
export async function concepts(ids, signal) {
  const missing = [...new Set(ids)].filter(id => !known.concepts.has(id));
  if (missing.length) {
    const answer = await ask('lmtc/thesaurus', {ids: missing.join(','), lang: language()}, {signal});
    answer.concepts.forEach(concept => known.concepts.set(concept.id, concept));
    missing.filter(id => !known.concepts.has(id)).forEach(id => known.concepts.set(id, {id, label: id}));
  }
  return known.concepts;
}

/** Names along drill-down paths; kind is domainPaths or broaderPaths. */
export async function pathNames(kind, paths, signal) {
  const missing = [...new Set(paths)].filter(path => !known[kind].has(path));
  if (missing.length) {
    const answer = await ask('lmtc/thesaurus', {[kind]: missing.join(','), lang: language()}, {signal});
    missing.forEach(path => known[kind].set(path, answer[kind][path] ?? [path]));
  }
  return known[kind];
}

/** Concepts whose names begin with the text, else those that have its words. */
export async function suggestions(text, signal) {
  const params = {rows: 8, lang: language()};
  const found = await ask('lmtc/thesaurus', {...params, prefix: text}, {signal});
  const rest = found.concepts.length < 8 ? await ask('lmtc/thesaurus', {...params, words: text}, {signal}) : {concepts: []};
  const ids = new Set(found.concepts.map(concept => concept.id));
  return [...found.concepts, ...rest.concepts.filter(concept => !ids.has(concept.id))].slice(0, 8);
}

/** Where a concept is: its domain and microthesaurus. */
export function place(concept) {
  const domain = concept.domains?.[0]?.label;
  const micro = concept.microthesauri?.[0]?.label;
  return [domain && sentence(domain), micro].filter(Boolean).join(' › ');
}

/** Names of domains are in capitals, which are hard to read. */
export const sentence = text => text === text.toUpperCase()
  ? (text.charAt(0) + text.slice(1).toLowerCase()).replace('European union', 'European Union') : text;
