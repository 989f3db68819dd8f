package org.solrlmtc.readers.act.annif;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.page.PlainText;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.StrictDecoder;

/**
 * A plain text, with its subjects if a file of the same name beside it has them: {@code .tsv} by
 * address, or else {@code .key} by name.
 */
public final class AnnifTextSource implements ActSource {
  private static final List<String> SUBJECT_FILES = List.of(".tsv", ".key");

  private final Origin origin;
  private final InputStream in;
  private final Optional<Path> subjectFile;
  private final SubjectNames names;
  private final ReadLimits limits;
  private boolean done;
  private Optional<DamagedInput> pending = Optional.empty();

  private AnnifTextSource(
      Origin origin,
      InputStream in,
      Optional<Path> subjectFile,
      SubjectNames names,
      ReadLimits limits) {
    this.origin = origin;
    this.in = in;
    this.subjectFile = subjectFile;
    this.names = names;
    this.limits = limits;
  }

  /** A text of a zip or the like, without a file of subjects. */
  public static AnnifTextSource alone(Origin origin, InputStream in, ReadLimits limits) {
    return new AnnifTextSource(origin, in, Optional.empty(), SubjectNames.NONE, limits);
  }

  public static AnnifTextSource of(
      Path file, InputStream in, SubjectNames.Cache names, ReadLimits limits) {
    Optional<Path> subjects =
        SUBJECT_FILES.stream()
            .map(extension -> sibling(file, extension))
            .filter(Files::isRegularFile)
            .findFirst();
    return new AnnifTextSource(Origin.of(file), in, subjects, names.near(file), limits);
  }

  /** The text whose subjects the file holds, if there is one beside it. */
  public static Optional<Path> textOf(Path file) {
    return Optional.of(sibling(file, ".txt")).filter(Files::isRegularFile);
  }

  private static Path sibling(Path file, String extension) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return file.resolveSibling((dot < 0 ? name : name.substring(0, dot)) + extension);
  }

  @Override
  public Optional<ActPart> next() throws DamagedInput {
    if (pending.isPresent()) {
      DamagedInput problem = pending.get();
      pending = Optional.empty();
      throw problem;
    }
    if (done) {
      return Optional.empty();
    }
    done = true;
    String text = read(origin, in);
    if (text.isBlank()) {
      throw DamagedInput.of(origin.label(), "is empty");
    }
    ActRecord act = PlainText.read(origin, text);
    if (subjectFile.isEmpty()) {
      return Optional.of(ActPart.whole(act));
    }
    Subjects subjects = subjects(subjectFile.get());
    return Optional.of(
        ActPart.whole(new ActRecord(act.act(), act.uri(), subjects.ids(), act.source())));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private Subjects subjects(Path file) throws DamagedInput {
    Origin source = Origin.of(file);
    Subjects subjects = new Subjects(names);
    boolean byName = source.hasExtension("key");
    try (InputStream content = Files.newInputStream(file)) {
      for (String line : read(source, content).lines().filter(l -> !l.isBlank()).toList()) {
        if (byName) {
          subjects.name(line);
        } else {
          subjects.addresses(line.split("\t", 2)[0]);
        }
      }
    } catch (IOException e) {
      throw DamagedInput.of(source.label(), e);
    }
    if (subjects.isIncomplete()) {
      // after the act, which has the other subjects
      pending = Optional.of(DamagedInput.of(source.label(), subjects.problem()));
    }
    return subjects;
  }

  private String read(Origin source, InputStream content) throws DamagedInput {
    try {
      byte[] bytes = content.readNBytes(limits.maxActBytes());
      if (content.read() >= 0) {
        throw DamagedInput.tooLarge(source.label(), limits);
      }
      return StrictDecoder.decode(bytes, StandardCharsets.UTF_8, source, 1);
    } catch (IOException e) {
      throw DamagedInput.of(source.label(), e);
    }
  }
}
