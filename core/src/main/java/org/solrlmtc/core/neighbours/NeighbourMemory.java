package org.solrlmtc.core.neighbours;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.core.bundle.BundleException;
import org.solrlmtc.core.io.FileTrees;
import org.solrlmtc.core.io.OneLine;
import org.solrlmtc.core.score.ActMemory;
import org.solrlmtc.core.text.ActVector;
import org.solrlmtc.core.text.TextVectorizer;

/**
 * Known acts that a neighbours model learned while it serves: a Lucene index beside the bundle.
 * Lucene's commits make a change complete or absent after a crash. Labels are stored as ids of
 * concepts, so that the memory stays right when labels of the model are edited.
 */
final class NeighbourMemory implements ActMemory {
  private static final String FORMAT = "lmtc.format";
  private static final String FORMAT_VERSION = "1";
  private static final String KEY = "lmtc.key";
  private static final String VERSION = "lmtc.version";

  /** Lucene refuses terms of more than 32,766 bytes. */
  private static final int MAX_ID = 1_000;

  private static final int MAX_CONCEPTS = 1_000;

  private final Path folder;
  private final String key;
  private final int maxActs;
  private final TextVectorizer vectorizer;
  private final int terms;
  private final int features;

  /** Open since the first change. */
  private Optional<IndexWriter> writer = Optional.empty();

  private long version;
  private Optional<String> problem = Optional.empty();
  private boolean closed;
  private volatile AddedActs acts = AddedActs.none();

  /**
   * @param key of the scorers that can use it
   * @param terms maximum number of terms per act
   */
  NeighbourMemory(Path folder, String key, int maxActs, TextVectorizer vectorizer, int terms) {
    this.folder = folder;
    this.key = key;
    this.maxActs = maxActs;
    this.vectorizer = vectorizer;
    this.terms = terms;
    this.features = vectorizer.features();
    load();
  }

  String key() {
    return key;
  }

  /** The acts now. */
  AddedActs acts() {
    return acts;
  }

  private void load() {
    try {
      if (!Files.isDirectory(folder)) {
        return;
      }
      try (FSDirectory directory = FSDirectory.open(folder)) {
        if (DirectoryReader.indexExists(directory)) {
          try (DirectoryReader reader = DirectoryReader.open(directory)) {
            read(reader);
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      // Lucene answers a file that lies about its content with any exception
      problem =
          Optional.of(
              "the memory "
                  + shown()
                  + " is not used: "
                  + withoutFolder(OneLine.of(String.valueOf(e.getMessage())))
                  + "; clear it with POST /lmtc/models?action=forget&all=true, then teach it again"
                  + " with ./lmtc learn");
    }
  }

  /** Its place below the folder of all memories: clients need not know where the server's is. */
  private String shown() {
    int names = folder.getNameCount();
    return folder.subpath(Math.max(0, names - 3), names).toString();
  }

  private String withoutFolder(String message) {
    return message.replace(folder.toString(), shown());
  }

  private void read(DirectoryReader reader) throws IOException {
    Map<String, String> data = reader.getIndexCommit().getUserData();
    if (!FORMAT_VERSION.equals(data.get(FORMAT)) || !key.equals(data.get(KEY))) {
      throw new DamagedIndexException("it was written for another model or by another release");
    }
    AddedActs read = AddedActs.read(reader, features);
    version = Long.parseLong(data.get(VERSION));
    acts = read;
  }

  @Override
  public synchronized void add(List<ActRecord> added) {
    // of several acts with one id, the last counts
    Map<String, Document> documents = new LinkedHashMap<>();
    ActVector vector = vectorizer.newVector();
    for (ActRecord record : added) {
      check(record);
      vectorizer.vectorize(record.act(), vector);
      documents.remove(record.act().id());
      documents.put(record.act().id(), document(record, TermWeights.of(vector, terms)));
    }
    Set<String> ids = new LinkedHashSet<>(acts.ids());
    ids.removeAll(documents.keySet());
    ids.addAll(documents.keySet());
    List<String> dropped = ids.stream().limit(Math.max(0, ids.size() - maxActs)).toList();
    change(
        open -> {
          for (Map.Entry<String, Document> document : documents.entrySet()) {
            open.updateDocument(term(document.getKey()), document.getValue());
          }
          for (String id : dropped) {
            open.deleteDocuments(term(id));
          }
        });
  }

  private static Term term(String id) {
    return new Term(ActFields.ID, id);
  }

  private static Document document(ActRecord record, TermWeights terms) {
    Document document = ActFields.document(record.act().id(), title(record), terms);
    document.add(new StringField(ActFields.ID, record.act().id(), Field.Store.NO));
    document.add(new BinaryDocValuesField(ActFields.CONCEPTS, AddedActs.stored(record.concepts())));
    return document;
  }

  private static String title(ActRecord record) {
    return record.act().title().isBlank() ? record.act().header().strip() : record.act().title();
  }

  private static void check(ActRecord record) {
    String id = record.act().id();
    if (id.isEmpty() || id.length() > MAX_ID || !OneLine.of(id).equals(id)) {
      throw new BundleException(
          record.source() + ": the act needs an id of one line, at most " + MAX_ID + " characters");
    }
    if (record.concepts().isEmpty() || record.concepts().size() > MAX_CONCEPTS) {
      throw new BundleException(
          record.source()
              + ": act '"
              + id
              + "' has "
              + record.concepts().size()
              + " concepts, it needs 1 to "
              + MAX_CONCEPTS);
    }
    for (String concept : record.concepts()) {
      if (concept.isBlank() || !OneLine.of(concept).equals(concept)) {
        throw new BundleException(
            record.source() + ": act '" + id + "' has the concept '" + OneLine.of(concept) + "'");
      }
    }
  }

  @Override
  public synchronized int remove(Collection<String> ids) {
    List<String> known = ids.stream().distinct().filter(id -> acts.number(id) >= 0).toList();
    checkUsable();
    if (!known.isEmpty()) {
      change(
          open -> {
            for (String id : known) {
              open.deleteDocuments(term(id));
            }
          });
    }
    return known.size();
  }

  private interface Change {
    void apply(IndexWriter writer) throws IOException;
  }

  private void checkUsable() {
    if (closed) {
      throw new BundleException("the memory " + shown() + " is closed: try again");
    }
    problem.ifPresent(
        reason -> {
          throw new BundleException(reason);
        });
  }

  private void change(Change change) {
    checkUsable();
    boolean done = false;
    try {
      IndexWriter open = writer();
      change.apply(open);
      open.setLiveCommitData(
          Map.of(FORMAT, FORMAT_VERSION, KEY, key, VERSION, Long.toString(version + 1)).entrySet());
      open.commit();
      done = true;
      try (DirectoryReader reader = DirectoryReader.open(open.getDirectory())) {
        read(reader);
      }
    } catch (LockObtainFailedException e) {
      throw new BundleException("the memory " + shown() + " is used by another process", e);
    } catch (IOException e) {
      throw new BundleException(
          "the memory "
              + shown()
              + (done ? " was changed, but cannot be read: " : " cannot be changed: ")
              + withoutFolder(String.valueOf(e.getMessage())),
          e);
    } finally {
      if (!done) {
        // what was not committed is gone, and the next change starts afresh
        rollback();
      }
    }
  }

  private IndexWriter writer() throws IOException {
    if (writer.isEmpty()) {
      Files.createDirectories(folder);
      IndexWriterConfig config =
          new IndexWriterConfig(null)
              .setUseCompoundFile(true)
              // keeps the order in which acts were added
              .setMergePolicy(new LogDocMergePolicy())
              .setMergeScheduler(new SerialMergeScheduler())
              .setCommitOnClose(false);
      FSDirectory directory = FSDirectory.open(folder);
      try {
        writer = Optional.of(new IndexWriter(directory, config));
      } finally {
        if (writer.isEmpty()) {
          directory.close();
        }
      }
    }
    return writer.get();
  }

  private void rollback() {
    Optional<IndexWriter> open = writer;
    writer = Optional.empty();
    if (open.isPresent()) {
      try {
        open.get().rollback();
        open.get().getDirectory().close();
      } catch (IOException e) {
        // the files of the last commit are unchanged, and the next change opens them
        problem =
            Optional.of(
                "the memory "
                    + shown()
                    + " cannot be closed: "
                    + withoutFolder(String.valueOf(e.getMessage())));
      }
    }
  }

  @Override
  public synchronized void clear() {
    if (closed) {
      checkUsable();
    }
    rollback();
    try {
      if (Files.exists(folder)) {
        FileTrees.delete(folder);
      }
    } catch (IOException e) {
      throw new BundleException(
          "the memory " + shown() + " cannot be deleted: " + withoutFolder(e.toString()), e);
    }
    acts = AddedActs.none();
    problem = Optional.empty();
    version = 0;
  }

  @Override
  public List<String> ids() {
    return List.copyOf(acts.ids());
  }

  @Override
  public synchronized Status status() {
    return new Status(acts.ids().size(), maxActs, version, bytes(), problem);
  }

  private long bytes() {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toFile).mapToLong(File::length).sum();
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    rollback();
  }
}
