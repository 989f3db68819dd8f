package org.solrlmtc.training.neural.tensor;

/**
 * How the parameters of a layer are trained, compared with the others.
 *
 * @param rateFactor factor of the learning rate
 * @param startEpoch epoch in which their training starts; may have a fraction
 */
public record ParameterGroup(double rateFactor, double startEpoch) {
  public static final ParameterGroup STANDARD = new ParameterGroup(1, 0);

  /** The first step of an optimiser that updates them, counted from 0. */
  public long startStep(long stepsPerEpoch) {
    return (long) Math.ceil(startEpoch * stepsPerEpoch);
  }

  /** Whether they are trained at a position in training. */
  public boolean started(double epoch) {
    return epoch >= startEpoch;
  }
}
