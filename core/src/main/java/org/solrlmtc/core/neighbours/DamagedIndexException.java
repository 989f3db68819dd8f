package org.solrlmtc.core.neighbours;

import java.io.IOException;

/** An index that is no index of known acts of this model. */
final class DamagedIndexException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedIndexException(String message) {
    super(message);
  }
}
