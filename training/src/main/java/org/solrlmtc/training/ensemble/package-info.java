/**
 * Makes ensembles of finished bundles: {@link org.solrlmtc.training.ensemble.EnsembleTrainer}
 * copies their files into one bundle, {@code MixtureFit} finds on the development acts how much
 * each member counts.
 */
package org.solrlmtc.training.ensemble;
