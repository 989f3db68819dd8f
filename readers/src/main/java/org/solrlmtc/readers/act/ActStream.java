package org.solrlmtc.readers.act;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.solrlmtc.core.act.ActRecord;
import org.solrlmtc.readers.act.source.ActPart;
import org.solrlmtc.readers.act.source.ActSource;
import org.solrlmtc.readers.act.source.DamagedInput;
import org.solrlmtc.readers.act.source.Origin;
import org.solrlmtc.readers.act.source.ReadLimits;
import org.solrlmtc.readers.act.source.ReadProblem;

/**
 * The acts of files and folders, one after the other, in a reproducible order: the paths as given,
 * a folder's files and a zip's entries by name, a file's records in file order.
 *
 * <p>Memory holds one act at a time (two while annexes in separate files are joined to their act).
 * Problems go to the {@link DamagePolicy}; under a fatal one, {@link #hasNext} and {@link #next}
 * throw {@link DamagedRecordException}.
 *
 * <pre>{@code
 * try (ActStream acts = ActStream.open(paths, DamagePolicy.skip(p -> log.warn(p.message())))) {
 *   while (acts.hasNext()) {
 *     index(acts.next());
 *   }
 * }
 * }</pre>
 */
public final class ActStream implements Iterator<ActRecord>, Closeable {
  private final Deque<Path> paths;
  private final DamagePolicy policy;
  private final ReadLimits limits;
  private final Inputs inputs;
  private final Deque<ActRecord> ready = new ArrayDeque<>();
  private Optional<FileTree> tree = Optional.empty();
  private Optional<ActSource> source = Optional.empty();
  private Optional<ActPart> held = Optional.empty();
  private boolean foundInTree;
  private long delivered;
  private long damaged;
  private long notActs;

  private ActStream(List<Path> paths, DamagePolicy policy, ReadLimits limits) {
    this.paths = new ArrayDeque<>(paths);
    this.policy = policy;
    this.limits = limits;
    this.inputs = new Inputs(limits);
  }

  /**
   * Opens with {@link ReadLimits#DEFAULT}.
   *
   * @throws NoSuchFileException when a path does not exist, whatever the policy
   */
  public static ActStream open(List<Path> paths, DamagePolicy policy) throws NoSuchFileException {
    return open(paths, policy, ReadLimits.DEFAULT);
  }

  /**
   * @throws NoSuchFileException when a path does not exist, whatever the policy
   */
  public static ActStream open(List<Path> paths, DamagePolicy policy, ReadLimits limits)
      throws NoSuchFileException {
    for (Path path : paths) {
      if (Files.notExists(path)) {
        throw new NoSuchFileException(path.toString(), null, "no such file or folder");
      }
    }
    return new ActStream(paths, policy, limits);
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty()) {
      try {
        Optional<ActPart> part = nextPart();
        if (part.isEmpty()) {
          held.ifPresent(last -> ready.add(last.record()));
          held = Optional.empty();
          return !ready.isEmpty();
        }
        foundInTree = true;
        arrange(part.get());
      } catch (DamagedInput e) {
        report(e.problem());
      }
    }
    return true;
  }

  @Override
  public ActRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more acts");
    }
    delivered++;
    return ready.remove();
  }

  /** Acts returned so far. */
  public long delivered() {
    return delivered;
  }

  /** Damaged records reported so far. */
  public long damaged() {
    return damaged;
  }

  /** Files reported so far that were never acts. */
  public long notActs() {
    return notActs;
  }

  @Override
  public void close() {
    paths.clear();
    ready.clear();
    tree = Optional.empty();
    held = Optional.empty();
    closeSource();
  }

  /** A Formex act is held until its annexes are read, which follow it in separate files. */
  private void arrange(ActPart part) throws DamagedInput {
    if (held.isPresent() && held.get().hasAnnex(part)) {
      ActPart joined = held.get().withAnnex(part);
      if (joined.record().act().attachments().length() > limits.maxActBytes()) {
        throw DamagedInput.tooLarge(part.record().source(), limits);
      }
      held = Optional.of(joined);
      return;
    }
    held.ifPresent(complete -> ready.add(complete.record()));
    held = Optional.empty();
    if (part.publication().isEmpty() || part.annex()) {
      ready.add(part.record());
    } else {
      held = Optional.of(part);
    }
  }

  private Optional<ActPart> nextPart() throws DamagedInput {
    while (true) {
      if (source.isPresent()) {
        Optional<ActPart> part = source.get().next();
        if (part.isPresent()) {
          return part;
        }
        closeSource();
      }
      if (!openNext()) {
        return Optional.empty();
      }
    }
  }

  private boolean openNext() throws DamagedInput {
    if (tree.isEmpty()) {
      if (paths.isEmpty()) {
        return false;
      }
      tree = Optional.of(new FileTree(paths.remove()));
      foundInTree = false;
    }
    FileTree files = tree.get();
    Optional<Path> file = files.next();
    if (file.isEmpty()) {
      tree = Optional.empty();
      if (!foundInTree) {
        throw DamagedInput.of(Origin.of(files.root()).label(), "holds no act");
      }
      return true;
    }
    source = Optional.of(inputs.open(file.get()));
    return true;
  }

  private void report(ReadProblem problem) {
    ReadProblem reported = problem;
    if (tree.isPresent() && problem.source().equals(Origin.of(tree.get().root()).label())) {
      // a stray file is harmless, but not where the user names it as an input
      reported = new ReadProblem(ReadProblem.Kind.DAMAGED, problem.source(), problem.reason());
    }
    if (reported.kind() == ReadProblem.Kind.DAMAGED) {
      damaged++;
      foundInTree = true;
    } else {
      notActs++;
    }
    try {
      policy.handle(reported);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void closeSource() {
    try {
      if (source.isPresent()) {
        source.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      source = Optional.empty();
    }
  }
}
