package org.solrlmtc.readers.thesaurus;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.DC;
import org.eclipse.rdf4j.model.vocabulary.DCTERMS;
import org.eclipse.rdf4j.model.vocabulary.OWL;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.SKOS;
import org.eclipse.rdf4j.model.vocabulary.SKOSXL;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.solrlmtc.core.thesaurus.ThesaurusException;

/**
 * Collects from a stream of RDF statements, in any order, those of a thesaurus, and drops the rest
 * at once: notes, matches, histories and names in other languages are most of a published file.
 */
final class SkosStatements extends AbstractRDFHandler {
  /** EuroVoc with all its label objects takes some 30 million. */
  private static final long MAX_CHARACTERS = 100_000_000;

  private static final int MAX_LANGUAGES = 100;

  private final String language;
  private final Map<IRI, BiConsumer<String, Value>> takers = new HashMap<>();
  private final Map<String, SkosResource> resources = new LinkedHashMap<>();
  private final Map<String, NameChoice> labels = new HashMap<>();
  private final Set<String> deprecated = new HashSet<>();
  private final Set<String> languages = new TreeSet<>();
  private long characters;
  private int anonymousConcepts;
  private int anonymousGroups;

  SkosStatements(String language) {
    this.language = language;
    takers.put(RDF.TYPE, this::type);
    literals(SKOS.PREF_LABEL, this::preferredName);
    literals(SKOS.ALT_LABEL, this::alternativeName);
    literals(SKOSXL.LITERAL_FORM, this::literalForm);
    takers.put(
        SKOSXL.PREF_LABEL, (subject, label) -> resource(subject).preferredLabels.add(keep(label)));
    takers.put(
        SKOSXL.ALT_LABEL, (subject, label) -> resource(subject).alternativeLabels.add(keep(label)));
    takers.put(SKOS.BROADER, (below, above) -> resource(below).broader.add(keep(above)));
    takers.put(
        SKOS.NARROWER, (above, below) -> resource(below.stringValue()).broader.add(keep(above)));
    takers.put(SKOS.IN_SCHEME, (subject, scheme) -> resource(subject).schemes.add(keep(scheme)));
    takers.put(
        SKOS.TOP_CONCEPT_OF, (subject, scheme) -> resource(subject).schemes.add(keep(scheme)));
    takers.put(
        SKOS.HAS_TOP_CONCEPT,
        (scheme, concept) -> resource(concept.stringValue()).schemes.add(keep(scheme)));
    for (IRI relation :
        new IRI[] {EuroVocTerms.DOMAIN, EuroVocTerms.DOMAIN_EUVOC, DCTERMS.SUBJECT}) {
      takers.put(relation, (subject, domain) -> resource(subject).subjects.add(keep(domain)));
    }
    takers.put(
        SKOS.MEMBER, (group, member) -> resource(member.stringValue()).groups.add(keep(group)));
    takers.put(
        GroupTerms.SUB_GROUP,
        (group, member) -> resource(member.stringValue()).groups.add(keep(group)));
    takers.put(GroupTerms.SUPER_GROUP, (member, group) -> resource(member).groups.add(keep(group)));
    takers.put(SKOS.NOTATION, (subject, code) -> resource(subject).notation = keep(code));
    takers.put(DCTERMS.IDENTIFIER, (subject, code) -> resource(subject).identifier = keep(code));
    takers.put(DC.IDENTIFIER, (subject, code) -> resource(subject).identifier = keep(code));
    takers.put(OWL.DEPRECATED, this::deprecated);
    takers.put(EuroVocTerms.STATUS, this::deprecated);
    takers.put(EuroVocTerms.STATUS_ADMS, this::deprecated);
    takers.put(OWL.VERSIONINFO, this::version);
    takers.put(DCTERMS.ISSUED, this::version);
    literals(DCTERMS.TITLE, this::title);
    literals(DC.TITLE, this::title);
    literals(RDFS.LABEL, this::title);
  }

  @Override
  public void handleStatement(Statement statement) {
    BiConsumer<String, Value> taker = takers.get(statement.getPredicate());
    if (taker == null) {
      return;
    }
    // label objects may be anonymous, concepts may not: nothing could refer to their id
    if (statement.getSubject().isBNode() && !statement.getPredicate().equals(SKOSXL.LITERAL_FORM)) {
      if (statement.getObject().equals(SKOS.CONCEPT)) {
        anonymousConcepts++;
      } else if (GroupTerms.isGroup(statement.getObject())) {
        anonymousGroups++;
      }
      return;
    }
    taker.accept(statement.getSubject().stringValue(), statement.getObject());
  }

  Collection<SkosResource> resources() {
    return resources.values();
  }

  int anonymousConcepts() {
    return anonymousConcepts;
  }

  int anonymousGroups() {
    return anonymousGroups;
  }

  /** The label object's text in the wanted language or the next best. */
  NameChoice label(String address) {
    return labels.getOrDefault(address, new NameChoice());
  }

  boolean isDeprecated(SkosResource resource) {
    return deprecated.contains(resource.address);
  }

  /** The languages of the preferred names. */
  Set<String> languages() {
    return languages;
  }

  private void literals(IRI predicate, BiConsumer<String, Literal> taker) {
    takers.put(
        predicate,
        (subject, value) -> {
          if (value instanceof Literal literal) {
            taker.accept(subject, literal);
          }
        });
  }

  private void type(String subject, Value type) {
    if (type.equals(SKOS.CONCEPT)
        || type.equals(EuroVocTerms.CONCEPT_CLASS)
        || type.equals(EuroVocTerms.COUNTRY_CLASS)) {
      resource(subject).concept = true;
    } else if (type.equals(SKOS.CONCEPT_SCHEME)
        || type.equals(EuroVocTerms.MICROTHESAURUS_CLASS)
        || type.equals(EuroVocTerms.THESAURUS_CLASS)) {
      resource(subject).scheme = true;
    } else if (type.equals(EuroVocTerms.DOMAIN_CLASS)
        || type.equals(EuroVocTerms.DOMAIN_CLASS_EUVOC)) {
      resource(subject).domain = true;
    } else if (GroupTerms.isGroup(type)) {
      resource(subject).group = true;
    }
  }

  /** A second preferred name in one language is against the rules of SKOS, but still a name. */
  private void preferredName(String subject, Literal literal) {
    rememberLanguage(literal);
    NameChoice.Fit fit = NameChoice.fit(literal, language);
    if (fit == NameChoice.Fit.NONE) {
      return;
    }
    SkosResource resource = resource(subject);
    String name = Names.clean(keep(literal));
    if (!resource.name.offer(name, fit) && fit == NameChoice.Fit.EXACT) {
      alternativeName(subject, literal);
    }
  }

  private void alternativeName(String subject, Literal literal) {
    String name = Names.clean(literal.getLabel());
    if (NameChoice.fit(literal, language).compareTo(NameChoice.Fit.UNTAGGED) >= 0
        && !name.isEmpty()
        && !name.equalsIgnoreCase(EuroVocTerms.UNTRANSLATED)) {
      resource(subject).alternativeNames.add(name);
      count(name);
    }
  }

  private void literalForm(String subject, Literal literal) {
    rememberLanguage(literal);
    NameChoice.Fit fit = NameChoice.fit(literal, language);
    if (fit != NameChoice.Fit.NONE) {
      count(subject);
      labels
          .computeIfAbsent(subject, key -> new NameChoice())
          .offer(Names.clean(keep(literal)), fit);
    }
  }

  private void rememberLanguage(Literal literal) {
    if (languages.size() < MAX_LANGUAGES) {
      literal.getLanguage().ifPresent(languages::add);
    }
  }

  private void deprecated(String subject, Value status) {
    boolean isTrue = status instanceof Literal literal && literal.getLabel().equals("true");
    if (isTrue || status.equals(EuroVocTerms.DEPRECATED)) {
      count(subject);
      deprecated.add(subject);
    }
  }

  /**
   * Only of resources already known as schemes: in EuroVoc every label object has a version, too.
   */
  private void version(String subject, Value value) {
    SkosResource resource = resources.get(subject);
    if (resource != null && resource.scheme && resource.version.isEmpty()) {
      resource.version = keep(value);
    }
  }

  private void title(String subject, Literal literal) {
    SkosResource resource = resources.get(subject);
    if (resource != null && (resource.scheme || resource.group)) {
      resource.title.offer(Names.clean(literal.getLabel()), NameChoice.fit(literal, language));
    }
  }

  private SkosResource resource(String address) {
    SkosResource known = resources.get(address);
    if (known == null) {
      count(address);
      known = new SkosResource(address);
      resources.put(address, known);
    }
    return known;
  }

  private String keep(Value value) {
    return keep(value.stringValue());
  }

  private String keep(String text) {
    count(text);
    return text;
  }

  private void count(String text) {
    characters += text.length();
    if (characters > MAX_CHARACTERS) {
      throw new ThesaurusException(
          "its names and addresses take more than "
              + MAX_CHARACTERS / 1_000_000
              + " million characters, more than any thesaurus needs");
    }
  }
}
