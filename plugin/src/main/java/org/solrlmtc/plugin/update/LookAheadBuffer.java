package org.solrlmtc.plugin.update;

import java.util.ArrayDeque;
import java.util.Optional;
import org.apache.solr.update.AddUpdateCommand;
import org.solrlmtc.core.act.LegalAct;
import org.solrlmtc.core.score.LabelScores;
import org.solrlmtc.core.serve.PendingResult;

/**
 * The look-ahead of one request: documents whose acts are being scored, in their original order.
 * With it the model can score several acts at once, although Solr passes documents one by one.
 */
final class LookAheadBuffer {
  /** Maximum number of buffered characters of text; a single document may have more. */
  private static final long MAX_CHARS = 2_000_000;

  private final Labeller labeller;
  private final int window;
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private long chars;

  /** A buffered document. */
  static final class Entry {
    private final AddUpdateCommand command;
    private final LegalAct act;
    private final boolean needsScores;
    private Optional<PendingResult<LabelScores>> scores = Optional.empty();

    private Entry(AddUpdateCommand command, LegalAct act, boolean needsScores) {
      this.command = command;
      this.act = act;
      this.needsScores = needsScores;
    }

    AddUpdateCommand command() {
      return command;
    }

    LegalAct act() {
      return act;
    }

    /** The pending scores; empty when the act was not prefetched. */
    Optional<PendingResult<LabelScores>> scores() {
      return scores;
    }

    private long chars() {
      return act.length();
    }
  }

  /**
   * @param window maximum number of buffered documents; 0: none
   */
  LookAheadBuffer(Labeller labeller, int window) {
    this.labeller = labeller;
    this.window = window;
  }

  /** Adds a copy of the command, because Solr reuses it for the next document. */
  void add(AddUpdateCommand command, LegalAct act) {
    Entry entry = new Entry((AddUpdateCommand) command.clone(), act, labeller.needsScores(act));
    entries.add(entry);
    chars += entry.chars();
    prefetch();
  }

  /** Queues acts until the limit of prefetched acts is reached. */
  private void prefetch() {
    if (window == 0) {
      return;
    }
    for (Entry entry : entries) {
      if (entry.needsScores && entry.scores.isEmpty()) {
        entry.scores = labeller.prefetch(entry.act);
        if (entry.scores.isEmpty()) {
          return;
        }
      }
    }
  }

  /** Whether the first document has to be passed on before another one is added. */
  boolean isOverfull() {
    return entries.size() > window || chars > MAX_CHARS && entries.size() > 1;
  }

  /** Whether there is a first document that can be passed on without waiting. */
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

  /** Removes the first document. Others are prefetched first, so that they are scored meanwhile. */
  Entry remove() {
    prefetch();
    Entry first = entries.remove();
    chars -= first.chars();
    return first;
  }

  /** Removes all documents and cancels their scoring. */
  void clear() {
    entries.forEach(entry -> entry.scores.ifPresent(PendingResult::cancel));
    entries.clear();
  }
}
