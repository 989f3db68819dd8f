package org.solrlmtc.core.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class TestNativeFolders {
  private final Instant longAgo = Instant.now().minus(Duration.ofDays(1));

  @TempDir Path temporary;

  /** The processes of these tests load ONNX Runtime, and end or halt as if they were killed. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) {
      OnnxRuntime.environment();
      if (args[0].equals("halt")) {
        Runtime.getRuntime().halt(0);
      }
    }
  }

  @Test
  void aProcessThatEndsLeavesNothing() throws Exception {
    run("end");
    assertEquals(List.of(), folders());
  }

  @Test
  void whatAKilledProcessLeftIsDeletedByALaterOne() throws Exception {
    run("halt");
    assertEquals(1, folders().size());
    run("end");
    assertEquals(1, folders().size(), "perhaps another process is unpacking it right now");
    Files.setLastModifiedTime(folders().get(0), FileTime.from(longAgo));
    run("end");
    assertEquals(List.of(), folders());
  }

  @Test
  void whatAnotherProcessUsesStays() throws Exception {
    Path used = folder("onnxruntime-java1");
    Path unused = folder("onnxruntime-java2");
    Path other = folder("other");
    Path process = Files.createDirectories(temporary.resolve("proc").resolve("17"));
    Files.writeString(
        process.resolve("maps"),
        "7f00-7f01 r-xp 00000000 08:01 42    /usr/lib/libc.so\n"
            + "7f02-7f03 r-xp 00000000 08:01 43    "
            + used.toRealPath()
            + "/libonnxruntime.so\n");
    new NativeFolders(temporary, process.getParent()).deleteUnused(Instant.now());
    assertEquals(
        List.of(true, false, true),
        Stream.of(used, unused, other).map(folder -> Files.exists(folder)).toList());
  }

  private Path folder(String name) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve(name));
    Files.createFile(folder.resolve("libonnxruntime.so"));
    return Files.setLastModifiedTime(folder, FileTime.from(longAgo));
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.getFileName().toString().startsWith("onnx")).toList();
    }
  }

  private void run(String end) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                end)
            .inheritIO()
            .start();
    process.waitFor(2, TimeUnit.MINUTES);
    assertEquals(0, process.exitValue());
  }
}
