/**
 * Several models as one. {@link org.solrlmtc.core.ensemble.EnsembleScorerProvider} opens a bundle
 * that holds the files of its members; {@link org.solrlmtc.core.ensemble.EnsembleScorer} asks each
 * of them and puts their scores together by a {@link org.solrlmtc.core.ensemble.LogisticWeights},
 * one for labels that were trained and one for those that no training act carries. As a cascade,
 * only the labels that the first member ranks highest are shown to members that can score single
 * labels for less.
 */
package org.solrlmtc.core.ensemble;
