package org.solrlmtc.readers.act.source;

import java.io.Closeable;
import java.util.Optional;

/** The acts of one opened input, pulled one at a time. */
public interface ActSource extends Closeable {
  /**
   * The next part, or empty at the end.
   *
   * @throws DamagedInput for one problem; the next call continues after it
   */
  Optional<ActPart> next() throws DamagedInput;
}
