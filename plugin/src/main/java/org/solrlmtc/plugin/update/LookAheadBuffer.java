package org.solrlmtc.plugin.update;

import java.util.ArrayDeque;
import java.util.Optional;
import org.apache.solr.update.AddUpdateCommand;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.serve.PendingResult;

/**
 * The look-ahead window of one request: its documents whose acts are being scored, in the order
 * they came. So the model has several of them at once, although Solr hands them over one by one.
 */
final class LookAheadBuffer {
  /** How many characters of text are buffered at most, but for a single document. */
  private static final long MAX_CHARS = 2_000_000;

  private final Labeller labeller;
  private final int window;
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private long chars;

  /** A document that goes on when its scores are there. */
  static final class Entry {
    private final AddUpdateCommand command;
    private final Optional<LegalAct> act;
    private final boolean needsScores;
    private Optional<PendingResult<LabelScores>> scores = Optional.empty();

    private Entry(AddUpdateCommand command, Optional<LegalAct> act, boolean needsScores) {
      this.command = command;
      this.act = act;
      this.needsScores = needsScores;
    }

    AddUpdateCommand command() {
      return command;
    }

    /** What is to be labelled; empty when the document brings its labels. */
    Optional<LegalAct> act() {
      return act;
    }

    /** Empty when the act was not prefetched. */
    Optional<PendingResult<LabelScores>> scores() {
      return scores;
    }

    private long chars() {
      return act.map(LegalAct::length).orElse(0L);
    }
  }

  /**
   * @param window how many documents to buffer; with 0, each has to go on before the next
   */
  LookAheadBuffer(Labeller labeller, int window) {
    this.labeller = labeller;
    this.window = window;
  }

  /** Adds a document. Solr uses a command again for the next one, so this keeps a copy. */
  void add(AddUpdateCommand command, Optional<LegalAct> act) {
    Entry entry =
        new Entry(
            (AddUpdateCommand) command.clone(), act, act.filter(labeller::needsScores).isPresent());
    entries.add(entry);
    chars += entry.chars();
    prefetch();
  }

  /** Lets the model have as many acts as it has room for. */
  private void prefetch() {
    if (window == 0) {
      return;
    }
    for (Entry entry : entries) {
      if (entry.needsScores && entry.scores.isEmpty()) {
        entry.scores = labeller.prefetch(entry.act.orElseThrow());
        if (entry.scores.isEmpty()) {
          return;
        }
      }
    }
  }

  /** Whether the first document has to go on before more are added. */
  boolean isOverfull() {
    return entries.size() > window || chars > MAX_CHARS && entries.size() > 1;
  }

  /** Whether there is a first document, and it can go on without waiting. */
  boolean isFirstReady() {
    if (entries.isEmpty()) {
      return false;
    }
    Entry first = entries.element();
    return !first.needsScores || first.scores.filter(PendingResult::isDone).isPresent();
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Lets go of the first document; while it is waited for, the others may be scored. */
  Entry remove() {
    prefetch();
    Entry first = entries.remove();
    chars -= first.chars();
    return first;
  }

  /** Nothing of what is still buffered goes on. */
  void clear() {
    entries.forEach(entry -> entry.scores.ifPresent(PendingResult::cancel));
    entries.clear();
  }
}
