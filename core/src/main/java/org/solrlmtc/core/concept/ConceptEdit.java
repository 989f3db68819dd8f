package org.solrlmtc.core.concept;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.solrlmtc.core.bundle.BundleException;

/**
 * An edit of one label. Names come from outside: they are checked here.
 *
 * @param id the concept
 * @param name its descriptor; empty to keep the one of the thesaurus
 * @param alternativeNames names that it gets in addition
 * @param broader the concepts directly above; only for a label to add
 */
public record ConceptEdit(
    Action action,
    String id,
    Optional<String> name,
    List<String> alternativeNames,
    List<String> broader) {
  /** EuroVoc's longest name has 145 characters. */
  private static final int MAX_NAME = 300;

  private static final int MAX_NAMES = 100;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}");

  /** What is done with a label. */
  public enum Action {
    ADD,
    RENAME,
    REMOVE;

    /** The name in commands and in the provenance. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @throws BundleException naming what is wrong
   */
  public ConceptEdit {
    id = id.strip();
    if (!ID.matcher(id).matches()) {
      throw new BundleException(
          "the id '"
              + shown(id)
              + "' must be 1 to 100 letters, digits, '.', '_', ':' or '-', and begin with a letter"
              + " or digit");
    }
    name = name.map(ConceptEdit::checkedName);
    alternativeNames = alternativeNames.stream().map(ConceptEdit::checkedName).toList();
    broader = List.copyOf(broader);
    if (alternativeNames.size() > MAX_NAMES || broader.size() > MAX_NAMES) {
      throw new BundleException(
          "the concept " + id + " has more than " + MAX_NAMES + " names or broader concepts");
    }
    if (action == Action.RENAME && name.isEmpty()) {
      throw new BundleException("the concept " + id + " needs its new name");
    }
  }

  /** Adds a label. */
  public static ConceptEdit add(
      String id, Optional<String> name, List<String> alternativeNames, List<String> broader) {
    return new ConceptEdit(Action.ADD, id, name, alternativeNames, broader);
  }

  /** Gives a label another descriptor; the former one becomes an alternative name. */
  public static ConceptEdit rename(String id, String name, List<String> alternativeNames) {
    return new ConceptEdit(Action.RENAME, id, Optional.of(name), alternativeNames, List.of());
  }

  /** Removes a label. */
  public static ConceptEdit remove(String id) {
    return new ConceptEdit(Action.REMOVE, id, Optional.empty(), List.of(), List.of());
  }

  private static String checkedName(String name) {
    String stripped = name.strip();
    if (stripped.isEmpty()) {
      throw new BundleException("a name is empty: give the concept a name");
    }
    if (stripped.length() > MAX_NAME) {
      throw new BundleException(
          "the name '"
              + shown(stripped)
              + "' has "
              + stripped.length()
              + " characters: a name may have "
              + MAX_NAME);
    }
    stripped
        .codePoints()
        .filter(ConceptEdit::isHidden)
        .findFirst()
        .ifPresent(
            hidden -> {
              throw new BundleException(
                  String.format(
                      Locale.ROOT,
                      "the name '%s' has the character U+%04X, which cannot be shown: take it out",
                      shown(stripped),
                      hidden));
            });
    return stripped;
  }

  /** Control characters, text direction marks and halves of characters. */
  private static boolean isHidden(int character) {
    int type = Character.getType(character);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.PRIVATE_USE
        || type == Character.UNASSIGNED
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(40)
        .map(character -> isHidden(character) ? '?' : character)
        .forEach(shown::appendCodePoint);
    return shown + (text.codePointCount(0, text.length()) > 40 ? "..." : "");
  }

  /** The form in the provenance of a bundle. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("action", action.key());
    map.put("id", id);
    name.ifPresent(given -> map.put("name", given));
    if (!alternativeNames.isEmpty()) {
      map.put("alternativeNames", alternativeNames);
    }
    if (!broader.isEmpty()) {
      map.put("broader", broader);
    }
    return map;
  }
}
