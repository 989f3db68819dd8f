package org.solrlmtc.core.settings;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds implementations of one interface by the name in a recipe or manifest. They are listed in
 * {@code META-INF/services}, so that another jar can add some.
 *
 * @param <P> the interface
 */
public final class Registry<P> {
  private final String what;
  private final Class<P> type;
  private final Function<P, String> nameOf;

  /**
   * @param what the word for an implementation in messages, such as {@code method}
   * @param nameOf returns an implementation's name
   */
  public Registry(String what, Class<P> type, Function<P, String> nameOf) {
    this.what = what;
    this.type = type;
    this.nameOf = nameOf;
  }

  /**
   * Returns the implementation with this name.
   *
   * @throws IllegalArgumentException naming the known ones if there is none
   */
  public P find(String name) {
    Map<String, P> known = known();
    P found = known.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "unknown "
              + what
              + " '"
              + name
              + "'; known "
              + what
              + "s: "
              + String.join(", ", known.keySet()));
    }
    return found;
  }

  /** The implementation with this name, if there is one. */
  public Optional<P> findIfKnown(String name) {
    return Optional.ofNullable(known().get(name));
  }

  private Map<String, P> known() {
    Map<String, P> known = new TreeMap<>();
    // inside Solr the context class loader does not see the plugin's jars
    ServiceLoader.load(type, Registry.class.getClassLoader())
        .forEach(provider -> known.put(nameOf.apply(provider), provider));
    return known;
  }
}
