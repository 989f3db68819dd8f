/**
 * Several models as one. {@link org.solrlmtc.core.ensemble.EnsembleScorerProvider} opens a bundle
 * that holds the files of its members; {@link org.solrlmtc.core.ensemble.EnsembleScorer} asks each
 * of them and hands their scores to a {@link org.solrlmtc.core.ensemble.ScoreCombiner}, of which
 * {@link org.solrlmtc.core.ensemble.LogisticCombiner} is the first kind. As a cascade, only the
 * labels that one member ranks highest are scored by members that do less work for fewer labels.
 */
package org.solrlmtc.core.ensemble;
