package org.solrlmtc.core.thesaurus;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;

/**
 * A concept of the thesaurus, in one language. Lists keep their order; repetitions are removed.
 *
 * @param id EuroVoc's identifier without the address: {@code 1309}, {@code c_6acbfd25}
 * @param descriptor the preferred name
 * @param alternativeNames non-preferred names; the descriptor is not among them
 * @param broader ids of the concepts directly above
 * @param microthesauri ids of the microthesauri the concept belongs to
 * @param deprecated true when the concept is no longer assigned to new documents
 */
public record Concept(
    String id,
    String descriptor,
    List<String> alternativeNames,
    List<String> broader,
    List<String> microthesauri,
    boolean deprecated) {
  public Concept {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(descriptor, "descriptor");
    LinkedHashSet<String> others = new LinkedHashSet<>(alternativeNames);
    others.remove(descriptor);
    alternativeNames = List.copyOf(others);
    broader = withoutRepetitions(broader);
    microthesauri = withoutRepetitions(microthesauri);
  }

  private static List<String> withoutRepetitions(Collection<String> ids) {
    return List.copyOf(new LinkedHashSet<>(ids));
  }
}
