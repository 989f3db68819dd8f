package org.solrlmtc.plugin.model;

import java.util.Optional;

/**
 * What a core requires of a model that it holds open.
 *
 * @param explanationsField the field in which the core stores explanations; empty when it does not
 */
record Hold(HoldReason reason, Optional<String> explanationsField) {

  Hold(HoldReason reason) {
    this(reason, Optional.empty());
  }

  /** The requirements of both, with the stronger reason. */
  Hold merge(Hold other) {
    return new Hold(
        reason.compareTo(other.reason) >= 0 ? reason : other.reason,
        explanationsField.or(other::explanationsField));
  }

  /** Why the core cannot use a version of the model; empty when it can. */
  Optional<String> incompatibility(Model version, String core) {
    return explanationsField
        .filter(field -> !version.explains())
        .map(
            field ->
                "the output 'explanations' is enabled, but "
                    + version.cannotExplain()
                    + ": choose a model that explains, or leave the name of that output empty in"
                    + " the configuration of core '"
                    + core
                    + "', which stores explanations in the field '"
                    + field
                    + "'");
  }
}
