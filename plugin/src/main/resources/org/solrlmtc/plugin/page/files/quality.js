// How good the labels are: what the model suggested, compared with what people confirmed in reviewed acts.

import {h, link, number, plural, table} from './dom.js';
import {bars, calibration} from './plots.js';
import {ask, concepts} from './solr.js';

export const REVIEWED = 'lmtc_reviewed:[* TO *]';
export const GOLD = {gold: 'eurovoc_confirmed', fq: REVIEWED};
const STORED = {...GOLD, predicted: 'eurovoc_suggested', 'f.eurovoc_suggested.scores': 'eurovoc_suggested_score'};
const GROUPS = {all: 'all labels', frequent: 'frequent', few: 'few', zero: 'zero'};
const SAMPLE = 1000, WORST = 15, SLICES = 12, BINS = 10;

export async function show(params, signal) {
  const counted = await ask('query', {q: REVIEWED, rows: 0, 'json.facet': JSON.stringify({
    models: {type: 'terms', field: 'lmtc_model', limit: SLICES},
    months: {type: 'range', field: 'lmtc_reviewed', start: `NOW/MONTH-${SLICES - 1}MONTHS`, end: 'NOW/MONTH+1MONTH', gap: '+1MONTH'},
  })}, {signal});
  if (!counted.response.numFound) {
    return h('div', {class: 'single'}, h('h1', {tabindex: '-1'}, 'Quality'),
      h('p', {class: 'notice'}, 'No act is reviewed yet, so there is nothing to compare with. ',
        h('a', {href: link('review')}, 'Review some acts'), ' first: the labels that people confirmed are the gold labels.'));
  }
  const [answer, points] = await Promise.all([
    ask('lmtc/evaluate', {...STORED, k: '1,5', perLabel: true}, {signal}),
    calibrated(signal),
  ]);
  const slices = h('div', {class: 'plots'}, h('p', {class: 'meta'}, 'Comparing models and months …'));
  sliced(counted.facets, signal).then(nodes => slices.replaceChildren(...nodes),
    error => !signal.aborted && slices.replaceChildren(h('p', {class: 'notice bad'}, error.message)));
  const {groups, perLabel} = answer.evaluation;
  const wrong = worst(perLabel);
  const names = await concepts(wrong.map(row => row.id), signal);
  const f1 = group => groups[group]?.micro.f1;
  return h('div', {class: 'single wide'},
    h('h1', {tabindex: '-1'}, 'Quality'),
    h('p', {}, `What the model suggested, compared with what people confirmed in ${plural(answer.documents.evaluated, 'reviewed act')}.`),
    h('ul', {class: 'tiles', 'aria-label': 'All labels'}, [
      ['Precision', groups.all.micro.precision, 'of the suggested labels are right'],
      ['Recall', groups.all.micro.recall, 'of the right labels are suggested'],
      ['F1', groups.all.micro.f1, 'both in one figure'],
      ['nDCG@5', groups.all.atK['5'].ndcg, 'order of the first five'],
    ].map(([name, value, words]) => h('li', {class: 'card'}, h('span', {}, name), h('strong', {}, number(value)), h('span', {class: 'meta'}, words)))),
    h('div', {class: 'plots'},
      bars('F1 by frequency of the labels in training', Object.entries(GROUPS).map(([group, name]) => [name, f1(group)])),
      points.length ? calibration('Calibration: is a confidence of 0.8 right 8 times in 10?', points) : null),
    table('Measures by group of labels', ['Group', 'Acts', 'P', 'R', 'F1', 'RP@5', 'nDCG@5'], Object.entries(GROUPS).filter(([group]) => groups[group]).map(([group, name]) => {
      const {documents, micro, atK} = groups[group];
      return [name, String(documents), number(micro.precision), number(micro.recall), number(micro.f1), number(atK['5'].rPrecision), number(atK['5'].ndcg)];
    })),
    wrong.length > 0 && table('Labels that go wrong most', ['Label', 'Missed', 'Too many', 'Right', 'P', 'R'], wrong.map(row => [
      h('a', {href: link('search', {label: row.id, state: 'reviewed'})}, names.get(row.id).label),
      String(row.gold - row.right), String(row.assigned - row.right), String(row.right), number(row.precision, 2), number(row.recall, 2)])),
    slices);
}

const errors = row => row.gold + row.assigned - 2 * row.right;

const worst = rows => rows.filter(row => errors(row) > 0).sort((a, b) => errors(b) - errors(a)).slice(0, WORST);

/** Suggested labels of the last reviewed acts, by confidence: how many did people confirm? */
async function calibrated(signal) {
  const {response} = await ask('query', {q: REVIEWED, rows: SAMPLE, sort: 'lmtc_reviewed desc',
    fl: 'eurovoc_suggested,eurovoc_suggested_score,eurovoc_confirmed'}, {signal});
  const bins = Array.from({length: BINS}, () => ({n: 0, right: 0, sum: 0}));
  for (const doc of response.docs) {
    const confirmed = new Set(doc.eurovoc_confirmed);
    (doc.eurovoc_suggested ?? []).forEach((id, i) => {
      const score = doc.eurovoc_suggested_score?.[i];
      if (score === undefined) return;
      const bin = bins[Math.min(BINS - 1, Math.floor(score * BINS))];
      bin.n++;
      bin.sum += score;
      bin.right += confirmed.has(id);
    });
  }
  return bins.filter(bin => bin.n).map(bin => ({n: bin.n, confidence: bin.sum / bin.n, right: bin.right / bin.n}));
}

/** One evaluation after the other: Solr runs few of them at once. */
async function sliced(facets, signal) {
  const f1 = async fq => {
    const {evaluation} = await ask('lmtc/evaluate', {...STORED, fq: [REVIEWED, fq], groups: 'all', k: 5}, {signal});
    return evaluation.groups.all.micro.f1;
  };
  const models = [], months = [];
  for (const {val, count} of facets.models.buckets) models.push([val, await f1(`{!term f=lmtc_model}${val}`), count]);
  for (const {val, count} of facets.months.buckets) {
    if (count) months.push([val.slice(0, 7), await f1(`lmtc_reviewed:[${val} TO ${val}+1MONTH}`), count]);
  }
  const rows = list => list.map(([name, value, n]) => [name, String(n), number(value)]);
  return [
    models.length ? h('div', {}, bars('F1 by model version', models), table('By model version', ['Model', 'Acts', 'F1'], rows(models))) : null,
    months.length ? h('div', {}, bars('F1 by month of the review', months), table('By month of the review', ['Month', 'Acts', 'F1'], rows(months))) : null,
  ].filter(Boolean);
}
