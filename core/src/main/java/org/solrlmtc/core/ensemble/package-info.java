/**
 * Start at {@link org.solrlmtc.core.ensemble.EnsembleScorerProvider}: it opens a bundle with the
 * files of several members.
 *
 * <p>{@link org.solrlmtc.core.ensemble.EnsembleScorer} runs the members and passes their scores to
 * a {@link org.solrlmtc.core.ensemble.ScoreCombiner}; {@link
 * org.solrlmtc.core.ensemble.LogisticCombiner} is the first type. As a cascade it runs one member
 * first; members that can score candidates then score only the labels that the first one ranks
 * highest.
 */
package org.solrlmtc.core.ensemble;
