/**
 * Losses: how far logits are from gold labels, with their gradients. A recipe names one; {@link
 * org.solrlmtc.training.neural.loss.Loss} has all of them.
 */
package org.solrlmtc.training.neural.loss;
