package org.solrlmtc.core.eval;

import java.util.Map;
import java.util.Set;

/** How one act fared: the labels it was assigned, those it should have been, and each group. */
public record ActOutcome(
    String act,
    Set<String> gold,
    Set<String> assigned,
    Map<EvaluationGroup, GroupOutcome> groups) {}
