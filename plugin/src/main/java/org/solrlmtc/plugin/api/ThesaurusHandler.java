package org.solrlmtc.plugin.api;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.SimpleOrderedMap;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.security.AuthorizationContext;
import org.apache.solr.util.plugin.SolrCoreAware;
import org.solrlmtc.core.thesaurus.Concept;
import org.solrlmtc.core.thesaurus.Edition;
import org.solrlmtc.core.thesaurus.NameSearch;
import org.solrlmtc.core.thesaurus.Thesaurus;
import org.solrlmtc.core.thesaurus.ThesaurusNames;
import org.solrlmtc.plugin.model.ModelLeases;

/**
 * Looks up entries of the thesaurus: names of ids and of the paths in drill-down facets, and
 * concepts by name. The thesaurus is that of the model that labels.
 *
 * <pre class="prettyprint">{@code
 * <requestHandler name="/lmtc/thesaurus" class="org.solrlmtc.plugin.api.ThesaurusHandler">
 *   <str name="processor">lmtc</str>
 *   <arr name="names">
 *     <str>lang/eurovoc-fr.tsv</str>
 *   </arr>
 * </requestHandler>
 * }</pre>
 *
 * <ul>
 *   <li>{@code processor}: the name of the labelling processor whose model has the thesaurus.
 *       Default {@code lmtc}.
 *   <li>{@code names}: files of the configset with names in further languages, in the compact form
 *       that {@code lmtc thesaurus convert} writes. Default: none.
 * </ul>
 *
 * Parameters:
 *
 * <ul>
 *   <li>{@code ids}, {@code name}, {@code prefix}, {@code words} or {@code microthesaurus}: which
 *       concepts; at most one of them.
 *   <li>{@code domainPaths}, {@code broaderPaths}: values of the fields for drill-down, to be
 *       named; separated by commas.
 *   <li>{@code lang}: the language of the names. Default: that of the thesaurus.
 *   <li>{@code rows}: maximum number of concepts that are found by name or microthesaurus, 1 to
 *       1000. Default 20.
 * </ul>
 *
 * Without any of these but {@code lang}: the edition, the languages, and the domains with their
 * microthesauri. A wrong parameter is refused with HTTP 400 and its name.
 */
public final class ThesaurusHandler extends LmtcHandler implements SolrCoreAware {
  /** Where other handlers look for the languages. */
  static final String PATH = "/lmtc/thesaurus";

  private static final String NAMES = "names";
  private static final String IDS = "ids";
  private static final String MICROTHESAURUS = "microthesaurus";
  private static final String DOMAIN_PATHS = "domainPaths";
  private static final String BROADER_PATHS = "broaderPaths";
  private static final long DEFAULT_ROWS = 20;
  private static final long MAX_ROWS = 1_000;

  private static final Map<String, Search> SEARCHES =
      Map.of(
          "name", NameSearch::named,
          "prefix", NameSearch::startingWith,
          "words", NameSearch::withWords);

  private Object nameFiles = List.of();
  private Languages languages = Languages.NONE;

  /** By language; made at the first search, as they hold every name. */
  private final Map<String, Index> indexes = new ConcurrentHashMap<>();

  private interface Search {
    List<NameSearch.Match> find(NameSearch search, String text);
  }

  /** The thesaurus can change: another version of the model may have another one. */
  private record Index(Thesaurus thesaurus, NameSearch search) {}

  @Override
  public void init(NamedList<?> args) {
    super.init(args);
    if (args != null && args.get(NAMES) != null) {
      nameFiles = args.get(NAMES);
    }
  }

  /**
   * @throws SolrException naming the file of names that cannot be used
   */
  @Override
  public void inform(SolrCore core) {
    languages = Languages.load(nameFiles, core.getResourceLoader());
  }

  /** The languages of a core's handler; none when it has no such handler. */
  static Languages languagesOf(SolrCore core) {
    return core.getRequestHandler(PATH) instanceof ThesaurusHandler handler
        ? handler.languages
        : Languages.NONE;
  }

  @Override
  public void handleRequestBody(SolrQueryRequest req, SolrQueryResponse rsp) {
    rsp.setHttpCaching(false);
    try (ModelLeases leases = new ModelLeases(req.getCore())) {
      String model = labelling(req.getCore()).model();
      Thesaurus thesaurus = RequestParams.model(MODEL, model, leases).bundle().thesaurus();
      answer(thesaurus, new RequestParams(req.getParams()), rsp);
    }
  }

  private void answer(Thesaurus thesaurus, RequestParams params, SolrQueryResponse rsp) {
    ThesaurusNames names = languages.names(thesaurus, params);
    rsp.add(Languages.PARAMETER, names.language());
    Set<String> unknown = new LinkedHashSet<>();
    boolean asked = concepts(names, params, rsp, unknown);
    asked |= paths(DOMAIN_PATHS, params, names::alongDomainPath, rsp, unknown);
    asked |= paths(BROADER_PATHS, params, names::alongBroaderPath, rsp, unknown);
    if (!unknown.isEmpty()) {
      rsp.add("unknown", List.copyOf(unknown));
    }
    if (!asked) {
      overview(names, rsp);
    }
  }

  /** Whether concepts were asked for. */
  private boolean concepts(
      ThesaurusNames names, RequestParams params, SolrQueryResponse rsp, Set<String> unknown) {
    List<String> given = new ArrayList<>(SEARCHES.keySet());
    given.addAll(List.of(IDS, MICROTHESAURUS));
    given.removeIf(name -> params.text(name).isEmpty());
    if (given.isEmpty()) {
      return false;
    }
    String asked = given.get(0);
    if (given.size() > 1) {
      throw RequestParams.bad(asked, "excludes '" + given.get(1) + "': send one of them");
    }
    ConceptResponse response = new ConceptResponse(names);
    if (asked.equals(IDS)) {
      List<NamedList<Object>> concepts = new ArrayList<>();
      for (String id : params.list(IDS).orElseThrow()) {
        names
            .thesaurus()
            .concept(id)
            .ifPresentOrElse(
                concept -> concepts.add(response.concept(concept)), () -> unknown.add(id));
      }
      rsp.add("concepts", concepts);
      return true;
    }
    List<NameSearch.Match> found =
        asked.equals(MICROTHESAURUS)
            ? ofMicrothesaurus(response, params.text(asked).orElseThrow())
            : SEARCHES.get(asked).find(search(names), params.text(asked).orElseThrow());
    long rows = params.integer("rows", 1, MAX_ROWS).orElse(DEFAULT_ROWS);
    rsp.add("found", found.size());
    rsp.add("concepts", found.stream().limit(rows).map(match -> match(match, response)).toList());
    return true;
  }

  private static NamedList<Object> match(NameSearch.Match match, ConceptResponse response) {
    NamedList<Object> concept = response.concept(match.concept());
    if (!match.name().equals(response.names().descriptor(match.concept()))) {
      concept.add("matchedName", match.name());
    }
    return concept;
  }

  private static List<NameSearch.Match> ofMicrothesaurus(
      ConceptResponse response, String notation) {
    ThesaurusNames names = response.names();
    List<Concept> concepts =
        names
            .microthesaurus(notation)
            .map(response::conceptsOf)
            .orElseThrow(
                () ->
                    RequestParams.bad(
                        MICROTHESAURUS,
                        "names no microthesaurus: '"
                            + notation
                            + "'; a request without parameters lists them"));
    return concepts.stream()
        .map(concept -> new NameSearch.Match(concept, names.descriptor(concept)))
        .toList();
  }

  private NameSearch search(ThesaurusNames names) {
    return indexes
        .compute(
            names.language(),
            (language, known) ->
                known != null && known.thesaurus().equals(names.thesaurus())
                    ? known
                    : new Index(names.thesaurus(), new NameSearch(names)))
        .search();
  }

  /** Whether paths were asked for. */
  private static boolean paths(
      String parameter,
      RequestParams params,
      Function<String, Optional<List<String>>> labels,
      SolrQueryResponse rsp,
      Set<String> unknown) {
    Optional<List<String>> asked = params.list(parameter);
    if (asked.isEmpty()) {
      return false;
    }
    NamedList<Object> named = new SimpleOrderedMap<>();
    for (String path : asked.get()) {
      try {
        labels
            .apply(path)
            .ifPresentOrElse(found -> named.add(path, found), () -> unknown.add(path));
      } catch (IllegalArgumentException e) {
        throw RequestParams.bad(parameter, "has a wrong value: " + e.getMessage());
      }
    }
    rsp.add(parameter, named);
    return true;
  }

  private void overview(ThesaurusNames names, SolrQueryResponse rsp) {
    Thesaurus thesaurus = names.thesaurus();
    Edition edition = thesaurus.edition();
    List<String> all = new ArrayList<>(languages.tags());
    all.remove(edition.language());
    all.add(0, edition.language());
    rsp.add("languages", all);
    rsp.add("edition", edition.version());
    rsp.add("source", edition.source());
    rsp.add("concepts", thesaurus.concepts().size());
    ConceptResponse response = new ConceptResponse(names);
    rsp.add("domains", thesaurus.domains().stream().map(response::domain).toList());
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.of(
        IDS,
        "concepts by id",
        "name",
        "concepts with this name",
        "prefix",
        "concepts with a name that starts with this",
        "words",
        "concepts with these words in a name",
        "rows",
        "maximum number of concepts");
  }

  @Override
  public String getDescription() {
    return "Names of concepts and of hierarchy paths, and concepts by name";
  }

  @Override
  public Name getPermissionName(AuthorizationContext request) {
    return Name.READ_PERM;
  }
}
