package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.score.SimilarAct;

/**
 * The known acts of a bundle and those of a memory, which are numbered after them. An act of the
 * memory takes the place of the bundle's act with the same id.
 *
 * @param added the acts of the memory
 * @param labels of each act of the memory, by its number there, those that the model has
 * @param replaced the acts of the bundle that the memory has, too
 */
record AllActs(KnownActs known, AddedActs added, int[][] labels, BitSet replaced) {

  static AllActs of(KnownActs known, AddedActs added, LabelSet labels) {
    int[][] ofActs = new int[added.end()][];
    for (int act = 0; act < ofActs.length; act++) {
      AddedActs.Entry entry = added.entry(act);
      ofActs[act] = entry == null ? new int[0] : labels.indexesOf(entry.concepts());
    }
    try {
      BitSet replaced = added.ids().isEmpty() ? new BitSet() : known.numbers(added.ids());
      return new AllActs(known, added, ofActs, replaced);
    } catch (IOException e) {
      throw new UncheckedIOException("the index of known acts cannot be read", e);
    }
  }

  /** The numbers of acts are below this. */
  int size() {
    return known.size() + added.end();
  }

  /**
   * Computes the similarity of every act to some terms.
   *
   * @param id an act of the memory with this id is not similar: nobody wants to see an act as its
   *     own neighbour, or to measure a model by what it was told
   * @param sums one per act, all 0
   */
  void addSimilarities(String id, TermWeights terms, int[] sums) {
    known.addSimilarities(terms, sums);
    if (added.ids().isEmpty()) {
      return;
    }
    added.addSimilarities(terms, sums, known.size());
    for (int act = replaced.nextSetBit(0); act >= 0; act = replaced.nextSetBit(act + 1)) {
      sums[act] = 0;
    }
    int itself = added.number(id);
    if (itself >= 0) {
      sums[known.size() + itself] = 0;
    }
  }

  int[] labels(int act) {
    return act < known.size() ? known.labels(act) : labels[act - known.size()];
  }

  SimilarAct describe(int act, float similarity) throws IOException {
    if (act < known.size()) {
      return new SimilarAct(known.id(act), known.title(act), similarity);
    }
    AddedActs.Entry entry = added.entry(act - known.size());
    return new SimilarAct(entry.id(), entry.title(), similarity);
  }
}
