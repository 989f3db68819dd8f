#!/usr/bin/env python3
"""Computes every measure from a predictions file, to check the Java code against.

Written apart from it and in another manner: exact fractions, act by act, set
arithmetic, no shared tables. Only the standard library is used.

usage: measures.py --predictions P.jsonl[.gz] --gold G.jsonl[.gz] --labels labels.tsv
                   [--k 1,3,5,10] [--threshold 0.5] [--thresholds thresholds.json]
                   [--max-labels N] [--thesaurus thesaurus.json]

labels.tsv has a header line with the columns concept_id and train (number of
training acts); gold lines have celex_id and concepts; the thesaurus is a JSON
object whose entries have a list "parents". Prints one JSON object:
"measures" by name (few:RP@5), "labels" (support, TP, FP, FN, P, R, F1, average
precision), "calibration" (count, mean score, share of gold). An undefined value
is null.
"""
import argparse
import gzip
import json
import math
import struct
import sys
from collections import defaultdict
from fractions import Fraction


def lines(path):
    with open(path, "rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


def read_training_counts(path):
    with open(path, encoding="utf-8") as stream:
        header = stream.readline().rstrip("\n").split("\t")
        column, count = header.index("concept_id"), header.index("train")
        rows = (line.rstrip("\n").split("\t") for line in stream)
        return {row[column]: int(row[count]) for row in rows}


def single(number):
    """The nearest 32-bit float: scores are single precision everywhere."""
    return struct.unpack("f", struct.pack("f", number))[0]


def mean(values):
    values = list(values)
    return float(sum(values) / len(values)) if values else None


def ratio(part, whole, anything):
    if not anything:
        return None
    return Fraction(part, whole) if whole else Fraction(0)


def prf(tp, fp, fn):
    anything = tp + fp + fn > 0
    return (
        ratio(tp, tp + fp, anything),
        ratio(tp, tp + fn, anything),
        ratio(2 * tp, 2 * tp + fp + fn, anything),
    )


def number(value):
    return None if value is None else float(value)


def ndcg(relevance, k, gold):
    gained = sum(1 / math.log2(place + 2) for place, hit in enumerate(relevance[:k]) if hit)
    best = sum(1 / math.log2(place + 2) for place in range(min(k, gold)))
    return gained / best


class Thesaurus:
    def __init__(self, path):
        with open(path, encoding="utf-8") as stream:
            self.parents = {key: entry["parents"] for key, entry in json.load(stream).items()}
        self.known = {}

    def up(self, label):
        if label not in self.known:
            above = {label}
            for parent in self.parents.get(label, []):
                above |= self.up(parent)
            self.known[label] = frozenset(above)
        return self.known[label]

    def up_all(self, labels):
        return set().union(*map(self.up, labels))

    def credit(self, top, gold, k):
        exact = [label for label in top if label in gold]
        left = sorted(gold - set(exact))
        total = Fraction(len(exact))
        for label in top:
            if label in gold or not left:
                continue
            shares = [
                Fraction(len(self.up(label) & self.up(g)), len(self.up(label) | self.up(g)))
                for g in left
            ]
            if max(shares) > 0:
                total += max(shares)
                del left[shares.index(max(shares))]
        return total / min(k, len(gold))


def group_measures(acts, member, ks, thesaurus):
    """acts: (ranked labels, gold set, assigned set); member: is a label in the group?"""
    acts = [
        ([l for l in r if member(l)], {l for l in g if member(l)}, {l for l in a if member(l)})
        for r, g, a in acts
    ]
    judged = [(ranked, gold, assigned) for ranked, gold, assigned in acts if gold]
    out = {}
    for k in ks:
        hits = [(sum(l in gold for l in ranked[:k]), len(gold)) for ranked, gold, _ in judged]
        out[f"P@{k}"] = mean(Fraction(h, k) for h, _ in hits)
        out[f"R@{k}"] = mean(Fraction(h, g) for h, g in hits)
        out[f"RP@{k}"] = mean(Fraction(h, min(k, g)) for h, g in hits)
        out[f"nDCG@{k}"] = mean(
            ndcg([l in gold for l in ranked], k, len(gold)) for ranked, gold, _ in judged
        )
        if thesaurus:
            out[f"hRP@{k}"] = mean(thesaurus.credit(r[:k], g, k) for r, g, _ in judged)
    per_act = [prf(len(a & g), len(a - g), len(g - a)) for _, g, a in judged]
    totals = [sum(len(f(g, a)) for _, g, a in acts) for f in (
        lambda g, a: a & g, lambda g, a: a - g, lambda g, a: g - a)]
    per_label = []
    supported = set().union(*(g for _, g, _ in acts)) if acts else set()
    with_gold, with_assigned = defaultdict(set), defaultdict(set)
    for place, (_, gold, assigned) in enumerate(acts):
        for label in gold:
            with_gold[label].add(place)
        for label in assigned:
            with_assigned[label].add(place)
    for label in supported:
        g, a = with_gold[label], with_assigned[label]
        per_label.append(prf(len(a & g), len(a - g), len(g - a)))
    for place, name in enumerate(("P", "R", "F1")):
        out["act-" + name] = mean(row[place] for row in per_act)
        out["micro-" + name] = number(prf(*totals)[place])
        out["macro-" + name] = mean(row[place] for row in per_label)
    if thesaurus:
        wide = [(thesaurus.up_all(g), thesaurus.up_all(a)) for _, g, a in acts]
        both = sum(len(g & a) for g, a in wide)
        counts = (both, sum(len(a) for _, a in wide) - both, sum(len(g) for g, _ in wide) - both)
        for name, value in zip(("P", "R", "F1"), prf(*counts)):
            out["h-micro-" + name] = number(value)
    return out


def average_precision(scored, gold_count):
    """scored: (score, is gold). Steps over distinct scores."""
    if not gold_count:
        return None
    area, recall_before = Fraction(0), Fraction(0)
    hits = seen = 0
    by_score = defaultdict(list)
    for score, is_gold in scored:
        by_score[score].append(is_gold)
    for score in sorted(by_score, reverse=True):
        hits += sum(by_score[score])
        seen += len(by_score[score])
        recall = Fraction(hits, gold_count)
        area += (recall - recall_before) * Fraction(hits, seen)
        recall_before = recall
    return float(area)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--predictions", "--gold", "--labels"):
        parser.add_argument(option, required=True)
    parser.add_argument("--k", default="1,3,5,10")
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("--thresholds")
    parser.add_argument("--max-labels", type=int, default=sys.maxsize)
    parser.add_argument("--thesaurus")
    options = parser.parse_args()

    ks = [int(k) for k in options.k.split(",")]
    training = read_training_counts(options.labels)
    own = {}
    if options.thresholds:
        with open(options.thresholds, encoding="utf-8") as stream:
            own = json.load(stream)
    thesaurus = Thesaurus(options.thesaurus) if options.thesaurus else None
    predicted = {line["celex_id"]: line["labels"] for line in lines(options.predictions)}

    acts, bins = [], [[0, Fraction(0), 0] for _ in range(20)]
    scored_by_label = defaultdict(list)
    for line in lines(options.gold):
        gold = set(line["concepts"])
        if len(gold) < len(line["concepts"]):
            sys.exit(f"{line['celex_id']}: a gold label stands twice")
        ranking = [(label, single(score)) for label, score in predicted.pop(line["celex_id"])]
        above = [l for l, s in ranking if s > own.get(l, options.threshold)]
        acts.append(([l for l, _ in ranking], gold, set(above[: options.max_labels])))
        for label, score in ranking:
            scored_by_label[label].append((score, label in gold))
            chosen = bins[min(19, int(score * 20))]
            chosen[0] += 1
            chosen[1] += Fraction(score)
            chosen[2] += label in gold
    if predicted:
        sys.exit(f"predictions without gold: {', '.join(sorted(predicted)[:3])} ...")

    groups = {
        "all": lambda label: True,
        "frequent": lambda label: training.get(label, -1) >= 50,
        "few": lambda label: 1 <= training.get(label, -1) < 50,
        "zero": lambda label: training.get(label, -1) == 0,
    }
    measures = {
        f"{group}:{name}": value
        for group, member in groups.items()
        for name, value in group_measures(acts, member, ks, thesaurus).items()
    }
    rows = {}
    counts = defaultdict(lambda: [0, 0, 0])
    for _, gold, assigned in acts:
        for place, labels in enumerate((assigned & gold, assigned - gold, gold - assigned)):
            for label in labels:
                counts[label][place] += 1
    for label, (tp, fp, fn) in counts.items():
        rows[label] = [tp + fn, tp, fp, fn, *map(number, prf(tp, fp, fn)),
                       average_precision(scored_by_label[label], tp + fn)]
    calibration = [
        [n, number(total / n) if n else None, gold / n if n else None] for n, total, gold in bins
    ]
    json.dump({"measures": measures, "labels": rows, "calibration": calibration}, sys.stdout)


if __name__ == "__main__":
    main()
