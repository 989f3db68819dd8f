package org.solrlmtc.training.data;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.solrlmtc.core.act.ActRecord;

/**
 * One of several equal parts of a split: every {@code of}-th act.
 *
 * @param number from 1 to {@code of}
 */
public record Fold(int number, int of) {
  public Fold {
    if (number < 1 || number > of) {
      throw new IllegalArgumentException("there is no fold " + number + " of " + of);
    }
  }

  /** The acts of this fold. */
  ActSplit in(ActSplit split) {
    return new Part(split, this, true);
  }

  /** All acts but those of this fold. */
  ActSplit outside(ActSplit split) {
    return new Part(split, this, false);
  }

  private boolean has(long act) {
    return act % of == number - 1;
  }

  @Override
  public String toString() {
    return "fold " + number + " of " + of;
  }

  /** Some acts of a split. */
  private record Part(ActSplit split, Fold fold, boolean inside) implements ActSplit {
    @Override
    public <T> T read(ActsFunction<T> use) throws IOException {
      return split.read(acts -> use.apply(new Selected(acts, fold, inside)));
    }

    @Override
    public String identity() throws IOException {
      return split.identity() + (inside ? ", " : ", without ") + fold;
    }
  }

  /** Skips the other acts. */
  private static final class Selected implements Iterator<ActRecord> {
    private final Iterator<ActRecord> acts;
    private final Fold fold;
    private final boolean inside;
    private long position;
    private ActRecord next;

    Selected(Iterator<ActRecord> acts, Fold fold, boolean inside) {
      this.acts = acts;
      this.fold = fold;
      this.inside = inside;
      advance();
    }

    private void advance() {
      next = null;
      while (next == null && acts.hasNext()) {
        ActRecord act = acts.next();
        if (fold.has(position++) == inside) {
          next = act;
        }
      }
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public ActRecord next() {
      if (next == null) {
        throw new NoSuchElementException("no more acts");
      }
      ActRecord act = next;
      advance();
      return act;
    }
  }
}
