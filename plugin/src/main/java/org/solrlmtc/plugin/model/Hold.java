package org.solrlmtc.plugin.model;

import java.util.Optional;

/**
 * What a core wants of a model that it holds open.
 *
 * @param explanationsField where the core stores the passages behind labels; empty when it does not
 */
record Hold(HoldReason reason, Optional<String> explanationsField) {

  Hold(HoldReason reason) {
    this(reason, Optional.empty());
  }

  /** Both wishes of a core together. */
  Hold and(Hold other) {
    return new Hold(
        reason.compareTo(other.reason) >= 0 ? reason : other.reason,
        explanationsField.or(other::explanationsField));
  }

  /** Why a version of the model is of no use to the core; empty when it is. */
  Optional<String> whyUnfit(Model version, String core) {
    return explanationsField
        .filter(field -> !version.explains())
        .map(
            field ->
                "the output 'explanations' is switched on, but "
                    + version.cannotExplain()
                    + ": choose a model that explains, or leave the name of that output empty in"
                    + " the configuration of core '"
                    + core
                    + "', which would store them in the field '"
                    + field
                    + "'");
  }
}
