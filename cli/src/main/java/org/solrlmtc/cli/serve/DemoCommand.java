package org.solrlmtc.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.response.FacetField;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.solrlmtc.cli.common.Layout;
import org.solrlmtc.cli.solr.LocalServers;
import org.solrlmtc.cli.solr.SolrHttp;
import org.solrlmtc.server.RunFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Demonstrates the product in one command. */
@Command(
    name = "demo",
    description = {
      "Start Solr, index the demo acts, and show facets and searches by EuroVoc concept.",
      "",
      "The server keeps running; 'lmtc stop' stops it. A second run indexes the same acts again and"
          + " replaces them.",
      ""
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String COLLECTION = "eurlex";
  private static final String PATHS = "eurovoc_domain_path";
  private static final int FACET_ROWS = 12;

  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8983",
      description =
          "Port of Solr; unused if a server of this Solr home is up already (default:"
              + " ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--solr-home",
      paramLabel = "DIR",
      description = "Solr home: indexes, logs, run files (default: solr-home of the project).")
  private Path solrHome;

  @Override
  public Integer call() {
    Layout layout = Layout.find();
    Path home = solrHome == null ? layout.solrHome() : solrHome;
    int started = startUnlessUp(home);
    if (started != ExitCode.OK) {
      return started;
    }
    String url = new LocalServers(home.toAbsolutePath().normalize()).running().get(0).solrUrl();
    int indexed =
        run("index", layout.demoActs().toString(), "--url", url, "--collection", COLLECTION);
    if (indexed != ExitCode.OK) {
      return indexed;
    }
    try (SolrHttp solr = new SolrHttp(url, REQUEST_TIMEOUT)) {
      show(solr, url + "/" + COLLECTION);
    }
    return ExitCode.OK;
  }

  private int startUnlessUp(Path home) {
    List<RunFile> running = new LocalServers(home.toAbsolutePath().normalize()).running();
    if (!running.isEmpty()) {
      out().println("Solr is already up: " + running.get(0).solrUrl());
      return ExitCode.OK;
    }
    return run("start", "--port", Integer.toString(port), "--solr-home", home.toString());
  }

  private int run(String... args) {
    return spec.root().commandLine().execute(args);
  }

  private void show(SolrHttp solr, String url) {
    out().println("\nOpen the page in a browser: " + url + "/lmtc/");
    QueryResponse all = search(solr, new SolrQuery());
    out().printf(Locale.ROOT, "%n%d acts are in the index, by labelling status:%n", found(all));
    facet(search(solr, new SolrQuery().addFacetField("lmtc_status", "lmtc_model")), "lmtc_status");
    out().println("\nEuroVoc concepts, by number of acts:");
    facet(all, "eurovoc_label");
    out().println("\nEuroVoc domains:");
    facet(all, "eurovoc_domain");

    String domain = "0/56";
    String below = "1/" + domain.substring(2) + "/";
    out().println("\nDrill-down: the microthesauri of domain 56:");
    SolrQuery drillDown =
        new SolrQuery()
            .addFilterQuery("{!term f=eurovoc_domain_path}" + domain)
            .setParam("f.eurovoc_domain_path.facet.prefix", below);
    QueryResponse drilled = search(solr, drillDown);
    JsonNode names = names(solr, drilled.getFacetField(PATHS));
    facet(drilled, PATHS, path -> String.join(" > ", texts(names.path(path))));

    String concept = "Moldova";
    out().println("\nBest matches among the acts about \"" + concept + "\":");
    SolrQuery about = new SolrQuery(concept).addFilterQuery("{!term f=eurovoc_label}" + concept);
    for (SolrDocument act : search(solr, about.setRows(3)).getResults()) {
      out().println("  " + act.getFieldValue("id") + "  " + act.getFieldValue("title"));
      out().println("      " + String.join(", ", strings(act, "eurovoc_label")));
    }

    out().println("\nTry it:");
    out().println("  " + url + "/select?q=fishing");
    out().println("  " + url + "/select?fq=" + encode("{!term f=eurovoc_label}" + concept));
    out()
        .println(
            "  "
                + url
                + "/select?rows=0&fq="
                + encode("{!term f=eurovoc_domain_path}" + domain)
                + "&f.eurovoc_domain_path.facet.prefix="
                + encode(below));
    out().println("  " + url + "/lmtc/thesaurus?lang=fr&domainPaths=" + encode(domain));
    out().println("  ./lmtc index PATH...     your own acts");
    out().println("  ./lmtc stop              when you are done");
  }

  private static QueryResponse search(SolrHttp solr, SolrQuery query) {
    return solr.send(client -> client.query(COLLECTION, query));
  }

  private static long found(QueryResponse response) {
    return response.getResults().getNumFound();
  }

  private void facet(QueryResponse response, String field) {
    facet(response, field, name -> name);
  }

  private void facet(QueryResponse response, String field, UnaryOperator<String> name) {
    List<FacetField.Count> counts = response.getFacetField(field).getValues();
    for (FacetField.Count count : counts.subList(0, Math.min(FACET_ROWS, counts.size()))) {
      out().printf(Locale.ROOT, "  %4d  %s%n", count.getCount(), name.apply(count.getName()));
    }
  }

  /** The names along each path of a facet. */
  private static JsonNode names(SolrHttp solr, FacetField facet) {
    String paths =
        facet.getValues().stream().map(FacetField.Count::getName).collect(Collectors.joining(","));
    ModifiableSolrParams params = new ModifiableSolrParams().set("domainPaths", paths);
    return solr.post(COLLECTION, "/lmtc/thesaurus", params).path("domainPaths");
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static List<String> strings(SolrDocument document, String field) {
    return document.getFieldValues(field).stream().map(Object::toString).toList();
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
