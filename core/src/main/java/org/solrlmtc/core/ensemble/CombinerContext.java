package org.solrlmtc.core.ensemble;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * The ensemble that a combiner is opened for.
 *
 * @param members names of the members, in their order
 * @param labels the labels that are scored
 * @param thesaurus the concepts that the labels are
 * @param files where a file of the bundle is, by its name
 */
public record CombinerContext(
    List<String> members, LabelSet labels, Thesaurus thesaurus, Function<String, Path> files) {
  public CombinerContext {
    members = List.copyOf(members);
  }
}
