package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * The product as a user has it: the built command line run as a process, and a Solr of its own home
 * asked over HTTP.
 */
final class Product implements AutoCloseable {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final Path DEMO_ACTS = ROOT.resolve("demo").resolve("acts");
  private static final Path CLI = ROOT.resolve(Path.of("cli", "target", "lib", "lmtc-cli.jar"));
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path solrHome;

  /** With a connection for each request that is going on, as most clients have it. */
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Map<String, String> environment = new TreeMap<>();

  private JsonNode server;

  /** What a command answered. */
  record Answer(int code, String out, String err) {}

  Product(Path solrHome) {
    this.solrHome = solrHome;
  }

  /** A program that is installed. */
  static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Path solrHome() {
    return solrHome;
  }

  /** Sets an environment variable of later commands. */
  void set(String variable, String value) {
    environment.put(variable, value);
  }

  /** Starts a command without waiting for it. */
  Process begin(Path out, Path err, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                CLI.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("LMTC_HOME", ROOT.toString());
    builder.environment().putAll(environment);
    // as the script lmtc has it
    builder.environment().put("OMP_WAIT_POLICY", "passive");
    return builder.start();
  }

  /** Runs a command to its end. */
  Answer run(String... args) throws IOException, InterruptedException {
    Path out = Files.createTempFile("lmtc", ".out");
    Path err = Files.createTempFile("lmtc", ".err");
    try {
      Process process = begin(out, err, args);
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("no end after 5 minutes: " + String.join(" ", args));
      }
      return new Answer(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** Runs a command that must succeed. */
  String lmtc(String... args) throws IOException, InterruptedException {
    Answer answer = run(args);
    if (answer.code() != 0) {
      throw new AssertionError(String.join(" ", args) + " failed: " + answer.out() + answer.err());
    }
    return answer.out();
  }

  /** Starts Solr on a free port. */
  void start(String... options) throws IOException, InterruptedException {
    startAt(0, options);
  }

  /** Starts Solr where it was before. */
  void restart(String... options) throws IOException, InterruptedException {
    startAt(server.get("port").asInt(), options);
  }

  private void startAt(int port, String... options) throws IOException, InterruptedException {
    List<String> args =
        new ArrayList<>(List.of("start", "--port=" + port, "--solr-home", solrHome.toString()));
    args.addAll(List.of(options));
    lmtc(args.toArray(String[]::new));
    server = servers().get(0);
  }

  /** Waits for the server program that was started without the command line. */
  void await(Process process) throws IOException, InterruptedException {
    while (servers().isEmpty()) {
      if (process.waitFor(200, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("the server ended with " + process.exitValue());
      }
    }
    server = servers().get(0);
  }

  private JsonNode servers() throws IOException, InterruptedException {
    return JSON.readTree(run("status", "--json", "--solr-home", solrHome.toString()).out())
        .get("servers");
  }

  String url() {
    return server.get("url").asText();
  }

  /** The process that Solr runs in. */
  long pid() {
    return server.get("pid").asLong();
  }

  /** The address of the cluster's ZooKeeper. */
  String zooKeeper() {
    return server.get("zooKeeper").asText();
  }

  /** Whether the process of Solr lives. */
  boolean isAlive() {
    return ProcessHandle.of(pid()).filter(ProcessHandle::isAlive).isPresent();
  }

  /** Ends Solr as a power cut would. */
  void kill() {
    ProcessHandle process = ProcessHandle.of(pid()).orElseThrow();
    process.destroyForcibly();
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !process.isAlive());
  }

  /** Waits for what a process is about to do; the test fails with its words if it ends before. */
  static void awaitOf(Process process, Path err, Callable<Boolean> done) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofMinutes(5))
        .until(
            () -> {
              if (done.call()) {
                return true;
              }
              assertTrue(process.isAlive(), () -> "it ended too early: " + text(err));
              return false;
            });
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Answer index(String... args) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("index", "--url", url()));
    all.addAll(List.of(args));
    return run(all.toArray(String[]::new));
  }

  /** Asks a handler of the collection. */
  JsonNode get(String handler, Map<String, String> params)
      throws IOException, InterruptedException {
    String query =
        params.entrySet().stream()
            .map(param -> param.getKey() + "=" + encode(param.getValue()))
            .collect(Collectors.joining("&"));
    return send(
        HttpRequest.newBuilder(URI.create(url() + "/eurlex" + handler + "?" + query)).build());
  }

  /** Posts JSON to a handler of the collection. */
  JsonNode post(String handler, String json) throws IOException, InterruptedException {
    return postTo("eurlex" + handler, json);
  }

  /** Posts JSON to a handler of any collection. */
  JsonNode postTo(String path, String json) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url() + "/" + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  void commit() throws IOException, InterruptedException {
    JsonNode answer = post("/update?commit=true", "[]");
    if (answer.has("error")) {
      throw new AssertionError("no commit: " + answer);
    }
  }

  long count(String query) throws IOException, InterruptedException {
    return get("/query", Map.of("q", query, "rows", "0")).at("/response/numFound").asLong();
  }

  /** Whether the core has replayed the update log of a server that was killed. */
  boolean isLogReplayed() throws IOException, InterruptedException {
    String state = "/metrics/solr.core.eurlex/TLOG.state";
    // Solr's number for ACTIVE
    return postToNode("admin/metrics?prefix=TLOG.state&wt=json").at(state).asInt(-1) == 3;
  }

  private JsonNode postToNode(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(url() + "/" + path)).build());
  }

  JsonNode document(String id) throws IOException, InterruptedException {
    return get("/get", Map.of("id", id)).get("doc");
  }

  /** All that a core has itself, by id: which labels, and from whom. */
  Map<String, JsonNode> labels(String core) throws IOException, InterruptedException {
    String query = "/query?q=*:*&rows=1000000&distrib=false&fl=id,eurovoc_id,lmtc_*";
    JsonNode documents = postTo(core + query, "").at("/response/docs");
    Map<String, JsonNode> labels = new TreeMap<>();
    for (JsonNode document : documents) {
      if (labels.put(document.get("id").asText(), document) != null) {
        throw new AssertionError("found twice: " + document);
      }
    }
    return labels;
  }

  private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body());
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** Stops Solr as an administrator does. */
  void stop() throws IOException, InterruptedException {
    lmtc("stop", "--solr-home", solrHome.toString());
  }

  @Override
  public void close() throws IOException {
    try {
      run("stop", "--solr-home", solrHome.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
