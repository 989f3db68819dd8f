package org.solrlmtc.cli.bench;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a server went through.
 *
 * @param samples in the order of time
 * @param documents acknowledged, each as often as it was sent
 * @param ids how many different documents were acknowledged
 * @param missing acknowledged documents that the index does not have; empty when the server was
 *     gone and could not be asked
 * @param versionsBefore model versions that were open before the load
 * @param versionsAfter and after it, if the server was still there
 */
record SoakResult(
    List<Sample> samples,
    long documents,
    long ids,
    Optional<Set<String>> missing,
    List<FailureTally.Kind> failures,
    int reloads,
    int swaps,
    int versionsBefore,
    Optional<Integer> versionsAfter) {

  SoakResult {
    samples = List.copyOf(samples);
    failures = List.copyOf(failures);
  }

  /** Whether the server was still there in the end, and nothing acknowledged is missing. */
  boolean isComplete() {
    return missing.isPresent() && missing.get().isEmpty();
  }
}
