/**
 * Start at {@link org.solrlmtc.core.ranking.RankingCombiner}: it combines the scores of an
 * ensemble's members by gradient-boosted trees ({@link org.solrlmtc.core.ranking.TreeEnsemble}).
 * {@link org.solrlmtc.core.ranking.CandidateFeatures} selects candidate labels and computes their
 * features, group by group. {@link org.solrlmtc.core.ranking.LabelStatistics} are counts of the
 * training acts, {@link org.solrlmtc.core.ranking.LabelNames} finds names of labels in acts.
 */
package org.solrlmtc.core.ranking;
