package org.solrlmtc.readers.act.annif;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.thesaurus.ConceptAddress;

/** The subjects of one text, as ids of concepts: the ends of their addresses. */
final class Subjects {
  private static final Pattern ADDRESS = Pattern.compile("<([^<>]+)>|(\\S+)");

  private final SubjectNames names;
  private final Set<String> ids = new LinkedHashSet<>();
  private final List<String> unknown = new ArrayList<>();

  Subjects(SubjectNames names) {
    this.names = names;
  }

  /** Adds addresses separated by spaces, in angle brackets or bare. */
  Subjects addresses(String addresses) {
    Matcher matcher = ADDRESS.matcher(addresses);
    while (matcher.find()) {
      ids.add(
          ConceptAddress.localName(
              matcher.group(1) == null ? matcher.group(2) : matcher.group(1).strip()));
    }
    return this;
  }

  /** Whether a text holds nothing but addresses. */
  static boolean areAddresses(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    while (matcher.find()) {
      if (matcher.group(1) == null && !matcher.group(2).matches("[A-Za-z][A-Za-z0-9+.-]*:.+")) {
        return false;
      }
    }
    return true;
  }

  Subjects name(String name) throws DamagedInput {
    names.id(name.strip()).ifPresentOrElse(ids::add, () -> unknown.add(name.strip()));
    return this;
  }

  List<String> ids() {
    return List.copyOf(ids);
  }

  /** Names that are not resolved; the act has the other subjects. */
  boolean isIncomplete() {
    return !unknown.isEmpty();
  }

  String problem() {
    return names.explain(unknown);
  }
}
