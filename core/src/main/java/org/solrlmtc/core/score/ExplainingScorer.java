package org.solrlmtc.core.score;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;

/** A scorer that can point at the text behind a label. */
public interface ExplainingScorer extends LabelScorer {

  /**
   * The passages that carry each of these labels, strongest first. Those of one label do not
   * overlap; a label that nothing in the act speaks for has none.
   *
   * @param labels indexes of labels in {@link #labels}
   * @param limit at most this many passages a label
   * @return the passages of each label, in the order given
   */
  List<List<Evidence>> explain(LegalAct act, int[] labels, int limit);
}
