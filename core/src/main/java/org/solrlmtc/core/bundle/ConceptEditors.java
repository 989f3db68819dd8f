package org.solrlmtc.core.bundle;

import java.util.Optional;
import org.solrlmtc.core.settings.Registry;

/** The registry of concept editors. */
public final class ConceptEditors {
  private static final Registry<ConceptEditor> METHODS =
      new Registry<>("method", ConceptEditor.class, ConceptEditor::method);

  private ConceptEditors() {}

  /** The editor of a method, if there is one. */
  public static Optional<ConceptEditor> find(String method) {
    return METHODS.findIfKnown(method);
  }
}
