package org.solrlmtc.core.bundle;

/** An integer system property: how a process runs models, as opposed to what a model is. */
public record NumberProperty(String name, int defaultValue, int min, int max) {

  /**
   * The value of this process, or the default.
   *
   * @throws BundleException naming the property
   */
  public int read() {
    String value = System.getProperty(name);
    try {
      return value == null ? defaultValue : check(Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw new BundleException(
          "the system property " + name + " must be a number, not '" + value + "'", e);
    } catch (IllegalArgumentException e) {
      throw new BundleException("the system property " + e.getMessage(), e);
    }
  }

  /**
   * Returns the value if it is within bounds.
   *
   * @throws IllegalArgumentException naming the property and the bounds
   */
  public int check(int value) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be between " + min + " and " + max + ", not " + value);
    }
    return value;
  }
}
