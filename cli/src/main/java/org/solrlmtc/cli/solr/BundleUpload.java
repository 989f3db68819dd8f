package org.solrlmtc.cli.solr;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.solr.common.params.MapSolrParams;
import org.solrlmtc.core.bundle.ModelBundle;

/** Puts a bundle into the models folders of a running Solr. */
public final class BundleUpload {
  private BundleUpload() {}

  /** The answer of {@code /lmtc/models}. */
  public static JsonNode send(SolrHttp solr, String collection, ModelBundle bundle) {
    return solr.upload(
        collection,
        "/lmtc/models",
        new MapSolrParams(Map.of("action", "upload", "model", bundle.manifest().name())),
        "application/zip",
        stream -> zip(bundle.folder(), stream));
  }

  private static void zip(Path folder, OutputStream out) throws IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.sorted().toList();
    }
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, zip);
      }
    }
  }
}
