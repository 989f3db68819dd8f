package org.solrlmtc.plugin;

import java.util.ArrayDeque;
import java.util.Optional;
import org.apache.solr.update.AddUpdateCommand;

/**
 * The documents of one request that are being labelled, in the order they came. So the model has
 * several of them at once, although Solr hands them over one by one.
 */
final class HeldDocuments {
  /** So many characters of text are held at most, but for a single document. */
  private static final long MAX_CHARS = 2_000_000;

  private final int limit;
  private final ArrayDeque<Held> queue = new ArrayDeque<>();
  private long chars;

  /**
   * A document.
   *
   * @param labels empty when it needs none of ours
   */
  record Held(AddUpdateCommand command, Optional<Labeller.Task> labels, long chars) {
    private boolean isDone() {
      return labels.map(Labeller.Task::isDone).orElse(true);
    }

    private boolean beginEarly() {
      return labels.map(Labeller.Task::beginEarly).orElse(true);
    }
  }

  /**
   * @param limit how many documents to hold; with 0, each has to go on before the next
   */
  HeldDocuments(int limit) {
    this.limit = limit;
  }

  /** Holds a document. Solr uses a command again for the next document, so this keeps a copy. */
  void add(AddUpdateCommand command, Optional<Labeller.Task> labels, long ofText) {
    queue.add(new Held((AddUpdateCommand) command.clone(), labels, ofText));
    chars += ofText;
    beginEarly();
  }

  /** Lets the model have as many as it has room for. */
  private void beginEarly() {
    if (limit > 0) {
      for (Held held : queue) {
        if (!held.beginEarly()) {
          break;
        }
      }
    }
  }

  /** Whether the first document has to go on before more are held. */
  boolean isOver() {
    return queue.size() > limit || chars > MAX_CHARS && queue.size() > 1;
  }

  /** Whether there is a first document, and it can go on without waiting. */
  boolean isFirstDone() {
    return !queue.isEmpty() && queue.element().isDone();
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Lets go of the first document; while it is waited for, the others may begin. */
  Held remove() {
    beginEarly();
    Held first = queue.remove();
    chars -= first.chars();
    return first;
  }

  /** Nobody waits for the labels of what is still held. */
  void giveUp() {
    queue.forEach(held -> held.labels().ifPresent(Labeller.Task::giveUp));
    queue.clear();
  }
}
