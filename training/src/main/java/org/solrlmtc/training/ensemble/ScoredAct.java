package org.solrlmtc.training.ensemble;

/**
 * A development act, scored by every member of an ensemble.
 *
 * @param trained scores of labels that training acts have
 * @param unseen scores of labels that no training act has
 */
record ScoredAct(MemberScores trained, MemberScores unseen) {}
