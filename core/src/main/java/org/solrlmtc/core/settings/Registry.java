package org.solrlmtc.core.settings;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds implementations of one interface by the name that recipes and manifests hold. They are
 * listed in {@code META-INF/services}, so that another jar can add some.
 *
 * @param <P> the interface
 */
public final class Registry<P> {
  private final String what;
  private final Class<P> type;
  private final Function<P, String> name;

  /**
   * @param what an implementation in messages, such as {@code method}
   * @param name tells an implementation's name
   */
  public Registry(String what, Class<P> type, Function<P, String> name) {
    this.what = what;
    this.type = type;
    this.name = name;
  }

  /**
   * The implementation of a name.
   *
   * @throws IllegalArgumentException naming those there are
   */
  public P find(String wanted) {
    Map<String, P> known = new TreeMap<>();
    // inside Solr the context class loader does not see the plugin's jars
    ServiceLoader.load(type, Registry.class.getClassLoader())
        .forEach(one -> known.put(name.apply(one), one));
    P found = known.get(wanted);
    if (found == null) {
      throw new IllegalArgumentException(
          "unknown "
              + what
              + " '"
              + wanted
              + "'; known "
              + what
              + "s: "
              + String.join(", ", known.keySet()));
    }
    return found;
  }
}
