package org.solrlmtc.training.search;

import java.util.Map;
import java.util.Optional;

/**
 * One training of a search.
 *
 * @param number the number of the values, from 0; the same values may be trained at several stages
 * @param stage 0 for the fewest training acts
 * @param values by setting
 * @param score on dev; absent if it failed
 * @param failure why it failed
 * @param seconds how long it took
 */
public record Trial(
    int number,
    int stage,
    Map<String, Object> values,
    Optional<Double> score,
    Optional<String> failure,
    double seconds) {}
