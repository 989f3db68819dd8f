package org.solrlmtc.plugin.api;

import java.util.List;
import org.solrlmtc.core.act.LegalAct;

/**
 * The acts of a request.
 *
 * @param several whether the request has the form for several acts; then its response has it, too
 */
record PostedActs(List<LegalAct> acts, boolean several) {
  /** All results of a request are in memory. */
  static final int MAX_ACTS = 100;

  static PostedActs one(LegalAct act) {
    return new PostedActs(List.of(act), false);
  }
}
