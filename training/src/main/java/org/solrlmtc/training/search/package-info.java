/**
 * Search for hyper-parameters: a {@link org.solrlmtc.training.search.SearchSpace} names what may
 * change in a recipe, {@link org.solrlmtc.training.search.TreeParzenEstimator} proposes values, and
 * {@link org.solrlmtc.training.search.SuccessiveHalving} decides which trials deserve more training
 * acts. {@link org.solrlmtc.training.search.Search} runs them and logs every trial, so that an
 * interrupted search is resumed.
 */
package org.solrlmtc.training.search;
