/**
 * Ensembles of trained bundles: {@link org.solrlmtc.training.ensemble.EnsembleTrainer} copies their
 * files into one bundle and scores the development acts with every member; a {@code
 * CombinerTrainer} fits how the members' scores are combined. {@code CombinerTrainers} lists the
 * types of combiners.
 */
package org.solrlmtc.training.ensemble;
