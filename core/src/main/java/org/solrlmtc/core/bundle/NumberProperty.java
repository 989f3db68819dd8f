package org.solrlmtc.core.bundle;

/**
 * A system property with a whole number: how a process runs models, as opposed to what a model is.
 */
public record NumberProperty(String name, int byDefault, int least, int most) {

  /**
   * The value that this process was started with.
   *
   * @throws BundleException naming the property
   */
  public int read() {
    String value = System.getProperty(name);
    try {
      return value == null ? byDefault : check(Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw new BundleException(
          "the system property " + name + " must be a number, not '" + value + "'", e);
    } catch (IllegalArgumentException e) {
      throw new BundleException("the system property " + e.getMessage(), e);
    }
  }

  /**
   * Gives back a value that is within bounds.
   *
   * @throws IllegalArgumentException naming the property and the bounds
   */
  public int check(int value) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + ", not " + value);
    }
    return value;
  }
}
