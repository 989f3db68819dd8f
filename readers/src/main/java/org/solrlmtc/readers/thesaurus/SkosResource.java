package org.solrlmtc.readers.thesaurus;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The statements of a SKOS file about one address, in any order. */
final class SkosResource {
  final String address;
  final NameChoice name = new NameChoice();

  /** Names a scheme has instead of a preferred label. */
  final NameChoice title = new NameChoice();

  final List<String> alternativeNames = new ArrayList<>(0);
  final List<String> preferredLabels = new ArrayList<>(0);
  final List<String> alternativeLabels = new ArrayList<>(0);
  final Set<String> broader = new LinkedHashSet<>(2);
  final Set<String> schemes = new LinkedHashSet<>(4);
  final Set<String> subjects = new LinkedHashSet<>(0);

  /** The collections and concept groups that it is a member of. */
  final Set<String> groups = new LinkedHashSet<>(0);

  String notation = "";
  String identifier = "";
  String version = "";
  boolean concept;
  boolean scheme;
  boolean domain;
  boolean group;

  SkosResource(String address) {
    this.address = address;
  }
}
