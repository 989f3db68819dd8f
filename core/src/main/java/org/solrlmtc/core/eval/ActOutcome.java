package org.solrlmtc.core.eval;

import java.util.Map;
import java.util.Set;

/**
 * The outcome for one act: its gold labels, its assigned labels, and the outcome per label group.
 */
public record ActOutcome(
    String act,
    Set<String> gold,
    Set<String> assigned,
    Map<EvaluationGroup, GroupOutcome> groups) {}
