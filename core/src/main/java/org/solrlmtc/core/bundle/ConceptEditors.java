package org.solrlmtc.core.bundle;

import java.util.Optional;
import org.solrlmtc.core.settings.Registry;

/** The registry of concept editors. */
public final class ConceptEditors {
  private static final Registry<ConceptEditor> METHODS =
      new Registry<>("method", ConceptEditor.class, ConceptEditor::method);

  private ConceptEditors() {}

  /** The editor of a model; empty if the model scores no added label. */
  public static Optional<ConceptEditor> find(ModelBundle model) {
    return METHODS
        .findIfKnown(model.manifest().method())
        .filter(editor -> editor.scoresAdded(model));
  }
}
