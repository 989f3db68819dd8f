package org.solrlmtc.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the zip and its jars hold beside classes and models. */
class TestZip {
  @Test
  void filesOfZipAndJarsDoNotDependOnWhoBuiltThem() throws IOException {
    Set<FileTime> times = new HashSet<>();
    try (FileSystem zip = open(Installation.zip())) {
      assertUsualModes(zip, times);
      for (Path jar : ownJars(zip)) {
        try (FileSystem inside = open(jar)) {
          assertUsualModes(inside, times);
        }
      }
    }
    assertEquals(1, times.size(), times.toString());
  }

  @Test
  void licencesAndBillOfMaterialsAreIncluded() throws IOException {
    try (FileSystem zip = open(Installation.zip())) {
      Path root = root(zip);
      for (String name : List.of("LICENSE", "NOTICE", "THIRD-PARTY.txt")) {
        assertTrue(Files.size(root.resolve(name)) > 0, name);
        for (Path jar : ownJars(zip)) {
          try (FileSystem inside = open(jar)) {
            assertTrue(Files.exists(inside.getPath("META-INF", name)), jar + " lacks " + name);
          }
        }
      }
      assertTrue(Files.size(root.resolve("docs").resolve("grafana-dashboard.json")) > 0);
      JsonNode bill = new ObjectMapper().readTree(Files.readAllBytes(root.resolve("SBOM.json")));
      assertEquals("CycloneDX", bill.get("bomFormat").asText());
      assertTrue(bill.get("components").findValuesAsText("name").contains("lmtc-core"));
    }
  }

  private static FileSystem open(Path file) throws IOException {
    return FileSystems.newFileSystem(file, Map.of("enablePosixFileAttributes", "true"));
  }

  private static void assertUsualModes(FileSystem zip, Set<FileTime> times) throws IOException {
    try (Stream<Path> walk = Files.walk(zip.getPath("/"))) {
      for (Path path : walk.filter(path -> path.getFileName() != null).toList()) {
        boolean program = path.getParent().endsWith("bin");
        assertEquals(
            program || Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--",
            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)),
            path.toString());
        times.add(Files.getLastModifiedTime(path));
      }
    }
  }

  private static Path root(FileSystem zip) throws IOException {
    try (Stream<Path> entries = Files.list(zip.getPath("/"))) {
      return entries.findAny().orElseThrow();
    }
  }

  private static List<Path> ownJars(FileSystem zip) throws IOException {
    try (Stream<Path> jars = Files.list(root(zip).resolve("lib"))) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith("lmtc-")).toList();
    }
  }
}
