package org.solrlmtc.training.ensemble;

/**
 * A development act, scored by every member of an ensemble.
 *
 * @param trained scores of labels that training acts have
 * @param unseen scores of zero-shot labels
 */
record ScoredAct(MemberScores trained, MemberScores unseen) {}
