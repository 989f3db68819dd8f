/**
 * From scores to labels: {@link org.solrlmtc.core.decide.DecisionRule} assigns the labels whose
 * score lies above a threshold.
 */
package org.solrlmtc.core.decide;
