package org.solrlmtc.core.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a method's settings from a recipe or manifest, each by name and type. A wrong setting
 * throws an {@link IllegalArgumentException} that names it.
 */
public final class Settings {
  private final String method;
  private final Map<String, Object> unread;
  private final TreeSet<String> known = new TreeSet<>();

  /**
   * @param method whose settings these are, for messages
   */
  public Settings(String method, Map<String, Object> map) {
    this.method = method;
    this.unread = new LinkedHashMap<>(map);
  }

  public int integer(String name, int defaultValue) {
    return take(name, Integer.class, defaultValue);
  }

  public double number(String name, double defaultValue) {
    return take(name, Number.class, defaultValue).doubleValue();
  }

  /** A number; empty if it is absent. */
  public Optional<Double> optionalNumber(String name) {
    if (!unread.containsKey(name)) {
      known.add(name);
      return Optional.empty();
    }
    return Optional.of(number(name, 0));
  }

  public boolean flag(String name, boolean defaultValue) {
    return take(name, Boolean.class, defaultValue);
  }

  public String text(String name, String defaultValue) {
    return take(name, String.class, defaultValue);
  }

  public List<String> texts(String name, List<String> defaultValue) {
    return list(name, String.class, defaultValue);
  }

  /** A list of names and integers, the integers as text; empty if it is absent. */
  public List<String> textsOrIntegers(String name) {
    List<Object> values = list(name, Object.class, List.of());
    values.stream()
        .filter(value -> !(value instanceof Integer))
        .forEach(value -> check(name, String.class, value));
    return values.stream().map(String::valueOf).collect(Collectors.toList());
  }

  public List<Double> numbers(String name, List<Double> defaultValue) {
    return list(name, Number.class, defaultValue).stream()
        .map(Number::doubleValue)
        .collect(Collectors.toList());
  }

  /** A section as a map; empty if it is absent. */
  public Map<String, Object> map(String name) {
    return withTextKeys(take(name, Map.class, Map.of()));
  }

  /** A list of sections as maps; empty if it is absent. */
  public List<Map<String, Object>> maps(String name) {
    return list(name, Map.class, List.<Map<?, ?>>of()).stream()
        .map(Settings::withTextKeys)
        .collect(Collectors.toList());
  }

  private static Map<String, Object> withTextKeys(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(String.valueOf(key), value));
    return copy;
  }

  /** A value of an enumeration, written in lower case with hyphens. */
  public <E extends Enum<E>> E choice(String name, E defaultValue) {
    String text = take(name, String.class, key(defaultValue));
    E[] values = defaultValue.getDeclaringClass().getEnumConstants();
    for (E value : values) {
      if (key(value).equals(text)) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "the "
            + method
            + " setting '"
            + name
            + "' cannot be '"
            + text
            + "': use "
            + Stream.of(values).map(Settings::key).collect(Collectors.joining(", ")));
  }

  /** How {@link #choice} writes a value. */
  public static String key(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A section, empty if it is absent. It needs a {@link #finish} of its own. */
  public Settings section(String name) {
    return new Settings(method + " " + name, map(name));
  }

  /** Refuses settings that were not read: a misspelt name must not pass for a default. */
  public void finish() {
    if (!unread.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown "
              + method
              + " setting '"
              + unread.keySet().iterator().next()
              + "': use "
              + String.join(", ", known));
    }
  }

  private <T> List<T> list(String name, Class<T> type, List<? extends T> defaultValue) {
    List<?> values = take(name, List.class, defaultValue);
    values.forEach(value -> check(name, type, value));
    return values.stream().map(type::cast).collect(Collectors.toList());
  }

  private <T> T take(String name, Class<T> type, T defaultValue) {
    known.add(name);
    Object value = unread.containsKey(name) ? unread.remove(name) : defaultValue;
    check(name, type, value);
    return type.cast(value);
  }

  private void check(String name, Class<?> type, Object value) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "the "
              + method
              + " setting '"
              + name
              + "' must be a "
              + type.getSimpleName()
              + ", not "
              + value);
    }
  }
}
