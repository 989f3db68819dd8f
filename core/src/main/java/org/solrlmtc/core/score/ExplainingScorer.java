package org.solrlmtc.core.score;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;

/** A scorer that can point at the text behind a label. */
public interface ExplainingScorer extends LabelScorer {

  /**
   * The passages that speak loudest for or against a label, strongest first.
   *
   * @param label index of the label in {@link #labels}
   * @param limit at most this many passages
   */
  List<Evidence> explain(LegalAct act, int label, int limit);
}
