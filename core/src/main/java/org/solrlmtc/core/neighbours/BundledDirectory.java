package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.MMapDirectory;

/** The files of a Lucene index that have other names in a bundle. Read-only. */
final class BundledDirectory extends FilterDirectory {
  private final Map<String, Path> files;

  /**
   * @param folder the folder of all files
   * @param files by their name in the index
   */
  BundledDirectory(Path folder, Map<String, Path> files) throws IOException {
    super(new MMapDirectory(folder));
    this.files = Map.copyOf(files);
  }

  @Override
  public String[] listAll() {
    return files.keySet().stream().sorted().toArray(String[]::new);
  }

  @Override
  public long fileLength(String name) throws IOException {
    return in.fileLength(bundled(name));
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    return in.openInput(bundled(name), context);
  }

  private String bundled(String name) throws IOException {
    Path file = files.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return file.getFileName().toString();
  }
}
