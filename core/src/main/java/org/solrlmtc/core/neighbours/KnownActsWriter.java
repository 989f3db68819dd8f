package org.solrlmtc.core.neighbours;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.solrlmtc.core.text.ActVector;

/** Writes known acts into a Lucene index of few files. Not thread-safe. */
public final class KnownActsWriter implements AutoCloseable {
  /** All acts of a corpus fit, so that there is nothing to merge. */
  private static final int BUFFER_MEGABYTES = 256;

  private final Directory directory;
  private final IndexWriter writer;
  private final NeighboursSettings settings;

  /**
   * @param folder an empty folder for the files
   * @param features size of the vocabulary
   * @throws IllegalArgumentException if it is too large
   */
  public KnownActsWriter(Path folder, NeighboursSettings settings, int features)
      throws IOException {
    if (features > ActFields.MAX_FEATURES) {
      throw new IllegalArgumentException(
          "the setting 'maxFeatures' must be at most " + ActFields.MAX_FEATURES);
    }
    this.settings = settings;
    this.directory = FSDirectory.open(folder);
    IndexWriterConfig config =
        new IndexWriterConfig(null)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setUseCompoundFile(true)
            .setRAMBufferSizeMB(BUFFER_MEGABYTES)
            .setMergeScheduler(new SerialMergeScheduler())
            .setCommitOnClose(false);
    config.getMergePolicy().setNoCFSRatio(1);
    this.writer = new IndexWriter(directory, config);
  }

  /**
   * The document of an act.
   *
   * @param vector the act's TF-IDF vector
   */
  public Document document(String id, String title, int[] labels, ActVector vector) {
    Document document = ActFields.document(id, title, TermWeights.of(vector, settings.terms()));
    for (int label : labels) {
      document.add(new SortedNumericDocValuesField(ActFields.LABELS, label));
    }
    return document;
  }

  /** Adds a document. */
  public void add(Document document) throws IOException {
    writer.addDocument(document);
  }

  /**
   * Completes the index.
   *
   * @return the names of its files
   */
  public List<String> finish() throws IOException {
    writer.forceMerge(1);
    writer.commit();
    writer.close();
    return List.of(directory.listAll()).stream()
        .filter(name -> !name.equals(IndexWriter.WRITE_LOCK_NAME))
        .toList();
  }

  @Override
  public void close() throws IOException {
    try (directory) {
      if (writer.isOpen()) {
        writer.rollback();
      }
    }
  }
}
