package org.solrlmtc.cli.bench;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of a soak.
 *
 * @param samples in chronological order
 * @param documents number of acknowledged documents, counted each time they were sent
 * @param ids number of distinct acknowledged documents
 * @param missing documents of which the index lacks the last acknowledged version; empty when the
 *     server had died
 * @param classifications texts that readers classified
 * @param evaluations of the labels in the index, by readers
 * @param versionsBefore open model versions before the load
 * @param versionsAfter open model versions after the load, if the server was still running
 */
record SoakResult(
    List<Sample> samples,
    long documents,
    long ids,
    Optional<Set<String>> missing,
    List<FailureTally.Kind> failures,
    long classifications,
    long evaluations,
    int commits,
    int reloads,
    int swaps,
    int versionsBefore,
    Optional<Integer> versionsAfter) {

  SoakResult {
    samples = List.copyOf(samples);
    failures = List.copyOf(failures);
  }

  /** Whether the server was still running at the end, and no acknowledged document is missing. */
  boolean isComplete() {
    return missing.isPresent() && missing.get().isEmpty();
  }
}
