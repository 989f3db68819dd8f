package org.solrlmtc.tests;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What may use what: the modules' layers, packages without cycles, and no more public than needed.
 */
class TestArchitecture {
  private static final int MAX_TYPES_PER_PACKAGE = 30;
  private static final int MAX_LINES_PER_FILE = 400;
  private static final String SOLR = "org.apache.solr..";
  private static final String CORE = "org.solrlmtc.core..";
  private static final String READERS = "org.solrlmtc.readers..";
  private static final String TRAINING = "org.solrlmtc.training..";
  private static final String PLUGIN = "org.solrlmtc.plugin..";
  private static final String SERVER = "org.solrlmtc.server..";
  private static final String CLI = "org.solrlmtc.cli..";
  private static final String PICOCLI = "picocli..";
  private static final String LIBTORCH = "org.bytedeco..";

  /** Public though no other package names them: programs, and API for code outside the project. */
  private static final Set<String> ENTRY_POINTS =
      Set.of(
          "org.solrlmtc.cli.Lmtc",
          "org.solrlmtc.server.ServerMain",
          // what a jar that adds a combiner implements
          "org.solrlmtc.core.ensemble.CombinerContext",
          "org.solrlmtc.core.ensemble.ScoreCombiner",
          "org.solrlmtc.core.ensemble.ScoreCombinerProvider");

  private static final JavaClasses MAIN = load("classes");

  private static JavaClasses load(String... folders) {
    try (Stream<Path> modules = Files.list(Product.ROOT)) {
      List<Path> found =
          modules
              .filter(module -> Files.exists(module.resolve("pom.xml")))
              .flatMap(module -> Stream.of(folders).map(module.resolve("target")::resolve))
              .filter(Files::isDirectory)
              .toList();
      return new ClassFileImporter().importPaths(found);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyModuleIsChecked() {
    for (String layer : List.of("core", "readers", "training", "plugin", "server", "cli")) {
      assertTrue(
          MAIN.stream().anyMatch(type -> type.getPackageName().startsWith("org.solrlmtc." + layer)),
          "no classes of " + layer + " in " + Product.ROOT);
    }
  }

  @Test
  void theCoreKnowsNeitherSolrNorTrainingNorTheCommandLine() {
    forbid(CORE, SOLR, READERS, TRAINING, PLUGIN, SERVER, CLI, PICOCLI, LIBTORCH);
  }

  @Test
  void theReadersKnowTheCoreAlone() {
    forbid(READERS, SOLR, TRAINING, PLUGIN, SERVER, CLI, PICOCLI, LIBTORCH);
  }

  @Test
  void trainingKnowsNeitherSolrNorTheCommandLine() {
    forbid(TRAINING, SOLR, PLUGIN, SERVER, CLI, PICOCLI);
  }

  @Test
  void thePluginKnowsNeitherTrainingNorReadersOfFilesThatSolrDoesNotRead() {
    forbid(
        PLUGIN,
        READERS,
        TRAINING,
        SERVER,
        CLI,
        PICOCLI,
        LIBTORCH,
        "org.eclipse.rdf4j..",
        "org.jsoup..");
  }

  @Test
  void theServerKnowsSolrAlone() {
    forbid(SERVER, CORE, READERS, TRAINING, PLUGIN, CLI, PICOCLI, LIBTORCH);
  }

  @Test
  void theCommandLineTalksToThePluginOverHttpOnly() {
    forbid(CLI, PLUGIN);
  }

  private static void forbid(String layer, String... others) {
    noClasses()
        .that()
        .resideInAPackage(layer)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(MAIN);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.solrlmtc.(**)").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  void noPackageIsCrowded() {
    Map<String, Long> types =
        MAIN.stream()
            .filter(TestArchitecture::isTopLevel)
            .collect(
                Collectors.groupingBy(
                    JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
    assertTrue(
        types.values().stream().allMatch(count -> count <= MAX_TYPES_PER_PACKAGE),
        () -> "a package has more than " + MAX_TYPES_PER_PACKAGE + " types:\n" + table(types));
  }

  /** One line per package: the number of its types and its name. */
  private static String table(Map<String, Long> types) {
    return types.entrySet().stream()
        .map(entry -> entry.getValue() + "\t" + entry.getKey())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void noSourceFileIsLong() throws IOException {
    Map<Path, Integer> lines = new TreeMap<>();
    try (Stream<Path> modules = Files.list(Product.ROOT)) {
      for (Path sources :
          modules
              .map(module -> module.resolve(Path.of("src", "main", "java")))
              .filter(Files::isDirectory)
              .toList()) {
        try (Stream<Path> files = Files.walk(sources)) {
          for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
            lines.put(Product.ROOT.relativize(file), Files.readAllLines(file).size());
          }
        }
      }
    }
    assertFalse(lines.isEmpty(), "no sources in " + Product.ROOT);
    lines.values().removeIf(count -> count <= MAX_LINES_PER_FILE);
    assertEquals(Map.of(), lines, "files of more than " + MAX_LINES_PER_FILE + " lines");
  }

  private static boolean isTopLevel(JavaClass type) {
    return type.isTopLevelClass() && !type.getSimpleName().equals("package-info");
  }

  /** A test in another package counts as a user, too: it could not be compiled otherwise. */
  @Test
  void publicIsWhatAnotherPackageUses() throws IOException {
    Set<String> entryPoints = entryPoints();
    JavaClasses all = load("classes", "test-classes");
    Set<String> main = MAIN.stream().map(JavaClass::getName).collect(Collectors.toSet());
    classes()
        .that(
            describe(
                "are public top-level types of main code",
                type ->
                    main.contains(type.getName())
                        && isTopLevel(type)
                        && type.getModifiers().contains(JavaModifier.PUBLIC)
                        && !entryPoints.contains(type.getName())))
        .should(beUsedByAnotherPackage(all))
        .check(all);
  }

  private static ArchCondition<JavaClass> beUsedByAnotherPackage(JavaClasses users) {
    Set<JavaClass> passed = passedBetweenPackages(users);
    return new ArchCondition<>("be used by another package") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean used =
            passed.contains(type)
                || Stream.concat(Stream.of(type), nested(type))
                    .flatMap(part -> part.getDirectDependenciesToSelf().stream())
                    .anyMatch(use -> !use.getOriginClass().getPackage().equals(type.getPackage()));
        events.add(
            new SimpleConditionEvent(
                type, used, type.getName() + " is public, and no other package uses it"));
      }
    };
  }

  /**
   * A lambda's type appears only among the parameter types of the method that is called with it.
   */
  private static Set<JavaClass> passedBetweenPackages(JavaClasses users) {
    Set<JavaClass> passed = new HashSet<>();
    for (JavaClass user : users) {
      Stream.concat(
              user.getCodeUnitCallsFromSelf().stream(),
              user.getCodeUnitReferencesFromSelf().stream())
          .flatMap(
              access ->
                  Stream.concat(
                      access.getTarget().getRawParameterTypes().stream(),
                      Stream.of(access.getTarget().getRawReturnType())))
          .filter(type -> !type.getPackageName().equals(user.getPackageName()))
          .forEach(passed::add);
    }
    return passed;
  }

  /** Types nested in a public one are reached by its name. */
  private static Stream<JavaClass> nested(JavaClass type) {
    return type.getPackage().getClasses().stream()
        .filter(other -> other.getName().startsWith(type.getName() + "$"));
  }

  /** Programs, services and classes that configurations name. */
  private static Set<String> entryPoints() throws IOException {
    Set<String> names = new TreeSet<>(ENTRY_POINTS);
    List<Path> files =
        new ArrayList<>(
            List.of(Product.ROOT.resolve(Path.of("conf", "configset", "solrconfig.xml"))));
    try (Stream<Path> modules = Files.list(Product.ROOT)) {
      for (Path services :
          modules
              .map(module -> module.resolve(Path.of("target", "classes", "META-INF", "services")))
              .filter(Files::isDirectory)
              .toList()) {
        try (Stream<Path> service = Files.list(services)) {
          service.forEach(files::add);
        }
      }
    }
    Pattern name = Pattern.compile("org\\.solrlmtc\\.[\\w.]+");
    for (Path file : files) {
      Matcher matcher = name.matcher(Files.readString(file));
      while (matcher.find()) {
        names.add(matcher.group());
      }
    }
    return names;
  }
}
