package org.solrlmtc.core.reference;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The acts that a bundle was tuned on, as far as it matters for other acts: a model is reliable on
 * acts like these.
 *
 * @param acts their number
 * @param languages their languages, as ISO 639-1 codes; acts of other languages get no labels.
 *     Empty if they are not known
 * @param goldLabels mean number of gold labels per act
 * @param signals the distribution of each {@link Signal}, by its key; one that the method does not
 *     have is missing
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Reference(
    int acts, List<String> languages, double goldLabels, Map<String, Distribution> signals) {

  public Reference {
    languages = List.copyOf(Objects.requireNonNull(languages, "languages is missing"));
    signals =
        Collections.unmodifiableMap(
            new LinkedHashMap<>(Objects.requireNonNull(signals, "signals is missing")));
    if (!(goldLabels >= 0) || Double.isInfinite(goldLabels)) {
      throw new IllegalArgumentException("goldLabels must be 0 or more, not " + goldLabels);
    }
  }

  /** The distribution of a signal, if the reference has it. */
  public Optional<Distribution> of(Signal signal) {
    return Optional.ofNullable(signals.get(signal.key()));
  }
}
