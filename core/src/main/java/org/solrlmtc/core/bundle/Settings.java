package org.solrlmtc.core.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads a method's settings from a recipe or manifest, each by name and type. Every complaint is an
 * {@link IllegalArgumentException} that names the setting.
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

  public int integer(String name, int byDefault) {
    return take(name, Integer.class, byDefault);
  }

  public double number(String name, double byDefault) {
    return take(name, Number.class, byDefault).doubleValue();
  }

  public boolean flag(String name, boolean byDefault) {
    return take(name, Boolean.class, byDefault);
  }

  public String text(String name, String byDefault) {
    return take(name, String.class, byDefault);
  }

  public List<String> texts(String name, List<String> byDefault) {
    return list(name, String.class, byDefault);
  }

  public List<Double> numbers(String name, List<Double> byDefault) {
    return list(name, Number.class, byDefault).stream()
        .map(Number::doubleValue)
        .collect(Collectors.toList());
  }

  /** A group of settings under one name; empty where it is absent. */
  public Map<String, Object> map(String name) {
    return withTextKeys(take(name, Map.class, Map.of()));
  }

  /** A list of groups of settings; empty where it is absent. */
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

  /** Refuses settings that nobody asked for: a misspelt name must not pass for a default. */
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

  private <T> List<T> list(String name, Class<T> type, List<? extends T> byDefault) {
    List<?> values = take(name, List.class, byDefault);
    values.forEach(value -> check(name, type, value));
    return values.stream().map(type::cast).collect(Collectors.toList());
  }

  private <T> T take(String name, Class<T> type, T byDefault) {
    known.add(name);
    Object value = unread.containsKey(name) ? unread.remove(name) : byDefault;
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
