// Shows the view that the address names, and keeps language and navigation.

import {h, say} from './dom.js';
import {choose, collection, language, thesaurus} from './solr.js';

const VIEWS = {
  search: () => import('./search.js'),
  act: () => import('./act.js'),
  review: () => import('./review.js'),
  text: () => import('./text.js'),
  quality: () => import('./quality.js'),
  models: () => import('./models.js'),
};

const main = document.getElementById('main');
const progress = document.getElementById('progress');
let running = new AbortController();
let shown = '';

function address() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return {view: path in VIEWS ? path : 'search', params: new URLSearchParams(query)};
}

function failure(error) {
  return h('section', {class: 'notice bad', role: 'alert'},
    h('h1', {tabindex: '-1'}, 'That did not work'),
    h('p', {}, error.message),
    h('button', {type: 'button', onclick: show}, 'Try again'));
}

async function show() {
  if (location.hash === '#main') return;
  running.abort();
  running = new AbortController();
  const {signal} = running;
  const {view, params} = address();
  for (const anchor of document.querySelectorAll('nav a')) {
    if (anchor.hash === '#/' + view) anchor.setAttribute('aria-current', 'page');
    else anchor.removeAttribute('aria-current');
  }
  progress.hidden = false;
  main.setAttribute('aria-busy', 'true');
  let content;
  try {
    await thesaurus().then(languages, () => {});
    content = await (await VIEWS[view]()).show(params, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (!error.status && error.status !== 0) console.error(error);
    content = failure(error);
  }
  if (signal.aborted) return;
  const key = document.activeElement?.dataset?.key;
  const same = view + (params.get('id') ?? '') === shown;
  shown = view + (params.get('id') ?? '');
  main.replaceChildren(content);
  progress.hidden = true;
  main.removeAttribute('aria-busy');
  const title = main.querySelector('h1')?.textContent;
  document.title = (title ? title.slice(0, 80) + ' – ' : '') + collection;
  const again = key && [...main.querySelectorAll('[data-key]')].find(node => node.dataset.key === key);
  if (again) again.focus({preventScroll: true});
  else if (!same) {
    window.scrollTo(0, 0);
    (main.querySelector('[data-focus]') ?? main.querySelector('h1'))?.focus({preventScroll: true});
  }
}

const select = document.getElementById('language');

function languages(answer) {
  if (select.options.length) return;
  const names = new Intl.DisplayNames(['en'], {type: 'language'});
  for (const tag of answer.languages) select.append(h('option', {value: tag}, names.of(tag)));
  select.value = language();
}

select.addEventListener('change', () => {
  choose(select.value);
  say('Labels are shown in ' + select.selectedOptions[0].textContent + '.');
  show();
});
document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
document.getElementById('collection').textContent = collection;
window.addEventListener('hashchange', show);
show();
