package org.solrlmtc.core.decide;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.solrlmtc.core.score.LabelSet;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Thesaurus;

/**
 * What a user changes of a bundle's decision. What is not given stays as in the bundle.
 *
 * @param threshold assigns all labels with a score above it, whatever the type of the bundle's rule
 * @param minLabels minimum number of labels per act
 * @param maxLabels maximum number of labels per act
 * @param include only these concepts are assigned; empty for all. Each is an id, {@code
 *     narrower:ID}, {@code microthesaurus:NOTATION} or {@code domain:CODE}
 * @param exclude these concepts are not assigned, even if they are included; in the same form
 */
public record DecisionSettings(
    Optional<Double> threshold,
    Optional<Integer> minLabels,
    Optional<Integer> maxLabels,
    List<String> include,
    List<String> exclude) {
  public static final String THRESHOLD = "threshold";
  public static final String MIN_LABELS = "minLabels";
  public static final String MAX_LABELS = "maxLabels";
  public static final String INCLUDE = "include";
  public static final String EXCLUDE = "exclude";

  /** Changes nothing. */
  public static final DecisionSettings NONE =
      new DecisionSettings(
          Optional.empty(), Optional.empty(), Optional.empty(), List.of(), List.of());

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming the one that is wrong
   */
  public DecisionSettings {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    threshold.ifPresent(
        value -> {
          if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                "'threshold' must be a number from 0 to 1, not " + value);
          }
        });
    checkAtLeast(MIN_LABELS, minLabels, 0);
    checkAtLeast(MAX_LABELS, maxLabels, 1);
    if (minLabels.isPresent() && maxLabels.isPresent() && minLabels.get() > maxLabels.get()) {
      throw new IllegalArgumentException(
          "'minLabels' ("
              + minLabels.get()
              + ") must not be greater than 'maxLabels' ("
              + maxLabels.get()
              + ")");
    }
  }

  private static void checkAtLeast(String name, Optional<Integer> value, int min) {
    if (value.isPresent() && value.get() < min) {
      throw new IllegalArgumentException(
          "'" + name + "' must be at least " + min + ", not " + value.get());
    }
  }

  /**
   * These settings, and what they do not give from others.
   *
   * @throws IllegalArgumentException if the numbers contradict each other
   */
  public DecisionSettings orElse(DecisionSettings others) {
    return new DecisionSettings(
        threshold.or(others::threshold),
        minLabels.or(others::minLabels),
        maxLabels.or(others::maxLabels),
        include.isEmpty() ? others.include : include,
        exclude.isEmpty() ? others.exclude : exclude);
  }

  /** Without the threshold: scores of another model are not comparable. */
  public DecisionSettings forOtherModel() {
    return new DecisionSettings(Optional.empty(), minLabels, maxLabels, include, exclude);
  }

  /** A bundle's own rule, changed as given. */
  public DecisionRule rule(DecisionRule own) {
    return own.with(threshold, minLabels, maxLabels);
  }

  /**
   * Checks that the thesaurus has the concepts named.
   *
   * @throws IllegalArgumentException naming the one that it does not have
   */
  public void check(Thesaurus thesaurus) {
    check(INCLUDE, include, thesaurus);
    check(EXCLUDE, exclude, thesaurus);
  }

  private static void check(String name, List<String> selectors, Thesaurus thesaurus) {
    for (String selector : selectors) {
      ConceptSelector.parse(selector)
          .problem(thesaurus)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException("'" + name + "' " + problem);
              });
    }
  }

  /** The indexes of the labels that may be assigned; empty if all may. */
  public Optional<BitSet> allowed(LabelSet labels, Thesaurus thesaurus) {
    if (include.isEmpty() && exclude.isEmpty()) {
      return Optional.empty();
    }
    Predicate<Concept> included = include.isEmpty() ? concept -> true : anyOf(include, thesaurus);
    Predicate<Concept> excluded = anyOf(exclude, thesaurus);
    BitSet allowed = new BitSet(labels.size());
    for (int index = 0; index < labels.size(); index++) {
      Concept concept = thesaurus.concept(labels.id(index)).orElseThrow();
      allowed.set(index, included.test(concept) && !excluded.test(concept));
    }
    return Optional.of(allowed);
  }

  private static Predicate<Concept> anyOf(List<String> selectors, Thesaurus thesaurus) {
    return selectors.stream()
        .map(selector -> ConceptSelector.parse(selector).in(thesaurus))
        .reduce(concept -> false, Predicate::or);
  }
}
