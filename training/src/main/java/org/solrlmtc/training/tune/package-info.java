/**
 * Decision rules: {@link org.solrlmtc.training.tune.Tuning} tunes the rule of a bundle on the
 * development acts, as {@link org.solrlmtc.training.tune.DecisionOptions} say, and measures it.
 */
package org.solrlmtc.training.tune;
