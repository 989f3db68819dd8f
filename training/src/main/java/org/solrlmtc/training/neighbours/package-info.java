/** Neighbours models: {@link org.solrlmtc.training.neighbours.NeighboursTrainer} indexes acts. */
package org.solrlmtc.training.neighbours;
